package cms_test

import (
	"errors"
	"iter"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// failed is the error of a walk.
func failed[V any](walk iter.Seq2[V, error]) (err error) {
	for _, err = range walk {
		if err != nil {
			break
		}
	}
	return err
}

// TestArgumentErrorsNameTheCalledMethod calls all verbs at a route that none of them takes.
func TestArgumentErrorsNameTheCalledMethod(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `{}`))
	site, ctx := s.Client(t), t.Context()
	things := cms.NewContent[cms.Post, cms.PostParams, cms.PostListOptions](site, "../things")
	catalog := cms.NewCatalog[cms.Post, cms.PostParams, cms.PostListOptions](site, "../things", "slug")
	document := cms.NewDocument[cms.Post, cms.PostParams](site, "../thing")
	revisions, autosaves := things.Revisions(7), things.Autosaves(7)
	params := &cms.PostParams{Title: new("x")}
	of := func(_ any, err error) error { return err }
	for name, err := range map[string]error{
		"Collection All":     failed(things.All(ctx, nil)),
		"Collection Count":   of(things.Count(ctx, nil)),
		"Collection Create":  of(things.Create(ctx, params)),
		"Collection Delete":  of(things.Delete(ctx, 7)),
		"Collection Ensure":  of(things.Ensure(ctx, "x", params)),
		"Collection Get":     of(things.Get(ctx, 7)),
		"Collection GetMany": failed(things.GetMany(ctx, []int64{7}, nil)),
		"Collection List":    of(things.List(ctx, nil)),
		"Collection Pages":   failed(things.Pages(ctx, nil)),
		"Collection Trash":   of(things.Trash(ctx, 7)),
		"Collection Update":  of(things.Update(ctx, 7, params)),
		"Collection UpdateIfUnchanged": of(things.UpdateIfUnchanged(ctx, &cms.Post{ID: 7, ModifiedGMT: "2026-01-01T00:00:00"},
			params)),
		"Catalog Create":   of(catalog.Create(ctx, params)),
		"Catalog Delete":   of(catalog.Delete(ctx, "x")),
		"Catalog Get":      of(catalog.Get(ctx, "x")),
		"Catalog List":     of(catalog.List(ctx, nil)),
		"Catalog Update":   of(catalog.Update(ctx, "x", params)),
		"Document Get":     of(document.Get(ctx)),
		"Document Update":  of(document.Update(ctx, params)),
		"Revisions All":    failed(revisions.All(ctx, nil)),
		"Revisions Count":  of(revisions.Count(ctx, nil)),
		"Revisions Delete": of(revisions.Delete(ctx, 8)),
		"Revisions Get":    of(revisions.Get(ctx, 8)),
		"Revisions List":   of(revisions.List(ctx, nil)),
		"Revisions Pages":  failed(revisions.Pages(ctx, nil)),
		"Autosaves Create": of(autosaves.Create(ctx, params)),
		"Autosaves Get":    of(autosaves.Get(ctx)),
		"Autosaves List":   of(autosaves.List(ctx)),
	} {
		_, verb, _ := strings.Cut(name, " ")
		switch refused, ok := errors.AsType[*cms.ArgumentError](err); {
		case !ok:
			t.Errorf("%s: error %v, want a *cms.ArgumentError", name, err)
		case !strings.HasSuffix(refused.Operation, "."+verb):
			t.Errorf("%s: Operation %q, want the suffix %q", name, refused.Operation, "."+verb)
		}
	}
	if len(s.Seen()) > 0 {
		t.Errorf("%+v were sent: requests sent: %d, want at most 0", s.Seen(), len(s.Seen()))
	}
}
