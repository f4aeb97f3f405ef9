package facts

// The variables of this file are tables. Nothing changes them at run time.

var ordinary = &Facts{}

var table = map[string]*Facts{
	"cms/v2/users": {
		// A DELETE without a uuid deletes all application passwords, so the uuid is optional.
		Shapes: []Shape{
			{word("me")},
			{one("user_id"), word("application-passwords"), word("introspect")},
			{one("user_id"), word("application-passwords"), optional("uuid")},
		},
		DeleteNeeds: "reassign",
		Orders:      OrdersOfUsers,
		Contexts: Contexts{
			Always: []string{"slug", "link"},
			Edit:   []string{"username", "email", "roles", "nickname"},
		},
	},
	"cms/v2/posts":    {AutosaveNamesParent: true, TermLists: []string{"categories", "tags"}},
	"cms/v2/comments": {Undescribed: []string{"type"}, Orders: AllOrders},
	"cms/v2/search":   {Orders: NoOrder},
	"cms/v2/blocks": {
		FieldNeeds:          map[string]string{"cms_pattern_sync_status": "meta"},
		AutosaveNamesParent: true,
	},
	"cms/v2/media": {
		Shapes:          []Shape{{one("id"), anything}},
		Proof:           Proof{Filter: "mime_type", Field: "mime_type", Kinds: "media_type"},
		StatusInherited: true,
	},
	// A template may replace a file of the theme. After the template is deleted, its route returns
	// the file instead. A second DELETE then concerns the file, and fails with DeletedCode.
	"cms/v2/templates":      {Shapes: templates, Slashes: true, DeletedCode: "rest_invalid_template"},
	"cms/v2/template-parts": {Shapes: templates, Slashes: true, DeletedCode: "rest_invalid_template"},
	"cms/v2/global-styles": {Shapes: []Shape{
		{word("themes"), several("stylesheet"), word("variations")},
		{word("themes"), several("stylesheet")},
		{one("parent"), word("revisions")},
		{one("parent"), word("revisions"), one("id")},
		{several("id")},
	}},
	"cms/v2/font-families": {Shapes: []Shape{
		{one("font_family_id"), word("font-faces")},
		{one("font_family_id"), word("font-faces"), one("id")},
	}},
	"cms/v2/font-collections": {Shapes: []Shape{{several("slug")}}, Orders: AllOrders},
	"cms/v2/types":            {Shapes: []Shape{{one("type")}}},
	"cms/v2/statuses":         {Shapes: []Shape{{one("status")}}},
	"cms/v2/taxonomies":       {Shapes: []Shape{{one("taxonomy")}}},
	// A GET of themes creates the styles of the active theme. A GET of sidebars or widgets
	// moves widgets.
	"cms/v2/themes":   {Shapes: []Shape{{several("stylesheet")}}, GetWrites: true},
	"cms/v2/plugins":  {Shapes: []Shape{{several("plugin")}}},
	"cms/v2/sidebars": {Shapes: []Shape{{one("id")}}, GetWrites: true},
	"cms/v2/widgets": {
		Shapes:    []Shape{{one("id")}},
		GetWrites: true,
		Contexts: Contexts{
			Always: []string{"id_base", "rendered"},
			Edit:   []string{"instance", "rendered_form"},
		},
	},
	"cms/v2/widget-types": {
		Shapes:    []Shape{{one("id")}, {one("id"), anything}},
		PostReads: []Shape{{one("id"), word("encode")}, {one("id"), word("render")}},
	},
	"cms/v2/menu-locations":   {Shapes: []Shape{{one("location")}}},
	"cms/v2/block-types":      {Shapes: []Shape{{one("namespace")}, {one("namespace"), one("name")}}},
	"cms/v2/block-renderer":   {Shapes: []Shape{{several("name")}}, PostReads: []Shape{{several("name")}}},
	"cms/v2/icons":            {Shapes: []Shape{{one("collection")}, {several("name")}}, Orders: AllOrders},
	"cms/v2/icon-collections": {Shapes: []Shape{{one("slug")}}},

	"cms-block-editor/v1/navigation-fallback": {GetWrites: true}, // a GET creates a navigation if there is none

	"cms-abilities/v1/categories": {Shapes: []Shape{{one("slug")}}},
	"cms-abilities/v1/abilities":  {Shapes: []Shape{{several("name"), word("run")}, {several("name")}}},

	"code-snippets/v1/snippets": {Shapes: []Shape{{one("id"), anything}}},
}

var templates = []Shape{
	{word("lookup")},
	{several("parent"), word("revisions")},
	{several("parent"), word("revisions"), one("id")},
	{several("id"), word("autosaves")},
	{several("parent"), word("autosaves"), one("id")},
	{several("id")},
}

// held has the names of all arguments in the table.
var held = map[string]bool{
	"id": true, "parent": true, "user_id": true, "uuid": true, "stylesheet": true, "font_family_id": true, "slug": true,
	"type": true, "status": true, "taxonomy": true, "plugin": true, "location": true, "namespace": true, "name": true,
	"collection": true, "reassign": true,
}

var anything = Segment{}

func word(word string) Segment     { return Segment{Word: word} }
func one(name string) Segment      { return Segment{Name: name} }
func several(name string) Segment  { return Segment{Name: name, Several: true} }
func optional(name string) Segment { return Segment{Name: name, Optional: true} }
