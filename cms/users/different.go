package users

import (
	"fmt"
	"html"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// DifferentError means that [Users.Ensure] found a user who differs from params. The
// user was not changed. errors.Is with [cms.ErrConflict] is true for it.
type DifferentError struct {
	ID     int64    // id of the user
	Fields []string // the fields that differ, by their names in JSON: "roles", "meta.colour"
}

// Error names the user and lists Fields, in one line.
func (e *DifferentError) Error() string {
	return fmt.Sprintf("cms: users.Ensure: user %d differs in %s", e.ID, cms.Line(strings.Join(e.Fields, ", "), 2000))
}

// Unwrap returns [cms.ErrConflict].
func (e *DifferentError) Unwrap() error { return cms.ErrConflict }

// differ returns the names of the fields in which a user differs from p.
func (p *Params) differ(u *User) (fields []string) {
	add := func(name string, differs bool) {
		if differs {
			fields = append(fields, name)
		}
	}
	// chosen reports whether p leaves a value to the site. Then the value of the user never
	// differs.
	chosen := func(asked *string) bool { return asked == nil || *asked == "" }
	add("username", p.Username != nil && !strings.EqualFold(strings.TrimSpace(*p.Username), u.Username))
	add("name", !chosen(p.Name) && plain(*p.Name) != plain(u.Name))
	add("first_name", p.FirstName != nil && plain(*p.FirstName) != plain(u.FirstName))
	add("last_name", p.LastName != nil && plain(*p.LastName) != plain(u.LastName))
	add("email", p.Email != nil && !strings.EqualFold(html.UnescapeString(u.Email), *p.Email))
	add("url", p.URL != nil && address(*p.URL) != address(u.URL))
	add("description", p.Description != nil && plain(*p.Description) != plain(u.Description))
	add("locale", !chosen(p.Locale) && *p.Locale != u.Locale)
	add("nickname", !chosen(p.Nickname) && plain(*p.Nickname) != plain(u.Nickname))
	add("slug", !chosen(p.Slug) && !strings.EqualFold(*p.Slug, u.Slug))
	add("roles", p.Roles != nil && !slices.Equal(sorted(p.Roles), sorted(u.Roles)))
	if changes := p.Meta.Changes(u.Meta); changes != nil {
		add("meta.footnotes", changes.Footnotes != nil)
		for _, name := range slices.Sorted(maps.Keys(changes.Extra)) {
			add("meta."+name, true)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.Extra.Changes(u.Extra))) {
		add(name, u.Extra[name] != nil)
	}
	return fields
}

// plain returns a text as people read it: without tags, with decoded entities, and with single
// spaces.
func plain(text string) string {
	text = regexp.MustCompile(`<[^<>]*>`).ReplaceAllString(text, "")
	return strings.Join(strings.Fields(html.UnescapeString(text)), " ")
}

// address returns a URL in a form for comparison: without the scheme http, and with HTML
// entities and percent-escapes decoded. A site may add these to a URL.
func address(text string) string {
	text = html.UnescapeString(strings.TrimSpace(text))
	if decoded, err := url.PathUnescape(text); err == nil {
		text = decoded
	}
	scheme, rest, found := strings.Cut(text, "://")
	if !found {
		return text
	}
	if scheme = strings.ToLower(scheme); scheme == "http" {
		return rest
	}
	return scheme + "://" + rest
}

// sorted returns a list in order, without duplicates.
func sorted(list []string) []string {
	list = slices.Sorted(slices.Values(list))
	return slices.Compact(list)
}
