package cms

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/internal/route"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// CallOption adjusts one call. It can be given wherever a [GetOption] or
// [WalkOption] can; the reverse does not compile.
type CallOption interface {
	GetOption
	WalkOption
}

// GetOption adjusts the reading of one record.
type GetOption interface{ get(*callSettings) }

// WalkOption adjusts a walk over pages.
type WalkOption interface{ walk(*callSettings) }

// callSettings is what the options of a call set.
type callSettings struct {
	transport.PerCall
	query      url.Values
	captures   []*Response
	method     string
	ahead      int
	adapt      bool // ahead is a limit
	cursor     *Cursor
	exact      bool
	maxEmpty   int // pages in a row
	unverified bool
	fields     []string
	embed      []string
	embedded   bool
	err        error
}

type callOption func(*callSettings)

func (o callOption) get(s *callSettings)  { o(s) }
func (o callOption) walk(s *callSettings) { o(s) }

type getOption func(*callSettings)

func (o getOption) get(s *callSettings) { o(s) }

type walkOption func(*callSettings)

func (o walkOption) walk(s *callSettings) { o(s) }

// apply applies options of one kind, given how one of them is applied. What is
// wrong with them is in the settings, and refused where the request is built.
func apply[O any](options []O, apply func(O, *callSettings)) *callSettings {
	s := &callSettings{PerCall: transport.PerCall{Header: http.Header{}}, query: url.Values{}, maxEmpty: 1000}
	for _, o := range options {
		if any(o) != nil {
			apply(o, s)
		}
	}
	return s
}

// fail keeps the first error of the options.
func (s *callSettings) fail(argument, format string, args ...any) {
	if s.err == nil {
		s.err = &ArgumentError{Argument: argument, Reason: fmt.Sprintf(format, args...)}
	}
}

// refuse keeps a reason as an error. An empty reason is none.
func (s *callSettings) refuse(argument, reason string) {
	if reason != "" {
		s.fail(argument, "%s", reason)
	}
}

// Fields asks for these fields only (argument _fields), which is far less work for the
// site. Write a nested field with a dot ("title.rendered"), and a prefix as the
// specification does ("cms_pattern_category"). Other fields stay zero. Params of such a
// record is [ErrIncomplete].
//
// A name that no record has is not an error, since plugins add fields: the site ignores
// it.
//
// In a batch, Fields on its Do chooses among the members of the response of the batch.
// The fields of a record are chosen by its request: Query: url.Values{"_fields": {"id,title"}}.
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

// Embed asks for the records behind these link relations, with the
// specification's prefix where they have one ("author", "cms:featuredmedia",
// "cms:term"), or all embeddable ones if none is named. They arrive in
// Embedded. It costs the site about three times a plain list. The argument is
// _embed.
func Embed(relations ...string) CallOption {
	return callOption(func(s *callSettings) {
		s.embedded = true
		s.embed = append(s.embed, relations...)
	})
}

// Attempts sends this call at most n times, the first included.
// net/http may send the request again within one attempt, over up to 20 connections, if
// the server ends them without taking it, as the HTTP/2 frame GOAWAY says.
func Attempts(n int) CallOption {
	return callOption(func(s *callSettings) { s.refuse("attempts", s.SetAttempts(n)) })
}

// Timeout bounds each attempt of this call, from dialling to the last byte of
// the answer. The context bounds the call as a whole.
func Timeout(d time.Duration) CallOption {
	return callOption(func(s *callSettings) { s.refuse("timeout", s.SetTimeout(d)) })
}

// Header adds a header to this call. Those that [WithHeader] refuses are
// refused here.
func Header(name, value string) CallOption {
	return callOption(func(s *callSettings) {
		if err := checkHeader(name, value); err != nil {
			s.err = cmp.Or(s.err, err)
			return
		}
		s.refuse("header", s.SetHeader(name, value))
	})
}

// Capture fills into with the answer of the call, also if it is an error. On a
// walk it holds the answer of the page, or of the error, that is being yielded.
// Several may be given.
func Capture(into *Response) CallOption {
	return callOption(func(s *callSettings) {
		if into == nil {
			s.fail("capture", "it is nil")
			return
		}
		s.captures = append(s.captures, into)
	})
}

// InContext reads a record in a context other than "view": see [Context].
func InContext(c Context) GetOption {
	return getOption(func(s *callSettings) { s.query.Set("context", string(c)) })
}

// PostPassword opens a record that is protected by a password of its own. The
// argument is password.
func PostPassword(password string) GetOption {
	return getOption(func(s *callSettings) { s.query.Set("password", password) })
}

// ExcerptLength asks for generated excerpts of this many words. The argument
// is excerpt_length.
func ExcerptLength(words int) GetOption {
	return getOption(func(s *callSettings) {
		if words < 1 {
			s.fail("excerpt_length", "%d is not 1 or more", words)
		}
		s.query.Set("excerpt_length", fmt.Sprint(words))
	})
}

// UpdateMethod sends an update by POST (the default), PUT or PATCH. The
// specification has all three, and all of them change only the fields that are
// sent. Calls that are no update ignore it.
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

// Sending returns what options say of how a call is sent: [Attempts], [Timeout] and
// [Header]. It leaves out what they say of the response. A procedure of several
// requests gives it to those whose response its caller does not get.
func Sending(options ...CallOption) CallOption {
	from := apply(options, CallOption.get)
	return callOption(func(s *callSettings) {
		maps.Copy(s.Header, from.Header)
		s.Attempts, s.Timeout = cmp.Or(from.Attempts, s.Attempts), cmp.Or(from.Timeout, s.Timeout)
		s.err = cmp.Or(s.err, from.err)
	})
}

// withFields returns fields with those of needs that it lacks.
func withFields(fields, needs []string) []string {
	fields = fields[:len(fields):len(fields)]
	for _, name := range needs {
		if !slices.ContainsFunc(fields, func(field string) bool { return covers(field, name) }) {
			fields = append(fields, name)
		}
	}
	return fields
}

// covers reports that who asks for field gets name as well.
func covers(field, name string) bool {
	return field == name || strings.HasPrefix(name, field+".")
}

// addTo adds the query arguments that the options ask for. Usual are the fields
// to ask for if they name none, needs those to ask for besides if they do.
func (s *callSettings) addTo(out url.Values, p route.Prefix, usual, needs []string) {
	maps.Copy(out, s.query)
	fields := s.fields
	switch {
	case len(fields) > 0:
		fields = withFields(fields, needs)
		if slices.Contains(fields, route.Spec+"_pattern_sync_status") { // a site takes it from meta, and says "" without
			fields = withFields(fields, []string{"meta"})
		}
	case !s.embedded && !out.Has("_fields"):
		fields = usual
	}
	if s.embedded {
		if len(s.embed) == 0 {
			out.Set("_embed", "1")
		} else {
			spelled := make([]string, len(s.embed))
			for i, name := range s.embed {
				spelled[i] = p.Relation(name)
			}
			out.Set("_embed", strings.Join(spelled, ","))
		}
		if len(fields) > 0 {
			// The server embeds by the links of the record, and drops both
			// unless they are asked for.
			fields = append([]string{"_links", "_embedded"}, fields...)
		}
	}
	if len(fields) > 0 {
		spelled := make([]string, len(fields))
		for i, name := range fields {
			spelled[i] = p.Field(name)
		}
		out.Set("_fields", strings.Join(spelled, ","))
	}
}

// partial reports that the options ask for less than a whole record.
func (s *callSettings) partial() bool { return len(s.fields) > 0 || inPart(s.query) }

// inPart reports that arguments ask for less than a whole record.
func inPart(query url.Values) bool {
	return query.Has("_fields") || query.Get("context") == string(ContextEmbed)
}

// report fills the responses of the caller.
func (s *callSettings) report(r Response) {
	for _, capture := range s.captures {
		*capture = r
	}
}

// captureError reports the answer that made an error, and returns the error.
func (s *callSettings) captureError(err error) error {
	if e, ok := errors.AsType[*Error](err); ok && e.answer != nil {
		s.report(e.answer())
	}
	return err
}

// joinHeaders checks and joins the headers of a request and of its call.
func joinHeaders(request, call http.Header) (http.Header, error) {
	if len(request) == 0 {
		return call, nil
	}
	out := http.Header{}
	for name, values := range request {
		for _, value := range values {
			if err := checkHeader(name, value); err != nil {
				return nil, err
			}
			out.Add(name, value)
		}
	}
	for name, values := range call {
		out[name] = values
	}
	return out, nil
}
