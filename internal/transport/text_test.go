package transport

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTextOfAServerFitsOnOneLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                               "",
		" a\r\n\tb  c ":                  "a b c",
		"a\u0085b\u2028c\u2029d":         "a b c d",
		"a\x00b\x1b[31mc\x7fd\u009be":    "a b [31mc d e",
		"a\u202eb\u2066c\u200fd":         "a b c d",
		"a\xffb":                         "a\uFFFDb",
		"a\u061cb\u200ec\u202ad\u2069e":  "a b c d e",
		"a\u200bb\u2060c\ufeffd\u00ade":  "abcde",
		"a\U000e0041b\u200dc":            "abc",
		"schön 字":                        "schön 字",
		strings.Repeat("x", 20):          strings.Repeat("x", 20),
		strings.Repeat("x", 21):          strings.Repeat("x", 20) + "…",
		strings.Repeat("x", 19) + "字":    strings.Repeat("x", 19) + "…",
		strings.Repeat("x", 17) + "字":    strings.Repeat("x", 17) + "字",
		strings.Repeat("\xffa", 20):      strings.Repeat("\uFFFDa", 5) + "…",
		strings.Repeat("\x80", 21):       "\uFFFD…",
		strings.Repeat("\n", 1<<20) + "": "…",
	} {
		switch got := Line(text, 20); {
		case got != want:
			t.Errorf("%.60q: Line(text, 20): %q, want %q", text, got, want)
		case !utf8.ValidString(got):
			t.Errorf("Line(%.60q, 20): %q, want valid UTF-8", text, got)
		}
	}
}

func TestLineWithoutRoomIsAnEllipsis(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{0, -1} {
		switch got := Line("text", limit); {
		case got != "…":
			t.Errorf("Line: %d bytes of it are %q, want %q", limit, got, "…")
		case Line("", limit) != "":
			t.Errorf(`Line: %d bytes of it are %q: Line("", limit) %q, want an empty string`, limit, got, Line("", limit))
		}
	}
}

func TestErrorTextHasNoFullStopBeforeTheReason(t *testing.T) {
	t.Parallel()
	for what, want := range map[string]string{
		"GET /posts: No such post.": "GET /posts: No such post: gone (after 2 attempts) [Look elsewhere.]",
		"GET /posts":                "GET /posts: gone (after 2 attempts) [Look elsewhere.]",
	} {
		if got := ErrorText(what, "gone", 2, "Look elsewhere."); got != want {
			t.Errorf("ErrorText(%q): %q, want %q", what, got, want)
		}
	}
}

func TestInnerErrorsArePrintable(t *testing.T) {
	t.Parallel()
	text := "\x1b[2J\x1b]0;owned\x07\u202eevil\r\nFAKE LINE" + strings.Repeat(" x", 10<<10)
	for name, err := range map[string]error{
		"Failure":       &Failure{Err: errors.New(text)},
		"localError":    &localError{errors.New(text)},
		"scrubbedError": &scrubbedError{text: text},
		"reason":        Because(errors.New(text), errors.New(text)),
	} {
		if got := err.Error(); got != Line(got, MaxError) || len(got) > MaxError {
			t.Errorf("%s: error text %.80q of %d bytes, want %q of at most %d", name, got, len(got), Line(got, MaxError),
				MaxError)
		}
	}
}

func TestCauseFollowsItsSentinel(t *testing.T) {
	t.Parallel()
	kind, cause := errors.New("not found"), errors.New("no row")
	err := Because(kind, cause)
	if !errors.Is(err, kind) || !errors.Is(err, cause) {
		t.Errorf("Because with a cause: %v, want an error that wraps both", err)
	}
	if err.Error() != "not found: no row" {
		t.Errorf("Because with a cause: %q, want %q", err.Error(), "not found: no row")
	}
	if err := Because(kind, nil); err != kind { //nolint:errorlint // the same one is meant
		t.Errorf("Because without a cause: %v, want the sentinel itself", err)
	}
}

func TestReasonTextNamesTheOperationOnce(t *testing.T) {
	t.Parallel()
	const operation = "cms: Posts.EnsureMany"
	for name, c := range map[string]struct {
		responded               bool
		reason, text, requested string
	}{
		"no reason":         {false, "", "", "GET posts"},
		"another operation": {false, "cms: Verify (GET users/me): 401", "cms: Verify (GET users/me): 401", "GET posts"},
		"the same request":  {true, operation + " (GET posts): 503", "503", "GET posts"},
		"a further request": {false, "stopped: " + operation + " (POST batch): 503 a (b): c", "stopped: 503 a (b): c",
			"POST batch"},
		"a request after it": {true, operation + " (POST batch): 503", "POST batch: 503", "GET posts"},
		"two requests": {false, operation + " (POST batch): 503: " + operation + " (GET users): 401", "503: GET users: 401",
			"POST batch"},
		"an argument": {false, operation + ": slug: too long", "slug: too long", "GET posts"},
		"a cut text":  {false, operation + " (GET", operation + " (GET", "GET posts"},
	} {
		var reason error
		if c.reason != "" {
			reason = errors.New(c.reason)
		}
		text, requested := ReasonText(operation, "GET posts", c.responded, reason)
		if text != c.text || requested != c.requested {
			t.Errorf("ReasonText of %s: %q and %q, want %q and %q", name, text, requested, c.text, c.requested)
		}
	}
}

func TestTextIsCutBetweenRunes(t *testing.T) {
	t.Parallel()
	for limit, want := range []string{"", "a", "a", "a", "a", "a😀"} {
		if got, cut := first("a😀b", limit); got != want || !cut {
			t.Errorf("first of a text of 6 bytes with the limit %d: %q, cut %t, want %q and true", limit, got, cut, want)
		}
	}
}
