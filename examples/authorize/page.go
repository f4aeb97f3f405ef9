package main

import (
	"context"
	"fmt"
	"net/url"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/connect"
)

// applicationID is that of this program, for the site to know it again. A program of
// yours has one of its own: any UUID.
const applicationID = "5b1d4c0e-6a0f-4a57-9d5b-5f0e5c2a7f31"

// grant is what the browser came back with.
type grant struct {
	cms.Credentials
	site string // what the site calls itself, "" if it was not said
}

// authorizationPage is where the index sends people for a password. If there is none,
// the error says why.
func authorizationPage(ctx context.Context, site *cms.Client, index *cms.Index) (*url.URL, error) {
	offered := index.Authentication.ApplicationPasswords
	if offered == nil || offered.Endpoints.Authorization == "" {
		// The site does not tell a visitor about logins, so this asks as an unknown user.
		somebody, err := site.With(cms.WithApplicationPassword("nobody", "none"))
		if err != nil {
			return nil, err
		}
		diagnosis, err := connect.Diagnose(ctx, somebody)
		if err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%w\n%s", errNotOffered, diagnosis)
	}
	page, err := url.Parse(offered.Endpoints.Authorization)
	if err != nil {
		return nil, err
	}
	home, err := url.Parse(site.Site())
	if err != nil {
		return nil, err
	}
	// The browser opens this address and returns a password. So only http and https are
	// allowed, and http only if the site itself is on http.
	if page.Host == "" || page.Scheme != "https" && (page.Scheme != "http" || home.Scheme != "http") {
		return nil, fmt.Errorf("the site names %q as the page to authorize a program, which is not safe to open",
			page.Redacted())
	}
	return page, nil
}

// asking is the page with what is asked of it. success and reject may be empty.
func asking(page *url.URL, name, success, reject string) string {
	query := page.Query()
	query.Set("app_name", name)
	query.Set("app_id", applicationID)
	if success != "" {
		query.Set("success_url", success)
		query.Set("reject_url", reject)
	}
	out := *page
	out.RawQuery = query.Encode()
	return out.String()
}
