package cms

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/internal/walk"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// CallOption is an option of one call. It can be used in place of a [GetOption] or a
// [WalkOption]. Neither of these can be used in place of a CallOption.
type CallOption interface {
	GetOption
	WalkOption
}

// GetOption is an option of a call that reads one record.
type GetOption interface{ get(*callSettings) }

// WalkOption is an option of a walk over pages.
type WalkOption interface{ walk(*callSettings) }

// callSettings holds the settings of a call, which its options set.
type callSettings struct {
	transport.PerCall
	walk.Options
	query      url.Values
	arguments  url.Values // arguments of every request of the call: see Argument
	method     string
	unverified bool
	byID       bool // walk in the order of the ids, although the options name no order
	fields     []string
	embed      []string
	embedded   bool
	uncached   bool
	err        error
}

type callOption func(*callSettings)

func (o callOption) get(s *callSettings)  { o(s) }
func (o callOption) walk(s *callSettings) { o(s) }

type getOption func(*callSettings)

func (o getOption) get(s *callSettings) { o(s) }

type walkOption func(*callSettings)

func (o walkOption) walk(s *callSettings) { o(s) }

// apply returns settings with the given options applied. An error of an option is kept in the
// settings, and returned when the request is built.
func apply[O any](options []O, apply func(O, *callSettings)) *callSettings {
	s := &callSettings{Options: walk.Options{MaxEmpty: 1000}}
	for _, o := range options {
		if any(o) != nil {
			apply(o, s)
		}
	}
	return s
}

func (s *callSettings) set(name, value string) {
	if s.query == nil {
		s.query = url.Values{}
	}
	s.query.Set(name, value)
}

// fail stores an error of an option, unless an earlier option has already failed.
func (s *callSettings) fail(argument, format string, args ...any) {
	if s.err == nil {
		s.err = &ArgumentError{Argument: argument, Reason: fmt.Sprintf(format, args...)}
	}
}

// refuse does the same as fail, but does nothing if the reason is empty.
func (s *callSettings) refuse(argument, reason string) {
	if reason != "" {
		s.fail(argument, "%s", reason)
	}
}

// Fields reads only these fields (argument _fields), which is far less work for the
// site. Write a nested field with a dot: "title.rendered". Write a prefix as "cms":
// "cms_pattern_category". The field that identifies a record, such as id, is always read,
// too. Other fields stay zero. Calling Params on such a record fails with [ErrIncomplete].
//
// The site ignores unknown names, because plugins add fields. A misspelled name is not
// an error.
//
// Passed to the Do of a batch, Fields selects fields of the response of the batch.
// Select the fields of one record in its request: Query: url.Values{"_fields":
// {"id,title"}}.
func Fields(names ...string) CallOption {
	return callOption(func(s *callSettings) {
		for _, name := range names {
			if !isField(name) {
				s.fail("fields", "%q is not the name of a field", name)
			}
		}
		s.fields = append(s.fields, names...)
	})
}

// Embed includes the records that these link relations point to (argument _embed):
// "author", "cms:featuredmedia", "cms:term". Without names it includes all that can be
// embedded. Write the prefix as "cms", as above. The records are in the field Embedded;
// see [EmbeddedAs]. A list with Embed costs the site about three times a plain list.
func Embed(relations ...string) CallOption {
	return callOption(func(s *callSettings) {
		s.embedded = true
		s.embed = append(s.embed, relations...)
	})
}

// Uncached reads past the caches between the program and the site. Use it to read a record
// again after a write, or before a write that depends on it. It has no effect on requests that
// write.
//
// It sends the header Cache-Control: no-cache. Some caches ignore this header and compare only
// addresses. So it also sends a random name as _embed, for which the site embeds nothing. With
// [Embed] without names it sends only the header.
func Uncached() CallOption {
	return callOption(func(s *callSettings) { s.uncached = true })
}

// Attempts sets the maximum number of attempts of this call, the first included.
//
// Within one attempt net/http may send a request over up to 20 connections, if the
// server closes them before it accepts the request (HTTP/2 GOAWAY).
func Attempts(n int) CallOption {
	return callOption(func(s *callSettings) { s.refuse("attempts", s.SetAttempts(n)) })
}

// Timeout limits each attempt of this call, from dialling to the last byte of the
// response. So a call that is retried takes longer. It replaces the limits of one minute for
// the headers of the response, and of five minutes for an upload, unless you set a transport
// with [WithHTTPClient]. The context limits the whole call, and so does [WithCallTimeout].
func Timeout(d time.Duration) CallOption {
	return callOption(func(s *callSettings) { s.refuse("timeout", s.SetTimeout(d)) })
}

// Header adds a header to this call. It refuses the headers that [WithHeader] refuses.
func Header(name, value string) CallOption {
	return callOption(func(s *callSettings) {
		if err := checkHeader(name, value); err != nil {
			s.err = cmp.Or(s.err, err)
			return
		}
		s.SetHeader(name, value)
	})
}

// Argument adds an argument to the address of each request of the call, also of those
// that write. Use it for an argument of a plugin. The main case is a plugin that keeps
// translations with the same slug, and selects the language with an argument:
//
//	site.Posts.Ensure(ctx, "hours", params, cms.Argument("lang", "de"))
//
// Before you use it with Ensure, check that the site lists fewer records with the
// argument. The site ignores an argument that it does not know, and Ensure would update
// the record of another language. Ensure notices this if the records have a field with
// the name of the argument: it then fails with [ErrFilterIgnored]. It also needs a site
// that lists a new record with this argument, because the plugin takes the language from
// the argument, or from a field of the params.
//
// The arguments that this module sends itself are refused: slug, status, page and the
// like, and names that begin with an underscore. So are arguments that the options of a
// list set.
func Argument(name, value string) CallOption {
	return callOption(func(s *callSettings) {
		if !isOfPlugin(name) {
			s.fail("argument", "%q is an argument of this module, or no name", name)
			return
		}
		if s.arguments == nil {
			s.arguments = url.Values{}
		}
		s.arguments.Set(name, value)
	})
}

// isOfPlugin reports whether an argument may belong to a plugin. It is false for
// arguments that this module sends itself, and for arguments that change what a request does.
func isOfPlugin(name string) bool {
	switch plain, _, _ := strings.Cut(strings.ToLower(wire.ServerName(name)), "["); plain {
	case "context", "exclude", "force", "id", "include", "offset", "order", "orderby", "page", "parent",
		"password", "per_page", "search", "search_columns", "slug", "status":
		return false
	default:
		return isField(plain) && plain[0] != '_' && !wire.Reserved(plain)
	}
}

// addArguments adds the arguments of [Argument] to the query of a request.
func (s *callSettings) addArguments(query url.Values) error {
	for name, values := range s.arguments {
		if query.Has(name) || query.Has(name+"[]") {
			return &ArgumentError{Argument: name, Reason: "the call sets this argument itself"}
		}
		query[name] = values
	}
	return nil
}

// Capture stores the response of the call in into, also if the call fails. During a walk
// it holds the response of the page or error that is being yielded. Several captures may
// be given.
func Capture(into *Response) CallOption {
	return callOption(func(s *callSettings) {
		if into == nil {
			s.fail("capture", "must not be nil")
			return
		}
		s.Captures = append(s.Captures, (*walk.Response)(into))
	})
}

// InContext reads a record in another context than "view": see [Context].
func InContext(c Context) GetOption {
	return getOption(func(s *callSettings) { s.set("context", string(c)) })
}

// PostPassword opens a record that is protected by a password (argument password).
func PostPassword(password string) GetOption {
	return getOption(func(s *callSettings) { s.set("password", password) })
}

// ExcerptLength sets the length of generated excerpts, in words (argument
// excerpt_length).
func ExcerptLength(words int) GetOption {
	return getOption(func(s *callSettings) {
		if words < 1 {
			s.fail("excerpt_length", "must be 1 or more, not %d", words)
		}
		s.set("excerpt_length", fmt.Sprint(words))
	})
}

// UpdateMethod sends an update by POST (the default), PUT or PATCH. All three change
// only the fields that are sent. Other calls ignore this option.
func UpdateMethod(method string) CallOption {
	return callOption(func(s *callSettings) {
		switch method {
		case http.MethodPost, http.MethodPut, http.MethodPatch:
			s.method = method
		default:
			s.fail("method", "an update is sent by POST, PUT or PATCH, not by %q", method)
		}
	})
}

// Sending returns the options that say how a call is sent: [Argument], [Attempts],
// [Timeout] and [Header]. It drops options that concern the response. Use it if your function accepts
// options and sends several requests: pass Sending(options...) to the requests whose
// response you do not return.
func Sending(options ...CallOption) CallOption {
	from := apply(options, CallOption.get)
	return callOption(func(s *callSettings) {
		for name, values := range from.Header {
			s.SetHeader(name, values[0])
		}
		for name, values := range from.arguments {
			Argument(name, values[0]).get(s)
		}
		s.Attempts, s.Timeout = cmp.Or(from.Attempts, s.Attempts), cmp.Or(from.Timeout, s.Timeout)
		s.err = cmp.Or(s.err, from.err)
	})
}

// partial reports whether the site sends less than whole records, because of the options or
// the arguments of the request.
func (s *callSettings) partial(arguments url.Values) bool {
	embed := string(ContextEmbed)
	return len(s.fields) > 0 || arguments.Has("_fields") || s.query.Get("context") == embed ||
		arguments.Get("context") == embed
}
