package archive

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

func TestFilesOfAFaceAreThoseOnTheHostOfTheSite(t *testing.T) {
	t.Parallel()
	const home = "https://site.example"
	for name, c := range map[string]struct {
		src  string
		want []FaceFile
	}{
		"one": {`"https://site.example/fonts/Inter.woff2"`,
			[]FaceFile{{"https://site.example/fonts/Inter.woff2", "31-1-Inter.woff2"}}},
		"several, one elsewhere": {`["https://other.example/a.ttf","https://site.example/b.ttf"]`,
			[]FaceFile{{"https://other.example/a.ttf", ""}, {"https://site.example/b.ttf", "31-2-b.ttf"}}},
		"a name that leads out": {`"https://site.example/fonts/..%2F..%5Cx.woff2"`,
			[]FaceFile{{"https://site.example/fonts/..%2F..%5Cx.woff2", "31-1-..%2F..%5Cx.woff2"}}},
		"no address": {`"../../x"`, []FaceFile{{"../../x", ""}}},
		"no text":    {`7`, nil},
	} {
		r := Record{"id": json.RawMessage("31"), "font_face_settings": json.RawMessage(`{"src":` + c.src + `}`)}
		if got := r.FaceFiles(home); !slices.Equal(got, c.want) {
			t.Errorf("FaceFiles of %s: %v, want %v", name, got, c.want)
		}
	}
}

func TestWidgetsAreKeptWithoutTheirHTML(t *testing.T) {
	t.Parallel()
	got, err := Encode(Record{"id": json.RawMessage(`"text-3"`), "id_base": json.RawMessage(`"text"`),
		"rendered": json.RawMessage(`"<p>"`), "rendered_form": json.RawMessage(`"<form>"`)}, "wp")
	const want = "{\n  \"id\": \"text-3\",\n  \"id_base\": \"text\"\n}\n"
	if err != nil || string(got) != want {
		t.Errorf("Encode of a widget: %s, error %v, want %s", got, err, want)
	}
}

func TestFolderNamesWhatIsDamagedOfTheLook(t *testing.T) {
	t.Parallel()
	f, err := Make(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	state := &State{}
	write := func(kind, name, text string) {
		t.Helper()
		if err := f.Prepare(kind); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(kind, name, []byte(text)); err != nil {
			t.Fatal(err)
		}
		state.Kind(kind)
	}
	write(Templates, Name("paper//home"), `{"id":"paper//home"}`)
	write(Templates, Name("paper//single"), `{"id":"paper//other"}`)
	write(Widgets, "text-3", `{"id":`)
	write(FontFaces, "31", `{"id":31,"font_face_settings":{"src":"https://a.example/x.ttf"}}`)
	file := FaceFile{"https://a.example/x.ttf", "31-1-x.ttf"}
	state.Kind(FontFaces).NoteFaceFile(file, 5)
	lacks, err := f.Lacks(state)
	if err != nil {
		t.Fatal(err)
	}
	got := []string{}
	for _, l := range lacks {
		got = append(got, l.Kind+"/"+l.Name)
	}
	want := []string{"font-faces/31", "templates/paper%2F%2Fsingle", "widgets/text-3"}
	if !slices.Equal(got, want) {
		t.Errorf("Lacks: %v, want %v", got, want)
	}
	if f.HasFaceFile(file, state.Kind(FontFaces)) {
		t.Error("HasFaceFile of a file that is not on the disk: true, want false")
	}
	if _, err := f.WriteFile(FontFaces, file.Name, strings.NewReader("fonts")); err != nil {
		t.Fatal(err)
	}
	if !f.HasFaceFile(file, state.Kind(FontFaces)) {
		t.Error("HasFaceFile of a file as it was copied: false, want true")
	}
	if names, err := f.Names(FontFaces); err != nil || !slices.Equal(names, []string{"31"}) {
		t.Errorf("Names of faces: %v, error %v, want the record without its file", names, err)
	}
}
