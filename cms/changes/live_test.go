package changes_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/changes"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// liveWriter changes records of its own on a real site, which other tests also change.
type liveWriter struct {
	t      *testing.T
	site   *cms.Client
	random *rand.Rand
	name   string
	n      int
	seen   int // changes
	ids    map[string][]int64
	log    []string
}

// TestLiveRandomHistoriesYieldEachChangeOnce runs random histories, 8 or as many as
// FONTCMS_LIVE_HISTORIES names. Edits and passes share seconds here. With FONTCMS_LAB the tables of
// the site are the second opinion on what has changed.
func TestLiveRandomHistoriesYieldEachChangeOnce(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	rounds := 8
	if n, err := strconv.Atoi(os.Getenv("FONTCMS_LIVE_HISTORIES")); err == nil {
		rounds = n
	}
	seed := uint64(time.Now().UnixNano())
	w := &liveWriter{t: t, site: site, random: rand.New(rand.NewPCG(seed, 3)), name: fmt.Sprintf("changes%d", seed),
		ids: map[string][]int64{}}
	t.Cleanup(w.clean)
	done := 0
	defer func() { t.Logf("%d changes in %d histories", w.seen, done) }()
	store, taken, takenRows := new(changes.Memory), map[string]shape{}, map[string]shape{}
	for round := range rounds {
		w.log = nil
		for range 1 + w.random.IntN(5) {
			w.act()
		}
		now, rows := w.shapes(), w.rows()
		due := differing(taken, now)
		w.agree(round, takenRows, rows, texts(due))
		stop := -1
		if w.random.IntN(3) == 0 {
			stop = w.random.IntN(3)
		}
		options := &changes.Options{Full: w.random.IntN(3) == 0, Records: w.random.IntN(3) == 0, AllowEmpty: true}
		left := w.pass(store, options, due, stop, func(key string) {
			keep(taken, now, key)
			keep(takenRows, rows, key)
		})
		if !left && len(due) > 0 {
			t.Errorf("Feed.All with %+v, round %d: nothing of %v, want each once", *options, round, due)
		}
		if t.Failed() {
			t.Logf("seed %d, round %d:\n\t%s", seed, round, strings.Join(w.log, "\n\t"))
			return
		}
		done++
	}
}

// differing returns the changes from one state of records to another.
func differing(before, now map[string]shape) map[string]changes.Op {
	due := map[string]changes.Op{}
	for key := range before {
		if _, ok := now[key]; !ok {
			due[key] = changes.Deleted
		}
	}
	for key, s := range now {
		was, known := before[key]
		switch trash := string(cms.StatusTrash); {
		case !known:
			due[key] = changes.Created
		case s == was:
		case s.status == trash && was.status != trash:
			due[key] = changes.Trashed
		case s.status != trash && was.status == trash:
			due[key] = changes.Restored
		default:
			due[key] = changes.Changed
		}
	}
	return due
}

// keep takes one record of a state over.
func keep(state, now map[string]shape, key string) {
	if delete(state, key); now[key] != (shape{}) {
		state[key] = now[key]
	}
}

func texts(ops map[string]changes.Op) map[string]string {
	out := map[string]string{}
	for key, op := range ops {
		out[key] = string(op)
	}
	return out
}

// pass runs a pass and takes the changes of due out of it. It reports whether the loop was
// left, at the change number stop.
func (w *liveWriter) pass(store changes.Store, options *changes.Options, due map[string]changes.Op, stop int,
	take func(key string)) (left bool) {
	mine := maps.Clone(due)
	feed := changes.New(w.site, store, changes.Type("cms/v2/posts"), changes.Taxonomy("cms/v2/tags"), changes.Comments())
	n := 0
	for c, err := range feed.All(w.t.Context(), options) {
		if errors.Is(err, changes.ErrShort) { // another test deletes records
			left = true
			continue
		}
		if err != nil {
			w.t.Errorf("Feed.All: error %v, want nil", err)
			return left
		}
		key := fmt.Sprintf("%s/%d", c.Kind, c.ID)
		if !w.owns(c.Kind, c.ID) {
			continue
		}
		if n == stop {
			return true
		}
		n++
		w.log = append(w.log, fmt.Sprintf("%s %s", c.Op, key))
		if mine[key] != c.Op {
			w.t.Errorf("Feed.All with %+v: %s %s, want %q", *options, c.Op, key, mine[key])
		}
		w.seen++
		delete(mine, key)
		delete(due, key)
		take(key)
	}
	return left
}

func (w *liveWriter) owns(kind string, id int64) bool {
	for _, own := range w.ids[kind] {
		if own == id {
			return true
		}
	}
	return false
}

func (w *liveWriter) shapes() map[string]shape {
	all := map[string]shape{}
	for kind, ids := range w.ids {
		for some := range slices.Chunk(ids, 100) { // a list has a hundred at most
			query := url.Values{}
			for _, id := range some {
				query.Add("include[]", strconv.FormatInt(id, 10))
			}
			maps.Copy(all, shapesOf(w.t, w.site, kind, query))
		}
	}
	return all
}

func (w *liveWriter) act() {
	w.n++
	text := fmt.Sprintf("%s text %d", w.name, w.n)
	switch n := w.random.IntN(12); {
	case n < 3 && len(w.ids["posts"]) < 90 || len(w.ids["posts"]) == 0:
		post := map[string]any{"title": text, "status": []string{"draft", "publish", "private"}[w.random.IntN(3)]}
		switch w.random.IntN(4) {
		case 0:
			post["date_gmt"] = "2019-01-02T03:04:05"
		case 1:
			post["date_gmt"], post["status"] = "2039-01-02T03:04:05", "future"
		}
		w.create("posts", post)
	case n == 3:
		w.create("tags", map[string]any{"name": text})
	case n == 4:
		w.create("comments", map[string]any{"content": text, "post": w.ids["posts"][w.random.IntN(len(w.ids["posts"]))]})
	case n < 8:
		w.send("POST", w.some("posts"), map[string]any{"content": text})
	case n == 8:
		w.send("POST", w.some("tags"), map[string]any{"description": text})
	case n == 9:
		status := []string{"approved", "hold", "spam"}[w.random.IntN(3)]
		w.send("POST", w.some("comments"), map[string]any{"status": status})
	case n == 10:
		w.send("POST", w.some("posts"), map[string]any{"status": "draft", "tags": w.ids["tags"]})
	default:
		force := []string{"", "?force=true"}[w.random.IntN(2)]
		w.send("DELETE", w.some([]string{"posts", "tags", "comments"}[w.random.IntN(3)])+force, nil)
	}
}

func (w *liveWriter) some(kind string) string {
	if len(w.ids[kind]) == 0 {
		return "cms/v2/" + kind + "/999999"
	}
	return fmt.Sprintf("cms/v2/%s/%d", kind, w.ids[kind][w.random.IntN(len(w.ids[kind]))])
}

func (w *liveWriter) create(kind string, body map[string]any) {
	if id := w.send("POST", "cms/v2/"+kind, body); id > 0 {
		w.ids[kind] = append(w.ids[kind], id)
	}
}

// send sends a write and returns the id in its response. The site may reject it.
func (w *liveWriter) send(method, path string, body map[string]any) int64 {
	path, query, _ := strings.Cut(path, "?")
	arguments, _ := url.ParseQuery(query)
	request := cms.Request[struct {
		ID int64 `json:"id"`
	}]{Method: method, Path: path, Query: arguments}
	if method != http.MethodDelete {
		encoded, err := json.Marshal(body)
		if err != nil {
			w.t.Fatal(err)
		}
		request.Body = json.RawMessage(encoded)
	}
	record, err := cms.Do(w.t.Context(), w.site, request)
	w.log = append(w.log, fmt.Sprintf("%s %s?%s %v: error %v", method, path, query, body, err))
	if err != nil {
		return 0
	}
	return record.ID
}

func (w *liveWriter) clean() {
	for kind, ids := range w.ids {
		for _, id := range ids {
			_, _ = cms.Do(context.Background(), w.site, cms.Request[cms.Raw]{Method: http.MethodDelete,
				Path: fmt.Sprintf("cms/v2/%s/%d", kind, id), Query: url.Values{"force": {"true"}}})
		}
	}
}
