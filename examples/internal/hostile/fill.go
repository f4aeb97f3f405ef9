package hostile

import (
	"reflect"
	"strconv"
	"time"
	"unsafe"
)

// Fill sets all that a pointer leads to: texts to hostile ones, numbers to 3, and two
// elements in each list and map. Members that are not exported are set as well.
func Fill[T any](into *T) *T {
	fill(reflect.ValueOf(into).Elem(), 0)
	return into
}

func fill(v reflect.Value, depth int) {
	if v.Type() == reflect.TypeFor[time.Time]() || depth > 6 {
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(long(""))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(3)
	case reflect.Uint8, reflect.Uint32, reflect.Uint64:
		v.SetUint(3)
	case reflect.Float64:
		v.SetFloat(3)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), depth+1)
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			v.SetBytes([]byte(strconv.Quote(Text(""))))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(v.Index(i), depth+1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range 2 {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fill(key, depth+1)
			fill(value, depth+1)
			v.SetMapIndex(key, value)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Field(i)
			if !field.CanSet() {
				field = reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
			}
			fill(field, depth+1)
		}
	}
}
