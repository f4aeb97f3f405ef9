package fontlibrary

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/textproto"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/fontcms/fontcms-go/cms"
)

// File is a font file to upload. Make one with [LocalFile] or [Bytes], or as a literal.
type File struct {
	// Name is the name of the file with its extension: .woff2, .woff, .ttf or .otf. The
	// site compares the extension with the content. Directories are dropped. If the site
	// has such a file, it appends -1 or -2 to the name.
	Name string
	// Open returns the content from its start. It is called once for each attempt.
	Open func() (io.ReadCloser, error)
	// Size is the exact length of the content in bytes, 0 or below if it is not known. A
	// content of another length is an error. Without a size the request uses chunked
	// encoding, which some hosts reject.
	Size int64
}

// LocalFile returns the file at a path. It is opened when it is sent. Errors: the path
// does not exist, or is not a regular file.
func LocalFile(name string) (File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return File{}, fmt.Errorf("fontlibrary: %w", err)
	}
	if !info.Mode().IsRegular() {
		return File{}, fmt.Errorf("fontlibrary: %s is not a regular file", name)
	}
	return File{filepath.Base(name), func() (io.ReadCloser, error) { return os.Open(name) }, info.Size()}, nil
}

// Bytes returns a file in memory. The content must not change while it is sent.
func Bytes(name string, content []byte) File {
	return File{name, func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil },
		int64(len(content))}
}

// Format writes only name and size, for every verb: fmt would print the content.
func (f File) Format(s fmt.State, _ rune) {
	_, _ = fmt.Fprintf(s, "fontlibrary.File(%q, %d bytes)", f.Name, f.Size)
}

// base returns the last element of the name. Control characters become hyphens. It returns "" if
// only dots and hyphens are left.
func (f File) base() string {
	name := f.Name[strings.LastIndexAny(f.Name, `/\`)+1:]
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '-'
		}
		return r
	}, name))
	if strings.Trim(name, ".-") == "" {
		return ""
	}
	return name
}

// mediaType returns the media type of the form field. The site ignores it.
func (f File) mediaType() string {
	switch extension := strings.ToLower(path.Ext(f.Name)); extension {
	case ".woff2", ".woff", ".ttf", ".otf":
		return "font/" + extension[1:]
	}
	return "application/octet-stream"
}

// form returns the body of a create with files.
func (p *FaceParams) form(operation string, body *faceBody) (*cms.Upload, error) {
	for i, file := range p.Files {
		argument := fmt.Sprintf("files[%d]", i)
		switch {
		case file.Open == nil:
			return nil, refuse(operation, argument, "has no Open")
		case file.base() == "":
			return nil, refuse(operation, argument, fmt.Sprintf("%.200q is not a file name", file.Name))
		}
	}
	var b bytes.Buffer // writing to a bytes.Buffer never fails
	form := multipart.NewWriter(&b)
	_ = form.WriteField("font_face_settings", body.Settings)
	if body.ThemeJSONVersion != nil {
		_ = form.WriteField("theme_json_version", fmt.Sprint(*body.ThemeJSONVersion))
	}
	m := &mail{files: p.Files}
	size := int64(0)
	for i, file := range p.Files {
		header := textproto.MIMEHeader{}
		header.Set("Content-Disposition", multipart.FileContentDisposition(partName(i), file.base()))
		header.Set("Content-Type", file.mediaType())
		_, _ = form.CreatePart(header)
		m.before = append(m.before, bytes.Clone(b.Bytes()))
		size += int64(b.Len()) + file.Size
		b.Reset()
		if file.Size <= 0 {
			m.unsized = true
		}
	}
	_ = form.Close()
	m.end = b.Bytes()
	size += int64(len(m.end))
	if m.unsized {
		size = -1
	}
	return &cms.Upload{Type: form.FormDataContentType(), Open: m.open, Size: size}, nil
}

// mail has the content of a form with files: the bytes before each file, the files, and
// the bytes after the last file.
type mail struct {
	before  [][]byte
	files   []File
	end     []byte
	unsized bool // the size of at least one file is not known
}

// open returns the form from its start.
func (m *mail) open() (io.ReadCloser, error) {
	s := &stream{}
	var parts []io.Reader
	for i, file := range m.files {
		content, err := file.Open()
		if err == nil && content == nil {
			err = errors.New("the function Open returned nil")
		}
		if err != nil {
			_ = s.Close()
			return nil, err
		}
		s.open = append(s.open, content)
		parts = append(parts, bytes.NewReader(m.before[i]), &sized{Reader: content, file: file})
	}
	s.Reader = io.MultiReader(append(parts, bytes.NewReader(m.end))...)
	return s, nil
}

// stream is a form that is being sent.
type stream struct {
	io.Reader
	open []io.Closer
}

// Close closes all files of the form.
func (s *stream) Close() error {
	var failed []error
	for _, file := range s.open {
		failed = append(failed, file.Close())
	}
	return errors.Join(failed...)
}

// sized reads a file. Its Read fails if the content is longer or shorter than the size of the file.
// The request then stops, so that the site does not store a part of the file.
type sized struct {
	io.Reader
	file File
	read int64
}

func (s *sized) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	s.read += int64(n)
	switch {
	case s.file.Size <= 0:
	case s.read > s.file.Size:
		return 0, fmt.Errorf("the content of %.200q is longer than its size of %d", s.file.Name, s.file.Size)
	case errors.Is(err, io.EOF) && s.read < s.file.Size:
		return 0, fmt.Errorf("the content of %.200q ended %d bytes before its size of %d: %w", s.file.Name,
			s.file.Size-s.read, s.file.Size, io.ErrUnexpectedEOF)
	}
	return n, err
}
