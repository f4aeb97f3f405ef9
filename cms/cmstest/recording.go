package cmstest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// RecordedOrigin stands in recordings for the address of the site that they come from. A client that is to send to a
// [Replayer] is made for this address.
const RecordedOrigin = "https://site.test"

// recordingSuffix ends the name of every recording.
const recordingSuffix = ".http.json"

// exchange is the content of a file: one request and its answer.
type exchange struct {
	Request  recordedRequest  `json:"request"`
	Response recordedResponse `json:"response"`
}

type recordedRequest struct {
	Method string      `json:"method"`
	Path   string      `json:"path"`
	Query  string      `json:"query"`
	Header http.Header `json:"headers"`
	content
}

type recordedResponse struct {
	Status int         `json:"status"`
	Header http.Header `json:"headers"`
	content
}

// content is a body.
type content struct {
	Body     string `json:"body"`
	Encoding string `json:"body_encoding,omitempty"` // "base64" if the body is not text
	// Length is that of the whole body if only its beginning is here, -1 if nobody read it to the end.
	Length int64 `json:"body_length,omitempty"`
	// LeftOut says why nothing of the body is here, "" if it is.
	LeftOut string `json:"body_left_out,omitempty"`
}

// leftOut is a body of which nothing is kept.
func leftOut(why string, body []byte, length int64) content {
	if length == 0 {
		length = int64(len(body))
	}
	return content{Length: length, LeftOut: why}
}

func newContent(body []byte, length int64) content {
	if utf8.Valid(body) {
		return content{Body: string(body), Length: length}
	}
	return content{Body: base64.StdEncoding.EncodeToString(body), Encoding: "base64", Length: length}
}

func (c content) bytes() ([]byte, error) {
	switch c.Encoding {
	case "":
		return []byte(c.Body), nil
	case "base64":
		return base64.StdEncoding.DecodeString(c.Body)
	}
	return nil, fmt.Errorf("there is no body_encoding %q", c.Encoding)
}

// write makes the file of an exchange, which must not be there.
func (x *exchange) write(name string) error {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(x); err != nil {
		return err
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(out.Bytes())
	return errors.Join(err, file.Close())
}

// recordings are the names of the exchanges in a folder, without the suffix, in their order.
func recordings(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, entry := range entries {
		if name, ok := strings.CutSuffix(entry.Name(), recordingSuffix); ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

func readExchange(folder, name string) (*exchange, error) {
	raw, err := os.ReadFile(filepath.Join(folder, name+recordingSuffix))
	if err != nil {
		return nil, err
	}
	x := new(exchange)
	if err := json.Unmarshal(raw, x); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for _, c := range []content{x.Request.content, x.Response.content} {
		if _, err := c.bytes(); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return x, nil
}
