package media_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
)

// part is a type of this package that reads and writes its own JSON.
type part interface {
	json.Unmarshaler
	jsonv2.UnmarshalerFrom
	json.Marshaler
}

// filled is a part with all of its fields set, and how it is written.
type filled struct {
	part part
	text string
}

func unknown() cms.Extra { return cms.Extra{"more": json.RawMessage(`[1]`)} }

// parts are all of them.
func parts() []filled {
	size := media.Size{File: "a-1x2.png", Width: 1, Height: 2, Filesize: 3, MimeType: "image/png",
		SourceURL: "https://a.example/a-1x2.png", Extra: unknown()}
	const sizeText = `{"file":"a-1x2.png","filesize":3,"height":2,"mime_type":"image/png","more":[1],` +
		`"source_url":"https://a.example/a-1x2.png","width":1}`
	meta := media.ImageMeta{
		Aperture: "1.8", Credit: "c", Camera: "k", Caption: "t", CreatedTimestamp: "5", Copyright: "r", FocalLength: "50",
		ISO: "100", ShutterSpeed: "0.1",
		Title: "u", Orientation: "6", Keywords: cms.StringList{"one", "two"}, Alt: "a", Extra: unknown(),
	}
	const metaText = `{"alt":"a","aperture":"1.8","camera":"k","caption":"t","copyright":"r","created_timestamp":"5",` +
		`"credit":"c","focal_length":"50","iso":"100",` +
		`"keywords":["one","two"],"more":[1],"orientation":"6","shutter_speed":"0.1","title":"u"}`
	parent := media.ParentImage{AttachmentID: 9, File: "2026/11/b.png", Extra: unknown()}
	const parentText = `{"attachment_id":"9","file":"2026/11/b.png","more":[1]}`
	details := media.MediaDetails{
		Width: 4, Height: 5, File: "2026/11/a.png", Filesize: 6, Sizes: map[string]media.Size{"large": size},
		ImageMeta: &meta, OriginalImage: "o.png",
		ParentImage: &parent, Extra: unknown(),
	}
	const detailsText = `{"file":"2026/11/a.png","filesize":6,"height":5,"image_meta":` + metaText +
		`,"more":[1],"original_image":"o.png","parent_image":` +
		parentText + `,"sizes":{"large":` + sizeText + `},"width":4}`
	quality := media.ImageQuality{Default: 82, Sizes: map[string]int{"large": 70}, Extra: unknown()}
	return []filled{
		{&details, detailsText},
		{&parent, parentText},
		{&quality, `{"default":82,"more":[1],"sizes":{"large":70}}`},
		{&media.SizeNames{"thumbnail", "large"}, `["thumbnail","large"]`},
		{&media.SizeNames{"thumbnail"}, `"thumbnail"`},
	}
}

// readers are the ways in which a part is read.
func readers() map[string]func(text string, v part) error {
	return map[string]func(string, part) error{
		"encoding/json": func(text string, v part) error { return json.Unmarshal([]byte(text), v) },
		"UnmarshalJSON": func(text string, v part) error { return v.UnmarshalJSON([]byte(text)) },
		"UnmarshalJSONFrom": func(text string, v part) error {
			return v.UnmarshalJSONFrom(jsontext.NewDecoder(strings.NewReader(text)))
		},
	}
}

// blank is a part of the same type without anything in it.
func blank(v part) part { return reflect.New(reflect.TypeOf(v).Elem()).Interface().(part) }

func TestEveryPartIsWrittenWithAllItsFieldsAndReadBack(t *testing.T) {
	t.Parallel()
	for _, whole := range parts() {
		got, err := json.Marshal(whole.part)
		if err != nil {
			t.Fatal(err)
		}
		text := jsontext.Value(got)
		switch err := text.Canonicalize(); {
		case err != nil:
			t.Errorf("json.Marshal of a %T: %s: Canonicalize error %v, want nil", whole.part, text, err)
		case string(text) != whole.text:
			t.Errorf("json.Marshal of a %T: %s, want %s", whole.part, text, whole.text)
		}
		for way, read := range readers() {
			again := blank(whole.part)
			if err := read(whole.text, again); err != nil || !reflect.DeepEqual(again, whole.part) {
				t.Errorf("%s: decoding a %T: %+v, error %v, want %+v and nil", way, whole.part, again, err, whole.part)
			}
		}
	}
}

func TestPartsWriteNothingThatIsZero(t *testing.T) {
	t.Parallel()
	for _, c := range []filled{
		{&media.MediaDetails{}, `{}`},
		{&media.MediaDetails{Sizes: map[string]media.Size{}}, `{"sizes":{}}`},
		{&media.ParentImage{}, `{}`},
		{&media.ImageQuality{}, `{}`},
		{&media.ImageQuality{Sizes: map[string]int{}}, `{"sizes":{}}`},
		{&media.MediaDetails{Sizes: map[string]media.Size{"a": {}}},
			`{"sizes":{"a":{"file":"","width":0,"height":0,"mime_type":"","source_url":""}}}`},
		{&media.SizeNames{}, `[]`},
	} {
		switch got, err := json.Marshal(c.part); {
		case err != nil:
			t.Errorf("json.Marshal(%#v): error %v, want nil", c.part, err)
		case string(got) != c.text:
			t.Errorf("json.Marshal(%#v): %s, want %s", c.part, got, c.text)
		}
	}
}

func TestReadingAPartForgetsWhatItHeld(t *testing.T) {
	t.Parallel()
	for i, whole := range parts() {
		for way, read := range readers() {
			for _, text := range []string{`{}`, `[]`, `null`, `false`, `""`} {
				if _, names := whole.part.(*media.SizeNames); names && (text == `{}` || text == `""`) {
					continue // an object is read as a list, and "" is a name
				}
				held := parts()[i].part
				if err := read(text, held); err != nil {
					t.Errorf("%s, %s: read(text, held): %v", way, text, err)
				}
				switch v := reflect.ValueOf(held).Elem(); {
				case !v.IsZero() && v.Kind() != reflect.Slice:
					t.Errorf("%T, %s: decoding %s keeps %+v, want the zero value", held, way, text, held)
				case v.Kind() == reflect.Slice && v.Len() > 0:
					t.Errorf("%T, %s: decoding %s keeps %+v, want no items", held, way, text, held)
				}
			}
		}
	}
}

func TestListOrTextInPlaceOfAPartIsRead(t *testing.T) {
	t.Parallel()
	for way, read := range readers() {
		for _, text := range []string{`["a"]`, `"a"`, `[{"width":1}]`} {
			for _, held := range []part{
				&media.MediaDetails{Width: 1}, &media.ParentImage{File: "a"}, &media.ImageQuality{Default: 1},
			} {
				if err := read(text, held); err != nil || !reflect.ValueOf(held).Elem().IsZero() {
					t.Errorf("%T, %s: decoding %s: %+v, error %v, want the zero value", held, way, text, held, err)
				}
			}
		}
	}
}

func TestBrokenPartsAreErrors(t *testing.T) {
	t.Parallel()
	for _, whole := range parts() {
		for way, read := range readers() {
			for _, text := range []string{``, `{`, `{"a":`, `[`, `["a",`, `x`} {
				if err := read(text, blank(whole.part)); err == nil {
					t.Errorf("%T, %s: decoding %q: error nil, want an error", whole.part, way, text)
				}
			}
			if _, names := whole.part.(*media.SizeNames); names {
				continue
			}
			for _, text := range []string{`3`, `true`} {
				if err := read(text, blank(whole.part)); err == nil {
					t.Errorf("%T, %s: decoding %s: error nil, want an error", whole.part, way, text)
				}
			}
		}
	}
}

func TestPartsThatCannotBeWrittenAreErrors(t *testing.T) {
	t.Parallel()
	broken := cms.Extra{"a": json.RawMessage(`{`)}
	for _, v := range []json.Marshaler{
		media.MediaDetails{Extra: broken}, media.ParentImage{Extra: broken},
		media.ImageQuality{Default: 82, Extra: cms.Extra{"default": json.RawMessage(`1`)}}, media.ImageQuality{Extra: broken},
		media.Modifiers{nil}, media.Modifiers{media.Flip{}, nil},
		media.MediaDetails{Sizes: map[string]media.Size{"a": {Extra: broken}}},
		media.MediaDetails{ImageMeta: &media.ImageMeta{Extra: broken}},
		media.MediaDetails{ParentImage: &media.ParentImage{Extra: broken}},
	} {
		if text, err := v.MarshalJSON(); err == nil {
			t.Errorf("%T is written as %s: error nil, want an error", v, text)
		}
	}
}

// asRecord reads media_details as they come in a record.
func asRecord(t *testing.T, details string) media.MediaDetails {
	t.Helper()
	var m media.Media
	options := jsonv2.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if err := jsonv2.Unmarshal([]byte(`{"media_details":`+details+`}`), &m, options); err != nil {
		t.Errorf("%s: json.Unmarshal: %v", details, err)
	}
	return m.MediaDetails
}

func TestDetailsAcceptDuplicateNamesAndInvalidUTF8(t *testing.T) {
	t.Parallel()
	for _, odd := range []string{"", `"width":{},`} { // with it, member by member
		d := asRecord(t, `{`+odd+`"file":"a`+"\xff"+`","file":"b`+"\xff"+`.png",
			"sizes":{"x":{"width":"1","width":"2","file":"`+"\xff"+`"},"x":{"width":"3","file":"`+"\xff"+`"}},
			"image_meta":{"iso":1,"iso":2,"title":"`+"\xff"+`"},"parent_image":{"file":"x","file":"`+"\xff"+`"}}`)
		switch {
		case d.File != "b\uFFFD.png":
			t.Errorf("%q: asRecord: File %q, want %q", odd, d.File, "b\uFFFD.png")
		case d.Sizes["x"].Width != 3:
			t.Errorf(`%q: asRecord: d.Sizes["x"].Width %d, want 3`, odd, d.Sizes["x"].Width)
		case d.Sizes["x"].File != "\uFFFD":
			t.Errorf(`%q: asRecord: d.Sizes["x"].File %q, want %q`, odd, d.Sizes["x"].File, "\uFFFD")
		case d.ImageMeta == nil:
			t.Errorf("%q: asRecord: ImageMeta nil, want a value", odd)
		case d.ImageMeta.ISO != "2" || d.ImageMeta.Title != "\uFFFD":
			t.Errorf("%q: asRecord: ImageMeta.ISO %q, ImageMeta.Title %q, want %q and %q", odd, d.ImageMeta.ISO,
				d.ImageMeta.Title, "2", "\uFFFD")
		case d.ParentImage == nil:
			t.Errorf("%q: asRecord: ParentImage nil, want a value", odd)
		case d.ParentImage.File != "\uFFFD":
			t.Errorf("%q: asRecord: ParentImage.File %q, want %q", odd, d.ParentImage.File, "\uFFFD")
		}
	}
}

func TestPartAcceptsDuplicateNamesAndInvalidUTF8(t *testing.T) {
	t.Parallel()
	for _, whole := range parts() {
		if _, names := whole.part.(*media.SizeNames); names {
			continue
		}
		if err := blank(whole.part).UnmarshalJSON([]byte(`{"more":"x","more":"` + "\xff" + `"}`)); err != nil {
			t.Errorf("blank(whole.part): %v", err)
		}
	}
}

func TestWithoutUnknownMembersExtraIsNil(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]part{
		`{"width":"7","file":"a"}`:            &media.MediaDetails{Width: 7, File: "a"},
		`{"attachment_id":"9","file":"a"}`:    &media.ParentImage{AttachmentID: 9, File: "a"},
		`{"default":80,"sizes":{"large":70}}`: &media.ImageQuality{Default: 80, Sizes: map[string]int{"large": 70}},
		`{"default":"80"}`:                    &media.ImageQuality{Default: 80},
		`{"parent_image":{"file":"a"},"width":"7"}`: &media.MediaDetails{Width: 7,
			ParentImage: &media.ParentImage{File: "a"}},
	} {
		for way, read := range readers() {
			got := blank(want)
			if err := read(text, got); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %s: decoding: %v, error %v, want %v and nil", text, way, got, err, want)
			}
		}
	}
}

func TestFieldOfTheWrongTypeDoesNotHideOthers(t *testing.T) {
	t.Parallel()
	whole := parts()[0]
	for member, forget := range map[string]func(*media.MediaDetails){
		"width": func(d *media.MediaDetails) { d.Width = 0 }, "height": func(d *media.MediaDetails) { d.Height = 0 },
		"file": func(d *media.MediaDetails) { d.File = "" }, "filesize": func(d *media.MediaDetails) { d.Filesize = 0 },
		"sizes": func(d *media.MediaDetails) { d.Sizes = nil }, "image_meta": func(d *media.MediaDetails) {
			d.ImageMeta = nil
		},
		"original_image": func(d *media.MediaDetails) { d.OriginalImage = "" }, "parent_image": func(d *media.MediaDetails) {
			d.ParentImage = nil
		},
	} {
		var members map[string]json.RawMessage
		decode(t, []byte(whole.text), &members)
		members[member] = json.RawMessage(`7.5`)
		if member == "file" || member == "original_image" {
			members[member] = json.RawMessage(`[7]`)
		}
		text, err := json.Marshal(members)
		if err != nil {
			t.Fatal(err)
		}
		want := *parts()[0].part.(*media.MediaDetails)
		forget(&want)
		want.Extra = cms.Extra{"more": want.Extra["more"], member: members[member]}
		if got := asRecord(t, string(text)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: asRecord(string(text)): %+v, want %+v", member, got, want)
		}
	}
}

// inSizes reads a size among those of an image, and returns the sizes instead if they do
// not fit.
func inSizes(t *testing.T, size string) (media.Size, json.RawMessage) {
	t.Helper()
	d := asRecord(t, `{"sizes":{"s":`+size+`}}`)
	return d.Sizes["s"], d.Extra["sizes"]
}

func TestNumbersAreReadFromStringsAndEmptyValues(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{
		`"3"`: 3, `3.0`: 3, `"3.0"`: 3, `""`: 0, `false`: 0, `[]`: 0, `null`: 0, `"-3"`: -3,
		`"9223372036854775807"`: 1<<63 - 1,
	} {
		if size, extra := inSizes(t, `{"width":"7","filesize":`+text+`}`); size.Filesize != want || size.Width != 7 {
			t.Errorf("%s: inSizes: Filesize %d, Width %d, extra %s, want %d and 7", text, size.Filesize, size.Width, extra, want)
		}
	}
	for _, text := range []string{`"x"`, `1.5`, `"1.5"`, `true`, `{}`, `[1]`, `" 3 "`, `3e2`} {
		size, _ := inSizes(t, `{"width":"7","filesize":`+text+`}`)
		switch {
		case size.Extra["filesize"] == nil:
			t.Errorf(`size with the filesize %s: %+v, want the filesize in Extra; size.Extra["filesize"] nil, want a value`,
				text, size)
		case size.Filesize != 0 || size.Width != 7:
			t.Errorf("size with the filesize %s: %+v, want the filesize in Extra; Filesize %d, want 0; Width %d, want 7", text,
				size, size.Filesize, size.Width)
		}
	}
	for text, want := range map[string]string{`"a"`: "a", `1.50`: "1.50", `false`: "", `null`: ""} {
		if size, extra := inSizes(t, `{"width":"7","file":`+text+`}`); size.File != want || extra != nil {
			t.Errorf("%s: inSizes: File %q, extra %s, want %q and nil", text, size.File, extra, want)
		}
	}
}
