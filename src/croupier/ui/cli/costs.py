"""What language models cost in a command, and the cap on it."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from croupier.kernel.errors import UsageError
from croupier.players.entrant import Entrant
from croupier.players.llm.costs import BotCosts, CostAccount, sum_costs
from croupier.players.llm.models import price_date
from croupier.players.llm.spec import charge, is_llm
from croupier.players.spec import try_out
from croupier.ui.cli.output import say

MaxCost = Annotated[
    float | None,
    typer.Option(
        "--max-cost",
        metavar="DOLLARS",
        help="Spend no more than this on language models; moves they cannot pay for count as harness faults.",
        show_default=False,
    ),
]
LedgerFolder = Annotated[
    Path | None,
    typer.Option(
        "--ledger",
        metavar="FOLDER",
        help="Log every request to a language model in FOLDER/ledger.jsonl.",
    ),
]


@contextmanager
def open_account(
    entrants: tuple[Entrant, ...], max_cost: float | None, folder: Path | None, backend: str = "local"
) -> Generator[tuple[tuple[Entrant, ...], CostAccount | None]]:
    """Charge the language models among the entrants to an account while the block lasts; yields both."""
    if not any(map(is_llm, entrants)):
        if max_cost is not None or folder is not None:
            raise UsageError("--max-cost and --ledger need a language model among the bots, such as llm:haiku")
        yield entrants, None
        return
    if backend == "ray":
        if max_cost is not None:
            raise UsageError("--max-cost works on one machine only; remove --backend ray")
        yield entrants, None
        return
    with TemporaryDirectory(prefix="croupier-") as temporary:
        account = CostAccount(folder or Path(temporary), max_cost)
        paying = charge(entrants, account)
        for entrant in filter(is_llm, paying):
            try_out(entrant)
        yield paying, account


def print_bills(account: CostAccount | None, matches: int) -> None:
    """A line or two for each language model: what it was asked, what went wrong that is not play, what it cost."""
    if account is None:
        return
    for bill in sum_costs(account.entries()):
        say(_asked(bill))
        say(f"  {_cost(bill, matches)}")
        if bill.harness:
            what = "decision" if bill.harness == 1 else "decisions"
            say(f"  {bill.harness} {what} without a readable answer: harness faults, not the model's play")
    if account.cap is not None:
        say(f"Spent ${account.spent:.6f} of the ${account.cap:g} that --max-cost allows.")


def _asked(bill: BotCosts) -> str:
    paths = ", ".join(f"{path} {count}" for path, count in sorted(bill.paths.items())) or "none"
    played = " (from a cassette)" if bill.replayed == bill.requests else ""
    retries = f", {bill.retries} retries" if bill.retries else ""
    return (
        f"{bill.bot} is {', '.join(bill.models)}: {bill.answers} answers to {bill.requests} requests{played}, "
        f"read as {paths}{retries}"
    )


def _cost(bill: BotCosts, matches: int) -> str:
    tokens = f"{bill.tokens_in:,} tokens in and {bill.tokens_out:,} out"
    if bill.cost is None:
        return f"{tokens}; price unknown; set it with input_price=... and output_price=..."
    each = f", ${bill.cost / matches:.6f} a game" if matches else ""
    return f"{tokens}: ${bill.cost:.6f}{each}, at the prices of {price_date()}"


def bill_document(account: CostAccount | None, matches: int) -> dict[str, Any]:
    """The same for programs; without times, so that a cassette gives the same document again."""
    if account is None:
        return {}
    found = [
        {
            "bot": bill.bot,
            "models": bill.models,
            "answers": bill.answers,
            "requests": bill.requests,
            "replayed": bill.replayed,
            "tokens_in": bill.tokens_in,
            "tokens_out": bill.tokens_out,
            "cost": None if bill.cost is None else round(bill.cost, 8),
            "cost_per_game": None if bill.cost is None or not matches else round(bill.cost / matches, 8),
            "retries": bill.retries,
            "harness_faults": bill.harness,
            "paths": bill.paths,
        }
        for bill in sum_costs(account.entries())
    ]
    return {"language_models": found, "max_cost": account.cap}
