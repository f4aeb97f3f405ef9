package media

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/relay"
)

// body is a file with its fields, ready to be sent.
type body struct {
	query    url.Values
	header   http.Header
	body     *cms.Upload
	progress *progress // nil if File.Progress is nil
}

// end stops the progress reports when the upload is over.
func (p *body) end() {
	if p.progress != nil {
		p.progress.end()
	}
}

// pack returns the body, the query and the headers of a request that sends the file and the
// fields.
func (f File) pack(ctx context.Context, operation string, fields []field) (*body, error) {
	if err := f.check(operation); err != nil {
		return nil, err
	}
	size := f.length()
	if err := f.settleType(ctx); err != nil {
		return nil, fmt.Errorf("%s: %w", operation, err)
	}
	p := &body{query: url.Values{}, header: http.Header{}}
	if f.MD5 != "" {
		p.header.Set("Content-MD5", strings.ToLower(f.MD5))
	}
	if f.Progress != nil {
		p.progress = &progress{tell: f.Progress, total: size}
	}
	var head, tail []byte
	if f.Raw {
		for _, field := range fields {
			p.query.Add(field.name, field.value)
		}
		p.header.Set("Content-Disposition", disposition(f.Name))
		p.body = &cms.Upload{Type: f.Type, Size: size}
	} else {
		var form string
		head, tail, form = f.form(fields)
		p.body = &cms.Upload{Type: form, Size: -1}
		if size >= 0 {
			p.body.Size = int64(len(head)) + size + int64(len(tail))
		}
	}
	if f.Reader != nil {
		p.body.Reader = p.stream(head, f.Reader, io.NopCloser(nil), tail, size)
		return p, nil
	}
	p.body.Open = func() (io.ReadCloser, error) {
		content, err := f.Open()
		if err != nil || content == nil { // a nil content gives a nil body, which the client refuses
			return nil, err
		}
		return p.stream(head, content, content, tail, size), nil
	}
	return p, nil
}

// stream returns the body for one attempt. If the file has a Progress function, the body is
// not a direct reader, because each Read calls this function of the caller: see [relay.Direct].
func (p *body) stream(head []byte, content io.Reader, closer io.Closer, tail []byte, size int64) io.ReadCloser {
	direct := p.progress == nil && relay.Direct(content)
	if size >= 0 {
		content = &exact{Reader: content, size: size, left: size}
	}
	if p.progress != nil {
		content = &starting{counted{Reader: content, progress: p.progress}}
	}
	content = io.MultiReader(bytes.NewReader(head), content, bytes.NewReader(tail))
	if direct {
		return relay.Directly(content, closer)
	}
	return struct {
		io.Reader
		io.Closer
	}{content, closer}
}

// starting is a [counted] reader for one attempt. It reports the beginning of the attempt at
// the first Read, because no content is sent before that.
type starting struct{ counted }

func (s *starting) Read(p []byte) (int, error) {
	if s.attempt == 0 {
		s.attempt = s.progress.begin()
	}
	return s.counted.Read(p)
}

// form returns the two parts of a multipart form that surround the content, and the media type
// of the form. It ignores errors, because writing to the buffer never fails.
func (f File) form(fields []field) (head, tail []byte, mediaType string) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, field := range fields {
		_ = w.WriteField(field.name, field.value)
	}
	part := textproto.MIMEHeader{}
	part.Set("Content-Disposition", multipart.FileContentDisposition("file", cleanName(f.Name)))
	part.Set("Content-Type", f.Type)
	_, _ = w.CreatePart(part)
	n := b.Len()
	_ = w.Close()
	whole := b.Bytes()
	return whole[:n:n], whole[n:], w.FormDataContentType()
}
