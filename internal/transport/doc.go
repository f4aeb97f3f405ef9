// Package transport carries one HTTP exchange: address, credentials, retry,
// redirects, limits, logs. It knows nothing of either service; the packages
// above it say what may be repeated and what an answer means.
package transport
