package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"time"

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

// download streams a file into the folder. It has no total limit of time, since
// files may be of any size, but a server that falls silent is given up.
func (k *kindRun) download(ctx context.Context, file, address string) (size int64, err error) {
	const silence = time.Minute
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	timer := time.AfterFunc(silence, func() { cancel(fmt.Errorf("nothing came for %v", silence)) })
	defer timer.Stop()

	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return 0, err
	}
	response, err := k.files.Do(request)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, response.Body.Close()) }()
	switch response.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound, http.StatusGone:
		return 0, errMissing
	default:
		return 0, fmt.Errorf("%s: %s", address, response.Status)
	}
	size, err = k.folder.WriteFile(k.kind.Name, file, reader(func(p []byte) (int, error) {
		timer.Reset(silence)
		return response.Body.Read(p)
	}))
	if err != nil {
		return 0, fmt.Errorf("%s: %w", address, errors.Join(err, context.Cause(ctx)))
	}
	return size, nil
}

type reader func(p []byte) (int, error)

func (r reader) Read(p []byte) (int, error) { return r(p) }

var _ io.Reader = reader(nil)
