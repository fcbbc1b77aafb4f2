"""What deploy/ names must exist: files, options, services, users. The proxies are tested in test_proxies.py."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml
from proxy_kit import DEPLOY, program
from suite import ROOT

from pawnstorm.cli.main import app

UNITS = sorted((DEPLOY / "systemd").iterdir())
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def stages() -> list[tuple[str, list[list[str]]]]:
    """The stages of the Dockerfile: where each begins, and its instructions as words."""
    text = re.sub(r"\\\n\s*", " ", (DEPLOY / "Dockerfile").read_text())
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    found: list[tuple[str, list[list[str]]]] = []
    for words in lines:
        if words[0] == "FROM":
            found.append((words[1], []))
        found[-1][1].append(words)
    return found


def check_command(words: list[str]) -> None:
    """A command line of ours has only options that exist."""
    command: Any = typer.main.get_command(app).commands[words[0]]  # type: ignore[attr-defined]
    known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    assert {word for word in words[1:] if word.startswith("--")} <= known


def test_the_image_is_made_of_what_there_is() -> None:
    kept = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    names = {words[3] for _, instructions in stages() for words in instructions[:1] if len(words) > 2}
    copied = set()
    for _, instructions in stages():
        for words in instructions:
            if words[0] == "COPY" and words[1].startswith("--from="):
                assert words[1].removeprefix("--from=") in names
            elif words[0] == "COPY":
                copied |= set(words[1:-1])
    assert copied
    for source in copied:
        assert (ROOT / source).exists(), source
        assert source.split("/")[0] in kept, f"{source} is not sent to the engine"
    assert {name for name in kept if not any(source.split("/")[0] == name for source in copied)} == set()


def test_the_image_runs_nothing_that_needs_the_network() -> None:
    base, last = stages()[-1]
    assert re.fullmatch(r"python:3\.\d+-slim", base)
    assert [words[0] for words in last].count("USER") == 1, "the server is not root"
    fetching = re.compile(r"\b(apt-get|pip|npm|curl|wget|git)\b")
    assert not [
        words for words in last if words[0] in ("RUN", "CMD", "ENTRYPOINT") and fetching.search(" ".join(words))
    ]
    ports = [words[1] for words in last if words[0] == "EXPOSE"]
    assert ports == ["8035"]
    check_command(["serve", "--host"])


def test_every_pinned_list_of_the_image_has_the_drivers_of_both_databases() -> None:
    pinned = (ROOT / "requirements" / "postgres.txt").read_text()
    for name in ("sqlalchemy", "psycopg", "uvicorn", "msgspec"):
        assert re.search(rf"^{name}(\[.*\])?==", pinned, re.MULTILINE), name


def test_the_services_fit_together() -> None:
    services = COMPOSE["services"]
    check_command(services["server"]["command"])
    volumes = {volume.partition(":")[0] for one in services.values() for volume in one["volumes"]}
    assert {name for name in volumes if not name.startswith(".")} == set(COMPOSE["volumes"])
    assert all((DEPLOY / name).exists() for name in volumes if name.startswith("."))
    assert (DEPLOY / services["server"]["build"]["context"] / services["server"]["build"]["dockerfile"]).is_file()
    for one in services.values():
        assert set(one.get("depends_on", ())) <= set(services)
        assert ":latest" not in one.get("image", "image:1")
        assert re.search(r":\w", one.get("image", "image:1")), "an image has a version"
    # The proxy is believed because it is in the network of the services.
    subnet = COMPOSE["networks"]["default"]["ipam"]["config"][0]["subnet"]
    words = services["server"]["command"]
    assert words[words.index("--proxy") + 1] == subnet
    assert "@database/" in services["server"]["environment"]["PAWNSTORM_DATABASE"]
    assert "server:8035" in (DEPLOY / "caddy" / "Caddyfile.compose").read_text()


def test_caddy_accepts_the_file_of_the_containers(tmp_path: Path) -> None:
    file = DEPLOY / "caddy" / "Caddyfile.compose"
    words = [program("caddy"), "validate", "--config", str(file), "--adapter", "caddyfile"]
    env = {"DOMAIN": "localhost", "HOME": str(tmp_path), "PATH": "/usr/bin"}
    done = subprocess.run(words, capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_the_units_start_commands_that_exist(unit: Path) -> None:
    for line in re.findall(r"^Exec\w+=(.*)$", unit.read_text(), re.MULTILINE):
        found = re.search(r"/opt/pawnstorm/bin/pawnstorm (.*)", line)
        if found:
            check_command(shlex.split(found[1].rstrip("'")))


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not on every machine that runs tests")
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    for unit in UNITS:
        # Its program need not be installed here.
        (tmp_path / unit.name).write_text(unit.read_text().replace("/opt/pawnstorm/bin/pawnstorm serve", "/bin/true"))
    files = [str(tmp_path / unit.name) for unit in UNITS]
    done = subprocess.run(["systemd-analyze", "verify", *files], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
