package changes

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// mark holds what the store keeps of a record.
type mark struct {
	status, modified string
	// rules identifies the fields that were compared. The hashes of two marks are compared only
	// if the marks have the same rules.
	rules string
	// list is the hash of the fields that Kind.compared returns. content is the hash of all
	// fields, or "" if it is not known. For a kind with Whole, list is the hash of all fields,
	// and content is "".
	list, content string
	// fresh means that the record was modified in the minute before it was read. A later edit
	// may have the same modified_gmt, so the next pass reads all fields of the record.
	fresh bool
}

// Stale is a mark for a record whose content is not known. If the store returns Stale for a
// record, the next pass reads the record. The pass yields it as [Changed], or as [Deleted] if
// the site no longer has it. Use Stale for records that you know from elsewhere, or to have
// records read again.
const Stale = "/ / / / /"

// stale reports whether a mark is [Stale].
func (m *mark) stale() bool { return *m == mark{} }

// none stands for an empty field in the text of a mark. A field with the value "/" is written
// as "%2F", so it differs from none.
const none = "/"

// String returns the mark as the store keeps it: about 55 bytes.
func (m *mark) String() string {
	fields := []string{url.PathEscape(m.status), url.PathEscape(m.modified), m.rules, m.list, m.content}
	for i, field := range fields {
		if field == "" {
			fields[i] = none
		}
	}
	text := strings.Join(fields, " ")
	if m.fresh {
		text += " fresh"
	}
	return text
}

var errMark = errors.New("the mark is damaged")

func parseMark(text string) (m mark, err error) {
	fields := strings.Split(text, " ")
	if len(fields) == 6 && fields[5] == "fresh" {
		m.fresh, fields = true, fields[:5]
	}
	if len(fields) != 5 || slices.Contains(fields, "") {
		return mark{}, errMark
	}
	for i, into := range []*string{&m.status, &m.modified, &m.rules, &m.list, &m.content} {
		if fields[i] == none {
			continue
		}
		if *into, err = url.PathUnescape(fields[i]); err != nil {
			return mark{}, errMark
		}
	}
	return m, nil
}

// text returns the first 64 bytes of a field. It returns "" if the field is not a string.
func (r record) text(name string) string {
	var s string
	if wire.Unmarshal(r[name], &s) != nil {
		return ""
	}
	return s[:min(len(s), 64)]
}

// id returns the id of a record, 0 if it has none.
func (r record) id() (id int64) {
	if wire.Unmarshal(r["id"], &id) != nil {
		return 0
	}
	return id
}

// digest collects texts and hashes them. It stores the length of each text, so that different
// texts with the same concatenation give different hashes.
type digest struct{ bytes []byte }

func (d *digest) add(text string) {
	d.bytes = binary.AppendUvarint(d.bytes, uint64(len(text)))
	d.bytes = append(d.bytes, text...)
}

func (d *digest) sum(size int) string {
	sum := sha256.Sum256(d.bytes)
	return base64.RawURLEncoding.EncodeToString(sum[:size])
}

// rules returns a hash that identifies which fields of a kind are compared.
func (k *Kind) rules() string {
	d := &digest{}
	d.add(string(k.Context))
	for _, names := range [][]string{k.compared(), k.Ignore, derived(), rendered()} {
		d.add("")
		for _, name := range slices.Sorted(slices.Values(names)) {
			d.add(name)
		}
	}
	return d.sum(3)
}

// derived returns the fields that are not compared. A site derives them from other fields, from
// its settings or from the user who requests the record.
func derived() []string {
	return []string{
		"_embedded", "_links", "author_avatar_urls", "avatar_urls", "capabilities", "class_list", "date", "exif_orientation",
		"generated_slug", "guid", "image_output_format", "image_quality", "image_save_progressive", "link",
		"missing_image_sizes", "modified", "permalink_template", "type_label",
	}
}

// rendered returns members of a text field, such as title. The site derives them from the
// member raw.
func rendered() []string { return []string{"block_version", "protected", "rendered"} }

// listed hashes the fields that Kind.compared returns, even if r has more fields.
func (k *Kind) listed(r record) string { return k.hash(r, k.compared()) }

// contents hashes all fields of the record except the derived fields. For a term, the field
// count is derived, too.
func (k *Kind) contents(r record) string {
	var names []string
	_, term := r["taxonomy"]
	for name := range r {
		if !slices.Contains(derived(), name) && !(term && name == "count") {
			names = append(names, name)
		}
	}
	return k.hash(r, names)
}

func (k *Kind) hash(r record, names []string) string {
	d := &digest{}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		value, ok := r[name]
		if !ok || slices.Contains(k.Ignore, name) {
			continue
		}
		d.add(name)
		d.add(k.canonical(name, jsontext.Value(value)))
	}
	return d.sum(8) // eight bytes: one change in 2^64 is missed
}

// canonical returns the same text for equal values. It leaves out ignored members, and members
// that the site derives from raw: see rendered.
func (k *Kind) canonical(name string, value jsontext.Value) string {
	value = value.Clone()
	if value.Kind() == '{' {
		var object map[string]jsontext.Value
		if wire.Unmarshal(value, &object) == nil {
			_, raw := object["raw"]
			d := &digest{}
			for _, member := range slices.Sorted(maps.Keys(object)) {
				if raw && slices.Contains(rendered(), member) || slices.Contains(k.Ignore, name+"."+member) {
					continue
				}
				d.add(member)
				d.add(k.canonical("", object[member]))
			}
			return "{" + string(d.bytes)
		}
	}
	if value.Canonicalize(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) != nil {
		return string(value) // value cannot be made canonical, so equal values may seem to differ
	}
	return string(value)
}
