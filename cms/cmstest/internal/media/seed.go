package media

import (
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

// Kind is the media library as [Server.Insert] knows it.
func (s Plane) Kind() seed.Kind {
	kind := s.Posts.Kind(content.MediaResource())
	kind.Insert, kind.Record, kind.Export = s.insert, s.record, s.export
	return kind
}

// given is what a record of Insert says about a file.
type given struct {
	name, alt, mime string
	content         []byte
	width, height   int64
	keep            bool // no sub-sizes
}

// insert stores a record of the media library with its file.
func (s Plane) insert(record map[string]any) (int64, error) {
	rest := maps.Clone(record)
	sent, err := takeGiven(rest)
	if err != nil {
		return 0, err
	}
	for from, to := range map[string]string{"caption": "excerpt", "description": "content", "post": "parent"} {
		if value, ok := rest[from]; ok {
			rest[to] = value
			delete(rest, from)
		}
	}
	if _, ok := rest["status"]; !ok {
		rest["status"] = "inherit"
	}
	folder := s.uploadFolder(0)
	if date, _ := rest["date"].(string); len(date) > 7 {
		folder = date[:4] + "/" + date[5:7] + "/"
	}
	if dir := path.Dir(sent.name); dir != "." {
		folder = dir + "/"
	}
	file := folder + path.Base(sent.name)
	if _, taken := s.Files[file]; taken {
		return 0, fmt.Errorf("filename %s is taken", file)
	}
	name := path.Base(file)
	if _, ok := rest["title"]; !ok {
		rest["title"] = strings.TrimSuffix(name, path.Ext(name))
	}
	if _, ok := rest["guid"]; !ok {
		rest["guid"] = s.UploadsPath() + file
	}
	id, err := s.Posts.Insert(content.MediaResource(), rest)
	if err != nil {
		return 0, err
	}
	s.Files[file] = sent.content
	a := s.newAttachment(file)
	a.Alt = sent.alt
	if a.Details.Width > 0 && !sent.keep {
		s.scaleDown(a)
		s.makeSizes(a)
	}
	s.Items[id].Media = a
	return id, nil
}

// takeGiven takes out of a record what is about its file.
func takeGiven(record map[string]any) (sent given, err error) {
	sent.mime = "image/png"
	for _, name := range php.SortedKeys(record) {
		value, known := record[name], true
		switch name {
		case "filename":
			sent.name, err = seed.Text(name, value)
		case "alt_text":
			sent.alt, err = seed.Text(name, value)
		case "mime_type":
			sent.mime, err = seed.Text(name, value)
		case "width":
			sent.width, err = seed.Int(name, value)
		case "height":
			sent.height, err = seed.Int(name, value)
		case "generate_sub_sizes":
			var sizes bool
			sizes, err = seed.Bool(name, value)
			sent.keep = !sizes
		case "file":
			if content, ok := value.([]byte); ok {
				sent.content = slices.Clone(content)
				break
			}
			text, _ := value.(string)
			if sent.content, err = base64.StdEncoding.DecodeString(text); err != nil {
				err = fmt.Errorf("file is neither bytes nor a text in base64")
			}
		default:
			known = false
		}
		if err != nil {
			return sent, err
		}
		if known {
			delete(record, name)
		}
	}
	return sent, sent.complete(record)
}

// complete makes up what was not given.
func (sent *given) complete(record map[string]any) error {
	if sent.name == "" {
		slug, _ := record["slug"].(string)
		title, _ := record["title"].(string)
		if slug = strings.TrimSuffix(slug, content.TrashedSuffix); slug == "" {
			slug = php.SlugOr(title, 0)
		}
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

// record is a record of the library as [Server.Record] shows it.
func (s Plane) record(id int64) map[string]any {
	it := s.Find(content.MediaResource(), id)
	if it == nil {
		return nil
	}
	a := it.Media
	var sizes []string
	for _, sub := range a.Details.Sizes {
		sizes = append(sizes, sub.Name)
	}
	slices.Sort(sizes)
	return map[string]any{
		"id": it.ID, "date": it.Date, "date_gmt": it.DateGMT, "modified": it.Modified, "modified_gmt": it.ModifiedGMT,
		"slug": it.Slug, "status": it.Status, "title": it.Title, "caption": it.Excerpt, "description": it.Content,
		"author": it.Author, "post": it.Parent, "featured_media": it.Featured, "comment_status": it.Comments,
		"ping_status": it.Pings, "template": it.Template,
		"alt_text": a.Alt, "mime_type": a.Mime, "filename": a.File, "original_image": a.Original,
		"width": int64(a.Details.Width), "height": int64(a.Details.Height), "sizes": append([]string{}, sizes...),
	}
}

// export makes a record that Insert takes: with the file that was uploaded, of which the others are made again.
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
