package snippets_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/fuzzing"
	"github.com/fontcms/fontcms-go/snippets"
)

// sending is the snippets of a site that keeps what it is asked.
func sending(t testing.TB) (*snippets.Service, *fuzzing.Tap) {
	t.Helper()
	tap := new(fuzzing.Tap)
	site, err := cms.New("https://docs.example.org", cms.WithHTTPClient(tap.Client()),
		cms.WithRetry(cms.Retry{Attempts: 1}))
	if err != nil {
		t.Fatal(err)
	}
	return snippets.New(site), tap
}

// FuzzSnippet reads a snippet, an export and the schema, by themselves and as
// the answer to a call.
func FuzzSnippet(f *testing.F) {
	f.Add([]byte(one))
	f.Add([]byte(`{"code_error":["x",1],"revision":"2","tags":"a","modified":null}`))
	f.Add([]byte(`{"snippets":[[],{"id":1}]}`))
	f.Add([]byte(`[{"id":1},{"name":"x"},{"id":2,"code":{}},5]`))
	fuzzing.Records(f, "testdata")
	service, tap := sending(f)
	f.Fuzz(func(t *testing.T, body []byte) {
		if snippet, ok := fuzzing.Reread[snippets.Snippet](t, body); ok {
			_, _ = snippet.Params()
		}
		if export, ok := fuzzing.Reread[snippets.Export](t, body); ok {
			for i := range export.Snippets {
				switch params := export.Snippets[i].Params(); {
				case params == nil:
					t.Errorf("ExportedSnippet.Params: %s would switch the snippet on: %+v: params nil, want a value", body, params)
				case params.Active != nil:
					t.Errorf("ExportedSnippet.Params: %s would switch the snippet on: %+v: Active %+v, want nil", body, params,
						params.Active)
				}
			}
		}
		fuzzing.Reread[snippets.Schema](t, body)
		tap.Answer(http.StatusOK, nil, body)
		got, err := service.Get(t.Context(), 5)
		switch {
		case (got == nil) == (err == nil):
			t.Errorf("Service.Get(5): snippet %v, error %v, want one of them", got, err)
		case err != nil && err.Error() == "":
			t.Errorf("Service.Get(5): error %#v without a text, want a text", err)
		}
		page, err := service.List(t.Context(), &snippets.ListOptions{PerPage: 2, Page: 2})
		_, unread := errors.AsType[*cms.BrokenRecordError](err)
		switch {
		case (page == nil) == (err == nil || unread):
			t.Errorf("Service.List: page %v, error %v, want one of them", page, err)
		case page != nil && page.Total >= 0 && len(page.Items) > 2:
			t.Errorf("Service.List: %d snippets, want at most 2", len(page.Items))
		}
		n := 0
		for _, err := range service.All(t.Context(), nil) {
			if err != nil {
				break
			}
			if n++; n > len(body) {
				break
			}
		}
		switch sent := len(tap.Sent()); {
		case sent > 8:
			t.Errorf("All of %s: %d requests, want at most 8", body, sent)
		case n > len(body):
			t.Errorf("All of %s: %d snippets, want at most %d", body, n, len(body))
		}
	})
}

func FuzzListOptions(f *testing.F) {
	for _, s := range []string{"", "\x01\x02\x01\x0b\x01\x6e", strings.Repeat("\x01", 60),
		strings.Repeat("\x01\x05\x01\x03", 40)} {
		f.Add([]byte(s))
	}
	service, tap := sending(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		fuzzing.List(t, tap, data, func(o *snippets.ListOptions) error {
			_, err := service.List(t.Context(), o)
			return err
		}, nil)
	})
}
