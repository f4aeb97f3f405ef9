package record_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/connect"
)

// dropping is a connection that loses the credentials.
type dropping struct{}

func (dropping) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Del("Authorization")
	return http.DefaultTransport.RoundTrip(r)
}

func TestRecorderKeepsNoPasswordThatTravelsInABody(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	folder := t.TempDir()
	recorder := newRecorder(t, folder, dropping{})
	password := server.AppPassword("admin")
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", password),
		cms.WithHTTPClient(&http.Client{Transport: recorder}))
	if err != nil {
		t.Fatal(err)
	}
	if diagnosis, err := connect.Diagnose(t.Context(), site); err != nil ||
		diagnosis.Cause() != connect.CauseHeaderDropped {
		t.Fatalf("Diagnose of a site that drops the header: %v, error %v, want CauseHeaderDropped", diagnosis, err)
	}
	if err := recorder.Close(); err != nil {
		t.Fatal(err)
	}
	_, contents := files(t, folder)
	for name, text := range contents {
		if strings.Contains(text, password) || strings.Contains(text, strings.ReplaceAll(password, " ", "")) {
			t.Errorf("Recording %s has the password, want it redacted", name)
		}
	}
}
