"""The GitHub workflows name only what exists: make targets, scripts, jobs and other workflows."""

import os
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))

every_workflow = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)


def steps_of(path: Path) -> list[dict[str, Any]]:
    jobs = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
    return [step for job in jobs.values() for step in job.get("steps", [])]


def test_checks_wheels_manual_and_releases_have_one_each():
    assert {path.stem for path in WORKFLOWS} == {"checks", "wheels", "manual", "release"}


@every_workflow
def test_commands_name_what_exists(path: Path):
    for step in steps_of(path):
        run = step.get("run", "")
        assert set(re.findall(r"\bmake ([a-z-]+)", run)) <= TARGETS
        for script in re.findall(r"scripts/[\w.-]+", run):
            assert (ROOT / script).is_file(), script


@every_workflow
def test_every_action_has_a_version_and_every_job_a_machine(path: Path):
    for step in steps_of(path):
        assert "run" in step or "@" in step["uses"]
    jobs = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
    for job in jobs.values():
        assert "runs-on" in job or (ROOT / job["uses"]).is_file()
        needed = job.get("needs", [])
        assert set([needed] if isinstance(needed, str) else needed) <= set(jobs)


def test_checks_run_on_three_systems():
    jobs = yaml.safe_load((ROOT / ".github/workflows/checks.yml").read_text(encoding="utf-8"))["jobs"]
    systems = {jobs["linux"]["runs-on"], *jobs["elsewhere"]["strategy"]["matrix"]["os"]}
    assert {name.partition("-")[0] for name in systems} == {"ubuntu", "macos", "windows"}


def test_compiled_wheels_get_everything_that_is_built_for_the_page():
    jobs = yaml.safe_load((ROOT / ".github/workflows/wheels.yml").read_text(encoding="utf-8"))["jobs"]
    (sent,) = (
        step["with"]["path"].split() for step in jobs["page"]["steps"] if step.get("with", {}).get("name") == "page"
    )
    (got,) = (step["with"] for step in jobs["compiled"]["steps"] if "download-artifact" in step.get("uses", ""))
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    assert sorted(sent) == sorted(line.strip("/") for line in ignored if line.startswith("/src/croupier/"))
    # An artifact begins at the last folder that all its paths share.
    assert got == {"name": "page", "path": os.path.commonpath(sent)}
