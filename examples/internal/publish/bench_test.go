package publish

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/library"
	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
	"github.com/fontcms/fontcms-go/media"
)

// bench is a site, real or in memory, and a folder that is published to it.
type bench struct {
	t      *testing.T
	site   *cms.Client
	at     place
	dir    string
	source string
}

// live returns a bench on the real site that the environment names. What it publishes is deleted
// at the end.
func live(t *testing.T, kind string) *bench {
	t.Helper()
	b := &bench{t: t, site: sitetest.Live(t), dir: folder(t, eightOf(t, kind)), source: "eight-" + kind, at: place{
		os.Getenv("FONTCMS_SITE"), os.Getenv("FONTCMS_USER"), os.Getenv("FONTCMS_APP_PASSWORD"),
		cmp.Or(os.Getenv("FONTCMS_PREFIX"), "cms"),
	}}
	for kind := range eight() { // a run that was killed may have left something
		(&bench{t: t, site: b.site, source: "eight-" + kind}).empty()
	}
	t.Cleanup(b.empty)
	return b
}

// inMemory returns a bench on a site of its own in memory.
func inMemory(t *testing.T, kind string) *bench {
	t.Helper()
	return benchOf(t, start(t), folder(t, eightOf(t, kind)), "eight-"+kind)
}

// benchOf returns a bench on a site in memory.
func benchOf(t *testing.T, server *cmstest.Server, dir, source string) *bench {
	t.Helper()
	at := place{server.URL, "editor", server.AppPassword("editor"), "cms"}
	site, err := cms.New(at.address, cms.WithApplicationPassword(at.user, at.password))
	if err != nil {
		t.Fatal(err)
	}
	return &bench{t: t, site: site, at: at, dir: dir, source: source}
}

// empty deletes what the folder has on the site, and the pictures of the sample.
func (b *bench) empty() {
	ctx := context.WithoutCancel(b.t.Context()) // it runs at the end, too
	for _, kind := range kinds(b.site) {
		found, err := kind.marked(ctx, b.source)
		if err != nil {
			b.t.Fatal(err)
		}
		for _, r := range found {
			if err := kind.remove(ctx, r); err != nil {
				b.t.Errorf("delete of record %d of %s: %v", r.id, b.source, err)
			}
		}
	}
	for _, name := range []string{"kerning.png", "metrics.png"} {
		file := picture(b.t, name)
		slug, err := file.ContentSlug()
		if err != nil {
			b.t.Fatal(err)
		}
		found, err := library.New(b.site).Find(ctx, []string{slug})
		if err != nil {
			b.t.Fatal(err)
		}
		for _, file := range found[slug] {
			if _, err := media.New(b.site).Delete(ctx, file.ID); err != nil {
				b.t.Errorf("delete of the picture %s: %v", name, err)
			}
		}
	}
}

// publish runs the program, and returns what it printed.
func (b *bench) publish(args ...string) (string, error) {
	b.t.Helper()
	var out bytes.Buffer
	args = append([]string{
		"-site", b.at.address, "-prefix", b.at.prefix, "-user", b.at.user, "-dir", b.dir, "-source", b.source,
		"-create-terms",
	}, args...)
	err := Recipe{}.Run(b.t.Context(), args, program.Environment{Password: b.at.password, Out: &out, Err: &out})
	return out.String(), err
}

// complete is publish for a run that may lose pictures, and refuses no file.
func (b *bench) complete(args ...string) string {
	b.t.Helper()
	out, err := b.publish(args...)
	if err != nil && !program.IsIncomplete(err) || !strings.Contains(out, ", 0 refused") {
		b.t.Fatalf("publish of %s: error %v, want no refused file\n%s", b.source, err, out)
	}
	return out
}

// records returns the posts and pages of the folder by the path of their file.
func (b *bench) records() map[string]*record {
	b.t.Helper()
	byPath := map[string]*record{}
	for _, kind := range kinds(b.site) {
		found, err := kind.marked(b.t.Context(), b.source)
		if err != nil {
			b.t.Fatal(err)
		}
		for _, r := range found {
			if other := byPath[r.mark.path]; other != nil {
				b.t.Errorf("publish made the records %d and %d of %s, want one", other.id, r.id, r.mark.path)
			}
			byPath[r.mark.path] = r
		}
	}
	return byPath
}

// planned returns the sorted words and paths of the lines that say what is done about files.
func planned(out string) (all []string) {
	for line := range strings.Lines(out) {
		word, rest, _ := strings.Cut(line, "  ")
		if slices.Contains([]string{create, update, move, refuse, leaveOut, "trash"}, strings.TrimSpace(word)) {
			path, _, _ := strings.Cut(strings.TrimSpace(rest), "  ")
			all = append(all, fmt.Sprintf("%s %s", strings.TrimSpace(word), path))
		}
	}
	slices.Sort(all)
	return all
}
