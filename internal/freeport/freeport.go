// Package freeport has addresses of this machine for programs that tests start. Only tests
// import it.
package freeport

import (
	"fmt"
	"math/rand/v2"
	"net"
	"testing"
)

// Refused is the address of a server that refuses connections. The port of a server that
// was closed does not do: the next test that listens may be given it.
const Refused = "127.0.0.1:1"

// Addresses returns addresses that nobody listens on, as "127.0.0.1:12345". Their ports
// are below those that a system gives to connections, so that no connection takes them
// before a program does.
func Addresses(t testing.TB, count int) (addresses []string) {
	t.Helper()
	const lowest, ports, most = 10_000, 20_000, 1000
	for range most {
		if len(addresses) == count {
			return addresses
		}
		address := fmt.Sprint("127.0.0.1:", lowest+rand.IntN(ports))
		if listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", address); err == nil {
			defer func() { _ = listener.Close() }()
			addresses = append(addresses, address)
		}
	}
	t.Fatalf("%d of %d ports tried: %d are free, want %d", most, ports, len(addresses), count)
	return nil
}
