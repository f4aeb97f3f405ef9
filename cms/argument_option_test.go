package cms_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// languages is a route of posts whose plugin lets posts of two languages share a slug. A
// list with the argument lang has the posts of that language.
type languages struct {
	posts   []map[string]any
	ignores bool // the argument lang
	asked   []string
}

func (l *languages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	l.asked = append(l.asked, r.Method+" "+q.Get("lang"))
	w.Header().Set("Content-Type", "application/json")
	if r.Method == http.MethodGet {
		found := slices.DeleteFunc(slices.Clone(l.posts), func(post map[string]any) bool {
			return q.Get("search") != "" || !slices.Contains(q["slug[]"], post["slug"].(string)) ||
				q.Has("lang") && !l.ignores && post["lang"] != q.Get("lang")
		})
		w.Header().Set("X-CMS-Total", fmt.Sprint(len(found)))
		w.Header().Set("X-CMS-TotalPages", "1")
		_ = json.NewEncoder(w).Encode(found)
		return
	}
	var id int
	if _, err := fmt.Sscanf(r.URL.Path, "/cms-json/cms/v2/posts/%d", &id); err != nil { // a create
		l.posts = append(l.posts, map[string]any{"id": len(l.posts) + 1, "lang": q.Get("lang"), "content": map[string]any{}})
		id = len(l.posts)
	}
	post := l.posts[id-1]
	var fields map[string]any
	_ = json.NewDecoder(r.Body).Decode(&fields)
	for name, value := range fields {
		if name == "content" || name == "title" {
			value = map[string]any{"raw": value}
		}
		post[name] = value
	}
	_ = json.NewEncoder(w).Encode(post)
}

func TestEnsureUpdatesTheTranslationThatTheArgumentSelects(t *testing.T) {
	t.Parallel()
	german := []cms.CallOption{cms.Argument("lang", "de")}
	type record = map[string]any
	post := func(id int, lang string) record {
		return record{"id": id, "slug": "hours", "lang": lang, "status": "publish", "link": "/" + lang + "/hours/",
			"title": map[string]any{"raw": "Hours"}, "content": map[string]any{"raw": "9-17"}}
	}
	for name, test := range map[string]struct {
		languages []string // the languages that the posts have
		ignores   bool
		options   []cms.CallOption
		id        int64
		want      error
	}{
		"one of two":              {languages: []string{"en", "de"}, options: german, id: 2},
		"a new one":               {languages: []string{"en"}, options: german, id: 2},
		"without the argument":    {languages: []string{"en", "de"}, want: cms.ErrConflict},
		"an argument not applied": {languages: []string{"en"}, ignores: true, options: german, want: cms.ErrFilterIgnored},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := &languages{ignores: test.ignores}
			for i, lang := range test.languages {
				l.posts = append(l.posts, post(i+1, lang))
			}
			server := httptest.NewServer(l)
			t.Cleanup(server.Close)
			params := &cms.PostParams{Content: new("9-18")}
			got, err := stub.Dial(t, server.URL).Posts.Ensure(t.Context(), "hours", params, test.options...)
			switch {
			case !errors.Is(err, test.want):
				t.Errorf("Posts.Ensure: error %v, want %v", err, test.want)
			case (err == nil) != (got != nil):
				t.Errorf("Posts.Ensure: post %+v, error %v, want one of them", got, err)
			case got != nil && got.ID != test.id:
				t.Errorf("Posts.Ensure: post %d, want %d", got.ID, test.id)
			}
			for _, asked := range l.asked {
				if len(test.options) > 0 && !strings.HasSuffix(asked, " de") {
					t.Errorf("request %q, want the suffix %q", asked, " de")
				}
			}
			if first := l.posts[0]["content"].(map[string]any)["raw"]; first != "9-17" {
				t.Errorf("Ensure wrote %q into the other translation, want %q", first, "9-17")
			}
		})
	}
}

// The site stores the draft with another slug, so Ensure also deletes it.
func TestEnsureSendsItsOptionsWithEachRequest(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site := ensurer(t, server, "editor", stub.Carrier(func(r *http.Request) (*http.Response, error) {
		if r.Method == http.MethodPost {
			return rewritten(server, r, `"slug":"kerning-`, `"slug":"x-`)
		}
		return inProcess(server, r)
	}))
	_, err := site.Posts.Ensure(t.Context(), "kerning", &cms.PostParams{Status: new(cms.StatusPublish), Title: new("New")},
		cms.Argument("lang", "de"), cms.Header("X-Mark", "7"))
	if !errors.Is(err, cms.ErrSlugIgnored) {
		t.Errorf("Ensure on a site that ignores the slug: error %v, want ErrSlugIgnored", err)
	}
	deletes := 0
	for _, r := range server.Requests() {
		if !strings.Contains(r.Query, "lang=de") || r.Header.Get("X-Mark") != "7" {
			t.Errorf("Ensure sent %s %s?%s with X-Mark %q, want lang=de and 7", r.Method, r.Path, r.Query,
				r.Header.Get("X-Mark"))
		}
		if r.Method == http.MethodDelete {
			deletes++
		}
	}
	if deletes != 1 {
		t.Errorf("Ensure on a site that ignores the slug: sent %d deletes, want 1", deletes)
	}
}

func TestArgumentRefusesTheArgumentsOfThisModule(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `[]`))
	site := s.Client(t)
	for _, name := range []string{
		"", " ", "_fields", "_method", "slug", "slug[]", "Status[]", "force", "page", "context", " page", "a,b", "exclude",
		"id", "include", "offset", "order", "orderby", "parent", "password", "per_page", "search", "search_columns",
	} {
		_, err := site.Posts.List(t.Context(), nil, cms.Argument(name, "1"))
		if !errors.Is(err, cms.ErrInvalidArgument) {
			t.Errorf("Argument(%q): error %v, want ErrInvalidArgument", name, err)
		}
	}
	_, err := site.Posts.List(t.Context(), &cms.PostListOptions{Author: []int64{3}}, cms.Argument("author", "4"))
	if !errors.Is(err, cms.ErrInvalidArgument) {
		t.Errorf("an argument that the options set: error %v, want ErrInvalidArgument", err)
	}
	if n := len(s.Seen()); n != 0 {
		t.Errorf("%d requests were sent, want none", n)
	}
}
