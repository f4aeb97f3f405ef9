package cms

import (
	"bytes"
	"net/http"
)

// webpage is what stands in place of an answer of the interface, as far as can be guessed.
type webpage int

const (
	pageUnknown  webpage = iota
	pageEmpty            // nothing at all
	pageLogin            // of a site that asks for a login before anything else
	pageCut              // JSON, not all of it
	pageFirewall         // of what stands in front of the site
	pageFailed           // of a site that cannot answer
	pageOfSite           // for its visitors
	pageMissing          // nothing lives at this address
)

// whichPage guesses what a body that is no JSON is.
func whichPage(status int, body []byte) webpage {
	text := bytes.TrimSpace(bytes.ToLower(body[:min(len(body), 4096)]))
	has := func(words ...string) bool {
		for _, word := range words {
			if bytes.Contains(text, []byte(word)) {
				return true
			}
		}
		return false
	}
	switch {
	case len(text) == 0:
		return pageEmpty
	case has("wp-login", "user_login"):
		return pageLogin
	case text[0] == '{' || text[0] == '[':
		return pageCut
	case has("just a moment", "checking your browser", "cloudflare", "captcha", "access denied", "request blocked", "firewall"):
		return pageFirewall
	case has("wordpress database error", "<b>warning</b>", "<b>fatal error</b>", "error-page"):
		return pageFailed
	case status == http.StatusOK && has("<html"):
		return pageOfSite
	case status == http.StatusNotFound:
		return pageMissing
	}
	return pageUnknown
}

// hint says what a page may mean, and what to do.
func (p webpage) hint() string {
	switch p {
	case pageEmpty:
		return "the answer is empty"
	case pageLogin:
		return "this is a login page: the site asks for a login before the interface"
	case pageCut:
		return "the JSON is cut short or broken"
	case pageFirewall:
		return "this looks like the page of a firewall or proxy in front of the site"
	case pageFailed:
		return "this is an error page of the site's server; its log says more"
	case pageOfSite:
		return "this is a web page of the site: its permalinks may be off (try Discover, or WithRoot(\"index.php?rest_route=/\")), or the prefix or root differ; see Client.Diagnose"
	case pageMissing:
		return "there is no such interface at this address: check the site, WithPrefix and WithRoot, or try Discover; see Client.Diagnose"
	case pageUnknown:
	}
	return "the answer is no JSON"
}
