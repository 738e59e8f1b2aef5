# What the package and the archive have in common. Sourced by their `build`, from the root of the checkout.

# Every date in what is built: that of the commit, so that two builds make the same bytes.
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
export LC_ALL=C.UTF-8 TZ=UTC
umask 022
DISTRIBUTION=Sources/Distribution
WORK=$PWD/.build/distribution

# The version alone, as the binary says it.
version() { "$1" --version | cut -d' ' -f1; }

# The version of a package of the checkout: package_version VERSION. Each commit has one of its own, later than
# those before it, since apt installs nothing under a version that it has: before the release, whose tag is
# v1.0.0, and after it, until the sources name the next one.
package_version() {
  local commit=${TIDINGS_COMMIT-$(git describe --always --abbrev=12 --exclude='*' --dirty 2>/dev/null || true)}
  local tags=${TIDINGS_TAGS-$(git tag --points-at HEAD 2>/dev/null || true)} time sign='~'
  time=$(date --date="@$SOURCE_DATE_EPOCH" +%Y%m%d.%H%M%S)
  if grep -qx "v$1" <<<"${TIDINGS_EARLIER-$(git tag --merged HEAD 2>/dev/null || true)}"; then sign=+; fi
  if [[ -z $commit ]] || { [[ $commit != *-dirty ]] && grep -qx "v$1" <<<"$tags"; }; then
    echo "$1-1"
  else
    echo "$1$sign$time.${commit/-/.}-1"
  fi
}

# Puts what every system gets below PREFIX: install_shared BINARY PREFIX
install_shared() {
  local binary=$1 prefix=$2 shell
  install -D -m 0755 "$binary" "$prefix/bin/tidings"
  python3 "$DISTRIBUTION/man-pages.py" "$binary" "$prefix/share/man"
  for shell in bash zsh fish; do
    "$binary" reference "$shell" >"$WORK/completion.$shell"
  done
  install -D -m 0644 "$WORK/completion.bash" "$prefix/share/bash-completion/completions/tidings"
  install -D -m 0644 "$WORK/completion.zsh" "$prefix/share/zsh/vendor-completions/_tidings"
  install -D -m 0644 "$WORK/completion.fish" "$prefix/share/fish/vendor_completions.d/tidings.fish"
  install -D -m 0755 -t "$prefix/share/tidings" "$DISTRIBUTION"/sending/*
  "$DISTRIBUTION/copy-manual.py" "$prefix/share/doc/tidings/manual"
  install -D -m 0644 "$DISTRIBUTION/cron/tidings" "$prefix/share/doc/tidings/examples/cron.d/tidings"
  install -m 0644 -t "$prefix/share/doc/tidings/examples" "$DISTRIBUTION"/examples/*
}

# Gives every file and folder below ROOT the one date.
same_dates() { find "$1" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +; }
