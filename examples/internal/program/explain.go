package program

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"regexp"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/fonts"
)

// Names are the places in which the user of a program names a site and a login.
type Names struct {
	Site, User, Password, Prefix string
}

// FlagNames are the names of the recipes: their flags and a variable.
func FlagNames() Names {
	return Names{Site: "-site", User: "-user", Password: "FONTCMS_APP_PASSWORD", Prefix: "-prefix"}
}

// Explain returns an error in the words of the user of a program: what happened, and for
// the common causes what to do next, in one sentence.
func Explain(err error, in Names) string {
	if errors.Is(err, context.Canceled) {
		return "interrupted; run again to continue"
	}
	if e, ok := errors.AsType[*fonts.Error](err); ok && e.Status == 0 && unreachable(e.Reason) {
		return fmt.Sprintf("the font catalogue cannot be reached (%s): check the address in -fonts, and whether it is up",
			network(e.Reason))
	}
	if errors.Is(err, cms.ErrInsecure) {
		return "on plain http anyone on the way can read the password: give an address with https in " + in.Site
	}
	e, ok := errors.AsType[*cms.Error](err)
	if !ok {
		return plain(err)
	}
	switch {
	case errors.Is(err, cms.ErrCredentialsRejected) || e.Code.RefusesLogin() && e.Status == http.StatusUnauthorized:
		return fmt.Sprintf("the site does not know this user with this application password: check %s and %s; "+
			"the program diagnose finds out which of them is wrong", in.User, in.Password)
	case errors.Is(err, http.ErrSchemeMismatch):
		return "the site speaks plain http, not https: give its address with http:// in " + in.Site
	case e.Status == 0 && !errors.Is(err, cms.ErrOutcomeUnknown) && unreachable(e.Reason):
		return fmt.Sprintf("the site cannot be reached (%s): check the address in %s, and whether the site is up",
			network(e.Reason), in.Site)
	case errors.Is(err, cms.ErrRedirected):
		return fmt.Sprintf("%s; give the address in %s", e.Hint, in.Site)
	case e.Operation == "Discover" && refuses(err):
		return fmt.Sprintf("the site shows its REST API only to users whom it knows: give %s, and the password in %s",
			in.User, in.Password)
	case e.Operation == "Discover" && (errors.Is(err, cms.ErrNotREST) || errors.Is(err, cms.ErrNoRoute)):
		return "no REST API was found from this address: give the address of the site, or of any of its pages, in " + in.Site
	case errors.Is(err, cms.ErrNotREST) && (e.Status == http.StatusNotFound || strings.Contains(e.Hint, "permalinks")):
		return fmt.Sprintf("there is no REST API at this address: leave out %s, so that the REST API is looked for",
			in.Prefix)
	case errors.Is(err, cms.ErrNoRoute):
		return absent(err, e)
	case errors.Is(err, cms.ErrUnauthorized) ||
		e.Code == cms.CodeInvalidParam && e.Params["status"] != "" && e.Method == http.MethodGet:
		return fmt.Sprintf("the site shows this only to users whom it knows (%s): give %s, and the password in %s",
			plain(err), in.User, in.Password)
	case errors.Is(err, cms.ErrForbidden):
		return fmt.Sprintf("the user may not do this (%s): name a user with more rights in %s, such as an administrator",
			plain(err), in.User)
	}
	return plain(err)
}

// Remedy says in the words of the user of a program what to do about a finding: where the SDK
// speaks of its options, the program has flags.
func Remedy(f connect.Finding, in Names) string {
	switch f.Cause {
	case connect.CauseWrongAddress:
		return "Give the address of the site, or of any of its pages, in " + in.Site
	case connect.CausePrefix, connect.CauseRoot, connect.CausePermalinks:
		return fmt.Sprintf("Leave out %s, so that the REST API is looked for", in.Prefix)
	case connect.CauseUnknown:
		if f.Err != nil {
			return "See the error: " + plain(f.Err)
		}
	}
	return f.Remedy
}

// absent explains a route that the site does not have. Most often it is that of a plugin.
func absent(err error, e *cms.Error) string {
	parts := strings.SplitN(e.Path, "/", 3)
	namespace := strings.Join(parts[:min(2, len(parts))], "/")
	if namespace == "cms/v2" || namespace == "wp/v2" {
		return fmt.Sprintf("the site does not have %s (%s): its version may be too old for this", e.Path, plain(err))
	}
	return Absent(namespace) + ": install and activate it on the site"
}

// Absent says that a site does not have a namespace such as "code-snippets/v1", and of
// which plugin it is.
func Absent(namespace string) string {
	plugin := "a plugin"
	switch namespace {
	case "code-snippets/v1":
		plugin = "the plugin Code Snippets"
	case "koko-analytics/v1":
		plugin = "the plugin Koko Analytics"
	}
	return fmt.Sprintf("the site does not have %s, which is part of %s", namespace, plugin)
}

// unreachable reports that an error is one of the network.
func unreachable(err error) bool {
	_, ok := errors.AsType[net.Error](err)
	_, broken := errors.AsType[*net.OpError](err)
	return ok || broken
}

// network returns what the network says, without the address that was asked for.
func network(err error) string {
	if e, ok := errors.AsType[*net.OpError](err); ok {
		err = e
	}
	return cms.Line(err.Error(), maxArgument)
}

// Parts of the errors of the SDK that are meant for programmers: the line of Go code, the name
// of the package and of the method before a request, and the functions that a hint names.
var (
	goLine    = regexp.MustCompile(`; in Go: .*\]$`)
	operation = regexp.MustCompile(`(^|: )(?:(?:cms: )?[A-Za-z]\w*(?:\.\w+)? ` +
		`\(((?:GET|POST|PUT|PATCH|DELETE|OPTIONS|HEAD) [^()]*)\)|cms: (?:[A-Za-z]\w*\.\w+: )?)`)
	functions = regexp.MustCompile(`(?:[;,] (?:or )?|, )?(?:see|try|use|or) (?:connect\.\w+|With\w+)[^;\]]*`)
)

// plain returns the text of an error without the Go names that the SDK puts into it.
func plain(err error) string {
	text := operation.ReplaceAllString(cms.Line(err.Error(), maxMessage), "$1$2")
	return functions.ReplaceAllString(goLine.ReplaceAllString(text, "]"), "")
}
