package conformance

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"reflect"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// rawRequest is what the client would refuse to send: broken JSON, a form, an override of the method.
type rawRequest struct {
	method      string // GET if empty
	path        string // below the root, as the specification spells it: "cms/v2/posts?per_page=ten"
	body        string
	contentType string // of JSON if empty; "-" for none
	header      map[string]string
}

// rawAnswer is an answer as it came.
type rawAnswer struct {
	status int
	header http.Header
	body   []byte
}

// raw sends a request past the client.
func (s *site) raw(ctx context.Context, r role, ask rawRequest) (*rawAnswer, error) {
	path := strings.Replace(strings.Replace(ask.path, "cms/", s.prefix+"/", 1), "cms-block-editor/",
		s.prefix+"-block-editor/", 1)
	method := ask.method
	if method == "" {
		method = http.MethodGet
	}
	request, err := http.NewRequestWithContext(ctx, method, s.address+"/"+s.prefix+"-json/"+path,
		strings.NewReader(ask.body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/json")
	switch {
	case ask.contentType == "-" || ask.body == "":
	case ask.contentType == "":
		request.Header.Set("Content-Type", "application/json")
	default:
		request.Header.Set("Content-Type", ask.contentType)
	}
	for name, value := range ask.header {
		request.Header.Set(name, value)
	}
	if l, ok := s.logins[r]; ok {
		request.SetBasicAuth(l.user, l.password)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	return &rawAnswer{response.StatusCode, response.Header, body}, err
}

// refused is the error that the client would make of the answer, nil for a success.
func (a *rawAnswer) refused() error {
	if a.status < 400 {
		return nil
	}
	var envelope struct {
		Code cms.ErrorCode   `json:"code"`
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(a.body, &envelope); err != nil {
		return err
	}
	refused := &cms.Error{Status: a.status, Code: envelope.Code, Data: envelope.Data, Body: a.body}
	var data struct {
		Params  map[string]string          `json:"params"`
		Details map[string]cms.ErrorDetail `json:"details"`
	}
	if json.Unmarshal(envelope.Data, &data) == nil {
		refused.Params, refused.Details = data.Params, data.Details
	}
	return refused
}

// rawCall makes a raw request the call of a refusal.
func rawCall(r role, ask rawRequest) func(context.Context, *site, *cms.Client) error {
	return func(ctx context.Context, s *site, _ *cms.Client) error {
		answer, err := s.raw(ctx, r, ask)
		if err != nil {
			return err
		}
		return answer.refused()
	}
}

// sendLoosely sends a request of which the Extra of the params may hold values that
// their fields cannot say, such as null. The client refuses those.
func sendLoosely[T any](ctx context.Context, site *cms.Client, request cms.Request[T],
	options ...cms.CallOption) (*T, error) {
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
