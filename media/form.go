package media

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// field is a field of a form, or an argument of an address.
type field struct{ name, value string }

// fields converts params to the fields of a form. Objects and lists become meta[a][b]=1
// and meta[list][]=2. Null is omitted: in a new record it has no effect.
func fields(operation string, params any) ([]field, error) {
	raw, err := wire.Marshal(params)
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

// value reads one value, whose field has the given name.
func (f *flattener) value(name string) error {
	switch kind := f.dec.PeekKind(); kind {
	case 'n':
		_ = f.dec.SkipValue() // cannot fail: fields has encoded the value
		return nil
	case '{', '[':
		return f.composite(name, kind)
	}
	token, _ := f.dec.ReadToken()
	f.out = append(f.out, field{name, token.String()})
	return nil
}

// composite reads an object or a list.
func (f *flattener) composite(name string, kind jsontext.Kind) error {
	_, _ = f.dec.ReadToken() // reads the opening bracket
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
		return fmt.Errorf("%s is empty, which a form cannot express: set it by an update", name)
	}
	_, _ = f.dec.ReadToken() // reads the closing bracket
	return nil
}

// child returns the name of the next value in an object or list.
func (f *flattener) child(name string, kind jsontext.Kind, n int) (string, error) {
	if kind == '[' {
		switch f.dec.PeekKind() {
		case 'n':
			return "", fmt.Errorf("%s contains a null, which a form cannot express", name)
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
			return "", fmt.Errorf("%q cannot be the name of a form field", key)
		}
		return name + "[" + key + "]", nil
	}
	return key, checkField(key)
}

// checkField refuses names that would change the request, and names that PHP would
// change.
func checkField(name string) error {
	if name == "" || unfit(name, "[]. \"") {
		return fmt.Errorf("%q cannot be the name of a form field", name)
	}
	switch strings.ToLower(name) {
	case "_method", "_envelope", "_jsonp", "rest_route":
		return fmt.Errorf("%s is set by the client", name)
	case "id":
		return fmt.Errorf("%s is not allowed in params: the server would use it as that of the record", name)
	case "file", "url":
		return fmt.Errorf("%s would replace the file", name)
	}
	return nil
}

// unfit reports whether a name contains one of the characters, or a control character,
// which the header of a form field does not allow.
func unfit(name, characters string) bool {
	return strings.ContainsAny(name, characters) || strings.ContainsFunc(name, unicode.IsControl)
}
