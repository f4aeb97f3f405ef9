package cms_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/cms"
)

func TestTheIndexIsReadWithoutItsRoutes(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(200, `{"name":"Docs","gmt_offset":"5.5","timezone_string":"","namespaces":["cms/v2"],"authentication":[],"site_icon":0}`))
	index, err := s.client(t).Index(t.Context())
	if err != nil || index.Name != "Docs" || index.GMTOffset != 5.5 || index.Authentication.ApplicationPasswords != nil || len(index.Extra) != 1 {
		t.Errorf("%+v, %v", index, err)
	}
	if fields := query(t, s.seen()[0].Query).Get("_fields"); strings.Contains(fields, "routes") || !strings.Contains(fields, "page_on_front") {
		t.Errorf("asked for %q", fields)
	}
}

func TestAnErrorOfTheIndexNamesTheRoot(t *testing.T) {
	t.Parallel()
	s := newStub(t, always(403, `{"code":"closed","message":"Closed."}`))
	if _, err := s.client(t).Index(t.Context()); err == nil || !strings.HasPrefix(err.Error(), "cms: Index (GET /): 403 closed") {
		t.Error(err)
	}
}

func TestRoutesAndNamespacesAreDescribed(t *testing.T) {
	t.Parallel()
	const routes = `{"/cms/v2/posts":{"namespace":"cms/v2","methods":["GET"],"endpoints":[{"methods":["GET"],"allow_batch":{"v1":true},
		"args":{"a":{"type":["string","null"],"default":[],"enum":{"0":"x","2":"y"},"required":true,"items":{"type":"integer"},"properties":[],"minimum":1},
		"odd":{"type":5,"minimum":"low","required":["a"]}}},{"methods":["POST"],"args":[]}]}}`
	s := newStub(t, always(200, `{"namespace":"cms/v2","routes":`+routes+`}`))
	site := s.client(t, cms.WithPrefix("wp"))
	all, err := site.Routes(t.Context())
	if err != nil || len(all["/cms/v2/posts"].Endpoints) != 2 {
		t.Fatalf("%+v, %v", all, err)
	}
	index, err := site.Namespace(t.Context(), cms.NamespaceCMS, cms.InContext(cms.ContextView))
	if err != nil || index.Namespace != "cms/v2" {
		t.Fatalf("%+v, %v", index, err)
	}
	endpoint := index.Routes["/cms/v2/posts"].Endpoints[0]
	a, odd := endpoint.Args["a"], endpoint.Args["odd"]
	if !endpoint.AllowBatch["v1"] || len(a.Type) != 2 || len(a.Enum) != 2 || !a.Required.Itself || a.Items.Type[0] != "integer" || *a.Minimum != 1 || string(a.Default) != "[]" {
		t.Errorf("%+v", a)
	}
	if len(odd.Required.Members) != 1 || len(odd.Extra) == 0 {
		t.Errorf("%+v", odd)
	}
	if got := query(t, s.seen()[1].Query); s.seen()[1].Path != "/wp-json/wp/v2" || got.Get("namespace") != "wp/v2" || got.Get("context") != "view" {
		t.Errorf("%+v", s.seen()[1])
	}
	for _, none := range []string{"../x", "", "/"} {
		_, err := site.Namespace(t.Context(), none)
		if e, ok := errors.AsType[*cms.ArgumentError](err); !ok || (e.Argument == "namespace") != (none != "../x") || e.Operation != "Namespace" {
			t.Errorf("%q: %v", none, err)
		}
	}
	for _, args := range []string{`{"required":[]}`, `{"required":["a"]}`, `{"required":true}`, `{"required":0}`} {
		var read, back cms.Argument
		if err := json.Unmarshal([]byte(args), &read); err != nil {
			t.Fatal(err)
		}
		written, err := json.Marshal(read)
		if err != nil || json.Unmarshal(written, &back) != nil || back.Required.Itself != read.Required.Itself || len(back.Required.Members) != len(read.Required.Members) {
			t.Errorf("%s became %s, %v", args, written, err)
		}
	}
}

func TestTheZoneOfASiteIsItsOwn(t *testing.T) {
	t.Parallel()
	moment := time.Date(2026, 8, 28, 17, 0, 0, 0, time.UTC)
	for body, want := range map[string]string{
		`{"timezone_string":"Europe/Berlin","gmt_offset":1}`: "19:00",
		`{"timezone_string":"","gmt_offset":"-3.5"}`:         "13:30",
		`{"timezone_string":"No/Where","gmt_offset":5.75}`:   "22:45",
		`{"timezone_string":"../../etc","gmt_offset":null}`:  "17:00",
		`{"gmt_offset":""}`: "17:00",
	} {
		s := newStub(t, always(200, body))
		zone, err := s.client(t).Location(t.Context())
		if err != nil || moment.In(zone).Format("15:04") != want {
			t.Errorf("%s: %v, %v", body, zone, err)
		}
	}
	for _, body := range []string{`{"gmt_offset":"NaN"}`, `{"gmt_offset":99}`, `{"gmt_offset":"east"}`, `{"gmt_offset":[]}`} {
		s := newStub(t, always(200, body))
		if zone, err := s.client(t).Location(t.Context()); !errors.Is(err, cms.ErrDecode) {
			t.Errorf("%s: %v, %v", body, zone, err)
		}
	}
}
