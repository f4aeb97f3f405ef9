package cmstest

import (
	"fmt"
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
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
// Records of "blocks" take what posts and pages share except for the image and the discussion, cms_pattern_category
// (ids), and in meta also cms_pattern_sync_status: these names begin with "cms" whatever the prefix of the site. Those
// of "menu-items" take title, status, url, attr_title, description, type (default "custom"), object, object_id,
// parent, menu_order (default 1), target, classes and xfn (lists of strings), menus (an id), and slug, author and the
// dates that the interface does not show. Records of "navigation" take what blocks take except for categories, the
// excerpt and meta. Those of "menus" and "cms_pattern_category" are terms. Media take title, caption, description,
// alt_text, slug, status (default "inherit"), date and the like, author, post, comment_status, ping_status and
// featured_media, and the file: filename ("a.png", or with its folder "2026/05/a.png"; default: of the slug or title
// and mime_type), and file, its bytes or their base64. Without file an image of width and height is made up, in the
// type that filename or mime_type says, and a short text for what is no image. Sub-sizes are made, unless
// generate_sub_sizes is false. A record of "settings" is all that it names of the settings of the site, null for what
// is deleted; it has the id 1. Terms take name, slug, description and parent, and menus also locations (a list of
// names) and auto_add. Revisions and autosaves take parent (the id of their record), author, date, date_gmt, title,
// content, excerpt and meta; an author has one autosave of a record. Users take username, name and nickname (default:
// the username), role (default "subscriber") or roles (a list, which may be empty), email, first_name, last_name,
// description, url, locale, slug, registered_date (GMT) and preferences, which are persisted_preferences of the
// interface; an application password is made for them, see [Server.AppPassword]. It is in no document, and neither are
// those that requests created.
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
