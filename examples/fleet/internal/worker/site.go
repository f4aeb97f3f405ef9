package worker

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/job"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// longest is how long a worker waits for a site. A site that asks for more gets its job
// back later, and the worker takes another one.
const longest = 10 * time.Second

// movedError is the error of a site that leads to another site.
type movedError struct{ from, to string }

func (e movedError) Error() string {
	return fmt.Sprintf("the site %s leads to %s: if that is right, give the new address in the file of sites",
		e.from, e.to)
}

// passwordError is the error of a password that this worker does not have.
type passwordError struct{ error }

// connect returns a client of the site of a job.
func (w *Worker) connect(ctx context.Context, j job.Job, more ...cms.Option) (*cms.Client, error) {
	site := j.Site
	options := append([]cms.Option{cms.WithRetry(cms.Retry{MaxRetryAfter: longest})}, more...)
	if limit := w.limit(j); limit > 0 {
		options = append(options, cms.WithLimiter(rate.NewLimiter(limit, 1)))
	}
	if site.User != "" {
		password, err := w.Secrets.Find(site.Secret, site.User, site.Address)
		if err != nil {
			return nil, passwordError{err}
		}
		options = append(options, cms.WithApplicationPassword(site.User, password), cms.WithVerifiedLogin())
	}
	target := program.Site{Address: site.Address, Prefix: site.Prefix}
	client, err := target.Find(ctx, options...)
	if err != nil {
		return nil, err
	}
	if host(client.Site()) != host(site.Address) {
		return nil, movedError{site.Address, client.Site()} // its owner may not be the one of the password
	}
	return client, nil
}

// limit is the number of requests a second of one job; 0 is no limit. The jobs of a site
// share its rate without knowing of each other.
func (w *Worker) limit(j job.Job) rate.Limit { return rate.Limit(w.Rate / float64(j.Places())) }

// host is that of an address, without www.
func host(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return strings.TrimPrefix(strings.ToLower(u.Host), "www.")
}

// isMistake reports that nobody but a person can make the job succeed, and in one word why.
func isMistake(err error) (cause string, ok bool) {
	var password passwordError
	var moved movedError
	switch {
	case errors.As(err, &password):
		return "password", true
	case errors.As(err, &moved), errors.Is(err, cms.ErrRedirected):
		return "moved", true
	case errors.Is(err, cms.ErrInsecure):
		return "insecure", true
	case errors.Is(err, cms.ErrCredentialsRejected):
		return "login", true
	}
	return "", false
}
