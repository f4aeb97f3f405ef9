package search

import (
	"context"
	"net/url"

	"github.com/fontcms/fontcms-go/cms"
)

// URLDetails is the metadata of a web page. Each field may be "".
type URLDetails struct {
	Title       string `json:"title"`
	Icon        string `json:"icon"`        // an address
	Description string `json:"description"` // text
	Image       string `json:"image"`       // an address

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether all details were read.
	Reading cms.Reading `json:"-"`
}

// Details returns the metadata in the head of a web page, which the site downloads: GET
// cms-block-editor/v1/url-details. The site caches the page for an hour. It needs a user
// who may edit posts.
//
// Errors:
//   - [cms.ErrInvalidArgument] if page is not an http address.
//   - [cms.ErrBadRequest] with [cms.CodeInvalidParam] if the host of page is private or
//     unknown.
//   - [cms.ErrNotFound] with the code "no_response" if the page cannot be fetched.
func (s *Search) Details(ctx context.Context, page string, options ...cms.CallOption) (*URLDetails, error) {
	const operation = "search.Details"
	u, err := url.Parse(page)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, &cms.ArgumentError{Operation: operation, Argument: "url", Reason: "must be an http address"}
	}
	return cms.Do(ctx, s.site, cms.Request[URLDetails]{
		Operation: operation, Path: s.site.Prefix() + "-block-editor/v1/url-details", Query: url.Values{"url": {page}},
	}, options...)
}
