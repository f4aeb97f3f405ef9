package resilience

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

const (
	asked   = 4711 // the id that a call names
	foreign = 666  // the id that a site answers instead
)

// isForeign reports what is missing of the error of an answer that holds the
// record foreign in place of the record asked.
func isForeign(err error) error {
	switch {
	case err == nil:
		return errors.New("there is no error")
	case !errors.Is(err, cms.ErrForeignRecord):
		return fmt.Errorf("the error is another one: %w", err)
	case !strings.Contains(err.Error(), fmt.Sprint(asked)), !strings.Contains(err.Error(), fmt.Sprint(foreign)):
		return fmt.Errorf("the error does not name both ids: %w", err)
	}
	return nil
}

// naming is a call that names a record.
type naming struct {
	name string
	// answers is what the site answers if the id of the record, or of the parent
	// that the call names, is id: by method, "" for all.
	answers func(id int) map[string]string
	call    func(ctx context.Context, c *cms.Client) (any, error)
	status  int // 200 if it is 0
	sent    int // requests, 1 if it is 0
}

// post is a record as any call of a collection takes it.
func post(id int) string {
	return strings.Replace(edited, `"id":5`, fmt.Sprintf(`"id":%d`, id), 1)
}

func whole(id int) map[string]string { return map[string]string{"": post(id)} }

// trashed is a post in the trash.
func trashed(id int) string {
	return strings.Replace(post(id), `"status":"publish"`, `"status":"trash"`, 1)
}

func deleted(id int) map[string]string {
	return map[string]string{"": `{"deleted":true,"previous":` + post(id) + `}`}
}

// as answers with the id at %d.
func as(format string) func(int) map[string]string {
	return func(id int) map[string]string { return map[string]string{"": fmt.Sprintf(format, id)} }
}

// verbs are those of one collection.
func verbs[T, P, L any](name string, of func(*cms.Client) *cms.Content[T, P, L]) []naming {
	return []naming{
		{name: name + ".Get", answers: whole,
			call: func(ctx context.Context, c *cms.Client) (any, error) { return of(c).Get(ctx, asked) }},
		{name: name + ".Update", answers: whole,
			call: func(ctx context.Context, c *cms.Client) (any, error) { return of(c).Update(ctx, asked, nil) }},
		{name: name + ".Update by PUT", answers: whole, call: func(ctx context.Context, c *cms.Client) (any, error) {
			return of(c).Update(ctx, asked, nil, cms.UpdateMethod(http.MethodPut))
		}},
		{name: name + ".Trash", answers: func(id int) map[string]string { return map[string]string{"": trashed(id)} },
			call: func(ctx context.Context, c *cms.Client) (any, error) { return of(c).Trash(ctx, asked) }},
		{name: name + ".Delete", answers: deleted,
			call: func(ctx context.Context, c *cms.Client) (any, error) { return of(c).Delete(ctx, asked) }},
		{name: name + ".UpdateRequest", answers: whole, call: func(ctx context.Context, c *cms.Client) (any, error) {
			return cms.Do(ctx, c, of(c).UpdateRequest(asked, nil))
		}},
		{name: name + ".DeleteRequest", answers: deleted, call: func(ctx context.Context, c *cms.Client) (any, error) {
			return cms.Do(ctx, c, of(c).DeleteRequest(asked))
		}},
		batched(name+".UpdateRequest in a batch", post,
			func(c *cms.Client) batch.Item { return of(c).UpdateRequest(asked, nil) }),
		batched(name+".TrashRequest in a batch", trashed,
			func(c *cms.Client) batch.Item { return of(c).TrashRequest(asked) }),
		batched(name+".DeleteRequest in a batch", func(id int) string { return deleted(id)[""] },
			func(c *cms.Client) batch.Item { return of(c).DeleteRequest(asked) }),
	}
}

// batched is a call in a batch.
func batched(name string, body func(int) string, item func(*cms.Client) batch.Item) naming {
	return naming{
		name: name, status: 207,
		answers: func(id int) map[string]string {
			return map[string]string{"": `{"responses":[{"status":200,"headers":[],"body":` + body(id) + `}]}`}
		},
		call: func(ctx context.Context, c *cms.Client) (any, error) {
			report, err := batch.New(c).Add(item(c)).Do(ctx)
			if err != nil {
				return nil, err
			}
			return report.Results[0].Value, report.Results[0].Err
		},
	}
}

func namings() []naming {
	all := verbs("posts", func(c *cms.Client) *cms.Content[cms.Post, cms.PostParams,
		cms.PostListOptions] {
		return c.Posts
	})
	all = append(all, verbs("pages",
		func(c *cms.Client) *cms.Content[cms.Page, cms.PageParams, cms.PageListOptions] { return c.Pages })...)
	all = append(all, verbs("blocks",
		func(c *cms.Client) *cms.Content[cms.Block, cms.BlockParams, cms.BlockListOptions] { return c.Blocks })...)
	all = append(all, verbs("a route of its own",
		func(c *cms.Client) *cms.Content[cms.Post, cms.PostParams, cms.PostListOptions] {
			return cms.NewContent[cms.Post, cms.PostParams, cms.PostListOptions](c, "shop/v1/coupons")
		})...)
	menus := as(`{"id":%d,"title":{"raw":"a","rendered":"a"},"menus":3}`)
	gone := as(`{"deleted":true,"previous":{"id":%d,"title":{"raw":"a","rendered":"a"}}}`)
	revision := as(`{"id":%d,"parent":5,"slug":"5-revision-v1","title":{"rendered":"a"}}`)
	ofParent := as(`{"id":8,"parent":%d,"slug":"5-autosave-v1","title":{"rendered":"a"}}`)
	listed := as(`[{"id":7,"parent":4711,"title":{"rendered":"a"}},{"id":8,"parent":%d,"title":{"rendered":"a"}}]`)
	image := as(`{"id":%d,"media_type":"image","source_url":"https://docs.example.org/a.png"}`)
	code := as(`{"id":%d,"name":"a","desc":"","code":"","tags":[],"scope":"global","active":true,"priority":10,` +
		`"network":false,"shared_network":null}`)
	coded := func(id int) map[string]string { return map[string]string{"POST": "{}", "GET": code(id)[""]} }
	return append(all, []naming{
		{name: "menu items.Get", answers: menus,
			call: func(ctx context.Context, c *cms.Client) (any, error) { return c.MenuItems.Get(ctx, asked) }},
		{name: "menu items.Update", answers: menus,
			call: func(ctx context.Context, c *cms.Client) (any, error) { return c.MenuItems.Update(ctx, asked, nil) }},
		{name: "menu items.Delete", answers: gone,
			call: func(ctx context.Context, c *cms.Client) (any, error) { return c.MenuItems.Delete(ctx, asked) }},
		{name: "revisions.Get", answers: revision,
			call: func(ctx context.Context, c *cms.Client) (any, error) { return c.Posts.Revisions(5).Get(ctx, asked) }},
		{name: "revisions.Get, of another parent", answers: ofParent,
			call: func(ctx context.Context, c *cms.Client) (any, error) {
				return c.Posts.Revisions(asked).Get(ctx, 8)
			}},
		{name: "revisions.List, of another parent", answers: listed,
			call: func(ctx context.Context, c *cms.Client) (any, error) {
				return c.Posts.Revisions(asked).List(ctx, nil)
			}},
		{name: "revisions.Delete", answers: as(`{"deleted":true,"previous":{"id":%d,"parent":5}}`),
			call: func(ctx context.Context, c *cms.Client) (any, error) {
				return c.Posts.Revisions(5).Delete(ctx, asked)
			}},
		{name: "autosaves.Get, of another parent", answers: ofParent,
			call: func(ctx context.Context, c *cms.Client) (any, error) {
				return c.Posts.Autosaves(asked).Get(ctx)
			}},
		{name: "autosaves.List, of another parent", answers: listed,
			call: func(ctx context.Context, c *cms.Client) (any, error) {
				return c.Posts.Autosaves(asked).List(ctx)
			}},
		{name: "autosaves.Create, of another parent", answers: ofParent,
			call: func(ctx context.Context, c *cms.Client) (any, error) {
				return c.Posts.Autosaves(asked).Create(ctx, &cms.PostParams{Title: new("a")})
			}},
		{name: "autosaves.Create, that changed another draft", answers: as(`{"id":%d,"title":{"raw":"a","rendered":"a"}}`),
			call: func(ctx context.Context, c *cms.Client) (any, error) {
				return c.Posts.Autosaves(asked).Create(ctx, &cms.PostParams{Title: new("a")})
			}},
		{name: "media.Get", answers: image,
			call: func(ctx context.Context, c *cms.Client) (any, error) { return media.New(c).Get(ctx, asked) }},
		{name: "media.Update", answers: image,
			call: func(ctx context.Context, c *cms.Client) (any, error) { return media.New(c).Update(ctx, asked, nil) }},
		{name: "media.Delete", answers: as(`{"deleted":true,"previous":{"id":%d}}`),
			call: func(ctx context.Context, c *cms.Client) (any, error) {
				return media.New(c).Delete(ctx, asked)
			}},
		{name: "media.Finalize", answers: image,
			call: func(ctx context.Context, c *cms.Client) (any, error) { return media.New(c).Finalize(ctx, asked, nil) }},
		{name: "media.PostProcess", answers: image,
			call: func(ctx context.Context, c *cms.Client) (any, error) { return media.New(c).PostProcess(ctx, asked) }},
		{name: "snippets.Get", answers: code,
			call: func(ctx context.Context, c *cms.Client) (any, error) { return snippets.New(c).Get(ctx, asked) }},
		{name: "snippets.Update", answers: code,
			call: func(ctx context.Context, c *cms.Client) (any, error) { return snippets.New(c).Update(ctx, asked, nil) }},
		{name: "snippets.Delete", answers: func(id int) map[string]string {
			return map[string]string{"": strings.Replace(code(id)[""], `"active":true`, `"active":false,"trashed":true`, 1)}
		}, call: func(ctx context.Context, c *cms.Client) (any, error) { return snippets.New(c).Delete(ctx, asked) }},
		{name: "snippets.Activate", sent: 2, answers: coded,
			call: func(ctx context.Context, c *cms.Client) (any, error) { return snippets.New(c).Activate(ctx, asked) }},
		{name: "snippets.Deactivate", sent: 2, answers: func(id int) map[string]string {
			return map[string]string{"POST": "{}", "GET": strings.Replace(code(id)[""], `"active":true`, `"active":false`, 1)}
		}, call: func(ctx context.Context, c *cms.Client) (any, error) { return snippets.New(c).Deactivate(ctx, asked) }},
	}...)
}

// TestResponsesWithAnotherIDAreErrors gives each call that names a record another
// one, and then the one that it names.
func TestResponsesWithAnotherIDAreErrors(t *testing.T) {
	t.Parallel()
	for _, naming := range namings() {
		t.Run(naming.name, func(t *testing.T) {
			t.Parallel()
			for _, id := range []int{foreign, asked} {
				bodies := naming.answers(id)
				s := newServer(t, 4, func(w http.ResponseWriter, r *http.Request) {
					body, ok := bodies[r.Method]
					if !ok {
						body = bodies[""]
					}
					answer(w, max(naming.status, 200), body)
				})
				got, err := naming.call(bounded(t), s.site(t))
				if n := len(s.seen()); n != max(naming.sent, 1) {
					t.Errorf("Call for %d: %d requests %v, want %d", id, n, s.seen(), max(naming.sent, 1))
				}
				if id == asked && err != nil {
					t.Errorf("Call for the record that it names: error %v, want none", err)
				}
				if id == foreign {
					if problem := isForeign(err); problem != nil {
						t.Errorf("Call for another record: %v, result %T, want ErrForeignRecord", problem, got)
					}
					if v := reflect.ValueOf(got); v.IsValid() && !v.IsZero() {
						t.Errorf("Call for another record: result %+v, want none", got)
					}
				}
			}
		})
	}
}

// TestRequestsNameTheRecordThatTheyAskFor has requests to a route that the module
// does not know. Without an ID any record is taken, as users/me needs.
func TestRequestsNameTheRecordThatTheyAskFor(t *testing.T) {
	t.Parallel()
	for _, method := range []string{http.MethodGet, http.MethodPut, http.MethodDelete} {
		for _, id := range []int{asked, foreign} {
			s := newServer(t, 2, respondAlways(200, fmt.Sprintf(`{"id":%d,"slug":"a"}`, id)))
			_, err := cms.Do(bounded(t), s.site(t), cms.Request[plain]{Method: method, Path: "shop/v1/orders/4711", ID: asked})
			if id == asked && err != nil {
				t.Errorf("Do of %s: error %v, want none", method, err)
			}
			if id == foreign {
				if problem := isForeign(err); problem != nil {
					t.Errorf("Do of %s with another record: %v, want ErrForeignRecord", method, problem)
				}
			}
			if _, err := cms.Do(bounded(t), s.site(t),
				cms.Request[plain]{Method: method, Path: "shop/v1/orders/mine"}); err != nil {
				t.Errorf("%s of an alias: %v", method, err)
			}
		}
	}
}

// TestUpdateIfUnchangedWritesNothingAfterAnotherRecord answers the look of the
// update, or the write, with another record.
func TestUpdateIfUnchangedWritesNothingAfterAnotherRecord(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		method string
		writes int
	}{"at the look": {http.MethodGet, 0}, "at the write": {http.MethodPost, 1}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lies := false
			s := newServer(t, 8, func(w http.ResponseWriter, r *http.Request) {
				switch {
				case strings.HasSuffix(r.URL.Path, "/revisions"):
					answer(w, 200, strings.ReplaceAll(threeRevisions, `"parent":5`, `"parent":4711`), totals("3", "1")...)
				case lies && r.Method == test.method:
					answer(w, 200, post(foreign))
				default:
					answer(w, 200, post(asked))
				}
			})
			site := s.site(t)
			read, err := site.Posts.Get(bounded(t), asked, cms.InContext(cms.ContextEdit))
			if err != nil {
				t.Fatal(err)
			}
			lies = true
			_, err = site.Posts.UpdateIfUnchanged(bounded(t), read, &cms.PostParams{Title: new("Two")})
			if problem := isForeign(err); problem != nil {
				t.Errorf("UpdateIfUnchanged with another record: %v, want ErrForeignRecord", problem)
			}
			if writes := s.writes(); len(writes) != test.writes {
				t.Errorf("UpdateIfUnchanged with another record: %d writes %v, want %d", len(writes), writes, test.writes)
			}
		})
	}
}

// TestTrashChecksTheRecordThatItReadsAfterALostResponse loses the first answer:
// Trash then reads the record, and the site answers with another one.
func TestTrashChecksTheRecordThatItReadsAfterALostResponse(t *testing.T) {
	t.Parallel()
	deletes := 0
	s := newServer(t, 4, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			answer(w, 200, post(foreign))
			return
		}
		if deletes++; deletes == 1 {
			answer(w, 502, "")
			return
		}
		answer(w, 410, refusal(410, "rest_already_trashed"))
	})
	trashed, err := s.site(t).Posts.Trash(bounded(t), asked)
	if problem := isForeign(err); problem != nil {
		t.Errorf("Trash with another record: %v, result %T, want ErrForeignRecord", problem, trashed)
	}
}

// TestGetManyYieldsNoOtherRecords has a route that ignores include.
func TestGetManyYieldsNoOtherRecords(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		list string
		want int // records before the error
	}{
		"others":                      {`[{"id":666},{"id":667},{"id":668}]`, 0},
		"the one, and others":         {`[{"id":4711},{"id":666}]`, 1},
		"others, and then the one":    {`[{"id":666},{"id":4711}]`, 1},
		"one without an id":           {`[{"slug":"a"}]`, 0},
		"one whose id is no number":   {`[{"id":"a"}]`, 0},
		"an empty object, as PHP has": {`[[]]`, 0},
	} {
		for _, options := range map[string][]cms.WalkOption{
			"": nil, "with fields": {cms.Fields("slug")}, "ahead": {cms.Prefetch(3)}, "adaptive": {cms.PrefetchAdaptive()},
		} {
			s := newServer(t, 8, respondAlways(200, test.list, totals("3", "1")...))
			yielded, failed := 0, error(nil)
			for record, err := range s.site(t).Posts.GetMany(bounded(t), []int64{asked}, nil, options...) {
				if err != nil {
					failed = err
					continue
				}
				if yielded++; record.ID != asked && len(options) == 0 {
					t.Errorf("GetMany of %s: record %d, want only %d", name, record.ID, asked)
				}
			}
			if yielded > test.want || failed == nil {
				t.Errorf("GetMany of %s: %d records, error %v, want at most %d and an error", name, yielded, failed, test.want)
			}
			if strings.Contains(test.list, "666") && failed != nil {
				if problem := isForeign(failed); problem != nil {
					t.Errorf("GetMany of %s: %v, want ErrForeignRecord", name, problem)
				}
			}
		}
	}
}

// TestWalksYieldNoOtherRecordsWhereAPageIsHalved has a site that fails on a page,
// and ignores include when it is asked for the half of it.
func TestWalksYieldNoOtherRecordsWhereAPageIsHalved(t *testing.T) {
	t.Parallel()
	s := newServer(t, 40, func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		switch {
		case q.Has("include[]"):
			answer(w, 200, `[{"id":666,"slug":"a"},{"id":667,"slug":"b"}]`, totals("2", "1")...)
		case q.Get("_fields") == "id":
			answer(w, 200, `[{"id":1},{"id":2},{"id":3},{"id":4}]`, totals("4", "1")...)
		default:
			answer(w, 500, refusal(500, "internal_server_error"))
		}
	})
	n := 0
	var failed error
	for record, err := range s.site(t).Posts.All(bounded(t), nil) {
		if err != nil {
			failed = err
			continue
		}
		n++
		t.Errorf("Walk: record %d, want none", record.ID)
	}
	if failed == nil {
		t.Errorf("Walk: %d records and no error, want an error", n)
	}
}

// TestEnsureChecksTheRecordThatItUpdates answers the update with another record, and the
// read if nothing differs.
func TestEnsureChecksTheRecordThatItUpdates(t *testing.T) {
	t.Parallel()
	for name, params := range map[string]*cms.PostParams{"update": {Title: new("New")}, "read": nil} {
		s := newServer(t, 20, func(w http.ResponseWriter, r *http.Request) {
			switch q := r.URL.Query(); {
			case strings.HasSuffix(r.URL.Path, "/4711"):
				answer(w, 200, post(foreign))
			case q.Has("slug[]"):
				answer(w, 200, "["+post(asked)+"]", totals("1", "1")...)
			default:
				answer(w, 200, "[]", totals("0", "0")...)
			}
		})
		got, err := s.site(t).Posts.Ensure(bounded(t), "one", params)
		if problem := isForeign(err); problem != nil {
			t.Errorf("%s: %v; the call returns a %T, want an error", name, problem, got)
		}
		for _, write := range s.writes() {
			if !strings.HasSuffix(write.path, "/4711") {
				t.Errorf("%s: Ensure sent %v, want writes of the record 4711 only", name, write)
			}
		}
	}
}
