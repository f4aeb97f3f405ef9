package redact

import (
	"encoding/base64"
	"fmt"
	"unicode/utf8"
)

// Content is a body.
type Content struct {
	Body     string `json:"body"`
	Encoding string `json:"body_encoding,omitempty"` // "base64" if the body is not text
	// Length is that of the whole body if only its beginning is here, -1 if nobody read it to the end.
	Length int64 `json:"body_length,omitempty"`
	// LeftOut says why nothing of the body is here, "" if it is.
	LeftOut string `json:"body_left_out,omitempty"`
}

// leftOut is a body of which nothing is kept.
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
