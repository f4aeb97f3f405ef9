package conformance

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// subject is a record of the documents as somebody must see it.
type subject struct {
	*site

	kind    string // "posts" or "pages"
	of      record
	role    role
	context cms.Context
	opened  bool // the password of the record was sent
}

// marksBlocks says whether the site gives paragraphs a class, as it does since it finalizes uploads.
func (v subject) marksBlocks() bool {
	return v.server == memory || v.has(need{route: `/cms/v2/media/(?P<id>[\d]+)/finalize`})
}

func (v subject) typ() string { return strings.TrimSuffix(v.kind, "s") }

func (v subject) api(route string) string {
	return fmt.Sprintf("%s/%s-json/%s/v2/%s", v.address, v.prefix, v.prefix, route)
}

// record is the whole record, as JSON has it.
func (v subject) record(t testing.TB) record {
	r, edit := v.of, v.context == cms.ContextEdit
	title, content, excerpt := v.texts()
	hidden := r.text("password") != "" && !v.opened && !(edit && v.role.mayEdit(v.kind, r))
	if hidden {
		content, excerpt = "", ""
	}
	protected := r.text("password") != ""
	out := record{
		"id": r.id(), "date": r.text("date"), "slug": r.text("slug"), "type": v.typ(), "link": v.link(t),
		"title": v.text("title", title), "excerpt": with(v.text("excerpt", excerpt), "protected", protected),
		"author": r.int("author"), "featured_media": r.int("featured_media"), "_links": v.links(t),
	}
	if v.context == cms.ContextEmbed {
		return out
	}
	guid := record{"rendered": v.plain()}
	body := with(v.text("content", content), "protected", protected)
	if r.text("guid") != "" {
		guid["rendered"] = v.address + r.text("guid")
	}
	if edit {
		guid["raw"] = guid["rendered"]
		body["block_version"] = strings.Count(r.text("content")+"<!-- wp:", "<!-- wp:") - 1
		if body["block_version"] != 0 {
			body["block_version"] = 1
		}
		out["password"], out["generated_slug"], out["permalink_template"] = r.text("password"), v.generatedSlug(),
			v.permalinkTemplate(t)
	}
	for name, value := range map[string]any{
		"date_gmt": gmt(r.text("date")), "modified": r.text("modified"),
		"modified_gmt": gmt(r.text("modified")), "guid": guid,
		"status": r.text("status"), "content": body, "comment_status": r.text("comment_status"),
		"ping_status": r.text("ping_status"),
		"template":    r.text("template"), "meta": v.meta(), "class_list": v.classes(),
	} {
		out[name] = value
	}
	if v.kind == "pages" {
		out["parent"], out["menu_order"] = r.int("parent"), r.int("menu_order")
		return out
	}
	out["sticky"], out["format"] = r["sticky"] == true, v.format()
	out["categories"], out["tags"] = v.terms("categories"), v.terms("tags")
	return out
}

func (v subject) meta() any {
	if !v.has(modern(v.kind)) {
		return []any{}
	}
	meta, _ := v.of["meta"].(map[string]any)
	return record{"footnotes": record(meta).text("footnotes")}
}

func with(r record, name string, value any) record {
	r[name] = value
	return r
}

// text is a text object.
func (v subject) text(name, rendered string) record {
	if v.context == cms.ContextEdit {
		return record{"raw": v.of.text(name), "rendered": rendered}
	}
	return record{"rendered": rendered}
}

func gmt(local string) string { return moment(local).UTC().Format("2006-01-02T15:04:05") }

// rendered are texts that are not shown as they are stored.
var rendered = map[int64][3]string{
	141: {
		"Rich &#038; &#8220;full&#8221; record",
		"\n<p class=\"wp-block-paragraph\">Ampersands &#038; &#8220;quotes&#8221; in text.</p>\n\n\n\n<p " +
			"class=\"wp-block-paragraph\">A second paragraph&#8230; with dots.</p>\n",
		"<p>An excerpt with &#8216;single&#8217; quotes.</p>\n",
	},
	143: {"Protected image", plainTexts[0], plainTexts[1]},
	146: {"Шрифт", "", ""},
	147: {"Private of an author", "\n<p class=\"wp-block-paragraph\">For the author&#8217;s eyes.</p>\n",
		"<p>For the author&#8217;s eyes.</p>\n"},
	221: {
		"Rich &#038; &#8220;full&#8221; page",
		"\n<p class=\"wp-block-paragraph\">Ampersands &#038; &#8220;quotes&#8221; in a page.</p>\n",
		"<p>An excerpt of a page&#8217;s text.</p>\n",
	},
	224: {"Protected page", plainTexts[0], plainTexts[1]},
	227: {"Private of an author", "\n<p class=\"wp-block-paragraph\">For the author&#8217;s eyes.</p>\n",
		"<p>For the author&#8217;s eyes.</p>\n"},
}

// plainTexts are a content without blocks, and an excerpt.
var plainTexts = [2]string{
	"<p>First lines of<br />\nplain text.</p>\n<p>A &#8220;second&#8221; paragraph.</p>\n",
	"<p>The excerpt is protected too.</p>\n",
}

var (
	paragraph = regexp.MustCompile(`<!-- wp:paragraph -->\n<p>(.*)</p>\n<!-- /wp:paragraph -->`)
	noWord    = regexp.MustCompile(`[^a-z0-9]+`)
)

// texts are the rendered title, content and excerpt.
func (v subject) texts() (title, content, excerpt string) {
	r := v.of
	title = r.text("title")
	content = paragraph.ReplaceAllString(r.text("content"), "\n<p class=\"wp-block-paragraph\">$1</p>\n")
	excerpt = r.text("excerpt")
	if m := paragraph.FindStringSubmatch(r.text("content")); m != nil && excerpt == "" {
		excerpt = m[1]
	}
	excerpt = "<p>" + excerpt + "</p>\n"
	if known, ok := rendered[r.id()]; ok {
		title, content, excerpt = known[0], known[1], known[2]
	}
	if r.text("status") == "private" && !v.has(modern(v.kind)) {
		title = "Private: " + title
	}
	if !v.marksBlocks() {
		content = strings.ReplaceAll(content, ` class="wp-block-paragraph"`, "")
	}
	return title, content, excerpt
}

// pretty is the address of a record below the site's, with what stands in place of its own slug.
func (v subject) pretty(t testing.TB, slug string) string {
	if v.kind == "posts" {
		return "/" + strings.ReplaceAll(v.of.text("date")[:7], "-", "/") + "/" + slug + "/"
	}
	for parent := v.of.int("parent"); parent != 0; {
		up := v.documents.record(t, v.kind, parent)
		slug, parent = path.Join(up.text("slug"), slug), up.int("parent")
	}
	return "/" + slug + "/"
}

func (v subject) plain() string {
	return fmt.Sprintf("%s/?%s=%d", v.address, map[string]string{"posts": "p", "pages": "page_id"}[v.kind], v.of.id())
}

func (v subject) link(t testing.TB) string {
	if slices.Contains([]string{"draft", "pending", "future", "trash"}, v.of.text("status")) {
		return v.plain()
	}
	return v.address + v.pretty(t, v.of.text("slug"))
}

func (v subject) permalinkTemplate(t testing.TB) string {
	if v.kind == "posts" && v.of.text("status") == "trash" {
		return v.plain()
	}
	return v.address + v.pretty(t, map[string]string{"posts": "%postname%", "pages": "%pagename%"}[v.kind])
}

// generatedSlug is what the title gives.
func (v subject) generatedSlug() string {
	title := strings.ToLower(v.of.text("title"))
	if title == "шрифт" {
		return title
	}
	return strings.Trim(noWord.ReplaceAllString(title, "-"), "-")
}

func (v subject) format() string {
	if f := v.of.text("format"); f != "" {
		return f
	}
	return "standard"
}

// terms are those of a record, by name.
func (v subject) terms(kind string) []int64 {
	out := slices.Clone(v.of.ints(kind))
	slices.SortFunc(out, func(a, b int64) int {
		return strings.Compare(v.term(kind, a).text("name"), v.term(kind, b).text("name"))
	})
	return append([]int64{}, out...)
}

// term is a term of the documents, or the category that every site has.
func (v subject) term(kind string, id int64) record {
	for _, r := range v.kinds[kind] {
		if r.id() == id {
			return r
		}
	}
	return record{"id": id, "name": "Uncategorized", "slug": "uncategorized", "parent": int64(0), "description": ""}
}

func (v subject) classes() []string {
	id := strconv.FormatInt(v.of.id(), 10)
	out := []string{"post-" + id, v.typ(), "type-" + v.typ(), "status-" + v.of.text("status")}
	if v.kind == "posts" {
		out = append(out, "format-"+v.format())
	}
	switch {
	case v.of.text("password") != "": // whether it was opened or not
		out = append(out, "post-password-required")
	case v.of.int("featured_media") != 0:
		out = append(out, "has-post-thumbnail")
	}
	out = append(out, "hentry")
	if v.kind == "posts" {
		for _, taxonomy := range []struct{ kind, class string }{{"categories", "category-"}, {"tags", "tag-"}} {
			for _, id := range v.terms(taxonomy.kind) {
				out = append(out, taxonomy.class+v.term(taxonomy.kind, id).text("slug"))
			}
		}
		if v.format() != "standard" {
			out = append(out, "post_format-post-format-"+v.format())
		}
	}
	return out
}

// links are the relations of a record.
func (v subject) links(t testing.TB) record {
	id := v.of.id()
	self := v.api(fmt.Sprintf("%s/%d", v.kind, id))
	embeddable := func(href string) []record { return []record{{"embeddable": true, "href": href}} }
	link := func(href string) []record { return []record{{"href": href}} }
	own := record{"href": self}
	if v.has(modern(v.kind)) {
		own["targetHints"] = record{"allow": v.role.allow(v.kind, v.of)}
	}
	out := record{
		"self": []record{own}, "collection": link(v.api(v.kind)), "about": link(v.api("types/" + v.typ())),
		"author":                 embeddable(v.api(fmt.Sprintf("users/%d", v.of.int("author")))),
		"replies":                embeddable(v.api(fmt.Sprintf("comments?post=%d", id))),
		v.prefix + ":attachment": link(v.api(fmt.Sprintf("media?parent=%d", id))),
		"curies":                 []record{{"name": v.prefix, "href": "https://api.w.org/{rel}", "templated": true}},
	}
	revisions := v.matching("revisions", func(r record) bool { return r.int("parent") == id })
	out["version-history"] = []record{{"count": len(revisions), "href": self + "/revisions"}}
	if parent := v.of.int("parent"); parent != 0 {
		out["up"] = embeddable(v.api(fmt.Sprintf("%s/%d", v.kind, parent)))
	}
	if media := v.of.int("featured_media"); slices.ContainsFunc(v.kinds["media"],
		func(r record) bool { return r.id() == media }) {
		out[v.prefix+":featuredmedia"] = embeddable(v.api(fmt.Sprintf("media/%d", media)))
	}
	if v.kind == "posts" {
		term := func(taxonomy, kind string) record {
			return record{"taxonomy": taxonomy, "embeddable": true, "href": v.api(fmt.Sprintf("%s?post=%d", kind, id))}
		}
		out[v.prefix+":term"] = []record{term("category", "categories"), term("post_tag", "tags")}
	}
	if v.context == cms.ContextEdit {
		for _, action := range v.role.actions(v.kind) {
			out[v.prefix+":action-"+action] = link(self)
		}
	}
	return out
}
