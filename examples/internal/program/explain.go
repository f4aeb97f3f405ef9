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
	"github.com/fontcms/fontcms-go/fonts"
)

// explain returns an error in the words of the user of a program: what happened, and for
// the common causes what to do next, in one sentence.
func explain(err error) string {
	if errors.Is(err, context.Canceled) {
		return "interrupted; run again to continue"
	}
	if e, ok := errors.AsType[*fonts.Error](err); ok && e.Status == 0 && unreachable(e.Reason) {
		return fmt.Sprintf("the font catalogue cannot be reached (%s): check the address in -fonts, and whether it is up",
			network(e.Reason))
	}
	if errors.Is(err, cms.ErrInsecure) {
		return "on plain http anyone on the way can read the password: give an address with https in -site"
	}
	e, ok := errors.AsType[*cms.Error](err)
	if !ok {
		return plain(err)
	}
	switch {
	case errors.Is(err, cms.ErrCredentialsRejected) || e.Code.RefusesLogin() && e.Status == http.StatusUnauthorized:
		return "the site does not know this user with this application password: check -user and FONTCMS_APP_PASSWORD; " +
			"the recipe diagnose finds out which of them is wrong"
	case errors.Is(err, http.ErrSchemeMismatch):
		return "the site speaks plain http, not https: give its address with http:// in -site"
	case e.Status == 0 && !errors.Is(err, cms.ErrOutcomeUnknown) && unreachable(e.Reason):
		return fmt.Sprintf("the site cannot be reached (%s): check the address in -site, and whether the site is up",
			network(e.Reason))
	case errors.Is(err, cms.ErrRedirected):
		hint, _, _ := strings.Cut(e.Hint, ";")
		hint, _, _ = strings.Cut(hint, ": give") // what follows is for programmers
		return fmt.Sprintf("the site has moved (%s): give its new address in -site", hint)
	case e.Operation == "Discover" && refuses(err):
		return "the site shows its REST API only to users whom it knows: give -user, and the password in FONTCMS_APP_PASSWORD"
	case e.Operation == "Discover" && (errors.Is(err, cms.ErrNotREST) || errors.Is(err, cms.ErrNoRoute)):
		return "no REST API was found from this address: give the address of the site, or of any of its pages, in -site"
	case errors.Is(err, cms.ErrNotREST) && (e.Status == http.StatusNotFound || strings.Contains(e.Hint, "permalinks")):
		return "there is no REST API at this address: leave out -prefix, so that the REST API is looked for"
	case errors.Is(err, cms.ErrNoRoute):
		return absent(err, e)
	case errors.Is(err, cms.ErrUnauthorized) ||
		e.Code == cms.CodeInvalidParam && e.Params["status"] != "" && e.Method == http.MethodGet:
		return fmt.Sprintf("the site shows this only to users whom it knows (%s): give -user, and the password in "+
			"FONTCMS_APP_PASSWORD", plain(err))
	case errors.Is(err, cms.ErrForbidden):
		return fmt.Sprintf("the user may not do this (%s): give a -user with more rights, such as an administrator",
			plain(err))
	}
	return plain(err)
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

// Parts of the errors of the SDK that are meant for programmers: the name of the package
// and of the method before a request, and the functions that a hint names.
var (
	operation = regexp.MustCompile(`(^|: )(?:(?:cms: )?[A-Za-z]\w*(?:\.\w+)? ` +
		`\(((?:GET|POST|PUT|PATCH|DELETE|OPTIONS|HEAD) [^()]*)\)|cms: (?:[A-Za-z]\w*\.\w+: )?)`)
	functions = regexp.MustCompile(`(?:[;,] (?:or )?|, )?(?:see|try|use|or) (?:connect\.\w+|With\w+)[^;\]]*`)
)

// plain returns the text of an error without the Go names that the SDK puts into it.
func plain(err error) string {
	text := operation.ReplaceAllString(cms.Line(err.Error(), maxMessage), "$1$2")
	return functions.ReplaceAllString(text, "")
}
