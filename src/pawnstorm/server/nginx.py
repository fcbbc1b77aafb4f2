"""The nginx in front of several processes: finding it, and the configuration that is written for it."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from pawnstorm.core.errors import UsageError

_USUAL = "/usr/sbin:/usr/local/sbin:/opt/homebrew/bin"
"""Where nginx is besides the user's own path."""
_MORE_REQUESTS = 50
"""How many requests an address may have under way besides its sockets."""
_UNUSED = ("fastcgi", "uwsgi", "scgi")
"""Parts of nginx that make folders for themselves when it starts, unless it was built without them."""


class Front(NamedTuple):
    """What nginx is told: where to listen, which processes are behind it, and which proxies in front are trusted."""

    folder: Path
    host: str
    port: int
    sockets: Sequence[Path]
    proxies: Sequence[str]
    sockets_per_address: int


def find_nginx() -> str:
    """The program; a `UsageError` says how to get it."""
    found = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}{os.pathsep}{_USUAL}")
    if found is None:
        raise UsageError("several processes need nginx in front of them: install it, as with apt-get install nginx")
    return found


def command(program: str, front: Front) -> list[str]:
    """Write the configuration; the command that runs nginx with it."""
    file = front.folder / "nginx.conf"
    file.write_text(_configuration(front, _parts_left_out(program)), "utf-8")
    return [program, "-e", "stderr", "-p", str(front.folder), "-c", str(file)]


def _parts_left_out(program: str) -> set[str]:
    said = subprocess.run([program, "-V"], capture_output=True, text=True, check=False).stderr
    return {part for part in _UNUSED if f"--without-http_{part}_module" in said}


def _configuration(front: Front, left_out: set[str]) -> str:
    host = f"[{front.host}]" if ":" in front.host else front.host
    parts = ["client_body", "proxy", *(part for part in _UNUSED if part not in left_out)]
    return _TEXT.format(
        user=_user(),
        workers=max(1, len(front.sockets) // 2),
        folders="\n    ".join(f"{part}_temp_path {front.folder}/{part};" for part in parts),
        proxies="\n    ".join(_trust(proxy) for proxy in front.proxies),
        trusted=" ".join(f"{proxy} 1;" for proxy in front.proxies),
        servers="\n        ".join(f"server unix:{path} max_fails=1 fail_timeout=1s;" for path in front.sockets),
        listen=f"{host}:{front.port}",
        at_once=front.sockets_per_address + _MORE_REQUESTS,
    )


def _trust(proxy: str) -> str:
    return f"set_real_ip_from {proxy};"


def _user() -> str:
    """Root's nginx would change to another user, who cannot reach the sockets of the processes."""
    if os.geteuid():
        return ""
    import grp
    import pwd

    return f"user {pwd.getpwuid(0).pw_name} {grp.getgrgid(0).gr_name};"


_TEXT = """\
daemon off;
{user}
pid nginx.pid;
worker_processes {workers};
error_log stderr error;
events {{ worker_connections 32768; }}

http {{
    access_log off;
    server_tokens off;
    {folders}

    {proxies}
    real_ip_header X-Forwarded-For;
    real_ip_recursive on;
    geo $realip_remote_addr $trusted {{ default 0; {trusted} }}
    map $trusted:$http_x_forwarded_proto $seen_scheme {{ default $scheme; 1:https https; 1:http http; }}

    # All sockets of a table go to one process, and so does everything else of a visitor. An analysis is kept by the
    # process that made it, whatever table it is of.
    map $uri $shared_by {{
        ~/api/tables/[^/]+/analysis$ $remote_addr;
        ~/api/tables/(?<table>[^/]+) $table;
        default $remote_addr;
    }}
    limit_conn_zone $remote_addr zone=addresses:10m;
    limit_conn_status 429;
    map $http_upgrade $connection_kind {{ default upgrade; "" ""; }}

    upstream processes {{
        hash $shared_by consistent;
        {servers}
        keepalive 64;
    }}

    server {{
        listen {listen} backlog=2048;
        client_max_body_size 2m;
        client_header_timeout 10s;
        client_body_timeout 10s;
        send_timeout 30s;
        location / {{
            limit_conn addresses {at_once};
            proxy_pass http://processes;
            proxy_http_version 1.1;
            proxy_connect_timeout 2s;
            # A silent socket is pinged every 20 seconds.
            proxy_read_timeout 90s;
            proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_kind;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_set_header X-Forwarded-Proto $seen_scheme;
        }}
    }}
}}
"""
