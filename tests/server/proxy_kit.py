"""The proxies of the examples in deploy/, each as a real process with a certificate of its own."""

import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from contextlib import closing
from pathlib import Path

from server_kit import PATIENCE
from suite import ROOT

DEPLOY = ROOT / "deploy"
_NGINX = """
daemon off;
pid {folder}/nginx.pid;
error_log stderr;
worker_processes 1;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""
_CADDY = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n"


def program(name: str) -> str:
    """A proxy's program."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")
    assert found, f"this test needs {name}: make test installs it, or apt-get install {name}"
    return found


def certificate(folder: Path) -> Path:
    """A certificate for localhost; its key is next to it."""
    folder.mkdir()
    words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
    files = ["-addext", "subjectAltName=DNS:localhost", "-keyout", folder / "key.pem", "-out", folder / "cert.pem"]
    subprocess.run([program("openssl"), *words.split(), *files], check=True, capture_output=True)
    return folder / "cert.pem"


class Proxy:
    """One proxy in front of a server, with an example's configuration changed only in names, ports and certificate."""

    def __init__(self, example: Path, folder: Path, server_port: int) -> None:
        self.port, self.plain_port = _free_port(), _free_port()
        self.url = f"https://localhost:{self.port}"
        self._folder = folder
        self._certificate = certificate(folder / "tls")
        self.trust = ssl.create_default_context(cafile=str(self._certificate))
        text = example.read_text().replace("127.0.0.1:8035", f"127.0.0.1:{server_port}")
        command = self._caddy(text) if "Caddyfile" in example.name else self._nginx(text)
        self._log = (folder / "log").open("w")
        homes = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
        self._process = subprocess.Popen(command, stdout=self._log, stderr=self._log, env={**os.environ, **homes})
        self._wait()

    def _nginx(self, text: str) -> list[str]:
        key = self._certificate.with_name("key.pem")
        text = re.sub(r"listen \[::\].*;", "", text)
        text = text.replace("listen 80;", f"listen 127.0.0.1:{self.plain_port};")
        text = text.replace("listen 443 ", f"listen 127.0.0.1:{self.port} ")
        text = re.sub(r"server_name .*;", "server_name localhost;", text)
        text = re.sub(r"(ssl_certificate_key) .*;", rf"\1 {key};", text)
        text = re.sub(r"(ssl_certificate) .*;", rf"\1 {self._certificate};", text)
        (self._folder / "site.conf").write_text(text)
        (self._folder / "nginx.conf").write_text(_NGINX.format(folder=self._folder))
        return [program("nginx"), "-e", "stderr", "-p", str(self._folder), "-c", str(self._folder / "nginx.conf")]

    def _caddy(self, text: str) -> list[str]:
        files = f"{self._certificate} {self._certificate.with_name('key.pem')}"
        text = re.sub(r"(?m)^\S*example\.org \{", f"localhost:{self.port} {{\n\ttls {files}", text)
        (self._folder / "Caddyfile").write_text(_CADDY + text)
        return [program("caddy"), "run", "--config", str(self._folder / "Caddyfile"), "--adapter", "caddyfile"]

    def _wait(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            assert self._process.poll() is None, (self._folder / "log").read_text()
            with closing(socket.socket()) as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise AssertionError("the proxy did not start")

    def stop(self) -> None:
        """Stop the proxy."""
        self._process.terminate()
        self._process.wait(PATIENCE)
        self._log.close()


def _free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
