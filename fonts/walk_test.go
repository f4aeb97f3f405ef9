package fonts_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/fontstest"
)

// cut is the page of ids that a server counting from first answers.
func cut(ids []string, first int, a asked) []string {
	start := (a.PageData.Page - first) * a.PageData.Size
	if start < 0 || start >= len(ids) {
		return nil
	}
	return ids[start:min(start+a.PageData.Size, len(ids))]
}

func TestWalkSurvivesServersThatFontstestDoesNotImitate(t *testing.T) {
	t.Parallel()
	const count = 7
	all := names(count)
	for name, answer := range map[string]func(first int, a asked) (int, string){
		"total is the size of the page": func(first int, a asked) (int, string) {
			p := cut(all, first, a)
			return 200, page(p, fmt.Sprintf(`,"total":%d`, len(p)))
		},
		"total and pageTotal describe the page": func(first int, a asked) (int, string) {
			p := cut(all, first, a)
			return 200, page(p, fmt.Sprintf(`,"pageTotal":1,"total":%d`, len(p)))
		},
		"pageTotal too low": func(first int, a asked) (int, string) {
			return 200, page(cut(all, first, a), `,"pageTotal":1,"total":7`)
		},
		"total too low": func(first int, a asked) (int, string) {
			return 200, page(cut(all, first, a), `,"pageTotal":3,"total":4`)
		},
		"totals are nonsense": func(first int, a asked) (int, string) {
			return 200, page(cut(all, first, a), `,"pageTotal":{},"total":"many","page":-3`)
		},
		"total is 0 behind the end": func(first int, a asked) (int, string) {
			p := cut(all, first, a)
			total := count
			if len(p) == 0 {
				total = 0
			}
			return 200, page(p, fmt.Sprintf(`,"total":%d`, total))
		},
		"pages behind the end are refused": func(first int, a asked) (int, string) {
			p := cut(all, first, a)
			if len(p) == 0 {
				return 404, `{"code":404,"message":"no such page","data":null}`
			}
			return 200, page(p, "")
		},
		"pages behind the end are refused in the envelope": func(first int, a asked) (int, string) {
			p := cut(all, first, a)
			if len(p) == 0 {
				return 200, `{"code":"400","message":400,"data":[]}`
			}
			return 200, page(p, "")
		},
		"page is ignored": func(int, asked) (int, string) { return 200, page(all, "") },
		"page is ignored, totals stated": func(int, asked) (int, string) {
			return 200, page(all, `,"page":1,"pageTotal":3,"total":7`)
		},
		"the list is an object": func(first int, a asked) (int, string) {
			var members []string
			for i, id := range cut(all, first, a) {
				members = append(members, fmt.Sprintf(`"%d":{"id":%q}`, i+5, id))
			}
			return 200, `{"code":200,"data":{"dataList":{` + strings.Join(members, ",") + `}}}`
		},
		"data is a list behind the end": func(first int, a asked) (int, string) {
			p := cut(all, first, a)
			if len(p) == 0 {
				return 200, `{"code":200,"message":"success","data":[]}`
			}
			return 200, page(p, "")
		},
		"pages overlap": func(first int, a asked) (int, string) {
			start := (a.PageData.Page - first) * 2
			if start < 0 || start >= count {
				return 200, page(nil, "")
			}
			return 200, page(all[start:min(start+3, count)], "")
		},
	} {
		for first := range 2 {
			for _, prefetch := range []int{0, 2} {
				t.Run(fmt.Sprintf("%s/from %d/prefetch %d", name, first, prefetch), func(t *testing.T) {
					t.Parallel()
					c, _ := client(t, func(_ int, a asked) (int, string) { return answer(first, a) })
					options := &fonts.ListOptions{Size: 3}
					for range 2 {
						equal(t, "ids", ids(t, c.All(t.Context(), options, fonts.Prefetch(prefetch))), all)
					}
				})
			}
		}
	}
}

func TestPageZeroIsAskedForOnceAndOnlyIfNeedBe(t *testing.T) {
	t.Parallel()
	all := names(5)
	good := func(first int) func(int, asked) (int, string) {
		return func(_ int, a asked) (int, string) {
			return 200, page(cut(all, first, a), fmt.Sprintf(`,"page":%d,"pageTotal":3,"total":5`, a.PageData.Page))
		}
	}
	zeroFails := func(status int, body string) func(int, asked) (int, string) {
		return func(n int, a asked) (int, string) {
			if a.PageData.Page == 0 {
				return status, body
			}
			return good(1)(n, a)
		}
	}
	clamped := func(members string) func(int, asked) (int, string) {
		return func(_ int, a asked) (int, string) {
			a.PageData.Page = max(a.PageData.Page, 1)
			return 200, page(cut(all, 1, a), members)
		}
	}
	for name, c := range map[string]struct {
		answer        func(int, asked) (int, string)
		options       []fonts.Option
		first, second []int
	}{
		"from 1": {good(1), nil, []int{1, 0, 2, 3}, []int{1, 2, 3}},
		"from 0": {good(0), nil, []int{1, 0, 1, 2}, []int{0, 1, 2}},
		"from 1, said so": {good(1), []fonts.Option{fonts.WithFirstPage(1)}, []int{1, 2, 3},
			[]int{1, 2, 3}},
		"0 is taken for 1, the number shows":  {clamped(`,"page":1`), nil, []int{1, 0, 2, 3, 4}, []int{1, 2, 3, 4}},
		"0 is taken for 1, pageTotal shows":   {clamped(`,"pageTotal":3`), nil, []int{1, 0, 2, 3, 4}, []int{1, 2, 3, 4}},
		"0 is taken for 1, total shows":       {clamped(`,"total":5`), nil, []int{1, 0, 2, 3}, []int{1, 2, 3}},
		"0 is taken for 1, and nothing shows": {clamped(""), nil, []int{1, 0, 2, 3, 4}, []int{1, 0, 2, 3, 4}},
		"0 is taken for 1, totals of one page": {clamped(`,"pageTotal":1,"total":2`), nil, []int{1, 0, 2, 3, 4},
			[]int{1, 0, 2, 3, 4}},
		"from 0, said so":       {good(0), []fonts.Option{fonts.WithFirstPage(0)}, []int{0, 1, 2}, []int{0, 1, 2}},
		"from 1, a single font": {stating(names(1), 0, 0), nil, []int{1, 0, 2}, []int{1, 2}},
		"0 is empty, 1 is refused": {func(_ int, a asked) (int, string) {
			if a.PageData.Page > 0 {
				return 404, `{"code":404}`
			}
			return 200, page(nil, "")
		}, nil, []int{1, 0}, []int{1, 0}},
		"from 0, a single font, 1 is refused": {func(_ int, a asked) (int, string) {
			if a.PageData.Page > 0 {
				return 404, `{"code":404}`
			}
			return 200, page(names(1), "")
		}, nil, []int{1, 0, 1}, []int{0, 1}},
		"0 is refused": {zeroFails(400, `{"code":400,"message":"page","data":null}`), nil, []int{1, 0, 2, 3},
			[]int{1, 2, 3}},
		"0 is refused in the envelope": {zeroFails(200, `{"code":500,"message":"page","data":null}`), nil, []int{1, 0, 2, 3},
			[]int{1, 2, 3}},
		"the server fails on 0":    {zeroFails(500, "<html>SQL</html>"), nil, []int{1, 0, 2, 3}, []int{1, 2, 3}},
		"an outage proves nothing": {zeroFails(503, ""), nil, []int{1, 0, 0, 0, 0, 0, 2, 3}, []int{1, 0, 0, 0, 0, 0, 2, 3}},
		"never repeat, not even that": {
			zeroFails(503, ""), []fonts.Option{fonts.WithRetry(fonts.Retry{Attempts: 1})}, []int{1, 0, 2, 3}, []int{1, 0, 2, 3},
		},
		"an outage passes": {func(n int, a asked) (int, string) {
			if n == 2 {
				return 429, `{"code":429,"message":"slow down","data":null}`
			}
			return good(0)(n, a)
		}, nil, []int{1, 0, 0, 1, 2}, []int{0, 1, 2}},
		"one page, and it shows": {func(_ int, a asked) (int, string) {
			return 200, page(cut(names(1), 1, a), `,"pageTotal":1,"total":1`)
		}, nil, []int{1}, []int{1}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, server := client(t, c.answer, c.options...)
			for i, want := range [][]int{c.first, c.second} {
				server.asked = nil
				ids(t, client.All(t.Context(), &fonts.ListOptions{Size: 2}))
				equal(t, fmt.Sprintf("pages of walk %d", i+1), server.pages(), want)
			}
		})
	}
}

func TestDerivedClientSharesTheNumberingUnlessToldOtherwise(t *testing.T) {
	t.Parallel()
	all := names(5)
	c, server := client(t, func(_ int, a asked) (int, string) { return 200, page(cut(all, 0, a), "") })
	derived, err := c.With(fonts.WithUserAgent("derived"))
	if err != nil {
		t.Fatal(err)
	}
	ids(t, derived.All(t.Context(), nil))
	server.asked = nil
	ids(t, c.All(t.Context(), nil))
	equal(t, "pages", server.pages(), []int{0, 1})

	told, err := c.With(fonts.WithFirstPage(1))
	if err != nil {
		t.Fatal(err)
	}
	server.asked = nil
	ids(t, told.All(t.Context(), nil))
	equal(t, "pages when told", server.pages(), []int{1})
	again, err := told.With()
	if err != nil {
		t.Fatal(err)
	}
	server.asked = nil
	ids(t, again.All(t.Context(), nil))
	equal(t, "pages when told before", server.pages(), []int{1})
}

func TestWalkBeginsAtThePageOfTheOptions(t *testing.T) {
	t.Parallel()
	c, server := client(t, func(_ int, a asked) (int, string) {
		return 200, page(cut(names(7), 1, a), `,"pageTotal":4,"total":7`)
	})
	options := &fonts.ListOptions{Page: new(3), Size: 2}
	equal(t, "ids", ids(t, c.All(t.Context(), options)), []string{"f004", "f005", "f006"})
	equal(t, "options", *options, fonts.ListOptions{Page: options.Page, Size: 2})
	equal(t, "page of the options", *options.Page, 3)
	equal(t, "pages", server.pages(), []int{1, 0, 3, 4})
}

func TestOptionsAreReadWhenTheWalkIsMade(t *testing.T) {
	t.Parallel()
	c, server := client(t, fixed(200, page(nil, "")))
	options := &fonts.ListOptions{Keyword: "before", Page: new(1)}
	walk := c.All(t.Context(), options)
	options.Keyword, *options.Page = "after", 9
	ids(t, walk)
	equal(t, "keyword", *server.asked[0].Keyword, "before")
	equal(t, "page", server.asked[0].PageData.Page, 1)
}

func TestFirstErrorIsYieldedOnceAfterTheEarlierPages(t *testing.T) {
	t.Parallel()
	c, _ := client(t, func(_ int, a asked) (int, string) {
		if a.PageData.Page == 2 {
			return 403, `{"code":403,"message":"no","data":null}`
		}
		return 200, page(cut(names(9), 1, a), `,"pageTotal":3,"total":9`)
	}, fonts.WithFirstPage(1))
	for _, prefetch := range []int{0, 4} {
		var got, failed int
		for font, err := range c.All(t.Context(), &fonts.ListOptions{Size: 3}, fonts.Prefetch(prefetch)) {
			switch {
			case err == nil:
				got++
			case font != nil || !errors.Is(err, fonts.ErrForbidden):
				t.Errorf("Client.All: font %+v, error %v, want nil and ErrForbidden", font, err)
			default:
				failed++
			}
		}
		if got != 3 || failed != 1 {
			t.Errorf("walk yields %d fonts and %d errors, want 3 and 1", got, failed)
		}
	}
	for _, err := range c.Pages(t.Context(), &fonts.ListOptions{Size: 3, Page: new(2)}) {
		if !errors.Is(err, fonts.ErrForbidden) {
			t.Error(err)
		}
	}
}

func TestRefusedPageInsideTheTotalsIsAnError(t *testing.T) {
	t.Parallel()
	for members, options := range map[string]*fonts.ListOptions{
		`,"pageTotal":3,"total":9`: {Size: 3},
		`,"total":9`:               {Size: 3},
		`,"pageTotal":5`:           {Size: 3, Page: new(1)},
	} {
		c, _ := client(t, func(_ int, a asked) (int, string) {
			if a.PageData.Page != 1 {
				return 404, `{"code":404,"message":"gone","data":null}`
			}
			return 200, page(cut(names(9), 1, a), members)
		})
		var last error
		for _, err := range c.All(t.Context(), options) {
			last = err
		}
		if !errors.Is(last, fonts.ErrNotFound) {
			t.Errorf("%s: Client.All(options): last error %v, want ErrNotFound", members, last)
		}
	}
}

func TestTotalThatFallsToZeroInsideAWalkIsAnError(t *testing.T) {
	t.Parallel()
	c, _ := client(t, func(_ int, a asked) (int, string) {
		if a.PageData.Page == 1 {
			return 200, page(names(2), `,"pageTotal":4,"total":8`)
		}
		return 200, page(nil, `,"page":2,"pageTotal":0,"total":0`)
	}, fonts.WithFirstPage(1))
	var last error
	for _, err := range c.All(t.Context(), &fonts.ListOptions{Size: 2}) {
		last = err
	}
	e, ok := errors.AsType[*fonts.Error](last)
	switch {
	case !ok:
		t.Errorf("Client.All: last error %v, want a *fonts.Error", last)
	case !errors.Is(last, fonts.ErrTotalsVanished):
		t.Errorf("Client.All: last error %v, want ErrTotalsVanished", last)
	case e.Operation != "fonts.All" || e.Status != 200:
		t.Errorf("Client.All: Operation %q, Status %d, want %q and 200", e.Operation, e.Status, "fonts.All")
	}
}

func TestRecordsWithoutIDAreToldApartByTheirNames(t *testing.T) {
	t.Parallel()
	c, _ := client(t, func(_ int, a asked) (int, string) {
		if a.PageData.Page > 2 {
			return 200, page(nil, "")
		}
		return 200, fmt.Sprintf(`{"code":200,"data":{"dataList":[
			{"name":"A","version":"1"},{"name":"A","version":"2"},{"name":"A","version":"2","fontSubfamily":"Bold"},
			{"name":"A","version":"1"},{"name":"%d"},null,[],{"id":"A"}]}}`, a.PageData.Page)
	}, fonts.WithFirstPage(1))
	var got []string
	for font, err := range c.All(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, font.ID+"/"+font.Name+font.Version+font.FontSubfamily.String())
	}
	equal(t, "fonts", got, []string{"/A1", "/A2", "/A2Bold", "/1", "A/", "/2"})
}

func TestBreakStopsTheWalkAndLeavesNothingRunning(t *testing.T) {
	t.Parallel()
	c, server := client(t, func(_ int, a asked) (int, string) { return 200, page(cut(names(90), 1, a), "") },
		fonts.WithFirstPage(1))
	for _, err := range c.All(t.Context(), &fonts.ListOptions{Size: 3}) {
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	for _, err := range c.Pages(t.Context(), &fonts.ListOptions{Size: 3}) {
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	equal(t, "pages", server.pages(), []int{1, 1})
	for _, err := range c.Pages(t.Context(), &fonts.ListOptions{Size: 3}, fonts.Prefetch(2)) {
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	sent := len(server.pages())
	runtime.Gosched()
	equal(t, "requests afterwards", len(server.pages()), sent)
}

func TestEndOfTheContextEndsTheWalk(t *testing.T) {
	t.Parallel()
	for _, stop := range []int{0, 1, 2} { // while page 0 is looked for, also because page 1 was refused, and later
		ctx, cancel := context.WithCancelCause(t.Context())
		cause := errors.New("closing time")
		c, _ := client(t, func(_ int, a asked) (int, string) {
			if a.PageData.Page == stop {
				cancel(cause)
			}
			if stop == 1 {
				return 404, `{"code":404}`
			}
			return 200, page(cut(names(90), 1, a), "")
		})
		var last error
		for _, err := range c.All(ctx, &fonts.ListOptions{Size: 3}) {
			last = err
		}
		if !errors.Is(last, context.Canceled) || !errors.Is(last, cause) {
			t.Errorf("page %d: last error %v, want Canceled and %v", stop, last, cause)
		}
	}
}

func TestCursorIsSetBeforeEachYieldAndSurvivesJSON(t *testing.T) {
	t.Parallel()
	c, _ := client(t, func(_ int, a asked) (int, string) {
		return 200, page(cut(names(5), 1, a), `,"pageTotal":3,"total":5`)
	}, fonts.WithFirstPage(1))
	options := &fonts.ListOptions{Size: 2}
	var cursor fonts.Cursor
	var marks []fonts.Cursor
	for _, err := range c.All(t.Context(), options, fonts.Resume(&cursor)) {
		if err != nil {
			t.Fatal(err)
		}
		marks = append(marks, cursor)
	}
	equal(t, "cursors", marks, []fonts.Cursor{
		{Page: 1, Index: 1, Size: 2, Count: 1}, {Page: 1, Index: 2, Size: 2, Count: 2},
		{Page: 2, Index: 1, Size: 2, Count: 3},
		{Page: 2, Index: 2, Size: 2, Count: 4}, {Page: 3, Index: 1, Size: 2, Count: 5},
	})
	cursorAtEnd := fonts.Cursor{Page: 3, Index: 1, Size: 2, Count: 5, Done: true}
	equal(t, "at the end", cursor, cursorAtEnd)

	text, err := json.Marshal(marks[2])
	equal(t, "JSON", string(text)+fmt.Sprint(err), `{"page":2,"index":1,"size":2,"count":3,"done":false}<nil>`)
	kept := fonts.Cursor{}
	if err := json.Unmarshal(text, &kept); err != nil {
		t.Fatal(err)
	}
	equal(t, "resumed", ids(t, c.All(t.Context(), options, fonts.Resume(&kept))), []string{"f003", "f004"})

	kept, cursor = marks[1], fonts.Cursor{}
	var pages []fonts.Cursor
	for page, err := range c.Pages(t.Context(), options, fonts.Resume(&kept)) {
		switch {
		case err != nil:
			t.Errorf("Client.Pages: error %v, want nil", err)
		case len(page.Fonts) == 0:
			t.Error("Client.Pages: length of page.Fonts 0, want more than 0")
		}
		pages = append(pages, kept)
	}
	equal(t, "pages", pages, []fonts.Cursor{{Page: 2, Index: 2, Size: 2, Count: 4},
		{Page: 3, Index: 1, Size: 2, Count: 5}})

	kept = marks[4] // the program ended with the last font
	equal(t, "after the last font", ids(t, c.All(t.Context(), options, fonts.Resume(&kept))), []string{})
	equal(t, "cursor after the last font", kept, cursorAtEnd)
}

func TestWalkEndsAfterAHundredPagesWithoutANewFont(t *testing.T) {
	t.Parallel()
	for _, fresh := range []int{1, 2, 50} { // the last page with a new font
		c, server := client(t, func(_ int, a asked) (int, string) {
			list := []string{"a", "b"}
			if n := a.PageData.Page; n > 1 && n <= fresh {
				list = []string{fmt.Sprint(n), "b"}
			} else if n%2 == 0 {
				list = []string{"b", "a"} // another order, because two equal pages end a walk
			}
			return 200, page(list, "")
		}, fonts.WithFirstPage(1))
		equal(t, "fonts", len(ids(t, c.All(t.Context(), &fonts.ListOptions{Size: 2}))), fresh+1)
		equal(t, "pages", len(server.pages()), fresh+100)
	}
}

func TestCursorOfAPageIsAfterItsLastFont(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		list []string
		want []fonts.Cursor
	}{
		"the last was on the page before": {[]string{"a", "b", "c", "d", "e", "c", "f"}, []fonts.Cursor{
			{Page: 1, Index: 3, Size: 3, Count: 3}, {Page: 2, Index: 3, Size: 3, Count: 5},
			{Page: 3, Index: 1, Size: 3, Count: 6}}},
		"the last is on the page twice": {[]string{"a", "b", "b", "c"}, []fonts.Cursor{
			{Page: 1, Index: 3, Size: 3, Count: 3}, {Page: 2, Index: 1, Size: 3, Count: 4}}},
	} {
		catalogue, _ := client(t, stating(c.list, 0, 0), fonts.WithFirstPage(1))
		var cursor fonts.Cursor
		var got []fonts.Cursor
		for _, err := range catalogue.Pages(t.Context(), &fonts.ListOptions{Size: 3}, fonts.Resume(&cursor)) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, cursor)
		}
		equal(t, name, got, c.want)
	}
}

func TestCursorThatDoesNotFitIsRefused(t *testing.T) {
	t.Parallel()
	c, server := client(t, fixed(200, page(nil, "")))
	for _, cursor := range []fonts.Cursor{{Page: 2, Size: 50}, {Page: -1, Size: 100}, {Page: 1, Index: -1, Size: 100},
		{Page: 1, Size: 100, Count: -1}, {Page: 1, Size: 100, Done: true}, {Done: true}} {
		before, n := cursor, 0
		for _, err := range c.All(t.Context(), nil, fonts.Resume(&cursor)) {
			n++
			if e, ok := errors.AsType[*fonts.ArgumentError](err); !ok || e.Argument != "cursor" {
				t.Errorf("All with %+v: error %v, want an *ArgumentError of the cursor", cursor, err)
			}
			if !errors.Is(err, fonts.ErrCursorUnusable) || !errors.Is(err, fonts.ErrInvalidArgument) {
				t.Errorf("All with %+v: error %v, want ErrCursorUnusable and ErrInvalidArgument", cursor, err)
			}
		}
		if n != 1 || cursor != before {
			t.Errorf("All with %+v yields %d times and leaves %+v, want one error and the same cursor", before, n, cursor)
		}
	}
	equal(t, "requests", len(server.pages()), 0)
}

func TestResumedWalkOnAServerThatRejectsPagesPastTheEnd(t *testing.T) {
	t.Parallel()
	for first := range 2 {
		for _, members := range []string{"", `,"total":7`, `,"pageTotal":3`, `,"pageTotal":3,"total":7`} {
			all := names(7)
			answer := func(_ int, a asked) (int, string) {
				p := cut(all, first, a)
				if len(p) == 0 {
					return 400, `{"code":400,"message":"no such page","data":null}`
				}
				return 200, page(p, members)
			}
			for stop := 1; stop <= 7; stop++ {
				var cursor fonts.Cursor
				c, _ := client(t, answer)
				n := 0
				for _, err := range c.All(t.Context(), &fonts.ListOptions{Size: 3}, fonts.Resume(&cursor)) {
					if err != nil {
						t.Fatal(err)
					}
					if n++; n == stop {
						break
					}
				}
				c, _ = client(t, answer)
				got := ids(t, c.All(t.Context(), &fonts.ListOptions{Size: 3}, fonts.Resume(&cursor)))
				equal(t, fmt.Sprintf("from %d, %s, stopped after %d", first, members, stop), got, append([]string{}, all[stop:]...))
			}
		}
	}
}

// FONTCMS_SCALE=1000000 walks so many fonts.
func TestLargeCatalogueTakesLittleMemory(t *testing.T) { //nolint:paralleltest // it measures the heap
	if testing.Short() {
		t.Skip("walks 100,000 fonts")
	}
	const size = 100
	count := 100_000
	if scale, err := strconv.Atoi(os.Getenv("FONTCMS_SCALE")); err == nil {
		count = scale
	}
	record := fontstest.Typefaces()[0]
	c := open(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var a asked
		if err := json.NewDecoder(r.Body).Decode(&a); err != nil {
			t.Error(err)
		}
		var b bytes.Buffer
		b.WriteString(`{"code":200,"message":"success","data":{"dataList":[`)
		start := (a.PageData.Page - 1) * size
		for i := start; i < min(start+size, count); i++ {
			if i > start {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b,
				`{"id":"0c2f6e1a-%08d-4b7d-a1f0","name":"Font %d","fontFamily":%q,"fontSubfamily":["Regular"],"version":"1.0",`+
					`"copyright":%q,"description":"d","designer":"x","license":null,"tags":"a,b","languages":"en",`+
					`"category":"serif","created_at":"2026-01-01","updated_at":"2026-01-01","more":1}`, i, i, record["fontFamily"],
				record["copyright"])
		}
		fmt.Fprintf(&b, `],"page":%d,"pageTotal":%d,"total":%d}}`, a.PageData.Page, count/size, count)
		_, _ = w.Write(b.Bytes())
	}), fonts.WithFirstPage(1))
	live := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before, seen, most, began := live(), 0, uint64(0), time.Now()
	for _, err := range c.All(t.Context(), &fonts.ListOptions{Size: size}) {
		if err != nil {
			t.Fatal(err)
		}
		if seen++; seen%(count/5) == 0 {
			most = max(most, live())
		}
	}
	t.Logf("%d fonts, %.1f MiB live, %v a font", seen, float64(most-before)/(1<<20), time.Since(began)/time.Duration(seen))
	switch {
	case seen != count:
		t.Errorf("walk yields %d fonts, want %d", seen, count)
	case most-before > 4<<20:
		t.Errorf("walk holds %d bytes, want at most %d", most-before, 4<<20)
	}
}
