package enginetest

import (
	"context"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Unfenced writes messages whatever others have written: the control of the tests of the
// fence.
type Unfenced struct{ jetstream.JetStream }

// PublishMsg writes a message without its condition.
func (u Unfenced) PublishMsg(
	ctx context.Context, message *nats.Msg, options ...jetstream.PublishOpt,
) (*jetstream.PubAck, error) {
	message.Header.Del(jetstream.ExpectedLastSubjSeqHeader)
	return u.JetStream.PublishMsg(ctx, message, options...)
}
