package conformance

// contentFields are the fields that posts and pages have in common. The target of the updates has a text in each of
// title, content and excerpt, and its comments open.
func contentFields() []change {
	text := func(field, value, raw, stored string) change {
		return change{field: field, value: value, answer: record{field + ".raw": raw}, stored: record{field: stored}}
	}
	same := func(field, value, raw string) change { return text(field, value, raw, raw) }
	kept := func(field, value string) change { // the update leaves the text alone
		return change{field: field, value: value, answer: record{}, stored: record{}, not: "create"}
	}
	none := func(field, value string) change { // the create takes no text from it
		return change{field: field, value: value, answer: record{field + ".raw": ""}, stored: record{field: ""}, not: "update"}
	}
	var out []change
	for _, field := range []string{"content", "excerpt"} {
		out = append(out, same(field, `"Another text"`, "Another text"), same(field, `""`, ""),
			same(field, `" spaces "`, " spaces "), same(field, `"<p>Größe &amp; \"Maß\" 😀 \\ back</p>"`, `<p>Größe &amp; "Maß" 😀 \ back</p>`),
			same(field, `{"raw":"As an object"}`, "As an object"), same(field, `{"raw":""}`, ""), kept(field, "null"), kept(field, `{}`),
			kept(field, `{"rendered":"<p>No</p>"}`))
	}
	zero := same("content", `"0"`, "0")
	zero.not = "update" // only newer sites take it for none there
	out = append(out, zero, same("excerpt", `"0"`, "0"),
		same("title", `"Another title"`, "Another title"), same("title", `" spaces "`, "spaces"), same("title", `"0"`, "0"), same("title", `""`, ""),
		same("title", `"Größe & <em>Maß</em> \"q\" 😀"`, `Größe & <em>Maß</em> "q" 😀`),
		same("title", `{"raw":"As an object"}`, "As an object"), kept("title", `{"raw":""}`), kept("title", "null"), kept("title", `{}`), kept("title", "5"),
		none("excerpt", "null"), none("excerpt", "5"), none("excerpt", `["a"]`),
	)
	for _, field := range []string{"comment_status", "ping_status"} {
		out = append(out, change{field: field, value: `"open"`}, change{field: field, value: `"closed"`},
			change{field: field, value: "null", answer: record{}, stored: record{}, not: "create"})
	}
	return append(out,
		change{field: "password", value: `"secret"`, answer: record{"password": "secret", "content.protected": true}, stored: record{"password": "secret"}},
		change{field: "password", value: `""`, answer: record{"password": nil, "content.protected": nil}, stored: record{"password": ""}},
		change{field: "password", value: "null", answer: record{"password": nil, "content.protected": nil}, stored: record{"password": ""}},
		change{field: "password", value: `"0"`, answer: record{"password": "0"}},
		change{field: "author", value: "2"},
		change{field: "author", value: "5"}, // a subscriber, who could not write it
		change{field: "author", value: "0", answer: record{}, stored: record{}, not: "create"},
		change{field: "author", value: "null", answer: record{}, stored: record{}, not: "create"},
		change{field: "author", value: "0", answer: record{"author": adminID}, not: "update"},
		change{field: "author", value: `"2"`, answer: record{"author": editorID}},
		change{field: "featured_media", value: "0"},
		change{field: "featured_media", value: "306"},
		change{field: "featured_media", value: "302"},
		change{field: "featured_media", value: "305", answer: record{"featured_media": 0}}, // a PDF
		change{field: "featured_media", value: "101", answer: record{"featured_media": 0}}, // a post
		change{field: "featured_media", value: "999999", answer: record{"featured_media": 0}, not: "update"},
		change{field: "featured_media", value: "999999", answer: record{}, stored: record{}, not: "create"},
		change{field: "featured_media", value: "null", answer: record{"featured_media": 0}, not: "update"},
		change{field: "template", value: `""`, answer: record{"template": ""}},
		change{field: "meta", value: `{"footnotes":"[{\"id\":\"n\",\"content\":\"New\"}]"}`, answer: record{"meta.footnotes": `[{"id":"n","content":"New"}]`},
			stored: record{"meta": record{"footnotes": `[{"id":"n","content":"New"}]`}}},
		change{field: "meta", value: `{"footnotes":""}`, answer: record{"meta.footnotes": nil}, stored: record{"meta": record{"footnotes": ""}}},
		change{field: "meta", value: `{"footnotes":null}`, answer: record{"meta.footnotes": nil}, stored: record{"meta": record{}}},
		change{field: "meta", value: `{}`, answer: record{}, stored: record{}, not: "create"},
		change{field: "meta", value: `[]`, answer: record{}, stored: record{}, not: "create"},
		change{field: "meta", value: `null`, answer: record{}, stored: record{}, not: "create"},
		change{field: "meta", value: `{"nobody_registered":"1"}`, answer: record{}, stored: record{"meta": record{}}, not: "update"},
		change{field: "meta", value: `{"nobody_registered":"1"}`, answer: record{}, stored: record{}, not: "create"},
		change{unlisted: true, field: "nobody_registered", value: `"1"`, answer: record{"nobody_registered": nil}, stored: record{}},
	)
}
