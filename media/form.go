package media

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// field is a field of a form. For a raw upload, it is an argument in the query of the address.
type field struct{ name, value string }

// fields converts params to the fields of a form. An object becomes fields such as
// meta[a][b]=1, and a list becomes fields such as meta[list][]=2. fields leaves out a member that
// is null, because it has no effect in a new record.
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

// value reads one value and adds it to f.out, as one or more fields. name is the name of the
// field for this value.
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

// composite reads an object or a list, and adds the fields of its values to f.out.
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

// child returns the name of the field for the next value in an object or list. name is the
// name of the field for the object or list. n is the index of the value.
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

// checkField returns an error for a name that would change the request, and for a name that
// PHP would change.
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

// unfit reports whether a name contains one of the characters, or a control character. The
// header of a form field does not allow control characters.
func unfit(name, characters string) bool {
	return strings.ContainsAny(name, characters) || strings.ContainsFunc(name, unicode.IsControl)
}
