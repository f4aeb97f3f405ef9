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
		t.Fatalf("%v in %s", err, data)
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
					t.Errorf("%s: %s has %d unknown members", name, where, extra)
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
					t.Errorf("%s: %s is %v, recorded %v", name, member, got[member], value)
				}
			}
		}
	}
	if n < 20 {
		t.Errorf("only %d records", n)
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
				t.Errorf("%s:\n%+v\n%+v", name, m, again)
			}
		}
	}
	var m media.Media
	decode(t, odd[0], &m)
	d := m.MediaDetails
	if d.Width != 640 || d.Height != 480 || d.Filesize != 0 || len(d.Extra) != 3 || d.ImageMeta.Aperture != "5.6" || d.ImageMeta.Orientation != "6" ||
		d.ImageMeta.Keywords[0] != "one" || len(d.ImageMeta.Extra) != 1 || d.ParentImage.AttachmentID != 9 || len(d.ParentImage.Extra) != 1 ||
		m.ImageQuality.Sizes["large"] != 70 || len(m.ImageQuality.Extra) != 1 || len(m.Extra) != 1 || d.Sizes != nil {
		t.Errorf("%+v", m)
	}
}

func TestADetailThatDoesNotFitIsKept(t *testing.T) {
	t.Parallel()
	for _, details := range []string{
		`{"width":{"a":1},"height":2}`, `{"width":"wide","height":2}`, `{"width":1.5,"height":2}`, `{"width":[3],"height":"2"}`,
	} {
		var m media.Media
		decode(t, []byte(`{"id":1,"media_details":`+details+`}`), &m)
		if m.MediaDetails.Height != 2 || m.MediaDetails.Width != 0 || m.MediaDetails.Extra["width"] == nil {
			t.Errorf("%s: %+v", details, m.MediaDetails)
		}
	}
	for _, details := range []string{`[]`, `null`, `false`, `""`, `{}`} {
		var m media.Media
		decode(t, []byte(`{"media_details":`+details+`,"image_quality":`+details+`}`), &m)
		if !reflect.ValueOf(m).IsZero() {
			t.Errorf("%s: %+v", details, m)
		}
	}
	var m media.Media
	if err := jsonv2.Unmarshal([]byte(`{"media_details":3}`), &m); err == nil {
		t.Error("a number is no object")
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
			t.Errorf("%s: %v", text, err)
		}
	}
	size, camera := details.Sizes["s"], details.ImageMeta
	if size.Width != 3 || len(size.Extra) != 1 || camera == nil || camera.ISO != "100" || len(camera.Extra) != 1 || parent.AttachmentID != 9 || parent.File != "" {
		t.Errorf("%+v, %+v, %+v", size, camera, parent)
	}
	if err := json.Unmarshal([]byte(`{"sizes":{"s":{"file":{}}}}`), &details); err != nil ||
		string(details.Sizes["s"].Extra["file"]) != "{}" {
		t.Errorf("Unmarshal of a size whose file is an object: %+v, error %v, want the file in its Extra", details, err)
	}
	for _, text := range []string{`3`} {
		odd := `{"s":` + text + `}`
		if err := json.Unmarshal([]byte(`{"sizes":`+odd+`}`), &details); err != nil || details.Sizes != nil || string(details.Extra["sizes"]) != odd {
			t.Errorf("%s is no size: %+v, %v", text, details, err)
		}
	}
	for _, v := range []json.Unmarshaler{&parent, new(media.ImageQuality)} {
		if err := v.UnmarshalJSON([]byte(`3`)); err == nil {
			t.Errorf("3 is no %T", v)
		}
	}
}
