package main

import (
	"strings"
	"testing"
)

// TestNumbersWithoutASchemaMayBeFractions samples a cart whose sums happen to be whole.
func TestNumbersWithoutASchemaMayBeFractions(t *testing.T) {
	t.Parallel()
	site := newMadeUp(t, reads("cart", "", "")+","+reads("typed", "", `, "schema": {"title": "typed", "properties": {
		"sum": {}, "pieces": {"type": "integer"}, "either": {"type": ["string", "integer"]}, "lines": {"type": "array"}}}`),
		map[string]string{
			"cart": `{"sum": 0, "id": 5, "order_id": 7, "count": 2, "item_count": 2, "total": 3, "menu_order": 1,
				"position": 1,
				"page": 1, "large": 9007199254740993, "rates": [1, 2], "ids": [3], "product_ids": [4], "days": {"3 May": 1,
				"4 May": 0}}`,
			"typed": `{"sum": 3, "pieces": 3, "either": 3, "lines": [{"price": 5}]}`,
		})
	source, _ := site.generated(t)
	for name, want := range map[string]string{
		"Sum": "float64", "ID": "int64", "OrderID": "int64", "Count": "int", "ItemCount": "int", "Total": "int",
		"MenuOrder": "int", "Position": "int", "Page": "int", "Large": "int64", "Rates": "[]float64", "IDs": "[]int64",
		"ProductIDs": "[]int64", "Days": "map[string]float64",
	} {
		got := declaration(t, source, "Cart", name)
		if typ, _, _ := strings.Cut(got, " "); typ != want {
			t.Errorf("field %s of a cart without a schema: %s, want %s", name, got, want)
		}
		if !strings.HasSuffix(got, "Guessed from samples.") {
			t.Errorf("field %s of a cart without a schema: %s, want a comment that it is guessed", name, got)
		}
	}
	for name, want := range map[string]string{
		"Sum": "float64 `json:\"sum\"` Guessed from samples.", "Pieces": "int `json:\"pieces\"`",
		"Either": "int `json:\"either\"`", "Lines": "[]TypedLine `json:\"lines\"`",
	} {
		if got := declaration(t, source, "Typed", name); got != want {
			t.Errorf("field %s of a record with a schema: %s, want %s", name, got, want)
		}
	}
	if got := declaration(t, source, "TypedLine", "Price"); !strings.HasPrefix(got, "float64 ") {
		t.Errorf("field Price of an element without a schema: %s, want float64", got)
	}
}

// TestLargeNumbersStayWhole has numbers above 2^53, which a float64 does not hold.
func TestLargeNumbersStayWhole(t *testing.T) {
	t.Parallel()
	const schema = `, "schema": {"title": "x", "properties": {"n": {"type": "number"}, "i": {"type": "integer"}}}`
	site := newMadeUp(t, reads("typed", "", schema)+","+reads("free", "", ""), map[string]string{
		"typed": `{"n": 9007199254740993, "i": 9007199254740993}`,
		"free":  `{"least": 9007199254740992, "minus": -9007199254740993, "mixed": [9007199254740993, 0.5]}`,
	})
	source, _ := site.generated(t)
	for _, test := range []struct{ typ, field, want string }{
		{"X", "N", "int64"}, {"X", "I", "int64"}, {"Free", "Least", "float64"}, {"Free", "Minus", "int64"},
		{"Free", "Mixed", "[]json.RawMessage"},
	} {
		got := declaration(t, source, test.typ, test.field)
		if typ, _, _ := strings.Cut(got, " "); typ != test.want {
			t.Errorf("field %s of %s: %s, want %s", test.field, test.typ, got, test.want)
		}
	}
}

// TestObjectsAreMapsOnlyIfTheirMembersHaveOneShape has names that look like those of a map.
func TestObjectsAreMapsOnlyIfTheirMembersHaveOneShape(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ response, want string }{
		"a name with a sign":         {`{"a": {"$schema": "x", "version": 2}}`, "DocA"},
		"only texts beside a sign":   {`{"a": {"$schema": "x", "title": "y"}}`, "DocA"},
		"numbered names that differ": {`{"a": {"category1": 5, "category2": "x", "title": "y"}}`, "DocA"},
		"lines of an address":        {`{"a": {"address_1": "x", "address_2": "y", "city": "z"}}`, "DocA"},
		"numbered names":             {`{"a": {"post_1": 3, "post_2": 4}}`, "map[string]float64"},
		"login names":                {`{"a": {"a@site.test": 3, "b@site.test": 4}}`, "map[string]float64"},
		"login names of two kinds":   {`{"a": {"a@site.test": 3, "b@site.test": "x"}}`, "map[string]json.RawMessage"},
		"objects with one form":      {`{"a": {"de": {"n": "x", "m": 1}, "fr": {"n": "y", "m": 2}}}`, "map[string]DocA"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source, _ := newMadeUp(t, reads("doc", "", ""), map[string]string{"doc": test.response}).generated(t)
			got := declaration(t, source, "Doc", "A")
			if typ, _, _ := strings.Cut(got, " "); typ != test.want {
				t.Errorf("field A of %s: %s, want %s", test.response, got, test.want)
			}
			if strings.Contains(source, "site.test") || strings.Contains(source, "$schema") {
				t.Errorf("code for %s: it has a name that is data, want none\n%s", test.response, source)
			}
		})
	}
}

// TestWhatWasSeenDecidesWhereTheSchemaSaysObject has the four shapes of a response that is no object.
func TestWhatWasSeenDecidesWhereTheSchemaSaysObject(t *testing.T) {
	t.Parallel()
	for response, want := range map[string]string{
		`"done"`:             "(*string, error)",
		`12.5`:               "(*float64, error)",
		`true`:               "(*bool, error)",
		`["red", "green"]`:   "([]string, error)",
		`[12, 13.5]`:         "([]float64, error)",
		`[["red"], ["sea"]]`: "([][]string, error)",
	} {
		for _, schema := range []string{"", `, "schema": {"title": "doc", "type": "object",
			"properties": {"name": {"type": "string"}}}`} {
			source, _ := newMadeUp(t, reads("doc", "", schema), map[string]string{"doc": response}).generated(t)
			found := false
			for line := range strings.Lines(source) {
				found = found || strings.HasPrefix(line, "func (s *MadeService) Doc") && strings.HasSuffix(line, want+" {\n")
			}
			if !found {
				t.Errorf("response %s, schema %q: no method returns %s, want one\n%s", response, schema, want, source)
			}
		}
	}
	for value, want := range map[string]string{
		`"red"`: "string", `12.5`: "float64", `["red"]`: "[]string", `[12]`: "[]float64",
	} {
		const schema = `, "schema": {"title": "doc", "properties": {"id": {"type": "integer"}, "a": {"type": "object",
			"properties": {"b": {"type": "string"}}}}}`
		source, _ := newMadeUp(t, reads("doc", "", schema), map[string]string{"doc": `{"id": 1, "a": ` + value +
			`}`}).generated(t)
		got := declaration(t, source, "Doc", "A")
		if typ, _, _ := strings.Cut(got, " "); typ != want || !strings.Contains(got, "The schema says object.") {
			t.Errorf("field A with the value %s: %s, want %s and the type of the schema", value, got, want)
		}
	}
}

// TestFieldsWithSeveralTypesInSamplesAreRawJSON has values as the schema says, and others.
func TestFieldsWithSeveralTypesInSamplesAreRawJSON(t *testing.T) {
	t.Parallel()
	for says, values := range map[string][2]string{
		"integer": {`5`, `{"amount": 5}`}, "number that is no number": {`5`, `"n/a"`},
		"number": {`5.5`, `true`}, "string": {`"x"`, `["x", {"y": 1}]`},
		"boolean": {`true`, `"yes"`}, "object": {`{"b": 1}`, `[1, 2]`}, "array": {`[1]`, `12.5`},
	} {
		says = strings.TrimSuffix(says, " that is no number")
		schema := `, "schema": {"title": "doc", "properties": {"id": {"type": "integer"}, "a": {"type": "` + says + `"}}}`
		site := newMadeUp(t, reads("docs", "", schema), map[string]string{
			"docs": `[{"id": 1, "a": ` + values[0] + `}, {"id": 2, "a": ` + values[1] + `}]`,
		})
		source, _ := site.generated(t)
		if got, want := declaration(t, source, "Doc",
			"A"), "json.RawMessage `json:\"a\"` The schema says "+says+"."; !strings.HasPrefix(got, want) {
			t.Errorf("field A of a schema that says %s, with the values %q: %s, want %s", says, values, got, want)
		}
	}
}

// TestIDsAndCountsInCamelCaseAreWhole has names as JavaScript spells them.
func TestIDsAndCountsInCamelCaseAreWhole(t *testing.T) {
	t.Parallel()
	source, _ := newMadeUp(t, reads("cart", "", ""), map[string]string{
		"cart": `{"orderId": 5, "userID": 6, "itemCount": 2, "productIds": [7], "lineTotal": 8, "valid": 1, "discount": 3}`,
	}).generated(t)
	for name, want := range map[string]string{
		"OrderID": "int64", "UserID": "int64", "ItemCount": "int", "ProductIDs": "[]int64", "LineTotal": "float64",
		"Valid": "float64", "Discount": "float64",
	} {
		got := declaration(t, source, "Cart", name)
		if typ, _, _ := strings.Cut(got, " "); typ != want {
			t.Errorf("field %s of a cart without a schema: %s, want %s", name, got, want)
		}
	}
}

// TestNullsAmongNumbersArePointers has null in lists and maps, of ids too.
func TestNullsAmongNumbersArePointers(t *testing.T) {
	t.Parallel()
	source, _ := newMadeUp(t, reads("doc", "", "")+","+reads("typed", "", `, "schema": {"title": "typed", "properties": {
		"ids": {"type": "array", "items": {"type": "integer"}}}}`), map[string]string{
		"doc": `{"ids": [1, null], "sums": [1.5, null], "days": {"3 May": 1, "4 May": null},
			"rows": [{"n": 1}, {"n": null}]}`,
		"typed": `{"ids": [1, null]}`,
	}).generated(t)
	for _, test := range []struct{ typ, field, want string }{
		{"Doc", "IDs", "[]*int64"}, {"Doc", "Sums", "[]*float64"}, {"Doc", "Days", "map[string]*float64"},
		{"DocRow", "N", "*float64"}, {"Typed", "IDs", "[]*int64"},
	} {
		got := declaration(t, source, test.typ, test.field)
		if typ, _, _ := strings.Cut(got, " "); typ != test.want {
			t.Errorf("field %s of %s: %s, want %s", test.field, test.typ, got, test.want)
		}
	}
}

// TestResponsesWithoutARecordAreJSON has the values that PHP sends in place of a record. No struct holds them.
func TestResponsesWithoutARecordAreJSON(t *testing.T) {
	t.Parallel()
	for _, response := range []string{`false`, `null`, `""`} {
		for _, schema := range []string{"", `, "schema": {"title": "doc", "type": "object",
			"properties": {"name": {"type": "string"}}}`} {
			source, _ := newMadeUp(t, reads("doc", "", schema), map[string]string{"doc": response}).generated(t)
			const want = "Doc(ctx context.Context, callOptions ...cms.CallOption) (json.RawMessage, error)"
			if !strings.Contains(source, want) {
				t.Errorf("response %s, schema %q: no %s, want it\n%s", response, schema, want, source)
			}
		}
	}
}
