package changes

import (
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// Kind is a collection whose records are compared. Make it with one of the functions
// below. The fields may be changed before [New].
type Kind struct {
	// Name is the Kind of changes and the key of the store: the route without "cms/v2/".
	Name  string
	Route string
	// Context in which records are read. Default "edit": without the right to edit, the list
	// fails instead of being short. "view" compares rendered texts.
	Context cms.Context
	// Statuses that are listed. A record of another status is read by its id in each pass.
	Statuses []cms.Status
	// Whole reads the records whole in each pass. It is for records without modified_gmt.
	Whole bool
	// Fields are further fields that a usual pass compares, such as those of a plugin's
	// taxonomy. Kinds that are read whole need none.
	Fields []string
	// Ignore are fields that are not compared: "views", "meta.views". To change it is no
	// change of records, but changes of records since the last pass can be missed.
	Ignore []string

	// filter and sort are the arguments status and orderby of a list of comments.
	filter, sort string
	ofType       string
}

// Type returns the kind for a post type with modified_gmt: "cms/v2/posts", "cms/v2/pages",
// "cms/v2/blocks", or a post type of a plugin. Write cms whatever the prefix of the site is.
// The trash is included.
func Type(route string) Kind {
	return Kind{Name: nameOf(route), Route: route, Context: cms.ContextEdit,
		Statuses: []cms.Status{cms.StatusAny, cms.StatusTrash}}
}

// Media returns the kind for the media library.
func Media() Kind {
	k := Type("cms/v2/media")
	k.Statuses = []cms.Status{cms.StatusInherit, cms.StatusPrivate, cms.StatusTrash}
	return k
}

// Taxonomy returns the kind for the terms of a taxonomy: "cms/v2/categories", "cms/v2/tags",
// "cms/v2/menus". Terms are read whole.
func Taxonomy(route string) Kind {
	return Kind{Name: nameOf(route), Route: route, Context: cms.ContextEdit, Whole: true}
}

// Comments returns the kind for the comments of every status and type. They are read whole.
// The user must be an editor.
func Comments() Kind {
	k := Taxonomy("cms/v2/comments")
	k.filter, k.sort, k.ofType = "any", "id", "all"
	return k
}

// Users returns the kind for users. They are read whole, without persisted_preferences, which
// editing changes. The user of the client must be an administrator.
func Users() Kind {
	k := Taxonomy("cms/v2/users")
	k.Ignore = []string{"meta.persisted_preferences"}
	return k
}

// MenuItems returns the kind for the items of menus. They are read whole.
func MenuItems() Kind {
	k := Type("cms/v2/menu-items")
	k.Whole = true
	return k
}

// Core returns the kinds that [New] takes by default: posts, pages, blocks, media,
// categories, tags, comments and users. The user must be an administrator.
func Core() []Kind {
	return []Kind{
		Type("cms/v2/posts"), Type("cms/v2/pages"), Type("cms/v2/blocks"), Media(),
		Taxonomy("cms/v2/categories"), Taxonomy("cms/v2/tags"), Comments(), Users(),
	}
}

func nameOf(route string) string { return strings.TrimPrefix(strings.Trim(route, "/"), "cms/v2/") }

// listOptions holds the arguments of lists, for all kinds.
type listOptions struct {
	Context cms.Context  `url:"context,omitempty"`
	Page    int          `url:"page,omitempty"`
	PerPage int          `url:"per_page,omitempty"`
	Include []int64      `url:"include,brackets,omitempty"`
	Status  []cms.Status `url:"status,brackets,omitempty"`
	Filter  string       `url:"status,omitempty"` // comments take one status, not an array
	Type    string       `url:"type,omitempty"`
	OrderBy string       `url:"orderby,omitempty"`
	Order   cms.Order    `url:"order,omitempty"`
}

// options returns the arguments of a list. The list is in ascending order. So new records come
// last, and do not move the other records to other pages.
func (k *Kind) options() *listOptions {
	return &listOptions{Context: k.Context, Status: k.Statuses, Filter: k.filter, Type: k.ofType, OrderBy: k.sort,
		Order: cms.Ascending}
}

// compared returns the fields that a pass reads if it does not read all fields. They do not
// include the texts of a record, so that the site need not render the texts. A field that a
// record does not have is ignored.
func (k *Kind) compared() []string {
	return append([]string{
		"id", "status", "modified_gmt", "date_gmt", "slug", "author", "parent", "post", "menu_order", "featured_media",
		"sticky", "comment_status", "ping_status", "template", "format", "categories", "tags",
	}, k.Fields...)
}
