package record_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/cmstest/record"
)

const (
	fresh     = "hush SHHH 1234 ijkl MNOP 5678"
	passwords = "http://a.test/wp-json/wp/v2/users/me/application-passwords"
	elsewhere = "http://a.test/wp-json/shop/v1/orders"
	freshJSON = `{"uuid":"1-2","name":"ci","password":"` + fresh + `"}`
)

// kept records one exchange, and returns the file and what it says.
func kept(t *testing.T, req *http.Request, answer *http.Response) (file string, parts map[string]map[string]any) {
	t.Helper()
	folder := t.TempDir()
	recorder := newRecorder(t, folder, echo(func(*http.Request) *http.Response { return answer }))
	resp, err := recorder.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
	if err := recorder.Close(); err != nil {
		t.Fatal(err)
	}
	names, contents := files(t, folder)
	if err := json.Unmarshal([]byte(contents[names[0]]), &parts); err != nil {
		t.Logf("%v: %s", err, contents[names[0]])
	}
	return contents[names[0]], parts
}

func sent(t *testing.T, method, address, contentType, body string) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", contentType)
	return req
}

// silent fails the test if a file holds a part of the secret, as text or in Base64.
func silent(t *testing.T, what, file string, parts map[string]map[string]any) {
	t.Helper()
	for _, side := range []string{"request", "response"} {
		if parts[side]["body_encoding"] == "base64" {
			raw, _ := base64.StdEncoding.DecodeString(parts[side]["body"].(string))
			file += strings.ReplaceAll(string(raw), "\x00", "")
		}
	}
	for _, part := range []string{"hush", "SHHH", "5678", `\u0068ush`} {
		if strings.Contains(file, part) {
			t.Errorf("Recording of %s has %q, want no secret in\n%s", what, part, file)
			return
		}
	}
}

// oddBodies hold the secret under the name of one, each in another way.
func oddBodies() map[string]string {
	quoted := `"password":"` + fresh + `"`
	out := map[string]string{
		"whole":                  freshJSON,
		"as a list":              `{"password":["` + fresh + `"],"name":"ci"}`,
		"as an object":           `{"password":{"raw":"` + fresh + `","n":{"a":[1]}},"name":"ci"}`,
		"as a list of lists":     `{"password":[["x"],["` + fresh + `"]],"name":"ci"}`,
		"by an escaped name":     `{"p\u0061ssword":"` + fresh + `","name":"ci"}`,
		"by one as a list":       `{"\u0070ass\u0077ord": ["` + fresh + `"],"name":"ci"}`,
		"by a name with a slash": `{"pass\u002dword":"` + fresh + `","name":"ci"}`,
		"by capitals":            `{"PassWord":"` + fresh + `","name":"ci"}`,
		"by a long name":         `{"` + strings.Repeat("a", 60) + `_password":"` + fresh + `","name":"ci"}`,
		"by another name":        `{"old":1,"account":{"X-Access-Token":{"v":"` + fresh + `"}},"name":"ci"}`,
		"of several": `{"passwords":["` + fresh + `","` + fresh + `"],"tokens":{"a":"` + fresh +
			`"},"name":"ci"}`,
		"in a list":    `[` + freshJSON + `,[` + freshJSON + `]]`,
		"in an object": `{"data":{"deep":[` + freshJSON + `]}}`,
		"twice":        `{` + quoted + `,"name":"ci","password":["` + fresh + `"]}`,
		"with spaces":  "\ufeff {\n\t\"password\" :\r\n [ \"" + fresh + "\" ] , \"name\" : \"ci\" }\n",
		"as arguments": `{"args":{"password":"` + fresh + `"},"properties":{"password":{"raw":"` + fresh +
			`"}},"name":"ci"}`,
		"as a default": `{"args":{"password":{"type":"string","default":"` + fresh + `","enum":["` + fresh +
			`"]}},"name":"ci"}`,
		"below a description": `{"args":{"password":{"type":"object","properties":{"a":{"default":{"b":"` + fresh +
			`"}}}}},"name":"ci"}`,
		"after a quote":          `{"a":"\"","password":"` + fresh + `","name":"ci"}`,
		"after a notice":         "<br />\n<b>Warning</b>: x in y.php\n" + freshJSON,
		"list after a notice":    "<b>Warning</b>\n[{\"password\":[\"" + fresh + "\"]}]",
		"escaped after a notice": "<b>Warning</b>\n{\"p\\u0061ssword\":[\"" + fresh + "\"]}",
		"as text of JSON":        "Warning\n" + `{"a":"{\"password\":[\"` + fresh + `\"]}"}`,
		"in lines":               freshJSON + "\n" + freshJSON,
		"in a script": "<html><script>var x = {\"nonce\":\"" + fresh + "\"}; nonce = '" +
			strings.ReplaceAll(fresh, " ", "") + "';</script></html>",
		"in attributes": `<html><div data-x="{&quot;password&quot;:&quot;` + fresh + `&quot;}"></div></html>`,
		"in fields": `<form><input type="hidden" id="n" value="` + fresh +
			`" name="_wpnonce"><input name='pwd' value='` + fresh + `'></form>`,
		"by print_r":         "Array\n(\n    [uuid] => 1-2\n    [password] => " + fresh + "\n)\n",
		"by var_dump":        "array(2) {\n  [\"password\"]=>\n  string(29) \"" + fresh + "\"\n}\n",
		"by var_export":      "array (\n  'password' => '" + fresh + "',\n)",
		"as a query":         "password=" + strings.ReplaceAll(fresh, " ", "+") + "&a=b",
		"misread":            `say "hi": "password": "` + fresh + `"`,
		"in UTF-16":          utf16(freshJSON),
		"not UTF-8":          "{\"name\":\"\xff\",\"password\":[\"" + fresh + "\"]}",
		"not UTF-8, and cut": "{\"name\":\"\xff\",\"password\":[\"" + fresh,
	}
	for cut := range len(freshJSON) {
		out[fmt.Sprintf("cut after %d", cut)] = freshJSON[:cut]
	}
	return out
}

func utf16(text string) string {
	out := "\xff\xfe"
	for _, c := range []byte(text) {
		out += string([]byte{c, 0})
	}
	return out
}

func TestRecorderKeepsNoSecretOfAnOddBody(t *testing.T) {
	t.Parallel()
	for name, body := range oddBodies() {
		for _, contentType := range []string{"application/json; charset=UTF-8", "text/html",
			"application/x-www-form-urlencoded", ""} {
			for what, address := range map[string]string{"an answer": elsewhere, "a new password": passwords} {
				answer := response(201, http.Header{"Content-Type": {contentType}}, body)
				file, parts := kept(t, sent(t, http.MethodPost, address, "application/json", `{"name":"ci"}`), answer)
				silent(t, name+" as "+what+" of "+contentType, file, parts)
			}
			file, parts := kept(t, sent(t, http.MethodPost, elsewhere, contentType, body), response(200, http.Header{}, `{}`))
			silent(t, name+" in a request of "+contentType, file, parts)
		}
		if strings.Contains(body, `"name":"ci"`) && json.Valid([]byte(body)) {
			file, _ := kept(t, sent(t, http.MethodGet, elsewhere, "", ""),
				response(200, http.Header{"Content-Type": {"application/json"}}, body))
			if !strings.Contains(file, `\"name\":\"ci\"`) || !strings.Contains(file, `\"REDACTED\"`) {
				t.Errorf("Recording of %s: %s, want the name kept and the secret redacted", name, file)
			} else if strings.Contains(file, "left_out") {
				t.Errorf("Recording of %s: %s, want no body left out", name, file)
			}
		}
	}
}

func TestRecorderLeavesOutBodiesThatMayHoldASecret(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		method, address, contentType, sent, answer string
		header                                     http.Header
		left                                       bool
	}{
		"text where a password is made": {"POST", passwords, "application/json", `{}`, "made: " + fresh, nil, true},
		"by a query": {"PUT", "http://a.test/?rest_route=/wp/v2/users/5/application-passwords",
			"application/json", `{}`, "made: " + fresh, nil, true},
		"a string of JSON": {"POST", passwords, "application/json", `{}`, `"` + fresh + `"`, nil, false},
		"without spaces, under another name": {"POST", passwords, "application/json", `{}`,
			`{"new":"` + strings.ReplaceAll(fresh, " ", "") + `"}`, nil, false},
		"text after a password was sent": {"POST", elsewhere, "application/json", `{"password":"x"}`,
			"you sent " + fresh, nil, true},
		"one after a list was": {"POST", elsewhere, "application/json",
			`{"requests":[{"body":{"password":["x"]}}]}`, "you sent " + fresh, nil, true},
		"one after a form was": {"POST", elsewhere, "application/x-www-form-urlencoded", "log=a&pwd=x",
			"you sent " + fresh, nil, true},
		"one after a form in parts was": {"POST", elsewhere, "multipart/form-data; boundary=b",
			"--b\r\nContent-Disposition: form-data; name=pwd\r\n\r\nx\r\n--b--\r\n", "you sent " + fresh, nil, true},
		"one after JSON that speaks of a call": {"POST", elsewhere, "application/json", `{"password":"x","a":"<methodCall>"}`,
			"you sent " + fresh, nil, true},
		"a form in parts without a boundary": {"GET", elsewhere, "", "",
			"--b\r\nContent-Disposition: form-data; name=pwd\r\n\r\n" + fresh,
			http.Header{"Content-Type": {"multipart/form-data"}}, true},
		"JSON that speaks of a call": {"GET", elsewhere, "", "",
			"<methodCall>" + `{"password":["` + fresh, nil, true},
		"one after what was left out was": {"POST", elsewhere, "application/json", `{"password":["x`,
			"you sent " + fresh, nil, true},
		"what is compressed": {"GET", elsewhere, "", "", fresh,
			http.Header{"Content-Encoding": {"br"}}, true},
		"a page where nothing is secret": {"GET", elsewhere, "", "",
			"<html>Your password: <b>ask</b></html>", nil, false},
		"one with a style": {"GET", elsewhere, "", "",
			`<style>input[type="password"]:focus{color:red}</style>`, nil, false},
		"JSON with a name that is empty": {"GET", elsewhere, "", "",
			"notice\n" + `{"password":"","token":null,"nonces":[],"n":"x"}`, nil, false},
		"the text of a list of passwords": {"GET", passwords, "", "", "no JSON", nil, false},
		"JSON in a language that says nothing": {"GET", elsewhere, "", "", `{"a":{"b":["text","password"]}}`,
			http.Header{"Content-Encoding": {"identity"}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			header := test.header.Clone()
			if header == nil {
				header = http.Header{}
			}
			file, parts := kept(t, sent(t, test.method, test.address, test.contentType, test.sent),
				response(200, header, test.answer))
			silent(t, name, file, parts)
			why, _ := parts["response"]["body_left_out"].(string)
			if (why != "") != test.left ||
				test.left && (parts["response"]["body"] != "" || parts["response"]["body_length"] != float64(len(test.answer))) {
				t.Errorf("Recording: body left out for %q, want left out: %t; %s", why, test.left, file)
			}
			if body := parts["response"]["body"]; !test.left && !strings.Contains(test.answer, "hush") && body != test.answer {
				t.Errorf("Recording of the body %q: %q, want it unchanged", test.answer, body)
			}
		})
	}
}

func TestLeftOutBodyIsReplayedAsLost(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	recorder := newRecorder(t, folder,
		echo(func(*http.Request) *http.Response { return response(201, http.Header{}, "made: "+fresh) }))
	steps := func(transport http.RoundTripper) (string, error) {
		resp, err := transport.RoundTrip(sent(t, http.MethodPost,
			strings.Replace(passwords, "http://a.test", record.Origin, 1), "application/json", `{"password":["`+fresh))
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		return fmt.Sprint(resp.StatusCode, " ", string(body)), err
	}
	if got, err := steps(recorder); err != nil || got != "201 made: "+fresh {
		t.Fatalf("POST of a password: %s, error %v, want 201 with the password", got, err)
	} else if recorder.Close() != nil {
		t.Fatalf("Close of the recorder failed, want no error; POST of a password: %s, error %v", got, err)
	}
	replayer, err := record.NewReplayer(folder)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := steps(replayer); err == nil || got != "201 " {
		t.Errorf("Replay of the POST of a password: %s, error %v, want 201 with a lost body", got, err)
	} else if replayer.Close() != nil {
		t.Errorf("Close of the replayer: %v, want no error", replayer.Close())
	}
}

func TestRecordingThatKeptMoreIsReplayed(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	const old = `{"request":{"method":"POST","path":"/a","query":"","headers":{"Content-Type":["application/json"]},` +
		`"body":"{\"tokens\":{\"color\":\"red\"},\"n\":1}"},` +
		`"response":{"status":200,"headers":{},"body":"found"}}`
	if err := os.WriteFile(filepath.Join(folder, "0001_POST_a.http.json"), []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	replayer, err := record.NewReplayer(folder)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := replayer.RoundTrip(sent(t, http.MethodPost, record.Origin+"/a", "application/json",
		`{"n":1,"tokens":{"color":"red"}}`))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if err := replayer.Close(); err != nil || resp.StatusCode != http.StatusOK {
		t.Errorf("Replay of a recording with more in it: status %d, Close: %v, want 200 and no error", resp.StatusCode, err)
	}
}

func TestRequestIsPrintedWithoutAnOddSecret(t *testing.T) {
	t.Parallel()
	for name, body := range oddBodies() {
		for _, contentType := range []string{"application/json", "text/html", "application/x-www-form-urlencoded",
			"multipart/form-data"} {
			request := cmstest.Request{Header: http.Header{"Content-Type": {contentType}}, Body: []byte(body)}
			silent(t, name+" as "+contentType, fmt.Sprintf("%s %+s", request, &request), nil)
		}
	}
}

func TestDescriptionOfAPasswordIsRecorded(t *testing.T) {
	t.Parallel()
	const index = `{"authentication":{"application-passwords":{"endpoints":{"a":"b"}}},` +
		`"routes":{"/shop/v1/token":{"endpoints":[{"args":{` +
		`"password":{"type":"string","required":true,"default":"","description":"A password."},"email":{"type":"string"},` +
		`"tokens":{"type":"array","items":{"type":"string"}}}}]},` +
		`"\/wp\/v2\/users\/me\/application-passwords":{"methods":["GET"]}},` +
		`"schema":{"properties":{"token":{"type":["string","null"],"properties":{"a":{"type":"string"}}}}},` +
		`"total_tokens":5,"password":null,"has_password":false,"cookies":[ ],"nonces":{}}`
	_, parts := kept(t, sent(t, http.MethodGet, elsewhere, "", ""), response(200, http.Header{}, index))
	if got := parts["response"]["body"]; got != index {
		t.Errorf("Recording of\n%s\nis\n%s\nwant it unchanged", index, got)
	}
}

func TestFieldsAndArgumentsAreReadAsASiteReadsThem(t *testing.T) {
	t.Parallel()
	part := func(head string) string {
		return "--b\r\n" + head + "\r\n\r\n" + fresh +
			"\r\n--b\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nkept\r\n--b--\r\n"
	}
	for name, test := range map[string]struct{ contentType, body string }{
		"a part with a bare name": {"multipart/form-data; boundary=b",
			part(`Content-Disposition: form-data; name=password`)},
		"one in capitals": {"multipart/form-data; boundary=b",
			part(`CONTENT-DISPOSITION: Form-Data; NAME="user_pass"`)},
		"one in another character set": {"multipart/form-data; boundary=b",
			part(`Content-Disposition: form-data; name*=utf-8''p%61ssword`)},
		"one after others": {"multipart/form-data; boundary=b",
			part("Content-Type: text/plain\r\nX: y\r\nContent-Disposition: form-data; filename=a; name=\"a[token][]\"")},
		"one that cannot be read": {"multipart/form-data; boundary=b",
			part(`Content-Disposition: form-data; name="password`)},
		"one with JSON": {"multipart/form-data; boundary=b",
			strings.Replace(part(`Content-Disposition: form-data; name="data"`), fresh, `{"p\u0061ssword":["`+fresh+`"]}`, 1)},
		"one with a boundary inside": {"multipart/form-data; boundary=b",
			strings.Replace(part(`Content-Disposition: form-data; name="pwd"`), fresh, "x\r\n--"+fresh, 1)},
		"one that is cut": {"multipart/form-data; boundary=b",
			"--b\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nkept\r\n--b\r\nContent-Disposition: form-data; " +
				"name=\"pwd\"\r\n\r\n" + fresh},
		"a field with an escaped name": {"application/x-www-form-urlencoded", "p%61ssword=" + fresh + "&title=kept"},
		"one of a list": {"application/x-www-form-urlencoded",
			"user%5Bpassword%5D%5B%5D=" + fresh + "&title=kept"},
		"one that cannot be read, too": {"application/x-www-form-urlencoded", "%zz_password=" + fresh + "&title=kept"},
		"one whose value cannot be":    {"application/x-www-form-urlencoded", "password=%zz" + fresh + "&title=kept"},
		"one with an object of JSON": {"application/x-www-form-urlencoded",
			"data=%7B%22password%22:[%22" + fresh + "%22]%7D&title=kept"},
		"JSON that is said to be one": {"application/x-www-form-urlencoded",
			`{"password":{"a":"` + fresh + `"},"title":"kept"}`},
		"one that is said to be text": {"text/plain",
			"a=b&password=" + strings.ReplaceAll(fresh, " ", "+") + "&title=kept"},
		"JSON whose type is not stated": {"", `{"password":{"a":"` + fresh + `"},"title":"kept"}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file, parts := kept(t, sent(t, http.MethodPost, elsewhere, test.contentType, test.body),
				response(200, http.Header{}, `{}`))
			silent(t, name, file, parts)
			if body, _ := parts["request"]["body"].(string); !strings.Contains(body, "kept") ||
				!strings.Contains(body, "REDACTED") {
				t.Errorf("Recording of the request: body %q, want the title kept and the password redacted", body)
			}
		})
	}
	file, parts := kept(t, sent(t, http.MethodGet,
		elsewhere+"?p%61ssword="+fresh[:4]+
			"&%zz_token=hush&a=%7B%22token%22:[%22hush%22]%7D&b=%7B%22token%22:[%22hush&to=%2Fx%3Ftoken%3Dhush&page=2", "", ""),
		response(302, http.Header{
			"Location": {"https://kim:hush@a.test/?page=2&reset_token=hush#access_token=hush"}, "X-Wp-Nonce": {"hush"},
			"Set-Cookie": {"a=hush"}, "Refresh": {"0;url=/?_wpnonce=hush"},
			"Link": {"<https://a.test/?to=%2Fb%3Ftoken%3Dhush%26a=1>"},
		}, ""))
	silent(t, "a redirect", file, parts)
	if !strings.Contains(file, "page=2") {
		t.Errorf("Recording of a redirect: %s, want page=2 kept", file)
	}
}

func TestPasswordOfARequestIsFoundHoweverItIsEscaped(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"in a string":      `{"echo":"it was hush\u0020SHHH\u00201234\u0020ijkl\u0020MNOP\u00205678"}`,
		"in letters":       `{"echo":"\u0068ush SHHH 1234 ijkl MNOP 5678","\u0068ushSHHH1234ijklMNOP5678":1}`,
		"in an address":    `{"echo":"http:\/\/a.test\/?\u0074oken\u003dhush&page=2"}`,
		"in a long one":    `{"echo":"http:\/\/a.test\/?token=a\/hush"}`,
		"in a name, twice": `{"a":{"` + fresh + `":"` + fresh + `"}}`,
	} {
		req := sent(t, http.MethodGet, elsewhere, "", "")
		req.SetBasicAuth("kim", fresh)
		file, parts := kept(t, req, response(200, http.Header{}, body))
		silent(t, name, file, parts)
		if body, _ := parts["response"]["body"].(string); !json.Valid([]byte(body)) || !strings.Contains(body, "REDACTED") {
			t.Errorf("Recording of a password %s: %q, want JSON with the password redacted", name, body)
		}
	}
}

func TestRandomJSONLosesItsSecretsAndNothingElse(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(29, 1))
	var draw func(depth int, below bool) (value, want any)
	draw = func(depth int, below bool) (any, any) {
		switch n := random.IntN(6); {
		case n < 2 && depth > 0:
			value, want := map[string]any{}, map[string]any{}
			for i := range random.IntN(4) {
				name := fmt.Sprintf("%c%d", 'a'+rune(random.IntN(5)), i)
				value[name], want[name] = draw(depth-1, below)
			}
			if random.IntN(2) == 0 {
				value["my_token"], _ = draw(depth-1, true)
				value["my_token"] = []any{"hush", value["my_token"]}
				want["my_token"] = "REDACTED"
			}
			return value, want
		case n < 4 && depth > 0:
			value, want := []any{}, []any{}
			for range random.IntN(4) {
				v, w := draw(depth-1, below)
				value, want = append(value, v), append(want, w)
			}
			return value, want
		case below:
			return "hush", "hush"
		}
		return fmt.Sprint("text \"\\ ", random.IntN(9)), nil
	}
	for range 300 {
		value, want := draw(6, false)
		encoded, err := json.MarshalIndent(value, "", strings.Repeat(" ", random.IntN(2)))
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(string(encoded), `"my_token"`,
			[]string{`"my_token"`, `"my_t\u006Fken"`, `"\u006dy_token"`}[random.IntN(3)])
		file, parts := kept(t, sent(t, http.MethodGet, elsewhere, "", ""), response(200, http.Header{}, text))
		silent(t, text, file, parts)
		var got any
		if err := json.Unmarshal([]byte(parts["response"]["body"].(string)), &got); err != nil ||
			!reflect.DeepEqual(shapeOf(got), shapeOf(want)) {
			t.Errorf("Recording of\n%s\nis\n%v, error %v, want it without its secrets", text, got, err)
		}
	}
}

// shapeOf is a value without the texts that are no secrets.
func shapeOf(value any) any {
	switch v := value.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, one := range v {
			out[name] = shapeOf(one)
		}
		return out
	case []any:
		out := []any{}
		for _, one := range v {
			out = append(out, shapeOf(one))
		}
		return out
	case string:
		if v == "REDACTED" {
			return v
		}
	}
	return nil
}
