package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/secret"
)

// Access is the address of an engine and the token that it wants.
type Access struct {
	Address string `json:"address"`
	Token   string `json:"token"`
	// CA is the file with the authority of the certificates; without it, and without tls://
	// in the address, the traffic is not encrypted.
	CA string `json:"ca,omitempty"`
	// Node is the name of the engine in its cluster, empty outside of a cluster.
	Node string `json:"node,omitempty"`
}

// write writes the access into a folder. It replaces the file, so that nobody who had the
// old one open reads the new token.
func (a Access) write(folder string) error {
	data, err := json.Marshal(a)
	if err != nil {
		return err
	}
	name := filepath.Join(folder, accessFile)
	if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return os.WriteFile(name, data, 0o600)
}

// Beside returns the access of the engine that runs on a folder. If shared is set, the file with
// the token may be one that other users can read.
func Beside(folder string, shared bool) (Access, error) {
	var access Access
	data, err := secret.ReadFile(filepath.Join(folder, accessFile), shared)
	if errors.Is(err, os.ErrNotExist) {
		return access, fmt.Errorf("there is no fleet in the folder %s", folder)
	}
	if err != nil {
		return access, err
	}
	if err := json.Unmarshal(data, &access); err != nil {
		return access, fmt.Errorf("%s: %w", filepath.Join(folder, accessFile), err)
	}
	return access, nil
}

// hosts are the addresses without what logs in.
func (a Access) hosts() string {
	var hosts []string
	for address := range strings.SplitSeq(a.Address, ",") {
		scheme, rest, _ := strings.Cut(address, "://")
		hosts = append(hosts, scheme+"://"+withoutLogin(rest))
	}
	return strings.Join(hosts, ",")
}

// ErrUnreachable is the error of an engine that does not run.
var ErrUnreachable = errors.New("no fleet can be reached")

// Connect connects to an engine. Errors: [ErrUnreachable] if no engine responds.
// The connection is made again whenever it is lost.
func (a Access) Connect(name string) (*nats.Conn, error) {
	options := []nats.Option{
		nats.Token(a.Token), nats.Name(name), nats.MaxReconnects(-1), nats.ReconnectWait(time.Second),
	}
	if a.CA != "" {
		options = append(options, nats.RootCAs(a.CA))
	}
	conn, err := nats.Connect(a.Address, options...)
	if err != nil {
		return nil, fmt.Errorf("%w at %s: %w", ErrUnreachable, a.hosts(), err)
	}
	return conn, nil
}
