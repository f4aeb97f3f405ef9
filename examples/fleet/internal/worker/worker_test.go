package worker

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/engine"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/engine/enginetest"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/job"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/queue"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/recipe"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/secret"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/sites"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/store"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/store/storetest"
)

// lines is a bytes.Buffer for several workers.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// newWorker is a worker with an engine of its own. passwords are by environment variable,
// each with the address of its site.
func newWorker(t *testing.T, passwords map[string]string, config ...queue.Config) (*Worker, *lines) {
	t.Helper()
	return newWorkerOn(t, enginetest.Start(t), passwords, append(config, queue.Config{})[0])
}

// newWorkerOn is a worker on an engine.
func newWorkerOn(
	t *testing.T, js jetstream.JetStream, passwords map[string]string, config queue.Config,
) (*Worker, *lines) {
	t.Helper()
	config.Replicas = 1
	q, err := queue.Open(t.Context(), js, config)
	if err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(t.Context(), js, 1)
	if err != nil {
		t.Fatal(err)
	}
	said := &lines{}
	return &Worker{
		Queue: q, Store: s, Kinds: recipe.Kinds(), AtOnce: 4, Failures: 2, Now: time.Now, Notes: said,
		Wait: func(int) time.Duration { return 10 * time.Millisecond },
		Secrets: secret.Store{Lookup: func(name string) (string, bool) {
			password, ok := passwords[name]
			return password, ok
		}},
	}, said
}

// drain lets the worker work until its queue is empty.
func drain(t *testing.T, w *Worker, jobs ...job.Job) {
	t.Helper()
	if refused, err := w.Queue.Add(t.Context(), jobs...); err != nil || len(refused) > 0 {
		t.Fatalf("Add of %d jobs: %v refused, error %v, want none of both", len(jobs), refused, err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute) // on a busy machine
	defer stop()
	var running sync.WaitGroup
	running.Go(func() { w.Run(ctx) })
	for ctx.Err() == nil {
		if state, err := w.Queue.State(ctx); err == nil && state == (queue.State{}) {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if ctx.Err() != nil {
		t.Error("After five minutes the queue has jobs, want it empty")
	}
	stop()
	running.Wait()
}

// site is a site in memory with posts, and its job.
func site(t *testing.T, name string, posts int) (*cmstest.Server, job.Job, string) {
	t.Helper()
	server := cmstest.NewServer(cmstest.WithTest(t))
	for i := range posts {
		server.Insert("posts", map[string]any{"title": fmt.Sprint("Post ", i)})
	}
	return server, job.Job{Run: "run", Kind: "mirror", Site: sites.Site{
		Name: name, Address: server.URL, User: "admin", Secret: "env:FLEET_" + name, Prefix: "cms",
	}}, server.URL + " " + server.AppPassword("admin")
}

// copied is how often each record of a kind was stored, by site and id.
func copied(t *testing.T, w *Worker, kind string) map[string]int {
	t.Helper()
	times, err := storetest.Times(t.Context(), w.Store, "run", kind)
	if err != nil {
		t.Fatal(err)
	}
	return times
}

func TestMirrorStoresEachRecordOnce(t *testing.T) {
	t.Parallel()
	passwords, jobs := map[string]string{}, []job.Job{}
	for i, posts := range []int{0, 1, 99, 100, 250} {
		_, j, password := site(t, fmt.Sprint("site", i), posts)
		passwords["FLEET_"+j.Site.Name] = password
		jobs = append(jobs, j)
	}
	w, said := newWorker(t, passwords)
	drain(t, w, jobs...)
	got := copied(t, w, "posts")
	for name, times := range got {
		if times != 1 {
			t.Errorf("The store has %s %d times, want once", name, times)
		}
	}
	counts, err := w.Store.Count(t.Context(), "run")
	if len(got) != 450 || err != nil {
		t.Errorf("The store has %d posts, error %v, want 450\n%s", len(got), err, said)
	} else if counts["run"].Done != 5 {
		t.Errorf("Count of the run: %+v, want 5 done\n%s", counts, said)
	}
	if done, records := w.Done(); done != 5 || records < 450 {
		t.Errorf("Done of the worker: %d jobs, %d records, want 5, and 450 or more", done, records)
	}
}

// dead runs one job to its end, and returns why it waits for a person.
func dead(t *testing.T, w *Worker, j job.Job) store.Result {
	t.Helper()
	drain(t, w, j)
	results, err := w.Store.Dead(t.Context(), "run")
	if err != nil || len(results) != 1 {
		t.Fatalf("Dead of the run: %+v, error %v, want one result\n%s", results, err, w.Notes)
	}
	return results[0]
}

func TestJobThatCannotSucceedWaitsForAPerson(t *testing.T) {
	t.Parallel()
	below := func(*cmstest.Server, *job.Job) {}
	for cause, spoil := range map[string]func(*cmstest.Server, *job.Job){
		"password":  func(_ *cmstest.Server, j *job.Job) { j.Site.Secret = "env:FLEET_absent" },
		"login":     func(_ *cmstest.Server, j *job.Job) { j.Site.User = "editor" },
		"rights":    func(_ *cmstest.Server, j *job.Job) { j.Site.User, j.Site.Secret = "", "" },
		"arguments": func(_ *cmstest.Server, j *job.Job) { j.Kind = "dance" },
		"down":      below,
		"moved":     below,
	} {
		t.Run(cause, func(t *testing.T) {
			t.Parallel()
			server, j, password := site(t, "blog", 1)
			passwords := map[string]string{"FLEET_blog": password}
			_, password, _ = strings.Cut(password, " ")
			w, said := newWorker(t, passwords)
			spoil(server, &j)
			if cause == "down" { // another server of the tests may get the port of one that was closed
				j.Site.Address = "http://127.0.0.1:1"
				passwords["FLEET_blog"] = j.Site.Address + " " + password
			}
			if cause == "moved" {
				front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					http.Redirect(w, r, server.URL+r.URL.Path, http.StatusMovedPermanently)
				}))
				t.Cleanup(front.Close)
				j.Site.Address, j.Site.Prefix = front.URL, ""
				passwords["FLEET_blog"] = front.URL + " " + password
			}
			result := dead(t, w, j)
			if result.Cause != cause || result.Reason == "" {
				t.Errorf("Result of the job: %+v, want the cause %s, and a reason\n%s", result, cause, said)
			}
			if strings.Contains(result.Reason+result.Advice+said.String(), password) {
				t.Error("The password is in the result or the notes, want it in neither")
			}
			for _, request := range server.Requests() {
				if cause == "moved" && request.Header.Get("Authorization") != "" {
					t.Error("The password was sent to another site, want it kept")
				}
			}
		})
	}
}

func TestRecordAboveTheLargestMessageIsNamedAndTheOthersAreCopied(t *testing.T) {
	t.Parallel()
	server, j, password := site(t, "blog", 0)
	id := server.Insert("posts", map[string]any{"title": "Large", "content": strings.Repeat("a", engine.MaxMessage)})
	for range 150 {
		server.Insert("posts", map[string]any{"title": "Small"})
	}
	w, said := newWorker(t, map[string]string{"FLEET_blog": password})
	drain(t, w, j)
	if want := fmt.Sprintf("not read: posts %d: it has 83", id); !strings.Contains(said.String(), want) {
		t.Errorf("The worker said\n%s\nwant %q", said, want)
	}
	if got := copied(t, w, "posts"); len(got) != 150 {
		t.Errorf("The store has %d posts, want the other 150", len(got))
	}
}

func TestTemporaryFailureIsRetriedAndCounted(t *testing.T) {
	t.Parallel()
	server, j, password := site(t, "blog", 150)
	w, said := newWorker(t, map[string]string{"FLEET_blog": password})
	server.Fail(cmstest.Fault{Route: "/cms/v2/posts", Status: 503, Skip: 1, Times: 4}) // one job with its retries
	drain(t, w, j)
	if got := copied(t, w, "posts"); len(got) != 150 || !strings.Contains(said.String(), "failed 1 times") {
		t.Errorf("The store has %d posts, want 150, and a job that failed once\n%s", len(got), said)
	}
	for name, times := range copied(t, w, "posts") {
		if times != 1 {
			t.Errorf("The store has %s %d times, want once", name, times)
		}
	}
}

func TestLongRetryAfterDelaysOnlyItsSite(t *testing.T) {
	t.Parallel()
	server, j, password := site(t, "slow", 1)
	_, other, otherPassword := site(t, "fast", 1)
	w, said := newWorker(t, map[string]string{"FLEET_slow": password, "FLEET_fast": otherPassword})
	w.AtOnce = 1
	server.Fail(cmstest.Fault{Status: 429, RetryAfter: 11 * time.Second, Route: "/cms/v2/types", Times: 1})
	drain(t, w, j, other)
	text := said.String()
	if !strings.Contains(text, "slow: the site asks to wait for 11s") ||
		strings.Index(text, "fast: done") > strings.Index(text, "slow: done") {
		t.Errorf("The worker said\n%s\nwant that slow waits for 11s, and fast done first", text)
	}
	if got := copied(t, w, "posts"); len(got) != 2 {
		t.Errorf("The store has the posts %v, want those of both sites", got)
	}
}

func TestJobWithAnInvalidSiteIsDropped(t *testing.T) {
	t.Parallel()
	w, _ := newWorker(t, nil)
	j := job.Job{Run: "run", Site: sites.Site{Name: "blog", Address: "no address"}}
	drain(t, w, j)
}

func TestJobsOfASiteShareItsRate(t *testing.T) {
	t.Parallel()
	w := &Worker{Rate: 6}
	for perSite, want := range map[int]float64{0: 6, 1: 6, 2: 3, 3: 2} {
		if got := w.limit(job.Job{PerSite: perSite}); float64(got) != want {
			t.Errorf("%d jobs a site: each has %v requests a second, want %v", perSite, got, want)
		}
	}
}
