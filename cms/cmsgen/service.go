package main

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// records generates a type for the list of a resource, and its constructor. The type is a
// cms.Collection, a cms.Content or a cms.Catalog.
func (w *writer) records(r *resource, params string) string {
	options := w.options(r.listArgs(), r.record+"ListOptions",
		fmt.Sprintf("%sListOptions are the arguments of the list %s.", r.record, r.spelledPath()), none)
	all := w.g.taken.take(r.plural())
	of, key := "Collection", ""
	switch r.kind {
	case contentKind:
		of = "Content"
	case catalogKind:
		of, key = "Catalog", fmt.Sprintf(", %q", r.key)
	}
	types := fmt.Sprintf("[%s, %s, %s]", r.record, params, options)
	declared, names := r.pathArgs()
	methods, deletion, instead := r.offered(), "", ""
	if r.kind != catalogKind {
		deletion = w.deletion(r)
		if _, rest, ok := strings.Cut(deletion, "\nfunc "); ok { // the method Delete lacks the required arguments
			name, _, _ := strings.Cut(rest, "(")
			methods = slices.DeleteFunc(methods, func(one string) bool { return one == "Delete" })
			methods = append(methods, "and the function "+name)
			instead = fmt.Sprintf("Use [%s] in place of Delete, which lacks required arguments", name)
		}
	}
	var out strings.Builder
	out.WriteString(comment("", join(fmt.Sprintf("%s are the records of %s", all, r.spelledPath()), r.lacks(), instead)))
	fmt.Fprintf(&out, "type %s = cms.%s%s\n\n", all, of, types)
	orders, remark := "", ""
	if r.kind != catalogKind && r.lacksOrderByID() {
		orders = ".WithWalkOrders(nil)"
		remark = " Its walks keep the order of the site, which has no order by id for this list: they may miss records."
	}
	out.WriteString(comment("", fmt.Sprintf("New%s returns the %s at %s.%s", all, strings.ToLower(of), r.spelledPath(),
		remark)))
	fmt.Fprintf(&out, "func %s(site *cms.Client%s) *%s {\n\treturn cms.New%s%s(site, %s%s)%s\n}\n\n",
		w.g.taken.take("New"+all), declared, all, of, types, r.pathExpression(names), key, orders)
	out.WriteString(deletion)
	w.g.enter("New"+all, names, r.spelledPath(), methods)
	return out.String()
}

// lacksOrderByID reports whether the list names the orders that it accepts, and the order
// by id is not one of them.
func (r *resource) lacksOrderByID() bool {
	for _, arg := range r.listArgs() {
		if words := arg.Schema.Words(); arg.Name == "orderby" && len(words) > 0 {
			return !slices.Contains(words, "id")
		}
	}
	return false
}

// none is a skip function for [writer.options]. It skips no argument.
func none(string) bool { return false }

// lacks returns a sentence that names the methods for which the site has no route, or "".
// The type in package cms has these methods nevertheless.
func (r *resource) lacks() string {
	var verbs []string
	one := r.item
	if r.kind == documentKind {
		one = r.route
	} else if r.route.Takes(http.MethodPost) == nil {
		verbs = append(verbs, "Create")
	}
	if one.Takes(http.MethodPost) == nil { // a PUT does not count, because by default package cms sends POST
		verbs = append(verbs, "Update")
	}
	if r.kind != documentKind && r.item.Takes(http.MethodDelete) == nil {
		verbs = append(verbs, "Delete")
	}
	for _, verb := range []string{"Revisions", "Autosaves"} {
		if below := r.route.Below; r.kind == contentKind && below != nil && !slices.Contains(below, strings.ToLower(verb)) {
			verbs = append(verbs, verb)
		}
	}
	switch len(verbs) {
	case 0:
		return join(r.lacksArguments(), r.twoUpdates())
	case 1:
		return join(verbs[0]+" fails, because the site has no route for it", r.lacksArguments())
	}
	return join("These methods fail, because the site has no route for them: "+strings.Join(verbs, ", "),
		r.lacksArguments())
}

// twoUpdates returns a sentence for records whose route has different endpoints for PUT and
// POST. It returns "" for other records.
func (r *resource) twoUpdates() string {
	post, put := r.item.Takes(http.MethodPost), r.item.Takes(http.MethodPut)
	if r.kind == documentKind || put == nil || post == put {
		return ""
	}
	return "Update sends a POST, which may do something else here: the site updates records with PUT. The type " +
		r.record + "Calls sends that"
}

// lacksArguments returns a sentence about the arguments that the methods of a cms.Collection
// or a cms.Content send, but that the list of a collection does not accept. It returns "" if
// there are none.
func (r *resource) lacksArguments() string {
	if r.kind != collectionKind || r.schema.Properties.Named("slug") == nil {
		return ""
	}
	missing := r.unlisted()
	switch {
	case len(missing) > 0 && r.resemblesContent():
		return "It is no cms.Content, because its list takes no list of " + strings.Join(missing, " and ")
	case slices.Contains(missing, "slug"):
		return "BySlug fails, because the list takes no list of slug"
	}
	return ""
}

// deletion generates a function for a delete that requires more arguments than the
// collection sends.
func (w *writer) deletion(r *resource) string {
	endpoint := r.item.Takes(http.MethodDelete)
	if endpoint == nil {
		return ""
	}
	declared, names := r.pathArgs()
	taken := scope{}
	for _, name := range names {
		taken[name] = true
	}
	id := taken.take("id")
	declared += ", " + id + " int64"
	query := ""
	for _, arg := range r.args(endpoint) {
		s := arg.Schema
		if !s.Required || arg.Name == "force" || !tagged(arg.Name) {
			continue
		}
		name, typ, value := taken.take(variable(arg.Name)), "string", "%s"
		switch {
		case s.Is("integer"):
			typ, value = "int64", "strconv.FormatInt(%s, 10)"
		case s.Is("boolean"):
			typ, value = "bool", "strconv.FormatBool(%s)"
		}
		declared += ", " + name + " " + typ
		query += fmt.Sprintf(", %q: {%s}", arg.Name, fmt.Sprintf(value, name))
	}
	if query == "" {
		return ""
	}
	name := w.g.taken.take("Delete" + r.record)
	var out strings.Builder
	out.WriteString(comment("",
		fmt.Sprintf("%s deletes a record permanently: DELETE %s/{%s}. The site requires arguments that Delete of the "+
			"collection does not send.", name, r.spelledPath(), r.itemParam.Param)))
	fmt.Fprintf(&out, "func %s(ctx context.Context, site *cms.Client%s, options ...cms.CallOption) "+
		"(*cms.Deleted[%s], error) {\n", name, declared, r.record)
	fmt.Fprintf(&out, "\treturn cms.Do(ctx, site, cms.Request[cms.Deleted[%s]]{\n\t\tOperation: %q,\n\t\tMethod: "+
		"http.MethodDelete,\n\t\tPath: %s,\n\t\tID: %s,\n\t\tQuery: url.Values{\"force\": {\"true\"}%s},\n\t}, "+
		"options...)\n}\n\n",
		r.record, name, joinExpression(r.pathExpression(names), "strconv.FormatInt("+id+", 10)"), id, query)
	return out.String()
}

// joinExpression appends a segment to a path. Both are Go expressions.
func joinExpression(path, segment string) string {
	if literal, ok := strings.CutSuffix(path, `"`); ok {
		return literal + `/" + ` + segment
	}
	return path + ` + "/" + ` + segment
}

// document generates the constructor of a document.
func (w *writer) document(r *resource, params string) string {
	name := w.g.taken.take("New" + r.record)
	declared, names := r.pathArgs()
	types := fmt.Sprintf("[%s, %s]", r.record, params)
	var out strings.Builder
	out.WriteString(comment("", join(fmt.Sprintf("%s returns the document at %s.", name, r.spelledPath()), r.lacks())))
	fmt.Fprintf(&out, "func %s(site *cms.Client%s) *cms.Document%s {\n\treturn cms.NewDocument%s(site, %s)\n}\n\n", name,
		declared, types, types, r.pathExpression(names))
	w.g.enter(name, names, r.spelledPath(), r.offered())
	return out.String()
}

// service generates a type that has a method for each operation.
func (w *writer) service(r *resource, operations []operation, record, params string) string {
	name := r.record + "Service"
	switch {
	case r.kind != serviceKind:
		name = r.record + "Calls"
	case r.many && len(r.schema.Properties) > 0:
		name = r.plural()
	}
	if w.g.taken[name] || w.g.taken["New"+name] { // the type for the calls of a namespace may already use the name
		name = r.record + "Calls"
	}
	name = w.g.taken.take(name)
	declared, names := r.pathArgs()
	var out strings.Builder
	out.WriteString(comment("", fmt.Sprintf("%s calls %s.", name, r.spelledPath())))
	fmt.Fprintf(&out, "type %s struct {\n\tsite *cms.Client\n\tpath string\n}\n\n", name)
	out.WriteString(comment("", fmt.Sprintf("New%s returns a service for %s.", name, r.spelledPath())))
	fmt.Fprintf(&out, "func %s(site *cms.Client%s) *%s {\n\treturn &%s{site, %s}\n}\n\n", w.g.taken.take("New"+name),
		declared, name, name, r.pathExpression(names))
	taken, code := scope{}, map[string]string{}
	var methods []string
	for _, o := range operations {
		called := r.callName(o, taken)
		methods = append(methods, called)
		code[called] = w.method(r, o, called, record, params).print(name, r)
	}
	slices.SortStableFunc(methods, func(a, b string) int { return rankOfMethod(a) - rankOfMethod(b) })
	for _, called := range methods {
		out.WriteString(code[called])
	}
	w.g.enter("New"+name, names, r.spelledPath(), methods)
	return out.String()
}

// method returns the Go method for an operation. It also declares the types that only this
// method uses.
func (w *writer) method(r *resource, o operation, name, record, params string) (m method) {
	defer func() { w.g.noteJSON(r, o, m.answer) }()
	m = method{name: name, http: goMethod(o.method), item: o.item, answer: record}
	one := o.item || !r.many
	switch o.method {
	case http.MethodGet:
		m.does = "reads a record"
		m.id = o.item && r.showsID()
		switch {
		case !one:
			m.does, m.answer = "reads the records", w.listed(r, record)
		case o.item && r.around != nil && r.typed():
			m.id, m.answer = false, w.envelope(r.record+"Response", *r.around, o.requestOf(r), record)
		}
	case http.MethodDelete:
		m.does = "deletes a record"
		if m.answer = w.written(r, record); m.answer == rawType {
			m.answer = "cms.Written[cms.Deleted[cms.Extra]]"
		}
		if !one {
			m.does, m.warning = "deletes records of the list", "Without options the site may delete all of them"
			if len(r.args(o.endpoint)) == 0 {
				m.warning = "The route takes no arguments that choose some of them, so the site may delete all"
			}
		}
	default:
		if r.sampled { // the type comes from responses to GET, and a write may have another response
			m.answer = w.written(r, record)
		}
		m.does = "updates a record"
		m.update = one && name != "Send" && name != "Create"
		switch name {
		case "Create":
			m.does = "creates a record"
		case "Send":
			m.does = "sends params"
		}
		m.params = w.paramsOf(r, o, name, params)
		switch {
		case !w.checks[m.params]:
		case m.params != params, !r.many && r.kind == serviceKind:
			m.checks = []string{"params.Check()"}
		case name == "Create":
			m.checks = []string{"params.CheckCreate()"}
		}
		if len(m.checks) > 0 {
			m.required = required(r.args(o.endpoint))
		}
		return m
	}
	args := r.args(o.endpoint)
	if o.method == http.MethodGet && one {
		args = r.getArgs()
	}
	if len(args) == 0 {
		return m
	}
	called := name
	if r.isCall() {
		called = ""
	}
	m.options = w.options(args, r.record+called+"Options",
		fmt.Sprintf("%s%sOptions are the arguments of %s.", r.record, called, o.requestOf(r)), none)
	if w.checks[m.options] {
		m.checks, m.required = []string{"options.Check()"}, required(args)
	}
	return m
}

// noteJSON records that an operation returns undecoded JSON, with the reason.
func (g *generator) noteJSON(r *resource, o operation, answer string) {
	if answer == rawType || answer == "[]"+rawType || answer == "map[string]"+rawType {
		why := r.whyJSON(o)
		g.asJSON[why] = append(g.asJSON[why], plainLine(o.requestOf(r)))
	}
}

// written returns the type of the response to a write, if no schema describes that
// response. The response may be a record of the route. For an action it may be a record of
// the route above.
func (w *writer) written(r *resource, record string) string {
	switch {
	case record == bytesType:
		return bytesType
	case r.batchOf != nil:
		return record
	case r.typed():
		return "cms.Written[" + record + "]"
	case r.actsOn != nil:
		return "cms.Written[" + r.actsOn.record + "]"
	}
	return rawType
}

// actedOn returns the resource whose records the writes of r may return. This is the
// nearest resource above r that has a type and a GET, and is no batch route. actedOn
// returns nil if there is none, if r has a type and a GET, or if r is not of serviceKind.
func actedOn(r *resource, all []*resource) *resource {
	if r.typed() && r.route.Takes(http.MethodGet) != nil || r.kind != serviceKind {
		return nil
	}
	for end := len(r.path) - 1; end > 0; end-- {
		for _, one := range all {
			if one != r && one.typed() && one.batchOf == nil && one.route.Takes(http.MethodGet) != nil &&
				(one.path.Same(r.path[:end]) || one.item != nil && one.itemPath.Same(r.path[:end])) {
				return one
			}
		}
	}
	return nil
}

// listed returns the type of the response of a list. If there is no schema, and no sample
// shows a list with elements, the type is undecoded JSON: the response may be an object.
func (w *writer) listed(r *resource, record string) string {
	root := r.seen[""]
	if r.plain() == "list" || len(r.schema.Properties) == 0 && len(r.seen["[]"]) > 0 {
		record = w.read(inferred(r.seen, "[]", r.path.LastWord()), place{path: "[]", name: "Element"})
	}
	if mixed := r.mixed(); mixed == "*" && record != rawType {
		record = "*" + record
	} else if mixed == rawType {
		record = rawType
	}
	switch {
	case r.envelope != nil:
		return w.envelope(r.record+"List", wrapping{r.envelope, r.at, r.whole}, "the list "+r.spelledPath(), record)
	case slices.Contains(root, kindRecords):
		return "map[string]" + record
	case r.plain() == "value":
		return record
	case r.sampled && (!slices.Contains(root, kindArray) || len(r.seen) == 1): // PHP writes [] for an empty object, too
		return rawType
	}
	return "[]" + record
}

// envelope declares a type for an object that contains records, and returns its name.
func (w *writer) envelope(name string, o wrapping, from, record string) string {
	name = w.g.taken.take(name)
	outer := &writer{g: w.g, record: name, prefix: w.prefix, seen: o.whole, enums: map[string]*enum{},
		reads: map[string]read{}, checks: map[string]bool{}, given: map[string]string{o.at: record}}
	slot := outer.slot()
	fields := outer.readFields(o.schema, place{}, []string{"Extra"})
	outer.types[slot] = declare(name, fmt.Sprintf("%s is what %s returns.", name, from), fields, extraTail)
	w.types = append(w.types, outer.types...)
	return name
}

// paramsOf returns the type of the body of an operation: the params type of the records. If
// the operation accepts other arguments, paramsOf declares a separate type.
func (w *writer) paramsOf(r *resource, o operation, name, params string) string {
	if r.batchOf != nil {
		return params
	}
	if name != "Send" && (o.endpoint == r.route.Takes(http.MethodPost) || o.endpoint == r.writeOne()) {
		return params
	}
	if name == "Send" {
		name = ""
	}
	return w.writeArgs(r.record+name+"Params", fmt.Sprintf("%s%sParams is the body of %s.", r.record, name,
		o.requestOf(r)), r.written(o.endpoint),
		check{"Check", "Required", required(r.args(o.endpoint))})
}

// showsID reports whether the id in a record is the id in its route. It returns false for
// records below another record, because they may have two different ids.
func (r *resource) showsID() bool {
	id := r.schema.Properties.Named("id")
	return id != nil && id.Is("integer") && r.itemParam.Digit && !strings.Contains(r.path.Template(), "{")
}
