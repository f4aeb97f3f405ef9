package ledger_test

import (
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// liveTables are the rows that a dry run may not change. A site counts the use of passwords and
// notes sessions, its schedule and transients by itself.
var liveTables = map[string]string{
	"wp_posts": "", "wp_postmeta": "", "wp_terms": "", "wp_term_taxonomy": "", "wp_term_relationships": "",
	"wp_termmeta": "",
	"wp_comments": "", "wp_commentmeta": "", "wp_links": "", "wp_users": "",
	"wp_usermeta": `where meta_key not in ('_application_passwords', 'session_tokens')`,
	"wp_options":  `where option_name not like '%\_transient\_%' and option_name <> 'cron'`,
	// Of application passwords, their number and names stay.
	"passwords": `select user_id, regexp_replace(meta_value, '"last_(used|ip)";[^;]*;', '') from wp_usermeta
		where meta_key = '_application_passwords' order by 1`,
}

// rowsOf returns the rows of the tables of a live site.
func rowsOf(t *testing.T, lab string) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for table, where := range liveTables {
		statement := where
		if strings.HasPrefix(table, "wp_") {
			statement = "select * from " + table + " " + where + " order by 1, 2"
		}
		command := exec.CommandContext(t.Context(), "mariadb", "--no-defaults", "-uroot", "-N",
			"-S", filepath.Join(lab, "run/db.sock"), "wp", "-e", statement)
		out, err := command.Output()
		if err != nil {
			t.Fatalf("mariadb, %s: %v, want no error", statement, err)
		}
		all[table] = strings.Split(strings.TrimSpace(string(out)), "\n")
	}
	return all
}

// TestLiveDryRunChangesNoRow makes each call of the ledger with a client for a dry run, and compares
// the tables. Of calls that only read, it makes one for each path. It runs before the tests in parallel, which write.
func TestLiveDryRunChangesNoRow(t *testing.T) { //nolint:paralleltest // other tests change the tables
	rendering := regexp.MustCompile(`/block-renderer/|/widget-types/[^/]+/(encode|render)$`)
	site := sitetest.Live(t, cms.WithDryRun(), cms.WithRetry(cms.Retry{Attempts: 1}), cms.WithCallTimeout(10*time.Second),
		cms.WithMiddleware(func(next http.RoundTripper) http.RoundTripper {
			return roundTripper(func(r *http.Request) (*http.Response, error) {
				reads := r.Method == http.MethodGet || r.Method == http.MethodHead || r.Method == http.MethodOptions
				if !reads && !rendering.MatchString(r.URL.Path) {
					t.Errorf("a dry run sent %s %s, want no write", r.Method, r.URL.Path)
				}
				return next.RoundTrip(r)
			})
		}))
	lab := os.Getenv("FONTCMS_LAB")
	if lab == "" {
		t.Skip("no live site with a folder: FONTCMS_LAB is not set")
	}
	outside := regexp.MustCompile(`-directory/|/font-collections/|/site-health/`) // the site sends requests of its own
	var due []call
	seen := map[string]bool{}
	for _, c := range calls() {
		isNew := false
		for _, w := range c.want {
			name := w.method + " " + w.path
			isNew, seen[name] = isNew || !seen[name] || w.method != http.MethodGet, true
		}
		if isNew && !slices.ContainsFunc(c.want, func(w want) bool { return outside.MatchString(w.path) }) {
			due = append(due, c)
		}
	}
	before := rowsOf(t, lab)
	var dry atomic.Int64
	var group sync.WaitGroup
	queue := make(chan call)
	for range 4 {
		group.Go(func() {
			for c := range queue {
				s := newServices(t)
				s.site = site
				if errors.Is(c.do(t.Context(), s), cms.ErrDryRun) { // a read of this site may fail, too
					dry.Add(1)
				}
			}
		})
	}
	for _, c := range due {
		queue <- c
	}
	close(queue)
	group.Wait()
	t.Logf("%d calls of %d, of which %d would write", len(due), len(calls()), dry.Load())
	if dry.Load() < 300 {
		t.Errorf("%d of %d calls in a dry run failed with ErrDryRun, want at least 300", dry.Load(), len(due))
	}
	after := rowsOf(t, lab)
	for table, rows := range before {
		for _, row := range after[table] {
			if !slices.Contains(rows, row) {
				t.Errorf("a dry run wrote into %s: %.300s, want no new row", table, row)
			}
		}
		if len(after[table]) != len(rows) {
			t.Errorf("%s has %d rows after a dry run, want %d", table, len(after[table]), len(rows))
		}
	}
}
