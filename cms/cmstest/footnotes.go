package cmstest

import (
	"encoding/json"
	"fmt"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

// footnotesFor are the notes of a text as the site stores them for the user. Who may not post any HTML stores a list of
// notes that each have an id and a content, and "" in place of what is no JSON of a list or an object.
func footnotesFor(u *site.User, text string) string {
	if u.Can("unfiltered_html") {
		return text
	}
	var sent any
	if err := json.Unmarshal([]byte(text), &sent); err != nil {
		return ""
	}
	list, ok := sent.([]any)
	if _, named := sent.(map[string]any); named {
		list, ok = php.MembersInOrder(text), true
	}
	if !ok {
		return ""
	}
	notes := []any{}
	for _, e := range list {
		note, _ := e.(map[string]any)
		if php.Truthy(note["id"]) && php.Truthy(note["content"]) {
			notes = append(notes, php.Object{{"id", php.SanitizeKey(fmt.Sprint(note["id"]))},
				{"content", php.Filtered(fmt.Sprint(note["content"]), php.TextElements)}})
		}
	}
	return string(php.AppendJSON(nil, notes))
}
