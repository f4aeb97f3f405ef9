package users

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// Routes are those of users, of the user who asks, and of application passwords.
func (s Plane) Routes() []*rest.Route {
	var routes []*rest.Route
	add := func(path string, endpoints ...rest.Endpoint) {
		routes = append(routes, s.API.Route("/users"+path, endpoints...))
	}
	me := func(permit func(*rest.Call) *rest.Error) func(*rest.Call) *rest.Error {
		return func(c *rest.Call) *rest.Error {
			c.JSON.Set("id", int64(0)) // the strongest source
			if c.User != nil {
				c.JSON.Set("id", c.User.ID)
			}
			return permit(c)
		}
	}
	heir := rest.Rules{"reassign": {Clean: cleanHeir}}
	add("",
		rest.On([]string{"GET"}, s.listRules(), s.mayList, s.list),
		rest.On([]string{"POST"}, writeRules(), s.mayCreate, s.create))
	add("/{id}",
		rest.On([]string{"GET"}, nil, s.mayGet, s.get),
		rest.On(rest.UpdateMethods, writeRules(), s.mayUpdate, s.update),
		rest.On([]string{"DELETE"}, heir, s.mayDelete, s.remove))
	add("/me",
		rest.On([]string{"GET"}, nil, rest.Everyone, s.getMe),
		rest.On(rest.UpdateMethods, writeRules(), me(s.mayUpdate), s.update),
		rest.On([]string{"DELETE"}, heir, me(s.mayDelete), s.remove))
	return append(routes, s.passwordRoutes()...)
}
