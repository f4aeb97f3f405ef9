package conformance

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	storedWidth    = regexp.MustCompile(`^a:\d+:\{s:5:"width";i:(\d+);s:6:"height";i:(\d+);`)
	storedSize     = regexp.MustCompile(`s:\d+:"(\w+)";a:\d+:\{s:(?:4:"file"|5:"width")`)
	storedOriginal = regexp.MustCompile(`s:14:"original_image";s:\d+:"([^"]+)"`)
)

// file reads a record of the library from the tables.
func (d database) file(t testing.TB, id int64) record {
	t.Helper()
	r := d.one(t, fmt.Sprintf(`select json_object('id', ID, 'date', post_date, 'date_gmt', post_date_gmt, 'modified', post_modified,
		'modified_gmt', post_modified_gmt, 'slug', post_name, 'status', post_status, 'title', post_title, 'description', post_content,
		'caption', post_excerpt, 'author', post_author, 'post', post_parent, 'comment_status', comment_status, 'ping_status', ping_status,
		'mime_type', post_mime_type) from wp_posts where ID = %d and post_type = 'attachment'`, id))
	if r == nil {
		return nil
	}
	for _, name := range []string{"date", "date_gmt", "modified", "modified_gmt"} {
		r[name] = strings.Replace(r.text(name), " ", "T", 1)
	}
	values := d.meta(t, id)
	r["featured_media"], r["template"] = number(values["_thumbnail_id"]), values["_wp_page_template"]
	r["alt_text"], r["filename"] = values["_wp_attachment_image_alt"], values["_wp_attached_file"]
	details := values["_wp_attachment_metadata"]
	r["width"], r["height"], r["original_image"] = int64(0), int64(0), ""
	if m := storedWidth.FindStringSubmatch(details); m != nil {
		r["width"], r["height"] = number(m[1]), number(m[2])
	}
	if m := storedOriginal.FindStringSubmatch(details); m != nil {
		r["original_image"] = m[1]
	}
	sizes := []string{}
	for _, m := range storedSize.FindAllStringSubmatch(details, -1) {
		sizes = append(sizes, m[1])
	}
	slices.Sort(sizes)
	r["sizes"] = sizes
	return r
}
