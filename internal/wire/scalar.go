package wire

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// expect reads a token of the given kind. For broken JSON it returns the error of the
// decoder.
func expect(dec *jsontext.Decoder, kind jsontext.Kind) error {
	if got := dec.PeekKind(); got != kind && got != jsontext.KindInvalid {
		return fmt.Errorf("found %v instead of %v", got, kind)
	}
	_, err := dec.ReadToken()
	return err
}

// Scalar reads a string, a number, a boolean or null. It returns a number or a boolean as
// its JSON text, and "" for null.
func Scalar(dec *jsontext.Decoder) (string, error) {
	switch dec.PeekKind() {
	case 'n':
		return "", dec.SkipValue()
	case 't', 'f':
		token, err := dec.ReadToken()
		return strconv.FormatBool(token.Kind() == 't'), err
	case '0':
		raw, err := dec.ReadValue()
		return string(raw), err
	default:
		return String(dec)
	}
}

// String reads a string. It fails for any other value.
func String(dec *jsontext.Decoder) (string, error) {
	if got := dec.PeekKind(); got != '"' && got != jsontext.KindInvalid {
		return "", fmt.Errorf("found %v instead of %v", got, jsontext.Kind('"'))
	}
	quoted, err := dec.ReadValue()
	if err != nil {
		return "", err
	}
	return Unquote(quoted), nil
}

// Integer reads a whole number. The number may be written as a string, or with a fraction of
// zero. For any other scalar, also for null and "", ok is false.
func Integer(dec *jsontext.Decoder) (n int, ok bool, err error) {
	text, err := Scalar(dec)
	if err != nil {
		return 0, false, err
	}
	text = strings.TrimSpace(text)
	if i, err := strconv.Atoi(text); err == nil {
		return i, true, nil
	}
	// Above 2^53 a float is not exact, and converting it may overflow.
	if f, err := strconv.ParseFloat(text, 64); err == nil && math.Abs(f) <= 1<<53 && f == math.Trunc(f) {
		return int(f), true, nil
	}
	return 0, false, nil
}

// maxStrings is the largest number of elements in a list of strings.
const maxStrings = 10_000

// Strings reads a list of strings. It reads a single string as a list with one string, an
// object (a PHP list with holes) as the list of its values, and null and false as nil. It
// fails if there are more than 10,000 strings. The strings of a list may share one
// allocation.
func Strings(dec *jsontext.Decoder) ([]string, error) { return stringsOf(dec, true) }

// StringsWithoutFalse is [Strings], but fails for false in a list. The text "false" would be written
// in place of false.
func StringsWithoutFalse(dec *jsontext.Decoder) ([]string, error) { return stringsOf(dec, false) }

func stringsOf(dec *jsontext.Decoder, takesFalse bool) ([]string, error) {
	switch kind := dec.PeekKind(); kind {
	case 'n', 'f':
		return nil, dec.SkipValue()
	case '[', '{':
		raw, err := dec.ReadValue()
		if err != nil {
			return nil, err
		}
		if list := plain(raw); list != nil && len(list) <= maxStrings {
			return list, nil
		}
		dec = newDecoder(raw, nil)
		_, _ = dec.ReadToken() // reads the opening bracket
		list, count := []string{}, Limit{Max: maxStrings, What: "texts in a list"}
		for dec.PeekKind() != ']' && dec.PeekKind() != '}' {
			if kind == '{' {
				_, _ = dec.ReadToken() // reads the name; cannot fail, because raw is a complete value
			}
			if !takesFalse && dec.PeekKind() == 'f' {
				return nil, fmt.Errorf("found false instead of %v", jsontext.Kind('"'))
			}
			text, err := Scalar(dec)
			if err == nil {
				err = count.Add()
			}
			if err != nil {
				return nil, err
			}
			list = append(list, text)
		}
		return Compact(list), nil
	default:
		text, err := Scalar(dec)
		if err != nil {
			return nil, err
		}
		return []string{text}, nil
	}
}

// plain returns the elements of a list of strings if no string has an escape. It returns nil for
// any other value.
func plain(raw []byte) []string {
	if bytes.IndexByte(raw, '\\') >= 0 || !utf8.Valid(raw) {
		return nil
	}
	list := make([]string, 0, bytes.Count(raw, []byte{'"'})/2)
	for rest := string(raw[1:]); ; {
		rest = strings.TrimLeft(rest, " \t\r\n,")
		switch rest[0] {
		case ']':
			return list
		case '"':
			text, after, _ := strings.Cut(rest[1:], `"`)
			list, rest = append(list, text), after
		default:
			return nil
		}
	}
}

// Text is a string that a server may write as a number or a boolean. An object or a list is
// read as "".
type Text string

// UnmarshalJSONFrom reads a scalar.
func (t *Text) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	switch dec.PeekKind() {
	case '{', '[':
		*t = ""
		return dec.SkipValue()
	}
	s, err := Scalar(dec)
	*t = Text(s)
	return err
}

// Unquote returns the text of a JSON string that a decoder has read. It replaces invalid
// UTF-8 and half surrogate pairs by U+FFFD.
func Unquote(quoted []byte) string {
	text := quoted[1 : len(quoted)-1]
	if !utf8.Valid(text) {
		unquoted, _ := jsontext.AppendUnquote(nil, quoted)
		return string(unquoted)
	}
	next := bytes.IndexByte(text, '\\')
	if next < 0 {
		return string(text)
	}
	var out strings.Builder
	size := len(text)
	out.Grow(size)
	for ; next >= 0; next = bytes.IndexByte(text, '\\') {
		out.Write(text[:next])
		switch c := text[next+1]; c {
		case 'b':
			out.WriteByte('\b')
		case 'f':
			out.WriteByte('\f')
		case 'n':
			out.WriteByte('\n')
		case 'r':
			out.WriteByte('\r')
		case 't':
			out.WriteByte('\t')
		case 'u':
			r := escaped(text[next:])
			if next += 4; utf16.IsSurrogate(r) {
				if r = utf16.DecodeRune(r, escaped(text[next+2:])); r != utf8.RuneError {
					next += 6
				}
			}
			out.WriteRune(r)
		default:
			out.WriteByte(c)
		}
		text = text[next+2:]
	}
	out.Write(text)
	if roomy(out.Len(), size) {
		return strings.Clone(out.String())
	}
	return out.String()
}

// escaped returns the rune of the escape at the start of text, such as \u00e9. It returns
// U+FFFD if text does not start with a valid escape.
func escaped(text []byte) rune {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return utf8.RuneError
	}
	n, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	if err != nil {
		return utf8.RuneError
	}
	return rune(n)
}
