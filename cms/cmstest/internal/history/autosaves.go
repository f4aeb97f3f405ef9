package history

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/posts"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

func (s Plane) listAutosaves(c *rest.Call, parent *content.Item) (*rest.Response, *rest.Error) {
	body := []php.Object{}
	for _, r := range parent.Autosaves() {
		body = append(body, s.showRevision(c, parent, r))
	}
	return rest.OK(body)
}

// getAutosave returns the newest autosave of any user, because WordPress ignores the id of the
// autosave in the path.
func (s Plane) getAutosave(c *rest.Call, parent *content.Item) (*rest.Response, *rest.Error) {
	list := parent.Autosaves()
	if len(list) == 0 {
		return nil, rest.NewError(404, "rest_post_no_autosave", "The record has no autosave of this user.")
	}
	return s.showOne(c, parent, list[0]), nil
}

// autosave stores unsaved texts of a user and does not change the record. But if the record is a
// draft of this user, autosave changes the draft. If an argument is invalid, autosave returns no
// error and ignores the arguments. Even then an autosave gets the footnotes of the request.
func (s Plane) autosave(c *rest.Call, it *content.Item) (*rest.Response, *rest.Error) {
	w := s.Posts.Change(c, it, it.Clone())
	refused := it.Kind.Menu || w.Prepare() != nil // autosaves do not store fields of menu items
	if refused {
		w.Next = it.Clone()
	}
	if (it.Status == "draft" || it.Status == "auto-draft") && it.Author == c.User.ID {
		return s.autosaveDraft(w)
	}
	given := map[string]string{}
	if !refused {
		given = givenTexts(w)
	}
	notes, noted := givenFootnotes(w)
	r := it.AutosaveOf(c.User.ID)
	if r == nil {
		r = &content.Revision{ID: s.TakeID(), Auto: true, Author: c.User.ID, Meta: posts.FootnotesOf(it.Meta)}
	} else {
		had, has := it.Meta["footnotes"]
		members, _ := php.ToObject(w.Get("meta"))
		// If the request has no footnotes, notes is "". So absent footnotes in the request equal
		// empty footnotes of the record.
		changed := len(members) > 0 && !it.Kind.Menu && (!has || had != notes)
		now := &content.Revision{Title: it.Title, Content: it.Content, Excerpt: it.Excerpt}
		for name, value := range given {
			changed = changed || !posts.SameText(*now.Text(name), value)
		}
		if !changed { // the record already has these texts, so WordPress keeps the existing autosave
			c.SetContext("edit")
			return s.showOne(c, it, r), nil
		}
		it.Forget(r.ID)
		next := *r
		next.Meta = maps.Clone(r.Meta)
		r = &next
	}
	for name, value := range given {
		*r.Text(name) = value
	}
	if noted {
		r.Meta["footnotes"] = notes
	}
	r.Date, r.DateGMT = s.Clock.Stamps()
	it.Keep(r)
	c.SetContext("edit")
	return s.showOne(c, it, r), nil
}

// givenTexts returns the texts of the request, as Prepare converted them.
func givenTexts(w *posts.Write) map[string]string {
	out := map[string]string{}
	next := &content.Revision{Title: w.Next.Title, Content: w.Next.Content, Excerpt: w.Next.Excerpt}
	for _, name := range []string{"title", "content", "excerpt"} {
		text, ok := w.RawText(name)
		if _, plain := w.Get(name).(string); !ok || name == "title" && !plain && text == "" {
			continue
		}
		out[name] = *next.Text(name)
	}
	return out
}

// givenFootnotes returns the footnotes of the request as a string. It returns false if
// they are absent or null.
func givenFootnotes(w *posts.Write) (string, bool) {
	members, _ := php.ToObject(w.Get("meta"))
	at := slices.IndexFunc(members, func(m php.Member) bool { return m.Name == "footnotes" })
	if at < 0 || members[at].Value == nil {
		return "", false
	}
	return fmt.Sprint(members[at].Value), true
}

// autosaveDraft updates the record. It does not change terms and meta fields, and adds no
// revision.
func (s Plane) autosaveDraft(w *posts.Write) (*rest.Response, *rest.Error) {
	if why := w.Save(); why != nil {
		why.Status, why.Bare = 500, true
		return nil, why
	}
	c, it := w.Call, w.Next
	c.SetContext("edit")
	var date, dateGMT any
	if it.DateGMT != "" {
		date, dateGMT = it.Date, s.Clock.Shown(it.DateGMT)
	}
	title := it.HTML().Title
	if it.Password != "" {
		title = strings.TrimSpace("Protected: " + title)
	} else if it.Status == "private" {
		title = strings.TrimSpace("Private: " + title)
	}
	guid := *s.API.Base + it.Guid
	like := &content.Revision{ID: it.ID, Auto: true, Author: it.Author, Date: it.Modified, DateGMT: it.ModifiedGMT,
		Content: it.Content, Excerpt: it.Excerpt, Meta: it.Meta}
	out := s.showRevision(c, it, like).With("date", date).With("date_gmt", dateGMT).With("parent", it.Parent).
		With("slug", it.Slug).With("guid", content.Text(guid, guid)).With("title", content.Text(it.Title, title)).
		With("preview_link", s.previewLink(it, nil))
	out = slices.DeleteFunc(out, func(m php.Member) bool { return m.Name == "_links" })
	if parent := s.Items[it.Parent]; parent != nil && rest.ParseFields(c.Get("_fields")).Wants("parent") {
		out.Add("_links", php.Object{{"parent", rest.Link(s.ItemURL(parent))}})
		s.keepLinks(c)
	}
	return rest.OK(out)
}
