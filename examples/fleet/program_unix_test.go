//go:build unix

package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/engine/enginetest"
	"github.com/fontcms/fontcms-go/examples/fleet/internal/queue"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// The large run: go test -run Killed -soak -v -parallel 1 -timeout 1h .
var (
	soak      = flag.Bool("soak", false, "kill and stall workers and three nodes of 200 sites, fifty times in a run")
	child     = flag.String("fleet", "", "be the program with these arguments, separated by |")
	stopped   = flag.Bool("clock-stopped", false, "be a worker whose clock stands still")
	limit     = flag.Int64("file-limit", 0, "be a program that cannot write files of more bytes")
	figures   = flag.Int("figures", 0, "print the figures of that many sites")
	unchecked = flag.Bool("unfenced", false, "be a worker that writes its pages whatever others have stored")
	rounds    = flag.Int("rounds", 0, "print what fleet costs beside a plain loop, in that many rounds")
	loop      = flag.Bool("plain", false, "be that loop")
	lossy     = flag.Bool("lossy", false, "be a worker that does not get the response to every tenth write")
)

// TestMain makes the test binary the program that the tests kill.
func TestMain(m *testing.M) {
	flag.Parse()
	if *child == "" {
		os.Exit(m.Run())
	}
	args := strings.Split(*child, "|")
	env := program.Environment{Out: os.Stdout, Err: os.Stderr}
	be := run
	if *limit > 0 {
		signal.Ignore(syscall.SIGXFSZ) // writes then fail, as on a full disk
		bytes := uint64(*limit)
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: bytes, Max: bytes}); err != nil {
			panic(err)
		}
	}
	if *stopped || *unchecked || *lossy {
		be = unprotected
	}
	if *loop {
		be = plain
	}
	if err := be(context.Background(), args, env); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// losing loses the response to every tenth write.
type losing struct {
	jetstream.JetStream
	writes *atomic.Int64
}

// PublishMsg writes a message.
func (l losing) PublishMsg(
	ctx context.Context, message *nats.Msg, options ...jetstream.PublishOpt,
) (*jetstream.PubAck, error) {
	ack, err := l.JetStream.PublishMsg(ctx, message, options...)
	if err == nil && strings.HasPrefix(message.Subject, "page.") && l.writes.Add(1)%10 == 0 {
		fmt.Fprintln(os.Stderr, "response lost")
		return nil, context.DeadlineExceeded
	}
	return ack, err
}

// unprotected is the command work of a worker without its watch, without the fence or with
// a bad network.
func unprotected(ctx context.Context, args []string, env program.Environment) error {
	flags := flag.NewFlagSet("work", flag.ContinueOnError)
	place, w := placeFlags(flags), workerFlags(flags)
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	access, err := place.access()
	if err != nil {
		return err
	}
	conn, err := access.Connect("test")
	if err != nil {
		return err
	}
	js, err := jetstream.New(conn)
	if err != nil {
		return err
	}
	if *unchecked {
		js = enginetest.Unfenced{JetStream: js}
	}
	if *lossy {
		js = losing{js, new(atomic.Int64)}
	}
	if *stopped {
		began := time.Now()
		w.Now = func() time.Time { return began }
	}
	f := &fleet{conn: conn}
	if err := f.open(ctx, js, queue.Config{}); err != nil {
		return err
	}
	w.Notes = env.Err
	f.start(ctx, w)
	return nil
}
