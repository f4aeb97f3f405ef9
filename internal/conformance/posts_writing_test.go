package conformance

import "github.com/fontcms/fontcms-go/cms"

// richPost is a post of the documents with something in every field, for updates.
const richPost = 103

func postWriting() []scenario {
	return posts().fields(richPost, func(p *cms.PostParams) { p.Title = new("New") }, postFields())
}

func postFields() []fieldCase[cms.Post, cms.PostParams] {
	type params = cms.PostParams
	type field = fieldCase[cms.Post, params]
	title := func(p *cms.Post) any { return p.Title.Raw }
	return []field{
		{
			name: `title="Another"`, field: "title", set: func(p *params) { p.Title = new("Another") },
			read: title, want: "Another", stored: record{"title": "Another"},
		},
	}
}
