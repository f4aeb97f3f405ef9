package media

import (
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

type incoming struct {
	name    string // name to store the file under
	title   string // default title of the record; "" means the name of the stored file
	content []byte
}

// takeFile reads the file of a request from a form or from the body.
func (s Plane) takeFile(c *rest.Call) (*incoming, *rest.Error) {
	if len(c.Files) > 0 {
		return s.takeFormFile(c)
	}
	switch {
	case len(c.Body) == 0:
		return nil, rest.NewError(400, "rest_upload_no_data", "There is no file in the request.")
	case c.Header.Get("Content-Type") == "":
		return nil, rest.NewError(400, "rest_upload_no_content_type",
			"The type of the file is missing: the header Content-Type.")
	case c.Header.Get("Content-Disposition") == "":
		return nil, rest.NewError(400, "rest_upload_no_content_disposition",
			"The name of the file is missing: the header Content-Disposition.")
	}
	name := dispositionName(c.Header.Get("Content-Disposition"))
	if name == "" {
		return nil, rest.NewError(400, "rest_upload_invalid_disposition", "The name of the file could not be read.")
	}
	if why := s.checkSum(c, c.Body); why != nil {
		return nil, why
	}
	return s.settle(c, &incoming{name: name, content: c.Body}, "rest_upload_sideload_error")
}

func (s Plane) takeFormFile(c *rest.Call) (*incoming, *rest.Error) {
	const code = "rest_upload_unknown_error"
	list := c.Files["file"]
	if len(list) == 0 {
		return nil, rest.NewError(500, code, "The form has no part called file.")
	}
	part, err := list[0].Open()
	if err != nil {
		return nil, rest.NewError(500, code, "The file could not be read.")
	}
	defer part.Close()
	content, err := io.ReadAll(part)
	if err != nil || len(content) == 0 {
		return nil, rest.NewError(500, code, "The file is empty.")
	}
	if why := s.checkSum(c, content); why != nil {
		return nil, why
	}
	name := path.Base(list[0].Filename)
	return s.settle(c, &incoming{name: name, title: strings.TrimSpace(strings.TrimSuffix(name, path.Ext(name))),
		content: content}, code)
}

// settle cleans the file name. It refuses files that the site does not accept.
func (s Plane) settle(c *rest.Call, file *incoming, code string) (*incoming, *rest.Error) {
	name, mediaType := settleType(cleanFilename(file.name), file.content)
	if typeOf(file.name) == "" || !mayHold(c.User, mediaType) {
		return nil, rest.NewError(500, code,
			"The site does not accept files of this type, or the content does not match the extension.")
	}
	file.name = name
	return file, nil
}

func (s Plane) checkSum(c *rest.Call, content []byte) *rest.Error {
	want := c.Header.Get("Content-MD5")
	if sum := md5.Sum(content); want != "" && want != hex.EncodeToString(sum[:]) {
		return rest.NewError(412, "rest_upload_hash_mismatch", "The content does not match its checksum.")
	}
	return nil
}

// dispositionName returns the parameter filename of Content-Disposition. WordPress recognizes only
// the lower-case name, and ignores the disposition type.
func dispositionName(header string) string {
	_, rest, ok := strings.Cut(strings.TrimSpace(header), ";")
	if !ok {
		return ""
	}
	for _, attribute := range strings.Split(rest, ";") {
		name, value, ok := strings.Cut(attribute, "=")
		if !ok || strings.TrimSpace(name) != "filename" {
			continue
		}
		value = strings.TrimSpace(value)
		if len(value) > 1 && value[0] == '"' && value[len(value)-1] == '"' {
			value = value[1 : len(value)-1]
		}
		return value
	}
	return ""
}

func (s Plane) fetchOwn(c *rest.Call, address string) (*incoming, *rest.Error) {
	location, _, _ := strings.Cut(strings.TrimPrefix(address, *s.API.Base), "?")
	name := strings.TrimPrefix(location, s.UploadsPath())
	if !strings.HasPrefix(typeOf(name), "image/") {
		return nil, rest.NewError(400, "rest_invalid_url", "This is not the address of an image.")
	}
	content, ok := s.Files[name]
	if !ok {
		return nil, &rest.Error{Status: 500, Code: "http_404", Message: "Not Found",
			Instead: php.Object{{"code", 404}, {"body", fmt.Sprintf("<!DOCTYPE html>\n<title>%s</title>\n", "Page not found")}}}
	}
	return s.settle(c, &incoming{name: path.Base(name), content: content}, "rest_upload_sideload_error")
}
