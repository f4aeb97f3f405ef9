package publish

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"
)

// maxContent is the largest text of a page. It is in memory several times, as JSON too, which takes
// less than 200 MB. A file may be larger by its entities.
const maxContent = 3 << 20

// desired are the fields that a document asks for, given what is known of the site
// by now.
func (p *publisher) desired(d *document) (fields, error) {
	how := rendering{d.untitled, p.project.kind == "obsidian", p.project.exactTypography()}
	content, err := render(d.source, how, func(r reference) string { return p.address(d, r) })
	if err != nil {
		return nil, err
	}
	if len(content) > maxContent {
		return nil, &lineError{d.before + 1, fmt.Errorf("its page would have more than %d bytes", maxContent)}
	}
	values := map[string]any{"title": strings.TrimSpace(d.Title), "content": strings.TrimSpace(content)}
	if d.Status != "" {
		values["status"] = d.Status
	}
	if d.Excerpt != nil {
		values["excerpt"] = strings.TrimSpace(*d.Excerpt)
	}
	if d.Template != nil {
		values["template"] = *d.Template
	}
	if d.Comments != "" {
		values["comment_status"] = d.Comments
	}
	if d.MenuOrder != nil && d.Type == "page" {
		values["menu_order"] = *d.MenuOrder
	}
	if d.Categories != nil && d.Type == "post" {
		values["categories"] = p.terms.all("categories", d.Categories)
	}
	if d.Tags != nil && d.Type == "post" {
		values["tags"] = p.terms.all("tags", d.Tags)
	}
	if p.authors[d.Author] != 0 {
		values["author"] = p.authors[d.Author]
	}
	if d.Image != "" {
		if id, ok := p.featured(d); ok {
			values["featured_media"] = id
		}
	}
	if d.Type == "page" {
		values["parent"] = p.parent(d)
	}
	for name, value := range d.Meta {
		values["meta."+name] = value
	}
	name, date, err := d.date()
	if err != nil {
		return nil, err
	}
	if name != "" {
		values[name] = date
	}
	f := fields{}
	for name, value := range values {
		if err := f.set(name, value); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return f, nil
}

// featured is the id of the featured image, 0 for no image. ok is false if it is lost.
func (p *publisher) featured(d *document) (id int64, ok bool) {
	if d.Image == "none" {
		return 0, true
	}
	if why, lost := p.assets.lost[d.cover]; lost {
		p.lose(d.path, d.cover, why)
		return 0, false
	}
	if m := p.assets.record(d.cover); m != nil {
		return m.ID, true
	}
	return unknown, true
}

// address is where a reader of the site finds what a document names, "" if nowhere.
func (p *publisher) address(d *document, r reference) string {
	t := p.project.links.target(d, r)
	switch {
	case t.foreign:
		return r.address
	case t.document != nil:
		return p.page(d, r, t)
	case t.former:
		p.note(d.at(r), fmt.Sprintf("%.200s is no page or file of the folder: it still leads to the site of the generator",
			r.address))
		return r.address
	case t.hidden:
		return p.elsewhere(d, r, "it is hidden: its path has a part that begins with a dot")
	case t.asset == "":
		return p.elsewhere(d, r, "it leads to no file or page of the folder")
	}
	if why, lost := p.assets.lost[t.asset]; lost {
		r.address = t.asset
		return p.elsewhere(d, r, why)
	}
	if m := p.assets.record(t.asset); m != nil {
		return m.SourceURL
	}
	return "#" // of a dry run
}

// page is the address of a document that another one names.
func (p *publisher) page(d *document, r reference, t target) string {
	fragment := ""
	if t.fragment != "" && (!t.document.untitled || t.fragment != t.document.id) { // the title is not in the text
		id, ok := t.document.anchor(t.fragment)
		if !ok {
			p.note(d.at(r), fmt.Sprintf("%s has no heading #%.80s: the link leads to its top", t.document.path, t.fragment))
		} else if !t.document.untitled || id != t.document.id {
			fragment = "#" + url.PathEscape(id)
		}
	}
	if t.document == d {
		return cmp.Or(fragment, "#")
	}
	record := p.record(t.document)
	if record == nil && t.document.what == refuse {
		r.address = t.document.path
		return p.elsewhere(d, r, "it is refused")
	}
	if t.document.state != done {
		d.open = true
	}
	if record == nil || record.link == "" {
		return "#"
	}
	return record.link + fragment
}

// elsewhere is the address of a file that the site does not have: in the repository, or "".
// A picture is lost, because a page of the repository is no picture.
func (p *publisher) elsewhere(d *document, r reference, why string) string {
	name := strings.TrimPrefix(r.address, wikiScheme)
	switch target := p.project.links.file(d, name); {
	case r.picture:
		p.lose(d.at(r), name, why)
		return ""
	case p.repository == nil || target == "":
		p.note(d.at(r), fmt.Sprintf("the link to %s becomes text: %s", name, why))
		return ""
	default:
		return p.repository.JoinPath(target).String()
	}
}

// lose counts a picture that is not shown, and writes a line about it.
func (p *publisher) lose(where, target, why string) {
	p.lost[where+" "+target] = true
	p.note(where, fmt.Sprintf("the picture %s is not shown: %s", target, why))
}
