package main

import (
	"strings"
	"testing"
)

// TestWritesReturnTheRecordOfTheNearestRouteAbove has writes below a cart. No GET of their routes shows a record.
func TestWritesReturnTheRecordOfTheNearestRouteAbove(t *testing.T) {
	t.Parallel()
	site := newMadeUp(t, strings.Join([]string{
		reads("cart", "", ""),
		`"/made/v1/cart/lines/(?P<key>[\\w]+)": {"endpoints": [{"methods": ["PUT"], "args": {"n": {"type": "integer"}}},
			{"methods": ["DELETE"]}]}`,
		`"/made/v1/leave": {"endpoints": [{"methods": ["DELETE"]}]}`,
		`"/made/v1/cart/gifts": {"endpoints": [{"methods": ["GET"]},
			{"methods": ["POST"], "args": {"code": {"type": "string"}}}]}`,
		`"/made/v1/enter": {"endpoints": [{"methods": ["POST"], "args": {"a": {"type": "string"}}}]}`,
	}, ","), map[string]string{"cart": `{"lines": [], "sum": 12.5}`, "cart/gifts": `[]`})
	source, messages := site.generated(t)
	for _, want := range []string{
		"Delete(ctx context.Context, callOptions ...cms.CallOption) (*cms.Written[Cart], error)",
		"params *CartLineByKeyParams, callOptions ...cms.CallOption) (*cms.Written[Cart], error)",
		"Leave(ctx context.Context, callOptions ...cms.CallOption) (*cms.Written[cms.Deleted[cms.Extra]], error)",
		"params *CartGiftParams, callOptions ...cms.CallOption) (*cms.Written[Cart], error)",
	} {
		if !strings.Contains(source, want) {
			t.Errorf("code for writes below a cart: no %s, want it\n%s", want, source)
		}
	}
	if want := "Returned as JSON: POST made/v1/enter: "; !strings.Contains(messages, want) {
		t.Errorf("messages: %s, want %s", messages, want)
	}
}

// TestObjectsAroundOneRecordHaveAType has a route of one record that returns an object around the record of its list.
func TestObjectsAroundOneRecordHaveAType(t *testing.T) {
	t.Parallel()
	const one = `{"id": 1, "mail": "x", "opened": null}`
	for _, schema := range []string{"", `, "schema": {"title": "reader", "properties": {"id": {"type": "integer"},
		"mail": {"type": "string"}}}`} {
		site := newMadeUp(t, reads("readers", `"page": {"type": "integer"}, "per_page": {"type": "integer"}`, schema)+","+
			reads(`readers/(?P<id>[\\d]+)`, "", schema), map[string]string{
			"readers": `{"data": [` + one + `], "total": 1}`, "readers/1": `{"data": ` + one + `}`,
		})
		source, _ := site.generated(t)
		if want := "Get(ctx context.Context, id int64, callOptions ...cms.CallOption) (*ReaderResponse, error)"; !strings.
			Contains(source, want) {
			t.Errorf("schema %q: no %s, want it\n%s", schema, want, source)
			continue
		}
		if got := declaration(t, source, "ReaderResponse", "Data"); !strings.HasPrefix(got, "Reader ") {
			t.Errorf("schema %q: field Data of the response is %s, want Reader", schema, got)
		}
		if strings.Contains(source, "ReaderData") {
			t.Errorf("schema %q: a second type of a reader, want one\n%s", schema, source)
		}
	}
}
