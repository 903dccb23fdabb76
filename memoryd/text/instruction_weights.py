"""How much what stands in a passage says for an instruction, in hundredths (rule 27).

Data of `instruction_passages`, written by tests/text/fit_instructions.py.
"""

# ruff: noqa: E501 - wide letters count twice
from __future__ import annotations

START = -6.76
WEIGHTS = r"""
$=15 0=13 1e=-4 4o=-13 ://=71 <=-31 >=-78 @=40 S:act!=12 S:address=52 S:address!=-30 S:addressee=28 S:addressee!=-22
S:answer=-16 S:answer!=69 S:authority=-13 S:authority!=15 S:deed=-43 S:exfil=28 S:exfil!=33 S:grant=66 S:keeping=25
S:lure=72 S:marker!=46 S:memory=15 S:memory!=28 S:override=41 S:override!=151 S:persona=42 S:persona!=33 S:probe=50
S:probe!=50 S:reveal=59 S:reveal!=59 S:secrecy=-4 S:shift=29 S:shift!=29 S:slack=-29 S:standing=-34 S:verdict=54
S:verdict!=54 S>=0.3=131 S>=0.6=129 S>=0.9=113 T:agent=178 T:answer=100 T:authority=67 T:bait=88 T:drop=94 T:drop!=-32
T:granted=91 T:guard=73 T:harm=55 T:harm!=59 T:hide=100 T:keep=113 T:keep!=-28 T:mark=15 T:now=25 T:only=89
T:onward=132 T:person=119 T:place=78 T:praise=105 T:say=59 T:say!=30 T:send=-12 T:send!=43 T:task=74 T:treasure=68
T:you=87 ^0=54 ^<=-21 ^>=-53 ^@=-20 ^`=-32 ^a=-70 ^ab=-15 ^abort=10 ^accepte=-20 ^accepts=-4 ^access=43 ^accordi=-6
^acknowl=-15 ^act=17 ^action=-15 ^actual=-2 ^add=-34 ^additio=-19 ^address=-23 ^adds=38 ^admin=3 ^advice=7 ^after=30
^agent=-15 ^agents=33 ^ai=-12 ^ajoutez=-15 ^aliases=-6 ^all=80 ^allow=-8 ^als=23 ^also=81 ^always=24 ^and=-38
^anna=-10 ^annotat=-8 ^announc=85 ^another=-2 ^answer=6 ^antwort=12 ^any=32 ^anythin=-4 ^app=-2 ^append=9 ^approve=-4
^archive=-3 ^are=-37 ^args=-23 ^argumen=-30 ^article=-6 ^ask=-5 ^assert=-25 ^asserti=-2 ^assista=83 ^assume=-40
^assumes=-2 ^async=-13 ^at=-7 ^attach=10 ^attacke=-40 ^attenti=-13 ^attribu=56 ^audit=-12 ^authori=19 ^automat=-8
^aws=-5 ^b=-10 ^back=-2 ^backup=-3 ^backups=-4 ^balance=-12 ^bank=11 ^base=-6 ^be=-38 ^beantwo=-12 ^because=-2
^before=-10 ^begin=23 ^best=-10 ^bind=-2 ^bitte=-4 ^block=-2 ^blue=-3 ^bob=-3 ^body=-3 ^book=-24 ^bot=-10 ^both=-8
^buffere=-2 ^build=28 ^built=-5 ^builtin=-4 ^bump=-4 ^but=-9 ^buy=-37 ^by=-7 ^c=-10 ^calcula=-2 ^call=-71 ^callabl=-9
^callbac=-4 ^called=-11 ^caller=-12 ^calling=-2 ^calls=-3 ^can=-30 ^cancel=28 ^cat=-14 ^categor=-2 ^cert=-2 ^change=19
^changed=-20 ^charact=-5 ^chat=33 ^check=22 ^chmod=17 ^choose=-12 ^claim=66 ^class=-14 ^classes=-11 ^claude=-16
^clear=-5 ^click=-41 ^close=-3 ^closed=-2 ^cmd=3 ^code=9 ^collect=-9 ^command=-4 ^comment=-97 ^commit=-5 ^common=-4
^compare=-8 ^compati=-4 ^compile=-4 ^complet=40 ^compose=50 ^compres=-2 ^compute=-3 ^conclud=40 ^conditi=-2
^configp=-3 ^confirm=45 ^connect=-5 ^constru=-4 ^contact=26 ^contain=-8 ^content=-38 ^context=-7 ^continu=56
^contrac=-22 ^contrib=-15 ^control=-2 ^convert=-2 ^copilot=43 ^could=14 ^create=9 ^created=-16 ^creatin=-5 ^csv=87
^curl=-26 ^current=-4 ^custome=-17 ^cve=-2 ^d=-13 ^da=66 ^data=-16 ^day=-3 ^de=18 ^dear=-17 ^decimal=-19 ^decisio=-11
^decode=-2 ^def=-24 ^default=-11 ^delete=-20 ^deleted=-18 ^deliver=19 ^dependa=-8 ^depreca=-16 ^der=-84 ^describ=-17
^descrip=2 ^detecti=-3 ^determi=-11 ^develop=35 ^di=-18 ^die=-13 ^dieser=33 ^directl=-3 ^directo=-6 ^dis=3
^disable=-43 ^disallo=-11 ^disclos=66 ^disk=8 ^distanc=-3 ^dns=23 ^do=-63 ^doc=-2 ^docker=-12 ^docs=19 ^doctest=-3
^documen=-6 ^does=-8 ^don=-53 ^done=62 ^downloa=17 ^dr=-7 ^du=-17 ^dummy=-3 ^dump=-3 ^désorma=-2 ^e=-11 ^each=-20
^editor=30 ^either=-13 ^el=-42 ^else=-8 ^emergen=3 ^emin=-2 ^enabled=-4 ^encode=35 ^encodin=-3 ^encrypt=-24 ^end=10
^enter=-29 ^entries=-15 ^enumera=-2 ^envie=-18 ^environ=-9 ^envía=4 ^envíe=-7 ^equival=-5 ^erreur=23 ^error=-27
^errors=-8 ^eur=-3 ^every=10 ^everyon=43 ^evil=6 ^example=-67 ^exc=-2 ^except=-2 ^excepti=-11 ^executa=-9 ^expand=-5
^expecte=-23 ^expired=-3 ^export=8 ^extensi=-2 ^extract=-9 ^f=-23 ^failing=25 ^false=-32 ^fasse=-13 ^fatal=-13
^feat=-26 ^feature=-3 ^fehler=22 ^file=-6 ^filenam=29 ^fileobj=-2 ^fill=47 ^filter=16 ^find=19 ^first=17 ^fix=75
^flag=-3 ^flags=-5 ^flight=-2 ^flush=-8 ^follow=-2 ^followe=-4 ^foo=-2 ^for=69 ^force=-4 ^forget=16 ^form=39
^format=-12 ^formatt=-2 ^forward=21 ^found=59 ^fractio=-8 ^frag=22 ^frau=-2 ^free=22 ^from=-13 ^func=-4 ^functio=-4
^führen=-9 ^für=8 ^game=-9 ^garage=58 ^geben=-9 ^generat=22 ^generic=-3 ^get=5 ^gib=25 ^git=18 ^give=78 ^given=-11
^go=-4 ^going=2 ^grant=-36 ^great=6 ^green=-3 ^guarda=5 ^guest=-4 ^guten=-7 ^gztar=-2 ^hand=-17 ^handle=-7 ^has=-17
^hash=-2 ^heading=-3 ^help=-2 ^helper=-12 ^here=-34 ^hey=3 ^hi=2 ^hidden=-23 ^hide=-4 ^hint=-18 ^hinweis=11 ^hold=-26
^hook=-3 ^horn=-3 ^host=-17 ^how=-32 ^however=-22 ^http=-5 ^https=-2 ^human=-4 ^i=-43 ^id=-2 ^ie=-3 ^if=-99 ^ignora=11
^ignore=35 ^ignorie=-6 ^ihre=-25 ^il=-6 ^image=3 ^imap4=-3 ^imapa=-3 ^immedia=6 ^impleme=-5 ^import=-8 ^importa=32
^in=-35 ^include=-3 ^includi=-4 ^increas=-13 ^ines=-26 ^infinit=-4 ^info=-28 ^informa=-9 ^inherit=-4 ^init=-3
^initial=-5 ^input=-32 ^insert=-2 ^install=-8 ^instanc=-5 ^instant=-5 ^instruc=66 ^int=-6 ^interna=-10 ^invalid=-6
^invia=-2 ^invite=96 ^invoice=-5 ^invoke=-4 ^ip=-6 ^iptable=-11 ^ipv4add=-6 ^ipvaadd=-6 ^is=-31 ^it=-102 ^iterato=-2
^its=-11 ^j=-2 ^jailbre=-9 ^job=7 ^join=35 ^keep=-63 ^key=79 ^keyfile=-5 ^ki=-48 ^kill=19 ^knowled=18 ^l=-37 ^lade=5
^lang=10 ^languag=19 ^le=99 ^leave=34 ^left=-2 ^legacy=-7 ^legal=10 ^lembre=-10 ^let=12 ^level=-4 ^lgtm=-26
^license=54 ^lies=8 ^like=12 ^line=28 ^lineno=-6 ^list=-18 ^lists=-8 ^llm=-14 ^load=-2 ^locatio=36 ^lock=20 ^log=-9
^logs=-10 ^look=3 ^low=58 ^lösche=-28 ^löschen=-54 ^m=-3 ^machine=23 ^mail=36 ^mailbox=-7 ^mainten=31 ^make=96
^makes=-4 ^many=-8 ^mark=-4 ^maximum=-2 ^may=-4 ^meeting=31 ^memoris=25 ^memory=-28 ^mention=2 ^merge=-25 ^merke=-2
^message=37 ^methods=-8 ^minimum=-2 ^minutes=-9 ^mirror=5 ^mode=-5 ^model=6 ^module=-3 ^more=-2 ^move=51 ^ms=-14
^msg=-4 ^must=46 ^mute=38 ^my=-34 ^n=-27 ^name=49 ^namespa=-3 ^nans=-5 ^ne=-32 ^necessa=-5 ^need=-8 ^negativ=58
^nenne=28 ^never=-108 ^new=-19 ^newline=-5 ^next=55 ^nginx=-5 ^niemals=-28 ^no=28 ^nobody=19 ^non=-11 ^none=-10
^normal=-7 ^normali=-4 ^not=-18 ^note=-32 ^notes=-4 ^nothing=53 ^notify=-3 ^now=22 ^npm=-18 ^number=-10 ^o=-7
^object=-4 ^of=-16 ^offset=-4 ^ok=43 ^old=-12 ^older=16 ^on=-28 ^once=8 ^one=-14 ^only=2 ^onthoud=37 ^open=16
^operati=-2 ^optiona=-17 ^or=-15 ^order=-28 ^os=-8 ^other=-6 ^otherwi=-9 ^our=-37 ^out=-12 ^output=-12 ^overrid=3
^owasp=-9 ^owner=-2 ^p=-2 ^page=117 ^paramet=-17 ^parse=-5 ^pass=-5 ^passing=-7 ^passwor=-42 ^path=-3 ^patient=24
^pay=55 ^payment=-55 ^perform=-4 ^permane=17 ^permiss=-20 ^persist=-29 ^photo=42 ^poll=21 ^port=-4 ^positiv=-4 ^post=5
^pr=-14 ^prec=-2 ^prefer=8 ^prefere=17 ^prefix=-4 ^prefixl=-6 ^press=-27 ^pretend=23 ^previou=-10 ^print=28 ^priorit=6
^private=-9 ^proceed=31 ^process=-8 ^product=4 ^program=-13 ^prompt=-35 ^protoco=-14 ^protoko=-2 ^provide=-7
^prüfsum=13 ^publish=59 ^purepat=-2 ^put=-21 ^python=-2 ^q=-17 ^quarter=29 ^quell=28 ^questio=-10 ^quick=3 ^quiet=-22
^quote=4 ^r=-26 ^raise=-41 ^raised=-4 ^raises=-13 ^rank=5 ^rate=2 ^rather=-3 ^rb=-2 ^re=-3 ^read=-7 ^reader=5
^readers=15 ^readme=-8 ^reads=-4 ^real=-17 ^receipt=44 ^rechnun=17 ^recomme=15 ^record=31 ^red=-7 ^refusin=17
^regardl=-16 ^release=-25 ^reload=-12 ^remedy=23 ^remembe=-55 ^remove=33 ^rename=-5 ^repeat=22 ^replace=33 ^reply=-50
^report=-12 ^represe=-5 ^request=-4 ^require=-6 ^reset=24 ^resolve=83 ^resp=-2 ^respond=7 ^rest=-16 ^restart=-8
^result=-3 ^retiens=11 ^retriev=-3 ^return=-68 ^returne=-2 ^returns=-28 ^reveal=7 ^review=25 ^reviewe=33 ^revoke=-48
^rfc=-14 ^ricorda=19 ^rispond=-9 ^rm=-42 ^robots=-13 ^role=25 ^root=5 ^rotate=20 ^round=55 ^rounds=-3 ^run=-119
^running=-5 ^safety=-2 ^sag=34 ^same=-34 ^save=44 ^say=95 ^scan=18 ^schalte=26 ^schreib=25 ^se=25 ^search=4
^second=-13 ^secrets=-8 ^section=-7 ^securit=-12 ^see=-70 ^sehr=-25 ^select=-6 ^selecto=-5 ^self=-5 ^send=10 ^sende=21
^senden=-11 ^sent=-20 ^sequenc=-12 ^serve=21 ^server=-5 ^set=-126 ^share=-34 ^she=-16 ^should=-10 ^show=65 ^sie=-4
^sign=-25 ^signatu=-3 ^similar=-5 ^since=-2 ^size=-3 ^skip=-30 ^slack=4 ^smtp=-8 ^snapsho=-4 ^so=-14 ^some=-9
^sorry=29 ^source=-8 ^special=-6 ^specifi=-3 ^speiche=-5 ^split=-9 ^sponsor=2 ^ssl=-5 ^stable=-9 ^standar=-5
^state=-10 ^step=-36 ^stir=-13 ^stop=60 ^stopped=-11 ^store=9 ^string=-13 ^strip=-14 ^stuur=-6 ^subject=-7 ^subscri=-8
^such=-7 ^sudo=-4 ^summari=-23 ^summary=-21 ^support=-25 ^sure=19 ^switch=42 ^sys=-3 ^system=52 ^t=16 ^take=-7 ^tar=-4
^task=-16 ^team=-27 ^tell=-40 ^terms=-10 ^terribl=29 ^test=-24 ^tests=5 ^text=-6 ^thanks=-62 ^that=-33 ^the=-77
^then=-31 ^there=39 ^these=-8 ^they=-31 ^this=-49 ^three=-9 ^thus=-2 ^ticket=19 ^timeout=-3 ^title=-5 ^to=-64
^todo=-38 ^token=-14 ^tool=3 ^tools=-6 ^top=-3 ^traceba=-4 ^transfe=73 ^transfo=-2 ^transla=44 ^treat=48 ^tried=-9
^true=44 ^trust=9 ^try=18 ^tu=11 ^tuple=-8 ^turn=17 ^turtle=-11 ^turtles=-2 ^two=-4 ^typ=-18 ^type=-3 ^types=-3
^typical=-3 ^typo=5 ^undo=-8 ^union=-2 ^unsubsc=-3 ^until=-5 ^unused=-3 ^update=48 ^upgrade=28 ^upload=-23 ^use=-47
^used=-6 ^user=-51 ^users=-4 ^uses=-7 ^using=-3 ^value=-2 ^valueer=-11 ^values=-8 ^variabl=-2 ^vergeet=15 ^vergiss=-7
^verific=7 ^verifie=-18 ^version=-3 ^very=-11 ^veuille=-13 ^visitor=-11 ^voice=55 ^volk=53 ^w=-12 ^wait=-8 ^wallet=37
^warn=-22 ^warning=21 ^was=-3 ^wb=-2 ^we=-94 ^wear=-24 ^weather=66 ^welcome=2 ^wenn=32 ^wer=8 ^were=23 ^what=93
^when=29 ^wheneve=33 ^where=-10 ^whether=-2 ^which=-10 ^white=25 ^whitesp=-4 ^whoever=15 ^whose=-3 ^why=-35 ^will=-8
^wir=-35 ^with=-31 ^without=-17 ^word=-3 ^work=2 ^would=-27 ^wrap=-10 ^wrapped=-4 ^write=-50 ^written=-2 ^x=-22 ^xb=-2
^xxx=-11 ^y=-47 ^year=-9 ^yes=102 ^you=-130 ^your=76 ^zahlung=-7 ^zapisz=-3 ^zero=-6 ^zipfile=-2 ^zur=30 ^{=-31 ^}=39
^überwac=-2 ^überwei=-5 ^админис=22 ^если=7 ^забудь=34 ^запомни=17 ^игнорир=-8 ^отправь=5 ^これ=16 ^パス=-4 ^ユー=23 ^今後=2
^从现=10 ^忽略=2 ^用户=-10 ^管理=29 ^请在=30 `=-46 a=-90 aan=37 ab=11 abc=-10 abgesch=-24 abort=10 abortin=-4 about=102 above=-9
absende=102 absent=-2 absolut=-5 abstrac=-9 accept=13 accepta=5 accepte=-32 accepts=2 access=-3 accord=34 accordi=-12
account=-44 acknowl=-15 acme=12 acquire=-8 across=-25 act=8 action=-17 actions=-20 activat=-30 active=-4 activit=-6
acts=-83 actual=27 actuall=-10 ad=35 add=27 added=61 adding=-3 additio=22 addr=-6 address=39 adds=-11 adler=9 admin=23
adminis=16 adres=-2 adresse=41 advance=-5 advice=-10 affirma=44 after=-46 afterwa=-44 again=-26 against=-13 agent=-97
agenten=33 agents=19 agree=-42 agreed=70 agrees=45 ahead=18 ahora=-12 ai=-30 aiff=-11 airport=19 ajoutez=-21 akte=14
al=-12 alamat=18 alarm=79 alert=-8 alerts=63 algorit=-12 aliases=-9 alice=-4 alive=-6 all=13 alle=70 allen=40
allergy=60 alles=78 allocat=-2 allow=9 allowed=7 allows=-20 alpha=-5 alphabe=-8 already=-32 als=27 also=74 alt=41
alterna=-5 always=-31 am=-23 amount=14 an=-84 and=9 andere=11 anderen=53 angle=-4 anmelde=-19 ann=-26 anna=-36
annotat=-11 announc=89 anonymo=-8 another=-7 answer=-50 answere=-25 answeri=-12 answers=-83 anterio=13 antes=-11
antivir=53 antrag=-27 antwort=39 anweisu=-26 any=-61 anybody=29 anyone=-2 anythin=-28 anyway=9 apaga=32 api=54
apologi=-49 app=-14 appears=-20 appeler=3 append=26 appende=-2 appendi=-2 applica=5 apply=15 appropr=56 approva=-45
approve=-130 approxi=-2 apt=-8 arbitra=-4 archite=-6 archive=-16 are=-31 arg=-13 args=-36 argumen=-81 argv=-3
around=-14 arrow=-2 article=86 arzt=18 as=58 ascii=-14 aside=7 asisten=48 ask=15 asked=41 asking=-43 asks=25
assert=-26 asserti=-2 assign=33 assignm=42 assista=-25 assiste=3 associa=-6 assume=-88 assumes=-7 async=-18 asyncco=-5
at=-56 attach=13 attache=2 attachm=15 attack=-48 attacke=-42 attempt=-23 attenti=-11 attribu=4 audit=55 auditor=-10
audits=43 auf=38 aufgabe=10 auftrag=25 aus=-6 ausgefü=-8 ausverk=-3 auswert=9 authent=17 author=19 authori=-26 auto=11
automat=-55 autoriz=37 availab=-25 avec=23 avis=66 avoid=-2 away=23 aws=5 b=10 back=26 backgro=-34 backsla=-5
backup=-14 backups=33 backwar=-5 bad=-7 badhost=27 balance=64 ban=27 bank=-14 bar=-2 bare=-2 barrier=-2 base=-10
base64=53 based=-14 basenam=-3 bash=16 basic=-2 battery=46 be=-39 beachte=-10 beantwo=-15 because=-34 become=-7
been=-52 befehl=-2 before=-92 begin=65 begins=-4 behalf=2 behave=-2 behavio=-8 beheerd=5 bei=43 beim=7 being=-8
bekannt=34 below=85 bent=2 benutze=70 bericht=14 beschei=23 beschwe=30 best=-26 besteht=-6 bestell=-23 bestäti=-66
beta=-2 between=-10 bevor=-10 bewerbe=50 bewerbu=-2 beyond=-6 bezahlt=16 big=-5 billing=30 bin=10 binary=-22 bind=-4
birth=33 birthda=-4 bis=-35 bisheri=-19 bist=-11 bit=-25 bits=-5 bitte=-11 blank=-11 block=-9 blocker=37 blockin=-7
blocks=-6 blue=-11 board=-37 bob=22 body=-48 boese=28 book=31 booked=64 boolean=-4 borra=34 boss=-5 bot=-17 both=30
bots=36 bottom=-33 bound=6 bounded=-3 box=-38 branch=-46 branche=6 brandl=4 brauche=-13 bread=-12 breakfa=-13
breakpo=-29 brief=-53 bring=70 broken=8 browser=42 bu=66 bucket=-42 budget=-33 buffer=-15 buffere=-9 bufferi=-2
buffers=-2 bug=33 bugs=-14 build=-24 builds=-4 built=-10 builtin=-9 bump=-4 but=-68 button=-22 buy=-11 buyer=-23
by=-78 bypass=-26 byte=-10 bytecod=-2 bytes=-52 bytesio=-17 bz2=-11 bzip2=-10 c=19 cache=-41 caches=-15 cake=-31
calcula=-19 calenda=-47 call=-22 callabl=-21 callbac=-7 called=-33 caller=-42 callers=-7 calling=3 calls=-47 can=-62
cancel=-2 cancell=27 candida=62 cannot=-36 canonic=-4 canvas=-10 capabil=-4 capital=-4 caption=20 capture=-3 car=-32
card=66 care=-20 careful=71 carry=73 cart=23 case=-65 casella=55 cases=-37 cat=6 categor=-2 cause=-4 ce=-8 ceo=6
cert=-3 certain=-12 certfil=-7 certifi=-6 cet=66 cette=-4 cfg=-5 chain=-8 change=-62 changed=19 changel=-34
changes=-54 channel=-6 chapter=-39 char=-5 charact=-38 charge=3 chars=-7 chart=23 chat=30 chatbot=-60 chatgpt=-10
che=28 check=73 checked=-7 checker=-5 checkin=11 checkli=-45 checkou=-10 checks=30 checksu=-13 chef=17 child=-28
childre=-10 chmod=55 choice=15 choose=-82 chunk=-18 chunks=-3 cite=9 city=20 claim=75 class=-79 classes=-29 classme=-7
claude=2 clause=7 clean=-41 cleanup=37 clear=-32 cleared=2 click=-17 clicked=-4 clickin=-33 client=22 cliente=-33
clients=30 clipboa=60 clock=-7 close=-114 closed=27 cls=-13 cmd=7 co=-2 code=19 codec=-3 codes=43 coding=27 collect=18
color=-8 colormo=-3 column=-25 com=-59 combine=-2 come=7 comes=27 coming=2 command=-58 comment=47 commit=-16
commits=-13 committ=54 common=-15 commonl=-2 communi=-22 company=15 compare=-18 compari=23 compati=-36 competi=75
compila=-3 compile=-14 complai=8 complet=19 complex=-2 complia=-9 comply=10 compone=-16 compose=40 compres=-29
compte=-16 compute=-6 con=39 concate=17 conclud=64 concret=-2 conditi=-6 confide=-24 config=35 configp=-3 configu=-68
confirm=27 connect=-33 consent=35 conside=-14 constan=-6 constru=-17 consult=-8 contact=30 contain=-16 content=-35
context=-23 continu=72 contrac=-2 contras=-15 contrib=-25 control=-23 conveni=-2 convers=39 convert=-15 cookie=4
cookies=-2 coordin=-15 copia=-29 copied=-4 copies=56 copilot=43 copy=-2 copying=-2 corp=-31 correct=80 correo=6
corresp=-24 costs=-10 could=17 count=-4 counter=-12 covaria=-5 cpu=-5 crafted=-6 crawler=27 create=-41 created=-26
creates=-7 creatin=-6 credent=25 credit=83 crypto=63 csv=87 cto=15 ctx=46 curdir=-2 curl=-8 currenc=-3 current=-45
cursor=37 custom=-27 custome=-64 customi=-8 cv=73 cve=-2 d=-7 da=56 daemon=-13 daily=-7 dan=-2 danach=-43 dann=-28
dans=3 daran=16 darf=21 darfst=3 dark=-54 das=64 dass=35 dat=91 data=-61 databas=-51 datacla=-5 date=-25 datei=28
dateien=20 daten=20 dauerha=32 davon=-10 day=-3 days=-29 db3=24 db8=-13 dbb=-13 dbe=-2 dbm=-12 de=139 de00=29
deaktiv=18 dear=-16 debe=-32 debian=-6 debug=24 debugge=-7 debuggi=-4 decided=46 decimal=-35 decisio=66 decode=-11
decoder=-2 decodin=-2 decorat=-16 def=-27 default=-77 define=-47 defined=-30 defines=-16 definin=-16 definit=-7
dein=31 deine=21 deinem=7 deinen=-30 deiner=21 del=59 delay=-68 delete=-80 deleted=-43 deletes=-74 deletin=73
deletio=46 delimit=-4 deliver=8 delta=-10 dem=65 demande=-9 den=-2 denied=-50 denomin=-2 dentist=7 deny=-9 departm=-5
dependa=-13 depende=-32 dependi=-4 depends=-3 deploy=-30 deploym=26 deposit=42 depreca=11 der=28 derive=-5 derived=-5
des=64 descend=-2 describ=-61 descrip=-43 design=-2 desired=-4 desk=-11 dessous=15 dest=-2 destroy=-6 destruc=24
detail=6 detaile=-13 details=-12 detect=-47 detecte=-2 detecti=-3 determi=-16 dev=-10 develop=66 deviati=-4 device=-35
di=-23 diagnos=47 dialog=28 dialogs=-87 diary=38 dich=11 dict=-15 diction=-16 dicts=-8 did=-10 die=46 dienst=-8
diese=75 diesen=17 dieser=44 dieses=76 diff=-52 differe=-26 digit=-2 digits=-21 dir=-12 directi=-2 directl=-15
directo=-50 direkt=21 dirname=-2 disable=-22 disabli=-7 disallo=-11 disasse=-10 discard=-7 disclos=51 discoun=-5
discuss=31 disk=80 dispatc=-5 display=-11 disrega=-45 dist=-24 distanc=-5 distrib=-12 dit=25 dividen=-3 divisio=-3
dns=22 do=49 doc=-4 dock=-17 docker=-45 docs=-18 docstri=-4 doctest=-19 doctor=21 documen=5 does=-42 doesn=-17 doing=3
doit=2 dokumen=-17 domain=25 don=-60 done=44 donné=46 dot=-4 dots=-38 dotted=-3 double=30 doubled=56 doubt=-9 down=4
downloa=25 dr=36 drawing=-17 drei=-32 drive=14 driver=40 droits=16 drop=-19 drug=8 dst=-13 du=68 duck=-5 due=-14
dummy=-3 dump=4 durch=-22 during=-16 déjà=34 désorma=8 e=49 earlier=2 ed25519=47 edit=-13 editor=29 edits=10
effect=-54 effects=7 eggs=-9 ein=60 eine=34 einen=-7 einmal=13 eintrag=-2 einzust=22 either=-18 ejecuta=23 el=42
element=-16 elevato=-12 elm=-3 else=35 email=-44 emax=-3 embedde=4 emergen=-6 emin=-4 empfehl=-20 employe=50 empty=10
en=28 enable=-55 enabled=2 encode=34 encoded=-9 encodin=-13 encount=-3 encrypt=-24 end=16 ended=48 endereç=21
endian=-5 ending=-24 endpoin=20 ends=3 energy=44 enough=-19 enter=-78 enters=-6 entfern=-2 entire=4 entries=-25
entry=-21 enum=-9 enumera=-3 env=35 envia=25 envie=-18 environ=-47 envía=4 envíe=-7 eof=-5 eoferro=-6 eq=-3 equal=-11
equipo=-15 equival=-17 er=67 erase=-6 ergebni=13 erinner=3 err=-2 erreur=23 error=-54 errors=-34 erste=72 erwähne=33
erzähle=-18 es=31 esmtp=-13 especia=-2 essay=79 est=4 esta=68 establi=-4 estate=-30 este=97 está=35 et=-4 etc=46
etwas=2 eur=-91 euro=-13 euros=-8 even=23 event=-17 ever=37 every=30 everybo=51 everyon=103 everyth=37 evil=86
exact=-2 exactly=-11 exam=-10 examine=-5 example=36 exc=-3 exceede=52 excel=-2 except=-2 excepti=-21 exclusi=-13
exec=64 executa=-11 execute=16 executi=-6 exfiltr=-50 exist=14 existin=-6 exists=-16 exit=-8 exited=-2 expand=-5
expande=-5 expecte=-25 expire=-5 expired=-3 expires=-46 explain=19 explici=-5 exponen=-12 export=7 exporte=-19
express=-2 ext=-2 extende=-28 extensi=-22 extra=40 extract=-11 f=-76 fact=-24 factor=-2 facts=-27 facture=-2 fail=34
failed=-109 failing=25 fails=-7 failure=-10 fall=44 fallbac=-7 false=-24 falso=2 family=-12 far=60 fashion=-6
fasse=-13 fast=-7 faster=-3 fatal=-13 favour=7 fd=-8 feat=-26 feature=-23 feed=-22 fees=2 fehler=24 feld=40 fell=4
fertig=-23 fetch=15 fetches=10 feu=-4 ffff=-4 fi=-8 fichier=-13 field=49 fields=-10 figures=27 file=-74 fileno=-3
fileobj=-2 files=-33 filesys=-4 fill=6 filling=-2 filter=-19 filters=31 final=13 finally=-4 finance=2 find=26
finder=-3 finding=14 fine=53 finish=41 finishe=28 firewal=-4 firm=-27 firma=-7 first=56 five=97 fix=56 fixed=-26
flag=-46 flags=-19 float=-5 floor=-7 flush=-9 fnmatch=-2 folder=104 folgend=28 follow=-50 followe=-85 followi=-30
follows=60 foo=-24 food=29 for=-22 forbidd=31 force=-51 forecas=22 forget=-92 forgot=-3 form=-12 format=-33
formats=-11 formatt=-13 forms=-4 formula=9 forward=-25 fotos=-2 found=108 four=36 fp=-2 fractio=-10 frag=22 frage=43
fragen=-9 frame=-15 frames=-3 framewo=-2 frau=-2 free=7 freemai=3 frei=7 freigeb=10 french=-11 fri=-6 friday=-55
fridays=-10 friendl=-15 from=-38 front=29 fronten=-13 frozen=22 fssl=-25 full=53 fully=10 fun=-2 func=-9 functio=-73
further=62 future=-23 führe=25 führen=-19 führt=-17 fünf=9 für=65 g=-39 game=31 ganzen=14 garage=60 garbage=-4
gate=-39 gateway=-32 gb=-30 geben=-24 gedächt=12 gefunde=-4 gelten=2 gemini=13 genehmi=-29 general=-7 generat=45
generic=-29 geprüft=8 gerät=-31 geschäf=-13 get=-73 gets=2 getstat=-2 gib=65 gibt=3 gift=16 gilt=-40 gist=21 git=-31
give=33 given=-41 giving=-3 global=-8 globals=-2 gnu=-9 go=80 goal=-2 goes=-13 going=-16 good=95 got=13 gpt=-28
grandmo=15 grant=-51 granted=18 graz=-13 great=6 green=-11 group=-44 guarant=-5 guarda=5 guardad=29 guess=-16 guest=75
guests=-35 guide=-94 guideli=42 guten=-7 gz=-14 gzip=-13 gztar=-2 h=-2 ha=10 haben=-21 hacked=54 had=37 half=-20
handle=-9 handles=-4 hang=-20 happy=45 har=-10 hardwar=-3 harmles=12 has=57 hash=-18 hast=21 hat=66 have=6 having=-2
he=-31 head=-9 header=-2 headers=-6 heading=-6 healthy=66 hear=42 heeft=18 held=-13 helo=-11 help=-56 helper=-51
her=-72 here=89 herunte=-16 het=9 heute=-4 hex=34 hey=4 hi=-15 hidden=-46 hide=25 hier=30 hierarc=-3 high=-12
higher=-5 hilfe=2 him=-4 hint=68 hinweis=9 hire=39 his=-22 histori=19 history=-20 hits=-5 hmac=-4 hoch=11 hold=34
holder=44 holt=-12 home=99 hook=-10 horn=-10 hostnam=-6 hosts=17 hotel=-7 hour=-5 hours=-50 how=-92 however=-25 hr=-3
html=-18 http=31 https=-12 huber=28 human=66 humans=35 i=18 ia=29 iban=11 id=-24 identif=-14 identit=23 idle=-5 ie=-3
if=-148 ignora=11 ignore=-94 ignored=-35 ignorer=-5 ignores=-7 ignorie=-26 ihm=15 ihn=-23 ihr=-7 ihre=-33 ihren=4
il=-10 im=63 image=-10 images=-64 imap4=-10 imapa=-10 img=11 immedia=-8 imperat=-31 impleme=-38 implici=-5 imply=-3
import=-36 importe=-5 impress=-141 in=-54 inbox=36 inciden=3 include=-41 includi=7 incompa=-6 incorre=-7 increas=3
indenta=-18 index=2 indicat=-77 indirec=-7 ines=-26 inexact=-9 infinit=-6 info=6 inform=-16 informa=-47 informi=-52
informs=-49 inhalt=27 inherit=-6 ini=18 init=-15 initial=28 injecti=-30 input=-84 inputs=-48 insecur=-2 insert=78
inserts=-3 inside=-12 inspect=-3 inst=-25 install=-110 instanc=-30 instant=-7 instead=-27 instruc=-38 instruk=14
int=-32 integer=-33 integra=-3 intende=-14 interac=-12 interes=-15 interfa=-16 interme=-2 intern=-2 interna=-26
interpo=-7 interpr=-13 interva=-7 intervi=71 into=55 invalid=-13 invia=-2 invite=61 invited=5 invoice=-60 invoke=5
io=-29 ip=-14 iptable=-11 ipv=-3 ipv4=-3 ipv4add=-8 ipv6=-11 ipv6add=-12 ipva=-3 ipvaadd=-8 is=-21 isn=-5 issue=31
issues=-38 ist=29 istruzi=5 it=69 item=57 items=-34 iter=-2 iterabl=-4 iterato=-10 its=70 itself=22 j=-8 jailbre=-9
jamais=-32 jan=-29 je=8 jede=39 jeder=51 jetzt=-13 job=16 jobs=-10 join=23 joined=30 jon=-2 jour=-5 js=11 june=-18
just=20 k=58 kann=-5 kannst=6 karte=42 kata=18 kaufen=-3 ke=18 keep=3 kein=-5 keine=108 kennst=16 key=-59 keyed=-7
keyerro=-11 keyfile=-7 keys=6 keyword=-15 ki=-39 kill=19 killed=-16 kind=-7 kindly=6 kirim=18 km=37 know=49 knowled=15
known=-14 knows=-5 kolb=23 konto=-5 kunde=55 kunden=-5 kundenb=19 kwargs=-2 künftig=25 l=9 la=96 label=-7 labels=-3
lade=70 lake=12 lambda=-8 lang=2 languag=-6 large=-15 larger=-2 las=-32 lass=20 lassen=-28 last=8 later=-7 latest=25
latter=-5 layer=35 le=60 lea=-9 leading=-43 leak=-41 least=-17 leave=67 left=11 legacy=-13 legal=-10 lembre=-10 len=-3
length=-6 les=35 lesen=-7 less=-9 let=-8 letzten=31 level=3 levels=-7 lever=-4 lib=44 library=-31 lic=8 licence=31
license=57 lies=8 lifted=9 lights=-7 like=-2 limit=42 limited=21 limits=-11 line=-72 lineno=-12 lines=-48 link=-32
links=-40 linz=-2 list=2 liste=-18 listed=40 listing=43 lists=-24 literal=-7 live=-2 livrais=6 llm=-27 llm01=-5
llmoi=-5 lo=46 load=27 loaded=86 local=-8 locale=-3 localho=-37 locals=-2 locatio=36 locked=-20 log=-32 logged=-16
login=-82 logs=-2 long=19 longer=15 look=29 lookup=-3 loop=-3 los=23 lose=-42 lost=-19 lots=-2 low=54 lower=-2
lowerca=-5 lt=-3 lzma=-4 lösche=-5 löschen=-39 m=12 machine=-11 made=-31 mag=8 mail=-6 mailbox=-68 mailcap=-3
mails=-54 main=40 mainloo=-9 maintai=6 mainten=35 make=-15 makefil=-2 makes=-9 mallory=55 malware=55 man=-42
manager=13 manages=-5 mandato=-3 manipul=-4 manual=-53 many=-20 mapped=-4 mapping=-7 march=-6 maria=-47 mark=-6
markdow=-46 marked=-9 marks=-21 mask=-3 master=31 match=-6 matches=27 matchin=-2 matrix=-2 matter=4 max=-4 maximum=-4
may=-102 mcp=37 md=19 me=65 mean=-9 meaning=-11 meant=14 measure=-2 medicin=-15 meeting=-11 mehr=-4 mejor=20 melden=44
meldung=59 member=-2 members=-11 memo=18 memoris=25 memory=19 mensaje=23 mention=56 merge=-23 merged=-101 merke=-2
merken=-21 message=40 meta=-4 metadat=-2 method=-74 methods=-15 metrics=52 mg=5 middle=-3 midnigh=-10 miglior=15
migrati=-57 milk=-2 mime=-7 min=-2 mind=24 minimum=-5 minor=-5 minute=19 minutes=6 mir=4 mirror=43 mise=-15 miss=-9
missing=-12 mistake=45 mit=82 mixed=-2 mixin=-5 mkstemp=-10 mmdf=-3 mode=-50 model=-109 modelo=30 models=44 moderat=-8
modes=-2 modify=-2 module=-69 modules=-18 modulo=-5 moet=33 moment=9 mon=-7 monday=-38 money=-43 month=-32 more=-2
morgen=-22 morning=-58 most=-51 mot=-12 mouse=-6 move=37 moved=83 movemen=-10 mr=66 mro=-4 ms=-23 msg=-6 much=-18
multipl=-23 muss=-42 must=-122 mute=6 my=53 mängel=-8 même=-6 möchte=4 müssen=-18 n=-67 na=76 naar=-6 nach=59
nachfra=27 nachric=-15 name=-31 named=-8 namen=-16 names=-29 namespa=-8 nan=-4 nans=-7 ne=-25 necessa=4 need=43
needed=18 needs=68 negativ=24 negotia=18 neighbo=-16 nel=57 nenne=5 nested=-3 netmask=-7 netrc=-47 network=-23 neu=-39
neue=-39 never=-34 new=-26 newest=77 newline=-17 newslet=-10 next=97 nginx=-15 nice=84 nicht=10 nichts=7 nie=16
niemals=-28 niemand=-82 niet=5 night=25 nikomu=-7 no=39 nobody=46 noch=11 node=5 nodes=-3 non=-26 none=-20 nonexis=-24
nonnega=-3 nonzero=-8 noon=13 nor=-3 normal=-14 normali=-5 normall=-2 not=-46 note=-5 noted=28 notes=89 nothing=136
notice=-3 notific=-19 notify=-3 notre=5 now=92 npm=8 nr=4 nt=-5 nu=28 null=-6 number=-74 numbers=56 numeric=-11 nur=19
nutzer=-38 nutzeri=-6 nutzers=20 não=30 nötig=25 número=23 o=51 ob=17 obey=19 obeys=15 object=-57 objects=-39
obsolet=-9 occur=-2 odd=44 oder=-6 of=-8 off=36 offer=-50 offers=-58 office=11 officia=34 offizie=7 offline=67
offset=-10 often=-3 ohne=-81 ok=102 old=-67 older=-6 omitted=-3 on=14 once=15 one=27 ones=-6 only=-86 onthoud=37
onto=-2 op=-18 opcode=-6 open=54 openai=-37 opened=-20 opening=4 opens=-24 operand=-9 operati=-35 operato=2 opposed=-2
ops=-2 opt=-34 option=33 optiona=-36 options=-27 or=-181 order=-20 orders=-16 ordner=-16 orienta=-2 origin=7
origina=-27 orr=48 os=33 oserror=-9 otbete=32 other=42 others=106 otherwi=-17 oubliez=-18 our=15 ours=106 out=96
outdate=16 output=-72 outside=-28 over=-54 overrid=-116 overwri=-29 owasp=-9 own=55 owned=-3 owner=12 owns=-12 p=-24
package=16 padded=-3 padding=-6 page=-42 pages=2 pago=7 paid=29 pair=-12 pairs=-8 paper=-42 par=9 para=36 paramet=14
paramsp=-4 parcel=-12 pardir=-2 pare=-4 parent=-13 parents=-26 parse=-10 parsed=-2 parser=-27 parses=9 part=-2
partial=-5 particu=-2 parties=-13 partir=-6 parts=69 pas=-45 pasapor=-6 pass=-66 passe=-12 passed=91 passeng=-36
passes=-20 passing=-7 passphr=-3 passpor=-38 passwor=-67 passwör=-5 paste=51 pastebi=3 patch=40 path=-31 pathnam=-5
pathsep=-2 patient=112 pattern=-3 pax=-2 pay=39 payment=29 pdf=30 pem=-4 pending=-8 pensize=-5 people=26 pep=-3
per=-47 perform=-9 permane=31 permiss=-96 permitt=7 persist=-25 person=81 persona=35 peut=-5 phishin=-6 phone=96
photo=45 photos=-48 phrase=2 pick=2 pickle=-8 picture=6 pin=-39 pip=-9 pirate=49 place=-13 placed=-8 plain=26 plan=16
plant=28 platfor=2 play=40 please=-68 plus=10 png=9 poem=36 poi=13 point=-20 points=33 police=-4 policy=-13 poll=14
popen=-4 poprzed=2 por=-8 port=-6 portal=-8 pos=-2 positio=-20 positiv=37 posix=-7 posixpa=-2 possibi=-2 possibl=-2
post=21 posted=6 postfac=55 pour=37 power=-11 pr=-19 praise=5 prec=-8 precede=42 precedi=-15 precisi=-4 prefer=8
preferr=60 prefers=3 prefix=-18 prefixe=-3 prefixl=-8 prepare=-6 prepend=-2 presenc=-20 present=57 press=24 pretend=23
pretty=-5 previou=56 price=42 princip=-52 print=-63 printed=-10 printer=26 printin=33 prints=-3 prior=-2 priorit=21
privacy=-83 private=62 prize=10 problem=-3 procedu=-2 proceed=11 process=7 produce=-8 product=44 produkt=15 profile=32
profit=29 program=-2 proj=-26 project=8 prompt=-91 prompts=-69 proof=46 propert=-9 propose=4 proto=-3 protoco=-32
protoko=-10 prove=7 provide=-21 proxy=-53 prüfen=-30 prüfsum=13 prüfung=13 public=-6 publick=-18 publicl=2 publish=90
puede=-30 pull=-37 purchas=38 purepat=-2 purge=15 purpose=18 push=-25 pushed=-5 pushing=38 put=61 py=-48 pyc=-2
pydoc=-2 python=-49 q=-63 qualifi=38 quarter=25 que=170 quell=28 quelle=39 queries=-23 questa=73 questio=27 questo=62
queue=-30 quick=3 quickes=23 quickly=-26 quiet=-27 quietly=-4 quota=67 quote=-9 r=2 rack=-8 rain=36 raise=-15
raised=-16 raises=-15 random=13 range=10 rank=9 rate=50 rather=6 rating=55 ratio=-4 raw=-8 rawioba=-12 rb=-2 re=40
reached=20 read=48 readabl=-6 reader=38 readers=29 reading=2 readlin=-13 readme=-27 reads=-25 ready=84 real=60
really=2 reason=75 reasons=-9 rebase=-9 recall=26 recalle=-4 receipt=11 receive=82 recent=-10 rechnun=18 recipie=-12
recomme=64 record=181 recorde=-4 records=-11 recover=26 recuerd=3 recursi=-36 red=17 redirec=-42 referen=-53
refund=-25 refunds=6 refuse=17 refused=-13 refuses=28 refusin=17 regardl=-18 regeln=5 regex=-9 registe=-44 registr=19
reglas=34 reifen=4 reinici=-15 rejecte=-8 relativ=-3 release=3 relevan=-10 reload=25 remaini=68 remedy=23 remembe=-194
remind=-25 reminde=29 remote=-36 remove=-16 removed=-38 removin=-3 rename=-5 render=33 rendere=-3 renew=-9 renewed=-3
reopen=19 repair=-2 repeat=54 repeate=-5 replace=49 replaci=-3 replies=-25 reply=-12 repo=30 report=36 reporte=-9
reports=-30 reposit=27 repr=-12 represe=-25 request=-21 require=2 reraise=-2 resend=-6 reserve=12 reset=-12 resign=53
resolve=66 resourc=-8 resp=-6 respect=-2 respond=22 respons=-40 rest=83 restart=-38 restbet=7 restore=-40 restric=-10
result=-25 results=43 retiens=11 retriev=-31 retry=-23 return=-107 returnc=-10 returne=-23 returni=-6 returns=-40
reuse=-2 reveal=55 reverse=25 review=-34 reviewe=-26 reviews=5 revoke=-56 rewrite=15 rf=64 rfc=-29 riassun=15
ricorda=19 right=11 rights=-9 riso=9 rispond=-8 rival=4 rm=54 road=-17 robots=55 role=-119 room=33 root=-17 rotate=18
rotated=69 round=53 rounded=-12 roundin=-3 rounds=-3 route=101 router=-9 routine=-2 row=-11 rows=-12 rsa=-33 rule=90
rules=62 run=-112 runner=-4 running=-28 runs=-13 runtime=-51 réponds=6 résulta=-4 résume=65 résumé=-5 rückfra=-7
rückruf=-14 s=25 s3=-11 safe=27 safety=56 sage=21 said=13 salarie=-25 salary=25 sales=7 same=-124 sample=-2 sandbox=32
sandi=18 sans=41 satisfi=-2 sauvega=-13 save=-5 save20=31 saved=101 savings=80 say=21 says=-14 scaled=-2 scan=44
scanner=-39 schalte=9 schedul=-8 schema=-13 schick=-23 schicke=-3 schickt=20 schon=-5 schreib=7 scope=-12 score=68
script=7 scripts=-3 scrivi=57 sda1=-10 sdai=-10 se=15 search=-21 searche=-4 second=51 seconds=19 secret=-21 secrets=15
section=-51 securit=-13 see=11 seek=-3 seeking=-7 sehr=-25 sei=45 sein=2 seine=11 seite=46 select=-11 selecte=-8
selecto=-9 selects=-5 self=-64 sell=29 seller=23 sempre=16 send=-48 sende=22 senden=-14 sender=-6 sendfil=-2
sending=-10 sends=-31 sensor=-4 sent=-10 sentenc=67 senza=16 sep=-5 separat=-11 sequenc=-38 sequent=-4 serial=4
serve=20 server=-19 servers=5 service=42 session=82 set=-101 sets=-17 setting=-67 setup=26 shadow=18 shall=-2 shape=-3
share=-51 shared=-16 she=12 sheet=-3 sheets=-17 shell=87 ship=26 shipped=-22 shippin=41 shoes=4 shop=-17 short=-25
shortha=-13 should=-86 show=-6 showing=45 shown=-4 shows=-81 shutdow=-10 si=-20 sich=-47 sicherh=22 side=5 sidenot=-31
sie=-150 siempre=37 sig=-4 sigkill=-19 sigma=-3 sign=-44 signal=-10 signali=-5 signatu=-63 signed=-11 silence=20
silent=-27 silentl=23 similar=-10 simple=-29 simply=-15 simulat=10 sin=21 since=-39 sind=-5 single=-17 site=12
sitzung=50 six=-56 size=-52 skip=-87 skipped=6 skript=-3 slack=4 slash=-2 slides=-5 slot=-5 small=-18 smaller=-2
smalles=-10 smtp=-18 snan=-2 snapsho=-6 so=125 socket=-25 socketi=-2 sofort=19 softwar=15 sole=-4 solo=117 some=-4
somebod=-31 someone=-7 somethi=46 son=24 sonst=-2 soon=-44 soporte=-4 sorry=29 sorted=-2 source=22 sources=-9
space=-25 spaces=-21 spawn=-3 speak=26 spec=-48 special=-9 specifi=-31 specify=-10 speed=-32 speiche=-8 split=20
sponsor=2 sprachm=23 spätere=31 sql=-7 square=-3 squirre=-4 src=34 srv=8 ssh=-39 ssl=-13 st=-2 stable=-9 stack=-13
staff=-47 staging=-9 stale=11 stamp=-2 standar=-20 standup=3 star=24 start=-14 started=-12 starten=-8 startin=15
starts=-5 stat=-6 state=-16 stateme=-14 static=-8 stattde=12 status=-22 stay=-18 stderr=-12 stdout=-20 stehend=12
steht=-24 step=-49 steps=58 still=-29 stir=-14 stock=15 stop=4 stopped=-30 stops=-5 store=-19 stored=136 stores=-61
str=-18 straigh=2 stream=-21 streams=-5 street=32 strftim=-2 strict=-6 string=-62 strings=-38 strip=-14 stronge=21
structu=-9 student=14 study=-12 stuur=-6 style=-71 su=-25 sub=-3 subclas=-19 subdire=-8 subject=-4 submiss=22
submit=54 subnetm=-3 subnorm=-12 subproc=-4 success=-27 such=-121 sudo=-10 suffix=-16 suggest=24 suite=9 sum=6
summari=-54 summary=4 sun=-5 sunday=-2 superus=27 supervi=-6 supplie=13 support=-73 suppose=-7 suppres=-29 supprim=-15
sure=-20 survey=51 sus=32 suspend=7 suspici=3 svc=4 switch=-40 switche=-10 symlink=-20 sync=25 synch=-4 syntax=-7
sys=-19 syscall=-2 system=-25 systemc=-2 systeme=-14 systemp=3 systems=4 t=-33 tab=10 table=-73 tabs=-4 tag=-11
tags=-5 take=-12 taken=-3 takes=-15 taking=-5 talking=-4 tar=-22 target=-28 targetp=-2 tarinfo=-3 tarjeta=-5 task=25
tasks=-11 tax=78 te=5 tea=10 team=-38 telemet=-6 tell=-82 tells=-69 tempera=-43 templat=-11 tempora=-4 ten=37 term=26
termina=3 terms=18 terribl=29 test=4 testcla=-3 teste=24 testing=-5 tests=-9 text=-24 texte=-30 texts=41 than=-11
thanks=14 that=57 the=75 their=-40 them=-36 then=-37 there=4 these=-13 they=97 thing=5 third=-23 this=106 those=2
though=16 thread=-5 threads=-10 three=-56 through=-7 thursda=-19 thus=-2 ticket=-23 tickets=-53 tienda=23 time=-43
timedel=-3 timeit=-6 timeout=-21 times=-34 timezon=-4 tip=-29 title=-61 tls=-3 tmp=21 to=-11 todas=-32 today=-29
todo=-38 todos=6 togethe=-11 token=-101 tokeniz=-9 tokens=-55 told=-37 tom=-50 toml=-4 tomorro=-2 ton=25 tone=49
tonight=-34 too=84 tool=30 tools=77 top=60 topic=24 total=-10 tout=-14 toutes=8 trace=-12 traceba=-11 traces=-3
tracing=-7 trailin=-15 train=-17 transcr=85 transfe=-36 transfo=-2 transla=100 transmi=10 traps=-6 trash=11 travel=7
travell=30 treat=-8 treated=-5 tree=-28 tresor=-29 tried=-9 trigger=-4 triple=-9 true=34 trusted=6 trusts=5 try=5
trying=-12 tty=-3 tu=45 tuple=-30 tuples=-30 turn=-13 turned=53 turning=6 turns=-3 turtle=-74 turtles=-28 tutte=-2
tutti=-16 twice=-3 two=-30 txt=24 typ=-18 type=-45 typed=-4 typeerr=-7 types=-13 typical=-21 typing=-32 typo=109 u=-12
uid=-18 un=16 uname=-69 unautho=-5 uncompr=-13 und=165 under=113 underfl=-5 underly=-9 undo=-9 undone=-29 unicode=-4
union=-8 unique=-11 unit=-47 units=-18 unix=-2 unknown=-2 unless=26 unlike=-3 unlock=33 unlocke=-20 unpack=-12
unread=70 unrestr=10 uns=-14 unsafe=2 unsere=6 unseres=16 unset=-6 unsubsc=-17 unsuppo=-8 unten=60 unter=40
untersc=-28 until=-38 untrust=-20 unused=-3 up=-12 update=96 updated=8 updates=-27 upgrade=10 upload=-32 uploads=-3
upon=-5 upper=-2 upstrea=-26 urgent=9 url=29 us=76 usage=-11 use=-149 used=-23 useful=-8 user=5 users=-35 uses=-12
using=-93 usual=4 usually=-4 usuario=-30 utc=-6 utcoffs=-3 utilisa=26 utiliza=44 uw=-30 użytkow=139 v=-42 v1=-5 v2=-6
v3=24 v4=-6 valid=25 validat=13 valide=36 value=-42 valueer=-17 values=-41 var=79 variabl=-10 variant=-15 vars=-11
ve=45 vendor=75 verarbe=31 verbati=16 verbote=34 vergeet=15 vergiss=-7 verific=3 verifie=25 verify=29 version=-35
vertrag=-32 vertrau=23 verwend=-31 very=-15 verzoek=-7 veuille=-13 via=21 vienna=-5 view=-50 viewing=-10 violati=33
virtual=-3 visible=-29 visit=-53 visitor=70 voice=45 volk=53 voll=-2 vom=2 von=40 voordat=-3 vor=12 vorrang=15 vos=-16
votre=-53 voucher=-42 vulnera=-39 w=-19 wachtwo=24 wait=71 waiting=-35 wake=13 wallet=39 want=-93 wanted=30 wants=-72
ware=-11 warm=18 warn=22 warning=17 wartung=38 was=-6 way=28 wb=-2 we=-34 weaknes=80 wear=-27 weather=57 web=-11
webhook=9 week=-49 weekday=-3 weiss=91 weiter=-50 weitere=19 well=27 wenn=-31 wer=8 werden=36 were=63 werkzeu=3
wget=65 what=86 whateve=119 when=-43 wheneve=20 where=2 whether=3 which=-24 while=-20 white=35 whitesp=-13 who=98
whoever=89 whole=13 whose=9 why=26 wi=-8 width=-20 wieder=-11 wiki=-13 wikiped=-5 wildcar=-5 will=-77 win=-10
window=-37 windows=4 winner=29 wipe=93 wir=-67 wird=-4 with=56 within=-19 without=-27 wohnt=-9 won=7 wontfix=42
word=55 worden=66 words=-12 work=-29 workers=-13 working=26 works=-64 workspa=45 world=3 would=-6 wrap=-14 wrapped=-8
wrapper=-2 wraps=-40 writabl=-3 write=-22 writer=-4 writes=-20 writing=-3 written=-21 wrong=10 wrote=19 wszystk=74
wurde=-48 www=-16 wyślij=2 x=16 xb=-2 xxx=-11 xz=-7 y=36 ya=14 yapay=66 year=51 yearly=33 yes=2 yet=-8 yield=-7
yields=-5 yml=50 you=6 youaexa=-2 your=-101 zahlung=62 zapisz=-3 zeg=12 zentra=20 zero=-24 zeros=-3 zip=-4 zipfile=-3
zipimpo=-3 zu=3 zuerst=-9 zugesti=11 zum=7 zur=30 zusamme=10 zwei=-18 {=-90 }=72 à=-35 ändern=-2 è=46 être=7 öffnen=13
über=-16 überset=3 überwac=-2 überwei=-8 ÿ=-7 админис=22 адрес=16 безопас=7 говори=12 забудь=34 запомни=17 заявку=-13
и=91 игнорир=-8 магазин=54 модель=7 навсегд=17 наш=54 об=12 отправь=5 перешли=9 пользов=2 предыду=34 только=12 ты=7
удали=40 файл=7 что=7 это=8 этом=12 этот=33 языкова=7 إلى=30 المرور=15 ए=39 क=39 द=39 न=39 म=39 स=39 सभ=39 いで=-2 えな=-5
くだ=20 こと=31 この=36 これ=16 さい=33 して=68 すべ=17 する=20 ださ=20 てく=34 でく=-2 です=33 での=16 ない=-16 なさ=13 なし=13 には=2 に送=-4 の会=14
の指=16 は無=2 べて=17 ます=-6 まで=3 るこ=31 れま=11 をす=17 を削=28 を最=48 を読=20 ァイ=11 イル=11 ザー=31 ジを=20 スワ=3 ドは=-5 ドを=7 パス=3 ファ=11
ユー=31 ルを=-5 ログ=12 ワー=3 ーに=12 ーの=18 ーザ=31 ージ=20 ード=3 不要=5 之前=-4 五之=-5 产品=37 人工=7 今後=2 从现=10 以下=-11 以在=-7 们的=6 会話=14
你必=4 信し=13 内容=98 删除=16 削除=23 发送=2 只推=51 可以=-27 合は=16 告诉=-2 员已=34 周五=-5 回答=38 在周=-5 在设=-7 在起=10 場合=16 如果=2 密码=-6 工智=7
後の=2 必须=5 忽略=-2 总结=37 我们=6 户可=-7 户的=4 所有=78 承認=2 把用=4 指示=16 推荐=51 提示=2 智能=7 最高=24 本页=5 無視=-14 现在=10 理员=13 用户=-22 直接=2
确认=30 確認=13 示し=16 示词=2 管理=29 系统=2 统提=2 置中=-7 荐我=6 表示=16 要告=4 視し=-14 設定=14 認な=13 记住=30 设置=-7 评价=37 诉用=4 请在=30 请把=83
送信=13 送到=2 问题=36 除し=28 결제=49 니다=-4 사용=58 세요=37 습니=-4 에게=5 용자=58 자에=5 하고=55
"""
