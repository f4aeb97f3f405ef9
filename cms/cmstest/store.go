package cmstest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

// item is a stored record of any kind.
type item struct {
	id   int64
	kind *resource

	date, modified       string // the site's own time
	dateGMT, modifiedGMT string // "" while a draft's date follows the clock
	slug, status         string
	title                string
	content, excerpt     string
	password             string
	author, parent       int64
	featured, menuOrder  int64
	comments, pings      string
	format, template     string
	guid                 string // below the site's address
	sticky               bool
	media                *attachment // of the media library alone
	meta                 map[string]string
	terms                map[string][]int64 // by the taxonomy's name

	beforeTrash   string      // the status before the trash
	wantedSlug    string      // the slug before the trash
	revisions     []*revision // autosaves too
	rendered      *rendered   // made when it is first needed, dropped when the item changes
	foldedColumns *[3]string

	pointer pointer // of an item of a menu
	own     ownValues
}

func newItem(kind *resource) *item {
	it := &item{kind: kind, status: "draft", comments: kind.comments, pings: kind.pings, meta: map[string]string{},
		terms: map[string][]int64{}}
	if kind.formats {
		it.format = "standard"
	}
	if kind.own != nil {
		it.own = ownValues{map[string]any{}, map[string]any{}}
	}
	return it
}

// clone is what an update changes, so that a refused one leaves nothing behind.
func (it *item) clone() *item {
	next := *it
	next.meta, next.terms, next.own = maps.Clone(it.meta), maps.Clone(it.terms), it.own.clone()
	next.rendered, next.foldedColumns = nil, nil
	return &next
}

func (s *records) takeID() int64 {
	id := s.nextItem
	s.nextItem++
	return id
}

// sorted are the records of a kind by id.
func (s *records) sorted(kind *resource) []*item {
	var out []*item
	for _, it := range s.items {
		if it.kind.base == kind.base {
			out = append(out, it)
		}
	}
	slices.SortFunc(out, func(a, b *item) int { return int(a.id - b.id) })
	return out
}

// find returns a record of this kind only: the id of a page is not the id of a post.
func (s *records) find(kind *resource, id int64) *item {
	if it := s.items[id]; it != nil && it.kind.base == kind.base {
		return it
	}
	return nil
}

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

func (s contentPlane) insert(kind *resource, record map[string]any) (int64, error) {
	it := newItem(kind)
	it.status, it.author, it.beforeTrash = "publish", 1, "publish"
	for _, name := range php.SortedKeys(record) {
		if err := assign(it, name, record[name]); err != nil {
			return 0, err
		}
	}
	_, neverSaved := record["modified_gmt"]
	floating := record["date_gmt"] == "" // it was given, and there is none
	if it.date, it.dateGMT = s.clock.Complete(it.date, it.dateGMT); floating {
		it.dateGMT = ""
	}
	if it.modified == "" {
		it.modified, it.modifiedGMT = it.date, it.dateGMT
	} else if it.modifiedGMT == "" && !neverSaved {
		it.modifiedGMT = s.clock.GMT(it.modified)
	}
	if it.id == 0 {
		it.id = s.takeID()
	} else if s.items[it.id] != nil {
		return 0, fmt.Errorf("id %d is taken", it.id)
	}
	s.nextItem = max(s.nextItem, it.id+1)
	given := it.slug != ""
	if !given && !isDraft(it.status) {
		it.slug = s.uniqueSlug(it, php.SlugOr(it.title, it.id))
	}
	if it.status == "trash" {
		if given {
			it.wantedSlug = strings.TrimSuffix(it.slug, trashedSuffix)
		} else {
			it.trashSlug()
		}
	}
	if kind.base == "posts" && it.terms["category"] == nil {
		it.terms["category"] = s.term.defaultCategories()
	}
	if kind.menu {
		settlePointer(it, record)
	}
	s.items[it.id] = it
	if it.guid == "" {
		it.guid = s.localLink(it)
	}
	return it.id, nil
}

// assign sets a field to a value of [Server.Insert].
func assign(it *item, name string, value any) (err error) {
	text := func(to *string) { *to, err = seed.Text(name, value) }
	number := func(to *int64) { *to, err = seed.Int(name, value) }
	numbers := func(taxonomy string) { it.terms[taxonomy], err = seed.Ints(name, value) }
	date := func(to *string) {
		if text(to); err != nil || *to == "" && strings.HasSuffix(name, "_gmt") {
			return
		}
		if _, bad := time.Parse(php.StampLayout, *to); bad != nil {
			err = fmt.Errorf("%s is %q, not like %s", name, *to, php.StampLayout)
		}
	}
	if it.kind.menu && assignMenuItem(it, name, value, &err) || assignOwn(it, name, value) {
		return err
	}
	switch name {
	case "id":
		number(&it.id)
	case "date":
		date(&it.date)
	case "date_gmt":
		date(&it.dateGMT)
	case "modified":
		date(&it.modified)
	case "modified_gmt":
		date(&it.modifiedGMT)
	case "slug":
		text(&it.slug)
	case "status":
		text(&it.status)
	case "title":
		text(&it.title)
	case "content":
		text(&it.content)
	case "excerpt":
		text(&it.excerpt)
	case "password":
		text(&it.password)
	case "comment_status":
		text(&it.comments)
	case "ping_status":
		text(&it.pings)
	case "template":
		text(&it.template)
	case "format":
		text(&it.format)
	case "author":
		number(&it.author)
	case "featured_media":
		number(&it.featured)
	case "parent":
		number(&it.parent)
	case "menu_order":
		number(&it.menuOrder)
	case "sticky":
		it.sticky, err = seed.Bool(name, value)
	case "status_before_trash":
		text(&it.beforeTrash)
	case "guid":
		text(&it.guid)
	case "meta":
		members, isMap := value.(map[string]any)
		if !isMap {
			return seed.WrongType(name, value, "a map")
		}
		for key := range members {
			it.meta[it.kind.metaName(key)] = fmt.Sprint(members[key])
		}
	default:
		for _, tax := range it.kind.taxonomies {
			if tax.seedName() == name {
				numbers(tax.name)
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

func (s contentPlane) itemRecord(res *resource, id int64) map[string]any {
	it := s.find(res, id)
	if it == nil {
		return nil
	}
	meta := map[string]any{}
	for name, value := range it.meta {
		meta[res.seedMetaName(name)] = value
	}
	if res.menu {
		return menuItemRecord(it)
	}
	out := map[string]any{
		"id": it.id, "date": it.date, "date_gmt": it.dateGMT, "modified": it.modified, "modified_gmt": it.modifiedGMT,
		"slug": it.slug, "status": it.status, "title": it.title, "content": it.content, "excerpt": it.excerpt,
		"password": it.password, "author": it.author, "featured_media": it.featured, "comment_status": it.comments,
		"ping_status": it.pings, "template": it.template, "meta": meta, "revisions": len(it.revisions) - len(it.autosaves()),
	}
	if res.tree {
		out["parent"], out["menu_order"] = it.parent, it.menuOrder
	}
	if res.formats {
		out["format"], out["sticky"] = it.format, it.sticky
	}
	for name, value := range it.own.fields {
		out[name] = php.PlainValue(value)
	}
	for name, value := range it.own.meta {
		meta[name] = php.PlainValue(value)
	}
	for _, tax := range res.taxonomies {
		out[tax.seedName()] = append([]int64{}, it.terms[tax.name]...)
	}
	return out
}
