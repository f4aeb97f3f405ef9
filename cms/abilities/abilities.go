// Package abilities lists and runs the abilities of a site. An ability is a function with
// a name, which WordPress or a plugin offers to programs. WordPress 7.1 has these routes;
// on older sites every call fails with [cms.ErrNoRoute].
//
//	all := abilities.New(site) // site is a *cms.Client
//	ability, err := all.Get(ctx, "core/get-site-info")
//	…
//	info, err := abilities.Run[SiteInfo](ctx, all, ability, nil)
//
// A site lists only the abilities that it publishes. Listing needs a login.
package abilities

import (
	"bytes"
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// Error codes of the routes of abilities.
const (
	// CodeNotFound means that the site has no such ability, or does not publish it: 404.
	CodeNotFound cms.ErrorCode = "rest_ability_not_found"
	// CodeCategoryNotFound means that the site has no such category: 404.
	CodeCategoryNotFound cms.ErrorCode = "rest_ability_category_not_found"
	// CodeCannotExecute means that the caller may not run the ability: 401 or 403.
	CodeCannotExecute cms.ErrorCode = "rest_ability_cannot_execute"
	// CodeInvalidMethod means that the annotations of the ability have changed: 405.
	CodeInvalidMethod cms.ErrorCode = "rest_ability_invalid_method"
	// CodeInvalidInput means that the input does not fit InputSchema: 400.
	CodeInvalidInput cms.ErrorCode = "ability_invalid_input"
	// CodeTakesNoInput means that the ability has no InputSchema, but input was sent: 400.
	CodeTakesNoInput cms.ErrorCode = "ability_missing_input_schema"
)

// Ability is a function that a site offers. The context "embed" has Name, Label and
// Category.
type Ability struct {
	// Name has a namespace: "core/get-site-info". Pass it to Get.
	Name        string `json:"name"`
	Label       string `json:"label"`
	Description string `json:"description"`
	Category    string `json:"category"` // the slug of a [Category]
	// InputSchema and OutputSchema are JSON schemas of the input and output. A site sends
	// [] if the ability has none.
	InputSchema  json.RawMessage `json:"input_schema"`
	OutputSchema json.RawMessage `json:"output_schema"`
	Meta         Meta            `json:"meta"`

	Links cms.Links `json:"_links,omitzero"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole ability was read.
	Reading cms.Reading `json:"-"`
}

// Meta is what an ability states about itself.
type Meta struct {
	Annotations Annotations `json:"annotations"`
	// Public means that the site publishes the ability.
	Public bool `json:"public"`

	// Extra holds the fields that plugins add.
	Extra cms.Extra `json:",embed"`
}

// Annotations say what an ability does to the site. The plugin states them; the site does
// not check them. nil means that the plugin states nothing.
type Annotations struct {
	Readonly    *bool `json:"readonly"`    // the ability changes nothing
	Destructive *bool `json:"destructive"` // the ability may delete or overwrite
	Idempotent  *bool `json:"idempotent"`  // a second run with the same input changes nothing

	// Extra holds the annotations that plugins add.
	Extra cms.Extra `json:",embed"`
}

// Method returns the HTTP method by which the site runs an ability with these
// annotations: GET if it is readonly, DELETE if it is destructive and idempotent,
// otherwise POST.
func (a Annotations) Method() string {
	switch {
	case is(a.Readonly):
		return http.MethodGet
	case is(a.Destructive) && is(a.Idempotent):
		return http.MethodDelete
	}
	return http.MethodPost
}

func is(flag *bool) bool { return flag != nil && *flag }

// TakesInput reports whether the ability has an input schema. Without one the site
// rejects every input, even {}.
func (a *Ability) TakesInput() bool { return len(bytes.Trim(a.InputSchema, "[]{} \t\r\n")) > 0 }

// ListOptions are the arguments of the list of abilities.
type ListOptions struct {
	// Context sets how much of each ability is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
	// Page is the number of the page, from 1. Default 1. A page past the last one is empty.
	Page int `url:"page,omitempty"`
	// PerPage is the size of a page, at most 100. Default 50 for List, 100 for a walk.
	PerPage int `url:"per_page,omitempty"`
	// Category selects by the slug of a category.
	Category string `url:"category,omitempty"`
	// Namespace selects by the part of the name before the slash: "core".
	Namespace string `url:"namespace,omitempty"`
	// Readonly, Destructive and Idempotent select by annotations. nil selects all.
	Readonly    *bool `url:"meta[annotations][readonly],omitempty"`
	Destructive *bool `url:"meta[annotations][destructive],omitempty"`
	Idempotent  *bool `url:"meta[annotations][idempotent],omitempty"`
}

// Service uses the type list for the list of abilities, which has pages. It uses the type
// catalog for a single ability, because an ability has a name instead of a numeric id.
type (
	list    = cms.Collection[Ability, cms.ReadOnly, ListOptions]
	catalog = cms.Catalog[Ability, cms.ReadOnly, ListOptions]
)

// Service holds the abilities of a site.
type Service struct {
	// Categories are the categories of abilities: cms-abilities/v1/categories.
	Categories *Categories

	list *list
	one  *catalog
	site *cms.Client
	path string // route of the list
}

// New returns the abilities of a site: cms-abilities/v1/abilities.
func New(site *cms.Client) *Service {
	path := site.Prefix() + "-abilities/v1/abilities"
	return &Service{
		newCategories(site),
		cms.NewCollection[Ability, cms.ReadOnly, ListOptions](site, path),
		cms.NewCatalog[Ability, cms.ReadOnly, ListOptions](site, path, "name"),
		site, path,
	}
}

// List returns one page: GET cms-abilities/v1/abilities. See [cms.Collection.List].
func (s *Service) List(
	ctx context.Context, options *ListOptions, callOptions ...cms.CallOption,
) (*cms.ListPage[Ability], error) {
	return s.list.List(ctx, options, callOptions...)
}

// All walks all abilities, page by page: GET cms-abilities/v1/abilities. See
// [cms.Collection.All]. [cms.Exact] is not supported.
func (s *Service) All(
	ctx context.Context, options *ListOptions, walkOptions ...cms.WalkOption,
) iter.Seq2[*Ability, error] {
	return s.list.All(ctx, options, walkOptions...)
}

// Get returns one ability: GET cms-abilities/v1/abilities/{name}.
//
// Errors: [cms.ErrNotFound] with [CodeNotFound] if the site publishes no such ability.
func (s *Service) Get(ctx context.Context, name string, options ...cms.GetOption) (*Ability, error) {
	if err := checkName("abilities.Get", name); err != nil {
		return nil, err
	}
	return s.one.Get(ctx, name, options...)
}

// checkName refuses a text that is not a name of an ability. It also refuses a name that
// ends in "/run", because a request to the route of x/run would run the ability x.
func checkName(operation, name string) error {
	reason := ""
	namespace, _, found := strings.Cut(name, "/")
	switch {
	case !found || namespace == "" || strings.HasSuffix(name, "/") || strings.Contains(name, "//"):
		reason = "a name has a namespace, a slash and the name of a function"
	case strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-/") != "":
		reason = "a name has only letters, digits, - and /"
	case strings.HasSuffix(name, "/run"):
		reason = "the route of a name that ends in /run runs another ability"
	default:
		return nil
	}
	return &cms.ArgumentError{Operation: operation, Argument: "name", Reason: reason}
}
