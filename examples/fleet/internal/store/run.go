package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/fontcms/fontcms-go/examples/fleet/internal/job"
)

// ErrOtherJob is the error of a run that does another job.
var ErrOtherJob = errors.New("choose another name, or forget that run")

// Begin stores which job a run does, with its arguments. Sites that are done are done for
// that job only. Errors: [ErrOtherJob] if the run does another one.
func (s *Store) Begin(ctx context.Context, j job.Job) error {
	data, err := json.Marshal(job.Job{Run: j.Run, Kind: j.Kind, Args: j.Args})
	if err != nil {
		return err
	}
	message := &nats.Msg{Subject: "result." + j.Run + ".job", Data: data, Header: nats.Header{
		jetstream.ExpectedLastSubjSeqHeader: {"0"}, // only if there is none
	}}
	_, failed := s.write(ctx, message)
	if failed == nil {
		return nil
	}
	stored, err := s.results.GetLastMsgForSubject(ctx, message.Subject)
	if err != nil {
		return fmt.Errorf("the run was not stored: %w", errors.Join(failed, err))
	}
	var is job.Job
	if err := json.Unmarshal(stored.Data, &is); err != nil {
		return fmt.Errorf("the store holds a wrong run: %w", err)
	}
	if string(stored.Data) != string(data) {
		does := strings.Join(append([]string{is.Kind}, is.Args...), " ")
		return fmt.Errorf("the run %s does the job %s: %w", j.Run, does, ErrOtherJob)
	}
	return nil
}
