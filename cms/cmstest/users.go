package cmstest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
)

// founder is the account that the site was set up with: its address is that of the site.
const founder = 1

func (c *call) getMe() (*response, *fault) {
	if c.user == nil {
		return nil, newFault(401, "rest_not_logged_in", "Nobody is logged in.")
	}
	return &response{status: 200, body: c.showUser(c.user)}, nil
}

// mayGetUser shows authors of published records to everyone, others to those who may list users, and everyone to themselves.
func (c *call) mayGetUser() *fault {
	u := c.s.userByID(c.integer("id"))
	switch {
	case u == nil:
		return newFault(404, "rest_user_invalid_id", "There is no user with this id.")
	case u == c.user:
		return nil
	case c.text("context") == "edit" && !c.user.can("edit_users"):
		return c.forbidden("rest_forbidden_context", "You may not see this user as an administrator does.")
	case c.user.can("list_users"):
		return nil
	}
	for _, it := range c.s.items {
		if it.author == u.id && it.status == "publish" {
			return nil
		}
	}
	return c.forbidden("rest_user_cannot_view", "You may not see this user.")
}

func (c *call) getUser() (*response, *fault) {
	return &response{status: 200, body: c.showUser(c.s.userByID(c.integer("id")))}, nil
}

func (c *call) showUser(u *user) object {
	context := c.text("context")
	out := object{{"id", u.id}}
	if context == "edit" {
		out.add("username", u.login)
	}
	out.add("name", u.name)
	if context == "edit" {
		out = append(out, member{"first_name", ""}, member{"last_name", ""}, member{"email", u.email()})
	}
	url := ""
	if u.id == founder {
		url = c.s.URL
	}
	out = append(out, member{"url", url}, member{"description", ""}, member{"link", c.s.authorURL(u)})
	if context == "edit" {
		out = append(out, member{"locale", "en_US"}, member{"nickname", u.login})
	}
	out.add("slug", u.login)
	if context == "edit" {
		caps := object{}
		for _, name := range sortedKeys(u.caps) {
			caps.add(name, true)
		}
		caps.add(u.role, true)
		out = append(out, member{"roles", []string{u.role}}, member{"registered_date", "2025-01-01T00:00:00+00:00"},
			member{"capabilities", caps}, member{"extra_capabilities", object{{u.role, true}}})
	}
	out.add("avatar_urls", avatars(u.email()))
	if context != "embed" {
		meta := object{}
		if context == "edit" {
			meta.add("persisted_preferences", object{})
		}
		out.add("meta", meta)
	}
	base := "/" + c.s.prefix + "/v2/users"
	allow := []string{"GET"}
	if c.user.can("edit_users") {
		allow = append(append(allow, updateMethods...), "DELETE")
	} else if c.user == u {
		allow = append(allow, updateMethods...)
	}
	return append(out, member{"_links", object{
		{"self", []object{{{"href", c.s.restURL(base+"/"+strconv.FormatInt(u.id, 10), "")}, {"targetHints", object{{"allow", allow}}}}}},
		{"collection", link(c.s.restURL(base, ""))},
	}})
}

// authorURL is the page of what a user has written.
func (s *Server) authorURL(u *user) string {
	if s.plain {
		return s.URL + "/?author=" + strconv.FormatInt(u.id, 10)
	}
	return s.URL + "/author/" + u.login + "/"
}

func avatars(email string) object {
	sum := sha256.Sum256([]byte(email))
	out := object{}
	for _, size := range []string{"24", "48", "96"} {
		out.add(size, fmt.Sprintf("https://secure.gravatar.com/avatar/%s?s=%s&d=mm&r=g", hex.EncodeToString(sum[:]), size))
	}
	return out
}
