package rest

import (
	"fmt"
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

func (c *Call) dispatch() *Response {
	e := c.find()
	switch {
	case e != nil:
		answer, why := c.call(e)
		if why != nil {
			return why.Response()
		}
		return answer
	case c.Route != nil:
		return c.options(c.Route)
	case c.Method == "OPTIONS":
		return &Response{Status: 200, Body: php.Object{}}
	}
	return noRoute().Response()
}

// find looks for the endpoint of the path and the method, and notes its route. For OPTIONS there is only a route.
func (c *Call) find() *Endpoint {
	for _, r := range c.api.Routes {
		variables, ok := r.match(c.path)
		if !ok || r.Secure && !c.Secure {
			continue
		}
		for _, v := range variables {
			c.url.Set(v.Name, v.Value)
		}
		if c.Method == "OPTIONS" {
			c.Route = r
			return nil
		}
		endpoints := r.load().endpoints
		for i := range endpoints {
			if slices.Contains(endpoints[i].methods, c.Method) {
				c.Route = r
				return &endpoints[i]
			}
		}
	}
	return nil
}

func (c *Call) call(e *Endpoint) (*Response, *Error) {
	if c.badJSON != nil {
		return nil, c.badJSON
	}
	if why := c.check(e.params); why != nil {
		return nil, why
	}
	if why := e.permit(c); why != nil {
		return nil, why
	}
	return e.handle(c)
}

// allowed lists the methods that this caller, with these arguments, may use on the route. It is asked after the
// request was served, so what was just deleted allows nothing.
func (c *Call) allowed() []string {
	var out []string
	for _, e := range c.Route.load().endpoints {
		if e.permit(c) == nil {
			out = append(out, e.methods...)
		}
	}
	return out
}

func (c *Call) options(r *Route) *Response {
	body, err := php.ParseOrdered([]byte(c.api.describe(r, true)))
	if err != nil {
		panic(fmt.Sprintf("cmstest: %s: %v", r.Path, err)) // it was read before
	}
	return &Response{Status: 200, Body: body}
}
