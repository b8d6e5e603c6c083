"""How alike submissions are, for the host to look at. Names, comments and layout do not count; the starter is left out.

Sources become lists of tokens. Runs of tokens that many submissions share prove nothing, so they are left out too;
pairs with the most of the others in common are compared by difflib.
"""

import io
import keyword
import tokenize
from collections import Counter
from difflib import SequenceMatcher
from itertools import combinations
from pathlib import Path
from typing import Final

from croupier.kernel.errors import UsageError
from croupier.players.starters import language_for, starter
from croupier.season.competition import Competition
from croupier.season.packing import contents
from croupier.season.pages.messages import SideBySide, SimilarBot, SimilarPair, SourceBlock
from croupier.season.records import Bot

RUN_TOKENS: Final = 12
"""Tokens in a run that is looked for in other sources."""
MAX_COMMON, MAX_COMMON_TEAMS = 0.5, 4
"""A run that more than this share of the teams have, and more than this many of them, is common knowledge."""
MIN_SHARED: Final = 0.25
MAX_PAIRS: Final = 200
MAX_TOKENS: Final = 20_000
_SKIPPED: Final = frozenset(
    {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENCODING, tokenize.INDENT, tokenize.DEDENT}
)


def tokens_of(source: bytes) -> list[str]:
    """The tokens of a Python source, with one name for all names and one for all texts; words of other languages."""
    found: list[str] = []
    try:
        for token in tokenize.tokenize(io.BytesIO(source).readline):
            if token.type in _SKIPPED:
                continue
            if token.type == tokenize.NAME:
                found.append(token.string if keyword.iskeyword(token.string) else "N")
            else:
                found.append("S" if token.type == tokenize.STRING else token.string)
            if len(found) >= MAX_TOKENS:
                break
    except (tokenize.TokenError, SyntaxError, ValueError, RecursionError):
        return source.decode("utf-8", "replace").split()[:MAX_TOKENS]
    return found


def _runs(tokens: list[str]) -> set[tuple[str, ...]]:
    return {tuple(tokens[at : at + RUN_TOKENS]) for at in range(len(tokens) - RUN_TOKENS + 1)}


def similar_pairs(competition: Competition) -> list[SimilarPair]:
    """Pairs of versions of different teams with much in common: equal ones first, then the most alike.

    Of each team it is the version that plays, or the latest if none does: a last version that fails hides nothing.
    """
    names = {team.id: team.name for team in competition.teams() if not team.is_reference}
    chosen: dict[int, Bot] = {}
    for bot in competition.all_bots().values():
        before = chosen.get(bot.team)
        if bot.hash and bot.team in names and (bot.is_active or before is None or not before.is_active):
            chosen[bot.team] = bot
    tokens = {team: tokens_of(_source(competition, bot)) for team, bot in chosen.items()}
    runs = {team: _runs(found) for team, found in tokens.items()}
    counts = Counter(run for found in runs.values() for run in found)
    most = max(MAX_COMMON_TEAMS, MAX_COMMON * len(runs))
    common = {run for run, count in counts.items() if count > most} | _starter_runs(competition)
    own = {team: found - common for team, found in runs.items()}
    pairs: list[tuple[bool, float, int, int]] = []
    for one, other in combinations(sorted(own), 2):
        smaller = min(len(own[one]), len(own[other]))
        is_equal = chosen[one].hash == chosen[other].hash
        shared = 1.0 if is_equal else len(own[one] & own[other]) / smaller if smaller else 0.0
        if shared >= MIN_SHARED:
            pairs.append((is_equal, shared, one, other))
    pairs.sort(key=lambda pair: (not pair[0], -pair[1], pair[2], pair[3]))
    return [
        SimilarPair(
            SimilarBot(one, names[one], chosen[one].number),
            SimilarBot(other, names[other], chosen[other].number),
            round(shared, 3),
            round(SequenceMatcher(None, tokens[one], tokens[other], autojunk=False).ratio(), 3),
            is_equal,
        )
        for is_equal, shared, one, other in pairs[:MAX_PAIRS]
    ]


def compare_sources(competition: Competition, one: int, other: int) -> SideBySide:
    """Two submissions side by side, line by line: "equal", "replace", "delete" or "insert"."""
    left, right = (_source(competition, competition.bot(number)).decode("utf-8", "replace") for number in (one, other))
    a, b = left.splitlines(), right.splitlines()
    blocks = SequenceMatcher(None, [" ".join(line.split()) for line in a], [" ".join(line.split()) for line in b])
    return SideBySide(
        [SourceBlock(kind, a[i1:i2], b[j1:j2], i1 + 1, j1 + 1) for kind, i1, i2, j1, j2 in blocks.get_opcodes()]
    )


def _source(competition: Competition, bot: Bot) -> bytes:
    found = competition.data.file(bot.hash) if bot.hash else None
    if found is None:
        raise UsageError(f"bot {bot.number} has no source here")
    files = contents(found[1])
    texts = [found[0], *(path for path in sorted(files) if path.endswith(".py") and path != found[0])]
    return b"\n".join(files[path] for path in texts)


def _starter_runs(competition: Competition) -> set[tuple[str, ...]]:
    game, _ = competition.season().game_and_settings()
    language = language_for("python", None)
    return _runs(tokens_of(starter(game, language, Path("bot.py")).encode()))
