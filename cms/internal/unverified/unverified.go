// Package unverified marks the context of calls that do not verify the login first, even if
// the client has the option cms.WithVerifiedLogin. These are the calls that verify the login
// themselves, and the calls of a diagnosis.
package unverified

import "context"

type key struct{}

// Context returns a context for calls that do not verify the login.
func Context(ctx context.Context) context.Context { return context.WithValue(ctx, key{}, true) }

// Is reports whether ctx comes from [Context].
func Is(ctx context.Context) bool { return ctx.Value(key{}) != nil }
