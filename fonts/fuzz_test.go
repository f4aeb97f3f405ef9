package fonts_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/internal/replay/fuzzing"
)

func FuzzEnvelope(f *testing.F) {
	for _, answer := range fuzzing.Answers(f, "testdata") {
		f.Add(answer.Status, answer.Header.Get("Location"), string(answer.Body))
	}
	for _, body := range []string{
		`{"code":200,"message":"success","data":{"dataList":[` + record + `],"page":1,"pageTotal":"3","total":5}}`,
		`{"code":"200","message":200,"data":{"dataList":{"1":{"id":1,"fontSubfamily":"x"}},"total":1e300}}`,
		`{"code":500,"message":null,"data":[]}`, `<!-- x -->{"code":200,"data":null}<!-- y -->`,
		`{"code":200,"data":{"dataList":[[],null,{"created_at":{}}]}}`,
		"", "null", "[", `{"code":`, "\xef\xbb\xbf{}",
	} {
		f.Add(200, "", body)
	}
	tap := new(fuzzing.Tap)
	c, err := fonts.New(base, fonts.WithHTTPClient(tap.Client()), fonts.WithRetry(fonts.Retry{Attempts: 1}),
		fonts.WithFirstPage(1))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, status int, location, body string) {
		tap.Answer(status, http.Header{"Location": {location}}, []byte(body))
		got, err := list(t.Context(), c)
		if (got == nil) == (err == nil) {
			t.Fatalf("list: fonts %v, error %v, want one of them", got, err)
		}
		if err != nil {
			switch e, ok := errors.AsType[*fonts.Error](err); {
			case !ok:
				t.Errorf("list(c): %d with %q: %#v, want a *fonts.Error", status, body, err)
			case e.Error() == "":
				t.Errorf("list(c): %d with %q: %#v: Error() empty, want a text", status, body, err)
			case e.Status != status && len(tap.Sent()) == 1:
				t.Errorf("list with status %d and body %q: error %#v, want status %[1]d", status, body, err)
			}
			return
		}
		if status < 200 || status > 299 {
			t.Errorf("list with status %d and body %q: error nil, want an error", status, body)
		}
		switch {
		case got.Fonts == nil:
			t.Error("list(c): Fonts nil, want a value")
		case got.Number < -1 || got.Total < -1:
			t.Errorf("list: Number %d, Total %d, want both at least -1", got.Number, got.Total)
		case got.TotalPages < -1:
			t.Errorf("list(c): TotalPages %d, want at least %d", got.TotalPages, -1)
		}
		n := 0
		for font, err := range c.All(t.Context(), nil) {
			if errors.Is(err, fonts.ErrIncomplete) {
				break // the totals are made up as well
			}
			if err != nil {
				t.Fatal(err)
			}
			checkCSS(t, font.CSS())
			for _, face := range font.Faces() {
				checkCSS(t, face.CSS())
			}
			for _, item := range append(font.TagList(), font.LanguageList()...) {
				switch {
				case item == "":
					t.Errorf("Font.TagList: %q among the tags %q or languages %q: item empty, want a text", item, font.Tags,
						font.Languages)
				case item != strings.TrimSpace(item):
					t.Errorf("item %q of the tags %q or languages %q has spaces around it, want none", item, font.Tags, font.Languages)
				}
			}
			n++
		}
		if n > len(got.Fonts) {
			t.Errorf("walk yields %d fonts of a page of %d, want no more", n, len(got.Fonts))
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
			t.Fatalf("the style %q has the character %q at %d, want none that CSS or HTML reads", css, c, i)
		case !inside && (c == '{' || c == '}' || c == '/' || c == '@'):
			t.Fatalf("CSS %q has %q at %d outside a string, want none", css, css[i], i)
		}
	}
	if inside {
		t.Fatalf("CSS %q ends inside a string, want every string closed", css)
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
	for _, text := range []string{"2026-03-01T08:30:00Z", "2026/3/1", "1772353800", "1e9", "-0",
		"2026-03-01 08:30:00 +0200", ""} {
		f.Add(text)
	}
	zone := time.FixedZone("", 3600)
	f.Fuzz(func(t *testing.T, text string) {
		in, err := fonts.Date(text).Time(zone)
		bare, bareErr := fonts.Date(text).Time(nil)
		if bareErr == nil && (err != nil || !in.Equal(bare)) {
			t.Errorf("Date(%q).Time: %v without a zone, %v (error %v) with one, want the same", text, bare, in, err)
		}
		if err != nil && (!in.IsZero() || bareErr == nil) {
			t.Errorf("Date(%q).Time(zone): %v, error %v, want the zero time and an error without a zone, too", text, in, err)
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
		switch {
		case style.Weight < 1 || style.Weight > 1000:
			t.Errorf("%q: fonts.ParseStyle(name): Weight %d, want at least 1 and at most 1000", name, style.Weight)
		case style.Width < 50 || style.Width > 200:
			t.Errorf("%q: fonts.ParseStyle(name): Width %v, want at least 50 and at most 200", name, style.Width)
		case style.Slant == "":
			t.Errorf("%q: fonts.ParseStyle(name): Slant empty, want a text", name)
		case !ok && style != regular():
			t.Errorf("ParseStyle(%q): style %+v, want %+v", name, style, regular())
		}
	})
}

// FuzzFont reads a record and its sub-family names, and what they wrote again.
func FuzzFont(f *testing.F) {
	f.Add([]byte(record))
	for _, s := range []string{`{"fontSubfamily":"","created_at":1772353800,"x":{}}`, `["a","b"]`, `""`, `"a"`, `null`,
		`{"0":"a","2":5}`, `[null,true]`, `false`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if font, ok := fuzzing.Reread[fonts.Font](t, body); ok {
			checkCSS(t, font.CSS())
		}
		if names, ok := fuzzing.Reread[fonts.Subfamily](t, body); ok {
			var one string
			var several []string
			switch {
			case json.Unmarshal(body, &several) == nil && several != nil && (len(several) != 1 || several[0] != "") &&
				len(*names) != len(several):
				t.Errorf("names %s decoded to %q, want %q", body, *names, several)
			case json.Unmarshal(body, &one) == nil && one != "" && (len(*names) != 1 || (*names)[0] != one) && utf8.Valid(body):
				t.Errorf("name %s decoded to %q, want only %q", body, *names, one)
			}
			if len(*names) == 1 && (*names)[0] == "" {
				t.Errorf("names %s decoded to one empty name, want none", body)
			}
		}
	})
}

// FuzzAddress asks at any base address: it is refused, or asked at that address
// and nowhere else.
func FuzzAddress(f *testing.F) {
	for _, s := range []string{"https://fonts.example.org", "http://[::1]:80/a//", "https://u:p@h", "//h",
		"https://h/%2e%2e/x", "https://h/../x", "https://h/a?b", "https://h/a%2fb/", "https://h#", " https://H:443 ",
		"http://0:"} {
		f.Add(s)
	}
	tap := new(fuzzing.Tap)
	f.Fuzz(func(t *testing.T, address string) {
		c, err := fonts.New(address, fonts.WithHTTPClient(tap.Client()), fonts.WithFirstPage(1))
		if err != nil {
			if !errors.Is(err, fonts.ErrInvalidArgument) {
				t.Errorf("%q: fonts.New: error %v, want ErrInvalidArgument", address, err)
			}
			return
		}
		tap.Answer(200, nil, []byte(`{"code":200,"data":{"dataList":[]}}`))
		if _, err := list(t.Context(), c); err != nil {
			t.Fatalf("%q: list(c): %v", address, err)
		}
		given, err := url.Parse(strings.TrimSpace(address))
		if err != nil {
			t.Fatal(err)
		}
		for _, req := range tap.Sent() {
			u := req.URL
			switch {
			case u.Scheme != given.Scheme:
				t.Errorf("Tap.Sent: %q became %s %v: Scheme %q, want %q", address, req.Method, u, u.Scheme, given.Scheme)
			case u.Host != strings.TrimSuffix(given.Host, ":") || u.User != nil:
				t.Errorf("Tap.Sent: %q became %s %v: Host %q, User %v, want %q and nil", address, req.Method, u, u.Host, u.User,
					strings.TrimSuffix(given.Host, ":"))
			case u.RawQuery != "" || u.Fragment != "":
				t.Errorf("Tap.Sent: %q became %s %v: RawQuery %q, Fragment %q, want an empty string and an empty string", address,
					req.Method, u, u.RawQuery, u.Fragment)
			case !strings.HasSuffix(u.Path, "/api/fonts/list"):
				t.Errorf("Tap.Sent: %q became %s %v: Path %q, want the suffix %q", address, req.Method, u, u.Path,
					"/api/fonts/list")
			case req.Method != "POST":
				t.Errorf("address %q: method %q, want %q", address, req.Method, "POST")
			}
			switch again, err := url.Parse(u.String()); {
			case err != nil:
				t.Errorf("address %q became %v: url.Parse error %v, want nil", address, u, err)
			case again.Path != u.Path:
				t.Errorf("address %q became %v: parsed path %q, want %q", address, u, again.Path, u.Path)
			}
		}
	})
}

// FuzzResume begins a walk at any cursor: it is refused, or ends, without a font
// twice and without a page that makes no sense.
func FuzzResume(f *testing.F) {
	f.Add(`{}`, 7, 2)
	f.Add(`{"page":2,"index":1,"size":3,"done":false}`, 20, 3)
	f.Add(`{"page":9223372036854775807,"index":9223372036854775807,"size":10}`, 5, 10)
	f.Add(`{"page":-1}`, 5, 10)
	f.Fuzz(func(t *testing.T, text string, total, size int) {
		var cursor fonts.Cursor
		if json.Unmarshal([]byte(text), &cursor) != nil {
			return
		}
		total, size = (total%60+60)%60, (size%20+20)%20+1
		all := names(total)
		requests := 0
		c, _ := client(t, func(_ int, a asked) (int, string) {
			if requests++; a.PageData.Page < 0 || requests > 100 {
				t.Fatalf("cursor %s: request %d asks for page %d, want a page of at least 0 in at most 100 requests", text,
					requests, a.PageData.Page)
			}
			first := total
			if a.PageData.Page < 100 {
				first = min((max(a.PageData.Page, 1)-1)*size, total)
			}
			return 200, page(all[first:min(first+size, total)], "")
		}, fonts.WithFirstPage(1))
		seen := map[string]bool{}
		for font, err := range c.All(t.Context(), &fonts.ListOptions{Size: size}, fonts.Resume(&cursor)) {
			if err != nil {
				return
			}
			if seen[font.ID] {
				t.Fatalf("cursor %s: font %s came twice, want each font once", text, font.ID)
			}
			seen[font.ID] = true
		}
		if !cursor.Done {
			t.Errorf("cursor %s after the walk: %+v, want Done", text, cursor)
		}
	})
}

// FuzzMatch takes the faces away one by one: each known one is chosen once.
func FuzzMatch(f *testing.F) {
	f.Add("Regular,Bold,Italic,Stencil,", 700, "italic", 75.0)
	f.Add("1,1000,Book,Roman", -5, "", 0.0)
	f.Fuzz(func(t *testing.T, names string, weight int, slant string, width float64) {
		faces := fonts.Font{FontSubfamily: strings.Split(names, ",")}.Faces()
		known := 0
		for _, face := range faces {
			if face.Known {
				known++
			}
		}
		want := fonts.Style{Weight: weight, Slant: fonts.Slant(slant), Width: width}
		for i := fonts.Match(faces, want); i >= 0; i = fonts.Match(faces, want) {
			switch {
			case !faces[i].Known:
				t.Fatalf("Match of %q chose face %d, which is not Known, want a known face", names, i)
			case known == 0:
				t.Fatalf("%q: known 0, want more than 0", names)
			}
			known--
			faces = slices.Delete(faces, i, i+1)
		}
		if known != 0 {
			t.Errorf("Match of %q: %d faces were never chosen for %+v, want 0", names, known, want)
		}
	})
}
