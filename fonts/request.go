package fonts

import "fmt"

// Names of the operations, for Error.Operation and Attempt.Operation.
const (
	listOperation  = "fonts.List"
	countOperation = "fonts.Count"
	pagesOperation = "fonts.Pages"
	allOperation   = "fonts.All"
)

// DefaultSize is the page size if [ListOptions] set none.
const DefaultSize = 100

// ListOptions select the fonts of a list. The zero value and nil select all. Several
// filters may be set; how they match and combine depends on the server. The options are
// read once and not modified.
type ListOptions struct {
	// Page is the number of the page, as the server counts: pageData.page. Nil is the
	// first page. A walk begins there.
	Page *int
	// Size is the number of fonts on a page: pageData.size. 0 means [DefaultSize]. The
	// server may send fewer or more.
	Size int
	// Tags, Category and Keyword filter the list. "" does not filter.
	Tags     string
	Category string
	Keyword  string
}

// request is the body of POST {base}/api/fonts/list.
type request struct {
	PageData pageData `json:"pageData"`
	Tags     string   `json:"tags,omitzero"`
	Category string   `json:"category,omitzero"`
	Keyword  string   `json:"keyword,omitzero"`
}

type pageData struct {
	Page int `json:"page"`
	Size int `json:"size"`
}

// newRequest checks the options and returns the request. It also returns the number of the
// requested page, or nil if the options set none.
func newRequest(operation string, options *ListOptions) (request, *int, error) {
	if options == nil {
		options = &ListOptions{}
	}
	r := request{
		PageData: pageData{Size: options.Size},
		Tags:     options.Tags, Category: options.Category, Keyword: options.Keyword,
	}
	if r.PageData.Size == 0 {
		r.PageData.Size = DefaultSize
	}
	switch {
	case options.Size < 0:
		return r, nil, &ArgumentError{Operation: operation, Argument: "size",
			Reason: fmt.Sprintf("%d is negative", options.Size)}
	case options.Page == nil:
		return r, nil, nil
	case *options.Page < 0:
		return r, nil, &ArgumentError{Operation: operation, Argument: "page",
			Reason: fmt.Sprintf("%d is negative", *options.Page)}
	}
	start := *options.Page
	return r, &start, nil
}

// page returns the request for a page of the list.
func (r request) page(number int) request {
	r.PageData.Page = number
	return r
}
