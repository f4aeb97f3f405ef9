package transport

import (
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"time"
)

// Setting changes a Config for an option of a client. It returns the reason if it refuses a
// value, or "".
type Setting func(*Config) (refused string)

// SetHTTPClient sends requests through client.
func SetHTTPClient(client *http.Client) Setting {
	return func(c *Config) string {
		if client == nil {
			return "the client is nil"
		}
		c.HTTPClient = client
		return ""
	}
}

// SetElsewhere sends requests to other origins through client.
func SetElsewhere(client *http.Client) Setting {
	return func(c *Config) string {
		if client == nil {
			return "the client is nil"
		}
		c.Elsewhere = client
		return ""
	}
}

// AddOrigins sends the headers of middleware to further origins, too.
func AddOrigins(origins []string) Setting {
	return func(c *Config) string {
		for _, origin := range origins {
			u, refused := ParseBase(origin)
			switch {
			case refused != "":
				return refused
			case u.Path != "":
				return "an origin has no path"
			}
			c.Origins = append(c.Origins, u)
		}
		return ""
	}
}

// AddMiddleware adds middleware inside the middleware that is already set.
func AddMiddleware(middleware []func(http.RoundTripper) http.RoundTripper) Setting {
	return func(c *Config) string {
		if slices.ContainsFunc(middleware, func(m func(http.RoundTripper) http.RoundTripper) bool { return m == nil }) {
			return "one is nil"
		}
		c.Middleware = append(c.Middleware, middleware...)
		return ""
	}
}

// SetLogger logs every attempt. A nil logger turns logging off.
func SetLogger(logger *slog.Logger) Setting {
	return func(c *Config) string { c.Logger = logger; return "" }
}

// SetLimiter makes attempts wait for limiter.
func SetLimiter(limiter Limiter) Setting {
	return func(c *Config) string {
		if limiter == nil {
			return "the limiter is nil"
		}
		c.Limiter = limiter
		return ""
	}
}

// SetMaxConcurrent limits the number of attempts at the same time.
func SetMaxConcurrent(n int) Setting {
	return func(c *Config) string {
		if n < 1 {
			return fmt.Sprintf("must be 1 or more, not %d", n)
		}
		c.MaxConcurrent = n
		return ""
	}
}

// SetUserAgent puts the name of a program before [UserAgent].
func SetUserAgent(program string) Setting {
	return func(c *Config) string {
		if !ValidHeader("User-Agent", program) {
			return "the name is empty or holds a character that may not stand in it"
		}
		c.UserAgent = program + " " + UserAgent
		return ""
	}
}

// Retry sets how calls are retried. A zero field means its default.
type Retry struct {
	Attempts         int
	MinWait, MaxWait time.Duration
	MaxRetryAfter    time.Duration
}

// SetRetry sets how calls are retried.
func SetRetry(retry Retry) Setting {
	return func(c *Config) string {
		switch {
		case retry.Attempts < 0 || retry.MinWait < 0 || retry.MaxWait < 0 || retry.MaxRetryAfter < 0:
			return "a value is negative"
		case retry.MaxWait > 0 && retry.MinWait > retry.MaxWait:
			return "MinWait is above MaxWait"
		}
		c.Attempts, c.MinWait, c.MaxWait, c.MaxRetryAfter = retry.Attempts, retry.MinWait, retry.MaxWait, retry.MaxRetryAfter
		return ""
	}
}

// SetHeader adds a header to every call. It refuses the headers that [HeaderRefused] refuses.
func SetHeader(name, value string, reserved ...string) Setting {
	return func(c *Config) string {
		if reason := HeaderRefused(name, value, reserved...); reason != "" {
			return reason
		}
		if c.Header == nil {
			c.Header = http.Header{}
		}
		c.Header.Set(name, value)
		return ""
	}
}

// SetMaxResponse limits the size in bytes of responses that are read into memory.
func SetMaxResponse(bytes int64) Setting {
	return func(c *Config) string {
		if bytes < 1 {
			return fmt.Sprintf("must be 1 or more, not %d", bytes)
		}
		c.MaxResponse = bytes
		return ""
	}
}

// SetCallTimeout limits the time of whole calls. Zero removes the limit.
func SetCallTimeout(d time.Duration) Setting {
	return func(c *Config) string {
		if d < 0 {
			return fmt.Sprintf("%v is negative", d)
		}
		c.CallTimeout = d
		return ""
	}
}
