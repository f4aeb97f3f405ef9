package publish

import (
	"fmt"
	"strings"
	"time"
)

// desired are the fields that a document asks for, given what is known of the site
// by now.
func (p *publisher) desired(d *document) (fields, error) {
	content, err := render(d.source, func(r reference) string { return p.address(d, r) })
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

// onAClock is how a site writes a date.
const onAClock = "2006-01-02T15:04:05"

// date is the field that the date goes into, and its value: one with a zone is a
// moment, one without is on the clock of the site.
func (d *document) date() (field, value string, err error) {
	if d.Date == "" {
		return "", "", nil
	}
	if moment, err := time.Parse(time.RFC3339, d.Date); err == nil {
		return "date_gmt", moment.UTC().Format(onAClock), nil
	}
	for _, layout := range []string{time.DateOnly, "2006-01-02 15:04", time.DateTime, onAClock} {
		if local, err := time.Parse(layout, d.Date); err == nil {
			return "date", local.Format(onAClock), nil
		}
	}
	return "", "", fmt.Errorf("its date is %q: write 2026-05-01, 2026-05-01 10:00, or 2026-05-01T10:00:00+02:00", d.Date)
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

// address is where what a document names is on the site.
func (p *publisher) address(d *document, r reference) string {
	target, fragment := d.local(r.address)
	if m, known := p.assets.record(target); known {
		if m == nil {
			return "#" // of a dry run
		}
		return m.SourceURL
	}
	named := p.byPath(target)
	if named == nil || r.picture {
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
