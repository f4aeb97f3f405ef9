package oembed_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/oembed"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func TestADocumentOfAThousandElementsAndAttributesIsRead(t *testing.T) {
	t.Parallel()
	elements := func(n int) string { return "<oembed>" + strings.Repeat("<a>x</a>", n-1) + "</oembed>" }
	attributes := func(n int) string {
		var b strings.Builder
		for i := range n - 1 {
			fmt.Fprintf(&b, ` a%d="x"`, i)
		}
		return "<oembed" + b.String() + "></oembed>"
	}
	for name, test := range map[string]struct {
		body string
		is   error
	}{
		"elements":                {elements(1000), nil},
		"too many elements":       {elements(1001), cms.ErrDecode},
		"attributes":              {attributes(1000), nil},
		"too many attributes":     {attributes(1002), cms.ErrDecode},
		"many elements, cut":      {strings.TrimSuffix(elements(1000), "</oembed>"), cms.ErrNotREST},
		"elements and attributes": {"<oembed>" + strings.Repeat(`<a b="c"/>`, 499) + "<d/></oembed>", nil},
		"too many of both":        {"<oembed>" + strings.Repeat(`<a b="c"/>`, 500) + "</oembed>", cms.ErrDecode},
		"signs in a text":         {"<oembed><title>" + strings.Repeat("=", 2000) + "</title></oembed>", nil},
		"many of another coding":  {`<?xml version="1.0" encoding="x"?>` + elements(900), cms.ErrNotREST},
		"too many, coded":         {`<?xml version="1.0" encoding="x"?>` + elements(1001), cms.ErrDecode},
	} {
		_, site := sitetest.NewTap(t, replay.Reply{Status: 200, Body: test.body})
		_, err := oembed.New(site).EmbedXML(t.Context(), page, nil)
		if !errors.Is(err, test.is) || (err == nil) != (test.is == nil) || errors.Is(err, cms.ErrNotREST) != errors.Is(test.is, cms.ErrNotREST) {
			t.Errorf("%s: %.200v", name, err)
		}
		if errors.Is(err, cms.ErrDecode) && !strings.Contains(err.Error(), "more than 1000 elements") {
			t.Errorf("%s: %.200v", name, err)
		}
	}
}

func TestXMLIsReadWhereItWasAskedForAlone(t *testing.T) {
	t.Parallel()
	const body = "<oembed><type>rich</type></oembed>"
	_, site := sitetest.NewTap(t, replay.Reply{Status: 200, Body: body}, replay.Reply{Status: 200, Body: body})
	if got, err := oembed.New(site).Proxy(t.Context(), page, &oembed.ProxyOptions{Format: oembed.FormatXML}); err != nil || got.Type != oembed.TypeRich {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := oembed.New(site).Proxy(t.Context(), page, &oembed.ProxyOptions{Format: oembed.FormatJSON}); err == nil {
		t.Errorf("%+v", got)
	}
}

func TestErrorsNameTheLookup(t *testing.T) {
	t.Parallel()
	xml := &oembed.ProxyOptions{Format: oembed.FormatXML}
	for want, call := range map[string]func(s *oembed.Service, of string) error{
		"oembed.Embed":    func(s *oembed.Service, of string) error { _, err := s.Embed(t.Context(), of, nil); return err },
		"oembed.EmbedXML": func(s *oembed.Service, of string) error { _, err := s.EmbedXML(t.Context(), of, nil); return err },
		"oembed.Proxy":    func(s *oembed.Service, of string) error { _, err := s.Proxy(t.Context(), of, xml); return err },
	} {
		for _, reply := range []replay.Reply{{Status: 200, Body: "hello" + strings.Repeat(" ", 100_000)}, {Status: 404, Body: `{"code":"rest_no_route","message":"x"}`}} {
			_, site := sitetest.NewTap(t, reply)
			e, ok := errors.AsType[*cms.Error](call(oembed.New(site), page))
			if !ok || e.Operation != want || e.Status != reply.Status || reply.Status == 200 && len(e.Body) != 64<<10 {
				t.Errorf("%s: %v, %d bytes", want, e, len(e.Body))
			}
		}
		_, site := sitetest.NewTap(t)
		if e, ok := errors.AsType[*cms.ArgumentError](call(oembed.New(site), "")); !ok || e.Operation != want {
			t.Errorf("%s: %v", want, e)
		}
	}
}

func TestAnErrorBehindAByteOrderMarkKeepsWhatItSays(t *testing.T) {
	t.Parallel()
	_, site := sitetest.NewTap(t, replay.Reply{Status: 404, Body: "\r\n\t \ufeff<oembed><code>oembed_invalid_url</code><message>No.</message></oembed>"})
	_, err := oembed.New(site).EmbedXML(t.Context(), page, nil)
	if e := sitetest.Failure(t, err, 404, oembed.CodeInvalidURL, cms.ErrNotFound); e.Message != "No." {
		t.Errorf("it says %q", e.Message)
	}
}

func TestWhatPrecedesXMLIsNoHindrance(t *testing.T) {
	t.Parallel()
	const before = "\r\n\t \ufeff<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	_, site := sitetest.NewTap(t, replay.Reply{Status: 200, Body: before + "<oembed><title>A</title></oembed>"}, replay.Reply{Status: 403, Body: before + "<oembed><code>x</code></oembed>"})
	if got, err := oembed.New(site).EmbedXML(t.Context(), page, nil); err != nil || got.Title != "A" {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := oembed.New(site).EmbedXML(t.Context(), page, nil); !errors.Is(err, cms.ErrorCode("x")) {
		t.Error(err)
	}
}

// TestFurtherElementsComeInOneOrder makes the same JSON of the same XML.
func TestFurtherElementsComeInOneOrder(t *testing.T) {
	t.Parallel()
	const letters = "hgfedcba"
	var body, want strings.Builder
	for i := range letters {
		fmt.Fprintf(&body, "<%[1]c>1</%[1]c>", letters[i])
		fmt.Fprintf(&want, `,"%c":"1"`, letters[len(letters)-1-i])
	}
	_, site := sitetest.NewTap(t, replay.Reply{Status: 200, Body: "<oembed><more>" + body.String() + "</more></oembed>"})
	if got, err := oembed.New(site).EmbedXML(t.Context(), page, nil); err != nil || string(got.Extra["more"]) != "{"+want.String()[1:]+"}" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestAnErrorSaysWhatIsWrongWithTheAnswer(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`<?xml version="1.0" encoding="x"?><oembed/>`: "the charset x is not read",
		"<html></html>":     "the answer is <html>, not <oembed>",
		"<oembed><version>": "the answer is no XML",
	} {
		_, site := sitetest.NewTap(t, replay.Reply{Status: 200, Body: body})
		if _, err := oembed.New(site).EmbedXML(t.Context(), page, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", body, err)
		}
	}
	_, site := sitetest.NewTap(t)
	_, err := oembed.New(site).Embed(t.Context(), page, &oembed.EmbedOptions{MaxWidth: -1})
	if e, ok := errors.AsType[*cms.ArgumentError](err); !ok || e.Reason != "-1 is negative" {
		t.Error(err)
	}
}
