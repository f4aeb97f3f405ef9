package conformance

import "fmt"

// batch draws some writes that are sent at once.
func (d *dice) batch() randomRequest {
	var list []any
	for range pick(d, 1, 2, 2, 3, 4) {
		inner := d.plain(true)
		// It may not name what the sequence made: the path is a text here.
		inner.id, inner.parent = filled(inner.id, nil), filled(inner.parent, nil)
		one := map[string]any{"path": inner.inline(), "method": inner.method}
		if inner.body != nil {
			one["body"] = inner.body
		}
		if d.chance(5) {
			one["method"] = pick(d, "GET", "post", "")
		}
		list = append(list, one)
	}
	body := map[string]any{"requests": list}
	if d.chance(40) {
		body["validation"] = pick(d, "normal", "require-all-validate", "none")
	}
	return randomRequest{role: d.role(true), method: "POST", path: "/batch/v1", body: body}
}

// inline is the path with its ids, without the query.
func (r randomRequest) inline() string {
	ask := randomRequest{path: r.path, id: r.id, parent: r.parent}
	return "/" + ask.ask(&site{prefix: "cms"}, nil).path
}

// upload draws a file for the library, as the body of the request.
func (d *dice) upload() randomRequest {
	format := pick(d, "png", "png", "jpeg", "gif")
	name := pick(d, "new.tiff", "new.heic", "new.avif", "new.webp", "new.csv", "new.svg", "new.mp3", "new.pdf", "NEW.PNG",
		"noending", ".png", "new."+format, "new."+format, "new."+format, "new."+format, "Ünïcode name."+format, "new.jpg",
		"a b.c.png", "new.txt", "new.php", "cover.png", "x-10x10.png")
	r := randomRequest{role: d.role(true), method: "POST", path: "/cms/v2/media",
		typ: pick(d, "image/"+format, "image/"+format, "application/octet-stream")}
	r.file = string(picture(format, pick(d, 1, 20, 160, 320), pick(d, 1, 20, 160, 400)))
	if d.chance(15) {
		r.file = pick(d, "Plain text.", "{}", "\x00\x01", "<?php echo 1;")
	}
	r.header = map[string]string{"Content-Disposition": fmt.Sprintf("attachment; filename=%q", name)}
	if d.chance(5) {
		r.header = map[string]string{"Content-Disposition": pick(d, "attachment", "attachment; filename=a.png",
			"attachment; filename=", "ATTACHMENT; FileName=\"b.png\"", "inline; filename=a.png", "form-data; name=\"a\"")}
	}
	for _, a := range d.operations {
		if a.Method == "POST" && a.Path == r.path {
			for range pick(d, 0, 0, 1, 2) {
				one := pick(d, a.Args...)
				if one.Name != "url" && one.Name != "featured_media" { // what is refused because of it is left half made
					r.query = append(r.query, [2]any{one.Name, d.value("media", one)})
				}
			}
		}
	}
	r.query = unique(r.query)
	return r
}

// oembed asks for the embedding of a record.
func (d *dice) oembed() randomRequest {
	r := randomRequest{role: d.role(false), method: "GET", path: "/oembed/1.0/" + pick(d, "embed", "embed", "proxy")}
	address := fmt.Sprintf("SITE/?p=%v", d.id(pick(d, "posts", "pages")))
	r.query = append(r.query, [2]any{"url",
		pick(d, address, address, address, "SITE/", "SITE/nowhere", "SITE/"+d.word(), "")})
	if d.chance(40) {
		r.query = append(r.query, [2]any{"maxwidth", pick[any](d, 100, 300, 5000, "x", -1)})
	}
	if d.chance(10) {
		r.query = append(r.query, [2]any{"format", pick(d, "json", "none")})
	}
	return r
}

// odd makes some requests such as clients seldom send: other methods, types and forms of the answer.
func (d *dice) odd(r randomRequest) randomRequest {
	switch n := d.IntN(100); {
	case n < 3 && r.method == "GET":
		r.method = "HEAD"
	case n < 5:
		r.query = append(r.query, [2]any{"_envelope", pick(d, "1", "true", "")})
	case n < 7 && r.body != nil && !r.form:
		r.typ = pick(d, "text/plain", "-", "application/json; charset=latin1", "application/ld+json",
			"application/x-www-form-urlencoded")
	case n < 8 && r.body != nil && !r.form:
		r.file = pick(d, `{"title":`, "[]", "null", `"text"`, `{"title":"a"} x`, "{\"title\":\"\xff\"}", "")
	case n < 10 && (r.method == "PUT" || r.method == "PATCH" || r.method == "DELETE"):
		r.header = map[string]string{"X-HTTP-Method-Override": r.method}
		r.method = "POST"
	case n < 11:
		r.query = append(r.query, [2]any{"_method", pick(d, "GET", "DELETE", "put", "NONE")})
	}
	return r
}
