package publish

import (
	"errors"
	"fmt"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// head is what the front matter of a file says about its record. What is not given is left to
// the site; an empty list or text clears.
type head struct {
	Title      string // default: the first heading, or the name of the file
	Slug       string // default: the name of the file
	Type       string // post or page; default: by the folder
	Status     string
	Date       string
	Excerpt    *string
	Tags       []string // names
	Categories []string // paths of names, joined by [below]
	Author     string   // login name; default: the user who publishes
	Parent     string   // slug or title of the page above; default: the page of the folder
	Image      string   // path, or "none"
	Template   *string
	Meta       map[string]any // what the site has registered
	Comments   string         // open or closed
	MenuOrder  *int
	order      string // place among the neighbours: a number or a text
	grand      string // title of the page above the parent
	process    string // a status that no site knows
}

// below joins the names of a path of categories.
const below = "\x00"

// head reads the fields that are known. Other fields are for the generator of the folder.
func (f front) head(j *project) (head, error) {
	separator := ","
	if j.kind == "jekyll" {
		separator = " "
	}
	h := head{Tags: f.list(separator, "tags", "tag", "taxonomies.tags"), Categories: f.categories(j.kind, separator)}
	h.Title = f.text("title")
	if h.Slug = f.slug(); h.Slug == "" && j.kind == "docusaurus" {
		h.Slug = f.text("id")
	}
	if t := strings.ToLower(f.text("type")); t == "post" || t == "page" {
		h.Type = t
	}
	h.Author = f.name("author", "authors")
	h.Parent, h.grand = f.text("parent"), f.text("grand_parent")
	h.order = f.text("weight", "nav_order", "sidebar_position", "order", "nav.order")
	if open, err := strconv.ParseBool(f.text("comments")); err == nil {
		h.Comments = map[bool]string{true: "open", false: "closed"}[open]
	}
	h.Image = f.text("featured_image", "image.path", "image.src", "image", "cover.image", "cover", "images", "thumbnail")
	h.Date = f.text("publishdate", "date.created", "date", "created")
	h.Excerpt = f.optional("excerpt", "summary", "description")
	h.Template = f.optional("template")
	if meta, ok := native(f["meta"]).(map[string]any); ok {
		h.Meta = meta
	}
	var err error
	if h.Status, h.process, err = f.status(j.now); err != nil {
		return head{}, err
	}
	_, _, err = h.date()
	return h, err
}

// get returns the value of the first key that has one. A key may name a field of a mapping:
// "cover.image".
func (f front) get(keys ...string) any {
	for _, key := range keys {
		name, member, nested := strings.Cut(key, ".")
		value := f[name]
		if fields, ok := value.(map[string]any); ok && nested {
			value = fields[member]
		} else if nested {
			continue
		}
		if _, ok := value.(map[string]any); value != nil && !ok {
			return value
		}
	}
	return nil
}

// text returns a value as text, without blanks around it. A list stands for its first element.
func (f front) text(keys ...string) string { return textOf(f.get(keys...)) }

// optional is nil without a value.
func (f front) optional(keys ...string) *string {
	value := f.get(keys...)
	if value == nil {
		return nil
	}
	text := textOf(value)
	return &text
}

func textOf(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return strings.TrimSpace(v)
	case scalar:
		return v.text
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case time.Time:
		return v.Format(time.RFC3339Nano)
	case []any:
		if len(v) == 0 {
			return ""
		}
		return textOf(v[0])
	case map[string]any:
		return ""
	}
	return fmt.Sprint(value)
}

// categories returns paths of names. Hexo means one path by a list, and several by a list of
// lists. A plain folder writes a path as Type/Serif.
func (f front) categories(kind, separator string) (paths []string) {
	value := f.get("categories", "category", "taxonomies.categories")
	list, ok := value.([]any)
	if kind != "hexo" || !ok {
		paths = f.list(separator, "categories", "category", "taxonomies.categories")
		for i, name := range paths {
			if kind == "plain" {
				paths[i] = strings.ReplaceAll(name, "/", below)
			}
		}
		return paths
	}
	var one []string
	for _, element := range list {
		if names, ok := element.([]any); ok {
			paths = append(paths, strings.Join(front{"": names}.list(separator, ""), below))
			continue
		}
		if name := textOf(element); name != "" {
			one = append(one, name)
		}
	}
	if len(one) > 0 {
		paths = append(paths, strings.Join(one, below))
	}
	return append([]string{}, paths...)
}

// list returns texts: the elements of a list, or the parts of a text between separators. It is
// nil without a value.
func (f front) list(separator string, keys ...string) []string {
	var elements []any
	switch v := f.get(keys...).(type) {
	case nil:
		return nil
	case []any:
		elements = v
	default:
		for part := range strings.SplitSeq(textOf(v), separator) {
			elements = append(elements, part)
		}
	}
	texts := []string{}
	for _, element := range elements {
		if fields, ok := element.(map[string]any); ok {
			element = front(fields).get("label", "name", "title")
		}
		text := strings.TrimSpace(strings.TrimPrefix(textOf(element), "#"))
		if text != "" && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return texts
}

// name returns the first of several authors, who may be texts or mappings with a name.
func (f front) name(keys ...string) string {
	for _, key := range keys {
		value := f[key]
		if list, ok := value.([]any); ok && len(list) > 0 {
			value = list[0]
		}
		if fields, ok := value.(map[string]any); ok {
			value = front(fields).get("key", "name")
		}
		if text := textOf(value); text != "" {
			return text
		}
	}
	return ""
}

// slug returns the last part of a literal address. An address with variables, such as /:title/,
// is a rule of the generator.
func (f front) slug() string {
	for _, key := range []string{"slug", "permalink", "url"} {
		text := f.text(key)
		if text == "" || strings.Contains(text, ":") && key != "slug" {
			continue
		}
		if u, err := url.Parse(text); err == nil && key != "slug" {
			text = u.Path
		}
		text = strings.TrimSuffix(path.Base("/"+text), ".html")
		if text != "/" && text != "index" {
			return text
		}
	}
	return ""
}

// status returns the status for the site, "" if the file has none, or process, a status that no site
// knows, such as "accepted".
func (f front) status(now time.Time) (status, process string, err error) {
	if f.is("draft", true) || f.is("published", false) || f.is("unlisted", true) || f.text("build.render") == "never" {
		return "draft", "", nil
	}
	if expiry := f.text("expirydate"); expiry != "" {
		h := head{Date: expiry}
		_, value, err := h.date()
		if err != nil {
			return "", "", fmt.Errorf("its expiry date: %w", err)
		}
		if value < now.UTC().Format(onAClock) {
			return "draft", "", nil
		}
	}
	switch status = strings.ToLower(f.text("status")); {
	case status == "", status == "future", slices.Contains(statuses(), status):
		return status, "", nil
	case status == "published":
		return "publish", "", nil
	case status == "unpublished", status == "hidden", status == "wip":
		return "draft", "", nil
	case misspelt(status):
		return "", "", fmt.Errorf("its status is %.80q: write publish, draft, pending or private", status)
	}
	return "", status, nil
}

// misspelt reports whether a word is likely meant to be a status of the site: its letters are in
// another order, or it begins with the same three.
func misspelt(word string) bool {
	ordered := func(text string) string {
		letters := []byte(text)
		slices.Sort(letters)
		return string(letters)
	}
	return slices.ContainsFunc(append(statuses(), "future"), func(status string) bool {
		return ordered(word) == ordered(status) || strings.HasPrefix(word, status[:3])
	})
}

// is reports whether a field is true or false, as a word or as a value.
func (f front) is(key string, wanted bool) bool {
	got, err := strconv.ParseBool(f.text(key))
	return err == nil && got == wanted
}

// native returns a value without the texts of its scalars.
func native(value any) any {
	switch v := value.(type) {
	case scalar:
		return v.value
	case []any:
		list := make([]any, len(v))
		for i, element := range v {
			list[i] = native(element)
		}
		return list
	case map[string]any:
		fields := map[string]any{}
		for name, field := range v {
			fields[name] = native(field)
		}
		return fields
	}
	return value
}

// onAClock is how a site writes a date.
const onAClock = "2006-01-02T15:04:05"

// date is the field that the date goes into, and its value: one with a zone is a
// moment, one without is on the clock of the site.
func (h *head) date() (field, value string, err error) {
	if h.Date == "" {
		return "", "", nil
	}
	m := regexp.MustCompile(`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})` +
		`(?:(?:[Tt]|\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([Zz]|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?$`).
		FindStringSubmatch(h.Date)
	if m == nil {
		return "", "", fmt.Errorf("its date is %.80q: write 2026-05-01, 2026-05-01 10:00, or 2026-05-01T10:00:00+02:00",
			h.Date)
	}
	n := make([]int, len(m))
	for i := 1; i <= 6; i++ {
		n[i], _ = strconv.Atoi(m[i]) // digits, or "" for 0
	}
	day := time.Date(n[1], time.Month(n[2]), n[3], n[4], n[5], n[6], 0, time.UTC)
	same := day.Year() == n[1] && day.Month() == time.Month(n[2]) && day.Day() == n[3]
	if !same || n[1] == 0 || n[4] > 23 || n[5] > 59 || n[6] > 59 {
		return "", "", fmt.Errorf("its date is %.80q: the calendar has no such time", h.Date)
	}
	offset, err := zone(m[7])
	switch {
	case err != nil:
		return "", "", fmt.Errorf("its date is %.80q: %w", h.Date, err)
	case m[7] == "":
		return "date", day.Format(onAClock), nil
	}
	return "date_gmt", day.Add(-offset).Format(onAClock), nil
}

// zone returns the offset from UTC: "Z", "+02", "+0200" or "+02:00".
func zone(text string) (time.Duration, error) {
	digits := strings.ReplaceAll(text, ":", "")
	if !strings.HasPrefix(digits, "+") && !strings.HasPrefix(digits, "-") {
		return 0, nil
	}
	number, err := strconv.Atoi((digits + "00")[1:5])
	if err != nil {
		return 0, err
	}
	if number/100 > 14 || number%100 > 59 {
		return 0, errors.New("no clock has that zone")
	}
	offset := time.Duration(number/100)*time.Hour + time.Duration(number%100)*time.Minute
	if digits[0] == '-' {
		offset = -offset
	}
	return offset, nil
}
