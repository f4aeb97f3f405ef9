package cmstest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

// autosaveParams are those of an update: most of them do nothing.
func (s historyPlane) autosaveParams(r *resource) []rest.Param {
	if r.menu {
		return s.menu.menuItemParams(true)[1:] // without the id
	}
	params := s.content.writeParams(r, false)
	if !r.tree {
		params = append([]rest.Param{{Name: "parent", Schema: rest.Integer()}}, params...)
	}
	return params
}

func (it *item) autosaveOf(user int64) *revision {
	for _, r := range it.autosaves() {
		if r.author == user {
			return r
		}
	}
	return nil
}

func (s historyPlane) mayListAutosaves(c *rest.Call, kind *resource) *rest.Error {
	return s.mayReadHistory(c, kind, "id")
}

func (s historyPlane) listAutosaves(c *rest.Call, kind *resource) (*rest.Response, *rest.Error) {
	parent := s.content.find(kind, c.Integer("id"))
	body := []php.Object{}
	for _, r := range parent.autosaves() {
		body = append(body, s.showRevision(c, parent, r, true))
	}
	return &rest.Response{Status: 200, Body: body}, nil
}

// getAutosave answers with the newest, by whomever it is: the site does not look at the id.
func (s historyPlane) getAutosave(c *rest.Call, kind *resource) (*rest.Response, *rest.Error) {
	parent := s.content.find(kind, c.Integer("parent"))
	list := parent.autosaves()
	if len(list) == 0 {
		return nil, rest.NewError(404, "rest_post_no_autosave", "Nothing was autosaved here.")
	}
	return s.showOne(c, parent, list[0]), nil
}

// autosave stores what a user was about to write, beside the record; the draft of the user's own it changes itself.
// Arguments that an update would refuse are not refused: none of them counts then.
func (s historyPlane) autosave(c *rest.Call, kind *resource) (*rest.Response, *rest.Error) {
	it := s.content.find(kind, c.Integer("id"))
	w := &write{s: s.content, Call: c, prev: it, next: it.clone()}
	refused := kind.menu || w.prepare() != nil // what an item of a menu says is not kept
	if refused {
		w.next = it.clone()
	}
	if (it.status == "draft" || it.status == "auto-draft") && it.author == c.User.ID {
		return w.autosaveDraft()
	}
	given := map[string]string{}
	if !refused {
		given = w.givenTexts()
	}
	notes, noted := w.givenFootnotes()
	r := it.autosaveOf(c.User.ID)
	if r == nil {
		r = &revision{id: s.content.takeID(), auto: true, author: c.User.ID, meta: footnotesOf(it.meta)}
	} else {
		had, has := it.meta["footnotes"]
		members, _ := php.ToObject(w.Get("meta"))
		changed := len(members) > 0 && !kind.menu && (!has || had != notes) // no notes are empty ones here
		now := &revision{title: it.title, content: it.content, excerpt: it.excerpt}
		for name, value := range given {
			changed = changed || !sameText(*now.text(name), value)
		}
		if !changed { // nothing that the record does not say: the old autosave stays as it is
			c.SetContext("edit")
			return s.showOne(c, it, r), nil
		}
		it.forget(r.id)
		next := *r
		next.meta = maps.Clone(r.meta)
		r = &next
	}
	for name, value := range given {
		*r.text(name) = value
	}
	if noted {
		r.meta["footnotes"] = footnotesFor(c.User, notes)
	}
	r.date, r.dateGMT = s.clock.Stamps()
	it.keep(r)
	c.SetContext("edit")
	return s.showOne(c, it, r), nil
}

// givenTexts are the texts that the request brings, as prepare took them over.
func (w *write) givenTexts() map[string]string {
	out := map[string]string{}
	next := &revision{title: w.next.title, content: w.next.content, excerpt: w.next.excerpt}
	for _, name := range revisedTexts() {
		text, ok := w.rawText(name)
		if _, plain := w.Get(name).(string); !ok || name == "title" && !plain && text == "" {
			continue
		}
		out[name] = *next.text(name)
	}
	return out
}

// givenFootnotes takes any value but null for a text.
func (w *write) givenFootnotes() (string, bool) {
	members, _ := php.ToObject(w.Get("meta"))
	at := slices.IndexFunc(members, func(m php.Member) bool { return m.Name == "footnotes" })
	if at < 0 || members[at].Value == nil {
		return "", false
	}
	return fmt.Sprint(members[at].Value), true
}

// autosaveDraft changes the record as an update does, but neither its terms and meta nor its history.
func (w *write) autosaveDraft() (*rest.Response, *rest.Error) {
	if why := w.save(); why != nil {
		why.Status, why.Bare = 500, true
		return nil, why
	}
	c, it := w.Call, w.next
	c.SetContext("edit")
	var date, dateGMT any
	if it.dateGMT != "" {
		date, dateGMT = it.date, it.dateGMT
	}
	title := it.html().title
	if it.password != "" {
		title = strings.TrimSpace("Protected: " + title)
	} else if it.status == "private" {
		title = strings.TrimSpace("Private: " + title)
	}
	guid := w.s.URL + it.guid
	out := php.Object{
		{"author", it.author}, {"date", date}, {"date_gmt", dateGMT}, {"id", it.id}, {"modified", it.modified},
		{"modified_gmt", it.modifiedGMT},
		{"parent", it.parent}, {"slug", it.slug}, {"guid", withRaw(true, guid, guid, false)},
		{"title", withRaw(true, it.title, title, true)},
	}
	if !it.kind.menu {
		out.Add("content", withRaw(true, it.content, it.html().content, true))
	}
	if !it.kind.menu && !it.kind.textOnly {
		out.Add("excerpt", withRaw(true, it.excerpt, php.RenderExcerpt(it.excerpt, "", 0), true))
	}
	out = append(out, php.Member{"meta", revisionMeta(it.kind, it.meta)},
		php.Member{"preview_link", w.s.history.previewLink(it, nil)})
	if parent := w.s.items[it.parent]; parent != nil && rest.ParseFields(c.Get("_fields")).Wants("parent") {
		out.Add("_links", php.Object{{"parent", rest.Link(w.s.itemURL(parent))}})
		w.s.history.keepLinks(c)
	}
	return &rest.Response{Status: 200, Body: out}, nil
}

// previewLink shows a record with the autosave of a user, or without one the record itself.
func (s historyPlane) previewLink(it *item, u *site.User) string {
	if it.kind.rawTexts || it.kind.menu || it.kind.textOnly {
		return ""
	}
	address, query := s.content.link(it), "preview=true"
	if u != nil {
		sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", u.Login, it.id))
		query = fmt.Sprintf("preview_id=%d&preview_nonce=%s&%s", it.id, hex.EncodeToString(sum[:5]), query)
	}
	if strings.Contains(address, "?") {
		return address + "&" + query
	}
	return address + "?" + query
}
