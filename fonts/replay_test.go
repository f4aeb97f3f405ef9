package fonts_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jarcoal/httpmock"

	"github.com/fontcms/fontcms-go/fonts"
)

// exchange is a file of testdata, in the format of the module's recordings.
type exchange struct {
	Origin  string
	Request struct {
		Method, Path, Query, Body string
		Headers                   http.Header
	}
	Response struct {
		Status  int
		Headers http.Header
		Body    string
	}
}

func readExchange(t *testing.T, name string) exchange {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".http.json"))
	if err != nil {
		t.Fatal(err)
	}
	var x exchange
	if err := json.Unmarshal(text, &x); err != nil {
		t.Fatal(err)
	}
	return x
}

// replay returns a client that gets the answer of the exchange, and no other.
func replay(t *testing.T, x exchange) *fonts.Client {
	t.Helper()
	mock := httpmock.NewMockTransport()
	mock.RegisterNoResponder(func(r *http.Request) (*http.Response, error) {
		t.Errorf("sent %s %s, want the request of the exchange", r.Method, r.URL)
		return httpmock.NewStringResponse(http.StatusTeapot, ""), nil
	})
	body := httpmock.NewMatcher("body", func(r *http.Request) bool {
		text, err := io.ReadAll(r.Body)
		if string(text) != x.Request.Body {
			t.Errorf("the body is %s: text %q, want %q", text, string(text), x.Request.Body)
		}
		for name := range x.Request.Headers {
			if r.Header.Get(name) != x.Request.Headers.Get(name) {
				t.Errorf("%s: r.Header.Get(name) %q, want %q", name, r.Header.Get(name), x.Request.Headers.Get(name))
			}
		}
		return err == nil && string(text) == x.Request.Body && r.URL.RawQuery == x.Request.Query
	})
	mock.RegisterMatcherResponder(x.Request.Method, base+x.Request.Path, body,
		func(*http.Request) (*http.Response, error) {
			response := httpmock.NewStringResponse(x.Response.Status, x.Response.Body)
			response.Header = x.Response.Headers.Clone()
			return response, nil
		})
	c, err := fonts.New(base, fonts.WithHTTPClient(&http.Client{Transport: mock}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if mock.GetTotalCallCount() != 1 {
			t.Errorf("%d requests, want 1", mock.GetTotalCallCount())
		}
	})
	return c
}

func TestExchanges(t *testing.T) {
	t.Parallel()
	type result struct {
		page *fonts.Page
		err  error
	}
	cases := map[string]struct {
		options fonts.ListOptions
		check   func(t *testing.T, r result)
	}{
		"list_as_in_the_example": {fonts.ListOptions{Size: 2}, func(t *testing.T, r result) {
			t.Helper()
			equal(t, "totals", []int{r.page.Number, r.page.TotalPages, r.page.Total}, []int{1, 3, 5})
			equal(t, "fonts", r.page.Fonts, []fonts.Font{
				{
					ID: "7f3a", Name: "Akkord", FontFamily: "Akkord", FontSubfamily: fonts.Subfamily{"Regular", "Bold"},
					Version:   "1.000",
					Copyright: "Copyright 2026 The Akkord Authors", Description: "A typeface for text.", Designer: "A. Designer",
					License: new("https://openfontlicense.org"), Tags: "latin,text", Languages: "de,en", Category: "sans-serif",
					CreatedAt: "2026-01-15", UpdatedAt: "2026-02-20 09:30:00",
				},
				{
					ID: "81bc", Name: "Brücke", FontFamily: "Brücke", FontSubfamily: fonts.Subfamily{"Light Italic"}, Version: "1.000",
					Copyright: "Copyright 2026 The Brücke Authors", Description: "A typeface for text.", Designer: "A. Designer",
					Tags: "latin,text", Languages: "de,en", Category: "serif", CreatedAt: "2026-01-15",
					UpdatedAt: "2026-02-20 09:30:00",
				},
			})
		}},
		"list_as_in_the_field_table": {fonts.ListOptions{Size: 2}, func(t *testing.T, r result) {
			t.Helper()
			equal(t, "subfamily", r.page.Fonts[0].FontSubfamily, fonts.Subfamily{"Regular"})
			equal(t, "CSS", r.page.Fonts[1].CSS(), `font-family: "Brücke", serif; font-weight: 300; font-style: italic`)
		}},
		"list_with_filters": {fonts.ListOptions{Tags: "latin", Category: "serif", Keyword: "brü"},
			func(t *testing.T, r result) {
				t.Helper()
				equal(t, "fonts", len(r.page.Fonts), 1)
			}},
		"list_behind_the_end": {fonts.ListOptions{Page: new(9)}, func(t *testing.T, r result) {
			t.Helper()
			equal(t, "fonts", r.page.Fonts, []fonts.Font{})
			equal(t, "total", r.page.Total, 5)
		}},
		"list_without_data": {fonts.ListOptions{}, func(t *testing.T, r result) {
			t.Helper()
			equal(t, "totals", []int{r.page.Number, r.page.TotalPages, r.page.Total}, []int{-1, -1, -1})
		}},
		"list_behind_a_warning": {fonts.ListOptions{}, func(t *testing.T, r result) {
			t.Helper()
			equal(t, "fonts", len(r.page.Fonts), 1)
			if noise := r.page.Response.Noise; !strings.Contains(noise, "Undefined array key") ||
				!strings.Contains(noise, "12 ms") {
				t.Errorf("noise %q, want %q in it and %q in it", noise, "Undefined array key", "12 ms")
			}
		}},
		"failure_in_the_envelope": {fonts.ListOptions{Tags: "nothing"}, func(t *testing.T, r result) {
			t.Helper()
			equal(t, "text", r.err.Error(), "fonts.List (POST /api/fonts/list): HTTP 200, code 422: unknown tag")
		}},
		"failure_404_web_page": {fonts.ListOptions{}, func(t *testing.T, r result) {
			t.Helper()
			if !errors.Is(r.err, fonts.ErrNotFound) || !errors.Is(r.err, fonts.ErrNotJSON) {
				t.Error(r.err)
			}
		}},
		"failure_429": {fonts.ListOptions{}, func(t *testing.T, r result) {
			t.Helper()
			e, ok := errors.AsType[*fonts.Error](r.err)
			switch {
			case !ok:
				t.Errorf("r.err error %v, want a *fonts.Error", r.err)
			case !errors.Is(r.err, fonts.ErrRateLimited):
				t.Errorf("r.err error %v, want ErrRateLimited", r.err)
			case e.RetryAfter != time.Hour || e.Attempts != 1:
				t.Errorf("RetryAfter %v, Attempts %d, want %v and 1", e.RetryAfter, e.Attempts, time.Hour)
			}
		}},
		"failure_moved": {fonts.ListOptions{}, func(t *testing.T, r result) {
			t.Helper()
			if !errors.Is(r.err, fonts.ErrRedirected) ||
				!strings.Contains(r.err.Error(), "to https://www.fonts.test/api/fonts/list;") {
				t.Error(r.err)
			}
		}},
	}
	files, err := filepath.Glob("testdata/*.http.json")
	switch {
	case err != nil:
		t.Errorf("filepath.Glob: %d files for %d cases, %v, want nil", len(files), len(cases), err)
	case len(files) != len(cases):
		t.Errorf("recordings in testdata: %d (error %v), want %d, one for each case", len(files), err, len(cases))
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := readExchange(t, name)
			if x.Origin == "" {
				t.Error("the file does not say where it comes from: Origin empty, want a text")
			}
			if c.options.Page == nil {
				c.options.Page = new(1)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			page, err := replay(t, x).List(ctx, &c.options)
			if (err == nil) != strings.HasPrefix(name, "list_") {
				t.Fatal(err)
			}
			c.check(t, result{page, err})
		})
	}
}
