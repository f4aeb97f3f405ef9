package main

import (
	"strings"
	"testing"
)

// TestArgumentsOfAList is the table of what the arguments of a list become.
func TestArgumentsOfAList(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ argument, field, want string }{
		"from a number on": {`"a": {"type": "integer", "minimum": 1}`, "A", "*int `url:\"a,omitempty\"` At least 1."},
		"up to a number":   {`"a": {"type": "integer", "maximum": 9}`, "A", "*int `url:\"a,omitempty\"` At most 9."},
		"between two": {`"a": {"type": "number", "minimum": 0.5, "maximum": 9}`, "A",
			"*float64 `url:\"a,omitempty\"` Between 0.5 and 9."},
		"a default": {`"a": {"type": "boolean", "description": "Sold ones", "default": true}`, "A",
			"*bool `url:\"a,omitempty\"` Sold ones. Default true."},
		"a default of null":    {`"a": {"type": "boolean", "default": null}`, "A", "*bool `url:\"a,omitempty\"`"},
		"a default of no text": {`"a": {"type": "string", "default": ""}`, "A", "string `url:\"a,omitempty\"`"},
		"a default of a text": {`"a": {"type": "string", "default": "x"}`, "A",
			"string `url:\"a,omitempty\"` Default \"x\"."},
		"a page": {`"page": {"type": "integer", "default": 1, "minimum": 1}`, "Page",
			"int `url:\"page,omitempty\"` Page is the page, from 1. Default 1."},
		"the size of a page": {`"per_page": {"type": "integer", "default": 10, "maximum": 100}`, "PerPage",
			"int `url:\"per_page,omitempty\"` PerPage is the size of a page. At most 100. Default 10."},
		"a size without limits": {`"per_page": {"type": "integer"}`, "PerPage",
			"int `url:\"per_page,omitempty\"` PerPage is the size of a page, at most 100."},
		"a text's false": {`"a": {"type": "string", "default": false}`, "A", "string `url:\"a,omitempty\"`"},
		"an offset": {`"offset": {"type": "integer"}`, "Offset",
			"int `url:\"offset,omitempty\"` Offset skips this many records. The site then ignores Page; a walk counts on from " +
				"it."},
		"ids": {`"include": {"type": "array", "items": {"type": "integer"}}`, "Include",
			"[]int64 `url:\"include,brackets,omitempty\"` Include chooses by ids."},
		"ids that are left out": {`"exclude": {"type": "array", "items": {"type": "integer"}}`, "Exclude",
			"[]int64 `url:\"exclude,brackets,omitempty\"` Exclude leaves out by ids."},
		"slugs": {`"slug": {"type": "array", "items": {"type": "string"}}`, "Slug",
			"[]string `url:\"slug,brackets,omitempty\"` Slug chooses by slugs."},
		"an order": {`"order": {"type": "string", "enum": ["asc", "desc"], "default": "desc"}`, "Order",
			"cms.Order `url:\"order,omitempty\"` Order is the direction. Default \"desc\"."},
		"a context": {`"context": {"type": "string", "enum": ["view", "edit"], "default": "view"}`, "Context",
			"cms.Context `url:\"context,omitempty\"` Context is how much of each record is read. Default \"view\"."},
		"a date": {`"a": {"type": "string", "format": "date-time"}`, "A", "time.Time `url:\"a,omitempty\"`"},
		"dates": {`"a": {"type": "array", "items": {"type": "string", "format": "date-time"}}`, "A",
			"[]time.Time `url:\"a,brackets,omitempty\"`"},
		"switches": {`"a": {"type": "array", "items": {"type": "boolean"}}`, "A",
			"[]bool `url:\"a,brackets,omitempty\"`"},
		"fractions": {`"a": {"type": "array", "items": {"type": "number"}}`, "A",
			"[]float64 `url:\"a,brackets,omitempty\"`"},
		"a list of anything":   {`"a": {"type": "array"}`, "A", "[]string `url:\"a,brackets,omitempty\"`"},
		"items without a type": {`"a": {"type": "array", "items": {}}`, "A", "[]string `url:\"a,brackets,omitempty\"`"},
		"a list or one value":  {`"a": {"type": ["array", "string"]}`, "A", "[]string `url:\"a,brackets,omitempty\"`"},
		"a number or a text":   {`"a": {"type": ["integer", "string"]}`, "A", "string `url:\"a,omitempty\"`"},
		"no type":              {`"a": {}`, "A", "string `url:\"a,omitempty\"`"},
		"terms": {`"a": {"oneOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "object", ` +
			`"properties": {"terms": {}}}]}`, "A", "cms.TermFilter `url:\"a,omitempty\"`"},
		"a list of ids alone": {`"a": {"oneOf": [{"type": "array", "items": {"type": "integer"}}]}`, "A",
			"[]int64 `url:\"a,brackets,omitempty\"`"},
		"an object":             {`"a": {"type": "object"}`, "A", ""},
		"a list of objects":     {`"a": {"type": "array", "items": {"type": "object"}}`, "A", ""},
		"one of the site's own": {`"_a": {"type": "string"}`, "A", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source := made(t, `{"routes": {
				"/a/v1/things": {"endpoints": [{"methods": ["GET"], "args": {"b": {"type": "string"}, `+test.argument+
				`}}], "schema": {"title": "thing", "properties": {"id": {"type": "integer"}}}},
				"/a/v1/things/(?P<id>[\\d]+)": {"endpoints": [{"methods": ["GET"]}]}
			}}`)
			if got := declaration(t, source, "ThingListOptions", test.field); got != test.want {
				t.Errorf("generate: the field %s of the options is %s\nwant %s", test.field, got, test.want)
			}
			told := strings.Contains(strings.ReplaceAll(source, "\n// ", " "),
				"What the types of a query cannot hold is left out: a.")
			if left := strings.Contains(name, "object"); told != left {
				t.Errorf("generate of %s says what is left out: %t, want %t", name, told, left)
			}
		})
	}
}
