"""How much what stands in a passage says for an instruction, in hundredths (rule 27).

Data of `instruction_passages`, written by tests/text/fit_instructions.py.
"""

# ruff: noqa: E501 - wide letters count twice
from __future__ import annotations

START = -6.60
WEIGHTS = r"""
$=36 0=16 01t10=-2 1e=-5 4o=-16 9f86d08=-2 9f86dob=-2 ://=77 <=-29 >=-40 @=-3 S:act=-8 S:act!=20 S:address=37
S:address!=8 S:addressee=46 S:addressee!=-62 S:answer=6 S:answer!=76 S:authority=16 S:authority!=44 S:concealed=21
S:deed=-20 S:exfil=22 S:exfil!=39 S:grant=77 S:keeping=8 S:lure=56 S:marker=24 S:marker!=23 S:memory=24 S:memory!=33
S:override=72 S:override!=127 S:persona=58 S:persona!=30 S:probe=17 S:probe!=17 S:reveal=76 S:reveal!=76 S:secrecy=-9
S:shift=41 S:shift!=41 S:slack=-34 S:standing=-22 S:verdict=24 S:verdict!=24 S>=0.3=130 S>=0.6=109 S>=0.9=97
T:agent=182 T:answer=90 T:authority=50 T:bait=82 T:drop=103 T:drop!=-70 T:granted=85 T:guard=69 T:harm=49 T:harm!=79
T:hide=93 T:keep=106 T:keep!=-13 T:mark=27 T:now=28 T:only=79 T:onward=128 T:person=117 T:place=69 T:praise=105
T:say=41 T:say!=42 T:send=-11 T:send!=50 T:task=69 T:treasure=67 T:you=65 ^0=36 ^<=-26 ^>=-77 ^@=-18 ^`=-46 ^a=-126
^ab=27 ^abort=12 ^accept=-7 ^accepte=-25 ^accepts=-6 ^access=35 ^accordi=-5 ^acknowl=-15 ^act=31 ^action=-6 ^actual=-7
^add=-55 ^additio=-22 ^address=-22 ^adds=39 ^admin=-11 ^advice=13 ^after=15 ^afterwa=6 ^agent=-36 ^agents=20 ^ai=-56
^ajoutez=-16 ^aliases=-6 ^all=50 ^allow=3 ^als=19 ^also=76 ^always=-19 ^an=10 ^and=-31 ^anna=-11 ^annotat=-8
^announc=92 ^another=-2 ^answer=27 ^anthrop=16 ^antwort=41 ^any=22 ^anythin=-6 ^app=-3 ^append=10 ^apply=-11
^approve=41 ^archive=-5 ^are=-37 ^args=-25 ^argumen=-29 ^article=-7 ^as=26 ^ask=29 ^assert=-21 ^asserti=14 ^assista=96
^assiste=26 ^assume=-32 ^assumes=-2 ^async=-16 ^asysten=47 ^at=56 ^attach=17 ^attachm=2 ^attacke=-41 ^attenti=-21
^attribu=58 ^audit=-11 ^ausgabe=41 ^authori=19 ^auto=-11 ^avant=20 ^aws=-7 ^b=-16 ^back=-4 ^backup=-4 ^backups=-5
^balance=-13 ^bank=7 ^base=-10 ^base64=-12 ^be=-13 ^beantwo=-11 ^because=-2 ^begin=11 ^best=-13 ^besuche=-16
^betalin=19 ^bind=-3 ^bitte=-3 ^block=-29 ^blue=-3 ^bob=-4 ^body=51 ^book=-36 ^boss=-2 ^bot=-28 ^both=-12 ^breakfa=-3
^bring=79 ^buffere=-2 ^bug=-2 ^build=47 ^built=-5 ^builtin=-6 ^bump=-32 ^but=-10 ^buy=-38 ^by=-2 ^c=-8 ^calcula=-2
^calenda=77 ^call=-70 ^callabl=-9 ^callbac=-4 ^called=-12 ^caller=-13 ^calling=-3 ^calls=-3 ^can=-55 ^cancel=23
^cat=-12 ^categor=-2 ^ceo=2 ^cert=-2 ^change=13 ^changed=-25 ^charact=-7 ^chat=32 ^check=19 ^chmod=10 ^choose=-25
^claim=83 ^class=-13 ^classes=-16 ^claude=-31 ^clear=-6 ^click=-47 ^close=-6 ^closed=-2 ^cmd=13 ^code=9 ^collect=-25
^command=-5 ^comment=-101 ^commit=-30 ^common=-4 ^compare=-10 ^compati=-3 ^compile=-4 ^complet=42 ^comply=51
^compose=42 ^compres=-2 ^compute=-4 ^conclud=33 ^conditi=-2 ^configp=-3 ^configu=-4 ^confirm=88 ^connect=-7
^constru=-5 ^contact=22 ^contain=-14 ^content=-43 ^context=-7 ^continu=80 ^contrac=-27 ^contrib=-14 ^control=-2
^convert=-2 ^copilot=40 ^copy=-9 ^could=11 ^create=3 ^created=-19 ^creatin=-5 ^cron=-6 ^crontab=-5 ^csv=87 ^curl=-43
^current=-4 ^custome=-23 ^cve=-2 ^d=-22 ^da=66 ^das=-52 ^data=-18 ^day=-5 ^de=16 ^dear=-3 ^debug=3 ^decimal=-23
^decisio=-17 ^decode=-3 ^def=-23 ^default=-10 ^define=-2 ^deine=10 ^delete=-43 ^deleted=-20 ^deliver=26 ^dentist=84
^dependa=-10 ^depreca=-13 ^der=-84 ^describ=20 ^descrip=-6 ^detecti=-6 ^determi=-13 ^develop=38 ^di=-25 ^die=-28
^diese=74 ^dieser=28 ^directl=-3 ^directo=-6 ^disable=-73 ^disallo=-12 ^disclos=52 ^disk=-10 ^display=-2 ^disrega=9
^distanc=-3 ^dns=16 ^do=-52 ^doc=20 ^docker=-13 ^docs=24 ^doctest=-4 ^documen=-8 ^does=-7 ^don=-57 ^done=85 ^door=-2
^downloa=8 ^dr=-9 ^drop=29 ^du=-18 ^dummy=-4 ^dump=-4 ^e=-11 ^each=-17 ^editor=44 ^either=-13 ^el=-30 ^else=-9
^emergen=4 ^emin=-3 ^empfehl=7 ^employe=-30 ^enabled=-8 ^encode=32 ^encodin=-4 ^encrypt=-17 ^end=-7 ^enter=-26
^entries=-16 ^enumera=-2 ^envie=-22 ^environ=-10 ^envía=6 ^envíe=-22 ^equival=-6 ^er=-15 ^erreur=21 ^error=-28
^errors=-10 ^es=14 ^essay=56 ^eur=-3 ^every=18 ^everyon=39 ^everyth=2 ^evil=36 ^example=-93 ^exc=-3 ^except=-2
^excepti=-12 ^executa=-9 ^execute=-8 ^expand=-6 ^expecte=-44 ^expired=-4 ^explain=18 ^export=15 ^extensi=-2
^extract=-12 ^f=-22 ^failed=-2 ^failing=32 ^false=-44 ^faq=-4 ^fasse=-20 ^fatal=-20 ^feat=-29 ^feature=-6 ^fehler=19
^fetch=-3 ^file=-10 ^filenam=21 ^fill=44 ^filter=13 ^find=16 ^fine=33 ^first=25 ^fix=57 ^flag=-3 ^flags=-3 ^flush=-12
^follow=68 ^followe=-5 ^foo=-2 ^for=46 ^force=-4 ^forget=-74 ^fork=-14 ^form=35 ^format=-11 ^formatt=-2 ^forward=26
^found=56 ^fractio=-12 ^frag=28 ^frau=-2 ^free=43 ^from=-31 ^func=-3 ^functio=-4 ^führen=-8 ^für=8 ^game=-5 ^garage=56
^geben=-8 ^gemini=18 ^generat=12 ^generic=-2 ^get=-3 ^gib=16 ^git=46 ^give=46 ^given=-6 ^go=-65 ^going=3 ^good=9
^grant=-25 ^great=8 ^green=-4 ^guarda=5 ^guest=-6 ^guten=-10 ^gztar=-3 ^hallo=-22 ^hand=-14 ^handle=-9 ^has=-20
^hash=-2 ^have=-32 ^he=7 ^heading=-3 ^hello=-21 ^help=-10 ^helper=-15 ^here=-32 ^hey=4 ^hi=-5 ^hidden=-19 ^hide=-5
^hint=-17 ^hinweis=12 ^history=-2 ^hold=-40 ^hook=-6 ^horn=-6 ^host=-18 ^how=-40 ^however=-26 ^hr=-15 ^hracorp=-20
^http=-13 ^https=-29 ^human=-6 ^i=-47 ^iban=24 ^id=-3 ^ie=-4 ^if=-69 ^ignora=11 ^ignore=65 ^ignorie=14 ^ihre=-26
^il=12 ^im=6 ^image=2 ^imap4=-4 ^imapa=-4 ^immedia=13 ^impleme=-6 ^import=-10 ^importa=28 ^in=-34 ^include=37
^includi=-5 ^increas=-16 ^ines=-33 ^infinit=-5 ^info=-37 ^informa=-8 ^inherit=-5 ^init=-3 ^initial=-6 ^input=-24
^insert=-16 ^inst=2 ^instanc=-5 ^instant=-6 ^instead=10 ^instruc=62 ^int=-7 ^integer=-2 ^interna=-11 ^invalid=3
^invia=-3 ^invite=123 ^invoke=-13 ^ip=-8 ^iptable=-17 ^ipv4add=-7 ^ipvaadd=-7 ^is=-42 ^it=-82 ^iterato=-4 ^its=-14
^j=-8 ^jailbre=-22 ^jest=-5 ^jeśli=46 ^job=4 ^join=40 ^keep=-52 ^key=80 ^keyfile=-5 ^ki=-36 ^kill=22 ^kindly=23
^knowled=22 ^l=-23 ^lade=5 ^lang=16 ^languag=25 ^last=-2 ^le=92 ^leave=26 ^left=-4 ^legacy=-5 ^legal=5 ^lembre=-11
^let=28 ^level=3 ^lgtm=-20 ^license=56 ^liefera=14 ^lies=-8 ^like=12 ^line=33 ^lineno=-5 ^lint=-2 ^linux=-32 ^list=-24
^lists=-7 ^load=25 ^locatio=-12 ^lock=-6 ^log=-9 ^logger=-9 ^login=-3 ^logs=-8 ^look=-5 ^low=40 ^lunch=8 ^lyrics=-10
^lösche=-23 ^löschen=-56 ^m=-4 ^machine=46 ^mail=47 ^mailbox=-7 ^mainten=33 ^make=104 ^makes=-3 ^man=-11 ^manage=-35
^many=20 ^mark=2 ^maximum=-3 ^may=-33 ^meeting=31 ^memoris=18 ^memoriz=28 ^memory=7 ^mention=3 ^merge=-35 ^merke=-15
^merken=-21 ^message=45 ^methods=-9 ^minimum=-2 ^minutes=-11 ^mirror=3 ^mit=-18 ^mitigat=-11 ^mixin=-2 ^mode=-5
^model=10 ^module=-2 ^more=-2 ^most=-4 ^move=40 ^ms=-14 ^msg=-4 ^must=41 ^mute=35 ^my=7 ^n=-34 ^name=51 ^namespa=-3
^nans=-8 ^ne=-23 ^necessa=-3 ^need=-18 ^negativ=59 ^nenne=26 ^never=-99 ^new=13 ^newline=-5 ^next=99 ^nginx=-4
^nie=-10 ^niemals=-20 ^niemand=2 ^no=25 ^nobody=18 ^node=9 ^non=-13 ^none=-29 ^normal=-7 ^normali=-4 ^not=-18 ^nota=3
^note=-60 ^notes=-8 ^nothing=59 ^notice=-14 ^notify=-6 ^now=60 ^npm=-24 ^number=-9 ^o=-13 ^object=-4 ^observa=62
^of=-23 ^offset=-4 ^ok=84 ^old=-16 ^older=24 ^on=-27 ^one=-9 ^only=62 ^onthoud=38 ^open=11 ^operati=-3 ^optiona=-15
^or=-16 ^order=-3 ^os=-9 ^other=-8 ^otherwi=-20 ^our=-48 ^out=-12 ^output=-7 ^overrid=5 ^overwri=-11 ^owasp=-8
^owner=-2 ^p=-11 ^package=-5 ^page=114 ^paramet=-35 ^parse=-6 ^pass=-10 ^passing=-6 ^passwor=-50 ^path=-3 ^patient=13
^pay=60 ^payment=-71 ^per=-3 ^perform=-5 ^permane=25 ^permiss=-19 ^persist=-32 ^phishin=-3 ^photo=43 ^pip=7
^please=-39 ^police=-6 ^policy=41 ^poll=23 ^port=-3 ^positiv=-6 ^post=12 ^pr=-24 ^prec=-3 ^prefer=11 ^prefere=27
^prefix=-6 ^prefixl=-7 ^preheat=-5 ^press=-38 ^pretend=13 ^previou=-12 ^print=7 ^priorit=10 ^private=-10 ^proceed=26
^process=-17 ^product=5 ^program=11 ^prompt=-44 ^prompts=-8 ^protoco=-10 ^protoko=-2 ^provide=-9 ^prüfsum=5 ^ps=3
^publish=66 ^push=30 ^put=-29 ^python=-3 ^q=-25 ^quarter=27 ^quell=32 ^query=59 ^questio=12 ^quick=4 ^quiet=-21
^quote=3 ^r=-34 ^raise=-47 ^raised=-3 ^raises=-15 ^rank=3 ^rate=-21 ^rather=-2 ^rb=-2 ^re=45 ^read=-17 ^reader=4
^readers=35 ^readme=-7 ^reads=-4 ^real=-72 ^receipt=39 ^rechnun=16 ^recomme=17 ^record=30 ^recuerd=-7 ^red=-8
^refusal=35 ^refusin=14 ^regardl=-14 ^release=-44 ^reload=-10 ^remedy=30 ^remembe=-70 ^remove=2 ^rename=-4 ^repeat=16
^replace=35 ^reply=-23 ^report=-17 ^represe=-4 ^request=-4 ^require=-9 ^reset=22 ^resolve=101 ^resp=-3 ^rest=-21
^restart=-16 ^result=-4 ^retiens=8 ^retriev=-2 ^return=-75 ^returne=-2 ^returns=-31 ^reveal=17 ^review=28 ^reviewe=22
^revoke=-50 ^rfc=-14 ^ricorda=12 ^rispond=-9 ^rm=-42 ^robots=-7 ^role=28 ^room=45 ^root=20 ^rotate=13 ^round=60
^rounds=-4 ^run=-63 ^running=-6 ^runtime=-2 ^safety=-3 ^sag=26 ^same=-32 ^save=56 ^saved=39 ^say=85 ^scan=55
^schalte=27 ^schreib=50 ^scripts=-2 ^se=25 ^search=-2 ^second=-9 ^secrets=49 ^section=-6 ^securit=-21 ^see=-73
^sehr=-17 ^select=-4 ^selecto=-8 ^self=-8 ^send=71 ^sende=19 ^senden=-15 ^sent=-26 ^sequenc=-8 ^serve=11 ^server=-7
^session=-4 ^set=-108 ^share=-13 ^shared=-2 ^she=-10 ^shoppin=6 ^should=-27 ^show=50 ^si=2 ^sie=-9 ^sign=-19
^signatu=-3 ^silent=12 ^similar=-5 ^since=-6 ^size=-3 ^skip=-44 ^slack=17 ^smtp=-8 ^snapsho=-4 ^so=-14 ^some=-11
^sorry=29 ^source=-6 ^speak=46 ^special=-6 ^specifi=-3 ^speiche=-2 ^split=-9 ^src=25 ^ssl=-7 ^stable=-10 ^staff=-19
^standar=-5 ^startin=9 ^state=-6 ^step=-37 ^steps=-17 ^stir=-16 ^stop=70 ^stopped=-11 ^store=10 ^stream=-2 ^string=-14
^strip=-11 ^stuur=-4 ^subject=-9 ^subscri=-6 ^such=-9 ^sudo=-4 ^summari=-37 ^summary=-16 ^support=-35 ^sure=15
^switch=47 ^sync=21 ^sys=-4 ^system=36 ^systemd=-3 ^t=-2 ^take=-10 ^takes=-2 ^tar=-5 ^task=-15 ^team=-46 ^tell=-6
^termin=15 ^terms=-7 ^terribl=33 ^test=-40 ^tests=-13 ^text=-14 ^thanks=-78 ^that=-46 ^the=-69 ^then=-59 ^there=18
^these=-12 ^they=-20 ^this=-69 ^three=-9 ^ticket=64 ^timeout=-3 ^title=-6 ^to=-70 ^todo=-50 ^token=-14 ^tool=41
^tools=-5 ^top=37 ^total=-10 ^traceba=-4 ^trage=-15 ^transfe=43 ^transfo=-2 ^transla=46 ^travel=-6 ^treat=39
^tried=-11 ^true=6 ^trust=10 ^try=14 ^tu=13 ^tuple=-8 ^turn=40 ^turtle=-10 ^two=-8 ^typ=-19 ^type=-2 ^types=-4
^typical=-2 ^typo=-3 ^undo=-11 ^union=-2 ^unlock=49 ^unsubsc=14 ^until=-6 ^unused=-4 ^unzip=3 ^update=58 ^upgrade=35
^upload=17 ^upon=26 ^usage=3 ^use=-57 ^used=-5 ^user=-24 ^uses=-9 ^using=-3 ^value=-5 ^valueer=-12 ^values=-8
^variabl=-3 ^vergiss=-5 ^verific=6 ^verifie=-12 ^version=-2 ^very=-10 ^veuille=-16 ^visitor=-9 ^voice=38 ^volk=39
^vor=-32 ^w=-13 ^wait=-3 ^wallet=47 ^warn=-26 ^warning=-5 ^warnung=36 ^was=13 ^wb=-3 ^we=-100 ^wear=-16 ^weather=56
^weeks=-47 ^welcome=2 ^wenn=59 ^wer=6 ^were=27 ^what=50 ^when=63 ^wheneve=43 ^where=-12 ^whether=-2 ^which=-8
^white=-5 ^whitesp=-4 ^whoever=3 ^whose=-5 ^why=-32 ^will=-15 ^wir=-42 ^with=-36 ^without=-16 ^word=-4 ^work=-10
^works=-24 ^would=-2 ^wrap=-7 ^wrapped=-8 ^write=-69 ^x=-16 ^xb=-2 ^xxx=-11 ^y=-46 ^year=-12 ^yes=129 ^you=-111
^your=69 ^zahlung=-6 ^zapisz=55 ^zero=-6 ^zip=8 ^zipfile=-2 ^zum=-3 ^zur=29 ^{=33 ^}=9 ^ändern=-6 ^überset=25
^überwac=-3 ^überwei=-16 ^админис=19 ^если=9 ^забудь=38 ^запомни=14 ^игнорир=-7 ^не=-12 ^отправь=9 ^لا=67 ^これ=15
^パス=-6 ^ユー=24 ^今後=2 ^从现=13 ^忽略=3 ^用户=-10 ^管理=29 ^请在=27 `=-59 a=-85 aan=19 ab=33 abc=-15 abcd=-2 abgesch=-25 ablage=17
abolish=50 abort=12 abortin=-3 about=95 above=-27 abs=-2 absende=96 absent=-3 absolut=-7 abstrac=-8 acc=5 accept=30
accepta=8 accepte=-37 accepts=3 access=4 accesse=-2 accessi=3 accord=31 accordi=5 account=-33 acct=24 acknowl=-15
acme=10 acquire=-14 across=-13 act=-8 action=24 actions=-23 activat=-31 active=-7 activit=-9 acts=-79 actual=20
actuall=-12 ad=75 add=29 added=39 adding=-4 additio=20 addr=-6 address=30 adds=-2 adler=10 admin=39 adminis=22
admins=-20 adresse=25 ads=-3 advance=25 advice=-6 advise=-18 affirma=47 after=-16 again=-28 against=-15 agent=-46
agente=2 agenten=38 agents=2 agree=-23 agreed=35 agrees=60 ahead=37 ahora=-4 ai=7 aiff=-14 airport=-23 ajoutez=-23
akte=11 al=-20 alamat=19 alarm=70 alert=-10 alerts=65 algorit=-20 aliases=-10 aliasin=-2 alice=-5 alive=-4 all=24
alle=76 allen=29 allergi=9 allergy=68 alles=71 allocat=-2 allow=11 allowed=15 allows=-24 alpha=-5 alphabe=-5
already=-41 als=28 also=63 alt=37 alterna=-5 always=-30 am=-7 among=7 amount=2 an=-69 anbiete=2 and=-7 andere=23
anderen=39 anfang=27 angebot=30 angle=-4 angreif=-32 anmelde=-23 ann=-30 anna=-29 annotat=-11 announc=93 anonymo=-15
another=-20 answer=-14 answere=-9 answers=-58 anterio=17 antes=-9 anthrop=16 antivir=41 antrag=-36 antwort=70
anweisu=-20 any=-62 anybody=-43 anyone=41 anythin=-24 anyway=24 apaga=26 apagar=-14 api=49 apologi=-43 app=-25
appear=-20 appears=-27 append=15 appende=-2 appendi=26 applica=-6 apply=-14 appoint=-7 appropr=41 approva=-20
approve=-105 approxi=-3 apt=-7 arbeit=-5 arbitra=-4 archite=-7 archive=-16 are=-44 aren=19 arg=-15 args=-37
argumen=-83 argv=-4 around=-15 arrow=-2 article=80 arzt=17 as=69 ascii=-18 aside=9 asisten=44 ask=-14 asked=-4
asking=-44 asks=33 asleep=70 assert=-22 asserti=14 assign=32 assigne=28 assignm=22 assista=-42 assiste=-8 associa=-8
assume=-77 assumes=-9 async=-23 asyncco=-4 asysten=47 at=-43 attach=-2 attache=-10 attachm=10 attack=-35 attacke=-27
attempt=-34 attenti=-16 attribu=7 au=6 auch=-4 audit=46 auditor=10 audits=43 auf=64 aufgabe=20 auftrag=22 aus=33
ausgabe=41 ausgebe=-45 ausgefü=-4 ausscha=39 ausverk=-5 auswert=10 auth=5 authent=-22 author=26 authori=-22
authors=-52 auto=17 automat=-59 autoriz=37 availab=-31 avec=19 avis=63 avoid=-10 aware=15 away=14 aws=-6 b=13 back=32
backgro=-21 backsla=-5 backtra=-35 backup=2 backups=30 backwar=3 bad=25 badge=-3 badhost=26 balance=61 ban=34
banco=-10 bank=12 banks=12 bar=-2 base=-21 base64=37 based=-20 basenam=-2 bash=18 bashrc=-11 basic=-2 battery=86
bc1qxy2=95 be=23 beachte=-12 beantwo=-17 because=-40 become=-8 becomes=-2 been=-66 befehl=-3 before=-109 begin=40
beginnt=-5 begins=-2 behalf=2 behave=2 behavio=-10 beheerd=6 behind=-21 bei=34 beim=-9 being=37 beitrag=19 bekannt=38
below=117 bent=3 benutze=70 bericht=16 beschei=15 beschwe=32 best=-28 bestand=47 besteht=-2 bestell=47 bestäti=-68
besuche=-16 beta=-3 betalin=19 between=-39 bevor=-11 bewerbe=40 bewerbu=4 beyond=-11 bezahle=2 bezahlt=13 big=-6
billing=31 bin=19 binary=-25 bind=-4 birth=52 birthda=-8 bis=-59 bisheri=-21 bist=-35 bit=-24 bits=-3 bitte=-12
blank=-10 block=-34 blocked=-18 blocker=34 blockin=-9 blocks=-5 blue=-13 board=-59 bob=34 body=8 boese=33 boil=-5
book=-48 booked=46 booking=-2 boolean=-7 borra=33 boss=-45 bot=14 both=31 bother=33 bots=43 bottom=-30 bounded=-4
box=-11 bpbynum=-2 branch=-68 brand=13 brandl=7 brauche=-15 breach=35 bread=-14 break=7 breakfa=-5 breakpo=-36
brief=-46 bring=48 bringen=-16 broken=15 broker=50 browser=49 btc=95 bu=85 buchhal=-4 bucket=-40 budget=36 buffer=-10
buffere=-9 bufferi=-2 buffers=-2 bugs=-13 build=-34 builds=-5 built=-11 builtin=-12 bump=-32 but=-60 button=-40
buy=-16 buyer=-99 by=-61 bypass=-24 bypasse=-39 byte=-10 bytes=-57 bytesio=-16 bz2=-13 bzip2=-13 c=2 cache=-44
caches=-10 cada=-22 cake=-46 calcula=-23 calenda=-24 call=-50 callabl=-23 callbac=-12 called=-44 caller=-34 callers=-8
calling=27 calls=-65 can=-96 cancel=-15 cancell=22 candida=91 cannot=-38 canonic=-5 canvas=-19 capabil=-5 capital=-27
caption=19 capture=-6 car=-28 card=36 cards=4 care=-18 careful=66 carry=67 cart=20 case=-82 casella=53 cases=-43
cast=-2 cat=8 catalog=-3 catch=40 categor=-2 cause=-5 ce=-7 ceo=28 cert=-2 certain=-14 certfil=-5 certifi=-29 cet=63
cette=-2 cfg=-3 chain=-11 change=-63 changed=-3 changel=-20 changes=-60 changin=-4 channel=-13 chapter=-32 char=-4
charact=-27 charge=-4 chars=-6 chart=10 chat=73 chatbot=-77 chatgpt=-36 che=22 check=36 checked=-10 checker=-7
checkin=11 checkli=-43 checkou=-12 checks=20 checksu=-14 chef=13 chiavi=28 child=-35 childre=-28 chmod=42 choice=51
choose=-100 chunk=-22 chunks=-4 ci=2 cite=8 city=17 claim=86 class=-88 classes=-30 classme=-6 claude=-6 clause=52
clean=-31 cleanup=35 clear=-12 clicca=-15 click=-30 clicked=-3 clickin=-44 client=5 cliente=-41 clients=30 clinic=-10
clipboa=59 clock=-5 close=-107 closed=19 cls=-11 cmd=11 co=-3 code=-3 codec=-3 codes=56 coding=41 colleag=-43
collect=17 colon=-2 color=-7 colormo=-2 column=-41 com=-78 come=21 comes=36 coming=2 command=-34 comment=59 commit=4
commits=-15 committ=65 common=-21 commonl=-2 communi=-20 company=19 compare=-18 compari=70 compati=-40 competi=82
compila=-5 compile=-16 complai=11 complet=21 complia=-9 comply=59 compone=-14 compose=36 compres=-33 compte=-19
compute=-30 con=32 concate=9 conclud=50 concret=-2 conditi=-11 conferm=-11 confide=-67 config=31 configp=-3
configu=-53 confirm=29 conflic=-18 connect=-7 consent=50 conside=-35 console=-6 constan=-9 constru=-19 consult=-13
contact=38 contain=15 content=-40 context=-19 continu=60 contrac=35 contras=-13 contrat=6 contrib=-10 control=-22
conveni=-2 convent=-28 convers=52 convert=-15 cookie=-3 cookies=11 coordin=-15 copia=-27 copie=5 copied=-4 copies=52
copilot=46 copying=-3 corner=-15 corp=-43 correct=68 correo=6 corresp=-23 corvex=35 costs=-10 could=47 couldn=-4
count=-9 counter=-24 covaria=-5 coverag=-9 cpu=-5 crafted=-7 crawler=34 create=-50 created=-32 creates=-6 creatin=-7
credent=49 credit=87 cron=-2 crontab=-5 crypto=45 csv=96 cto=15 ctx=39 curl=-7 currenc=-4 current=-55 cursor=43
custom=-24 custome=-66 customi=-8 cv=56 código=11 d=31 da=52 daemon=-18 daily=-7 dana=26 danach=-42 danke=-23 dann=-25
dans=-3 daran=12 darf=25 dark=-56 das=26 dass=63 dat=77 data=-68 databas=-16 datacla=-5 date=-7 datei=24 dateien=23
daten=7 dauerha=30 davon=-7 day=7 days=-74 db3=15 db8=-15 dbb=-15 dbe=-2 dbm=-16 de=140 de00=29 deaktiv=16 dear=20
debe=-30 debian=-7 debug=20 debugge=-18 debuggi=-20 decided=37 decimal=-38 decisio=63 decline=-3 decode=-11 decoder=-2
decodes=-8 decorat=-12 def=-27 default=-83 define=-42 defined=-38 defines=-13 definin=-20 definit=-8 degrees=-11
dei2=-4 dein=25 deine=49 deinem=7 deinen=-21 deiner=39 del=53 delay=-79 delete=-118 deleted=-52 deletes=-95 deletin=61
deletio=54 delimit=-9 deliver=13 delta=-7 dem=44 demande=-11 den=11 denied=-53 denomin=-4 dentist=87 deny=-8
dependa=-17 depende=-16 dependi=-8 depends=3 deploy=-48 deploym=12 deposit=27 depreca=12 der=16 derive=-6 derived=-4
des=55 descend=-2 describ=-6 descrip=-53 deserve=96 desired=-7 desk=-12 dessous=11 dest=-4 destina=-6 destroy=-16
destruc=20 detail=4 detaile=-8 details=14 detect=-45 detecte=-2 detecti=-6 determi=-21 dev=-4 develop=83 deviati=-5
device=-38 deze=19 di=-28 diagnos=34 dialog=29 dialogs=-95 diary=29 dich=-50 dict=-18 diction=-41 dicts=-11 did=-26
die=50 dienst=-4 diese=110 diesen=31 dieser=42 dieses=70 diff=-50 differe=-28 digit=-2 digits=-14 dir=17 directl=-10
directo=-48 direkt=18 dirname=-2 dirs=-5 disable=-20 disabli=-6 disallo=-12 disasse=-8 discard=-9 disclos=88
discoun=-9 discuss=34 disk=74 dispatc=-5 display=13 disrega=-41 dist=-23 distanc=-5 distrib=-15 dit=2 diverge=-8
divide=-2 dividen=-4 divisio=-4 divmod=-2 dns=35 do=29 doc=16 dock=-19 docker=-51 docs=11 docstri=-4 doctest=-25
doctor=27 documen=25 does=-45 doesn=-29 doing=2 doit=-2 domain=19 don=-70 done=48 donné=42 door=-19 doors=67 dose=10
dossier=-5 dot=15 dots=-44 dotted=-4 double=39 doubled=50 doubt=-23 down=14 downloa=19 dr=48 draft=4 drafts=30
drawing=-13 drei=-46 drive=10 driver=39 droits=14 drops=18 drug=11 dst=-21 du=83 duck=-5 due=-11 dummy=-4 dump=3
durch=-16 during=15 dynamic=-3 déjà=31 désorma=7 dürfen=-50 e=39 each=-15 early=-6 eat=45 echo=-22 ed25519=45 edit=-23
editing=12 editor=38 edits=3 effect=-54 effects=26 eggs=-6 ein=73 eine=15 einen=-3 einmal=4 einschr=40 eintrag=-3
einvers=-2 einzust=19 either=-18 ejecuta=21 el=51 element=-14 elevato=-14 elm=-4 else=31 email=-46 emax=-5 embedde=5
emergen=-6 emin=-5 empfang=-16 empfehl=-13 employe=27 en=46 enable=-56 encode=30 encodin=-15 encount=-4 encrypt=-18
end=3 ende=3 ended=40 endereç=20 endian=-6 ending=-21 endpoin=27 ends=6 energy=44 enginee=-20 enough=-29 enter=-82
entered=-3 enters=-11 entfern=-3 entire=3 entirel=27 entries=-16 entry=48 enum=-10 enumera=-2 env=32 envia=25
envie=-22 environ=-47 envía=6 envíe=-22 eof=-5 eoferro=-8 eq=-4 equal=-12 equipo=-16 equival=26 er=72 erase=-3 eres=2
ergebni=15 erhalte=17 erinner=-3 erlaubt=50 erreur=21 error=-57 errors=-10 erste=58 erteilt=-2 erwähne=31 erwähns=24
erzähle=-15 es=11 esmtp=-14 especia=-2 essay=84 esta=65 establi=-9 estate=-75 este=95 está=31 etc=44 etwas=3 eur=-88
euro=-15 event=-37 ever=25 every=40 everybo=52 everyon=108 everyth=26 everywh=37 evil=120 exact=-4 exactly=-12 exam=53
examine=-3 example=71 exc=-5 exceede=71 excel=-6 except=-3 excepti=-19 exclusi=-15 exe=3 exec=53 executa=-11
execute=-18 executi=-9 exfiltr=-8 exist=2 existin=-18 exists=-27 exit=-8 exited=-3 exits=-3 expand=-6 expande=-7
expecte=-16 expire=-7 expired=-23 expires=-47 explain=28 explici=-7 exponen=-13 exporte=-18 expose=-8 exposed=-15
express=74 ext=2 extende=-33 extensi=-26 extra=28 extract=-13 f=-70 factor=24 facts=-16 fail=35 failed=-83 failing=45
fails=-16 failure=-12 fall=69 fallbac=-6 false=-11 falso=2 family=-18 faq=-4 far=57 fashion=-6 fasse=-20 fassen=-15
fast=-7 faster=-4 fatal=-20 favour=4 fd=-8 feat=-29 feature=-27 feed=-14 fees=-6 fehler=22 fehlges=27 feld=42 fell=6
fertig=-17 fetch=3 fetches=25 feu=-4 few=-3 ffff=-5 fi=-8 fichier=-4 field=17 fields=-16 figures=21 file=-36
filenam=-9 fileno=-4 fileobj=-2 files=-33 filesys=-5 filling=-2 filter=11 filters=18 final=14 finally=-5 finance=2
find=48 finder=-4 finding=24 fine=72 finish=24 finishe=45 firewal=6 firm=-33 firma=32 first=43 five=85 fix=62
fixed=-29 flag=-43 flags=-20 flat=-15 flight=7 float=-7 floor=2 flush=-13 fnmatch=-2 focus=-4 folder=106 folgend=26
follow=25 followe=-94 followi=-44 follows=22 foo=-31 food=33 for=-17 forbidd=28 force=-75 forecas=26 forget=-150
forgets=-93 fork=-14 form=-19 format=-33 formats=-11 formatt=-12 forms=-8 formula=11 forum=-2 forward=-54 fotos=-3
found=94 four=32 fp=-2 fractio=-16 frag=28 frage=22 fragen=-13 frame=-16 frames=-4 framesu=-3 framewo=-2 free=35
freemai=7 frei=9 freigab=-6 freigeb=5 french=-20 fri=-8 friday=-39 fridays=-13 friendl=-12 from=-13 front=13
fronten=-11 frozen=28 fssl=-46 full=53 fully=13 fun=-4 func=-8 functio=-64 funds=43 further=70 future=-19 führe=20
führen=-20 führt=-13 fünf=10 für=57 g=-43 game=15 ganzen=13 garage=50 garbage=-14 gast=7 gate=-21 gateway=-36 gave=-8
gb=-30 gcloud=30 ge=-5 geben=10 gecontr=19 gedächt=10 geehrte=3 gefunde=10 gemini=20 genehmi=-37 general=22 generat=47
generic=-34 geprüft=29 german=-50 gerät=-42 geschäf=10 get=-88 gets=-18 getstat=-2 gib=73 gibt=-15 gift=18 gilt=-46
gist=9 git=-6 github=25 give=47 given=-44 giving=-4 global=-9 globals=-2 gnu=-10 go=59 goal=-8 goes=-15 going=-29
gone=-9 good=122 got=28 gpt=-26 grade=60 grandmo=42 grant=-66 granted=18 graz=-20 great=-16 green=-7 group=-71
guarant=-9 guarda=5 guardad=30 guess=-15 guest=82 guests=-29 guide=-103 guideli=47 guten=-10 gz=-17 gzip=-15 gztar=-3
h=37 haben=-23 hack=-7 hacked=67 had=39 half=-17 hallo=-22 hand=-35 handle=-11 handled=20 handler=-2 handles=-5
hang=-32 happen=25 happene=-37 happy=37 har=-5 hardwar=-3 harmles=17 has=69 hash=-5 hashabl=-3 hast=38 hasła=-8 hat=95
haus=20 have=-6 having=-2 he=-13 head=-13 header=-7 headers=-6 heading=-6 healthy=69 hear=64 heeft=16 held=-44
hello=-21 helo=-10 help=-63 helper=-48 helpful=-11 helping=4 her=-18 here=93 hereby=21 herunte=-17 het=8 heute=-3
hex=31 hey=4 hi=-9 hidden=-49 hide=-19 hier=17 hierarc=-3 high=-14 higher=-4 highest=9 him=5 hint=66 hinweis=11
hire=39 his=-27 histori=14 history=-15 hits=-5 hmac=-4 hoch=8 hoeven=19 hold=17 holder=60 holm=73 holt=-13 home=46
hook=-16 hooks=-38 horn=-14 hostnam=-6 hosts=87 hotel=11 hotels=-8 hour=6 hours=-60 how=-92 however=-28 hoy=5 hr=-10
hracorp=-20 html=-24 http=44 https=-18 huber=26 human=67 häng=9 i=-8 ia=29 iban=32 ich=4 ici=29 id=-12 idea=-5
identif=-14 identit=38 idle=-5 ie=-4 if=-94 ignora=11 ignore=-75 ignored=-44 ignorer=-7 ignores=-8 ignorie=-19 ihm=12
ihn=-23 ihr=-28 ihre=-32 ihren=7 il=2 im=27 image=-22 images=-66 imap4=-11 imapa=-11 img=47 immedia=2 immer=10
imperat=-32 impleme=-36 implici=-4 imply=-4 import=-51 importa=10 importe=-7 impress=-123 in=-41 inbox=45 inciden=-5
include=-25 includi=4 incompa=-4 incorre=-9 increas=7 increme=-2 indenta=-15 index=43 indicat=-73 indirec=-4 ines=-33
inexact=-10 inferre=-2 infinit=-8 info=-5 inform=-8 informa=-43 informi=-46 informs=-43 inhalt=26 inherit=-8 ini=19
init=-13 initial=38 injecti=-32 input=-96 inputs=-48 insecur=-11 insert=80 inserts=-4 inside=-9 inspect=-4 inst=-48
install=-121 instanc=-36 instant=-9 instead=-49 instruc=-41 instruk=16 int=-36 integer=-41 integra=-3 intende=-22
intenti=-4 interac=-19 interes=-34 interfa=-17 interme=-2 intern=-11 interna=-25 interpo=-8 interpr=-15 interva=-7
intervi=64 into=43 invalid=-4 invia=-3 invite=68 invited=11 invoice=-70 invoke=3 invoked=-2 io=-28 ip=-17 iptable=-17
ipv=-4 ipv4=-3 ipv4add=-8 ipv6=-14 ipv6add=-14 ipva=-3 ipvaadd=-8 is=-19 isn=-11 issue=29 issues=-38 ist=60 istruzi=6
it=67 item=49 items=-42 iter=-3 iterabl=-5 iterato=-14 its=74 itself=45 j=-17 jailbre=-22 jamais=-26 jan=-29 je=-5
jede=30 jeder=32 jest=-5 jetzt=9 jeśli=46 job=3 jobs=-9 join=24 joined=29 jour=-4 js=8 json=10 june=-22 just=46 k=52
kalende=8 kann=-2 kannst=-4 karte=29 kata=19 kaufen=-6 kdbx=-9 ke=19 keep=-79 keeps=-34 kein=-5 keine=74 kennst=13
kennwor=-8 kept=-3 kernel=-2 key=-77 keyed=-10 keyerro=-18 keyfile=-7 keys=9 keyword=-15 ki=-16 kill=22 killed=-24
kim=13 kind=-9 kindly=26 kirim=19 klartex=28 kline=-2 klingon=23 km=51 know=60 knowled=18 known=7 knows=-5 kolb=16
konto=-16 kunde=42 kunden=-5 kundenb=19 kurz=-50 kwargs=-2 können=-10 künftig=17 l=46 la=80 label=-8 labels=-4 lade=53
lake=15 lambda=-8 lamp=-2 lang=8 languag=-51 laptops=31 larger=-4 las=-35 lass=20 lassen=-33 last=33 later=-9
latest=28 latter=-8 layer=13 le=65 lea=-8 leader=41 leading=-40 leak=-46 lease=-7 least=-19 leave=50 leaving=-13
left=-49 legacy=-14 legal=-10 lembre=-11 len=-3 length=7 les=27 lesen=-5 leser=12 less=-10 let=73 letter=8 letzten=24
level=10 levels=-9 lever=-7 lgtm=8 lib=53 library=-28 lic=12 licence=8 license=65 liefera=14 lies=-8 life=7 lifted=18
light=33 lights=-2 like=-21 lima=3 limit=87 limited=21 limits=22 line=-81 lineno=-11 lines=-57 linguis=2 link=-26
links=-39 lint=-2 linux=-32 list=7 liste=-20 listed=20 listing=34 lists=-15 literal=-8 live=-2 livrais=5 ll=38 llm=-25
llm01=-4 llmoi=-4 lo=42 load=37 loaded=107 loan=5 local=-19 locale=-4 localho=-41 locals=-3 locatio=-14 lock=-37
locked=-31 log=-70 logged=-4 logger=-9 login=-81 logs=-19 long=10 longer=32 look=32 lookup=-3 loop=4 los=18 lose=-47
lost=-5 lots=-2 lovely=38 low=38 lower=-3 lowerca=-4 lowest=-8 loyalty=57 ls=-35 lt=-4 lui=32 lunch=8 lyrics=-10
lzma=-5 lösche=2 löschen=-14 m=29 machine=11 made=-41 mag=8 mail=-41 mailbox=-47 mailcap=-5 mailing=-11 mails=-57
main=40 mainloo=-8 maintai=-18 mainten=37 major=-2 make=-5 makefil=-2 makes=-40 mal=30 mallory=63 malware=51 man=-55
manage=-37 manager=-67 manages=12 mandato=-3 manipul=-4 manual=-50 many=5 mapped=-3 mapping=-6 maps=-2 march=-13
maria=-41 mark=-13 markdow=-44 marked=-38 marking=-6 marks=-8 mask=-3 master=67 match=-7 matches=41 matchin=-2
matrix=-3 matter=3 max=3 maximum=38 may=-128 mcp=37 md=-24 md5=37 me=87 mean=-15 meaning=-12 meant=10 measure=-3
medicat=2 medicin=9 meet=-15 meeting=-9 mehl=25 mehr=15 mejor=18 melden=44 meldet=-45 meldung=54 member=-3 members=-13
memo=12 memorie=4 memoris=18 memoriz=28 memory=-7 mensaje=23 mention=67 merci=-2 merge=-33 merged=-107 merging=-5
merke=-15 merken=-17 message=26 meta=-3 metadat=-2 method=-81 methods=-28 metrics=50 mg=13 middle=35 midnigh=-11
might=-46 miglior=11 migrati=-34 milch=-6 milk=-2 mime=-8 min=-2 mind=56 minimum=-4 ministe=40 minor=-4 minute=12
minutes=-3 mir=20 mirror=65 mise=-12 miss=-7 missing=-9 mistake=45 mit=61 mitigat=-11 mix=-2 mixed=-3 mixin=-6
mkstemp=-13 mmdf=-3 mode=-56 model=-125 modell=-43 modello=2 modelo=30 models=3 moderat=-13 modes=-3 modify=-2
module=-76 modules=-15 modulo=-6 moet=29 moment=9 mon=-9 monday=-44 money=-54 month=-31 more=-5 morgen=-34 morning=-49
most=-56 mot=-11 mouse=-5 move=25 moved=54 movemen=-11 mr=64 mro=-6 ms=-21 msg=-35 much=-20 multipl=-27 mum=-6
muss=-28 must=-154 mute=-5 my=58 märz=-10 mémoire=11 même=-4 möchte=4 müssen=-21 n=-38 na=66 naar=-4 nach=48
nachfra=21 nachric=-14 name=-55 named=-11 namen=-12 names=-52 namespa=-9 nan=-5 nans=-11 nc=52 ne=-20 need=58
needed=21 needs=67 negativ=52 negotia=15 neighbo=-11 nel=53 nenne=6 nested=-4 netmask=-8 netrc=-45 neu=-65 neue=-44
never=-61 new=-37 newest=76 newline=-12 newslet=-28 next=98 nginx=-15 nice=108 nicht=55 nichts=4 niemals=-20
niemand=-61 niet=-7 night=25 nikomu=-13 ninguém=19 no=26 nobody=61 noch=18 node=8 nodes=-2 non=-15 none=-41
nonexis=-23 nonnega=-3 nonzero=-8 noon=34 nor=-3 normal=-14 normali=-5 normall=-7 nos=-18 not=-76 nota=3 note=16
noted=28 notes=145 nothing=122 notice=-11 notific=-30 notify=-6 notizen=12 notre=4 now=91 npm=-33 nr=7 nt=-7 nu=27
nuestro=-18 null=-6 number=-78 numbers=52 numeric=-12 nurse=-9 nutzer=-35 nutzeri=-11 nutzers=17 não=19 nächste=37
nötig=7 número=24 o=44 ob=17 obey=18 obeys=25 object=-67 objects=-48 observa=62 obsolet=-5 occurre=-2 occurs=-2 och=6
odd=41 oder=-8 of=2 off=49 offer=-42 offers=-65 office=3 officia=19 offizie=6 offline=61 offset=-12 often=-5 og=28
ohne=-40 oitio=2 ok=120 old=-75 older=-4 omitted=-5 on=34 once=38 onclick=-2 one=7 ones=-14 only=-74 onthoud=38
onto=-4 op=-12 opcode=-7 open=51 openai=-20 opened=-24 opening=20 opens=-33 operand=-12 operati=-44 operato=10
opinion=-26 opposed=-2 ops=-5 opt=-27 option=-16 optiona=-37 options=-30 or=-207 ora=4 order=-20 ordered=-5 orders=-26
ordner=-7 org=-6 orienta=-2 origin=6 origina=-16 orr=35 os=23 oserror=-8 otbete=20 other=52 others=101 otherwi=7
oubliez=-20 our=25 ours=144 out=112 outdate=12 output=-114 outputs=12 outside=-21 oven=-5 over=-22 overdue=-2
overrid=-119 overwri=-38 owasp=-15 own=34 owned=-4 owner=20 owns=-8 p=6 package=13 packs=20 pad=4 padded=-4 padding=-3
page=-71 pages=-38 pago=5 paid=15 pair=-16 pairs=-15 panel=-3 paper=-62 par=6 para=46 paragra=43 paramsp=-5 parcel=-9
pare=-4 parent=-12 parents=-31 park=-21 parse=-12 parsed=-3 parser=-26 parses=6 parsing=-3 part=-9 partial=-5
particu=-5 parties=-17 partir=4 partner=-11 parts=69 party=-6 pas=-46 pasapor=-5 pass=-54 passe=-11 passed=81
passeng=-37 passes=-27 passing=-7 passphr=-5 passpor=-39 passwd=-27 passwor=-29 passwör=10 past=-5 paste=27 patch=31
path=-60 pathnam=-5 paths=-2 patient=110 pattern=-4 pax=-2 pay=-4 payment=2 payroll=19 pdf=3 pede=16 peers=-2 pem=-5
pending=39 pensize=-7 people=41 pep=-4 per=-55 perform=-14 permane=33 permiss=-74 permitt=10 persist=3 person=98
persona=72 persone=-10 personn=-8 peut=-8 phishin=3 phone=47 photo=45 photos=-37 phrase=-2 pickle=-8 picture=32
pin=-21 pip=-6 pirate=46 pizzas=67 place=-28 placed=-9 plain=-18 plan=21 planner=18 plans=-15 plant=34 platfor=-8
play=71 please=-73 plus=5 pm=2 png=43 podawaj=-10 poem=39 poi=15 pointer=-2 points=17 poisoni=-22 police=-12 policy=-9
poll=16 popen=-4 poprzed=3 por=-15 port=-11 portal=-25 portare=-10 pos=-3 positio=-18 positiv=42 posix=-9 posixpa=-4
possibi=-6 possibl=15 post=6 posted=38 postfac=54 postgre=-2 postins=14 pour=34 power=-7 pr=-30 praise=4 pre=-39
prec=-10 precede=45 precedi=-14 precisi=-5 prefer=15 prefere=-18 preferr=55 prefers=17 prefix=-27 prefixe=-3
prefixl=-9 pregunt=28 preheat=-5 prepare=-7 prepend=-3 presenc=-21 present=24 preserv=-2 press=38 pretend=13 pretty=-8
prevent=-2 previou=35 price=40 prices=-2 prima=63 princip=-30 print=-51 printed=-13 printer=27 printin=14 prints=22
prior=41 priorit=26 privacy=-77 private=58 privile=-5 prize=6 problem=-14 proc=6 procedu=-3 proceed=5 process=9
produce=-12 product=28 produit=5 produkt=39 profile=21 profit=27 program=3 progres=-17 proj=-19 project=7 prompt=-105
prompts=-86 proof=57 propert=-13 propose=3 protect=37 proto=-3 protoco=-28 protoko=-13 prove=51 provide=-25 proxy=-57
prüfen=-30 prüfsum=5 prüfung=47 ps=3 public=4 publick=-15 publish=52 puede=-33 pull=-21 purchas=51 purepat=-2 purge=27
purpose=33 push=-3 pushed=-7 pushing=36 put=96 py=-59 pyc=-2 pydoc=-4 pytaj=47 python=-51 q=-32 qualifi=38 quarter=20
que=180 quell=32 quelle=36 queries=-13 query=53 questa=80 questio=35 questo=61 queue=-35 qui=-14 quick=4 quickes=27
quickly=-51 quiet=-32 quietly=-5 quit=-6 quota=76 quote=33 quotes=-2 r=36 rack=-9 rain=35 raise=-28 raised=-31
raises=-17 ran=37 random=18 range=-3 rank=15 rate=64 rather=11 rating=34 ratio=-6 raw=-9 rawioba=-11 rb=-3 re=151
reach=-3 reached=19 read=29 readabl=-8 reader=63 readers=61 reading=-17 readlin=-15 readme=-33 reads=-27 ready=82
real=83 really=86 reason=64 reasons=-10 rebase=-9 recall=15 recalle=-2 receipt=6 receive=81 receivi=-14 recent=-11
rechner=-21 rechnun=-3 recomie=27 recomme=60 reconci=-8 record=188 recorde=-4 records=-26 recover=27 recruit=47
recuerd=-4 recursi=-39 red=15 redacte=-11 redirec=-44 ref=58 referen=-59 refund=34 refunds=-4 refusal=40 refuse=10
refused=-35 refuses=21 refusin=14 regardl=-16 regeln=-41 regex=-9 registe=-42 registr=16 reglas=35 reifen=7
reinici=-16 reinigu=-12 rejecte=-8 relativ=-3 release=18 relevan=-11 reload=28 remaind=19 remaini=76 remedy=30
remembe=-209 remind=-28 reminde=23 remote=-14 remove=-24 removed=-39 removes=-8 removin=28 rename=-4 render=62
rendere=-4 renewed=38 reopen=19 repair=-4 repeat=52 repeate=-14 replace=47 replaci=-3 replies=-22 reply=10 repo=26
report=17 reporte=-12 reports=-43 repr=-10 represe=-34 reprodu=32 request=-7 require=33 reraise=-2 resend=-22
reserve=22 reset=-34 resign=55 resolve=73 resourc=-8 resp=-6 respect=-2 respond=15 respons=-43 rest=114 restart=-46
restbet=4 restore=-38 restric=-24 result=-44 resulti=-2 results=49 retiens=8 retriev=-38 retry=-16 return=-124
returnc=-9 returne=-34 returni=-6 returns=-35 reuse=-2 reveal=68 reverse=24 review=-41 reviewe=-7 reviews=15
revoke=-58 rewrite=11 rf=58 rfc=-35 riassun=11 ricorda=12 right=33 rights=-40 ring=-22 riso=5 rispond=-6 rival=2 rm=50
road=-19 robot=16 robots=70 role=-128 room=22 rooms=-30 root=-7 rotate=-11 rotated=61 round=44 rounded=-15 roundin=-5
rounds=-4 route=96 router=-2 routine=-10 row=-7 rows=34 rsa=-21 rue=-2 rule=115 rules=66 run=-121 runner=-4
running=-33 runs=-27 runtime=-42 rust=-35 répondr=20 réponds=4 résulta=-4 résume=65 résumé=-6 rückfra=38 rückruf=9
s=46 s3=-11 safe=27 safety=73 sag=-2 sage=18 said=-55 salarie=-14 salary=38 salir=-14 same=-118 sample=-2 sandbox=25
sandi=19 sans=41 satisfi=-4 satz=33 sauvega=-10 save=15 save20=19 saved=146 savings=58 say=-25 says=-14 scaled=-3
scan=76 scanner=-34 schalte=8 schedul=2 schema=-13 schick=-20 schickt=10 schlüss=-25 schon=-2 schreib=32 scope=-13
score=58 screen=-3 script=-14 scripts=-4 scrivi=53 sda1=-9 sdai=-9 se=14 search=17 searche=-5 sec=46 second=17
seconds=15 secret=-76 secrets=43 section=-73 secure=38 securit=-35 see=8 seek=-4 seeking=-12 sehr=-17 sei=35 sein=3
seine=5 seite=42 select=-10 selecte=-7 selecto=-13 selects=-5 self=-64 sell=33 seller=26 semapho=-3 sempre=12 send=-92
sende=19 senden=-17 sender=-10 sendfil=-3 sending=-8 sends=-37 sensor=-6 sentenc=30 senza=24 sep=-8 separat=-19
sequenc=-39 sequent=-5 serial=7 serve=10 server=-21 servers=-7 service=36 session=77 set=-95 sets=-19 setting=-81
sh=40 shadow=50 shall=29 shape=-3 share=-24 she=-32 sheet=5 sheets=-34 shell=69 ship=19 shipped=-24 shippin=51 shoes=6
shop=-31 shoppin=11 short=-59 shortha=-16 should=-89 show=52 showing=45 shown=34 shows=-73 shut=42 shutdow=-11 si=-19
sich=-69 sicher=-26 sicherh=27 side=20 sidenot=-26 sie=-170 siempre=56 sig=-4 sigkill=-20 sigma=-4 sign=-42 signal=-15
signali=-8 signals=-3 signatu=-76 signed=-12 signé=-12 silence=21 silent=-14 silentl=28 similar=-14 simple=-25
simply=-13 simulat=5 sin=17 since=-44 sind=14 single=-17 sistema=13 site=16 sites=35 sitzung=51 six=-55 size=-57
skicka=6 skills=10 skip=-85 skipped=-19 skript=-2 slack=17 slash=-2 slides=-6 slip=-12 slot=-3 slow=-3 small=15
smaller=-2 smalles=-10 smtp=-17 snan=-3 snapsho=-16 so=107 socket=-25 socketi=-2 sofort=-9 softwar=75 sole=-8 soll=12
solo=114 solutio=-3 some=12 somebod=-37 someone=29 somethi=53 son=16 sondern=25 sonst=-28 soon=-48 soporte=-2 sorry=29
sorted=-2 sound=12 source=-27 sources=-7 space=-28 spaces=-24 spawn=-4 speak=37 speaks=-2 spec=-49 special=-10
specifi=-51 specify=-12 speed=-37 speiche=-9 spend=-6 split=71 sprachm=20 spätere=27 sql=25 square=-3 squirre=-4
src=23 srv=9 ssh=-41 sshd=6 ssl=-17 st=13 stable=-11 stack=-12 staff=-44 staging=28 stale=-4 stamp=-2 standar=-26
standin=40 stands=-17 standup=2 star=9 stars=14 start=-42 starte=-12 started=-5 starten=-5 startin=23 starts=-7
stat=-6 state=7 stateme=-28 static=-9 stattde=35 stay=9 stderr=-10 stdout=-14 stehend=19 steht=-26 stelle=5 step=-22
steps=36 still=-51 stir=-17 stock=7 stopped=-28 stops=29 store=-32 stored=151 stores=-108 story=-41 str=-20 straigh=34
stream=-25 streams=-5 street=37 strftim=-2 strict=-6 string=-65 strings=-38 strip=-11 stronge=14 structu=-12
student=23 study=12 stuur=-26 style=-76 su=-15 sub=7 subclas=-24 subdire=-6 subject=7 submiss=17 submit=50 submitt=-3
subnet=-3 subnetm=-3 subnorm=-14 subproc=-6 subscri=14 success=-33 such=-142 sudo=-25 suffix=-21 suggest=5 suite=10
sum=22 summari=-80 summary=2 sun=-5 sunday=-3 superus=34 supervi=-11 supplie=10 support=-57 suppose=-5 suppres=-29
supprim=-17 sure=-22 survey=52 sus=32 suspend=6 suspici=4 switch=-32 switche=-23 symbol=-2 symlink=-22 sync=17
synch=-8 syntax=-11 sys=-20 syscall=-2 system=-18 systemc=-5 systemd=-3 systeme=-14 systemp=2 systems=4 t=43 tab=25
table=-51 tablets=-6 tag=-29 tags=-5 take=-28 taken=-6 takes=-2 taking=-11 talk=-2 talking=-2 tar=-22 target=-21
targetp=-3 tarinfo=-2 tarjeta=-3 task=65 tasks=-2 tax=82 te=-5 teacher=-36 team=-111 telefon=21 telemet=-7 tell=-113
tells=-63 temp=-3 tempera=-35 templat=-35 tempora=-4 ten=31 term=22 termin=15 termina=48 terms=10 terrafo=-5
terribl=33 test=-53 testcla=-4 teste=24 testing=-4 tests=16 text=-58 texte=-31 texts=27 than=-17 thank=-10 thanks=31
that=86 the=68 their=-24 them=-35 then=-31 there=26 these=-11 they=81 thing=5 things=2 third=2 this=122 those=2
though=20 thread=7 threads=-11 three=-39 through=-12 thursda=-15 thus=-2 ticket=-50 tickets=-60 tienda=28 till=6
time=-37 timedel=-3 timeit=-6 timeout=-23 times=-33 timezon=-3 tinycac=5 title=-63 titular=-2 tkinter=-2 tls=-6 tmp=2
to=-30 todas=-30 today=-39 todo=-50 todos=11 togethe=-6 token=-95 tokeniz=-9 tokens=-94 told=-89 tom=-35 toml=-3
tomorro=-5 ton=22 tone=61 tonight=-32 too=97 tool=-6 tools=69 top=38 topic=20 total=-19 touch=8 toujour=5 tout=-17
toutes=8 town=-19 tr=-3 trace=-20 traceba=-15 traces=-3 tracing=-7 track=-12 trage=-15 trailin=-16 train=-21
trainin=-26 transcr=83 transfe=-27 transfo=-2 transit=-2 transla=107 transmi=13 traps=-6 trash=13 travel=21 travell=37
treat=-15 treated=-8 tree=-49 tresor=-29 tried=-11 trigger=-3 triple=-14 true=49 truncat=-2 trust=20 trusted=47
trusts=4 try=-50 trying=-11 tty=-4 tu=48 tuple=-32 tuples=-34 turn=-19 turned=45 turning=9 turns=-2 turtle=-72
turtles=-22 tutti=-11 twice=-31 two=-8 txt=-7 typ=-19 type=-52 typed=-4 typeerr=-8 types=-15 typical=-21 typing=-30
typo=136 tyres=6 u=47 uhr=-2 uid=-16 um=-12 umbrell=11 un=20 uname=-63 unautho=-6 uncompr=-15 und=146 under=107
underfl=-5 underly=-12 undersc=-2 undo=-43 undone=-38 une=-5 unicode=-4 union=-9 unique=-13 unit=-34 units=-26 unix=-3
unknown=-4 unless=30 unlike=-4 unlimit=27 unlock=73 unlocke=-17 unpack=-12 unread=101 unrelia=24 unrestr=17 uns=-18
unsere=8 unseres=13 unset=-7 unsubsc=-3 unsuppo=-8 unten=52 unter=46 untersc=-35 until=-21 untrust=-19 unused=-4
unzip=3 up=2 update=96 updated=19 updates=-38 updatin=-15 upgrade=13 upload=-13 uploade=29 uploads=-5 upon=21 upper=-4
upstrea=-24 urgent=22 url=63 us=74 usage=-11 use=-174 used=-34 useful=-9 user=18 users=-69 uses=-19 using=-103 usr=-9
usual=3 usually=-4 usuario=-30 utc=-10 utcoffs=-7 utente=19 utilisa=20 utility=-2 utiliza=46 uw=-24 użytkow=109 v=-39
v1=-3 v2=43 v3=18 v4=-8 va=6 valid=23 validat=19 valide=34 value=-7 valueer=-20 values=-46 var=62 variabl=23
variant=-16 vars=-11 ve=105 vendor=58 vendors=4 verarbe=36 verbati=20 verbose=-2 verbote=28 vergess=-6 vergiss=-5
verific=6 verifie=15 verify=61 verschw=11 version=-59 vertrag=-34 vertrau=17 verwend=-44 very=-6 verzoek=-8
veuille=-16 via=16 vienna=-15 view=-52 viewing=-16 vim=-9 violati=27 viremen=8 virtual=-29 visible=-37 visit=-55
visitor=75 voice=73 volk=39 voll=-3 vom=2 von=45 voortaa=19 vor=-11 vorher=-27 vorheri=-14 vorrang=16 vos=-13
votre=-54 voucher=-52 vous=-10 vulnera=-29 w=-18 wachtwo=26 wait=58 waiting=-25 wake=7 wallet=50 want=-93 wanted=20
wants=-37 war=-20 ware=-12 warm=22 warn=37 warning=4 warnung=36 wartung=67 was=-25 water=-5 way=38 wb=-3 we=2 weak=39
weaknes=102 wear=-20 weather=52 web=-49 webhook=6 week=-51 weekday=-4 weeks=-47 weg=20 weglass=64 weiss=86 weiter=-40
weitere=17 weiterg=10 welcome=-4 well=-48 wenn=-35 wer=6 werden=26 were=82 werkzeu=4 wetter=30 wget=59 what=87
whateve=139 when=-49 wheneve=28 where=-18 which=-14 whichev=33 while=-3 whisper=-70 white=-12 whitesp=-14 who=62
whoever=81 whole=11 whose=8 why=11 wi=-8 width=-19 wieder=-12 wiki=-22 wikiped=-7 wildcar=-5 will=-71 win=-8
window=-30 windows=27 winkel=19 winner=29 winter=6 wipe=82 wir=-74 wird=-21 wishes=18 with=57 within=-46 without=-35
wizard=-2 wohnt=-15 won=2 wontfix=41 word=103 worden=61 words=-20 work=-34 worker=-4 workers=-17 working=33 works=-84
workspa=61 world=19 would=-20 wrap=-15 wrapped=-11 wrapper=-5 wrappin=-2 wraps=-71 writabl=-3 write=13 writer=-6
writes=-31 writing=-3 written=-16 wrong=95 wrote=20 wszystk=63 wurde=-62 www=-17 wyślij=3 x=4 xb=-2 xxx=-12 xz=-8 y=26
ya=11 yapay=85 year=41 yearly=44 yes=12 yet=-15 yield=-10 yields=-4 yml=45 you=19 youaexa=-2 your=-85 yoursel=-16 z=23
za=41 zahlung=42 zapisz=55 zapomni=-8 zeg=11 zehn=-20 zekâ=57 zentra=7 zero=-27 zeros=-3 ziehen=-32 zip=3 zipfile=-3
zipimpo=-6 zonder=2 zu=-11 zuerst=-52 zugangs=5 zugesti=3 zugriff=24 zum=-2 zur=24 zurück=-29 zusamme=18 zwei=-25
{=-44 }=66 à=-44 ändern=-15 è=51 é=19 être=5 öffne=30 öffnen=17 über=4 überset=14 überwac=-3 überwei=-23 ÿ=-6
админис=19 адрес=17 ассисте=56 без=13 безопас=9 говори=9 если=2 забудь=38 запомни=14 заявку=-15 и=78 игнорир=-7 из=-12
код=-12 магазин=44 модель=9 навсегд=14 наш=44 не=-12 никому=-12 об=9 отправь=9 перешли=7 пользов=11 предыду=39
разреши=31 смс=-12 сообщай=-12 только=14 ты=9 удали=42 упомина=84 файл=11 что=9 это=13 этом=9 этот=37 языкова=9 إلى=85
المرور=3 المساعد=78 لا=67 هذا=77 ए=39 क=39 द=39 न=39 म=39 स=39 सभ=39 いで=5 えな=-8 から=-16 くだ=20 こと=31 この=37 これ=15 さい=32
して=62 すべ=16 する=20 ださ=20 って=-8 てか=-16 てく=28 でく=5 です=31 での=15 では=10 ない=-10 なさ=12 なし=14 には=3 に送=-4 の会=15 の商=20 の指=15
は必=10 べて=16 ます=-6 まで=2 るこ=31 れま=10 をす=16 を削=28 を最=41 を確=2 を読=20 ァイ=14 イル=14 ザー=30 ジを=20 ドは=-7 ドを=6 ファ=14 ユー=30 ログ=11
ーに=13 ーの=18 ーザ=30 ージ=20 不要=10 之前=-4 五之=-5 产品=33 人工=8 今後=2 从现=13 以下=-11 以在=-7 们的=6 任何=-8 会話=15 何人=-8 你必=4 你是=10 保存=-14
信し=16 内容=96 删除=16 削除=23 助手=10 勧め=10 发送=2 只推=54 可以=-29 合は=15 告诉=-4 员已=36 周五=-5 品を=20 商品=20 回答=41 在周=-5 在设=-7 在起=13
場合=15 変更=-4 如果=4 密码=-7 工智=8 後の=2 必ず=10 必须=14 总结=42 我们=6 户可=-7 户的=7 所有=79 承認=2 把用=4 指示=15 推荐=54 提示=3 教え=-5 文を=2 时必=10
智能=8 最高=17 本页=14 注文=2 点は=-3 無視=-15 现在=13 理员=16 理者=16 用户=-21 的に=-7 直接=2 码告=-8 确认=26 確定=2 確認=14 示し=15 示词=3 管理=32 系统=3
结本=10 统提=3 置中=-7 者の=16 荐我=6 表示=15 要告=4 要約=40 視し=-15 設定=13 認な=14 记住=26 设置=-7 评价=36 诉任=-8 诉用=4 请在=27 请把=82 起你=3 送信=16
送到=2 问题=40 除し=28 页时=10 결제=48 니다=-4 락처=21 로=21 사용=56 세요=29 습니=-4 에게=2 연락=21 용자=56 이=47 자에=4 하고=68 하세=-2
"""
