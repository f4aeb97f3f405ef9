package publish

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/examples/internal/files"
	"github.com/fontcms/fontcms-go/examples/internal/library"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/media"
)

// asset is a file that a document names.
type asset struct {
	path    string // below the folder, with slashes
	alt     string
	picture bool   // and no link
	where   string // file and line that name it; "" for a field
}

// there reports that the folder has such a file. A file that is there and must not
// be published is an error.
func (a asset) there(dir *files.Folder) (bool, error) {
	info, err := dir.Stat(a.path)
	if errors.Is(err, fs.ErrNotExist) || !filepath.IsLocal(a.path) { // an address of the site may well be above
		return false, nil
	}
	return err == nil && info.Mode().IsRegular(), err
}

// assets are the files of all documents, and what they are on the site.
type assets struct {
	library *library.Library
	dir     *files.Folder
	dry     bool
	out     io.Writer
	notes   io.Writer // progress

	slugs   map[string]string       // by path
	records map[string]*media.Media // by slug; nil for what a dry run would upload
	lost    map[string]string       // by path: why the site does not have the file
	uploads int
}

// bring uploads the files that the library lacks. A file that cannot be there is lost, with
// a reason, and the other files go on.
func (a *assets) bring(ctx context.Context, documents []*document) error {
	a.slugs, a.records, a.lost = map[string]string{}, map[string]*media.Media{}, map[string]string{}
	var wanted []asset // one for each content
	var slugs []string
	for _, d := range documents {
		for _, file := range d.assets {
			if a.slugs[file.path] != "" || a.lost[file.path] != "" {
				continue
			}
			slug, why := a.slug(file)
			if why != "" {
				a.lost[file.path] = why
				continue
			}
			a.slugs[file.path] = slug
			if _, known := a.records[slug]; !known {
				a.records[slug] = nil
				wanted, slugs = append(wanted, file), append(slugs, slug)
			}
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	found, err := a.library.Find(ctx, slugs)
	if err != nil {
		return err
	}
	if a.dry {
		a.plan(wanted, slugs, found)
		return nil
	}
	meter := program.Count(a.notes, "files", int64(len(wanted)))
	defer meter.Done()
	for i, file := range wanted {
		err := a.put(ctx, file, slugs[i], found[slugs[i]])
		switch {
		case ofUpload(err):
			a.lose(slugs[i], err.Error())
		case err != nil:
			return fmt.Errorf("%s: %w", file.path, err)
		}
		meter.Add(1)
	}
	return nil
}

// slug is what a file is known by in the library, or why it cannot be there.
func (a *assets) slug(file asset) (slug, why string) {
	if there, err := file.there(a.dir); err != nil || !there {
		return "", "it is no file of the folder"
	}
	if !uploadable(file.path) {
		return "", "no site takes files with its ending"
	}
	content, err := a.dir.Upload(file.path)
	if err == nil {
		slug, err = content.ContentSlug()
	}
	if err != nil {
		return "", err.Error()
	}
	return slug, ""
}

// lose forgets all files with a content that the site does not take.
func (a *assets) lose(slug, why string) {
	for name, own := range a.slugs {
		if own == slug {
			a.lost[name] = why
		}
	}
}

// uploadable reports whether a site may take a file with the ending of this name. WordPress
// refuses these endings, whatever the file holds, until a plugin allows them.
func uploadable(name string) bool {
	return !slices.Contains([]string{
		"", ".svg", ".json", ".yaml", ".yml", ".toml", ".md", ".markdown", ".mdown", ".mdx", ".xml", ".css", ".tsv", ".gz",
		".ico", ".sh", ".py", ".go", ".log", ".ipynb", ".drawio", ".woff2",
	}, strings.ToLower(path.Ext(name)))
}

// usual reports whether sites take files with the ending of this name, as far as nobody changes their settings.
func usual(name string) bool {
	return slices.Contains([]string{
		".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".heic", ".bmp", ".pdf", ".csv", ".txt", ".zip", ".tar", ".docx",
		".xlsx", ".pptx", ".odt", ".mp4", ".webm", ".mov", ".mp3", ".wav", ".ics", ".vtt", ".rtf", ".srt",
	}, strings.ToLower(path.Ext(name)))
}

func (a *assets) plan(wanted []asset, slugs []string, found map[string]library.Copies) {
	for i, file := range wanted {
		if copies := found[slugs[i]]; len(copies) > 0 {
			a.records[slugs[i]] = copies[0]
			continue
		}
		a.uploads++
		doubt := ""
		if !usual(file.path) {
			doubt = "the site may refuse files with its ending"
		}
		say(a.out, library.Uploaded, file.path, doubt)
	}
}

func (a *assets) put(ctx context.Context, file asset, slug string, copies library.Copies) error {
	content, err := a.dir.Upload(file.path)
	if err != nil {
		return err
	}
	record, done, err := a.library.Put(ctx, content, slug, copies, media.Params{AltText: &file.alt})
	if err != nil {
		return err
	}
	a.records[slug] = record
	if done == library.Uploaded {
		a.uploads++
		say(a.out, done, file.path, record.SourceURL)
	}
	return nil
}

// record is what a file is on the site, nil if a dry run would upload it.
func (a *assets) record(name string) *media.Media { return a.records[a.slugs[name]] }
