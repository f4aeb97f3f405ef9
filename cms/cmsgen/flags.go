package main

import (
	"errors"
	"flag"
	"fmt"
	"go/token"
	"net/url"
	"strings"
)

// options has the values of the flags.
type options struct {
	site, user, prefix string
	root               string
	wants              wants
	pkg, out           string
	save, from         string
	sample             int
	skip, named        []string
	with               map[string]url.Values
	check              bool
}

// helpWidth is the width that remains in a terminal of 80 columns after the indent of
// [flag.FlagSet.PrintDefaults].
const helpWidth = 72

// purpose is the beginning of the help.
const purpose = `cmsgen writes Go types for routes of a WordPress site.

example: cmsgen -site https://shop.example.org -user editor \
  -route wp/v2/specimens -package shop -out specimens.go -save specimens.json

flags:
`

// exitStatuses is the end of the help.
const exitStatuses = `
exit status:
  0  the file is written, -check found no change, or -help was given
  1  -check found a change
  2  a flag is wrong
  3  the site could not be read, or the file could not be written
  4  as 0, but some OPTIONS or samples could not be read
`

// parse reads the flags, and checks that their values are valid together.
func parse(args []string, env environment) (*options, error) {
	o := &options{wants: wants{routes: map[string]string{}}, with: map[string]url.Values{}}
	flags := flag.NewFlagSet("cmsgen", flag.ContinueOnError)
	flags.SetOutput(env.messages)
	flags.Usage = func() {
		fmt.Fprint(env.messages, purpose)
		flags.VisitAll(func(f *flag.Flag) {
			f.Usage = strings.Join(folded(f.Usage, helpWidth, strings.Clone), "\n")
		})
		flags.PrintDefaults()
		fmt.Fprint(env.messages, unsampled(), exitStatuses)
	}
	flags.StringVar(&o.site, "site", "", "`address` of any page of the site")
	flags.StringVar(&o.user, "user", "", "login `name`; the application password is read from FONTCMS_APP_PASSWORD")
	flags.StringVar(&o.prefix, "prefix", "", "`prefix` of the routes, such as wp; the default is what the site uses")
	flags.StringVar(&o.root, "root", "", "`path` of the REST API, such as /?rest_route=/, if cmsgen does not find it")
	flags.Func("route", "generate this `route`: wp/v2/specimens, or wp/v2/menus=Menu to name the records; repeatable",
		func(value string) error {
			for route := range strings.SplitSeq(value, ",") {
				route, name, _ := strings.Cut(route, "=")
				o.wants.routes[strings.Trim(route, "/ ")] = strings.TrimSpace(name)
			}
			return nil
		})
	flags.Func("namespace", "generate all routes of this `namespace`, such as shop/v1; repeatable",
		func(value string) error {
			o.wants.namespaces = append(o.wants.namespaces, strings.Trim(value, "/ "))
			return nil
		})
	flags.StringVar(&o.pkg, "package", env.pkg, "`name` of the Go package; go generate sets it")
	flags.StringVar(&o.wants.typePrefix, "type-prefix", "", "`prefix` for the names of all types, such as Shop")
	flags.StringVar(&o.out, "out", "", "Go `file` to write; the default is standard output")
	flags.StringVar(&o.save, "save", "", "store the description in this `file`, for -from")
	flags.StringVar(&o.from, "from", "", "read the description from this `file` instead of a site")
	flags.IntVar(&o.sample, "sample", 0, "correct the description by this `number` of records of each list, at most 100")
	flags.Func("skip", "do not sample this `route`, such as shop/v1/things/{id}; repeatable",
		func(value string) error {
			o.skip = append(o.skip, strings.Trim(value, "/ "))
			return nil
		})
	flags.Func("sample-route", "sample this `route`, although reading it may write to the site; repeatable",
		func(value string) error {
			o.named = append(o.named, strings.Trim(value, "/ "))
			return nil
		})
	flags.Func("with", "sample a route with these `arguments`: 'shop/v1/reports?period=week'; repeatable",
		func(value string) error {
			route, text, _ := strings.Cut(value, "?")
			query, err := url.ParseQuery(text)
			if route = strings.Trim(route, "/ "); err != nil || len(query) == 0 || route == "" {
				return errors.New("it is not a route with arguments, such as shop/v1/reports?period=week")
			}
			o.with[route] = query
			return nil
		})
	flags.BoolVar(&o.check, "check", false, "write nothing; exit with 1 if the file would change")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return nil, err
	case err != nil:
		return nil, errReported
	}
	switch {
	case flags.NArg() > 0:
		return nil, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case (o.site == "") == (o.from == ""):
		return nil, errors.New("give either -site or -from")
	case o.from == "" && len(o.wants.routes)+len(o.wants.namespaces) == 0:
		return nil, errors.New("give a -route or a -namespace")
	case o.pkg == "":
		return nil, errors.New("give a -package")
	case !token.IsIdentifier(o.pkg) || o.pkg == "_":
		return nil, fmt.Errorf("%q is no name for a package", o.pkg)
	case o.wants.typePrefix != "" && goName(o.wants.typePrefix) != o.wants.typePrefix:
		return nil, fmt.Errorf("-type-prefix %q is no exported Go name", o.wants.typePrefix)
	case o.check && o.out == "":
		return nil, errors.New("-check compares with the file that -out names")
	case o.sample < 0 || o.sample > 100:
		return nil, errors.New("-sample is between 0 and 100")
	case o.sample == 0 && len(o.named) > 0:
		return nil, errors.New("-sample-route needs a number of records: give -sample, too")
	case o.sample == 0 && len(o.with) > 0:
		return nil, errors.New("-with needs a number of records: give -sample, too")
	case o.user != "" && env.password == "":
		return nil, errors.New("no password: set FONTCMS_APP_PASSWORD")
	}
	for route, name := range o.wants.routes {
		if name != "" && goName(name) != name {
			return nil, fmt.Errorf("%q is no exported Go name for the records of %s", name, route)
		}
	}
	return o, nil
}
