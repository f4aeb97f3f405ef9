package menus

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// Routes returns the routes of menu items.
func (s Plane) Routes() []*rest.Route {
	kind := s.Resource("menu-items")
	one := s.Posts.One(kind)
	return []*rest.Route{
		s.API.Route("/menu-items",
			rest.OnKind(kind, []string{"GET"}, kind.ListRules(), viewing(s, s.Posts.MayList), s.Posts.ListAll),
			rest.OnKind(kind, []string{"POST"}, s.Rules(), s.Posts.MayCreate, s.create)),
		s.API.Route("/menu-items/{id}",
			one.On([]string{"GET"}, nil, viewing(s, s.Posts.MayGet), s.Posts.Read),
			one.On(rest.UpdateMethods, s.Rules(), s.Posts.MayUpdate, s.update),
			one.On([]string{"DELETE"}, nil, s.Posts.MayDelete, s.remove)),
	}
}

// viewing returns a check that calls the function may first. If may permits the call, the check
// requires that the caller may see menus.
func viewing[T any](s Plane, may func(*rest.Call, T) *rest.Error) func(*rest.Call, T) *rest.Error {
	return func(c *rest.Call, of T) *rest.Error {
		if why := may(c, of); why != nil {
			return why
		}
		return s.MayViewMenus(c)
	}
}

// Rules returns the rules for the arguments of a create or an update.
func (s Plane) Rules() rest.Rules {
	rules := rest.Rules{
		"*": {}, "title": {Raw: true}, "status": {Check: s.Posts.CheckStatus},
		"attr_title": {Clean: rest.CleanLine}, "description": {Clean: rest.CleanLine}, "object": {Clean: rest.CleanKey},
		"classes": {Clean: cleanClasses}, "xfn": {Clean: cleanClasses}, "url": {Check: checkURL, Clean: rest.CleanURL},
	}
	for name, rule := range rules {
		rule.Empties = true
		rules[name] = rule
	}
	return rules
}

func cleanClasses(_ *rest.Call, _ *rest.Param, value any) (any, *rest.Problem) {
	list, _ := php.ToList(value)
	out := []any{}
	for _, e := range list {
		word, _ := e.(string)
		out = append(out, php.ClassRunes.ReplaceAllString(php.Octet.ReplaceAllString(word, ""), ""))
	}
	return out, nil
}

// checkURL accepts an address unless cleaning removes all of it.
func checkURL(_ *rest.Call, _ *rest.Param, value any) *rest.Problem {
	address := php.ScalarText(value)
	if address != "" && php.CleanURL(address) == "" {
		return &rest.Problem{Code: "rest_invalid_url", Message: "url is not an address."}
	}
	return nil
}
