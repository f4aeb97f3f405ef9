package main

import (
	"cmp"
	"fmt"
	"strings"
)

// method is a generated method of a service.
type method struct {
	name, http string
	item       bool   // whether the route is the route of one record, so that the method takes an id
	answer     string // type of the response
	options    string // type of the query arguments, "" if there are none
	params     string // type of the body, "" if there is none
	update     bool
	id         bool // whether the request checks that the response has the id from the route
	does       string
	warning    string   // sentence that warns of an effect of the method, "" if there is none
	checks     []string // Go expressions that call the checks of required arguments
	required   []string // names of the required arguments
	args, path string   // Go code: the parameters of the method that fill the route, and the path
}

// print returns the Go code of the method. service is the type that has the method.
func (m method) print(service string, r *resource) string {
	route, path, id := r.spelledPath(), cmp.Or(m.path, "s.path"), ""
	signature := "ctx context.Context" + m.args
	if m.item {
		id = variable(r.itemParam.Param)
		route += "/{" + r.itemParam.Param + "}"
		path += ` + "/" + ` + expression(r.itemParam, id)
		signature += ", " + id + " " + typ(r.itemParam)
	}
	if m.params != "" {
		signature += ", params *" + m.params
	}
	if m.options != "" {
		signature += ", options *" + m.options
	}
	answer, value := "*"+m.answer, "return "
	plain := strings.HasPrefix(m.answer, "[]") || strings.HasPrefix(m.answer, "map[") || m.answer == rawType
	if plain {
		answer, value = m.answer, "response, err := "
	}
	if m.answer == rawType {
		m.does = strings.Replace(m.does+" and returns the response as JSON", "reads a record and returns", "returns", 1)
		m.does = strings.Replace(m.does, "reads the records and returns", "returns", 1)
	}
	var out strings.Builder
	out.WriteString(comment("",
		join(fmt.Sprintf("%s %s: %s %s", m.name, m.does, strings.ToUpper(strings.TrimPrefix(m.http, "http.Method")), route),
			m.warning, requires(m.required), r.alternatives())))
	fmt.Fprintf(&out, "func (s *%s) %s(%s, callOptions ...cms.CallOption) (%s, error) {\n", service, m.name, signature,
		answer)
	query := ""
	if m.options != "" {
		out.WriteString("\tquery, err := cms.EncodeQuery(options)\n\tif err != nil {\n\t\treturn nil, err\n\t}\n")
		query = "\t\tQuery: query,\n"
	}
	fmt.Fprintf(&out, "\t%scms.Do(ctx, s.site, cms.Request[%s]{\n\t\tOperation: %q,\n\t\tMethod: %s,\n\t\tPath: %s,\n%s",
		value, m.answer, service+"."+m.name, m.http, path, query)
	if m.params != "" {
		out.WriteString("\t\tBody: params,\n")
	}
	if m.update {
		out.WriteString("\t\tUpdate: true,\n")
	}
	if m.id {
		fmt.Fprintf(&out, "\t\tID: %s,\n", id)
	}
	for _, check := range m.checks {
		fmt.Fprintf(&out, "\t\tErr: %s,\n", check)
	}
	out.WriteString("\t}, callOptions...)\n")
	if plain {
		out.WriteString("\tif err != nil {\n\t\treturn nil, err\n\t}\n\treturn *response, nil\n")
	}
	out.WriteString("}\n\n")
	return out.String()
}

// goMethod returns the constant of net/http for a method, such as http.MethodGet.
func goMethod(method string) string { return "http.Method" + method[:1] + strings.ToLower(method[1:]) }
