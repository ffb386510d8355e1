package personal

// commonAccounts are home folders of no person.
const commonAccounts = `root admin administrator ubuntu debian centos fedora ec2-user user users app apps www www-data git jenkins runner build builder
hadoop spark hdfs yarn postgres mysql oracle deploy service services public shared default guest test tmp temp node nginx vagrant circleci travis
docker core pi all system backup data ftp mail web home local nobody demo dev prod staging work worker airflow kafka me id list new login search
settings profile index count active stats`

// givenNames are common given names of several countries, in ASCII.
const givenNames = `aaron adam adriana ahmed aisha alan alberto alejandro alex alexander alexandra alfredo ali alice alicia allison amanda amelia amir
amy ana andre andrea andreas andrew angela anita anja anna anne antonio anthony arjun arthur ashley barbara beatriz benjamin bernard bianca bob brandon
brenda brian bruno camila carla carlos carmen carol carolina caroline catherine cecilia charles charlotte chiara chloe christian christina christine
christopher claire clara claudia claudio cristina cynthia dan daniel daniela daniele danielle david deborah dennis diana diego dmitri dolores donald
donna dorothy edgar eduardo edward elena eleanor elisa elizabeth ella ellen emily emma enrique eric erik ernesto esther eva evelyn fabio fatima
felipe fernanda fernando filippo florian francesca francesco francisco frank frederic gabriel gabriela george gerald giovanni giulia gloria gonzalo
greta guillermo gustav hannah hans harold hassan heather hector heidi helen helena henry hiroshi hugo ibrahim ines ingrid irene isabel isabella ivan
jack jacob jacqueline james jan jane janet javier jean jeff jeffrey jennifer jeremy jessica joan joao joe johan johann john jonas jonathan jorge jose
joseph joshua juan judith julia julian juliana julie julio justin karen karin karl kate katharina katherine kathleen kayla keith kelly kenneth kevin
klaus kumar lars laura lauren laurent leila leo leon leonardo lina linda lisa lorenzo louis louise luca lucas lucia lucy luis luisa luiz lukas maria
marcel marco marcos margaret mariana marie marina mario marta martha martin martina mary matteo matthew matthias mauricio melissa mia michael michel
michelle miguel mohamed mohammed monica nadia nancy natalia natalie nathan nicholas nicola nicolas nicole nina noah nora olga oliver olivia omar oscar
pablo pamela paolo patricia patrick paul paula paulo pavel pedro peter philip philippe pierre priya rachel rafael rahul ralph ramon raquel raul
rebecca ricardo richard rita robert roberto rodrigo roger ronald rosa ruth ryan sabine samantha samuel sandra santiago sara sarah scott sebastian
sergei sergio sharon shirley silvia simon simone sofia sonia sophia sophie stefan stefano stephanie stephen steven susan susana svetlana takashi
tatiana teresa theresa thomas tiago timothy tobias tom tomas ursula valentina valeria vanessa veronica victor victoria vincent virginia vladimir
walter wei wendy william wolfgang yasmin yuki yusuf zoe`
