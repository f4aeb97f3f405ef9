package cmstest

// StoredRoutes are the paths of the routes that only store and give back.
func StoredRoutes(s *Server) []string {
	var out []string
	for _, r := range s.site.API.Routes {
		if r.Pattern == "" {
			out = append(out, r.Path)
		}
	}
	return out
}
