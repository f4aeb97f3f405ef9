package conformance_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/cms/terms"
	"github.com/fontcms/fontcms-go/cms/users"
	"github.com/fontcms/fontcms-go/internal/oldlists"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// asEnsurer is the variable that makes a test binary one of the processes of the
// test of Ensure.
const asEnsurer = "FONTCMS_TEST_AS_ENSURER"

// ensuredKind is a kind of record that several processes ensure at once.
type ensuredKind struct {
	// ensure is what each process does, and returns the id of the record.
	ensure func(ctx context.Context, site *cms.Client, name string) (int64, error)
	// list returns the ids of the records that are there, for a path those of each level.
	list func(ctx context.Context, site *cms.Client, name string) ([][]int64, error)
	// remove deletes a record.
	remove func(ctx context.Context, site *cms.Client, id int64) error
}

func ensuredKinds() map[string]ensuredKind {
	return map[string]ensuredKind{
		"post": {
			func(ctx context.Context, site *cms.Client, name string) (int64, error) {
				post, err := site.Posts.Ensure(ctx, name, &cms.PostParams{
					Title: new("Made by one of eight " + name), Content: new("Text"), Status: new(cms.StatusPublish),
				})
				return idOf(post, err, func() int64 { return post.ID })
			},
			func(ctx context.Context, site *cms.Client, name string) ([][]int64, error) {
				var ids []int64
				options := &cms.PostListOptions{
					Search: name, Status: []cms.Status{cms.StatusAny, cms.StatusTrash}, OrderBy: cms.ByID, Order: cms.Ascending,
				}
				for post, err := range site.Posts.All(ctx, options, cms.Fields("id")) {
					if err != nil {
						return nil, err
					}
					ids = append(ids, post.ID) // what a process left under another slug, too
				}
				return [][]int64{ids}, nil
			},
			func(ctx context.Context, site *cms.Client, id int64) error {
				_, err := site.Posts.Delete(ctx, id)
				return err
			},
		},
		"term": {
			func(ctx context.Context, site *cms.Client, name string) (int64, error) {
				term, err := terms.Categories(site).Ensure(ctx, name, &terms.Params{Description: new("Made by one of eight")})
				return idOf(term, err, func() int64 { return term.ID })
			},
			levelsOfTerms(func(name string) []string { return []string{name} }), removeTerm,
		},
		"path": {
			func(ctx context.Context, site *cms.Client, name string) (int64, error) {
				term, err := terms.Categories(site).EnsurePath(ctx, name+"/Below "+name)
				return idOf(term, err, func() int64 { return term.ID })
			},
			levelsOfTerms(func(name string) []string { return []string{name, "Below " + name} }), removeTerm,
		},
		"menu": {
			func(ctx context.Context, site *cms.Client, name string) (int64, error) {
				menu, err := menus.New(site).Ensure(ctx, name, &menus.Params{Description: new("Made by one of eight")})
				return idOf(menu, err, func() int64 { return menu.ID })
			},
			func(ctx context.Context, site *cms.Client, name string) ([][]int64, error) {
				var ids []int64
				for menu, err := range menus.New(site).All(ctx, &menus.ListOptions{Search: name, OrderBy: menus.ByID}) {
					if err != nil {
						return nil, err
					}
					ids = append(ids, menu.ID)
				}
				return [][]int64{ids}, nil
			},
			func(ctx context.Context, site *cms.Client, id int64) error {
				_, err := menus.New(site).Delete(ctx, id, menus.DeleteItems)
				return err
			},
		},
		"user": {
			func(ctx context.Context, site *cms.Client, name string) (int64, error) {
				user, err := users.New(site).Ensure(ctx, name, &users.Params{
					Email: new(name + "@docs.example.org"), Password: new("correct horse"), Roles: []string{"author"},
					FirstName: new("One of eight"),
				})
				return idOf(user, err, func() int64 { return user.ID })
			},
			func(ctx context.Context, site *cms.Client, name string) ([][]int64, error) {
				var ids []int64
				for user, err := range users.New(site).All(ctx,
					&users.ListOptions{Search: name, OrderBy: users.ByID, Context: cms.ContextEdit}) {
					if err != nil {
						return nil, err
					}
					ids = append(ids, user.ID)
				}
				return [][]int64{ids}, nil
			},
			func(ctx context.Context, site *cms.Client, id int64) error {
				_, err := users.New(site).Delete(ctx, id, users.ReassignTo(1))
				return err
			},
		},
	}
}

func idOf[T any](_ *T, err error, id func() int64) (int64, error) {
	if err != nil {
		return 0, err
	}
	return id(), nil
}

func levelsOfTerms(names func(string) []string) func(context.Context, *cms.Client, string) ([][]int64, error) {
	return func(ctx context.Context, site *cms.Client, name string) (levels [][]int64, err error) {
		for _, name := range names(name) {
			var ids []int64
			for term, err := range terms.Categories(site).All(ctx, &terms.ListOptions{Search: name, OrderBy: terms.ByID}) {
				if err != nil {
					return nil, err
				}
				if term.Name == name {
					ids = append(ids, term.ID)
				}
			}
			levels = append(levels, ids)
		}
		return levels, nil
	}
}

func removeTerm(ctx context.Context, site *cms.Client, id int64) error {
	_, err := terms.Categories(site).Delete(ctx, id)
	return err
}

// TestLiveEnsurer is a process of the test below: it reads lines "kind name" and
// writes lines "ensured id" or "ensured error".
func TestLiveEnsurer(t *testing.T) { //nolint:paralleltest // it is a process of its own
	if os.Getenv(asEnsurer) == "" {
		t.Skip("it is a process of another test")
	}
	site, kinds := sitetest.Live(t), ensuredKinds()
	if _, err := site.Verify(t.Context()); err != nil { // the connection is there before the first round
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		kind, name, _ := strings.Cut(lines.Text(), " ")
		id, err := kinds[kind].ensure(t.Context(), site, name)
		answer := strconv.FormatInt(id, 10)
		if err != nil {
			answer = strconv.Quote(err.Error())
		}
		if _, err := fmt.Fprintln(os.Stdout, "ensured", answer); err != nil {
			t.Fatal(err)
		}
	}
}

// process is one that ensures records.
type process struct {
	in  io.WriteCloser
	out *bufio.Scanner
}

// startEnsurer starts a process that ensures records at an address.
func startEnsurer(t *testing.T, address string) *process {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), path, "-test.run=^TestLiveEnsurer$", "-test.timeout=0")
	command.Env = append(os.Environ(), asEnsurer+"=1", "FONTCMS_SITE="+address)
	in, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		_ = command.Wait() // the end of the context may have killed it
	})
	return &process{in, bufio.NewScanner(out)}
}

// ensure has the process ensure a record, and returns its id or what went wrong.
func (p *process) ensure(kind, name string) (id int64, problem string) {
	if _, err := fmt.Fprintf(p.in, "%s %s\n", kind, name); err != nil {
		return 0, err.Error()
	}
	for p.out.Scan() {
		answer, ok := strings.CutPrefix(p.out.Text(), "ensured ")
		if !ok {
			continue
		}
		if id, err := strconv.ParseInt(answer, 10, 64); err == nil {
			return id, ""
		}
		return 0, answer
	}
	return 0, "the process has ended"
}

// ensureRounds is how often the processes ensure a record of each kind:
// FONTCMS_ENSURE_ROUNDS, or 5. Behind a cache it is a fifth of that.
func ensureRounds() int {
	if n, err := strconv.Atoi(os.Getenv("FONTCMS_ENSURE_ROUNDS")); err == nil {
		return n
	}
	return 5
}

// TestLiveEnsureMakesOneRecordInEightProcesses needs the site for itself.
//
//nolint:paralleltest // other tests slow the processes down, and then they do not meet
func TestLiveEnsureMakesOneRecordInEightProcesses(t *testing.T) {
	site := sitetest.Live(t)
	var processes []*process
	for range 8 {
		processes = append(processes, startEnsurer(t, site.Site()))
	}
	stamp := strings.ToLower(fmt.Sprintf("e%x", time.Now().UnixNano()))
	for kind, of := range ensuredKinds() {
		rounds, several, differing, conflicts := ensureRounds(), 0, 0, 0
		for round := range rounds {
			name := fmt.Sprintf("%s%s%d", stamp, kind, round)
			got, problems := ensureInAll(processes, kind, name)
			levels, err := of.list(t.Context(), site, name)
			if err != nil {
				t.Fatal(err)
			}
			last := levels[len(levels)-1]
			if len(last) == 0 {
				t.Fatalf("Ensure of the %s %s in 8 processes: the site has no record, want one; errors: %q", kind, name, problems)
			}
			if slices.ContainsFunc(levels, func(ids []int64) bool { return len(ids) != 1 }) {
				several++
				t.Logf("%s: the site has %d, the processes got %d", name, levels, got)
			}
			if slices.ContainsFunc(got, func(id int64) bool { return id != last[0] }) {
				differing++
				t.Logf("%s: the processes got %d, the lowest of %d", name, got, last)
			}
			surplus := []int64(nil)
			if kind == "user" { // Ensure deletes no users: the process that made another one says so
				surplus = last[1:]
				conflicts += len(surplus)
			}
			checkConflicts(t, name, surplus, problems)
			for _, ids := range levels {
				for _, id := range ids {
					if err := of.remove(t.Context(), site, id); err != nil {
						t.Error(err)
					}
				}
			}
		}
		t.Logf("%s: in %d rounds of %d processes, %d left several records, %d returned another than the lowest, %d conflicts",
			kind, rounds, len(processes), several, differing, conflicts)
		if several > 0 && kind != "user" {
			t.Errorf("Ensure of a %s in 8 processes: %d rounds left several records, want 0", kind, several)
		}
		// A process may get a record that loses a moment later: see the limitations of Ensure.
		if most := 1 + rounds/20; differing > most {
			t.Errorf("Ensure of a %s in 8 processes: %d rounds returned different records, want at most %d",
				kind, differing, most)
		}
	}
}

// ensureInAll has all processes ensure the same record at once. It returns the ids that
// the successful ones got, and the errors of the others.
func ensureInAll(processes []*process, kind, name string) (ids []int64, problems []string) {
	var group sync.WaitGroup
	var mu sync.Mutex
	for _, p := range processes {
		group.Go(func() {
			id, problem := p.ensure(kind, name)
			mu.Lock()
			defer mu.Unlock()
			if problem != "" {
				problems = append(problems, problem)
				return
			}
			ids = append(ids, id)
		})
	}
	group.Wait()
	return ids, problems
}

// checkConflicts checks that each surplus user is named by the error of the process that
// made it, and that no process failed otherwise.
func checkConflicts(t *testing.T, name string, surplus []int64, problems []string) {
	t.Helper()
	for _, id := range surplus {
		named := fmt.Sprintf("this call made the user %d:", id)
		i := slices.IndexFunc(problems, func(problem string) bool { return strings.Contains(problem, named) })
		if i < 0 {
			t.Errorf("Ensure of %s in 8 processes made the user %d as well: errors %q, want one with %q",
				name, id, problems, named)
			continue
		}
		problems = slices.Delete(problems, i, i+1)
	}
	if len(problems) > 0 {
		t.Errorf("Ensure of %s in 8 processes: errors %q, want none", name, problems)
	}
}

// TestLiveEnsureThroughACacheDeletesNoOtherRecord has eight processes whose responses to
// GET are up to a minute old. Several records are possible then, but each process that made
// one too many says so.
//
//nolint:paralleltest // other tests slow the processes down, and then they do not meet
func TestLiveEnsureThroughACacheDeletesNoOtherRecord(t *testing.T) {
	site := sitetest.Live(t)
	address, err := url.Parse(site.Site())
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(address)
	proxy.Transport = &oldlists.Cache{Records: true}
	cache := httptest.NewServer(proxy)
	t.Cleanup(cache.Close)
	var processes []*process
	for range 8 {
		processes = append(processes, startEnsurer(t, cache.URL))
	}
	stamp := strings.ToLower(fmt.Sprintf("c%x", time.Now().UnixNano()))
	kinds := ensuredKinds()
	for _, kind := range []string{"post", "term", "menu", "user"} {
		of, several, failed := kinds[kind], 0, 0
		rounds := max(1, ensureRounds()/5)
		for round := range rounds {
			name := fmt.Sprintf("%s%s%d", stamp, kind, round)
			other, err := of.ensure(t.Context(), site, name+"-other")
			if err != nil {
				t.Fatal(err)
			}
			got, problems := ensureInAll(processes, kind, name)
			failed += len(problems)
			levels, err := of.list(t.Context(), site, name)
			if err != nil {
				t.Fatal(err)
			}
			there := slices.DeleteFunc(levels[0], func(id int64) bool { return id == other })
			if others, err := of.list(t.Context(), site, name+"-other"); err != nil || !slices.Contains(others[0], other) {
				t.Errorf("Ensure of the %s %s behind a cache: the record %d of another name is not in %d (%v), want it to stay",
					kind, name, other, others, err)
			}
			if len(there) == 0 {
				t.Errorf("Ensure of the %s %s behind a cache: the site has no record, want one; errors: %q",
					kind, name, problems)
			}
			if len(there) > 1 {
				several++
				t.Logf("%s: the site has %d, the processes got %d, errors: %q", name, there, got, problems)
			}
			for _, id := range there[min(1, len(there)):] {
				if !slices.Contains(got, id) && !slices.ContainsFunc(problems, func(problem string) bool {
					return strings.Contains(problem, strconv.FormatInt(id, 10))
				}) {
					t.Errorf("Ensure of the %s %s behind a cache left the record %d: errors %q, want one that names it",
						kind, name, id, problems)
				}
			}
			for _, id := range append(there, other) {
				if err := of.remove(t.Context(), site, id); err != nil {
					t.Error(err)
				}
			}
		}
		t.Logf("%s: in %d rounds of %d processes behind a cache, %d left several records, %d calls failed",
			kind, rounds, len(processes), several, failed)
	}
}
