package snippets

import (
	"context"
	"fmt"
	"net/http"
	"reflect"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/describe"
)

// Export is a file that the plugin can import on another site.
type Export struct {
	Generator string `json:"generator"` // "Code Snippets v3.6.4"
	// DateCreated is the time of the export, to the minute: "2026-11-21 05:08".
	DateCreated cms.GMTTime       `json:"date_created"`
	Snippets    []ExportedSnippet `json:"snippets"`
	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// ExportedSnippet is a snippet in an export. The site omits empty fields and fields
// with their default value. They are zero here. The defaults are the scope "global",
// the priority 10, and inactive.
//
// The priority 0 is omitted too, so it cannot be distinguished from 10. Use
// [Service.Get] where that matters. A text field with the value "0" is omitted as well.
type ExportedSnippet struct {
	ID            int64          `json:"id,omitzero"`
	Name          string         `json:"name,omitzero"`
	Desc          string         `json:"desc,omitzero"`
	Code          string         `json:"code,omitzero"`
	Tags          cms.StringList `json:"tags,omitzero"`
	Scope         Scope          `json:"scope,omitzero"`
	ConditionID   int64          `json:"condition_id,omitzero"`
	Active        bool           `json:"active,omitzero"`
	Priority      int            `json:"priority,omitzero"`
	Network       *bool          `json:"network,omitzero"`
	SharedNetwork *bool          `json:"shared_network,omitzero"`
	Modified      cms.GMTTime    `json:"modified,omitzero"`
	Revision      cms.Number     `json:"revision,omitzero"`
	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// Params returns params that create the same snippet on another site. The new snippet
// is inactive. These are not copied: the id, condition, date and revision, the network
// settings, and Extra. A Priority of 0 becomes 10, because an export omits the default
// 10.
func (s *ExportedSnippet) Params() *Params {
	p := &Params{
		Name:     new(s.Name),
		Desc:     new(s.Desc),
		Code:     new(s.Code),
		Tags:     slices.Clone([]string(s.Tags)),
		Scope:    new(ScopeGlobal),
		Priority: new(10),
	}
	if s.Scope != "" {
		p.Scope = new(s.Scope)
	}
	if s.Priority != 0 {
		p.Priority = new(s.Priority)
	}
	return p
}

// Export returns a snippet as a file for the import of the plugin: GET
// code-snippets/v1/snippets/{id}/export. Errors: [cms.ErrNotFound] if no snippet has the
// id (the site sends an empty export); [cms.ErrForeignRecord] for an export of another
// snippet.
func (s *Service) Export(ctx context.Context, id int64, options ...cms.CallOption) (*Export, error) {
	var resp cms.Response
	r := item[Export]("snippets.Export", http.MethodGet, id, "/export")
	export, err := one(ctx, s, r, append(options[:len(options):len(options)], cms.Capture(&resp)))
	if err != nil {
		return nil, err
	}
	if reason := export.only(id); reason != nil {
		return nil, &cms.Error{
			Operation: r.Operation, Method: r.Method, Path: r.Path, Status: resp.Status, Attempts: resp.Attempts, Reason: reason,
		}
	}
	return export, nil
}

// only removes the entries that stand for unknown snippets from an export. It fails if
// the export then is empty, or contains another snippet than the requested snippet. With
// [cms.Fields] the list may be nil.
func (e *Export) only(id int64) error {
	e.Snippets = slices.DeleteFunc(e.Snippets, func(s ExportedSnippet) bool { return reflect.ValueOf(s).IsZero() })
	if e.Snippets != nil && len(e.Snippets) == 0 {
		return fmt.Errorf("%w: the export contains no snippet", cms.ErrNotFound)
	}
	for _, s := range e.Snippets {
		if s.ID != 0 && s.ID != id {
			return fmt.Errorf("%w: asked for %d, got %d", cms.ErrForeignRecord, id, s.ID)
		}
	}
	return nil
}

// ExportCode returns the code of a snippet as a PHP file, with name and description in a
// comment: GET code-snippets/v1/snippets/{id}/export-code. For an unknown id the site
// sends a file without code, "<?php\n".
func (s *Service) ExportCode(ctx context.Context, id int64, options ...cms.CallOption) (string, error) {
	text, err := one(ctx, s, item[string]("snippets.ExportCode", http.MethodGet, id, "/export-code"), options)
	if err != nil {
		return "", err
	}
	return *text, nil
}

// Schema is the JSON schema of a snippet.
type Schema struct {
	Schema     string           `json:"$schema"`
	Title      string           `json:"title"`
	Type       string           `json:"type"`
	Properties describe.Schemas `json:"properties"`
	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`
}

// Schema returns the schema of a snippet: GET code-snippets/v1/snippets/schema. It needs
// no login.
func (s *Service) Schema(ctx context.Context, options ...cms.CallOption) (*Schema, error) {
	return cms.Do(ctx, s.site, cms.Request[Schema]{Operation: "snippets.Schema", Path: base + "/schema"}, options...)
}
