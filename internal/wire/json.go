// Package wire reads and writes JSON that differs from its schema: JSON after noise, a
// string in place of a list, [] for {}, numbers as strings. It is also the one place
// that encodes queries.
package wire

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Options are those of every decoder: servers do send duplicate names and
// broken UTF-8.
func Options() json.Options {
	return json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// maxNesting is how deep decoder and encoder go before they refuse a value, which may
// hold itself.
const maxNesting = 10_000

// newDecoder reads data as Options says, and as further options do.
func newDecoder(data []byte, options []json.Options) *jsontext.Decoder {
	in := bytes.NewBuffer(data)
	if len(options) == 0 { // joining them costs more than decoding a small response
		return jsontext.NewDecoder(in, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	}
	return jsontext.NewDecoder(in, Options(), json.JoinOptions(options...))
}

// Valid refuses what is not one JSON value.
func Valid(data []byte) error {
	dec := newDecoder(data, nil)
	if err := dec.SkipValue(); err != nil {
		return err
	}
	return end(dec)
}

// end refuses what follows a value.
func end(dec *jsontext.Decoder) error {
	_, err := dec.ReadToken()
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case err == nil:
		return errors.New("something follows the value")
	}
	return err
}

// isRaw reports that the JSON itself is kept, perhaps in a struct of nothing else, or
// bytes.
func isRaw(t reflect.Type) bool {
	if t.Kind() == reflect.Struct && t.NumField() == 1 && !t.Field(0).IsExported() {
		t = t.Field(0).Type
	}
	return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8
}

// isEmptyPHP reports that raw is what PHP writes for nothing.
func isEmptyPHP(raw jsontext.Value) bool {
	switch text := string(raw); text {
	case `""`, "false", "[]":
		return true
	default:
		return raw.Kind() == '[' && strings.TrimSpace(text[1:len(text)-1]) == ""
	}
}
