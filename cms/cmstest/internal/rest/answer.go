package rest

import (
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// Envelope wraps an answer with its status and headers.
func Envelope(answer *Response) php.Object {
	return php.Object{{"body", answer.Body}, {"status", answer.Status}, {"headers", slices.Clone(answer.Header)}}
}

// Run finds the route, checks the arguments and the permission, calls the handler and finishes its answer.
func (c *Call) Run() *Response { return c.finish(c.dispatch()) }

// finish adds to an answer what the query asked for.
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
