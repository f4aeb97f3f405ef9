package fonts_test
import ("testing";"net/http";"net/url";"math";"time";"fmt";"io";"strings"
"github.com/fontcms/fontcms-go/internal/transport")
func TestZZ(t *testing.T){
 u,_:=url.Parse("https://x.test/a")
 mk:=func(cfg transport.Config, f roundTripper)*transport.Client{cfg.Origin=u;cfg.HTTPClient=&http.Client{Transport:f};c,_:=transport.New(cfg);return c}
 ans:=func(st int)(roundTripper){return func(*http.Request)(*http.Response,error){return &http.Response{StatusCode:st,Header:http.Header{},Body:io.NopCloser(strings.NewReader("hello"))},nil}}
 r,err:=mk(transport.Config{MaxResponse:math.MaxInt64},ans(200)).Do(t.Context(),&transport.Call{Method:"GET",URL:u,Repeat:transport.RepeatSafe})
 fmt.Printf("1: %q %v\n",r.Body,err)
 r,err=mk(transport.Config{MinWait:time.Hour,MaxWait:time.Hour,MaxRetryAfter:time.Millisecond},ans(503)).Do(t.Context(),&transport.Call{Method:"GET",URL:u,Repeat:transport.RepeatSafe})
 fmt.Printf("2: %v %q %v\n",r.Attempts,r.GaveUp,err)
 _,err=mk(transport.Config{Attempts:1},func(*http.Request)(*http.Response,error){ _,err:=http.Get("http://127.0.0.1:1/?token=SECRET"); return nil,err}).Do(t.Context(),&transport.Call{Method:"GET",URL:u})
 fmt.Println("3:",err)
}
