package cms_test

import (
	"context"
	"net/http"
	"net/url"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	recordings "github.com/fontcms/fontcms-go/internal/replay"
)

// replayedFixtures are the names of all fixtures that a test replays.
func replayedFixtures() (names []string) {
	for _, cases := range [][]replayCase{
		postReads(), postLists(), postCreates(), postUpdates(), postDeletes(), pageCases(), indexCases(), plainCases(),
		noiseCases(), anonymousReads(), failures(postReadFailures()), failures(postWriteFailures()), failures(pageFailures()),
		failures(badRequests()), failures(unknownRoutes()), failures(wrongCredentials()), failures(faultFailures()),
		blockCases(), blockLists(), failures(blockFailures()), menuItemCases(), menuItemLists(), failures(menuItemFailures()),
		namespaceCases(), failures(namespaceFailures()), revisionReads(), revisionDeletes(), failures(revisionFailures()),
		autosaveReads(), autosaveCreates(), autosaveFailures(),
	} {
		for _, c := range cases {
			names = append(names, c.fixture)
		}
	}
	// These have tests of their own, in which more than one request is sent.
	return append(names, "fault_redirect_to_login_302", "plain_permalinks_wp_json_301", "plain_permalinks_get_200_html")
}

// unsentFixture is a fixture whose request no call sends.
type unsentFixture struct {
	reason string
	// try is the nearest that a caller could do, which has to be refused. Nil
	// where there is nothing to try.
	try func(context.Context, *cms.Client) error
}

func unsentFixtures() map[string]unsentFixture {
	do := func(method, path string, query url.Values, body any,
		options ...cms.CallOption) func(context.Context, *cms.Client) error {
		return func(ctx context.Context, site *cms.Client) error {
			_, err := cms.Do(ctx, site, cms.Request[cms.Post]{Method: method, Path: path, Query: query, Body: body}, options...)
			return err
		}
	}
	update := func(id int64, extra cms.Extra) func(context.Context, *cms.Client) error {
		return func(ctx context.Context, site *cms.Client) error {
			_, err := site.Posts.Update(ctx, id, &cms.PostParams{Title: new("x"), Extra: extra})
			return err
		}
	}
	const (
		json     = "bodies are JSON and are sent as such"
		override = "the client alone says what a request means"
		identity = "no typed call sends an id besides that of the route: the server would read or change this other record"
	)
	return map[string]unsentFixture{
		"error_malformed_json_400": {"bodies are encoded, or refused",
			do(http.MethodPost, "cms/v2/posts", nil, cms.Extra{"title": []byte(`"x`)})},
		"posts_create_json_bom_400": {"bodies are encoded, without a byte order mark", nil},
		"posts_create_form_encoded": {json, nil},
		"posts_create_text_plain": {json, do(http.MethodPost, "cms/v2/posts", nil,
			map[string]string{"title": "plain"}, cms.Header("Content-Type", "text/plain"))},
		"posts_create_no_content_type": {json, nil},
		"posts_delete_via_method_query": {override, do(http.MethodPost, "cms/v2/posts/1556",
			url.Values{"_method": {"DELETE"}}, nil)},
		"posts_get_via_method_query": {override, do(http.MethodPost, "cms/v2/posts/1544",
			url.Values{"_method": {"GET"}}, nil)},
		"posts_get_via_override_header": {override, do(http.MethodPost, "cms/v2/posts/1544", nil, nil,
			cms.Header("X-HTTP-Method-Override", "GET"))},
		"posts_list_envelope": {"the envelope hides the status of an error",
			do(http.MethodGet, "cms/v2/posts", url.Values{"_envelope": {"1"}}, nil)},
		"posts_get_query_id_overridden_by_path": {identity, nil},
		"posts_update_body_id_overrides_path":   {identity, update(125, cms.Extra{"id": []byte("126")})},
		"posts_update_id_mismatch":              {identity, update(1544, cms.Extra{"id": []byte("68")})},
	}
}

func TestEveryFixtureIsReplayedOrUnsentForAReason(t *testing.T) {
	t.Parallel()
	unsent := map[string]string{}
	for name, f := range unsentFixtures() {
		unsent[name] = f.reason
	}
	recordings.Complete(t, replayedFixtures(), unsent)
}

func TestRequestsThatNoCallSendsAreRefused(t *testing.T) {
	t.Parallel()
	for name, f := range unsentFixtures() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if f.reason == "" {
				t.Error("no reason is given, want one")
			}
			if f.try == nil {
				return
			}
			mock := newReplayTransport(t)
			err := f.try(t.Context(), replaySite(t, mock))
			exactly(t, err, cms.ErrInvalidArgument)
			mock.Sent(0)
		})
	}
}
