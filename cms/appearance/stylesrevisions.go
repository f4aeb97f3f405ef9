package appearance

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"

	"github.com/fontcms/fontcms-go/cms"
)

// StylesRevision is an earlier state of global styles. A site stores a revision at each
// write that changes something.
type StylesRevision struct {
	ID          int64         `json:"id"`
	Parent      int64         `json:"parent"` // the id of the global styles
	Author      int64         `json:"author"`
	Date        cms.LocalTime `json:"date"`
	DateGMT     cms.GMTTime   `json:"date_gmt"`
	Modified    cms.LocalTime `json:"modified"`
	ModifiedGMT cms.GMTTime   `json:"modified_gmt"`
	// Settings and Styles are both nil if both were empty.
	Settings Tree `json:"settings,omitzero"`
	Styles   Tree `json:"styles,omitzero"`

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole revision was read.
	Reading cms.Reading `json:"-"`
}

// StylesRevisionListOptions are the arguments of a list of revisions of global styles.
type StylesRevisionListOptions struct {
	// Context sets how much of each revision is read. Default "view".
	Context cms.Context `url:"context,omitempty"`
	// Page is the number of the page, from 1. Default 1.
	Page int `url:"page,omitempty"`
	// PerPage is the size of a page, at most 100. Default all for List, 100 for a walk.
	PerPage int `url:"per_page,omitempty"`
	// Offset skips this many revisions. The site ignores it without PerPage.
	Offset int `url:"offset,omitempty"`
}

// StylesRevisions reads the revisions of global styles, newest first. They are read-only:
// to restore one, write its trees into the global styles. They require an administrator,
// and WordPress 6.3. On older sites calls fail with [cms.ErrNoRoute].
type StylesRevisions struct {
	parent     int64
	path       string
	collection *cms.Collection[StylesRevision, cms.ReadOnly, StylesRevisionListOptions]
}

// Revisions returns the revisions of global styles: cms/v2/global-styles/{id}/revisions.
// Nothing is sent.
func (s *Styles) Revisions(id int64) *StylesRevisions {
	path := fmt.Sprintf("global-styles/%d/revisions", id)
	own := "cms/v2/" + path
	if id < 1 {
		own = "./" + own // makes the path invalid, so that every call returns an error
	}
	site := s.collection.Client()
	return &StylesRevisions{id, s.route(path),
		cms.NewCollection[StylesRevision, cms.ReadOnly, StylesRevisionListOptions](site, own)}
}

// List returns one page: GET cms/v2/global-styles/{id}/revisions. See
// [cms.Collection.List].
func (r *StylesRevisions) List(ctx context.Context, options *StylesRevisionListOptions,
	callOptions ...cms.CallOption) (*cms.ListPage[StylesRevision], error) {
	page, err := r.collection.List(ctx, options, callOptions...)
	if err != nil {
		return page, r.older(err)
	}
	for i := range page.Items {
		if err := r.check("List", &page.Items[i]); err != nil {
			return nil, err
		}
	}
	return page, nil
}

// Count returns the number of revisions. See [cms.Collection.Count].
func (r *StylesRevisions) Count(ctx context.Context, options *StylesRevisionListOptions,
	callOptions ...cms.CallOption) (int, error) {
	n, err := r.collection.Count(ctx, options, callOptions...)
	return n, r.older(err)
}

// All walks the revisions. See [cms.Collection.All].
func (r *StylesRevisions) All(ctx context.Context, options *StylesRevisionListOptions,
	walkOptions ...cms.WalkOption) iter.Seq2[*StylesRevision, error] {
	return func(yield func(*StylesRevision, error) bool) {
		for revision, err := range r.collection.All(ctx, options, walkOptions...) {
			if err == nil {
				err = r.check("All", revision)
			}
			if !yield(revision, r.older(err)) {
				return
			}
		}
	}
}

// Get returns one revision: GET cms/v2/global-styles/{id}/revisions/{revision}. Errors:
// [cms.ErrNotFound] if no revision has the id.
func (r *StylesRevisions) Get(ctx context.Context, id int64, options ...cms.GetOption) (*StylesRevision, error) {
	revision, err := r.collection.Get(ctx, id, options...)
	if err != nil {
		return nil, r.older(err)
	}
	if err := r.check("Get", revision); err != nil {
		return nil, err
	}
	return revision, nil
}

// check returns an error if a revision does not belong to the global styles r.parent. It
// accepts a revision without a parent if only a part of the revision was read.
func (r *StylesRevisions) check(verb string, revision *StylesRevision) error {
	if revision.Parent == r.parent || revision.Parent == 0 && revision.Reading.Partial {
		return nil
	}
	return &cms.Error{Operation: "revisions." + verb, Method: http.MethodGet, Path: r.path,
		Reason: fmt.Errorf("%w: the revision %d is one of %d, not %d", cms.ErrForeignRecord, revision.ID,
			revision.Parent, r.parent)}
}

// older turns an error into [cms.ErrNoRoute] if the site has a WordPress before 6.3. Such
// a site ignores the end of the path, and returns the global styles instead of their
// revisions.
func (r *StylesRevisions) older(err error) error {
	e, ok := errors.AsType[*cms.Error](err)
	if !ok || e.Status != http.StatusOK || !errors.Is(err, cms.ErrDecode) && !errors.Is(err, cms.ErrForeignRecord) {
		return err
	}
	var styles struct {
		ID int64 `json:"id"`
	}
	if cms.Unmarshal(e.Body, &styles) != nil || styles.ID != r.parent {
		return err
	}
	e.Reason = fmt.Errorf("%w: the site has returned the styles %d, not their revisions", cms.ErrNoRoute, r.parent)
	return err
}
