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
	if d.Categories != nil {
		values["categories"] = p.terms.all("categories", d.Categories)
	}
	if d.Tags != nil {
		values["tags"] = p.terms.all("tags", d.Tags)
	}
	if d.Author != "" {
		values["author"] = p.authors[d.Author]
	}
	if d.Image != "" {
		values["featured_media"] = p.featured(d)
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

func (p *publisher) featured(d *document) int64 {
	if d.Image == "none" {
		return 0
	}
	if m, _ := p.assets.record(d.resolve(d.Image)); m != nil {
		return m.ID
	}
	return unknown
}

// address is where the site has what a document names, "" for a file that is not published.
func (p *publisher) address(d *document, r reference) string {
	target, fragment := d.local(r.address)
	if m, known := p.assets.record(target); known {
		if m == nil {
			return "#" // of a dry run
		}
		return m.SourceURL
	}
	named := p.byPath(target)
	switch {
	case named == nil && isMarkdown(target) && !r.picture:
		return "" // check has said so
	case named == nil || r.picture:
		return r.address
	}
	record := p.record(named)
	if named.state != done {
		d.open = true
	}
	if record == nil || record.link == "" {
		return "#"
	}
	return record.link + fragment
}
