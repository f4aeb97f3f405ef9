package describe

import "github.com/go-json-experiment/json/jsontext"

// NamedValue is a member of a JSON object.
type NamedValue struct {
	Name  string
	Value jsontext.Value
}

// Members returns the members of a JSON object in their order, nil for any other value.
// Of two with the same name the last one counts.
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

// Elements returns the elements of a JSON list. Of an object it returns the values,
// since PHP writes a list with holes as one. It returns nil for any other value.
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
