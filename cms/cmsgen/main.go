// Command cmsgen writes Go types for routes that no SDK can know: the custom types of
// a site, the fields of its plugins. It reads what the site says of its routes, and
// writes records, params, list options and constructors on the collections of package
// cms.
//
//	go get -tool github.com/fontcms/fontcms-go/cms/cmsgen
//	export FONTCMS_APP_PASSWORD=…
//	go tool cmsgen -site https://shop.example.org -user editor \
//		-route wp/v2/specimens -package shop -out specimens.go -save specimens.json
//
// -save keeps the description, without the address of the site or who has read it, so
// that later runs need no site:
//
//	//go:generate go tool cmsgen -from specimens.json -package shop -out specimens.go
//
// The site is found from any of its addresses; -root names the interface of a site where
// that fails.
//
// Run it as a user with all rights: fewer rights, fewer fields. Sites describe
// themselves badly. With -sample it reads up to that many records of each list, one
// record by itself, and what is below it. What the site returns then counts:
//   - A list without a schema becomes what it is: records, records by name, an object
//     around them. Without a sample the call returns the JSON.
//   - A field that contradicts its schema has the type that was seen.
//   - "", false, [] and null are evidence of nothing.
//   - The member that leads to a record is the key of a catalog.
//
// Only the kinds of the values are kept, and no key that may be data: the names of fields
// alone. What the site refuses is a line on standard error, and so is each contradiction
// and each operation that is left out; the header of the file has both.
//
// Some routes write to the site when they are read: navigation-fallback makes a
// navigation, themes a record of styles; widgets and sidebars move lost widgets. -sample
// leaves them and two tests of the site's health out, with a line on standard error for
// each. The two of widgets write even when they are asked what they are, so that the
// index of their namespace has to do. Routes whose last segment begins with a verb like
// send, logout or clear are not sampled either. Other routes of plugins may write, too:
// name those that do with -skip, or sample a copy of the site. Whether with -sample or
// not, cmsgen reads the front page once, as a visitor does, for the version of the
// software.
//
// If the file is there already, it prints what changes: + for what is new, - for what
// is gone, ~ for a changed type. With -check it writes nothing, and exits with 1 if
// anything would change. It writes only a file that it has written before, and
// refuses names that other files of the package have.
//
// A route is given as the site spells it, with a name for its records where the one
// of the site does not fit: -route wp/v2/menus=Menu. Parameters stand in braces.
// Depending on the route it becomes a [cms.Collection], a [cms.Content] if its records
// are written with a status and a slug and deleted with the argument force, a
// [cms.Catalog], a [cms.Document], or a type with methods of its own. So do operations
// that these have no method for, such as a DELETE of a list.
//
// What is written are the arguments of the endpoint, whatever the schema of the record
// says of them. A create or call without a required one is refused before it is sent.
//
// It exits with 0, with 1 if -check finds a change, with 2 after a mistake in the
// flags, and with 3 if the site could not be read or the file not be written.
package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/cms/describe"
)

// The statuses that the program exits with.
const (
	statusChanged = 1
	statusUsage   = 2
	statusFailed  = 3
)

// environment is what the program is given besides its arguments.
type environment struct {
	password string // FONTCMS_APP_PASSWORD
	pkg      string // GOPACKAGE, which go generate sets
	out      io.Writer
	messages io.Writer
	now      func() time.Time
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends it at once
	status := run(ctx, os.Args[1:], surroundings(os.Getenv, os.Stdout, os.Stderr))
	stop()
	os.Exit(status)
}

// surroundings are the environment of a process.
func surroundings(getenv func(string) string, out, messages io.Writer) environment {
	return environment{password: getenv("FONTCMS_APP_PASSWORD"), pkg: getenv("GOPACKAGE"), out: out, messages: messages,
		now: time.Now}
}

// errChanged says that -check has found a change.
var errChanged = errors.New("the file is not what cmsgen writes now")

// run is the program, and returns the status to exit with.
func run(ctx context.Context, args []string, env environment) int {
	o, err := parse(args, env)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return statusUsage
	case err != nil:
		say(env.messages, err.Error())
		return statusUsage
	}
	if err = o.generate(ctx, env); err == nil {
		return 0
	}
	say(env.messages, err.Error())
	if errors.Is(err, errChanged) {
		return statusChanged
	}
	return statusFailed
}

// maxMessage is how many bytes a message of the program has at most.
const maxMessage = 4000

// say writes a message on one line. It may hold texts of a site.
func say(messages io.Writer, text string) {
	fmt.Fprintln(messages, "cmsgen:", cms.Line(text, maxMessage))
}

// options are the flags.
type options struct {
	site, user, prefix string
	root               string
	wants              wants
	pkg, out           string
	save, from         string
	sample             int
	skip               []string
	check              bool
}

// parse reads the flags.
func parse(args []string, env environment) (*options, error) {
	o := &options{wants: wants{routes: map[string]string{}}}
	flags := flag.NewFlagSet("cmsgen", flag.ContinueOnError)
	flags.SetOutput(env.messages)
	flags.StringVar(&o.site, "site", "", "address of the site")
	flags.StringVar(&o.user, "user", "", "user on that site; the application password is in FONTCMS_APP_PASSWORD")
	flags.StringVar(&o.prefix, "prefix", "", "the site's own prefix, as in wp; the default is that of the site")
	flags.StringVar(&o.root, "root", "", "the root of the interface, if it is not found: /?rest_route=/")
	flags.Func("route", "a list or document, as in wp/v2/specimens or wp/v2/menus=Menu; may be given several times",
		func(value string) error {
			for route := range strings.SplitSeq(value, ",") {
				route, name, _ := strings.Cut(route, "=")
				o.wants.routes[strings.Trim(route, "/ ")] = strings.TrimSpace(name)
			}
			return nil
		})
	flags.Func("namespace", "all routes of a namespace, as in shop/v1; may be given several times",
		func(value string) error {
			o.wants.namespaces = append(o.wants.namespaces, strings.Trim(value, "/ "))
			return nil
		})
	flags.StringVar(&o.pkg, "package", env.pkg, "name of the package; go generate sets it")
	flags.StringVar(&o.wants.typePrefix, "type-prefix", "", "a beginning for the names of all types, as in Shop")
	flags.StringVar(&o.out, "out", "", "the file to write; the default is standard output")
	flags.StringVar(&o.save, "save", "", "a file to keep the description in")
	flags.StringVar(&o.from, "from", "", "read a description from this file instead of a site")
	flags.IntVar(&o.sample, "sample", 0, "look at this many records of each list, at most 100: "+unsampled())
	flags.Func("skip", "do not sample this route, as in shop/v1/things/{id}; may be given several times",
		func(value string) error {
			o.skip = append(o.skip, strings.Trim(value, "/ "))
			return nil
		})
	flags.BoolVar(&o.check, "check", false, "write nothing, and fail if the file would change")
	if err := flags.Parse(args); err != nil {
		return nil, flag.ErrHelp // it has said what is wrong
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

// generate reads the description and writes the files.
func (o *options) generate(ctx context.Context, env environment) error {
	if err := o.replaceable(); err != nil { // before a site is asked
		return err
	}
	d, err := o.description(ctx, env)
	if err != nil {
		return err
	}
	if err := o.wants.only(d); err != nil {
		return err
	}
	if o.save != "" && !o.check { // also if the code cannot be written
		saved, err := indented(d)
		if err == nil {
			err = writeFile(o.save, saved)
		}
		if err != nil {
			return err
		}
	}
	source, err := generate(ctx, d, o.wants, o.pkg)
	if err != nil {
		return err
	}
	if all, err := resources(d, o.wants); err == nil && o.from == "" {
		for _, remark := range remarks(d, all) {
			say(env.messages, remark)
		}
	}
	if o.out == "" {
		_, err := env.out.Write(source)
		return err
	}
	return o.update(source, env.out)
}

// replaceable refuses a file that somebody else wrote.
func (o *options) replaceable() error {
	if o.out == "" {
		return nil
	}
	old, err := readFile(o.out, maxFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case !bytes.HasPrefix(old, []byte(generatedLine)):
		return fmt.Errorf("%s was not written by cmsgen: give another name for -out, or remove it", o.out)
	}
	return nil
}

// update writes the Go file and says what changes. A file that differs in its header
// alone stays.
func (o *options) update(source []byte, out io.Writer) error {
	old, err := readFile(o.out, maxFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := apart(o.out, source); err != nil {
		return err
	}
	if old != nil && bytes.Equal(withoutHeader(old), withoutHeader(source)) {
		return nil
	}
	lines, err := changes(old, source)
	if err != nil {
		return fmt.Errorf("%s: %w", o.out, err)
	}
	if old != nil || o.check {
		for _, line := range lines {
			if _, err := fmt.Fprintln(out, cms.Line(line, maxMessage)); err != nil {
				return err
			}
		}
	}
	if o.check {
		return fmt.Errorf("%s: %w", o.out, errChanged)
	}
	return writeFile(o.out, source)
}

// description reads the description from the file or the site. Either goes through
// the same form, so that both make the same code.
func (o *options) description(ctx context.Context, env environment) (*describe.Description, error) {
	data, err := o.source(ctx, env)
	if err != nil {
		return nil, err
	}
	d, err := load(data)
	if err != nil {
		return nil, err
	}
	d.Prefix = cmp.Or(d.Prefix, o.prefix, "cms") // the index of a namespace has none
	return d, nil
}

func (o *options) source(ctx context.Context, env environment) ([]byte, error) {
	if o.from != "" {
		return readFile(o.from, maxFile)
	}
	site, err := o.client(ctx, env)
	if err != nil {
		return nil, err
	}
	defer site.CloseIdleConnections()
	warn := func(err error) { say(env.messages, "made without: "+err.Error()) }
	d, err := source{site, env.now, o.sample, o.skip, warn}.describe(ctx, o.wants)
	if err != nil {
		return nil, err
	}
	return indented(d)
}

// client finds the interface of the site, unless the flags say where it is.
func (o *options) client(ctx context.Context, env environment) (*cms.Client, error) {
	settings := []cms.Option{cms.WithUserAgent("cmsgen")}
	if o.prefix != "" {
		settings = append(settings, cms.WithPrefix(o.prefix))
	}
	if o.user != "" {
		settings = append(settings, cms.WithApplicationPassword(o.user, env.password), cms.WithVerifiedLogin())
	}
	switch {
	case o.root != "":
		return cms.New(o.site, append(settings, cms.WithRoot(o.root))...)
	case o.prefix != "":
		return cms.New(o.site, settings...)
	}
	return connect.Discover(ctx, o.site, settings...)
}
