package store

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/nats-io/nats.go"
)

// Page is a part of what a job has read.
type Page struct {
	// Kind is that of the records.
	Kind string
	// Position is where the job continues after this page. Only the job reads it.
	Position json.RawMessage
	// Records are those of this page.
	Records []json.RawMessage
	// Total is the number of records up to this page.
	Total int64
	// Failures is how often the job has failed since the last page with records.
	Failures int
	// Done means that the job has nothing more to do.
	Done bool
	// Note is what the job says at its end, in one line.
	Note string

	try string // of the write that stored it
}

// The headers of a page.
const (
	headerKind     = "Fleet-Kind"
	headerPosition = "Fleet-Position"
	headerTotal    = "Fleet-Total"
	headerFailures = "Fleet-Failures"
	headerDone     = "Fleet-Done"
	headerNote     = "Fleet-Note"
	headerTry      = "Fleet-Try"
)

func (p Page) encode(subject string) (*nats.Msg, error) {
	message := nats.NewMsg(subject)
	if len(p.Records) > 0 {
		data, err := json.Marshal(p.Records)
		if err != nil {
			return nil, err
		}
		message.Data = data
	}
	message.Header.Set(headerKind, p.Kind)
	message.Header.Set(headerPosition, string(p.Position))
	message.Header.Set(headerTotal, strconv.FormatInt(p.Total, 10))
	message.Header.Set(headerFailures, strconv.Itoa(p.Failures))
	message.Header.Set(headerDone, strconv.FormatBool(p.Done))
	message.Header.Set(headerNote, p.Note)
	message.Header.Set(headerTry, p.try)
	return message, nil
}

func decode(header nats.Header, data []byte) (Page, error) {
	p := Page{Kind: header.Get(headerKind), Note: header.Get(headerNote), try: header.Get(headerTry)}
	wrong := func(name string, err error) (Page, error) {
		return Page{}, fmt.Errorf("the store holds a page with a wrong %s: %w", name, err)
	}
	if text := header.Get(headerPosition); text != "" {
		p.Position = json.RawMessage(text)
	}
	var err error
	if p.Total, err = strconv.ParseInt(header.Get(headerTotal), 10, 64); err != nil {
		return wrong(headerTotal, err)
	}
	if p.Failures, err = strconv.Atoi(header.Get(headerFailures)); err != nil {
		return wrong(headerFailures, err)
	}
	if p.Done, err = strconv.ParseBool(header.Get(headerDone)); err != nil {
		return wrong(headerDone, err)
	}
	if len(data) > 0 {
		if err := json.Unmarshal(data, &p.Records); err != nil {
			return wrong("body", err)
		}
	}
	return p, nil
}
