package fontstest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
)

// query is a list request. page counts from 0, even if the server counts from 1.
type query struct {
	page, size              int
	tags, category, keyword string
}

func parseQuery(body []byte, firstPage int) (query, error) {
	var q query
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var request map[string]any
	if err := decoder.Decode(&request); err != nil {
		return q, fmt.Errorf("the body is not a JSON object: %w", err)
	}
	if request == nil {
		return q, errors.New("the body is not a JSON object")
	}
	if _, err := decoder.Token(); err != io.EOF {
		return q, errors.New("the body has more than a JSON object")
	}
	pageData, ok := request["pageData"].(map[string]any)
	if !ok {
		return q, errors.New("pageData is required and must be an object")
	}
	page, err := integer(pageData, "page")
	if err != nil {
		return q, err
	}
	if page < firstPage {
		return q, fmt.Errorf("pageData.page is %d, the first page is %d", page, firstPage)
	}
	q.page = page - firstPage
	if q.size, err = integer(pageData, "size"); err != nil {
		return q, err
	}
	if q.size < 1 {
		return q, fmt.Errorf("pageData.size is %d, but must be at least 1", q.size)
	}
	for _, filter := range []struct {
		name   string
		target *string
	}{{"tags", &q.tags}, {"category", &q.category}, {"keyword", &q.keyword}} {
		switch value := request[filter.name].(type) {
		case nil:
		case string:
			*filter.target = value
		default:
			return q, fmt.Errorf("%s must be a string", filter.name)
		}
	}
	return q, nil
}

// integer reads an integer. 2.0 and 2e0 are accepted too, because JSON does not
// distinguish them from 2.
func integer(object map[string]any, name string) (int, error) {
	number, ok := object[name].(json.Number)
	if !ok {
		return 0, fmt.Errorf("pageData.%s is required and must be a number", name)
	}
	if n, err := strconv.ParseInt(number.String(), 10, 32); err == nil {
		return int(n), nil
	}
	f, err := number.Float64()
	if err != nil || f != math.Trunc(f) || math.Abs(f) > math.MaxInt32 {
		return 0, fmt.Errorf("pageData.%s is %s, which is not a whole number of 32 bits", name, number)
	}
	return int(f), nil
}
