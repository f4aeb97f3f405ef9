package fonts

import (
	"encoding/json"
	"fmt"

	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Extra holds the members of an object that the specification does not have.
// They are kept as received. github.com/go-json-experiment/json and, from Go
// 1.27 on, encoding/json write them again beside the known ones; before, plain
// encoding/json writes them as a member Extra.
type Extra map[string]json.RawMessage

// Decode decodes the member name into v, which stays as it is if there is none;
// ok tells the two apart.
func (x Extra) Decode(name string, v any) (ok bool, err error) {
	raw, ok := x[name]
	if !ok {
		return false, nil
	}
	if err := wire.Unmarshal(raw, v); err != nil {
		return true, fmt.Errorf("fonts: extra member %s: %w", transport.Line(name, transport.MaxText), err)
	}
	return true, nil
}
