package worker

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/job"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/sites"
)

// forProgrammers is what only programmers understand, or what fleet does not have: names of Go, and
// the flags and variables of the recipes.
var forProgrammers = regexp.MustCompile(
	`With[A-Z]|\bcms: |connect\.|\w+\.(List|All|Stats|Get)\b|-site|-user|-prefix|FONTCMS`)

func TestReasonsAndAdviceAreWordsOfTheFileOfSites(t *testing.T) {
	t.Parallel()
	closed := cmstest.Fault{Route: "/cms/v2/posts", Status: http.StatusForbidden, Code: "rest_forbidden", Message: "No."}
	koko := []string{"-namespace", "koko-analytics/v1"}
	for name, test := range map[string]struct {
		spoil func(*cmstest.Server, *job.Job)
		want  string
	}{
		"login":     {func(_ *cmstest.Server, j *job.Job) { j.Site.User = "editor" }, "check the column user"},
		"plugin":    {func(_ *cmstest.Server, j *job.Job) { j.Kind, j.Args = "report", koko }, "Koko Analytics: install"},
		"anonymous": {func(_ *cmstest.Server, j *job.Job) { j.Site.User, j.Site.Secret = "", "" }, "the column user"},
		"prefix":    {func(_ *cmstest.Server, j *job.Job) { j.Site.Prefix = "api" }, "the prefix in the file of sites"},
		"forbidden": {func(s *cmstest.Server, _ *job.Job) { s.Fail(closed) }, "more rights in the column user"},
		"down":      {func(_ *cmstest.Server, j *job.Job) { j.Site.Address = "http://127.0.0.1:1" }, "the column site"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, j, password := site(t, "blog", 1)
			w, said := newWorker(t, map[string]string{"FLEET_blog": password})
			test.spoil(server, &j)
			if j.Site.Address != server.URL {
				_, password, _ = strings.Cut(password, " ")
				w.Secrets.Lookup = func(string) (string, bool) { return j.Site.Address + " " + password, true }
			}
			result := dead(t, w, j)
			text := result.Reason + "\n" + result.Advice
			if !strings.Contains(text, test.want) {
				t.Errorf("the result of the job: %q, want %q in it\n%s", text, test.want, said)
			}
			if found := forProgrammers.FindString(text); found != "" {
				t.Errorf("the result of the job: %q, want it without %q", text, found)
			}
		})
	}
}

func TestDiagnosisUsesThePrefixOfTheFileOfSites(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t), cmstest.WithPrefix("wp"))
	w, said := newWorker(t, nil)
	result := dead(t, w, job.Job{Run: "run", Kind: "mirror", Site: sites.Site{
		Name: "blog", Address: server.URL, User: "admin", Secret: "env:FLEET_absent", Prefix: "wp",
	}})
	if len(server.Requests()) == 0 {
		t.Error("the diagnosis sent no request, want one")
	}
	for _, request := range server.Requests() {
		if strings.Contains(request.Path+request.Query, "cms") {
			t.Errorf("the diagnosis asked for %s, want the prefix wp", request.Path)
		}
	}
	if result.Cause != "password" || strings.Contains(result.Advice, "refix") {
		t.Errorf("the result of the job: %s, advice %q, want password, and no advice on the prefix\n%s",
			result.Cause, result.Advice, said)
	}
}
