// Package publish publishes a folder of Markdown files as posts and pages.
package publish

import (
	"context"
	"fmt"
	"io/fs"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/files"
	"github.com/fontcms/fontcms-go/examples/internal/library"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// Recipe is the program.
type Recipe struct {
	// Sample is one folder, which is published without -site.
	Sample fs.FS
}

// Run publishes the folder that the arguments name.
func (recipe Recipe) Run(ctx context.Context, args []string, env program.Environment) error {
	flags := program.Flags("publish",
		"Publishes a folder of Markdown files as posts and pages, and keeps them up to date.",
		"go run ./examples/publish", "files were refused: each has a line")
	target := program.SiteFlags(flags)
	target.Memory = []cmstest.Option{cmstest.WithLocalhost()} // a site that takes the sizes of pictures from here
	dir := flags.String("dir", "", "folder of the Markdown files; required with -site (without -site: a sample)")
	kind := flags.String("kind", "", "generator that the folder is for: "+strings.Join(kindNames(), ", ")+
		" (default: by the files in it)")
	status := flags.String("status", "publish", "status of files that name none: publish, draft, pending or private")
	dry := program.DryRun(flags)
	force := flags.Bool("force", false, "overwrite what others have changed on the site")
	adopt := flags.Bool("adopt", false, "take over records that have the slug and parent of a file and were not "+
		"published from it")
	name := flags.String("source", "", "name of these files, which a page keeps: records of another name are never "+
		"changed (default: the name of the folder)")
	repository := flags.String("repository", "", "web address of the folder in its repository, where links lead to files "+
		"that the site does not take, such as https://git.example/acme/docs/blob/main/")
	createTerms := flags.Bool("create-terms", false,
		"create categories and tags that the site does not have; always with the sample")
	if err := program.Parse(flags, args, env); err != nil {
		return err
	}

	if *kind != "" && !slices.Contains(kindNames(), *kind) {
		return program.Mistake("-kind is %.80q: write one of %s", *kind, strings.Join(kindNames(), ", "))
	}
	if !slices.Contains([]string{"publish", "draft", "pending", "private"}, *status) {
		return program.Mistake("-status is %.80q: write publish, draft, pending or private", *status)
	}
	if target.Address != "" && *dir == "" {
		return program.Mistake("-dir is required with -site: name the folder of the Markdown files")
	}
	web, err := url.Parse(*repository)
	switch {
	case err != nil || *repository != "" && (web.Scheme == "" || web.Host == ""):
		return program.Mistake("-repository is %.200q, which is no web address", *repository)
	case *repository == "":
		web = nil
	}
	if err := target.NeedUser("an author or editor, who may write posts and pages"); err != nil {
		return err
	}
	folder, remove, err := target.Source(env, *dir, ".", recipe.Sample)
	if err != nil {
		return err
	}
	defer remove()
	ofSample := target.Address == "" && *dir == ""
	if *name == "" && ofSample {
		*name = "sample"
	} else if *name == "" {
		absolute, err := filepath.Abs(folder)
		if err != nil {
			return err
		}
		*name = filepath.Base(absolute)
	}
	source, err := files.Open(folder)
	if err != nil {
		return fmt.Errorf("%w: give the folder in -dir", err)
	}
	defer func() { _ = source.Close() }()
	project := recognise(source, *kind, env.Out)
	project.source, project.status = *name, *status
	documents, refused, err := project.load(source, env.Out)
	if err != nil {
		return err
	}
	if len(documents) == 0 && refused > 0 {
		return incomplete(refused, refused)
	}
	if len(documents) == 0 {
		return fmt.Errorf("there is no Markdown file in %s", folder)
	}
	site, end, err := target.Connect(ctx, env)
	if err != nil {
		return err
	}
	defer end()
	p := &publisher{
		project: project,
		site:    site, dry: *dry, force: *force, adopt: *adopt, source: *name, out: env.Out,
		kinds:     kinds(site),
		documents: documents, refused: refused, repository: web,
		noted: map[string]bool{}, lost: map[string]bool{},
		assets: &assets{library: library.New(site), dir: source, dry: *dry, out: env.Out, notes: env.Err},
		terms:  &termSet{site: site, create: *createTerms || ofSample, dry: *dry, out: env.Out},
	}
	return p.run(ctx)
}
