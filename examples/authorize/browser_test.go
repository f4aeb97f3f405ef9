package main

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"
)

// browser is what a user does on the page: an io.Writer for the program's output that
// follows the address printed there.
type browser struct {
	*testing.T
	user, password string // for a login page, and for one that asks who it is
	press          string // "approve" or "reject"
	first          func(success *url.URL)
	change         func(back *url.URL) // on the way back

	mu      sync.Mutex
	said    strings.Builder
	last    string // the address that it ended at
	page    string
	pending sync.WaitGroup
}

// Write follows the first address of a page to authorize.
func (b *browser) Write(p []byte) (int, error) {
	b.mu.Lock()
	b.said.Write(p)
	b.mu.Unlock()
	for line := range strings.Lines(string(p)) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "http") && strings.Contains(line, "app_name=") {
			b.pending.Go(func() { b.visit(line) })
		}
	}
	return len(p), nil
}

func (b *browser) output() string {
	b.pending.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.said.String()
}

func (b *browser) visit(address string) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		b.Error(err)
		return
	}
	client := &http.Client{Jar: jar, CheckRedirect: func(r *http.Request, _ []*http.Request) error {
		if b.change != nil && r.URL.Path == "/granted" {
			b.change(r.URL)
		}
		return nil
	}}
	asked, err := url.Parse(address)
	if err != nil {
		b.Error(err)
		return
	}
	if success, err := url.Parse(asked.Query().Get("success_url")); b.first != nil && err == nil {
		b.first(success)
	}
	at, page := b.fetch(client, http.MethodGet, asked, nil)
	for range 3 {
		if page == nil {
			return
		}
		form, values := formOf(page)
		if form == nil {
			break
		}
		target, err := at.Parse(attribute(form, "action"))
		if err != nil {
			b.Error(err)
			return
		}
		if values.Has("log") {
			values.Set("log", b.user)
			values.Set("pwd", b.password)
		} else {
			values.Set("user_login", b.user)
			values.Set(b.press, "1")
		}
		at, page = b.fetch(client, http.MethodPost, target, values)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last = at.String()
}

func (b *browser) fetch(client *http.Client, method string, address *url.URL, form url.Values) (*url.URL, *html.Node) {
	request, err := http.NewRequestWithContext(b.Context(), method, address.String(), strings.NewReader(form.Encode()))
	if err != nil {
		b.Error(err)
		return address, nil
	}
	if form != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	resp, err := client.Do(request)
	if err != nil {
		b.Error(err)
		return address, nil
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		b.Error(err)
	}
	b.mu.Lock()
	b.page = string(body)
	b.mu.Unlock()
	node, err := html.Parse(strings.NewReader(string(body)))
	if err != nil {
		b.Error(err)
	}
	return resp.Request.URL, node
}

// formOf is the last form of a page with its fields, but for its buttons.
func formOf(page *html.Node) (form *html.Node, values url.Values) {
	for node := range page.Descendants() {
		switch {
		case node.Type != html.ElementNode:
		case node.Data == "form":
			form, values = node, url.Values{}
		case node.Data == "input" && values != nil && attribute(node, "type") != "submit" &&
			attribute(node, "type") != "checkbox":
			values.Set(attribute(node, "name"), attribute(node, "value"))
		}
	}
	return form, values
}

func attribute(node *html.Node, name string) string {
	for _, a := range node.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}
