package cms

import (
	"bytes"
	stdjson "encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Link is a link to a related resource.
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

// Links are the links of a record by relation, spelled as the site does.
type Links map[string][]Link

// UnmarshalJSONFrom reads the object. A relation holds a list; that of a plugin
// may hold one link alone, and what is neither is left out. An empty object may
// come as []. There is no UnmarshalJSON: encoding/json reads what it wrote.
func (l *Links) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*l = nil
	if dec.PeekKind() != '{' {
		return dec.SkipValue()
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	links := Links{}
	for dec.PeekKind() != '}' {
		member, err := memberName(dec)
		if err != nil {
			return err
		}
		name := string(member)
		switch dec.PeekKind() {
		case '[':
			if links[name], err = readLinks(dec); err != nil {
				return err
			}
		case '{':
			links[name] = make([]Link, 1)
			if err := links[name][0].UnmarshalJSONFrom(dec); err != nil {
				return err
			}
		default:
			if err := dec.SkipValue(); err != nil {
				return err
			}
		}
	}
	*l = links
	_, err := dec.ReadToken()
	return err
}

// memberName reads the name of a member. It is good until the next reading.
func memberName(dec *jsontext.Decoder) ([]byte, error) {
	quoted, err := dec.ReadValue()
	if err != nil {
		return nil, err
	}
	if bytes.IndexByte(quoted, '\\') < 0 && utf8.Valid(quoted) {
		return quoted[1 : len(quoted)-1], nil
	}
	name, _ := jsontext.AppendUnquote(nil, quoted) // what is not UTF-8 is replaced
	return name, nil
}

// readLinks reads a list of links. Most hold one.
func readLinks(dec *jsontext.Decoder) ([]Link, error) {
	if _, err := dec.ReadToken(); err != nil {
		return nil, err
	}
	list := []Link{}
	for dec.PeekKind() != ']' {
		if kind := dec.PeekKind(); kind != '{' && kind != jsontext.KindInvalid {
			if err := dec.SkipValue(); err != nil {
				return nil, err
			}
			continue
		}
		list = append(list, Link{})
		if err := list[len(list)-1].UnmarshalJSONFrom(dec); err != nil {
			return nil, err
		}
	}
	_, err := dec.ReadToken()
	return list, err
}

// UnmarshalJSONFrom reads a link member by member: there are more links than
// anything else in a list of records. A member that does not fit its field is left
// out.
func (l *Link) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*l = Link{}
	if dec.PeekKind() != '{' {
		return dec.SkipValue()
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for dec.PeekKind() != '}' {
		name, err := memberName(dec)
		if err != nil {
			return err
		}
		if err := l.member(dec, name); err != nil {
			return err
		}
	}
	_, err := dec.ReadToken()
	return err
}

func (l *Link) member(dec *jsontext.Decoder, name []byte) error {
	kind := dec.PeekKind()
	var text *string
	var truth *bool
	known := true
	switch string(name) {
	case "href":
		text = &l.Href
	case "taxonomy":
		text = &l.Taxonomy
	case "post_type":
		text = &l.PostType
	case "name":
		text = &l.Name
	case "embeddable":
		truth = &l.Embeddable
	case "templated":
		truth = &l.Templated
	case "count":
		if kind == '0' {
			return json.UnmarshalDecode(dec, &l.Count)
		}
	case "id":
		if kind == '0' {
			return json.UnmarshalDecode(dec, &l.ID)
		}
	case "targetHints":
		if kind == '{' {
			return json.UnmarshalDecode(dec, &l.TargetHints)
		}
	default:
		known = false
	}
	switch {
	case text != nil && kind == '"':
		token, err := dec.ReadToken()
		*text = token.String()
		return err
	case truth != nil && (kind == 't' || kind == 'f'):
		_, err := dec.ReadToken()
		*truth = kind == 't'
		return err
	}
	if known { // in Extra it would stand beside its field when the link is written
		return dec.SkipValue()
	}
	unknown := string(name)
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	if l.Extra == nil {
		l.Extra = Extra{}
	}
	l.Extra[unknown] = stdjson.RawMessage(raw.Clone())
	return nil
}

// Get returns the links of a relation in the specification's spelling
// ("author", "cms:term"), whatever the prefix of the site.
func (l Links) Get(relation string) []Link { return l[spelled(l, relation)] }

// spelled finds the key for a relation that may carry another prefix. Plugins
// have relations of the same name (acf:term): a site's own comes first.
func spelled[V any](m map[string]V, relation string) string {
	if _, ok := m[relation]; ok {
		return relation
	}
	name, ok := strings.CutPrefix(relation, specPrefix+":")
	if !ok {
		return relation
	}
	if _, ok := m["wp:"+name]; ok {
		return "wp:" + name
	}
	for _, key := range sortedKeys(m) {
		if prefix, rest, ok := strings.Cut(key, ":"); ok && rest == name && !strings.Contains(prefix, "/") {
			return key
		}
	}
	return relation
}
