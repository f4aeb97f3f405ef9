package cms

import (
	"bytes"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/internal/route"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Link is a link to a related resource. A member that a site sends in another form
// than its field has is left out.
type Link struct {
	Href        string `json:"href"`
	Embeddable  bool   `json:"embeddable,omitzero"`
	Taxonomy    string `json:"taxonomy,omitzero"`
	PostType    string `json:"post_type,omitzero"`
	Name        string `json:"name,omitzero"`
	Count       *int   `json:"count,omitzero"` // of revisions
	ID          int64  `json:"id,omitzero"`    // of the revision that a record had before
	Templated   bool   `json:"templated,omitzero"`
	TargetHints struct {
		Allow []string `json:"allow,omitzero"`
	} `json:"targetHints,omitzero"`
	Extra Extra `json:",embed"`
}

// Links are the links of a record by relation. They are kept as the site sent them,
// and read each time you ask, since most programs never do. The zero value has none.
//
// A relation holds a list of links; that of a plugin may hold one link alone. What
// is neither is left out, and so is a link whose href is no text. At most 1,000
// links of a relation are read, and none at all of an object that [Unmarshal] would
// refuse.
type Links struct{ sent jsontext.Value } // an object with members, or nil

// maxLinks is how many links of a relation are read.
const maxLinks = 1000

// Get returns the links of a relation in the specification's spelling
// ("author", "cms:term"), whatever the prefix of the site. It returns nil if there
// are none.
func (l Links) Get(relation string) []Link {
	sent := l.relations()
	return linksOf(sent[spelled(sent, relation)])
}

// All returns the relations in the spelling of the site, each with its links, in
// the order of the alphabet.
func (l Links) All() iter.Seq2[string, []Link] {
	return func(yield func(string, []Link) bool) {
		sent := l.relations()
		for _, relation := range slices.Sorted(maps.Keys(sent)) {
			if list := linksOf(sent[relation]); list != nil && !yield(relation, list) {
				return
			}
		}
	}
}

// UnmarshalJSON keeps the object. A site may send an empty one as []: what is no
// object counts as none.
func (l *Links) UnmarshalJSON(data []byte) error {
	l.sent = nil
	if data = bytes.TrimSpace(data); len(data) > 2 && data[0] == '{' {
		l.sent = bytes.Clone(data) // not to keep a whole page for one record
	}
	return nil
}

// MarshalJSON writes the links as the site sent them. What only decoders of this
// module read, such as a relation that comes twice, is written as it is read.
func (l Links) MarshalJSON() ([]byte, error) {
	if l.sent.IsValid() {
		return l.sent, nil
	}
	return wire.Marshal(maps.Collect(l.All()))
}

// Format prints the links as a map.
func (l Links) Format(s fmt.State, verb rune) {
	_, _ = fmt.Fprintf(s, fmt.FormatString(s, verb), maps.Collect(l.All()))
}

// relations returns what was sent for each relation.
func (l Links) relations() map[string]jsontext.Value {
	var sent map[string]jsontext.Value
	if l.sent == nil || wire.Unmarshal(l.sent, &sent) != nil {
		return nil
	}
	return sent
}

// linksOf reads the links of one relation, nil if it has none.
func linksOf(sent jsontext.Value) []Link {
	var elements []jsontext.Value
	switch sent.Kind() {
	case '{':
		elements = []jsontext.Value{sent}
	case '[':
		if wire.Unmarshal(sent, &elements) != nil {
			return nil
		}
	default:
		return nil
	}
	list := []Link{}
	for _, element := range elements[:min(len(elements), maxLinks)] {
		var link Link
		if link.UnmarshalJSON(element) == nil && link.Href != "" {
			list = append(list, link)
		}
	}
	if len(list) == 0 && sent.Kind() == '{' {
		return nil
	}
	return list
}

// UnmarshalJSON reads a link member by member, so that one that does not fit its
// field does not hide the others.
func (l *Link) UnmarshalJSON(data []byte) error {
	*l = Link{}
	var members map[string]jsontext.Value
	if jsontext.Value(data).Kind() != '{' {
		return nil
	}
	if err := wire.Unmarshal(data, &members); err != nil {
		return err
	}
	takeOut(members, "href", &l.Href)
	takeOut(members, "embeddable", &l.Embeddable)
	takeOut(members, "taxonomy", &l.Taxonomy)
	takeOut(members, "post_type", &l.PostType)
	takeOut(members, "name", &l.Name)
	takeOut(members, "count", &l.Count)
	takeOut(members, "id", &l.ID)
	takeOut(members, "templated", &l.Templated)
	var hints map[string]jsontext.Value
	takeOut(members, "targetHints", &hints)
	var methods []jsontext.Value
	takeOut(hints, "allow", &methods)
	for _, method := range methods {
		var text string
		if method.Kind() == '"' && wire.Unmarshal(method, &text) == nil {
			l.TargetHints.Allow = append(l.TargetHints.Allow, text)
		}
	}
	for name, raw := range members {
		if l.Extra == nil {
			l.Extra = Extra{}
		}
		l.Extra[name] = []byte(raw)
	}
	return nil
}

// takeOut takes a member out of an object and decodes it into v, which stays zero if
// the member does not fit.
func takeOut[T any](members map[string]jsontext.Value, name string, v *T) {
	raw, ok := members[name]
	if !ok {
		return
	}
	delete(members, name)
	var decoded T
	if wire.Unmarshal(raw, &decoded) == nil {
		*v = decoded
	}
}

// spelled finds the key for a relation that may carry another prefix. Plugins
// have relations of the same name (acf:term): a site's own comes first.
func spelled[V any](m map[string]V, relation string) string {
	if _, ok := m[relation]; ok {
		return relation
	}
	name, ok := strings.CutPrefix(relation, route.Spec+":")
	if !ok {
		return relation
	}
	if _, ok := m["wp:"+name]; ok {
		return "wp:" + name
	}
	for _, key := range slices.Sorted(maps.Keys(m)) {
		if prefix, rest, ok := strings.Cut(key, ":"); ok && rest == name && !strings.Contains(prefix, "/") {
			return key
		}
	}
	return relation
}
