package appearance

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// Error codes of the routes of global styles.
const (
	CodeStylesNotFound cms.ErrorCode = "rest_global_styles_not_found" // 404
	CodeStylesView     cms.ErrorCode = "rest_cannot_view"
	// CodeIllegalCSS (400): the custom CSS holds HTML. WordPress 6.1 silently drops it.
	CodeIllegalCSS cms.ErrorCode = "rest_custom_css_illegal_markup"
)

// ErrNoStyles is returned by [Styles.ActiveID] if the active theme has no global styles
// that a user can edit. Classic themes have none before WordPress 7.1.
var ErrNoStyles = errors.New("the active theme has no editable styles")

// GlobalStyles are the changes that users have made to the styles of a theme: colours,
// fonts, sizes and spacing. The site merges them into the styles of the theme.
type GlobalStyles struct {
	ID    int64    `json:"id"`
	Title cms.Text `json:"title"`
	// Settings are what the editor offers: palettes, sizes, and the fonts of the site in
	// typography.fontFamilies.custom, which is a list of fontlibrary.FamilySettings.
	Settings Tree `json:"settings,omitzero"`
	// Styles are the values in use. "var:preset|font-family|inter" refers to a font of
	// Settings by its slug. It reads back as "var(--wp--preset--font-family--inter)".
	Styles Tree `json:"styles,omitzero"`

	Links cms.Links `json:"_links,omitzero"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole record was read.
	Reading cms.Reading `json:"-"`
}

// StylesParams are the fields that an update of global styles sets. A nil field is not
// changed. A tree replaces the whole tree of the site: use [Styles.Edit] to change a part
// of it. An empty Tree that is not nil removes all settings or styles.
type StylesParams struct {
	Settings Tree    `json:"settings,omitzero"`
	Styles   Tree    `json:"styles,omitzero"`
	Title    *string `json:"title,omitzero"`
	// Extra holds fields that plugins accept: see [cms.Extra.Set].
	Extra cms.Extra `json:",embed"`
}

// ThemeStyles are the styles that a theme comes with.
type ThemeStyles struct {
	Settings Tree `json:"settings"` // the fonts of the theme are in typography.fontFamilies.theme
	Styles   Tree `json:"styles"`

	Links cms.Links `json:"_links,omitzero"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// Variation is a style variation of a theme: an alternative to its own settings and
// styles. To use one, write its trees into the global styles.
type Variation struct {
	Version  int    `json:"version"`
	Title    string `json:"title"`         // several variations may have the same title
	Slug     string `json:"slug,omitzero"` // "" for most variations
	Settings Tree   `json:"settings,omitzero"`
	Styles   Tree   `json:"styles,omitzero"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// Styles reads and writes the global styles of a site. Reading requires a user who may
// edit posts, or an administrator before WordPress 6.6. Writing requires an
// administrator. Global styles cannot be listed, created or deleted: a site has one record
// for each theme, and makes it when it is needed.
type Styles struct {
	collection *cms.Collection[GlobalStyles, StylesParams, struct{}]
	themes     *cms.Catalog[Theme, cms.ReadOnly, ThemeListOptions]
}

const stylesRoute = "cms/v2/global-styles"

// ActiveID returns the id of the global styles of the active theme, which it reads from
// the links of the theme: GET cms/v2/themes?status[]=active.
//
// It may write to the site: WordPress creates the record of the styles if there is none.
//
// Errors: [ErrNoStyles] if the theme has no such link.
func (s *Styles) ActiveID(ctx context.Context, options ...cms.CallOption) (int64, error) {
	const operation, relation = "global-styles.ActiveID", "cms:user-global-styles"
	options = append(options[:len(options):len(options)], cms.Fields("_links"))
	themes, err := s.themes.List(ctx, &ThemeListOptions{Status: []ThemeStatus{ThemeActive}}, options...)
	if e, ok := errors.AsType[*cms.Error](err); ok {
		e.Operation = operation
	}
	if err != nil {
		return 0, err
	}
	for i := range themes {
		for _, link := range themes[i].Links.Get(relation) {
			if id := idOf(link.Href); id > 0 {
				return id, nil
			}
		}
	}
	return 0, &cms.Error{Operation: operation, Method: http.MethodGet, Path: s.route("themes"), Reason: ErrNoStyles}
}

// idOf returns the number at the end of a link to a record, or 0 if there is none. With
// plain permalinks the route is in the query of the link.
func idOf(href string) int64 {
	u, err := url.Parse(href)
	if err != nil {
		return 0
	}
	path := u.Path
	if route := u.Query().Get("rest_route"); route != "" {
		path = route
	}
	path = strings.TrimSuffix(path, "/")
	id, _ := strconv.ParseInt(path[strings.LastIndexByte(path, '/')+1:], 10, 64)
	return id
}

// route returns the path of a route: the prefix of the site, "/v2/" and the parameter below.
func (s *Styles) route(below string) string { return s.collection.Client().Prefix() + "/v2/" + below }

// Get returns the global styles with an id: GET cms/v2/global-styles/{id}. See
// [Styles.ActiveID]. Errors: [cms.ErrNotFound] if no record has the id.
func (s *Styles) Get(ctx context.Context, id int64, options ...cms.GetOption) (*GlobalStyles, error) {
	return s.collection.Get(ctx, id, options...)
}

// Update replaces the trees that params sets: POST cms/v2/global-styles/{id}, or PUT or
// PATCH with [cms.UpdateMethod]. It is retried on connection errors. A site silently drops
// names and values that it does not know: compare the result, or use [Styles.Edit].
//
// Errors: [cms.ErrNotFound] if no record has the id; [CodeIllegalCSS].
func (s *Styles) Update(ctx context.Context, id int64, params *StylesParams,
	options ...cms.CallOption) (*GlobalStyles, error) {
	return s.collection.Update(ctx, id, params, options...)
}

// OfTheme returns the styles that a theme comes with: GET
// cms/v2/global-styles/themes/{stylesheet}. Errors: [cms.ErrNotFound] unless it is the
// active theme.
func (s *Styles) OfTheme(ctx context.Context, stylesheet string, options ...cms.CallOption) (*ThemeStyles, error) {
	path, err := themeRoute("global-styles.OfTheme", stylesheet)
	if err != nil {
		return nil, err
	}
	return cms.Do(ctx, s.collection.Client(), cms.Request[ThemeStyles]{Operation: "global-styles.OfTheme", Path: path},
		options...)
}

// Variations returns the style variations of a theme: GET
// cms/v2/global-styles/themes/{stylesheet}/variations. Errors: [cms.ErrNotFound] unless it
// is the active theme.
func (s *Styles) Variations(ctx context.Context, stylesheet string, options ...cms.CallOption) ([]Variation, error) {
	path, err := themeRoute("global-styles.Variations", stylesheet)
	if err != nil {
		return nil, err
	}
	all, err := cms.Do(ctx, s.collection.Client(),
		cms.Request[[]Variation]{Operation: "global-styles.Variations", Path: path + "/variations"}, options...)
	if err != nil {
		return nil, err
	}
	return *all, nil
}

// themeRoute returns the route of the styles of a theme.
func themeRoute(operation, stylesheet string) (string, error) {
	if stylesheet == "" || strings.Trim(stylesheet, "/") != stylesheet {
		return "", &cms.ArgumentError{Operation: operation, Argument: "stylesheet",
			Reason: fmt.Sprintf("%.200q is not the folder of a theme", stylesheet)}
	}
	return stylesRoute + "/themes/" + stylesheet, nil
}
