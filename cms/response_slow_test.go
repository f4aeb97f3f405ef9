package cms_test

var begun, release = make(chan struct{}), make(chan struct{})
