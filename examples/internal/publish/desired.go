package publish

import (
	"fmt"
	"strings"
)

// desired are the fields that a document asks for, given what is known of the site
// by now.
func (p *publisher) desired(d *document) (fields, error) {
	content, err := render(d.source, d.heading, func(r reference) string { return p.address(d, r) })
	if err != nil {
		return nil, err
	}
	values := map[string]any{"title": strings.TrimSpace(d.Title), "content": asBlock(strings.TrimSpace(content))}
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

// asBlock makes a block of HTML, which the site shows as it is. Without one it would
// break the lines of a paragraph where the file does. A file may have blocks itself.
func asBlock(content string) string {
	if strings.Contains(content, "<!-- wp:") {
		return content
	}
	return "<!-- wp:html -->\n" + content + "\n<!-- /wp:html -->"
}

// featured is the id of the featured image, 0 for no image. ok is false if it is lost.
func (p *publisher) featured(d *document) (id int64, ok bool) {
	if d.Image == "none" {
		return 0, true
	}
	name := d.resolve(d.Image)
	if why, lost := p.assets.lost[name]; lost {
		p.lose(d.path, name, why)
		return 0, false
	}
	if m, _ := p.assets.record(name); m != nil {
		return m.ID, true
	}
	return unknown, true
}

// address is where a reader of the site finds what a document names, "" if nowhere.
func (p *publisher) address(d *document, r reference) string {
	target, fragment := d.local(r.address)
	if why, lost := p.assets.lost[target]; lost {
		return p.elsewhere(d, r, target, why)
	}
	if m, known := p.assets.record(target); known {
		if m == nil {
			return "#" // of a dry run
		}
		return m.SourceURL
	}
	named := p.byPath(target)
	switch {
	case named == nil && isMarkdown(target) && !r.picture:
		return p.elsewhere(d, r, target, "it is no file that is published")
	case named == nil || r.picture:
		return r.address
	}
	record := p.record(named)
	if record == nil && named.what == refuse {
		return p.elsewhere(d, r, target, "it is refused")
	}
	if named.state != done {
		d.open = true
	}
	if record == nil || record.link == "" {
		return "#"
	}
	return record.link + fragment
}

// elsewhere is the address of a file that the site does not have: in the repository, or "".
// A picture is lost, because a page of the repository is no picture.
func (p *publisher) elsewhere(d *document, r reference, target, why string) string {
	switch {
	case r.picture:
		p.lose(d.at(r), target, why)
		return ""
	case p.repository == nil:
		p.note(d.at(r), fmt.Sprintf("the link to %s becomes text: %s", target, why))
		return ""
	}
	return p.repository.JoinPath(target).String()
}

// lose counts a picture that is not shown, and writes a line about it.
func (p *publisher) lose(where, target, why string) {
	p.lost[where+" "+target] = true
	p.note(where, fmt.Sprintf("the picture %s is not shown: %s", target, why))
}
