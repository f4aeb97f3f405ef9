package conformance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
)

// mediaFields are those of an image in the context "edit".
var mediaFields = []string{
	"id", "date", "date_gmt", "guid", "modified", "modified_gmt", "slug", "status", "type", "link", "title", "author",
	"featured_media",
	"comment_status", "ping_status", "template", "meta", "permalink_template", "generated_slug", "class_list",
	"description", "caption",
	"alt_text", "media_type", "mime_type", "media_details", "post", "source_url", "missing_image_sizes",
	"filename", "filesize",
	"exif_orientation", "image_output_format", "image_save_progressive", "image_quality", "_links",
	"title.raw", "caption.rendered", "guid.raw", "media_details.width", "media_details.sizes",
}

// mediaByField asks for each field alone: it must come as in the whole record, and nothing else.
func mediaByField() []scenario {
	var out []scenario
	for _, field := range mediaFields {
		name, inner, nested := strings.Cut(field, ".")
		out = append(out, scenario{
			collection: "media", kind: reading, role: editor, name: "_fields=" + field,
			run: func(t *testing.T, _ *site, c *cms.Client) {
				whole, err := rawCollection(c, "media").Get(t.Context(), 302, cms.InContext(cms.ContextEdit))
				if err != nil {
					t.Fatal(err)
				}
				value, ok := (*whole)[name]
				if !ok {
					t.Skipf("this site has no %s", name)
				}
				part, err := rawCollection(c, "media").Get(t.Context(), 302, cms.InContext(cms.ContextEdit), cms.Fields(field))
				if err != nil {
					t.Fatal(err)
				}
				want := record{name: value}
				if nested {
					want[name] = map[string]any{inner: value.(map[string]any)[inner]}
				}
				if nested && name != "title" && name != "guid" { // these come whole or not at all
					want = record{}
				}
				want["id"] = (*whole)["id"] // the client asks for it as well
				compareRecords(t, *part, want)
			},
		})
	}
	return out
}

// mediaFiles fetch the files of a record: what they are must be what the record says.
func mediaFiles() []scenario {
	var out []scenario
	for _, of := range known().matching("media", func(r record) bool { return r.text("status") != "trash" }) {
		out = append(out, scenario{
			collection: "media", kind: reading, role: admin, name: fmt.Sprintf("files of %d", of.id()),
			run: func(t *testing.T, s *site, c *cms.Client) {
				m, err := media.New(c).Get(t.Context(), of.id(), cms.InContext(cms.ContextEdit))
				if err != nil {
					t.Fatal(err)
				}
				checkFiles(t, s, m)
			},
		})
	}
	return out
}

// checkFiles compares a record with what the addresses in it lead to.
func checkFiles(t *testing.T, s *site, m *media.Media) {
	t.Helper()
	content := s.fetch(t, m.SourceURL)
	if m.MediaDetails.Filesize != int64(len(content)) {
		t.Errorf("file %s has %d bytes, want %d", m.SourceURL, len(content), m.MediaDetails.Filesize)
	}
	if m.MediaType != media.TypeImage {
		return
	}
	look := func(address string, width, height int) {
		config, format, err := image.DecodeConfig(bytes.NewReader(s.fetch(t, address)))
		if err != nil || config.Width != width {
			t.Errorf("File %s has %d columns, error %v, want %d", address, config.Width, err, width)
		} else if config.Height != height {
			t.Errorf("File %s has %d rows, want %d", address, config.Height, height)
		} else if "image/"+format != m.MimeType {
			t.Errorf("File %s is a %s, want %s", address, format, m.MimeType)
		}
	}
	look(m.SourceURL, m.MediaDetails.Width, m.MediaDetails.Height)
	for name, size := range m.MediaDetails.Sizes {
		if name != media.SizeFull && int64(len(s.fetch(t, size.SourceURL))) != size.Filesize {
			t.Errorf("File %s: another number of bytes, want %d", size.SourceURL, size.Filesize)
		}
		look(size.SourceURL, size.Width, size.Height)
	}
}

// fetch reads a file as everyone can.
func (s *site) fetch(t *testing.T, address string) []byte {
	t.Helper()
	content, status := s.open(t, address)
	if status != http.StatusOK {
		t.Fatalf("GET of %s: status %d, want 200", address, status)
	}
	return content
}

func (s *site) open(t *testing.T, address string) ([]byte, int) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return content, response.StatusCode
}

// mediaEmbedded read records together with the media that they lead to, and the other way round.
func mediaEmbedded() []scenario {
	embed := func(r role, name, path, relation string, ids ...int64) scenario {
		var needs []need
		if relation == "attached-to" {
			needs = newer
		}
		return scenario{
			collection: "media", kind: reading, role: r, name: name, needs: needs,
			run: func(t *testing.T, s *site, c *cms.Client) {
				answer, err := s.raw(t.Context(), r, rawRequest{path: path})
				if err != nil {
					t.Fatal(err)
				}
				var got struct {
					Embedded map[string]json.RawMessage `json:"_embedded"`
				}
				if err := json.Unmarshal(answer.body, &got); err != nil {
					t.Fatalf("Response: error %v in %s, want JSON", err, answer.body)
				}
				var found []int64
				var there []struct{ ID int64 }
				if raw := got.Embedded[s.prefix+":"+relation]; raw != nil {
					if err := json.Unmarshal(raw, &there); err != nil {
						t.Fatalf("Response: error %v in %s, want a list of media", err, raw)
					}
				}
				for _, one := range there {
					found = append(found, one.ID)
				}
				if !slices.Equal(found, ids) {
					t.Errorf("Response: embedded %s is %v, want %v", relation, found, ids)
				}
			},
		}
	}
	return []scenario{
		embed(nobody, "the image of a post", "cms/v2/posts/103?_embed", "featuredmedia", 301),
		embed(nobody, "the image of a page", "cms/v2/pages/204?_embed", "featuredmedia", 302),
		embed(nobody, "the post of an image", "cms/v2/media/302?_embed", "attached-to", 101),
		embed(nobody, "the page of a document", "cms/v2/media/305?_embed", "attached-to", 204),
		embed(author, "the draft of an image", "cms/v2/media/306?_embed", "attached-to", 127),
		embed(nobody, "no post of what belongs to none", "cms/v2/media/301?_embed", "attached-to"),
	}
}
