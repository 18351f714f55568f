#!/bin/sh
# The steps of the Dockerfile and of docs/guides/hosting.md without a container: a wheel from the files that it copies and the lock file
# it builds with (not compiled here: 'make wheel-test' tries that), a clean environment from the lock file of the server, and what
# deploy/ starts. Ends by itself. usage: deploy/smoke.sh [PYTHON]
set -eu
cd "$(dirname "$0")/.."
python=${1:-python3}
pip="-m pip install -qq --disable-pip-version-check --require-hashes"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" -m venv "$folder/build"
"$folder/build/bin/python" $pip -r requirements/build.lock
mkdir -p "$folder/src/docs"
cp -r pyproject.toml README.md LICENSE NOTICE tools src "$folder/src"
cp -r docs/rules "$folder/src/docs"
REPULSE_PAGE=1 "$folder/build/bin/python" -m pip wheel -qq --disable-pip-version-check --no-deps --no-build-isolation \
    -w "$folder/dist" "$folder/src"
"$python" -m venv "$folder/venv"
"$folder/venv/bin/python" $pip -r requirements/server.lock
"$folder/venv/bin/python" -m pip install -qq --disable-pip-version-check --no-deps "$folder"/dist/*.whl
mkdir "$folder/trial"
cd "$folder/trial"
"$folder/venv/bin/python" "$OLDPWD/deploy/smoke.py" "$folder/venv/bin" "$folder/trial"
echo "the server stands"
