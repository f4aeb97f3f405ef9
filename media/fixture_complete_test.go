package media_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/jarcoal/httpmock"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/media"
)

// unproducible are the fixtures that no call of this package can ask for.
func unproducible() map[string]string {
	return map[string]string{
		"media_create_json_no_file_400": "a record without a file or an address: Upload takes a file, UploadURL an " +
			"address",
		"media_post_process_bad_action_400": "PostProcess knows one action",
		"media_upload_bad_disposition_400":  "Upload always names the file",
		"media_upload_no_disposition_400":   "Upload always names the file",
		"media_upload_no_content_type_400":  "Upload always states a type",
	}
}

func TestEveryRecordingIsReplayedOrListed(t *testing.T) {
	t.Parallel()
	replayed := map[string]bool{}
	sources, err := filepath.Glob("fixture_*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range sources {
		file, err := parser.ParseFile(token.NewFileSet(), source, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			pair, ok := n.(*ast.KeyValueExpr)
			if !ok {
				return true
			}
			key, isName := pair.Key.(*ast.Ident)
			value, isText := pair.Value.(*ast.BasicLit)
			if isName && isText && key.Name == "fixture" {
				name, _ := strconv.Unquote(value.Value)
				replayed[name] = true
			}
			return true
		})
	}
	for _, name := range recordings(t, "testdata") {
		switch reason, listed := unproducible()[name]; {
		case replayed[name] && listed:
			t.Errorf("%s is replayed and listed as unproducible (%s), want one of them", name, reason)
		case !replayed[name] && !listed:
			t.Errorf("%s is neither replayed nor listed as unproducible, want one of them", name)
		}
	}
}

func recordings(t testing.TB, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "media_*"+recordingEnd))
	switch {
	case err != nil:
		t.Fatalf("no recordings in %s: %v, want nil", folder, err)
	case len(files) == 0:
		t.Fatalf("no recordings in %s: %v: length of files 0, want more than 0", folder, err)
	}
	var names []string
	for _, file := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(file), recordingEnd))
	}
	return names
}

// TestRecordedResponsesDecode sends any answer to the call whose route it was
// recorded at: records decode, and errors keep their code.
func TestRecordedResponsesDecode(t *testing.T) {
	t.Parallel()
	folder := os.Getenv("FONTCMS_RECORDINGS")
	if folder == "" {
		folder = "testdata"
	}
	for _, name := range recordings(t, folder) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := readRecording(t, filepath.Join(folder, name+recordingEnd))
			mock := httpmock.NewMockTransport()
			mock.RegisterNoResponder(func(*http.Request) (*http.Response, error) {
				resp := httpmock.NewBytesResponse(rec.Response.Status, rec.Response.bytes(t))
				resp.Header = rec.Response.Headers.Clone()
				resp.Header.Del("X-Wp-Upload-Attachment-Id") // or the client goes on
				return resp, nil
			})
			err := callRoute(t, rec, replaySite(t, mock))
			if rec.Response.Status < 300 {
				if err != nil {
					t.Error(err)
				}
				return
			}
			var envelope struct{ Code string }
			if err := json.Unmarshal(rec.Response.bytes(t), &envelope); err != nil {
				t.Fatal(err)
			}
			e, ok := errors.AsType[*cms.Error](err)
			switch {
			case !ok:
				t.Errorf("error %v, want a *cms.Error with status %d and code %s", err, rec.Response.Status, envelope.Code)
			case e.Status != rec.Response.Status:
				t.Errorf("error %v has status %d, want %d", err, e.Status, rec.Response.Status)
			case string(e.Code) != envelope.Code:
				t.Errorf("error %v has code %q, want %q", err, string(e.Code), envelope.Code)
			}
		})
	}
}

// callRoute calls the method of the route that a recording was made at.
func callRoute(t *testing.T, rec *recording, site *cms.Client) error {
	t.Helper()
	library, ctx := media.New(site), t.Context()
	query, _ := url.ParseQuery(rec.Request.Query)
	var fields []cms.CallOption
	if list := query.Get("_fields"); list != "" {
		fields = append(fields, cms.Fields(strings.Split(list, ",")...))
	}
	var err error
	_, route, _ := strings.Cut(rec.Request.Path, "/v2/media")
	parts := strings.Split(strings.Trim(route, "/"), "/")
	action := rec.Request.Method + " " + parts[len(parts)-1]
	if _, isID := strconv.Atoi(parts[len(parts)-1]); isID == nil {
		action = rec.Request.Method + " {id}"
	}
	id := int64(1) // the one that the record in the response has
	for _, part := range parts {
		if n, err := strconv.ParseInt(part, 10, 64); err == nil {
			id = n
		}
	}
	switch action {
	case "GET ":
		_, err = library.List(ctx, nil, fields...)
	case "POST ":
		_, err = library.Upload(ctx, media.Bytes("a.png", []byte("a")), nil, fields...)
	case "GET {id}":
		_, err = library.Get(ctx, id)
	case "POST {id}":
		_, err = library.Update(ctx, id, nil)
	case "DELETE {id}":
		_, err = library.Delete(ctx, id)
	case "POST post-process":
		_, err = library.PostProcess(ctx, id, fields...)
	case "POST edit":
		_, err = library.Edit(ctx, id, &media.EditParams{Src: "a"}, fields...)
	case "POST sideload":
		_, err = library.Sideload(ctx, id, media.Bytes("a.png", []byte("a")),
			&media.SideloadParams{ImageSize: media.SizeNames{"a"}}, fields...)
	case "POST finalize":
		_, err = library.Finalize(ctx, id, nil, fields...)
	default:
		_, err = cms.Do[cms.Raw](ctx, site, cms.Request[cms.Raw]{Path: "cms/v2/media/" + strings.Join(parts, "/")})
	}
	return err
}
