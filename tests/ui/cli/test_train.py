"""`croupier train`: a policy file that plays, and goes on where it stopped."""

import json


def test_a_trained_policy_plays(croupier, tmp_path):
    policy = tmp_path / "coup.policy"
    trained = croupier("train", "coup", "--minutes", 0.01, "--seats", "2", "--out", policy, "--json")
    assert trained.code == 0, trained.err
    report = json.loads(trained.out)["reports"][-1]
    assert report["decisions"] > 0
    assert 0 < report["gauntlet"]["2 seats heuristic"] < 1
    resumed = croupier("train", "coup", "--minutes", 0.01, "--seats", "2", "--out", policy, "--resume", "--quiet")
    assert resumed.code == 0, resumed.err
    played = croupier("run", "coup", f"learned:weights={policy}", "heuristic", "-n", 4, "--json")
    assert played.code == 0, played.err
    assert json.loads(played.out)["matches"] == 4


def test_what_cannot_be_trained_is_said_at_once(croupier, tmp_path):
    for arguments, expected in (
        (["--seats", "9"], "not for 9"),
        (["--seats", "two"], "such as 2,4"),
        (["--variant", "window=never"], "window"),
        (["--resume"], "not a checkpoint"),
    ):
        refused = croupier("train", "coup", "--out", tmp_path / "coup.policy", *arguments)
        assert refused.code == 2
        assert expected in refused.err
    assert "no folder" in croupier("train", "coup", "--out", tmp_path / "missing" / "coup.policy").err
