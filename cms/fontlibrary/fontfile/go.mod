module github.com/fontcms/fontcms-go/cms/fontlibrary/fontfile

go 1.26.0

require (
	github.com/go-text/typesetting v0.3.5
	github.com/tdewolff/font v0.0.0-20250430140153-b654fd8acba3
	golang.org/x/image v0.47.0
)

require (
	github.com/andybalholm/brotli v1.1.1 // indirect
	github.com/golang/freetype v0.0.0-20170609003504-e2365dfdc4a0 // indirect
	github.com/tdewolff/parse/v2 v2.7.22 // indirect
	golang.org/x/text v0.43.0 // indirect
)
