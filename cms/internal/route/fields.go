package route

import (
	"bytes"
	"net/url"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Fields are the fields of a body that is a JSON object, with parts of the body as values.
type Fields []Field

// Field is a field of a body.
type Field struct {
	Name  string
	Value jsontext.Value
}

// FieldsOf returns the fields of a body that is a JSON object, nil for any other body. It
// refuses fields that change the request. A site reads them only from the address, but a
// proxy may move them there.
func FieldsOf(body []byte) (Fields, error) {
	if !bytes.HasPrefix(body, []byte("{")) {
		return nil, nil
	}
	dec, err := wire.OpenObject(body)
	all := Fields{}
	for err == nil {
		var name []byte
		if name, err = wire.Member(dec); name == nil {
			break
		}
		one := Field{Name: string(name)}
		one.Value, err = wire.Part(dec, body)
		all = append(all, one)
		if one.Name != "rest_route" && wire.Reserved(one.Name) { // rest_route is an ordinary name in a body
			return nil, wire.CheckReserved(url.Values{one.Name: nil})
		}
	}
	if err == nil {
		err = wire.End(dec)
	}
	if err != nil {
		return nil, &fault.Argument{Argument: "body", Reason: err.Error()}
	}
	return all, nil
}
