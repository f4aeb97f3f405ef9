package oembed_test

import (
	"context"
	stdjson "encoding/json"
	"errors"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/oembed"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// lookup is Embed or EmbedXML.
type lookup func(*oembed.Service, context.Context, string, *oembed.EmbedOptions, ...cms.CallOption) (*oembed.Embed, error)

const (
	page  = "https://docs.example.org/a b/?x=1&y=ä"
	asURL = "url=https%3A%2F%2Fdocs.example.org%2Fa+b%2F%3Fx%3D1%26y%3D%C3%A4"
	rich  = `{"version":"1.0","type":"rich"}`
)

func TestLookupsSendEveryArgument(t *testing.T) {
	t.Parallel()
	const base = "GET /cms-json/oembed/1.0/"
	for want, call := range map[string]func(s *oembed.Service) (*oembed.Embed, error){
		base + "embed?" + asURL: func(s *oembed.Service) (*oembed.Embed, error) {
			return s.Embed(t.Context(), page, nil)
		},
		base + "embed?maxwidth=600&" + asURL: func(s *oembed.Service) (*oembed.Embed, error) {
			return s.Embed(t.Context(), page, &oembed.EmbedOptions{MaxWidth: oembed.DefaultMaxWidth})
		},
		base + "embed?maxwidth=1&" + asURL: func(s *oembed.Service) (*oembed.Embed, error) {
			return s.Embed(t.Context(), page, &oembed.EmbedOptions{MaxWidth: 1})
		},
		base + "embed?format=xml&maxwidth=300&" + asURL: func(s *oembed.Service) (*oembed.Embed, error) {
			return s.EmbedXML(t.Context(), page, &oembed.EmbedOptions{MaxWidth: 300})
		},
		base + "proxy?" + asURL: func(s *oembed.Service) (*oembed.Embed, error) {
			return s.Proxy(t.Context(), page, nil)
		},
		base + "proxy?discover=false&format=json&maxheight=200&maxwidth=300&" + asURL: func(s *oembed.Service) (*oembed.Embed, error) {
			return s.Proxy(t.Context(), page, &oembed.ProxyOptions{Format: oembed.FormatJSON, MaxWidth: 300, MaxHeight: 200, Discover: new(false)})
		},
		base + "proxy?discover=true&format=xml&" + asURL: func(s *oembed.Service) (*oembed.Embed, error) {
			return s.Proxy(t.Context(), page, &oembed.ProxyOptions{Format: oembed.FormatXML, Discover: new(true)})
		},
	} {
		p, site := sitetest.NewTap(t, replay.Reply{Status: 200, Body: rich})
		got, err := call(oembed.New(site))
		if err != nil || got.Type != oembed.TypeRich {
			t.Errorf("%+v, %v", got, err)
		}
		p.Sent(want)
	}
}

func TestBadArgumentsAreRefused(t *testing.T) {
	t.Parallel()
	p, site := sitetest.NewTap(t)
	s, ctx := oembed.New(site), t.Context()
	_, err := s.Embed(ctx, "", nil)
	p.Refused(err, "url")
	_, err = s.EmbedXML(ctx, "", nil)
	p.Refused(err, "url")
	_, err = s.Proxy(ctx, "", nil)
	p.Refused(err, "url")
	_, err = s.Embed(ctx, page, &oembed.EmbedOptions{MaxWidth: -1})
	p.Refused(err, "maxwidth")
	_, err = s.Proxy(ctx, page, &oembed.ProxyOptions{MaxHeight: -1})
	p.Refused(err, "maxheight")
}

func TestProvidersWriteNumbersAsTheyLike(t *testing.T) {
	t.Parallel()
	const body = `{"version":1.0,"type":"video","width":"480","height":null,"thumbnail_width":"100%","thumbnail_height":270.5,"cache_age":"86400","author_name":null,"x":[1]}`
	_, site := sitetest.NewTap(t, replay.Reply{Status: 200, Body: body})
	got, err := oembed.New(site).Proxy(t.Context(), page, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got.Version != "1.0" || got.Type != oembed.TypeVideo || got.Width != 480 || got.Height != 0 || got.ThumbnailWidth != 0 ||
		got.ThumbnailHeight != 270 || got.CacheAge != 86400 || string(got.Extra["x"]) != "[1]" {
		t.Errorf("%+v", got)
	}
	var again oembed.Embed
	if err := stdjson.Unmarshal([]byte(`{"version":null,"width":"7","height":-1}`), &again); err != nil || again.Version != "" || again.Width != 7 || again.Height != 0 {
		t.Errorf("%+v, %v", again, err)
	}
	for _, data := range []string{`{"width":`, `{"version":`} {
		if json.Unmarshal([]byte(data), &again) == nil {
			t.Errorf("%s is read", data)
		}
	}
}

func TestXMLIsReadAsJSONIs(t *testing.T) {
	t.Parallel()
	const body = "\ufeff\n<?xml version=\"1.0\"?><oembed><version>1.0</version><type>photo</type><url>https://x/&amp;y</url><width>12</width>" +
		"<title>3</title><cache_age/><more><a>1</a><b>x</b></more></oembed>"
	_, site := sitetest.NewTap(t, replay.Reply{Status: 200, Body: body, Header: map[string]string{"Content-Type": "text/xml"}})
	got, err := oembed.New(site).EmbedXML(t.Context(), page, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got.Type != oembed.TypePhoto || got.URL != "https://x/&y" || got.Width != 12 || got.Title != "3" || got.CacheAge != 0 ||
		string(got.Extra["more"]) != `{"a":"1","b":"x"}` {
		t.Errorf("%+v", got)
	}
}

func TestWhatIsNeitherIsAnError(t *testing.T) {
	t.Parallel()
	for body, is := range map[string]error{
		"<html><body>Hello</body></html>":                 cms.ErrNotREST,
		"<oembed><version>":                               cms.ErrNotREST,
		"<?xml version=\"1.0\" encoding=\"x\"?><oembed/>": cms.ErrNotREST,
		"hello":        cms.ErrDecode,
		"[1]":          cms.ErrDecode,
		"":             cms.ErrDecode,
		`{"title":[]}`: cms.ErrDecode,
	} {
		_, site := sitetest.NewTap(t, replay.Reply{Status: 200, Body: body})
		got, err := oembed.New(site).EmbedXML(t.Context(), page, nil)
		e := sitetest.Failure(t, err, 200, "", is)
		if got != nil || e.Attempts != 1 || string(e.Body) != body {
			t.Errorf("%q: %+v, %+v", body, got, e)
		}
	}
	_, site := sitetest.NewTap(t, replay.Reply{Status: 200, Body: "<oembed></oembed>"})
	if got, err := oembed.New(site).EmbedXML(t.Context(), page, nil); err != nil || got.Type != "" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestErrorsInXMLKeepWhatTheySay(t *testing.T) {
	t.Parallel()
	envelope := func(code string) string {
		return "<?xml version=\"1.0\"?>\n<oembed><code>" + code + "</code><message>No &amp; no.</message><data><status>401</status></data></oembed>"
	}
	for name, test := range map[string]struct {
		status int
		body   string
		code   cms.ErrorCode
		is     error
	}{
		"unauthorized":   {401, envelope("rest_forbidden"), "rest_forbidden", cms.ErrUnauthorized},
		"forbidden":      {403, envelope("rest_forbidden"), "rest_forbidden", cms.ErrForbidden},
		"no route":       {404, envelope("rest_no_route"), "rest_no_route", cms.ErrNoRoute},
		"a web page":     {404, "<html><body>Not found</body></html>", "", cms.ErrNotREST},
		"cut":            {404, "<oembed><code>x", "", cms.ErrNotREST},
		"without a code": {404, "<oembed><message>x</message></oembed>", "", cms.ErrNotREST},
		"JSON":           {404, `{"code":"rest_no_route","message":"x"}`, "rest_no_route", cms.ErrNoRoute},
		"a redirect":     {302, "<oembed><code>x</code></oembed>", "", cms.ErrRedirected},
	} {
		_, site := sitetest.NewTap(t, replay.Reply{Status: test.status, Body: test.body})
		_, err := oembed.New(site).EmbedXML(t.Context(), page, nil)
		e := sitetest.Failure(t, err, test.status, test.code, test.is)
		if name == "forbidden" && (e.Message != "No & no." || string(e.Data) != `{"status":401}` || e.Hint != "") {
			t.Errorf("%+v", e)
		}
	}
}

func TestALookupIsRepeated(t *testing.T) {
	t.Parallel()
	const sent = "GET /cms-json/oembed/1.0/embed?format=xml&" + asURL
	p, site := sitetest.NewTap(t, replay.Reply{Err: replay.ErrLost}, replay.Reply{Status: 503}, replay.Reply{Status: 200, Body: rich})
	if _, err := oembed.New(site).EmbedXML(t.Context(), page, nil); err != nil {
		t.Error(err)
	}
	p.Sent(sent, sent, sent)
	_, site = sitetest.NewTap(t, replay.Reply{Err: replay.ErrLost})
	if _, err := oembed.New(site).EmbedXML(t.Context(), page, nil, cms.Attempts(1)); !errors.Is(err, replay.ErrLost) {
		t.Error(err)
	}
}
