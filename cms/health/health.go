// Package health runs the site health tests of a site, and measures its folders. This
// needs an administrator.
//
//	checks := health.New(site) // site is a *cms.Client
//	for _, test := range health.Tests() {
//		r, err := checks.Run(ctx, test)
//		…
//		fmt.Println(r.Status, r.Label)
//	}
package health

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// Test is a site health test.
type Test string

// The tests. Some make the site send requests to itself or to other servers, which may
// take a minute: see [cms.Timeout].
const (
	// AuthorizationHeader tests whether the Authorization header reaches the site. It
	// expects the credentials that the pages of the site send. With this client the
	// result is always "recommended", even if the header arrived.
	AuthorizationHeader Test = "authorization-header"
	BackgroundUpdates   Test = "background-updates"
	DotorgCommunication Test = "dotorg-communication" // whether the site reaches its update server
	HTTPSStatus         Test = "https-status"
	LoopbackRequests    Test = "loopback-requests" // whether the site reaches itself
	PageCache           Test = "page-cache"
)

// Tests returns all tests.
func Tests() []Test {
	return []Test{AuthorizationHeader, BackgroundUpdates, DotorgCommunication, HTTPSStatus, LoopbackRequests, PageCache}
}

// Status is how serious a result is.
type Status string

// The statuses, the best first.
const (
	Good        Status = "good"
	Recommended Status = "recommended" // something should be improved
	Critical    Status = "critical"
)

// Result is the result of a test.
type Result struct {
	Test        string `json:"test"`  // "https_status"
	Label       string `json:"label"` // in the language of the user
	Status      Status `json:"status"`
	Badge       Badge  `json:"badge"`
	Description string `json:"description"` // HTML
	Actions     string `json:"actions"`     // HTML: what may be done

	// Extra holds the fields that this package does not know.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether the whole result was read.
	Reading cms.Reading `json:"-"`
}

// Badge is the area that a test belongs to.
type Badge struct {
	Label string `json:"label"` // "Security", in the language of the user
	Color string `json:"color"`
}

// Service runs the tests of a site. All calls need an administrator; otherwise they fail
// with [cms.ErrUnauthorized] or [cms.ErrForbidden].
type Service struct{ site *cms.Client }

// New returns the health tests of a site.
func New(site *cms.Client) *Service { return &Service{site} }

// Run runs one test: GET cms-site-health/v1/tests/{test}.
//
// Errors:
//   - [cms.ErrInvalidArgument] if test is not one of [Tests].
//   - [cms.ErrForeignRecord] if the site returned the result of another test.
//   - [cms.ErrDecode] if the result names no test, unless [cms.Fields] leaves out this
//     field.
func (s *Service) Run(ctx context.Context, test Test, options ...cms.CallOption) (*Result, error) {
	const operation = "health.Run"
	if !slices.Contains(Tests(), test) {
		return nil, &cms.ArgumentError{Operation: operation, Argument: "test", Reason: "must be one of Tests"}
	}
	path := s.site.Prefix() + "-site-health/v1/tests/" + string(test)
	result, err := cms.Do(ctx, s.site, cms.Request[Result]{Operation: operation, Path: path}, options...)
	if err != nil {
		return nil, err
	}
	switch is := strings.ReplaceAll(result.Test, "_", "-"); { // results have underscores where routes have hyphens
	case is == "" && !result.Reading.Partial:
		err = fmt.Errorf("%w: the result names no test", cms.ErrDecode)
	case is != "" && is != string(test):
		err = fmt.Errorf("%w: asked for the test %s, got %.40q", cms.ErrForeignRecord, test, result.Test)
	}
	if err != nil {
		return nil, &cms.Error{Operation: operation, Method: http.MethodGet, Path: path, Status: http.StatusOK, Reason: err}
	}
	return result, nil
}

// Sizes are the sizes of the folders and the database of a site.
type Sizes struct {
	Core     Size `json:"wordpress_size"` // the site's own files, without the folders below
	Themes   Size `json:"themes_size"`
	Plugins  Size `json:"plugins_size"`
	Uploads  Size `json:"uploads_size"`
	Fonts    Size `json:"fonts_size"` // not on WordPress 6.1
	Database Size `json:"database_size"`
	Total    Size `json:"total_size"`

	// Extra holds the fields that this package does not know. The site also writes a
	// number "raw", which is always 0.
	Extra cms.Extra `json:",embed"`

	// Reading tells whether all sizes were read.
	Reading cms.Reading `json:"-"`
}

// Size is the size of a folder.
type Size struct {
	// Bytes is 0 if the folder is empty, does not exist, or took too long to measure.
	Bytes int64 `json:"raw"`
	// Text is the size as text, or the reason why it is not known, in the language of
	// the user.
	Text  string `json:"size"`
	Debug string `json:"debug"` // the same in English
}

// DirectorySizes measures the folders of a site: GET cms-site-health/v1/directory-sizes.
// Large sites may take half a minute: see [cms.Timeout].
func (s *Service) DirectorySizes(ctx context.Context, options ...cms.CallOption) (*Sizes, error) {
	return cms.Do(ctx, s.site, cms.Request[Sizes]{Operation: "health.DirectorySizes", Path: s.site.Prefix() +
		"-site-health/v1/directory-sizes"}, options...)
}
