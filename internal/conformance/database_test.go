package conformance

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// database is the one of a site that internal/wordpress started.
type database struct{ folder string }

// restore puts the site back to what it was when it was saved.
func (d database) restore(t testing.TB) {
	t.Helper()
	cmd := exec.Command("bash", "../wordpress/wordpress.sh", "restore")
	cmd.Env = append(os.Environ(), "LAB="+d.folder)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("Restore of the site: %v\n%s, want no error", err, out)
	}
}

// rows asks for a column of texts.
func (d database) rows(t testing.TB, query string) []string {
	t.Helper()
	cmd := exec.Command("mariadb", "--no-defaults", "-uroot", "-S", d.folder+"/run/db.sock", "-NBr",
		"--default-character-set=utf8mb4", "wp", "-e", query)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("Query %s: error %v, want none", query, err)
	}
	return strings.FieldsFunc(string(out), func(r rune) bool { return r == '\n' })
}

// one asks for a row that is a JSON object, and decodes it into a record; nil if there is none.
func (d database) one(t testing.TB, query string) record {
	t.Helper()
	rows := d.rows(t, query)
	if len(rows) == 0 {
		return nil
	}
	var r record
	if err := json.Unmarshal([]byte(rows[0]), &r); err != nil {
		t.Fatalf("Unmarshal of the row %s: error %v, want a JSON object", rows[0], err)
	}
	return r
}

// stored reads a record from the tables, under the names that cmstest.Server.Record gives its members.
func (d database) stored(t testing.TB, kind string, id int64) record {
	t.Helper()
	switch kind {
	case "menu-items":
		return d.menuItem(t, id)
	case "categories", "tags", "menus", "cms_pattern_category":
		return d.one(t,
			fmt.Sprintf(`select json_object('id', t.term_id, 'name', name, 'slug', slug, 'description', description, 'parent',
			parent)
			from wp_terms t join wp_term_taxonomy x on x.term_id = t.term_id where t.term_id = %d`, id))
	case "revisions", "autosaves":
		return d.history(t, kind, id)
	}
	if kind == "media" {
		return d.file(t, id)
	}
	return d.post(t, kind, id)
}

// history reads a revision or an autosave.
func (d database) history(t testing.TB, kind string, id int64) record {
	t.Helper()
	r := d.one(t,
		fmt.Sprintf(`select json_object('id', ID, 'date', post_date, 'date_gmt', post_date_gmt, 'modified', post_modified,
		'modified_gmt', post_modified_gmt, 'slug', post_name, 'title', post_title, 'content', post_content, 'excerpt',
		post_excerpt,
		'author', post_author, 'parent', post_parent)
		from wp_posts where ID = %d and post_type = 'revision' and post_name like '%%-%s-v1'`, id,
			strings.TrimSuffix(kind, "s")))
	if r == nil {
		return nil
	}
	for _, name := range []string{"date", "date_gmt", "modified", "modified_gmt"} {
		r[name] = strings.Replace(r.text(name), " ", "T", 1)
	}
	meta := map[string]any{}
	if v, ok := d.meta(t, id)["footnotes"]; ok {
		meta["footnotes"] = v
	}
	r["meta"] = meta
	return r
}

// post reads a record of any type of post.
func (d database) post(t testing.TB, kind string, id int64) record {
	t.Helper()
	types := map[string]string{"posts": "post", "pages": "page", "blocks": "wp_block", "menu-items": "nav_menu_item",
		"navigation": "wp_navigation"}
	r := d.one(t,
		fmt.Sprintf(`select json_object('id', ID, 'date', post_date, 'date_gmt', post_date_gmt, 'modified', post_modified,
		'modified_gmt', post_modified_gmt, 'slug', post_name, 'status', post_status, 'title', post_title, 'content',
		post_content,
		'excerpt', post_excerpt, 'password', post_password, 'author', post_author, 'parent', post_parent, 'menu_order',
		menu_order,
		'comment_status', comment_status, 'ping_status', ping_status,
		'revisions', (select count(*) from wp_posts r where r.post_parent = p.ID and r.post_type = 'revision'
			and r.post_name not like '%%-autosave-v1'))
		from wp_posts p where ID = %d and post_type = '%s'`, id, types[kind]))
	if r == nil {
		return nil
	}
	for _, name := range []string{"date", "date_gmt", "modified", "modified_gmt"} {
		r[name] = strings.Replace(r.text(name), " ", "T", 1)
		if strings.HasPrefix(r.text(name), "0000") {
			r[name] = ""
		}
	}
	values := d.meta(t, id)
	meta := record{}
	if v, ok := values["footnotes"]; ok {
		meta["footnotes"] = v
	}
	if v, ok := values["wp_pattern_sync_status"]; ok {
		meta["cms_pattern_sync_status"] = v
	}
	if kind == "blocks" {
		r["cms_pattern_category"] = d.terms(t, id, "wp_pattern_category")
	}
	r["meta"] = map[string]any(meta)
	r["featured_media"] = number(values["_thumbnail_id"])
	r["template"] = values["_wp_page_template"]
	if kind == "posts" {
		delete(r, "parent")
		delete(r, "menu_order")
		r["categories"], r["tags"] = d.terms(t, id, "category"), d.terms(t, id, "post_tag")
		r["format"] = "standard"
		for _, slug := range d.rows(t,
			fmt.Sprintf(`select slug from wp_term_relationships r join wp_term_taxonomy x using (term_taxonomy_id)
			join wp_terms t on t.term_id = x.term_id where object_id = %d and taxonomy = 'post_format'`, id)) {
			r["format"] = strings.TrimPrefix(slug, "post-format-")
		}
		r["sticky"] = slices.Contains(d.sticky(t), id)
	}
	return r
}

// menuItem reads an item of a menu, which lies in a post and its meta.
func (d database) menuItem(t testing.TB, id int64) record {
	t.Helper()
	post := d.post(t, "menu-items", id)
	if post == nil {
		return nil
	}
	values := d.meta(t, id)
	out := record{"attr_title": post["excerpt"], "description": post["content"], "menus": 0}
	for _, name := range []string{"id", "date", "date_gmt", "modified", "modified_gmt", "slug", "status", "title",
		"author", "menu_order"} {
		out[name] = post[name]
	}
	for _, name := range []string{"type", "object", "target", "url"} {
		out[name] = values["_menu_item_"+name]
	}
	out["object_id"], out["parent"] = number(values["_menu_item_object_id"]), number(values["_menu_item_menu_item_parent"])
	classes := []string{}
	for _, m := range regexp.MustCompile(`s:\d+:"([^"]+)";`).FindAllStringSubmatch(values["_menu_item_classes"], -1) {
		classes = append(classes, m[1])
	}
	out["classes"], out["xfn"] = classes, append([]string{}, strings.Fields(values["_menu_item_xfn"])...)
	if menus := d.terms(t, id, "nav_menu"); len(menus) > 0 {
		out["menus"] = menus[0]
	}
	if strings.TrimSpace(out.text("description")) == "" {
		out["description"] = "" // the site stores a space, or nothing
	}
	return out
}

// sticky are the posts that are: the values of a serialized list.
func (d database) sticky(t testing.TB) []int64 {
	t.Helper()
	var out []int64
	for _, row := range d.rows(t, `select option_value from wp_options where option_name = 'sticky_posts'`) {
		for _, m := range regexp.MustCompile(`i:\d+;i:(\d+);`).FindAllStringSubmatch(row, -1) {
			out = append(out, number(m[1]))
		}
	}
	return out
}

func (d database) meta(t testing.TB, id int64) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, row := range d.rows(t,
		fmt.Sprintf("select json_array(meta_key, meta_value) from wp_postmeta where post_id = %d", id)) {
		var pair [2]string
		if err := json.Unmarshal([]byte(row), &pair); err != nil {
			t.Fatalf("Unmarshal of the row %s: error %v, want a pair", row, err)
		}
		out[pair[0]] = pair[1]
	}
	return out
}

// terms are the ids of a record's terms in a taxonomy, by name.
func (d database) terms(t testing.TB, id int64, taxonomy string) []int64 {
	t.Helper()
	out := []int64{}
	for _, row := range d.rows(t,
		fmt.Sprintf(`select x.term_id from wp_term_relationships r join wp_term_taxonomy x using (term_taxonomy_id)
		join wp_terms t on t.term_id = x.term_id where object_id = %d and taxonomy = '%s' order by t.name`, id, taxonomy)) {
		out = append(out, number(row))
	}
	return out
}

var (
	storedWidth    = regexp.MustCompile(`^a:\d+:\{s:5:"width";i:(\d+);s:6:"height";i:(\d+);`)
	storedSize     = regexp.MustCompile(`s:\d+:"(\w+)";a:\d+:\{s:(?:4:"file"|5:"width")`)
	storedOriginal = regexp.MustCompile(`s:14:"original_image";s:\d+:"([^"]+)"`)
)

// file reads a record of the library from the tables.
func (d database) file(t testing.TB, id int64) record {
	t.Helper()
	r := d.one(t,
		fmt.Sprintf(`select json_object('id', ID, 'date', post_date, 'date_gmt', post_date_gmt, 'modified', post_modified,
		'modified_gmt', post_modified_gmt, 'slug', post_name, 'status', post_status, 'title', post_title, 'description',
		post_content,
		'caption', post_excerpt, 'author', post_author, 'post', post_parent, 'comment_status', comment_status, 'ping_status',
		ping_status,
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

// liveSite is the real server that the environment names, as it was saved, and what puts it back.
func liveSite(t *testing.T) (s *site, restore func()) {
	t.Helper()
	folder := os.Getenv("FONTCMS_CONFORMANCE")
	if folder == "" {
		t.Skip("no site for the conformance suite: FONTCMS_CONFORMANCE is not set")
	}
	db := database{folder}
	db.restore(t)
	s = &site{
		documents: readDocuments(t), server: live, prefix: "wp", address: os.Getenv("BASE"), logins: map[role]login{},
		stored: db.stored,
	}
	for _, r := range []role{admin, editor, author, contributor, subscriber} {
		name := strings.ToUpper(string(r))
		s.logins[r] = login{os.Getenv(name + "_USER"), os.Getenv(name + "_PASS")}
	}
	s.routes = readRoutes(t, s)
	return s, func() { db.restore(t) }
}

// useLogins uses each application password once. Where two first requests with one password fall into the same second,
// WordPress answers the second as if the password had never been used.
func (s *site) useLogins(t *testing.T) {
	t.Helper()
	for r := range s.logins {
		if _, err := s.raw(t.Context(), r, rawRequest{path: "cms/v2/users/me"}); err != nil {
			t.Fatalf("GET of users/me as %s: error %v, want none", r, err)
		}
	}
}
