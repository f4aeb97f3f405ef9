// Package transport carries one HTTP exchange: address, credentials, retry,
// redirects, limits, logs. It knows nothing of either service; the packages
// above it say what may be repeated and what an answer means.
//
// The way of a call, in order:
//
//   - [Client.Do] makes the state of the call and sends its attempts (send.go).
//   - newRequest builds the request of all attempts (request.go).
//   - limitTransport waits for a slot and the rate limiter (limit.go), and wraps the
//     bodies of both directions (body.go). Middleware of the caller comes next.
//   - authTransport adds the credentials, to the origin alone, and notes whether
//     anything left this machine (auth.go). The base comes last (base.go).
//   - receive reads the answer, within its limits (receive.go).
//   - decide says whether another attempt follows, and when (retry.go).
package transport
