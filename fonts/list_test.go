package fonts_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
)

func TestBodyHoldsPageDataAlwaysAndFiltersIfGiven(t *testing.T) {
	t.Parallel()
	for want, options := range map[string]*fonts.ListOptions{
		`{"pageData":{"page":1,"size":100}}`: nil,
		`{"pageData":{"page":0,"size":7}}`:   {Page: new(0), Size: 7},
		`{"pageData":{"page":4,"size":100},"tags":"a,b","category":"sans-serif","keyword":"\"<é&"}`: {
			Page: new(4), Tags: "a,b", Category: "sans-serif", Keyword: `"<é&`,
		},
		`{"pageData":{"page":1,"size":100},"keyword":"k"}`: {Keyword: "k"},
	} {
		c, server := client(t, fixed(200, page(nil, "")))
		if _, err := c.List(t.Context(), options); err != nil {
			t.Fatal(err)
		}
		equal(t, "body", server.bodies[0], want)
		header := server.heads[0]
		equal(t, "Content-Type", header.Get("Content-Type"), "application/json")
		equal(t, "Accept", header.Get("Accept"), "application/json")
		equal(t, "User-Agent", header.Get("User-Agent"), "fontcms-go/0.1.0")
	}
}

func TestRequestGoesBelowTheBaseAddress(t *testing.T) {
	t.Parallel()
	for _, slash := range []string{"", "/"} {
		s := fontstest.NewServer(fontstest.WithBasePath("/a/b%20c"), fontstest.WithFonts(records(names(3))))
		defer s.Close()
		c, err := fonts.New(s.URL[:len(s.URL)-len("/a/b%20c")] + "/a/b%2520c" + slash)
		if err != nil {
			t.Fatal(err)
		}
		equal(t, "ids", ids(t, c.All(t.Context(), nil)), names(3))
		equal(t, "path", s.Requests()[0].Path, "/a/b%20c/api/fonts/list")
		equal(t, "method", s.Requests()[0].Method, "POST")
	}
}

func TestListSendsOneRequestForAPageThatIsNamed(t *testing.T) {
	t.Parallel()
	c, server := client(t, fixed(200, page(names(2), `,"page":"7","pageTotal":"9","total":17.0,"facets":{"serif":3}`)))
	got, err := c.List(t.Context(), &fonts.ListOptions{Page: new(7), Size: 2})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "pages", server.pages(), []int{7})
	equal(t, "totals", []int{got.Number, got.TotalPages, got.Total}, []int{7, 9, 17})
	var facets map[string]int
	ok, err := got.Extra.Decode("facets", &facets)
	equal(t, "facets", fmt.Sprint(ok, err, facets), "true <nil> map[serif:3]")
	equal(t, "response", got.Response.Status, 200)
}

func TestPageTakesNoMoreMemoryThanItsFonts(t *testing.T) {
	t.Parallel()
	for _, n := range []int{5, 65, 100, 600} {
		c, _ := client(t, fixed(200, page(names(n), "")))
		got, err := list(t.Context(), c)
		switch {
		case err != nil:
			t.Errorf("list(c): %d fonts: room for %d, %v, want nil", n, cap(got.Fonts), err)
		case cap(got.Fonts) != n:
			t.Errorf("list of %d fonts: capacity %d, want %d", n, cap(got.Fonts), n)
		}
	}
}

func TestPageWithFarMoreFontsThanRequestedIsRefused(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		fonts, size int
		refused     bool
	}{
		{1000, 0, false}, {1001, 0, true}, {1000, 5, false}, {1001, 5, true}, {2000, 200, false}, {2001, 200, true},
	} {
		c, _ := client(t, fixed(200, page(names(test.fonts), "")))
		got, err := c.List(t.Context(), &fonts.ListOptions{Page: new(1), Size: test.size})
		if errors.Is(err, fonts.ErrDecode) != test.refused || (err != nil) != test.refused {
			t.Errorf("List with Size %d of %d fonts: error %v, want ErrDecode: %t", test.size, test.fonts, err, test.refused)
		}
		if err == nil && len(got.Fonts) != test.fonts {
			t.Errorf("List with Size %d: %d fonts, want %d", test.size, len(got.Fonts), test.fonts)
		}
	}
}

func TestTotalsThatAreNotStatedAreMinusOne(t *testing.T) {
	t.Parallel()
	for members, want := range map[string][]int{
		``: {-1, -1, -1},
		`,"page":null,"pageTotal":"","total":"x"`:    {-1, -1, -1},
		`,"page":[],"pageTotal":{"a":1},"total":1.5`: {-1, -1, -1},
		`,"page":-2,"pageTotal":-1,"total":-1`:       {-1, -1, -1},
		`,"page":0,"pageTotal":0,"total":0`:          {0, -1, -1},
		`,"page":1,"pageTotal":2,"total":1e1`:        {1, 2, 10},
		`,"page":true,"pageTotal":1e300,"total":2`:   {-1, -1, 2},
	} {
		c, _ := client(t, fixed(200, page(names(2), members)))
		got, err := list(t.Context(), c)
		if err != nil {
			t.Fatalf("%s: list(c): %v", members, err)
		}
		equal(t, members, []int{got.Number, got.TotalPages, got.Total}, want)
	}
	c, _ := client(t, fixed(200, page(nil, `,"total":0,"pageTotal":0`)))
	got, err := list(t.Context(), c)
	switch {
	case err != nil:
		t.Errorf("list(c): error %v, want nil", err)
	case got.Total != 0 || got.TotalPages != 0:
		t.Errorf("list(c): Total %d, TotalPages %d, want 0 and 0", got.Total, got.TotalPages)
	case got.Fonts == nil:
		t.Error("list(c): Fonts nil, want a value")
	}
}

func TestArgumentsAreCheckedBeforeAnythingIsSent(t *testing.T) {
	t.Parallel()
	c, server := client(t, fixed(200, page(nil, "")))
	for name, options := range map[string]*fonts.ListOptions{
		"size: -1 is negative": {Size: -1},
		"page: -3 is negative": {Page: new(-3)},
	} {
		_, listErr := c.List(t.Context(), options)
		_, countErr := c.Count(t.Context(), options)
		walkErrs := []error{listErr, countErr}
		for _, err := range c.All(t.Context(), options) {
			walkErrs = append(walkErrs, err)
		}
		for _, err := range c.Pages(t.Context(), options) {
			walkErrs = append(walkErrs, err)
		}
		if len(walkErrs) != 4 {
			t.Errorf("%d errors, want 4", len(walkErrs))
		}
		for _, err := range walkErrs {
			switch _, ok := errors.AsType[*fonts.ArgumentError](err); {
			case !ok:
				t.Errorf("error %v, want a *fonts.ArgumentError", err)
			case !errors.Is(err, fonts.ErrInvalidArgument):
				t.Errorf("error %v, want ErrInvalidArgument", err)
			case !strings.HasSuffix(err.Error(), ": "+name):
				t.Errorf("error %v, want the suffix %q", err, ": "+name)
			}
		}
	}
	equal(t, "requests", len(server.pages()), 0)
}

func TestCountAsksForOneRecord(t *testing.T) {
	t.Parallel()
	c, server := client(t, fixed(200, page(names(1), `,"total":"4711"`)))
	var response fonts.Response
	n, err := c.Count(t.Context(), &fonts.ListOptions{Size: 50, Page: new(9), Tags: "x"}, fonts.Capture(&response))
	equal(t, "count", fmt.Sprint(n, err), "4711 <nil>")
	equal(t, "bodies", server.bodies, []string{`{"pageData":{"page":1,"size":1},"tags":"x"}`})
	equal(t, "response", response.Status, 200)
}

func TestCountOfNothingTakesOneRequestOnceTheNumberingIsKnown(t *testing.T) {
	t.Parallel()
	c, server := client(t, fixed(200, page(nil, `,"total":0,"pageTotal":0`)), fonts.WithFirstPage(1))
	n, err := c.Count(t.Context(), nil)
	equal(t, "count", fmt.Sprint(n, err, len(server.pages())), "0 <nil> 1")
}

func TestCountDoubtsATotalThatMayBeTheSizeOfThePage(t *testing.T) {
	t.Parallel()
	all := names(5)
	c, _ := client(t, func(_ int, a asked) (int, string) {
		p := cut(all, 1, a)
		return 200, page(p, fmt.Sprintf(`,"total":%d`, len(p)))
	})
	n, err := c.Count(t.Context(), &fonts.ListOptions{Size: 2})
	equal(t, "count", fmt.Sprint(n, err), "5 <nil>")
}

func TestCountReturnsTheErrorOfTheListOrTheWalk(t *testing.T) {
	t.Parallel()
	for fail := 1; fail <= 2; fail++ {
		c, _ := client(t, func(n int, a asked) (int, string) {
			if n >= fail {
				return 401, `{"code":401,"message":"who are you","data":null}`
			}
			return 200, page(cut(names(5), 1, a), "")
		}, fonts.WithFirstPage(1))
		if n, err := c.Count(t.Context(), nil); !errors.Is(err, fonts.ErrUnauthorized) || n != 0 {
			t.Errorf("Client.Count: error %v, n %d, want ErrUnauthorized and 0", err, n)
		}
	}
	c, _ := client(t, fixed(200, page(nil, "")))
	if _, err := c.Count(t.Context(), nil, fonts.Attempts(0)); !errors.Is(err, fonts.ErrInvalidArgument) {
		t.Error(err)
	}
}
