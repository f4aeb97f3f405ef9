// Package archiver makes a site archive its pages with a service such as the Wayback
// Machine, and lists the archived snapshots.
//
//	archive := archiver.New(site) // site is a *cms.Client
//	_, err := archive.TriggerSnapshot(ctx, "https://docs.example.org/kerning/", "")
//	list, err := archive.GetSnapshots(ctx, "https://docs.example.org/kerning/", "")
//	err = cms.Unmarshal(list, &mine)
//
// # Responses
//
// The routes of the plugin are known, but not its responses: no public version of the
// plugin has these routes. So both calls return the JSON as received. Decode it with
// [cms.Unmarshal] into your own types. The names of the services are not known either.
//
// # Two common mistakes
//
// A new snapshot is available only after some minutes, and the service may reject the
// page.
//
// Pass the address of the page that visitors see, not that of its record in the REST
// API.
package archiver
