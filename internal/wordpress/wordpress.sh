#!/usr/bin/env bash
# Starts a real WordPress on loopback from Debian packages: no container, no plugin, no network once it is unpacked.
#
#   wordpress.sh up      unpack, install and serve a new, empty site; print its address and write $LAB/env
#   wordpress.sh down    end what `up` started, by process id; files stay in $LAB
#   wordpress.sh save    keep the content of the site: its tables and the uploaded files
#   wordpress.sh restore make the content what it was at `save`, new ids included: a tenth of a second for a small site
#
# Environment:
#   LAB      folder for everything that is unpacked and written (default: fontcms-wordpress in the temporary folder)
#   PORT     port of the site on localhost (default 0: a free one is chosen)
#   DBPORT   loopback port for the database, for tools that cannot use its socket (default 0: the socket alone)
#   SUITE    Debian suite whose WordPress is used: forky 7.x (default), trixie 6.8, bookworm 6.1
#
# `. "$LAB/env"` exports BASE, API, the four FONTCMS_… variables of the live tests, and a name and an application
# password for each role: ADMIN_USER, ADMIN_PASS, EDITOR_USER, and so on.
#
# Everything is for tests only: passwords are well known, durability is off, nothing listens beyond loopback.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
LAB=$(realpath -m "${LAB:-${TMPDIR:-/tmp}/fontcms-wordpress}") # /proc tells resolved paths
PORT=${PORT:-0}
DBPORT=${DBPORT:-0}
SUITE=${SUITE:-forky}

# The core packages of MariaDB hold the programs without the system service that the usual ones start.
packages=(
  php-cli php-mysql php-gd php-xml php-curl php-mbstring php-intl php-zip
  mariadb-server-core mariadb-client-core curl debian-archive-keyring
)

die() {
  echo "wordpress.sh: $*" >&2
  exit 1
}


# --- processes -------------------------------------------------------------------------------------------------

# start NAME COMMAND… runs a command in a session of its own, so that its children can be ended with it.
# The process writes its own id: whether setsid forks depends on the shell that calls it.
start() {
  local name=$1
  shift
  # shellcheck disable=SC2016  # expanded by the inner shell
  setsid bash -c 'echo $$ > "$0"; exec "$@"' "$LAB/run/$name.pid" "$@" >> "$LAB/log/$name.log" 2>&1 < /dev/null &
  until [[ -s $LAB/run/$name.pid ]]; do sleep 0.05; done
}

# wait_for NAME COMMAND… repeats a command until it succeeds, while the process that was started as NAME lives.
wait_for() {
  local name=$1 tries pid
  pid=$(cat "$LAB/run/$name.pid")
  shift
  for ((tries = 0; tries < 300; tries++)); do
    if group_gone "$pid"; then break; fi
    if "$@" > /dev/null 2>&1; then return 0; fi
    sleep 0.1
  done
  die "the $name server does not answer: see $LAB/log/$name.log"
}

# ours PID says whether a process still is the one that was started here. Ids are used again, after a reboot above all;
# both servers run inside the folder.
ours() {
  [[ $(readlink "/proc/$1/cwd" 2> /dev/null)/ == "$LAB"/* ]]
}

group_gone() {
  ! kill -0 -- "-$1" 2> /dev/null
}

down() {
  local name pid
  for name in web db; do
    pid=$(cat "$LAB/run/$name.pid" 2> /dev/null) || continue
    if [[ -n $pid ]] && ours "$pid"; then
      kill -TERM -- "-$pid" 2> /dev/null || true
      for _ in {1..100}; do
        if group_gone "$pid"; then break; fi
        sleep 0.1
      done
      group_gone "$pid" || kill -KILL -- "-$pid" 2> /dev/null || true
    fi
    rm -f "$LAB/run/$name.pid"
  done
}

# --- packages --------------------------------------------------------------------------------------------------

need_packages() {
  command -v apt-get > /dev/null || die "this script needs Debian; see README.md for a way with Docker"
  local missing=() name
  for name in "${packages[@]}"; do
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$name" 2> /dev/null) == installed ]] || missing+=("$name")
  done
  if ((${#missing[@]} == 0)); then return 0; fi
  if ((EUID != 0)); then
    die "packages are missing; as root, run: apt-get install --no-install-recommends ${missing[*]}"
  fi
  echo "Installing ${missing[*]}"
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
  if ! { "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends "${missing[@]}"; } > log/apt.log 2>&1; then
    die "apt-get failed: see $LAB/log/apt.log"
  fi
}

# The machine's own WordPress may be years old. A private apt state reads the chosen suite, checks its signature, and only
# downloads: installing from there would pull a newer PHP in.
fetch_wordpress() {
  local mirror
  # shellcheck disable=SC2016  # a format of apt, not a variable
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Identifier: Packages' 'Label: Debian' | awk 'NR == 1')
  [[ -n $mirror ]] || die "apt knows no Debian mirror; run apt-get update first"

  mkdir -p apt/lists/partial apt/cache/archives/partial debs
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $SUITE main" > apt/sources.list
  local private=(
    -q
    -o Dir::Etc::SourceList="$LAB/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o Dir::Etc::Preferences=/dev/null -o Dir::Etc::PreferencesParts=/dev/null
    -o Dir::State::Lists="$LAB/apt/lists" -o Dir::State::Status=/dev/null -o Dir::Cache="$LAB/apt/cache"
    -o APT::Sandbox::User="$(id -un)" -o Acquire::Languages=none -o Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false
    -o Acquire::Retries=3
  )
  apt-get "${private[@]}" update > log/fetch.log 2>&1 || die "cannot read the suite $SUITE: see $LAB/log/fetch.log"

  # Which libraries are packages of their own differs from suite to suite.
  local wanted=() name
  for name in wordpress php-getid3 libphp-phpmailer libjs-underscore libjs-lodash libjs-jquery-ui libjs-cropper \
    $(apt-cache "${private[@]}" pkgnames wordpress-theme-twentytwenty); do
    if apt-cache "${private[@]}" show "$name" > /dev/null 2>&1; then wanted+=("$name"); fi
  done
  rm -f debs/*.deb
  (cd debs && apt-get "${private[@]}" download "${wanted[@]}" >> ../log/fetch.log 2>&1) ||
    die "cannot download WordPress from $SUITE: see $LAB/log/fetch.log"
}

# All packages go into one root, so that relative links between them resolve; then links are replaced by files.
unpack_wordpress() {
  rm -rf root wp
  mkdir root
  local deb theme
  shopt -s nullglob # where the themes lie differs from suite to suite
  for deb in debs/*.deb; do dpkg -x "$deb" root; done
  rm -f root/usr/share/wordpress/.htaccess # an absolute link into /etc
  # Links to languages and fonts that are not needed here stay behind; the check below is what counts.
  cp -aL root/usr/share/wordpress wp 2> log/unpack.log || true
  [[ -s wp/wp-load.php && -s wp/wp-includes/version.php ]] || die "the package of $SUITE is not laid out as expected"
  mkdir -p wp/wp-content/{themes,plugins,mu-plugins,uploads}
  for theme in root/var/lib/wordpress/wp-content/themes/*/; do
    theme=${theme%/}
    [[ -d wp/wp-content/themes/${theme##*/} ]] || cp -aL "$theme" wp/wp-content/themes/
  done
}

# --- servers ---------------------------------------------------------------------------------------------------

sql() {
  mariadb --no-defaults -uroot -S "$LAB/run/db.sock" "$@"
}

# A server that starts deletes the temporary tables of others in the same folder, so each has its own.
start_database() {
  rm -rf db tmp
  mkdir tmp
  mariadb-install-db --no-defaults --user="$(id -un)" --datadir="$LAB/db" --tmpdir="$LAB/tmp" \
    --auth-root-authentication-method=normal --skip-test-db > log/install-db.log 2>&1 ||
    die "cannot create a database: see $LAB/log/install-db.log"
  local network=(--skip-networking)
  if ((DBPORT != 0)); then network=(--port="$DBPORT" --bind-address=127.0.0.1); fi
  start db mariadbd --no-defaults --user="$(id -un)" --datadir="$LAB/db" --socket="$LAB/run/db.sock" \
    --tmpdir="$LAB/tmp" "${network[@]}" \
    --skip-name-resolve --skip-log-bin --innodb-flush-log-at-trx-commit=0
  wait_for db sql -e 'select 1'
  sql -e "create database wp character set utf8mb4; create user wp@'%' identified by 'wp';
    create user wp@localhost identified by 'wp'; grant all on wp.* to wp@'%'; grant all on wp.* to wp@localhost"
}

free_port() {
  # shellcheck disable=SC2016  # PHP's variables
  php -r '$s = stream_socket_server("tcp://127.0.0.1:0"); echo explode(":", stream_socket_get_name($s, false))[1];'
}

# The name localhost is a secure context: the interface offers sideload and finalize of media only there or over https.
configure_wordpress() {
  cat > wp/wp-config.php << PHP
<?php
define('DB_NAME', 'wp');
define('DB_USER', 'wp');
define('DB_PASSWORD', 'wp');
define('DB_HOST', 'localhost:$LAB/run/db.sock');
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as \$name) {
	define("{\$name}_KEY", "test key \$name");
	define("{\$name}_SALT", "test salt \$name");
}
\$table_prefix = 'wp_';
define('WP_HOME', '$BASE');
define('WP_SITEURL', '$BASE');
define('WP_ENVIRONMENT_TYPE', 'local'); // application passwords over plain http
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('WP_ACCESSIBLE_HOSTS', '127.0.0.1,localhost');
define('DISABLE_WP_CRON', true); // no posts change state behind a test
define('AUTOMATIC_UPDATER_DISABLED', true);
if (!defined('ABSPATH')) {
	define('ABSPATH', __DIR__ . '/');
}
require_once ABSPATH . 'wp-settings.php';
PHP
}

# Two runs: what is defined while WordPress is being installed would stay defined for the rest.
install_wordpress() {
  php "$here/setup.php" "$LAB/wp" install >> log/setup.log 2>&1 || die "the installation failed: see $LAB/log/setup.log"
  local passwords
  passwords=$(php "$here/setup.php" "$LAB/wp" users 2>> log/setup.log) || die "the setup failed: see $LAB/log/setup.log"
  # shellcheck disable=SC1090,SC1091  # written by the lines above
  (
    . /dev/stdin <<< "$passwords"
    printf 'export %s=%q\n' BASE "$BASE" API "$BASE/wp-json" FONTCMS_SITE "$BASE" FONTCMS_PREFIX wp \
      FONTCMS_USER "$ADMIN_USER" FONTCMS_APP_PASSWORD "$ADMIN_PASS" FONTCMS_LAB "$LAB"
    echo "$passwords"
  ) > "$LAB/env"
}

# Four workers, so that requests overlap. A changed file counts at once: tests drop plugins in.
start_web() {
  PHP_CLI_SERVER_WORKERS=4 start web php -d memory_limit=512M -d upload_max_filesize=16M -d post_max_size=24M \
    -d opcache.enable_cli=1 -d opcache.revalidate_freq=0 -d opcache.file_update_protection=0 \
    -d display_errors=0 -d log_errors=1 -d error_log="$LAB/log/php.log" \
    -S "127.0.0.1:$PORT" -t "$LAB/wp" "$here/router.php"
  wait_for web curl --noproxy '*' -4fs "$BASE/wp-json/?_fields=name"
}

check_login() (
  # shellcheck disable=SC1091  # written by install_wordpress
  . "$LAB/env"
  curl --noproxy '*' -4fsS -o /dev/null -u "$FONTCMS_USER:$FONTCMS_APP_PASSWORD" "$API/wp/v2/users/me?_fields=id"
)

up() {
  # The tools of the database take no path with a space, and a socket's path has to fit into 107 bytes.
  [[ $LAB =~ ^[[:alnum:]_./-]{1,90}$ ]] || die "LAB has to be a short path of letters, digits and _ . / - : $LAB"
  mkdir -p "$LAB"/{run,log}
  cd "$LAB"
  down
  rm -f env log/*.log
  trap 'status=$?; if ((status != 0)); then down; echo "wordpress.sh: not started; logs are in $LAB/log" >&2; fi' EXIT
  # A signal ends the script by way of the trap above.
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP

  need_packages
  if ((PORT == 0)); then PORT=$(free_port); fi
  BASE=http://localhost:$PORT
  fetch_wordpress
  unpack_wordpress
  start_database
  configure_wordpress
  install_wordpress
  start_web
  check_login || die "the site refuses its own application password"
  trap - EXIT # what follows only prints
  echo "WordPress $(sed -n "s/^\$wp_version = '\(.*\)';/\1/p" wp/wp-includes/version.php) at $BASE; credentials:"
  cat env
}

# --- content ---------------------------------------------------------------------------------------------------

tables=(posts postmeta terms termmeta term_taxonomy term_relationships options users usermeta comments commentmeta)

# The copy lies in a database of its own: to empty tables and to fill them from there takes less time than a dump.
save() {
  local table next
  echo "drop database if exists saved; create database saved;" > "$LAB/save.sql"
  echo "start transaction;" > "$LAB/restore.sql"
  for table in "${tables[@]}"; do
    echo "create table saved.$table like wp.wp_$table; insert into saved.$table select * from wp.wp_$table;" >> "$LAB/save.sql"
    echo "delete from wp.wp_$table; insert into wp.wp_$table select * from saved.$table;" >> "$LAB/restore.sql"
  done
  echo "commit;" >> "$LAB/restore.sql"
  for table in "${tables[@]}"; do
    next=$(sql -NBe "select auto_increment from information_schema.tables where table_schema = 'wp' and table_name = 'wp_$table'")
    if [[ $next != NULL ]]; then echo "alter table wp.wp_$table auto_increment = $next;" >> "$LAB/restore.sql"; fi
  done
  sql < "$LAB/save.sql"
  rm -rf "$LAB/saved"
  cp -a "$LAB/wp/wp-content/uploads" "$LAB/saved"
}

restore() {
  [[ -s $LAB/restore.sql ]] || die "nothing was saved in $LAB"
  sql < "$LAB/restore.sql"
  if ! diff -rq "$LAB/saved" "$LAB/wp/wp-content/uploads" > /dev/null; then
    rm -rf "$LAB/wp/wp-content/uploads"
    cp -a "$LAB/saved" "$LAB/wp/wp-content/uploads"
  fi
}

case ${1:-} in
  up) up ;;
  down) down ;;
  save) save ;;
  restore) restore ;;
  *) die "usage: wordpress.sh up|down|save|restore" ;;
esac
