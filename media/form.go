package media

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
)

// field is one field of a form, or one argument of an address.
type field struct{ name, value string }

// fields turns params into the fields of a form: objects and lists become
// meta[a][b]=1 and meta[list][]=2. Null, which in a new record is the same as
// nothing, is left out.
func fields(operation string, params any) ([]field, error) {
	raw, err := cms.Marshal(params)
	if err != nil {
		return nil, refuse(operation, "params", err.Error())
	}
	f := flattener{dec: jsontext.NewDecoder(bytes.NewReader(raw), jsontext.AllowInvalidUTF8(true))}
	if err := f.value(""); err != nil {
		return nil, refuse(operation, "params", err.Error())
	}
	return f.out, nil
}

type flattener struct {
	dec *jsontext.Decoder
	out []field
}

// value reads one value under a name.
func (f *flattener) value(name string) error {
	switch kind := f.dec.PeekKind(); kind {
	case 'n':
		return f.dec.SkipValue()
	case '{', '[':
		return f.composite(name, kind)
	}
	token, _ := f.dec.ReadToken() // it was encoded a moment ago
	f.out = append(f.out, field{name, token.String()})
	return nil
}

// composite reads an object or a list.
func (f *flattener) composite(name string, kind jsontext.Kind) error {
	_, _ = f.dec.ReadToken() // the bracket
	n := 0
	for ; f.dec.PeekKind() != '}' && f.dec.PeekKind() != ']'; n++ {
		child, err := f.child(name, kind, n)
		if err != nil {
			return err
		}
		if err := f.value(child); err != nil {
			return err
		}
	}
	if n == 0 && name != "" && name != "meta" {
		return fmt.Errorf("%s is empty, which a form cannot say: set it by an update", name)
	}
	_, err := f.dec.ReadToken()
	return err
}

// child is the name of the next value in an object or list.
func (f *flattener) child(name string, kind jsontext.Kind, n int) (string, error) {
	if kind == '[' {
		switch f.dec.PeekKind() {
		case 'n':
			return "", fmt.Errorf("%s holds a null, which a form cannot say", name)
		case '{', '[':
			return fmt.Sprintf("%s[%d]", name, n), nil
		}
		return name + "[]", nil
	}
	token, err := f.dec.ReadToken()
	if err != nil {
		return "", err
	}
	key := token.String()
	if name != "" {
		if key == "" || unfit(key, "[]\"") {
			return "", fmt.Errorf("%q cannot be a name in a form", key)
		}
		return name + "[" + key + "]", nil
	}
	return key, checkField(key)
}

// checkField refuses what would make another request of an upload, and names
// that PHP changes.
func checkField(name string) error {
	if name == "" || unfit(name, "[]. \"") {
		return fmt.Errorf("%q cannot be a name in a form", name)
	}
	switch strings.ToLower(name) {
	case "_method", "_envelope", "_jsonp", "rest_route":
		return fmt.Errorf("%s is the client's own", name)
	case "id":
		return fmt.Errorf("%s may not stand in params: the server would take it for that of the record", name)
	case "file", "url":
		return fmt.Errorf("%s would stand in for the file", name)
	}
	return nil
}

// unfit reports that a name holds one of these characters, or one that may not
// stand in the header of its field.
func unfit(name, characters string) bool {
	return strings.ContainsAny(name, characters) || strings.ContainsFunc(name, unicode.IsControl)
}
