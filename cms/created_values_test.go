package cms

import "testing"

func TestNewRecordIsTheOneThatWasSentIfItsValuesAre(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		record, sent string
		want         bool
	}{
		{`{"title":{"raw":"a"}}`, `{"title":"a"}`, true}, {`{"title":{"raw":" a "}}`, `{"title":"a"}`, true},
		{`{"title":{"raw":"b"}}`, `{"title":"a"}`, false}, {`{"title":{"rendered":"a"}}`, `{"title":"a"}`, false},
		{`{"title":{"raw":5}}`, `{"title":"a"}`, false}, {`{"title":"a"}`, `{"title":"a"}`, true},
		{`{"title":"a","slug":"b"}`, `{"title":"a","slug":"c"}`, false},
		{`{"title":"a"}`, `{"title":"a","password":"b"}`, true}, {`{"id":5}`, `{"password":"b"}`, false},
		{`{"title":"a"}`, `{"title":null}`, false}, {`{"title":"a","date":"b"}`, `{"title":"a","date":null}`, true},
		{`{"meta":{"a":1,"b":2}}`, `{"meta":{"a":1}}`, true}, {`{"meta":{"a":1}}`, `{"meta":{"a":2}}`, false},
		{`{"meta":[]}`, `{"meta":{}}`, true}, {`{"meta":[]}`, `{"meta":{"a":2}}`, false},
		{`{"tags":[1,2]}`, `{"tags":[1,2]}`, true}, {`{"tags":[1,2]}`, `{"tags":[2,1]}`, false},
		{`{"sticky":true}`, `{"sticky":true}`, true}, {`{"sticky":true}`, `{"sticky":"true"}`, false},
		{`{}`, `{}`, false}, {`[]`, `{"title":"a"}`, false}, {`{"title":"a"}`, `[]`, false}, {`5`, ``, false},
	} {
		if got := stores([]byte(test.record), []byte(test.sent)); got != test.want {
			t.Errorf("stores of the record %s for %s: %t, want %t", test.record, test.sent, got, test.want)
		}
	}
}
