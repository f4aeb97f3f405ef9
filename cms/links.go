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

// Link is a link to a related resource. A field that a site sends in another form is in
// Extra.
type Link struct {
	Href        string `json:"href"`
	Embeddable  bool   `json:"embeddable,omitzero"`
	Taxonomy    string `json:"taxonomy,omitzero"`
	PostType    string `json:"post_type,omitzero"`
	Name        string `json:"name,omitzero"`
	Count       *int   `json:"count,omitzero"` // of revisions
	ID          int64  `json:"id,omitzero"`    // of the previous revision of a record
	Templated   bool   `json:"templated,omitzero"`
	TargetHints struct {
		Allow []string `json:"allow,omitzero"`
	} `json:"targetHints,omitzero"`
	Extra Extra `json:",embed"`
}

// Links holds the links of a record by relation. They are kept as the site sent them and
// decoded at each call of Get or All, because most programs never read them. The zero
// value has none.
//
// A relation holds a list of links, or, from some plugins, a single link. Anything else
// is left out, and so is a link whose href is not a string. Limits: at most 1,000 links
// of a relation are read, and none of an object that [Unmarshal] would refuse.
type Links struct{ sent jsontext.Value } // an object with members, or nil

// maxLinks is the number of links of a relation that are read.
const maxLinks = 1000

// Get returns the links of a relation, or nil if there are none. Write the relation as
// the specification does ("author", "cms:term"), whatever the prefix of the site.
func (l Links) Get(relation string) []Link {
	sent := l.relations()
	return linksOf(sent[findRelation(sent, relation)])
}

// All returns the links of each relation, in alphabetical order. The relations have the
// prefix of the site.
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

// UnmarshalJSON keeps the object. Anything else, such as the [] for an empty one, is
// read as no links.
func (l *Links) UnmarshalJSON(data []byte) error {
	l.sent = nil
	if data = bytes.TrimSpace(data); len(data) > 2 && data[0] == '{' {
		l.sent = bytes.Clone(data) // so that one record does not keep its page in memory
	}
	return nil
}

// MarshalJSON writes the links as the site sent them. JSON that only the decoders of
// this module accept, such as a duplicate relation, is written as it was read.
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

// relations returns the JSON of each relation.
func (l Links) relations() map[string]jsontext.Value {
	var sent map[string]jsontext.Value
	if l.sent == nil || wire.Unmarshal(l.sent, &sent) != nil {
		return nil
	}
	return sent
}

// linksOf decodes the links of one relation, nil if there are none.
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

// UnmarshalJSON reads a link. A field that does not fit does not hide the others.
// Anything but an object becomes the zero Link.
func (l *Link) UnmarshalJSON(data []byte) error {
	if jsontext.Value(data).Kind() != '{' {
		*l = Link{}
		return nil
	}
	return wire.UnmarshalMisfits(jsontext.NewDecoder(bytes.NewBuffer(data), wire.Options()), (*linkObject)(l))
}

// MarshalJSON writes the link as it was read.
func (l Link) MarshalJSON() ([]byte, error) { return wire.MarshalMisfits(linkObject(l)) }

// findRelation returns the key of a relation that may have another prefix. Plugins have
// relations of the same name (acf:term), so the prefix of the site is tried first.
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
