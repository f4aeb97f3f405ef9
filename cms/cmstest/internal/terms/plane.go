// Package terms has the routes and records of terms. Menus are terms, too. Menu locations are in
// package catalogs.
package terms

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

// Plane has the terms of all taxonomies.
type Plane struct{ *content.Site }

// of returns the taxonomy of a term.
func (s Plane) of(t *content.Term) content.Taxonomy { return *s.Taxonomy(t.Taxonomy) }

// Kind returns the kind of [Server.Insert] for a taxonomy.
func (s Plane) Kind(tax content.Taxonomy) seed.Kind {
	return seed.Kind{
		Name:   tax.SeedName(),
		Next:   func() *int64 { return &s.NextTerm },
		Insert: func(record map[string]any) (int64, error) { return s.Insert(tax.Name, record) },
		Record: func(id int64) map[string]any { return s.record(tax, id) },
		IDs: func() []int64 {
			return seed.SortedIDs(s.Terms, func(t *content.Term) bool { return t.Taxonomy == tax.Name })
		},
	}
}

// Insert stores a term without checks of permissions.
func (s Plane) Insert(taxonomy string, record map[string]any) (int64, error) {
	t := &content.Term{Taxonomy: taxonomy}
	var places []string
	fields := seed.Places{"id": &t.ID, "parent": &t.Parent, "name": &t.Name, "slug": &t.Slug,
		"description": &t.Description}
	if taxonomy == content.Menus().Name {
		fields["auto_add"], fields["locations"] = &t.AutoAdd, &places
	}
	if err := seed.Fields(record, fields); err != nil {
		return 0, err
	}
	t.Name = php.Ampersands(t.Name) // WordPress stores the name with HTML entities
	byDefault := t.ID == content.FirstCategory && taxonomy == "category"
	var err error
	if t.ID, err = seed.PlaceID(&s.NextTerm, t.ID, s.Terms[t.ID] != nil && !byDefault); err != nil {
		return 0, err
	}
	if t.Slug == "" {
		t.Slug = php.SlugOr(t.Name, t.ID)
	}
	s.Terms[t.ID] = t
	for _, name := range places {
		s.Places[name] = t.ID
	}
	return t.ID, nil
}

func (s Plane) record(tax content.Taxonomy, id int64) map[string]any {
	t := s.TermOf(tax, id)
	if t == nil {
		return nil
	}
	out := map[string]any{"id": t.ID, "name": t.Name, "slug": t.Slug, "description": t.Description, "parent": t.Parent}
	if tax.IsMenu() {
		out["locations"], out["auto_add"] = s.LocationsOf(id), t.AutoAdd
	}
	return out
}
