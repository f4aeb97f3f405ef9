package cms

import (
	"reflect"
	"strings"

	"github.com/fontcms/fontcms-go/internal/wire"
)

// settler is a record of this package that has to be finished after it was decoded.
type settler interface{ settle(p prefix, partial bool) }

// settle finishes decoded records: they take over the members whose names carry
// the prefix of the site, and remember whether they were read whole. It finds them
// behind pointers, in lists, and where a struct embeds one.
func settle(v any, p prefix, partial bool) { settleValue(reflect.ValueOf(v), p, partial) }

func settleValue(v reflect.Value, p prefix, partial bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		// A struct that embeds a record has its method too, but maybe not the record.
		if ours := v.Type().Elem().PkgPath() == reflect.TypeFor[prefix]().PkgPath(); ours && v.CanInterface() {
			if record, ok := v.Interface().(settler); ok {
				record.settle(p, partial)
				return
			}
		}
		settleValue(v.Elem(), p, partial)
	case reflect.Slice:
		switch v.Type().Elem().Kind() {
		case reflect.Struct, reflect.Pointer, reflect.Slice:
			for i := range v.Len() {
				settleValue(v.Index(i).Addr(), p, partial)
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Type().Field(i); embeds(field) && v.Field(i).CanAddr() {
				settleValue(v.Field(i).Addr(), p, partial)
			}
		}
	}
}

// embeds reports that JSON has the members of a field in those of its struct.
func embeds(field reflect.StructField) bool {
	tag, options, _ := strings.Cut(field.Tag.Get("json"), ",")
	return field.Anonymous && tag == "" || strings.Contains(","+options+",", ",embed,")
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
