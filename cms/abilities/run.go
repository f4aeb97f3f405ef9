package abilities

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"

	"github.com/fontcms/fontcms-go/cms"
)

// Run runs an ability and returns its output as an Out:
// {method} cms-abilities/v1/abilities/{name}/run. The ability must have been read whole,
// because its annotations decide the method: see [Annotations.Method].
//
// input is encoded as JSON. nil sends no input; the site then takes the default of the
// input schema. A POST has the input in its body. A GET or DELETE has it in the query,
// where null cannot be written, and an empty object or list is an empty text. So an input
// of a GET or DELETE is refused if it
//   - holds null below its top level: leave the field out
//   - holds the name of a field with a bracket
//   - has more than 900 values, or more than 50 levels: PHP drops what is beyond its
//     limits of 1,000 and 64
//
// An output that is null gives the zero Out. Use a pointer or json.RawMessage as Out to
// tell null from zero.
//
// Run is retried on connection errors if the ability is readonly or idempotent. Otherwise
// it is retried only if the site provably did nothing, and fails with
// [cms.ErrOutcomeUnknown] if the response is lost.
//
// Errors:
//   - [cms.ErrIncomplete] if the ability was read in part.
//   - [cms.ErrNotFound] with [CodeNotFound] if the site publishes no such ability.
//   - [cms.ErrUnauthorized] or [cms.ErrForbidden] with [CodeCannotExecute] if the caller
//     may not run it.
//   - [cms.ErrBadRequest] with [CodeInvalidInput] or [CodeTakesNoInput].
//   - [cms.ErrDecode] if the output is not an Out.
//   - an error of the ability, with its own status and code.
func Run[Out any](
	ctx context.Context, s *Service, ability *Ability, input any, options ...cms.CallOption,
) (Out, error) {
	var out Out
	r, err := s.request(ability, input)
	if err != nil {
		return out, err
	}
	raw, err := cms.Do(ctx, s.site, r, options...)
	if err != nil || len(bytes.TrimSpace(*raw)) == 0 {
		return out, err
	}
	if err := cms.Unmarshal(*raw, &out); err != nil {
		var zero Out
		return zero, &cms.Error{Operation: operation, Method: r.Method, Path: r.Path, Status: http.StatusOK,
			Reason: fmt.Errorf("%w: the output is not a %T: %w", cms.ErrDecode, zero, err)}
	}
	return out, nil
}

const operation = "abilities.Run"

// request returns the request that runs an ability. The annotations of the ability decide
// whether the method of the request is GET, POST or DELETE.
func (s *Service) request(ability *Ability, input any) (cms.Request[json.RawMessage], error) {
	r := cms.Request[json.RawMessage]{Operation: operation}
	switch {
	case ability == nil:
		return r, &cms.ArgumentError{Operation: operation, Argument: "ability", Reason: "must not be nil"}
	case ability.Reading.Partial:
		return r, &cms.ArgumentError{Operation: operation, Argument: "ability", Err: cms.ErrIncomplete,
			Reason: "was read in part, so its method is not known: read it without Fields, in the context view"}
	}
	if err := checkName(operation, ability.Name); err != nil {
		return r, err
	}
	r.Method, r.Path = ability.Meta.Annotations.Method(), s.path+"/"+ability.Name+"/run"
	raw, err := encoded(input)
	if err != nil {
		return r, &cms.ArgumentError{Operation: operation, Argument: "input", Reason: err.Error()}
	}
	if r.Method == http.MethodPost {
		if is(ability.Meta.Annotations.Idempotent) {
			r.Repeat = cms.RepeatSafe
		}
		if raw != nil {
			r.Body = map[string]json.RawMessage{"input": raw}
		}
		return r, nil
	}
	if raw != nil {
		r.Query = url.Values{}
		if err := write(r.Query, raw); err != nil {
			return r, &cms.ArgumentError{Operation: operation, Argument: "input", Reason: err.Error()}
		}
	}
	return r, nil
}

// encoded returns the JSON of an input. It returns nil if the input is nil or encodes to
// null.
func encoded(input any) (json.RawMessage, error) {
	if input == nil {
		return nil, nil
	}
	raw, err := cms.Marshal(input)
	if raw = bytes.TrimSpace(raw); err != nil || bytes.Equal(raw, []byte("null")) {
		return nil, err
	}
	return raw, nil
}
