package wire

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Limits of [Clean]. PHP notices are short. Without limits a server could keep the client
// busy.
const (
	maxStarts = 64      // maximum number of places that are tried as the start of the JSON
	maxVain   = 1 << 20 // maximum number of bytes that are read at places where the JSON does not start
)

// blank has the characters around JSON that do not count as noise: white space and byte order
// marks.
const blank = " \t\r\n\ufeff"

// Read passes the JSON value of a response to decode, and returns the noise around the
// value: see [Clean]. If there is no value, ok is false, and noise is the whole response.
// For an empty response decode gets nil. decode must fail if its argument is not exactly one
// JSON value.
//
// A body that begins and ends like JSON is passed to decode as it is, because nearly every
// response is plain JSON. Only if decode fails, Read looks for a value inside the body and
// calls decode again.
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

// Clean finds the JSON value in a response. PHP notices may stand before the value, notices and
// HTML comments after it, blanks and byte order marks around it. Clean returns this text, without
// the blanks, as noise. ok is false, and noise is the whole response, if there is no value,
// if the value is incomplete, or if other text follows it, as in a web page.
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
			break // the value is cut short, so no complete value follows
		}
		vain += size
		if err != nil {
			continue
		}
		value, after := body[start:start+size], bytes.Trim(body[start+size:], blank)
		if onlyNoise(after) {
			before := bytes.Trim(body[:start], blank)
			return value, bytes.TrimSpace(bytes.Join([][]byte{before, after}, []byte("\n"))), true
		}
		if bytes.IndexByte(value, '{') >= 0 {
			// Other text follows this value. The value holds an object, so it is not a part of a
			// PHP notice, and the response is not JSON with noise around it.
			break
		}
	}
	return nil, body, false
}

// mayStart reports whether the value may begin at start: at the beginning of the body, at
// the beginning of a line, or after an HTML tag, which ends a notice. After a notice the
// value is always an object or a list.
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

// valueSize returns the length of the value at the start of data. With an error it returns
// how many bytes were read.
func valueSize(data []byte) (int, error) {
	dec := newDecoder(data, nil)
	err := dec.SkipValue()
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		return int(syntax.ByteOffset), err
	}
	return int(dec.InputOffset()), err
}

// onlyNoise reports whether data holds only HTML comments, PHP notices and blanks. WordPress
// ends its output buffers after the JSON, and PHP may then write a notice.
func onlyNoise(data []byte) bool {
	for {
		data = bytes.Trim(data, blank)
		if len(data) == 0 {
			return true
		}
		ok := false
		if rest, comment := bytes.CutPrefix(data, []byte("<!--")); comment {
			_, data, ok = bytes.Cut(rest, []byte("-->"))
		} else {
			data, ok = cutNotice(data)
		}
		if !ok {
			return false
		}
	}
}

// cutNotice returns data without the PHP notice at its start. ok is false if there is none. An
// HTML notice stands between two <br /> tags. A text notice is one line, which contains " on line "
// and the number of the line in the PHP code.
func cutNotice(data []byte) (rest []byte, ok bool) {
	const tag = "<br />"
	text, marked := bytes.CutPrefix(data, []byte(tag))
	before, after := "PHP ", ":"
	if marked {
		before, after = "<b>", "</b>:"
	}
	text = bytes.TrimPrefix(bytes.TrimLeft(text, blank), []byte(before))
	for _, level := range []string{"Notice", "Warning", "Deprecated", "Fatal error"} {
		if !bytes.HasPrefix(text, []byte(level+after)) {
			continue
		}
		if marked {
			_, rest, ok = bytes.Cut(text, []byte(tag))
			return rest, ok
		}
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		return rest, bytes.Contains(line, []byte(" on line "))
	}
	return nil, false
}

// Options returns the options of every decoder. Real servers send duplicate names and
// invalid UTF-8.
func Options() json.Options {
	return json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// newDecoder returns a decoder of data with [Options] and further options.
func newDecoder(data []byte, options []json.Options) *jsontext.Decoder {
	in := bytes.NewBuffer(data)
	if len(options) == 0 { // joining options takes longer than decoding a small response
		return jsontext.NewDecoder(in, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	}
	return jsontext.NewDecoder(in, Options(), json.JoinOptions(options...))
}

// Valid fails if data is not exactly one JSON value.
func Valid(data []byte) error {
	dec := newDecoder(data, nil)
	if err := dec.SkipValue(); err != nil {
		return err
	}
	return End(dec)
}

// End fails if anything but white space follows the value.
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
