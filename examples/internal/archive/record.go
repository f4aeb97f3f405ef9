package archive

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/fontcms/fontcms-go/cms"
)

// Record is a record as the site sends it. One type serves all kinds, and what
// plugins add to a record stays in it.
type Record map[string]json.RawMessage

// ID is the id of a record, 0 if it has none.
func (r Record) ID() int64 { return r.number("id") }

// Name is the name of the record in the folder, made of its id: "17", or that of a text.
func (r Record) Name() string {
	if text := r.Text("id"); text != "" {
		return Name(text)
	}
	return strconv.FormatInt(r.ID(), 10)
}

// Author is the id of the user who wrote the record, 0 if it does not say.
func (r Record) Author() int64 { return r.number("author") }

// Parent is the id of the record above it, 0 if there is none.
func (r Record) Parent() int64 { return r.number("parent") }

// HasRow reports whether a template is stored on the site. Otherwise it is a file of the
// theme or of a plugin.
func (r Record) HasRow() bool { return r.number("wp_id") != 0 || r.Text("source") == "custom" }

// ModifiedGMT is when the record was last changed.
func (r Record) ModifiedGMT() cms.GMTTime { return cms.GMTTime(r.Text("modified_gmt")) }

// Lost reports whether a download shows that there is no file at its address: it is not found, or the site
// sends a web page in its place. A store of files that may not be listed responds with 403.
func Lost(err error) bool {
	return errors.Is(err, cms.ErrNotFound) || errors.Is(err, cms.ErrForbidden) || errors.Is(err, cms.ErrDecode)
}

// SourceURL is the address of the file of a record of the media library.
func (r Record) SourceURL() string { return r.Text("source_url") }

// OriginalURL is the address of the file that was uploaded: a large picture was
// scaled down since, and SourceURL then names the smaller one.
func (r Record) OriginalURL() string {
	source, name := r.SourceURL(), r.Text("filename")
	if name == "" { // older sites say it only of those that were scaled
		var details struct {
			Original string `json:"original_image"`
		}
		_ = json.Unmarshal(r["media_details"], &details)
		name = details.Original
	}
	file := withoutQuery(source)
	folder := file[:strings.LastIndex(file, "/")+1]
	if name == "" || folder+path.Base(name) == file { // the query may be a signature of this file
		return source
	}
	return folder + path.Base(name)
}

// OriginalName is the name of the file that was uploaded, "" if the record has no file.
func (r Record) OriginalName() string {
	address := r.OriginalURL()
	if address == "" {
		return ""
	}
	return path.Base(withoutQuery(address))
}

func withoutQuery(address string) string {
	file, _, _ := strings.Cut(address, "?")
	return file
}

// Filesize is what the record says of the file, 0 if nothing.
func (r Record) Filesize() int64 { return r.number("filesize") }

// FileName is the name of the file beside the record, "" if it has none.
func (r Record) FileName() string {
	address := r.OriginalURL()
	if address == "" {
		return ""
	}
	return fmt.Sprintf("%d-%s", r.ID(), lastName(address))
}

// lastName is the last part of the path of an address as a name of a file.
func lastName(address string) string {
	name := strings.Map(func(c rune) rune {
		if c < ' ' || c == utf8.RuneError || strings.ContainsRune(`/\:*?"<>|`, c) {
			return '_'
		}
		return c
	}, path.Base(withoutQuery(address)))
	const longest = 200
	if cut := len(name) - longest; cut > 0 {
		for !utf8.RuneStart(name[cut]) { // JSON cannot hold a part of a character
			cut++
		}
		name = name[cut:] // keeps the end, which has the extension
	}
	return name
}

// FileMark tells files of a record apart that have the same name: it changes with
// the address of the file and with the size that the record states.
func (r Record) FileMark() string {
	return sign(fmt.Sprint(unsigned(r.OriginalURL()), unsigned(r.SourceURL()), r.Filesize()))
}

// unsigned is an address without its query if that is a signature which expires: each response has another
// one.
func unsigned(address string) string {
	if _, query, _ := strings.Cut(strings.ToLower(address), "?"); strings.Contains(query, "signature=") {
		return withoutQuery(address)
	}
	return address
}

func (r Record) number(name string) int64 {
	var n int64
	_ = json.Unmarshal(r[name], &n) // 0 if the field is absent
	return n
}

// Text is a field of the record that is a string, "" if it is none.
func (r Record) Text(name string) string {
	var s string
	_ = json.Unmarshal(r[name], &s)
	return s
}

// derived are the fields of a record that the site makes of other fields, or of who asks.
// [Encode] leaves them out.
func derived() []string {
	return []string{
		"_embedded", "_links", "author_avatar_urls", "class_list", "exif_orientation", "generated_slug",
		"image_output_format", "image_quality", "image_save_progressive", "missing_image_sizes", "type_label",
	}
}

// renderedOf are the fields of a text that the site makes of its raw form. [Encode] leaves
// them out. A text is an object with the field "raw".
func renderedOf() []string { return []string{"block_version", "protected", "rendered"} }

// leftOut reports whether [Encode] leaves out a field of a record. Of terms it is also the
// number of their records, of widgets also their HTML.
func (r Record) leftOut(name string) bool {
	_, term := r["taxonomy"]
	_, widget := r["id_base"]
	return slices.Contains(derived(), name) || term && name == "count" ||
		widget && (name == "rendered" || name == "rendered_form")
}

// Encode writes a record for the folder: always the same bytes for the same
// record, indented, names in order, without the fields that the site derives, and with
// the names of the specification where the site begins them with its prefix. All other
// fields stay, those of plugins included.
func Encode(r Record, prefix string) ([]byte, error) {
	out := make(map[string]any, len(r))
	for name, raw := range r {
		if r.leftOut(name) {
			continue
		}
		decoder := json.NewDecoder(bytes.NewReader(raw))
		decoder.UseNumber()
		var value any
		if err := decoder.Decode(&value); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if after, ok := strings.CutPrefix(name, prefix+"_pattern_"); ok {
			name = "cms_pattern_" + after
		}
		switch {
		case name == "type" && value == prefix+"_block":
			value = "cms_block"
		case name == "type" && value == prefix+"_navigation":
			value = "cms_navigation"
		case name == "taxonomy" && value == prefix+"_pattern_category":
			value = "cms_pattern_category"
		}
		out[name] = typed(value)
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false) // the texts are to be read
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(out); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// typed is a text without what the site renders of it. All other values, and all other
// fields of a text, stay as they are.
func typed(value any) any {
	text, ok := value.(map[string]any)
	if _, raw := text["raw"]; !ok || !raw {
		return value
	}
	maps.DeleteFunc(text, func(name string, _ any) bool { return slices.Contains(renderedOf(), name) })
	return text
}

// RecordOf makes a record of a typed one, with what its Extra holds: encoding/json
// would write that as a member "Extra".
func RecordOf(v any) (Record, error) {
	encoded, err := cms.Marshal(v)
	if err != nil {
		return nil, err
	}
	var r Record
	return r, cms.Unmarshal(encoded, &r)
}
