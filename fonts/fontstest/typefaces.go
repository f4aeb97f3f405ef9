package fontstest

import (
	"bytes"
	_ "embed" // for typefaces.json
	"encoding/json"
	"fmt"
)

//go:embed typefaces.json
var typefacesJSON string

// Typefaces returns the built-in records, ordered by id: several hundred open typefaces, one record a family.
// Each has every field of the specification: id, name, fontFamily, fontSubfamily ([]any of string), version,
// copyright, description, designer, license (string or nil), tags, languages, category, created_at and
// updated_at. The result is a fresh deep copy that the caller may change and hand to [WithFonts].
//
// The records are read from font files by the script typefaces.py; they may change with a release of this
// module, so tests that need particular values should bring their own records.
func Typefaces() []map[string]any {
	records, err := decodeRecords([]byte(typefacesJSON))
	if err != nil {
		panic(fmt.Sprintf("fontstest: typefaces.json: %v", err))
	}
	for _, record := range records {
		delete(record, "source") // for the readers of the file, not part of a catalogue
	}
	return records
}

// cloneRecords copies records through JSON, which leaves nothing of the caller's and only JSON's own types.
func cloneRecords(records []map[string]any) ([]map[string]any, error) {
	data, err := json.Marshal(records)
	if err != nil {
		return nil, err
	}
	return decodeRecords(data)
}

func decodeRecords(data []byte) ([]map[string]any, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber() // a number leaves as it came, whatever its size
	var records []map[string]any
	if err := decoder.Decode(&records); err != nil {
		return nil, err
	}
	return records, nil
}
