// Package loopback recognizes the hosts that are this machine.
package loopback

import (
	"net/netip"
	"strings"
)

// Is reports whether host, without a port, is this machine: localhost or a name below it, in any
// case and with or without a dot at its end, or a loopback address. An address with a dot
// at its end is a name, which any name server may resolve, so it is not this machine.
//
// A proxy of the environment is not used for "localhost" and loopback addresses. It is
// used for all other names of this machine.
func Is(host string) bool {
	name := strings.ToLower(strings.TrimSuffix(host, "."))
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}
