package wire

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestListReadsAListWithHolesAsItsValues(t *testing.T) {
	t.Parallel()
	type record struct {
		ID int64 `json:"id"`
	}
	many := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `,"%d":{"id":%d}`, 2*i, i)
		}
		return "{" + b.String()[1:] + "}"
	}
	for name, test := range map[string]struct {
		data string
		size int
		want string // the ids, or "" if it is refused
	}{
		"list":               {`[{"id":1},{"id":2}]`, 10, "[1 2]"},
		"holes":              {`{"0":{"id":1},"2":{"id":3}}`, 10, "[1 3]"},
		"holes and blanks":   {" {\n\"0\" : {\"id\":1} ,\n\"2\" : {\"id\":3}\n}", 10, "[1 3]"},
		"an empty record":    {`{"1":[],"2":{"id":3}}`, 10, "[0 3]"},
		"record":             {`{"id":1}`, 10, ""},
		"record and numbers": {`{"0":{"id":1},"id":3}`, 10, ""},
		"holes and a name":   {`{"1":{"id":1},"x":{"id":3}}`, 10, ""},
		"a name of nothing":  {`{"1":{"id":1},"":{"id":3}}`, 10, ""},
		"error":              {`{"code":"rest_forbidden","message":"Sorry","data":{"status":403}}`, 10, ""},
		"no holes":           {`{"0":{"id":1},"1":{"id":3}}`, 10, ""},
		"empty object":       {`{}`, 10, ""},
		"negative":           {`{"-1":{"id":1}}`, 10, ""},
		"cut":                {`{"1":{"id":1}`, 10, ""},
		"brackets mixed":     {`[{"id":1}}`, 10, ""},
		"something follows":  {`{"1":{"id":1}}[]`, 10, ""},
		"no object inside":   {`{"1":7}`, 10, ""},
		"too many":           {many(1001), 10, ""},
	} {
		records, err := listOf[record]([]byte(test.data), test.size)
		got := ""
		if err == nil {
			ids := []int64{}
			for _, r := range records {
				ids = append(ids, r.ID)
			}
			got = fmt.Sprint(ids)
		}
		if got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
		elements, err := Elements([]byte(test.data), test.size, reflect.TypeFor[record](), false)
		switch {
		case name == "no object inside": // its elements are there
		case (err == nil) != (test.want != ""):
			t.Errorf("%s: Elements: %s, error %v, want an error: %t", name, elements, err, test.want == "")
		case err == nil:
			for _, e := range elements {
				switch {
				case !e.IsValid():
					t.Errorf("%s: Elements: element %q, want valid JSON", name, e)
				case e[0] != '{' && e[0] != '[':
					t.Errorf("%s: Elements: element %q, want an object or a list", name, e)
				}
			}
		}
	}
}

func TestElementsReadsAnObjectAsAListOnRequest(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		data string
		want string
	}{
		"names":        {`{"a":{"id":1},"":{"id":2}}`, `[{"id":1} {"id":2}]`},
		"numbers":      {`{"0":{"id":1},"7":{"id":2}}`, `[{"id":1} {"id":2}]`},
		"one record":   {`{"id":1}`, `[1]`},
		"nothing":      {`{}`, `[]`},
		"a list":       {`[{"id":1}]`, `[{"id":1}]`},
		"cut":          {`{"a":{"id":1}`, ""},
		"what follows": {`{"a":{"id":1}}[]`, ""},
	} {
		elements, err := Elements([]byte(test.data), 0, reflect.TypeFor[struct{}](), true)
		got := ""
		if err == nil {
			got = fmt.Sprint(elements)
		}
		if got != test.want {
			t.Errorf("%s: Elements: %q, want %q", name, got, test.want)
		}
	}
}

func TestElementsRefusesBrokenJSON(t *testing.T) {
	t.Parallel()
	for _, data := range []string{``, `[`, `[1`, `[1,`, `[x]`, `[{"a":x}]`, `[1}`, `[1] 2`, `{"1":x}`, `{"1"`, `5`} {
		for _, named := range []bool{false, true} {
			if list, err := Elements([]byte(data), 0, reflect.TypeFor[item](), named); err == nil {
				t.Errorf("Elements(%s, %t): %s, error nil, want an error", data, named, list)
			}
		}
	}
}
