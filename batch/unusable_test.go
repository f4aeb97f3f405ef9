package batch_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestResponseWithoutAStatusIsKeptWhole(t *testing.T) {
	t.Parallel()
	for _, item := range []string{
		`{"status":"OK","body":{"id":7,"id":8}}`,
		"{\"status\":0,\"body\":\"\xff\"}",
		`{"code":"plugin_error","message":"the plugin failed"}`,
		`null`, `7`, `[]`, `{}`,
	} {
		s := newStub(t, func(_ int, w http.ResponseWriter, _ stub.Request) {
			stub.Reply(w, http.StatusMultiStatus, `{"responses":[`+item+`]}`)
		})
		site := client(t, s)
		report, err := batch.New(site).Post("cms/v2/posts", map[string]any{"title": "a"}).Do(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		e, ok := errors.AsType[*cms.Error](report.Results[0].Err)
		switch {
		case !ok:
			t.Errorf("Builder.Do with item %s: error %v, want a *cms.Error", item, report.Results[0].Err)
		case !errors.Is(e, cms.ErrDecode):
			t.Errorf("Builder.Do: %s: %v, body %q: error %v, want ErrDecode", item, report.Results[0].Err, e.Body, e)
		case !errors.Is(e, cms.ErrOutcomeUnknown):
			t.Errorf("Builder.Do: %s: %v, body %q: error %v, want ErrOutcomeUnknown", item, report.Results[0].Err, e.Body, e)
		case string(e.Body) != item:
			t.Errorf("Builder.Do with item %s: error body %q, want the item", item, string(e.Body))
		}
	}
}

func TestRecordsWithLongListsAreReadInABatch(t *testing.T) {
	t.Parallel()
	record := `{"id":7,"slug":"a","meta":{"points":[0` + strings.Repeat(",1", 100_000) + `]}}`
	s := newStub(t, func(_ int, w http.ResponseWriter, _ stub.Request) {
		stub.Reply(w, http.StatusMultiStatus, `{"responses":[{"status":200,"headers":[],"body":`+record+`}]}`)
	})
	site := client(t, s)
	report, err := batch.New(site).Post("cms/v2/posts", map[string]any{"title": "a"}).Do(t.Context())
	if err = errors.Join(err, report.Err()); err != nil {
		t.Error(err)
	}
}
