package a

func known() {
	go start(nil)
}
