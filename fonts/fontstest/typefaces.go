package fontstest

import (
	"bytes"
	_ "embed" // for the file typefaces.json
	"encoding/json"
	"fmt"
)

//go:embed typefaces.json
var typefacesJSON string

// Typefaces returns the built-in records, ordered by id: several hundred open
// typefaces, one record for each family. Each has these fields: id, name, fontFamily,
// fontSubfamily ([]any of string), version, copyright, description, designer, license
// (string or nil), tags, languages, category, created_at and updated_at. The result is
// a deep copy that the caller may change and pass to [WithFonts].
//
// The script typefaces.py reads the records from font files. A release of this module
// may change the records, so tests that need certain values should use their own ones.
func Typefaces() []map[string]any {
	records, err := decodeRecords([]byte(typefacesJSON))
	if err != nil {
		panic(fmt.Sprintf("fontstest: typefaces.json: %v", err))
	}
	for _, record := range records {
		delete(record, "source") // source is for readers of typefaces.json; a catalogue has no such field
	}
	return records
}

// cloneRecords copies records through JSON. The copies share nothing with the caller's
// records, and have only the types of JSON.
func cloneRecords(records []map[string]any) ([]map[string]any, error) {
	data, err := json.Marshal(records)
	if err != nil {
		return nil, err
	}
	return decodeRecords(data)
}

func decodeRecords(data []byte) ([]map[string]any, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber() // numbers are kept as written, whatever their size
	var records []map[string]any
	if err := decoder.Decode(&records); err != nil {
		return nil, err
	}
	return records, nil
}
