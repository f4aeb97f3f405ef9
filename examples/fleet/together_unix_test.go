//go:build unix

package main

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/recipe"
)

// The job looks for what it created, so that this holds without the check of a worker, too.
func TestTwoWorkersThatPublishAtOnceCreateNothingTwice(t *testing.T) {
	t.Parallel()
	folder, want := postsWithPictures(t)
	server := newSite(t, cmstest.WithLocalhost())
	server.Fail(cmstest.Fault{Delay: 20 * time.Millisecond})
	publish := func() error {
		site, err := cms.New(server.URL, cms.WithPrefix("cms"),
			cms.WithApplicationPassword("admin", server.AppPassword("admin")))
		if err != nil {
			return err
		}
		_, err = recipe.Kinds()["publish"].Do(t.Context(), recipe.Task{
			Site: site, Name: "site0", User: "admin", Args: []string{"-dir", folder},
			Commit: func(string, any, []json.RawMessage) error { return nil },
		})
		return err
	}
	var running sync.WaitGroup
	for range 2 {
		running.Go(func() {
			if err := publish(); err != nil {
				t.Log(err) // its job is tried again
			}
		})
	}
	running.Wait()
	if err := publish(); err != nil {
		t.Error(err)
	}
	created := 0
	for _, request := range server.Requests() {
		collection := strings.HasSuffix(request.Path, "/posts") || strings.HasSuffix(request.Path, "/media")
		if request.Method == http.MethodPost && collection {
			created++
		}
	}
	for kind, names := range want {
		created -= len(names)
		got := texts(t, server, kind, "title")
		for name := range names {
			if got[name] != 1 {
				t.Errorf("The site has %s %q %d times, want once", kind, name, got[name])
			}
		}
		if len(got) != len(names) {
			t.Errorf("The site has %d %s, want %d: %v", len(got), kind, len(names), got)
		}
	}
	if created <= 0 {
		t.Error("Neither worker created what the other had, want some requests too many, or this proves nothing")
	}
}
