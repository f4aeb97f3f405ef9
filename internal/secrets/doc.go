// Package secrets holds the tests that nothing the module exports tells a
// password, a cookie or a key, and that no argument of a caller becomes another
// request, header or part than it should. They walk all public packages, so a
// type that is added fails them until somebody has said what it may hold.
package secrets
