#!/bin/sh
# Pin the images of deploy/images by digest, so that everybody builds and runs the same bytes until somebody decides otherwise.
#   deploy/pin.sh            write the digests of images.lock into .env; look them up first if there is no images.lock
#   deploy/pin.sh --update   look them up in any case: this is how to get security updates of the images
#   deploy/pin.sh --check    fail unless images.lock has a digest for every image of deploy/images
# Digests are looked up with skopeo, or else with docker (buildx), or else with podman, which downloads the images.
set -eu
cd "$(dirname "$0")"

images() {
    grep -v '^#' images
}

digest() {
    if command -v skopeo >/dev/null; then
        skopeo inspect --no-tags --format '{{.Digest}}' "docker://$1"
    elif command -v docker >/dev/null; then
        docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$1"
    elif command -v podman >/dev/null; then
        podman pull -q "$1" >/dev/null && podman image inspect --format '{{.Digest}}' "$1"
    else
        echo "pin.sh: skopeo, docker or podman is needed to look up digests" >&2
        return 1
    fi
}

check() {
    test -f images.lock || { echo "images.lock is missing: run deploy/pin.sh where there is a network"; return 1; }
    images | while read -r name image; do
        grep -Eqx "$name=$image@sha256:[0-9a-f]{64}" images.lock ||
            { echo "images.lock has no digest for $name=$image: run deploy/pin.sh --update"; return 1; }
    done
}

if [ "${1:-}" = --check ]; then
    check
    exit
fi
if [ "${1:-}" = --update ] || ! [ -f images.lock ]; then
    # Whole or not at all.
    trap 'rm -f images.lock.new' EXIT
    images | while read -r name image; do
        found=$(digest "$image")
        echo "$name=$image@$found"
    done >images.lock.new
    mv images.lock.new images.lock
fi
check
if [ -f .env ]; then
    grep -v '_IMAGE=' .env >.env.new || true
    cat images.lock >>.env.new
    # Copied rather than moved, so that the file keeps its owner and mode.
    cat .env.new >.env
    rm .env.new
    echo "pinned in .env:"
else
    echo "pinned in images.lock (there is no .env yet: copy example.env, and run this again):"
fi
cat images.lock
