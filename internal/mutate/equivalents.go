package main

// same is a mutant that no test can notice, with the reason why.
type same struct {
	file, function, was, is string
	reason                  string
}

// equivalents returns the mutants that are not counted, because no test can notice them.
func equivalents() []same {
	return []same{
		{"cms/internal/walk/windows.go", "windows.window", "page.TotalPages < 0", "page.TotalPages <= 0",
			"a page that states no pages has no further one"},
		{"cms/site.go", "site.perform", "resp.Release()", "", "it saves memory"},
		{"internal/wire/extra.go", "settler.entries", "false", "true",
			"with an error nobody reads whether the map was changed"},
		{"internal/transport/origin.go", "notInName", "r < unicode.MaxASCII", "r <= unicode.MaxASCII",
			"the last ASCII character is a control character, which both branches refuse"},
		{"cms/internal/download/download.go", "download.begin", "1", "2", "any size below 0 is one that is not known"},
		{"cms/page.go", "pageDecoder.decode", "whole && page.IDs == nil", "whole || page.IDs == nil",
			"the sum of a page with ids follows from these ids, which are compared, too: it saves time"},
		{"internal/wire/scalar.go", "plain", `rest = strings.TrimLeft(rest, " \t\r\n,")`, "",
			"the list is then read token by token, to the same: it saves time"},
		{"cms/page.go", "resource.identify", "true", "false", "the records are then decoded one by one, to the same"},
		{"cms/internal/walk/page.go", "Empty", "0", "1", "a length of 1 panics, and a capacity of 1 is not seen"},
		{"cms/internal/walk/exact.go", "exactWalk.first", "0", "1", "the range below the first id is empty"},
		{"cms/blockvisibility/errors.go", "gone", "ok && !isWiped(err)", "ok || !isWiped(err)",
			"only what was not told yet comes here"},
		{"cms/internal/reply/envelope.go", "within", "return err", "return nil",
			"what is too heavy is decoded in neither case, and of a list without an element nothing comes"},
		{"cms/request.go", "withFields", "fields = fields[:len(fields):len(fields)]", "",
			"without it only two concurrent calls with the same options would write to the same array"},
		{"cms/client.go", "NewCatalog", "false", "true", "a catalog has no walks, whose orders this sets"},
		{"cms/client.go", "NewDocument", "false", "true", "a document has no walks, whose orders this sets"},
		{"cms/index.go", "GMTOffset.UnmarshalJSONFrom", "64", "65", "any size but 32 is that of a float64"},
		{"internal/transport/retry.go", "RetryAfter", "64", "65", "any size but 32 is that of a float64"},
		{"cms/cmstest/internal/php/convert.go", "ToInt", "64", "65", "any size but 32 is that of a float64"},
		{"cms/cmsgen/fetch.go", "head.Write", "err = errEnough", "",
			"a copy makes an error itself of a write that takes less"},
		{"cms/knownarguments.go", "known.ask", `"0"`, `""`,
			"what stands in the key for a number is the same for all of them, and no route has an empty segment"},
		{"cms/internal/route/held.go", "held", "continue", "", "a shape that is left out does not fit: it saves time"},
		{"cms/internal/route/held.go", "held", `"{"`, `""`, "a shape that is left out does not fit: it saves time"},
		{"cms/internal/turns/turns.go", "Turns.join", "1", "2", "the channel never holds more than one element"},
		{"cms/dates.go", "onClock", "24", "25",
			"it differs only if a zone changes its clock twice within 50 hours, which none does"},
		{"cms/tree.go", "circles", "number++", "number--", "the numbers of ways only have to differ, and not to be 0"},
		{"cms/oembed/embed.go", "Measure.UnmarshalJSONFrom", "return m.UnmarshalJSON(data)", "return nil", "it has no error"},
		{"cms/cmstest/start.go", "Server.serve", "5", "6",
			"the seconds after which a shutdown is forced, which no test measures"},
		{"media/subsizes/turn.go", "upright", "orientation <= 1", "orientation < 1", "1 turns nothing"},
		{"cms/cmstest/internal/php/encode.go", "AppendJSON", "1", "2",
			"the precision -1 and any other below zero write the shortest number"},
		{"media/sideload.go", "SizeNames.UnmarshalJSONFrom", "return err", "return nil",
			"a value that is read in part is an error of the JSON library itself"},
		{"fonts/snapshot/fold.go", "fold", "0xD800", "55297", "no letter there has a case: the range saves time"},
		{"fonts/snapshot/fold.go", "fold", "case r < utf8.RuneSelf: return r", "",
			"what it leaves out folds to itself: it saves time"},
		{"fonts/snapshot/search.go", "matcher.matches", `"-"`, `""`,
			"a list without the letters has no item with them either: it saves time"},
		{"cms/settings/edit.go", "members", "return all, cms.Unmarshal(encoded, &all)", "return all, nil",
			"it was encoded a moment ago"},
		{"cms/settings/edit.go", "Settings.Changes", "return params, cms.Unmarshal(changed, params)", "return params, nil",
			"settings and params have the same members, and it was encoded a moment ago"},
		{"cms/client.go", "build", `return nil, fmt.Errorf("cms: %w", err)`, "return nil, nil",
			"the options refuse before all that the transport refuses"},
		{"fonts/client.go", "New", `return nil, fmt.Errorf("fonts: %w", err)`, "return nil, nil",
			"the options refuse before all that the transport refuses"},
		{"fonts/client.go", "Client.With", `return nil, fmt.Errorf("fonts: %w", err)`, "return nil, nil",
			"the options refuse before all that the transport refuses"},
		{"cms/options.go", "WithLogger", `"WithLogger"`, `""`, "the name is for a refusal, and it refuses nothing"},
		{"fonts/options.go", "WithLogger", `"WithLogger"`, `""`, "the name is for a refusal, and it refuses nothing"},
		{"fonts/envelope.go", "envelope.good", "64", "65", "any size but 32 is that of a float64"},
		{"internal/wire/list.go", "List", "list.Index(n).SetZero()", "",
			"Go makes zero what Grow adds, though it does not promise to"},
		{"cms/cmstest/internal/users/passwords.go", "Plane.createPassword", `"edit"`, `""`,
			"an application password looks the same in any context but that of embedding"},
		{"cms/cmstest/internal/users/passwords.go", "Plane.updatePassword", `"edit"`, `""`,
			"an application password looks the same in any context but that of embedding"},
		{"cms/cmstest/internal/users/passwords.go", "Plane.deletePassword", `"edit"`, `""`,
			"an application password looks the same in any context but that of embedding"},
		{"cms/cmstest/internal/content/lists.go", "Site.relevance", "6", "7",
			"in one search it only has to come after the others"},
		{"cms/cmstest/internal/php/values.go", "InZone", "0", "1", "a nanosecond of what is shown in seconds"},
		{"cms/tree.go", "circles", "0", "1", "the ways up are numbered, from any number but 0"},
		{"media/subsizes/render.go", "source.renderRGBA", "y < part.Dy()", "y <= part.Dy()",
			"a band without rows draws nothing"},
		{"cms/walkorders.go", "resource.settle", "false", "true", "with an error nobody reads the first result"},
		{"cms/source.go", "account.renew", "defer cancel()", "", "the context of the call ends too"},
		{"cms/source.go", "account.renew", "true", "false", "only the presence of the value counts"},
		{"cms/writtenresponse.go", "Written.MarshalJSONTo", "return enc.WriteToken(jsontext.Null)", "return nil",
			"an encoder that failed fails again"},
		{"cms/deleted.go", "deletion.adopt", "previous.SetZero()", "", "one call adopts one record"},
		{"cms/verify.go", "login.check", `"login"`, `""`, "the turns of a login have no other name"},
		{"fonts/envelope.go", "lenient", "return err", "return nil", "a decoder fails again at its next value"},
		{"fonts/style.go", "ParseStyle", "i < len(name)", "i <= len(name)", "at its end a name holds no word"},
		{"cms/cmsgen/wants.go", "wants.of", "len(namespace) > len(longest)", "len(namespace) >= len(longest)",
			"two of the same length that one route begins with are the same"},
		{"internal/wire/check.go", "Check", "c.times(most) > room", "c.times(most) >= room",
			"the exact count, which is never higher, decides next"},
		{"internal/wire/salvage.go", "salvage.itself", "return err", "return nil",
			"the JSON library itself refuses a function that reads no value"},
		{"cms/explain.go", "Error.explain", "1", "2", "any size below 0 is one that is not known"},
	}
}

// whySame returns the reason why no test can notice a mutant, or "".
func whySame(m *mutant) string {
	for _, s := range equivalents() {
		if s.file == m.file && s.function == m.function && s.was == m.was && s.is == m.is {
			return s.reason
		}
	}
	return ""
}
