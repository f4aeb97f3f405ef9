package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// errMissing says that the site has no such file, whatever the record says.
var errMissing = errors.New("the site does not have the file")

// fetch downloads the file of a record, unless the folder has it: the record of
// the last run named the same file of the same size.
func (k *kindRun) fetch(ctx context.Context, name string, r archive.Record) error {
	file := r.FileName()
	if file == "" {
		return nil
	}
	if k.has(name, file, r) {
		return nil
	}
	size, err := k.download(ctx, file, r.OriginalURL())
	if errors.Is(err, errMissing) && r.SourceURL() != r.OriginalURL() {
		size, err = k.download(ctx, file, r.SourceURL()) // the original was cleared away
	}
	if errors.Is(err, errMissing) {
		k.tally.missing++
		fmt.Fprintf(k.out, "%s/%s: %s: %v\n", k.kind.Name, name, r.SourceURL(), err)
		return nil
	}
	if err != nil {
		return err
	}
	k.tally.bytes += size
	return k.folder.KeepFile(k.kind.Name, name, file)
}

func (k *kindRun) has(name, file string, r archive.Record) bool {
	there, err := os.Stat(k.folder.File(k.kind.Name, file))
	if err != nil {
		return false
	}
	var last archive.Record
	err = k.folder.Read(k.kind.Name, name, &last)
	if errors.Is(err, fs.ErrNotExist) {
		return there.Size() == r.Filesize() // a run that was killed before it wrote the record
	}
	return err == nil && last.OriginalURL() == r.OriginalURL() && last.SourceURL() == r.SourceURL() && last.Filesize() == r.Filesize()
}

// download streams a file into the folder.
func (k *kindRun) download(ctx context.Context, file, address string) (size int64, err error) {
	reader, writer := io.Pipe()
	go func() {
		_, err := k.site.Download(ctx, address, writer)
		writer.CloseWithError(err)
	}()
	size, err = k.folder.WriteFile(k.kind.Name, file, reader)
	reader.CloseWithError(err) // where the disk is full, nothing more is asked for
	switch {
	case errors.Is(err, cms.ErrNotFound):
		return 0, errMissing
	case err != nil:
		return 0, fmt.Errorf("%s: %w", address, err)
	}
	return size, nil
}
