package main

import (
	"strings"
	"testing"
)

func TestCommentsOfFieldsNameDefaultsAndLimits(t *testing.T) {
	t.Parallel()
	source := made(t, things("", "", `
		"size": {"type": "integer", "minimum": 1, "maximum": 9, "default": 3, "description": "How large"},
		"code": {"type": "string", "minLength": 4, "maxLength": 4, "pattern": "^[a-z]+$"},
		"tags": {"type": "array", "items": {"type": "string"}, "maxItems": 5, "default": []},
		"mode": {"type": "string", "enum": ["fast", "on time"], "default": "fast", "required": true},
		"state": {"type": "string", "minLength": 2, "required": true}`))
	for name, want := range map[string]string{
		"Size": "How large. Between 1 and 9. Default 3.",
		"Code": "Exactly 4 characters. It matches ^[a-z]+$.",
		"Tags": "At most 5 elements.",
		"Mode": `Default "fast".`, "State": "At least 2 characters. Required for a create.",
	} {
		if got := declaration(t, source, "ThingParams", name); !strings.HasSuffix(got, " "+want) {
			t.Errorf("declaration of %s: %s, want %s", name, got, want)
		}
	}
}

func TestCommentsOfMethodsNameRequiredArguments(t *testing.T) {
	t.Parallel()
	source := made(t, `{"routes": {"/shop/v1/pay": {"endpoints": [{"methods": ["POST"], "args": {
		"order": {"type": "integer", "required": true}, "amount": {"type": "number", "required": true},
		"note": {"type": "string"}
	}}]}}}`)
	plain := strings.ReplaceAll(source, "\n// ", " ")
	want := "Pay sends params and returns the response as JSON: POST shop/v1/pay. Required: order, amount.\n"
	if !strings.Contains(plain, want) {
		t.Errorf("generate: %s\nwant %s", source, want)
	}
}

// TestCommentsOfPagingNameTheLimitsOfTheSite has a list that counts its pages from 0.
func TestCommentsOfPagingNameTheLimitsOfTheSite(t *testing.T) {
	t.Parallel()
	source := made(t, `{"routes": {"/shop/v1/logs": {"endpoints": [{"methods": ["GET"], "args": {
		"page": {"type": "integer", "minimum": 0, "default": 0},
		"per_page": {"type": "integer", "minimum": 5, "maximum": 200, "default": 25}
	}}]}}}`)
	for _, want := range []string{
		"// Page is the page, from 0. Default 0.\n",
		"// PerPage is the size of a page. Between 5 and 200. Default 25.\n",
	} {
		if !strings.Contains(source, want) {
			t.Errorf("generate: %s\nwant %s", source, want)
		}
	}
}

// TestCommentsOfCallsNameTheAlternativesOfTheRoute has a parameter with three words, and a
// body without a record.
func TestCommentsOfCallsNameTheAlternativesOfTheRoute(t *testing.T) {
	t.Parallel()
	source := made(t, `{"routes": {
		"/shop/v1/bulk/(?P<what>on|off|re-set)": {"endpoints": [{"methods": ["POST"], "args": {
			"direction": {"type": "string", "enum": ["asc", "desc"]}
		}}]},
		"/shop/v1/group": {"endpoints": [{"methods": ["GET"]}, {"methods": ["POST"]}]}
	}}`)
	for _, want := range []string{
		": POST shop/v1/bulk/{what}.\n// {what} is one of on, off, re-set.\n",
		"\tDirection *cms.Order `json:\"direction,omitzero\"`\n",
		"// GroupParams is the body of a create or update at shop/v1/group. A nil field is not\n// sent.\n" +
			"type GroupParams struct {\n\t// Extra holds",
	} {
		if !strings.Contains(source, want) {
			t.Errorf("generate: %s\nwant %s", source, want)
		}
	}
}
