package posts

import (
	"fmt"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

// Kind returns the [seed.Kind] for a kind of records.
func (s Plane) Kind(res *content.Resource) seed.Kind {
	return seed.Kind{
		Name:   res.Base,
		Next:   func() *int64 { return &s.NextItem },
		Insert: func(record map[string]any) (int64, error) { return s.Insert(res, record) },
		Record: func(id int64) map[string]any { return s.record(res, id) },
		IDs: func() []int64 {
			return seed.SortedIDs(s.Items, func(it *content.Item) bool { return it.Kind.Base == res.Base })
		},
		Export: s.export,
	}
}

// export removes the number of revisions, and adds the fields that only documents have.
func (s Plane) export(record map[string]any) map[string]any {
	delete(record, "revisions")
	it := s.Items[record["id"].(int64)]
	record["guid"] = it.Guid
	if it.Status == "trash" {
		record["status_before_trash"] = it.BeforeTrash
	}
	return record
}

func places(it *content.Item) seed.Places {
	fields := seed.Places{
		"id": &it.ID, "date": seed.Date{To: &it.Date}, "date_gmt": seed.Date{To: &it.DateGMT, Empty: true},
		"modified": seed.Date{To: &it.Modified}, "modified_gmt": seed.Date{To: &it.ModifiedGMT, Empty: true},
		"slug": &it.Slug, "status": &it.Status, "title": &it.Title, "content": &it.Content, "excerpt": &it.Excerpt,
		"password": &it.Password, "author": &it.Author, "featured_media": &it.Featured, "comment_status": &it.Comments,
		"ping_status": &it.Pings, "template": &it.Template, "format": &it.Format, "sticky": &it.Sticky,
		"parent": &it.Parent, "menu_order": &it.MenuOrder, "status_before_trash": &it.BeforeTrash, "guid": &it.Guid,
	}
	fields["meta"] = func(value any) error {
		given := map[string]string{}
		err := seed.Words("meta", given)(value)
		for key, text := range given {
			it.Meta[it.Kind.MetaName(key)] = text
		}
		return err
	}
	for _, tax := range it.Kind.Taxonomies {
		name := tax.SeedName()
		fields[name] = func(value any) (err error) {
			it.Terms[tax.Name], err = seed.Ints(name, value)
			return err
		}
	}
	if it.Kind.Own != nil {
		addOwnPlaces(it, fields)
	}
	return fields
}

// Fill makes a record from the fields of [Server.Insert]. change may add and remove fields.
func (s Plane) Fill(kind *content.Resource, record map[string]any,
	change func(*content.Item, seed.Places)) (*content.Item, error) {
	it := content.NewItem(kind)
	it.Status, it.Author, it.BeforeTrash = "publish", 1, "publish"
	fields := places(it)
	change(it, fields)
	if err := seed.Fields(record, fields); err != nil {
		return nil, err
	}
	if it.ID != 0 && s.Items[it.ID] != nil {
		return nil, fmt.Errorf("id %d is taken", it.ID)
	}
	_, neverSaved := record["modified_gmt"]
	floating := record["date_gmt"] == "" // true if the record has an empty date_gmt; false if date_gmt is absent
	if it.Date, it.DateGMT = s.Clock.Complete(it.Date, it.DateGMT); floating {
		it.DateGMT = ""
	}
	switch {
	case it.Modified == "" && it.ModifiedGMT != "":
		it.Modified, _ = s.Clock.Twins("", it.ModifiedGMT)
	case it.Modified == "":
		it.Modified, it.ModifiedGMT = it.Date, it.DateGMT
	case it.ModifiedGMT == "" && !neverSaved:
		it.ModifiedGMT = s.Clock.GMT(it.Modified)
	}
	return it, nil
}

// Keep stores a record from Fill. It adds a missing id, slug and guid.
func (s Plane) Keep(it *content.Item) int64 {
	if it.ID == 0 {
		it.ID = s.TakeID()
	}
	s.NextItem = max(s.NextItem, it.ID+1)
	given := it.Slug != ""
	if !given && !content.IsDraft(it.Status) {
		it.Slug = s.UniqueSlug(it, php.SlugOr(it.Title, it.ID))
	}
	if it.Status == "trash" {
		if given {
			it.WantedSlug = content.Untrashed(it.Slug)
		} else {
			it.TrashSlug()
		}
	}
	if it.Kind.Base == "posts" && it.Terms["category"] == nil {
		it.Terms["category"] = s.DefaultCategories()
	}
	s.Items[it.ID] = it
	if it.Guid == "" {
		it.Guid = s.LocalLink(it)
	}
	return it.ID
}

// Insert stores a record without checks of permissions.
func (s Plane) Insert(kind *content.Resource, record map[string]any) (int64, error) {
	it, err := s.Fill(kind, record, func(*content.Item, seed.Places) {})
	if err != nil {
		return 0, err
	}
	return s.Keep(it), nil
}

func (s Plane) record(res *content.Resource, id int64) map[string]any {
	it := s.Find(res, id)
	if it == nil {
		return nil
	}
	out := places(it).Record()
	for _, name := range []string{"guid", "status_before_trash"} { // only documents have these fields
		delete(out, name)
	}
	if !res.Tree {
		delete(out, "parent")
		delete(out, "menu_order")
	}
	if !res.Formats {
		delete(out, "format")
		delete(out, "sticky")
	}
	meta := map[string]any{}
	for name, value := range it.Meta {
		meta[res.SeedMetaName(name)] = value
	}
	for name, value := range it.Own.Meta {
		meta[name] = php.PlainValue(value)
	}
	out["meta"], out["revisions"] = meta, len(it.Revisions)-len(it.Autosaves())
	for name, value := range it.Own.Fields {
		out[name] = php.PlainValue(value)
	}
	for _, tax := range res.Taxonomies {
		out[tax.SeedName()] = append([]int64{}, it.Terms[tax.Name]...)
	}
	return out
}
