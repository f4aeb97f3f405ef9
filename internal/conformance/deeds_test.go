package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"

	"github.com/fontcms/fontcms-go/cms"
)

// callers are the roles in the order of the outcomes of a deed.
var callers = [...]role{admin, editor, author, contributor, subscriber, nobody}

// deed is something that some may do and others may not.
type deed struct {
	name   string
	method string // POST if empty; only what POST may do is tried, by courses
	target int64  // 0 for a create or, of a GET, for the list
	query  url.Values
	body   string
	stored record // what it sets
	// refused is the code for each of the callers, "" for those who may; the status is 401 for nobody, 403 for others.
	refused [len(callers)]cms.ErrorCode
}

// deeds makes a failing scenario of each caller who may not, and a writing one of each who may.
func (c collection[T, P, L]) deeds(list []deed) []scenario {
	var may []course
	var not []refusal
	for _, one := range list {
		for i, who := range callers {
			if code := one.refused[i]; code != "" {
				refused := c.refused(who, one, code)
				refused.status = http.StatusForbidden
				if who == nobody {
					refused.status = http.StatusUnauthorized
				}
				not = append(not, refused)
				continue
			}
			if one.method != "" || who == admin { // what administrators do is tried elsewhere
				continue
			}
			may = append(may, course{
				name: one.name, role: who, target: one.target, stored: one.stored, alone: one.target != 0, touched: []string{"slug"},
				steps: []step{{body: one.body, answer: record{}}},
			})
		}
	}
	return append(c.courses(may), refusals(not)...)
}

// refused is the refusal of a deed.
func (c collection[T, P, L]) refused(who role, one deed, code cms.ErrorCode) refusal {
	ask := request(c.name, one)
	out := refusal{
		collection: c.name, role: who, name: one.name, code: code, harmless: one.method == http.MethodGet,
		call: func(ctx context.Context, _ *site, client *cms.Client) error {
			_, err := cms.Do(ctx, client, ask)
			return err
		},
	}
	if one.target != 0 && !out.harmless {
		out.kind, out.id = c.name, one.target
	}
	return out
}

// request is a deed as a request of no type.
func request(collection string, one deed) cms.Request[cms.Raw] {
	ask := cms.Request[cms.Raw]{Method: one.method, Path: "cms/v2/" + collection, Query: one.query}
	if ask.Method == "" {
		ask.Method = http.MethodPost
	}
	if one.target != 0 {
		ask.Path += fmt.Sprintf("/%d", one.target)
	}
	if one.body != "" {
		ask.Body = json.RawMessage(one.body)
	}
	return ask
}

const (
	may             cms.ErrorCode = ""
	cannotCreate    cms.ErrorCode = "rest_cannot_create"
	cannotEdit      cms.ErrorCode = "rest_cannot_edit"
	cannotDelete    cms.ErrorCode = "rest_cannot_delete"
	cannotPublish   cms.ErrorCode = "rest_cannot_publish"
	cannotAssign    cms.ErrorCode = "rest_cannot_edit_others"
	cannotStick     cms.ErrorCode = "rest_cannot_assign_sticky"
	forbidden       cms.ErrorCode = "rest_forbidden"
	forbiddenInEdit cms.ErrorCode = "rest_forbidden_context"
)

type outcomes = [len(callers)]cms.ErrorCode

var inEdit = url.Values{"context": {"edit"}}

func postDeeds() []deed {
	notThem := func(code cms.ErrorCode) outcomes { return outcomes{may, may, code, code, code, code} }
	return []deed{
		{name: "create a draft", body: `{"title":"x"}`, stored: record{"title": "x", "status": "draft"}, refused: outcomes{4: cannotCreate, 5: cannotCreate}},
		{name: "create pending", body: `{"title":"x","status":"pending"}`, stored: record{"status": "pending"}, refused: outcomes{4: cannotCreate, 5: cannotCreate}},
		{name: "create published", body: `{"title":"x","status":"publish"}`, stored: record{"status": "publish"}, refused: outcomes{3: cannotPublish, 4: cannotCreate, 5: cannotCreate}},
		{name: "create private", body: `{"title":"x","status":"private"}`, stored: record{"status": "private"}, refused: outcomes{3: cannotPublish, 4: cannotCreate, 5: cannotCreate}},
		{name: "create scheduled", body: `{"title":"x","status":"future","date":"2031-01-01T00:00:00"}`, stored: record{"status": "future"}, refused: outcomes{3: cannotPublish, 4: cannotCreate, 5: cannotCreate}},
		{name: "create for the administrator", body: `{"title":"x","author":1}`, stored: record{"author": adminID}, refused: notThem(cannotAssign)},
		{name: "create in the author's name", body: `{"title":"x","author":3}`, stored: record{"author": authorID}, refused: outcomes{3: cannotAssign, 4: cannotAssign, 5: cannotAssign}},
		{name: "create sticky", body: `{"title":"x","sticky":true}`, stored: record{"sticky": true}, refused: notThem(cannotStick)},
		{name: "create with tags and categories", body: `{"title":"x","tags":[11],"categories":[2]}`, stored: record{"tags": []int64{11}, "categories": []int64{2}}, refused: outcomes{4: cannotCreate, 5: cannotCreate}},
		{name: "update the author's published post", target: 103, body: `{"title":"y"}`, stored: record{"title": "y"}, refused: outcomes{3: cannotEdit, 4: cannotEdit, 5: cannotEdit}},
		{name: "update the author's draft", target: 127, body: `{"title":"y"}`, stored: record{"title": "y"}, refused: outcomes{3: cannotEdit, 4: cannotEdit, 5: cannotEdit}},
		{name: "update the author's scheduled post", target: 133, body: `{"title":"y"}`, stored: record{"title": "y"}, refused: outcomes{3: cannotEdit, 4: cannotEdit, 5: cannotEdit}},
		{name: "update the contributor's published post", target: 105, body: `{"title":"y"}`, stored: record{"title": "y"}, refused: notThem(cannotEdit)},
		{name: "update the contributor's draft", target: 128, body: `{"title":"y"}`, stored: record{"title": "y"}, refused: outcomes{2: cannotEdit, 4: cannotEdit, 5: cannotEdit}},
		{name: "update the administrator's private post", target: 126, body: `{"title":"y"}`, stored: record{"title": "y"}, refused: notThem(cannotEdit)},
		{name: "update the administrator's pending post", target: 131, body: `{"title":"y"}`, stored: record{"title": "y"}, refused: notThem(cannotEdit)},
		{name: "publish the contributor's draft", target: 128, body: `{"status":"publish"}`, stored: record{"status": "publish"}, refused: outcomes{2: cannotEdit, 3: cannotPublish, 4: cannotEdit, 5: cannotEdit}},
		{name: "publish the author's draft", target: 127, body: `{"status":"publish"}`, stored: record{"status": "publish"}, refused: outcomes{3: cannotEdit, 4: cannotEdit, 5: cannotEdit}},
		{name: "give the author's post to the administrator", target: 103, body: `{"author":1}`, stored: record{"author": adminID}, refused: outcomes{2: cannotAssign, 3: cannotEdit, 4: cannotEdit, 5: cannotEdit}},
		{name: "give the contributor's draft to the administrator", target: 128, body: `{"author":1}`, stored: record{"author": adminID}, refused: outcomes{2: cannotEdit, 3: cannotAssign, 4: cannotEdit, 5: cannotEdit}},
		{name: "make the author's post sticky", target: 103, body: `{"sticky":true}`, stored: record{"sticky": true}, refused: outcomes{2: cannotStick, 3: cannotEdit, 4: cannotEdit, 5: cannotEdit}},
		{name: "make the author's sticky post sticky no more", target: 104, body: `{"sticky":false}`, stored: record{"sticky": false}, refused: outcomes{2: cannotStick, 3: cannotEdit, 4: cannotEdit, 5: cannotEdit}},
		{name: "update a post in the trash", target: 136, body: `{"title":"y"}`, stored: record{"title": "y"}, refused: notThem(cannotEdit)},
		{name: "trash the author's post", method: "DELETE", target: 103, refused: outcomes{3: cannotDelete, 4: cannotDelete, 5: cannotDelete}},
		{name: "trash the contributor's published post", method: "DELETE", target: 105, refused: notThem(cannotDelete)},
		{name: "delete the contributor's draft", method: "DELETE", target: 128, query: url.Values{"force": {"true"}}, refused: outcomes{2: cannotDelete, 4: cannotDelete, 5: cannotDelete}},
		{name: "read the author's draft", method: "GET", target: 127, refused: outcomes{3: forbidden, 4: forbidden, 5: forbidden}},
		{name: "read the administrator's private post", method: "GET", target: 126, refused: notThem(forbidden)},
		{name: "read the author's scheduled post", method: "GET", target: 133, refused: outcomes{3: forbidden, 4: forbidden, 5: forbidden}},
		{name: "read a post in the trash", method: "GET", target: 136, refused: notThem(forbidden)},
		{name: "read the author's post to edit it", method: "GET", target: 103, query: inEdit, refused: outcomes{3: forbiddenInEdit, 4: forbiddenInEdit, 5: forbiddenInEdit}},
		{name: "list to edit", method: "GET", query: inEdit, refused: outcomes{4: forbiddenInEdit, 5: forbiddenInEdit}},
	}
}

func pageDeeds() []deed {
	notThem := func(code cms.ErrorCode) outcomes { return outcomes{may, may, code, code, code, code} }
	return []deed{
		{name: "create a draft", body: `{"title":"x"}`, stored: record{"title": "x"}, refused: notThem(cannotCreate)},
		{name: "create published", body: `{"title":"x","status":"publish"}`, stored: record{"status": "publish"}, refused: notThem(cannotCreate)},
		{name: "create for the administrator", body: `{"title":"x","author":1}`, stored: record{"author": adminID}, refused: notThem(cannotAssign)},
		{name: "update the author's page", target: 204, body: `{"title":"y"}`, stored: record{"title": "y"}, refused: notThem(cannotEdit)},
		{name: "update the author's draft", target: 216, body: `{"title":"y"}`, stored: record{"title": "y"}, refused: notThem(cannotEdit)},
		{name: "update the administrator's private page", target: 213, body: `{"menu_order":3}`, stored: record{"menu_order": 3}, refused: notThem(cannotEdit)},
		{name: "move a page", target: 204, body: `{"parent":202}`, stored: record{"parent": 202}, refused: notThem(cannotEdit)},
		{name: "trash the author's page", method: "DELETE", target: 204, refused: notThem(cannotDelete)},
		{name: "delete the author's draft", method: "DELETE", target: 216, query: url.Values{"force": {"true"}}, refused: notThem(cannotDelete)},
		{name: "read the editor's draft", method: "GET", target: 211, refused: notThem(forbidden)},
		{name: "read the author's draft", method: "GET", target: 216, refused: outcomes{3: forbidden, 4: forbidden, 5: forbidden}},
		{name: "read the administrator's private page", method: "GET", target: 213, refused: notThem(forbidden)},
		{name: "read the author's page to edit it", method: "GET", target: 204, query: inEdit, refused: notThem(forbiddenInEdit)},
		{name: "list to edit", method: "GET", query: inEdit, refused: notThem(forbiddenInEdit)},
	}
}
