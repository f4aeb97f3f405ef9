package wire

import (
	"reflect"
	"strings"
	"testing"
)

// selfEmbedded embeds a pointer to itself, which decoders read.
type selfEmbedded struct {
	*selfEmbedded //nolint:unused // decoders follow it

	ID int64 `json:"id"`
}

// pingEmbedded and pongEmbedded embed each other.
type pingEmbedded struct {
	*pongEmbedded

	ID int64 `json:"id"`
}

type pongEmbedded struct {
	*pingEmbedded

	Name string `json:"name"`
}

func TestCheckEndsForTypesThatEmbedThemselves(t *testing.T) {
	t.Parallel()
	data := []byte(`{"id":7,"name":"x","x":[` + strings.TrimSuffix(strings.Repeat(`{},`, 100_000), ",") + `]}`)
	for _, one := range []reflect.Type{reflect.TypeFor[selfEmbedded](), reflect.TypeFor[pingEmbedded](),
		reflect.TypeFor[*pongEmbedded]()} {
		if err := Check(data, one, Slack); err != nil {
			t.Errorf("Check(data, one, Slack): %v", err)
		}
	}
}
