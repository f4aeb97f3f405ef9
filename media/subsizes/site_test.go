package subsizes_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
)

// fake is a site that takes sideloads and notes what it is asked for.
type fake struct {
	index     string            // the members of the index
	noRoute   bool              // it has no route for sideloads
	record    string            // further members of the record
	missing   []string          // what is missing after the upload
	stays     []string          // what is missing at the end
	fail      map[string]string // step -> answer, with status 403
	mu        sync.Mutex
	steps     []string
	sideloads map[string][]byte // name of the file -> content
	finalized []map[string]any
	fields    map[string]string // of the upload
}

const shown = `"image_sizes":{"thumbnail":{"width":150,"height":150,"crop":true},"medium":{"width":300,"height":300,` +
	`"crop":false},` +
	`"banner":{"width":400,"height":100,"crop":["left","top"]}},"image_size_threshold":2560`

const noRouteAnswer = `{"code":"rest_no_route","message":"none","data":{"status":404}}`

func (f *fake) step(format string, args ...any) string {
	name := fmt.Sprintf(format, args...)
	f.steps = append(f.steps, name)
	return name
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	answer := func(status int, body string) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
	record := func(missing []string) string {
		list, _ := json.Marshal(append([]string{}, missing...))
		return fmt.Sprintf(`{"id":7,"type":"attachment","mime_type":"image/x",`+
			`"media_details":{"file":"2026/11/stored.jpg"},"missing_image_sizes":%s%s}`, list, f.record)
	}
	route := strings.TrimPrefix(strings.TrimPrefix(r.URL.Path, "/cms-json/"), "cms/v2/media")
	var step, body string
	status := 200
	switch {
	case r.Method == "OPTIONS":
		step, body = f.step("ask"), `[]`
		if !f.noRoute {
			body = `{"namespace":"cms/v2","methods":["POST"],"endpoints":[{"methods":["POST"],"args":[]}]}`
		}
	case r.Method == "GET":
		step, body = "index", "{"+f.index+"}"
	case route == "":
		if err := r.ParseMultipartForm(1 << 20); err != nil {
			answer(400, `{"code":"x","message":"`+err.Error()+`"}`)
			return
		}
		f.fields = map[string]string{}
		for name, values := range r.MultipartForm.Value {
			f.fields[name] = values[0]
		}
		status, step, body = 201, f.step("upload"), record(f.missing)
	case route == "/7/sideload" && f.noRoute, route == "/7/finalize" && f.noRoute:
		status, step, body = 404, f.step("%s", route[3:]), noRouteAnswer
	case route == "/7/sideload":
		if err := r.ParseMultipartForm(10 << 20); err != nil {
			answer(400, `{"code":"x","message":"`+err.Error()+`"}`)
			return
		}
		names := r.MultipartForm.Value["image_size"]
		if several := r.MultipartForm.Value["image_size[]"]; several != nil {
			names = several
		}
		header := r.MultipartForm.File["file"][0]
		file, _ := header.Open()
		content, _ := io.ReadAll(file)
		if f.sideloads == nil {
			f.sideloads = map[string][]byte{}
		}
		f.sideloads[header.Filename] = content
		config, _, _ := image.DecodeConfig(bytes.NewReader(content))
		step = f.step("sideload %s", strings.Join(names, "+"))
		list, _ := json.Marshal(names)
		body = fmt.Sprintf(`{"image_size":%s,"width":%d,"height":%d,"file":%q}`, list, config.Width, config.Height,
			header.Filename)
	case route == "/7/finalize":
		var sent struct {
			SubSizes []map[string]any `json:"sub_sizes"`
		}
		_ = json.NewDecoder(r.Body).Decode(&sent)
		f.finalized = append(f.finalized, sent.SubSizes...)
		step, body = f.step("finalize %d", len(sent.SubSizes)), record(f.stays)
	case route == "/7/post-process":
		step, body = f.step("post-process"), record(f.stays)
	}
	if failure, ok := f.fail[step]; ok {
		status, body = 403, failure
		if failure == noRouteAnswer {
			status = 404
		}
	}
	answer(status, body)
}

// client starts the site and returns a client of it.
func (f *fake) client(t testing.TB) *cms.Client {
	t.Helper()
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	site, err := cms.New(server.URL,
		cms.WithRetry(cms.Retry{MinWait: time.Millisecond, MaxWait: time.Millisecond, Attempts: 1}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(site.CloseIdleConnections)
	return site
}

// went checks the steps.
func (f *fake) went(t testing.TB, name string, want ...string) {
	t.Helper()
	if !slices.Equal(f.steps, want) {
		t.Errorf("%s: the steps were %q\nwant %q", name, f.steps, want)
	}
}

// ramp is a picture in which red grows to the right and green downwards.
func ramp(width, height int) *image.RGBA {
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			picture.SetRGBA(x, y, color.RGBA{uint8(x * 255 / width), uint8(y * 255 / height), 0x40, 0xFF})
		}
	}
	return picture
}

func jpegFile(t testing.TB, picture image.Image, segments ...[]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, picture, &jpeg.Options{Quality: 90}); err != nil {
		t.Fatal(err)
	}
	file := b.Bytes()
	return bytes.Join([][]byte{file[:2], bytes.Join(segments, nil), file[2:]}, nil)
}

func pngFile(t testing.TB, picture image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gifFile(t testing.TB, g *gif.GIF) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, g); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// turned is the segment of a JPEG file that says how to turn it.
func turned(orientation byte) []byte {
	return []byte("\xFF\xE1\x00\x22Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00" +
		string(orientation) + "\x00\x00\x00\x00\x00\x00")
}

func decoded(t testing.TB, content []byte) image.Image {
	t.Helper()
	picture, _, err := image.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// near checks a colour of a picture.
func near(t testing.TB, name string, picture image.Image, x, y int, want color.RGBA) {
	t.Helper()
	r, g, b, _ := picture.At(x, y).RGBA()
	for i, pair := range [][2]int{{int(r >> 8), int(want.R)}, {int(g >> 8), int(want.G)}, {int(b >> 8), int(want.B)}} {
		if d := pair[0] - pair[1]; d < -24 || d > 24 {
			t.Errorf("%s: at %d, %d: colour %d is %d, want about %d", name, x, y, i, pair[0], pair[1])
		}
	}
}

func file(name string, content []byte) media.File { return media.Bytes(name, content) }
