package wire

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

const bom = "\ufeff"

func TestCleanFindsTheValueAmongNoise(t *testing.T) {
	t.Parallel()
	notice := "<br />\n<b>Warning</b>:  Undefined array key 3 in <b>/srv/a.php</b> on line <b>[7]</b><br />\n"
	for name, test := range map[string]struct{ body, value, noise string }{
		"object":           {`{"a":1}`, `{"a":1}`, ""},
		"list":             {`[1,2]`, `[1,2]`, ""},
		"string":           {`"x"`, `"x"`, ""},
		"number":           {`-1.5`, `-1.5`, ""},
		"false":            {"\n false \n", `false`, ""},
		"byte order mark":  {bom + `{"a":1}`, `{"a":1}`, ""},
		"blanks and marks": {"\r\n" + bom + "\n" + bom + " {} \n", `{}`, ""},
		"notice before":    {notice + `{"a":1}`, `{"a":1}`, strings.TrimSpace(notice)},
		"notice without markup": {"\nWarning: x in /srv/a.php on line 3\n[1]", `[1]`,
			"Warning: x in /srv/a.php on line 3"},
		"dated notice": {"[21-Nov-2026 06:00:00 UTC] PHP Warning:  x\n" + `{"a":1}`, `{"a":1}`,
			"[21-Nov-2026 06:00:00 UTC] PHP Warning:  x"},
		"mark between notice and it":  {"x\n" + bom + "{}", `{}`, "x"},
		"on the line of the last tag": {"<b>x</b> [2]", `[2]`, "<b>x</b>"},
		"comment after":               {`{} <!-- 0.2 s --> ` + "\n<!-- cached -->", `{}`, "<!-- 0.2 s --> \n<!-- cached -->"},
		"notice after":                {`{"a":1}` + notice, `{"a":1}`, strings.TrimSpace(notice)},
		"notices and a comment after": {"[1]" + notice + notice + "<!-- x -->", `[1]`,
			strings.TrimSpace(notice+notice) + "\n<!-- x -->"},
		"notices without markup after": {
			"{}\nPHP Notice:  x in /srv/a.php on line 3\n\nNotice: x in /srv/a.php on line 3\n", `{}`,
			"PHP Notice:  x in /srv/a.php on line 3\n\nNotice: x in /srv/a.php on line 3"},
		"noise on both sides": {"<br>\n{}\n<!-- x -->", `{}`, "<br>\n<!-- x -->"},
		"list in the notice":  {"Array\n[1] => x\n" + `{"a":1}`, `{"a":1}`, "Array\n[1] => x"},
		"duplicate names":     {`{"a":1,"a":2}`, `{"a":1,"a":2}`, ""},
		"long list in the notice": {"[" + strings.Repeat("1,", maxVain/4) + "x\n{}", "{}",
			"[" + strings.Repeat("1,", maxVain/4) + "x"},
		"as many starts as are tried": {strings.Repeat("[x\n", maxStarts-1) + "{}", "{}",
			strings.TrimSpace(strings.Repeat("[x\n", maxStarts-1))},
		"broken UTF-8": {"{\"a\":\"\xff\"}", "{\"a\":\"\xff\"}", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			value, noise, ok := Clean([]byte(test.body))
			switch {
			case !ok:
				t.Errorf("Clean(%q): ok false, want true", test.body)
			case string(value) != test.value:
				t.Errorf("Clean = %q, %q, %v: value %q, want %q", value, noise, ok, string(value), test.value)
			case string(noise) != test.noise:
				t.Errorf("Clean = %q, %q, %v: noise %q, want %q", value, noise, ok, string(noise), test.noise)
			}
		})
	}
}

func TestCleanFindsNoValueInIncompleteJSON(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"nothing":                          "",
		"blanks":                           " \r\n" + bom,
		"text":                             "Not found",
		"number before text":               "404 page not found",
		"web page":                         "<!DOCTYPE html>\n<html><script>\n[1,2]</script></html>",
		"web page with linked data":        `<html><script type="application/ld+json">{"@id":1}</script></html>`,
		"list cut before its last":         "[\n{\"id\":1},\n{\"id\":2}",
		"object cut":                       "{\"code\":\"x\",\"data\":\n{\"status\":404}",
		"cut behind a notice":              "<br />\n{\"a\":[\n{\"b\":1}",
		"two values":                       "{\"a\":1}\n{\"b\":2}",
		"two values behind a notice":       "<br />\n{\"a\":1}\n{\"b\":2}",
		"open comment":                     "{} <!-- x",
		"text after":                       "{} and more",
		"text after a notice":              "{}<br />\n<b>Notice</b>:  x on line <b>3</b><br />\nand more",
		"notice that is cut":               "{}<br />\n<b>Notice</b>:  x in",
		"notice without a line":            "{}\nNotice: read this",
		"page after":                       "{}<br />\n<b>Note</b>: x<br />",
		"brace on the line of a text":      `oops {"a":1}`,
		"more starts than are tried":       strings.Repeat("\n[x", maxStarts) + "\n{}",
		"more is read in vain than may be": strings.Repeat("\n["+strings.Repeat("1,", maxVain/4)+"x", 3) + "\n{}",
		"value nested too deep to read":    strings.Repeat("[", 20000) + strings.Repeat("]", 20000),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			value, noise, ok := Clean([]byte(body))
			if ok || value != nil {
				t.Errorf("Clean(%q): %q, ok %t, noise %q, want nil and false", body, value, ok, noise)
			}
		})
	}
}

func FuzzClean(f *testing.F) {
	for _, seed := range []string{
		`{"a":1}`, bom + "[1]", "<br />\n{\"a\":[1]}<!-- x -->", "[\n{\"a\":1},\n{\"a\":2}", "1 x\n[", "", "\xef\xbb",
		"{}\n{}", "\"\\ud800\"",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		before := bytes.Clone(body)
		value, noise, ok := Clean(body)
		if !bytes.Equal(before, body) {
			t.Fatalf("the response was changed: before %s, want %s", before, body)
		}
		if !ok {
			if value != nil {
				t.Fatalf("a value that is not ok: %q, want nil", value)
			}
			return
		}
		if !jsontext.Value(value).IsValid(Options()) {
			t.Fatalf("Clean: value %q, want valid JSON", value)
		}
		if !bytes.Contains(body, value) {
			t.Fatalf("Clean(%q): value %q, want a part of the body", body, value)
		}
		switch again, rest, ok := Clean(value); {
		case !ok:
			t.Fatalf("Clean(%q) a second time: %q, ok false, noise %q, want true", value, again, rest)
		case !bytes.Equal(again, value):
			t.Fatalf("Clean(%q) a second time: %q, want the same", value, again)
		case len(rest) > 0:
			t.Fatalf("Clean(%q) a second time: noise %q, want none", value, rest)
		}
		// A value alone, whatever blanks surround it, is all of the answer.
		if jsontext.Value(bytes.Trim(body, blank)).IsValid(Options()) && len(noise) > 0 {
			t.Fatalf("Clean of plain JSON %q: noise %q, want none", body, noise)
		}
	})
}

func TestReadDecodesAsFewCandidatesAsPossible(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]struct {
		calls []string
		noise string
		ok    bool
	}{
		"":              {[]string{""}, "", true},
		" \n":           {[]string{""}, "", true},
		`{"a":1}`:       {[]string{`{"a":1}`}, "", true},
		` [1] `:         {[]string{`[1]`}, "", true},
		`5`:             {[]string{`5`}, "", true},
		"[1]<!-- x -->": {[]string{`[1]`}, "<!-- x -->", true},
		"{}<!-- x -->":  {[]string{`{}`}, "<!-- x -->", true},
		"<b>x</b>\n[1]": {[]string{`[1]`}, "<b>x</b>", true},
		// It begins and ends like a list.
		"[21-Nov-2026] x\n[1]": {[]string{"[21-Nov-2026] x\n[1]", `[1]`}, "[21-Nov-2026] x", true},
	} {
		var calls []string
		noise, ok, err := Read([]byte(body), func(value []byte) error {
			calls = append(calls, string(value))
			if len(value) == 0 {
				return nil
			}
			return Valid(value)
		})
		switch {
		case !slices.Equal(calls, want.calls):
			t.Errorf("Read(%q): decoded %q, want %q", body, calls, want.calls)
		case string(noise) != want.noise:
			t.Errorf("Read: %q: noise %q, want %q", body, string(noise), want.noise)
		case ok != want.ok:
			t.Errorf("Read(%q): ok %t (error %v), want %t", body, ok, err, want.ok)
		case err != nil:
			t.Errorf("Read: %q: %q, noise %q, %t, %v, want nil", body, calls, noise, ok, err)
		}
	}
	for _, body := range []string{"Not found", "<html>{}</html>", "[1] x]", "{\"a\":1}\n{\"b\":2}"} {
		noise, ok, err := Read([]byte(body), Valid)
		if ok || string(noise) != body {
			t.Errorf("Read(%q): noise %q, ok %t (error %v), want the whole as noise, and false", body, noise, ok, err)
		}
	}
	fault := errors.New("no record")
	switch noise, ok, err := Read([]byte(`{"a":1}`), func([]byte) error { return fault }); {
	case noise != nil:
		t.Errorf("Read of a value that does not decode: noise %q, want nil", noise)
	case !ok:
		t.Errorf("Read of a value that does not decode: ok false (error %v), want true", err)
	case !errors.Is(err, fault):
		t.Errorf("what is no record: %q, %t, %v, want %v", noise, ok, err, fault)
	}
	for _, body := range []string{`<br />{"a":1}`, `{"a":1}<!-- fast -->`, "5"} {
		if _, ok, err := Read([]byte(body), func([]byte) error { return fault }); !ok || !errors.Is(err, fault) {
			t.Errorf("Read(%q): ok %t, error %v, want true and %v", body, ok, err, fault)
		}
	}
	if _, ok, err := Read(nil, func([]byte) error { return fault }); !ok || !errors.Is(err, fault) {
		t.Errorf("Read(nil): ok %t, error %v, want true and %v", ok, err, fault)
	}
}

func TestReadDecodesTheValueOnce(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"a":1}`, `[1]`, `<br />{"a":1}`, `<br />[1]`, `{"a":1}<!-- fast -->`,
		`[1]<!-- fast -->`} {
		var values []string
		_, ok, err := Read([]byte(body), func(value []byte) error {
			values = append(values, string(value))
			return nil
		})
		switch {
		case err != nil:
			t.Errorf("%s: Read: error %v, want nil", body, err)
		case !ok:
			t.Errorf("Read(%s): ok false, want true", body)
		case len(values) != 1:
			t.Errorf("%s: %d values, want 1", body, len(values))
		case values[0] != `{"a":1}` && values[0] != `[1]`:
			t.Errorf("Read(%s): first decoded value %q, want %q or %q", body, values[0], `{"a":1}`, `[1]`)
		}
	}
}
