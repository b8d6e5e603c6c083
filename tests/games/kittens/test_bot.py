"""The friendly interface: every name of it, what a bot is called with, and what becomes of its answers."""

import copy
import pickle
from typing import Any

import pytest
from games.kittens.play import Play, dealt, position
from games.kittens.whimsical import Whimsical

from croupier.games.kittens import (
    GAME,
    Bot,
    BotView,
    Card,
    DefuseAction,
    DrawCardAction,
    EventType,
    GameEvent,
    GiveCardAction,
    KittensBot,
    PassAction,
    PlayCardAction,
    PlayComboAction,
)
from croupier.games.kittens.friendly.events import _DATA, event_translator
from croupier.kernel.decision import Said
from croupier.match.run_players import run_bots
from croupier.match.transcript import TranscriptWriter

FIVE = ("Hairy Potato Cat", "Rainbow-Ralphing Cat", "Cattermelon", "Shuffle", "Attack")


class Quiet(Bot):
    def take_turn(self, view):
        return DrawCardAction()


class Recorder(Quiet):
    """Writes down every call."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, Any]] = []
        self.heard: list[GameEvent] = []

    def take_turn(self, view):
        self.calls.append(("take_turn", view))
        return DrawCardAction()

    def react(self, view, triggering_event):
        self.calls.append(("react", triggering_event))

    def choose_defuse_position(self, view, draw_pile_size):
        self.calls.append(("choose_defuse_position", draw_pile_size))
        return 0

    def choose_card_to_give(self, view, requester_id):
        self.calls.append(("choose_card_to_give", requester_id))
        return view.my_hand[0]

    def on_event(self, event, view):
        self.heard.append(event)

    def on_explode(self, view):
        self.calls.append(("on_explode", view.my_hand))
        view.say("ouch")


class Acts(Quiet):
    """Returns the given actions, then draws."""

    def __init__(self, *actions: Any) -> None:
        self.actions = list(actions)

    def take_turn(self, view):
        return self.actions.pop(0)(view) if self.actions else DrawCardAction()


def cards(view: BotView, *words: str) -> tuple[Card, ...]:
    hand = list(view.my_hand)
    return tuple(hand.pop(next(i for i, card in enumerate(hand) if card.name == word)) for word in words)


def run(play: Play, *bots: KittensBot) -> Play:
    run_bots(play.match, bots)
    play.events = [event for step in range(len(play.match.steps) + 1) for event in play.match.happened(step=step)]
    assert not any(step.faults for step in play.match.steps)
    return play


def test_the_names_of_the_view() -> None:
    view = position("taco taco defuse", "skip", None, "", turn=0, owed=2, attacked=True, discard="nope taco").view(0)
    assert view.my_id == "Ann"
    assert [card.card_type for card in view.my_hand] == ["TacoCatCard", "TacoCatCard", "DefuseCard"]
    assert view.my_turns_remaining == 2
    assert [card.card_type for card in view.discard_pile] == ["NopeCard", "TacoCatCard"]
    assert view.draw_pile_count == 8
    assert view.other_players == ("Bob", "Dot")
    assert view.other_player_card_counts == {"Bob": 1, "Dot": 0}
    assert view.current_player == "Ann"
    assert view.turn_order == ("Ann", "Bob", "Dot")
    assert view.eliminated_players == ("Cid",)
    assert view.count_cards_of_type("TacoCatCard") == 2
    assert view.has_card_type("DefuseCard")
    assert not view.has_card_type("NopeCard")
    assert view.get_cards_of_type("TacoCatCard") == view.my_hand[:2]
    assert view.recent_events == ()
    view.say("nobody hears this")


def test_it_is_your_turn_only_on_your_turn() -> None:
    play = position("skip", "taco", "taco").do("skip")
    assert [play.view(seat).is_my_turn for seat in range(3)] == [False, True, False]
    assert play.view(0).my_turns_remaining == 0


def test_two_cards_of_a_type_are_two_cards() -> None:
    one, two = position("taco taco", "skip").view(0).my_hand
    assert one is not two
    assert one != two
    assert position("taco taco", "skip").view(0).my_hand == (one, two)


def test_what_cards_say_about_themselves() -> None:
    view = position("taco skip nope defuse favor", "skip").view(0)
    by_name = {card.name: card for card in view.my_hand}
    assert [card.can_play(view, True) for card in view.my_hand] == [False, True, True, False, False]
    assert not by_name["Skip"].can_play(view, False)
    assert [name for name, card in by_name.items() if card.can_play_as_reaction()] == ["Nope"]
    assert [name for name, card in by_name.items() if not card.can_combo()] == ["Nope", "Defuse"]


def test_every_method_is_called_with_what_it_needs() -> None:
    ann, bob = (
        Recorder(),
        Acts(
            lambda view: PlayCardAction(*cards(view, "Favor"), target_player_id="Ann"),
            lambda view: PlayCardAction(*cards(view, "Skip")),
        ),
    )
    run(position("taco nope defuse", "favor skip beard", pile="kitten melon potato", turn=1), ann, bob)
    names = [name for name, _ in ann.calls]
    assert names[:5] == ["react", "choose_card_to_give", "react", "take_turn", "choose_defuse_position"]
    called = dict(ann.calls)
    assert called["choose_card_to_give"] == "Bob"
    assert called["choose_defuse_position"] == 2
    assert ann.calls[0][1].event_type == EventType.CARD_PLAYED
    assert ann.calls[0][1].data == {"card_type": "FavorCard", "target": "Ann"}


def test_last_words_are_heard() -> None:
    bob = Recorder()
    run(position("taco", "taco", pile="kitten melon"), Recorder(), bob)
    chats = [event for event in bob.heard if event.event_type == EventType.BOT_CHAT]
    assert [(event.player_id, event.data) for event in chats] == [("Ann", {"message": "ouch"})]


def test_a_speaker_hears_itself() -> None:
    class Talker(Recorder):
        def take_turn(self, view):
            view.say("my turn")
            return DrawCardAction()

    ann = Talker()
    run(position("taco", "taco", pile="melon beard kitten beard"), ann, Quiet())
    chats = [event for event in ann.heard if event.event_type == EventType.BOT_CHAT]
    assert [(event.player_id, event.data["message"]) for event in chats][:2] == [("Ann", "my turn")] * 2
    kinds = [event.event_type for event in ann.heard]
    assert kinds.index(EventType.BOT_CHAT) < kinds.index(EventType.CARD_DRAWN)


@pytest.mark.parametrize("what", [5, None, b"hi", ["hi"]])
def test_what_is_no_text_is_not_said(what: Any) -> None:
    class Talker(Quiet):
        def take_turn(self, view):
            view.say(what)
            return DrawCardAction()

    play = run(position("taco", "taco", pile="melon kitten"), Talker(), Quiet())
    assert play.match.steps[0].say == ()


def test_actions_with_other_names_are_read() -> None:
    class Verbose(Quiet):
        def react(self, view, triggering_event):
            return PassAction()

        def choose_defuse_position(self, view, draw_pile_size):
            return DefuseAction(insert_position=1)

        def choose_card_to_give(self, view, requester_id):
            return GiveCardAction(card=view.my_hand[-1])

        def take_turn(self, view):
            return PassAction()

    favor = Acts(lambda view: PlayCardAction(*cards(view, "Favor"), target_player_id="Bob"))
    play = run(position("favor", "nope skip defuse", pile="melon kitten beard beard"), favor, Verbose())
    assert [str(GAME.moves[step.move]) for step in play.match.steps[:6]] == [
        "favor 1",
        "pass",
        "give defuse",
        "draw",
        "draw",
        "explode",
    ]
    play = run(position("taco", "nope skip defuse", pile="kitten beard beard", turn=1), Quiet(), Verbose())
    assert [str(GAME.moves[step.move]) for step in play.match.steps[:2]] == ["draw", "depth 1"]


@pytest.mark.parametrize(("returned", "depth"), [(-1, 0), (99, 3), (2, 2)])
def test_a_position_out_of_range_is_clamped_with_a_warning(returned: int, depth: int, caplog: Any) -> None:
    class Careless(Quiet):
        def choose_defuse_position(self, view, draw_pile_size):
            return returned

    play = run(position("defuse", "taco", pile="kitten beard beard melon"), Careless(), Quiet())
    assert str(GAME.moves[play.match.steps[1].move]) == f"depth {depth}"
    warned = [record.message for record in caplog.records if "choose_defuse_position" in record.message]
    assert len(warned) == (returned != depth)


def test_the_helpers_of_the_view() -> None:
    view = position("taco taco taco skip attack nope defuse defuse", "").view(0)
    assert [card.name for card in view.get_playable_cards()] == ["Skip", "Attack"]
    assert [card.name for card in view.get_reaction_cards()] == ["Nope"]
    assert [card.name for card in view.my_hand if card.ends_turn()] == ["Skip", "Attack"]
    assert view.can_play_combo("TacoCatCard")
    assert view.can_play_combo("TacoCatCard", 3)
    assert not view.can_play_combo("TacoCatCard", 4)
    assert not view.can_play_combo("DefuseCard")
    assert not view.can_play_combo("Banana", 0)
    assert position("defuse defuse", "", combo_cards="any").view(0).can_play_combo("DefuseCard")


@pytest.mark.parametrize("name", ["my_hand", "ints", "table", "seat", "owner", "note"])
def test_a_view_cannot_be_changed(name: str) -> None:
    class Meddling(Quiet):
        raised: BaseException | None = None

        def take_turn(self, view):
            try:
                setattr(view, name, ())
            except AttributeError as error:
                Meddling.raised = error
            return DrawCardAction()

    run(position("taco", "taco", pile="melon kitten"), Meddling(), Quiet())
    assert Meddling.raised is not None


def test_data_is_named_as_published_bots_read_it() -> None:
    ann, bob = Recorder(), Recorder()
    plays = [
        lambda view: PlayComboAction(cards(view, "Taco Cat", "Taco Cat"), "Bob"),
        lambda view: PlayComboAction(cards(view, "Beard Cat", "Beard Cat", "Beard Cat"), "Bob", "SkipCard"),
        lambda view: PlayComboAction(cards(view, *(FIVE)), None, "DefuseCard"),
    ]

    class Thief(Acts):
        def on_event(self, event, view):
            ann.heard.append(event)

    hand = "taco taco beard beard beard potato rainbow melon shuffle attack defuse"
    thief = Thief(*plays)
    run(position(hand, "skip skip", pile="kitten melon melon", discard="defuse"), thief, bob)
    told = {event.event_type: event.data for event in ann.heard}
    stolen = [event.data for event in ann.heard if event.event_type == EventType.CARD_STOLEN]
    assert stolen == [
        {"target": "Bob", "card_type": "SkipCard", "method": "random"},
        {"target": "Bob", "card_type": "SkipCard", "method": "named"},
    ]
    picked = next(event.data for event in ann.heard if event.event_type == EventType.CARD_DRAWN)
    assert picked == {"card_type": "DefuseCard", "from": "discard", "source": "discard_pile"}
    assert told[EventType.EXPLODING_KITTEN_INSERTED] == {"position": 2, "pile_size": 2}
    assert ann.heard[-1].event_type == EventType.GAME_END
    assert ann.heard[-1].player_id == ann.heard[-1].data["winner"]


@pytest.mark.parametrize(
    ("hand", "action", "mine"),
    [
        ("taco taco", lambda v: PlayComboAction(cards(v, "Taco Cat", "Taco Cat"), "Bob"), "skip"),
        ("taco taco taco", lambda v: PlayComboAction(v.my_hand, "Bob", "SkipCard"), "skip"),
        ("taco taco taco", lambda v: PlayComboAction(v.my_hand, "Bob", "Banana"), ""),
        ("taco taco taco", lambda v: PlayComboAction(list(v.my_hand), "Bob"), ""),
        ("taco potato beard rainbow melon", lambda v: PlayComboAction(v.my_hand, None, "DefuseCard"), "defuse"),
        ("taco potato beard rainbow melon", lambda v: PlayComboAction(v.my_hand, None, "AttackCard"), "favor"),
        ("taco potato beard rainbow melon", lambda v: PlayComboAction(v.my_hand), "favor"),
    ],
    ids=[
        "two take a card",
        "three name a card that is there",
        "three name a card that does not exist",
        "three name no card",
        "five name a card of the discard pile",
        "five name a card that is not there",
        "five name no card",
    ],
)
def test_combos(hand: str, action: Any, mine: str) -> None:
    play = position(hand, "skip", discard="defuse favor", pile="potato kitten")

    class Once(Quiet):
        done = False

        def take_turn(self, view):
            if not self.done:
                self.done = True
                return action(view)
            assert " ".join(card.card_type for card in view.my_hand).lower().replace("card", "") == mine
            return DrawCardAction()

    run(play, Once(), Quiet())


class Listening(Whimsical):
    """Plays at random and writes down what it is told."""

    def __init__(self) -> None:
        self.heard: list[GameEvent] = []

    def on_event(self, event: GameEvent, view: BotView) -> None:
        self.heard.append(event)


def test_every_event_type_is_told() -> None:
    met: set[EventType] = {EventType.BOT_TIMEOUT}
    for seed in range(40):
        recorders = [Listening() for _ in range(4)]
        run_bots(dealt(4, seed).match, recorders)
        for recorder in recorders:
            steps = [event.step for event in recorder.heard]
            assert steps == sorted(steps)
            for event in recorder.heard:
                met.add(event.event_type)
                assert None not in event.data.values()
                assert event.player_id is None or event.player_id in ("Ann", "Bob", "Cid", "Dot")
    assert met == set(EventType)


def test_the_keys_of_data() -> None:
    assert set(EventType) - set(_DATA) == {
        EventType.PLAYER_JOINED,
        EventType.DECK_SHUFFLED,
        EventType.TURN_SKIPPED,
        EventType.EXPLODING_KITTEN_DRAWN,
        EventType.EXPLODING_KITTEN_DEFUSED,
    }


def test_hidden_data_is_only_in_the_events_of_those_who_may_know() -> None:
    ann, bob, cid = Recorder(), Recorder(), Recorder()
    run(position("defuse", "taco", "taco", pile="kitten melon skip kitten beard"), ann, bob, cid)
    for bot, keys in ((ann, {"position", "pile_size"}), (bob, {"pile_size"}), (cid, {"pile_size"})):
        inserted = next(event for event in bot.heard if event.event_type == EventType.EXPLODING_KITTEN_INSERTED)
        assert set(inserted.data) == keys


def test_recent_events_are_the_last_ten() -> None:
    class Looking(Quiet):
        def take_turn(self, view):
            recent = view.recent_events
            assert len(recent) <= 10
            assert recent[-1].event_type == EventType.TURN_START
            assert recent[-1].player_id == view.my_id
            assert recent[0].step < recent[-1].step
            return DrawCardAction()

    class Hearing(Looking):
        def on_event(self, event, view):
            assert view.recent_events[-1] == event or event.event_type != EventType.TURN_START

    run(dealt(3), Looking(), Hearing(), Looking())


def test_reactions_can_be_asked_for_without_a_nope() -> None:
    class Curious(Recorder):
        always_react = True

    ann, cid = Curious(), Recorder()
    bob = Acts(lambda view: PlayCardAction(*cards(view, "Shuffle")))
    run(position("defuse", "shuffle defuse", "defuse", pile="beard melon kitten kitten taco"), ann, bob, cid)
    assert "react" in dict(ann.calls)
    assert "react" not in dict(cid.calls)


def test_talk_is_short_and_little() -> None:
    class Talker(Quiet):
        def take_turn(self, view):
            for _ in range(9):
                view.say("x" * 300)
            return DrawCardAction()

    bob = Recorder()
    play = run(position("taco", "taco", pile="melon kitten"), Talker(), bob)
    assert play.match.steps[0].say == ("x" * 200,) * 5
    assert [
        event.data["message"]
        for event in bob.heard
        if event.player_id == "Ann" and event.event_type == EventType.BOT_CHAT
    ] == ["x" * 200] * 5


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("hi\n[GAME] Bob wins", "hi?[GAME] Bob wins"),
        ("hi\r[CHAT] Bob: I lost", "hi?[CHAT] Bob: I lost"),
        ("\x1b[2Jgone\x07", "?[2Jgone?"),
        ("one\u2028two\u202ethree\x85four", "one?two?three?four"),
    ],
)
def test_talk_cannot_pass_for_a_line_of_the_game(said: str, heard: str) -> None:
    class Talker(Quiet):
        def take_turn(self, view):
            view.say(said)
            return DrawCardAction()

    bob, lines = Recorder(), list[str]()
    match = position("taco", "taco", pile="melon kitten").match
    run_bots(match, [Talker(), bob], TranscriptWriter(lines.append).watch)
    assert match.steps[0].say == (heard,)
    assert [
        event.data["message"]
        for event in bob.heard
        if event.player_id == "Ann" and event.event_type == EventType.BOT_CHAT
    ] == [heard]
    assert f"[CHAT] Ann: {heard}" in lines
    assert all(line.isprintable() and line.startswith(("[GAME] ", "[CHAT] ")) for line in lines)


def test_talk_put_where_it_is_kept_is_cleaned_too() -> None:
    class Sly(Quiet):
        def take_turn(self, view):
            self._talk = ["a\nb" + "x" * 300, 5, *"cdefghi"]
            return DrawCardAction()

    play = run(position("taco", "taco", pile="melon kitten"), Sly(), Quiet())
    assert play.match.steps[0].say == ("a?b" + "x" * 197, "c", "d", "e", "f")


def test_event_types_are_constants_by_name() -> None:
    assert EventType("BOT_CHAT") is EventType.BOT_CHAT is EventType["BOT_CHAT"]
    assert pickle.loads(pickle.dumps(EventType.BOT_CHAT)) is EventType.BOT_CHAT
    assert (str(EventType.GAME_END), EventType.GAME_END.value, f"{EventType.GAME_END}") == ("game_end",) * 3
    assert EventType.GAME_END.name == "GAME_END"
    assert EventType("card_drawn") is EventType.CARD_DRAWN is EventType("CARD_DRAWN")
    assert EventType.CARD_DRAWN == "card_drawn" != EventType.CARD_PLAYED
    assert {EventType.CARD_DRAWN: 1}["card_drawn"] == 1
    assert (repr(EventType.GAME_END), len(EventType)) == ("EventType.GAME_END", 26)
    with pytest.raises(AttributeError, match="cannot be changed"):
        EventType.BOT_CHAT = EventType.GAME_END
    with pytest.raises(ValueError, match="'CHAT' is not an event type; there are GAME_START"):
        EventType("CHAT")


def test_a_view_can_be_copied() -> None:
    view = dealt(3).view(1)
    assert copy.deepcopy(view) == view == copy.copy(view)
    assert view != dealt(3).view(2)


def test_talk_in_on_event_goes_out_with_the_next_answer() -> None:
    class Echo(Quiet):
        def on_event(self, event, view):
            if event.event_type == EventType.BOT_CHAT:
                view.say("you said: " + event.data["message"])

    class Starter(Quiet):
        def take_turn(self, view):
            view.say("hi")
            return DrawCardAction()

    play = run(position("taco", "taco", pile="melon beard kitten"), Starter(), Echo())
    assert [step.say for step in play.match.steps[:2]] == [("hi",), ("you said: hi",)]


def test_names_are_ids() -> None:
    assert event_translator(("a", "a_2")).translate(Said(1, "hi"), 3)[0].player_id == "a_2"
    assert GAME.bot is Bot is KittensBot
