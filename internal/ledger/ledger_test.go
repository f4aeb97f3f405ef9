package ledger_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// call is a call of one public method, and the requests that it sends.
type call struct {
	name string
	do   func(ctx context.Context, s *services) error
	want []want
}

// want is a request that a call sends, to the last value.
type want struct {
	method string
	path   string
	query  string // encoded by hand
	body   string // JSON, "" for none
}

func calls() []call {
	return slices.Concat(fontCalls(), indexCalls(), postCalls(), pageCalls(), blockCalls(), menuItemCalls(),
		revisionCalls(), autosaveCalls(), batchCalls(),
		mediaCalls(), snippetCalls(), pluginCalls(), termCalls(), userCalls(), passwordCalls(), commentCalls(), menuCalls(),
		siteCalls(), abilityCalls(), widgetCalls(), editorCalls(),
		familyCalls(), faceCalls(), styleCalls(), templateCalls())
}

// TestEveryCallSendsWhatItShould compares each call with its requests, and then
// the requests with the table.
func TestEveryCallSendsWhatItShould(t *testing.T) {
	t.Parallel()
	var all []request
	for _, c := range calls() {
		s := newServices(t)
		if err := c.do(t.Context(), s); err != nil {
			t.Errorf("Call %s: error %v, want none", c.name, err)
		}
		sent := s.sent()
		all = append(all, sent...)
		if len(sent) != len(c.want) {
			t.Errorf("%s: sent %d requests, want %d", c.name, len(sent), len(c.want))
			continue
		}
		for i, w := range c.want {
			compare(t, c.name, sent[i], w)
		}
	}
	specified, core := table(t), coreTable(t)
	spec, stock := count(t, specified, all), count(t, core, all)
	operations := slices.Concat(specified, core)
	for _, r := range all {
		matching := slices.DeleteFunc(slices.Clone(operations), func(o operation) bool { return !o.matches(r) })
		if len(matching) == 0 {
			t.Errorf("Request %s %s is no operation of the table, want one", r.method, r.path)
			continue
		}
		for _, name := range r.arguments() {
			if !slices.ContainsFunc(matching, func(o operation) bool { return o.takes(name) }) {
				t.Errorf("Request %s %s: %s is no argument of the table, want one", r.method, r.path, name)
			}
		}
	}
	whole := totals{
		spec.operations + stock.operations, spec.ofOperations + stock.ofOperations,
		spec.arguments + stock.arguments, spec.ofArguments + stock.ofArguments,
	}
	if whole.ofOperations != 289 || whole.ofArguments != 1401 {
		t.Errorf("tables: %d operations and %d arguments, want 289 and 1,401", whole.ofOperations, whole.ofArguments)
	}
	t.Logf("of the specification %v, of the rest of a stock site %v, together %v; not yet typed: %d operations",
		spec, stock, whole, len(notYet))
}

// totals are how many operations and arguments of a table were sent.
type totals struct{ operations, ofOperations, arguments, ofArguments int }

func (n totals) String() string {
	return fmt.Sprintf("%d of %d operations, %d of %d arguments", n.operations, n.ofOperations, n.arguments, n.ofArguments)
}

// count reports what of a table was not sent, and is not left out on purpose.
func count(t *testing.T, operations []operation, all []request) (n totals) {
	t.Helper()
	for _, o := range operations {
		n.ofOperations++
		sent := slices.DeleteFunc(slices.Clone(all), func(r request) bool { return !o.matches(r) })
		later := slices.Contains(notYet, o.name())
		switch {
		case len(sent) > 0 && later:
			t.Errorf("%s is sent and in notYet, want it removed from notYet", o.name())
		case len(sent) > 0:
			n.operations++
		case unsent[o.name()] != "":
			t.Logf("%s is not sent: %s", o.name(), unsent[o.name()])
			n.ofArguments += len(o.Args)
			continue
		case later:
			n.ofArguments += len(o.Args)
			continue
		default:
			t.Errorf("Operation %s is not sent, want a method that sends it", o.name())
		}
		for _, a := range o.Args {
			n.ofArguments++
			missing, reason := missing(a, sent), unsent[o.name()+" "+a.Name]
			switch {
			case missing == "":
				n.arguments++
				if reason != "" {
					t.Errorf("Operation %s: %s is sent, want no row for it among the unsent", o.name(), a.Name)
				}
			case missing == a.Name && reason != "":
				t.Logf("%s: %s is not sent: %s", o.name(), a.Name, reason)
			case len(sent) > 0:
				t.Errorf("Operation %s: %s is never sent, want a call with it", o.name(), missing)
			}
		}
	}
	return n
}

// arguments are the names of what a request sends.
func (r request) arguments() []string {
	var names []string
	add := func(key string) {
		name, _, _ := strings.Cut(key, "[")
		names = append(names, name)
	}
	for key := range r.query {
		add(key)
	}
	body, _ := r.body.(map[string]any)
	for key := range body {
		add(key)
	}
	return names
}

// takes reports whether an argument is one of the operation, or of every route, or
// is sent though the table lacks it.
func (o operation) takes(name string) bool {
	return strings.HasPrefix(name, "_") || unlisted[o.Path+" "+name] != "" ||
		slices.ContainsFunc(o.Args, func(a argument) bool { return a.Name == name })
}

// compare compares one request.
func compare(t *testing.T, name string, sent request, w want) {
	t.Helper()
	query, err := url.ParseQuery(w.query)
	if err != nil {
		t.Fatalf("Call %s: its query in the table: error %v, want a query", name, err)
	}
	if sent.method != w.method || sent.path != w.path {
		t.Errorf("%s: sent %s %s, want %s %s", name, sent.method, sent.path, w.method, w.path)
	}
	if !reflect.DeepEqual(sent.query, query) {
		t.Errorf("%s: sent the query\n%v, want\n%v", name, sent.query, query)
	}
	var body any
	if w.body != "" {
		if err := json.Unmarshal([]byte(w.body), &body); err != nil {
			t.Fatalf("Call %s: its body in the table: error %v, want JSON", name, err)
		}
	}
	if !reflect.DeepEqual(sent.body, body) {
		t.Errorf("%s: sent the body\n%v, want\n%v", name, sent.body, body)
	}
}

// missing names what no request has sent of an argument: the argument, one of
// its forms, a member or a value; "" if nothing is missing.
func missing(a argument, sent []request) string {
	object, list := strings.Contains(a.Type, "object"), strings.Contains(a.Type, "array")
	values := map[string]bool{}
	found := func(name string) bool {
		ok := false
		for _, r := range sent {
			for _, v := range r.values(a.In, name) {
				values[v], ok = true, true
			}
		}
		return ok
	}
	whole := found(a.Name)
	if !whole && !object {
		return a.Name
	}
	if a.In == "query" && list && object && !found(a.Name+"[]") {
		return a.Name + " as a list"
	}
	for _, member := range a.members() {
		// A bare string is the raw of a text.
		if !found(a.Name+"["+member+"]") && !(member == "raw" && whole) {
			return a.Name + "[" + member + "]"
		}
	}
	for _, value := range a.enumOf() {
		if !values[value] {
			return fmt.Sprintf("the value %q of %s", value, a.Name)
		}
	}
	return ""
}

// values returns the values that a request has for a name: "a" is an argument in
// any form, "a[]" a list, "a[b]" a member of an object.
func (r request) values(in, name string) (out []string) {
	if in == "query" {
		out = append(out, r.query[name]...)
		out = append(out, r.query[name+"[]"]...)
		for key, values := range r.query { // the members of a member
			if strings.Contains(name, "[") && strings.HasPrefix(key, name+"[") {
				out = append(out, values...)
			}
		}
		if strings.HasSuffix(name, "[]") {
			return r.query[name]
		}
		return out
	}
	if form, ok := r.body.(map[string]any); ok { // the names in a form are in brackets already
		for key, v := range form {
			if key == name+"[]" || strings.HasPrefix(key, name+"[") || key == name && strings.Contains(name, "[") {
				out = append(out, fmt.Sprint(v))
			}
		}
	}
	for _, v := range reach(r.body, strings.Split(strings.ReplaceAll(name, "]", ""), "[")) {
		out = append(out, fmt.Sprint(v))
	}
	return out
}

// reach returns what stands at the end of a path of members; a list on the way,
// or at the end, is all of its items, and also itself, since it may be empty.
func reach(v any, path []string) (out []any) {
	if list, ok := v.([]any); ok {
		for _, item := range list {
			out = append(out, reach(item, path)...)
		}
		if len(path) == 0 {
			out = append(out, v)
		}
		return out
	}
	if len(path) == 0 {
		return []any{v}
	}
	object, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	member, ok := object[path[0]]
	if !ok {
		return nil
	}
	return reach(member, path[1:])
}
