package cms

import (
	"bytes"
	stdjson "encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
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

// Links are the links of a record by relation, spelled as the site does. There are
// at most 1,000 links and relations together.
type Links map[string][]Link

// maxLinks is how many links and relations a record may have.
const maxLinks = 1000

// UnmarshalJSONFrom reads the object. A relation holds a list; that of a plugin
// may hold one link alone. What is neither is left out, and so is an object whose
// href is no text. An empty object may come as []. More than 1,000 links are an error.
// There is no UnmarshalJSON: encoding/json reads what it wrote.
func (l *Links) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*l = nil
	if dec.PeekKind() != '{' {
		return dec.SkipValue()
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	links, count := Links{}, wire.Counter{Max: maxLinks, What: "links"}
	for dec.PeekKind() != '}' {
		member, err := memberName(dec)
		if err != nil {
			return err
		}
		name := string(member)
		if err := count.Add(); err != nil {
			return err
		}
		switch dec.PeekKind() {
		case '[':
			if links[name], err = readLinks(dec, &count); err != nil {
				return err
			}
		case '{':
			alone := make([]Link, 1)
			if err := alone[0].UnmarshalJSONFrom(dec); err != nil {
				return err
			}
			if alone[0].Href != "" {
				links[name] = alone
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
func readLinks(dec *jsontext.Decoder, count *wire.Counter) ([]Link, error) {
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
		last := &list[len(list)-1]
		if err := last.UnmarshalJSONFrom(dec); err != nil {
			return nil, err
		}
		if last.Href == "" {
			list = list[:len(list)-1]
		} else if err := count.Add(); err != nil {
			return nil, err
		}
	}
	_, err := dec.ReadToken()
	return wire.Fit(list), err
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
			n, ok, err := whole(dec, strconv.IntSize)
			if ok {
				l.Count = new(int(n))
			}
			return err
		}
	case "id":
		if kind == '0' {
			n, _, err := whole(dec, 64)
			l.ID = n
			return err
		}
	case "targetHints":
		if kind == '{' {
			return l.hints(dec)
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

// whole reads a number, ok if it is a whole one of so many bits. Any other is 0.
func whole(dec *jsontext.Decoder, bits int) (n int64, ok bool, err error) {
	raw, err := dec.ReadValue()
	if err != nil {
		return 0, false, err
	}
	if n, err = strconv.ParseInt(string(raw), 10, bits); err != nil {
		return 0, false, nil //nolint:nilerr // it is left out
	}
	return n, true, nil
}

// hints reads the hints about the target, of which the methods are known.
func (l *Link) hints(dec *jsontext.Decoder) error {
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for dec.PeekKind() != '}' {
		name, err := memberName(dec)
		if err != nil {
			return err
		}
		if string(name) != "allow" || dec.PeekKind() != '[' {
			err = dec.SkipValue()
		} else {
			l.TargetHints.Allow, err = texts(dec)
		}
		if err != nil {
			return err
		}
	}
	_, err := dec.ReadToken()
	return err
}

// texts reads the strings of a list, and leaves out what is none.
func texts(dec *jsontext.Decoder) ([]string, error) {
	if _, err := dec.ReadToken(); err != nil {
		return nil, err
	}
	list := []string{}
	for dec.PeekKind() != ']' {
		if kind := dec.PeekKind(); kind != '"' && kind != jsontext.KindInvalid {
			if err := dec.SkipValue(); err != nil {
				return nil, err
			}
			continue
		}
		quoted, err := dec.ReadValue()
		if err != nil {
			return nil, err
		}
		list = append(list, methodName(quoted))
	}
	_, err := dec.ReadToken()
	return wire.Fit(list), err
}

// methodName is a string of JSON. These methods are most of what there is.
func methodName(quoted jsontext.Value) string {
	switch string(quoted) {
	case `"GET"`:
		return "GET"
	case `"POST"`:
		return "POST"
	case `"PUT"`:
		return "PUT"
	case `"PATCH"`:
		return "PATCH"
	case `"DELETE"`:
		return "DELETE"
	}
	unquoted, _ := jsontext.AppendUnquote(nil, quoted) // what is not UTF-8 is replaced
	return string(unquoted)
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
