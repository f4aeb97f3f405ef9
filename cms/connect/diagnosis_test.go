package connect_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestRemedyForAWrongPrefixMendsItInOneStep(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		root    string // of the site
		options []cms.Option
		remedy  []cms.Option
		text    string
	}{
		"at the usual root":         {"/wp-json/", nil, []cms.Option{cms.WithPrefix("wp")}, `WithPrefix("wp")`},
		"at a root of another name": {"/api/", nil, []cms.Option{cms.WithPrefix("wp"), cms.WithRoot("api")}, `WithRoot("`},
		"at another prefix's root": {"/cms-json/", nil, []cms.Option{cms.WithPrefix("wp"), cms.WithRoot("cms-json")},
			`WithRoot("`},
		"behind a wrong root": {"/wp-json/", []cms.Option{cms.WithRoot("rest")},
			[]cms.Option{cms.WithPrefix("wp"), cms.WithRoot("wp-json")}, `WithRoot("`},
		"at the root that was given": {"/api/", []cms.Option{cms.WithRoot("api")}, []cms.Option{cms.WithPrefix("wp")},
			`WithPrefix("wp")`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := stub.New(t, func(_ int, w http.ResponseWriter, r *http.Request) {
				switch path, inside := strings.CutPrefix(r.URL.Path, tc.root); {
				case inside && path == "":
					stub.Reply(w, http.StatusOK, `{"namespaces":["wp/v2"]}`)
				case inside && strings.HasPrefix(path, "wp/v2"):
					stub.Reply(w, http.StatusOK, `[]`)
				default:
					stub.Reply(w, http.StatusNotFound, linkTo(tc.root), "<html>Not found")
				}
			})
			site := s.Client(t, tc.options...)
			d, err := connect.Diagnose(t.Context(), site)
			switch {
			case err != nil:
				t.Fatalf("connect.Diagnose(site): error %v, want nil", err)
			case d.Cause() != connect.CausePrefix:
				t.Fatalf("Diagnosis.Cause: %q, want %q", d.Cause(), connect.CausePrefix)
			case !strings.Contains(said(d.Findings[0]), `WithPrefix("wp")`):
				t.Fatalf("connect.Diagnose(site): d.Findings[0] %q, want %q in it", said(d.Findings[0]), `WithPrefix("wp")`)
			case !strings.Contains(said(d.Findings[0]), tc.text):
				t.Fatalf("connect.Diagnose(site): d.Findings[0] %q, want %q in it", said(d.Findings[0]), tc.text)
			}
			if len(tc.remedy) == 1 && strings.Contains(said(d.Findings[0]), "WithRoot") {
				t.Errorf("remedy %q, want no %q in it: %v", said(d.Findings[0]), "WithRoot", d)
			}
			mended := s.Client(t, append(tc.options, tc.remedy...)...)
			switch after, err := connect.Diagnose(t.Context(), mended); {
			case err != nil:
				t.Errorf("Diagnose after the remedy: error %v, want nil", err)
			case !after.OK():
				t.Errorf("Diagnose after the remedy: %v, want OK", after)
			}
			if len(tc.remedy) > 1 && !strings.Contains(said(d.Findings[0]), `"`+mended.Root()+`"`) {
				t.Errorf("remedy %q, want %q in it", said(d.Findings[0]), `"`+mended.Root()+`"`)
			}
		})
	}
}

func TestSentencesOfAReportEndWithOneFullStop(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(http.StatusUnauthorized,
		`{"code":"rest_login_required","message":"You are not currently logged in.","data":{"status":401}}`))
	d, err := connect.Diagnose(t.Context(), s.Client(t))
	switch {
	case err != nil:
		t.Errorf("Diagnose: error %v, want nil", err)
	case d.OK():
		t.Errorf("Diagnose: OK true, want false: %v", d)
	case strings.Contains(d.String(), ".."):
		t.Errorf("Diagnose: report %q, want no %q in it", d.String(), "..")
	case !strings.Contains(d.String(), "logged in. "):
		t.Errorf("Diagnose: report %q, want %q in it", d.String(), "logged in. ")
	}
}
