package personal

// moreGivenNames are given names beside givenNames, of more languages, without marks.
const moreGivenNames = `aaliyah aarav abdul abdullah abena abigail adele aditya adnan adrian agata agnes agnieszka
aiko ainhoa aino aisling akira alejandra aleksandr aleksandra alessandra alessandro alessia alexei alexis alfonso
alina aliyah alvaro amal amar amara amina aminata amit anastasia anatoly anders andrei andrej andrzej aneta angelica
angelina angelo anika ankit annika ansel antoine antonia anton anwar aoife apinya ariana arman armando arnaud arno
arnold arturo asha ashok asif aslan astrid aurelie ayaka ayesha aylin ayse azra baptiste barbora bartosz bastien
beatrice bella benedikt benjamim bence benoit berit bernd bilal bjorn blanca bogdan bohdan boris branko brigitte
bronwyn burak caitlin callum camille can candice carlo caroline carsten cassandra catalina catarina cedric celeste
celine cem cezary chantal charlie chen chiamaka chiara chibuzo chidi chinedu chinwe choi ciara cillian clement colette
colin conor constantin consuelo cormac corinna cosimo cyril daisuke dagmar daiki daisy dalia damian damien danica
danilo danuta daria dariusz daphne darko davide dawid deepak deepa delphine denis derya desiree detlef dieter dilip
dimitra dimitri dimitris dinesh divya dmitry dominik dominika dominique dorota dragan dusan ebru ece eduard edith
edvard efe egor eirik ekaterina eleni eleonora elias elif elijah elin elina eline elke eloise elsa elvira emanuele
emeka emil emilia emilie emine emiliano emmanuel emre enzo erika erin ernst ervin esperanza esra estelle eszter eugene
eugenia eunji evangelos evgeny ewa fabian fabienne fabrice farah faisal farid fatou fatma federica federico felicia
felix ferenc fiona fleur flora florence francois francoise franz freya friedrich fumiko gabor gabriele gaelle galina
ganesh gauri gavin geert genevieve georgi georgia georgios gerard gerhard gerda gertrud giacomo gianluca gideon gilles
gintaras giorgio giorgos giuseppe goran gosia grazyna gretchen gunnar guadalupe guido guilherme gulsen gunther
gurpreet gwen gyorgy habib hadiza hakan hakim hamid hamish hamza hana hanna hans haruka haruki haruto hasan helga
helmut hendrik henk henri henrik herbert hermann hilde hina hitoshi holger horst hristo hubert huda hussein hye ian
ida ignacio igor iker ilaria ilse imani imran indira inga ingeborg inge ioana irina iris irma isaac isabella isabelle
isaiah isla ismail istvan itziar ivana iveta iwona izabela jacek jaime jakob jakub jamal jamila jana janez janine
janos jasmin jasmine jaroslav javed jelena jens jerome jerzy jesper jesus jiho jimena jin jing jiri joakim joanna
joaquim joaquin johanna johannes jolanta jonah jordi jorg josef josefina josip joyce juanita judit julien julieta jun
junko jurgen jurgita justyna kaan kadir kai kaito kalpana kamal kamil kamila kaori karim karina karine karolina kasia
katarina katarzyna katerina kateryna katja katrin kavita kayode kazuki kazuo keiko kemal kenji kerstin khadija khaled
khalid kiran kirsten kirill kjell klara kofi koji konrad konstantin kostas kristian kristina kristof krystyna
krzysztof kseniya kunal kwabena kwame lakshmi lamar larisa lasse laszlo latisha layla lea leif leila lena lennart
leonie leopold lesley leticia levi liam lidia liesel lila lilian liliana lily ling linh livia ljiljana lorena lotte
lubomir luc luciana lucie lucien ludmila ludovic luigi luisa luka lukasz lydia maarten maciej madison madhuri maeve
magda magdalena magnus mahesh mahmoud maja makoto malgorzata malik mamadou manfred manuel manuela manoj marcela marcin
marek margarita margaux margit margot mariam marianne marie marieke marija marijke marika mariko marilyn marion
maristela marius marjan markus marlene marta maryam masako mateo mateusz mathias mathieu mathilde matilda mats maurice
maxime mayumi megan mehmet mei meera melanie mercedes merve meryem mette michaela michal michiel miguel mihai mikael
mikhail mikko mila milan milena milica milos mina minh minji minjun miriam mirjam miroslav misaki mitsuko mladen
mohammad mohan moira moises monika montserrat morten moussa muhammad murat musa mustafa nabil nadezhda nadine naoko
naomi narges nasser natasha nathalie nathaniel navin neha nelson nerea ngozi nguyet nhung niamh nicolai niels nikhil
nikita nikola nikolai nikolaos nils nina nino nisha nithya njeri nkechi noboru noel noemi noriko norbert norma nuno
nuria octavio odile oksana oleg oleksandr oleksiy olena olivier olumide omer orla orsolya oskar osman otto ouma pascal
patrice patricio paulina paulo pavla pawel pedro penelope per petar petr petra petros philipp pia pierre pilar piotr
pooja prakash pradeep pranav prasad priyanka rachid radek radoslav rafal raj rajesh raju rakesh ramesh ramona rana
ranjit rashid rasmus ravi razvan rebeca regina reiko reinhard reinhold remi renata renate rene reza rhys rina ritu
roberta rocio rodolfo roger roland rolf roman romain ronan rosalia rosario roxana ruben rudolf rui rune ruslan ryo
sabina sachiko sadia sahil sakura saleh salim salma salvador salvatore samir samira samuli sana sandeep sandrine
sanjay sankar sanna santiago saori satoshi saul savannah sayaka sean sebastien selena selim selma semra seo seohyun
serena serge sergey sergio serkan severine shabnam shahid shalini shankar shanice sharifa shauna sheila shigeru shinji
shiori shreya shu sibel sigrid silke silvana silvio siobhan sipho siri sneha sofie solange solveig sonja soren souad
spyros stanislav stavros stefania steffen stella stephane sung sunil sunita suresh suzanne sven sveta svitlana sylvain
sylvia sylvie szymon tadashi tadeusz takeshi tamara tamas tamika tanja tanya taras tariq taro tarun tatyana teodor
terezia tessa thabo thandiwe thao theo theodor theodora theresia thi thiago thibault thierry thorsten thuy tiago tibor
tiffany timo timur tina tobiasz tomasz tomek tomoko tomislav toni torben torsten trang tuan tunde tyrone uchenna ulla
ulrich ulrike umar ursula uta uwe vadim vaclav valerie valeriy vanya vasil vasily vasiliki vassilis vera verena
veronika vesna viacheslav vicente vidya vijay vikram viktor viktoria vikas vilma vinay vincenzo viola violeta virginie
vishal vitaly viviana vlad vojtech volker volodymyr wanda wanjiru waleed walid wayan wenche wiebke wieslaw wiktor
wilhelm willem winfried wioletta wojciech wolf xavier xiao xiaoming xin xiu yael yan yana yannick yannis yaroslav
yasmina yasmine yasuko yevgeny yiannis ying yogesh yoko yolanda yong yoshiko youssef yulia yuri yuriy yusuke yvette
yvonne zainab zahra zara zbigniew zdenek zeynep zhanna zofia zoltan zoran zsofia zsolt zuzana april august bill dawn
dean eve faith grace grant hope ivy jade jasper joy june mark max may pat ray rob rose ruby summer will james mary
robert linda barbara susan betty nancy donna carol ruth sharon deborah cynthia`

// familyNames are common family names of several countries, without marks.
const familyNames = `abbott abdi abdullah abe acharya achieng adams adebayo adeyemi agarwal aguilar ahlgren ahmad
ahmadi ahmed akhtar akinola albrecht alexander alfarsi ali allen almeida alonso alvarez amadi amin andersen anderson
andersson andrade andreev angelov antonov appiah arnold asante aslan ayala aydin azevedo baba bailey baker bakker
balogh banerjee barbieri barnes barros bartos basu bauer baumann beaumont beck becker begum bell bellini benali
benitez bennett berg bergman bergmann bergstrom bernard bertrand bhatt bhattacharya bianchi blanc blom boateng
bogdanov bondarenko bonnet borisov bos bouchard boucher bouzid boyd bradley brandt braun brennan brooks brown bruno
bryant burke burns butler byrne cabrera calderon campbell campos cardoso carlson carlsson carroll carter caruso
carvalho castillo castro celik cervantes chakraborty chan chandra chang chaudhary chaudhry chavez chen cheng chernov
cheung chinwe cho choi chopra chowdhury christensen clark clarke cohen coleman collins colombo conti contreras cooper
correa cortez costa cox craig cruz cruz cunningham czarnecki dahl danjuma das davies davis delacroix delgado demir
demirci deng desai deshpande devi dhillon dias diaz diallo dietrich dimitrov ding diop dlamini dobrev domingo
dominguez dong doyle duarte dubois dufour dumont duncan dupont durand dvorak edwards egorov eklund ellis engel eriksen
eriksson erdogan escobar espinoza estrada evans farkas farrell faure fedorov fernandes fernandez ferrari ferreira
fiala figueroa fischer fisher fitzgerald flores fontaine ford fournier fox francis franco fraser freitas friedrich
fuchs fujita fuentes fukuda gallagher galli gallo gao garcia garnier gauthier geisler georgiev georgiou gerasimov
ghosh giannopoulos gibson gil gill girard gomes gomez goncalves gonzales gonzalez gordon goto graf graham gray green
greco griffin griffiths grigoriev gruber guerin guerra guerrero gunawan gunther gupta gustafsson gutierrez guzman haas
hakimi hall hamilton hansen hansson haque harris harrison hart hartmann harvey hasegawa hashimoto hassan haugen
hayashi hayes henderson henriksen henry hernandez herrera herrmann hidalgo hill hinterberger hoang hoffman hoffmann
hofmann holm holmes hong horvat horvath hossain howard hristov hu huang huber hughes hunt hunter hussain hussein huynh
ibanez ibrahim iglesias ikeda inoue ionescu ishii ishikawa islam ito ivanov ivanova iyer jackson jacobs jacobsen jain
jankowski jansen jansson janssen jaramillo javadi jenkins jensen jeong jha jiang jimenez johansen johansson johnson
johnston jones jonsson jordan joshi jovanovic juarez jung kaiser kamara kaminski kang kapoor karimi karlsson katz kaur
kaya keita keller kelly kennedy khalil khan khumalo kim kimura king kipchoge klein kobayashi koch koenig kohler kolar
komarov kondo konstantinou kovac kovacs kovalenko kovalev kowalczyk kowalska kowalski kozlov kozlowski kraft kramer
kravchenko kristensen krishnan krueger kruger kruse kuhn kulkarni kumar kumari kurt kuznetsov kwok kwon lam lambert
lang lange larsen larsson lau laurent laurila lavrov le lebedev leblanc leclerc lee lefebvre lefevre legrand lehmann
lehtonen leone leroy leung levin levy lewandowski lewis li liang lim lin lindberg lindgren lindholm lindqvist liu
llewellyn lombardi lopes lopez lorenz lu ludwig lukic lund lundgren luo ly lynch ma macdonald macleod madsen magnusson
maier makarov makinen maldonado malhotra malik mancini mann marchand marchetti marek mariani marino marinov markovic
marquez marshall martin martinez martins martinsson marx mason massey masuda matsumoto matthews maurer mayer mazur
mbeki mccarthy mcdonald mckenzie mclaughlin medina mehta meier mendes mendez mendoza mensah mercier merkel meyer
miller mills mishra mitchell miyazaki moller molina molnar monroe montgomery moore mora morales moreau moreira morel
moreno morgan mori morozov morris morrison mueller mukherjee muller munoz murphy murray mustafa mutua mwangi myers
nagy nair nakajima nakamura naumann navarro nel nelson nemeth neumann newman ng nguyen nielsen niemi nikolaev
nikolaidis nikolic nilsen nilsson nkosi noor nowak nowakowska nowicki novak novikov nunes nunez obrien ochieng ochoa
oconnor odonnell ogawa okafor okada okeke okonkwo olivares oliveira oliver olsen olson olsson omondi oneill orlov
orozco ortega ortiz osei osman ospina otieno otto owens owusu ozdemir ozturk pacheco padilla palmer pandey
papadopoulos papp parikh park parker parsons patel paterson patil patterson pavlov pavlovic pedersen pellegrini peng
pereira perera perez perrin perry persson peters petersen peterson petit petrov petrova petrovic pettersson pfeiffer
pham phan phillips pichler pietersen pillai pinto pires pohl poirier ponce popescu popov popova porter powell prasad
pratt price prieto prins prokopenko pugh qureshi quinn quispe radu rahman rai raja rajput ramirez ramos rana rangel
rao rasmussen reddy reed reid reilly reis ren renaud reyes reynolds ribeiro ricci richard richards richardson richter
riley rinaldi rios ritter rivera rizzo roberts robertson robin robinson roche rocha rodrigues rodriguez rogers rojas
romano romanov romero rosales rosen ross rossi roth roux roy ruiz russo ryan saito sahin sakai salazar salinas
salvador sanchez sanders sandhu sandoval santana santiago santoro santos sarkar sasaki sato saunders savchenko schafer
schmid schmidt schmitt schmitz schneider scholz schreiber schroeder schubert schulte schultz schulz schulze schwartz
schwarz scott sen serrano seydou shah shaikh sharma shaw shen shevchenko shi shim shimizu shrestha siddiqui silva
silvestri simmons simon simpson sinclair singh sinha smirnov smirnova smit smith soares sokolov sokolova solis song
sorensen soto sousa souza spencer stanley stefanov stein steiner stepanov stephens stevens stewart stoica strand su
suarez subramanian sullivan sun sutherland suzuki svensson svoboda swanson szabo szewczyk taha takahashi takeda tamura
tan tanaka tang tariq taylor teixeira thakur thapa thomas thompson thomsen thomson tkachenko todorov torres toth tran
traore tremblay trinh tsai tucker turner ueda uddin ueno valdez valencia vandenberg vargas varga vasiliev vasquez
vazquez vega vera verma vidal vieira vinogradov virtanen visser vogel volkov vries wagner walker wallace walsh walter
wang ward warren washington watanabe watson watts weaver webb weber wei weiss wells werner west white wieczorek
wilkinson williams williamson wilson winkler winter wisniewski wojcik wolf wolff wong wood woods wright wu xie xu
yadav yamada yamaguchi yamamoto yamazaki yan yang yao ye yildirim yildiz yilmaz yoshida young yu yuan yusuf zajac
zakharov zamora zapata zhang zhao zheng zhou zhu ziegler zimmermann zuniga zulu banks best bishop bond bush case chase
church cross day field fields frost gates king lake little long love marsh page pope powers rice rich sharp short
small snow stone summers winters`

// peopleWords are words of schemas that stand beside the name of a person.
const peopleWords = `account admin agent approver assignee attendee author borrower buyer by caller candidate child
citizen client colleague contact contractor creator customer defendant dependent doctor donor driver editor employee
engineer follower friend guest heir holder husband insured investor lead learner manager member mother father parent
mr mrs ms dr miss nurse operator owner participant passenger patient payee payer people person physician player
plaintiff prof recipient relative renter reporter requester resident reviewer rider seller sender sibling signer
speaker spouse staff student subscriber supervisor taxpayer teacher tenant traveler traveller trustee user username
victim visitor voter wife witness worker sir`
