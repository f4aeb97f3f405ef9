package resilience

// inMedia are bombs in a record of the library.
func inMedia(open, end string) []bomb {
	return []bomb{
		{name: "sizes", body: repeated(open+`"id":1,"media_details":{"sizes":{`, `"%x":{}`, `}}`+end), within: 300,
			beyond: 20_000},
		{name: "sizes with a member", body: repeated(open+`"id":1,"media_details":{"sizes":{`, `"%x":{"a":0}`, `}}`+end),
			within: 300, beyond: 20_000},
		{name: "keywords", body: repeated(open+`"id":1,"media_details":{"image_meta":{"keywords":[`, `0`, `]}}`+end),
			within: 9_000, beyond: 500_000},
		{name: "qualities", body: repeated(open+`"id":1,"image_quality":{"sizes":{`, `"%x":0`, `}}`+end), within: 900,
			beyond: 20_000, read: true},
		{name: "missing sizes", body: repeated(open+`"id":1,"missing_image_sizes":[`, `0`, `]`+end), within: 9_000,
			beyond: 30_000},
	}
}

// inIndex are bombs in the index of a site.
func inIndex() []bomb {
	return []bomb{
		{name: "routes", body: repeated(`{"namespaces":["wp/v2"],"routes":{`, `"%x":{}`, `}}`), within: 2_000,
			beyond: 20_000, read: true},
		{name: "namespaces", body: repeated(`{"namespaces":[`, `""`, `]}`), within: 10_000, beyond: 150_000, read: true},
		{name: "authentication", body: repeated(`{"namespaces":["wp/v2"],"authentication":{`, `"%x":{}`, `}}`),
			within: 10_000, beyond: 30_000},
		{name: "links", body: repeated(`{"namespaces":["wp/v2"],"_links":{"a":[`, `{"href":"x","a":0}`, `]}}`), within: 900,
			beyond: 30_000},
	}
}

// inRoutes are bombs in a description of routes.
func inRoutes(open, end string) []bomb {
	argument := `{"required":false,"type":"integer","description":"Limit result set to posts assigned one or more ` +
		`authors.","default":1,"minimum":1,"enum":["a","b","c"],"items":{"type":"integer"}}`
	honest := `"/wp/v2/%x":{"namespace":"wp/v2","methods":["GET","POST"],"endpoints":[{"methods":["GET"],"args":{` +
		`"page":` + argument + `,"per_page":` + argument + `,"search":` + argument +
		`}},{"methods":["POST"],"args":{"title":` + argument +
		`}}],"_links":{"self":[{"href":"https://a.example/wp-json/wp/v2/posts"}]}}`
	return append(inArguments(open+`{"/a":{"endpoints":[{"args":`, `}]}}`+end),
		bomb{name: "routes", body: repeated(open+`{`, `"%x":{}`, `}`+end), within: 2_000, beyond: 20_000},
		bomb{name: "routes with endpoints", body: repeated(open+`{`, `"%x":{"endpoints":[{}]}`, `}`+end), within: 1_000,
			beyond: 20_000},
		bomb{name: "honest routes", body: repeated(open+`{`, honest, `}`+end), within: 2_200},
		bomb{name: "endpoints", body: repeated(open+`{"/a":{"endpoints":[`, `{}`, `]}}`+end), within: 90, beyond: 20_000},
		bomb{name: "methods", body: repeated(open+`{"/a":{"methods":[`, `""`, `]}}`+end), within: 1_000,
			beyond: 20_000, read: true},
		bomb{name: "batch versions", body: repeated(open+`{"/a":{"endpoints":[{"allow_batch":{`, `"%x":true`, `}}]}}`+end),
			within: 1_000, beyond: 20_000, read: true},
	)
}

// inArguments are bombs in the schema of arguments.
func inArguments(open, end string) []bomb {
	return []bomb{
		{name: "arguments", body: repeated(open+`{`, `"%x":{}`, `}`+end), within: 900, beyond: 20_000},
		{name: "arguments as lists", body: repeated(open+`{`, `"%x":[]`, `}`+end), within: 900, beyond: 100_000},
		{name: "arguments with a member", body: repeated(open+`{`, `"%x":{"x":0}`, `}`+end), within: 900, beyond: 20_000},
		{name: "properties", body: repeated(open+`{"a":{"properties":{`, `"%x":{"x":0}`, `}}}`+end), within: 900,
			beyond: 20_000},
		{name: "items", body: nested(open+`{"a":{"items":`, `{}`, `}}`+end), within: 1},
		{name: "values", body: repeated(open+`{"a":{"enum":[`, `0`, `]}}`+end), within: 9_000, beyond: 30_000, read: true},
		{name: "values as an object", body: repeated(open+`{"a":{"enum":{`, `"%x":0`, `}}}`+end), within: 9_000,
			beyond: 30_000, read: true},
		{name: "types", body: repeated(open+`{"a":{"type":[`, `0`, `]}}`+end), within: 9_000, beyond: 30_000, read: true},
		// Of 300,000 some decoders refuse the JSON, and others read it and keep none of the numbers.
		{name: "required", body: repeated(open+`{"a":{"required":[`, `0`, `]}}`+end), within: 9_000},
	}
}

func inSnippet() []bomb {
	return []bomb{
		{name: "tags", body: repeated(`{"id":1,"active":true,"tags":[`, `0`, `]}`), within: 9_000, beyond: 30_000},
		{name: "unknown members", body: repeated(`{"id":1,`, `"%x":0`, `}`), within: 10_000, beyond: 30_000, read: true},
		{name: "errors", body: repeated(`{"id":1,"code_error":["a",1,`, `0`, `]}`), within: 900, beyond: 30_000},
	}
}

func inEmbed() []bomb {
	return []bomb{{name: "unknown members", body: repeated(`{`, `"%x":0`, `}`), within: 10_000,
		beyond: 30_000, read: true}}
}

// rows are bombs in the statistics.
func rows() []bomb {
	return []bomb{
		{name: "rows", body: repeated("[", `{}`, "]"), within: 1_000, beyond: 40_000},
		{name: "rows with a member", body: repeated("[", `{"a":0}`, "]"), within: 1_000, beyond: 40_000},
		{name: "honest rows", body: repeated("[",
			`{"id":1,"date":"2026-11-21","visitors":"12","pageviews":"34","post_title":"A title",`+
				`"post_permalink":"https://a.example/a-title/","url":"https://a.example"}`, "]"), within: 400},
	}
}

// kept are bombs in an answer that is kept as JSON.
func kept() []bomb {
	return []bomb{{name: "lists", body: repeated("[", `[]`, "]"), within: 1_000, beyond: 40_000, read: true}}
}

func inSettings() []bomb {
	return []bomb{
		{name: "controls", body: repeated(`{"a":1,"visibility_controls":{`, `"%x":{"a":0}`, `}}`), within: 900,
			beyond: 30_000},
		{name: "blocks", body: repeated(`{"a":1,"disabled_blocks":[`, `0`, `]}`), within: 9_000, beyond: 30_000},
		{name: "plugin settings", body: repeated(`{"a":1,"plugin_settings":{`, `"%x":0`, `}}`), within: 900,
			beyond: 30_000, read: true},
	}
}

// inCatalogue are bombs in a page of fonts, of which 100 were asked for.
func inCatalogue() []bomb {
	const open, end = `{"code":"200","data":{"page":1,"pageTotal":1,"total":1,"dataList":[`, `]}}`
	return []bomb{
		{name: "fonts", body: repeated(open, `{"id":"%x"}`, end), within: 1_000, beyond: 1_001},
		{name: "many fonts", body: repeated(open, `{"id":"a"}`, end), beyond: 40_000},
		{name: "empty fonts", body: repeated(open, `{}`, end), beyond: 40_000},
		{name: "fonts with a member", body: repeated(open, `{"id":"%x","a":0}`, end), within: 900, beyond: 40_000},
		{name: "no fonts", body: repeated(`{"code":"200","data":{"page":1,"pageTotal":0,"total":0,"dataList":[`, `null`, end),
			within: 900, beyond: 40_000},
		{name: "fonts with a hole", body: repeated(`{"code":"200","data":{"page":1,"pageTotal":1,"total":1,"dataList":{`,
			`"%d":{"id":"%x"}`, `}}}`), within: 1_000, beyond: 40_000},
		{name: "subfamilies", body: repeated(open+`{"id":"a","fontSubfamily":[`, `0`, `]}`+end), within: 9_000,
			beyond: 30_000},
		{name: "members of the data", body: repeated(`{"code":"200","data":{"page":1,"pageTotal":1,"total":1,`+
			`"dataList":[{"id":"a"}],`, `"%x":0`, `}}`), within: 1_000, beyond: 30_000, read: true},
		{name: "members of a font", body: repeated(open+`{"id":"a",`, `"%x":0`, `}`+end), within: 1_000,
			beyond: 30_000, read: true},
	}
}
