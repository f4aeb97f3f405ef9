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
			t.Errorf("%+v is %q, not %q", text, got, want)
		}
	}
}

func TestPlainTitleOfSite(t *testing.T) {
	t.Parallel()
	site, _ := newSite(t)
	post, err := site.Posts.Create(t.Context(), &cms.PostParams{Title: new("Pick & choose")})
	if err != nil || post.Title.Plain() != "Pick & choose" {
		t.Errorf("%q, %v", post.Title.Plain(), err)
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
			t.Errorf("%v is written as %s", members, got)
		}
	}
}

func TestInvalidJSONInMetaIsRefusedBeforeSending(t *testing.T) {
	t.Parallel()
	site, server := newSite(t)
	for _, members := range []map[string]any{{"a": func() {}}, {"footnotes": nil}, {"footnotes": 5}, {"a": 1, "b": make(chan int)}} {
		meta := cms.MetaOf(members)
		for _, params := range []*cms.MetaParams{meta, meta.Changes(cms.Meta{})} {
			_, err := site.Posts.Create(t.Context(), &cms.PostParams{Title: new("x"), Meta: params})
			if !errors.Is(err, cms.ErrInvalidArgument) || len(server.Requests()) != 0 {
				t.Errorf("%v: %v after %d requests", members, err, len(server.Requests()))
			}
			if out, err := params.MarshalJSON(); err == nil || out != nil {
				t.Errorf("%v is written as %s", members, out)
			}
		}
	}
}
