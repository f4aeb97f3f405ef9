package appearance

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/fontcms/fontcms-go/cms"
)

// LookUpOptions are the further arguments of [Service.LookUpTemplate].
type LookUpOptions struct {
	// IsCustom means that the slug is one of a template outside of the template hierarchy.
	IsCustom *bool
	// Prefix is the part of the hierarchy that the slug belongs to, for a slug of which it
	// is not clear: "taxonomy-book_type" for "taxonomy-book_type-fiction".
	Prefix string
}

// LookUpTemplate returns the template that the site uses for a slug of the template
// hierarchy: GET cms/v2/templates/lookup. If there is no template "single-book-kerning",
// this may be "single-book", "single" or "index": compare Slug.
//
// Errors: [cms.ErrNotFound] if the theme has no template for the slug, not even "index". A
// classic theme has none.
func (s *Service) LookUpTemplate(
	ctx context.Context, slug string, options *LookUpOptions, callOptions ...cms.CallOption,
) (*Template, error) {
	const operation, path = "templates.LookUp", templatesPath + "/lookup"
	if slug == "" {
		return nil, &cms.ArgumentError{Operation: operation, Argument: "slug", Reason: "must not be empty"}
	}
	query := url.Values{"slug": {slug}}
	if options != nil && options.IsCustom != nil {
		query.Set("is_custom", strconv.FormatBool(*options.IsCustom))
	}
	if options != nil && options.Prefix != "" {
		query.Set("template_prefix", options.Prefix)
	}
	fields := cms.FieldsOf(callOptions...)
	if len(fields) > 0 && !slices.Contains(fields, "id") {
		callOptions = append(callOptions[:len(callOptions):len(callOptions)], cms.Fields("id"))
	}
	// If there is no template, the response is {}, or on WordPress 6.1 an object of
	// nulls. Both are decoded into a Template without an ID.
	raw, err := cms.Do(ctx, s.site, cms.Request[json.RawMessage]{Operation: operation, Path: path, Query: query},
		callOptions...)
	if err != nil {
		return nil, err
	}
	found := new(Template)
	if err = cms.Unmarshal(*raw, found); err != nil {
		err = fmt.Errorf("%w: %w", cms.ErrDecode, err)
	} else if found.ID == "" {
		err = fmt.Errorf("%w: the theme has no template for %.80q", cms.ErrNotFound, slug)
	}
	if err != nil {
		return nil, &cms.Error{Operation: operation, Method: http.MethodGet, Path: s.site.Prefix() + "/v2/templates/lookup",
			Status: http.StatusOK, Reason: err}
	}
	found.Reading.Partial = len(fields) > 0
	return found, nil
}
