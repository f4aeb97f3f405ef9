package rest

import "strings"

// words describe an argument or a field, by its name: the same name means the same in every resource.
func (p *Param) words() string {
	if p.About != "" {
		return p.About
	}
	return wordsFor(p.Name)
}

func wordsFor(name string) string {
	switch name {
	case "id":
		return "Number of the record."
	case "context":
		return "How much of each record to show."
	case "page":
		return "Which page of the list to show."
	case "per_page":
		return "Number of records on a page."
	case "search":
		return "Only records in which these words are found."
	case "search_columns":
		return "Where to look for the words searched."
	case "search_semantics":
		return "How to read the words searched."
	case "after", "before", "modified_after", "modified_before":
		return "Only records on this side of a moment, which itself is not included."
	case "include":
		return "Only records with these numbers."
	case "exclude":
		return "No records with these numbers."
	case "offset":
		return "Number of records to leave out at the beginning."
	case "order":
		return "Direction of the order."
	case "orderby":
		return "What the list is ordered by."
	case "date", "modified":
		return "A moment in the time of the site."
	case "date_gmt", "modified_gmt":
		return "A moment in Greenwich mean time."
	case "slug":
		return "Name of the record in addresses."
	case "status":
		return "State of publication."
	case "password":
		return "Password that protects the text."
	case "force":
		return "Whether to delete for good rather than to move to the trash."
	case "url":
		return "Address of what is to be embedded."
	case "format":
		return "Form of the record or of the answer."
	case "maxwidth", "maxheight":
		return "Limit of the size in pixels."
	case "discover":
		return "Whether to look at the page itself for a provider that is not known."
	case "meta":
		return "Further fields."
	}
	if base, ok := strings.CutSuffix(name, "_exclude"); ok {
		return "Leaves out records by their " + base + "."
	}
	return "The " + strings.ReplaceAll(strings.Trim(name, "_"), "_", " ") + " of the record."
}
