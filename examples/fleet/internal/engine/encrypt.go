package engine

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/secret"
)

// TLS is the files for traffic between machines, in PEM.
type TLS struct {
	Cert, Key string // of this node
	CA        string // of the certificates of all nodes
	// Insecure allows other machines to connect without encryption.
	Insecure bool
	// SharedKey accepts a Key that other users can read.
	SharedKey bool
}

// errPlain is the error of traffic that others could read.
var errPlain = errors.New("pages and the token would cross the network without encryption: " +
	"give -tls-cert, -tls-key and -tls-ca (workers only -tls-ca), or -insecure in a network that you trust")

// loopback reports whether an address, with or without a port, stays on this machine.
func loopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		host = address
	}
	ip := net.ParseIP(host)
	return host == "" || host == "localhost" || ip != nil && ip.IsLoopback()
}

// withoutLogin is an address without a user, password or token before its host.
func withoutLogin(address string) string { return address[strings.LastIndexByte(address, '@')+1:] }

// check refuses addresses of other machines without encryption.
func (t TLS) check(addresses ...string) error {
	if t.Insecure || t.Cert != "" {
		return nil
	}
	for _, address := range addresses {
		if !loopback(address) {
			return fmt.Errorf("%s: %w", withoutLogin(address), errPlain)
		}
	}
	return nil
}

// config is that of a node, for workers and for the other nodes. It is nil without files.
func (t TLS) config() (*tls.Config, error) {
	if t.Cert == "" && t.Key == "" && t.CA == "" {
		return nil, nil
	}
	if t.Cert == "" || t.Key == "" || t.CA == "" {
		return nil, errors.New("-tls-cert, -tls-key and -tls-ca go together")
	}
	certificate, err := os.ReadFile(t.Cert)
	if err != nil {
		return nil, err
	}
	key, err := secret.ReadFile(t.Key, t.SharedKey)
	if err != nil {
		return nil, err
	}
	pair, err := tls.X509KeyPair(certificate, key)
	if err != nil {
		return nil, fmt.Errorf("the certificate cannot be used: %w", err)
	}
	text, err := os.ReadFile(t.CA)
	if err != nil {
		return nil, err
	}
	authorities := x509.NewCertPool()
	if !authorities.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("%s holds no certificate", t.CA)
	}
	return &tls.Config{
		MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{pair},
		RootCAs: authorities, ClientCAs: authorities,
	}, nil
}

// Check refuses an access to other machines that would send the token without encryption, and
// addresses that are none.
func (a Access) Check(insecure bool) error {
	addresses := strings.Split(a.Address, ",")
	var parsed []*url.URL
	for i, address := range addresses {
		u, err := url.Parse(strings.TrimSpace(address))
		if err != nil || u.Host == "" || u.Scheme != "nats" && u.Scheme != "tls" {
			// The error does not repeat the address, which may hold a password.
			return fmt.Errorf("address %d of %d in -nats is not such as nats://10.0.0.1:4222; "+
				"a comma separates addresses", i+1, len(addresses))
		}
		parsed = append(parsed, u)
	}
	for _, u := range parsed {
		if a.CA == "" && !insecure && u.Scheme != "tls" && !loopback(u.Host) {
			return fmt.Errorf("%s: %w", u.Host, errPlain)
		}
	}
	return nil
}
