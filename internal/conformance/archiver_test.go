package conformance

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/archiver"
)

var archiverNeeds = []need{{"/archiver/v1/get-snapshots", "GET", "url"}}

// archiverScenarios hold to what the specification says, and to the answers that cmstest makes up.
func archiverScenarios() []scenario {
	const page = "https://docs.example.org/kerning/"
	var out []scenario
	add := func(k kind, r role, name string, run func(*testing.T, *site, *cms.Client)) {
		out = append(out, scenario{collection: "archiver", kind: k, role: r, name: name, needs: archiverNeeds, run: run})
	}
	for service, want := range map[string][]string{
		"": {"2 January", "1 January"}, "wayback": {"1 January"}, "other": {"2 January"}, "third": {},
	} {
		add(reading, nobody, "snapshots of service="+service, func(t *testing.T, _ *site, c *cms.Client) {
			answer, err := archiver.New(c).GetSnapshots(t.Context(), page, service)
			if err != nil {
				t.Fatal(err)
			}
			var list struct {
				Snapshots []struct {
					Made string `json:"timestamp"`
				} `json:"snapshots"`
			}
			if err := cms.Unmarshal(answer, &list); err != nil {
				t.Fatal(err)
			}
			got := []string{}
			for _, snapshot := range list.Snapshots {
				made, _ := time.Parse("20060102150405", snapshot.Made)
				got = append(got, made.Format("2 January"))
			}
			sameJSON(t, "the list", got, want)
		})
	}
	for _, r := range []role{admin, contributor} {
		add(writing, r, "trigger", func(t *testing.T, s *site, c *cms.Client) {
			if _, err := archiver.New(c).TriggerSnapshot(t.Context(), page, ""); err != nil {
				t.Fatal(err)
			}
			stored := s.stored(t, "archiver", 4)
			if stored.text("url") != page || stored.text("service") != "wayback" {
				t.Errorf("TriggerSnapshot stored %v, want the page and the service wayback", stored)
			}
		})
	}
	add(writing, admin, "trigger service=other", func(t *testing.T, s *site, c *cms.Client) {
		if _, err := archiver.New(c).TriggerSnapshot(t.Context(), page, "other"); err != nil {
			t.Fatal(err)
		}
		if stored := s.stored(t, "archiver", 4); stored.text("service") != "other" {
			t.Errorf("TriggerSnapshot stored %v, want the service other", stored)
		}
	})
	without := func(method, path string) func(context.Context, *site, *cms.Client) error {
		return func(ctx context.Context, _ *site, c *cms.Client) error {
			_, err := ask(ctx, c, method, "archiver/v1/"+path, nil, nil)
			return err
		}
	}
	const missing = "rest_missing_callback_param"
	list := []refusal{
		{name: "trigger without url", call: without("POST", "trigger-snapshot"), status: 400, code: missing},
		{name: "snapshots without url", call: without("GET", "get-snapshots"), status: 400, code: missing},
		{name: "GET of trigger", call: without("GET", "trigger-snapshot"), status: 404, code: cms.CodeNoRoute,
			is: cms.ErrNoRoute},
	}
	for i := range list {
		list[i].collection, list[i].role, list[i].needs = "archiver", admin, archiverNeeds
	}
	trigger := func(ctx context.Context, _ *site, c *cms.Client) error {
		_, err := archiver.New(c).TriggerSnapshot(ctx, page, "")
		return err
	}
	return slices.Concat(out, refusals(list),
		outsiders("archiver", archiverNeeds, []operation{{"trigger", trigger}}, notWriters...))
}
