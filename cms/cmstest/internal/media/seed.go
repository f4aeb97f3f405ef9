package media

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/seed"
)

// Kind returns the kind "media" of [Server.Insert].
func (s Plane) Kind() seed.Kind {
	kind := s.Posts.Kind(content.MediaResource())
	kind.Insert, kind.Record, kind.Export = s.insert, s.record, s.export
	return kind
}

type given struct {
	name, alt, mime string
	content         []byte
	width, height   int64
	sizes           bool // whether to make sub-sizes
}

// places adds the fields of a file. It also adds the media names of other fields, such as caption
// for excerpt.
func (sent *given) places(_ *content.Item, fields seed.Places) {
	maps.Copy(fields, seed.Places{
		"caption": fields["excerpt"], "description": fields["content"], "post": fields["parent"],
		"filename": &sent.name, "alt_text": &sent.alt, "mime_type": &sent.mime, "width": &sent.width,
		"height": &sent.height, "generate_sub_sizes": &sent.sizes, "file": sent.read,
	})
}

// read accepts the content of a file as bytes or as base64.
func (sent *given) read(value any) (err error) {
	if content, ok := value.([]byte); ok {
		sent.content = slices.Clone(content)
		return nil
	}
	text, _ := value.(string)
	if sent.content, err = base64.StdEncoding.DecodeString(text); err != nil {
		return fmt.Errorf("file is neither bytes nor a text in base64")
	}
	return nil
}

func (s Plane) insert(record map[string]any) (int64, error) {
	sent := given{mime: "image/png", sizes: true}
	it, err := s.Posts.Fill(content.MediaResource(), record, sent.places)
	if err == nil {
		err = sent.complete(it)
	}
	if err != nil {
		return 0, err
	}
	if _, ok := record["status"]; !ok {
		it.Status = "inherit"
	}
	folder := s.uploadFolder(0)
	if _, ok := record["date"]; ok {
		folder = it.Date[:4] + "/" + it.Date[5:7] + "/"
	}
	if dir := path.Dir(sent.name); dir != "." {
		folder = dir + "/"
	}
	name := path.Base(sent.name)
	file := folder + name
	if _, taken := s.Files[file]; taken {
		return 0, fmt.Errorf("filename %s is taken", file)
	}
	if _, ok := record["title"]; !ok {
		it.Title = strings.TrimSuffix(name, path.Ext(name))
	}
	it.Guid = cmp.Or(it.Guid, s.UploadsPath()+file)
	s.Files[file] = sent.content
	a := s.newAttachment(file)
	a.Alt = sent.alt
	if a.Details.Width > 0 && sent.sizes {
		s.scaleDown(a)
		s.makeSizes(a)
	}
	it.Media = a
	return s.Posts.Keep(it), nil
}

// complete sets the file name and the content if they are absent.
func (sent *given) complete(it *content.Item) error {
	if sent.name == "" {
		slug := cmp.Or(content.Untrashed(it.Slug), php.SlugOr(it.Title, 0))
		sent.name = slug + extensionOf(sent.mime)
	}
	if typeOf(sent.name) == "" {
		return fmt.Errorf("filename %s is not of a type that the site takes", sent.name)
	}
	if sent.content != nil {
		return nil
	}
	sent.mime = typeOf(sent.name)
	switch {
	case !strings.HasPrefix(sent.mime, "image/"):
		sent.content = []byte("A file that was made up.\n")
		return nil
	case !slices.Contains([]string{"image/png", "image/jpeg", "image/gif"}, sent.mime):
		return fmt.Errorf("there is no file, and none of the type %s can be made up", sent.mime)
	case sent.width < 1 || sent.height < 1 || sent.width*sent.height > maxPixels:
		return fmt.Errorf("there is neither a file nor a width and a height to make one of")
	}
	sent.content = madeUp(int(sent.width), int(sent.height), sent.mime)
	return nil
}

func (s Plane) record(id int64) map[string]any {
	out := s.Posts.Kind(content.MediaResource()).Record(id)
	if out == nil {
		return nil
	}
	it := s.Items[id]
	a, sizes := it.Media, []string{}
	for _, sub := range it.Media.Details.Sizes {
		sizes = append(sizes, sub.Name)
	}
	slices.Sort(sizes)
	for _, name := range []string{"content", "excerpt", "password", "meta", "revisions"} {
		delete(out, name)
	}
	maps.Copy(out, map[string]any{
		"caption": it.Excerpt, "description": it.Content, "post": it.Parent, "alt_text": a.Alt, "mime_type": a.Mime,
		"filename": a.File, "original_image": a.Original, "width": int64(a.Details.Width),
		"height": int64(a.Details.Height), "sizes": sizes,
	})
	return out
}

// export changes a record for a document. The document contains only the uploaded file, because
// Insert makes the sub-sizes again.
func (s Plane) export(record map[string]any) map[string]any {
	it := s.Items[record["id"].(int64)]
	file := it.Media.Folder() + it.Media.Filename()
	for _, name := range []string{"sizes", "original_image", "width", "height", "mime_type"} {
		delete(record, name)
	}
	record["guid"], record["filename"] = it.Guid, file
	record["file"] = base64.StdEncoding.EncodeToString(s.Files[file])
	record["generate_sub_sizes"] = len(s.missingSizes(it.Media)) == 0
	return record
}
