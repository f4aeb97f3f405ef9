package replay_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/cmstest/record"
	"github.com/fontcms/fontcms-go/internal/replay"
)

// TestWhatARecorderWritesIsServed holds the two to one format.
func TestWhatARecorderWritesIsServed(t *testing.T) {
	t.Parallel()
	site := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithPrefix("wp"))
	folder := t.TempDir()
	recorder, err := record.NewRecorder(folder, nil)
	if err != nil {
		t.Fatal(err)
	}
	create := func(client *http.Client, address, user, password string) string {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address+"/wp-json/wp/v2/posts?_fields=id,link",
			strings.NewReader(`{"title": "Kerning"}`))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Accept", "application/json")
		req.Header.Set("Content-Type", "application/json")
		req.SetBasicAuth(user, password)
		resp, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != http.StatusCreated {
			t.Fatalf("POST of a post: status %s, body %s, error %v, want 201", resp.Status, body, err)
		}
		return string(body)
	}
	want := create(&http.Client{Transport: recorder}, site.URL, "editor", site.AppPassword("editor"))
	if err := recorder.Close(); err != nil {
		t.Fatal(err)
	}
	m := replay.NewTransport(t)
	m.Serve(replay.LoadFrom(t, folder, "0001_POST_wp_v2_posts"))
	got := create(m.Client(), replay.Host, replay.User, replay.Password)
	escape := strings.NewReplacer(`/`, `\/`).Replace
	if want = strings.ReplaceAll(want, escape(site.URL), escape(record.Origin)); got != want {
		t.Errorf("POST that is replayed: %s, want what was recorded, %s", got, want)
	}
}
