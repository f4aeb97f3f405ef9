package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/engine"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/presence"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/queue"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/secret"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/store"
)

// usualFolder is the folder of a fleet on one machine.
const usualFolder = "fleet-data"

// place is where the queue and the store are.
type place struct {
	dir, address, tokenFile, ca string
	insecure, sharedSecrets     bool
}

func placeFlags(flags *flag.FlagSet) *place {
	p := &place{}
	flags.StringVar(&p.dir, "dir", usualFolder, "folder of a fleet that runs on this machine")
	flags.StringVar(&p.address, "nats", "",
		"addresses of a fleet elsewhere, such as nats://n1:4222,nats://n2:4222; instead of -dir")
	flags.StringVar(&p.tokenFile, "token-file", "", "file with the token of that fleet")
	flags.StringVar(&p.ca, "tls-ca", "", "file with the authority of the certificates of that fleet")
	flags.BoolVar(&p.insecure, "insecure", false, "connect to other machines without encryption")
	flags.BoolVar(&p.sharedSecrets, secret.Flag, false, sharedSecretsUsage)
	return p
}

// sharedSecretsUsage is the help of the flag [secret.Flag].
const sharedSecretsUsage = "accept files with secrets that other users can read, as containers mount them"

// fleet is a connection to the queue and the store.
type fleet struct {
	conn   *nats.Conn
	queue  *queue.Queue
	store  *store.Store
	board  *presence.Board
	engine *engine.Engine // one that this command has started
}

// open connects to the fleet that the flags name. If none runs on the folder, it runs one
// until close.
func (p *place) open(ctx context.Context) (f *fleet, err error) {
	err = engine.WhenFree(ctx, func() error {
		f, err = p.reach(ctx)
		return err
	})
	return f, err
}

// reach is open for a folder that no other command opens at the same time.
func (p *place) reach(ctx context.Context) (*fleet, error) {
	access, err := p.access()
	if err != nil {
		return nil, err
	}
	f, err := try(ctx, access, queue.Config{})
	if p.address != "" || access.Node != "" || !errors.Is(err, engine.ErrUnreachable) {
		return f, err
	}
	e, err := engine.Start(engine.Config{Folder: p.dir})
	if err != nil {
		return nil, err
	}
	if f, err = try(ctx, e.Access(), queue.Config{Replicas: 1}); err != nil {
		e.Close()
		return nil, err
	}
	f.engine = e
	return f, nil
}

// start starts an engine, after another command has closed the folder.
func start(ctx context.Context, config engine.Config) (e *engine.Engine, err error) {
	err = engine.WhenFree(ctx, func() error {
		e, err = engine.Start(config)
		return err
	})
	return e, err
}

// try connects. A cluster may be starting or choosing a leader, so it tries for a while.
func try(ctx context.Context, access engine.Access, config queue.Config) (f *fleet, err error) {
	err = engine.WithLeader(ctx, func() error {
		f, err = connect(ctx, access, config)
		return err
	})
	return f, err
}

func (p *place) access() (engine.Access, error) {
	if p.address == "" {
		return engine.Beside(p.dir, p.sharedSecrets)
	}
	token, err := readToken(p.tokenFile, p.sharedSecrets)
	if err != nil {
		return engine.Access{}, err
	}
	access := engine.Access{Address: p.address, Token: token, CA: p.ca}
	return access, access.Check(p.insecure)
}

// readToken reads a token; without a file there is none.
func readToken(path string, shared bool) (string, error) {
	if path == "" {
		return "", nil
	}
	token, err := secret.ReadFile(path, shared)
	if err != nil {
		return "", err
	}
	text := strings.TrimSpace(string(token))
	if text == "" {
		return "", fmt.Errorf("the file %s is empty", path)
	}
	return text, nil
}

// connect opens the queue and the store of an engine. Without replicas it makes nothing.
func connect(ctx context.Context, access engine.Access, config queue.Config) (*fleet, error) {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	conn, err := access.Connect(fmt.Sprintf("fleet %s %d", host, os.Getpid()))
	if err != nil {
		return nil, err
	}
	js, err := jetstream.New(conn)
	if err != nil {
		conn.Close()
		return nil, err
	}
	f := &fleet{conn: conn}
	if err := f.open(ctx, js, config); err != nil {
		conn.Close()
		return nil, err
	}
	return f, nil
}

func (f *fleet) open(ctx context.Context, js jetstream.JetStream, config queue.Config) (err error) {
	if f.queue, err = queue.Open(ctx, js, config); err != nil {
		return err
	}
	if f.store, err = store.Open(ctx, js, config.Replicas); err != nil {
		return err
	}
	f.board, err = presence.Open(ctx, js, config.Replicas)
	return err
}

func (f *fleet) close() {
	f.conn.Close()
	if f.engine != nil {
		f.engine.Close()
	}
}
