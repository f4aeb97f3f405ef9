package publish

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// sumOfText stands for the text of a document.
func (d *document) sumOfText() string {
	sum := sha256.Sum256(d.source)
	return hex.EncodeToString(sum[:8])
}

// lookMarks reads the records that were published from this source, and finds the document of
// each: the file that its mark names, or the one file without a record that has its text. That
// file was moved.
func (p *publisher) lookMarks(ctx context.Context) error {
	p.own, p.records = map[*document]*record{}, map[string][]*record{}
	for _, name := range []string{"post", "page"} {
		found, err := p.kinds[name].marked(ctx, p.source)
		if ofFile(err) { // an author may not edit pages
			for _, d := range p.accepted() {
				if d.Type == name {
					p.refuse(d, fmt.Errorf("your login may not edit the %ss of the site: %w", name, err))
				}
			}
			continue
		}
		if err != nil {
			return err
		}
		p.records[name] = found
		byPath := map[string][]*record{}
		for _, r := range found {
			byPath[r.mark.path] = append(byPath[r.mark.path], r)
		}
		byText := map[string][]*document{}
		for _, d := range p.documents {
			if d.Type != name {
				continue
			}
			if len(byPath[d.path]) == 0 {
				byText[d.sumOfText()] = append(byText[d.sumOfText()], d)
				continue
			}
			p.choose(d, byPath[d.path])
			delete(byPath, d.path)
		}
		for _, d := range p.documents {
			if d.Type != name || p.own[d] != nil || d.what == refuse {
				continue
			}
			if key := d.formerPath(byPath); key != "" {
				p.choose(d, byPath[key])
				delete(byPath, key)
				byText[d.sumOfText()] = except(byText[d.sumOfText()], d)
			}
		}
		p.findMoved(byPath, byText)
	}
	return nil
}

// formerPath returns the path of the page that a folder had before: without a file of its own the
// page has the path of the folder.
func (d *document) formerPath(records map[string][]*record) string {
	if d.place.index && !d.generated && len(records[d.folder]) > 0 {
		return d.folder
	}
	for name := range records {
		base := strings.ToLower(stem(path.Base(name)))
		if d.generated && path.Dir(name) == d.path && (base == "index" || base == "_index" || base == "readme") {
			return name
		}
	}
	return ""
}

// choose takes the record of a document. Several have its mark if a person copied one, or if a
// run was killed right after it had created a second one: the one with its slug is meant. Each
// other one gets a line.
func (p *publisher) choose(d *document, found []*record) {
	meant, others := found, []*record(nil)
	if len(found) > 1 {
		other := func(r *record) bool { return r.slug != d.Slug }
		meant = slices.DeleteFunc(slices.Clone(found), other)
		others = slices.DeleteFunc(slices.Clone(found), func(r *record) bool { return !other(r) })
	}
	if len(meant) != 1 {
		p.refuse(d, fmt.Errorf("%d records have its mark and its slug: remove the last block of the copies", len(meant)))
		return
	}
	p.own[d] = meant[0]
	for _, r := range others {
		p.note(d.path, fmt.Sprintf("another record has its mark, and stays: %s; delete it, or remove its last block", r.link))
	}
}

// findMoved finds the documents of records whose files are gone. Records of files that were not
// moved get a line, and stay.
func (p *publisher) findMoved(gone map[string][]*record, byText map[string][]*document) {
	texts := map[string]int{} // number of records
	for _, records := range gone {
		for _, r := range records {
			texts[r.mark.text]++
		}
	}
	for _, path := range slices.Sorted(maps.Keys(gone)) {
		for _, r := range gone[path] {
			candidates := byText[r.mark.text]
			switch {
			case len(candidates) == 1 && texts[r.mark.text] == 1:
				p.own[candidates[0]] = r
			case len(candidates) > 0:
				for _, d := range candidates {
					p.refuse(d, fmt.Errorf("%d files have the text of %s, which is gone, and %d records: "+
						"nothing tells which of them was moved", len(candidates), path, texts[r.mark.text]))
				}
			default:
				p.gone = append(p.gone, r)
			}
		}
	}
}

// sayGone writes a line for each record whose file is gone and that stays.
func (p *publisher) sayGone() {
	slices.SortFunc(p.gone, func(a, b *record) int { return int(a.id - b.id) })
	if p.trash {
		return
	}
	for _, r := range p.gone {
		p.note(r.mark.path, fmt.Sprintf("the file is gone, and its record %d stays: %s", r.id, r.link))
	}
}

// fits reports whether a record has a slug, or the number that the site put after it.
func fits(got, wanted string) bool {
	return got == wanted || regexp.MustCompile(`^`+regexp.QuoteMeta(wanted)+`-\d+$`).MatchString(got)
}
