package wire

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Clean tries so many places as the start of the JSON, and reads so many bytes of what
// turns out to be none. A notice is short; a server could keep a client busy otherwise.
const (
	maxStarts = 64
	maxVain   = 1 << 20
)

// blank is what may stand around JSON without being noise: spaces and byte
// order marks.
const blank = " \t\r\n\ufeff"

// Read passes the one JSON value of a response to decode, and returns the noise around
// it: see [Clean]. ok is false if there is no value; noise is then the whole response.
// For an empty response decode gets nil. decode must refuse text that is not JSON, and
// text after a value.
//
// A body that begins and ends as JSON goes to decode unchecked, which is fast and fits
// nearly every response. Only a body that decode refuses is searched for a value, so
// decode may be called twice.
func Read(body []byte, decode func(value []byte) error) (noise []byte, ok bool, err error) {
	plain := bytes.Trim(body, blank)
	if len(plain) == 0 {
		return nil, true, decode(nil)
	}
	whole := plain[0] == '{' && plain[len(plain)-1] == '}' || plain[0] == '[' && plain[len(plain)-1] == ']'
	if whole {
		if err = decode(plain); err == nil {
			return nil, true, nil
		}
	}
	value, noise, ok := Clean(body)
	if !ok || whole && len(value) == len(plain) {
		return noise, ok, err
	}
	return noise, true, decode(value)
}

// Clean finds the one JSON value in a response. PHP notices may come before it, HTML
// comments after it, blanks and byte order marks around it. noise is this text without
// blanks. If there is no value, if it is cut short, or if anything else follows it, as
// in a web page, ok is false and noise is the whole response.
func Clean(body []byte) (value, noise []byte, ok bool) {
	body = bytes.Trim(body, blank)
	if len(body) == 0 {
		return nil, nil, false
	}
	for start, tried, vain := 0, 0, 0; start < len(body) && tried < maxStarts && vain < maxVain; start++ {
		if !mayStart(body, start) {
			continue
		}
		tried++
		size, err := valueSize(body[start:])
		if errors.Is(err, io.ErrUnexpectedEOF) {
			break // the rest is a part of the value that was cut
		}
		vain += size
		if err != nil {
			continue
		}
		value, after := body[start:start+size], bytes.Trim(body[start+size:], blank)
		if onlyComments(after) {
			before := bytes.Trim(body[:start], blank)
			return value, bytes.TrimSpace(bytes.Join([][]byte{before, after}, []byte("\n"))), true
		}
		if bytes.IndexByte(value, '{') >= 0 {
			break // no notice looks like this: there are two values
		}
	}
	return nil, body, false
}

// mayStart reports whether the value may begin at start: at the very beginning, at the
// beginning of a line, or after the tag that ends a notice. A value after a notice is
// an object or a list.
func mayStart(body []byte, start int) bool {
	if start == 0 {
		return true
	}
	if body[start] != '{' && body[start] != '[' {
		return false
	}
	before := bytes.TrimRight(body[:start], "\ufeff")
	return bytes.HasSuffix(before, []byte("\n")) || bytes.HasSuffix(bytes.TrimRight(before, blank), []byte(">"))
}

// valueSize reads a value at the start of data and returns its length. With an error
// it is how much was read until then.
func valueSize(data []byte) (int, error) {
	dec := newDecoder(data, nil)
	err := dec.SkipValue()
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		return int(syntax.ByteOffset), err
	}
	return int(dec.InputOffset()), err
}

// onlyComments reports whether data holds only HTML comments and blanks.
func onlyComments(data []byte) bool {
	for {
		data = bytes.Trim(data, blank)
		if len(data) == 0 {
			return true
		}
		rest, ok := bytes.CutPrefix(data, []byte("<!--"))
		if !ok {
			return false
		}
		_, data, ok = bytes.Cut(rest, []byte("-->"))
		if !ok {
			return false
		}
	}
}

// Options are those of every decoder: servers do send duplicate names and
// broken UTF-8.
func Options() json.Options {
	return json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

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
	return End(dec)
}

// End refuses what follows a value.
func End(dec *jsontext.Decoder) error {
	_, err := dec.ReadToken()
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case err == nil:
		return errors.New("something follows the value")
	}
	return err
}
