#!/bin/sh
# The steps of the Containerfile without a container: a wheel, a clean environment from the lock file of the server with its
# hashes, and a server that answers, on a free port of this machine. Ends by itself. usage: deploy/try.sh [PYTHON]
set -eu
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
REPULSE_PAGE=1 .venv/bin/python -m pip wheel -qq --disable-pip-version-check --no-deps --no-build-isolation -w "$folder/dist" .
"${1:-python3}" -m venv "$folder/venv"
"$folder/venv/bin/pip" install -qq --disable-pip-version-check --require-hashes -r requirements-server.lock
"$folder/venv/bin/pip" install -qq --disable-pip-version-check --no-deps "$folder"/dist/*.whl
cd "$folder"
REPULSE_HOME="$folder/home" REPULSE_ADMIN_TOKEN=only-for-this-trial venv/bin/repulse serve --log json > address &
server=$!
for _ in $(seq 100); do
    grep -q http address && break
    sleep 0.3
done
url=$(grep -o 'http[^ ]*' address)
venv/bin/python - "$url" <<'END'
import sys, urllib.request
for path in ("readyz", "", "api/games"):
    with urllib.request.urlopen(sys.argv[1] + path, timeout=30) as reply:
        print(reply.status, "/" + path)
END
REPULSE_ADMIN_TOKEN=only-for-this-trial venv/bin/repulse admin statistics --url "$url"
REPULSE_HOME="$folder/home" venv/bin/repulse backup "$folder/backup.gz"
echo "the server stands"
