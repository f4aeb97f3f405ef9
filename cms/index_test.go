package cms_test

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/describe"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestIndexIsReadWithoutItsRoutes(t *testing.T) {
	t.Parallel()
	s := stub.New(t,
		stub.Always(200,
			`{"name":"Docs","gmt_offset":"5.5","timezone_string":"","namespaces":["cms/v2"],"authentication":[],"site_icon":0}`))
	index, err := s.Client(t).Index(t.Context())
	switch {
	case err != nil:
		t.Errorf("Client.Index: error %v, want nil", err)
	case index.Name != "Docs" || index.GMTOffset != 5.5:
		t.Errorf("Client.Index: Name %q, GMTOffset %v, want %q and 5.5", index.Name, index.GMTOffset, "Docs")
	case index.Authentication.ApplicationPasswords != nil:
		t.Errorf("Client.Index: Authentication.ApplicationPasswords %+v, want nil", index.Authentication.ApplicationPasswords)
	case len(index.Extra) != 1:
		t.Errorf("Client.Index: %d members in Extra, want 1", len(index.Extra))
	}
	switch fields := query(t, s.Seen()[0].Query).Get("_fields"); {
	case strings.Contains(fields, "routes"):
		t.Errorf("asked for %q, want no %q in it", fields, "routes")
	case !strings.Contains(fields, "page_on_front"):
		t.Errorf("asked for %q, want %q in it", fields, "page_on_front")
	}
}

func TestErrorOfTheIndexNamesTheRoot(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(403, `{"code":"closed","message":"Closed."}`))
	if _, err := s.Client(t).Index(t.Context()); err == nil ||
		!strings.HasPrefix(err.Error(), "cms: Index (GET /): 403 closed") {
		t.Error(err)
	}
}

func TestRouteIsReadAsTheSiteWroteIt(t *testing.T) {
	t.Parallel()
	const routes = `{"namespace":"wp/v2","routes":{"/wp/v2/posts":{"endpoints":[{"methods":["GET"],` +
		`"allow_batch":{"v1":true},"args":{"page":{"type":"integer"}}}]}}}`
	s := stub.New(t, stub.Always(200, "Notice: x\n"+routes))
	site := s.Client(t, cms.WithPrefix("wp"))
	switch raw, err := site.Read(t.Context(), http.MethodGet, "cms/v2", url.Values{"context": {"view"}}); {
	case err != nil:
		t.Errorf("%s: Client.Read: error %v, want nil", raw, err)
	case string(raw) != routes:
		t.Errorf("Client.Read: raw %q, want %q", string(raw), routes)
	}
	all, err := describe.Of(t.Context(), site.Read, cms.NamespaceCMS)
	switch {
	case err != nil:
		t.Errorf("describe.Of: error %v, want nil", err)
	case !all.Routes["/wp/v2/posts"].Takes("GET").AllowBatch["v1"]:
		t.Error("describe.Of: POST of /wp/v2/posts without batches, want AllowBatch v1")
	}
	if _, err := describe.OfRoute(t.Context(), site.Read, "cms/v2/posts"); err != nil {
		t.Error(err)
	}
	for i, want := range []string{"GET /wp-json/wp/v2?context=view", "GET /wp-json/wp/v2?context=help",
		"OPTIONS /wp-json/wp/v2/posts?"} {
		if r := s.Seen()[i]; r.Method+" "+r.Path+"?"+r.Query != want {
			t.Errorf(`r.Method+" "+r.Path+"?"+r.Query %q, want %q`, r.Method+" "+r.Path+"?"+r.Query, want)
		}
	}
}

func TestReadRefusesWritingMethodsAndInvalidRoutes(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `{}`))
	for route, method := range map[string]string{"cms/v2/posts": http.MethodPost, "cms/v2": "get",
		"cms/v2/posts/7": http.MethodDelete, "../x": http.MethodGet} {
		_, err := s.Client(t).Read(t.Context(), method, route, nil)
		switch e, ok := errors.AsType[*cms.ArgumentError](err); {
		case !ok:
			t.Errorf("%s, %s: Client.Read(method, route): error %v, want a *cms.ArgumentError", method, route, err)
		case e.Operation != "Read":
			t.Errorf("%s, %s: Client.Read(method, route): Operation %q, want %q", method, route, e.Operation, "Read")
		case (e.Argument == "method") != (route != "../x"):
			t.Errorf("Read %s %s: argument %q refused, want the method unless the route is ../x", method, route, e.Argument)
		}
	}
	if len(s.Seen()) != 0 {
		t.Errorf("sent %+v: requests sent: %d, want 0", s.Seen(), len(s.Seen()))
	}
	if raw, err := stub.New(t, stub.Always(404, `{"code":"rest_no_route","message":"No."}`)).Client(t).Read(t.Context(),
		http.MethodGet, "shop/v1", nil); raw != nil || !errors.Is(err, cms.ErrNoRoute) {
		t.Errorf("Client.Read: raw %s, error %v, want nil and ErrNoRoute", raw, err)
	}
}

func TestLocationIsTheZoneOfTheSite(t *testing.T) {
	t.Parallel()
	moment := time.Date(2026, 8, 28, 17, 0, 0, 0, time.UTC)
	for body, want := range map[string]string{
		`{"timezone_string":"Europe/Berlin","gmt_offset":1}`: "19:00",
		`{"timezone_string":"","gmt_offset":"-3.5"}`:         "13:30",
		`{"timezone_string":"No/Where","gmt_offset":5.75}`:   "22:45",
		`{"timezone_string":"../../etc","gmt_offset":null}`:  "17:00",
		`{"gmt_offset":""}`: "17:00",
	} {
		s := stub.New(t, stub.Always(200, body))
		zone, err := s.Client(t).Location(t.Context())
		switch {
		case err != nil:
			t.Errorf("%s: Client.Location: error %v, want nil", body, err)
		case moment.In(zone).Format("15:04") != want:
			t.Errorf("%s: time.Date: %q, want %q", body, moment.In(zone).Format("15:04"), want)
		}
	}
	for _, body := range []string{`{"gmt_offset":"NaN"}`, `{"gmt_offset":99}`, `{"gmt_offset":"east"}`,
		`{"gmt_offset":[]}`} {
		s := stub.New(t, stub.Always(200, body))
		if zone, err := s.Client(t).Location(t.Context()); !errors.Is(err, cms.ErrDecode) {
			t.Errorf("%s: Client.Location: error %v, zone %v, want ErrDecode", body, err, zone)
		}
	}
}
