package php

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// WholeNumbers replaces the decoder's numbers by int64 where they are whole, by float64 elsewhere.
func WholeNumbers(value any) any {
	switch v := value.(type) {
	case json.Number:
		if n, err := strconv.ParseInt(string(v), 10, 64); err == nil {
			return n
		}
		f, _ := v.Float64()
		return f
	case []any:
		for i, e := range v {
			v[i] = WholeNumbers(e)
		}
	case map[string]any:
		for name, e := range v {
			v[name] = WholeNumbers(e)
		}
	}
	return value
}

// MembersInOrder are the values of a JSON object.
func MembersInOrder(text string) []any {
	decoder := json.NewDecoder(strings.NewReader(text))
	_, _ = decoder.Token() // the brace
	var out []any
	for decoder.More() {
		_, _ = decoder.Token() // the name
		var value any
		if decoder.Decode(&value) != nil {
			break
		}
		out = append(out, value)
	}
	return out
}

// ParseOrdered reads JSON with the members of objects in their order.
func ParseOrdered(data []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	value, err := nextOrdered(decoder, 0)
	if err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, errors.New("there is something after the description")
	}
	return value, nil
}

// maxNested is how deep a description may be nested.
const maxNested = 200

func nextOrdered(decoder *json.Decoder, depth int) (any, error) {
	token, err := decoder.Token()
	if err != nil || depth > maxNested {
		return nil, errors.Join(err, errTooDeep(depth))
	}
	switch token {
	case json.Delim('{'):
		out := Object{}
		for decoder.More() {
			name, err := decoder.Token()
			if err != nil {
				return nil, err
			}
			value, err := nextOrdered(decoder, depth+1)
			if err != nil {
				return nil, err
			}
			out.Add(name.(string), value)
		}
		_, err = decoder.Token()
		return out, err
	case json.Delim('['):
		out := []any{}
		for decoder.More() {
			value, err := nextOrdered(decoder, depth+1)
			if err != nil {
				return nil, err
			}
			out = append(out, value)
		}
		_, err = decoder.Token()
		return out, err
	}
	return WholeNumbers(token), nil
}

func errTooDeep(depth int) error {
	if depth > maxNested {
		return fmt.Errorf("it is nested more than %d levels deep", maxNested)
	}
	return nil
}
