// Package webpage recognizes a web page that came in place of a response of the REST
// API.
package webpage

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
)

// Kind is the kind of a page, as far as it can be guessed.
type Kind int

// The kinds of pages.
const (
	Unknown  Kind = iota
	Empty         // no content
	Login         // login page of a site that requires a login for every page
	Cut           // incomplete JSON
	Firewall      // page of a firewall or proxy in front of the site
	Failed        // error page of a site
	OfSite        // ordinary page for visitors
	Missing       // no page at this address
	Install       // installation page of WordPress
	Foreign       // complete JSON that is not from the REST API
)

// Of guesses the kind of a body that is not JSON.
func Of(status int, body []byte) Kind {
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
		return Empty
	case has("action=\"install.php", "wordpress &rsaquo; installation", "language-chooser", "setup-config.php"):
		return Install
	case has("wp-login", "user_login", "password-protected=login", "password_protected_pwd"):
		return Login
	case (text[0] == '{' || text[0] == '[') && json.Valid(body):
		return Foreign
	case text[0] == '{' || text[0] == '[':
		return Cut
	case has("just a moment", "checking your browser", "cloudflare", "captcha", "access denied", "request blocked",
		"firewall", "access to this site has been limited") || has(Scripted()...):
		return Firewall
	case has("wordpress database error", "<b>warning</b>", "<b>fatal error</b>",
		`id="error-page"`, // wp_die writes this id; a class of this name may come from a theme
		"critical error on this website"):
		return Failed
	case status == http.StatusOK && has("<html"):
		return OfSite
	case status == http.StatusNotFound:
		return Missing
	}
	return Unknown
}

// Scripted returns words of pages that let only browsers in which a script runs through.
func Scripted() []string {
	return []string{"just a moment", "checking your browser", "captcha", "requires javascript to work", "slowaes",
		"turn javascript on and reload"}
}

// IsWordPress reports whether a response of any status is from WordPress. It checks the
// link to the REST API, and the addresses of files in a page.
func IsWordPress(header http.Header, body []byte) bool {
	for _, link := range header.Values("Link") {
		if strings.Contains(link, "/wp-json/>; rel=\"https://api.w.org/\"") {
			return true
		}
	}
	return bytes.Contains(body, []byte("/wp-includes/")) || bytes.Contains(body, []byte("/wp-content/"))
}
