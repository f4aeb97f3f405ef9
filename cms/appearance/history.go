package appearance

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// TemplateRevision is an earlier state of a template, or unsaved work on it. ID is the id
// of the template. RowID is the number of the revision: pass it to Get and Delete. The
// status is "inherit".
type TemplateRevision struct {
	Template

	Parent int64 `json:"parent"` // the number of the row of the template
}

// PartRevision is an earlier state of a template part, or unsaved work on it. ID is the id
// of the part. RowID is the number of the revision: pass it to Get and Delete. The status
// is "inherit".
type PartRevision struct {
	Part

	Parent int64 `json:"parent"` // the number of the row of the part
}

func (r *TemplateRevision) of() string { return r.ID }
func (r *PartRevision) of() string     { return r.ID }

// Revisions are the revisions of one template or template part. Reading them needs an
// administrator. A template that is only a file has none: the site rejects the call with
// [cms.ErrBadRequest]. WordPress 6.1 has no such route, and calls fail with
// [cms.ErrNotFound].
type Revisions[R any] struct {
	all  *cms.Catalog[R, cms.Nothing, RevisionListOptions]
	path string
	id   string
	site *cms.Client
}

// RevisionListOptions are the arguments of a list of revisions.
type RevisionListOptions struct {
	// Context sets how much of each revision is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
	// Page is the number of the page, from 1. Default 1. It needs PerPage.
	Page int `url:"page,omitempty"`
	// PerPage is the size of a page, at most 100. Default all.
	PerPage int `url:"per_page,omitempty"`
	// Search finds revisions with all of these words.
	Search string `url:"search,omitempty"`
	// Include and Exclude select by the numbers of revisions.
	Include []int64 `url:"include,brackets,omitempty"`
	Exclude []int64 `url:"exclude,brackets,omitempty"`
	// Offset skips this many revisions. The site ignores it without PerPage.
	Offset int `url:"offset,omitempty"`
	// Order is the direction. Default descending.
	Order cms.Order `url:"order,omitempty"`
	// OrderBy is as for the revisions of posts. Default [cms.ByDate].
	OrderBy cms.OrderBy `url:"orderby,omitempty"`
}

// TemplateRevisions returns the revisions of a template. Nothing is sent.
func (s *Service) TemplateRevisions(id string) *Revisions[TemplateRevision] {
	return revisions[TemplateRevision](s.site, templatesPath, id)
}

// PartRevisions returns the revisions of a template part. Nothing is sent.
func (s *Service) PartRevisions(id string) *Revisions[PartRevision] {
	return revisions[PartRevision](s.site, partsPath, id)
}

func revisions[R any](site *cms.Client, path, id string) *Revisions[R] {
	path += "/" + id + "/revisions"
	return &Revisions[R]{cms.NewCatalog[R, cms.Nothing, RevisionListOptions](site, path, "wp_id"), path, id, site}
}

// List returns the revisions that match options, the newest first:
// GET {template}/revisions. See [cms.Catalog.List].
func (r *Revisions[R]) List(ctx context.Context, options *RevisionListOptions,
	callOptions ...cms.CallOption) ([]R, error) {
	const operation = "revisions.List"
	if err := checkID(operation, r.id); err != nil {
		return nil, err
	}
	list, err := r.all.List(ctx, options, callOptions...)
	for i := range list {
		if wrong := foreign(operation, r.site, r.path, r.id, any(&list[i])); wrong != nil {
			return nil, wrong
		}
	}
	return list, err
}

// Get returns one revision by its number: GET {template}/revisions/{number}.
//
// Errors: [cms.ErrNotFound] if the template has no such revision.
func (r *Revisions[R]) Get(ctx context.Context, number int64, options ...cms.GetOption) (*R, error) {
	const operation = "revisions.Get"
	if err := checkID(operation, r.id); err != nil {
		return nil, err
	}
	one, err := r.all.Get(ctx, strconv.FormatInt(number, 10), options...)
	if err != nil {
		return nil, err
	}
	if wrong := foreign(operation, r.site, r.path, r.id, any(one)); wrong != nil {
		return nil, wrong
	}
	return one, nil
}

// Delete deletes a revision permanently: DELETE {template}/revisions/{number}?force=true.
//
// Errors: [cms.ErrNotFound] if the template has no such revision.
func (r *Revisions[R]) Delete(ctx context.Context, number int64, options ...cms.CallOption) (*cms.Deleted[R], error) {
	if err := checkID("revisions.Delete", r.id); err != nil {
		return nil, err
	}
	return r.all.Delete(ctx, strconv.FormatInt(number, 10), options...)
}

// Autosaves are the unsaved work on one template or template part, at most one autosave
// for each user. R is the type that is read, P the params that are written. Rights and
// errors are those of [Revisions].
type Autosaves[R, P any] struct {
	path string
	id   string
	site *cms.Client
}

// TemplateAutosaves returns the autosaves of a template. Nothing is sent.
func (s *Service) TemplateAutosaves(id string) *Autosaves[TemplateRevision, TemplateParams] {
	return &Autosaves[TemplateRevision, TemplateParams]{templatesPath + "/" + id + "/autosaves", id, s.site}
}

// PartAutosaves returns the autosaves of a template part. Nothing is sent.
func (s *Service) PartAutosaves(id string) *Autosaves[PartRevision, PartParams] {
	return &Autosaves[PartRevision, PartParams]{partsPath + "/" + id + "/autosaves", id, s.site}
}

// AutosaveListOptions are the arguments of a list of autosaves.
type AutosaveListOptions struct {
	// Context sets how much of each autosave is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
}

// List returns the autosaves of all users: GET {template}/autosaves. The list has no
// pages. See [cms.Catalog.List].
func (a *Autosaves[R, P]) List(
	ctx context.Context, options *AutosaveListOptions, callOptions ...cms.CallOption,
) ([]R, error) {
	const operation = "autosaves.List"
	if err := checkID(operation, a.id); err != nil {
		return nil, err
	}
	all := cms.NewCatalog[R, cms.ReadOnly, AutosaveListOptions](a.site, a.path, "wp_id")
	list, err := all.List(ctx, options, callOptions...)
	for i := range list {
		if wrong := foreign(operation, a.site, a.path, a.id, any(&list[i])); wrong != nil {
			return nil, wrong
		}
	}
	return list, err
}

// Create stores unsaved work: POST {template}/autosaves. It replaces the autosave that the
// caller has for this template. A Title that is not set becomes "". It is retried only if
// the site provably did nothing.
func (a *Autosaves[R, P]) Create(ctx context.Context, params *P, options ...cms.CallOption) (*R, error) {
	const operation = "autosaves.Create"
	if err := checkID(operation, a.id); err != nil {
		return nil, err
	}
	r := cms.Request[R]{Operation: operation, Method: http.MethodPost, Path: a.path, Body: params}
	if params == nil {
		r.Body = struct{}{}
	}
	one, err := cms.Do(ctx, a.site, r, options...)
	if err != nil {
		return nil, err
	}
	return a.own(operation, one)
}

// Get returns the autosave of the caller: GET {template}/autosaves/1. A site ignores the
// number.
//
// Errors: [cms.ErrNotFound] if the caller has none.
func (a *Autosaves[R, P]) Get(ctx context.Context, options ...cms.GetOption) (*R, error) {
	const operation = "autosaves.Get"
	if err := checkID(operation, a.id); err != nil {
		return nil, err
	}
	one, err := cms.NewDocument[R, cms.Nothing](a.site, a.path+"/1").Get(ctx, options...)
	if failed, ok := errors.AsType[*cms.Error](err); ok {
		failed.Operation = operation
	}
	if err != nil {
		return nil, err
	}
	return a.own(operation, one)
}

// own returns an autosave, or an error if the autosave belongs to another template.
func (a *Autosaves[R, P]) own(operation string, one *R) (*R, error) {
	if wrong := foreign(operation, a.site, a.path, a.id, any(one)); wrong != nil {
		return nil, wrong
	}
	return one, nil
}

// checkID refuses a text that is not the id of a template.
func checkID(operation, id string) error {
	theme, slug, ok := strings.Cut(id, "//")
	if !ok || theme == "" || slug == "" || strings.HasPrefix(slug, "/") || strings.HasSuffix(slug, "/") {
		return &cms.ArgumentError{Operation: operation, Argument: "id",
			Reason: fmt.Sprintf("%.80q is not a theme, two slashes and a slug", id)}
	}
	return nil
}

// foreign returns an error if a revision does not belong to the template with the id.
func foreign(operation string, site *cms.Client, path, id string, revision any) error {
	of, ok := revision.(interface{ of() string })
	if !ok || of.of() == "" || of.of() == id { // cms.Fields may have left out the id
		return nil
	}
	return &cms.Error{Operation: operation, Path: site.Prefix() + strings.TrimPrefix(path, "cms"), Status: http.StatusOK,
		Reason: fmt.Errorf("%w: asked for revisions of %.80q, got one of %.80q", cms.ErrForeignRecord, id, of.of())}
}
