package cmstest_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestXMLRPCTellsValidFromInvalidLogins(t *testing.T) {
	t.Parallel()
	site := cmstest.NewServer(cmstest.WithTest(t))
	call := func(method string, params ...string) string {
		body := "<?xml version=\"1.0\"?><methodCall><methodName>" + method + "</methodName><params>"
		for _, p := range params {
			body += "<param><value><string>" + p + "</string></value></param>"
		}
		return body + "</params></methodCall>"
	}
	for _, tc := range []struct{ name, verb, body, want string }{
		{"an application password", "POST", call("wp.getUsersBlogs", "admin", site.AppPassword("admin")),
			`<name>isAdmin</name><value><boolean>1<`},
		{"that of somebody who is no administrator", "POST", call("wp.getUsersBlogs", "author", site.AppPassword("author")),
			`<name>isAdmin</name><value><boolean>0<`},
		{"where to call next", "POST", call("wp.getUsersBlogs", "admin", site.AppPassword("admin")),
			`<name>xmlrpc</name><value><string>` + site.URL + `/xmlrpc.php<`},
		{"the address of the site", "POST", call("wp.getUsersBlogs", "admin", site.AppPassword("admin")),
			`<name>url</name><value><string>` + site.URL + `/<`},
		{"the number of the site", "POST", call("wp.getUsersBlogs", "admin", site.AppPassword("admin")),
			`<name>blogid</name><value><string>1<`},
		{"the name of the site", "POST", call("wp.getUsersBlogs", "admin", site.AppPassword("admin")),
			`<name>blogName</name><value><string>`},
		{"a wrong password", "POST", call("wp.getUsersBlogs", "admin", "no"), `<int>403</int>`},
		{"nobody", "POST", call("wp.getUsersBlogs", "nobody", "no"), `<int>403</int>`},
		{"no password", "POST", call("wp.getUsersBlogs", "admin"), `<int>400</int>`},
		{"another method", "POST", call("wp.newPost", "admin", site.AppPassword("admin")), `<int>-32601</int>`},
		{"no call", "POST", "<x", `<int>-32700</int>`},
		{"a page view", "GET", "", "POST"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			request, err := http.NewRequestWithContext(t.Context(), tc.verb, site.URL+"/xmlrpc.php", strings.NewReader(tc.body))
			if err != nil {
				t.Fatal(err)
			}
			resp, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			answer, err := io.ReadAll(resp.Body)
			if err != nil || !strings.Contains(string(answer), tc.want) {
				t.Errorf("POST to xmlrpc.php: %s, error %v, want %s", answer, err, tc.want)
			}
		})
	}
}
