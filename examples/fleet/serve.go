package main

import (
	"context"
	"runtime/debug"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/engine"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/queue"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/secret"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func serve(ctx context.Context, args []string, env program.Environment) error {
	flags := program.Flags("fleet serve", "Runs the queue and the store for workers, until Ctrl-C. It does no job itself.",
		"fleet serve -dir fleet-data", "")
	var config engine.Config
	flags.StringVar(&config.Folder, "dir", usualFolder, "folder of the queue and the records")
	flags.StringVar(&config.Name, "name", "", "name of this node of a cluster, such as n1")
	flags.StringVar(&config.Listen, "listen", "",
		"address for workers, such as 10.0.0.1:4222; a free port of this machine if empty")
	flags.StringVar(&config.Cluster, "cluster", "", "address for the other nodes, such as 10.0.0.1:6222")
	routes := flags.String("routes", "", "the -cluster addresses of the other nodes, with commas between them")
	tokenFile := flags.String("token-file", "", "file with the token of workers and nodes; a random token if empty")
	flags.StringVar(&config.TLS.Cert, "tls-cert", "", "file with the certificate of this node, for workers and nodes")
	flags.StringVar(&config.TLS.Key, "tls-key", "", "file with the key of that certificate")
	flags.StringVar(&config.TLS.CA, "tls-ca", "", "file with the authority of the certificates of all nodes")
	flags.BoolVar(&config.TLS.Insecure, "insecure", false, "let other machines connect without encryption")
	flags.BoolVar(&config.TLS.SharedKey, secret.Flag, false, sharedSecretsUsage)
	flags.BoolVar(&config.Sync, "sync", false,
		"write each message through to the disk: slower, and safe if the power fails")
	overall := flags.Int("overall", 64, "jobs at once over all workers")
	memory := flags.Int64("memory", 512, "soft limit of the memory of this program, in MiB")
	if err := program.Parse(flags, args, env); err != nil {
		return err
	}
	if *overall < 1 || *memory < 1 {
		return program.Mistake("-overall and -memory are to be at least 1")
	}
	if *routes != "" {
		config.Routes = strings.Split(*routes, ",")
	}
	var err error
	if config.Token, err = readToken(*tokenFile, config.TLS.SharedKey); err != nil {
		return err
	}
	debug.SetMemoryLimit(*memory << 20)
	e, err := start(ctx, config)
	if err != nil {
		return err
	}
	defer e.Close()
	replicas := 1
	if config.Cluster != "" {
		replicas = min(len(config.Routes)+1, 3)
	}
	if err := prepare(ctx, e.Access(), queue.Config{Replicas: replicas, Overall: *overall}, env); err != nil {
		return err
	}
	program.Println(env.Err, "ready at", e.Access().Address, "with", replicas, "copies of each message; Ctrl-C ends it")
	select {
	case <-ctx.Done():
		return nil
	case err := <-e.Failed():
		return err
	}
}

// prepare makes the queue and the store. A cluster has none before most of its nodes run.
func prepare(ctx context.Context, access engine.Access, config queue.Config, env program.Environment) error {
	const longest = 10 * time.Second
	said := ""
	// A node without a leader drops a request, so that the first tries are short.
	for patience := time.Second; ; patience = min(2*patience, longest) {
		trying, cancel := context.WithTimeout(ctx, patience)
		f, err := connect(trying, access, config)
		cancel()
		if err == nil {
			f.close()
			return nil
		}
		if config.Replicas == 1 {
			return err
		}
		if err.Error() != said {
			said = err.Error()
			program.Println(env.Err, "waiting for the other nodes:", said)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}
