package resilience

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// Types of records that a caller may have.
type (
	byValue struct {
		cms.Post
		Price int `json:"price"`
	}
	byPointer struct {
		*cms.Post
		Price int `json:"price"`
	}
	inner struct {
		cms.Post
	}
	twice struct {
		inner
		Price int `json:"price"`
	}
	shadowing struct {
		cms.Post
		ID int64 `json:"id"`
	}
	shadowingPlain struct {
		cms.Post
		ID int `json:"id"`
	}
	plain struct {
		ID   int64  `json:"id"`
		Slug string `json:"slug"`
	}
	narrow struct {
		ID uint32 `json:"id"`
	}
	pointed struct {
		ID *int64 `json:"id,omitempty"`
	}
	database struct {
		ID cms.Number `json:"id"`
	}
	worded struct {
		ID string `json:"id"`
	}
	nameless struct {
		Slug string `json:"slug"`
	}
	beside struct {
		cms.Post
		ID int64 `json:"-"`
	}
)

// kind is one type of records behind the verbs that name ids.
type kind struct {
	name    string
	text    bool // the site writes ids as text
	get     func(ctx context.Context, c *cms.Client, options ...cms.GetOption) error
	update  func(ctx context.Context, c *cms.Client, options ...cms.CallOption) error
	trash   func(ctx context.Context, c *cms.Client) error
	remove  func(ctx context.Context, c *cms.Client) error
	getMany func(ctx context.Context, c *cms.Client) (int, error)
	exact   func(ctx context.Context, c *cms.Client) (int, error)
}

// arguments are those of a list of any type.
type arguments struct {
	Include []int64 `url:"include,brackets,omitempty"`
}

func of[T any](name string) kind {
	records := func(c *cms.Client) *cms.Content[T, cms.PostParams, arguments] {
		return cms.NewContent[T, cms.PostParams, arguments](c, "shop/v1/coupons")
	}
	return kind{
		name: name,
		get: func(ctx context.Context, c *cms.Client, options ...cms.GetOption) error {
			return failed(records(c).Get(ctx, asked, options...))
		},
		update: func(ctx context.Context, c *cms.Client, options ...cms.CallOption) error {
			return failed(records(c).Update(ctx, asked, nil, options...))
		},
		trash:  func(ctx context.Context, c *cms.Client) error { return failed(records(c).Trash(ctx, asked)) },
		remove: func(ctx context.Context, c *cms.Client) error { return failed(records(c).Delete(ctx, asked)) },
		getMany: func(ctx context.Context, c *cms.Client) (int, error) {
			return counted(records(c).GetMany(ctx, []int64{asked}, nil))
		},
		exact: func(ctx context.Context, c *cms.Client) (int, error) {
			return counted(records(c).All(ctx, nil, cms.Exact()))
		},
	}
}

// counted is how many records a walk yields, and its last error.
func counted[T any](walk func(func(*T, error) bool)) (n int, failed error) {
	walk(func(_ *T, err error) bool {
		if err != nil {
			failed = err
			return n < 1_000_000
		}
		n++
		return n < 1_000_000
	})
	return n, failed
}

// numbered are types that have an id.
func numbered() []kind {
	number := of[database]("an id that may be text")
	number.text = true
	return []kind{
		of[byValue]("embeds a post"), of[byPointer]("embeds a pointer to a post"), of[twice]("embeds what embeds a post"),
		of[shadowing]("has an id over that of a post"), of[shadowingPlain]("has an id of another type over that of a post"),
		of[plain]("an id of its own"), of[narrow]("an id of 32 bits"), of[pointed]("a pointer to an id"),
		of[beside]("an id beside that of a post"),
		of[map[string]any]("a map"), of[map[string]json.RawMessage]("a map of JSON"), number,
	}
}

func (k kind) verbs() map[string]func(ctx context.Context, c *cms.Client) error {
	return map[string]func(ctx context.Context, c *cms.Client) error{
		"Get":    func(ctx context.Context, c *cms.Client) error { return k.get(ctx, c) },
		"Update": func(ctx context.Context, c *cms.Client) error { return k.update(ctx, c) },
		"Trash":  k.trash, "Delete": k.remove,
		"GetMany": func(ctx context.Context, c *cms.Client) error {
			n, err := k.getMany(ctx, c)
			if err != nil && n > 0 {
				return fmt.Errorf("yields %d records", n)
			}
			return err
		},
	}
}

// serve answers all verbs with one id.
func (k kind) serve(id int) http.HandlerFunc {
	record := fmt.Sprintf(`{"id":%d,"slug":"a","price":5}`, id)
	if k.text {
		record = strings.Replace(record, fmt.Sprint(id), fmt.Sprintf("%q", fmt.Sprint(id)), 1)
	}
	return func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Query().Has("force"):
			answer(w, 200, `{"deleted":true,"previous":`+record+`}`)
		case strings.HasSuffix(r.URL.Path, "/coupons"):
			answer(w, 200, "["+record+"]", totals("1", "1")...)
		default:
			answer(w, 200, record)
		}
	}
}

// TestForeignIDsAreErrorsForCallersTypes has types of callers in place of those of
// the package.
func TestForeignIDsAreErrorsForCallersTypes(t *testing.T) {
	t.Parallel()
	for _, k := range numbered() {
		for verb, call := range k.verbs() {
			t.Run(k.name+"/"+verb, func(t *testing.T) {
				t.Parallel()
				if problem := isForeign(call(bounded(t), newServer(t, 4, k.serve(foreign)).site(t))); problem != nil {
					t.Errorf("Call with another record: %v, want ErrForeignRecord", problem)
				}
				if err := call(bounded(t), newServer(t, 4, k.serve(asked)).site(t)); err != nil {
					t.Errorf("the record that was asked for: %v", err)
				}
			})
		}
	}
}

// TestExactWalksReadTheIDsOfCallersTypes has lists of one record.
func TestExactWalksReadTheIDsOfCallersTypes(t *testing.T) {
	t.Parallel()
	for _, k := range numbered() {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			n, err := k.exact(bounded(t), newServer(t, 8, k.serve(asked)).site(t))
			if n != 1 || err != nil {
				t.Errorf("Exact walk: %d records, error %v, want 1 and none", n, err)
			}
		})
	}
}

// TestTypesWithoutIDsAreExemptFromTheCheck reads them one by one, and refuses what
// cannot work without ids before anything is sent.
func TestTypesWithoutIDsAreExemptFromTheCheck(t *testing.T) {
	t.Parallel()
	for _, k := range []kind{of[nameless]("no id")} {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			for verb, call := range k.verbs() {
				s := newServer(t, 4, k.serve(foreign))
				err := call(bounded(t), s.site(t))
				if verb == "GetMany" {
					if !errors.Is(err, cms.ErrInvalidArgument) || len(s.seen()) > 0 {
						t.Errorf("GetMany: requests %v, error %v, want none and ErrInvalidArgument", s.seen(), err)
					}
					continue
				}
				if err != nil {
					t.Errorf("Call of %s: error %v, want none", verb, err)
				}
			}
			s := newServer(t, 4, k.serve(asked))
			if _, err := k.exact(bounded(t), s.site(t)); !errors.Is(err, cms.ErrInvalidArgument) || len(s.seen()) > 0 {
				t.Errorf("Exact walk: requests %v, error %v, want none and ErrInvalidArgument", s.seen(), err)
			}
		})
	}
}

// TestTextIDsAreReadAsTheyAre has a type whose ids are text, as those of templates.
func TestTextIDsAreReadAsTheyAre(t *testing.T) {
	t.Parallel()
	k := of[worded]("an id that is text")
	k.text = true
	for verb, call := range k.verbs() {
		if verb == "GetMany" {
			continue
		}
		if err := call(bounded(t), newServer(t, 4, k.serve(asked)).site(t)); err != nil {
			t.Errorf("Call of %s: error %v, want none", verb, err)
		}
	}
}

// TestFieldsWithoutTheIDStillAskForIt has Fields that leave the id out: the client
// asks for it as well, or it could not see that the record is another one.
func TestFieldsWithoutTheIDStillAskForIt(t *testing.T) {
	t.Parallel()
	for _, fields := range [][]string{{"slug"}, {"title.rendered", "slug"}, {"identity"}, {"meta.id"}} {
		for _, k := range numbered() {
			option := cms.Fields(fields...)
			for verb, call := range map[string]func(context.Context, *cms.Client) error{
				"Get":    func(ctx context.Context, c *cms.Client) error { return k.get(ctx, c, option) },
				"Update": func(ctx context.Context, c *cms.Client) error { return k.update(ctx, c, option) },
			} {
				s := newServer(t, 4, func(w http.ResponseWriter, r *http.Request) {
					for name := range strings.SplitSeq(r.URL.Query().Get("_fields"), ",") {
						if name == "id" {
							k.serve(foreign)(w, r)
							return
						}
					}
					answer(w, 200, `{"slug":"a"}`)
				})
				if problem := isForeign(call(bounded(t), s.site(t))); problem != nil {
					t.Errorf("Call for %s, %s of %q: %v, requests %v, want ErrForeignRecord", k.name, verb, fields, problem, s.seen())
				}
			}
		}
	}
}

// TestFieldsOfTypesWithoutIDsStayAsTheyAre asks for no id where nobody could read it.
func TestFieldsOfTypesWithoutIDsStayAsTheyAre(t *testing.T) {
	t.Parallel()
	s := newServer(t, 1, respondAlways(200, `{"slug":"a"}`))
	if err := of[nameless]("").get(bounded(t), s.site(t), cms.Fields("slug")); err != nil {
		t.Error(err)
	}
	if query := s.seen()[0].query; query != "_fields=slug" {
		t.Errorf("Get with Fields: query %q, want only the slug", query)
	}
}
