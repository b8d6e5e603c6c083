"""`llm:MODEL` and `llm:MODEL:key=value,...` as an entrant."""

import os
import re
from pathlib import Path
from typing import Final, Literal

import msgspec

from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.players.entrant import Entrant
from croupier.players.llm.bot import LanguageModelBot, RequestOptions
from croupier.players.llm.costs import CostAccount
from croupier.players.llm.models import Price, find_model
from croupier.players.options import read_options

PREFIX: Final = "llm:"
CASSETTE: Final = "CROUPIER_LLM_CASSETTE"
"""The variable that names a cassette to be played instead of asking anybody."""
_SPEC: Final = re.compile(r"llm:(?P<model>.*?)(?::(?P<options>[a-z_]+=.*))?", re.DOTALL)


class LanguageModelFactory(msgspec.Struct, frozen=True):
    """Makes a fresh bot for every match; equal if made from the same."""

    game: Game
    model: str
    name: str
    options: "Options"
    account: CostAccount | None = None

    def __call__(self) -> LanguageModelBot:
        options = self.options
        price = None
        if options.input_price is not None and options.output_price is not None:
            price = Price(options.input_price, options.output_price)
        elif options.input_price is not None or options.output_price is not None:
            raise UsageError("give both input_price and output_price, in dollars per million tokens")
        model = find_model(self.model, options.url, price)
        if self.account is not None and self.account.cap is not None and model.price is None:
            raise UsageError(
                f"--max-cost needs the price of {model.name}: input_price=DOLLARS,output_price=DOLLARS per "
                "million tokens"
            )
        cassette = options.cassette or os.environ.get(CASSETTE, "")
        return LanguageModelBot(
            self.game,
            model,
            msgspec.structs.replace(options, system=options.system_text()),
            name=self.name,
            cassette=Path(cassette) if cassette and not options.record else None,
            record=Path(options.record) if options.record else None,
            account=self.account,
        )


class Options(RequestOptions, frozen=True):
    """What can be written behind the model: how it is asked, and where."""

    url: str = ""
    cassette: str = ""
    record: str = ""
    input_price: float | None = None
    output_price: float | None = None

    def system_text(self) -> str:
        """`system` is a text, or @FILE."""
        if not self.system.startswith("@"):
            return self.system
        try:
            return Path(self.system[1:]).read_text("utf-8").strip()
        except OSError as error:
            raise UsageError(f"cannot read the system prompt {self.system[1:]}: {error.strerror}") from None


def options_of(
    *,
    temperature: float = 0.3,
    max_tokens: int = 1024,
    timeout: float = 60.0,
    retries: int = 4,
    stream: bool = False,
    rules: Literal["summary", "full"] = "summary",
    system: str = "",
    url: str = "",
    cassette: str = "",
    record: str = "",
    input_price: float | None = None,
    output_price: float | None = None,
) -> Options:
    """The options by name; their annotations say what text becomes."""
    if not 0 <= temperature <= 2:
        raise UsageError(f"temperature must be from 0 to 2, not {temperature:g}")
    if max_tokens < 1 or retries < 0 or timeout <= 0:
        raise UsageError("max_tokens and timeout must be more than 0, retries at least 0")
    return Options(
        temperature,
        max_tokens,
        timeout,
        retries,
        stream,
        rules,
        system,
        url,
        cassette,
        record,
        input_price,
        output_price,
    )


def llm_entrant(game: Game, spec: str) -> Entrant:
    """The bot that a spec names."""
    found = _SPEC.fullmatch(spec)
    if found is None or not found["model"]:
        raise UsageError(f"{spec!r}: write a language model as llm:MODEL, such as llm:haiku")
    name = f"{PREFIX}{found['model']}"
    find_model(found["model"])
    options = options_of(**read_options(name, options_of, found["options"] or ""))
    return Entrant(name, spec, LanguageModelFactory(game, found["model"], name, options))


def is_llm(entrant: Entrant) -> bool:
    return isinstance(entrant.make, LanguageModelFactory)


def charge(entrants: tuple[Entrant, ...], account: CostAccount) -> tuple[Entrant, ...]:
    """Return the entrants, with the cost of language models charged to this account under their names at the table."""
    charged: list[Entrant] = []
    for entrant in entrants:
        make = entrant.make
        if isinstance(make, LanguageModelFactory):
            entrant = msgspec.structs.replace(
                entrant, make=msgspec.structs.replace(make, account=account, name=entrant.name)
            )
        charged.append(entrant)
    return tuple(charged)
