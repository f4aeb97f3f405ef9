package cms_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

func TestCreateWhoseResponseHasTheRecordIsNotErrOutcomeUnknown(t *testing.T) {
	t.Parallel()
	const posts = "https://docs.example.org/wp-json/cms/v2/posts/"
	for name, test := range map[string]struct {
		status         int
		body, location string
		id             int64
		known          bool
		reason         error
	}{
		"201 and an id":             {201, `{"id":7,"title":5,` + crowd() + `}`, "", 7, true, cms.ErrDecode},
		"201, an id and a location": {201, `{"id":7,` + crowd() + `}`, posts + "8", 7, true, cms.ErrDecode},
		"201 and a numeral":         {201, `{"id":"7",` + crowd() + `}`, "", 7, true, cms.ErrDecode},
		"201 and a location":        {201, `{"slug":"a"}`, posts + "7", 7, true, cms.ErrDecode},
		"201 and a location with plain links": {201, `{"slug":"a"}`,
			"https://docs.example.org/?rest_route=%2Fcms%2Fv2%2Fposts%2F7", 7, true, cms.ErrDecode},
		"201 and a location of another type": {201, `{"slug":"a"}`, "https://docs.example.org/wp-json/cms/v2/pages/7", 0,
			false, cms.ErrDecode},
		"201 and a location with a slash": {201, `{"slug":"a"}`, posts + "7/", 7, true, cms.ErrDecode},
		"201 and a location in capitals": {201, `{"slug":"a"}`, "https://docs.example.org/wp-json/CMS/v2/Posts/7", 7,
			true, cms.ErrDecode},
		"201 and a location of a longer type": {201, `{"slug":"a"}`, "https://docs.example.org/wp-json/x-cms/v2/posts/7",
			0, false, cms.ErrDecode},
		"201 and a location of a longer word": {201, `{"slug":"a"}`, "https://docs.example.org/wp-json/cms/v2/posts7", 0,
			false, cms.ErrDecode},
		"201 and a location of a part":  {201, `{"slug":"a"}`, posts + "7/revisions/9", 0, false, cms.ErrDecode},
		"201 and a location below zero": {201, `{"slug":"a"}`, posts + "-7", 0, false, cms.ErrDecode},
		"201 and a broken location":     {201, `{"slug":"a"}`, "http://[::1", 0, false, cms.ErrDecode},
		"201 and nothing":               {201, ``, posts + "7", 7, true, cms.ErrNotREST},
		"201 and a list":                {201, `[1]`, "", 0, false, cms.ErrDecode},
		"201 and a web page":            {201, `<html>`, posts + "7", 0, false, cms.ErrNotREST},
		"200 and an id":                 {200, `{"id":7,` + crowd() + `}`, "", 7, true, cms.ErrDecode},
		"200 and no id":                 {200, `{"slug":"a"}`, posts + "7", 0, false, cms.ErrDecode},
		"200 and an id of another kind": {200, `{"id":"abc",` + crowd() + `}`, "", 0, false, cms.ErrDecode},
		"200 and an id below zero":      {200, `{"id":-7,` + crowd() + `}`, "", 0, false, cms.ErrDecode},
		"200 and half a record":         {200, `{"id":7,` + crowd(), "", 0, false, cms.ErrNotREST},
		"200 and a web page":            {200, `<html>7</html>`, "", 0, false, cms.ErrNotREST},
		"200 and nothing":               {200, ``, posts + "7", 0, false, cms.ErrNotREST},
	} {
		s := stub.New(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
			if test.location != "" {
				w.Header().Set("Location", test.location)
			}
			stub.Reply(w, test.status, test.body)
		})
		_, err := s.Client(t).Posts.Create(t.Context(), &cms.PostParams{})
		broken, known := errors.AsType[*cms.BrokenRecordError](err)
		e, ok := errors.AsType[*cms.Error](err)
		switch {
		case !ok:
			t.Errorf("%s: Posts.Create: error %v, want a *cms.Error", name, err)
			continue
		case known != test.known:
			t.Errorf("%s: Posts.Create: known is %t, want %t", name, known, test.known)
			continue
		case errors.Is(err, cms.ErrOutcomeUnknown) == test.known:
			t.Errorf("%s: Posts.Create: error is ErrOutcomeUnknown: %t, want %t", name, errors.Is(err, cms.ErrOutcomeUnknown),
				!(test.known))
			continue
		case !errors.Is(err, test.reason):
			t.Errorf("%s: Posts.Create: error %v, want %v", name, err, test.reason)
			continue
		case e.Operation != "Posts.Create" || e.Status != test.status:
			t.Errorf("%s: Posts.Create: Operation %q, Status %d, want %q and %d", name, e.Operation, e.Status, "Posts.Create",
				test.status)
			continue
		}
		if known && (broken.ID != test.id || string(broken.Raw) != test.body ||
			!strings.Contains(e.Hint, "has written the record")) {
			t.Errorf("%s: Posts.Create: record %d, raw %s, hint %q, want %d, %s and %q in the hint", name, broken.ID, broken.Raw,
				e.Hint, test.id, test.body, "has written the record")
		}
		if len(s.Seen()) != 1 {
			t.Errorf("%s: Posts.Create: %d requests, want 1", name, len(s.Seen()))
		}
	}
}

// crowd is a member with more relations than a record may have, so that it cannot be read.
func crowd() string {
	return `"_embedded":{` + strings.Repeat(`"a":[],`, 1001) + `"b":[]}`
}

func TestUpdateShowsTheRecordThatCannotBeRead(t *testing.T) {
	t.Parallel()
	for body, known := range map[string]bool{`{"id":5,` + crowd() + `}`: true, `{"id":6,` + crowd() + `}`: false,
		`{` + crowd() + `}`: false} {
		site := stub.New(t, stub.Always(http.StatusOK, body)).Client(t)
		_, err := site.Posts.Update(t.Context(), 5, &cms.PostParams{})
		switch broken, ok := errors.AsType[*cms.BrokenRecordError](err); {
		case ok != known:
			t.Errorf("%s: Posts.Update: ok is %t, want %t", body, ok, known)
		case ok && broken.ID != 5:
			t.Errorf("%s: Posts.Update: ID %d, want 5", body, broken.ID)
		case !errors.Is(err, cms.ErrDecode):
			t.Errorf("%s: Posts.Update: error %v, want ErrDecode", body, err)
		}
		_, err = site.Posts.Get(t.Context(), 5)
		if _, ok := errors.AsType[*cms.BrokenRecordError](err); ok || !errors.Is(err, cms.ErrDecode) {
			t.Errorf("Posts.Get(5) with the response %s: error %v, want ErrDecode and no *cms.BrokenRecordError", body, err)
		}
	}
}

func TestRecordWithANameThatCannotBeReadIsKnownByIt(t *testing.T) {
	t.Parallel()
	for body, name := range map[string]string{`{"name":"a","colour":{}}`: "a", `{"id":7,"colour":{}}`: ""} {
		_, err := gadgets(stub.New(t, stub.Always(http.StatusOK, body)).Client(t)).Create(t.Context(), &gadgetParams{})
		switch broken, ok := errors.AsType[*cms.BrokenRecordError](err); {
		case ok != (name != ""):
			t.Errorf("%s: Catalog.Create: ok is %t, want %t", body, ok, name != "")
		case ok && broken.Name != name:
			t.Errorf("%s: Catalog.Create: Name %q, want %q", body, broken.Name, name)
		case errors.Is(err, cms.ErrOutcomeUnknown) == ok:
			t.Errorf("%s: Catalog.Create: error is ErrOutcomeUnknown: %t, want %t", body, errors.Is(err, cms.ErrOutcomeUnknown),
				!(ok))
		}
	}
}

func TestUnreadableCreateOfABatchIsNotErrOutcomeUnknown(t *testing.T) {
	t.Parallel()
	site := stub.New(t, stub.Always(http.StatusMultiStatus,
		`{"responses":[{"status":201,"headers":{},"body":{"id":7,`+crowd()+`}}]}`)).Client(t)
	report, err := batch.New(site).Add(site.Posts.CreateRequest(&cms.PostParams{})).Do(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	broken, ok := errors.AsType[*cms.BrokenRecordError](report.Err())
	switch {
	case !ok:
		t.Errorf("Report.Err: error %v, want a *cms.BrokenRecordError", report.Err())
	case broken.ID != 7:
		t.Errorf("Report.Err: ID %d, want 7", broken.ID)
	case errors.Is(report.Err(), cms.ErrOutcomeUnknown):
		t.Errorf("Report.Err: error %v, want an error other than ErrOutcomeUnknown", report.Err())
	}
}

// Some hosts turn every status into 200. What the site said stays true.
func TestOutageWithStatus200IsErrOutcomeUnknownForACreate(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		body    string
		unknown bool
	}{
		"an outage":              {`{"code":"internal_server_error","message":"m","data":{"status":500}}`, true},
		"a lost database":        {`{"code":"db_connect_fail","message":"m","data":{"status":500}}`, true},
		"a gateway's number":     {`{"code":504,"message":"m","data":{"status":504}}`, true},
		"a refusal":              {`{"code":"rest_forbidden","message":"m","data":{"status":403}}`, false},
		"a considered failure":   {`{"code":"rest_cannot_create","message":"m","data":{"status":500}}`, false},
		"a record that is taken": {`{"code":"term_exists","message":"m","data":{"status":400}}`, false},
	} {
		site := stub.New(t, stub.Always(http.StatusOK, test.body)).Client(t)
		_, err := site.Posts.Create(t.Context(), &cms.PostParams{})
		if errors.Is(err, cms.ErrOutcomeUnknown) != test.unknown {
			t.Errorf("%s: Posts.Create: error %v is ErrOutcomeUnknown: %t, want %t", name, err,
				errors.Is(err, cms.ErrOutcomeUnknown), test.unknown)
		}
		switch _, err := site.Posts.Get(t.Context(), 1); {
		case err == nil:
			t.Errorf("Posts.Get(1): %s, read: %v: error nil, want an error", name, err)
		case errors.Is(err, cms.ErrOutcomeUnknown):
			t.Errorf("Posts.Get(1): %s, read: %v, want an error other than ErrOutcomeUnknown", name, err)
		}
	}
}

func TestRejectedMetaIsErrPartlyWritten(t *testing.T) {
	t.Parallel()
	const byMeta = `{"code":"rest_invalid_type","message":"meta.layout is not of type object.","data":{"status":400},` +
		`"additional_data":[{"param":"meta.layout"}]}`
	for _, c := range []struct {
		name   string
		status int
		answer string
		stored bool
	}{
		{"a type", http.StatusBadRequest, byMeta, true},
		{"a type, under the status 200", http.StatusOK, byMeta, true},
		{"null where nothing is set", http.StatusInternalServerError,
			`{"code":"rest_invalid_stored_value","message":"m","data":{"status":500}}`, true},
		{"a member that the user may not set", http.StatusForbidden,
			`{"code":"rest_cannot_update","message":"m","data":{"key":"sealed","status":403}}`, true},
		{"a member that the user may not delete", http.StatusForbidden,
			`{"code":"rest_cannot_delete","message":"m","data":{"key":"sealed","status":403}}`, true},
		{"a member that cannot be stored", http.StatusInternalServerError,
			`{"code":"rest_meta_database_error","message":"m","data":{"key":"words","status":500}}`, true},
		{"a record that the user may not set", http.StatusForbidden,
			`{"code":"rest_cannot_update","message":"m","data":{"status":403}}`, false},
		{"a record, and nothing of why", http.StatusForbidden, `{"code":"rest_cannot_update","message":"m"}`, false},
		{"a record, and a list of why", http.StatusForbidden, `{"code":"rest_cannot_delete","message":"m","data":["key"]}`,
			false},
		{"a record, and null of why", http.StatusForbidden,
			`{"code":"rest_cannot_delete","message":"m","data":null,"additional_data":null}`, false},
		{"an empty key", http.StatusForbidden, `{"code":"rest_cannot_update","message":"m","data":{"key":"","status":403}}`,
			false},
		{"one of two members", http.StatusBadRequest,
			`{"code":"rest_invalid_type","message":"m","data":{"status":400},"additional_data":[{"param":"roles[0]"},` +
				`{"param":"meta.layout"}]}`, true},
		{"a text in place of members", http.StatusBadRequest,
			`{"code":"rest_invalid_type","message":"m","data":{"status":400},"additional_data":"meta.layout"}`, false},
		{"a key of something else", http.StatusBadRequest,
			`{"code":"plugin_wrong_key","message":"m","data":{"key":"sealed","status":400}}`, false},
		{"an argument", http.StatusBadRequest,
			`{"code":"rest_invalid_param","message":"m","data":{"status":400,"params":{"meta":"m"}},` +
				`"additional_data":[{"param":"meta.x"}]}`, false},
		{"another member", http.StatusBadRequest,
			`{"code":"rest_invalid_type","message":"m","data":{"status":400},"additional_data":[{"param":"roles[0]"}]}`, false},
		{"no member", http.StatusBadRequest,
			`{"code":"rest_invalid_type","message":"m","data":{"status":400},"additional_data":{"param":"meta.x"}}`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := stub.New(t, stub.Always(c.status, c.answer))
			site := s.Client(t)
			_, err := site.Posts.Update(t.Context(), 5, nil)
			switch {
			case err == nil:
				t.Errorf("Posts.Update(5): %v, %d sent: error nil, want an error", err, len(s.Seen()))
			case errors.Is(err, cms.ErrPartlyWritten) != c.stored:
				t.Errorf("Posts.Update(5): error %v, want ErrPartlyWritten: %t", err, c.stored)
			case errors.Is(err, cms.ErrOutcomeUnknown):
				t.Errorf("Posts.Update(5): error %v, want an error other than ErrOutcomeUnknown", err)
			case len(s.Seen()) != 1:
				t.Errorf("Posts.Update(5): %d requests, want 1", len(s.Seen()))
			}
			e, ok := errors.AsType[*cms.Error](err)
			if ok && strings.Contains(e.Hint, "the other fields were stored") != c.stored {
				t.Errorf("Posts.Update(5): hint %q, want that the other fields were stored: %t", e.Hint, c.stored)
			}
			if _, err := site.Posts.Get(t.Context(), 5); errors.Is(err, cms.ErrPartlyWritten) {
				t.Errorf("nothing is stored by reading: %v, want an error other than ErrPartlyWritten", err)
			}
		})
	}
}
