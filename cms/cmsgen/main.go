// Command cmsgen writes Go types for routes of a site that this module does not know: those
// of custom types and of plugins. It reads the description of the routes from the site. It
// writes types for records, params and list options. It also writes functions such as
// NewSpecimens, which return a collection of package cms with these types.
//
//	go get -tool github.com/fontcms/fontcms-go/cms/cmsgen
//	export FONTCMS_APP_PASSWORD=…
//	go tool cmsgen -site https://shop.example.org -user editor \
//		-route wp/v2/specimens -package shop -out specimens.go -save specimens.json
//
// -save stores the description in a file. Later runs read that file and need no site:
//
//	//go:generate go tool cmsgen -from specimens.json -package shop -out specimens.go
//
// The file contains neither the address of the site nor the user. It also stores the names
// of the Go types. A later run with the same file keeps these names, even if the site has
// more routes by then.
//
// # The site
//
// -site takes the address of any page of the site. If cmsgen does not find the REST API from
// that address, give its path with -root. Use a user with all rights: the site describes
// fewer fields to others. cmsgen also reads the front page once, without credentials. From
// this page it takes the name and version of the software, such as "WordPress 7.1".
//
// If the site refuses the index of a namespace, or returns a web page there, cmsgen takes its
// routes from the index of the site, which has no schemas.
//
// cmsgen reads four routes at once. On a terminal it shows how many are done.
//
// # Samples
//
// Descriptions have gaps and mistakes. With -sample=5, cmsgen also reads records:
//   - at most five records of each list, or fewer if the argument per_page allows fewer
//   - one of these records by its own route
//   - the lists that belong to records, such as variations of a product: cmsgen reads them
//     for at most ten records, until three of them have some
//
// Some routes require arguments, or have a parameter that no list above them tells. cmsgen takes
// the values from other samples if the names agree: the id of an order is the value of order_id.
// Give other values with -with, those of parameters too:
//
//	-with 'shop/v1/reports?period=week'
//	-with 'shop/v1/files/{token}?token=a1b2'
//
// It corrects the description by these samples:
//   - A list without a schema gets its type from the sample. The sample may have one of
//     three forms: a list of records; an object whose values are the records; an object
//     with a list of records in one of its fields. Without a sample, the calls of the
//     list return JSON.
//   - A field that contradicts its schema gets the type of the sample. It is JSON if the
//     samples have several types. This holds for all routes with that schema.
//   - A number without a schema is a float64, because the next record may have a fraction.
//     Ids and counts are whole, by their names, and so are numbers above 2^53. If another record
//     has such a number, its Extra keeps it whole. The comment of a field without a schema says
//     that its type is guessed.
//   - A route that sends no JSON, such as a web page, returns a [cms.Raw]. So does a route
//     without a sample whose name suggests a file, such as export or csv.
//   - A route that sends null, or false or "" in place of a record, returns JSON. So do the
//     elements of a list that has other values beside its records.
//   - Some records are identified by a name instead of a number. The samples show which
//     field is the name: its value ends the route of the record. If none does, the records
//     become no catalog.
//
// The values "", false, [] and null do not count as samples, because PHP writes them for
// empty values of any type.
//
// The generated code also reads records whose values do not fit the types of their fields:
// see [cms.Extra].
//
// cmsgen stores no values of the samples. It stores the names of their fields and the JSON
// kinds of their values. The keys of some objects are data, such as ids. cmsgen does not
// store these keys either.
//
// # Routes that write when they are read
//
// Some routes write to the site when they are read. -sample leaves these out:
//   - navigation-fallback, themes, sidebars, widgets, and two tests of the site's health.
//   - Routes whose last segment begins with a verb such as send, logout or clear.
//
// Reading the OPTIONS of sidebars and widgets writes too. So cmsgen does not read them, and
// describes these two routes from the index of their namespace.
//
// To sample a route of this list, name it with -sample-route. Other routes of plugins may
// write too. Leave them out with -skip, or sample a copy of the site.
//
// # Output
//
// -route names a route as the site spells it, with parameters in braces. A name for its
// records may follow: -route wp/v2/menus=Menu. -namespace names all routes of a namespace.
// A route becomes one of these:
//   - [cms.Content], if its records have a status and a slug and are deleted with the
//     argument force, and its list takes lists of slugs and statuses.
//   - [cms.Collection], if its records have numeric ids and its list has pages.
//   - [cms.Catalog], if its records are identified by names.
//   - [cms.Document], if it holds one record and takes no arguments.
//   - A method, if the route has only one operation. The methods of a namespace share
//     one service type.
//   - A type of its own, with a method for each operation, if the route fits no other
//     line of this list.
//
// The package comment lists the constructors with their routes and methods. Records that can
// be created, listed and deleted come first.
//
// Some operations have no method in the types of package cms, such as a DELETE of a list.
// cmsgen generates an additional type with methods for them.
//
// A write without a schema returns a [cms.Written] of the record that a GET of the route returned
// in the sample. So does a delete. A write at a route without such a GET returns a cms.Written of
// the record of the nearest route above. A delete without a record returns a cms.Written of a
// cms.Deleted.
//
// The fields of params are the arguments of the endpoint, including those that the schema
// of the record marks as readonly. A create or call without a required argument returns an
// error and sends nothing.
//
// If the file exists, cmsgen prints the changes: + for a new name, - for one that is gone,
// ~ for a changed type. It replaces only files that it has written, and it refuses names
// that other files of the package declare. With -check it writes nothing.
//
// After reading a site, cmsgen prints to standard error:
//   - the OPTIONS and samples that were not read, with the reasons
//   - the operations that are left out
//   - the operations that return JSON, with the reasons and the flags that may change that
//   - the contradictions between samples and schemas
//   - the number of each, in the last line
//
// The header of the file has all of these except the first.
//
// # Exit status
//
//   - 0: The file is written, or -check found no change, or -help was given.
//   - 1: -check found a change.
//   - 2: A flag is wrong.
//   - 3: The site could not be read, or the file could not be written.
//   - 4: As 0, but some OPTIONS or samples could not be read. Routes that cmsgen itself
//     leaves out do not cause this status.
package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/cms/describe"
)

// Exit statuses of the program: see the package comment.
const (
	statusChanged = 1
	statusUsage   = 2
	statusFailed  = 3
	statusPartly  = 4
)

// environment has the inputs of the program other than its arguments.
type environment struct {
	password string // value of FONTCMS_APP_PASSWORD
	pkg      string // value of GOPACKAGE, which go generate sets
	out      io.Writer
	messages io.Writer
	now      func() time.Time
	terminal bool // whether messages go to a terminal
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	// After the first Ctrl-C, stop restores the default effect: a second Ctrl-C ends the
	// program at once.
	context.AfterFunc(ctx, stop)
	status := run(ctx, os.Args[1:], surroundings(os.Getenv, os.Stdout, os.Stderr))
	stop()
	os.Exit(status)
}

// surroundings returns the environment that main passes to run.
func surroundings(getenv func(string) string, out, messages io.Writer) environment {
	return environment{password: getenv("FONTCMS_APP_PASSWORD"), pkg: getenv("GOPACKAGE"), out: out, messages: messages,
		now: time.Now, terminal: isTerminal(messages)}
}

// errReported means that the flags are wrong, and that package flag has already printed
// why.
var errReported = errors.New("the flags are wrong")

// errChanged means that -check has found a change.
var errChanged = errors.New("the file is not what cmsgen writes now")

// run runs the program, and returns its exit status.
func run(ctx context.Context, args []string, env environment) int {
	o, err := parse(args, env)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case errors.Is(err, errReported):
		return statusUsage
	case err != nil:
		say(env.messages, err.Error())
		return statusUsage
	}
	notes := &summary{}
	err = o.generate(ctx, env, notes)
	notes.print(env.messages) // printed after an error, too
	switch {
	case err == nil && notes.refused:
		return statusPartly
	case err == nil:
		return 0
	}
	say(env.messages, err.Error())
	if errors.Is(err, errChanged) {
		return statusChanged
	}
	return statusFailed
}

// maxMessage is the largest length of a message, in bytes.
const maxMessage = 4000

// say writes a message on one line. The message may contain texts of a site, so it is
// cleaned first.
func say(messages io.Writer, text string) {
	fmt.Fprintln(messages, "cmsgen:", cms.Line(text, maxMessage))
}

// generate reads the description and writes the files.
func (o *options) generate(ctx context.Context, env environment, notes *summary) error {
	if err := o.replaceable(); err != nil { // checked before any request is sent
		return err
	}
	names, err := o.earlier()
	if err != nil {
		return err
	}
	d, err := o.description(ctx, env, notes)
	if err != nil {
		return err
	}
	if err := o.wants.only(d); err != nil {
		return err
	}
	if len(names) > 0 {
		d.Names = names
	}
	all, unnamed := resources(d, o.wants)
	if unnamed == nil {
		pin(d, all)
	}
	if o.save != "" && !o.check { // saved even if the code cannot be written
		saved, err := indented(d)
		if err == nil {
			err = writeFile(o.save, saved)
		}
		if err != nil {
			return err
		}
	}
	source, asJSON, err := write(ctx, d, o.wants, o.pkg)
	if err != nil {
		return err
	}
	if o.from == "" {
		notes.leftOut, notes.asJSON, notes.contradictions = leftOutOf(d), asJSON, contradictions(all)
	}
	if o.out == "" {
		_, err := env.out.Write(source)
		return err
	}
	return o.update(source, env.out)
}

// replaceable returns an error if the file of -out exists and cmsgen did not write it.
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

// update writes the Go file, and prints the changes. It does not write the file if only
// the header differs.
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

// description reads the description from the file or from the site. In both cases it
// decodes the same JSON, so that the generated code is the same.
func (o *options) description(ctx context.Context, env environment, notes *summary) (*describe.Description, error) {
	data, err := o.source(ctx, env, notes)
	if err != nil {
		return nil, err
	}
	d, err := load(data)
	if err != nil {
		return nil, err
	}
	// The file of -from may be the index of a namespace, which has no prefix.
	d.Prefix = cmp.Or(d.Prefix, o.prefix, "cms")
	return d, nil
}

func (o *options) source(ctx context.Context, env environment, notes *summary) ([]byte, error) {
	if o.from != "" {
		return readFile(o.from, maxFile)
	}
	site, err := o.client(ctx, env)
	if err != nil {
		return nil, err
	}
	defer site.CloseIdleConnections()
	shown := &progress{environment: env}
	d, err := source{site: site, now: env.now, sample: o.sample, with: o.with, skip: o.skip, named: o.named,
		warn:  notes.warn,
		count: shown.count}.describe(ctx, o.wants)
	shown.end()
	if err != nil {
		return nil, err
	}
	return indented(d)
}

// client returns a client for the site. If neither -root nor -prefix is set, it discovers
// the address of the REST API from the page that -site names.
func (o *options) client(ctx context.Context, env environment) (*cms.Client, error) {
	settings := []cms.Option{cms.WithUserAgent("cmsgen"), cms.WithMaxConcurrent(maxReads)}
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
