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
// than its field has is in Extra.
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
	return linksOf(sent[findRelation(sent, relation)])
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

// linkObject is Link without its methods.
type linkObject Link

// UnmarshalJSON reads a link. A member that does not fit its field does not hide the
// others. What is no object is the zero Link.
func (l *Link) UnmarshalJSON(data []byte) error {
	if jsontext.Value(data).Kind() != '{' {
		*l = Link{}
		return nil
	}
	return wire.UnmarshalMisfits(jsontext.NewDecoder(bytes.NewBuffer(data), wire.Options()), (*linkObject)(l))
}

// MarshalJSON writes the link as it was read.
func (l Link) MarshalJSON() ([]byte, error) { return wire.MarshalMisfits(linkObject(l)) }

// findRelation finds the key for a relation that may carry another prefix. Plugins
// have relations of the same name (acf:term): a site's own comes first.
func findRelation[V any](m map[string]V, relation string) string {
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
