package search_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/search"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

const path = "GET /cms-json/cms/v2/search"

// page is a list that states its totals.
func page(total, pages, body string) replay.Reply {
	return replay.Reply{Status: http.StatusOK, Body: body,
		Header: map[string]string{"X-CMS-Total": total, "X-CMS-TotalPages": pages}}
}

func TestResultsHaveNumbersOrSlugs(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, page("3", "1", `[{"id":5,"title":"A &amp; B","url":"u","type":"post",`+
		`"subtype":"page"},{"id":7,"title":"T","url":"u","type":"category"},{"id":"aside","title":"Aside","url":"u",`+
		`"type":"post-format"}]`))
	found, err := search.New(site).List(t.Context(), &search.ListOptions{Search: "a b"})
	if err != nil || len(found.Items) != 3 {
		t.Fatalf("List: %+v, error %v, want 3 results", found, err)
	} else if found.Total != 3 {
		t.Fatalf("List: total %d, want 3", found.Total)
	}
	for i, want := range []struct {
		id     string
		number int64
	}{{"5", 5}, {"7", 7}, {"aside", 0}} {
		if r := found.Items[i]; r.ID != want.id || r.Number() != want.number {
			t.Errorf("Result %d: id %q, number %d, want %q and %d", i, r.ID, r.Number(), want.id, want.number)
		} else if r.Extra != nil {
			t.Errorf("Result %d: extra %v, want none", i, r.Extra)
		}
	}
	tap.Sent(path + "?search=a+b")
}

func TestResultsOfAnotherSubtypeAreRefused(t *testing.T) {
	t.Parallel()
	const (
		post = `[{"id":5,"type":"post","subtype":"post"}]`
		term = `[{"id":5,"type":"nav_menu"}]`
	)
	for name, c := range map[string]struct {
		options search.ListOptions
		list    string
		ok      bool
	}{
		"a taxonomy of posts": {search.ListOptions{Subtype: []string{"category"}}, post, false},
		"a type of terms":     {search.ListOptions{Type: search.Terms, Subtype: []string{"page"}}, term, false},
		"the type":            {search.ListOptions{Subtype: []string{"page", "post"}}, post, true},
		"the taxonomy":        {search.ListOptions{Type: search.Terms, Subtype: []string{"nav_menu"}}, term, true},
		"any":                 {search.ListOptions{Subtype: []string{search.AnySubtype}}, post, true},
		"nothing named":       {search.ListOptions{Type: search.Terms}, term, true},
	} {
		_, site := sitetest.NewTap(t, page("1", "1", c.list), page("1", "1", c.list), page("1", "1", c.list))
		_, listed := search.New(site).List(t.Context(), &c.options)
		var walked, paged error
		for _, err := range search.New(site).All(t.Context(), &c.options) {
			walked = err
		}
		for _, err := range search.New(site).Pages(t.Context(), &c.options) {
			paged = err
		}
		for _, err := range []error{listed, walked, paged} {
			if c.ok && err != nil || !c.ok && !errors.Is(err, cms.ErrFilterIgnored) {
				t.Errorf("%s: error %v, want ErrFilterIgnored: %t", name, err, !c.ok)
			}
		}
	}
}

func TestSearchIsWalkedByPages(t *testing.T) {
	t.Parallel()
	first, second := page("3", "2", `[{"id":9,"type":"post","subtype":"post"},{"id":3,"type":"post","subtype":"post"}]`),
		page("3", "2", `[{"id":4,"type":"post","subtype":"page"}]`)
	for name, options := range map[string][]cms.WalkOption{"plain": nil, "ahead": {cms.Prefetch(1)}} {
		tap, site := sitetest.NewTap(t, first, second)
		var ids []string
		for r, err := range search.New(site).All(t.Context(), &search.ListOptions{PerPage: 2}, options...) {
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, r.ID)
		}
		if len(ids) != 3 || ids[0] != "9" {
			t.Errorf("%s: All: %v, want 3 results, 9 first", name, ids)
		} else if ids[2] != "4" {
			t.Errorf("%s: All: %v, want 4 last", name, ids)
		}
		tap.Drained()
	}
	_, site := sitetest.NewTap(t, page("3", "3", `[{"id":9,"type":"post"}]`))
	if n, err := search.New(site).Count(t.Context(), nil); n != 3 || err != nil {
		t.Errorf("Count: %d, error %v, want 3", n, err)
	}
}

func TestExactSearchIsRefused(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t)
	check := func(err error) {
		if !errors.Is(err, cms.ErrExactUnsupported) {
			t.Errorf("Walk of an exact search: error %v, want ErrExactUnsupported", err)
		}
		tap.Refused(err, "exact")
	}
	yielded := 0
	for result, err := range search.New(site).All(t.Context(), nil, cms.Prefetch(2), cms.Exact()) {
		check(err)
		if yielded++; result != nil {
			t.Errorf("All of an exact search: %+v, want no result", result)
		}
	}
	for page, err := range search.New(site).Pages(t.Context(), nil, cms.Exact()) {
		check(err)
		if yielded++; page != nil {
			t.Errorf("Pages of an exact search: %+v, want no page", page)
		}
	}
	if yielded != 2 {
		t.Errorf("All and Pages of an exact search: %d errors, want 2", yielded)
	}
}

func TestWalkOfASearchEndsAtItsFirstError(t *testing.T) {
	t.Parallel()
	forbidden := replay.Answer(http.StatusForbidden, `{"code":"rest_forbidden","message":"m"}`)
	other := page("3", "2", `[{"id":9,"type":"post","subtype":"page"},{"id":3,"type":"post","subtype":"post"}]`)
	for name, test := range map[string]struct {
		reply replay.Reply
		is    error
	}{"a refusal": {forbidden, cms.ErrForbidden}, "another subtype": {other, cms.ErrFilterIgnored}} {
		options := &search.ListOptions{PerPage: 2, Subtype: []string{"post"}}
		tap, site := sitetest.NewTap(t, test.reply, test.reply)
		var errs []error
		for result, err := range search.New(site).All(t.Context(), options) {
			if result != nil {
				t.Errorf("%s: All: %+v, want no result", name, result)
			}
			errs = append(errs, err)
		}
		for page, err := range search.New(site).Pages(t.Context(), options) {
			if page != nil {
				t.Errorf("%s: Pages: %+v, want no page", name, page)
			}
			errs = append(errs, err)
		}
		for i, operation := range []string{"search.All", "search.Pages"} {
			if failure, ok := errors.AsType[*cms.Error](errs[i]); errors.Is(test.is, cms.ErrFilterIgnored) &&
				(!ok || failure.Operation != operation) {
				t.Errorf("%s: error %+v, want an error of that operation", operation, errs[i])
			}
		}
		if len(errs) != 2 || !errors.Is(errs[0], test.is) {
			t.Errorf("%s: All and Pages: errors %v, want 2, the first %v", name, errs, test.is)
		} else if !errors.Is(errs[1], test.is) {
			t.Errorf("%s: Pages: error %v, want %v", name, errs[1], test.is)
		}
		tap.Drained()
	}
}

func TestDetailsOfAPage(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, `{"title":"T","icon":"","description":"","image":"i"}`))
	d, err := search.New(site).Details(t.Context(), "https://fonts.example/?a=1&b=2")
	if err != nil || d.Title != "T" {
		t.Errorf("Details: %+v, error %v, want the title T", d, err)
	} else if d.Image != "i" {
		t.Errorf("Details: image %q, want i", d.Image)
	}
	tap.Sent("GET /cms-json/cms-block-editor/v1/url-details?url=https%3A%2F%2Ffonts.example%2F%3Fa%3D1%26b%3D2")
	for _, address := range []string{"", "fonts.example", "file:///etc/passwd", "https://", "http://[::"} {
		tap, site := sitetest.NewTap(t)
		_, err := search.New(site).Details(t.Context(), address)
		tap.Refused(err, "url")
	}
}

func TestBrokenResultDoesNotHideOthers(t *testing.T) {
	t.Parallel()
	crowd := `"_embedded":{` + strings.Repeat(`"a":[],`, 1001) + `"b":[]}` // more relations than a record may have
	list := `[{"id":5,"type":"post","subtype":"page"},{"id":6,` + crowd +
		`,"subtype":"page"},{"id":7,"type":"post","subtype":"page"}]`
	options := &search.ListOptions{Subtype: []string{"page"}}
	_, site := sitetest.NewTap(t, page("3", "1", list), page("3", "1", list), page("3", "1", list))
	broken := func(err error) int {
		if record, ok := errors.AsType[*cms.BrokenRecordError](err); ok && record.ID == 6 {
			return 1
		}
		return 0
	}
	found, err := search.New(site).List(t.Context(), options)
	if found == nil || len(found.Items) != 2 {
		t.Errorf("List with a broken result: %+v, error %v, want 2 results", found, err)
	} else if found.Total != 3 || broken(err) != 1 {
		t.Errorf("List with a broken result: total %d, error %v, want 3 and a BrokenRecordError of 6", found.Total, err)
	}
	got, bad := "", 0
	for result, err := range search.New(site).All(t.Context(), options) {
		if bad += broken(err); result != nil {
			got += result.ID
		}
	}
	for page, err := range search.New(site).Pages(t.Context(), options) {
		if bad += broken(err); page != nil {
			got += page.Items[0].ID + page.Items[1].ID
		}
	}
	if got != "5757" || bad != 2 {
		t.Errorf("All and Pages with a broken result: %s, %d broken, want 5757 and 2", got, bad)
	}
	_, site = sitetest.NewTap(t, page("3", "1", `[{"id":5,"type":"post","subtype":"post"},{"id":6,`+crowd+`}]`))
	if found, err := search.New(site).List(t.Context(), options); found != nil || !errors.Is(err, cms.ErrFilterIgnored) {
		t.Errorf("List of another subtype with a broken result: %+v, error %v, want ErrFilterIgnored", found, err)
	}
}
