package cmstest

// The answers of this plugin are made up: nobody has seen real ones. See the package comment.
