package cmstest

// recordSchema is the schema of the records of a route, as OPTIONS and the context help show it. nil: the route has none.
func (s *Server) recordSchema(r *route) object { return nil }
