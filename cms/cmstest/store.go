package cmstest

import (
	"fmt"
	"slices"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

// Insert stores a record and returns its id. It sends no request and checks no
// permission. Each kind has its own fields, most of them with the names of the REST
// API:
//
//   - "posts", "pages": title, content and excerpt as plain text (raw), status (default
//     "publish"), slug (default: made from the title), date or date_gmt
//     ("2026-05-01T10:00:00"; default: now), modified, modified_gmt, author (default
//     1), featured_media, comment_status, ping_status, password, template, meta
//     (strings), guid (an address on the site), status_before_trash (the status after a
//     restore from the trash; default "publish"). A draft with an empty date_gmt gets
//     its date when it is published.
//   - "posts" also have format, sticky, categories and tags (lists of ids). "pages" also
//     have parent and menu_order.
//   - "blocks": as posts and pages, without featured_media, comment_status and
//     ping_status. They also have cms_pattern_category (ids), and cms_pattern_sync_status
//     in meta. These two names begin with "cms" whatever the prefix of the site is.
//   - "navigation": as blocks, without categories, excerpt and meta.
//   - "menu-items": title, status, url, attr_title, description, type (default "custom"),
//     object, object_id, parent, menu_order (default 1), target, classes and xfn (lists of
//     strings), menus (the id of one menu). They also have slug, author and dates, which
//     the REST API does not show.
//   - "media": title, caption, description, alt_text, slug, status (default "inherit"),
//     dates, author, post, comment_status, ping_status, featured_media, mime_type,
//     filename ("a.png" or "2026/05/a.png"; default: made from slug or title) and file, as
//     bytes or base64. Without file, the server makes an image of the fields width and
//     height, or a short text for other types. It makes sub-sizes, unless
//     generate_sub_sizes is false.
//   - "font-families": font_family_settings, a map with name, slug, fontFamily and
//     preview.
//   - "font-faces": parent (the id of the family), font_face_settings (a map), and
//     filename with file, as bytes or base64. The file then becomes the src of the face.
//   - "categories", "tags", "cms_pattern_category": name, slug, description, parent.
//     "menus" also have locations (a list of names) and auto_add.
//   - "users": username, name and nickname (default: the username), email, first_name,
//     last_name, description, url, locale, slug, registered_date (GMT). Set role
//     (default "subscriber") or roles (a list, which may be empty). preferences are the
//     persisted_preferences of the REST API. Each user gets an application password:
//     see [Server.AppPassword]. [Server.Document] leaves it out.
//   - "comments": post, parent, author (an id; default 0, a guest), author_name and
//     author_email (default: from the author), author_url, author_ip,
//     author_user_agent, date, date_gmt, content (raw), type (default "comment"),
//     note_status. status is "approved" (the default), "hold", "spam", "trash" or
//     "post-trashed". status_before is the status after "unspam" or "untrash".
//   - "revisions", "autosaves": parent (the id of the record), author, date, date_gmt,
//     title, content, excerpt, meta. An author has one autosave of a record.
//   - "settings": the settings to change. A null deletes the setting. Insert returns the
//     id 1.
//
// The plugins have these kinds:
//
//   - "snippets": name, desc, code, tags (a list of strings), scope, condition_id, active,
//     priority, modified ("2026-05-01 10:00:00", GMT), revision, trashed.
//   - "analytics": date (default: now), path, referrer, post_id (default: the record
//     with the path), visitors, pageviews (default 1). date is a day, or a local date
//     and time. Only records with a time count for the realtime route. A record without
//     path and referrer sets the total of the day. Without such a record, the total is
//     the sum of all paths.
//   - "block-visibility": all settings of the plugin. They replace the current settings.
//     Insert returns the id 1.
//   - "archiver": url, service, timestamp ("20260501100000", GMT).
//
// The field id sets the id, which must be free. The default users (1 to 5) and the
// default category (1) are replaced by a record with their id. If the record of a
// default user has the same username as before, the user keeps the application
// password. Integers may be of any number type. References to other records are stored
// without a check.
//
// Insert panics on an unknown kind, an unknown field or a value of the wrong type.
// [Server.Load] takes many records at once, as JSON, and returns an error instead.
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

// Record returns the stored record with an id, or nil if there is none. Use it to check what your
// program has written, without the REST API. Most fields have the names of [Server.Insert]. Texts
// are strings, as plain text (raw). Other fields have these types:
//
//   - ids, menu_order: int64; lists of terms: []int64
//   - sticky: bool
//   - classes, xfn: []string
//   - meta: map[string]any, with strings
//   - date_gmt, modified_gmt: string, "" for a draft that has no date yet
//   - revisions: int, the number of revisions without autosaves
//   - role: the first role of a user; roles: all of them. A user has no password.
//   - filename of media: string, with the folder. original_image: string, "" if the
//     image was not scaled. Media also have width, height and sizes. sizes holds the
//     names of the sub-sizes in order.
func (s *Server) Record(kind string, id int64) map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	if k := s.seedKind(kind); k != nil {
		return k.Record(id)
	}
	return nil
}

// seedKinds returns the kinds of Insert, in the order in which a document is written and loaded.
// Records that other records refer to come first. To add a kind whose records are items, add only
// an entry to AllResources. To add a kind whose records are terms, add only an entry to
// AllTaxonomies.
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
	kinds = append(kinds, s.font.Kinds()...)
	kinds = append(kinds, s.media.Kind(), s.history.Kind("revisions", false),
		s.history.Kind("autosaves", true))
	kinds = append(append(kinds, s.comment.Kind()), s.pluginKinds()...)
	mine := map[string]bool{}
	for _, r := range s.site.API.Routes {
		mine[r.Path] = r.Pattern == "" // true for a route that only package stored serves
	}
	return append(kinds, s.kept.Kinds(func(d *rest.Description) bool { return mine[d.Path] })...)
}

func (s *Server) seedKind(name string) *seed.Kind {
	if i := slices.IndexFunc(s.kinds(), func(k seed.Kind) bool { return k.Name == name }); i >= 0 {
		return &s.kinds()[i]
	}
	return nil
}
