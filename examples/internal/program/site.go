package program

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/cms/connect"
)

// Site holds the flags that name a site.
type Site struct {
	Address, User string
	// Prefix is that of the REST API. If it is empty, the site is searched for its REST
	// API.
	Prefix string
	// Memory are further options of the server in memory.
	Memory []cmstest.Option
	// Empty leaves the sample content out of the server in memory.
	Empty bool

	flags *flag.FlagSet
}

// userUsage is the help of -user in recipes that log in with a password.
const userUsage = "user on that site; the password comes from FONTCMS_APP_PASSWORD or a prompt"

// SiteFlags adds -site, -user and -prefix to flags.
func SiteFlags(flags *flag.FlagSet) *Site {
	s := &Site{flags: flags}
	s.AddressFlags(flags)
	flags.StringVar(&s.User, "user", "", userUsage)
	return s
}

// AddressFlags adds -site and -prefix to flags.
func (s *Site) AddressFlags(flags *flag.FlagSet) {
	flags.StringVar(&s.Address, "site", "", "address of a site, or of any of its pages; without it a server in memory")
	flags.StringVar(&s.Prefix, "prefix", "",
		"prefix of the REST API, such as wp, if the site does not name it")
}

// NeedUser returns a mistake if the flags name a site without a user. who says who is
// needed, and why.
func (s *Site) NeedUser(who string) error {
	if s.Address != "" && s.User == "" {
		return Mistake("-user is missing: %s needs %s", s.flags.Name(), who)
	}
	return nil
}

// Connect returns a client for the site that the flags name. Calls fail if the password is
// wrong. Without -site it is that of a server in memory with sample content, or without
// any if s.Empty, as its administrator, until end is called. Without -user the client is
// anonymous. With -dry-run it is a client that writes nothing: see [cms.WithDryRun].
func (s *Site) Connect(
	ctx context.Context, env Environment, options ...cms.Option,
) (site *cms.Client, end func(), err error) {
	if s.flags != nil {
		if dry := s.flags.Lookup("dry-run"); dry != nil && dry.Value.String() == "true" {
			options = append(options, cms.WithDryRun())
		}
	}
	if env.Client != nil {
		site, err = env.Client.With(options...)
		return site, func() {}, err
	}
	at, user, password, end := *s, s.User, env.Password, func() {}
	if s.Address == "" {
		at.Prefix = cmp.Or(s.Prefix, "cms")
		content := []cmstest.Option{cmstest.WithPrefix(at.Prefix)}
		if !s.Empty {
			content = append(content, cmstest.WithSample())
		}
		server := cmstest.NewServer(append(content, s.Memory...)...)
		at.Address, user, password, end = server.URL, "admin", server.AppPassword("admin"), server.Close
		Println(env.Err, "site: a server in memory at", server.URL)
	}
	if user != "" {
		if password, err = Password(ctx, user, password, env.Err); err != nil {
			return nil, nil, err
		}
		options = append(options, cms.WithApplicationPassword(user, password), cms.WithVerifiedLogin())
	}
	if site, err = at.Find(ctx, options...); err != nil {
		end()
		return nil, nil, err
	}
	return site, end, nil
}

// Find returns a client for the site at s.Address. It searches for the REST API from
// there, or uses s.Prefix. If a site shows its REST API only to known users, the prefix
// cannot be read, and is that of WordPress.
func (s *Site) Find(ctx context.Context, options ...cms.Option) (site *cms.Client, err error) {
	if s.Prefix != "" {
		site, err = cms.New(s.Address, append([]cms.Option{cms.WithPrefix(s.Prefix)}, options...)...)
	} else if site, err = connect.Discover(ctx, s.Address, options...); refuses(err) {
		site, err = connect.Discover(ctx, s.Address, append([]cms.Option{cms.WithPrefix("wp")}, options...)...)
	}
	if wrong, ok := errors.AsType[*cms.ArgumentError](err); ok && (wrong.Argument == "site" || wrong.Argument == "page") {
		reason, _, _ := strings.Cut(wrong.Reason, ";") // further on it names Go functions
		return nil, Mistake("the address in -site cannot be used: %s", reason)
	}
	return site, err
}

// refuses reports that a REST API was found, and is not open to visitors.
func refuses(err error) bool {
	return errors.Is(err, cms.ErrUnauthorized) || errors.Is(err, cms.ErrForbidden)
}
