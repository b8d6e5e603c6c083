"""Play matches, and each of them again in other worlds."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from croupier.kernel.bot import Bot
from croupier.kernel.bot_rng import BotRandom, derived_seed
from croupier.kernel.decision import Decision, Settings
from croupier.kernel.event_bits import DEALER, PUBLIC
from croupier.kernel.game import Game
from croupier.match.audit.checks import correlated_luck, fixed_by_settings, left_in_state, secrets_in_text
from croupier.match.audit.compare import Comparison, Original, always, never, observer_name
from croupier.match.audit.follow import Impossible, Played, follow, is_hidden
from croupier.match.audit.record import AuditedMatch, Message, Observer, Recorder
from croupier.match.audit.report import AuditReport, Tally
from croupier.match.audit.worlds import OtherChance, OtherMove, OtherOrder, SameMoves, Sort
from croupier.match.match import Match
from croupier.match.run_bots import ask_bot

WORLDS_PER_MATCH: Final = 12
SEARCH_EVERY: Final = 4  # matches; so often texts are searched for the seed
CHECKED_EVERY: Final = 9  # decisions; so often imagined worlds are looked at
LEAKS_KEPT: Final = 20
STEPS: Final = 400  # as much of a match is looked at
EXPEL_EVERY: Final = 5  # matches
VAIN_TRIES: Final = 60  # matches without a hidden move, or without a sealed answer

Exchange = tuple[int, int, int, int]
NewMatch = Callable[[int, Exchange | None], AuditedMatch]
NewBot = Callable[[], Bot[Any, Any]]
ALL_SORTS: Final = tuple(Sort)
_TURNS: Final = (Sort.CARDS, Sort.MOVE, Sort.CARDS, Sort.CHANCE, Sort.ANSWER, Sort.CARDS, Sort.ORDER, Sort.SEED)


def audit(
    game: Game,
    settings: Settings,
    seats: int,
    worlds: int,
    seed: int | str,
    progress: Callable[[int], None] = lambda done: None,
    new_match: NewMatch | None = None,
    players: Mapping[str, NewBot] | None = None,
    sorts: Sequence[Sort] = ALL_SORTS,
    expels: bool = True,
    most_leaks: int = LEAKS_KEPT,
    stopped: Callable[[], bool] = lambda: False,
) -> AuditReport:
    """Look at `worlds` other worlds; `progress` is told how many are done.

    Matches are played by random moves and, two of three, by `players` as well. With `expels`, now and then a seat is
    taken out of one. It ends after the match in which `stopped` becomes true; the report has what was done until then.
    """
    names = tuple(f"p{number}" for number in range(seats))

    def plain_match(match_seed: int, exchange: Exchange | None) -> AuditedMatch:
        return Match(game, settings, names, match_seed, exchange=exchange)

    luck = BotRandom(derived_seed("audit", game.name, seed))
    auditor = _Auditor(game, seats, new_match or plain_match, dict(players or {}), luck, sorts, expels)
    auditor.leaks += [f"{game.name}: {leak}" for leak in correlated_luck(luck, seats)]
    auditor.leaks += [f"{game.name}: {leak}" for leak in fixed_by_settings(game, settings, seats, luck)]
    done = 0
    while done < worlds and len(auditor.leaks) < most_leaks and not stopped():
        original = auditor.play()
        for _ in range(min(WORLDS_PER_MATCH, worlds - done)):
            auditor.compare(original)
            done += 1
        progress(done)
    tally = auditor.tally
    return AuditReport(
        game=game.name,
        seats=seats,
        seed=seed,
        matches=tally.matches,
        players=tuple(players or ()),
        worlds=sum(tally.sorts.values()),
        sorts={sort.value: tally.sorts[sort.value] for sort in sorts},
        compared=tally.compared(),
        shown=tally.shown,
        impossible=tally.impossible,
        questions=tally.reached_questions(),
        events=tally.reached_events(),
        moves=tally.reached_moves(),
        showing=tally.reached_showing(),
        leaks=tuple(auditor.leaks[:LEAKS_KEPT]),
    )


class _Auditor:
    def __init__(
        self,
        game: Game,
        seats: int,
        new_match: NewMatch,
        players: dict[str, NewBot],
        luck: BotRandom,
        sorts: Sequence[Sort],
        expels: bool,
    ) -> None:
        self._game = game
        self._seats = seats
        self._new_match = new_match
        self._players = list(players.values())
        self._luck = luck
        self._turns = [sort for sort in _TURNS if sort in sorts]
        self._turn = 0
        self._vain: Counter[Sort] = Counter()
        self._expels = expels
        self.tally = Tally(game)
        self.leaks: list[str] = []

    # The original.

    def play(self) -> Original:
        """A match, with all that was sent."""
        luck = self._luck
        number = self.tally.matches
        self.tally.matches += 1
        seed = luck.getrandbits(60)
        match = self._new_match(seed, None)
        bots = self._bots(match, seed) if number % 3 and self._players else [None] * self._seats
        expel_at = luck.below(30) if self._expels and number % EXPEL_EVERY == EXPEL_EVERY - 1 else -1

        def choose(decision: Decision[Any, Any]) -> int:
            bot = bots[decision.seat]
            index = luck.below(len(decision.moves)) if bot is None else decision.index_of(ask_bot(bot, decision))
            self.tally.count_step(decision, index)
            if decision.id % CHECKED_EVERY == 1:
                self.tally.imagined += 1
                ints = decision.view.ints
                self._note(seed, left_in_state(match.state, decision.seat, ints, luck.getrandbits(60)))
            return index

        original = self._record(match, seed, choose, expel_at)
        for step in range(len(match.steps) + 1):
            for event in match.happened(DEALER, step):
                self.tally.events[type(event).__name__] += 1
        if number % SEARCH_EVERY == 0:
            self._note(seed, secrets_in_text(original))
        return original

    def _bots(self, match: AuditedMatch, seed: int) -> list[Bot[Any, Any] | None]:
        bots: list[Bot[Any, Any] | None] = []
        for seat in range(self._seats):
            which = self._luck.below(len(self._players) + 1)
            bot = self._players[which]() if which < len(self._players) else None
            if bot is not None:
                bot.sit(match.table, seat, derived_seed("audit", seed, seat))
            bots.append(bot)
        return bots

    def _record(
        self,
        match: AuditedMatch,
        seed: int,
        choose: Callable[[Decision[Any, Any]], int],
        expel_at: int = -1,
    ) -> Original:
        observers = (*range(self._seats), PUBLIC)
        messages: dict[Observer, list[Message]] = {observer: [] for observer in observers}
        recorder = Recorder(match, observers, lambda observer, message: messages[observer].append(message))
        steps: list[Played] = []
        recorder.start()
        recorder.news()
        while match.state.to_act >= 0 and len(steps) < STEPS:
            sealed, hidden = match.state.sealed != 0, is_hidden(match)
            if 0 <= expel_at <= len(steps) and not hidden:
                expel_at = -1
                seat = self._luck.below(self._seats)
                steps.append(Played(seat, "", None, False, False, False))
                match.expel(seat)
            else:
                decision = match.ask()
                assert decision is not None
                recorder.question(decision)
                index = choose(decision)
                move = decision.moves[index]
                steps.append(Played(decision.seat, decision.question, move, index == 0, sealed, hidden))
                match.play(index)
            recorder.news()
        is_over = match.state.to_act < 0
        if is_over:
            assert match.ask() is None
            recorder.end()
        return Original(seed, steps, messages, recorder.streams, match.state.shuffles, is_over)

    # Other worlds.

    def compare(self, original: Original) -> None:
        """Play the match again in another world, of the next sort that there is in it."""
        turn = self._turns[self._turn % len(self._turns)]
        self._turn += 1
        for sort in (turn, Sort.CARDS, Sort.MOVE, Sort.SEED):
            is_vain = self._vain[sort] >= VAIN_TRIES and not self.tally.sorts[sort.value]
            if not is_vain and self._compare_with(sort, original):
                return
            self._vain[sort] += 1

    def _compare_with(self, sort: Sort, original: Original) -> bool:
        """False if the match has nothing of that sort to change."""
        luck = self._luck
        steps, seed = original.steps, original.seed
        sealed = [number for number, step in enumerate(steps) if step.sealed]
        if sort in (Sort.ANSWER, Sort.ORDER) and not sealed:
            return False
        shuffles = [shuffle for shuffle in original.shuffles if shuffle[2] > 1]
        if sort is Sort.CARDS and not shuffles:
            return False
        talks = sort is Sort.ANSWER and luck.below(2) == 0
        if talks:
            original = self._with_talk(original)
        comparison = Comparison(original, self._game, self.tally)
        exchange: Exchange | None = None
        twist = SameMoves()
        match sort:
            case Sort.CARDS:
                exchange = self._exchange(shuffles)
            case Sort.MOVE:
                twist = OtherMove(comparison, luck.below(len(steps)), luck)
            case Sort.ANSWER:
                twist = OtherMove(comparison, sealed[luck.below(len(sealed))], luck, True, talks)
            case Sort.ORDER:
                twist = OtherOrder()
                comparison.may_differ = never
            case Sort.CHANCE:
                twist = OtherChance(1 + luck.below(1 + len(steps) // 2), luck.getrandbits(60))
                comparison.may_differ = always
            case Sort.SEED:
                seed = luck.getrandbits(60)
                comparison.may_differ = always
        recorder = Recorder(self._new_match(seed, exchange), comparison.observers, comparison.receive)
        comparison.streams = recorder.streams
        try:
            follow(steps, recorder, self._game.questions, twist)
        except Impossible:
            self.tally.impossible += 1
        if isinstance(twist, OtherMove) and not twist.what:
            return False
        self.tally.sorts[sort.value] += 1
        what = twist.what or sort.value if exchange is None else f"{sort.value} ({exchange})"
        self._note(seed, [f"{what}: {observer_name(observer)} {leak}" for observer, leak in comparison.leaks])
        return True

    def _with_talk(self, original: Original) -> Original:
        """The same match, where all say what their sealed answers are."""
        match = self._new_match(original.seed, None)
        messages: dict[Observer, list[Message]] = {observer: [] for observer in original.messages}
        recorder = Recorder(match, tuple(messages), lambda observer, message: messages[observer].append(message))
        follow(original.steps, recorder, self._game.questions, SameMoves(talks=True))
        return Original(original.seed, original.steps, messages, recorder.streams, original.shuffles, original.is_over)

    def _exchange(self, shuffles: list[tuple[int, int, int]]) -> Exchange:
        luck = self._luck
        stream, index, cards = shuffles[luck.below(len(shuffles))]
        a = luck.below(cards)
        return stream, index, a, (a + 1 + luck.below(cards - 1)) % cards

    def _note(self, seed: int, leaks: Iterable[str]) -> None:
        self.leaks += [f"{self._game.name}, match seed {seed}: {leak}" for leak in leaks]
