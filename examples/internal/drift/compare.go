package drift

import (
	"fmt"
	"slices"
	"strings"
)

// compare says in what a site and the SDK differ, one line a difference: what is
// beyond the specification need not be offered.
func compare(offered, typed, beyond operations) []string {
	offered = offered.aligned(typed).aligned(beyond)
	all := operations{}
	for _, some := range []operations{typed, beyond} {
		for op, args := range some {
			if all[op] == nil {
				all[op] = map[string]bool{}
			}
			for name := range args {
				all[op][name] = true
			}
		}
	}
	lines := append(missing("+", offered, all), missing("-", typed, offered)...)
	slices.Sort(lines)
	return lines
}

// missing lists what is in some operations and not in others: of a namespace or route
// that is not there at all, nothing but its name.
func missing(sign string, some, others operations) []string {
	namespaces, paths := map[string]bool{}, map[path]bool{}
	for op := range others {
		namespaces[op.path.namespace()] = true
		paths[op.path] = true
	}
	lines := map[string][]string{} // their methods
	for op, args := range some {
		has, known := others[op]
		switch {
		case !namespaces[op.path.namespace()]:
			lines["namespace "+op.path.namespace()] = nil
		case !paths[op.path]:
			add(lines, "route "+string(op.path), op.method)
		case !known:
			add(lines, "method "+string(op.path), op.method)
		default:
			for name := range args {
				if !has[name] {
					add(lines, "argument "+string(op.path)+" "+name, op.method)
				}
			}
		}
	}
	var out []string
	for _, line := range sorted(lines) {
		methods := lines[line]
		slices.Sort(methods)
		text := sign + " " + line
		if len(methods) > 0 {
			text += fmt.Sprintf(" (%s)", strings.Join(methods, ", "))
		}
		out = append(out, text)
	}
	return out
}

func add(lines map[string][]string, line, method string) {
	lines[line] = append(lines[line], method)
}
