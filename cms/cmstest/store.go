package cmstest

import (
	"fmt"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

// Insert stores a record as it is, without a request and its permissions, and returns its id. Kind is "users",
// "posts", "pages", "categories", "tags", "media", "revisions", "autosaves" or one of the other kinds below.
//
// Posts and pages take the fields of the interface: title, content and excerpt as plain text (raw), status
// (default "publish"), slug (default: from the title, made unique), date and date_gmt ("2026-05-01T10:00:00"; either
// will do; default: now), modified and modified_gmt, author (default 1), featured_media, comment_status, ping_status,
// password, template, meta (of strings), and for posts format, sticky, categories and tags (lists of ids), for pages
// parent and menu_order. date_gmt and modified_gmt are "" for a draft whose date follows the clock, status_before_trash
// is what a record in the trash returns to (default "publish"), guid an address below that of the site.
// Records of "blocks" take what posts and pages share but for the image and the discussion, cms_pattern_category (ids),
// and in meta also cms_pattern_sync_status: these names begin with "cms" whatever the prefix of the site. Those of
// "menu-items" take title, status, url, attr_title, description, type (default "custom"), object, object_id, parent,
// menu_order (default 1), target, classes and xfn (lists of strings), menus (an id), and slug, author and the dates
// that the interface does not show. Records of "navigation" take what blocks take but for categories, the excerpt and
// meta. Those of "menus" and "cms_pattern_category" are terms.
// Media take title, caption, description, alt_text, slug, status (default "inherit"), date and the like, author, post,
// comment_status, ping_status and featured_media, and the file: filename ("a.png", or with its folder "2026/05/a.png";
// default: of the slug or title and mime_type), and file, its bytes or their base64. Without file an image of width and
// height is made up, in the type that filename or mime_type says, and a short text for what is no image. Sub-sizes
// are made, unless generate_sub_sizes is false.
// A record of "settings" is all that it names of the settings of the site, null for what is deleted; it has the id 1.
// Terms take name, slug, description and parent, and menus also locations (a list of names) and auto_add. Revisions and
// autosaves take parent (the id of their record), author, date, date_gmt, title, content, excerpt and meta; an author
// has one autosave of a record. Users take username, name and nickname (default: the username), role (default
// "subscriber") or roles (a list, which may be empty), email, first_name, last_name, description, url, locale, slug,
// registered_date (GMT) and preferences, which are persisted_preferences of the interface; an application password is
// made for them, see [Server.AppPassword]. It is in no document, and neither are those that requests created.
//
// What the plugins store can be inserted as well. A record of "snippets" takes name, desc, code, tags (a list of
// strings), scope, condition_id, active, priority, modified ("2026-05-01 10:00:00", GMT), revision and trashed. One of
// "analytics" is what was counted on a day: date (a day, or a moment in the site's time, which counts for realtime;
// default: now), path, referrer, post_id (default: the record whose address has the path), visitors and pageviews
// (default 1). With neither path nor referrer it is the count of the whole site on that day, which otherwise is the
// sum of its paths. A record of "block-visibility" is the whole document of settings, which has the id 1 and is
// destroyed by an empty one. One of "archiver" takes url, service and timestamp ("20260501100000", GMT).
//
// Comments take post, parent, author (an id; default 0, a guest), author_name and author_email (default: those of the
// author), author_url, author_ip, author_user_agent, date, date_gmt, content (raw), status ("approved", the default,
// "hold", "spam", "trash", "post-trashed"), status_before, which "unspam" and "untrash" bring back, type (default
// "comment") and note_status.
//
// An id that is given is used; it must be free, except that the default users (1 to 5) and the default category (1)
// are replaced by a record with their id. A user who is replaced under the same username keeps the password.
// Integers may be of any number type. References to other records are stored as they are given.
// Insert panics on an unknown kind, field or type: a mistake in a test. [Server.Load] takes many records at once, as
// JSON, and returns such mistakes as errors.
func (s *Server) Insert(kind string, record map[string]any) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := s.seedKind(kind)
	if k == nil {
		panic(fmt.Sprintf("cmstest: Insert of %q", kind))
	}
	id, err := k.Store(record)
	if err != nil {
		panic(fmt.Sprintf("cmstest: Insert of %s: %v", kind, err))
	}
	return id
}

func (s contentPlane) insert(kind *content.Resource, record map[string]any) (int64, error) {
	it := content.NewItem(kind)
	it.Status, it.Author, it.BeforeTrash = "publish", 1, "publish"
	for _, name := range php.SortedKeys(record) {
		if err := assign(it, name, record[name]); err != nil {
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
	if kind.Menu {
		settlePointer(it, record)
	}
	s.Items[it.ID] = it
	if it.Guid == "" {
		it.Guid = s.LocalLink(it)
	}
	return it.ID, nil
}

// assign sets a field to a value of [Server.Insert].
func assign(it *content.Item, name string, value any) (err error) {
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
	if it.Kind.Menu && assignMenuItem(it, name, value, &err) || assignOwn(it, name, value) {
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

// Record returns what the server has stored under an id, nil if there is no such record of that kind: a second
// opinion beside the interface. Texts are raw, ids and menu_order are int64, lists of terms []int64, meta a
// map[string]any of strings, classes and xfn []string, sticky a bool, revisions their count without autosaves (an int).
// date_gmt and modified_gmt are "" for a draft whose date follows the clock. A user has no password here, the first
// role as role, and all as roles. Media have filename with its folder, original_image ("" if it was not scaled), width,
// height and sizes, the names of the sub-sizes in order.
func (s *Server) Record(kind string, id int64) map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	if k := s.seedKind(kind); k != nil {
		return k.Record(id)
	}
	return nil
}

func (s contentPlane) itemRecord(res *content.Resource, id int64) map[string]any {
	it := s.Find(res, id)
	if it == nil {
		return nil
	}
	meta := map[string]any{}
	for name, value := range it.Meta {
		meta[res.SeedMetaName(name)] = value
	}
	if res.Menu {
		return menuItemRecord(it)
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
