package media_test

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"testing"

	jsonv2 "github.com/go-json-experiment/json"

	"github.com/fontcms/fontcms-go/media"
)

// decode decodes as the client does.
func decode(t testing.TB, data []byte, v any) {
	t.Helper()
	if err := jsonv2.Unmarshal(data, v); err != nil {
		t.Fatalf("json.Unmarshal(data, v): %v", err)
	}
}

// bodies are the records of a recorded answer.
func bodies(t testing.TB, name string) []json.RawMessage {
	t.Helper()
	rec := readRecording(t, filepath.Join("testdata", name+recordingEnd))
	body := rec.Response.bytes(t)
	if rec.Response.Status > 299 {
		return nil
	}
	var list []json.RawMessage
	if json.Unmarshal(body, &list) == nil {
		return list
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(body, &object); err != nil {
		t.Fatal(err)
	}
	if previous, ok := object["previous"]; ok {
		return []json.RawMessage{previous}
	}
	if _, ok := object["image_size"]; ok {
		return nil // a sub-size
	}
	return []json.RawMessage{body}
}

func TestEveryRecordedMemberIsAField(t *testing.T) {
	t.Parallel()
	n := 0
	for _, name := range recordings(t, "testdata") {
		for _, body := range bodies(t, name) {
			n++
			var m media.Media
			decode(t, body, &m)
			for where, extra := range map[string]int{
				"the record": len(m.Extra), "media_details": len(m.MediaDetails.Extra), "image_quality": len(m.ImageQuality.Extra),
			} {
				if extra != 0 {
					t.Errorf("%s: %s has %d unknown members, want 0", name, where, extra)
				}
			}
			encoded, err := jsonv2.Marshal(&m)
			if err != nil {
				t.Fatal(err)
			}
			var got, want map[string]any
			decode(t, encoded, &got)
			decode(t, body, &want)
			for member, value := range want {
				if !reflect.DeepEqual(normal(got[member]), normal(value)) {
					t.Errorf("normal(got[member]): %s: %s is %v, recorded %v: normal(got[member]) %v, want %v", name, member,
						got[member], value, normal(got[member]), normal(value))
				}
			}
		}
	}
	if n < 20 {
		t.Errorf("only %d records, want at least 20", n)
	}
}

// normal takes out what says the same: [] for {}, and a member that is empty.
func normal(v any) any {
	switch v := v.(type) {
	case bool:
		if !v {
			return nil
		}
	case []any:
		if len(v) == 0 {
			return nil
		}
	case map[string]any:
		out := map[string]any{}
		for name, value := range v {
			if value = normal(value); value != nil && value != "" && value != false {
				out[name] = value
			}
		}
		if len(out) == 0 {
			return nil
		}
		return out
	}
	return v
}

func TestPlainEncodingGivesTheSameRecord(t *testing.T) {
	t.Parallel()
	odd := []json.RawMessage{json.RawMessage(`{"id":7,"acf":{"a":[1]},"meta":{"_x":"y"},"post":3,"filename":null,
		"media_details":{"width":"640","height":480.0,"filesize":"","length":12.5,"audio":{"channels":2},"sizes":[],
			"image_meta":{"aperture":5.6,"orientation":6,"keywords":"one","focal":3},
			"parent_image":{"attachment_id":9,"file":"a.png","more":1}},
		"image_quality":{"default":80,"sizes":{"large":70},"more":true}}`)}
	names := append(recordings(t, "testdata"), "")
	for _, name := range names {
		list := odd
		if name != "" {
			list = bodies(t, name)
		}
		for _, body := range list {
			var m, again media.Media
			decode(t, body, &m)
			encoded, err := json.Marshal(m)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(encoded, &again); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(m, again) {
				t.Errorf("%s: decode: %+v, want %+v", name, m, again)
			}
		}
	}
	var m media.Media
	decode(t, odd[0], &m)
	d := m.MediaDetails
	switch {
	case d.Width != 640 || d.Height != 480:
		t.Errorf("decode: Width %d, Height %d, want 640 and 480", d.Width, d.Height)
	case d.Filesize != 0 || len(d.Extra) != 3:
		t.Errorf("decode: Filesize %d, %d members in Extra, want 0 and 3", d.Filesize, len(d.Extra))
	case d.ImageMeta.Aperture != "5.6" || d.ImageMeta.Orientation != "6":
		t.Errorf("decode: ImageMeta.Aperture %q, ImageMeta.Orientation %q, want %q and %q", d.ImageMeta.Aperture,
			d.ImageMeta.Orientation, "5.6", "6")
	case d.ImageMeta.Keywords[0] != "one":
		t.Errorf("decode: d.ImageMeta.Keywords[0] %q, want %q", d.ImageMeta.Keywords[0], "one")
	case len(d.ImageMeta.Extra) != 1:
		t.Errorf("decode: %d members in Extra, want 1", len(d.ImageMeta.Extra))
	case d.ParentImage.AttachmentID != 9 || len(d.ParentImage.Extra) != 1:
		t.Errorf("decode: ParentImage.AttachmentID %d, %d members in Extra, want 9 and 1", d.ParentImage.AttachmentID,
			len(d.ParentImage.Extra))
	case m.ImageQuality.Sizes["large"] != 70:
		t.Errorf(`decode: ImageQuality.Sizes["large"] %d, want 70`, m.ImageQuality.Sizes["large"])
	case len(m.ImageQuality.Extra) != 1 || len(m.Extra) != 1:
		t.Errorf("decode: %d members in Extra of ImageQuality, %d in Extra, want 1 and 1",
			len(m.ImageQuality.Extra), len(m.Extra))
	case d.Sizes != nil:
		t.Errorf("decode: Sizes %v, want nil", d.Sizes)
	}
}

func TestDetailThatDoesNotFitIsKept(t *testing.T) {
	t.Parallel()
	for _, details := range []string{
		`{"width":{"a":1},"height":2}`, `{"width":"wide","height":2}`, `{"width":1.5,"height":2}`,
		`{"width":[3],"height":"2"}`,
	} {
		var m media.Media
		decode(t, []byte(`{"id":1,"media_details":`+details+`}`), &m)
		switch {
		case m.MediaDetails.Height != 2 || m.MediaDetails.Width != 0:
			t.Errorf("%s: decode: MediaDetails.Height %d, MediaDetails.Width %d, want 2 and 0", details, m.MediaDetails.Height,
				m.MediaDetails.Width)
		case m.MediaDetails.Extra["width"] == nil:
			t.Errorf(`%s: decode: MediaDetails.Extra["width"] nil, want a value`, details)
		}
	}
	for _, details := range []string{`[]`, `null`, `false`, `""`, `{}`} {
		var m media.Media
		decode(t, []byte(`{"media_details":`+details+`,"image_quality":`+details+`}`), &m)
		if !reflect.ValueOf(m).IsZero() {
			t.Errorf("decoding the details %s: record %+v, want the zero record", details, m)
		}
	}
	var m media.Media
	if err := jsonv2.Unmarshal([]byte(`{"media_details":3}`), &m); err == nil {
		t.Error("a number is no object, want one")
	}
}

func TestPartsOfARecordAreReadByPlainEncodingToo(t *testing.T) {
	t.Parallel()
	var (
		details media.MediaDetails
		parent  media.ParentImage
	)
	for text, v := range map[string]any{
		`{"sizes":{"s":{"file":"a","width":"3","more":1}},"image_meta":{"iso":100,"more":null}}`: &details,
		`{"attachment_id":"9","file":false}`:                                                     &parent,
	} {
		if err := json.Unmarshal([]byte(text), v); err != nil {
			t.Errorf("%s: json.Unmarshal([]byte(text), v): %v", text, err)
		}
	}
	size, camera := details.Sizes["s"], details.ImageMeta
	switch {
	case size.Width != 3 || len(size.Extra) != 1:
		t.Errorf("size.Width %d, %d members in Extra, want 3 and 1", size.Width, len(size.Extra))
	case camera == nil:
		t.Error("camera nil, want a value")
	case camera.ISO != "100" || len(camera.Extra) != 1:
		t.Errorf("camera.ISO %q, %d members in Extra, want %q and 1", camera.ISO, len(camera.Extra), "100")
	case parent.AttachmentID != 9 || parent.File != "":
		t.Errorf("parent.AttachmentID %d, parent.File %q, want 9 and an empty string", parent.AttachmentID, parent.File)
	}
	if err := json.Unmarshal([]byte(`{"sizes":{"s":{"file":{}}}}`), &details); err != nil ||
		string(details.Sizes["s"].Extra["file"]) != "{}" {
		t.Errorf("Unmarshal of a size whose file is an object: %+v, error %v, want the file in its Extra", details, err)
	}
	for _, text := range []string{`3`} {
		odd := `{"s":` + text + `}`
		switch err := json.Unmarshal([]byte(`{"sizes":`+odd+`}`), &details); {
		case err != nil:
			t.Errorf("json.Unmarshal: %s is no size: %+v, %v, want nil", text, details, err)
		case details.Sizes != nil:
			t.Errorf("json.Unmarshal: %s is no size: details.Sizes %v, want nil", text, details.Sizes)
		case string(details.Extra["sizes"]) != odd:
			t.Errorf("sizes %s: Extra %q, want %q", text, string(details.Extra["sizes"]), odd)
		}
	}
	for _, v := range []json.Unmarshaler{&parent, new(media.ImageQuality)} {
		if err := v.UnmarshalJSON([]byte(`3`)); err == nil {
			t.Error("error nil, want an error")
		}
	}
}
