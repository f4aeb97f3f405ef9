// Package transport sends one call over HTTP: address, credentials, retries, redirects,
// limits, logs. It is the same for both services. Its callers decide what may be
// retried and what a response means.
//
// The path of a call, in order:
//
//   - [Client.Do] makes the state of the call and sends its attempts (send.go).
//   - newRequest builds the request of all attempts (send.go).
//   - limitTransport waits for a slot and the rate limiter (roundtrip.go), and wraps the
//     bodies of both directions (body.go, sending.go). Middleware of the caller comes
//     next.
//   - authTransport adds the credentials, for the origin only, and notes whether
//     anything was sent (roundtrip.go). The base comes last (base.go).
//   - receive reads the response, within its limits (receive.go).
//   - decide decides whether another attempt follows, and when (retry.go).
package transport
