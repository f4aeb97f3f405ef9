package hostile

import (
	"encoding/json"
	"net/http"
	"strings"
)

// refusal is a response that is none to what was asked.
type refusal struct {
	status int
	header http.Header
	body   func() string
}

// refusals are the forms in which sites and what stands before them refuse.
func refusals() []refusal {
	object := http.Header{"Content-Type": {"application/json"}}
	page := http.Header{"Content-Type": {"text/html; charset=utf-8"}, "Server": {header()}, "X-Powered-By": {header()}}
	return []refusal{
		{403, object, func() string { return failure(403, long("rest_forbidden"), long("no")) }},
		{400, object, func() string { return failure(400, "rest_invalid_param", long("Invalid parameter(s): title")) }},
		{200, page, func() string {
			return "<html><head><title>" + long("a page") + "</title></head><body><h1>" + long("x") + "</h1></body></html>"
		}},
		{404, object, func() string { return failure(404, "rest_no_route", long("no route")) }},
		{302, http.Header{"Location": {"/wp-login.php?reason=" + header()}}, func() string { return "" }},
		{200, object, func() string { return long("Warning: x in y") + "\n{\"id\":1,\"title\":" }},
		{404, object, func() string { return failure(404, "rest_post_invalid_id", long("Invalid post ID.")) }},
		{418, page, func() string { return long("a teapot") }},
		{200, object, func() string { return `{"id":"` + strings.Repeat(`\u001b[2J\u202e`, 2<<10) + `","name":{}}` }},
		{409, object, func() string {
			return `{"code":17,"message":["` + strings.Repeat(`\u001b[2J`, 2<<10) + `"],"data":"\u001b[2J"}`
		}},
	}
}

// header is a hostile value of a header: net/http lets some of it pass.
func header() string {
	return strings.NewReplacer("\r", "", "\n", "", "\x00", "").Replace(Text("x"))
}

// failure is an error of a site with details, of which there are many.
func failure(status int, code, message string) string {
	params, details := map[string]any{}, map[string]any{}
	for range 30 {
		name := Text(strings.Repeat("p", 1+len(params)))
		params[name] = Text("is wrong")
		details[name] = map[string]any{"code": Text("x"), "message": Text("x"), "data": Text("x")}
	}
	params["title"] = long("is wrong")
	more := make([]any, 900)
	for i := range more {
		more[i] = map[string]any{"code": Text("more"), "message": Text("more"), "data": nil}
	}
	text, err := json.Marshal(map[string]any{
		"code": code, "message": message, "additional_errors": more,
		"data": map[string]any{"status": status, "params": params, "details": details, "error": Text("x")},
	})
	if err != nil {
		panic(err)
	}
	return string(text)
}

// answer sends the refusal.
func (r refusal) answer(w http.ResponseWriter) {
	for name, values := range r.header {
		w.Header()[name] = values
	}
	w.WriteHeader(r.status)
	_, _ = w.Write([]byte(r.body()))
}
