package connect_test

import (
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestLiveDiagnoseNamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	site := sitetest.Live(t)
	env := os.Getenv
	user, password := env("FONTCMS_USER"), env("FONTCMS_APP_PASSWORD")
	notice := func(w http.ResponseWriter, r *http.Request) bool {
		_, _ = w.Write([]byte("<br />\n<b>Warning</b>: a plugin prints this<br />\n"))
		return false
	}
	for _, tc := range []struct {
		name           string
		front          func(w http.ResponseWriter, r *http.Request) bool // nil for the site itself
		user, password string
		options        []cms.Option
		needs          []string
		cause          connect.Cause
	}{
		{"all is well", nil, user, password, nil, []string{"publish_posts", "upload_files"}, ""},
		{"a visitor", nil, "", "", nil, nil, ""},
		{"behind a proxy all is well", pass, user, password, nil, nil, ""},
		{"another prefix", nil, user, password, []cms.Option{cms.WithPrefix("cms")}, nil, connect.CausePrefix},
		{"another prefix below the right root", nil, user, password,
			[]cms.Option{cms.WithPrefix("cms"), cms.WithRoot(site.Root())}, nil, connect.CausePrefix},
		{"a root of another name", nil, user, password, []cms.Option{cms.WithRoot("api")}, nil, connect.CauseRoot},
		{"no REST API", func(w http.ResponseWriter, _ *http.Request) bool { return page(w, 404, "Not found") }, user,
			password, nil, nil, connect.CauseWrongAddress},
		{"the Authorization header is dropped", dropping, user, password, nil, nil, connect.CauseHeaderDropped},
		{"a wrong password", nil, user, "abcd EFGH 1234 ijkl MNOP 5678", nil, nil, connect.CauseWrongPassword},
		{"a wrong user", nil, "nobody", password, nil, nil, connect.CauseWrongPassword},
		{"a subscriber", nil, env("SUBSCRIBER_USER"), env("SUBSCRIBER_PASS"), nil, nil, connect.CauseCapability},
		{"a contributor may write", nil, env("CONTRIBUTOR_USER"), env("CONTRIBUTOR_PASS"), nil, nil, ""},
		{"a contributor may not publish", nil, env("CONTRIBUTOR_USER"), env("CONTRIBUTOR_PASS"), nil,
			[]string{"publish_posts"}, connect.CauseCapability},
		{"a firewall", func(w http.ResponseWriter, _ *http.Request) bool { return page(w, 403, "Checking your browser") },
			user, password, nil, nil, connect.CauseFirewall},
		{"PHP errors", notice, user, password, nil, nil, connect.CausePHPErrors},
		{"methods that are blocked", func(w http.ResponseWriter, r *http.Request) bool {
			return r.Method == "DELETE" && page(w, 405, "No.")
		}, user, password, nil, nil, connect.CauseMethods},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if strings.Contains(tc.name, "subscriber") && tc.user == "" ||
				strings.Contains(tc.name, "contributor") && tc.user == "" {
				t.Skip("the environment names no such user")
			}
			address := site.Site()
			if tc.front != nil {
				address = before(t, address, tc.front)
			}
			options := []cms.Option{cms.WithPrefix(site.Prefix())}
			if tc.user != "" {
				options = append(options, cms.WithApplicationPassword(tc.user, tc.password))
			}
			d, err := connect.Diagnose(t.Context(), stub.Dial(t, address, append(options, tc.options...)...), tc.needs...)
			switch {
			case err != nil:
				t.Errorf("connect.Diagnose: error %v, want nil", err)
			case d.Cause() != tc.cause:
				t.Errorf("Diagnosis.Cause: %q, want %q", d.Cause(), tc.cause)
			}
		})
	}
}

func TestLiveDiscoverFindsTheInterface(t *testing.T) {
	t.Parallel()
	known := sitetest.Live(t)
	posts, err := known.Posts.List(t.Context(), &cms.PostListOptions{PerPage: 1})
	switch {
	case err != nil:
		t.Fatalf("Posts.List: error %v, want nil", err)
	case len(posts.Items) == 0:
		t.Fatal("Posts.List: length of posts.Items 0, want more than 0")
	}
	for _, address := range []string{known.Site(), known.Site() + "/", posts.Items[0].Link} {
		site, err := connect.Discover(t.Context(), address)
		if err != nil {
			t.Errorf("%s: connect.Discover(address): %v", address, err)
			continue
		}
		switch {
		case site.Root() != known.Root():
			t.Errorf("Discover(%s): root %q, want %q", address, site.Root(), known.Root())
		case site.Prefix() != known.Prefix():
			t.Errorf("Discover(%s): prefix %q, want %q", address, site.Prefix(), known.Prefix())
		case site.Site() != known.Site():
			t.Errorf("Client.Site: %s: root %s, prefix %s, site %s, want %q", address, site.Root(), site.Prefix(), site.Site(),
				known.Site())
		}
	}
}
