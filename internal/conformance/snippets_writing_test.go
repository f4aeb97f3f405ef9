package conformance

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/snippets"
)

// snippetField is a field that is set, alone, and what becomes of it.
type snippetField struct {
	name, body string // as in a body: "tags", `["a"]`
	// created and updated are what the answers to a create and to an update of the rich snippet then say, as JSON.
	created, updated string
	// madeNext and changedNext are what the next read says, if that is something else.
	madeNext, changedNext string
}

func snippetFields() []snippetField {
	same := func(name, body string) snippetField {
		return snippetField{name: name, body: body, created: body, updated: body}
	}
	as := func(name, body, becomes string) snippetField {
		return snippetField{name: name, body: body, created: becomes, updated: becomes}
	}
	out := []snippetField{
		same("name", `"Another"`), same("name", `""`), same("desc", `"<p>Else.</p>"`), same("desc", `""`),
		same("code", `"glyph_other();"`), same("code", `""`), same("tags", `["one","two"]`), same("tags", `[]`),
		as("tags", `"a,b c"`, `["a","b","c"]`), as("tags", `""`, `[]`), as("tags", `5`, `["5"]`),
		same("active", `true`), same("active", `false`), as("active", `1`, `true`), as("active", `"false"`, `false`),
		same("priority", `7`), same("priority", `0`), as("priority", `-3`, `3`), as("priority", `"8"`, `8`),
		as("scope", `"everywhere"`, `"global"`), as("scope", `"condition"`, `"global"`), as("scope", `""`, `"global"`),
	}
	for _, scope := range []snippets.Scope{
		snippets.ScopeGlobal, snippets.ScopeAdmin, snippets.ScopeFrontEnd, snippets.ScopeSingleUse, snippets.ScopeContent,
		snippets.ScopeHeadContent, snippets.ScopeFooterContent, snippets.ScopeAdminCSS, snippets.ScopeSiteCSS,
		snippets.ScopeSiteHeadJS,
		snippets.ScopeSiteFooterJS,
	} {
		out = append(out, same("scope", fmt.Sprintf("%q", scope)))
	}
	// null is as good as nothing.
	rich := snippetMembers()
	for _, initial := range [][2]string{
		{"name", `""`}, {"desc", `""`}, {"code", `""`}, {"tags", `[]`}, {"scope", `"global"`}, {"active", `false`},
		{"priority", `10`},
	} {
		out = append(out, snippetField{name: initial[0], body: `null`, created: initial[1], updated: rich[initial[0]]})
	}
	// On a site that is no network, the next read does not know these.
	for _, flag := range []string{"true", "false"} {
		out = append(out,
			snippetField{name: "network", body: flag, created: flag, updated: flag, madeNext: `false`, changedNext: `false`},
			snippetField{name: "shared_network", body: flag, created: flag, updated: flag, madeNext: `null`,
				changedNext: `null`})
	}
	return append(out,
		snippetField{name: "network", body: `null`, created: `null`, updated: `false`, madeNext: `false`},
		snippetField{name: "shared_network", body: `null`, created: `null`, updated: `null`})
}

func snippetWriting() []scenario {
	var out []scenario
	add := func(name string, run func(*testing.T, *site, *cms.Client)) {
		out = append(out, scenario{collection: "snippets", kind: writing, role: admin, name: name,
			needs: snippetNeeds, run: run})
	}
	for i, field := range snippetFields() {
		add(fmt.Sprintf("create %s=%s", field.name, field.body), func(t *testing.T, s *site, c *cms.Client) {
			made, err := sendLoosely(t.Context(), c, snippets.New(c).CreateRequest(snippetParams(t, field)))
			if err != nil {
				t.Fatal(err)
			}
			field.check(t, s, made, field.created, field.madeNext)
			if len(s.record(t, "snippets", richSnippet)) == 0 {
				t.Errorf("Record: snippet %d is not in the documents, want it", richSnippet)
			} else if made.ID != 8 || made.Revision != 2 {
				t.Errorf("Create of a snippet: id %d, revision %d, want 8 and 2", made.ID, made.Revision)
			}
		})
		method := writingMethods[i%len(writingMethods)]
		add(fmt.Sprintf("update %s=%s by %s", field.name, field.body, method), func(t *testing.T, s *site, c *cms.Client) {
			before := s.stored(t, "snippets", richSnippet)
			changed, err := sendLoosely(t.Context(), c, snippets.New(c).UpdateRequest(richSnippet, snippetParams(t, field)),
				cms.UpdateMethod(method))
			if err != nil {
				t.Fatal(err)
			}
			field.check(t, s, changed, field.updated, field.changedNext)
			after := s.stored(t, "snippets", richSnippet)
			checkUnchanged(t, before, after, field.name, "modified", "revision")
			if changed.Revision != 4 || after["modified"] == before["modified"] {
				t.Errorf("Update of a snippet: revision %d, modified %v, want 4 and another time", changed.Revision,
					after["modified"])
			}
		})
	}
	return slices.Concat(out, snippetSwitching())
}

func snippetParams(t *testing.T, field snippetField) *snippets.Params {
	t.Helper()
	params := new(snippets.Params)
	params.Extra = cms.Extra{field.name: []byte(field.body)}
	return params
}

// check looks at a field in an answer, in the next read, and in what is stored.
func (f snippetField) check(t *testing.T, s *site, answer *snippets.Snippet, want, next string) {
	t.Helper()
	read := func(snippet *snippets.Snippet) any {
		return map[string]any{
			"name": snippet.Name, "desc": snippet.Desc, "code": snippet.Code, "tags": snippet.Tags, "scope": snippet.Scope,
			"active": snippet.Active, "priority": snippet.Priority, "network": snippet.Network,
			"shared_network": snippet.SharedNetwork,
		}[f.name]
	}
	sameJSON(t, "the answer", read(answer), json.RawMessage(want))
	if next == "" {
		next = want
	}
	again, err := snippets.New(s.as(admin)).Get(t.Context(), answer.ID)
	if err != nil {
		t.Fatal(err)
	}
	sameJSON(t, "the next read", read(again), json.RawMessage(next))
	if stored, ok := s.stored(t, "snippets", answer.ID)[f.name]; ok {
		sameJSON(t, "what is stored", stored, json.RawMessage(next))
	}
}

func snippetSwitching() []scenario {
	var out []scenario
	add := func(name string, run func(*testing.T, *site, *cms.Client)) {
		out = append(out, scenario{collection: "snippets", kind: writing, role: admin, name: name,
			needs: snippetNeeds, run: run})
	}
	active := func(t *testing.T, s *site, id int64, want bool) {
		t.Helper()
		if got := s.stored(t, "snippets", id)["active"]; got != want {
			t.Errorf("snippet %d is stored with active %v, want %v", id, got, want)
		}
	}
	for _, method := range writingMethods {
		add("activate by "+method, func(t *testing.T, s *site, c *cms.Client) {
			if _, err := snippets.New(c).Activate(t.Context(), richSnippet, cms.UpdateMethod(method)); err != nil {
				t.Error(err)
			}
			active(t, s, richSnippet, true)
		})
		add("deactivate by "+method, func(t *testing.T, s *site, c *cms.Client) {
			if _, err := snippets.New(c).Deactivate(t.Context(), activeSnippet, cms.UpdateMethod(method)); err != nil {
				t.Error(err)
			}
			active(t, s, activeSnippet, false)
		})
	}
	add("a switch is answered with an empty object", func(t *testing.T, s *site, c *cms.Client) {
		raw, err := ask(t.Context(), c, "POST", fmt.Sprintf("code-snippets/v1/snippets/%d/activate", richSnippet), nil, nil)
		if err != nil || string(raw) != "{}" {
			t.Errorf("POST of activate: %s, error %v, want {}", raw, err)
		}
	})
	add("a switch is no revision", func(t *testing.T, s *site, c *cms.Client) {
		before := s.stored(t, "snippets", richSnippet)
		if _, err := snippets.New(c).Activate(t.Context(), richSnippet); err != nil {
			t.Error(err)
		}
		checkUnchanged(t, before, s.stored(t, "snippets", richSnippet), "active")
	})
	add("activate broken code", func(t *testing.T, s *site, c *cms.Client) {
		if _, err := snippets.New(c).Activate(t.Context(), brokenSnippet); err != nil {
			t.Error(err)
		}
		active(t, s, brokenSnippet, true)
	})
	add("create broken code that is to run", func(t *testing.T, s *site, c *cms.Client) {
		made, err := snippets.New(c).Create(t.Context(),
			&snippets.Params{Code: new("function glyph_broken( {"), Active: new(true)})
		if err != nil {
			t.Fatal(err)
		}
		if made.Active || made.CodeError.Message == "" {
			t.Errorf("Create of broken active code: %+v, want it inactive with a message", made)
		} else if made.CodeError.Line != 1 {
			t.Errorf("Create of broken active code: %+v, want the error in line 1", made)
		} else if made.SharedNetwork != nil {
			t.Errorf("Create of broken active code: %+v, want no shared_network", made)
		}
		active(t, s, made.ID, false)
	})
	add("create broken code that is not to run", func(t *testing.T, s *site, c *cms.Client) {
		made, err := snippets.New(c).Create(t.Context(), &snippets.Params{Code: new("function glyph_broken( {")})
		if err != nil || !made.CodeError.IsZero() {
			t.Errorf("Create of broken inactive code: %+v, error %v, want no code error", made, err)
		}
	})
	add("update to broken code that is to run", func(t *testing.T, s *site, c *cms.Client) {
		changed, err := snippets.New(c).Update(t.Context(), activeSnippet,
			&snippets.Params{Code: new("\n\nf( ];"), Active: new(true)})
		if err != nil {
			t.Fatal(err)
		}
		if changed.Active || changed.CodeError.Line != 3 {
			t.Errorf("Update to broken active code: %+v, want it inactive with an error in line 3", changed)
		}
		active(t, s, activeSnippet, false)
	})
	add("create styles that PHP would refuse", func(t *testing.T, s *site, c *cms.Client) {
		made, err := snippets.New(c).Create(t.Context(),
			&snippets.Params{Code: new(".a {"), Active: new(true), Scope: new(snippets.ScopeSiteCSS)})
		if err != nil {
			t.Errorf("Create of styles: error %v, want none", err)
		} else if !made.Active || !made.CodeError.IsZero() {
			t.Errorf("Create of styles: %+v, want it active without a code error", made)
		}
	})
	add("create nothing", func(t *testing.T, s *site, c *cms.Client) {
		made, err := snippets.New(c).Create(t.Context(), nil)
		if err != nil || made.ID != 8 {
			t.Errorf("Create of nothing: %+v, error %v, want id 8", made, err)
		} else if made.Network != nil || made.CloudID != "" {
			t.Errorf("Create of nothing: %+v, want no network and no cloud id", made)
		} else if s.stored(t, "snippets", 8) == nil {
			t.Errorf("Create of nothing: %+v, want it stored", made)
		}
	})
	add("the answers to a create and to an update", func(t *testing.T, s *site, c *cms.Client) {
		for _, one := range []struct{ path, want string }{
			{"", `{"id":8,"network":null,"shared_network":null,"code_error":null,"revision":2,"cloud_id":""}`},
			{"/2", `{"id":2,"network":false,"shared_network":null,"code_error":null,"revision":4,"cloud_id":null}`},
		} {
			query := map[string][]string{"_fields": {"id,network,shared_network,code_error,revision,cloud_id"}}
			raw, err := ask(t.Context(), c, "POST", "code-snippets/v1/snippets"+one.path, query, map[string]any{"priority": 3})
			if err != nil {
				t.Fatal(err)
			}
			sameJSON(t, "the answer", raw, json.RawMessage(one.want))
		}
	})
	add("modified is now, in GMT", func(t *testing.T, s *site, c *cms.Client) {
		changed, err := snippets.New(c).Update(t.Context(), richSnippet, &snippets.Params{Name: new("x")})
		if err != nil {
			t.Fatal(err)
		}
		if at, err := changed.Modified.Time(); err != nil || time.Since(at).Abs() > time.Minute {
			t.Errorf("Update of a snippet: modified %v, error %v, want now", at, err)
		}
	})
	add("condition_id is not heeded", func(t *testing.T, s *site, c *cms.Client) {
		made, err := snippets.New(c).Create(t.Context(), &snippets.Params{ConditionID: new(int64(3))})
		if err != nil || made.ConditionID != 0 {
			t.Errorf("Create with condition_id: %+v, error %v, want 0", made, err)
		} else if s.stored(t, "snippets", made.ID).int("condition_id") != 0 {
			t.Errorf("Create with condition_id: %+v, want 0 stored", made)
		}
	})
	add("delete", func(t *testing.T, s *site, c *cms.Client) {
		deleted, err := snippets.New(c).Delete(t.Context(), richSnippet)
		if err != nil || !deleted.Deleted {
			t.Errorf("Delete of a snippet: %+v, error %v, want it deleted", deleted, err)
		} else if s.stored(t, "snippets", richSnippet) != nil {
			t.Errorf("Delete of a snippet: %+v, want none stored", deleted)
		}
		if s.stored(t, "snippets", bareSnippet) == nil {
			t.Error("Delete of a snippet: another is gone as well, want it kept")
		}
	})
	return out
}
