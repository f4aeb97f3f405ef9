package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/archive"
)

// patience is how many files in a row may fail before the others are left to the next
// run. If a host is down, each of them would take minutes. A missing file does not
// count, because its host responds.
const patience = 20

// siteError is an error of a file on the site, as opposed to one of the folder.
type siteError struct{ error }

func (e siteError) Unwrap() error { return e.error }

// errTooLarge is the error of a file that is larger than the user allows.
var errTooLarge = errors.New("larger than -max-file allows")

// tooLarge is errTooLarge with the size.
func (m *mirror) tooLarge() error {
	return fmt.Errorf("%w, which is %d MiB", errTooLarge, m.largest>>20)
}

// limited writes no more than some bytes: a server may send without an end.
type limited struct {
	to   io.Writer
	left int64
	err  error // of what is more
}

func (l *limited) Write(p []byte) (int, error) {
	if int64(len(p)) > l.left {
		return 0, l.err
	}
	n, err := l.to.Write(p)
	l.left -= int64(n)
	return n, err
}

// fetch downloads the file of a record, unless the folder has it. A file that the
// site does not give is noted as missing.
func (k *kindRun) fetch(ctx context.Context, name string, r archive.Record) (missing bool, err error) {
	file := r.FileName()
	if file == "" || k.folder.HasFile(r, k.state) {
		return false, nil
	}
	if !k.again && k.state.Missing[name].Tries > 0 {
		k.later = append(k.later, r.ID()) // tried last: otherwise it could block the files that no run has tried yet
		return true, nil
	}
	if k.failed >= patience {
		k.state.Miss(name, fmt.Sprintf("%s: not tried, since %d files in a row had failed", file, patience), false)
		return true, nil
	}
	if size := r.Filesize(); size > k.largest {
		k.state.Miss(name, fmt.Sprintf("%s: the site says that it has %d bytes: %v", file, size, k.tooLarge()), true)
		return true, nil
	}
	size, err := k.download(ctx, file, r.OriginalURL())
	gone := errors.Is(err, cms.ErrNotFound) || errors.Is(err, cms.ErrDecode) // a page in its place
	if gone && r.SourceURL() != r.OriginalURL() {
		size, err = k.download(ctx, file, r.SourceURL()) // the original file was deleted
	}
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if _, fromSite := errors.AsType[siteError](err); fromSite {
		k.failed++
		if errors.Is(err, cms.ErrNotFound) || errors.Is(err, errTooLarge) { // the host responds, so it is not an outage
			k.failed = 0
		}
		k.state.Miss(name, fmt.Sprintf("%s: %v", file, err), true)
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("%s: %w", file, err)
	}
	k.failed = 0
	k.tally.bytes += size
	return false, k.folder.ReplaceFile(r, k.state, size)
}

// download streams a file into the folder.
func (k *kindRun) download(ctx context.Context, file, address string) (size int64, err error) {
	reader, writer := io.Pipe()
	go func() {
		_, err := k.site.Download(ctx, address, &limited{writer, k.largest, k.tooLarge()})
		if err != nil {
			err = siteError{err}
		}
		writer.CloseWithError(err)
	}()
	size, err = k.folder.WriteFile(k.kind.Name, file, reader)
	reader.CloseWithError(err) // stops the download, for example if the disk is full
	return size, err
}
