// Package engine runs a NATS server with JetStream inside the program, and connects to
// one that runs elsewhere.
package engine

import (
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// MaxMessage is the largest message in bytes.
const MaxMessage = 8 << 20

// Config is how an engine is started. The zero value but Folder is an engine of one
// machine.
type Config struct {
	// Folder holds the store. One engine at a time can have it open.
	Folder string
	// Name is that of a node of a cluster, empty outside of a cluster.
	Name string
	// Listen is where clients connect, as in 127.0.0.1:4222; a free loopback port if empty.
	Listen string
	// Cluster is where the other nodes connect.
	Cluster string
	// Routes are the Cluster addresses of the other nodes.
	Routes []string
	// Token is that of clients and nodes; a random one if empty.
	Token string
	// TLS encrypts the traffic. Without it only loopback addresses are allowed.
	TLS TLS
	// Sync writes each message through to the disk before it is acknowledged. Without it
	// a loss of power may lose the messages of the last two minutes.
	Sync bool
}

// Engine is a running server.
type Engine struct {
	server  *server.Server
	lock    *os.File
	access  Access
	failure failure
}

// Start starts an engine. Its address and token are then in the folder, in a file that
// only the user can read. Errors: [ErrInUse] if another engine has the folder open.
func Start(config Config) (*Engine, error) {
	options, err := config.options()
	if err != nil {
		return nil, err
	}
	lock, err := open(config.Folder)
	if err != nil {
		return nil, err
	}
	e := &Engine{lock: lock, failure: newFailure()}
	if err := e.run(config, options); err != nil {
		e.Close()
		return nil, err
	}
	return e, nil
}

func (e *Engine) run(config Config, options *server.Options) (err error) {
	if e.server, err = server.NewServer(options); err != nil {
		return err
	}
	e.server.SetLogger(e.failure, false, false)
	e.server.Start()
	const patience = 30 * time.Second
	if !e.server.ReadyForConnections(patience) {
		return fmt.Errorf("the engine did not start: is %s free?", net.JoinHostPort(options.Host, strconv.Itoa(options.Port)))
	}
	e.access = Access{Address: e.server.ClientURL(), Token: options.Authorization, Node: config.Name}
	if config.TLS.CA != "" {
		if e.access.CA, err = filepath.Abs(config.TLS.CA); err != nil {
			return err
		}
	}
	return e.access.write(config.Folder)
}

// Access is how programs on this machine connect.
func (e *Engine) Access() Access { return e.access }

// Failed gives the error after which the store stays stopped, such as that of a full disk.
func (e *Engine) Failed() <-chan error { return e.failure.failed }

// Close stops the engine and unlocks its folder.
func (e *Engine) Close() {
	if e.server != nil {
		e.server.Shutdown()
		e.server.WaitForShutdown()
	}
	release(e.lock)
}

// options are those of the server.
func (c Config) options() (*server.Options, error) {
	const memory = 64 << 20 // of streams that are kept in memory, of which there are none
	options := &server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true,
		JetStream: true, StoreDir: filepath.Join(c.Folder, storeFolder), SyncAlways: c.Sync,
		JetStreamMaxMemory: memory, JetStreamMaxStore: 1 << 50, // the disk is the limit
		MaxPayload: MaxMessage, Authorization: c.Token, ServerName: c.Name,
	}
	if options.Authorization == "" {
		options.Authorization = rand.Text()
	}
	if c.Listen != "" {
		host, port, err := hostPort(c.Listen)
		if err != nil {
			return nil, err
		}
		options.Host, options.Port = host, port
	}
	if err := c.TLS.check(append([]string{c.Listen, c.Cluster}, c.Routes...)...); err != nil {
		return nil, err
	}
	var err error
	if options.TLSConfig, err = c.TLS.config(); err != nil {
		return nil, err
	}
	return options, c.join(options)
}

// join makes the server a node of a cluster.
func (c Config) join(options *server.Options) error {
	if c.Cluster == "" {
		return nil
	}
	if c.Name == "" || c.Token == "" {
		return errors.New("a node of a cluster needs a name and a token")
	}
	host, port, err := hostPort(c.Cluster)
	if err != nil {
		return err
	}
	const user = "fleet"
	options.Cluster = server.ClusterOpts{Name: "fleet", Host: host, Port: port, Username: user, Password: c.Token}
	if options.TLSConfig != nil {
		mutual := options.TLSConfig.Clone()
		mutual.ClientAuth = tls.RequireAndVerifyClientCert
		options.Cluster.TLSConfig = mutual
	}
	for _, route := range c.Routes {
		if _, _, err := hostPort(route); err != nil {
			return err
		}
		options.Routes = append(options.Routes, &url.URL{Scheme: "nats", Host: route, User: url.UserPassword(user, c.Token)})
	}
	return nil
}

func hostPort(address string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(address)
	if err == nil {
		port, err = strconv.Atoi(text)
	}
	if err != nil || host == "" || port < 1 || port > 65535 {
		return "", 0, fmt.Errorf("%q is not an address such as 127.0.0.1:4222", withoutLogin(address))
	}
	return host, port, nil
}
