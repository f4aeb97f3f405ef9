// Command photos uploads the pictures of a folder to the media library of a site. It
// makes the sub-sizes of each picture itself, because the site may be short of memory or
// time. A site that is neither on https nor on localhost does not accept them, and makes
// its own.
//
// To copy it, take the .go files of this folder without the tests, and the folder
// sample. Of examples/internal it needs files, library and program.
//
// Use it to move many pictures to a site:
//
//	go run ./examples/photos
//
// uploads the sample to a site in memory. -site and -user name a real site, and -dir
// the folder. -dry-run prints what would be done and writes nothing.
//
// It may be stopped or killed at any moment and run again. It recognizes a picture by
// its checksum. So it uploads none twice, even after a file was renamed, and finishes
// uploads that were interrupted. The user must be allowed to edit the pictures that are
// on the site. If a picture fails, the others are uploaded, and the exit status is 3.
//
// A file next to a picture describes it, cover.jpg.yaml:
//
//	title: Cover
//	alt: Three letters in a case
//	caption: Set by hand.
//
// It is read when the picture is uploaded. Later changes of it are not sent.
//
// Pictures are files that end in .jpg, .jpeg, .jpe, .jfif, .png, .gif, .webp, .avif,
// .heic, .heif, .bmp, .tif or .tiff. A .jfif file is uploaded as .jpg,
// because a stock WordPress refuses that ending. A picture that the site refuses counts
// as failed. Other files are skipped, named and counted, except descriptions and files
// that begin with a dot.
//
// Pictures and folders that are symbolic links are left out, with a line that names
// them. A description may be a link within the folder. A link that leads out of it, or
// to a file whose path has a part that begins with a dot, is an error before anything
// is uploaded.
package main

import (
	"context"
	"embed"
	"fmt"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/files"
	"github.com/fontcms/fontcms-go/examples/internal/library"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func main() { program.Main("photos", run) }

//go:embed sample
var sample embed.FS

// run is main with what it depends on.
func run(ctx context.Context, args []string, env program.Environment) error {
	flags := program.Flags("photos", "Uploads a folder of pictures to the media library, each once.",
		"go run ./examples/photos", "pictures failed; run it again for those")
	target := program.SiteFlags(flags)
	target.Memory = []cmstest.Option{cmstest.WithLocalhost()} // a site that takes the sizes from here
	dir := flags.String("dir", "", "folder of the pictures, "+types+
		" (default: the working directory; without -site a sample)")
	recursive := flags.Bool("recursive", false, "read the folders below as well")
	concurrency := flags.Int("concurrency", 2, "how many pictures to upload at once")
	dry := program.DryRun(flags)
	alt := flags.String("alt", "", "alternative text of pictures that have none of their own")
	if err := program.Parse(flags, args, env); err != nil {
		return err
	}
	if *concurrency < 1 {
		return program.Mistake("-concurrency has to be at least 1")
	}
	if err := target.NeedUser("an author, who may upload files"); err != nil {
		return err
	}
	folder, remove, err := target.Source(env, *dir, ".", sample)
	if err != nil {
		return err
	}
	defer remove()
	source, err := files.Open(folder)
	if err != nil {
		return fmt.Errorf("%w: give the folder in -dir", err)
	}
	defer func() { _ = source.Close() }()
	pictures, err := find(source, *recursive, *alt, env.Err)
	if err != nil {
		return err
	}
	if len(pictures) == 0 {
		return fmt.Errorf("there is no picture in %s", folder)
	}
	site, end, err := target.Connect(ctx, env)
	if err != nil {
		return err
	}
	defer end()
	u := &uploader{library: library.New(site), pictures: pictures, concurrency: *concurrency, dry: *dry, out: env.Out,
		notes: env.Err}
	return u.run(ctx)
}
