package resilience

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// The three ways in which programs make a record of their own out of one of cms.
type (
	valuePost   struct{ cms.Post }
	pointerPost struct{ *cms.Post }
	ownIDPost   struct {
		cms.Post

		ID int64 `json:"id"`
	}
)

// TestRecordsThatEmbedAPostGoThroughEveryVerb once panicked for the pointer, and took
// every create of the one with an id of its own for one of unknown outcome.
func TestRecordsThatEmbedAPostGoThroughEveryVerb(t *testing.T) {
	t.Parallel()
	t.Run("value", func(t *testing.T) {
		t.Parallel()
		everyVerb(t, func(p *valuePost) (int64, string, bool) { return p.ID, p.Title.Raw, p.Reading.Partial })
	})
	t.Run("pointer", func(t *testing.T) {
		t.Parallel()
		everyVerb(t, func(p *pointerPost) (int64, string, bool) { return p.ID, p.Title.Raw, p.Reading.Partial })
	})
	t.Run("with an id of its own", func(t *testing.T) {
		t.Parallel()
		everyVerb(t, func(p *ownIDPost) (int64, string, bool) { return p.ID, p.Title.Raw, p.Reading.Partial })
	})
}

func everyVerb[T any](t *testing.T, look func(*T) (id int64, title string, partial bool)) {
	t.Helper()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	all, ctx := cms.NewContent[T, cms.PostParams, cms.PostListOptions](site, "cms/v2/posts"), t.Context()
	var made []int64
	check := func(verb, want string, partial bool, v *T, err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("Call of %s: error %v, want none", verb, err)
		}
		id, title, isPartial := look(v)
		if id < 1 || title != want {
			t.Errorf("Call of %s: id %d, title %q, want an id and %q", verb, id, title, want)
		} else if isPartial != partial {
			t.Errorf("Call of %s: partial %v, want %v", verb, isPartial, partial)
		}
		if !slices.Contains(made, id) {
			made = append(made, id)
		}
	}
	params := func(title string) *cms.PostParams {
		return &cms.PostParams{Title: new(title), Status: new(cms.StatusPublish)}
	}

	v, err := all.Create(ctx, params("one"), cms.Fields("title"))
	check("Create with Fields", "one", true, v, err)
	v, err = all.Create(ctx, params("two"))
	check("Create", "two", false, v, err)
	v, err = all.Ensure(ctx, "three", params("three"))
	check("Ensure", "three", false, v, err)
	v, err = all.Ensure(ctx, "three", params("3"))
	check("Ensure again", "3", false, v, err)

	var inBatch T
	report, err := batch.New(site).Add(all.CreateRequest(params("four")).Into(&inBatch)).Add(all.UpdateRequest(made[0],
		params("1"))).Do(ctx)
	if err == nil {
		err = report.Err()
	}
	check("CreateRequest in a batch", "four", false, &inBatch, err)
	updated, _ := batch.Value[T](report.Results[1])
	check("UpdateRequest in a batch", "1", false, updated, nil)
	if len(made) != 4 {
		t.Fatalf("Records made: %d, want 4", made)
	}

	v, err = all.Get(ctx, made[1], cms.InContext(cms.ContextEdit))
	check("Get", "two", false, v, err)
	v, err = all.UpdateIfUnchanged(ctx, v, params("2"))
	check("UpdateIfUnchanged", "2", false, v, err)

	titles := map[int64]string{made[0]: "1", made[1]: "2", made[2]: "3", made[3]: "four"}
	edit := &cms.PostListOptions{Context: cms.ContextEdit, PerPage: 2}
	page, err := all.List(ctx, edit, cms.Fields("title"))
	if err != nil || len(page.Items) != 2 {
		t.Fatalf("List: %+v, error %v, want 2 records", page, err)
	}
	for i := range page.Items {
		id, _, _ := look(&page.Items[i])
		check("List with Fields", titles[id], true, &page.Items[i], nil)
	}
	walks := map[string]func(yield func(*T, error) bool){
		"All":                        all.All(ctx, edit),
		"All with Exact":             all.All(ctx, edit, cms.Exact()),
		"All with Exact and Fields":  all.All(ctx, edit, cms.Exact(), cms.Fields("title")),
		"All with Prefetch":          all.All(ctx, edit, cms.Prefetch(2)),
		"GetMany":                    all.GetMany(ctx, made, edit),
		"GetMany of those that were": all.GetMany(ctx, append([]int64{99_999}, made...), edit),
	}
	for name, walk := range walks {
		n := 0
		for v, err := range walk {
			if err != nil {
				t.Fatalf("Walk by %s: error %v, want none", name, err)
			}
			id, _, _ := look(v)
			check(name, titles[id], name == "All with Exact and Fields", v, nil)
			n++
		}
		if n != 4 || len(made) != 4 {
			t.Errorf("Walk by %s: %d of %d records, want 4", name, n, len(made))
		}
	}
	v, err = all.Trash(ctx, made[1])
	check("Trash", "2", false, v, err)
	deleted, err := all.Delete(ctx, made[1])
	if err != nil || deleted.Previous == nil {
		t.Fatalf("Delete: %+v, error %v, want the previous record", deleted, err)
	}
	check("Delete", "2", false, deleted.Previous, nil)
}

// TestTypesWithAMisspelledIDTagAreRefusedWhereIDsAreNeeded shows what a slip in a tag costs: an
// error before anything is sent, and no record without an id.
func TestTypesWithAMisspelledIDTagAreRefusedWhereIDsAreNeeded(t *testing.T) {
	t.Parallel()
	type slipped struct {
		ID    int64    `json:"Id"`
		Title cms.Text `json:"title"`
	}
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithSample())
	site, err := cms.New(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	all := cms.NewContent[slipped, cms.PostParams, cms.PostListOptions](site, "cms/v2/posts")
	for name, walk := range map[string]func(yield func(*slipped, error) bool){
		"All with Exact": all.All(t.Context(), nil, cms.Exact()),
		"GetMany":        all.GetMany(t.Context(), []int64{1}, nil),
	} {
		for v, err := range walk {
			refused, ok := errors.AsType[*cms.ArgumentError](err)
			if v != nil {
				t.Errorf("Walk by %s: %+v, error %v, want no record", name, v, err)
			} else if !ok || refused.Argument != "id" {
				t.Errorf("Walk by %s: %+v, error %v, want an ArgumentError for id", name, v, err)
			}
		}
	}
	if sent := server.Requests(); len(sent) != 0 {
		t.Errorf("Requests sent: %d, want none", len(sent))
	}
}

// TestEmptyObjectIsErrDecodeForAnEmbeddedPointer has answers that leave the embedded
// post nil: its id was once read through it, which panicked.
func TestEmptyObjectIsErrDecodeForAnEmbeddedPointer(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{`{}`, `[{}]`, `[{"own":1}]`} {
		server := cmstest.NewServer(cmstest.WithTest(t))
		server.Fail(cmstest.Fault{Body: []byte(answer)})
		site, err := cms.New(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		all := cms.NewContent[pointerPost, cms.PostParams, cms.PostListOptions](site, "cms/v2/posts")
		if v, err := all.Get(t.Context(), 5); !errors.Is(err, cms.ErrDecode) {
			t.Errorf("Get of %s: %+v, error %v, want ErrDecode", answer, v, err)
		}
		if page, err := all.List(t.Context(), nil); !errors.Is(err, cms.ErrDecode) || page != nil && len(page.Items) > 0 {
			t.Errorf("List of %s: %+v, error %v, want ErrDecode and no record", answer, page, err)
		}
		blocks := cms.NewContent[struct{ *cms.Block }, cms.BlockParams, cms.BlockListOptions](site, "cms/v2/blocks")
		if v, err := blocks.Get(t.Context(), 5); !errors.Is(err, cms.ErrDecode) {
			t.Errorf("Get of a block, %s: %+v, error %v, want ErrDecode", answer, v, err)
		}
		n := 0
		for v, err := range all.All(t.Context(), nil) {
			if n++; n > 5 {
				t.Fatalf("All of %s: %d elements, want at most 5", answer, n)
			} else if v != nil || !errors.Is(err, cms.ErrDecode) {
				t.Fatalf("All of %s: %+v, error %v, want ErrDecode and no record", answer, v, err)
			}
		}
	}
}

// TestRecordMayKeepItsIDAsJSON walks a type whose field for the id is neither a number
// nor a text: the id is read from the record as it came.
func TestRecordMayKeepItsIDAsJSON(t *testing.T) {
	t.Parallel()
	type record struct {
		ID    json.RawMessage `json:"id"`
		Title cms.Text        `json:"title"`
	}
	server := cmstest.NewServer(cmstest.WithTest(t))
	site, err := cms.New(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	var want []int64
	for range 5 {
		want = append(want, server.Insert("posts", map[string]any{"title": "One"}))
	}
	all := cms.NewContent[record, cms.PostParams, cms.PostListOptions](site, "cms/v2/posts")
	var got []int64
	for v, err := range all.All(t.Context(), &cms.PostListOptions{PerPage: 2}, cms.Exact()) {
		if err != nil {
			t.Fatal(err)
		}
		id, _ := strconv.ParseInt(string(v.ID), 10, 64)
		got = append(got, id)
	}
	if !slices.Equal(got, want) {
		t.Errorf("embedded records %d, want %d", got, want)
	}
	if v, err := all.Get(t.Context(), want[2]); err != nil || string(v.ID) != strconv.FormatInt(want[2], 10) {
		t.Errorf("Get: %+v, error %v, want id %d", v, err, want[2])
	}
}
