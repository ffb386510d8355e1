package planted

// Names of several cultures. They are no part of the program: what it knows of names was written apart from them.
const givenNames = `anna zsofia bence eszter tomasz agnieszka wojciech katarzyna bjorn astrid solveig torsten ngozi
chidi amara kwame abena kofi yuki haruto sakura kenji wei mei xiuying jian nguyen linh thuy minh priya arjun lakshmi
rajesh fatima omar layla khalid yasmin mehmet ayse emre dimitra kostas eleni giorgos ivan svetlana dmitri ludmila
oleksandr bohdan siobhan aoife cormac niamh rhys cerys gwen hamish isla jose guadalupe esperanza joaquim beatriz
thiago iker nerea jordi montserrat giulia matteo lorenzo chiara amelie thibault margaux leticia mbali sipho thandiwe
tane aroha keoni leilani tupac wayra john mary robert linda`

const familyNames = `kovacs szabo horvath nagy wisniewski kowalczyk nowakowska lindqvist bergstrom haugen nilsen
okonkwo adeyemi mensah owusu tanaka watanabe kobayashi zhang huang nguyen tran pham sharma patel krishnan iyer hassan
alfarsi benali yilmaz demirci papadopoulos nikolaidis petrov volkova sokolov shevchenko kovalenko obrien mccarthy
odonnell llewellyn griffiths macleod sinclair garcia hernandez figueroa santos oliveira carvalho etxeberria puigdemont
rossi ferrari bianchi dubois lefebvre moreau dlamini nkosi mokoena tamatea kahananui quispe mamani smith johnson
williams brown mueller schroeder hoffmann vandenberg dejong`

// Names of other cultures, kept apart: the rules of redaction were never changed by what they are of these.
const apartGiven = `gudrun snorri hekla tauno kaisu raivo liisi giorgi tamari vardan anahit hasmik kebede tigist dawit
selam cabdi hodan warsame tahmina rezaul sunethra kasun chanthou sokha batbayar oyuna karmenu ganna gwenole soazig
shavkat gulnora aizhan yerlan janis ilze tjasa matjaz besnik arjeta juma neema aminu hauwa obinna adaeze sizwe nomvula
lafaele sina rangi pania taichi shizuka bayani ligaya iluminada rolando ximena facundo bozena zlatko stoyan kalina
viorel ionela ailbhe tadhg`

const apartFamily = `sigurdardottir thorvaldsson tamm saarinen kukk beridze kapanadze hakobyan sargsyan gebremariam
wolde abdullahi jimcale wickramasinghe jayawardena chea sok ganbold erdene camilleri borg kerbrat legoff karimov
yusupova nurlanov suleimenova berzins ozola kranjc zupancic hoxha krasniqi kamau bello eze nwosu tuilagi fonoti ngata
parata kurosawa hayashida dimaculangan macaraeg villanueva altamirano echeverria zielinska prochazka novotna
jovanovska georgieva geoghegan mulvaney`

const foreignGiven = `Zsófia Łukasz Jürgen Søren Chloé José Müge Анна Дмитрий Ольга 美咲 健太 小明 محمد فاطمة Ελένη Γιώργος
राज प्रिया 민준 서연`

const foreignFamily = `Kovács Wiśniewski Müller Ångström Lefèvre Muñoz Yıldız Петрова Соколов Шевченко 田中 渡辺 王芳 العلي
حسن Παπαδόπουλος शर्मा पटेल 김민 박지훈`
