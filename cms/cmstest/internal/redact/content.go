package redact

import (
	"encoding/base64"
	"fmt"
	"unicode/utf8"
)

// Content is a recorded body.
type Content struct {
	Body     string `json:"body"`
	Encoding string `json:"body_encoding,omitempty"` // "base64" if the body is not text
	// Length is the length of the whole body if Body is only its beginning. It is -1 if the program
	// did not read the body to its end.
	Length int64 `json:"body_length,omitempty"`
	// LeftOut is the reason why the body is left out, or "".
	LeftOut string `json:"body_left_out,omitempty"`
}

// leftOut returns a Content without the body. why is the reason for leaving out the body. A
// length of 0 means the length of body.
func leftOut(why string, body []byte, length int64) Content {
	if length == 0 {
		length = int64(len(body))
	}
	return Content{Length: length, LeftOut: why}
}

func contentOf(body []byte, length int64) Content {
	if utf8.Valid(body) {
		return Content{Body: string(body), Length: length}
	}
	return Content{Body: base64.StdEncoding.EncodeToString(body), Encoding: "base64", Length: length}
}

// Bytes returns the body as it was sent.
func (c Content) Bytes() ([]byte, error) {
	switch c.Encoding {
	case "":
		return []byte(c.Body), nil
	case "base64":
		return base64.StdEncoding.DecodeString(c.Body)
	}
	return nil, fmt.Errorf("there is no body_encoding %q", c.Encoding)
}
