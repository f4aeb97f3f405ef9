package conformance_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// TestLiveMetaOfATypeOfAUsersOwn creates, reads, lists, updates and empties each kind of meta that a
// site registers, by a type written by hand, and compares each record with the JSON that the site
// answers to somebody without this SDK.
func TestLiveMetaOfATypeOfAUsersOwn(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t, cms.WithUserAgent("finds"))
	plugged(t, "finds.php")
	finds := cms.NewCollection[find, findParams, cms.PostListOptions](site, "cms/v2/finds")
	for _, c := range metaCases() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ctx := t.Context()
			made, err := finds.Create(ctx,
				&findParams{PostParams: cms.PostParams{Title: new(c.name), Status: new(cms.StatusPublish)},
					Meta: map[string]any{c.name: c.first}})
			if c.older && errors.Is(err, cms.ErrorCode("rest_meta_database_error")) && !errors.Is(err, cms.ErrOutcomeUnknown) {
				written(t, site, c.name, err)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _, _ = finds.Delete(context.Background(), made.ID) })
			same := func(step string, got *find, err error, names ...string) {
				t.Helper()
				if err != nil {
					t.Errorf("Step %s: error %v, want none", step, err)
					return
				}
				asAnswered(t, step, got.Meta, unaided(t, fmt.Sprintf("finds/%d", made.ID)), names...)
			}
			holds := func(step string, want any) {
				t.Helper()
				raw := unaided(t, fmt.Sprintf("finds/%d", made.ID))[c.name]
				if !alike(t, raw, encoded(t, want)) {
					t.Errorf("%s: site holds %s, want %s", step, raw, encoded(t, want))
				}
			}
			same("create", made, nil)
			holds("create", c.first)
			read, err := finds.Get(ctx, made.ID)
			same("read", read, err)
			read, err = finds.Get(ctx, made.ID, cms.Fields("id", "meta."+c.name))
			same("read of one field", read, err, c.name)
			page, err := finds.List(ctx, &cms.PostListOptions{Include: []int64{made.ID}})
			if err != nil || len(page.Items) != 1 {
				t.Fatalf("List of one find: %+v, error %v, want it", page, err)
			}
			same("list", &page.Items[0], nil)
			for listed, err := range finds.All(ctx, &cms.PostListOptions{Include: []int64{made.ID}},
				cms.Fields("id", "meta."+c.name)) {
				same("list of one field", listed, err, c.name)
			}
			changed, err := finds.Update(ctx, made.ID, &findParams{Meta: map[string]any{c.name: c.second}})
			same("update", changed, err)
			holds("update", c.second)
			emptied, err := finds.Update(ctx, made.ID, &findParams{Meta: map[string]any{c.name: nil}})
			if c.stuck && !errors.Is(err, cms.ErrPartlyWritten) {
				t.Errorf("Update to null: %+v, error %v, want ErrPartlyWritten", emptied, err)
			}
			if !c.stuck {
				same("null", emptied, err)
			}
			if c.misfit == nil {
				return
			}
			bent, err := finds.Update(ctx, made.ID, &findParams{Stored: map[string]any{c.name: c.misfit}})
			same("a value that does not fit", bent, err)
			_, err = finds.Update(ctx, made.ID, &findParams{Meta: map[string]any{c.name: nil}})
			if !errors.Is(err, cms.ErrorCode("rest_invalid_stored_value")) || !errors.Is(err, cms.ErrPartlyWritten) {
				t.Errorf("Update to null of a value that does not fit: error %v, want rest_invalid_stored_value and "+
					"ErrPartlyWritten", err)
			}
			mended, err := finds.Update(ctx, made.ID, &findParams{Meta: map[string]any{c.name: c.second}})
			same("over a value that does not fit", mended, err)
			holds("over a value that does not fit", c.second)
		})
	}
}

// TestLiveMetaThatIsRefusedLeavesTheRest sends a value that the user may not set with a title that it may.
func TestLiveMetaThatIsRefusedLeavesTheRest(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t, cms.WithUserAgent("finds"))
	plugged(t, "finds.php")
	finds := cms.NewCollection[find, findParams, cms.PostListOptions](site, "cms/v2/finds")
	for name, value := range map[string]any{"sealed": "x", "sealed and empty": nil} {
		_, err := finds.Create(t.Context(),
			&findParams{PostParams: cms.PostParams{Title: &name, Status: new(cms.StatusPublish)},
				Meta: map[string]any{"sealed": value}})
		if !errors.Is(err, cms.ErrForbidden) {
			t.Errorf("Create of a find, %s: error %v, want ErrForbidden", name, err)
		}
		written(t, site, name, err)
	}
}

// written checks that an error says that the record was made, and that it was.
func written(t *testing.T, site *cms.Client, title string, err error) {
	t.Helper()
	if !errors.Is(err, cms.ErrPartlyWritten) {
		t.Errorf("Create of %s: error %v, want ErrPartlyWritten", title, err)
	}
	finds := cms.NewCollection[find, findParams, cms.PostListOptions](site, "cms/v2/finds")
	found := 0
	for record, err := range finds.All(t.Context(), &cms.PostListOptions{Search: title}) {
		if err != nil {
			t.Fatal(err)
		}
		if record.Title.Rendered == title {
			found++
			_, _ = finds.Delete(t.Context(), record.ID)
		}
	}
	if found == 0 {
		t.Errorf("Create of %s: no such record, want one", title)
	}
}

// TestLiveTypesWithoutMeta have a type whose meta is [] and one that has no such member.
func TestLiveTypesWithoutMeta(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t, cms.WithUserAgent("finds"))
	plugged(t, "finds.php")
	for _, name := range []string{"find_bares", "find_plains"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := t.Context()
			all := cms.NewCollection[find, findParams, cms.PostListOptions](site, "cms/v2/"+name)
			own := cms.NewCollection[cms.Post, findParams, cms.PostListOptions](site, "cms/v2/"+name)
			made, err := all.Create(ctx, &findParams{PostParams: cms.PostParams{Title: new(name),
				Status: new(cms.StatusPublish)}, Meta: map[string]any{"word": "x"}})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _, _ = all.Delete(context.Background(), made.ID) })
			for step, read := range map[string]func() (*find, error){
				"read":   func() (*find, error) { return all.Get(ctx, made.ID) },
				"fields": func() (*find, error) { return all.Get(ctx, made.ID, cms.Fields("id", "meta")) },
				"update": func() (*find, error) {
					return all.Update(ctx, made.ID, &findParams{PostParams: cms.PostParams{Slug: new("other")}})
				},
				"list": func() (*find, error) {
					for listed, err := range all.All(ctx, &cms.PostListOptions{Include: []int64{made.ID}}) {
						return listed, err
					}
					return nil, errors.New("no record")
				},
			} {
				if got, err := read(); err != nil || got.ID != made.ID {
					t.Errorf("Call %s: %+v, error %v, want the record that was made", step, got, err)
				} else if !reflect.ValueOf(got.Meta).IsZero() {
					t.Errorf("Call %s: %+v, want no meta", step, got)
				}
			}
			if post, err := own.Get(ctx, made.ID); err != nil || post.Meta.Footnotes != "" {
				t.Errorf("Get as a post: %+v, error %v, want no footnotes", post, err)
			} else if len(post.Meta.Extra) != 0 {
				t.Errorf("Get as a post: %+v, want no other meta", post)
			}
		})
	}
}
