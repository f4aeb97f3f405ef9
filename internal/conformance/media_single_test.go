package conformance

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
)

// madeSizes are the sub-sizes that the images of the documents get.
var madeSizes = map[int64]map[string][2]int{
	301: {"medium": {300, 200}, "thumbnail": {150, 150}, "medium_large": {768, 512}},
	302: {"medium": {240, 300}, "thumbnail": {150, 150}},
	306: {"medium": {300, 225}, "thumbnail": {150, 150}},
	307: {"thumbnail": {150, 150}},
	310: {"thumbnail": {150, 150}},
	311: {"thumbnail": {150, 100}},
	313: {"medium": {300, 5}, "large": {1024, 16}, "thumbnail": {150, 40}, "medium_large": {768, 12},
		"1536x1536": {1536, 24}, "2048x2048": {2048, 32}},
}

// missingSizes are those that were not made.
var missingSizes = map[int64][]string{305: {"thumbnail", "medium", "large"},
	314: {"thumbnail", "medium", "medium_large"}}

// filed is a record of the library as somebody must see it.
type filed struct {
	*site
	of      record
	role    role
	context cms.Context
}

func (f filed) isImage() bool { return strings.HasPrefix(f.of.text("mime_type"), "image/") }

func (f filed) fileURL(name string) string {
	return fmt.Sprintf("%s/%s-content/uploads/%s", f.address, f.prefix, f.path(name))
}

func (f filed) path(name string) string {
	return strings.ReplaceAll(f.of.text("date")[:7], "-", "/") + "/" + name
}

// shown is the name of the file that is shown, and its dimensions.
func (f filed) shown() (name string, width, height int64) {
	name = f.of.text("filename")
	if f.of.int("width") > 2560 {
		extension := path.Ext(name)
		return strings.TrimSuffix(name, extension) + "-scaled" + extension, 2560, 39
	}
	return name, f.of.int("width"), f.of.int("height")
}

// record is the whole record but for the description and the sizes of files in bytes, which are looked at elsewhere.
func (f filed) record(t testing.TB) record {
	r, edit := f.of, f.context == cms.ContextEdit
	name, _, _ := f.shown()
	kind := "file"
	if f.isImage() {
		kind = "image"
	}
	text := func(raw, html string) record {
		if edit {
			return record{"raw": raw, "rendered": html}
		}
		return record{"rendered": html}
	}
	caption := ""
	switch {
	case r.text("caption") != "":
		caption = "<p>" + strings.NewReplacer(`"quotes"`, "&#8220;quotes&#8221;", " & ",
			" &#038; ").Replace(r.text("caption")) + "</p>\n"
	case !f.isImage():
		caption = "<p>" + strings.TrimSpace(r.text("title")+" "+r.text("description")) + "</p>\n"
	}
	out := record{
		"id": r.id(), "date": r.text("date"), "slug": r.text("slug"), "type": "attachment", "link": f.link(t),
		"title": text(r.text("title"), r.text("title")), "author": r.int("author"), "featured_media": 0,
		"caption":  text(r.text("caption"), caption),
		"alt_text": r.text("alt_text"), "media_type": kind, "mime_type": r.text("mime_type"), "media_details": f.details(),
		"source_url": f.fileURL(name), "_links": f.links(t),
	}
	if f.context == cms.ContextEmbed {
		return out
	}
	guid := record{"rendered": f.fileURL(r.text("filename"))}
	if edit {
		guid["raw"] = guid["rendered"]
		out["permalink_template"] = fmt.Sprintf("%s/?attachment_id=%d", f.address, r.id())
		if link := f.link(t); r.int("post") != 0 && !strings.Contains(link, "?") {
			out["permalink_template"] = strings.TrimSuffix(link, r.text("slug")+"/") + "%postname%/"
		}
		out["generated_slug"] = strings.ReplaceAll(strings.ToLower(r.text("title")), " ", "-")
		out["missing_image_sizes"] = append([]string{}, missingSizes[r.id()]...)
		if f.isImage() {
			maps.Copy(out, record{
				"exif_orientation": 1, "image_output_format": nil, "image_save_progressive": false,
				"image_quality": record{"default": 82, "sizes": []string{}},
			})
		}
	}
	comments, pings := "open", "closed"
	if given := r.text("comment_status"); given != "" {
		comments = given
	}
	if given := r.text("ping_status"); given != "" {
		pings = given
	}
	var post any
	if id := r.int("post"); id != 0 {
		post = id
	}
	maps.Copy(out, record{
		"date_gmt": gmt(r.text("date")), "modified": r.text("modified"),
		"modified_gmt": gmt(r.text("modified")), "guid": guid,
		"status": r.text("status"), "comment_status": comments, "ping_status": pings, "template": "",
		"meta": []string{}, "post": post,
		"filename": r.text("filename"),
		"class_list": []string{fmt.Sprintf("post-%d", r.id()), "attachment", "type-attachment",
			"status-" + r.text("status"), "hentry"},
	})
	return out
}

func (f filed) details() record {
	if !f.isImage() {
		return record{"sizes": record{}}
	}
	name, width, height := f.shown()
	sizes := record{}
	extension := path.Ext(f.of.text("filename"))
	for size, at := range madeSizes[f.of.id()] {
		file := fmt.Sprintf("%s-%dx%d%s", strings.TrimSuffix(f.of.text("filename"), extension), at[0], at[1], extension)
		sizes[size] = record{"file": file, "width": at[0], "height": at[1], "mime_type": f.of.text("mime_type"),
			"source_url": f.fileURL(file)}
	}
	if len(sizes) > 0 {
		sizes["full"] = record{"file": name, "width": width, "height": height, "mime_type": f.of.text("mime_type"),
			"source_url": f.fileURL(name)}
	}
	out := record{"width": width, "height": height, "file": f.path(name), "sizes": sizes, "image_meta": record{
		"aperture": "0", "credit": "", "camera": "", "caption": "", "created_timestamp": "0", "copyright": "",
		"focal_length": "0",
		"iso":          "0", "shutter_speed": "0", "title": "", "orientation": "0", "keywords": []string{}, "alt": "",
	}}
	if name != f.of.text("filename") {
		out["original_image"] = f.of.text("filename")
	}
	return out
}

// parent is what the record belongs to, and its kind.
func (f filed) parent() (record, string) {
	for _, kind := range []string{"posts", "pages"} {
		for _, r := range f.kinds[kind] {
			if r.id() == f.of.int("post") {
				return r, kind
			}
		}
	}
	return nil, ""
}

func (f filed) link(t testing.TB) string {
	parent, kind := f.parent()
	if parent == nil {
		return f.address + "/" + f.of.text("slug") + "/"
	}
	status := parent.text("status")
	private := status == "private" && !f.role.editsOthers() && f.of.int("author") != f.role.user()
	if status != "publish" && status != "private" || private {
		return fmt.Sprintf("%s/?attachment_id=%d", f.address, f.of.id())
	}
	return subject{site: f.site, kind: kind, of: parent}.link(t) + f.of.text("slug") + "/"
}

func (f filed) links(t testing.TB) record {
	id := f.of.id()
	api := subject{site: f.site}.api
	self := api(fmt.Sprintf("media/%d", id))
	embeddable := func(href string) []record { return []record{{"embeddable": true, "href": href}} }
	allow := []string{"GET"}
	if f.role.editsMedia(f.of) {
		allow = append(allow, "POST", "PUT", "PATCH", "DELETE")
	}
	own := record{"href": self, "targetHints": record{"allow": allow}}
	out := record{
		"self": []record{own}, "collection": []record{{"href": api("media")}},
		"about":   []record{{"href": api("types/attachment")}},
		"author":  embeddable(api(fmt.Sprintf("users/%d", f.of.int("author")))),
		"replies": embeddable(api(fmt.Sprintf("comments?post=%d", id))),
	}
	plain := len(out)
	if parent, kind := f.parent(); parent != nil {
		out[f.prefix+":attached-to"] = []record{{
			"embeddable": true, "post_type": strings.TrimSuffix(kind, "s"), "id": parent.id(),
			"href": api(fmt.Sprintf("%s/%d", kind, parent.id())),
		}}
	}
	if f.context == cms.ContextEdit && f.role.editsOthers() {
		out[f.prefix+":action-unfiltered-html"] = []record{{"href": self}}
		out[f.prefix+":action-assign-author"] = []record{{"href": self}}
	}
	if len(out) > plain {
		out["curies"] = []record{{"name": f.prefix, "href": "https://api.w.org/{rel}", "templated": true}}
	}
	return out
}

// withoutSizes takes the sizes in bytes out of a record, after looking whether they are there, and the description.
func withoutSizes(t *testing.T, r record, isImage bool) {
	t.Helper()
	delete(r, "description")
	size := func(where string, of map[string]any) {
		if n, ok := of["filesize"].(float64); !ok || n < 1 {
			t.Errorf("Record: file size %sis %v, want a positive number", where, of["filesize"])
		}
		delete(of, "filesize")
	}
	if _, ok := r["post"]; ok || r["modified"] != nil {
		size("", r)
	}
	details, _ := r["media_details"].(map[string]any)
	size("in the details ", details)
	sizes, _ := details["sizes"].(map[string]any)
	for name, one := range sizes {
		if name != "full" {
			size("of "+name+" ", one.(map[string]any))
		}
	}
	if !isImage { // what is in sounds and videos is another matter
		r["media_details"] = map[string]any{"sizes": sizes}
	}
}

// mediaSingles read each of these records in each context by each role.
func mediaSingles(ids ...int64) []scenario {
	var out []scenario
	for _, id := range ids {
		of := known().kinds["media"][slices.IndexFunc(known().kinds["media"], func(r record) bool { return r.id() == id })]
		for _, in := range contexts {
			for _, r := range roles {
				name := fmt.Sprintf("get %d in %s", id, in)
				code := cms.ErrorCode("rest_forbidden")
				may := r.seesMedia(known(), of)
				if in == cms.ContextEdit {
					may, code = r.editsMedia(of), "rest_forbidden_context"
				}
				if !may {
					out = append(out, refusals([]refusal{{
						collection: "media", role: r, name: name, status: r.refused(), code: code, harmless: true,
						call: func(ctx context.Context, _ *site, c *cms.Client) error {
							_, err := media.New(c).Get(ctx, id, cms.InContext(in))
							return err
						},
					}})...)
					continue
				}
				out = append(out, scenario{
					collection: "media", kind: reading, role: r, name: name, needs: newer,
					run: func(t *testing.T, s *site, c *cms.Client) {
						got, err := rawCollection(c, "media").Get(t.Context(), id, cms.InContext(in))
						if err != nil {
							t.Fatal(err)
						}
						f := filed{s, of, r, in}
						withoutSizes(t, *got, f.isImage())
						compareRecords(t, *got, f.record(t))
					},
				})
			}
		}
	}
	return out
}
