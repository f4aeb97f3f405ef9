package rest

import (
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// Envelope wraps a response with its status and headers.
func Envelope(answer *Response) php.Object {
	return php.Object{{"body", answer.Body}, {"status", answer.Status}, {"headers", slices.Clone(answer.Header)}}
}

// OK is the response that most requests get.
func OK(body any) (*Response, *Error) { return &Response{Status: 200, Body: body}, nil }

// Created is the response with a new record.
func Created(body any, location string) *Response {
	return &Response{Status: 201, Body: body, Header: php.Object{{"Location", location}}}
}

// Deleted is the response to the deletion of a record, with what it was.
func Deleted(previous php.Object) (*Response, *Error) {
	return OK(php.Object{{"deleted", true}, {"previous", previous}})
}

// NoTrash refuses to move to the trash what can only be deleted permanently.
func NoTrash() *Error {
	return NewError(501, "rest_trash_not_supported", "There is no trash for these records: force has to be true.")
}

// Run finds the route, checks the arguments and the permission, calls the handler and finishes its response.
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
		delete(fields, "_embedded") // a field only where something is embedded
	}
	answer.Body = fields.Filter(answer.Body)
	if answer.Links != nil {
		answer.Body = append(answer.Body.(php.Object), php.Member{"_links", answer.Links})
	}
	if rels, ok := c.embedRels(fields); ok {
		answer.Body = c.embed(answer.Body, rels)
	}
	return answer
}
