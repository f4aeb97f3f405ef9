package cmstest

import (
	"fmt"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

func (s *Server) fillSample() {
	categories, tags := s.sampleTerms()
	post, page := s.site.Resource("posts"), s.site.Resource("pages")
	start := time.Date(2025, time.March, 1, 9, 0, 0, 0, time.UTC)
	for i := 1; i <= 1230; i++ {
		s.fill(s.content.Insert(post, samplePost(i, start, categories, tags)))
	}
	var top []int64
	for i := 1; i <= 150; i++ {
		record := samplePage(i, start)
		if i > 10 {
			record["parent"] = top[(i-1)%10]
		}
		id := s.fill(s.content.Insert(page, record))
		if i <= 10 {
			top = append(top, id)
		}
	}
}

func (s *Server) sampleTerms() (categories, tags []int64) {
	parents := map[string]int64{}
	for _, name := range []string{"Typography", "Performance", "Tooling", "Releases"} {
		parents[name] = s.fill(s.term.Insert("category", map[string]any{"name": name}))
		categories = append(categories, parents[name])
	}
	for _, pair := range [][2]string{{"Spacing", "Typography"}, {"OpenType", "Typography"}, {"Caching", "Performance"}} {
		categories = append(categories,
			s.fill(s.term.Insert("category", map[string]any{"name": pair[0], "parent": parents[pair[1]]})))
	}
	for _, name := range strings.Fields("css woff2 latin cyrillic cjk serif sans mono display variable howto faq") {
		tags = append(tags, s.fill(s.term.Insert("post_tag", map[string]any{"name": name})))
	}
	return categories, tags
}

// fill returns id. It panics on an error, which would be a mistake in the sample.
func (s *Server) fill(id int64, err error) int64 {
	if err != nil {
		panic(err)
	}
	return id
}

func sampleStatus(i int) string {
	switch {
	case i <= 1190:
		return "publish"
	case i <= 1205:
		return "draft"
	case i <= 1212:
		return "pending"
	case i <= 1219:
		return "private"
	case i <= 1225:
		return "future"
	}
	return "trash"
}

func samplePost(i int, start time.Time, categories, tags []int64) map[string]any {
	topic := sampleTopic(i)
	verb := []string{"Measuring", "Debugging", "Choosing", "Shipping", "Comparing", "Caching", "Testing",
		"Explaining"}[i%8]
	title := fmt.Sprintf("%s %s: note %d", verb, topic, i)
	if i%25 == 0 {
		title = fmt.Sprintf("%s & friends: \"quotes\" – dash… <em>%d</em>", topic, i)
	}
	status := sampleStatus(i)
	date := start.Add(time.Duration(i) * 11 * time.Hour)
	if status == "future" {
		date = time.Date(2031, time.January, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(i) * time.Hour)
	}
	inCategories := []int64{categories[i%7]}
	if i%6 == 0 {
		inCategories = append(inCategories, categories[(i+3)%7])
	}
	withTags := []int64{tags[i%12]}
	if second := tags[(i*5+1)%12]; second != withTags[0] {
		withTags = append(withTags, second)
	}
	record := map[string]any{
		"title": title, "content": sampleContent(i, topic), "status": status, "author": []int64{1, 2, 3, 3}[i%4],
		"date": date.Format(php.StampLayout), "categories": inCategories, "tags": withTags,
		"comment_status": []string{"closed", "open"}[i%2], "ping_status": "closed", "sticky": i == 11 || i == 701,
	}
	if !content.IsDraft(status) && status != "trash" {
		record["slug"] = php.SanitizeSlug(title)
	}
	if i%10 == 0 {
		record["excerpt"] = fmt.Sprintf("Short summary for note %d.", i)
	}
	if i%300 == 0 {
		record["password"] = "letmein"
	}
	if i%40 == 0 {
		record["format"] = []string{"aside", "quote", "link", "gallery"}[i/40%4]
	}
	if i%500 == 0 {
		record["meta"] = map[string]any{"footnotes": fmt.Sprintf(`[{"id":"fn-%d","content":"Footnote of note %d"}]`, i, i)}
	}
	return record
}

func samplePage(i int, start time.Time) map[string]any {
	title := fmt.Sprintf("Guide %d", (i-1)%10+1)
	if i > 10 {
		title += fmt.Sprintf(", chapter %d", i)
	}
	status := "publish"
	if i > 145 {
		status = "draft"
	}
	return map[string]any{
		"title": title, "content": sampleContent(i, sampleTopic(i)), "status": status, "author": 2,
		"menu_order": i % 17, "date": start.Add(time.Duration(i) * 2 * time.Hour).Format(php.StampLayout),
	}
}

func sampleTopic(i int) string {
	return []string{"Kerning", "Hinting", "Subsetting", "Variable axes", "Ligatures", "Line height", "Fallback stacks",
		"Preloading",
		"Unicode ranges", "Optical size", "Small caps", "Licensing", "WOFF2 packing", "Font display", "Glyph metrics"}[i%15]
}

func sampleContent(i int, topic string) string {
	return fmt.Sprintf(`<!-- wp:paragraph -->
<p>Note %d about %s. The browser asks for a face, unpacks it and shapes the text before it paints a line.</p>
<!-- /wp:paragraph -->

<!-- wp:heading -->
<h2 class="wp-block-heading">What to look for</h2>
<!-- /wp:heading -->

<!-- wp:paragraph -->
<p>Readers see a jump of %d pixels. Choose a fallback of the same width &amp; swap early. %s</p>
<!-- /wp:paragraph -->`, i, strings.ToLower(topic), i%9+1,
		strings.Repeat("A line of sample text that fills the page. ", 4+i%20))
}
