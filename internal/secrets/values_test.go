package secrets

import (
	"encoding/json"
	"io"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/analytics"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/cms/search"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/snippets"
)

// TestErrorsOfHostileValuesArePrintable reads values that a site has sent and that are
// none, and calls that are given such a value.
func TestErrorsOfHostileValuesArePrintable(t *testing.T) {
	t.Parallel()
	_, site := sitetest.NewTap(t)
	ctx, text := t.Context(), commanding()
	var number int
	for name, call := range map[string]func() error{
		"GMTTime.Time":       func() error { _, err := cms.GMTTime(text).Time(); return err },
		"LocalTime.Time":     func() error { _, err := cms.LocalTime(text).Time(time.UTC); return err },
		"analytics.Day.In":   func() error { _, err := analytics.Day(text).In(time.UTC); return err },
		"analytics.ParseDay": func() error { _, err := analytics.ParseDay(text); return err },
		"fonts.Date.Time":    func() error { _, err := fonts.Date(text).Time(time.UTC); return err },
		"fonts.New":          func() error { _, err := fonts.New(text); return err },
		"Extra.Decode": func() error {
			_,
				err := cms.Extra{text: quotedJSON(text)}.Decode(text, &number)
			return err
		},
		"fonts.Extra.Decode": func() error {
			_,
				err := fonts.Extra{text: quotedJSON(text)}.Decode(text, &number)
			return err
		},
		"cms.New":    func() error { _, err := cms.New(text); return err },
		"WithPrefix": func() error { _, err := cms.New("https://x.example", cms.WithPrefix(text)); return err },
		"WithRoot":   func() error { _, err := cms.New("https://x.example", cms.WithRoot(text)); return err },
		"WithHeader": func() error {
			_,
				err := cms.New("https://x.example", cms.WithHeader(text, text))
			return err
		},
		"Download": func() error { _, err := site.Download(ctx, text, io.Discard); return err },
		"Download of the site": func() error {
			_,
				err := site.Download(ctx, "https://site.example/"+text, io.Discard)
			return err
		},
		"connect.Discover": func() error { _, err := connect.Discover(ctx, text); return err },
		"search.Details":   func() error { _, err := search.New(site).Details(ctx, text); return err },
		"Number":           func() error { return new(cms.Number).UnmarshalJSON(quotedJSON(text)) },
		"GMTOffset":        func() error { return new(cms.GMTOffset).UnmarshalJSON(quotedJSON(text)) },
		"CodeError": func() error {
			return new(snippets.CodeError).UnmarshalJSON([]byte(`["a",` + string(quotedJSON(text)) + `]`))
		},
	} {
		err := call()
		if err == nil {
			t.Errorf("Call of %s: no error, want one", name)
			continue
		}
		printable(t, name, err.Error())
	}
}

// quotedJSON is a text in JSON.
func quotedJSON(text string) []byte {
	value, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return value
}
