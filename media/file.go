package media

import (
	"bytes"
	"context"
	"crypto/md5" // the REST API defines an MD5 checksum for uploads
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/fontcms/fontcms-go/internal/relay"
)

// File is a file to upload: its name, its content, and how it is sent. Make one with
// [LocalFile] or [Bytes], or as a literal, and set more fields as needed:
//
//	file, err := media.LocalFile("cover.jpg")
//	file.Progress = func(sent, total int64) { … }
//	photo, err := library.Upload(ctx, file, nil)
type File struct {
	// Name is the name of the file with its extension, from which the site derives the
	// type. Directories and characters that cannot be sent are dropped. The site changes
	// it further: "Sheet b ü.png" is stored as Sheet-b-u.png.
	Name string
	// Type is the media type, "image/png". By default it is derived from the extension,
	// or, if that is unknown, from the beginning of the content.
	Type string

	// Open returns the content from its start. It is called once for each attempt, and
	// once more if the type is derived from the content.
	Open func() (io.ReadCloser, error)
	// Reader is a content that can be read only once. Set it in place of Open. The
	// upload is then never retried. It is read from its current position and not closed.
	// After a cancelled upload a Read may still be running.
	Reader io.Reader
	// Size is the exact length of the content in bytes, 0 or below if it is not known. A
	// content of another length is an error. It can be left out for a Reader with a Len
	// method, and for a regular file. Without a size the request uses chunked encoding,
	// which some hosts reject.
	Size int64

	// Raw sends the content as the body of the request instead of a form. The fields are
	// then in the address, whose length sites limit, and non-ASCII letters in Name are
	// lost.
	Raw bool
	// Progress is called while the content is sent: with 0 at the start of each attempt,
	// then with the number of bytes sent. total is -1 if it is not known. Calls do not
	// overlap. No call begins after the upload has returned, but one may still be
	// running.
	Progress func(sent, total int64)
	// MD5 is the checksum of the content in hexadecimal: see [File.Sum]. If the content
	// arrives differently, the site responds with [cms.ErrConflict].
	MD5 string
}

// Format writes only name, type and size, for every verb: fmt would print the content.
func (f File) Format(s fmt.State, _ rune) {
	_, _ = fmt.Fprintf(s, "media.File(%q, %q, %d bytes)", f.Name, f.Type, f.Size)
}

// LocalFile returns the file at a path. It is opened when it is sent. Errors: the path
// does not exist, or is not a regular file.
func LocalFile(path string) (File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return File{}, fmt.Errorf("media: %w", err)
	}
	if !info.Mode().IsRegular() {
		return File{}, fmt.Errorf("media: %s is not a regular file", path)
	}
	return File{
		Name: filepath.Base(path),
		Size: info.Size(),
		Open: func() (io.ReadCloser, error) { return os.Open(path) },
	}, nil
}

// Bytes returns a file in memory. The content must not change while it is sent.
func Bytes(name string, content []byte) File {
	return File{
		Name: name,
		Size: int64(len(content)),
		Open: func() (io.ReadCloser, error) {
			return relay.Directly(bytes.NewReader(content), io.NopCloser(nil)), nil
		},
	}
}

// Sum reads the content once through Open and returns its checksum, for the field MD5.
func (f *File) Sum() (string, error) {
	sum := md5.New()
	if err := f.copyTo(sum); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// copyTo opens the file and copies its content to w.
func (f *File) copyTo(w io.Writer) error {
	if f.Open == nil {
		return errors.New("media: only a file with Open can be read before it is sent")
	}
	content, err := f.Open()
	if err != nil {
		return fmt.Errorf("media: %w", err)
	}
	defer content.Close()
	if _, err := io.Copy(w, content); err != nil {
		return fmt.Errorf("media: %w", err)
	}
	return nil
}

// ContentType returns the media type that the file is sent with: Type, otherwise the
// type of the extension, otherwise the type that the beginning of the content shows. It
// does not read a Reader: if only the content could show the type, the result is "".
func (f *File) ContentType() (string, error) { return f.contentType(context.Background()) }

func (f *File) contentType(ctx context.Context) (string, error) {
	known := f.Type
	if known == "" {
		known = contentType(cleanName(f.Name))
	}
	if known != "" || f.Open == nil {
		return known, nil
	}
	content, err := f.Open()
	if err != nil {
		return "", fmt.Errorf("media: %w", err)
	}
	defer content.Close()
	known, _, err = sniff(ctx, content)
	return known, err
}

// settleType sets Type if it is empty. It derives the type from the extension of the name. If
// the extension is unknown, settleType derives the type from the content.
func (f *File) settleType(ctx context.Context) (err error) {
	if f.Type, err = f.contentType(ctx); err != nil || f.Type != "" {
		return err
	}
	var head []byte
	if f.Type, head, err = sniff(ctx, f.Reader); err == nil {
		f.Reader = io.MultiReader(bytes.NewReader(head), f.Reader)
	}
	return err
}

// check returns an error if the file cannot be sent.
func (f *File) check(operation string) error {
	switch {
	case (f.Open == nil) == (f.Reader == nil):
		return refuse(operation, "file", "needs Open or Reader, and not both")
	case cleanName(f.Name) == "":
		return refuse(operation,
			"file", fmt.Sprintf("%q is not the name of a file: set File.Name, as in \"harbour.jpg\"", f.Name))
	case f.Type != "" && !validType(f.Type):
		return refuse(operation, "file", fmt.Sprintf("%q is not a media type", f.Type))
	}
	if sum, err := hex.DecodeString(f.MD5); err != nil || len(sum) != 0 && len(sum) != md5.Size {
		return refuse(operation, "file", fmt.Sprintf("%q is not an MD5 checksum in hexadecimal", f.MD5))
	}
	return nil
}

// length returns the size of the content, or -1 if the size is not known.
func (f *File) length() int64 {
	if f.Size > 0 {
		return f.Size
	}
	switch reader := f.Reader.(type) {
	case interface{ Len() int }:
		return int64(reader.Len())
	case *os.File:
		info, err := reader.Stat()
		if err != nil || !info.Mode().IsRegular() {
			break
		}
		if at, err := reader.Seek(0, io.SeekCurrent); err == nil && at <= info.Size() {
			return info.Size() - at
		}
	}
	return -1
}
