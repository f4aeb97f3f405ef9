package advice

import (
	"bytes"
	"compress/gzip"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/cms/internal/reply"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/webpage"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Seen is what a call has seen: a response, or the failure of the connection.
type Seen struct {
	Operation string // the called method, such as "Posts.Ensure"

	Method  string
	Address *url.URL // the requested address; nil if not known
	Route   string   // the route below the root, as errors name it
	Status  int      // 0 if there was no response
	Code    string
	Message string
	Header  http.Header
	Body    []byte
	Secret  bool  // no text may quote the body
	Size    int64 // size of the body that was sent; -1 if not known
	Reason  error // why the call failed; nil if the status is the error
	Wait    time.Duration

	Prefix string // prefix of the client's routes, such as "wp"
	Login  Login  // kind of login that the client sent
	// NoLogin means that the program's own source of logins failed.
	NoLogin bool
	User    string // user name in the login; "" if not known
	// ForbiddenStatus means that the site rejects the status of a filter.
	ForbiddenStatus bool
	Gate            bool // the client has a second login, for the server in front of the site
	Running         bool // the context of the call has not ended
	Elsewhere       bool // a download from another host than that of the site
}

// Login is a kind of login.
type Login int

// The kinds of logins. None means that the client sent no login.
const (
	None     Login = iota
	Password       // an application password
	Token          // a bearer token
	Shop           // the keys of a shop
	Other          // a source of credentials, or a session
)

// page returns the kind of a web page; Unknown if the response is from the REST API.
func (s *Seen) page() webpage.Kind {
	if s.Code != "" || !errors.Is(s.Reason, fault.ErrNotREST) {
		return webpage.Unknown
	}
	return webpage.Of(s.Status, s.Body)
}

// foreign reports whether a response is not from the REST API: it has no code, or a code of
// digits, which gateways send.
func (s *Seen) foreign() bool {
	return s.Status != 0 && (s.Code == "" || reply.Numeric(s.Code))
}

func (s *Seen) statusIn(statuses ...int) bool {
	for _, status := range statuses {
		if s.Status == status {
			return true
		}
	}
	return false
}

func (s *Seen) reads() bool {
	return s.Method == http.MethodGet || s.Method == http.MethodHead || s.Method == http.MethodOptions
}

// seldom reports whether the method is one that some servers block.
func (s *Seen) seldom() bool {
	return s.Method == http.MethodDelete || s.Method == http.MethodPut || s.Method == http.MethodPatch
}

// has reports whether the first 4,096 bytes of the body contain one of words. It ignores case. The
// words must be in lower case.
func (s *Seen) has(words ...string) bool {
	text := bytes.ToLower(s.Body[:min(len(s.Body), 4096)])
	for _, word := range words {
		if bytes.Contains(text, []byte(word)) {
			return true
		}
	}
	return false
}

func is[T error](s *Seen) bool {
	_, ok := errors.AsType[T](s.Reason)
	return ok
}

// target returns the target of a redirect, or nil.
func (s *Seen) target() *url.URL {
	if s.Header == nil {
		return nil
	}
	return transport.Target(s.Address, s.Header.Get("Location"))
}

// Redirects reports whether the response is a redirect that was not followed.
func (s *Seen) Redirects() bool { return s.Status >= 300 && s.Status < 400 }

// leads reports whether a redirect leads to a path that ends with one of pages.
func (s *Seen) leads(pages ...string) bool {
	to := s.target()
	for _, page := range pages {
		if s.Redirects() && to != nil && strings.HasSuffix(to.Path, page) {
			return true
		}
	}
	return false
}

// linked returns the root that a response names in its Link header. It returns nil if the
// address of the request is below that root.
func (s *Seen) linked() *url.URL {
	for _, line := range s.Header.Values("Link") {
		target, found := strings.CutPrefix(strings.TrimSpace(line), "<")
		address, relation, ok := strings.Cut(target, ">")
		if !found || !ok || !strings.Contains(relation, "https://api.w.org/") {
			continue
		}
		u, err := url.Parse(address)
		if err != nil || u.Host == "" || s.Address == nil || below(s.Address, u) {
			continue
		}
		u.User, u.Fragment = nil, ""
		return u
	}
	return nil
}

// prefixOf returns the prefix that the address of a root shows: "wp" for an address that ends
// with /wp-json. It returns "" if the address shows none.
func prefixOf(root *url.URL) string {
	path := strings.TrimRight(root.Path, "/")
	name, _ := strings.CutSuffix(path[strings.LastIndex(path, "/")+1:], "-json")
	if len(name) == len(path[strings.LastIndex(path, "/")+1:]) || root.Query().Has("rest_route") {
		return ""
	}
	return name
}

// below reports whether an address is below a root.
func below(address, root *url.URL) bool {
	return transport.SameOrigin(address, root) &&
		strings.HasPrefix(address.Path+"/", strings.TrimRight(root.Path, "/")+"/") &&
		address.Query().Has("rest_route") == root.Query().Has("rest_route")
}

// values returns the values for the placeholders in the texts of a row.
func (s *Seen) values() map[string]string {
	v := map[string]string{
		"method": s.Method, "route": s.Route, "status": strconv.Itoa(s.Status), "code": s.Code, "message": s.Message,
		"prefix": s.Prefix, "user": s.User, "host": "the site", "address": "the site", "firewall": s.firewall(),
		"sent": size(s.Size), "page": s.title(), "error": "no more is known", "wait": "some minutes", "field": s.field(),
		"realm": s.realm(), "role": s.role(), "editors": s.editors(), "id": s.termID(), "plugin": s.plugin(),
		"meta": transport.Line(s.metaKey(), 80),
		"said": s.said(), "encoding": s.encoding(),
		"again": s.again("try again;"), "later": s.again("try again later;"),
	}
	if s.Address != nil && s.Address.Host != "" {
		at := url.URL{Scheme: s.Address.Scheme, Host: s.Address.Host, Path: s.Address.Path}
		if root := s.Address.Query().Get("rest_route"); root != "" {
			at.RawQuery = "rest_route=" + root
		}
		v["host"], v["address"] = s.Address.Host, at.String()
		v["site"] = (&url.URL{Scheme: s.Address.Scheme, Host: s.Address.Host}).String()
	}
	if s.Reason != nil {
		v["error"] = transport.Line(s.Reason.Error(), transport.MaxText)
	}
	if s.Message != "" {
		v["message"] = strings.TrimRight(transport.Line(s.Message, transport.MaxText), ".")
	}
	if s.Wait > 0 {
		v["wait"] = duration(s.Wait.Round(time.Second))
	}
	if to := s.target(); to != nil {
		v["target"] = to.String()
		v["site"], _, _ = reply.Moved(s.Address, s.Route, to)
	}
	if root := s.linked(); root != nil {
		v["root"], v["asked"], v["other"] = root.String(), v["address"], prefixOf(root)
		v["option"] = fmt.Sprintf("cms.WithPrefix(%q), or connect.Discover", v["other"])
	}
	s.certificate(v)
	return v
}

// certificate adds to v what the error tells about the certificate of the server, and the IP
// address of the server.
func (s *Seen) certificate(v map[string]string) {
	if invalid, ok := errors.AsType[x509.CertificateInvalidError](s.Reason); ok && invalid.Cert != nil {
		v["from"] = invalid.Cert.NotBefore.UTC().Format(time.DateOnly)
		v["until"] = invalid.Cert.NotAfter.UTC().Format(time.DateOnly)
		v["today"] = time.Now().UTC().Format(time.DateOnly)
	}
	if wrong, ok := errors.AsType[x509.HostnameError](s.Reason); ok && wrong.Certificate != nil {
		names := wrong.Certificate.DNSNames
		if len(names) == 0 {
			names = []string{wrong.Certificate.Subject.CommonName}
		}
		v["names"] = strings.Join(names[:min(len(names), 3)], ", ")
	}
	if op, ok := errors.AsType[*net.OpError](s.Reason); ok && op.Addr != nil {
		v["ip"] = op.Addr.String()
	}
}

var realm = regexp.MustCompile(`(?i)realm="([^"]*)"`)

// realm returns the name of the login of a web server (its HTTP realm), as text to insert into a
// sentence: (it calls itself "Staff").
func (s *Seen) realm() string {
	found := realm.FindStringSubmatch(s.Header.Get("WWW-Authenticate"))
	if found == nil || found[1] == "" {
		return ""
	}
	return fmt.Sprintf("(it calls itself %q)", transport.Line(found[1], 80))
}

var title = regexp.MustCompile(`(?is)<title[^>]*>([^<]*)</title>`)

// title returns the title of a web page, as text to insert into a sentence. For example, it
// returns the text: with the title "Login".
func (s *Seen) title() string {
	if s.Secret {
		return ""
	}
	found := title.FindSubmatch(s.Body[:min(len(s.Body), 4096)])
	if found == nil {
		return ""
	}
	if text := transport.Line(string(found[1]), 80); text != "" {
		return fmt.Sprintf("with the title %q", text)
	}
	return ""
}

// said returns the message in JSON that is not from the REST API, as text to insert into a
// sentence: ("no quota").
func (s *Seen) said() string {
	var body map[string]jsontext.Value
	value, _, ok := wire.Clean(s.Body)
	if s.Secret || !ok || value[0] != '{' || wire.Unmarshal(value, &body) != nil {
		return ""
	}
	for _, name := range []string{"message", "error", "detail"} {
		var text string
		if wire.Unmarshal(body[name], &text) == nil && text != "" {
			return fmt.Sprintf("(%q)", transport.Line(text, 200))
		}
	}
	return ""
}

// encoding returns the compression that the header of the response names, as text to insert into
// a sentence: ("br").
func (s *Seen) encoding() string {
	if name := s.Header.Get("Content-Encoding"); name != "" {
		return fmt.Sprintf("(%q)", transport.Line(name, 40))
	}
	return ""
}

// packed reports whether this program could not unpack a compressed response: the compression is
// unknown, or the body is not compressed in the way that the header names.
func (s *Seen) packed() bool {
	return errors.Is(s.Reason, gzip.ErrHeader) || errors.Is(s.Reason, gzip.ErrChecksum) ||
		errors.Is(s.Reason, fault.ErrNotREST) && s.Code == "" &&
			(bytes.HasPrefix(s.Body, []byte("\x1f\x8b")) || len(s.Body) > 0 && s.encoding() != "")
}

// firewall returns the name of the firewall that the headers or the page show, as text to insert
// into a sentence: (Wordfence).
func (s *Seen) firewall() string {
	for _, known := range [...][2]string{
		{"mod_security", "ModSecurity"}, {"modsecurity", "ModSecurity"}, {"wordfence", "Wordfence"}, {"sucuri", "Sucuri"},
		{"imunify360", "Imunify360"}, {"incapsula", "Imperva"}, {"cloudflare", "Cloudflare"}, {"akamai", "Akamai"},
	} {
		if s.has(known[0]) {
			return "(" + known[1] + ")"
		}
	}
	if s.Header.Get("Cf-Mitigated") != "" {
		return "(Cloudflare)"
	}
	return ""
}

// field returns the name of the field whose value does not fit into the database, or "".
func (s *Seen) field() string {
	envelope, _ := reply.Parse(s.Body)
	return envelope.TooLong()
}

// metaKey returns the key of the custom field that an error concerns, or "".
func (s *Seen) metaKey() string {
	envelope, _ := reply.Parse(s.Body)
	return envelope.MetaKey()
}

// duration returns d, a time of whole seconds, as text for a person: "5 minutes".
func duration(d time.Duration) string {
	n, unit := int(d/time.Second), "second"
	if n >= 60 && n%60 == 0 {
		n, unit = n/60, "minute"
	}
	if n != 1 {
		unit += "s"
	}
	return fmt.Sprintf("%d %s", n, unit)
}

// size returns a number of bytes as text for a person: "12 KiB".
func size(n int64) string {
	switch {
	case n < 0:
		return "a body of unknown size"
	case n < 1<<10:
		return fmt.Sprintf("%d bytes", n)
	case n < 1<<20:
		return fmt.Sprintf("%.0f KiB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
}

// incomplete reports whether no response arrived, or only a part of one.
func (s *Seen) incomplete() bool {
	return s.Status == 0 || s.Status/100 == 2 && !errors.Is(s.Reason, fault.ErrNotREST) &&
		!errors.Is(s.Reason, fault.ErrDecode)
}

// again returns the text advice, which says to try again. For a write, again puts a text before
// advice that says to check first whether the site has the change. If the outcome of the write is
// unknown, again returns "", because the error then already says what to do first.
func (s *Seen) again(advice string) string {
	switch {
	case s.reads() || s.Method == "":
		return advice
	case errors.Is(s.Reason, fault.ErrOutcomeUnknown):
		return ""
	}
	return "check whether the site has the change; if not, " + advice
}

var termID = regexp.MustCompile(`"term_id":\s*"?(\d+)`)

// termID returns the id of the existing term that made a create fail, as text that can follow a
// sentence: (its id is 12).
func (s *Seen) termID() string {
	if found := termID.FindSubmatch(s.Body[:min(len(s.Body), 4096)]); found != nil {
		return "(its id is " + string(found[1]) + ")"
	}
	return ""
}
