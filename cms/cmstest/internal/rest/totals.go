package rest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// listURL is a list with its query, in which rest_route comes first where readable addresses are off.
func (a *API) listURL(route string, query *php.Values) string {
	if a.Plain {
		query = &php.Values{Names: slices.DeleteFunc(slices.Clone(query.Names),
			func(n string) bool { return n == "rest_route" }), ByKey: query.ByKey}
	}
	return a.Address(route, php.EncodeQuery(query))
}

// PageStart is how many records stand before a page. Numbers of pages are as large as callers like.
func PageStart(page, perPage int) int { return min(page-1, 1<<40) * perPage }

// Window is a part of a list, as far as there is one.
func Window[T any](list []T, start, length int) []T {
	start = min(max(start, 0), len(list))
	return list[start:min(start+length, len(list))]
}

// Totals are the headers of a list: how many records and pages there are, and the neighbouring pages.
func (c *Call) Totals(total, page, perPage int) php.Object {
	return c.TotalsBefore(total, page, perPage, min(page-1, (total+perPage-1)/perPage))
}

// TotalsBefore has another page before this one.
func (c *Call) TotalsBefore(total, page, perPage, before int) php.Object {
	pages := (total + perPage - 1) / perPage
	prefix := "X-" + strings.ToUpper(c.api.Prefix)
	header := php.Object{{prefix + "-Total", total}, {prefix + "-TotalPages", pages}}
	var links []string
	link := func(rel string, number int) {
		query := &php.Values{Names: slices.Clone(c.Query.Names), ByKey: map[string]any{}}
		for _, name := range query.Names {
			query.ByKey[name] = c.Query.ByKey[name]
		}
		query.Set("page", strconv.Itoa(number))
		links = append(links, fmt.Sprintf("<%s>; rel=%q", c.api.listURL(c.routePath(), query), rel))
	}
	if page > 1 {
		link("prev", before)
	}
	if page < pages {
		link("next", page+1)
	}
	if links != nil {
		header.Add("Link", strings.Join(links, ", "))
	}
	return header
}
