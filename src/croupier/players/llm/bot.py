"""A language model as a bot: it gets the question in words and answers with a number and the reason.

What fails between us and the model (an unreadable answer, a provider that is down, a cost cap that is reached) is a
harness fault: the safe move is played, and it is counted apart from play. A move that does not exist is the model's own
mistake, which the referee judges like any bot's.
"""

from pathlib import Path
from time import perf_counter
from typing import Any, Final, Literal

import msgspec

from croupier.kernel.bot import NOTE_LENGTH, Bot
from croupier.kernel.decision import Decision
from croupier.kernel.errors import Harness, IllegalMove, RunEnding
from croupier.kernel.game import Game
from croupier.players.llm.cassette import Cassette, Recorder, prompt_hash
from croupier.players.llm.costs import CostAccount, RequestRecord
from croupier.players.llm.models import Model
from croupier.players.llm.parse import NOTHING, Parsed, parse
from croupier.players.llm.prompt import question_prompt, system_prompt
from croupier.players.llm.providers import connect
from croupier.players.llm.retry import RetryingProvider
from croupier.players.llm.types import ModelReply, ModelRequest, ProviderFault

CHARACTERS_PER_TOKEN: Final = 2
"""A token has about four; to be on the safe side of a cap it is counted as having two."""
ONLY: Final = "Only one move was legal, so the model was not asked."
AGAIN: Final = (
    'I could not read a move in that. Answer with a JSON object and nothing else: {{"thinking": "...", '
    '"move": NUMBER}}, where NUMBER is from 1 to {most}.'
)


class RequestOptions(msgspec.Struct, frozen=True):
    """How a model is asked."""

    temperature: float = 0.3
    max_tokens: int = 1024
    timeout: float = 60.0
    retries: int = 4
    stream: bool = False
    rules: Literal["summary", "full"] = "summary"
    system: str = ""
    """Added to what the model is told before all else."""


class LanguageModelBot(Bot[Any, Any]):
    """Asks a model at every question and keeps nothing between two questions."""

    thinks_aside = True

    def __init__(
        self,
        game: Game,
        model: Model,
        options: RequestOptions | None = None,
        *,
        name: str = "llm",
        cassette: Path | None = None,
        record: Path | None = None,
        account: CostAccount | None = None,
        provider: RetryingProvider | None = None,
    ) -> None:
        """Raises a UsageError where a key or a package is missing; connects when it is first asked."""
        self._game = game
        self._model = model
        self._options = options = options or RequestOptions()
        self._name = name
        self._account = account
        self._tape = None if cassette is None else Cassette(cassette)
        self._recorder = None if record is None else Recorder(record, model.url or model.provider.name)
        self._provider = provider
        if self._tape is None and provider is None:
            self._provider = connect(model, options.timeout, options.stream, options.retries)
        self._system = system_prompt(game, options.rules, options.system)
        self.last_thinking = ""
        """The reasoning behind the last answer; the replay keeps it as the note."""
        self.ledger: list[RequestRecord] = []
        """What this bot asked, request by request."""

    def decide(self, decision: Decision[Any, Any]) -> int:
        self.last_thinking = ""
        if len(decision.moves) == 1:
            self.last_thinking = self.note = ONLY
            return 0
        prompt = question_prompt(self._game, decision, self.table.names)
        messages: tuple[tuple[str, str], ...] = (("user", prompt),)
        tokens = self._options.max_tokens
        for attempt in (1, 2):
            answered, parsed = self._request(decision, messages, tokens, attempt)
            if parsed.number is not None:
                self.last_thinking = self.note = (parsed.thinking or answered.thinking)[:NOTE_LENGTH]
                if not 1 <= parsed.number <= len(decision.moves):
                    chose = f"{self._model.name} chose move {parsed.number}"
                    raise IllegalMove(f"{chose} at '{decision.question}', and there are {len(decision.moves)}")
                return parsed.number - 1
            if answered.cut_off:
                tokens *= 2
            messages = (
                *messages,
                ("assistant", answered.text or "(nothing)"),
                ("user", AGAIN.format(most=len(decision.moves))),
            )
        raise Harness(f"no move could be read in two answers of {self._model.name} to '{decision.question}'")

    def _request(
        self, decision: Decision[Any, Any], messages: tuple[tuple[str, str], ...], tokens: int, attempt: int
    ) -> tuple[ModelReply, Parsed]:
        """One request, with its entry in the ledger."""
        price = self._model.price
        temperature = self._options.temperature if price is None or price.temperature else None
        asked = ModelRequest(self._model.name, self._system, messages, temperature, tokens)
        prompt = prompt_hash(asked)
        began = perf_counter()
        heard: ModelReply | None = None
        parsed = Parsed(None, NOTHING)
        outcome = ""
        try:
            answered = heard = self._answer(asked, prompt)
            parsed = parse(answered.text, decision.moves, self.table.names)
            if answered.cut_off and parsed.path != "json":
                parsed = Parsed(None, NOTHING, parsed.thinking)
            outcome = "unreadable"
            if parsed.number is not None:
                outcome = "move" if 1 <= parsed.number <= len(decision.moves) else "illegal"
        except Harness as fault:
            outcome = str(fault)
            raise
        finally:
            self._record(decision, asked, prompt, attempt, heard, perf_counter() - began, parsed.path, outcome)
        return answered, parsed

    def _answer(self, asked: ModelRequest, prompt: str) -> ModelReply:
        if self._tape is not None:
            answered = self._tape.answer(prompt)
            if answered is None:
                raise Harness(f"the cassette {self._tape.path} has no answer to prompt {prompt}; record it again")
            return answered
        most = self._set_aside(asked)
        spent = most
        try:
            assert self._provider is not None
            answered = self._provider.ask(asked)
            spent = self._cost(answered) or 0.0
        except ProviderFault as fault:
            spent = 0.0
            raise self._fault(fault) from fault
        finally:
            if self._account is not None:
                self._account.settle(most, spent)
        if self._recorder is not None:
            self._recorder.add(prompt, asked.model, answered)
        return answered

    def _fault(self, fault: ProviderFault) -> Harness:
        provider, model = self._model.provider, self._model
        if fault.status in (401, 403):
            key = f"; check {provider.key}" if provider.key else ""
            return RunEnding(f"{provider.name} rejected the key ({fault}){key}")
        if fault.status == 404:
            return RunEnding(f"{provider.name} has no model {model.name!r} at {model.url or 'its address'} ({fault})")
        return Harness(f"{provider.name} did not answer: {fault}")

    def _set_aside(self, asked: ModelRequest) -> float:
        """The most that a request can cost, if the purse still holds it."""
        if self._account is None or self._model.price is None:
            return 0.0
        characters = len(asked.system) + sum(len(text) for _, text in asked.messages)
        most = self._model.price.of(characters // CHARACTERS_PER_TOKEN + 200, asked.max_tokens)
        if not self._account.set_aside(most):
            raise Harness(f"the budget of ${self._account.cap:g} is used up")
        return most

    def _cost(self, answered: ModelReply) -> float | None:
        usage, price = answered.usage, self._model.price
        if usage.cost is not None:
            return usage.cost
        return None if price is None else price.of(usage.tokens_in, usage.tokens_out)

    def _record(
        self,
        decision: Decision[Any, Any],
        asked: ModelRequest,
        prompt: str,
        attempt: int,
        answered: ModelReply | None,
        seconds: float,
        path: str,
        outcome: str,
    ) -> None:
        usage = (answered or ModelReply("")).usage
        entry = RequestRecord(
            self._name,
            decision.game,
            decision.seat,
            decision.id,
            decision.question,
            asked.model,
            prompt,
            attempt,
            usage.tokens_in,
            usage.tokens_out,
            0.0 if answered is None else self._cost(answered),
            round(seconds, 3),
            0 if self._provider is None else self._provider.tried,
            path,
            outcome or "stopped",
            self._tape is not None,
        )
        self.ledger.append(entry)
        if self._account is not None:
            self._account.enter(entry)
