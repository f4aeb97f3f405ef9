module github.com/fontcms/fontcms-go/examples

go 1.26.0

require (
	github.com/fontcms/fontcms-go v0.0.0
	golang.org/x/term v0.47.0
)

require golang.org/x/sys v0.49.0 // indirect

replace github.com/fontcms/fontcms-go => ../
