package planted

// Names of several cultures. They are no part of the program: what it knows of names was written apart from them.
const givenNames = `anna zsofia bence eszter tomasz agnieszka wojciech katarzyna bjorn astrid solveig torsten ngozi chidi amara kwame abena kofi
yuki haruto sakura kenji wei mei xiuying jian nguyen linh thuy minh priya arjun lakshmi rajesh fatima omar layla khalid yasmin mehmet ayse emre
dimitra kostas eleni giorgos ivan svetlana dmitri ludmila oleksandr bohdan siobhan aoife cormac niamh rhys cerys gwen hamish isla jose guadalupe
esperanza joaquim beatriz thiago iker nerea jordi montserrat giulia matteo lorenzo chiara amelie thibault margaux leticia mbali sipho thandiwe
tane aroha keoni leilani tupac wayra john mary robert linda`

const familyNames = `kovacs szabo horvath nagy wisniewski kowalczyk nowakowska lindqvist bergstrom haugen nilsen okonkwo adeyemi mensah owusu
tanaka watanabe kobayashi zhang huang nguyen tran pham sharma patel krishnan iyer hassan alfarsi benali yilmaz demirci papadopoulos nikolaidis
petrov volkova sokolov shevchenko kovalenko obrien mccarthy odonnell llewellyn griffiths macleod sinclair garcia hernandez figueroa santos oliveira
carvalho etxeberria puigdemont rossi ferrari bianchi dubois lefebvre moreau dlamini nkosi mokoena tamatea kahananui quispe mamani smith johnson
williams brown mueller schroeder hoffmann vandenberg dejong`

const foreignGiven = `Zsófia Łukasz Jürgen Søren Chloé José Müge Анна Дмитрий Ольга 美咲 健太 小明 محمد فاطمة Ελένη Γιώργος राज प्रिया 민준 서연`

const foreignFamily = `Kovács Wiśniewski Müller Ångström Lefèvre Muñoz Yıldız Петрова Соколов Шевченко 田中 渡辺 王芳 العلي حسن Παπαδόπουλος शर्मा पटेल 김민 박지훈`
