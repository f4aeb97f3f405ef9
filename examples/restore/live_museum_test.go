package main

import (
	"bytes"
	"errors"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/examples/internal/killing"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/internal/freeport"
)

// museum is a real site with types of its own, beside that of the other live tests: it
// has its own folder and tables.
type museum struct {
	address, password, socket, database, folder string
}

// newMuseum starts an empty one.
func newMuseum(t *testing.T, lab, database string) *museum {
	t.Helper()
	_, port, _ := net.SplitHostPort(freeport.Addresses(t, 1)[0])
	m := &museum{address: "http://localhost:" + port, socket: filepath.Join(lab, "run/db.sock"), database: database,
		folder: filepath.Join(t.TempDir(), "wp")}

	m.sql(t, "mysql", "drop database if exists "+database+"; create database "+database+"; grant all on "+database+
		".* to wp@localhost, wp@'%'")
	do(t, "cp", "-a", filepath.Join(lab, "wp"), m.folder)
	do(t, "rm", "-rf", filepath.Join(m.folder, "wp-content/uploads"), filepath.Join(m.folder, "wp-content/mu-plugins"))
	for _, folder := range []string{"uploads", "mu-plugins"} {
		if err := os.Mkdir(filepath.Join(m.folder, "wp-content", folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	config := filepath.Join(m.folder, "wp-config.php")
	text, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.Replace(text, []byte("define('DB_NAME', 'wp')"), []byte("define('DB_NAME', '"+database+"')"), 1)
	text = regexp.MustCompile(`http://localhost:\d+`).ReplaceAll(text, []byte(m.address))
	if err := os.WriteFile(config, text, 0o600); err != nil {
		t.Fatal(err)
	}
	setup := filepath.Join("../../internal/wordpress", "setup.php")
	do(t, "php", setup, m.folder, "install")
	users := do(t, "php", setup, m.folder, "users")
	m.password = regexp.MustCompile(`ADMIN_PASS='(\w+)'`).FindStringSubmatch(users)[1]
	do(t, "cp", "testdata/museum.php", filepath.Join(m.folder, "wp-content/mu-plugins"))

	router, err := filepath.Abs("../../internal/wordpress/router.php")
	if err != nil {
		t.Fatal(err)
	}
	server := exec.CommandContext(t.Context(), "php", "-d", "memory_limit=512M", "-d", "opcache.enable_cli=1", "-d",
		"display_errors=0", "-S", "127.0.0.1:"+port, "-t", m.folder, router)
	server.Dir = m.folder
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	})
	for range 3000 { // a minute, for a busy machine
		if answer, err := http.Get(m.address + "/wp-json/?_fields=name"); err == nil {
			answer.Body.Close()
			return m
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("The site %s sent no response within a minute, want one", m.address)
	return nil
}

// do runs a program to its end, and returns what it says.
func do(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: error %v, want none\n%s", name, args, err, out)
	}
	return string(out)
}

// sql asks the database, and returns the rows.
func (m *museum) sql(t *testing.T, database, query string) []string {
	t.Helper()
	return strings.Split(strings.TrimRight(do(t, "mariadb", "--no-defaults", "-uroot", "-S", m.socket, "-NB", database,
		"-e", query), "\n"), "\n")
}

// looks matches the routes of what a site looks like.
var looks = regexp.MustCompile(`/(font-families|global-styles|templates|template-parts|widgets|sidebars)\b`)

// finished is a run without the error of one that has named what is missing.
func finished(run killing.Run) killing.Run {
	if exit, ok := errors.AsType[*exec.ExitError](run.Err); ok && exit.ExitCode() == program.Incomplete {
		run.Err = nil
	}
	return run
}

// postName is the name of a post in a query.
func postName(alias string) string {
	return "concat(" + alias + ".post_type, '/', case when " + alias + ".post_type = 'nav_menu_item' then " + alias +
		".menu_order when " + alias + ".post_name = '' then " + alias + ".post_title else " + alias + ".post_name end)"
}

// named returns a function that replaces ids by names, and the addresses of the museum.
func (m *museum) named(t *testing.T) func(row string) string {
	t.Helper()
	names := map[string]string{}
	for _, query := range []string{
		"select concat('p', p.ID), " + postName("p") + " from wp_posts p",
		"select concat('t', t.term_id), concat(tt.taxonomy, '/', t.slug) from wp_terms t join wp_term_taxonomy tt using " +
			"(term_id)",
	} {
		for _, row := range m.sql(t, m.database, query) {
			id, name, _ := strings.Cut(row, "\t")
			names[id] = name
		}
	}
	// The numbers in contents and in meta are those of posts, but for links to terms.
	number := regexp.MustCompile(`(\\?"type\\?":\\?"(?:era|tag)\\?",\\?"id\\?":|\\?"nav_menu\\?":|` +
		`\\?"(?:id|ref|attachment_id|parentPageID)\\?":|wp-image-)(\d+)`)
	uploads := regexp.MustCompile(`\b20\d\d/\d\d/`) // files come into the folder of the month
	return func(row string) string {
		row = regexp.MustCompile(`\\+/`).ReplaceAllString(row, "/")
		row = uploads.ReplaceAllString(strings.ReplaceAll(row, m.address, "{site}"), "{month}/")
		return number.ReplaceAllStringFunc(row, func(found string) string {
			parts := number.FindStringSubmatch(found)
			table := "p"
			if strings.Contains(parts[1], "type") || strings.Contains(parts[1], "nav_menu") {
				table = "t"
			}
			return parts[1] + names[table+parts[2]]
		})
	}
}

// contents are what the tables of a site hold, without ids, addresses and times of
// changes: a line for each row. What the REST API tells better is in looksLike: styles
// and widgets.
func (m *museum) contents(t *testing.T) []string {
	t.Helper()
	name, named := postName, m.named(t)
	var out []string
	for table, query := range map[string]string{
		"posts": "select " + name("p") + ", p.post_status, p.post_title, p.post_excerpt, if(p.post_status = 'draft' or " +
			"p.post_type in ('nav_menu_item', 'wp_font_family', 'wp_font_face', 'wp_template', 'wp_template_part'), '', " +
			"p.post_date), p.menu_order, p.post_password, " +
			"p.comment_status, p.ping_status, coalesce(" + name("above") +
			", ''), u.user_login, p.post_mime_type, p.post_content " +
			"from wp_posts p left join wp_posts above on above.ID = p.post_parent " +
			"left join wp_users u on u.ID = p.post_author " +
			"where p.post_type <> 'revision' and p.post_status <> 'auto-draft' and p.post_type <> 'wp_global_styles'",
		// What is 0 or "" is what a field of meta is that was never set. The rest that is left out is the site's own
		// bookkeeping.
		"meta": "select " + name("p") + ", m.meta_key, " +
			"case m.meta_key when '_thumbnail_id' then concat('\"id\":', m.meta_value) " +
			"when '_menu_item_object_id' then concat(if(kind.meta_value = 'taxonomy', '\"type\":\"era\",\"id\":', '\"id\":'), " +
			"m.meta_value) else m.meta_value end " +
			"from wp_postmeta m join wp_posts p on p.ID = m.post_id left join wp_postmeta kind on kind.post_id = p.ID and " +
			"kind.meta_key = '_menu_item_type' " +
			"where p.post_type <> 'revision' and m.meta_value not in ('', '0') and m.meta_key not regexp " +
			"'^_(edit|wp_old|wp_trash|wp_desired|wp_attachment_metadata|menu_item_orphaned)'",
		"terms": "select tt.taxonomy, t.slug, t.name, tt.description, coalesce(above.slug, '') from wp_terms t join " +
			"wp_term_taxonomy tt using (term_id) " +
			"left join wp_terms above on above.term_id = tt.parent",
		"termmeta": "select t.slug, m.meta_key, m.meta_value from wp_termmeta m join wp_terms t using (term_id) where " +
			"m.meta_value <> ''",
		"relationships": "select " + name("p") + ", tt.taxonomy, t.slug from wp_term_relationships r join wp_posts p on " +
			"p.ID = r.object_id join wp_term_taxonomy tt using (term_taxonomy_id) join wp_terms t using (term_id)",
		"comments": "select " + name("p") + ", c.comment_author, c.comment_author_email, c.comment_date, " +
			"c.comment_content, c.comment_approved from wp_comments c join wp_posts p on p.ID = c.comment_post_ID",
	} {
		for _, row := range m.sql(t, m.database, query) {
			if row = named(row); row != "" {
				out = append(out, table+": "+row)
			}
		}
	}
	slices.Sort(out)
	return out
}

// TestLiveMuseumIsRestoredButForWhatIsNamed mirrors and restores a real site with types
// and taxonomies of its own, navigation, and what mirror does not copy, each program
// being killed several times, and compares the tables of both sites. Then it restores
// what the museum looks like, killed ten times, and compares each record. FONTCMS_LAB is
// the folder of wordpress.sh, in whose database both get tables of their own.
func TestLiveMuseumIsRestoredButForWhatIsNamed(t *testing.T) {
	t.Parallel()
	lab := os.Getenv("FONTCMS_LAB")
	if lab == "" {
		t.Skip("no live site with a folder: FONTCMS_LAB is not set")
	}
	from, to := newMuseum(t, lab, "museum_from"), newMuseum(t, lab, "museum_to")
	load, err := filepath.Abs("../../internal/wordpress/load.php")
	if err != nil {
		t.Fatal(err)
	}
	do(t, "php", "testdata/museumseed.php", from.folder, load)
	from.furnish(t)

	source, target, folder := newFront(t, from.address), newFront(t, to.address), t.TempDir()
	var said string
	source.Survive(t, 3, 10, 60, nil, func(at int, moment killing.Moment) killing.Run {
		run := source.Run(mirroring(t.Context(), t, source.URL, "admin", from.password, "-dir", folder, "-prefix", "wp",
			"-comments", "-may-write", "-without", ""), at, moment)
		said = run.Output
		return finished(run)
	})
	var missing []string
	for _, found := range regexp.MustCompile(`(?m)^missing: ([^:]+):`).FindAllStringSubmatch(said, -1) {
		missing = append(missing, found[1])
	}
	if want := []string{"type-ledger"}; !slices.Equal(missing, want) {
		t.Fatalf("missing records %q, want %q:\n%s", missing, want, said)
	}
	var last killing.Run
	run := func(at int, moment killing.Moment) killing.Run {
		last = target.Run(restoring(t, target.URL, "admin", to.password, "-dir", folder, "-prefix", "wp", "-comments"),
			at, moment)
		return finished(last)
	}
	target.Kill(t, 4, 20, 75, nil, run)
	target.Counts = func(r *http.Request) bool { return r.Method != http.MethodGet && looks.MatchString(r.URL.Path) }
	target.Survive(t, 10, 1, 4, nil, run)
	for _, name := range missing {
		if !strings.Contains(last.Output, "the folder lacks "+name+": ") {
			t.Errorf("restore printed\n%s\nwant that the folder lacks %s", last.Output, name)
		}
	}
	if again := run(0, killing.Never); again.Err != nil || again.Writes > 0 {
		t.Errorf("a further restore: error %v and %d writes, want none\n%s", again.Err, again.Writes, again.Output)
	}
	sameLines(t, from.contents(t), to.contents(t), regexp.MustCompile(`^\w+: ledger/`), 1)
	sameLines(t, from.looksLike(t), to.looksLike(t), nil, 0)
}

// sameLines compares what two museums have. uncopied are lines that only the first has.
func sameLines(t *testing.T, one, two []string, uncopied *regexp.Regexp, want int) {
	t.Helper()
	lost := 0
	for _, row := range one {
		if _, there := slices.BinarySearch(two, row); !there {
			if lost++; uncopied == nil || !uncopied.MatchString(row) {
				t.Errorf("The second site lacks the row %.1200s, want it", row)
			}
		}
	}
	for _, row := range two {
		if _, there := slices.BinarySearch(one, row); !there {
			t.Errorf("The second site has the row %.1200s too much, want none but those of the first", row)
		}
	}
	if lost != want {
		t.Errorf("%d rows, %d of them missing, want %d", len(one), lost, want)
	}
	t.Logf("%d rows compared, %d missing, as named", len(one), lost)
}
