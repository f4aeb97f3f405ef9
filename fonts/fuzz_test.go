package fonts_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/fonts"
)

func FuzzEnvelope(f *testing.F) {
	for _, body := range []string{
		`{"code":200,"message":"success","data":{"dataList":[` + record + `],"page":1,"pageTotal":"3","total":5}}`,
		`{"code":"200","message":200,"data":{"dataList":{"1":{"id":1,"fontSubfamily":"x"}},"total":1e300}}`,
		`{"code":500,"message":null,"data":[]}`, `<!-- x -->{"code":200,"data":null}<!-- y -->`, `{"code":200,"data":{"dataList":[[],null,{"created_at":{}}]}}`,
		"", "null", "[", `{"code":`, "\xef\xbb\xbf{}",
	} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		c, err := fonts.New(base, fonts.WithHTTPClient(handled(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if _, err := w.Write([]byte(body)); err != nil {
				t.Error(err)
			}
		}))), fonts.WithRetry(fonts.Retry{Attempts: 1}))
		if err != nil {
			t.Fatal(err)
		}
		got, err := list(t.Context(), c)
		if (got == nil) == (err == nil) {
			t.Fatalf("%v, %v", got, err)
		}
		if err != nil {
			if err.Error() == "" {
				t.Error("the error is empty")
			}
			return
		}
		if got.Fonts == nil || got.Number < -1 || got.Total < -1 || got.TotalPages < -1 {
			t.Errorf("%+v", got)
		}
		n := 0
		for font, err := range c.All(t.Context(), nil) {
			if err != nil {
				t.Fatal(err)
			}
			checkCSS(t, font.CSS())
			n++
		}
		if n > len(got.Fonts) {
			t.Errorf("%d fonts of %d", n, len(got.Fonts))
		}
	})
}

// checkCSS looks for what would end a declaration or an element around it.
func checkCSS(t *testing.T, css string) {
	t.Helper()
	inside := false
	for i := 0; i < len(css); i++ {
		switch c := css[i]; {
		case c == '\\':
			i++
		case c == '"':
			inside = !inside
		case c < ' ' || c == 0x7f || c == '<' || c == '>':
			t.Fatalf("%q at %d", css, i)
		case !inside && (c == '{' || c == '}' || c == '/' || c == '@'):
			t.Fatalf("%q at %d", css, i)
		}
	}
	if inside {
		t.Fatalf("%q ends inside a string", css)
	}
}

func FuzzFamily(f *testing.F) {
	for _, family := range []string{"Inter", `a"b\`, "\x00\n\r\f", "</style>", "\\", `"`, "'x'", "\xff"} {
		f.Add(family, "sans-serif", "Bold")
	}
	f.Fuzz(func(t *testing.T, family, category, subfamily string) {
		checkCSS(t, fonts.Font{FontFamily: family, Category: category, FontSubfamily: []string{subfamily}}.CSS())
	})
}

func FuzzDate(f *testing.F) {
	for _, text := range []string{"2026-03-01T08:30:00Z", "2026/3/1", "1772353800", "1e9", "-0", "2026-03-01 08:30:00 +0200", ""} {
		f.Add(text)
	}
	zone := time.FixedZone("", 3600)
	f.Fuzz(func(t *testing.T, text string) {
		in, err := fonts.Date(text).Time(zone)
		bare, bareErr := fonts.Date(text).Time(nil)
		if bareErr == nil && (err != nil || !in.Equal(bare)) {
			t.Errorf("%v, %v without a zone, %v, %v with one", bare, bareErr, in, err)
		}
		if err != nil && (!in.IsZero() || bareErr == nil) {
			t.Errorf("%v, %v", in, err)
		}
	})
}

func FuzzStyle(f *testing.F) {
	for name := range styleNames() {
		f.Add(name)
	}
	f.Add("08 Regular")
	f.Add("éBold Ⅷ İtalic")
	f.Add(strings.Repeat("demibold", 500) + "x")
	f.Fuzz(func(t *testing.T, name string) {
		style, ok := fonts.ParseStyle(name)
		if style.Weight < 1 || style.Weight > 1000 || style.Width < 50 || style.Width > 200 || style.Slant == "" || !ok && style != regular() {
			t.Errorf("%q: %+v, %v", name, style, ok)
		}
	})
}
