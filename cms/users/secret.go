package users

import (
	"fmt"
	"io"
	"log/slog"

	"github.com/fontcms/fontcms-go/cms"
)

// Secret is a password that a site shows once. It is never printed, logged or encoded.
// Only [Secret.Reveal] returns it.
type Secret struct {
	// text is a pointer, so that fmt prints only the address if a Secret is in an unexported
	// field of another struct. fmt cannot call Format for such a field.
	text *string
}

const redacted = "[redacted]"

// Reveal returns the password, "" if there is none.
func (s Secret) Reveal() string {
	if s.text == nil {
		return ""
	}
	return *s.text
}

// IsZero reports whether there is no password.
func (s Secret) IsZero() bool { return s.text == nil }

// String returns "[redacted]", or "" if there is no password.
func (s Secret) String() string {
	if s.IsZero() {
		return ""
	}
	return redacted
}

// GoString returns the type and the result of String.
func (s Secret) GoString() string { return "users.Secret(" + s.String() + ")" }

// Format writes the result of GoString for %#v, and the result of String for every other
// verb.
func (s Secret) Format(state fmt.State, verb rune) {
	out := s.String()
	if verb == 'v' && state.Flag('#') {
		out = s.GoString()
	}
	_, _ = io.WriteString(state, out)
}

// MarshalText returns the result of String.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// LogValue returns the result of String.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// UnmarshalJSON reads a string. It reads the output of MarshalText as an empty
// password.
func (s *Secret) UnmarshalJSON(data []byte) error {
	var text string
	if err := cms.Unmarshal(data, &text); err != nil {
		return err
	}
	s.text = nil
	if text != "" && text != redacted {
		s.text = &text
	}
	return nil
}
