package php_test

import (
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

func TestQueriesAreReadAndWrittenAsPHPDoes(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string]string{
		"a=1&b=2&a=3":          "a=3&b=2",
		"a[]=1&a[]=2":          "a%5B0%5D=1&a%5B1%5D=2",
		"a[x]=1&a[y][]=2":      "a%5Bx%5D=1&a%5By%5D%5B0%5D=2",
		"a.b=1&[c]=2&=3":       "a_b=1",
		"a[=1":                 "a_=1",
		"a=%zz":                "a=%25zz",
		"a&b=":                 "a&b",
		"a[5]=x&a[]=y&a[x]=%2": "a%5B5%5D=x&a%5B6%5D=y&a%5Bx%5D=%252",
	} {
		if got := php.EncodeQuery(php.ParseQuery(sent)); got != want {
			t.Errorf("%s becomes %s, want %s", sent, got, want)
		}
	}
}

func TestJSONKeepsOrderAndIsASCII(t *testing.T) {
	t.Parallel()
	value := php.Object{
		{"z", "a/b \"é\" 😀\n"}, {"a", []any{nil, true, int64(1), 2.0, 2.5}}, {"none", php.Object{}},
		{"object", php.EmptyObject{}},
		{"map", map[string]any{"b": 1, "a": "\xff"}},
	}
	const want = `{"z":"a\/b \"\u00e9\" \ud83d\ude00\n","a":[null,true,1,2,2.5],"none":[],"object":{},"map":{"a":"?",` +
		`"b":1}}`
	if got := string(php.AppendJSON(nil, value)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestValuesAreConvertedLoosely(t *testing.T) {
	t.Parallel()
	for _, value := range []any{int64(10), 10.0, "10", "1e1", " 10.0", "010"} {
		if n, ok := php.ToInt(value); n != 10 || !ok {
			t.Errorf("ToInt of %#v: %d, %t, want 10", value, n, ok)
		}
	}
	for _, value := range []any{"0x10", "1_0", 1.5, "ten", nil, true} {
		if n, ok := php.ToInt(value); ok {
			t.Errorf("ToInt of %#v: %d, want no number", value, n)
		}
	}
	for _, value := range []any{nil, false, int64(0), 0.0, "", "0", []any{}, php.Object{}} {
		if php.Truthy(value) {
			t.Errorf("Truthy of %#v: true, want false", value)
		}
	}
}

func TestTextsAreCleaned(t *testing.T) {
	t.Parallel()
	for name, got := range map[string][2]string{
		"slug":         {php.SanitizeSlug("<b>Ärger</b> &amp; Übung – No. 5"), "arger-ubung-no-5"},
		"other script": {php.SanitizeSlug("字"), "%e5%ad%97"},
		"cut slug":     {php.CutSlug("a%e5%ad%97", 6), "a"},
		"line":         {php.PlainLine("a <b>b</b>\n %20 c < d"), "a b c &lt; d"},
		"address":      {php.CleanURL("a.test/x y"), "http://a.test/x%20y"},
		"script":       {php.CleanURL("javascript:alert(1)"), ""},
	} {
		if got[0] != got[1] {
			t.Errorf("%s: got %q, want %q", name, got[0], got[1])
		}
	}
}

func TestDaysRollOverAndZonesAreOptional(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2026-02-31T10:00:00":       "2026-03-03T10:00:00",
		"2026-05-01 10:00:00.5Z":    "2026-05-01T10:00:00",
		"2026-05-01t24:00:00+02:00": "2026-05-02T00:00:00",
		"2026-13-01T10:00:00":       "",
		"2026-05-01":                "",
	} {
		wall, _, ok := php.ParseDate(text)
		got := ""
		if ok {
			got = wall.Format(php.StampLayout)
		}
		if got != want {
			t.Errorf("ParseDate of %s: %q, want %q", text, got, want)
		}
	}
}
