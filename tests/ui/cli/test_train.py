"""`croupier train`: a policy file that plays, and goes on where it stopped."""

import json


def test_a_trained_policy_plays(croupier, tmp_path):
    policy = tmp_path / "coup.policy"
    trained = croupier("train", "coup", "--minutes", 0.01, "--seats", "2", "--out", policy, "--json")
    assert trained.code == 0, trained.err
    report = json.loads(trained.out)["reports"][-1]
    assert report["decisions"] > 0
    assert 0 < report["gauntlet"]["heuristic"]["2 seats"] < 1
    resumed = croupier("train", "coup", "--minutes", 0.01, "--seats", "2", "--out", policy, "--resume", "--quiet")
    assert resumed.code == 0, resumed.err
    played = croupier("run", "coup", f"learned:weights={policy}", "heuristic", "-n", 4, "--json")
    assert played.code == 0, played.err
    assert json.loads(played.out)["matches"] == 4


def test_a_training_begins_with_a_policy_and_draws_its_curves(croupier, tmp_path):
    out, page = tmp_path / "coup.policy", tmp_path / "coup.html"
    begin = ("train", "coup", "--minutes", 0.01, "--seats", "2", "--out", out, "--report", page)
    trained = croupier(*begin, "--from", "learned", "--json")
    assert trained.code == 0, trained.err
    (report,) = json.loads(trained.out)["reports"]
    assert report["gauntlet"]["heuristic"]["2 seats"] > 0.6  # as good as `learned` from the first round on
    drawn = page.read_text(encoding="utf-8")
    assert "Win rate against heuristic" in drawn
    assert "<path" in drawn
    assert 'http-equiv="refresh"' not in drawn  # the training is over
    resumed = croupier("train", "coup", "--minutes", 0.02, "--seats", "2", "--out", out, "--resume", "--json")
    assert json.loads(resumed.out)["reports"][0] == report


def test_what_cannot_be_trained_is_said_at_once(croupier, tmp_path):
    for arguments, expected in (
        (["--seats", "9"], "not for 9"),
        (["--seats", "two"], "such as 2,4"),
        (["--variant", "window=never"], "window"),
        (["--resume"], "not a checkpoint"),
        (["--resume", "--from", "learned"], "give one of them"),
        (["--from", "nowhere.policy"], "no file nowhere.policy"),
    ):
        refused = croupier("train", "coup", "--out", tmp_path / "coup.policy", *arguments)
        assert refused.code == 2
        assert expected in refused.err
    assert "no folder" in croupier("train", "coup", "--out", tmp_path / "missing" / "coup.policy").err
