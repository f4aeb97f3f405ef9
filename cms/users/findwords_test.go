package users_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/users"
)

func TestErrorOfAMissingUserNamesTheRouteOfTheSiteAndTheUser(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithPrefix("wp"))
	site, err := cms.New(server.URL, cms.WithPrefix("wp"),
		cms.WithApplicationPassword("admin", server.AppPassword("admin")))
	if err != nil {
		t.Fatal(err)
	}
	_, byLogin := users.New(site).ByLogin(t.Context(), "nobody")
	_, byEmail := users.New(site).ByEmail(t.Context(), "no@body.test")
	for want, err := range map[string]error{`login name "nobody"`: byLogin, `e-mail address "no@body.test"`: byEmail} {
		if text := fmt.Sprint(err); !strings.Contains(text, want) || !strings.Contains(text, "GET wp/v2/users") {
			t.Errorf("finding a missing user: error %v, want %s and GET wp/v2/users in it", err, want)
		}
	}
}
