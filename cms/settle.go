package cms

import "github.com/fontcms/fontcms-go/internal/wire"

// settle finishes a decoded record: it takes over the members whose names carry
// the prefix of the site, and remembers whether the record was read whole. A
// struct that embeds a record of this package has its method.
func settle(v any, p prefix, partial bool) {
	if record, ok := v.(interface{ settle(prefix, bool) }); ok {
		record.settle(p, partial)
	}
}

// take decodes a member out of extra into v. One that does not fit stays where
// it is.
func take[T any](extra *Extra, name string, v *T) {
	raw, ok := (*extra)[name]
	if !ok {
		return
	}
	var decoded T
	if wire.Unmarshal(raw, &decoded) != nil {
		return
	}
	*v = decoded
	delete(*extra, name)
	if len(*extra) == 0 {
		*extra = nil
	}
}
