package describe

import (
	"bytes"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// Limits for reading a description. A description with more schemas, members, routes or
// endpoints is refused with ErrHuge.
const (
	maxSchemaDepth = 64 // a schema at a greater depth is read as a schema that accepts any value
	maxSchemas     = 200_000
	maxMembers     = 1_000 // members of one object, or arguments of one endpoint
	maxRoutes      = 10_000
	maxEndpoints   = 100 // endpoints of one route
)

// ErrHuge is the error for a description that no site would send.
var ErrHuge = fmt.Errorf(
	"the description has more than %d schemas, %d members of an object, %d routes or %d endpoints of one",
	maxSchemas, maxMembers, maxRoutes, maxEndpoints)

// reader reads a description once, from beginning to end. Plugins write values in many
// forms. The reader skips a value that does not fit.
type reader struct {
	*jsontext.Decoder
	schemas int // number of schemas read
}

func newReader(data []byte) *reader {
	return &reader{Decoder: jsontext.NewDecoder(bytes.NewBuffer(data), wire.Options())}
}

// members reads an object. For each member, it calls the parameter each with the name of the
// member. The function each must read the value of the member.
func (p *reader) members(each func(name string) error) error {
	if p.PeekKind() != '{' {
		return p.SkipValue()
	}
	_, err := p.ReadToken()
	for err == nil && p.PeekKind() != '}' {
		var name jsontext.Token
		if name, err = p.ReadToken(); err == nil {
			err = each(name.String())
		}
	}
	if err == nil {
		_, err = p.ReadToken()
	}
	return err
}

// elements reads a list. For each element, it calls the parameter each. The function each must
// read the element. elements also reads the values of an object, because PHP writes a list
// whose indexes have gaps as an object.
func (p *reader) elements(each func() error) error {
	if p.PeekKind() != '[' {
		return p.members(func(string) error { return each() })
	}
	_, err := p.ReadToken()
	for err == nil && p.PeekKind() != ']' {
		err = each()
	}
	if err == nil {
		_, err = p.ReadToken()
	}
	return err
}

// text reads a string into v. For any other value it sets v to "".
func (p *reader) text(v *string) error {
	value, err := p.ReadValue()
	*v = Text(value)
	return err
}

// prose reads a string, converts it as [Plain] does, and stores it in v.
func (p *reader) prose(v *string) error {
	err := p.text(v)
	*v = Plain(*v)
	return err
}

// texts reads a list of strings, or a single string.
func (p *reader) texts() (all []string, err error) {
	add := func() error {
		value, err := p.ReadValue()
		if value.Kind() == '"' {
			all = append(all, Text(value))
		}
		return err
	}
	if p.PeekKind() == '"' {
		err = add()
	} else {
		err = p.elements(add)
	}
	return all, err
}

// truth reads a value as a boolean, as the function truth does.
func (p *reader) truth() (bool, error) {
	value, err := p.ReadValue()
	return truth(value), err
}

// truth reports whether a value means true. Plugins also write true as a number or a
// string.
func truth(raw jsontext.Value) bool {
	switch string(raw) {
	case "true", "1", `"1"`, `"true"`:
		return true
	}
	return false
}
