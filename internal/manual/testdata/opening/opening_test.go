package opening_test

import (
	"encoding/json"
	"net/http"
	"os"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"

	"example.org/opening"
)

// museum serves the route of the plugin.
func museum(t *testing.T) *cms.Client {
	t.Helper()
	hours := map[string]int{"from": 10, "to": 17, "guides": 3}
	show := func(w http.ResponseWriter, _ *http.Request) { _ = json.NewEncoder(w).Encode(hours) }
	server := cmstest.NewServer(cmstest.WithTest(t),
		cmstest.WithRoute("GET catalogue/v1/opening-hours", show),
		cmstest.WithRoute("POST catalogue/v1/opening-hours", func(w http.ResponseWriter, r *http.Request) {
			_ = json.NewDecoder(r.Body).Decode(&hours)
			show(w, r)
		}))
	t.Cleanup(server.Close)
	site, err := cms.New(server.URL, cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	return site
}

func TestHoursAreReadAndWritten(t *testing.T) {
	t.Parallel()
	readAndWrite(t, museum(t))
}

// TestLiveHours needs a site with the plugin cms/cmsgen/testdata/specimens.php.
func TestLiveHours(t *testing.T) {
	t.Parallel()
	address := os.Getenv("FONTCMS_SITE")
	if address == "" {
		t.Skip("FONTCMS_SITE is not set")
	}
	site, err := cms.New(address, cms.WithPrefix(os.Getenv("FONTCMS_PREFIX")),
		cms.WithInsecureHTTP(), cms.WithUserAgent("museum/1.0"), // the plugin shows itself to these programs only
		cms.WithApplicationPassword(os.Getenv("FONTCMS_USER"), os.Getenv("FONTCMS_APP_PASSWORD")))
	if err != nil {
		t.Fatal(err)
	}
	readAndWrite(t, site)
}

func readAndWrite(t *testing.T, site *cms.Client) {
	t.Helper()
	hours := opening.New(site)
	before, err := hours.Get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	now, err := hours.Update(t.Context(), &opening.Params{To: new(before.To%20 + 1)})
	switch {
	case err != nil:
		t.Errorf("Update of the hour at which the museum closes: error %v, want nil", err)
	case now.To != before.To%20+1 || now.From != before.From:
		t.Errorf("Update of To to %d: %+v, want that hour and From as it was: %d", before.To%20+1, now, before.From)
	}
}

func TestFieldsThatThePackageDoesNotKnowAreKept(t *testing.T) {
	t.Parallel()
	hours, err := opening.New(museum(t)).Get(t.Context())
	if err != nil || string(hours.Extra["guides"]) != "3" {
		t.Errorf("Get: %+v, error %v, want guides 3 in Extra", hours, err)
	}
}

// reset is an item for a batch, made without a Request.
type reset struct{ path string }

func (r reset) BatchItem(*cms.Client, http.Header) (cms.BatchItem, error) {
	return cms.BatchItem{Operation: "opening.Reset", Method: http.MethodDelete, Path: r.path}, nil
}

func TestItemOfOnesOwnIsValidated(t *testing.T) {
	t.Parallel()
	site := museum(t)
	for path, valid := range map[string]bool{"/catalogue/v1/opening-hours": true, "/../users/1": false} {
		item, err := reset{path}.BatchItem(site, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := item.Validate(site); (err == nil) != valid {
			t.Errorf("Validate of an item with the path %s: error %v, want it to be valid: %t", path, err, valid)
		}
	}
	var _ batch.Item = reset{}
}
