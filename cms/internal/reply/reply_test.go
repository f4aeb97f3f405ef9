package reply

import (
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"testing"

	"github.com/fontcms/fontcms-go/internal/transport"
)

func envelope(code, data string) string {
	return `{"code":"` + code + `","message":"m","data":` + data + `}`
}

// beside is an error with additional data.
func beside(code, data string) string {
	return `{"code":"` + code + `","message":"m","data":{"status":500},"additional_data":` + data + `}`
}

func TestStatusAndCodeDecideWhetherAWriteWasDone(t *testing.T) {
	t.Parallel()
	const page = "<html>Bad gateway</html>"
	for name, c := range map[string]struct {
		status               int
		retryAfter, body     string
		considered, unknown  bool
		maintenance, partial bool
	}{
		"refused":                         {400, "", envelope("rest_invalid_param", "null"), true, false, false, false},
		"refused by a firewall":           {403, "", page, false, false, false, false},
		"a timeout":                       {408, "", page, false, true, false, false},
		"a gateway":                       {502, "", envelope("rest_cannot_edit", "null"), true, true, false, false},
		"a gateway in time":               {504, "", page, false, true, false, false},
		"maintenance":                     {503, "600", envelope("wp_die", "null"), false, false, true, false},
		"maintenance without Retry-After": {503, "", envelope("wp_die", "null"), false, true, false, false},
		"a 503 of a proxy":                {503, "600", page, false, true, false, false},
		"a fatal error":                   {500, "", envelope("internal_server_error", "null"), false, true, false, false},
		"the database is down":            {500, "", envelope("db_update_error", "null"), false, true, false, false},
		"a gateway in JSON":               {500, "", envelope("500", "null"), false, true, false, false},
		"a proxy of its own":              {522, "", page, false, true, false, false},
		"a considered 500":                {500, "", envelope("rest_cannot_delete", "null"), true, false, false, false},
		"meta in a considered 500": {500, "", envelope("rest_meta_database_error", `{"key":"color"}`), true, false,
			false, true},
		"meta that may not be set": {403, "", envelope("rest_cannot_update", `{"key":"color"}`), true, false, false,
			true},
		"a record that may not be set": {403, "", envelope("rest_cannot_update", "null"), true, false, false, false},
		"null for what is not set":     {500, "", envelope("rest_invalid_stored_value", "null"), true, false, false, true},
		"an image for an image":        {400, "", envelope("rest_no_featured_media", "null"), true, false, false, true},
		"a member of meta by its name": {400, "", `{"code":"rest_invalid_type","additional_data":[{"param":"meta.color"}]}`,
			true, false, false, true},
		"another argument by its name": {400, "", `{"code":"rest_invalid_type","additional_data":[{"param":"title"}]}`, true,
			false, false, false},
		"meta beside what does not fit": {400, "",
			`{"code":"rest_invalid_type","additional_data":[{"param":"meta.color"},7]}`, true, false, false, false},
		"meta that may not be deleted": {403, "", envelope("rest_cannot_delete", `{"key":"color"}`), true, false, false,
			true},
		"a 501 without an error": {501, "", page, false, true, false, false},
		"a 499 without an error": {499, "", page, false, false, false, false},
		"an argument named like meta": {400, "", `{"code":"rest_invalid_param","additional_data":[{"param":"meta.color"}]}`,
			true, false, false, false},
	} {
		resp := &transport.Response{Status: c.status, Body: []byte(c.body), Header: http.Header{}}
		if c.retryAfter != "" {
			resp.Header.Set("Retry-After", c.retryAfter)
		}
		e, _ := Parse(resp.Body)
		if got := Considered(resp); got != c.considered {
			t.Errorf("Considered(resp): %s is considered: %v, want %t", name, got, c.considered)
		}
		if got := Maintenance(resp); got != c.maintenance {
			t.Errorf("Maintenance(resp): %s is maintenance: %v, want %t", name, got, c.maintenance)
		}
		if got := FateUnknown(resp, string(e.Code)); got != c.unknown {
			t.Errorf("the fate after %s is unknown: %v, want %t", name, got, c.unknown)
		}
		if got := e.PartlyWritten(); got != c.partial {
			t.Errorf("after %s other fields were written: %v, want %t", name, got, c.partial)
		}
	}
}

func TestRefusalIsAnErrorAndNothingElse(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]int{
		envelope("rest_forbidden", `{"status":403}`):                                     403,
		envelope("rest_forbidden", `{"status":200}`):                                     0,
		envelope("rest_forbidden", "null"):                                               0,
		`{"id":5,"code":"a","message":"m","data":{"status":403}}`:                        0,
		`{"code":"a","data":{"status":403}}`:                                             0,
		`{"code":"a","message":"m","data":{"status":400},"additional_errors":[{"a":1}]}`: 400,
		`{"code":"a","message":"m","data":{"status":400},"additional_data":[]}`:          400,
		`{"code":"a","message":"m","data":{"status":400},"id":5}`:                        0,
		`{"code":"a","message":"m","data":{"status":399}}`:                               0,
		`{"code":"","message":"m","data":{"status":400}}`:                                0,
		`{"code":"a","message":"m","data":{"status":400}`:                                0,
		`[{"message":"m"}]`: 0,
		`[]`:                0,
		``:                  0,
	} {
		if _, got := Refusal([]byte(body)); got != want {
			t.Errorf("Refusal(%s): status %d, want %d", body, got, want)
		}
	}
}

func TestArgumentsAndFurtherErrorsAreReadInEveryForm(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		data, further string
		texts         map[string]string
		details, more int
	}{
		{`{"params":{"a":"wrong"},"details":{"a":{"code":"c","message":"m"}}}`, `[{"code":"x"},{"code":"y"}]`,
			map[string]string{"a": "wrong"}, 1, 2},
		{`{"params":["a","b"],"details":[]}`, `{}`, map[string]string{"a": "missing", "b": "missing"}, 0, 0},
		{`{"params":[]}`, `[]`, nil, 0, 0},
		{`{"params":{},"details":{"a":{"code":"c"},"b":7}}`, `[{"code":"x"},7]`, map[string]string{}, 0, 0},
		{`{"params":7,"details":{"a":{"code":"c","message":"m"}}}`, `[{"code":"x"}]`, nil, 1, 1},
		{`"text"`, `null`, nil, 0, 0},
	} {
		e, ok := Parse([]byte(`{"code":1,"message":null,"data":` + c.data + `,"additional_errors":` + c.further + `}`))
		texts, details := e.Arguments()
		switch {
		case !ok:
			t.Errorf("Parse of %s, %s: ok false, want true", c.data, c.further)
		case e.Code != "1":
			t.Errorf("%s, %s: Parse: Code %q, want %q", c.data, c.further, e.Code, "1")
		case !reflect.DeepEqual(texts, c.texts):
			t.Errorf("%s, %s: Envelope.Arguments: texts %v, want %v", c.data, c.further, texts, c.texts)
		case len(details) != c.details:
			t.Errorf("%s, %s: Envelope.Arguments: %d details, want %d", c.data, c.further, len(details), c.details)
		case len(e.Further()) != c.more:
			t.Errorf("%s, %s: Envelope.Further: %d errors, want %d", c.data, c.further, len(e.Further()), c.more)
		}
	}
}

func TestMovedNamesTheSiteOfTheTarget(t *testing.T) {
	t.Parallel()
	from := &url.URL{Scheme: "http", Host: "h", Path: "/wp-json/wp/v2/posts"}
	for location, want := range map[string]struct {
		site       string
		loop, same bool
	}{
		"https://www.h/wp-json/wp/v2/posts":   {"https://www.h", false, true},
		"https://www.h/a/wp-json/wp/v2/posts": {"https://www.h/a", false, true},
		"http://h/wp-json/wp/v2/posts/":       {"http://h", true, false},
		"https://h/login":                     {"https://h", false, false},
	} {
		to, err := url.Parse(location)
		if err != nil {
			t.Fatal(err)
		}
		site, loop, same := Moved(from, "wp/v2/posts", to)
		if got, wanted := fmt.Sprint(site, loop, same), fmt.Sprint(want.site, want.loop, want.same); got != wanted {
			t.Errorf("Moved to %s: %s, want %s", location, got, wanted)
		}
	}
	site, loop, same := Moved(nil, "", nil)
	if got, want := fmt.Sprint(site, loop, same), fmt.Sprint("", false, false); got != want {
		t.Errorf("Moved without a target: %s, want %s", got, want)
	}
}

func TestValueThatIsTooLongWasNotStored(t *testing.T) {
	t.Parallel()
	const failed = `"WordPress database error: Processing the value for the following field failed: slug. It is too long."`
	for body, want := range map[string]string{
		envelope("db_insert_error", failed):             "slug",
		envelope("db_update_error", failed):             "slug",
		envelope("db_insert_error", "null"):             "",
		envelope("rest_cannot_create", failed):          "",
		envelope("db_insert_error", `"Deadlock found"`): "",
		// An error of a post has its status in data, and the text of the database beside it.
		beside("db_insert_error", `[`+failed+`]`):                             "slug",
		beside("db_update_error", `["Table is full",`+failed+`]`):             "slug",
		beside("db_insert_error", `["The fields failed: a_b, c. Too long."]`): "a_b, c",
		beside("db_insert_error", `["Deadlock found"]`):                       "",
		beside("db_insert_error", `[{"param":"meta.a"}]`):                     "",
		beside("rest_cannot_create", `[`+failed+`]`):                          "",
	} {
		resp := &transport.Response{Status: 500, Body: []byte(body), Header: http.Header{}}
		e, _ := Parse(resp.Body)
		if got := e.TooLong(); got != want {
			t.Errorf("Envelope.TooLong of %s: %q, want %q", body, got, want)
		}
		unknown := FateUnknown(resp, string(e.Code))
		if outage := Outage(string(e.Code)); unknown != (want == "" && outage) {
			t.Errorf("FateUnknown of %s: %t, want %t", body, unknown, want == "" && outage)
		}
	}
}
