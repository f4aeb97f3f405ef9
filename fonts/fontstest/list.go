package fontstest

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// list returns the value of the field "data" in the response to a query.
func (s *service) list(q query) map[string]any {
	var found []json.RawMessage
	for _, e := range s.entries {
		if e.matches(q) {
			found = append(found, e.json)
		}
	}
	size := q.size
	if s.fixedSize > 0 {
		size = s.fixedSize
	}
	if s.maxSize > 0 {
		size = min(size, s.maxSize)
	}
	total := len(found)
	pages := total / size
	if total%size > 0 {
		pages++
	}
	page := q.page
	if s.repeatLast && page >= pages {
		page = max(pages-1, 0)
	}
	records := []json.RawMessage{} // not nil, so that the JSON of an empty page is [] and not null
	if page < pages {
		start := page * size
		records = found[start : start+min(size, total-start)]
	}
	data := map[string]any{"dataList": records}
	if !s.noPageNumber {
		data["page"] = page + s.firstPage
	}
	switch s.totals {
	case TotalsNumbers:
		data["pageTotal"], data["total"] = pages, total
	case TotalsStrings:
		data["pageTotal"], data["total"] = strconv.Itoa(pages), strconv.Itoa(total)
	case TotalsZero:
		data["pageTotal"], data["total"] = 0, 0
	case TotalsMissing:
	}
	return data
}

// matches reports whether the record passes all filters of the query.
func (e entry) matches(q query) bool {
	if q.tags != "" && !slices.Contains(e.tags, strings.ToLower(strings.TrimSpace(q.tags))) {
		return false
	}
	if q.category != "" && strings.ToLower(q.category) != e.category {
		return false
	}
	if q.keyword == "" {
		return true
	}
	keyword := strings.ToLower(q.keyword)
	return slices.ContainsFunc(e.texts, func(text string) bool { return strings.Contains(text, keyword) })
}
