package fonts

import (
	"bytes"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"time"

	"github.com/fontcms/fontcms-go/internal/transport"
)

// failureHint returns a hint for a request that got no complete response: what may be wrong,
// and what to do. It returns "" if err needs no explanation.
func failureHint(err error) string {
	_, ofDNS := errors.AsType[*net.DNSError](err)
	_, unsigned := errors.AsType[x509.UnknownAuthorityError](err)
	failed, ofNet := errors.AsType[net.Error](err)
	lost := func() bool {
		return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET)
	}
	switch {
	case errors.Is(err, ErrTooLarge):
		return "ask for smaller pages with Size, or accept more bytes with WithMaxResponseSize"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "no server accepts connections there: check the host and the port of the base address"
	case ofDNS:
		return "check the spelling of the host in the base address, and the network of this machine"
	case unsigned:
		return "this machine does not know who signed the certificate of the catalogue: add this authority to the " +
			"machine, or ask the operator of the catalogue whether the server sends all its certificates"
	case errors.Is(err, transport.ErrCallTimeout):
		return "try again; if it lasts, allow more time with WithCallTimeout"
	case ofNet && failed.Timeout():
		return "the catalogue did not respond in time: try again; if it lasts, allow more time with Timeout"
	case lost():
		return "the connection was lost: try again, because a list changes nothing"
	}
	return ""
}

// statusHint returns what to do about the status of a response, or about the code in its
// envelope. wait is the time that the client should wait according to the response, or 0.
func statusHint(status int, wait time.Duration) string {
	switch {
	case status == http.StatusTooManyRequests:
		after := "a minute"
		if wait > 0 {
			after = wait.String()
		}
		return fmt.Sprintf("the catalogue received too many requests: wait %s, and send fewer of them, with WithLimiter",
			after)
	case status == http.StatusUnauthorized:
		return "the catalogue requires a key, or refused it: send the key with WithHeader"
	case status == http.StatusForbidden:
		return "the catalogue, or a firewall in front of it, refused the request: check the key in WithHeader, or ask the " +
			"operator of the catalogue"
	case status == http.StatusNotFound:
		return "there is no catalogue at this address: check the base address"
	case status >= http.StatusInternalServerError:
		return "the catalogue, or a server in front of it, failed: try again later; if it lasts, ask the operator of the " +
			"catalogue"
	}
	return ""
}

// pageHint returns a hint for a response that is not JSON.
func pageHint(resp *transport.Response) string {
	const check = ": check the base address"
	body := bytes.TrimSpace(resp.Body)
	switch {
	case len(body) == 0:
		return "the response is empty: try again; if it lasts, check the base address"
	case body[0] == '{' || body[0] == '[':
		return "the response begins as JSON and is cut short or broken: try again"
	case body[0] == '<':
		return "the response is a web page, of a proxy or of another service" + check
	}
	return "the response is a text of another service" + check
}

// redirectHint returns a hint for a redirect. It names the target without its query.
func redirectHint(location string) string {
	target := transport.Target(nil, location)
	if target == nil {
		return "the redirect has no usable address"
	}
	base := *target
	if path, same := strings.CutSuffix(base.Path, "/"+listPath); same {
		base.Path = path
		return "to " + target.String() + "; if this is the same catalogue, pass its base address to New: " + base.String()
	}
	return "to " + target.String() + "; pass the final address of the catalogue to New"
}

// hint returns the hint for a response that caused the error. It returns "" if there is
// nothing to add.
func (e *Error) hint(resp *transport.Response) string {
	switch told := statusHint(e.kind(), e.RetryAfter); {
	case told != "":
		return told
	case errors.Is(e.Reason, ErrNotJSON):
		return pageHint(resp)
	case errors.Is(e.Reason, ErrDecode):
		return "the response is JSON, but not a list of fonts: check the base address"
	}
	return ""
}
