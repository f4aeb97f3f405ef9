package snapshot

import (
	"strings"

	"github.com/fontcms/fontcms-go/fonts"
)

// rows holds the fonts of a walk in a third of the memory of a []fonts.Font. During the walk,
// each page leaves garbage, and the garbage collector lets the heap grow to twice the memory
// in use. So [Take] collects the fonts in rows, and makes the []fonts.Font only after the last
// page.
type rows struct {
	list  []row
	texts texts
	names []uint32 // sub-families of all fonts, in the order of list; each is an index in texts.all
}

// row is a font. Most of its texts are stored as indexes in rows.texts.all, because fonts often
// have the same texts.
type row struct {
	own     string // the id, followed by the name
	id      uint32 // length of the id in own
	shared  [10]uint32
	license uint32 // index of the text plus 1; 0 stands for nil
	names   int32  // number of sub-families of this font; -1 stands for nil
	extra   fonts.Extra
}

// shared returns pointers to the fields that often have the same text in many fonts.
func shared(f *fonts.Font) [10]*string {
	return [...]*string{
		&f.FontFamily, &f.Version, &f.Copyright, &f.Description, &f.Designer, &f.Tags, &f.Languages, &f.Category,
		(*string)(&f.CreatedAt), (*string)(&f.UpdatedAt),
	}
}

// add stores copies of the fonts of a page. The texts are copied, because all texts of a
// page share the memory of the response.
func (r *rows) add(page []fonts.Font) {
	var own strings.Builder
	for i := range page {
		own.WriteString(page[i].ID)
		own.WriteString(page[i].Name)
	}
	rest := strings.Clone(own.String()) // Clone drops the spare capacity of the builder
	for i := range page {
		n := len(page[i].ID) + len(page[i].Name)
		r.one(&page[i], rest[:n])
		rest = rest[n:]
	}
}

func (r *rows) one(f *fonts.Font, own string) {
	one := row{own: own, id: uint32(len(f.ID)), names: int32(len(f.FontSubfamily)), extra: f.Extra}
	for i, s := range shared(f) {
		one.shared[i] = r.texts.number(*s)
	}
	if f.License != nil {
		one.license = r.texts.number(*f.License) + 1
	}
	if f.FontSubfamily == nil {
		one.names = -1
	}
	for _, s := range f.FontSubfamily {
		r.names = append(r.names, r.texts.number(s))
	}
	r.list = append(r.list, one)
}

// fonts returns the fonts in the order in which they were added.
func (r *rows) fonts() []fonts.Font {
	list, names := make([]fonts.Font, len(r.list)), make([]string, len(r.names))
	for i, n := range r.names {
		names[i] = r.texts.all[n]
	}
	for i := range list {
		f, one := &list[i], &r.list[i]
		f.ID, f.Name, f.Extra = one.own[:one.id], one.own[one.id:], one.extra
		for j, s := range shared(f) {
			*s = r.texts.all[one.shared[j]]
		}
		if one.license > 0 {
			f.License = new(r.texts.all[one.license-1])
		}
		if n := one.names; n >= 0 {
			f.FontSubfamily, names = names[:n:n], names[n:]
		}
	}
	return list
}

// texts gives each string a number, which is the index of the string in the field all. Equal
// strings usually have the same number: see [maxTexts].
type texts struct {
	all   []string
	known map[string]uint32
}

// maxTexts limits the memory of texts.known. When texts.known has this number of texts, an empty
// map replaces it. Fonts with the same texts are mostly near each other, so few texts are stored
// twice.
const maxTexts = 10_000

// number returns the index of s in t.all. It adds a copy of s if necessary.
func (t *texts) number(s string) uint32 {
	if n, ok := t.known[s]; ok {
		return n
	}
	if t.known == nil || len(t.known) >= maxTexts {
		t.known = map[string]uint32{}
	}
	s = strings.Clone(s)
	n := uint32(len(t.all))
	t.all, t.known[s] = append(t.all, s), n
	return n
}
