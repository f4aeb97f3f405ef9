package cms

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

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
// what it takes (OPTIONS of the route), and refuses what it does not name as an
// [*ArgumentError] before the call is sent. That holds for arguments of the address and
// for members of a body, not for what is inside of them. A value that an argument does
// not take the site refuses itself: [ErrBadRequest].
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

func newKnown(s *site) *known { return &known{site: s, routes: map[string][]describe.Endpoint{}} }

// check refuses a call with an argument that its route does not know.
func (k *known) check(ctx context.Context, r request, call *transport.Call) error {
	query := call.URL.Query()
	query.Del("rest_route")
	all := map[string]bool{}
	for key := range query {
		argument := wire.ServerName(key)
		if !strings.HasPrefix(argument, "_") && !slices.Contains(r.turning, argument) {
			all[argument] = true
		}
	}
	if call.Body != nil {
		members, _ := route.Members(call.Body.Bytes) // route looked at it
		for argument := range members {
			all[argument] = true
		}
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
	var args []describe.Schemas // without an endpoint of the method the site refuses the call itself
	for _, e := range said {
		if slices.Contains(e.Methods, call.Method) {
			if len(e.Args) == 0 {
				return nil
			}
			args = append(args, e.Args)
		}
	}
	for _, argument := range slices.Sorted(maps.Keys(all)) {
		if args != nil && !slices.ContainsFunc(args, func(all describe.Schemas) bool { return all.Named(argument) != nil }) {
			return withOperation(call.Operation, &ArgumentError{
				Argument: argument, Reason: "the site does not know this argument here, and would ignore it",
			})
		}
	}
	return nil
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
	}, apply[CallOption](nil, CallOption.get))
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
