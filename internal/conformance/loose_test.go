package conformance

import (
	"context"
	"encoding/json"
	"reflect"

	"github.com/fontcms/fontcms-go/cms"
)

// sendLoosely sends a request of which the Extra of the params may hold values that
// their fields cannot say, such as null. The client refuses those.
func sendLoosely[T any](ctx context.Context, site *cms.Client, request cms.Request[T], options ...cms.CallOption) (*T, error) {
	params := reflect.ValueOf(request.Body)
	if params.Kind() != reflect.Pointer || !params.Elem().FieldByName("Extra").IsValid() {
		return cms.Do(ctx, site, request, options...)
	}
	copied := reflect.New(params.Type().Elem())
	copied.Elem().Set(params.Elem())
	extra := copied.Elem().FieldByName("Extra")
	odd := extra.Interface().(cms.Extra)
	extra.SetZero()
	encoded, err := cms.Marshal(copied.Interface())
	if err != nil {
		return nil, err
	}
	var body map[string]json.RawMessage
	if err := cms.Unmarshal(encoded, &body); err != nil {
		return nil, err
	}
	for name, value := range odd {
		body[name] = value
	}
	request.Body = body
	return cms.Do(ctx, site, request, options...)
}
