"""Puzzles over REST: the list, the next one, the puzzle of the day, an answer, and a table to play on from there.

Nothing about the solver is stored here: a browser keeps its rating, sends it with an answer, and gets the new one.
"""

from datetime import UTC, date, datetime
from secrets import token_hex
from typing import Annotated

from fastapi import APIRouter, Path, Response

from croupier.ai.registry import LEVELS
from croupier.games import find_game
from croupier.kernel.errors import UsageError
from croupier.match.replay.table_zones import wire_of, zones_of
from croupier.puzzles.choose import daily_puzzle, games_with_puzzles, next_puzzle, puzzles_of
from croupier.puzzles.puzzle import Puzzle, PuzzlePosition, check_puzzle, find_puzzle
from croupier.puzzles.solver_rating import SolverRating, after_puzzle
from croupier.ui.web.api.answers import PuzzleAnswered, PuzzleShown, PuzzlesListed
from croupier.ui.web.api.forms import NextPuzzleForm, PlayOnForm, PuzzleMoveForm, TableOpened
from croupier.ui.web.api.games import answer, game_called
from croupier.ui.web.api.messages import LegalMoves
from croupier.ui.web.api.tables import PROBLEMS, as_answer
from croupier.ui.web.services import Server
from croupier.ui.web.tables.snapshots import moves_shown
from croupier.ui.web.tables.table import RequestRefused

router = APIRouter(prefix="/puzzles")
Id = Annotated[str, Path(max_length=60)]


@router.get("")
async def puzzles() -> Response:
    """The games that have puzzles."""
    listed: list[PuzzlesListed] = []
    for name in games_with_puzzles():
        game = find_game(name)
        about = {theme.name: theme.about for theme in game.themes}
        listed.append({"game": name, "title": game.title, "puzzles": len(puzzles_of(name)), "themes": about})
    return answer(listed)


@router.get("/daily", responses=PROBLEMS)
async def daily() -> Response:
    """The puzzle of the day, the same for everybody; days begin at midnight UTC."""
    day = today()
    return answer(shown(daily_puzzle(day), day))


@router.post("/next", responses=PROBLEMS)
async def following(form: NextPuzzleForm) -> Response:
    """A puzzle near the rating that is not known yet."""
    games = [game_called(form.game).name] if form.game else games_with_puzzles()
    found = [puzzle for game in games for puzzle in puzzles_of(game)]
    return answer(shown(next_puzzle(found, form.rating, frozenset(form.known), token_hex(8))))


@router.get("/{puzzle}", responses=PROBLEMS)
async def one(puzzle: Id) -> Response:
    return answer(shown(called(puzzle)))


@router.post("/{puzzle}/answer", responses=PROBLEMS)
async def solve(puzzle: Id, form: PuzzleMoveForm) -> Response:
    """Whether a move is right, why, and the solver's new rating."""
    found = called(puzzle)
    position = PuzzlePosition(found)
    decision, names = position.decision(), position.table.names
    if form.index >= len(decision.moves):
        raise RequestRefused(
            "no_step", f"there are {len(decision.moves)} moves, so there is none with number {form.index}"
        )
    texts = [str(move) for move in decision.moves]
    answers = [texts.index(text) for text in found.answers]
    is_right = form.index in answers
    now = after_puzzle(SolverRating(form.rating, form.deviation), found.rating, is_right)
    result: PuzzleAnswered = {
        "right": is_right,
        "played": decision.moves[form.index].label(names),
        "best": decision.moves[answers[0]].label(names),
        "answers": answers,
        "why": found.explanation(names),
        "themes": found.themes,
        "rating": round(now.rating, 1),
        "deviation": round(now.deviation, 1),
        "levels": dict(zip(LEVELS, found.levels, strict=False)),
    }
    return answer(result)


@router.post("/{puzzle}/play", status_code=201, responses=PROBLEMS)
async def play_on(puzzle: Id, form: PlayOnForm, services: Server) -> TableOpened:
    """Open a practice table at the puzzle; cards that its seat does not know lie as they may."""
    return as_answer(services.lobby.play_on(PuzzlePosition(called(puzzle)), form))


def called(name: str) -> Puzzle:
    """The puzzle with this id."""
    try:
        found = find_puzzle(name)
        check_puzzle(found)
    except UsageError as error:
        raise RequestRefused("no_puzzle", str(error)) from None
    return found


def today() -> date:
    return datetime.now(UTC).date()


def shown(puzzle: Puzzle, day: date | None = None) -> PuzzleShown:
    """What is sent of a puzzle before it is answered: the view and the question, neither answer nor themes."""
    position = PuzzlePosition(puzzle)
    game, decision = position.game, position.decision()
    wire = wire_of(decision.view)
    legal = LegalMoves(
        decision=decision.id,
        question=decision.question,
        prompt=game.prompt(decision.question),
        moves=moves_shown(decision, position.table.names),
        clock=None,
        window=None,
    )
    return {
        "id": puzzle.id,
        "game": game.name,
        "title": game.title,
        "names": position.table.names,
        "teams": game.teams(position.settings, puzzle.seats),
        "seat": puzzle.seat,
        "settings": puzzle.settings,
        "rating": puzzle.rating,
        "day": None if day is None else day.isoformat(),
        "view": wire,
        "zones": zones_of(decision.view, wire),
        "text": decision.view.text(),
        "legal": legal,
    }
