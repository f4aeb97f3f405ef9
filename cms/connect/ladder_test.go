package connect_test

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/internal/stub"
)

// The questions of a diagnosis, as they arrive.
const (
	askIndex = "GET /cms-json/?_fields=name,url,home,namespaces,authentication"
	askUser  = "GET /cms-json/cms/v2/users/me?_fields=id,name,slug,username,roles,capabilities&context=edit"
	askEdit  = "GET /cms-json/cms/v2/posts?_fields=id&context=edit&per_page=1"
	askList  = "GET /cms-json/cms/v2/posts?_fields=id&per_page=1"
	askWrite = "DELETE /cms-json/cms/v2/posts/0"
	askBody  = "POST /xmlrpc.php"

	anIndex = `200 {"name":"S","namespaces":["cms/v2"],"authentication":{"application-passwords":{}}}`
	refusal = `{"code":"rest_cannot_access","message":"No.","data":{"status":403}}`
	madeUp  = "abcd EFGH 1234 ijkl MNOP 5678"
)

// ladder is a site that answers as a table says, "status body" to a question, and
// otherwise as one where all is well.
func ladder(t *testing.T, answers map[string]string) (*stub.Server, func() []string) {
	t.Helper()
	usual := map[string]string{
		askIndex: anIndex,
		askUser:  `200 {"id":5,"username":"editor","roles":["editor"],"capabilities":{"edit_posts":true}}`,
		askEdit:  "200 []",
		askList:  "200 []",
		askWrite: `404 {"code":"rest_post_invalid_id","message":"No.","data":{"status":404}}`,
	}
	question := func(method, path, query, authorization string) string {
		plain, _ := url.QueryUnescape(query)
		asked := strings.TrimSuffix(method+" "+path+"?"+plain, "?")
		if authorization != "" {
			return "editor: " + asked
		}
		return asked
	}
	s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
		asked := question(r.Method, r.URL.Path, r.URL.RawQuery, r.Header.Get("Authorization"))
		plain := strings.TrimPrefix(asked, "editor: ")
		status, body, _ := strings.Cut(cmp.Or(answers[asked], answers[plain], usual[plain], "404 <html>"), " ")
		code, _ := strconv.Atoi(status)
		stub.Reply(w, code, body)
	})
	return s, func() (asked []string) {
		for _, r := range s.Seen() {
			asked = append(asked, question(r.Method, r.Path, r.Query, r.Header.Get("Authorization")))
		}
		return asked
	}
}

func TestDiagnoseStopsAtTheFirstFailedCheck(t *testing.T) {
	t.Parallel()
	const us = "editor: "
	const noRoute = `404 {"code":"rest_no_route","message":"No.","data":{"status":404}}`
	const unknown = `401 {"code":"rest_forbidden_context","message":"No.","data":{"status":401}}`
	type table = map[string]string
	for name, tc := range map[string]struct {
		answers table
		visitor bool
		asked   []string
		causes  []connect.Cause
		lacks   string
	}{
		"all is well":               {nil, false, []string{askIndex, us + askUser, us + askWrite}, nil, ""},
		"all is well for a visitor": {nil, true, []string{askIndex, askList}, nil, ""},
		"a list that fails": {table{askList: "500 <html>"}, true, []string{askIndex, askList, askList},
			[]connect.Cause{connect.CauseUnavailable}, ""},
		"a list that is gone": {table{askList: noRoute}, true, []string{askIndex, askList},
			[]connect.Cause{connect.CauseWrongAddress}, ""},
		"a list that is none": {table{askList: "200 {}"}, true, []string{askIndex, askList},
			[]connect.Cause{connect.CauseUnknown}, ""},
		"an index that is empty": {table{askIndex: `200 {"namespaces":[]}`}, false, []string{askIndex},
			[]connect.Cause{connect.CauseWrongAddress}, ""},
		"an index of another prefix": {table{askIndex: `200 {"namespaces":["a/v1","wp/v2"]}`}, false,
			[]string{askIndex}, []connect.Cause{connect.CausePrefix}, ""},
		"an index of no content": {table{askIndex: `200 {"namespaces":["a/v1"]}`}, false, []string{askIndex},
			[]connect.Cause{connect.CauseWrongAddress}, ""},
		"an index that is refused by {}": {table{askIndex: "401 {}"}, false, []string{askIndex},
			[]connect.Cause{connect.CauseServerPassword}, ""},
		"an index that is refused by []": {table{askIndex: `403 {"message":"No."}`}, false, []string{askIndex},
			[]connect.Cause{connect.CauseFirewall}, ""},
		"an index that is refused by a page": {table{askIndex: "403 <html>"}, false, []string{askIndex},
			[]connect.Cause{connect.CauseFirewall}, ""},
		"an index behind a server's login": {table{askIndex: "401 <html>"}, false, []string{askIndex},
			[]connect.Cause{connect.CauseServerPassword}, ""},
		"an index that fails": {table{askIndex: "503 <html>"}, false, []string{askIndex, askIndex},
			[]connect.Cause{connect.CauseUnavailable}, ""},
		"an index for known users": {table{askIndex: "403 " + refusal, us + askIndex: anIndex}, false,
			[]string{askIndex, us + askIndex, us + askUser, us + askWrite}, nil, ""},
		"an index for nobody": {table{askIndex: "403 " + refusal}, false, []string{askIndex, us + askIndex},
			[]connect.Cause{connect.CauseClosed}, ""},
		"an index for no visitor": {table{askIndex: "403 " + refusal}, true, []string{askIndex},
			[]connect.Cause{connect.CauseClosed}, ""},
		"a user that fails": {table{askUser: "500 <html>"}, false,
			[]string{askIndex, us + askUser, us + askUser}, []connect.Cause{connect.CauseUnavailable}, ""},
		"a user that is none": {table{askUser: "200 []"}, false, []string{askIndex, us + askUser},
			[]connect.Cause{connect.CauseUnknown}, ""},
		"no users, and posts": {table{askUser: noRoute}, false, []string{askIndex, us + askUser, us + askEdit,
			us + askWrite}, nil, ""},
		"no users, and no posts to edit": {table{askUser: noRoute, askEdit: "403 " + refusal}, false, []string{askIndex,
			us + askUser, us + askEdit, us + askWrite}, []connect.Cause{connect.CauseCapability}, "edit_posts"},
		"no users, and a login for nobody": {table{askUser: noRoute, askEdit: unknown}, false,
			[]string{askIndex, us + askUser, us + askEdit}, []connect.Cause{connect.CauseUnknownUser}, ""},
		"no users, and posts that fail": {table{askUser: noRoute, askEdit: "500 <html>"}, false,
			[]string{askIndex, us + askUser, us + askEdit, us + askEdit}, []connect.Cause{connect.CauseUnavailable}, ""},
		"users closed, and posts": {table{askUser: "403 " + refusal}, false, []string{askIndex, us + askUser,
			us + askEdit, us + askEdit, us + askWrite}, []connect.Cause{connect.CauseUsersClosed}, ""},
		"users closed as not acceptable": {table{askUser: "406 <html>"}, false, []string{askIndex, us + askUser,
			us + askEdit, us + askEdit, us + askWrite}, []connect.Cause{connect.CauseUsersClosed}, ""},
		"users closed, and us unknown": {table{askUser: "403 " + refusal, askEdit: unknown}, false,
			[]string{askIndex, us + askUser, us + askEdit, askBody}, []connect.Cause{connect.CauseUnknownUser}, ""},
		"users closed, and posts that fail": {table{askUser: "403 " + refusal, askEdit: "500 <html>"}, false,
			[]string{askIndex, us + askUser, us + askEdit, us + askEdit}, []connect.Cause{connect.CauseUnknown}, ""},
		"users walled, and us unknown": {table{askUser: "403 <html>", askEdit: unknown}, false,
			[]string{askIndex, us + askUser, us + askEdit}, []connect.Cause{connect.CauseFirewall}, ""},
		"users walled, and posts closed": {table{askUser: "403 <html>", askEdit: "403 " + refusal}, false,
			[]string{askIndex, us + askUser, us + askEdit}, []connect.Cause{connect.CauseFirewall}, ""},
		"all walled": {table{askUser: "403 <html>", askEdit: "403 <html>"}, false,
			[]string{askIndex, us + askUser, us + askEdit, askEdit}, []connect.Cause{connect.CauseFirewall}, ""},
		"all walled with a login": {table{askUser: "403 <html>", us + askEdit: "403 <html>"}, false,
			[]string{askIndex, us + askUser, us + askEdit, askEdit}, []connect.Cause{connect.CauseHeaderRefused}, ""},
		"all walled, by numbers without it": {table{askUser: "403 <html>", us + askEdit: "403 <html>",
			askEdit: `403 {"code":403,"message":"No."}`}, false, []string{askIndex, us + askUser, us + askEdit, askEdit},
			[]connect.Cause{connect.CauseFirewall}, ""},
		"all walled, by words without it": {table{askUser: "403 <html>", us + askEdit: "403 <html>",
			askEdit: "403 " + refusal}, false, []string{askIndex, us + askUser, us + askEdit, askEdit},
			[]connect.Cause{connect.CauseHeaderRefused}, ""},
		"us unknown": {table{askUser: unknown}, false, []string{askIndex, us + askUser, askBody},
			[]connect.Cause{connect.CauseUnknownUser}, ""},
		"us unknown, and the body is too": {table{askUser: unknown, askBody: "503 "}, false,
			[]string{askIndex, us + askUser, askBody}, []connect.Cause{connect.CauseUnknownUser}, ""},
		"a context that is closed": {table{askUser: strings.ReplaceAll(unknown, "401", "403")}, false,
			[]string{askIndex, us + askUser, us + askEdit, us + askEdit, us + askWrite},
			[]connect.Cause{connect.CauseUsersClosed}, ""},
		"a user with capabilities by ones": {table{askUser: `200 {"id":5,"capabilities":{"edit_posts":"1"}}`}, false,
			[]string{askIndex, us + askUser, us + askWrite}, nil, ""},
		"a user with capability 1": {table{askUser: `200 {"id":5,"capabilities":{"edit_posts":1}}`}, false,
			[]string{askIndex, us + askUser, us + askWrite}, nil, ""},
		"a user without one": {
			table{askUser: `200 {"id":5,"username":"editor","roles":["a","b"],"capabilities":{"edit_posts":false}}`}, false,
			[]string{askIndex, us + askUser, us + askWrite}, []connect.Cause{connect.CauseCapability}, "edit_posts"},
		"a user without any": {table{askUser: `200 {"id":5,"capabilities":{}}`, askEdit: "403 " + refusal}, false,
			[]string{askIndex, us + askUser, us + askEdit, us + askWrite}, []connect.Cause{connect.CauseCapability},
			"edit_posts"},
		"a DELETE that works": {table{askWrite: "200 {}"}, false, []string{askIndex, us + askUser, us + askWrite},
			nil, ""},
		"a DELETE by 403": {table{askWrite: "403 <html>"}, false, []string{askIndex, us + askUser, us + askWrite},
			[]connect.Cause{connect.CauseMethods}, ""},
		"a DELETE by the number 403": {table{askWrite: `403 {"code":403,"message":"No."}`}, false,
			[]string{askIndex, us + askUser, us + askWrite}, []connect.Cause{connect.CauseMethods}, ""},
		"a DELETE by 405": {table{askWrite: "405 <html>"}, false, []string{askIndex, us + askUser, us + askWrite},
			[]connect.Cause{connect.CauseMethods}, ""},
		"a DELETE by 406": {table{askWrite: "406 <html>"}, false, []string{askIndex, us + askUser, us + askWrite},
			[]connect.Cause{connect.CauseMethods}, ""},
		"a DELETE by 501": {table{askWrite: "501 <html>"}, false, []string{askIndex, us + askUser, us + askWrite},
			[]connect.Cause{connect.CauseMethods}, ""},
		"a DELETE by 502": {table{askWrite: "502 <html>"}, false, []string{askIndex, us + askUser, us + askWrite,
			us + askWrite}, []connect.Cause{connect.CauseUnavailable}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, asked := ladder(t, tc.answers)
			var options []cms.Option
			if !tc.visitor {
				options = append(options, cms.WithApplicationPassword("editor", madeUp))
			}
			d, err := connect.Diagnose(t.Context(), s.Client(t, options...))
			if err != nil {
				t.Fatal(err)
			}
			if got := asked(); !slices.Equal(got, tc.asked) {
				t.Errorf("asked %s not %s: %q, want %q", strings.Join(got, "\n"), strings.Join(tc.asked, "\n"), got, tc.asked)
			}
			var causes []connect.Cause
			for _, f := range d.Findings {
				causes = append(causes, f.Cause)
				switch {
				case f.Detail == "":
					t.Errorf("finding %+v has no detail, want one", f)
				case f.Remedy == "":
					t.Errorf("finding %+v has no remedy, want one", f)
				case strings.HasPrefix(f.Detail, "cms:"):
					t.Errorf("detail %q, want no prefix %q", f.Detail, "cms:")
				}
			}
			switch {
			case !slices.Equal(causes, tc.causes):
				t.Errorf("Diagnose: causes %q, lacks %q, want the causes %q", causes, d.Lacks, tc.causes)
			case strings.Join(d.Lacks, " ") != tc.lacks:
				t.Errorf("Diagnose: lacks %q, want %q", d.Lacks, tc.lacks)
			}
			once := slices.Compact(asked())
			if len(d.Probes) < len(once) {
				t.Errorf("Diagnose: %d probes, want at least %d, one for each request", len(d.Probes), len(once))
			}
		})
	}
}
