package main

// indexMutations are mistakes in what a site says of itself.
func indexMutations() []mutation {
	return []mutation{
		{"the index has another name", "index.go", `{"name", s.name}, {"description"`, `{"name", s.prefix}, {"description"`},
		{"the site is at home elsewhere", "index.go", `{"home", s.URL}`, `{"home", s.URL + "/"}`},
		{"the zone is a manual offset", "index.go", `return value, name`, `return value, ""`},
		{"the offset is in seconds", "index.go", `value := float64(seconds) / 3600`, `value := float64(seconds)`},
		{"the index offers no passwords", "index.go", "	if s.noPasswords {\n		return nil", "	if !s.noPasswords {\n		return nil"},
		{"everyone is told the sizes of images", "mediaresource.go", `if !c.secure || !c.user.can("upload_files") {`, `if !(c.secure) {`},
		{"the sizes of images are told over any address", "mediaresource.go", `if !c.secure || !c.user.can("upload_files") {`, `if !(c.user.can("upload_files")) {`},
		{"nobody is told the sizes of images", "mediaresource.go", `if !c.secure || !c.user.can("upload_files") {`, `if !(false) {`},
		{"contributors are told the sizes of images", "mediaresource.go", `if !c.secure || !c.user.can("upload_files") {`, `if !(c.secure && c.user.can("edit_posts")) {`},
		{"everyone is told the theme", "index.go", `if c.user.can("edit_posts") {`, `if true {`},
		{"nobody is told the theme", "index.go", `if c.user.can("edit_posts") {`, `if false {`},
		{"a namespace shows its own routes, whatever is asked", "index.go", `namespace := c.text("namespace")`, `namespace := c.route.namespace`},
		{"any namespace will do", "index.go", `if !slices.Contains(c.s.namespaces(), namespace) {`, `if slices.Contains(c.s.namespaces(), "-") {`},
		{"a namespace shows all routes", "index.go", `if (namespace == "" || r.namespace == namespace) && (c.secure || !r.secure) {`, `if c.secure || !r.secure {`},
		{"a namespace has no links where fields are asked for", "dispatch.go", `if answer.links != nil {`, `if answer.links != nil && fields == nil {`},
		{"routes with variables have links", "index.go", `if !strings.Contains(r.pattern, "{") {`, `if true {`},
		{"routes have no links", "index.go", `if !strings.Contains(r.pattern, "{") {`, `if false {`},
		{"no route may stand in a batch, says the index", "describe.go", `if batch {`, `if false {`},
		{"every route may stand in a batch, says the index", "describe.go", `if batch {`, `if true {`},
		{"arguments are not said to be required or not", "describe.go", `return append(out, member{"required", p.required})`, `return out`},
		{"arguments have no default", "describe.go", `if p.def != nil {`, `if false {`},
		{"arguments have no list of values", "describe.go", `if s.enum != nil {`, `if false {`},
		{"arguments have no limits", "describe.go", `if s.max != 0 {`, `if false {`},
		{"the forms of an argument are not told", "describe.go", `out.add("oneOf", forms)`, ``},
		{"routes are not told apart by their methods", "dispatch.go", "		out = append(out, e.methods...)\n	}\n	return out\n}\n\n// dispatchHTTP", "		out = e.methods\n	}\n	return out\n}\n\n// dispatchHTTP"},
		{"OPTIONS of no route is an error", "dispatch.go", `case c.method == "OPTIONS":`, `case c.method == "-":`},
	}
}

// protocolMutations are mistakes in what all routes have in common.
func protocolMutations() []mutation {
	return []mutation{
		{"JSON may be wrong", "call.go", `if err != nil || decoder.More() || code == 5 {`, `if err != nil && code == 9 {`},
		{"JSON may be followed by anything", "call.go", `if err != nil || decoder.More() || code == 5 {`, `if err != nil || code == 5 {`},
		{"JSON may be in any encoding", "call.go", `if !utf8.Valid(body) {`, `if !utf8.Valid(body) && code == 9 {`},
		{"wrong JSON is not said to be at fault", "call.go", `{"json_error_code", code}`, `{"json_error", code}`},
		{"every body is JSON", "call.go", `case kind == "application/json" ||`, `case kind != "" || kind == "application/json" ||`},
		{"forms are not read", "call.go", `case kind == "application/x-www-form-urlencoded":`, `case kind == "-":`},
		{"JSON goes by one name", "call.go", `|| strings.HasPrefix(kind, "application/") && strings.HasSuffix(kind, "+json"):`, `:`},
		{"the query wins over the body", "call.go", `return []*values{c.json, c.form, c.query, c.url, c.defaults}`, `return []*values{c.query, c.json, c.form, c.url, c.defaults}`},
		{"the path wins over all", "call.go", `return []*values{c.json, c.form, c.query, c.url, c.defaults}`, `return []*values{c.url, c.json, c.form, c.query, c.defaults}`},
		{"the query is not read", "call.go", `return []*values{c.json, c.form, c.query, c.url, c.defaults}`, `return []*values{c.json, c.form, c.url, c.defaults}`},
		{"a method cannot be overridden by a header", "call.go", `method != "" {
		c.method = strings.ToUpper(method)
	}
	if c.method`, `method == "-" {
		c.method = strings.ToUpper(method)
	}
	if c.method`},
		{"a method cannot be overridden by the query", "call.go", `ok && method != "" {`, `ok && method == "-" {`},
		{"HEAD has no route", "call.go", `if c.method == http.MethodHead {`, `if false {`},
		{"paths are taken as written", "dispatch.go", `!strings.EqualFold(want, have[i])`, `want != have[i]`},
		{"ids may be words", "dispatch.go", `|| strings.Trim(have[i], "0123456789") != ""`, ``},
		{"a slash at the end leads nowhere", "call.go", `c.path = strings.TrimRight(path, "/")`, `c.path = path`},
		{"nothing is reached below index.php", "front.go", `if !s.plain && (short == root || strings.HasPrefix(short, root+"/")) {`, `if !s.plain && short == path && (short == root || strings.HasPrefix(short, root+"/")) {`},
		{"nothing is reached by rest_route", "front.go", `return route, route != ""`, `return route, route == "-"`},
		{"no route is a bad request", "errors.go", `return newFault(404, "rest_no_route"`, `return newFault(400, "rest_no_route"`},
		{"no route has a code of its own", "errors.go", `newFault(404, "rest_no_route"`, `newFault(404, "no_route"`},
		{"every method has every route", "dispatch.go", `if slices.Contains(r.endpoints[i].methods, c.method) {`, `if true {`},
		{"envelopes have the status of what is in them", "dispatch.go", `answer = &response{status: 200, body: envelope(answer)}`, `answer = &response{status: answer.status, body: envelope(answer)}`},
		{"there are no envelopes", "dispatch.go", `if _, ok := query.lookup("_envelope"); ok {`, `if false {`},
		{"an envelope keeps the headers outside", "dispatch.go", `answer = &response{status: 200, body: envelope(answer)}`, `answer = &response{status: 200, body: envelope(answer), header: answer.header}`},
		{"fields of fields are shown whole", "fields.go", `parts := strings.Split(strings.TrimSpace(path), ".")`, `parts := strings.Split(strings.TrimSpace(path), ".")[:1]`},
		{"spaces between fields count", "fields.go", `strings.Split(strings.TrimSpace(path), ".")`, `strings.Split(path+" ", ".")`},
		{"fields are not chosen", "fields.go", `	if f == nil {
		return body`, `	if f != nil || f == nil {
		return body`},
		{"fields of records are not chosen, those of lists are", "fields.go", "	case object:\n		if f.wants", "	case object:\n		if len(v) > 0 {\n			return v\n		}\n		if f.wants"},
		{"fields of errors are chosen", "dispatch.go", `	if answer.failed {
		return answer`, `	if false {
		return answer`},
		{"all fields come with links", "fields.go", "		below, wanted := f[m.name]\n", "		below, wanted := f[m.name]\n		wanted = wanted || m.name == \"_links\"\n"},
		{"what is linked is always embedded", "embed.go", `if !sent || c.batched`, `if !sent && value != nil || c.batched`},
		{"nothing is embedded", "embed.go", `if found {`, `if false {`},
		{"all relations are embedded", "embed.go", `if rels != nil && !slices.Contains(rels, rel.name) {`, `if false {`},
		{"what cannot be embedded is", "embed.go", `if l.get("embeddable") != true {`, `if href == "" {`},
		{"_embed=0 embeds nothing", "embed.go", `word == "1" || word == "0"`, `word == "1"`},
		{"_embed=1 embeds nothing", "embed.go", `word == "1" || word == "0"`, `word == "0"`},
		{"_embed=true embeds nothing", "embed.go", `word == "true" || `, ``},
		{"what is embedded comes in full", "embed.go", `query.set("context", "embed")`, `query.set("context", "view")`},
		{"what is gone is embedded", "embed.go", `found = found || ok`, `found = ok || true`},
		{"answers may be indexed", "dispatch.go", `{"noindex"}`, `{"index"}`},
		{"answers may be sniffed", "dispatch.go", `{"nosniff"}`, `{"sniff"}`},
		{"answers are plain text", "dispatch.go", `{"application/json; charset=UTF-8"}`, `{"text/plain"}`},
		{"answers do not vary", "dispatch.go", `} else if r.Method == http.MethodGet && c.user == nil {`, `} else if false {`},
		{"other sites may not ask", "dispatch.go", `if origin := r.Header.Get("Origin"); origin != "" {`, `if origin := r.Header.Get("Origin"); origin == "-" {`},
		{"answers do not name the interface", "dispatch.go", `"Link":                          {s.discoveryLink()},`, ``},
		{"answers do not say what is allowed", "dispatch.go", `if allow := c.allowed(); len(allow) > 0 {`, `if allow := c.allowed(); len(allow) > 9 {`},
		{"everything is allowed", "dispatch.go", `if e.permit(c) == nil {`, `if true {`},
		{"there is no next page", "dispatch.go", `link("next", page+1)`, `link("next", page)`},
		{"there is no page before", "dispatch.go", `if page > 1 {`, `if page > 2 {`},
		{"records do not name their page", "read.go", `rel=\"alternate\"; type=text/html`, `rel=\"canonical\"; type=text/html`},
		{"large ids are wrong", "types.go", `return saturated(f), true`, `return saturated(f), f < 1<<62`},
	}
}
