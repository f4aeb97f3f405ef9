package media

import (
	"bytes"
	"context"
	"crypto/md5" // the checksum that the interface asks for
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/fontcms/fontcms-go/internal/relay"
)

// File is what an upload sends: a name, a content, and how it travels. Make one
// with [LocalFile] or [Bytes], or as a literal, and set further fields as needed:
//
//	file, err := media.LocalFile("cover.jpg")
//	file.Progress = func(sent, total int64) { … }
//	photo, err := library.Upload(ctx, file, nil)
type File struct {
	// Name is the name of the file with its extension, by which the site judges
	// the content. What stands before the last slash is left out, and so are
	// characters that cannot travel. The site takes out more: it stores
	// "Sheet b ü.png" as sheet-b-u.png.
	Name string
	// Type is the media type, "image/png". The default is told by the extension,
	// and if that is unknown by the beginning of the content.
	Type string

	// Open returns the content from its start. It is called once each time that
	// the file is sent, and once more if the type has to be told by the content.
	Open func() (io.ReadCloser, error)
	// Reader is a content that can be read only once, in place of Open: the upload
	// is then never repeated. It is read from where it stands, and not closed; a
	// Read that has begun may still be going on when a cancelled upload returns.
	Reader io.Reader
	// Size is the exact length of the content in bytes, 0 or below if it is not
	// known. A content of another length is an error. The length of a Reader that
	// tells it (Len, or Stat of a regular file) need not be given. Without a size the
	// request goes out in chunks, which some hosts refuse.
	Size int64

	// Raw sends the content as the body of the request and the fields in its
	// address, which has to be short enough for the site then. The default is a
	// form. Non-ASCII letters in Name are lost.
	Raw bool
	// Progress is called as the content is sent: with 0 at the start of each
	// attempt, then with the bytes of the content that were handed on, and the
	// total, -1 if it is not known. Calls do not overlap. After the upload has
	// returned there are none, though one that began before may still be going on.
	Progress func(sent, total int64)
	// MD5 is the checksum of the content in hexadecimal: see [File.Sum]. If it is
	// not what arrived, the site answers [cms.ErrConflict].
	MD5 string
}

// Format writes name, type and size alone, whatever the verb: fmt would print
// the content.
func (f File) Format(s fmt.State, _ rune) {
	_, _ = fmt.Fprintf(s, "media.File(%q, %q, %d bytes)", f.Name, f.Type, f.Size)
}

// LocalFile returns the file at a path, which is opened when it is sent. It is
// an error if there is none, or no regular one.
func LocalFile(path string) (File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return File{}, fmt.Errorf("media: %w", err)
	}
	if !info.Mode().IsRegular() {
		return File{}, fmt.Errorf("media: %s is no regular file", path)
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

// Sum reads the content once through Open and returns its checksum, for MD5.
func (f *File) Sum() (string, error) {
	if f.Open == nil {
		return "", errors.New("media: only a file with Open can be read before it is sent")
	}
	content, err := f.Open()
	if err != nil {
		return "", fmt.Errorf("media: %w", err)
	}
	defer content.Close()
	sum := md5.New()
	if _, err := io.Copy(sum, content); err != nil {
		return "", fmt.Errorf("media: %w", err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// ContentType is the media type that the file is sent with: Type, or what the
// extension of Name says, or the beginning of the content. A Reader is not read for
// it: "" then.
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

// settleType fills Type.
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

// check refuses a file that cannot be sent.
func (f *File) check(operation string) error {
	switch {
	case (f.Open == nil) == (f.Reader == nil):
		return refuse(operation, "file", "it has either Open or Reader")
	case cleanName(f.Name) == "":
		return refuse(operation, "file", fmt.Sprintf("%q is no name of a file", f.Name))
	case f.Type != "" && !validType(f.Type):
		return refuse(operation, "file", fmt.Sprintf("%q is no media type", f.Type))
	}
	if sum, err := hex.DecodeString(f.MD5); err != nil || len(sum) != 0 && len(sum) != md5.Size {
		return refuse(operation, "file", fmt.Sprintf("%q is no MD5 checksum in hexadecimal", f.MD5))
	}
	return nil
}

// length is the size of the content, -1 if nothing tells it.
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
