package manner

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// onLive are the arguments of a command line on the real site that the environment names.
func (r recipe) onLive(t *testing.T, line []string, address string) []string {
	t.Helper()
	args := there(line, address, "", os.Getenv("FONTCMS_USER"))
	if slices.Contains(args, "-site") {
		return args
	}
	if r.makes != nil && !slices.Contains(args, r.makes[0]) {
		args = append(args, r.makes...)
	}
	if r.name != "authorize" {
		args = append(args, "-user", os.Getenv("FONTCMS_USER"))
	}
	return append(append(args, "-site", address), r.real...)
}

// live returns the address of the real site, and skips the test if there is none.
func live(t *testing.T) string {
	t.Helper()
	address := os.Getenv("FONTCMS_SITE")
	if address == "" {
		t.Skip("no live site: FONTCMS_SITE is not set")
	}
	return address
}

// copied returns a folder with the files of a recipe, and a copy of a site by mirror.
func (r recipe) copied(t *testing.T) string {
	t.Helper()
	to := t.TempDir()
	for from, name := range map[string]string{"../../" + r.name: "", "../../restore/sample": "backup"} {
		if r.name == "mirror" && name != "" {
			continue // it makes one
		}
		if err := os.CopyFS(filepath.Join(to, name), os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	return to
}

// next is what to do after what happened.
var next = regexp.MustCompile(`[a-z)][:;] [a-z]`)

// A run on a real site is done, or says in one line what to do.
func TestLiveCommandLinesRun(t *testing.T) { //nolint:paralleltest // they share a site
	address := live(t)
	for _, r := range recipes() { //nolint:paralleltest // they share a site
		if r.noSite {
			continue
		}
		t.Run(r.name, func(t *testing.T) {
			ran := map[string]bool{}
			for _, line := range r.commands(t) {
				if slices.Contains(line, "-check") { // -check needs no site
					continue
				}
				args := r.onLive(t, line, address)
				if r.writes != nil && !slices.Contains(args, "-dry-run") && !slices.Contains(args, "plan") {
					args = append(args, "-dry-run")
				}
				same := strings.Join(slices.Sorted(slices.Values(args)), " ")
				if ran[same] {
					continue
				}
				ran[same] = true
				folder := r.copied(t)
				r.named(t, folder, args)
				got := r.in(t, folder, os.Getenv("FONTCMS_APP_PASSWORD"), args)
				t.Logf("%q: status %d", args, got.status)
				if got.status == 0 {
					continue
				}
				lines := strings.Split(strings.TrimSuffix(got.errors, "\n"), "\n")
				last := lines[len(lines)-1]
				said := next.MatchString(strings.TrimPrefix(last, r.name+": "))
				if strings.Count(got.errors, r.name+": ") != 1 || !said {
					t.Errorf("Run with %q: status %d, messages\n%s\nwant one line that says what to do", args, got.status, got.errors)
				}
			}
		})
	}
}

// A dry run on a real site leaves every table as it is.
func TestLiveDryRunWritesNothing(t *testing.T) { //nolint:paralleltest // they share a site
	address, lab := live(t), os.Getenv("FONTCMS_LAB")
	if lab == "" {
		t.Skip("the database of the site is not known: FONTCMS_LAB is not set")
	}
	plugin := filepath.Join(lab, "wp", "wp-content", "mu-plugins", "manner-snippets.php")
	code, err := os.ReadFile("testdata/snippets.php")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(plugin, code, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Remove(plugin) })
	read := func(query string) string {
		t.Helper()
		socket := filepath.Join(lab, "run", "db.sock")
		out, err := exec.CommandContext(context.WithoutCancel(t.Context()), "mariadb", "--no-defaults", "-uroot",
			"-S", socket, "-NB", "wp", "-e", query).Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	was := strings.TrimSpace(read(`select umeta_id, hex(meta_value) from wp_usermeta
		where meta_key = '_application_passwords'`))
	if was == "" {
		t.Fatal("The site has no application password, want one")
	}
	t.Cleanup(func() {
		read("delete from wp_comments where comment_author = 'manner'")
		for line := range strings.Lines(was) {
			id, value, _ := strings.Cut(strings.TrimSpace(line), "\t")
			read("update wp_usermeta set meta_value = unhex('" + value + "') where umeta_id = " + id)
		}
		read("delete from wp_options where option_name = 'manner_snippets'")
	})
	for _, text := range []string{"First.", "Second."} {
		read(`insert into wp_comments (comment_post_ID, comment_author, comment_content, comment_approved,
			comment_date, comment_date_gmt) select id, 'manner', '` + text + `', '0', post_date, post_date_gmt
			from wp_posts where post_type = 'post' and post_status = 'publish' limit 1`)
	}
	tables := strings.Fields(read("show tables"))
	state := func() string {
		// Any request may make a site renew its transients and its cron list.
		return read("checksum table "+strings.Join(slices.DeleteFunc(slices.Clone(tables), func(name string) bool {
			return strings.HasSuffix(name, "_options")
		}), ", ")) +
			read(`select option_name, md5(option_value) from wp_options
				where option_name not regexp "^_(site_)?transient|^cron$"`)
	}
	password := os.Getenv("FONTCMS_APP_PASSWORD")
	r := recipe{name: "diagnose"} // the site keeps when a password was used, once a day
	if got := r.in(t, t.TempDir(), password, r.onLive(t, nil, address)); got.status != 0 {
		t.Fatalf("diagnose: status %d, output\n%s%s\nwant 0", got.status, got.out, got.errors)
	}
	// Old ones, which people finds.
	read(`update wp_usermeta set meta_value = regexp_replace(meta_value, '"created";i:[0-9]+', '"created";i:1700000000')
		where meta_key = '_application_passwords'`)
	for _, r := range recipes() { //nolint:paralleltest // they share a site
		if r.writes == nil {
			continue
		}
		t.Run(r.name, func(t *testing.T) {
			before, folder := state(), r.copied(t)
			files := contents(t, folder, true)
			if r.name == "restore" { // the site is not empty
				r.writes = []string{"-force"}
			}
			args := append(r.args, r.onLive(t, r.writes, address)...)
			r.input = r.typed
			if r.name == "snippets" {
				args[0] = "push"
			}
			got := r.in(t, folder, password, append(args, "-dry-run"))
			t.Logf("%q: status %d, %s%s", args, got.status, got.out, got.errors)
			if got.status != 0 || strings.Count(got.out, "dry run, nothing was written: ") != 1 {
				t.Errorf("Dry run: status %d, output %s%s, want 0 and the words of a dry run once", got.status, got.out, got.errors)
			}
			if after := state(); after != before {
				t.Errorf("After the dry run the site has\n%s\nwant what it had:\n%s", after, before)
			}
			if now := contents(t, folder, true); len(now) != len(files) {
				t.Errorf("After the dry run the folder has %d files, want %d as before", len(now), len(files))
			}
		})
	}
}
