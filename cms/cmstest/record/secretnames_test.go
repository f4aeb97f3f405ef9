package record_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms/cmstest/record"
)

// pluginNames are names under which plugins keep secrets.
func pluginNames() []string {
	return []string{
		"secret_key", "private_key", "access_key", "consumer_key", "consumer_secret", "license_key", "smtp_pass",
		"password_hash", "passphrase", "webhook_secret_v2", "apiKey", "stripe_live_secret_key", "purchase_code",
	}
}

func TestRecorderReplacesSecretsOfPluginsInEveryPlace(t *testing.T) {
	t.Parallel()
	const hush = "hush-SHHH-5678"
	for _, name := range pluginNames() {
		object, _ := json.Marshal(map[string]any{"id": 7, "settings": map[string]string{name: hush}})
		quoted, _ := json.Marshal(string(object))
		form := url.Values{name: {hush}, "options[" + name + "]": {hush}}.Encode()
		for place, text := range map[string]string{
			"JSON": string(object), "JSON in JSON": `{"option":` + string(quoted) + `}`,
			"a page":     `<input name="` + name + `" value="` + hush + `"> and <script>var x = ` + string(object) + `</script>`,
			"an address": `{"next":"https://a.test/?` + form + `"}`,
		} {
			address := "http://a.test/wp-json/shop/v1/settings?" + form
			file, parts := keptOf(t, nil, address, "application/json", string(object), text)
			if _, ok := parts["response"]; !ok {
				t.Fatalf("a recording of %s in %s: %s, want JSON", name, place, file)
			}
			silent(t, "a recording of "+name+" in "+place, file, parts)
		}
		file, parts := keptOf(t, nil, elsewhere, "application/x-www-form-urlencoded", form, "{}")
		silent(t, "a recording of "+name+" in a form", file, parts)
	}
	for _, name := range []string{"X-Access-Key", "X-License-Key", "X-Consumer-Secret", "X-Hub-Signature-256"} {
		set := func(r *http.Request) { r.Header.Set(name, hush) }
		file, parts := keptOf(t, set, elsewhere, "application/json", "{}", "{}")
		silent(t, "a recording of the header "+name, file, parts)
	}
}

func TestRecorderReplacesValuesThatLookLikeSecrets(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"a JWT":            `{"x":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.hush5678SHHHdozjgNryP4"}`,
		"a key of Stripe":  `{"x":"use sk_live_hush5678SHHHabcdef please"}`,
		"a key in PEM":     `{"x":"-----BEGIN PRIVATE KEY-----\nhush\n5678SHHH\n-----END PRIVATE KEY-----\n"}`,
		"a random key":     `{"key":"h1u2s3h4hush5S6H7H8H9a0b1c2d3","id":7}`,
		"a random license": `{"license":"A1B2C-hush5-5678H-I7J8K-L9M0N"}`,
	} {
		file, parts := keptOf(t, nil, elsewhere, "application/json", body, body)
		silent(t, "a recording of "+name, file, parts)
	}
}

func TestRecorderKeepsWhatIsNoSecret(t *testing.T) {
	t.Parallel()
	const body = `{"meta_key":"_edit_lock","sort_key":"a1","token_type":"bearer","posts_per_page":10,` +
		`"license":"OFL-1.1","slug":"file-d41d8cd98f00b204e9800998ecf8427e","md5":"d41d8cd98f00b204e9800998ecf8427e",` +
		`"password_protected":true,"key":"field_group_of_the_start_page","code":"rest_forbidden","author_ip":"127.0.0.1",` +
		`"access_key_id":7,` +
		`"guid":"https://site.test/?p=7","date":"2026-08-28T19:00:00","hash":"d41d8cd98f00b204e9800998ecf8427e"}`
	_, parts := keptOf(t, nil, elsewhere+"?meta_key=_edit_lock&token_type=x&key=a", "application/json", body, body)
	for _, side := range []string{"request", "response"} {
		if got := parts[side]["body"]; got != body {
			t.Errorf("the recorded body of the %s: %s, want %s", side, got, body)
		}
	}
	if got := parts["request"]["query"]; got != "meta_key=_edit_lock&token_type=x&key=a" {
		t.Errorf("the recorded query: %s, want it unchanged", got)
	}
}

func TestRecorderReplacesTheNamesOfItsCaller(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	recorder, err := record.NewRecorder(folder, echo(func(*http.Request) *http.Response {
		return response(200, http.Header{"Content-Type": {"application/json"}}, `{"tan-list":["hush"],"shopPin":5678}`)
	}), "tan_list", "shop_pin")
	if err != nil {
		t.Fatal(err)
	}
	const address = "http://a.test/wp-json/shop/v1/pins?shop_pin=5678"
	exchange := func(transport http.RoundTripper) *http.Response {
		t.Helper()
		resp, err := transport.RoundTrip(sent(t, "POST", address, "application/json", `{"shop_pin":"5678"}`))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		return resp
	}
	exchange(recorder)
	if err := recorder.Close(); err != nil {
		t.Fatal(err)
	}
	names, contents := files(t, folder)
	if text := contents[names[0]]; strings.Contains(text, "hush") || strings.Contains(text, "5678") {
		t.Errorf("the recording: %s, want no secret", text)
	}
	replayer, err := record.NewReplayer(folder, "tan_list", "shop_pin")
	if err != nil {
		t.Fatal(err)
	}
	if resp := exchange(replayer); resp.StatusCode != http.StatusOK {
		t.Errorf("RoundTrip of the replayer: status %d, want 200", resp.StatusCode)
	}
	if err := replayer.Close(); err != nil {
		t.Error(err)
	}
}
