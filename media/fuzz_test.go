package media_test

import (
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/replay/fuzzing"
	"github.com/fontcms/fontcms-go/media"
)

// FuzzRecord reads a record of the library and its parts, and what they wrote.
func FuzzRecord(f *testing.F) {
	for _, s := range []string{
		`{"id":1,"media_details":{"width":"10","sizes":[],"image_meta":{"aperture":2.8,"keywords":{"1":"a"}},"x":1,` +
			`"parent_image":{"attachment_id":"5"}},"image_quality":{"default":82,"sizes":{"a":90}},"post":null}`,
		`{"media_details":{"filesize":9007199254740993.0,"sizes":{"full":{"width":1e2,"file":false}}},` +
			`"missing_image_sizes":{"2":"large"}}`,
		`{"width":-0,"attachment_id":true,"default":"x","image_size":["a","b"]}`,
	} {
		f.Add([]byte(s))
	}
	fuzzing.Records(f, "testdata")
	f.Fuzz(func(t *testing.T, body []byte) {
		if m, ok := fuzzing.Reread[media.Media](t, body); ok {
			_, _ = m.Params()
		}
		fuzzing.Reread[media.MediaDetails](t, body)
		fuzzing.Reread[media.Size](t, body)
		fuzzing.Reread[media.ImageMeta](t, body)
		fuzzing.Reread[media.ParentImage](t, body)
		fuzzing.Reread[media.ImageQuality](t, body)
		fuzzing.Reread[media.SubSize](t, body)
		fuzzing.Reread[media.SizeNames](t, body)
	})
}

// sending is a library that keeps what it sends.
func sending(t testing.TB) (*media.Library, *fuzzing.Tap) {
	t.Helper()
	tap := new(fuzzing.Tap)
	site, err := cms.New("https://docs.example.org", cms.WithHTTPClient(tap.Client()),
		cms.WithRetry(cms.Retry{Attempts: 1}))
	if err != nil {
		t.Fatal(err)
	}
	return media.New(site), tap
}

func FuzzListOptions(f *testing.F) {
	for _, s := range []string{"", "\x01\x02\x01\x0b\x01\x6e", strings.Repeat("\x01", 60),
		strings.Repeat("\x01\x05\x01\x03", 40)} {
		f.Add([]byte(s))
	}
	library, tap := sending(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		fuzzing.List(t, tap, data, func(o *media.ListOptions) error { _, err := library.List(t.Context(), o); return err },
			nil)
	})
}

// FuzzFileName uploads a file of any name and type, as a form and raw: who reads
// the request finds one file of that name, and no header or field besides.
func FuzzFileName(f *testing.F) {
	for _, name := range []string{"a.png", "Sheet b ü.png", "写真.png", `say "hi"; x=1 50%.png`,
		"a\r\nX-Evil: 1\x00\x7f.png", "/etc/../a.png", `C:\a.png`, "bad\xff.png", ".htaccess", "..", `a"; filename="b.php`,
		"a\u2028b\u0085c.png", "filename=x;filename*=UTF-8''y"} {
		f.Add(name, "image/png", []byte("x"))
	}
	f.Add("a", "", []byte("GIF89a"))
	f.Add("a.png", "text/plain; a=b\r\nX: y", []byte("\r\n--"))
	library, tap := sending(f)
	f.Fuzz(func(t *testing.T, name, mediaType string, content []byte) {
		file := media.Bytes(name, content)
		file.Type = mediaType
		for _, raw := range []bool{false, true} {
			file.Raw = raw
			tap.Answer(http.StatusCreated, nil, []byte(`{"id":5}`))
			_, err := library.Upload(t.Context(), file, nil)
			sent := tap.Sent()
			if (len(sent) == 0) != (err != nil) {
				t.Fatalf("file name %q: %d requests, error %v, want a request or an error", name, len(sent), err)
			}
			if err != nil {
				continue
			}
			body, err := io.ReadAll(sent[0].Body)
			if err != nil {
				t.Fatal(err)
			}
			var got, kind string
			if raw {
				header := sent[0].Header.Get("Content-Disposition")
				checkDisposition(t, name, header)
				_, params, err := mime.ParseMediaType(header)
				if err != nil {
					t.Fatalf("%q is sent as %s: %v", name, header, err)
				}
				got, kind = params["filename"], sent[0].Header.Get("Content-Type")
				if string(body) != string(content) {
					t.Errorf("Tap.Sent: %q: the content %q became %q: body %q, want %q", name, content, body, string(body),
						string(content))
				}
			} else {
				form := parseForm(t, sent[0].Header, body)
				if got, kind = form.name, form.kind; form.content != string(content) || len(form.fields) > 0 {
					t.Errorf("file name %q: form with content %q and fields %v, want %q and no fields", name, form.content,
						form.fields, string(content))
				}
			}
			checkName(t, name, got, raw)
			if _, _, err := mime.ParseMediaType(kind); err != nil {
				t.Errorf("%q has the type %q: %v", name, kind, err)
			}
		}
	})
}

// checkDisposition reads a header as the site does: it knows no escapes.
func checkDisposition(t *testing.T, name, header string) {
	t.Helper()
	names := 0
	for part := range strings.SplitSeq(header, ";") {
		if value, ok := strings.CutPrefix(strings.TrimSpace(part), "filename="); ok {
			names++
			switch plain := strings.Trim(value, `"`); {
			case plain == "":
				t.Errorf("%q is %q to the site: %s: plain empty, want a text", name, plain, header)
			case strings.ContainsAny(plain, `/\"`):
				t.Errorf("file name %q: Content-Disposition %s, want no character of %q in the name", name, header, `/\"`)
			}
		}
	}
	switch {
	case names != 1:
		t.Errorf("%q is sent as %q: names %d, want 1", name, header, names)
	case strings.ContainsFunc(header, func(r rune) bool { return r < ' ' || r > '~' }):
		t.Errorf("file name %q: Content-Disposition %q, want only printable ASCII", name, header)
	}
}

// checkName compares a name with the one that the site finds.
func checkName(t *testing.T, name, got string, raw bool) {
	t.Helper()
	switch {
	case got == "":
		t.Errorf("%q became %q: result empty, want a text", name, got)
	case strings.ContainsAny(got, `/\`):
		t.Errorf("%q became %q, want no character of %q", name, got, `/\`)
	case strings.ContainsFunc(got, unicode.IsControl):
		t.Errorf("file name %q became %q, want no control characters", name, got)
	case strings.Trim(got, ".") == "":
		t.Errorf(`%q became %q: strings.Trim(got, ".") empty, want a text`, name, got)
	}
	harmless := utf8.ValidString(name) && !strings.ContainsFunc(name, unicode.IsControl) &&
		!strings.ContainsRune(name, utf8.RuneError) && strings.TrimSpace(name) == name && !strings.ContainsAny(name, `/\`)
	if harmless && got != name {
		t.Errorf("file name %q became %q (raw %t), want it unchanged", name, got, raw)
	}
}

// FuzzForm uploads a file with any fields: what is not refused arrives, value
// by value, and names nothing that belongs to the client or to the file.
func FuzzForm(f *testing.F) {
	f.Add("Title", "meta", `{"a":{"b":[1,2]},"c":true}`, "caption\r\n--x")
	f.Add("", "_method", `"DELETE"`, "")
	f.Add("x", "id", `5`, "y")
	f.Add("x", "shop", `[{"a":null},[[]]]`, "y\xff")
	f.Add("x", "file\"; filename=\"b", `"\ud800"`, "y")
	library, tap := sending(f)
	f.Fuzz(func(t *testing.T, title, name, value, caption string) {
		params := &media.Params{Title: &title, Caption: &caption, Extra: cms.Extra{name: json.RawMessage(value)}}
		tap.Answer(http.StatusCreated, nil, []byte(`{"id":5}`))
		_, err := library.Upload(t.Context(), media.Bytes("a.png", []byte("x")), params)
		sent := tap.Sent()
		if (len(sent) == 0) != (err != nil) {
			t.Fatalf("%d requests, error %v, want a request or an error", len(sent), err)
		}
		if err != nil {
			return
		}
		body, err := io.ReadAll(sent[0].Body)
		if err != nil {
			t.Fatal(err)
		}
		form := parseForm(t, sent[0].Header, body)
		if form.name != "a.png" || form.content != "x" {
			t.Fatalf("argument %q: file %q with content %q, want %q and %q", name, form.name, form.content, "a.png", "x")
		}
		for field, want := range map[string]string{"title": title, "caption": caption} {
			if got := form.fields[field]; utf8.ValidString(want) && name != field && (len(got) != 1 || got[0] != want) {
				t.Errorf("field %s arrived as %q, want %q", field, got, want)
			}
		}
		delete(form.fields, "title")
		delete(form.fields, "caption")
		var got []string
		for field, values := range form.fields {
			base, _, _ := strings.Cut(field, "[")
			switch {
			case base != name && utf8.ValidString(name):
				t.Errorf("argument %q was sent as the field %q, want its own name", name, field)
			case strings.ContainsAny(field, "\x00\r\n\""):
				t.Errorf("argument %q: field %q was sent, want no character of %q", name, field, "\x00\r\n\"")
			case slices.Contains([]string{"id", "file", "url", "_method", "_envelope", "_jsonp", "rest_route"},
				strings.ToLower(base)):
				t.Errorf(
					`%q: the field %q was sent: []string{"id", "file", "url", "_method", "_envelope", "_j... %q, want no %q among `+
						`them`, name, field, []string{"id", "file", "url", "_method", "_envelope", "_jsonp", "rest_route"},
					strings.ToLower(base))
			}
			got = append(got, values...)
		}
		if want := scalars(value); utf8.ValidString(value) && !strings.Contains(strings.ToLower(value), `\ud`) &&
			name != "title" && name != "caption" && !same(got, want) {
			t.Errorf("argument %s with value %s arrived as %q, want %q", name, value, got, want)
		}
	})
}

func same(a, b []string) bool {
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// scalars are those of a JSON value, but for nulls.
func scalars(value string) (found []string) {
	dec := jsontext.NewDecoder(strings.NewReader(value), jsontext.AllowInvalidUTF8(true))
	for {
		token, err := dec.ReadToken()
		if err != nil {
			return found
		}
		kind, n := dec.StackIndex(dec.StackDepth())
		switch token.Kind() {
		case '"', '0', 't', 'f':
			if kind == '{' && n%2 == 1 { // a name
				continue
			}
			found = append(found, token.String())
		}
	}
}
