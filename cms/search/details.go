package search

import (
	"context"
	"net/url"

	"github.com/fontcms/fontcms-go/cms"
)

// URLDetails is what a web page says of itself. Each field may be "".
type URLDetails struct {
	Title       string `json:"title"`
	Icon        string `json:"icon"`        // an address
	Description string `json:"description"` // text
	Image       string `json:"image"`       // an address

	// Extra holds the members that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading says whether the details were read whole.
	Reading cms.Reading `json:"-"`
}

// Details makes the site fetch a web page and return what its head says: GET
// cms-block-editor/v1/url-details. The site keeps its response for an hour. It needs a
// user who may edit posts.
//
// Errors: [cms.ErrInvalidArgument] if page is no http address; [cms.ErrBadRequest] with
// [cms.CodeInvalidParam] if the host of page is private or unknown, and the site does not
// ask it; [cms.ErrNotFound] with the code "no_response" if the page cannot be fetched.
func (s *Search) Details(ctx context.Context, page string, options ...cms.CallOption) (*URLDetails, error) {
	const operation = "search.Details"
	u, err := url.Parse(page)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, &cms.ArgumentError{Operation: operation, Argument: "url", Reason: "it is no http address of a page"}
	}
	return cms.Do(ctx, s.site, cms.Request[URLDetails]{
		Operation: operation, Path: s.site.Prefix() + "-block-editor/v1/url-details", Query: url.Values{"url": {page}},
	}, options...)
}
