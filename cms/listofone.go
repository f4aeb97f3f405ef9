package cms

import (
	"encoding/json"
	"reflect"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// unlisted returns the record if value is a list with one record: some plugins write a record
// in this form. It returns any other value unchanged. After a create, a list is also returned
// unchanged if its record has none of the texts that were sent. A proxy has then turned the
// create into a read of the list.
func (r *request) unlisted(value []byte) []byte {
	if r.result.Kind() != reflect.Struct || r.prefix.IsOwn(r.Path) {
		return value
	}
	var list []json.RawMessage
	if err := wire.Unmarshal(value, &list); err != nil || len(list) != 1 {
		return value
	}
	if r.params && r.ID == 0 && r.name == "" && !r.shows(list[0]) {
		return value
	}
	return list[0]
}

// shows reports whether a record has one of the texts that the request sent. It is true
// if the request sent none.
func (r *request) shows(raw []byte) bool {
	body, _, err := r.marshal()
	var sent, got map[string]any
	if err != nil || wire.Unmarshal(body, &sent) != nil || wire.Unmarshal(raw, &got) != nil {
		return false
	}
	texts := false
	for name, value := range sent {
		if text, ok := value.(string); ok && text != "" {
			texts = true
			if got[name] == text {
				return true
			}
		}
	}
	return !texts
}
