package comments

import "github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"

// Routes are those of comments.
func (s Plane) Routes() []*rest.Route {
	word := rest.Rule{Early: true, Clean: rest.CleanKey}
	list := rest.Rules{"status": word, "type": word}
	write := rest.Rules{
		"author_email": {Late: true, Clean: cleanGuestMail}, "author_name": {Clean: rest.CleanLine},
		"author_user_agent": {Clean: rest.CleanLine}, "author_url": {Clean: rest.CleanURL}, "status": {Clean: rest.CleanKey},
	}
	return []*rest.Route{
		s.API.Route("/comments",
			rest.On([]string{"GET"}, list, s.mayList, s.list),
			rest.On([]string{"POST"}, write, s.mayCreate, s.create)),
		s.API.Route("/comments/{id}",
			rest.On([]string{"GET"}, nil, s.mayGet, s.get),
			rest.On(rest.UpdateMethods, write, s.mayUpdate, s.update),
			rest.On([]string{"DELETE"}, nil, s.mayDelete, s.remove)),
	}
}

func (s Plane) get(c *rest.Call) (*rest.Response, *rest.Error) {
	return rest.OK(s.show(c, s.find(c.Integer("id"))))
}
