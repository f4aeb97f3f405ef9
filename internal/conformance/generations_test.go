package conformance

import "regexp"

// generation is what servers do only since they also do something else, which their index lists.
type generation struct {
	scenarios *regexp.Regexp // by their paths
	since     need
	reason    string
}

// generations are behaviours that the index of an older server cannot tell by themselves.
var generations = []generation{
	{regexp.MustCompile(`^(posts|pages|blocks)/(writing|failing)/.*footnotes`), modern("posts"), "records have footnotes"},
	{regexp.MustCompile(`^(post|page)-(revisions|autosaves)/writing/.*footnotes`), modern("posts"), "so have revisions"},
	{regexp.MustCompile(`^interface/reading/nobody/fields: (meta|a key of meta)$`), modern("posts"),
		"and nothing else is in the meta of a post"},
	{regexp.MustCompile(`^interface/(reading|failing)/(admin|editor|author|contributor|subscriber)/(headers of|HEAD of ` +
		`no post)`), modern("posts"), "Cache-Control says private and no-store"},
	{regexp.MustCompile(`^login/reading/editor/with the (name|e-mail|password)`), modern("posts"),
		"Cache-Control says private and no-store"},
	{regexp.MustCompile(`^index/reading/[a-z]+/what every index says$`), modern("posts"),
		"the index says what is on the front page"},
	{
		regexp.MustCompile(`^index/reading/nobody/(client: the index|by the argument of index.php|below index.php|by ` +
			`argument|without the slash|in an envelope|any context|no such field|a field of a field|two fields)$`),
		modern("posts"), "_fields leaves the links of the index out",
	},
	{regexp.MustCompile(`^blocks/reading/admin/the raw texts and the sync status in (view|edit)$`), modern("posts"),
		"raw texts of blocks and their status stand in the record"},
	{
		regexp.MustCompile(`^blocks/(writing|failing)/(admin|author)/(an excerpt makes a revision|an author writes a ` +
			`block|create without a text|the last text taken away|create with the sync status null)$`),
		modern("posts"), "blocks have excerpts, categories and a status that is checked",
	},
	{regexp.MustCompile(`^menu-items/writing/admin/update parent=502`), modern("posts"),
		"an item cannot be its own ancestor"},
	{regexp.MustCompile(`^(posts|pages|blocks)/failing/admin/an excerpt length that is none$`), modern("posts"),
		"excerpt_length is an argument"},
	{regexp.MustCompile(`^(posts|pages|blocks)/failing/subscriber/update password=5$`), modern("posts"),
		"a password of another type is no fatal error"},
	{regexp.MustCompile(`^(post|page)-revisions/failing/admin/a revision of another record$`), modern("posts"),
		"a revision has to be one of the record in the route"},
	{
		regexp.MustCompile(`^(post|page)-autosaves/writing/[a-z]+/create: (nothing over what stands there|what the record ` +
			`says)`),
		modern("posts"), "an autosave without changes is no error",
	},
	{regexp.MustCompile(`^media/writing/author/upload of the same name (twice|in capitals)$`), modern("posts"),
		"a number is appended to a name that ends in one already"},
	{regexp.MustCompile(`^media/writing/admin/an edit of a scaled image starts from the original$`), modern("posts"),
		"copies name the original"},
	{regexp.MustCompile(`^media/writing/author/an upload into the month of its post$`), modern("posts"),
		"files lie in the month of what they belong to"},
	{regexp.MustCompile(`^media/failing/admin/upload of an image with an image of its own$`), modern("posts"),
		"images have no featured image"},
	{
		regexp.MustCompile(`^(posts|blocks)/failing/author/(create sticky|make the author's (sticky )?post sticky)`),
		need{"/cms/v2/media", "POST", "generate_sub_sizes"}, "authors do not decide what is sticky",
	},
	{regexp.MustCompile(`^navigation/[a-z]+/[a-z]+/` +
		`(GET navigation\?context=embed|POST navigation/601 \{"title":"Changed)`),
		modern("posts"), "navigation shows its raw texts where it is embedded"},
	{regexp.MustCompile(`^settings/writing/admin/the index says them$`), modern("posts"),
		"the index says what is on the front page"},
	{regexp.MustCompile(`^batch/.*(one path is none|no path at all)$`),
		need{"/cms/v2/media", "POST", "generate_sub_sizes"}, "an item without a path is no fatal error"},
}

// difference is a scenario that one of the servers does not pass, deliberately.
type difference struct {
	scenario string
	absent   server // the one that does not pass it
	reason   string
}

// differences are all of them. The suite fails where the servers differ in any other way.
var differences = []difference{}
