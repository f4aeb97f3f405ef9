package rest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// Envelope returns a response as an object with body, status and headers.
func Envelope(answer *Response) php.Object {
	return php.Object{{"body", answer.Body}, {"status", answer.Status}, {"headers", slices.Clone(answer.Header)}}
}

// OK returns a response with the status 200.
func OK(body any) (*Response, *Error) { return &Response{Status: 200, Body: body}, nil }

// Created returns the response with a new record: status 201 and its Location.
func Created(body any, location string) *Response {
	return &Response{Status: 201, Body: body, Header: php.Object{{"Location", location}}}
}

// Deleted returns the response to a permanent deletion. It has the deleted record without its
// links.
func Deleted(previous php.Object) (*Response, *Error) {
	previous = slices.DeleteFunc(previous, func(m php.Member) bool { return m.Name == "_links" })
	return OK(php.Object{{"deleted", true}, {"previous", previous}})
}

// NoTrash returns the error for records that can only be deleted permanently.
func NoTrash() *Error {
	return NewError(501, "rest_trash_not_supported", "There is no trash for these records: force has to be true.")
}

// Run finds the route, checks the arguments and the permission, calls the handler and finishes its
// response.
func (c *Call) Run() *Response { return c.finish(c.dispatch()) }

func (c *Call) finish(answer *Response) *Response {
	if c.Route != nil && answer.Status != 0 {
		if allow := c.allowed(); len(allow) > 0 {
			answer.Header.Add("Allow", strings.Join(allow, ", "))
		}
	}
	if answer.Failed {
		return answer
	}
	fields := ParseFields(c.Get("_fields"))
	if !c.Has("_embed") {
		delete(fields, "_embedded") // the field exists only if something is embedded
	}
	answer.Body = fields.Filter(answer.Body)
	if answer.Links != nil {
		answer.Body = append(answer.Body.(php.Object), php.Member{"_links", answer.Links})
	}
	if rels, ok := c.embedRels(fields); ok {
		answer.Body = eachRecord(answer.Body, func(o php.Object) php.Object { return c.embedInto(o, rels) })
	}
	return answer
}

// listURL returns the address of a list with a query. Under plain permalinks rest_route comes
// first.
func (a *API) listURL(route string, query *php.Values) string {
	if a.Plain {
		query = &php.Values{Names: slices.DeleteFunc(slices.Clone(query.Names),
			func(n string) bool { return n == "rest_route" }), ByKey: query.ByKey}
	}
	return a.Address(route, php.EncodeQuery(query))
}

// Totals returns the headers of a list: the number of records and of pages, and links to the
// previous and next page.
func (c *Call) Totals(total, page, perPage int) php.Object {
	return c.TotalsBefore(total, page, perPage, min(page-1, (total+perPage-1)/perPage))
}

// TotalsBefore is [Call.Totals] with another number for the previous page.
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
