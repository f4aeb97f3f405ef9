package cmstest

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

// seedKinds is the table of the kinds, in the order in which a document is loaded and written: what others refer to
// comes first. A new kind is one entry here. Those made of an item get theirs by their entry in AllResources, those
// made of a term by the one in AllTaxonomies.
func (s *Server) seedKinds() []seed.Kind {
	kinds := []seed.Kind{s.user.Kind(), s.setting.Kind()}
	for _, tax := range s.site.AllTaxonomies() {
		kinds = append(kinds, s.term.Kind(tax))
	}
	for _, res := range s.site.AllResources() {
		if res.Menu {
			kinds = append(kinds, s.menu.Kind())
			continue
		}
		kinds = append(kinds, s.content.Kind(res))
	}
	kinds = append(kinds, s.media.Kind(), s.history.Kind("revisions", false),
		s.history.Kind("autosaves", true))
	kinds = append(append(kinds, s.comment.Kind()), s.pluginKinds()...)
	mine := map[string]bool{}
	for _, r := range s.site.API.Routes {
		mine[r.Path] = r.Pattern == "" // no plane has it
	}
	return append(kinds, s.kept.Kinds(func(d *rest.Description) bool { return mine[d.Path] })...)
}

func (s *Server) seedKind(name string) *seed.Kind {
	if i := slices.IndexFunc(s.kinds(), func(k seed.Kind) bool { return k.Name == name }); i >= 0 {
		return &s.kinds()[i]
	}
	return nil
}
