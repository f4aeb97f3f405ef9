// Package sites reads the file that lists the sites of a fleet.
package sites

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"regexp"
	"strings"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/secret"
)

// Site is one line of the file. It holds no password: Secret names one.
type Site struct {
	// Name identifies the site in the queue and in all output.
	Name string `json:"name"`
	// Address is that of the site or of any of its pages.
	Address string `json:"address"`
	// User is empty for an anonymous job.
	User string `json:"user,omitempty"`
	// Secret names the password of User on the worker: see [secret.Check].
	Secret string `json:"secret,omitempty"`
	// Prefix is that of the REST API. If it is empty, the worker looks for the REST API.
	Prefix string `json:"prefix,omitempty"`
}

// validName is what a name may be: it is a part of a subject and of file names.
var validName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,62}$`)

// columns are those of the file, in this order.
const columns = "name,site,user,secret,prefix"

// Read reads a file of sites. The error lists each wrong line; no site is then returned.
func Read(path string) ([]Site, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	sites, err := parse(file)
	if err == nil {
		return sites, nil
	}
	wrong := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok { // only the outermost error
		wrong = joined.Unwrap()
	}
	for i := range wrong {
		wrong[i] = fmt.Errorf("%s: %w", path, wrong[i])
	}
	return nil, errors.Join(wrong...)
}

// parse reads the lines of a file.
func parse(from io.Reader) ([]Site, error) {
	lines := csv.NewReader(from)
	lines.FieldsPerRecord, lines.Comment, lines.TrimLeadingSpace = -1, '#', true
	head, err := lines.Read()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if len(head) < 2 || !strings.HasPrefix(columns+",", strings.Join(head, ",")+",") {
		return nil, fmt.Errorf("the first line is to be %s; the last three columns may be absent", columns)
	}
	var sites []Site
	var wrong []error
	names, addresses := map[string]int{}, map[string]int{}
	for {
		fields, err := lines.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			wrong = append(wrong, err)
			break // the reader cannot tell where the next line begins
		}
		line, _ := lines.FieldPos(0)
		site, err := siteOf(fields, len(head))
		if err == nil {
			err = once(site, line, names, addresses)
		}
		if err != nil {
			wrong = append(wrong, fmt.Errorf("line %d: %w", line, err))
			continue
		}
		sites = append(sites, site)
	}
	switch {
	case len(wrong) > 0:
		return nil, errors.Join(wrong...)
	case len(sites) == 0:
		return nil, errors.New("it lists no site")
	}
	return sites, nil
}

// siteOf checks the fields of a line. Its errors do not repeat the secret, which may be a
// password by mistake.
func siteOf(fields []string, wanted int) (Site, error) {
	if len(fields) != wanted {
		return Site{}, fmt.Errorf("it has %d columns, and the first line has %d", len(fields), wanted)
	}
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	fields = append(fields, "", "", "")
	site := Site{fields[0], fields[1], fields[2], fields[3], fields[4]}
	return site, site.Check()
}

// Check reports what is wrong with a site. The error does not repeat the secret.
func (s Site) Check() error {
	if !validName.MatchString(s.Name) {
		return fmt.Errorf("the name %q is not 1 to 63 of a-z, 0-9, _ and -, with a letter or digit first", s.Name)
	}
	address, err := url.Parse(s.Address)
	switch {
	case err != nil || address.Host == "" || address.Scheme != "https" && address.Scheme != "http":
		return errors.New("the site is not an address that begins with https:// or http://")
	case address.User != nil:
		return errors.New("the address holds a user or password: use the columns user and secret")
	case (s.User == "") != (s.Secret == ""):
		return errors.New("user and secret go together: one of them is empty")
	case s.Secret == "":
		return nil
	}
	return secret.Check(s.Secret)
}

// once refuses a name or an address that an earlier line has.
func once(site Site, line int, names, addresses map[string]int) error {
	if first := names[site.Name]; first > 0 {
		return fmt.Errorf("the name %s is that of line %d", site.Name, first)
	}
	address := strings.TrimRight(strings.ToLower(site.Address), "/")
	if first := addresses[address]; first > 0 {
		return fmt.Errorf("the address %s is that of line %d", site.Address, first)
	}
	names[site.Name], addresses[address] = line, line
	return nil
}
