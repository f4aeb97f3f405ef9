package oembed_test

import (
	stdjson "encoding/json"
	"errors"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/oembed"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

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
		base + "proxy?" + asURL: func(s *oembed.Service) (*oembed.Embed, error) {
			return s.Proxy(t.Context(), page, nil)
		},
		base + "proxy?discover=false&format=json&maxheight=200&maxwidth=300&" +
			asURL: func(s *oembed.Service) (*oembed.Embed, error) {
			return s.Proxy(t.Context(), page,
				&oembed.ProxyOptions{Format: oembed.FormatJSON, MaxWidth: 300, MaxHeight: 200, Discover: new(false)})
		},
		base + "proxy?discover=true&format=xml&" + asURL: func(s *oembed.Service) (*oembed.Embed, error) {
			return s.Proxy(t.Context(), page, &oembed.ProxyOptions{Format: oembed.FormatXML, Discover: new(true)})
		},
	} {
		p, site := sitetest.NewTap(t, replay.Reply{Status: 200, Body: rich})
		got, err := call(oembed.New(site))
		if err != nil || got.Type != oembed.TypeRich {
			t.Errorf("%s: %+v, error %v, want the type rich", want, got, err)
		}
		p.Sent(want)
	}
}

func TestEmbedXMLReturnsOnlyXML(t *testing.T) {
	t.Parallel()
	const document = "<?xml version=\"1.0\"?>\n<oembed><version>1.0</version></oembed>\n"
	for name, test := range map[string]struct {
		kind, body string
		status     int
		want       error
		code       cms.ErrorCode
	}{
		"XML":                     {"text/xml; charset=UTF-8", document, 200, nil, ""},
		"XML of another provider": {"application/xml", document, 200, nil, ""},
		"JSON":                    {"application/json", rich, 200, cms.ErrNotREST, ""},
		"a web page":              {"text/html", "<html><title>Hi</title></html>", 200, cms.ErrNotREST, ""},
		"XML without a type":      {"", document, 200, nil, ""},
		"entities of HTML":        {"text/xml", "<oembed><title>Type &copy;&nbsp;1</title></oembed>", 200, nil, ""},
		"half a document":         {"text/xml", document[:40], 200, cms.ErrNotREST, ""},
		"another document":        {"text/xml", "<rss/>", 200, cms.ErrNotREST, ""},
		"an error in XML": {"text/xml", "<oembed><code>oembed_invalid_url</code><message>m</message></oembed>", 404,
			cms.ErrNotFound, oembed.CodeInvalidURL},
		"an error in JSON": {"application/json", `{"code":"oembed_invalid_url","message":"m","data":{"status":404}}`, 404,
			cms.ErrNotFound, oembed.CodeInvalidURL},
		"a web page for an error": {"text/html", "<html>Not found</html>", 404, cms.ErrNotREST, ""},
		"other XML for an error":  {"text/xml", "<error><code>x</code></error>", 404, cms.ErrNotREST, ""},
	} {
		header := map[string]string{"Content-Type": test.kind}
		p, site := sitetest.NewTap(t, replay.Reply{Status: test.status, Body: test.body, Header: header})
		got, err := oembed.New(site).EmbedXML(t.Context(), page, &oembed.EmbedOptions{MaxWidth: 300})
		e, _ := errors.AsType[*cms.Error](err)
		switch {
		case !errors.Is(err, test.want):
			t.Errorf("EmbedXML of %s: error %v, want %v", name, err, test.want)
		case err == nil && got != test.body:
			t.Errorf("EmbedXML of %s: %q, want %q", name, got, test.body)
		case err != nil && (e == nil || e.Code != test.code || e.Status != test.status || got != ""):
			t.Errorf("EmbedXML of %s: %q, error %+v, want the code %q", name, got, e, test.code)
		}
		p.Sent("GET /cms-json/oembed/1.0/embed?format=xml&maxwidth=300&" + asURL)
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
	_, err = s.EmbedXML(ctx, page, &oembed.EmbedOptions{MaxWidth: -1})
	p.Refused(err, "maxwidth")
	_, err = s.Proxy(ctx, "", nil)
	p.Refused(err, "url")
	_, err = s.Embed(ctx, page, &oembed.EmbedOptions{MaxWidth: -1})
	p.Refused(err, "maxwidth")
	_, err = s.Proxy(ctx, page, &oembed.ProxyOptions{MaxHeight: -1})
	p.Refused(err, "maxheight")
}

func TestNumbersOfProvidersAreReadInEveryForm(t *testing.T) {
	t.Parallel()
	const body = `{"version":1.0,"type":"video","width":"480","height":null,"thumbnail_width":"100%",` +
		`"thumbnail_height":270.5,"cache_age":"86400","author_name":null,"html":false,"x":[1]}`
	_, site := sitetest.NewTap(t, replay.Reply{Status: 200, Body: body})
	got, err := oembed.New(site).Proxy(t.Context(), page, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got.Version != "1.0" || got.Type != oembed.TypeVideo {
		t.Errorf("Proxy: version %q, type %q, want 1.0 and video", got.Version, got.Type)
	} else if got.Width != 480 || got.Height != 0 {
		t.Errorf("Proxy: %d×%d, want 480×0", got.Width, got.Height)
	} else if got.ThumbnailWidth != 0 || got.ThumbnailHeight != 270 {
		t.Errorf("Proxy: thumbnail %d×%d, want 0×270", got.ThumbnailWidth, got.ThumbnailHeight)
	} else if got.CacheAge != 86400 || got.HTML != "" {
		t.Errorf("Proxy: cache age %d, HTML %q, want 86400 and none", got.CacheAge, got.HTML)
	} else if string(got.Extra["x"]) != "[1]" {
		t.Errorf("Proxy: x in Extra is %s, want [1]", got.Extra["x"])
	}
	var again oembed.Embed
	if err := stdjson.Unmarshal([]byte(`{"version":null,"width":"7","height":-1}`), &again); err != nil ||
		again.Version != "" {
		t.Errorf("Unmarshal: %+v, error %v, want no version", again, err)
	} else if again.Width != 7 || again.Height != 0 {
		t.Errorf("Unmarshal: %d×%d, want 7×0", again.Width, again.Height)
	}
	for _, data := range []string{`{"width":`, `{"title":`} {
		if json.Unmarshal([]byte(data), &again) == nil {
			t.Errorf("Unmarshal of %s: no error, want one", data)
		}
	}
}

func TestLookupIsRetried(t *testing.T) {
	t.Parallel()
	const sent = "GET /cms-json/oembed/1.0/embed?" + asURL
	p, site := sitetest.NewTap(t, replay.Reply{Err: replay.ErrLost}, replay.Reply{Status: 503},
		replay.Reply{Status: 200, Body: rich})
	if _, err := oembed.New(site).Embed(t.Context(), page, nil); err != nil {
		t.Error(err)
	}
	p.Sent(sent, sent, sent)
	_, site = sitetest.NewTap(t, replay.Reply{Err: replay.ErrLost})
	if _, err := oembed.New(site).Embed(t.Context(), page, nil, cms.Attempts(1)); !errors.Is(err, replay.ErrLost) {
		t.Error(err)
	}
}

func TestErrorsNameTheLookup(t *testing.T) {
	t.Parallel()
	for want, call := range map[string]func(s *oembed.Service, of string) error{
		"oembed.Embed": func(s *oembed.Service, of string) error { _, err := s.Embed(t.Context(), of, nil); return err },
		"oembed.Proxy": func(s *oembed.Service, of string) error { _, err := s.Proxy(t.Context(), of, nil); return err },
	} {
		for _, reply := range []replay.Reply{{Status: 200, Body: "<oembed></oembed>"},
			{Status: 404, Body: `{"code":"rest_no_route","message":"x"}`}} {
			_, site := sitetest.NewTap(t, reply)
			e, ok := errors.AsType[*cms.Error](call(oembed.New(site), page))
			if !ok || e.Operation != want {
				t.Errorf("%s: error %v, want an error of that operation", want, e)
			} else if e.Status != reply.Status || errors.Is(e, cms.ErrNotREST) != (reply.Status == 200) {
				t.Errorf("%s of status %d: error %v, want that status, and ErrNotREST of 200", want, reply.Status, e)
			}
		}
		_, site := sitetest.NewTap(t)
		if e, ok := errors.AsType[*cms.ArgumentError](call(oembed.New(site), "")); !ok || e.Operation != want {
			t.Errorf("%s of no page: error %v, want an ArgumentError of that operation", want, e)
		}
	}
}
