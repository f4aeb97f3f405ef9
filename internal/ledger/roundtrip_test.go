package ledger_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// trip is a record that is read in every way there is, and whose params are written back.
type trip interface {
	run(t *testing.T, site *cms.Client)
}

// record is a trip of one type. Its params are those of the method Params.
type record[T, P any] struct {
	path    string
	id      int64
	params  func(*T) (*P, error)
	viewed  bool  // the context "view" has all that is written
	batched bool  // they may stand in a batch
	heir    int64 // who gets what a user has written
}

// anyList are the list options that every collection has.
type anyList struct {
	Include []int64     `url:"include,brackets"`
	Context cms.Context `url:"context"`
	Status  string      `url:"status,omitempty"`
}

func (r record[T, P]) run(t *testing.T, site *cms.Client) {
	t.Helper()
	ctx, all := t.Context(), cms.NewCollection[T, P, anyList](site, r.path)
	whole, err := all.Get(ctx, r.id, cms.InContext(cms.ContextEdit))
	if err != nil {
		t.Fatalf("Get of %s: error %v, want none", r.path, err)
	}
	params, err := r.params(whole)
	if err != nil {
		t.Fatalf("Params of %s: error %v, want none", r.path, err)
	}
	body := encoded(t, params)
	check := func(way string, v *T, err error, may bool) {
		t.Helper()
		if err != nil {
			t.Errorf("Read of %s, %s: error %v, want none", r.path, way, err)
			return
		}
		switch got, err := r.params(v); {
		case err == nil && !may:
			t.Errorf("Params of %s, %s: %s, want ErrIncomplete", r.path, way, encoded(t, got))
		case err == nil && encoded(t, got) != body:
			t.Errorf("Params of %s, %s: %s, want %s", r.path, way, encoded(t, got), body)
		case err != nil && (!errors.Is(err, cms.ErrIncomplete) || way == "a file" || way == "a write" ||
			way == "a list in edit"):
			t.Errorf("Params of %s, %s: error %v, want none or ErrIncomplete", r.path, way, err)
		}
	}
	// The record is as it was.
	before := r.json(ctx, t, site)
	written, err := all.Update(ctx, r.id, params)
	check("a write", written, err, true)
	for _, difference := range differences(before, r.json(ctx, t, site)) {
		t.Errorf("Update of %s with its own params: %s, want no difference", r.path, difference)
	}
	if r.batched {
		var v T
		report, err := batch.New(site).Add(all.UpdateRequest(r.id, params).Into(&v)).Do(ctx)
		check("a batch", &v, errors.Join(err, report.Err()), true)
		some := all.UpdateRequest(r.id, params)
		some.Query = url.Values{"_fields": {"id,slug,name,title,content,excerpt,guid,status,type"}}
		report, err = batch.New(site).Add(some.Into(&v)).Do(ctx)
		check("some fields in a batch", &v, errors.Join(err, report.Err()), false)
	}
	var file T
	check("a file", &file, cms.Unmarshal([]byte(encoded(t, whole)), &file), true)
	r.contexts(ctx, t, site, all, check)
	r.embeddings(ctx, t, site, whole, check)
	// One field less, whichever it is.
	names := bothWays[T, P]()
	for i, name := range names {
		less := append([]string{"id"}, slices.Delete(slices.Clone(names), i, i+1)...)
		v, err := all.Get(ctx, r.id, cms.InContext(cms.ContextEdit), cms.Fields(less...))
		check("all fields but "+name, v, err, false)
	}
	r.deleted(ctx, t, site, all, check)
}

func (r record[T, P]) contexts(ctx context.Context, t *testing.T, site *cms.Client, all *cms.Collection[T, P, anyList],
	check func(string, *T, error, bool)) {
	t.Helper()
	for where, may := range map[cms.Context]bool{cms.ContextView: r.viewed, cms.ContextEmbed: false,
		cms.ContextEdit: true} {
		v, err := all.Get(ctx, r.id, cms.InContext(where))
		check("the context "+string(where), v, err, may)
		options := &anyList{Include: []int64{r.id}, Context: where}
		switch r.path {
		case "cms/v2/comments", "cms/v2/posts", "cms/v2/pages":
			options.Status = "any"
		}
		page, err := all.List(ctx, options)
		if err != nil || len(page.Items) != 1 {
			t.Errorf("List of %s in %s: error %v, want one record", r.path, where, err)
			continue
		}
		check("a list in "+string(where), &page.Items[0], nil, may)
		v, err = cms.Do(ctx, site, cms.Request[T]{Path: fmt.Sprintf("%s/%d", r.path, r.id),
			Query: url.Values{"context": {string(where)}}})
		check("a request in "+string(where), v, err, may)
		for v, err := range all.All(ctx, options) {
			check("a walk in "+string(where), v, err, may)
		}
		for v, err := range all.GetMany(ctx, []int64{r.id}, &anyList{Context: where, Status: options.Status}) {
			check("GetMany in "+string(where), v, err, may)
		}
	}
}

func (r record[T, P]) embeddings(ctx context.Context, t *testing.T, site *cms.Client, whole *T,
	check func(string, *T, error, bool)) {
	t.Helper()
	raw, err := cms.Do(ctx, site, cms.Request[json.RawMessage]{Path: fmt.Sprintf("%s/%d", r.path, r.id),
		Query: url.Values{"context": {"embed"}}})
	if err != nil {
		t.Errorf("GET of %s in embed: error %v, want none", r.path, err)
		return
	}
	for way, text := range map[string]string{"embedded": string(*raw), "embedded whole": encoded(t, whole)} {
		list, err := cms.EmbeddedAs[T](cms.Embedded{"x": []byte("[" + text + "]")}, "x")
		check(way, &list[0], err, false)
		pointers, err := cms.EmbeddedAs[*T](cms.Embedded{"x": []byte("[[" + text + "]]")}, "x")
		check(way+", a pointer", pointers[0], err, false)
	}
	var v, again T
	check("the JSON of the context embed", &v, cms.Unmarshal(*raw, &v), false)
	check("a file of the context embed", &again, cms.Unmarshal([]byte(encoded(t, v)), &again), false)
}

// deleted looks at the record in the answer to its delete.
func (r record[T, P]) deleted(ctx context.Context, t *testing.T, site *cms.Client, all *cms.Collection[T, P, anyList],
	check func(string, *T, error, bool)) {
	t.Helper()
	request := all.DeleteRequest(r.id)
	if r.heir > 0 {
		request.Query.Set("reassign", fmt.Sprint(r.heir))
	}
	gone, err := cms.Do(ctx, site, request)
	if err != nil {
		t.Errorf("Delete of %s: error %v, want none", r.path, err)
		return
	}
	check("what was deleted", gone.Previous, nil, true)
}

// json is the record as the site has it.
func (r record[T, P]) json(ctx context.Context, t *testing.T, site *cms.Client) map[string]any {
	t.Helper()
	v, err := cms.Do(ctx, site, cms.Request[map[string]any]{Path: fmt.Sprintf("%s/%d", r.path, r.id),
		Query: url.Values{"context": {"edit"}}})
	if err != nil {
		t.Fatalf("GET of %s: error %v, want none", r.path, err)
	}
	return *v
}

func encoded(t *testing.T, v any) string {
	t.Helper()
	data, err := cms.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// bothWays are the members of a record that its params write, too.
func bothWays[T, P any]() []string {
	names := func(t reflect.Type) (all []string) {
		for i := range t.NumField() {
			if name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ","); name != "" && name != "-" {
				all = append(all, name)
			}
		}
		return all
	}
	read := names(reflect.TypeFor[T]())
	return slices.DeleteFunc(names(reflect.TypeFor[P]()), func(name string) bool { return !slices.Contains(read, name) })
}

// differences are the members that differ, other than dates of changes and links.
func differences(before, after map[string]any) (found []string) {
	for name, value := range before {
		if name != "modified" && name != "modified_gmt" && name != "_links" && !reflect.DeepEqual(value, after[name]) {
			found = append(found, fmt.Sprintf("%s was %v, is %v", name, value, after[name]))
		}
	}
	return found
}

func TestParamsWriteBackWhatWasReadAndNothingElse(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range trips(t, site) {
		one.run(t, site)
	}
}

// TestLiveParamsWriteBackWhatWasRead does the same on a real site.
func TestLiveParamsWriteBackWhatWasRead(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	for _, one := range trips(t, site) {
		one.run(t, site)
	}
}
