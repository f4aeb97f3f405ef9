package changes_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
)

// shape is what the tests compare of a record.
type shape struct {
	status   string
	listed   string // what a usual pass must see
	contents string // what a full pass must see
}

// fields are the fields of records that a usual pass must see, and the texts.
var fields = map[string][2]string{
	"posts": {"modified_gmt date_gmt slug author featured_media sticky comment_status template format categories tags",
		"title content excerpt meta password"},
	"pages":      {"modified_gmt date_gmt slug author parent menu_order comment_status template", "title content excerpt"},
	"media":      {"modified_gmt date_gmt slug author post", "title caption description alt_text"},
	"categories": {"name slug description parent", ""},
	"tags":       {"name slug description", ""},
	"comments": {"content author author_name author_email author_url author_ip author_user_agent post parent date_gmt " +
		"type",
		""},
	"users": {"username name first_name email url description locale nickname slug roles", ""},
}

// shapes reads all records of a kind, in one list.
func (w *writer) shapes(t testing.TB, kind string) map[string]shape {
	t.Helper()
	size := w.site.perPage
	w.site.perPage = 0
	defer func() { w.site.perPage = size }()
	return shapesOf(t, w.site.client, kind, url.Values{})
}

// shapesOf reads the records of a kind that query selects, at most a hundred.
func shapesOf(t testing.TB, client *cms.Client, kind string, query url.Values) map[string]shape {
	t.Helper()
	query.Set("context", "edit")
	query.Set("per_page", "100")
	switch kind {
	case "posts", "pages":
		query["status[]"] = []string{"any", "trash"}
	case "media":
		query["status[]"] = []string{"inherit", "private", "trash"}
	case "comments":
		query.Set("status", "any")
		query.Set("type", "all")
	}
	list, err := cms.Do(t.Context(), client, cms.Request[[]map[string]json.RawMessage]{
		Path: "cms/v2/" + kind, Query: query})
	if err != nil {
		t.Error(err)
		return nil
	}
	shapes := map[string]shape{}
	for _, r := range *list {
		shapes[kind+"/"+string(r["id"])] = shapeOf(kind, r)
	}
	return shapes
}

func shapeOf(kind string, r map[string]json.RawMessage) (s shape) {
	_ = json.Unmarshal(r["status"], &s.status)
	for i, into := range []*string{&s.listed, &s.contents} {
		for name := range strings.FieldsSeq(fields[kind][i]) {
			*into += fmt.Sprintf("%s=%s ", name, rawOf(r[name]))
		}
	}
	return s
}

func rawOf(value json.RawMessage) string {
	var text struct {
		Raw *string `json:"raw"`
	}
	if json.Unmarshal(value, &text) == nil && text.Raw != nil {
		return *text.Raw
	}
	return string(value)
}

// fill gives the site some records to change.
func (s *site) fill() {
	for i := range 4 {
		s.Insert("posts", map[string]any{"title": fmt.Sprint("Post ", i), "tags": []int64{2, 3}})
		s.Insert("comments", map[string]any{"post": int64(1), "content": fmt.Sprint("Comment ", i)})
	}
	for i := range 2 {
		s.Insert("pages", map[string]any{"title": fmt.Sprint("Page ", i)})
		s.Insert("tags", map[string]any{"name": fmt.Sprint("Tag ", i)})
		s.Insert("categories", map[string]any{"name": fmt.Sprint("Category ", i)})
		s.Insert("users", map[string]any{"username": fmt.Sprint("user", i)})
		s.Insert("media", map[string]any{"title": fmt.Sprint("Image ", i), "width": 2, "height": 2})
	}
}

// writer changes a site at random.
type writer struct {
	site   *site
	random *rand.Rand
	loud   bool // no silent edits
	n      int
}

// act changes the site at random. It returns what it did, and the record whose texts an
// ordinary edit has changed.
func (w *writer) act(ctx context.Context) (note, dirty string) {
	w.n++
	text := fmt.Sprintf("Text %d", w.n)
	switch n := w.random.IntN(30); {
	case n < 5:
		return w.create(ctx, text), ""
	case n < 12:
		return w.edit(ctx, text)
	case n < 14 && !w.loud:
		return w.silent(ctx, text), ""
	case n < 16:
		return w.publish(ctx), ""
	case n < 19:
		return w.send(ctx, "DELETE", w.some("posts", "pages", "comments"), nil), ""
	case n < 21:
		path := w.some("posts", "pages")
		return w.send(ctx, "POST", path, map[string]any{"status": w.status()}), ""
	case n < 24:
		path := w.some("posts", "pages", "comments", "tags", "categories", "media")
		return w.send(ctx, "DELETE", path+"?force=true", nil), ""
	case n < 25:
		return w.send(ctx, "DELETE", w.some("users")+"?force=true&reassign=1", nil), ""
	case n < 27:
		status := []string{"approved", "hold", "spam", "untrash"}[w.random.IntN(4)]
		return w.send(ctx, "POST", w.some("comments"), map[string]any{"status": status}), ""
	default:
		tags := []int64{}
		for _, id := range w.ids("tags") {
			if w.random.IntN(2) == 0 {
				tags = append(tags, id)
			}
		}
		return w.send(ctx, "POST", w.some("posts"), map[string]any{"tags": tags, "sticky": w.random.IntN(2) == 0}), ""
	}
}

func (w *writer) status() string {
	return []string{"draft", "publish", "private", "pending"}[w.random.IntN(4)]
}

func (w *writer) create(ctx context.Context, text string) string {
	post := map[string]any{"title": text, "status": w.status()}
	switch w.random.IntN(4) {
	case 0:
		post["date_gmt"] = w.site.clock().AddDate(-5, 0, 0).Format(time.DateOnly) + "T01:02:03"
	case 1:
		post["date_gmt"] = w.site.clock().AddDate(0, 0, 30).Format(time.DateOnly) + "T01:02:03"
		post["status"] = "future"
	}
	switch kind := w.kind("posts", "posts", "pages", "tags", "categories", "comments", "users", "media"); kind {
	case "tags", "categories":
		return w.send(ctx, "POST", "cms/v2/"+kind, map[string]any{"name": text})
	case "comments":
		posts := w.ids("posts")
		if len(posts) == 0 {
			return "no post to comment"
		}
		return w.send(ctx, "POST", "cms/v2/comments", map[string]any{"content": text,
			"post": posts[w.random.IntN(len(posts))]})
	case "users":
		name := fmt.Sprintf("user%d", w.n)
		return w.send(ctx, "POST", "cms/v2/users", map[string]any{"username": name, "email": name + "@docs.test",
			"password": "correct horse"})
	case "media":
		return fmt.Sprintf("insert media/%d", w.site.Insert("media",
			map[string]any{"title": text, "width": 2, "height": 2}))
	default:
		return w.send(ctx, "POST", "cms/v2/"+kind, post)
	}
}

func (w *writer) edit(ctx context.Context, text string) (note, dirty string) {
	kind := w.kind("posts", "posts", "pages", "tags", "categories", "comments", "users", "media")
	field := map[string]string{"tags": "description", "categories": "description", "users": "description",
		"media": "caption", "comments": "content"}[kind]
	if field == "" {
		field = []string{"title", "content", "excerpt"}[w.random.IntN(3)]
	}
	path := w.some(kind)
	return w.send(ctx, "POST", path, map[string]any{field: text}), strings.TrimPrefix(path, "cms/v2/")
}

// silent changes a text without modified_gmt, as SQL can: the clock is set back.
func (w *writer) silent(ctx context.Context, text string) string {
	path := w.some("posts", "pages")
	now := w.site.clock()
	at := w.modified(path)
	if at.IsZero() || now.Sub(at) < 2*time.Minute {
		return "no record to edit silently"
	}
	w.site.set(at)
	defer w.site.set(now)
	return "silently " + w.send(ctx, "POST", path, map[string]any{"content": text})
}

// publish publishes a scheduled post when it is due, as the site does: without modified_gmt.
func (w *writer) publish(ctx context.Context) string {
	for _, id := range w.ids("posts") {
		record := w.site.Record("posts", id)
		on := w.modified(fmt.Sprintf("cms/v2/posts/%d", id))
		if record["status"] != "future" || on.Before(w.site.clock()) {
			continue
		}
		w.site.set(on)
		return fmt.Sprintf("at %s ", on) + w.send(ctx, "POST", fmt.Sprintf("cms/v2/posts/%d", id),
			map[string]any{"status": "publish"})
	}
	return "no post is due"
}

func (w *writer) modified(path string) time.Time {
	var kind string
	var id int64
	_, _ = fmt.Sscanf(strings.ReplaceAll(strings.TrimPrefix(path, "cms/v2/"), "/", " "), "%s %d", &kind, &id)
	text, _ := w.site.Record(kind, id)["modified_gmt"].(string)
	at, err := time.Parse("2006-01-02T15:04:05", strings.Replace(text, " ", "T", 1))
	if err != nil {
		return time.Time{}
	}
	return at
}

func (w *writer) kind(kinds ...string) string { return kinds[w.random.IntN(len(kinds))] }

// some returns the route of a record of one of the kinds. It may not exist.
func (w *writer) some(kinds ...string) string {
	kind := w.kind(kinds...)
	ids := w.ids(kind)
	if len(ids) == 0 {
		return "cms/v2/" + kind + "/99999"
	}
	return fmt.Sprintf("cms/v2/%s/%d", kind, ids[w.random.IntN(len(ids))])
}

// ids returns the ids of records, without those of the stock users, who send the requests.
func (w *writer) ids(kind string) (ids []int64) {
	for id := int64(1); id < 200; id++ {
		if w.site.Record(kind, id) != nil && (kind != "users" || id > 5) {
			ids = append(ids, id)
		}
	}
	return ids
}

// send sends a write. The site may reject it.
func (w *writer) send(ctx context.Context, method, path string, body map[string]any) string {
	path, query, _ := strings.Cut(path, "?")
	arguments, _ := url.ParseQuery(query)
	encoded, _ := json.Marshal(body)
	request := cms.Request[cms.Raw]{Method: method, Path: path, Query: arguments}
	if method != http.MethodDelete {
		request.Body = json.RawMessage(encoded)
	}
	var response cms.Response
	_, err := cms.Do(ctx, w.site.client, request, cms.Capture(&response))
	note := fmt.Sprintf("%s %s?%s %s: %d", method, path, query, encoded, response.Status)
	if err != nil && !slices.Contains([]int{400, 403, 404, 409, 410}, response.Status) {
		note += " " + err.Error()
	}
	return note
}
