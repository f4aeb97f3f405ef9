package posts

import (
	"fmt"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

// Kind is how tests insert and read records of a kind.
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

// export leaves out what is counted, and adds what the interface does not show.
func (s Plane) export(record map[string]any) map[string]any {
	delete(record, "revisions")
	it := s.Items[record["id"].(int64)]
	record["guid"] = it.Guid
	if it.Status == "trash" {
		record["status_before_trash"] = it.BeforeTrash
	}
	return record
}

// ownFields sets a field that posts do not have, and says whether it knows it.
type ownFields func(it *content.Item, name string, value any) (known bool, err error)

// Insert stores a record as it is. Fields that assign knows are set by that.
func (s Plane) Insert(kind *content.Resource, record map[string]any, own ...ownFields) (int64, error) {
	it := content.NewItem(kind)
	it.Status, it.Author, it.BeforeTrash = "publish", 1, "publish"
	for _, name := range php.SortedKeys(record) {
		known := false
		for _, set := range own {
			var err error
			if known, err = set(it, name, record[name]); err != nil {
				return 0, err
			}
		}
		if known {
			continue
		}
		if err := Assign(it, name, record[name]); err != nil {
			return 0, err
		}
	}
	_, neverSaved := record["modified_gmt"]
	floating := record["date_gmt"] == "" // it was given, and there is none
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
	if it.ID == 0 {
		it.ID = s.TakeID()
	} else if s.Items[it.ID] != nil {
		return 0, fmt.Errorf("id %d is taken", it.ID)
	}
	s.NextItem = max(s.NextItem, it.ID+1)
	given := it.Slug != ""
	if !given && !content.IsDraft(it.Status) {
		it.Slug = s.UniqueSlug(it, php.SlugOr(it.Title, it.ID))
	}
	if it.Status == "trash" {
		if given {
			it.WantedSlug = strings.TrimSuffix(it.Slug, content.TrashedSuffix)
		} else {
			it.TrashSlug()
		}
	}
	if kind.Base == "posts" && it.Terms["category"] == nil {
		it.Terms["category"] = s.DefaultCategories()
	}
	s.Items[it.ID] = it
	if it.Guid == "" {
		it.Guid = s.LocalLink(it)
	}
	return it.ID, nil
}

// Assign sets a field to a value of [Server.Insert].
func Assign(it *content.Item, name string, value any) (err error) {
	text := func(to *string) { *to, err = seed.Text(name, value) }
	number := func(to *int64) { *to, err = seed.Int(name, value) }
	numbers := func(taxonomy string) { it.Terms[taxonomy], err = seed.Ints(name, value) }
	date := func(to *string) {
		if text(to); err != nil || *to == "" && strings.HasSuffix(name, "_gmt") {
			return
		}
		if _, bad := time.Parse(php.StampLayout, *to); bad != nil {
			err = fmt.Errorf("%s is %q, not like %s", name, *to, php.StampLayout)
		}
	}
	if assignOwn(it, name, value) {
		return err
	}
	switch name {
	case "id":
		number(&it.ID)
	case "date":
		date(&it.Date)
	case "date_gmt":
		date(&it.DateGMT)
	case "modified":
		date(&it.Modified)
	case "modified_gmt":
		date(&it.ModifiedGMT)
	case "slug":
		text(&it.Slug)
	case "status":
		text(&it.Status)
	case "title":
		text(&it.Title)
	case "content":
		text(&it.Content)
	case "excerpt":
		text(&it.Excerpt)
	case "password":
		text(&it.Password)
	case "comment_status":
		text(&it.Comments)
	case "ping_status":
		text(&it.Pings)
	case "template":
		text(&it.Template)
	case "format":
		text(&it.Format)
	case "author":
		number(&it.Author)
	case "featured_media":
		number(&it.Featured)
	case "parent":
		number(&it.Parent)
	case "menu_order":
		number(&it.MenuOrder)
	case "sticky":
		it.Sticky, err = seed.Bool(name, value)
	case "status_before_trash":
		text(&it.BeforeTrash)
	case "guid":
		text(&it.Guid)
	case "meta":
		members, isMap := value.(map[string]any)
		if !isMap {
			return seed.WrongType(name, value, "a map")
		}
		for key := range members {
			it.Meta[it.Kind.MetaName(key)] = fmt.Sprint(members[key])
		}
	default:
		for _, tax := range it.Kind.Taxonomies {
			if tax.SeedName() == name {
				numbers(tax.Name)
				return err
			}
		}
		return seed.NoField(name)
	}
	return err
}

func (s Plane) record(res *content.Resource, id int64) map[string]any {
	it := s.Find(res, id)
	if it == nil {
		return nil
	}
	meta := map[string]any{}
	for name, value := range it.Meta {
		meta[res.SeedMetaName(name)] = value
	}
	out := map[string]any{
		"id": it.ID, "date": it.Date, "date_gmt": it.DateGMT, "modified": it.Modified, "modified_gmt": it.ModifiedGMT,
		"slug": it.Slug, "status": it.Status, "title": it.Title, "content": it.Content, "excerpt": it.Excerpt,
		"password": it.Password, "author": it.Author, "featured_media": it.Featured, "comment_status": it.Comments,
		"ping_status": it.Pings, "template": it.Template, "meta": meta, "revisions": len(it.Revisions) - len(it.Autosaves()),
	}
	if res.Tree {
		out["parent"], out["menu_order"] = it.Parent, it.MenuOrder
	}
	if res.Formats {
		out["format"], out["sticky"] = it.Format, it.Sticky
	}
	for name, value := range it.Own.Fields {
		out[name] = php.PlainValue(value)
	}
	for name, value := range it.Own.Meta {
		meta[name] = php.PlainValue(value)
	}
	for _, tax := range res.Taxonomies {
		out[tax.SeedName()] = append([]int64{}, it.Terms[tax.Name]...)
	}
	return out
}
