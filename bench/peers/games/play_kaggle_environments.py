"""kaggle-environments: its card games with its own random agents, and one decision of an agent behind HTTP.

Agents given as files run in the process of the match; what it has for another process is an agent at an address, served
by its own request handler.
"""

import subprocess
import sys
from time import perf_counter

from kaggle_environments import environments, make
from kaggle_environments.agent import UrlAgent
from kaggle_environments.utils import structify
from rounds import tell, tell_rate, tell_time

CARDS = ("kuhn_poker", "leduc_poker", "gin_rummy", "hearts")
FALLBACK = "rps"
ANSWERS = 20
SERVER = """
import logging, socket
from flask import Flask, request
from werkzeug.serving import make_server
from kaggle_environments.main import http_request
logging.getLogger("werkzeug").setLevel(logging.ERROR)
app = Flask("agent")
app.route("/", methods=["GET", "POST"])(lambda: http_request(request))
server = make_server("127.0.0.1", 0, app)
print("port", server.server_port, flush=True)
server.serve_forever()
"""


def looped(name):
    def play(number):
        if name == FALLBACK:
            steps = make(name).run(["rock", "paper"])
        else:
            env = make(name, configuration={"includeLegalActions": True})
            steps = env.run(["random"] * len(env.state))
            assert steps[-1][0]["observation"]["isTerminal"], steps[-1]
        assert all(state["status"] == "DONE" for state in steps[-1]), steps[-1]
        return sum(state["status"] == "ACTIVE" for step in steps[:-1] for state in step)

    return play


def tell_remote():
    """One question to an agent at an address of this machine, and its answer."""
    with subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True) as server:
        try:
            port = next(line.split()[1] for line in server.stdout if line.startswith("port "))
            url = f"http://127.0.0.1:{port}/?agents[]=rock"
            seen = structify({"step": 1, "remainingOverageTime": 60})
            agent, configuration = UrlAgent(url, "rps"), make("rps").configuration

            def ask():
                for _ in range(ANSWERS):
                    assert agent(seen, configuration) is not None

            how = "an agent at an address, HTTP, no sandbox"
            tell_time("one decision behind a process boundary", how, ask, ANSWERS, perf_counter)
        finally:
            server.kill()


found = [name for name in environments if name.removeprefix("open_spiel_") in CARDS]
for name in found or [FALLBACK]:
    try:
        title = name.removeprefix("open_spiel_").replace("_", " ")
        tell_rate(title, len(make(name).state), "Python", looped(name))
    except Exception as error:
        tell(kind="missing", game=name, reason=(str(error).splitlines() or [repr(error)])[0])
try:
    tell_remote()
except Exception as error:
    tell(kind="missing", game="one decision behind a process boundary", reason=repr(error))
