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

// WithCheckedArguments refuses arguments that the site would ignore. A site silently
// ignores an argument that it does not know, because it is older or a plugin is off. A
// list is then not filtered, and a field is not stored.
//
// With this option the client reads once, for each kind of route, which arguments the
// site describes (OPTIONS of the route). It refuses other arguments with an
// [*ArgumentError], before the call is sent. It checks the arguments of the address and
// the fields of a body. Of nested fields it checks only the members of meta, if the site
// describes any (since WordPress 6.3): a site drops custom fields that are not registered.
// It does not check values, because the site rejects wrong values itself, with
// [ErrBadRequest].
//
// If the site does not describe the route, the call fails with the error of that request.
// An endpoint that describes no arguments accepts any. Arguments that begin with _ are
// accepted by every route. The paging arguments of a walk are not checked, because the
// walk itself detects pages that come twice.
func WithCheckedArguments() Option {
	return option(func(c *config) error { c.checked = true; return nil })
}

// known checks the arguments of calls. It keeps the descriptions of the routes that were used
// so far.
type known struct {
	// site is a copy of the site without check, so that the requests for descriptions are not
	// checked themselves.
	site   *site
	mutex  sync.Mutex
	routes map[string][]describe.Endpoint
}

func newKnown(s *site) *known { return &known{site: s, routes: map[string][]describe.Endpoint{}} }

// check refuses a call with an argument, or a field of meta, that its route does not know.
func (k *known) check(ctx context.Context, r request, call *transport.Call) error {
	query := call.URL.Query()
	query.Del("rest_route")
	all, custom := map[string]bool{}, route.Fields(nil)
	for key := range query {
		argument := wire.ServerName(key)
		if !strings.HasPrefix(argument, "_") && !slices.Contains(r.turning, argument) {
			all[argument] = true
		}
	}
	if call.Body != nil {
		fields, _ := route.FieldsOf(call.Body.Bytes) // cannot fail: package route has already checked the body
		for _, field := range fields {
			all[field.Name] = true
			if field.Name == "meta" {
				// ignore the error: the site itself rejects meta that is not an object
				custom, _ = route.FieldsOf(field.Value)
			}
		}
	}
	if about, below := k.site.config.prefix.Facts(call.Route); call.Method == http.MethodPost && below == "" {
		for _, name := range about.Undescribed {
			delete(all, name)
		}
	}
	if len(all) == 0 {
		return nil
	}
	said, err := k.ask(ctx, call, r.name)
	if err != nil {
		return err
	}
	var args []describe.Schemas // nil if no endpoint has the method: the site itself rejects such a call
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
				Argument: argument,
				Reason:   "the site does not know this argument here and would ignore it: check its spelling, or remove it",
			})
		}
	}
	for _, field := range custom {
		if slices.ContainsFunc(args, func(all describe.Schemas) bool { return dropsMeta(all, field.Name) }) {
			return withOperation(call.Operation, &ArgumentError{
				Argument: "meta." + field.Name,
				Reason: "the site has not registered this custom field and would drop it: remove the field, or register " +
					"it on the site for the REST API (register_post_meta with show_in_rest)",
			})
		}
	}
	return nil
}

// dropsMeta reports whether a site drops the custom field called name: the description of its
// route lists custom fields, but not this one.
func dropsMeta(args describe.Schemas, name string) bool {
	meta := args.Named("meta")
	return meta != nil && len(meta.Properties) > 0 && meta.Additional == nil && meta.Properties.Named(name) == nil
}

// ask returns the description of the route of a call. All records of a collection share one
// description, so each id in the route is replaced with 0.
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
		Operation: call.Operation, Method: http.MethodOptions, Path: call.Route, Repeat: RepeatSafe,
		Query: url.Values{"_fields": {"endpoints"}},
		made: &expected{name: name, shape: &record.Shape{}, decode: func(body []byte, v any) error {
			route, err := describe.LoadRoute(body)
			if err == nil {
				*v.(*describe.Route) = *route
			}
			return err
		}},
	}, apply[CallOption](nil, CallOption.get))
	if err != nil {
		return nil, err
	}
	if len(route.Endpoints) == 0 {
		return nil, fails(transport.Because(ErrDecode, errors.New("the site does not describe the arguments of the route")))
	}
	k.mutex.Lock()
	k.routes[key] = route.Endpoints
	k.mutex.Unlock()
	return route.Endpoints, nil
}
