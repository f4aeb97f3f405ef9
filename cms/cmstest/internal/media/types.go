package media

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"net/http"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/site"
)

// fileTypes lists the media types that the site takes, each before the extensions of its files.
//
//go:embed types.txt
var fileTypes string

// typeOf is the media type of a file's name, "" if the site does not take such files.
func typeOf(name string) string {
	extension := strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))
	for line := range strings.Lines(fileTypes) {
		if words := strings.Fields(line); len(words) > 0 && extension != "" && slices.Contains(words[1:], extension) {
			return words[0]
		}
	}
	return ""
}

func extensionOf(mediaType string) string {
	for line := range strings.Lines(fileTypes) {
		if words := strings.Fields(line); len(words) > 0 && words[0] == mediaType {
			return "." + words[1]
		}
	}
	return ""
}

// mayHold says whether a user may upload files of a type: scripts and pages are for those who may post any HTML.
func mayHold(u *site.User, mediaType string) bool {
	switch mediaType {
	case "":
		return false
	case "text/html", "application/javascript":
		return u.Can("unfiltered_html")
	}
	return true
}

// settleType compares a name with the content. An image under the extension of another kind of image gets its own;
// otherwise a content that is not what the name says is refused: "".
func settleType(name string, content []byte) (settled, mediaType string) {
	named, found := typeOf(name), foundType(content)
	kind, _, _ := strings.Cut(named, "/")
	if isText(content) && (strings.HasPrefix(found, "audio/") || strings.HasPrefix(found, "video/")) {
		found = "text/plain"
	}
	switch {
	case named == "":
		return name, ""
	case kind == "image":
		if found == named || named == "image/x-icon" && found == "image/vnd.microsoft.icon" {
			return name, named
		}
		if strings.HasPrefix(found, "image/") && extensionOf(found) != "" {
			extension := extensionOf(found)
			if found == "image/tiff" {
				extension = ".tif"
			}
			name = strings.TrimSuffix(name, path.Ext(name)) + extension
			return name, typeOf(name)
		}
		return name, ""
	case kind == "text":
		if len(content) < 2 || !utf8.Valid(content) || bytes.HasPrefix(content, []byte("<?php")) || isJSON(content) ||
			bytes.IndexByte(content, 0) >= 0 || !strings.HasPrefix(found, "text/") ||
			slices.Contains([]string{"text/html", "text/css", "text/tab-separated-values"}, named) && found != named {
			return name, ""
		}
	case named == "application/rtf" && bytes.HasPrefix(content, []byte(`{\rtf`)):
		return name, named
	case found == "application/pdf" && named != found,
		strings.HasPrefix(found, "image/") || strings.HasPrefix(found, "text/"):
		return name, ""
	}
	return name, named
}

// foundType is the media type that a content shows.
func foundType(content []byte) string {
	switch {
	case bytes.HasPrefix(content, []byte("II*\x00")), bytes.HasPrefix(content, []byte("MM\x00*")):
		return "image/tiff"
	case len(content) >= 12 && string(content[4:8]) == "ftyp":
		switch string(content[8:12]) {
		case "avif", "avis":
			return "image/avif"
		case "heic", "heix", "heif", "mif1", "hevc", "hevx", "msf1": // the site makes one of all of them
			return "image/heic"
		}
	}
	found, _, _ := strings.Cut(http.DetectContentType(content), ";")
	return found
}

// isText says whether a content has no byte that no text has.
func isText(content []byte) bool {
	return utf8.Valid(content) &&
		bytes.IndexFunc(content, func(r rune) bool { return r < ' ' && !strings.ContainsRune("\t\n\f\r\x1b", r) }) < 0
}

// isJSON says whether a content begins with a list or an object: the site knows no files of that type.
func isJSON(content []byte) bool {
	content = bytes.TrimSpace(content)
	var value json.RawMessage
	return len(content) > 0 && (content[0] == '{' || content[0] == '[') &&
		json.NewDecoder(bytes.NewReader(content)).Decode(&value) == nil
}

const unnamedFile = "unnamed-file"

// cleanFilename makes a name fit for an address: accents stripped, dashes for spaces, no marks with a meaning, and an
// underscore behind what could pass for an extension inside.
func cleanFilename(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("?[]/\\=<>:;,'\"&$#*()|~`!{}%+’«»”“\x00", r):
			return -1
		case r == ' ' || r == '\t' || r == '\r' || r == '\n' || r == '\u00a0':
			return '-'
		}
		return r
	}, php.StripAccents(name))
	name = php.Dashes.ReplaceAllString(name, "-")
	if stem, extension := strings.TrimSuffix(name, path.Ext(name)),
		path.Ext(name); strings.Trim(stem, ".-_") == "" && typeOf(extension) != "" {
		return unnamedFile + strings.ToLower(extension)
	}
	for strings.Contains(name, "..") {
		name = strings.ReplaceAll(name, "..", ".")
	}
	parts := strings.Split(strings.Trim(name, ".-_"), ".")
	for i := 1; i < len(parts)-1; i++ {
		if looksLikeExtension(parts[i]) && typeOf("."+parts[i]) == "" {
			parts[i] += "_"
		}
	}
	return strings.Join(parts, ".")
}

// looksLikeExtension says whether a server might take a part of a name for an extension: two to five letters, and
// perhaps a digit.
func looksLikeExtension(s string) bool {
	if n := len(s); n > 0 && s[n-1] >= '0' && s[n-1] <= '9' {
		s = s[:n-1]
	}
	if len(s) < 2 || len(s) > 5 {
		return false
	}
	return strings.Trim(strings.ToLower(s), "abcdefghijklmnopqrstuvwxyz") == ""
}
