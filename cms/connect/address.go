package connect

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/internal/advice"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// patience is how long DiagnoseAddress waits for each response while it searches.
const patience = 20 * time.Second

// DiagnoseAddress is [Diagnose] for what a person has: an address of a site or of any of its
// pages, with or without a scheme. It also works where [Discover] fails: it finds out which
// step from the address to the REST API fails. needs are capabilities, as for [Diagnose].
// The options are those of a client; [cms.WithRoot] is refused.
//
// The steps are:
//   - the name of the host, the port and the certificate. For an address without a scheme
//     it tries http if https fails.
//   - the page. It follows redirects within the host: from http to https also to another
//     port, and with or without "www.".
//   - the root of the REST API, as Discover finds it
//   - the prefix, the login, the capabilities and the methods, as Diagnose checks them
//
// It stops at the first step that fails. Until the origin of the REST API is known, it sends
// no credentials. It waits up to 20 seconds for each response of the first three steps, and
// sends each of their requests once. It changes nothing.
//
// [Diagnosis].Site is the address of the site that was found, for [cms.New].
//
// Errors: an [*cms.ArgumentError] for an address that cannot be one, and for an invalid
// option; the error of ctx if it ends. All else is a finding.
func DiagnoseAddress(ctx context.Context, address string, needs []string, options ...cms.Option) (*Diagnosis, error) {
	const operation = "DiagnoseAddress"
	page, given, err := parsePage(operation, address)
	if err != nil {
		return nil, err
	}
	x := &examination{seen: map[*cms.Error]*advice.Seen{}}
	probe, prefix, err := visitor(origin(page), options)
	if err != nil {
		return nil, err
	}
	d := x.search(ctx, probe, prefix)
	at, failed := d.run(page)
	if !given && d.unreachable() {
		plain := *page
		plain.Scheme = "http"
		if other, _, err := visitor(origin(&plain), options); err == nil {
			second := x.search(ctx, other, prefix)
			if found, err := second.run(&plain); !second.unreachable() {
				probe, d, at, failed = other, second, found, err
			}
		}
	}
	if ctx.Err() != nil {
		return nil, &cms.Error{Operation: operation, Method: http.MethodGet, Reason: transport.ContextError(ctx)}
	}
	if failed != nil {
		x.lost(d, failed)
		return &x.Diagnosis, nil
	}
	// An index that requires a login does not show the prefix. If the options set no prefix, guess the
	// prefix from the root: "cms" if the root ends with /cms-json/, and "wp" for any other root.
	if at.closed != nil {
		usual := "wp"
		if strings.HasSuffix(strings.TrimSuffix(at.root, "/"), "/"+specPrefix+"-json") {
			usual = specPrefix
		}
		at.prefix, at.closed = cmp.Or(at.prefix, usual), nil
	}
	shared, _ := senderOf(probe).HTTPClient()
	site, err := at.dial(options, shared)
	if errors.Is(err, cms.ErrInsecure) {
		x.Site = at.site
		x.report(advice.Find(&advice.Seen{Address: page, Reason: err}), err)
		return &x.Diagnosis, nil
	}
	if err != nil {
		return nil, err
	}
	diagnosis, err := Diagnose(ctx, site, needs...)
	if err != nil {
		return nil, err
	}
	diagnosis.Probes = append(x.Probes, diagnosis.Probes...)
	diagnosis.Site = site.Site()
	return diagnosis, nil
}

// parsePage parses the address of a page. given reports whether page names a scheme.
func parsePage(operation, page string) (u *url.URL, given bool, err error) {
	page = strings.TrimSpace(page)
	if page == "" {
		return nil, false, &cms.ArgumentError{Operation: operation, Argument: "page",
			Reason: "the address is empty: pass the address of any page of the site, such as docs.example.org"}
	}
	scheme, _, given := strings.Cut(page, "://")
	if given = given && !strings.ContainsAny(scheme, "/?#"); !given {
		page = "https://" + page
	}
	u, err = url.Parse(page)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil {
		return nil, false, &cms.ArgumentError{Operation: operation, Argument: "page",
			Reason: "must be an http address without a user"}
	}
	return u, given, nil
}

// search returns a discovery that records its requests as probes.
func (x *examination) search(ctx context.Context, probe *cms.Client, prefix string) *discovery {
	d := search(ctx, probe, prefix)
	d.attempts, d.timeout, d.anyPort = 1, patience, true
	d.probed = func(question string, at *url.URL, status int, ok bool) {
		x.Probes = append(x.Probes, Probe{
			Question: question, Method: http.MethodGet, Status: status, OK: ok,
			Path: shownAddress(at),
		})
	}
	return d
}

// shownAddress returns an address without its query. If the query has the argument rest_route,
// shownAddress adds "?rest_route=/".
func shownAddress(at *url.URL) string {
	shown := url.URL{Scheme: at.Scheme, Host: at.Host, Path: at.Path}
	if at.Query().Has("rest_route") {
		shown.RawQuery = "rest_route=/"
	}
	return shown.String()
}

// unreachable reports whether the request for the page got no response.
func (d *discovery) unreachable() bool { return d.page != nil && d.page.Status == 0 }

// lost adds a finding that explains why no REST API was found. It looks for the cause in this order:
// in the response of the page, in d.told (why the root that the page names is not used), and in the
// failed requests for an index. If none of these shows a cause, the finding is that the REST API is
// not there.
func (x *examination) lost(d *discovery, failed error) {
	e, _ := errors.AsType[*cms.Error](failed)
	fromPage := advice.Advice{Cause: string(CauseWrongAddress)}
	if d.page != nil {
		fromPage = advice.Find(d.page)
	}
	nothing := func(a advice.Advice) bool {
		return a.Cause == string(CauseWrongAddress) || a.Cause == string(CausePrefix) || a.Cause == string(CauseRoot) ||
			a.Cause == string(CausePermalinks) || a.Cause == string(CauseUnknown)
	}
	if !nothing(fromPage) {
		x.report(fromPage, failed)
		return
	}
	if d.told.Name != "" {
		x.report(d.told, failed)
		return
	}
	for _, seen := range d.seen {
		if a := advice.Find(seen); !nothing(a) {
			x.report(a, failed)
			return
		}
		if seen.Code != "" && seen.Code != string(cms.CodeNoRoute) && (seen.Status == 401 || seen.Status == 403) {
			x.report(advice.For("closed", seen, nil), failed)
			return
		}
	}
	values := map[string]string{"root": "the usual places", "site": "the site"}
	if d.page != nil {
		values["site"] = d.page.Address.String()
	}
	row := "no REST API anywhere"
	if d.linked != nil {
		row, values["root"] = "named, and not there", d.linked.String()
		if len(d.seen) > 0 {
			values["status"] = strconv.Itoa(d.seen[0].Status)
		}
	}
	var err error
	if e != nil {
		err = e
	}
	x.report(advice.For(row, d.page, values), err)
}
