package snippets_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/snippets"
)

const listPath = "GET /cms-json/code-snippets/v1/snippets"

// some are snippets with these ids.
func some(ids ...int) string {
	list := []string{}
	for _, id := range ids {
		list = append(list,
			fmt.Sprintf(
				`{"id":%d,"name":"n","desc":"","code":"","tags":[],"scope":"global","active":false,"priority":10,`+
					`"network":false,"shared_network":null}`, id))
	}
	return "[" + strings.Join(list, ",") + "]"
}

// everything is the answer of a server that does not page.
func everything(ids ...int) replay.Reply { return replay.Reply{Status: 200, Body: some(ids...)} }

// paged is the answer of a server that does.
func paged(total, pages int, ids ...int) replay.Reply {
	return replay.Reply{Status: 200, Body: some(ids...),
		Header: map[string]string{"X-CMS-Total": fmt.Sprint(total), "X-CMS-TotalPages": fmt.Sprint(pages)}}
}

// foreign is paged with the headers of a stock WordPress.
func foreign(total, pages int, ids ...int) replay.Reply {
	r := paged(total, pages, ids...)
	r.Header = map[string]string{"X-WP-Total": fmt.Sprint(total), "X-WP-TotalPages": fmt.Sprint(pages)}
	return r
}

func ids(list []snippets.Snippet) (out []int) {
	for _, s := range list {
		out = append(out, int(s.ID))
	}
	return out
}

func upTo(n int) (out []int) {
	for i := range n {
		out = append(out, i+1)
	}
	return out
}

func TestListSendsEveryArgument(t *testing.T) {
	t.Parallel()
	p, site := sitetest.NewTap(t, paged(31, 4, 11, 12))
	page, err := snippets.New(site).List(t.Context(), &snippets.ListOptions{Context: cms.ContextEdit, Page: 2, PerPage: 10,
		Search: "swap"})
	switch {
	case err != nil:
		t.Errorf("Service.List: error %v, want nil", err)
	case page.Total != 31 || page.TotalPages != 4:
		t.Errorf("Service.List: Total %d, TotalPages %d, want 31 and 4", page.Total, page.TotalPages)
	case page.Number != 2:
		t.Errorf("Service.List: Number %d, want 2", page.Number)
	case !slices.Equal(ids(page.Items), []int{11, 12}):
		t.Errorf("ids(page.Items): %v, want %v", ids(page.Items), []int{11, 12})
	}
	p.Sent(listPath + "?context=edit&page=2&per_page=10&search=swap")
}

func TestListRefusesPagesOutsideTheLimits(t *testing.T) {
	t.Parallel()
	for argument, o := range map[string]snippets.ListOptions{"per_page": {PerPage: 101}, "page": {Page: -1}} {
		p, site := sitetest.NewTap(t)
		_, err := snippets.New(site).List(t.Context(), &o)
		p.Refused(err, argument)
	}
}

func TestListGivesThePageWhateverTheServerDoes(t *testing.T) {
	t.Parallel()
	type list = snippets.ListOptions
	for name, test := range map[string]struct {
		options      *list
		replies      []replay.Reply
		want         []int
		total, pages int
	}{
		"all, of a server that does not page": {nil, []replay.Reply{everything(1, 2, 3)}, []int{1, 2, 3}, 3, 1},
		"all, of a server that does":          {nil, []replay.Reply{paged(3, 1, 1, 2, 3)}, []int{1, 2, 3}, 3, 1},
		"all of none":                         {nil, []replay.Reply{everything()}, nil, 0, 1},
		"options without a page": {&list{Search: "x"}, []replay.Reply{everything(upTo(12)...)}, upTo(12),
			12, 1},
		"page 1 of everything": {&list{PerPage: 2}, []replay.Reply{everything(1, 2, 3)}, []int{1, 2},
			3, 2},
		"page 1 of the default size": {&list{Page: 1}, []replay.Reply{everything(upTo(12)...)}, upTo(10), 12,
			2},
		"one of everything": {&list{PerPage: 1}, []replay.Reply{everything(1, 2, 3)}, []int{1}, 3, 3},
		"last page of everything": {&list{Page: 2, PerPage: 2}, []replay.Reply{everything(1, 2, 3)},
			[]int{3}, 3, 2},
		"a page behind everything": {&list{Page: 9, PerPage: 2}, []replay.Reply{everything(1, 2, 3)}, nil,
			3, 2},
		"the default size": {&list{Page: 2}, []replay.Reply{everything(upTo(12)...)}, []int{11, 12},
			12, 2},
		"everything fits page 1": {&list{PerPage: 5}, []replay.Reply{everything(1, 2)}, []int{1, 2}, 2, 1},
		"page 2 of everything that fits page 1": {&list{Page: 2, PerPage: 5},
			[]replay.Reply{everything(1, 2), everything(1, 2)}, nil, 2, 1},
		"page 2 of a server without totals": {&list{Page: 2, PerPage: 2},
			[]replay.Reply{everything(3), everything(1, 2)}, []int{3}, -1, -1},
		"a full page 1 of a server without totals": {&list{PerPage: 2}, []replay.Reply{everything(1, 2)}, []int{1, 2}, -1,
			-1},
		"an empty page of a server without totals": {&list{Page: 3, PerPage: 2}, []replay.Reply{everything()}, nil, -1, -1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, site := sitetest.NewTap(t, test.replies...)
			page, err := snippets.New(site).List(t.Context(), test.options)
			if err != nil {
				t.Fatal(err)
			}
			switch p.Drained(); {
			case !slices.Equal(ids(page.Items), test.want):
				t.Errorf("Service.List(%+v): ids %v, want %v", test.options, ids(page.Items), test.want)
			case page.Total != test.total || page.TotalPages != test.pages:
				t.Errorf("Service.List(%+v): Total %d, TotalPages %d, want %d and %d", test.options, page.Total, page.TotalPages,
					test.total, test.pages)
			}
		})
	}
}

func TestListPassesTheErrorOfItsSecondLookOn(t *testing.T) {
	t.Parallel()
	_, site := sitetest.NewTap(t, everything(1), replay.Reply{Status: 403,
		Body: `{"code":"rest_forbidden","message":"No."}`})
	_, err := snippets.New(site).List(t.Context(), &snippets.ListOptions{Page: 2})
	sitetest.Failed(t, err, 403, "rest_forbidden", cms.ErrForbidden)
}

// walks are the ways to walk, as lists of ids.
func walks(site *cms.Client, o *snippets.ListOptions, options ...cms.WalkOption) map[string]iter.Seq2[int, error] {
	s := snippets.New(site)
	return map[string]iter.Seq2[int, error]{
		"All": func(yield func(int, error) bool) {
			for snippet, err := range s.All(context.Background(), o, options...) {
				id := 0
				if err == nil {
					id = int(snippet.ID)
				}
				if !yield(id, err) {
					return
				}
			}
		},
		"Pages": func(yield func(int, error) bool) {
			for page, err := range s.Pages(context.Background(), o, options...) {
				if err != nil {
					if !yield(0, err) {
						return
					}
					continue
				}
				for _, id := range ids(page.Items) {
					if !yield(id, nil) {
						return
					}
				}
			}
		},
	}
}

func TestWalksYieldEverySnippetOnceWhateverTheServerDoes(t *testing.T) {
	t.Parallel()
	type list = snippets.ListOptions
	changed := func(ids ...int) replay.Reply {
		r := everything(ids...)
		r.Body = strings.ReplaceAll(r.Body, `"n"`, `"changed"`)
		return r
	}
	for name, test := range map[string]struct {
		options *list
		replies []replay.Reply
		want    []int
	}{
		"a server that pages": {&list{PerPage: 2}, []replay.Reply{paged(3, 2, 1, 2), paged(3, 2, 3)},
			[]int{1, 2, 3}},
		"a server that does not": {&list{PerPage: 2},
			[]replay.Reply{everything(1, 2, 3), everything(1, 2, 3)}, []int{1, 2, 3}},
		"one changes meanwhile": {&list{PerPage: 2}, []replay.Reply{everything(1, 2, 3), changed(1, 2, 3)},
			[]int{1, 2, 3}},
		"the order changes all the time": {&list{PerPage: 2},
			[]replay.Reply{everything(1, 2, 3), everything(2, 1, 3), everything(1, 2, 3)}, []int{1, 2, 3}},
		"one is added meanwhile": {&list{PerPage: 2}, []replay.Reply{everything(1, 2), everything(1, 2, 3),
			everything(1, 2, 3)}, []int{1, 2, 3}},
		"a server that pages and states no total": {&list{PerPage: 2}, []replay.Reply{everything(1, 2), everything(3),
			everything()}, []int{1, 2, 3}},
		"most of each page comes again": {
			&list{PerPage: 3}, []replay.Reply{everything(1, 2, 3), everything(1, 2, 4), everything(1, 2, 5), everything(1, 2, 6),
				everything(1, 2, 7), everything(1, 2, 8), everything()},
			[]int{1, 2, 3, 4, 5, 6, 7, 8},
		},
		"every other page comes again": {
			&list{PerPage: 2}, []replay.Reply{everything(1, 2), everything(2, 1), everything(3, 4), everything(4, 3),
				everything(5, 6), everything()},
			[]int{1, 2, 3, 4, 5, 6},
		},
		"none": {nil, []replay.Reply{everything()}, nil},
		"two sites of a network with the same id": {nil, []replay.Reply{paged(3, 1, 1, 2, 1)}, []int{1, 2, 1}},
		"the same on two pages": {&list{PerPage: 2}, []replay.Reply{paged(4, 2, 1, 2), paged(4, 2, 1, 3)},
			[]int{1, 2, 1, 3}},
		"the same, of a site of another prefix": {&list{PerPage: 2}, []replay.Reply{foreign(4, 2, 1, 2), foreign(4, 2, 1, 3)},
			[]int{1, 2, 1, 3}},
		"the same where nothing is stated": {nil, []replay.Reply{everything(1, 2, 1), everything(1, 2, 1)}, []int{1, 2, 1}},
	} {
		for _, walk := range []string{"All", "Pages"} {
			t.Run(walk+"/"+name, func(t *testing.T) {
				t.Parallel()
				p, site := sitetest.NewTap(t, test.replies...)
				var got []int
				for id, err := range walks(site, test.options)[walk] {
					if err != nil {
						t.Fatal(err)
					}
					got = append(got, id)
				}
				if p.Drained(); !slices.Equal(got, test.want) {
					t.Errorf("got %v, want %v", got, test.want)
				}
			})
		}
	}
}

func TestWalksAskForAHundredAndStopWhenToldTo(t *testing.T) {
	t.Parallel()
	for _, walk := range []string{"All", "Pages"} {
		p, site := sitetest.NewTap(t, paged(300, 3, 1, 2))
		for range walks(site, &snippets.ListOptions{Search: "x"})[walk] {
			break
		}
		p.Sent(listPath + "?page=1&per_page=100&search=x")
	}
}

func TestWalksYieldTheErrorAndEnd(t *testing.T) {
	t.Parallel()
	for _, walk := range []string{"All", "Pages"} {
		_, site := sitetest.NewTap(t, paged(300, 3, 1), replay.Reply{Status: 403,
			Body: `{"code":"rest_forbidden","message":"No."}`})
		n, errs := 0, 0
		for _, err := range walks(site, nil)[walk] {
			if n++; err != nil {
				errs++
				sitetest.Failed(t, err, 403, "rest_forbidden", cms.ErrForbidden)
			}
		}
		if n != 2 || errs != 1 {
			t.Errorf("%s yields %d times, %d errors, want 2 and 1", walk, n, errs)
		}
	}
}

// TestWalksEndWhereSnippetsHaveNoIDs is over a site that leaves the id out, though it is
// asked for it: such a snippet is one that cannot be read, as in every list.
func TestWalksEndWhereSnippetsHaveNoIDs(t *testing.T) {
	t.Parallel()
	nameless := func(name string) replay.Reply {
		return replay.Reply{Status: 200, Body: `[{"name":"` + name + `"},{"name":"b"}]`}
	}
	for _, walk := range []string{"All", "Pages"} {
		p, site := sitetest.NewTap(t, nameless("a"), nameless("changed"), nameless("b"), nameless("a"))
		var raw []string
		for _, err := range walks(site, nil, cms.Fields("name"))[walk] {
			broken, ok := errors.AsType[*cms.BrokenRecordError](err)
			if !ok || broken.ID != 0 {
				t.Fatal(err)
			}
			raw = append(raw, string(broken.Raw))
		}
		if p.Drained(); !slices.Equal(raw, []string{`{"name":"a"}`, `{"name":"b"}`, `{"name":"changed"}`}) {
			t.Errorf("%s: raw %q, want %q", walk, raw, []string{`{"name":"a"}`, `{"name":"b"}`, `{"name":"changed"}`})
		}
	}
}

func TestAllResumesAfterTheLastSnippet(t *testing.T) {
	t.Parallel()
	var cursor cms.Cursor
	for _, test := range []struct {
		replies []replay.Reply
		want    []int
	}{
		{[]replay.Reply{paged(4, 2, 1, 2)}, []int{1}},
		{[]replay.Reply{paged(4, 2, 1, 2), paged(4, 2, 3, 4)}, []int{2, 3, 4}},
	} {
		_, site := sitetest.NewTap(t, test.replies...)
		var got []int
		for snippet, err := range snippets.New(site).All(t.Context(), &snippets.ListOptions{PerPage: 2},
			cms.Resume(&cursor)) {
			if err != nil {
				t.Fatal(err)
			}
			if got = append(got, int(snippet.ID)); len(got) == len(test.want) && !cursor.Done && len(got) == 1 {
				break
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("resumed walk yields %v, want %v", got, test.want)
		}
	}
	switch data, err := json.Marshal(cursor); {
	case err != nil:
		t.Errorf("json.Marshal(cursor): error %v, data %s, want nil", err, data)
	case !cursor.Done:
		t.Errorf("cms.Resume: cursor.Done is false with data %s, want true", data)
	}
}

func TestCountIsRightWhateverTheServerDoes(t *testing.T) {
	t.Parallel()
	first := listPath + "?_fields=id&per_page=1&search=x"
	for name, test := range map[string]struct {
		replies []replay.Reply
		want    int
		more    []string
	}{
		"a total":    {[]replay.Reply{paged(31, 31, 1)}, 31, nil},
		"everything": {[]replay.Reply{everything(1, 2, 3)}, 3, nil},
		"nothing":    {[]replay.Reply{everything()}, 0, nil},
		"one, or one of many": {[]replay.Reply{everything(1), everything(1), everything(1)}, 1,
			[]string{listPath + "?_fields=id&page=1&per_page=100&search=x",
				listPath + "?_fields=id&page=2&per_page=100&search=x"}},
		"many without a total": {[]replay.Reply{everything(1), everything(1, 2), everything()}, 2,
			[]string{listPath + "?_fields=id&page=1&per_page=100&search=x",
				listPath + "?_fields=id&page=2&per_page=100&search=x"}},
		"a total of none": {[]replay.Reply{paged(0, 0)}, 0, nil},
		"a total of none beside one": {[]replay.Reply{paged(0, 0, 1), paged(0, 0, 1), paged(0, 0)}, 1, []string{
			listPath + "?_fields=id&page=1&per_page=100&search=x", listPath + "?_fields=id&page=2&per_page=100&search=x"}},
		"a total above the one": {[]replay.Reply{paged(2, 2, 1)}, 2, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, site := sitetest.NewTap(t, test.replies...)
			options := &snippets.ListOptions{Page: 3, PerPage: 7, Search: "x"}
			n, err := snippets.New(site).Count(t.Context(), options)
			switch {
			case err != nil:
				t.Errorf("Service.Count(%+v): error %v, want nil", options, err)
			case n != test.want:
				t.Errorf("Service.Count(%+v): %d, want %d", options, n, test.want)
			case options.Page != 3 || options.PerPage != 7:
				t.Errorf("%d, %v; the options are now %+v: options.Page %d, options.PerPage %d, want 3 and 7", n, err, options,
					options.Page, options.PerPage)
			}
			p.Sent(append([]string{first}, test.more...)...)
		})
	}
	for _, replies := range [][]replay.Reply{
		{{Status: 404, Body: `{"code":"rest_no_route","message":"No."}`}},
		{everything(1), {Status: 404, Body: `{"code":"rest_no_route","message":"No."}`}},
	} {
		_, site := sitetest.NewTap(t, replies...)
		if _, err := snippets.New(site).Count(t.Context(), nil); !errors.Is(err, cms.ErrNoRoute) {
			t.Error(err)
		}
	}
}

// crowd is a member with more tags than a snippet may have, so that it cannot be read.
func crowd() string { return `"tags":[` + strings.Repeat(`"a",`, 10_001) + `"b"]` }

// half is a response with a snippet that cannot be read.
func half(total int, ids ...int) replay.Reply {
	r := everything(ids...)
	if total >= 0 {
		r = paged(total, (total+1)/2, ids...)
	}
	r.Body = strings.Replace(r.Body, `"id":2,"name":"n","desc":"","code":"","tags":[]`,
		`"id":2,"name":"n","desc":"","code":"",`+crowd(), 1)
	return r
}

func TestBrokenSnippetDoesNotHideOthers(t *testing.T) {
	t.Parallel()
	two := &snippets.ListOptions{PerPage: 2}
	for name, test := range map[string]struct {
		options *snippets.ListOptions
		replies []replay.Reply
		want    []int
	}{
		"a server that pages":    {two, []replay.Reply{half(4, 1, 2), half(4, 3, 4)}, []int{1, 3, 4}},
		"a page of it alone":     {two, []replay.Reply{paged(3, 2, 1, 3), half(3, 2)}, []int{1, 3}},
		"a server that does not": {two, []replay.Reply{half(-1, 1, 2, 3), half(-1, 1, 2, 3)}, []int{1, 3}},
		"one whose order changes": {two, []replay.Reply{half(-1, 1, 2, 3), half(-1, 3, 2, 1),
			half(-1, 2, 3, 1)}, []int{1, 3}},
		"a server that pages and states no total": {two, []replay.Reply{half(-1, 1, 2), everything(3), everything()},
			[]int{1, 3}},
	} {
		for _, walk := range []string{"All", "Pages"} {
			t.Run(walk+"/"+name, func(t *testing.T) {
				t.Parallel()
				p, site := sitetest.NewTap(t, test.replies...)
				var got, bad []int
				for id, err := range walks(site, test.options)[walk] {
					if record, ok := errors.AsType[*cms.BrokenRecordError](err); ok {
						bad = append(bad, int(record.ID))
					} else if err != nil {
						t.Fatal(err)
					} else {
						got = append(got, id)
					}
				}
				switch p.Drained(); {
				case !slices.Equal(got, test.want):
					t.Errorf("walk yields the snippets %v, want %v", got, test.want)
				case !slices.Equal(bad, []int{2}):
					t.Errorf("walk yields errors of the snippets %v, want %v", bad, []int{2})
				}
			})
		}
	}
	for name, test := range map[string]struct {
		options      *snippets.ListOptions
		replies      []replay.Reply
		want         []int
		total, pages int
	}{
		"all, of a server that does not page": {nil, []replay.Reply{half(-1, 1, 2, 3)}, []int{1, 3}, 3, 1},
		"a page, of a server that does":       {two, []replay.Reply{half(4, 1, 2)}, []int{1}, 4, 2},
		"a page 1 of a server without totals": {two, []replay.Reply{half(-1, 1, 2)}, []int{1}, -1, -1},
		"page 1 of everything":                {two, []replay.Reply{half(-1, 1, 2, 3)}, []int{1, 3}, 3, 2},
		"page 2 of everything": {&snippets.ListOptions{Page: 2, PerPage: 2},
			[]replay.Reply{half(-1, 1, 2, 3)}, nil, 3, 2},
		"page 2 of everything that fits page 1": {&snippets.ListOptions{Page: 2, PerPage: 5},
			[]replay.Reply{half(-1, 1, 2), half(-1, 1, 2)}, nil, 2, 1},
		"page 2 of a server without totals": {&snippets.ListOptions{Page: 2, PerPage: 2},
			[]replay.Reply{half(-1, 2), everything(1, 3)}, nil, -1, -1},
		"page 2 of what the first page lacks some": {&snippets.ListOptions{Page: 2, PerPage: 3},
			[]replay.Reply{half(-1, 1, 2), everything(1)}, []int{1}, -1, -1},
	} {
		t.Run("List/"+name, func(t *testing.T) {
			t.Parallel()
			p, site := sitetest.NewTap(t, test.replies...)
			page, err := snippets.New(site).List(t.Context(), test.options)
			record, ok := errors.AsType[*cms.BrokenRecordError](err)
			switch {
			case page == nil:
				t.Fatal("Service.List(test.options): page nil, want a value")
			case !ok:
				t.Fatalf("Service.List(test.options): error %v, want a *cms.BrokenRecordError", err)
			case record.ID != 2:
				t.Fatalf("Service.List(test.options): ID %d, want 2", record.ID)
			}
			switch p.Drained(); {
			case !slices.Equal(ids(page.Items), test.want):
				t.Errorf("Service.List(%+v): ids %v, want %v", test.options, ids(page.Items), test.want)
			case page.Total != test.total || page.TotalPages != test.pages:
				t.Errorf("Service.List(%+v): Total %d, TotalPages %d, want %d and %d", test.options, page.Total, page.TotalPages,
					test.total, test.pages)
			}
		})
	}
	for name, replies := range map[string][]replay.Reply{
		"a total":    {half(3, 2)},
		"everything": {half(-1, 1, 2, 3)},
		"one of all": {half(-1, 2), half(-1, 1, 2, 3), half(-1, 1, 2, 3)},
	} {
		p, site := sitetest.NewTap(t, replies...)
		if n, err := snippets.New(site).Count(t.Context(), nil); n != 3 || err != nil {
			t.Errorf("%s: Service.Count: %d, error %v, want 3 and nil", name, n, err)
		}
		p.Drained()
	}
}
