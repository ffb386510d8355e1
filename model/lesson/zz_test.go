package lesson_test
import ("tabletop/internal/demotest";"testing";"context";"tabletop/model/lesson";"fmt";"time")
func TestZZ(t *testing.T){
 for _,n:=range lesson.Files(){ text,_:=lesson.File(n); _,err:=lesson.Parse(n,text); if err!=nil{t.Error(err)}}
 if t.Failed(){return}
 for _,l:=range lesson.All(){ st:=time.Now()
  w,err:=l.Walk(context.Background(),true,open(l,now)); if err!=nil{t.Error(l.Name,err);continue}
  m:=0
  for _,x:=range w{m+=x.Mutants;for _,f:=range x.Faults{t.Errorf("%s %d: %s",l.Name,x.Step+1,f)}}
  fmt.Println(l.Name,len(w),m,time.Since(st))
 }
}

var now = time.Date(2026, 11, 20, 14, 18, 0, 0, time.UTC)

// open makes the bench of a table of a lesson, without an emulator.
func open(l *lesson.Lesson, at time.Time) func(context.Context, lesson.Table) (*lesson.Workbench, error) {
	return func(_ context.Context, table lesson.Table) (*lesson.Workbench, error) {
		s, err := demotest.Sample(table.Source, at)
		if err != nil {
			return nil, err
		}
		set, err := table.Measured()
		return lesson.NewWorkbench(s, set), err
	}
}
