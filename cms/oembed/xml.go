package oembed

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
)

// decode reads XML, or JSON.
func decode(body []byte) (*Embed, error) {
	body = bytes.Trim(body, " \t\r\n\ufeff")
	if bytes.HasPrefix(body, []byte("<")) {
		var err error
		switch body, err = toJSON(body, false); {
		case errors.Is(err, cms.ErrDecode):
			return nil, err
		case err != nil:
			return nil, fmt.Errorf("%w: %w", cms.ErrNotREST, err)
		}
	}
	embed := new(Embed)
	if err := cms.Unmarshal(body, embed); err != nil {
		return nil, fmt.Errorf("%w: %w", cms.ErrDecode, err)
	}
	return embed, nil
}

// explain takes an error in XML over into err.
func explain(err error) error {
	e, ok := errors.AsType[*cms.Error](err)
	if !ok || !errors.Is(e.Reason, cms.ErrNotREST) {
		return err
	}
	object, xmlErr := toJSON(e.Body, true)
	if xmlErr != nil {
		return err
	}
	var envelope struct {
		Code    string         `json:"code"`
		Message string         `json:"message"`
		Data    jsontext.Value `json:"data"`
	}
	if cms.Unmarshal(object, &envelope) != nil || envelope.Code == "" {
		return err
	}
	e.Code, e.Message, e.Data = cms.ErrorCode(envelope.Code), envelope.Message, []byte(envelope.Data)
	e.Reason = nil
	if e.Status != http.StatusUnauthorized { // it guessed at a web page
		e.Hint = ""
	}
	return err
}

// element is any element of XML.
type element struct {
	XMLName  xml.Name
	Text     string    `xml:",chardata"`
	Children []element `xml:",any"`
}

// toJSON turns <oembed><a>1</a>…</oembed> into {"a":"1",…}. With numbers, whole
// numbers become numbers.
func toJSON(document []byte, numbers bool) ([]byte, error) {
	dec := xml.NewDecoder(bytes.NewReader(document))
	dec.CharsetReader = func(charset string, input io.Reader) (io.Reader, error) {
		return nil, fmt.Errorf("the charset %s is not read", charset)
	}
	if err := counted(document); err != nil {
		return nil, err
	}
	var root element
	if err := dec.Decode(&root); err != nil {
		return nil, fmt.Errorf("the answer is no XML: %w", err)
	}
	if root.XMLName.Local != "oembed" {
		return nil, fmt.Errorf("the answer is <%s>, not <oembed>", root.XMLName.Local)
	}
	if len(root.Children) == 0 {
		return []byte("{}"), nil
	}
	return json.Marshal(root.value(numbers), json.Deterministic(true))
}

// maxElements is how many elements and attributes a document may have; oEmbed names
// fifteen.
const maxElements = 1000

// counted refuses a document with too many elements.
func counted(document []byte) error {
	dec := xml.NewDecoder(bytes.NewReader(document))
	dec.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil }
	for n := 0; n <= maxElements; {
		token, err := dec.RawToken()
		if err != nil {
			return nil //nolint:nilerr // the decoder says what is wrong
		}
		if start, ok := token.(xml.StartElement); ok {
			n += 1 + len(start.Attr)
		}
	}
	return fmt.Errorf("%w: the answer has more than %d elements", cms.ErrDecode, maxElements)
}

func (e element) value(numbers bool) any {
	if len(e.Children) > 0 {
		object := make(map[string]any, len(e.Children))
		for _, child := range e.Children {
			object[child.XMLName.Local] = child.value(numbers)
		}
		return object
	}
	if n, err := strconv.Atoi(strings.TrimSpace(e.Text)); numbers && err == nil {
		return n
	}
	return e.Text
}
