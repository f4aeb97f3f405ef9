package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/ignoring"
)

// fronted stands before a server, and may answer in its place or change what it is sent.
func fronted(t *testing.T, server *cmstest.Server,
	answer func(w http.ResponseWriter, r *http.Request, body []byte) (sent []byte, answered bool)) string {
	t.Helper()
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		body, answered := answer(w, r, body)
		if answered {
			return
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		server.Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	return front.URL
}

func TestUsersAreNotUnknownIfTheSiteIgnoresTheSlug(t *testing.T) {
	t.Parallel()
	from, to := discussed(t)
	for i := range 12 { // kim is on the second page
		to.Insert("users", map[string]any{"username": fmt.Sprintf("anna%d", i), "role": "author"})
	}
	folder := mirrored(t, from)
	said, err := put(t, folder, to, "-site", ignoring.Knowing(t, to.URL, "/users", "slug").URL)
	if err == nil || !strings.Contains(err.Error(), cms.ErrFilterIgnored.Error()) {
		t.Errorf("restore into a site that ignores the slug: error %v, want ErrFilterIgnored\n%s", err, said)
	} else if strings.Contains(said, "whose records become yours") {
		t.Errorf("restore into a site that ignores the slug printed\n%s\nwant no user unknown", said)
	}
}

func TestTermThatARefusalNamesIsRead(t *testing.T) {
	t.Parallel()
	from, to := newSite(t), newEmpty(t)
	from.Insert("tags", map[string]any{"id": 901, "name": "Kerning", "slug": "kerning-of-old"})
	to.Insert("tags", map[string]any{"id": 77, "name": "Of others", "slug": "of-others"})
	folder := mirrored(t, from)
	front := fronted(t, to, func(w http.ResponseWriter, r *http.Request, body []byte) ([]byte, bool) {
		if r.Method != http.MethodPost || !strings.HasSuffix(r.URL.Path, "/tags") ||
			!bytes.Contains(body, []byte("kerning-of-old")) {
			return body, false
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, `{"code":"term_exists","message":"m","data":{"status":400,"term_id":77}}`)
		return nil, true
	})
	said, err := put(t, folder, to, "-site", front)
	if err == nil || !strings.Contains(said, "tags/901: ") {
		t.Errorf("restore with a refusal that names another term: error %v, want one, and tags/901\n%s", err, said)
	}
}

// A site that leaves comments on the bench would lose them with it.
func TestCommentIsMissingIfItsPostIsNotConfirmed(t *testing.T) {
	t.Parallel()
	from, to := discussed(t)
	folder := mirrored(t, from, "-comments")
	stays := true
	front := fronted(t, to, func(_ http.ResponseWriter, r *http.Request, body []byte) ([]byte, bool) {
		if !stays || !regexp.MustCompile(`/comments/\d+$`).MatchString(r.URL.Path) ||
			!bytes.Contains(body, []byte(`"A first reply"`)) {
			return body, false
		}
		var members map[string]json.RawMessage
		if err := json.Unmarshal(body, &members); err != nil {
			t.Error(err)
		}
		delete(members, "post")
		body, err := json.Marshal(members)
		if err != nil {
			t.Error(err)
		}
		return body, false
	})
	args := []string{"-site", front, "-comments"}
	if said, err := put(t, folder, to, args...); err == nil || !strings.Contains(said, "comments/802: ") {
		t.Errorf("restore with a comment whose post is dropped: error %v, want one, and comments/802\n%s", err, said)
	}
	stays = false
	if said, err := put(t, folder, to, args...); err != nil {
		t.Errorf("The restore after it: error %v, want none\n%s", err, said)
	}
	alike(t, folder, to, "-comments")
}
