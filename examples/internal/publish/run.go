// Package publish publishes a folder of Markdown files as posts and pages. The programs
// publish and fleet use it.
//
// [Recipe.Run] reads the flags. A run then takes these steps:
//
//   - project.go, languages.go and kinds.go find out which generator the folder is for, tree.go
//     lists its files, and document.go reads each: head.go and fields.go its fields
//   - markdown.go, boxes.go, mdx.go and shortcodes.go turn the text into blocks (blocks.go), and
//     links.go and wiki.go find where its links lead
//   - publisher.go has the order of all that is done on the site. mark.go and identity.go find
//     the record of each file, authors.go, terms.go and parents.go what its fields name
//   - assets.go uploads pictures, desired.go says what a record should be, bring.go writes it,
//     and trash.go moves to the trash what is gone
package publish

import (
	"cmp"
	"context"
	"fmt"
	"io"
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
		"go run ./examples/publish", "files were refused or pictures are not shown: each has a line")
	target := program.SiteFlags(flags)
	target.Memory = []cmstest.Option{cmstest.WithLocalhost()} // a site that takes the sizes of pictures from here
	dir := flags.String("dir", "", "folder of the Markdown files; required with -site (without -site: a sample)")
	kind := flags.String("kind", "", "generator that the folder is for: "+strings.Join(kindNames(), ", ")+
		" (default: by the files in it)")
	status := flags.String("status", "", "status of files that name none: publish, draft, pending or private "+
		"(default: publish)")
	dry := program.DryRun(flags)
	check := flags.Bool("check", false, "only check the files, without a site")
	force := flags.Bool("force", false, "overwrite what others have changed on the site")
	trash := flags.Bool("trash", false, "move the records of files that are gone to the trash")
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
	if *status != "" && !slices.Contains(statuses(), *status) {
		return program.Mistake("-status is %.80q: write publish, draft, pending or private", *status)
	}
	if target.Address != "" && *dir == "" {
		return program.Mistake("-dir is required with -site: name the folder of the Markdown files")
	}
	if target.Address != "" && *check {
		return program.Mistake("-check needs no site: leave -site out, or write -dry-run for what a run would do there")
	}
	var web *url.URL
	if *repository != "" {
		var err error
		if web, err = webAddress(*repository); err != nil {
			return program.Mistake("-repository: %v", err)
		}
	}
	if err := target.NeedUser("an author or editor, who may write posts and pages"); err != nil {
		return err
	}
	folder, remove, err := target.Source(env, *dir, ".", recipe.Sample)
	if err != nil {
		return err
	}
	defer remove()
	source, err := files.Open(folder)
	if err != nil {
		return fmt.Errorf("%w: give the folder in -dir", err)
	}
	defer func() { _ = source.Close() }()
	given, err := readMapping(source)
	if err != nil {
		return err
	}
	ofSample := target.Address == "" && *dir == ""
	*name, *status = cmp.Or(*name, given.name), cmp.Or(*status, given.status, "publish")
	own := "" // name of the folder
	if ofSample {
		*name = cmp.Or(*name, "sample")
	} else {
		absolute, err := filepath.Abs(folder)
		if err != nil {
			return err
		}
		own = filepath.Base(absolute)
		*name = cmp.Or(*name, own)
	}
	if web == nil {
		web = given.repository
	}
	project := recognise(source, *kind, given, env.Out)
	project.source, project.status, project.folder = *name, *status, own
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
	if *check {
		return project.report(documents, refused, env.Out)
	}
	site, end, err := target.Connect(ctx, env)
	if err != nil {
		return err
	}
	defer end()
	p := &publisher{
		project: project,
		site:    site, dry: *dry, force: *force, adopt: *adopt, trash: *trash, source: *name, out: env.Out,
		kinds:     kinds(site),
		documents: documents, refused: refused, repository: web,
		noted: map[string]bool{}, lost: map[string]bool{},
		assets: &assets{library: library.New(site), dir: source, dry: *dry, out: env.Out, notes: env.Err},
		terms:  &termSet{site: site, create: *createTerms || ofSample, dry: *dry, out: env.Out},
	}
	return p.run(ctx)
}

// report prints what a check found. A file that no site takes has a line already.
func (j *project) report(documents []*document, refused int, out io.Writer) error {
	say(out, "kind", j.kind, j.why)
	posts := 0
	for _, d := range documents {
		if d.Type == "post" {
			posts++
		}
		for _, r := range d.names {
			switch t := j.links.target(d, r); {
			case t.former:
				say(out, loss, d.at(r), fmt.Sprintf("%.200s leads to the site of the generator", r.address))
			case t.hidden:
				say(out, loss, d.at(r), fmt.Sprintf("%s is hidden, and never published", r.address))
			case t.document == nil && t.asset == "" && !t.foreign:
				say(out, loss, d.at(r), fmt.Sprintf("%s leads to no file or page of the folder",
					strings.TrimPrefix(r.address, wikiScheme)))
			case t.asset != "" && !uploadable(t.asset):
				say(out, loss, d.at(r), fmt.Sprintf("%s is no file that sites take", t.asset))
			}
		}
	}
	program.Printf(out, "checked: %d posts, %d pages, %d refused\n", posts, len(documents)-posts, refused)
	if refused > 0 {
		return incomplete(refused, refused+len(documents))
	}
	return nil
}
