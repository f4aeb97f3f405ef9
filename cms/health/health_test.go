package health_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/health"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

func TestEachTestHasItsRoute(t *testing.T) {
	t.Parallel()
	for _, test := range health.Tests() {
		tap, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, `{"label":"L","status":"good","badge":{"label":"B",`+
			`"color":"blue"},"description":"d","actions":"","test":"`+strings.ReplaceAll(string(test), "-", "_")+`","more":1}`))
		r, err := health.New(site).Run(t.Context(), test)
		if err != nil || r.Status != health.Good {
			t.Errorf("Run of %s: %+v, error %v, want good", test, r, err)
		} else if r.Badge.Color != "blue" || string(r.Extra["more"]) != "1" {
			t.Errorf("Run of %s: %+v, want a blue badge and more in Extra", test, r)
		}
		tap.Sent("GET /cms-json/cms-site-health/v1/tests/" + string(test))
	}
	for _, test := range []health.Test{"", "x", "../plugins"} {
		tap, site := sitetest.NewTap(t)
		_, err := health.New(site).Run(t.Context(), test)
		tap.Refused(err, "test")
	}
}

func TestResultOfAnotherTestIsRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body    string
		options []cms.CallOption
		is      error
	}{
		"its own":            {`{"test":"https_status","status":"good"}`, nil, nil},
		"spelled as a route": {`{"test":"https-status","status":"good"}`, nil, nil},
		"another one":        {`{"test":"page_cache","status":"good"}`, nil, cms.ErrForeignRecord},
		"another, in part":   {`{"test":"page_cache"}`, []cms.CallOption{cms.Fields("test")}, cms.ErrForeignRecord},
		"a part without it":  {`{"status":"good"}`, []cms.CallOption{cms.Fields("status")}, nil},
		"none":               {`{"status":"good"}`, nil, cms.ErrDecode},
		"nothing":            {`[]`, nil, cms.ErrDecode},
	} {
		_, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, c.body))
		r, err := health.New(site).Run(t.Context(), health.HTTPSStatus, c.options...)
		if !errors.Is(err, c.is) || (c.is == nil) != (err == nil) {
			t.Errorf("%s: Run: error %v, want %v", name, err, c.is)
		} else if (err == nil) != (r != nil) {
			t.Errorf("%s: Run: %+v, error %v, want one of both", name, r, err)
		}
	}
}

func TestDirectorySizesAreReadWithoutANumber(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, replay.Answer(http.StatusOK, `{"raw":0,"wordpress_size":{"size":"90 MB","debug":"90 `+
		`MB (95248004 bytes)","raw":95248004},"uploads_size":{"size":"0 B","debug":"0 B"},"total_size":{"size":"1",`+
		`"debug":"1","raw":7}}`))
	sizes, err := health.New(site).DirectorySizes(t.Context())
	if err != nil || sizes.Core.Bytes != 95248004 {
		t.Errorf("DirectorySizes: %+v, error %v, want a core of 95248004 bytes", sizes, err)
	} else if sizes.Uploads.Text != "0 B" || sizes.Uploads.Bytes != 0 {
		t.Errorf("DirectorySizes: uploads %+v, want 0 B and 0", sizes.Uploads)
	} else if sizes.Total.Bytes != 7 {
		t.Errorf("DirectorySizes: total %+v, want 7 bytes", sizes.Total)
	}
	tap.Sent("GET /cms-json/cms-site-health/v1/directory-sizes")
	tap, site = sitetest.NewTap(t, replay.Answer(http.StatusOK, `{}`))
	other, err := site.With(cms.WithPrefix("wp"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := health.New(other).DirectorySizes(t.Context()); err != nil {
		t.Error(err)
	}
	if got := tap.Asked()[0]; !strings.Contains(got, "/wp-site-health/v1/") {
		t.Errorf("DirectorySizes with the prefix wp sent %s, want that prefix", got)
	}
	_, site = sitetest.NewTap(t, replay.Answer(http.StatusForbidden,
		`{"code":"rest_forbidden","message":"m","data":{"status":403}}`))
	if _, err := health.New(site).DirectorySizes(t.Context()); !errors.Is(err, cms.ErrForbidden) {
		t.Errorf("DirectorySizes that are refused: error %v, want ErrForbidden", err)
	}
}
