package describe

import "github.com/go-json-experiment/json/jsontext"

// NamedValue is a field of a JSON object.
type NamedValue struct {
	Name  string
	Value jsontext.Value
}

// Members returns the fields of a JSON object in order, nil for any other value. Of
// duplicate names the last one counts.
func Members(raw jsontext.Value) []NamedValue {
	var all []NamedValue
	at := map[string]int{}
	p := newReader(raw)
	err := p.members(func(name string) error {
		value, err := p.ReadValue()
		if i, ok := at[name]; ok {
			all[i].Value = value.Clone()
			return err
		}
		at[name] = len(all)
		all = append(all, NamedValue{name, value.Clone()})
		return err
	})
	if err != nil {
		return nil
	}
	return all
}

// Elements returns the elements of a JSON list. For an object it returns the values,
// because PHP writes a list as an object if elements were removed from its middle. For
// any other value it returns nil.
func Elements(raw jsontext.Value) []jsontext.Value {
	var all []jsontext.Value
	p := newReader(raw)
	err := p.elements(func() error {
		value, err := p.ReadValue()
		all = append(all, value.Clone())
		return err
	})
	if err != nil {
		return nil
	}
	return all
}
