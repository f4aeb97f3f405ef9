package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/redact"
)

// Origin replaces the address of the recorded site in all recordings. Pass it to
// cms.New for a client that uses a [Replayer].
const Origin = redact.Origin

// recordingSuffix is the end of the file name of every recording.
const recordingSuffix = ".http.json"

// exchange is the content of a file: one request and its response.
type exchange struct {
	Request  recordedRequest  `json:"request"`
	Response recordedResponse `json:"response"`
}

type recordedRequest struct {
	Method string      `json:"method"`
	Path   string      `json:"path"`
	Query  string      `json:"query"`
	Header http.Header `json:"headers"`
	redact.Content
}

type recordedResponse struct {
	Status int         `json:"status"`
	Header http.Header `json:"headers"`
	redact.Content
}

// write creates the file of an exchange. It fails if the file exists.
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

// requestOf returns the recorded form of a request. Call it before responseOf: requestOf notes in
// d whether the request has a secret that the response may repeat.
func requestOf(d *redact.Redaction, r *http.Request, body []byte, length int64) recordedRequest {
	return recordedRequest{
		Method: r.Method, Path: r.URL.EscapedPath(), Query: d.Query(r.URL.RawQuery), Header: d.Header(r.Header),
		Content: d.Sent(r.Header, body, length),
	}
}

func responseOf(d *redact.Redaction, r *http.Response, body []byte, length int64) recordedResponse {
	return recordedResponse{Status: r.StatusCode, Header: d.Header(r.Header), Content: d.Received(r.Header, body, length)}
}

// recordings returns the names of the recordings in a folder, sorted and without the suffix.
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
	for _, c := range []redact.Content{x.Request.Content, x.Response.Content} {
		if _, err := c.Bytes(); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return x, nil
}
