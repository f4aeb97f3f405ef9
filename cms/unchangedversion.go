package cms

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/internal/record"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// version is by what one state of a record is told from another.
type version struct {
	ID          int64  `json:"id"`
	DateGMT     string `json:"date_gmt"`
	ModifiedGMT string `json:"modified_gmt"`
	Title       Text   `json:"title"`
	Content     Text   `json:"content"`
	Excerpt     Text   `json:"excerpt"`
	Links       Links  `json:"_links"`
}

// same compares what an editor can change; seconds alone would miss two edits
// within one.
func (v *version) same(other *version) bool {
	return v.ModifiedGMT == other.ModifiedGMT && maps.Equal(v.texts(), other.texts())
}

// history is what the links of a record say of its revisions.
type history struct {
	known  bool  // the type keeps revisions
	count  int   // autosaves included
	latest int64 // 0 for none
}

func (v *version) history() (h history) {
	for _, link := range v.Links.Get("version-history") {
		h.known = true
		if link.Count != nil {
			h.count = *link.Count
		}
	}
	for _, link := range v.Links.Get("predecessor-version") {
		h.latest = link.ID
	}
	return h
}

// unverifiable refuses a record of which the site keeps no revisions, as far as it
// shows: it was changed since it was made, and there is none.
func (v *version) unverifiable() error {
	h := v.history()
	switch {
	case !h.known:
		return errors.New("the record has no revisions")
	case h.count == 0 && v.DateGMT != "" && v.ModifiedGMT > v.DateGMT:
		return errors.New("the record was changed before, and has no revisions")
	}
	return nil
}

// texts are what revisions keep, by the members of params that set them.
func (v *version) texts() map[string]string {
	return map[string]string{"title": v.Title.Raw, "content": v.Content.Raw, "excerpt": v.Excerpt.Raw}
}

// holds reports that a revision has the texts of v, as the site compares them.
func (v *version) holds(r *Revision) bool {
	return sameText(r.Title.Raw, v.Title.Raw) && sameText(r.Content.Raw, v.Content.Raw) && sameText(r.Excerpt.Raw, v.Excerpt.Raw)
}

// sameText reports that a site keeps no second revision for the difference of two
// texts: how much white space of one kind stands in a row, and at the ends.
func sameText(a, b string) bool { return folded(a) == folded(b) }

func folded(text string) string {
	var last rune
	return strings.Map(func(r rune) rune {
		switch r {
		case '\r':
			r = '\n'
		case '\t':
			r = ' '
		}
		if (r == ' ' || r == '\n') && r == last {
			return -1
		}
		last = r
		return r
	}, strings.Trim(text, " \n\r\t\v\x00"))
}

// writesText reports that an update sends a text that revisions keep. Any other
// cannot overwrite one.
func (v *version) writesText(sent map[string]jsontext.Value) bool {
	for name := range v.texts() {
		if _, ok := sent[name]; ok {
			return true
		}
	}
	return false
}

// versionOf reads the state of a record from what it holds. A record that was read
// whole has links, unless they are left out of all.
func (c *resource) versionOf(read any, linked bool) (*version, error) {
	encoded, err := wire.Marshal(read)
	var v version
	if err == nil {
		err = wire.Unmarshal(encoded, &v)
	}
	if err == nil && v.ID == 0 {
		err = errors.New("it has no id")
	}
	if err == nil && record.Pointed(c.record).Kind() == reflect.Struct && !hasMember(c.record, "modified_gmt") {
		err = fmt.Errorf("%v has no modified_gmt: of terms, users, comments and menu items a site shows no date of the last change, and keeps no revisions", c.record)
	}
	if err == nil && (v.ModifiedGMT == "" || linked && v.Links.sent == nil || !v.Title.HasRaw()) {
		err = errors.New(`it was not read in the context "edit" with all its fields`)
	}
	if err != nil {
		return nil, &ArgumentError{Argument: "record", Reason: err.Error()}
	}
	return &v, nil
}
