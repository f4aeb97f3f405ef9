package cmstest

import (
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
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
		kinds = append(kinds, s.content.itemKind(res))
	}
	kinds = append(kinds, s.media.attachmentKind(), s.history.historyKind("revisions", false),
		s.history.historyKind("autosaves", true))
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

func (s contentPlane) itemKind(res *content.Resource) seed.Kind {
	return seed.Kind{
		Name:   res.Base,
		Next:   func() *int64 { return &s.NextItem },
		Insert: func(record map[string]any) (int64, error) { return s.insert(res, record) },
		Record: func(id int64) map[string]any { return s.itemRecord(res, id) },
		IDs: func() []int64 {
			return seed.SortedIDs(s.Items, func(it *content.Item) bool { return it.Kind.Base == res.Base })
		},
		Export: s.exportItem,
	}
}

// exportItem leaves out what is counted, and adds what the interface does not show.
func (s contentPlane) exportItem(record map[string]any) map[string]any {
	delete(record, "revisions")
	it := s.Items[record["id"].(int64)]
	record["guid"] = it.Guid
	if it.Kind.Menu {
		exportMenuItem(it, record)
	}
	if it.Status == "trash" {
		record["status_before_trash"] = it.BeforeTrash
	}
	return record
}
