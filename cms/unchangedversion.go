package cms

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/internal/record"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// version identifies one state of a record.
type version struct {
	ID          int64  `json:"id"`
	DateGMT     string `json:"date_gmt"`
	ModifiedGMT string `json:"modified_gmt"`
	Title       Text   `json:"title"`
	Content     Text   `json:"content"`
	Excerpt     Text   `json:"excerpt"`
	Links       Links  `json:"_links"`
	// Extra holds the other fields, by their names on the site.
	Extra Extra `json:",embed"`
}

// same reports whether two reads of a record have the same modified_gmt, the same texts, and
// the same values of the fields that are sent. modified_gmt does not suffice, because two
// changes within one second have the same modified_gmt.
func (v *version) same(other *version, sent map[string]jsontext.Value) bool {
	if v.ModifiedGMT != other.ModifiedGMT || !maps.Equal(v.texts(), other.texts()) {
		return false
	}
	for name, value := range sent {
		is, was := v.Extra[name], other.Extra[name]
		if name == "meta" { // compare only the sent custom fields: plugins change other ones, such as counts of views
			is, was = chosen(is, value), chosen(was, value)
		}
		if (Extra{name: is}).Changes(Extra{name: was}) != nil {
			return false
		}
	}
	return true
}

// chosen returns the members of the parameter object whose names are also in the parameter
// other.
func chosen(object json.RawMessage, other jsontext.Value) json.RawMessage {
	var all, names Extra
	// Errors are ignored: an empty object may be the JSON [].
	_, _ = wire.Unmarshal(object, &all), wire.Unmarshal(other, &names)
	maps.DeleteFunc(all, func(name string, _ json.RawMessage) bool { _, ok := names[name]; return !ok })
	out, _ := wire.Marshal(all) // cannot fail: the values were decoded
	return out
}

// history is what the links of a record hold about its revisions.
type history struct {
	known  bool  // the type keeps revisions
	count  int   // number of revisions, including autosaves
	latest int64 // id of the latest revision; 0 for none
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

// unverifiable returns an error if the site seems to keep no revisions of a record. Either the
// type of the record has none, or the record was changed after it was created, and has none.
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

// texts returns the texts that revisions keep, by their names in params.
func (v *version) texts() map[string]string {
	return map[string]string{"title": v.Title.Raw, "content": v.Content.Raw, "excerpt": v.Excerpt.Raw}
}

// holds reports whether a revision has the texts of v, compared as the site does.
func (v *version) holds(r *Revision) bool {
	return sameText(r.Title.Raw, v.Title.Raw) && sameText(r.Content.Raw, v.Content.Raw) &&
		sameText(r.Excerpt.Raw, v.Excerpt.Raw)
}

// sameText reports whether two texts are equal, or differ only in the amount of white space. A
// site keeps no second revision for such a difference.
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

// writesText reports whether an update sends a text that revisions keep. Other updates
// cannot overwrite such a text.
func (v *version) writesText(sent map[string]jsontext.Value) bool {
	for name := range v.texts() {
		if _, ok := sent[name]; ok {
			return true
		}
	}
	return false
}

// versionOf returns the state of a record. If linked is true, a record without links was not
// read whole, and versionOf returns an error. A client with the option WithoutLinks reads
// records without links.
func (c *resource) versionOf(read any, linked bool) (*version, error) {
	encoded, err := Marshal(read)
	var v version
	if err == nil {
		err = Unmarshal(encoded, &v)
	}
	if err == nil && v.ID == 0 {
		err = errors.New("it has no id")
	}
	if err == nil && record.Pointed(c.record).Kind() == reflect.Struct && !hasMember(c.record, "modified_gmt") {
		err = fmt.Errorf("%v has no modified_gmt: sites have no date of the last change and no revisions "+
			"for terms, users, comments and menu items", c.record)
	}
	if err == nil && (v.ModifiedGMT == "" || linked && v.Links.sent == nil || !v.Title.HasRaw()) {
		err = errors.New("it was not read whole: read it with Get and InContext(ContextEdit), and without Fields")
	}
	if err != nil {
		return nil, &ArgumentError{Argument: "record", Reason: err.Error()}
	}
	v.Extra = c.onSite(v.Extra)
	return &v, nil
}

// onSite returns members of a record under their names on the site. The names in a record type
// have the prefix of the specification. The names in the body of an update have the prefix of
// the site.
func (c *resource) onSite(members Extra) Extra {
	out := make(Extra, len(members))
	for name, value := range members {
		out[c.site.config.prefix.Field(name)] = value
	}
	return out
}
