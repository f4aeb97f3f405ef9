package cmstest_test

import (
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/replay"
)

const coreRecordings = "../testdata"

func sampleSite() []cmstest.Option { return []cmstest.Option{cmstest.WithSample()} }

// nothing leaves the site as its options made it.
func nothing(*testing.T, *client, *replay.Recording) {}

func TestPostsHaveTheRecordedShapes(t *testing.T) {
	t.Parallel()
	granted := []cmstest.Option{cmstest.WithRevisionDeletes()}
	revisions := func(_ *testing.T, c *client, _ *replay.Recording) {
		c.site.Insert("posts", map[string]any{"id": 65, "title": "Parent"})
		for i := range 5 {
			c.site.Insert("revisions", map[string]any{"id": 1300 + i, "parent": 65, "title": "Before"})
		}
	}
	without := func(id int64) func(*testing.T, *client, *replay.Recording) {
		return func(_ *testing.T, c *client, _ *replay.Recording) {
			c.site.Insert("posts", map[string]any{"id": id, "title": "Parent"})
		}
	}
	draft := seedRecordedWith(map[string]any{"status": "draft"})
	inTrash := seedRecordedWith(map[string]any{"status": "trash"})
	options := recorded{why: "the schema of records, and what is in the texts of a body, are not told"}
	compareShapes(t, coreRecordings, "posts_", map[string]recorded{
		"posts_create_403_subscriber":         {user: "subscriber"},
		"posts_create_contributor_draft":      {user: "contributor"},
		"posts_create_contributor_publish":    {user: "contributor"},
		"posts_create_script_stripped_author": {user: "author"},
		"posts_delete_401":                    {seed: draft},
		"posts_delete_403":                    {seed: draft, user: "subscriber"},
		"posts_delete_again_410":              {seed: inTrash},
		"posts_get_draft_anon_401":            {seed: draft},
		"posts_get_future_anon_401": {seed: seedRecordedWith(map[string]any{"status": "future",
			"date": "2031-01-01T00:00:00"})},
		"posts_get_private_anon_401": {seed: seedRecordedWith(map[string]any{"status": "private"})},
		"posts_autosave_own_draft_updates_post": {seed: seedRecordedWith(map[string]any{"status": "draft",
			"author": 1, "date_gmt": ""})},
		"posts_list_envelope":                             {options: sampleSite(), seed: nothing},
		"posts_list_fields_none_matching":                 {options: sampleSite(), seed: nothing},
		"posts_list_last_page":                            {options: sampleSite(), seed: nothing},
		"posts_list_page2":                                {options: sampleSite(), seed: nothing},
		"posts_revisions_page_beyond_400":                 {seed: revisions},
		"posts_revisions_delete_force_200_cap_granted":    {options: granted},
		"posts_revisions_delete_no_force_501_cap_granted": {options: granted},
		"posts_revisions_delete_gone_404_cap_granted":     {options: granted, seed: without(67)},
		"posts_get_options":                               options,
		"posts_list_options":                              options,
	})
}

func TestPagesHaveTheRecordedShapes(t *testing.T) {
	t.Parallel()
	granted := []cmstest.Option{cmstest.WithRevisionDeletes()}
	gone := func(_ *testing.T, c *client, _ *replay.Recording) {
		c.site.Insert("pages", map[string]any{"id": 1315, "title": "Parent"})
	}
	compareShapes(t, coreRecordings, "pages_", map[string]recorded{
		"pages_create_403": {user: "author"},
		"pages_revisions_delete_force_200_cap_granted":    {options: granted},
		"pages_revisions_delete_no_force_501_cap_granted": {options: granted},
		"pages_revisions_delete_gone_404_cap_granted":     {options: granted, seed: gone},
	})
}

func TestAuthenticationRespondsAsRecorded(t *testing.T) {
	t.Parallel()
	early := recorded{why: "a plugin looked at the user before anything else did"}
	stranger := recorded{user: "stranger"}
	compareShapes(t, coreRecordings, "auth_", map[string]recorded{
		"auth_unknown_email_early_check_401":       early,
		"auth_wrong_app_password_early_check_401":  early,
		"auth_http_production_ignored_401":         stranger,
		"auth_login_password_200_as_anonymous":     stranger,
		"auth_malformed_basic":                     stranger,
		"auth_malformed_header":                    stranger,
		"auth_unknown_user_200_as_anonymous":       stranger,
		"auth_wrong_app_password_200_as_anonymous": stranger,
		"auth_wrong_app_password_create_401":       stranger,
		"auth_wrong_app_password_edit_context_401": stranger,
	})
	half := time.FixedZone("", 19800)
	compareShapes(t, coreRecordings, "index_", map[string]recorded{
		"index_fields_secure_context": {why: "how images are made is not told"},
		"index_gmt_offset_manual":     {options: []cmstest.Option{cmstest.WithLocation(half)}},
	})
	plain := []cmstest.Option{cmstest.WithPlainPermalinks()}
	compareShapes(t, coreRecordings, "plain_", map[string]recorded{
		"plain_permalinks_get_200_html":   {options: plain},
		"plain_permalinks_rest_route_200": {options: plain},
		"plain_permalinks_wp_json_301":    {options: plain},
	})
	for _, prefix := range []string{"error_", "head_", "rest_"} {
		compareShapes(t, coreRecordings, prefix, nil)
	}
}
