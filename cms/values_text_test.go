package cms_test

import (
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

func TestPlainReadsRenderedThenRaw(t *testing.T) {
	t.Parallel()
	for want, text := range map[string]cms.Text{
		"Pick & choose":  {Rendered: "Pick &#038; choose", Raw: "Pick & choose"},
		"one\ntwo":       {Rendered: "<p>one</p>\n<p>two</p>\n"},
		"R&D":            {Raw: "R&D"},
		"Pick & choose2": {Raw: "<!-- wp:paragraph -->Pick &amp; choose2<!-- /wp:paragraph -->"},
		"":               {},
	} {
		if got := text.Plain(); got != want {
			t.Errorf("Plain of %+v: %q, want %q", text, got, want)
		}
	}
}

func TestPlainTitleOfSite(t *testing.T) {
	t.Parallel()
	site, _ := newSite(t)
	post, err := site.Posts.Create(t.Context(), &cms.PostParams{Title: new("Pick & choose")})
	switch {
	case err != nil:
		t.Errorf("%q: Posts.Create: error %v, want nil", post.Title.Plain(), err)
	case post.Title.Plain() != "Pick & choose":
		t.Errorf("Title.Plain: %q, want %q", post.Title.Plain(), "Pick & choose")
	}
}

func TestMetaOf(t *testing.T) {
	t.Parallel()
	for want, members := range map[string]map[string]any{
		`{"meta":{}}`:                              nil,
		`{"meta":{"a":1,"b":["x"],"c":null}}`:      {"a": 1, "b": []string{"x"}, "c": nil},
		`{"meta":{"footnotes":"[]","weight":1.5}}`: {"footnotes": "[]", "weight": 1.5},
	} {
		if got := written(t, &cms.PostParams{Meta: cms.MetaOf(members)}); got != want {
			t.Errorf("written: %v is written as %s, want %q", members, got, want)
		}
	}
}

func TestInvalidJSONInMetaIsRefusedBeforeSending(t *testing.T) {
	t.Parallel()
	site, server := newSite(t)
	for _, members := range []map[string]any{{"a": func() {}}, {"footnotes": nil}, {"footnotes": 5},
		{"a": 1, "b": make(chan int)}} {
		meta := cms.MetaOf(members)
		for _, params := range []*cms.MetaParams{meta, meta.Changes(cms.Meta{})} {
			_, err := site.Posts.Create(t.Context(), &cms.PostParams{Title: new("x"), Meta: params})
			switch {
			case !errors.Is(err, cms.ErrInvalidArgument):
				t.Errorf("Posts.Create with the meta %v: error %v, want ErrInvalidArgument", members, err)
			case len(server.Requests()) != 0:
				t.Errorf("Posts.Create with the meta %v: %d requests, want 0", members, len(server.Requests()))
			}
			switch out, err := params.MarshalJSON(); {
			case err == nil:
				t.Errorf("MetaParams.MarshalJSON: %v is written as %s: error nil, want an error", members, out)
			case out != nil:
				t.Errorf("MetaParams.MarshalJSON: %v is written as %s, want nil", members, out)
			}
		}
	}
}
