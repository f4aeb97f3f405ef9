package conformance

import "slices"

// dates are the scenarios of date and date_gmt.
func (c collection[T, P, L]) dates(on targets, fill func(*P)) []scenario {
	return slices.Concat(c.fields(on.rich, fill, c.changing(dateFields())), c.courses(dateCourses(on)))
}

// dateFields set a date on a published record and on a new draft.
func dateFields() []change {
	becomes := func(field, value, local, gmt string) change {
		both := record{"date": local, "date_gmt": gmt}
		return change{field: field, value: `"` + value + `"`, answer: both, stored: both}
	}
	const noon, noonGMT = "2025-03-04T12:00:00", "2025-03-04T11:00:00"
	return []change{
		becomes("date", noon, noon, noonGMT),
		becomes("date", "2025-07-04T12:00:00", "2025-07-04T12:00:00", "2025-07-04T10:00:00"), // in summer
		becomes("date", noonGMT+"Z", noon, noonGMT),
		becomes("date", "2025-03-04T16:30:00+05:30", noon, noonGMT),
		becomes("date", "2025-03-04T06:00:00-05:00", noon, noonGMT),
		becomes("date", "2025-03-04 12:00:00", noon, noonGMT),
		becomes("date", noon+".75", noon, noonGMT),
		becomes("date", "2025-02-30T12:00:00", "2025-03-02T12:00:00", "2025-03-02T11:00:00"), // rolls over
		{ // an hour that there was not
			field: "date", value: `"2025-03-30T02:30:00"`, answer: record{"date": "2025-03-30T03:30:00", "date_gmt": "2025-03-30T01:30:00"},
			stored: record{"date_gmt": "2025-03-30T01:30:00"}, touched: []string{"date"},
		},
		becomes("date", "1969-07-20T21:17:00", "1969-07-20T21:17:00", "1969-07-20T20:17:00"),
		becomes("date_gmt", noonGMT, noon, noonGMT),
		becomes("date_gmt", noonGMT+"Z", noon, noonGMT),
		becomes("date_gmt", "2025-03-04T16:30:00+05:30", noon, noonGMT),
		{field: "date", value: "null", answer: record{"date": soon, "date_gmt": soon}, stored: record{}, touched: []string{"date", "date_gmt"}},
		{field: "date_gmt", value: "null", answer: record{"date": soon, "date_gmt": soon}, stored: record{}, touched: []string{"date", "date_gmt"}},
	}
}

func dateCourses(on targets) []course {
	const past, future = `"2025-03-04T12:00:00"`, `"2031-03-04T12:00:00"`
	one := func(name, body string, answer record) course {
		return course{name: "create " + name, steps: []step{{body: body, answer: answer}}, stored: answer}
	}
	then := func(name string, id int64, body string, answer, stored record) course {
		return course{name: name, target: id, steps: []step{{body: body, answer: answer}}, stored: stored, alone: true, touched: []string{"slug"}}
	}
	dated := func(status, date, gmt string) record { return record{"status": status, "date": date, "date_gmt": gmt} }
	march, marchGMT := "2031-03-04T12:00:00", "2031-03-04T11:00:00"
	was, wasGMT := "2025-03-04T12:00:00", "2025-03-04T11:00:00"
	return []course{
		one("published in the future is scheduled", `{"title":"x","status":"publish","date":`+future+`}`, dated("future", march, marchGMT)),
		one("published in the past", `{"title":"x","status":"publish","date":`+past+`}`, dated("publish", was, wasGMT)),
		one("scheduled for the past is published", `{"title":"x","status":"future","date":`+past+`}`, dated("publish", was, wasGMT)),
		one("scheduled without a date is published", `{"title":"x","status":"future"}`, dated("publish", soon, soon)),
		one("scheduled", `{"title":"x","status":"future","date_gmt":"2031-03-04T11:00:00"}`, dated("future", march, marchGMT)),
		one("private in the future stays private", `{"title":"x","status":"private","date":`+future+`}`, dated("private", march, marchGMT)),
		one("a draft in the future stays a draft", `{"title":"x","date":`+future+`}`, dated("draft", march, marchGMT)),
		one("pending in the past", `{"title":"x","status":"pending","date":`+past+`}`, dated("pending", was, wasGMT)),
		one("with both dates takes date", `{"title":"x","date":`+past+`,"date_gmt":"2031-03-04T11:00:00"}`, dated("draft", was, wasGMT)),
		{
			name: "create a draft without a date, which follows the clock", stored: dated("draft", soon, ""),
			steps: []step{{body: `{"title":"x"}`, answer: dated("draft", soon, soon)}},
		},
		{
			name: "create a draft with date=null, which follows the clock", stored: dated("draft", soon, ""),
			steps: []step{{body: `{"title":"x","date":null}`, answer: dated("draft", soon, soon)}},
		},
		{
			name: "create pending without a date, which follows the clock", stored: dated("pending", soon, ""),
			steps: []step{{body: `{"title":"x","status":"pending"}`, answer: dated("pending", soon, soon)}},
		},
		one("published without a date", `{"title":"x","status":"publish"}`, dated("publish", soon, soon)),
		one("private without a date", `{"title":"x","status":"private"}`, dated("private", soon, soon)),
		then("a draft that follows the clock does so after an update", on.floating, `{"title":"Later"}`,
			record{"title.raw": "Later", "date": soon}, record{"title": "Later", "date": soon, "date_gmt": ""}),
		then("a draft that follows the clock is published now", on.floating, `{"status":"publish"}`, dated("publish", soon, soon), dated("publish", soon, soon)),
		then("a draft that follows the clock is given a date", on.floating, `{"date":`+past+`}`, dated("draft", was, wasGMT), dated("draft", was, wasGMT)),
		then("a draft that follows the clock becomes pending", on.floating, `{"status":"pending"}`, record{"status": "pending", "date": soon}, dated("pending", soon, "")),
		then("a draft with a date is told to follow the clock", on.draft, `{"date":null}`, record{"date": soon}, record{"date": soon, "date_gmt": ""}),
		then("a published record goes into the future", on.plain, `{"date":`+future+`}`, dated("future", march, marchGMT), dated("future", march, marchGMT)),
		then("a scheduled record comes into the past", on.scheduled, `{"date":`+past+`}`, dated("publish", was, wasGMT), dated("publish", was, wasGMT)),
		then("a scheduled record is told to come now", on.scheduled, `{"date":null}`, dated("publish", soon, soon), dated("publish", soon, soon)),
		then("a private record goes into the future and stays private", on.private, `{"date":`+future+`}`, dated("private", march, marchGMT), dated("private", march, marchGMT)),
		then("an update of the title leaves the date", on.plain, `{"title":"Later"}`,
			record{"title.raw": "Later", "modified": soon, "modified_gmt": soon}, record{"title": "Later", "modified": soon, "modified_gmt": soon}),
	}
}
