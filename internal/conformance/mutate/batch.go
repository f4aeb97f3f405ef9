package main

// batchMutations are mistakes in batches.
func batchMutations() []mutation {
	return []mutation{
		{"a batch answers 200", "batch.go", `return &response{status: 207, body: object{{"responses", answers}}}, nil`, `return &response{status: 200, body: object{{"responses", answers}}}, nil`},
		{"a refused strict batch answers 400", "batch.go", `return &response{status: 207, body: object{{"failed", "validation"}`, `return &response{status: 400, body: object{{"failed", "validation"}`},
		{"a strict batch runs what is valid", "batch.go", `if wrong && c.text("validation") == "require-all-validate" {`, `if wrong && c.text("validation") == "" {`},
		{"every batch is strict", "batch.go", `if wrong && c.text("validation") == "require-all-validate" {`, `if wrong {`},
		{"a strict batch does not say that it failed", "batch.go", `body: object{{"failed", "validation"}, {"responses", answers}}`, `body: object{{"responses", answers}}`},
		{"every route may stand in a batch", "batch.go", `} else if !c.route.batch {`, `} else if false {`},
		{"a batch holds 26 requests", "batch.go", `const maxBatch = 25`, `const maxBatch = 26`},
		{"a batch holds 24 requests", "batch.go", `const maxBatch = 25`, `const maxBatch = 24`},
		{"a batch may read", "batch.go", `text("POST", "PUT", "PATCH", "DELETE"), def: "POST"`, `text("POST", "PUT", "PATCH", "DELETE", "GET", "OPTIONS", "post"), def: "POST"`},
		{"a request of a batch needs no path", "batch.go", `schema: text(), required: true, silent: true}`, `schema: text(), silent: true}`},
		{"a batch needs no requests", "batch.go", `items: &item}, required: true, silent: true}`, `items: &item}, silent: true}`},
		{"any validation will do", "batch.go", `text("require-all-validate", "normal")`, `text()`},
		{"the query of a path in a batch is ignored", "batch.go", `query: parseQuery(query),`, `query: parseQuery(query[:0]),`},
		{"the bodies in a batch are ignored", "batch.go", `inner.form.set(m.name, m.value)`, `_ = m`},
		{"the requests of a batch are nobody's", "batch.go", `user: c.user, secure: c.secure, batched: true`, `secure: c.secure, batched: true`},
		{"the requests of a batch are the administrator's", "batch.go", `user: c.user, secure: c.secure, batched: true`, `user: c.s.users[0], secure: c.secure, batched: true`},
		{"the items of a batch are not finished", "batch.go", "	return c.finish(answer)\n", "	return answer\n"},
		{"the items of a batch embed", "embed.go", `if !sent || c.batched ||`, `if !sent ||`},
		{"any path will do in a batch", "batch.go", `return "", "", false`, `return "/", "", true`},
		{"a path with a host is no path", "batch.go", `if end == 0 || rest == "" {`, `if rest != "/" {`},
		{"every item of a batch has the status 200", "batch.go", `{"status", answer.status}, {"headers"`, `{"status", 200}, {"headers"`},
		{"the items of a batch have no headers", "batch.go", `{"headers", slices.Clone(answer.header)}`, `{"headers", slices.Clone(answer.header[:0])}`},
		{"the arguments in a batch are not looked at", "batch.go", `it.why = c.check(it.endpoint.params)`, `_ = c.check(it.endpoint.params)`},
		{"the rights in a batch are not looked at", "batch.go", `why := it.endpoint.permit(c)`, `var why *fault`},
		{"a request of a batch is made with POST", "batch.go", `if method == "" {`, `if true {`},
		{"a header in a batch is one text", "batch.go", `words := schema{kind: "string|array", items: &schema{kind: "string"}}`, `words := schema{kind: "string"}`},
		{"the headers in a batch are not looked at", "batch.go", `schema{kind: "object", others: &words}`, `schema{open: words.kind != ""}`},
		{"the body in a batch is not looked at", "batch.go", `{name: "body", schema: schema{kind: "object", open: true}`, `{name: "body", schema: schema{}`},
	}
}

// embedMutations are mistakes in what other sites embed.
func embedMutations() []mutation {
	return []mutation{
		{"drafts are embedded", "oembed.go", `		if it.status == "publish" {`, `		if it.status != "" {`},
		{"pages are not embedded", "oembed.go", `case "posts", "pages":`, `case "posts":`},
		{"nothing is embedded by its id", "oembed.go", `if id, ok := toInt(arguments.byKey[name]); ok && id > 0 {`, `if id, ok := toInt(arguments.byKey[name]); ok && id < 0 {`},
		{"nothing is embedded by its path", "oembed.go", `strings.EqualFold(strings.Trim(base+own, "/"), path)`, `base+own == "-"`},
		{"other sites are embedded", "oembed.go", `if hostname(host) != hostname(own) {`, `if host == own+"-" {`},
		{"every address is embedded", "oembed.go", "	if path == \"\" {\n		return nil", "	if path != \"-\" {\n		return s.items[101]"},
		{"the end of a path is enough to embed", "oembed.go", `strings.EqualFold(strings.Trim(base+own, "/"), path)`, `strings.HasSuffix(strings.Trim(base+own, "/"), path)`},
		{"embeds are as wide as asked", "oembed.go", `width = min(max(width, minEmbedWidth), maxEmbedWidth)`, ``},
		{"embeds are never small", "oembed.go", `width = min(max(width, minEmbedWidth), maxEmbedWidth)`, `width = maxEmbedWidth`},
		{"embeds are square", "oembed.go", `height := max((width*9+15)/16, minEmbedHeight)`, `height := width`},
		{"the height of an embed is rounded down", "oembed.go", `(width*9+15)/16`, `width*9/16`},
		{"protected records are not marked in embeds", "oembed.go", `if it.password != "" {`, `if it.password == "-" {`},
		{"the proxy is open to subscribers", "oembed.go", `if !c.user.can("edit_posts") {`, `if !c.user.can("read") {`},
		{"the proxy is open to everyone", "oembed.go", `if !c.user.can("edit_posts") {`, `if false {`},
		{"the proxy is for nobody", "oembed.go", `if !c.user.can("edit_posts") {`, `if true {`},
		{"the proxy gives fields", "oembed.go", `if why == nil && parseFields(c.get("_fields")) != nil {`, `if false {`},
		{"an embed needs no address", "oembed.go", `format: "uri"}, required: true}`, `format: "uri"}}`},
		{"an embed takes a list of addresses", "oembed.go", `schema: schema{kind: "string", format: "uri"}`, `schema: schema{}`},
		{"the proxy takes any format", "oembed.go", `{name: "format", schema: text("json", "xml"), def: "json"}`, `{name: "format", schema: text(), def: "json"}`},
		{"the proxy does not look at discover", "oembed.go", `{name: "discover", schema: boolean(), def: true}`, `{name: "discover", def: true}`},
		{"no answer is XML", "oembedxml.go", `c.get("format") == "xml"`, `c.get("format") == "-"`},
		{"every embed is XML", "oembedxml.go", `c.get("format") == "xml"`, `c.get("format") != "-"`},
		{"XML keeps the entities of HTML", "oembedxml.go", `range html.UnescapeString(s) {`, `range html.EscapeString(s) {`},
		{"an unknown embed is a bad request", "oembed.go", `newFault(404, "oembed_invalid_url"`, `newFault(400, "oembed_invalid_url"`},
		{"a width that is no number is the largest", "oembed.go", `n, _ := strconv.ParseInt(digits, 10, 64)`, `n, err := strconv.ParseInt(digits, 10, 64); if err != nil { n = 600 }`},
		{"embeds have no HTML", "oembed.go", `{"html", page}`, `{"html", ""}`},
		{"embeds are of a link", "oembed.go", `member{"type", "rich"}`, `member{"type", "link"}`},
	}
}

// loginMutations are mistakes in who is taken for whom.
func loginMutations() []mutation {
	return []mutation{
		{"any password will do", "auth.go", `given != u.password`, `given == ""`},
		{"an empty password will do", "auth.go", `given != u.password`, `given != "" && given != u.password`},
		{"the beginning of a password will do", "auth.go", `given != u.password`, `!strings.HasPrefix(given, u.password) && (given == "" || !strings.HasPrefix(u.password, given))`},
		{"passwords in any case will do", "auth.go", `given != u.password`, `!strings.EqualFold(given, u.password)`},
		{"spaces in a password count", "auth.go", `given := alphanumeric(password)`, `given := password`},
		{"users have no e-mail", "auth.go", `strings.EqualFold(name, u.email())`, `false`},
		{"users are known by their names as written", "auth.go", `strings.EqualFold(name, u.login)`, `name == u.login`},
		{"an unknown user is the editor", "auth.go", "	u := s.findUser(name)\n	if given", "	u := s.findUser(name)\n	if u == nil { u = s.users[1]; password = u.password }\n	if given"},
		{"whoever sends credentials is the editor", "auth.go", "	if !ok || s.noPasswords {\n		return nil", "	if !ok && h.Get(\"Authorization\") != \"\" {\n		return s.users[1]\n	}\n	if !ok || s.noPasswords {\n		return nil"},
		{"answers to users may be cached", "dispatch.go", "	if c.user != nil {\n		noCache(header)", "	if c.user == nil {\n		noCache(header)"},
		{"nobody is the administrator", "users.go", "	if c.user == nil {\n		return nil, newFault(401, \"rest_not_logged_in\"", "	if c.user == nil {\n		return &response{status: 200, body: c.showUser(c.s.users[0])}, nil\n	}\n	if c.user == nil {\n		return nil, newFault(401, \"rest_not_logged_in\""},
		{"users/me shows the next user", "users.go", `body: c.showUser(c.user)}, nil`, `body: c.showUser(c.s.users[(c.user.id)%5])}, nil`},
	}
}
