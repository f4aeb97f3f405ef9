package cmstest_test

import (
	"encoding/json"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/internal/replay"
)

func TestMediaHaveTheRecordedShapes(t *testing.T) {
	t.Parallel()
	crashed := recorded{why: "the server crashed while it made images"}
	fetched := recorded{why: "what it fetches was on the site itself"}
	scaled := recorded{why: "a file that is inserted is not scaled down, as uploads are"}
	sideloaded := recorded{why: "it needs a sideload of its own before"}
	// edited is a site with the image that the request names.
	edited := recorded{seed: func(t *testing.T, c *client, rec *replay.Recording) {
		t.Helper()
		var body struct {
			Src string `json:"src"`
		}
		if err := json.Unmarshal(rec.Request.Bytes(t), &body); err != nil {
			t.Fatal(err)
		}
		_, file, _ := strings.Cut(body.Src, "/uploads/")
		id := number(routeForm.FindStringSubmatch(rec.Request.Path)[2])
		c.site.Insert("posts", map[string]any{"id": 66, "title": "Parent"})
		c.site.Insert("media", map[string]any{"id": id, "filename": file, "width": 900, "height": 600})
	}}
	parent := func(_ *testing.T, c *client, _ *replay.Recording) {
		c.site.Insert("posts", map[string]any{"id": 65, "title": "Parent"})
	}
	compareShapes(t, "../../media/testdata", "media_", map[string]recorded{
		"media_create_from_url_201":                          fetched,
		"media_create_from_url_full_201":                     fetched,
		"media_get_no_attached_file":                         {why: "a record without a file cannot be inserted"},
		"media_get_image_scaled":                             scaled,
		"media_get_image_edit":                               scaled,
		"media_flow_4_finalize_200":                          sideloaded,
		"media_finalize_sub_sizes_200":                       sideloaded,
		"media_finalize_empty_200":                           sideloaded,
		"media_edit_no_change_400":                           edited,
		"media_edit_meta_201":                                edited,
		"media_edit_flip_rotate_201":                         edited,
		"media_upload_resize_fatal_500_attachment_id_header": crashed,
		"media_post_process_after_fatal_200":                 crashed,
		"media_upload_over_upload_max_filesize_500":          {why: "the file was cut out of the recording"},
		"media_upload_raw_query_fields_201":                  {seed: parent},
	})
}

func TestBatchesHaveTheRecordedShapes(t *testing.T) {
	t.Parallel()
	compareShapes(t, "../../batch/testdata", "batch_", map[string]recorded{
		"batch_subscriber":      {user: "subscriber"},
		"batch_all_fail_normal": {seed: nothing},
		// of a record that its answer does not seed
		"batch_mixed_207": {ignore: []string{"responses[].body._links.wp:featuredmedia", "responses[].body.tags[]"}},
		"batch_terms":     {why: "terms are served for reading alone"},
	})
}

func TestEmbeddedRecordsHaveTheRecordedShapes(t *testing.T) {
	t.Parallel()
	post, page := regexp.MustCompile(`^/(\d{4})/(\d{2})/([^/]+)/$`), regexp.MustCompile(`^/([^/]+)/$`)
	// asked is a site with the record whose address is asked about.
	asked := recorded{seed: func(t *testing.T, c *client, rec *replay.Recording) {
		t.Helper()
		query, err := url.ParseQuery(rec.Request.Query)
		if err != nil {
			t.Fatal(err)
		}
		path := strings.TrimPrefix(query.Get("url"), replay.Host)
		if m := post.FindStringSubmatch(path); m != nil {
			date := m[1] + "-" + m[2] + "-09T10:00:00"
			c.site.Insert("posts", map[string]any{"title": "Made up", "content": "Made up.", "slug": m[3], "date": date})
		} else if m := page.FindStringSubmatch(path); m != nil {
			c.site.Insert("pages", map[string]any{"title": "Made up", "content": "Made up.", "slug": m[1]})
		}
	}}
	compareShapes(t, "../oembed/testdata", "oembed_", map[string]recorded{
		"oembed_embed_json": asked, "oembed_embed_page": asked, "oembed_embed_maxwidth": asked,
		"oembed_embed_bad_format_200": asked,
		"oembed_embed_xml":            asked, "oembed_proxy_internal": asked, "oembed_proxy_xml": asked,
		"oembed_proxy_maxwidth":         asked,
		"oembed_proxy_bad_maxwidth_200": asked, "oembed_proxy_403": {user: "subscriber", seed: asked.seed},
		"oembed_embed_with_thumbnail": {why: "the images of records are not told"},
	})
}

func TestBlocksHaveTheRecordedShapes(t *testing.T) {
	t.Parallel()
	granted := []cmstest.Option{cmstest.WithRevisionDeletes()}
	gone := func(_ *testing.T, c *client, rec *replay.Recording) {
		id := number(routeForm.FindStringSubmatch(rec.Request.Path)[2])
		c.site.Insert("blocks", map[string]any{"id": id, "title": "Parent"})
	}
	compareShapes(t, coreRecordings, "blocks_", map[string]recorded{
		"blocks_revisions_delete_force_200_cap_granted":    {options: granted},
		"blocks_revisions_delete_no_force_501_cap_granted": {options: granted},
		"blocks_revisions_delete_gone_404_cap_granted":     {options: granted, seed: gone},
	})
}

func TestMenusHaveTheRecordedShapes(t *testing.T) {
	t.Parallel()
	autosaves := recorded{why: "the autosaves of menu items, which hold nothing, are not served"}
	compareShapes(t, coreRecordings, "menu_items_", map[string]recorded{
		"menu_items_list_author_200":             {user: "author"},
		"menu_items_autosave_create":             autosaves,
		"menu_items_autosave_get":                autosaves,
		"menu_items_autosave_get_unknown_id_200": autosaves,
		"menu_items_autosaves_list":              autosaves,
	})
}
