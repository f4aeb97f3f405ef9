package main

import (
	"strings"
	"testing"
)

// TestObjectsInAQueryAreTypedAndChecked has filter[min] among the arguments of a list.
func TestObjectsInAQueryAreTypedAndChecked(t *testing.T) {
	t.Parallel()
	const filter = `"filter": {"type": "object", "properties": {"min": {"type": "number", "required": true},
		"kinds": {"type": "array", "items": {"type": "string"}},
		"inner": {"type": "object", "properties": {"of": {"type": "string", "required": true}}},
		"any": {"type": "object"}}}`
	source := made(t, `{"routes": {`+strings.ReplaceAll(reads("stats", filter, ""), "made/", "a/")+`}}`)
	for name, want := range map[string]string{
		"Min": "*float64 `url:\"min,omitempty\"` Required.", "Kinds": "[]string `url:\"kinds,brackets,omitempty\"`",
		"Inner": "*StatsFilterInnerOptions `url:\"inner,omitempty\"`",
	} {
		if got := declaration(t, source, "StatsFilterOptions", name); got != want {
			t.Errorf("field %s of the argument filter: %s, want %s", name, got, want)
		}
	}
	if got, want := declaration(t, source, "StatsOptions",
		"Filter"), "*StatsFilterOptions `url:\"filter,omitempty\"`"; got != want {
		t.Errorf("field Filter: %s, want %s", got, want)
	}
	for _, want := range []string{
		"is left out: any.", "Err:       options.Check(),", "p.Filter.check(\"filter\")", "Argument: place + \"[min]\"",
		"p.Inner.check(place + \"[inner]\")", "Argument: place + \"[of]\"",
	} {
		if !strings.Contains(strings.ReplaceAll(source, "\n// ", " "), want) {
			t.Errorf("code for a list with the argument filter: no %s, want it\n%s", want, source)
		}
	}
}

// TestRequiredFieldsOfNestedParamsAreChecked has an address with a required city, and lines with a required id.
func TestRequiredFieldsOfNestedParamsAreChecked(t *testing.T) {
	t.Parallel()
	const line = `{"type": "object", "properties": {"sku": {"type": "string", "required": true},
		"n": {"type": "integer"}}}`
	source := made(t, things(`"lines": {"type": "array", "items": `+line+`}`, "", `"lines": {"type": "array",
		"items": `+line+`},
		"address": {"type": "object", "required": true, "properties": {"city": {"type": "string"},
		"zip": {"type": "string"}}, "required": ["city"]}`))
	if got, want := declaration(t, source, "ThingAddressParams",
		"City"), "*string `json:\"city,omitzero\"` Required."; got != want {
		t.Errorf("field City: %s, want %s", got, want)
	}
	for _, want := range []string{
		"func (p *ThingParams) CheckCreate() error {", "p.Address.check(\"address\")", "p.Lines[i].check(\"lines\")",
		"func (p *ThingLineParams) check(place string) error {", "Lines []ThingLineParams",
	} {
		if !strings.Contains(source, want) {
			t.Errorf("code for params with required fields: no %s, want it\n%s", want, source)
		}
	}
}
