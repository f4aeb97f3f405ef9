package cms

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/describe"
	"github.com/fontcms/fontcms-go/cms/internal/record"
	"github.com/fontcms/fontcms-go/cms/internal/route"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// WithCheckedArguments refuses an argument that the site would ignore. A site says
// nothing of an argument that it does not know, of an older release or of a plugin
// that is off: a filter of that name lists everything, and a field of that name is
// not stored. With this option the client asks the site once for each kind of route
// what it takes (OPTIONS of the route), and refuses what it does not name, or a value
// outside of those that it names, as an [*ArgumentError] before the call is sent. That
// holds for arguments of the address and for members of a body, not for what is
// inside of them.
//
// Where the site does not describe the route the call fails with the error of that
// request. An endpoint that describes no arguments at all may take any. Arguments
// that begin with _ belong to every route, and those that a walk turns pages with are
// not looked at: a walk sees pages that do not turn.
func WithCheckedArguments() Option {
	return option(func(c *config) error { c.checked = true; return nil })
}

// known is what the site said of its routes.
type known struct {
	site   *site // that is asked, without a check
	mutex  sync.Mutex
	routes map[string][]describe.Endpoint
}

// given is an argument as a call gives it.
type given struct {
	values []string
	list   bool // it was written as a list
}

func (g given) and(values []string, list bool) given {
	return given{append(g.values, values...), g.list || list}
}

func newKnown(s *site) *known { return &known{site: s, routes: map[string][]describe.Endpoint{}} }

// check refuses a call with an argument that its route does not know.
func (k *known) check(ctx context.Context, r request, call *transport.Call) error {
	query := call.URL.Query()
	query.Del("rest_route")
	all := map[string]given{}
	for key, values := range query {
		argument, list := wire.ServerName(key), strings.Contains(key, "[")
		if strings.HasPrefix(argument, "_") || slices.Contains(r.turning, argument) {
			continue
		}
		all[argument] = all[argument].and(values, list)
	}
	for argument, value := range members(call.Body) {
		all[argument] = all[argument].and(texts(value), value.Kind() == '[')
	}
	if call.Method == http.MethodPost && strings.HasSuffix(call.Route, "/v2/comments") {
		delete(all, "type") // the site obeys it or refuses the call, but never describes it
	}
	if len(all) == 0 {
		return nil
	}
	said, err := k.ask(ctx, call, r.name)
	if err != nil {
		return err
	}
	var args []describe.Schemas
	for _, e := range said {
		if slices.Contains(e.Methods, call.Method) {
			if len(e.Args) == 0 {
				return nil
			}
			args = append(args, e.Args)
		}
	}
	for _, argument := range slices.Sorted(maps.Keys(all)) {
		if err := judge(args, argument, all[argument]); err != nil {
			return named(call.Operation, err)
		}
	}
	return nil
}

// judge refuses an argument that none of these endpoints takes. Without an endpoint
// of the method the site refuses the call itself.
func judge(endpoints []describe.Schemas, name string, g given) error {
	var last error
	for _, args := range endpoints {
		argument := args.Named(name)
		if argument == nil {
			last = cmp.Or[error](last, &ArgumentError{Argument: name, Reason: "the site does not know this argument here, and would ignore it"})
			continue
		}
		if last = allowed(argument, name, g); last == nil {
			return nil
		}
	}
	return last
}

// allowed refuses a value that is none of those that the site names.
func allowed(argument *describe.Schema, name string, g given) error {
	enum := argument.Enum
	list := argument.Items != nil && readAs(argument.Types, g) == "array"
	if list && len(enum) == 0 {
		enum = argument.Items.Enum
	}
	if len(enum) == 0 {
		return nil
	}
	for _, value := range g.values {
		each := []string{value}
		if list {
			each = strings.Split(value, ",")
		}
		for _, one := range each {
			if !slices.ContainsFunc(enum, func(v jsontext.Value) bool { return slices.Contains(texts(v), one) }) {
				return &ArgumentError{Argument: name, Reason: fmt.Sprintf("%.80q is none of the values that the site names", one)}
			}
		}
	}
	return nil
}

// readAs is the one of several types that a site reads an argument as: the first that
// its value fits. A site takes any text for a list, separated by commas.
func readAs(types []string, g given) string {
	fits := func(kind string) bool {
		switch {
		case kind == "array":
			return true
		case g.list || len(g.values) != 1:
			return false
		case kind == "boolean":
			return slices.Contains([]string{"true", "false", "0", "1"}, strings.ToLower(g.values[0]))
		case kind == "integer" || kind == "number":
			_, err := strconv.ParseFloat(g.values[0], 64)
			return err == nil
		}
		return kind == "string"
	}
	if i := slices.IndexFunc(types, fits); i >= 0 {
		return types[i]
	}
	return ""
}

// members are those of a body that is a JSON object.
func members(body *transport.Body) (members map[string]jsontext.Value) {
	if body != nil {
		members, _ = route.Members(body.Bytes) // route looked at it
	}
	return members
}

// texts are the values of JSON as they would stand in an address: of a list its
// elements, of an object and of null none.
func texts(value jsontext.Value) []string {
	switch value.Kind() {
	case '[':
		var elements []jsontext.Value
		_ = wire.Unmarshal(value, &elements) // it is valid
		var all []string
		for _, element := range elements {
			all = append(all, texts(element)...)
		}
		return all
	case '"':
		var s string
		_ = wire.Unmarshal(value, &s)
		return []string{s}
	case '{', 'n':
		return nil
	}
	return []string{value.String()}
}

// ask returns what the site says of the route of a call. All records of a collection
// have one route, whatever name a route ends with.
func (k *known) ask(ctx context.Context, call *transport.Call, name string) ([]describe.Endpoint, error) {
	segments := strings.Split(strings.ToLower(strings.TrimSuffix(call.Route, name)), "/")
	for i, segment := range segments {
		if route.IsNumber(segment) {
			segments[i] = "0"
		}
	}
	key := strings.Join(segments, "/")
	fails := func(reason error) error {
		return &Error{Operation: call.Operation, Method: http.MethodOptions, Path: call.Route, Reason: reason}
	}
	unlock, err := k.site.turns.Wait(ctx, "arguments of "+key)
	if err != nil {
		return nil, fails(err)
	}
	defer unlock()
	k.mutex.Lock()
	said := k.routes[key]
	k.mutex.Unlock()
	if said != nil {
		return said, nil
	}
	route, err := perform(ctx, k.site, Request[describe.Route]{
		Operation: call.Operation, Method: http.MethodOptions, Path: call.Route, name: name, Repeat: RepeatSafe,
		Query: url.Values{"_fields": {"endpoints"}}, shape: &record.Shape{},
		decode: func(body []byte, v any) error {
			route, err := describe.LoadRoute(body)
			if err == nil {
				*v.(*describe.Route) = *route
			}
			return err
		},
	}, gather[CallOption](nil, CallOption.get))
	if err != nil {
		return nil, err
	}
	if len(route.Endpoints) == 0 {
		return nil, fails(transport.Because(ErrDecode, errors.New("the site does not say which arguments the route takes")))
	}
	k.mutex.Lock()
	k.routes[key] = route.Endpoints
	k.mutex.Unlock()
	return route.Endpoints, nil
}
