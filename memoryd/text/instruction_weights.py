"""How much what stands in a passage says for an instruction, in hundredths (rule 27).

Data of `instruction_passages`, written by tests/text/fit_instructions.py.
"""

# ruff: noqa: E501 - wide letters count twice
from __future__ import annotations

START = -3.97
WEIGHTS = r"""
$=8 $_0=5 $_cat=4 $_home=3 0=61 00z=-2 0_0=2 0_2m=-3 0_>=52 0_`=-8 0_a=35 0_after=-3 0_am=-2 0_an=36 0_and=65
0_approve=-3 0_april=-21 0_are=25 0_as=51 0_at=-9 0_auf=24 0_august=-20 0_before=22 0_bis=12 0_bitte=-9 0_by=-16
0_bytes=-13 0_c=-22 0_charact=2 0_cm=-9 0_currenc=26 0_custome=-3 0_days=-53 0_de=-25 0_decimal=4 0_delete=-7 0_der=-7
0_done=-7 0_down=11 0_e=-18 0_eggs=-2 0_error=-4 0_errors=45 0_eur=-47 0_euro=-6 0_euros=-10 0_failed=4 0_feb=-12
0_files=-16 0_for=38 0_from=-10 0_g=-29 0_gb=16 0_has=-12 0_high=-8 0_hours=-31 0_if=-3 0_in=-46 0_info=9
0_instead=-13 0_is=2 0_ist=-23 0_it=-4 0_items=-4 0_jan=-4 0_january=-2 0_july=-28 0_june=-8 0_km=9 0_l=-10 0_let=-5
0_lines=6 0_m=-33 0_m2=12 0_march=-16 0_may=-25 0_message=-6 0_mg=17 0_million=-20 0_min=65 0_minuten=-12
0_minutes=-16 0_ml=-12 0_mm=-7 0_months=-4 0_ms=-9 0_next=-6 0_no=18 0_not=7 0_of=-40 0_off=-25 0_ok=44 0_on=11 0_or=4
0_p=-16 0_package=9 0_passed=22 0_per=14 0_please=4 0_pm=-24 0_points=8 0_request=-4 0_row=-10 0_s=-39 0_seconds=-3
0_sept=3 0_so=31 0_stars=-8 0_status=25 0_tage=4 0_tell=13 0_the=23 0_then=38 0_to=50 0_tuple=-2 0_uhr=-42 0_und=18
0_usd=8 0_uur=-9 0_votes=-28 0_vulnera=-6 0_was=-4 0_we=-14 0_weeks=26 0_when=-3 0_which=18 0_will=-2 0_with=24
0_without=29 0_words=-33 0_}=-11 0e=-7 0f=2 0日=-3 10b=-2 12=13 12z=-3 14c=-2 17=2 1e=-5 1e_0=-5 1m=-4 20k=8 20m=-4
20the=14 25th=-2 27s=16 2b=13 2c=16 2fa=14 2m=-2 2sth=-3 30=-3 3b=-2 41s=-2 4o=-8 55z=-2 5xx=-5 7b=-12 8時=-2 9999px=-4
9f86d08=-2 9f86dob=-2 9s=9 9th=-3 ://=16 ://_0=34 ://_boese=3 ://_collect=-6 ://_evil=-16 ://_get=-21 ://_img=13
://_login=-7 ://_pypi=22 ://_www=-16 ://_x=3 <=27 <_0=33 <_b=-6 <_img=26 >=-45 >_0=3 >_>=-60 >_c=-14 >_extende=-16
>_import=-2 >_print=2 >_read=-12 >_screen=-2 >_src=-4 >_turtle=-8 @=92 @_$=3 @_0=-9 @_corp=-39 @_dependa=-23 @_evil=9
@_example=-6 @_ext=5 @_firma=-14 @_freemai=10 @_mail=25 @_shop=-36 @_x=-15 DT:agent=88 DT:answer=-11 DT:authority=-55
DT:bait=-60 DT:drop=-81 DT:drop!=-39 DT:granted=-49 DT:guard=-26 DT:harm=-59 DT:harm!=-24 DT:hide=-17 DT:keep=23
DT:keep!=-48 DT:mark=11 DT:now=-73 DT:only=-45 DT:onward=34 DT:person=-14 DT:place=6 DT:say=-56 DT:say!=-11
DT:send=-50 DT:send!=-71 DT:task=-71 DT:treasure=-49 DT:you=-49 F:067dab=9 F:068411=6 F:073508=21 F:098305=19
F:099338=5 F:09a0f8=12 F:09b8bf=23 F:0a160a=34 F:0a357b=6 F:0a42e6=-108 F:0b215c=6 F:0bea41=-22 F:0d326c=46
F:0e0513=11 F:10a4c8=10 F:113242=13 F:122a1d=28 F:17787c=2 F:178002=16 F:1a4da7=-2 F:1a883a=57 F:1ad7c4=2 F:1b79dd=-14
F:2271f4=4 F:231556=-21 F:242e9a=5 F:27ee91=-4 F:285963=3 F:293b86=16 F:2af8b8=20 F:2ec08b=15 F:30bfdf=43 F:33fccc=15
F:3515af=-8 F:367fb7=2 F:373914=2 F:39c703=10 F:3a1cd6=-105 F:3bad80=27 F:3ca7a4=36 F:4283c5=16 F:4810c3=3 F:4945a7=-6
F:4cc37d=-7 F:4fc7c7=13 F:4fdf35=2 F:50286b=-18 F:50bb36=-79 F:5200b9=21 F:540012=-17 F:549292=-14 F:551a1d=14
F:56fa93=3 F:585507=19 F:588fce=13 F:592f3a=22 F:59721e=16 F:5b86fc=-20 F:5dbea9=15 F:5f1315=-23 F:5fe4b7=-16
F:67b862=6 F:68c455=-62 F:6a3d16=21 F:6b32d7=-33 F:6f77db=55 F:6f9854=19 F:704b59=-12 F:71098d=9 F:7202c6=3
F:745850=32 F:74e6de=-6 F:76f6d5=-34 F:77a053=3 F:7800e5=13 F:7bc9e8=23 F:7c8d5e=19 F:7ccdb6=14 F:7d7f3f=19
F:7f4d2e=-78 F:82e35d=19 F:875b7d=5 F:881d44=-5 F:89adfe=19 F:8afa37=9 F:8d5eb6=-9 F:8f6b41=15 F:90da0a=21 F:916601=31
F:929132=37 F:92d372=4 F:95d18c=10 F:967287=-22 F:97002a=27 F:9bdf82=9 F:9caa88=-61 F:9dd080=2 F:9e5dd0=14
F:9ef512=-36 F:9f4bdc=40 F:9fbd92=15 F:a1259b=6 F:a8daf3=-29 F:a94814=-20 F:acca09=11 F:ad635f=31 F:adada2=14
F:adf4a1=10 F:aebd97=30 F:aec218=10 F:b080a2=4 F:b0e07a=-53 F:b162f8=2 F:b249aa=16 F:b32a00=2 F:b4a6a6=47 F:b5afff=26
F:b66146=16 F:b8c32b=-43 F:b91c44=19 F:bb4e9d=45 F:bc56de=-6 F:be84a5=-22 F:c01ae3=15 F:c0de76=-34 F:c16754=18
F:c1c822=-28 F:c33042=6 F:c33de9=3 F:c3b15f=14 F:c6d7b8=6 F:c73c1f=-10 F:c77f01=-2 F:c808c3=6 F:c81de3=52 F:c94c1f=16
F:c96bb1=15 F:ca825f=-19 F:cd0ddd=-14 F:cddf57=2 F:cdfdd1=18 F:cf361a=20 F:cfdb34=24 F:d55c52=36 F:d6d795=2 F:d87e98=7
F:d9e412=41 F:db32bc=6 F:deb98b=17 F:deba9b=-36 F:deea28=14 F:e009f9=116 F:e0f02d=6 F:e33826=-33 F:e394e0=-2
F:e79080=25 F:e802b5=11 F:e94512=-14 F:e9fa66=22 F:e9fecf=18 F:ea8c94=20 F:eb988a=19 F:ef3e7e=4 F:ef6dda=11
F:f16ebe=20 F:f23f77=-3 F:f28452=19 F:f2a4d4=-17 F:f2e4da=-50 F:f6825c=11 F:f6bf0e=4 F:f6e066=27 F:fb2300=5
F:fea6b2=10 F:ff3578=-6 F:ff5ec4=8 F:ffbe3a=7 F:ffc388=46 S:act=16 S:act!=37 S:address=123 S:address!=8 S:addressee=26
S:addressee!=-55 S:answer=35 S:answer!=29 S:authority=-27 S:authority!=-35 S:concealed=-15 S:deed=-3 S:exfil=50
S:exfil!=-5 S:grant=37 S:keeping=25 S:lure=31 S:marker=31 S:marker!=49 S:memory=20 S:memory!=34 S:override=70
S:override!=50 S:persona=56 S:persona!=32 S:probe=20 S:probe!=20 S:reveal=22 S:reveal!=22 S:secrecy=26 S:shift=34
S:shift!=34 S:slack=-12 S:standing=-9 S:verdict=29 S:verdict!=29 S>=0.3=77 S>=0.6=84 S>=0.9=101 T:agent=41 T:answer=80
T:authority=88 T:bait=95 T:drop=130 T:granted=113 T:guard=63 T:harm=89 T:harm!=73 T:hide=97 T:keep=39 T:keep!=66
T:mark=34 T:now=107 T:only=98 T:onward=95 T:person=96 T:place=66 T:praise=77 T:say=84 T:say!=39 T:send=41 T:send!=89
T:task=86 T:treasure=73 T:you=81 ^0=-61 ^7b=-2 ^<=51 ^>=-51 ^@=-47 ^`=-60 ^a=-66 ^aan=22 ^ab=4 ^aber=20 ^abort=7
^about=47 ^above=-2 ^abstrac=-5 ^accept=6 ^accepta=-33 ^accepte=-15 ^accepts=-3 ^access=17 ^accessi=19 ^account=5
^accurac=-8 ^ach=5 ^achtung=-34 ^acknowl=-5 ^across=-2 ^act=29 ^action=-18 ^actions=-7 ^active=-2 ^actual=-6 ^adair=-4
^add=-25 ^added=9 ^adding=6 ^additio=-8 ^address=-23 ^adds=16 ^adjuste=-2 ^admin=64 ^adopt=31 ^advice=12 ^advisor=5
^after=43 ^afterwa=38 ^agenda=-3 ^agent=13 ^agents=46 ^aggiorn=2 ^agli=30 ^agree=-7 ^air=-2 ^ajoutez=4 ^al=5 ^alarm=-6
^alexa=-6 ^alias=-7 ^aliases=-2 ^all=63 ^alle=4 ^alles=8 ^allow=3 ^allowed=-7 ^als=12 ^also=24 ^alt=-5 ^alte=-5
^alter=-5 ^always=-20 ^am=-5 ^amber=-13 ^amount=-8 ^an=30 ^ana=-9 ^analyst=9 ^and=-29 ^android=-3 ^anfrage=6
^angebot=30 ^anlage=38 ^anmelde=-3 ^anna=-18 ^annotat=18 ^announc=50 ^anschli=9 ^ansible=-2 ^answer=41 ^antes=-11
^anthrop=4 ^anträge=-8 ^antwort=-11 ^anweisu=-7 ^anwendu=-16 ^any=4 ^anyone=-37 ^anythin=-13 ^ao=23 ^api=-2
^apologi=-9 ^app=-17 ^appelez=-4 ^append=31 ^appende=10 ^appendi=-2 ^applica=-10 ^applies=-2 ^apply=75 ^approva=-13
^approve=4 ^april=-6 ^apt=-7 ^archive=-6 ^are=-25 ^args=-16 ^argumen=-15 ^arrive=-3 ^art=35 ^article=-14 ^artikel=-2
^as=-20 ^asisten=19 ^ask=-10 ^assert=-24 ^asserti=-4 ^assigne=-3 ^assista=26 ^assiste=66 ^assume=-36 ^assumes=-3
^async=-8 ^asysten=30 ^at=-46 ^atenção=-3 ^attach=-2 ^attachm=-3 ^attacke=-37 ^attenti=-20 ^attribu=38 ^au=12 ^auch=-9
^auction=-3 ^audit=-9 ^auditor=22 ^auf=-21 ^aufgabe=-29 ^auflege=-4 ^aus=-5 ^ausgabe=25 ^auskunf=11 ^author=-23
^authori=13 ^auto=-5 ^automat=44 ^avant=14 ^avise=-8 ^avisen=-2 ^aviso=-11 ^avoid=-10 ^avviso=-6 ^b=-27 ^backgro=-10
^backup=-9 ^backups=9 ^bad=-11 ^bake=-2 ^balance=-4 ^band=-5 ^bank=5 ^bars=-9 ^base=-10 ^base64=-5 ^bash=6 ^battery=25
^bauen=-4 ^be=33 ^bea=-4 ^beantwo=-7 ^bearer=-8 ^because=-19 ^bed=-17 ^bedienu=-4 ^before=27 ^begin=-20 ^begrüss=-5
^behalte=26 ^bei=-15 ^beim=18 ^beispie=-3 ^belege=15 ^below=-2 ^ben=-9 ^benefic=2 ^bericht=-4 ^beschre=4 ^beste=5
^bestell=20 ^bestäti=-10 ^besuche=-4 ^beta=-2 ^betalin=17 ^betrag=-3 ^betrieb=-15 ^betroff=-2 ^bewahre=-6 ^bewerbe=24
^bewerbu=-21 ^bewertu=-4 ^bidders=-7 ^bids=-3 ^bij=-11 ^billing=-15 ^bin=-13 ^bind=-6 ^bis=-3 ^bitte=-45 ^block=-19
^board=-5 ^bob=-2 ^body=35 ^bonjour=18 ^book=-16 ^booking=-7 ^books=2 ^borra=5 ^bot=-47 ^both=5 ^bots=14 ^bought=-4
^box=21 ^boxes=10 ^branch=19 ^branche=-2 ^bread=-3 ^break=15 ^breakfa=-4 ^breakin=19 ^breathe=-2 ^bring=13 ^bringen=-8
^browser=11 ^btw=13 ^bu=18 ^bucket=-2 ^buddy=16 ^bug=7 ^build=-5 ^buildin=6 ^built=-3 ^bump=-12 ^burn=-13 ^bus=15
^but=-9 ^buy=16 ^buyers=-2 ^by=-7 ^c=44 ^calcula=-3 ^calenda=-2 ^call=32 ^callabl=-6 ^called=-4 ^caller=-5 ^calls=-6
^cambie=5 ^can=-26 ^cancel=20 ^candida=8 ^cannot=-18 ^captain=10 ^card=-7 ^care=27 ^caro=20 ^carrier=-2 ^carry=14
^cart=-4 ^case=4 ^cat=-8 ^cc=12 ^cd=-2 ^ce=-2 ^ceo=10 ^certifi=-5 ^changed=-24 ^changel=-6 ^channel=-5 ^chapter=-4
^charact=-5 ^charge=-2 ^charity=34 ^chart=-12 ^chat=57 ^check=-27 ^checkin=-7 ^checkli=-2 ^checks=-13 ^chers=-6
^chi=14 ^childre=-8 ^chmod=2 ^choose=-11 ^chore=-3 ^ci=20 ^cite=-4 ^claim=76 ^class=-19 ^classes=-9 ^classif=25
^claude=-16 ^clause=19 ^clean=-4 ^cleanup=12 ^clear=-2 ^click=-32 ^client=-8 ^clients=-18 ^clinica=5 ^cllr=-3
^clone=-21 ^close=-19 ^closed=-2 ^closes=-18 ^cmd=18 ^coach=10 ^code=3 ^coding=32 ^collect=-4 ^color=10 ^colour=-3
^column=-6 ^come=-2 ^command=-5 ^comment=-40 ^commit=-22 ^common=-7 ^como=6 ^compare=-7 ^compari=-12 ^compati=-2
^compile=-7 ^complet=20 ^complia=-3 ^compose=10 ^compres=-2 ^compute=7 ^conclud=25 ^confide=-7 ^config=-4 ^configp=-3
^configu=-6 ^confirm=24 ^conform=-4 ^connect=-6 ^conside=-13 ^const=-40 ^constru=-4 ^consult=-13 ^consume=3
^contact=-3 ^contain=-8 ^content=27 ^context=-3 ^continu=52 ^contrac=-8 ^contrib=6 ^control=-3 ^convent=15
^convers=-11 ^convert=22 ^coordin=-6 ^copilot=67 ^copy=-6 ^correct=26 ^correo=-15 ^corrigi=-5 ^costs=-3 ^could=-11
^count=4 ^coverag=4 ^cpu=37 ^crawl=3 ^crawler=3 ^create=-11 ^created=-7 ^credit=-10 ^cron=-2 ^crontab=-2 ^crypto=-3
^csv=20 ^cuando=6 ^curl=-29 ^current=-5 ^curricu=2 ^custom=-3 ^custome=-12 ^customs=15 ^cut=-3 ^cómo=-12 ^d=-7 ^da=48
^dad=-8 ^damit=10 ^dana=-3 ^danach=3 ^danke=-5 ^dann=-11 ^dans=4 ^darf=-14 ^das=14 ^dat=4 ^data=-11 ^dataset=-3
^date=-13 ^dauerau=40 ^day=4 ^de=40 ^deadlin=-2 ^deaktiv=-6 ^dear=-7 ^debug=9 ^decimal=-24 ^decisio=16 ^decode=8
^decoded=13 ^decorat=-5 ^def=-16 ^default=-8 ^defence=-4 ^define=-4 ^deine=15 ^deje=-7 ^delete=-24 ^deleted=-8
^deletes=-2 ^deletin=-5 ^deliver=32 ^demande=-6 ^den=-15 ^denied=-6 ^dentist=6 ^dependa=-9 ^deploy=14 ^deploym=2
^deposit=20 ^depreca=-8 ^der=-48 ^describ=8 ^descrip=3 ^desde=-12 ^design=-2 ^detach=-16 ^detecti=-4 ^determi=-4
^deutsch=30 ^dev=-5 ^develop=33 ^df=-8 ^di=-19 ^diagnos=7 ^did=3 ^die=-32 ^diensta=-3 ^diese=-4 ^dieser=16 ^dieses=42
^differe=-2 ^diga=18 ^digest=2 ^dimenti=-16 ^directl=-2 ^directo=-6 ^dis=-12 ^disable=-27 ^disallo=-27 ^discard=-3
^disclos=37 ^discuss=-2 ^disk=-30 ^display=-4 ^disrega=22 ^dit=4 ^dns=2 ^do=-45 ^doc=15 ^docker=9 ^docs=-12
^documen=-11 ^does=-30 ^doesn=-8 ^don=-62 ^done=29 ^dotfile=-3 ^downgra=38 ^downloa=8 ^dr=19 ^draw=-3 ^drivers=-26
^drop=-10 ^drucker=13 ^drwxr=-3 ^drücken=-4 ^dtend=-3 ^dtstart=-5 ^du=-92 ^dummy=-6 ^dump=-3 ^duplica=-10 ^duratio=-6
^dziękuj=-2 ^e=-25 ^e501=-8 ^each=-40 ^echo=23 ^edit=-14 ^editor=12 ^editorc=-4 ^editors=-2 ^effecti=-3 ^eggs=8
^ehlers=-3 ^ein=-35 ^eine=18 ^einkauf=8 ^einladu=-2 ^einmal=-2 ^einträg=-15 ^either=-3 ^el=-6 ^else=-4 ^email=-4
^emergen=8 ^emin=-3 ^empfehl=27 ^empfohl=47 ^employe=2 ^empty=31 ^en=-3 ^enabled=-7 ^encode=21 ^encodin=-2 ^encrypt=-7
^end=41 ^ende=48 ^enginee=-5 ^enregis=-3 ^entregu=-3 ^entries=10 ^entwick=-13 ^env=-40 ^envie=-25 ^environ=-6
^envoyez=-27 ^envía=21 ^envíe=-14 ^equival=-4 ^er=17 ^erkläre=-4 ^erratum=-7 ^erreur=2 ^errno=-2 ^error=-47 ^errors=-3
^erst=-3 ^erste=23 ^erwarte=-10 ^es=83 ^escalat=6 ^escape=-4 ^esoi=-8 ^essay=16 ^estate=-6 ^este=-19 ^estimad=-4 ^et=3
^etikett=-4 ^eur=-8 ^events=29 ^every=74 ^everybo=-3 ^everyon=7 ^everyth=-3 ^exam=32 ^example=-67 ^exceeds=6 ^excel=-6
^excepti=-15 ^exchang=3 ^executa=-5 ^execute=-11 ^executi=-18 ^exercis=-8 ^exit=19 ^expand=-5 ^expect=-27 ^expecte=-25
^expired=-2 ^explain=-6 ^exponen=-2 ^export=8 ^extensi=41 ^extract=-9 ^f=-10 ^fact=6 ^facts=17 ^failed=-12
^failing=-15 ^failure=-3 ^faites=-7 ^falls=16 ^false=-27 ^family=-2 ^faq=51 ^fatal=-9 ^feat=-18 ^feature=-15 ^feed=48
^feedbac=25 ^fehler=22 ^fetch=2 ^field=17 ^file=15 ^filenam=9 ^files=13 ^fill=13 ^filter=10 ^finally=-5 ^find=23
^finds=-2 ^fine=62 ^finish=-9 ^finishe=-5 ^fire=40 ^firewal=-2 ^first=-7 ^fix=29 ^fixed=-8 ^fixes=-7 ^fixture=-2
^flight=-3 ^floor=10 ^flush=-5 ^fold=-9 ^follow=40 ^followe=-2 ^footnot=3 ^for=69 ^force=-12 ^forget=-11 ^fork=-4
^form=13 ^format=-9 ^forum=-3 ^forward=22 ^found=24 ^fractio=-9 ^frag=22 ^frage=-18 ^fragen=-3 ^frau=-12 ^free=9
^freed=-7 ^frei=22 ^freitex=-3 ^fremde=-22 ^fri=-4 ^from=-26 ^full=-2 ^func=-3 ^functio=-5 ^führe=17 ^führen=-9 ^für=7
^ga=-11 ^game=14 ^garage=33 ^gate=-8 ^gcc=-8 ^geben=-17 ^gebruik=-20 ^geef=-20 ^gemeind=-5 ^gemini=16 ^generat=2
^gentile=11 ^get=49 ^gib=41 ^gift=-3 ^gilt=-3 ^git=9 ^github=-5 ^give=-5 ^given=-6 ^giving=20 ^gli=9 ^go=-25 ^goal=-2
^good=-5 ^gpg=-16 ^gptbot=-17 ^grade=-8 ^graders=9 ^grading=-4 ^grandma=-6 ^grant=-18 ^great=-4 ^green=-4 ^grep=-2
^group=5 ^gruss=-6 ^guard=-15 ^guarda=10 ^guarde=-3 ^guardra=-3 ^guests=28 ^guidanc=5 ^guide=2 ^gutacht=4 ^guten=-3
^hallo=11 ^halten=-7 ^hand=-9 ^handle=-3 ^handlin=5 ^handy=2 ^handys=-2 ^hang=-6 ^happy=-6 ^has=-5 ^hash=-2 ^hat=-3
^haustie=-6 ^have=-32 ^having=10 ^he=-73 ^head=-25 ^heading=-3 ^heat=-3 ^heben=-2 ^hello=-51 ^helm=-2 ^help=-10
^helper=-29 ^her=-6 ^here=-16 ^herr=-4 ^herzlic=-4 ^het=28 ^hey=13 ^hi=-40 ^hidden=-7 ^hide=-8 ^hier=5 ^high=27
^hint=-13 ^hinweis=18 ^hiring=-3 ^history=-2 ^hola=-23 ^hold=-9 ^hollis=-2 ^holt=10 ^homewor=-8 ^honest=12 ^hook=-2
^horn=-3 ^horosco=-13 ^house=3 ^how=-6 ^however=-15 ^hr=-9 ^hracorp=-6 ^hsu=-4 ^http=-2 ^https=-48 ^human=-4
^humans=15 ^hw=-3 ^hyperli=41 ^häkchen=5 ^hängt=4 ^i=-50 ^iban=10 ^ich=-3 ^id=-12 ^if=-49 ^ignora=19 ^ignore=48
^ignorie=34 ^ignorin=-5 ^ihr=25 ^ihre=-15 ^iii=54 ^il=10 ^im=-12 ^image=29 ^imagine=-4 ^imap4=-3 ^imapa=-3 ^img=12
^immedia=8 ^impact=-15 ^impleme=-7 ^import=-3 ^importa=18 ^in=-60 ^inciden=-5 ^include=17 ^increas=-13 ^indent=-2
^index=-4 ^indicat=-3 ^indirec=-2 ^ines=-18 ^infinit=-5 ^info=-26 ^informa=-2 ^informi=-10 ^ingrid=-9 ^inherit=-7
^initial=-7 ^inoltra=-7 ^input=-17 ^insert=-8 ^inspect=41 ^install=-26 ^instanc=-2 ^instant=-4 ^instead=14 ^instruc=38
^instruk=-5 ^instruç=-2 ^int=-2 ^integer=-3 ^integra=3 ^intende=-8 ^interes=8 ^interna=-11 ^intervi=-33 ^introdu=-13
^invia=-7 ^invite=66 ^invoice=33 ^invoke=-5 ^iptable=-8 ^ipv4add=-7 ^ipvaadd=-7 ^is=-31 ^issues=-10 ^ist=5 ^it=-5
^item=-16 ^items=-2 ^its=5 ^j=-6 ^ja=-9 ^jailbre=-9 ^jan=-6 ^je=19 ^jede=-10 ^jeder=2 ^jest=-4 ^jeśli=20 ^jeżeli=4
^jira=25 ^job=-6 ^join=34 ^jonas=-2 ^just=45 ^kaggle=-4 ^kalende=7 ^kann=-3 ^kannst=-2 ^kapitel=10 ^karaoke=7
^keep=-41 ^kein=-12 ^keine=-14 ^ken=-10 ^kernel=-4 ^key=41 ^keys=-5 ^ki=-12 ^kid=-9 ^kids=-3 ^kill=32 ^kim=-4 ^kind=5
^kindly=5 ^kleiner=4 ^klicken=-13 ^klingel=5 ^knit=-3 ^kollege=8 ^kommen=-2 ^komment=53 ^kommt=-3 ^kto=12 ^kubectl=-2
^kuberne=-3 ^kuchen=-9 ^kullanı=16 ^kundenb=26 ^l=-59 ^la=17 ^laat=-18 ^label=-9 ^labels=23 ^lade=2 ^ladies=-2 ^lang=4
^languag=33 ^lassen=-5 ^last=-18 ^lastsch=42 ^late=-4 ^latecom=-2 ^later=-20 ^le=27 ^learn=-5 ^leave=42 ^ledger=40
^left=5 ^leg=19 ^legacy=-2 ^legal=42 ^lege=4 ^legen=7 ^leite=16 ^leiten=-8 ^lembre=-4 ^lena=26 ^les=-34 ^lesen=-16
^lest=-4 ^let=18 ^letzter=11 ^level=-2 ^lgtm=-12 ^licence=-11 ^license=40 ^liebe=5 ^lieber=14 ^liebes=11 ^liefera=17
^lies=14 ^light=-3 ^limit=15 ^line=28 ^lineno=-7 ^lines=-13 ^lint=-11 ^linux=-16 ^list=-12 ^liste=-26 ^listen=-2
^lists=-4 ^llenen=-7 ^llm=25 ^load=7 ^locatio=6 ^lock=15 ^log=-13 ^logger=-11 ^logs=-7 ^lol=-5 ^long=-15 ^look=-22
^looks=-3 ^lookup=-2 ^los=26 ^lost=-7 ^love=-2 ^low=52 ^lyrics=-3 ^lösche=-4 ^löschen=-6 ^lösung=41 ^m=-5 ^machine=40
^mai=-19 ^mail=44 ^mailbox=-6 ^main=-12 ^maintai=50 ^mainten=37 ^make=42 ^makefil=-6 ^makes=-3 ^mallory=29 ^man=-29
^manage=-15 ^manager=-2 ^manual=-3 ^many=3 ^mark=11 ^markdow=-6 ^mathe=-2 ^max=14 ^maximum=-2 ^may=-11 ^mcp=-3 ^me=-5
^mean=-3 ^meeting=14 ^mein=-19 ^mel=-2 ^meld=-9 ^melden=-3 ^meldung=-4 ^members=-4 ^memoris=5 ^memoriz=31 ^memory=5
^mensaje=40 ^mention=-2 ^merci=-17 ^merge=-24 ^merkbla=8 ^merke=-2 ^merken=-3 ^merkt=16 ^mes=10 ^message=14
^methods=-4 ^mieszka=26 ^mietver=-6 ^migrate=-3 ^migrati=-2 ^milk=39 ^mine=-2 ^minute=-8 ^minutes=-13 ^mira=29
^mirror=2 ^missing=-4 ^mit=-45 ^mitglie=-3 ^mitigat=-6 ^mix=-2 ^mixing=-3 ^mo=-3 ^mobile=-8 ^mod=-2 ^model=9
^models=31 ^moderat=-2 ^modifie=-3 ^module=-2 ^moin=-5 ^mon=-4 ^moni=-6 ^moral=-15 ^more=-5 ^most=-8 ^motion=15
^mount=-12 ^move=19 ^mr=9 ^ms=-12 ^msg=-3 ^music=5 ^must=8 ^mute=18 ^mysql=-14 ^mängel=-7 ^märz=-5 ^möchten=-4
^müll=-3 ^n=-33 ^na=27 ^nach=9 ^nachric=7 ^nachtra=8 ^nadia=16 ^name=-9 ^nans=-11 ^navigat=8 ^ne=-6 ^necessa=-3
^need=-3 ^neem=21 ^negativ=36 ^negeer=20 ^nehmen=-9 ^nenne=14 ^nennen=-5 ^net=-9 ^network=-8 ^neuer=-2 ^never=-110
^new=52 ^newline=-3 ^newslet=-2 ^next=9 ^nginx=-10 ^nice=43 ^nicht=-14 ^nichts=-7 ^nie=-52 ^niemals=-16 ^niemand=8
^nieuwe=-23 ^night=-11 ^nightly=-3 ^nil=-8 ^nimm=3 ^no=-30 ^nobody=2 ^noch=-4 ^node=9 ^non=-25 ^none=-11 ^normal=-3
^normali=-15 ^nos=-5 ^not=-5 ^nota=24 ^note=14 ^notes=-6 ^nothing=42 ^notice=-11 ^notiere=9 ^notify=-5 ^notre=8
^notulen=-2 ^nous=2 ^now=37 ^npm=-33 ^number=5 ^nunca=-9 ^nur=-18 ^nurse=-2 ^nutzer=-20 ^nutzung=-19 ^nächste=-4
^o=-12 ^ob=33 ^obi=-10 ^object=-4 ^objecti=-3 ^observa=45 ^ocr=36 ^odpowie=-5 ^of=-31 ^off=-5 ^offene=-3 ^ok=34
^okafor=9 ^okay=18 ^oktober=8 ^ola=-4 ^old=10 ^older=16 ^olvida=2 ^omit=8 ^on=-42 ^once=11 ^one=5 ^only=20 ^onthoud=22
^oomkill=-10 ^op=-10 ^open=-4 ^openai=10 ^openapi=-2 ^operati=34 ^operato=10 ^opinion=8 ^ops=21 ^optiona=-8
^options=-2 ^or=-13 ^order=2 ^origina=14 ^os=-5 ^osei=-2 ^oslo=-2 ^other=4 ^otherwi=-13 ^oublie=5 ^our=-89 ^out=-5
^output=-4 ^overrid=-7 ^overwri=-10 ^owasp=-16 ^owner=5 ^owners=-5 ^p1=34 ^p2=-2 ^package=-2 ^page=26 ^pair=-3
^palette=-6 ^paper=-8 ^para=-71 ^paramet=-7 ^parcel=2 ^parents=-9 ^parking=-7 ^parse=-4 ^parser=-4 ^part=-11
^partici=-6 ^pass=15 ^passed=-2 ^passeng=-7 ^passing=-3 ^passwor=-6 ^paste=21 ^patch=5 ^path=-3 ^patient=9 ^paul=-6
^pause=-4 ^pay=26 ^payroll=-5 ^pdf=2 ^pem=-4 ^pending=53 ^people=27 ^per=-20 ^perfect=-7 ^perform=-2 ^permane=12
^permiss=-36 ^permitr=-6 ^persist=8 ^pg=-2 ^phishin=-4 ^phones=-3 ^photo=17 ^photogr=-4 ^pick=-5 ^pin=3 ^pip=-8
^place=23 ^plan=-6 ^platfor=-4 ^play=-8 ^playboo=-6 ^players=3 ^please=-83 ^podcast=-14 ^pods=-3 ^point=6 ^policy=13
^poll=-2 ^por=-5 ^port=-2 ^positiv=-4 ^post=34 ^postgre=-5 ^posts=-9 ^pour=16 ^pr=-13 ^practic=-11 ^pre=14 ^prec=-2
^prefer=-11 ^prefere=17 ^prefix=-3 ^prefixl=-5 ^preheat=-7 ^preis=29 ^prepare=7 ^present=42 ^press=-26 ^pretend=20
^previou=15 ^price=-4 ^prices=3 ^primary=-9 ^print=22 ^printer=12 ^printin=-15 ^prior=7 ^priorit=34 ^private=-8
^proceed=14 ^process=-9 ^product=4 ^profile=-2 ^program=19 ^project=-10 ^projekt=-3 ^prompt=-36 ^prompts=-5
^propert=-10 ^prosimy=-17 ^proszę=-16 ^protoco=-3 ^protoko=32 ^prove=42 ^pruebe=-7 ^przepis=-3 ^prüfen=-7 ^prüfsum=5
^prüfung=4 ^ps=45 ^psql=-2 ^public=-16 ^publish=42 ^pull=-2 ^push=20 ^put=-4 ^python=-12 ^q1=36 ^q3=50 ^q4=-8 ^qr=44
^qty=-17 ^quarant=-4 ^quarter=11 ^quell=21 ^query=23 ^questio=10 ^quick=-6 ^quien=20 ^quiet=-4 ^quill=29 ^quiz=-2
^quota=21 ^quote=-16 ^quoted=-3 ^r=-18 ^raise=-32 ^raised=-21 ^raises=-11 ^rank=22 ^rappel=-2 ^rate=5 ^rather=3
^rating=55 ^re=40 ^read=-40 ^reader=33 ^readers=6 ^reading=-11 ^readme=10 ^reads=-5 ^real=-18 ^rebook=9 ^receipt=20
^rechnun=3 ^recomme=14 ^record=28 ^recordi=-2 ^recruit=12 ^recuerd=-21 ^red=-4 ^redacte=-2 ^referen=29 ^refresh=-4
^refund=-5 ^refusal=16 ^refuse=-6 ^refusin=6 ^regardl=9 ^registe=-4 ^registr=36 ^regulam=-5 ^release=-21 ^reload=-6
^remark=10 ^remarqu=22 ^remedy=9 ^remembe=-37 ^remind=-2 ^reminde=10 ^remote=-18 ^remove=-2 ^removed=-5 ^removes=-4
^removin=-2 ^rename=-6 ^renew=-4 ^rental=-2 ^repeat=6 ^repeate=-5 ^replace=18 ^reply=-27 ^report=2 ^reports=7
^reposit=-14 ^represe=-4 ^repro=2 ^request=6 ^require=-7 ^rerun=-2 ^reset=4 ^resolve=33 ^resourc=-9 ^respond=25
^respons=14 ^respues=-7 ^rest=-14 ^restart=-8 ^restore=-5 ^result=4 ^results=12 ^retain=17 ^retiens=9 ^retries=-2
^retry=-4 ^return=-47 ^returne=-2 ^returns=-26 ^reveal=5 ^revenue=-3 ^reverse=-3 ^revert=-15 ^review=-14 ^reviewe=-2
^reviews=3 ^revise=-2 ^revoke=-18 ^rewrite=-12 ^rezept=-8 ^rfc=-16 ^ricorda=-2 ^ring=-15 ^risk=45 ^rispond=-6 ^rm=-13
^robot=-4 ^robots=4 ^role=-3 ^rollbac=-5 ^room=18 ^root=21 ^roses=22 ^rot13=-2 ^rotate=4 ^rotie=-2 ^round=13
^rounds=-2 ^route=35 ^row=-2 ^royalty=17 ^rsync=-6 ^ruf=-13 ^rufe=2 ^rufen=-2 ^rule=11 ^rules=-6 ^run=-44 ^runbook=-8
^running=-4 ^runs=-8 ^rw=-3 ^règleme=-3 ^révèle=13 ^rückruf=-17 ^s=-2 ^s3=-3 ^sag=-5 ^sagen=-5 ^same=-20 ^sample=23
^satz=-15 ^save=6 ^saved=22 ^saves=11 ^say=29 ^sayın=25 ^scam=-7 ^scan=47 ^scanner=-8 ^scene=-4 ^schalte=5 ^schedul=16
^schicke=3 ^schlägt=-14 ^schlüss=-18 ^school=-2 ^schraub=-2 ^schreib=40 ^score=38 ^scores=-4 ^screeni=3 ^se=-11
^seal=38 ^search=-7 ^secret=-4 ^section=-4 ^see=-32 ^segnala=-7 ^sehr=4 ^sei=-3 ^sek=-9 ^select=6 ^selecto=-2 ^self=-7
^sell=2 ^sende=12 ^senden=-28 ^sender=-2 ^sending=-7 ^sent=-5 ^separat=-5 ^sequenc=-2 ^serious=-6 ^server=-4
^service=-8 ^set=-84 ^setting=-5 ^setup=-5 ^setz=2 ^setzen=-4 ^several=-7 ^severit=-3 ^shall=-14 ^share=-33 ^shared=-2
^shareho=-3 ^she=-17 ^shipped=-3 ^shippin=-3 ^shop=-2 ^shoppin=43 ^short=16 ^should=-51 ^shout=-8 ^show=6 ^shower=-2
^si=-41 ^sicherh=-5 ^sicheru=-7 ^sie=-49 ^siehe=-5 ^siga=-17 ^sign=-7 ^silent=6 ^simon=14 ^since=-4 ^sincere=-2
^sind=-17 ^sir=-5 ^sit=-2 ^site=-8 ^sitemap=-10 ^size=-6 ^skills=33 ^skip=-10 ^sku=-4 ^slack=3 ^slice=-6 ^small=-22
^smtp=-3 ^snapsho=-8 ^snow=9 ^so=12 ^softwar=11 ^soil=-3 ^sollte=24 ^solo=8 ^some=-24 ^somebod=-13 ^someone=-12
^sorry=8 ^source=-3 ^speak=10 ^speaker=-6 ^special=-5 ^specifi=-2 ^speeds=-2 ^speiche=-23 ^spenden=5 ^spin=-4
^split=-7 ^sponsor=30 ^spracha=36 ^sprachm=21 ^spreche=-4 ^sql=-4 ^sr=-3 ^src=21 ^ssh=-2 ^sshd=2 ^ssl=-4 ^stable=-6
^staff=-4 ^stage=2 ^standar=-5 ^start=-9 ^starten=-3 ^startin=12 ^state=-13 ^static=-7 ^status=42 ^stay=-7 ^steht=-9
^stellen=-5 ^step=-26 ^steps=-9 ^still=-4 ^stir=-7 ^stop=41 ^stopped=-10 ^store=20 ^street=-7 ^string=-9 ^strings=-5
^strip=-8 ^structu=-3 ^student=6 ^stuur=-24 ^style=2 ^su=-4 ^sub=5 ^submiss=6 ^subscri=-18 ^such=-5 ^sucherg=8 ^sudo=4
^suggest=31 ^summari=14 ^summary=-24 ^supplie=4 ^support=-31 ^sure=-24 ^swap=29 ^swimmin=-4 ^switch=13 ^sync=12
^syntax=-2 ^sys=-3 ^system=43 ^systemc=-6 ^systemd=-6 ^systeme=-2 ^systemm=10 ^t=5 ^table=-3 ^tag=16 ^tagesor=-2
^tags=4 ^take=9 ^takes=-3 ^talk=3 ^tar=-3 ^task=-7 ^tasks=6 ^tax=-3 ^tea=-9 ^teacher=-12 ^team=6 ^teams=-7 ^technic=-5
^teilneh=11 ^telemet=13 ^tell=-12 ^temp=5 ^tempera=-8 ^templat=-6 ^ten=34 ^tenant=32 ^termin=21 ^termina=14 ^terms=-17
^terribl=30 ^test=-43 ^tests=6 ^text=23 ^texto=19 ^thank=-18 ^thanks=-61 ^that=-17 ^the=-31 ^then=-20 ^there=18
^therefo=9 ^these=-9 ^they=-52 ^think=-19 ^this=-86 ^those=8 ^thread=-3 ^threat=-13 ^three=-6 ^thresho=-11 ^thus=-2
^thx=12 ^tick=11 ^ticket=42 ^tide=-2 ^tighten=-3 ^time=-15 ^timeout=-6 ^tipp=7 ^tips=-2 ^title=-5 ^tls=-10 ^to=6
^today=-2 ^todo=-30 ^token=-6 ^tom=-2 ^tonight=-3 ^tools=10 ^top=-14 ^total=-13 ^tout=8 ^toute=-7 ^traceba=-3
^track=-22 ^trackin=-6 ^trag=19 ^trage=13 ^tragen=-2 ^tragt=-12 ^trailin=-4 ^trainer=3 ^transcr=41 ^transfe=10
^transla=44 ^travel=4 ^treat=31 ^triage=18 ^tried=-2 ^true=19 ^trust=3 ^try=-18 ^tu=19 ^tue=-6 ^turn=27 ^turtle=-7
^two=-40 ^typ=-7 ^type=-5 ^typeerr=-5 ^typical=-35 ^typo=7 ^täglich=-5 ^u=-3 ^ubuntu=-2 ^uh=20 ^uid=-14 ^um=25
^unable=-5 ^unatten=11 ^und=-46 ^under=-3 ^underli=-2 ^undo=-7 ^uninsta=3 ^union=-3 ^unknown=-11 ^unless=-6 ^unlock=27
^unpack=-2 ^unplug=-2 ^unregis=-2 ^unsere=-26 ^unsubsc=8 ^unter=2 ^unterlä=-15 ^untersc=-4 ^until=-3 ^untrust=-2
^unused=-3 ^update=5 ^upgrade=19 ^upload=17 ^uploade=-19 ^upon=11 ^uprzejm=13 ^urgent=39 ^usage=-32 ^use=-44 ^used=-7
^user=-24 ^users=-20 ^uses=-2 ^using=-3 ^uwaga=-2 ^użytkow=31 ^v=-4 ^v1=-2 ^vacatio=-11 ^val=-6 ^validat=-2
^valuati=13 ^value=-3 ^valueer=-7 ^values=-4 ^variabl=-10 ^vault=-3 ^vendor=-9 ^vendors=-4 ^verbind=-6 ^verbrau=-2
^vergeet=2 ^vergess=-15 ^vergiss=12 ^verglei=12 ^verific=2 ^verifie=-30 ^verify=-8 ^vermerk=9 ^verschi=-3 ^verschw=25
^verse=27 ^version=-2 ^verstös=-10 ^verwend=-13 ^very=-3 ^veuille=-17 ^vielen=4 ^vim=-2 ^virtual=-7 ^visa=-14
^visit=-16 ^visitor=-4 ^voice=28 ^void=-2 ^volk=26 ^voor=28 ^vor=-28 ^vorheri=9 ^vorlese=43 ^vote=5 ^votre=-5
^vous=-15 ^vul=17 ^vérifie=-10 ^w=-5 ^wacht=-8 ^walk=-8 ^wallet=28 ^wants=-32 ^warehou=-5 ^warenko=-2 ^warm=-16
^warn=-18 ^warning=-36 ^warnung=-7 ^warten=-3 ^wartung=-6 ^was=-25 ^wash=-2 ^water=-5 ^we=-52 ^weak=-2 ^weaknes=5
^wear=-4 ^weather=32 ^web=-6 ^wed=-2 ^weekly=-2 ^weeks=-19 ^wegen=11 ^weight=12 ^weiss=13 ^weitere=5 ^welche=-5
^welcome=3 ^wenn=59 ^wer=-25 ^were=33 ^werkstu=-10 ^what=-25 ^whateve=7 ^when=35 ^wheneve=40 ^where=28 ^whereve=10
^whether=-8 ^which=-7 ^while=35 ^whisk=-2 ^white=58 ^whiteli=27 ^whitesp=-3 ^who=-6 ^whoever=7 ^whom=-4 ^whose=-8
^why=-11 ^wichtig=13 ^wiki=-12 ^wildcar=-10 ^will=-9 ^winter=-8 ^wipe=12 ^wir=-50 ^with=-15 ^within=-2 ^without=-6
^witness=-2 ^word=-2 ^work=6 ^workaro=-2 ^works=-18 ^worksho=-2 ^wrap=-7 ^write=-10 ^writing=-7 ^wrong=-7 ^x=2
^xxx=-12 ^y=-21 ^year=-7 ^yes=72 ^you=-93 ^your=69 ^yours=-2 ^yusuf=-2 ^zabrani=-10 ^zapamię=2 ^zapisz=26 ^zapomni=-4
^zeig=29 ^zeige=25 ^zeile=47 ^zero=-3 ^zet=13 ^ziehen=-2 ^zip=4 ^zipfile=-2 ^zmiany=-4 ^zu=-4 ^zugriff=-4 ^zum=40
^zur=30 ^zusamme=-16 ^zwiebel=-5 ^{=-30 ^}=-9 ^à=19 ^ändere=-30 ^ändern=-7 ^änderun=-13 ^è=-13 ^é=16 ^überset=36
^überwac=-3 ^überwei=-11 ^админис=12 ^ассисте=19 ^в=9 ^внимани=8 ^выполни=-9 ^для=23 ^если=-7 ^забудь=14 ^запомни=7
^и=20 ^игнорир=-3 ^инструк=-9 ^коммент=9 ^напишит=-31 ^не=-19 ^объявле=-3 ^отправь=2 ^памятка=-7 ^перед=-5 ^передай=-5
^по=14 ^после=-2 ^сотрудн=-13 ^статья=-3 ^уважаем=21 ^это=36 ^لا=40 ^お客=-8 ^これ=23 ^エラ=-3 ^パス=-3 ^ユー=17 ^レビ=5 ^今後=3
^从现=13 ^会議=-3 ^使用=-3 ^商品=11 ^回答=29 ^忽略=16 ^注意=-11 ^用户=-16 ^管理=22 ^系统=-3 ^要約=14 ^警告=-4 ^議事=-5 ^论文=-32 ^请勿=-12 ^请在=15
^请注=5 `=-36 `_`=-16 `_and=2 `_assista=-5 `_aus=12 `_bash=18 `_before=6 `_cargo=-12 `_chmod=31 `_curl=6 `_env=34
`_first=12 `_for=4 `_from=9 `_git=4 `_in=16 `_is=-11 `_make=-22 `_method=-2 `_none=-4 `_npm=-16 `_or=24 `_pip=4
`_send=30 `_system=-4 `_systemc=-5 `_then=8 `_to=-11 `_tools=-7 `_with=4 `_x=-21 a=-51 a_0=-27 a_<=-4 a_`=-19 a_b=-19
a_bad=12 a_bit=5 a_boolean=-3 a_branch=-5 a_browser=-6 a_bug=15 a_call=11 a_chat=-40 a_chatbot=-19 a_child=13
a_class=-4 a_code=5 a_colleag=-15 a_confirm=-5 a_copy=2 a_crafted=-9 a_custome=-8 a_data=-15 a_day=2 a_diction=-9
a_directo=-15 a_déjà=28 a_fair=5 a_few=-10 a_file=3 a_filter=-6 a_free=-5 a_friend=10 a_full=9 a_game=9 a_given=-7
a_good=-3 a_helper=-3 a_helpful=-10 a_hidden=-14 a_human=-19 a_is=-10 a_key=-5 a_known=5 a_la=-8 a_languag=-4
a_letter=-2 a_licence=-14 a_line=-13 a_link=-28 a_list=-10 a_mail=-11 a_member=-2 a_memory=-11 a_message=-2
a_method=-8 a_mistake=7 a_model=-21 a_module=-2 a_month=-11 a_n=33 a_name=-11 a_neighbo=11 a_new=-49 a_nice=19
a_night=6 a_non=-2 a_note=15 a_number=-6 a_package=-13 a_page=-43 a_pair=-9 a_partir=-2 a_passwor=-22 a_path=-3
a_person=-37 a_photo=-17 a_pirate=20 a_poem=26 a_positiv=-9 a_posix=-2 a_pr=-7 a_private=23 a_product=-15
a_program=-25 a_prompt=8 a_public=-5 a_pull=-13 a_pupil=14 a_reader=-11 a_reason=-8 a_refund=-20 a_reminde=4
a_remote=-9 a_request=-13 a_review=-4 a_rule=-3 a_safe=-43 a_script=-8 a_second=-4 a_secret=-26 a_sentenc=-15
a_sequenc=-3 a_set=-5 a_shell=24 a_short=7 a_simple=2 a_single=-8 a_small=7 a_source=7 a_star=-6 a_str=-3 a_stream=28
a_string=-15 a_summary=-11 a_system=-15 a_test=25 a_text=-43 a_tool=-27 a_traceba=-5 a_tuple=-5 a_user=-14 a_valid=-3
a_valueer=-3 a_version=-4 a_virtual=-3 a_way=-6 a_web=-2 a_week=-9 a_word=5 a_year=-19 aaaacee=18 aan=-3 ab=23
ab_0=-19 ab_heute=16 ab_sofort=-17 ab_und=56 abaixo=-8 abandon=3 abara=-6 abbrech=-5 abbrevi=-3 abc=-12 abdecke=-6
abend=-13 aber=44 aber_nicht=-24 abfrage=-11 abgabe=-8 abgeben=-6 abgelau=-25 abgeleh=-5 abgesch=-12 abgesti=5
abgleic=4 abi=-6 ablage=12 ablageo=-4 ablatio=-3 able=-3 able_to=-3 abmelde=-34 abolish=33 abonnem=2 abort=6 about=92
about_0=42 about_a=-2 about_it=30 about_the=-41 about_this=4 about_to=17 about_us=12 above=24 above_0=-51 above_and=17
above_is=59 above_this=15 abra=-4 abril=8 abs=-3 absatz=46 abschal=5 abschic=-5 abschni=-4 absence=11 absende=52
absent=-3 absicht=5 absolut=-14 absprac=-7 abstain=7 abteilu=-13 abuse=-21 abzeich=-4 acc=-5 acc_0=-5 accept=12
accept_all=3 accept_the=-16 accept_this=-26 accepta=-21 accepte=-30 accepts=-2 access=25 access_denied=-6
access_key=35 access_the=-14 access_to=4 accessi=29 acciden=-10 accompa=17 accord=35 accorda=5 accordi=9 accordi_to=9
account=-12 account_0=23 account_and=-18 account_at=6 account_below=-12 account_holder=38 account_of=-13 account_to=15
account_with=13 account_without=-3 acct=13 accueil=-7 accès=-2 aceita=22 aceite=11 acepta=-14 aceptar=6 acesse=-7
acetone=-4 ach=5 acht=-8 achterb=-11 achtung=-34 ack=27 acknowl=-4 acl=-5 acme=-22 acquire=-5 across=-6
across_session=-11 act=-6 act_as=-4 act_on=7 acting=-9 acting_for=-7 action=31 actions=-19 activat=-20 active=-5
activit=-14 actor=-2 acts=-60 actual=6 actuall=2 ad=20 adair=-4 add=40 add_0=-2 add_`=11 add_a=-2 add_an=31 add_it=4
add_the=9 add_this=-11 add_to=8 add_your=-24 added=25 added_0=9 added_by=15 added_to=-6 additio=-7 addr=-4 address=48
address_and=32 address_as=-3 address_below=-6 address_book=21 address_in=-4 address_is=-16 address_of=-23
address_the=-24 address_to=-14 adds=-5 adesso=8 adeyemi=-2 adjunto=13 adjuste=8 adler=2 admin=64 admin_@=7 admin_of=4
admin_rights=5 admin_to=5 admin_where=14 adminis=39 admins=-12 admissi=-3 adopt=36 adres=11 adresin=62 adresse=48
adresu=-6 ads=25 adult=-4 advance=3 adverti=-27 advice=6 advised=14 advisor=5 af=-3 affecte=-14 affiche=12 affilia=16
affirma=21 affirme=4 afspraa=-8 after=-48 after_0=-38 after_a=-4 after_me=-2 after_reading=14 after_that=5
after_the=-20 afterwa=3 again=-54 again_and=8 against=27 age=20 agence=12 agency=-28 agenda=-19 agent=9 agent_and=5
agent_can=-9 agent_has=-15 agent_is=12 agent_must=26 agent_run=-17 agent_s=-6 agent_shall=-37 agent_should=-11
agent_that=20 agent_the=27 agent_to=-5 agente=-40 agenten=-46 agentes=-13 agents=21 agents_are=10 agents_md=-30
agents_must=-13 agents_that=-19 aggiorn=-4 aggiung=-5 agli=30 ago=-2 agora=24 agradec=9 agree=-34 agree_to=-5
agreed=61 agreed_by=58 agreed_to=25 agreeme=-14 agrees=28 agua=-16 aguarde=-4 agvsbg8=-11 agvsbgb=-11 ahead=8
ahead_and=7 ahora=4 ai=72 ai_agent=-7 ai_agents=-23 ai_assista=-44 ai_assiste=-10 ai_note=10 ai_reviewe=11 ai_tools=-3
aid=-8 aiff=-15 aims=-8 air=-2 aircraf=-5 airport=6 ajeno=-13 ajoutez=-4 ajudant=20 aktenze=18 aktion=11 aktione=-7
aktiv=13 aktuali=-19 akzepti=40 al=-3 al_usuario=-3 alamat=13 alarm=30 alarman=-2 alarme=2 alert=30 alerts=43
alerts_for=33 alexa=4 algorit=-8 alguien=-6 alias=-10 aliases=-2 alice=-3 alike=-6 aliment=-10 alive=-2 all=32
all_`=14 all_copies=-17 all_files=28 all_functio=-4 all_future=7 all_keys=-25 all_later=10 all_my=23 all_of=36
all_on=-10 all_other=-9 all_others=26 all_previou=8 all_questio=-9 all_secrets=53 all_the=-20 all_three=-3
all_times=-12 all_your=-15 alla=3 allacci=-4 alle=79 alle_0=-24 alle_anderen=16 alle_bisheri=9 alleen=-17 allegat=-14
allein=3 allen=57 aller=-2 allergi=3 allergy=35 alles=39 allocat=-10 allow=-10 allow_list=5 allowed=2 allows=-19
alone=20 along=-3 aloud=10 alpha=-5 alphabe=-14 already=-9 already_have=-11 already_know=-6 als=118 also=60
also_add=16 also_be=-11 also_please=13 alt=55 alt_text=19 alte=-40 alten=-35 alter=-5 altered=-7 alterna=22 althoug=-3
altijd=-11 altos=-24 altri=35 always=-54 always_answer=-33 always_be=3 always_the=5 always_use=23 am=-60 am_0=-11
am_anfang=27 am_besten=14 am_empfang=-5 am_montag=-6 am_samstag=-14 am_telefon=-11 am_the=16 amber=-14 ambulan=-2
amend=12 amminis=22 among=8 amount=33 amount_0=67 amounts=47 amt=2 amtlich=3 an=-27 an_abc=-4 an_absolut=-5
an_account=-30 an_address=-2 an_admin=-17 an_adminis=-8 an_agent=-43 an_ai=-34 an_alle=6 an_assista=-14 an_attack=-15
an_attacke=-14 an_authori=-6 an_automat=-10 an_das=50 an_den=76 an_der=14 an_die=12 an_e=-35 an_emergen=-14
an_empty=-13 an_error=13 an_example=-5 an_excepti=10 an_extensi=-4 an_hour=-2 an_image=-15 an_input=-3 an_instruc=-8
an_int=-9 an_integer=-19 an_issue=-8 an_iterato=-9 an_llm=24 an_mich=3 an_object=-14 an_optiona=-5 an_order=-13
an_owner=-2 an_und=7 ana=-5 analiza=-13 analyse=9 analysi=28 analyst=15 analyti=27 analyze=-5 anbei=29 anbei_die=23
anbiete=9 anche=16 anchor=7 ancien=-18 and=2 and_0=37 and_`=-3 and_a=-12 and_add=15 and_all=-26 and_an=-8
and_answer=-24 and_approve=17 and_argumen=-10 and_ask=-13 and_asks=-13 and_bring=-16 and_call=5 and_calls=-2
and_carry=28 and_check=5 and_choose=-14 and_close=-8 and_commit=-21 and_confirm=2 and_delete=-35 and_describ=49
and_do=72 and_don=33 and_drop=5 and_end=-4 and_enter=-34 and_execute=41 and_follow=-6 and_forward=23 and_found=4
and_give=-6 and_go=7 and_hand=-6 and_has=45 and_have=-9 and_hide=3 and_hold=-7 and_i=-3 and_if=-7 and_in=-2
and_include=5 and_inform=-9 and_instead=3 and_is=-4 and_it=-29 and_its=23 and_keep=-24 and_last=27 and_leave=62
and_let=-11 and_list=4 and_look=-4 and_mail=29 and_mark=4 and_may=-49 and_merge=10 and_move=-25 and_must=-6
and_name=-9 and_need=-5 and_never=70 and_no=-16 and_not=-5 and_nothing=-8 and_obey=6 and_open=-6 and_order=44
and_other=-4 and_output=-17 and_pass=-49 and_paste=18 and_pay=2 and_please=19 and_post=-4 and_press=20 and_print=3
and_push=3 and_put=70 and_read=-7 and_remembe=-6 and_remove=-9 and_reply=15 and_report=-3 and_restart=-9 and_retry=4
and_return=-28 and_returns=-10 and_reveal=27 and_run=-20 and_save=-12 and_say=-5 and_says=-11 and_see=-22 and_send=10
and_set=-2 and_shall=-26 and_should=36 and_show=12 and_sign=-12 and_skip=22 and_start=-25 and_stop=31 and_submit=29
and_switch=-2 and_that=55 and_the=25 and_their=-6 and_then=16 and_to=-26 and_treat=18 and_use=14 and_user=-2
and_wait=11 and_we=-12 and_what=28 and_when=4 and_whoever=-17 and_write=11 and_you=15 and_your=-13 ander=2 andere=20
anderem=17 anderen=26 anderer=29 anderes=-8 anfang=27 anfangs=21 anforde=18 anfrage=15 angabe=-7 angaben=12
angeben=-27 angebli=-25 angebot=58 angeleg=-30 angreif=-16 angriff=-26 angry=17 anhang=-3 anhänge=12 animals=-5
anlage=33 anlass=4 anlegen=15 anleitu=-3 anlerne=-4 anmelde=-15 anmeldu=2 ann=-14 anna=-16 annahme=-21 annex=6
annotat=-26 announc=44 announc_it=14 annulla=-4 année=-6 anonym=-4 anonymo=-4 another=-10 anpasse=31 anrede=-9
anrufen=-28 anrufer=-5 anschli=29 anselm=-2 ansible=-2 ansprec=-2 answer=20 answer_engines=19 answer_for=-6
answer_in=-55 answer_is=-19 answer_on=-14 answer_questio=-16 answer_that=4 answer_the=-24 answer_to=11 answer_with=-3
answer_yes=-5 answere=-27 answeri=22 answers=-40 answers_are=-11 answers_in=-7 answers_with=-8 anterio=25 anterio_y=-8
antes=-61 antes_de=-32 anthrop=4 antigo=-16 antivir=22 antrag=-19 anträge=-8 antwort=43 antwort_auf=10 antwort_mit=6
antwort_nur=-2 antwort_sie=-8 anwalt=-18 anweisu=-45 anweisu_an=-4 anweisu_des=-6 anwende=-2 anwendu=-17 any=-28
any_ai=-2 any_model=-4 any_more=10 any_other=19 any_questio=8 any_time=-16 anyone=27 anyone_who=-4 anythin=-29
anythin_else=12 anyway=14 anzahl=-5 anzeige=-6 anzugeb=5 anzuzei=-4 ao=31 aoife=-2 aos=-8 ap=-4 apache=-2 apaga=10
apagar=-7 apart=-4 apenas=9 api=19 api_key=19 aplicat=-7 apoio=-20 apologi=-18 apothek=-7 app=-4 apparei=-6 appear=27
appears=-11 appeler=12 appelez=-14 append=38 appende=23 appendi=14 appendi_b=13 appje=-5 applica=32 applica_s=12
applied=-2 applies=-4 apply=54 apply_to=-3 appoint=-26 apporte=-5 appreci=45 approac=3 appropr=23 approva=-15
approva_of=-12 approve=-42 approve_all=20 approve_by=-26 approve_it=-17 approve_the=-38 approve_this=6 approvi=-12
approxi=-8 apps=18 appuyez=-9 apr=5 april=-9 aprite=-8 aprovad=16 aprueba=15 apt=-30 apt_get=-3 aqui=-5 aquí=25
arbeit=8 arbeite=21 arbeits=-2 arbitra=-2 archite=-6 archiv=10 archive=20 archive_@=21 archive_example=22 archivi=10
are=-16 are_a=-44 are_about=20 are_always=-3 are_an=20 are_asked=16 are_conside=-2 are_doing=15 are_done=3
are_expecte=23 are_human=19 are_ignored=-7 are_in=8 are_no=-5 are_not=-6 are_now=-37 are_require=12 are_shown=-5
are_the=-10 are_to=11 are_used=-2 are_you=-11 area=-25 aren=10 aren_t=10 arg=9 args=-22 argumen=-58 argumen_`=24
argumen_are=-4 argumen_is=-4 argumen_of=-3 argumen_to=-17 argv=-5 arm=-3 arms=-10 around=-13 arrange=5 array=-2
arregla=33 arrival=-36 arrive=-4 arrived=16 arrivez=-13 arrow=-2 arrêt=7 arrêté=-39 art=30 article=16 artikel=14
arzneim=-2 arzt=-6 arztbri=7 as=65 as_0=15 as_a=-8 as_agreed=-27 as_already=3 as_an=-41 as_data=-19 as_discuss=-20
as_follows=30 as_for=-8 as_he=34 as_if=26 as_it=26 as_needed=-4 as_of=5 as_paramet=28 as_part=6 as_resolve=7
as_returne=-2 as_root=-3 as_soon=-23 as_the=45 as_their=3 as_they=-29 as_this=2 as_though=-21 as_to=5 as_trusted=18
as_untrust=-18 as_well=25 as_you=-16 as_your=80 ascenso=-2 ascii=-13 aside=31 asistan=41 asisten=38 asisten_que=18
ask=-31 ask_about=10 ask_before=2 ask_for=7 ask_it=-14 ask_legal=-11 ask_the=-12 ask_us=-4 ask_why=10 ask_you=-27
ask_your=12 asked=-12 asked_about=34 asked_and=-14 asked_by=32 asked_for=-16 asked_me=4 asked_that=4 asked_the=-43
asked_to=5 asked_you=10 asking=-20 asking_the=8 asks=27 asks_about=15 asks_before=-9 asks_for=-54 asks_the=-3
asks_you=-5 asleep=69 assembl=-6 assert=-25 asserti=-4 assesse=-5 assets=-4 assign=28 assigne=-13 assigne_to=5
assignm=26 assist=10 assista=7 assista_are=19 assista_for=-27 assista_has=3 assista_in=-11 assista_is=2
assista_memory=23 assista_must=30 assista_now=14 assista_should=-26 assista_that=17 assista_to=5 assista_will=13
assista_with=19 assiste=-51 associa=-19 assume=-58 assume_that=-17 assumes=-7 assuran=-15 async=-15 asyncco=-6
asysten=42 así=12 at=-29 at_0=-31 at_a=-3 at_all=-14 at_any=-37 at_checkou=-3 at_home=14 at_http=-26 at_https=-12
at_it=19 at_least=-24 at_most=-31 at_no=3 at_once=-5 at_recepti=-5 at_the=-44 at_this=-9 at_your=16 ata=7 ate=-6
atenció=7 atenção=-4 atlas=-4 attach=-6 attach_the=-4 attache=-8 attachm=16 attack=-27 attacke=-69 attacke_s=-5
attacks=-4 attempt=-35 attempt_to=-23 attenti=30 attesta=11 attribu=19 attuale=5 até=-24 au=35 auch=25 auch_die=19
auch_nicht=11 auch_wenn=15 auction=-4 audienc=7 audio=-13 audio_guide=-11 audit=97 audit_@=13 audit_fix=-16
audit_log=-5 auditor=75 auditor_s=23 audits=25 auf=35 auf_0=33 auf_das=-12 auf_dem=-19 auf_den=-16 auf_die=-7
auf_diese=-13 auf_seite=-41 auf_und=2 aufbewa=-3 aufford=-27 aufgabe=14 aufgeho=19 auflege=-4 aufnahm=-8 aufrufe=17
aufs=4 aufsich=18 auftrag=79 aufzube=-3 augen=-14 august=-23 aunque=31 aunt=-9 aus=65 aus_dem=-21 aus_der=23
aus_die=18 aus_und=-5 ausführ=32 ausfüll=-4 ausgabe=37 ausgebe=-11 ausgefü=-14 ausgesc=-9 ausgibt=-5 aushang=42
auskunf=58 auslese=31 auslöse=-6 ausscha=32 ausschl=7 ausserd=-3 ausserh=-11 aussi=12 aussort=-5 austrit=6 ausverk=5
ausweis=6 auswert=42 auszuge=16 auth=19 authent=-12 author=27 authori=-9 authori_keys=17 authori_to=-21 authors=-15
auto=18 auto_approve=-7 automat=40 automat_reviewe=19 automát=8 autoriz=11 autres=15 aux=-25 availab=-13 avant=-14
avant_le=-12 avec=4 average=32 avertis=4 avez=-4 avis=46 avise=-8 avisen=-2 avoid=-4 avoided=-14 avons=4 avvisar=-3
avviso=-6 await=-3 award=16 aware=11 aware_that=-3 away=-2 away_and=-6 away_from=-8 away_the=-4 aws=33 aws_credent=2
aws_s3=-5 aws_secret=35 az=18 azul=-19 añade=20 b=56 b17=10 b2=-3 b_0=5 b_and=21 b_is=12 ba=-2 bac=-4 back=-5
back_and=-5 back_on=-2 back_to=-9 backen=-3 backend=-4 backgro=-19 backlog=18 backoff=-4 backsla=-3 backtra=-17
backup=-27 backup_@=21 backup_sh=-6 backups=35 backwar=-27 backwar_compati=-5 bacs=-5 bad=4 badge=-8 badges=-2
badhost=4 bag=-3 bags=-2 bahn=10 bake=-4 baker=-16 balance=51 balkon=11 ballot=9 ban=-6 bananas=-5 banco=-6 band=-16
bank=-6 bank_details=-10 bank_s=12 banking=-10 banks=16 bankver=-14 banner=-19 banque=-9 bar=-12 barrier=-14 bars=-10
base=-60 base64=16 base64_and=4 base_0=-5 base_class=-6 based=-2 based_on=-2 bash=23 bash_`=2 bashrc=-3 basket=-2
bass=15 bastion=-7 bat=-5 batch=9 batería=-8 bath=10 batter=-3 batteri=-5 battery=48 bauen=-17 baut=23 bay=-7
bc1qxy2=45 bcc=13 bcex=40 be=24 be_a=-4 be_able=-2 be_accepte=11 be_added=-2 be_an=3 be_asked=-7 be_at=-2 be_aware=-3
be_called=16 be_checked=-4 be_deleted=6 be_destroy=-6 be_determi=-5 be_followe=-8 be_found=11 be_from=-14 be_given=31
be_gratefu=21 be_left=31 be_overrid=-9 be_overwri=-5 be_passed=-27 be_put=-10 be_read=19 be_refused=-7 be_rejecte=-8
be_removed=-2 be_replace=6 be_sent=-12 be_set=-11 be_shown=14 be_so=20 be_stored=11 be_switche=-12 be_the=10
be_told=31 be_undone=-14 be_used=-38 bea=-9 beachte=-3 beachte_sie=-2 beantwo=-5 bear=-16 bearbei=24 bearer=-3
because=-50 because_it=-5 because_the=-17 become=-27 becomes=14 bed=-20 bedarf=-13 bediene=3 bedienu=-4 beds=-4
bedürfe=-9 beef=-3 been=37 been_asked=4 been_found=22 been_given=-17 beenden=4 beendet=-2 befehl=-32 befehle=12
befolge=22 before=-84 before_0=-10 before_a=16 before_answeri=11 before_any=11 before_anythin=11 before_being=-3
before_departu=-9 before_each=2 before_it=-13 before_noon=3 before_running=3 before_the=-27 before_they=5
before_this=5 before_you=-58 beg=9 began=-7 begin=6 begin_vevent=-7 begin_with=3 beginne=9 beginni=-7 beginnt=25
begins=40 begins_with=41 begründ=11 begrüss=-54 begutac=27 behalf=15 behalf_of=7 behalte=13 behande=-12 behaupt=21
behave=-5 behavio=-22 beheben=6 behebt=-2 behebun=3 beheerd=4 behind=-17 behind_the=-4 behoben=-11 behälte=2
behörde=-27 bei=19 bei_0=-11 bei_der=29 bei_fragen=6 bei_mir=-14 beibrin=-3 beide=20 beiden=3 beim=-36 being=55
beispie=-6 beitrag=12 beiträg=6 bekannt=37 bekomme=-18 bel=-12 beleg=-12 belege=17 believe=59 bell=-6 belongs=19
belongs_to=-7 below=67 below_0=-10 below_and=-3 below_is=9 below_the=-10 belts=-5 bemerku=4 ben=-4 benachr=14
benefic=9 benign=23 bent=-4 benutze=49 benutzt=-3 benötig=-17 bereich=12 bereit=-9 bereits=9 berg=-5 bericht=22
beschlo=6 beschre=18 beschwe=34 beschäd=12 beschäf=-12 besitze=13 besproc=21 besser=-2 besseru=-4 bestand=27 beste=2
besteht=-18 bestell=56 besten=14 bester=2 bestäti=-24 bestäti_mit=-9 bestäti_sie=-18 besuche=-5 bet=24 beta=7
betalen=14 betalin=17 betrag_0=2 betreff=27 betreib=-7 betroff=-2 betrugs=10 beträge=4 better=53 between=-15
between_0=9 between_us=16 bevollm=2 bevor=-7 bewaar=-16 bewahre=-24 bewahre_sie=-8 bewerbe=76 bewerbu=3 bewerte=26
bewertu=21 bewohne=-9 bewoner=19 beyond=-9 bez=42 bezahle=4 bezahlt=18 bezeich=30 bibliog=6 bibliot=-6 bicycle=-13
bid=10 bidders=-7 bids=-11 bien=-7 big=-4 bij=-13 bij_de=-2 bijlage=10 bild=-6 bilgisi=33 bill=11 billing=-17 bills=10
bin=-19 bin_backup=-6 bin_sh=14 binary=-22 binary_mode=-2 bind=12 binding=-5 binnen=-5 bir=35 birth=45 birth_and=6
birthda=-7 bis=-55 bis_0=-16 bis_ende=-6 bis_freitag=-9 bis_zum=-18 biscuit=2 bisheri=2 bisheri_anweisu=9 bist=-25
bist_jetzt=14 bit=-39 bits=-9 bitte=11 bitte_beachte=-4 bitte_bis=-13 bitte_das=22 bitte_den=5 bitte_die=-55
bitte_geben=-6 bitte_in=22 bitte_keine=-9 bitte_nicht=23 bitte_nur=-38 bitte_prüfen=-3 bitten=-11 bittet=-25 biz=16
black=-7 blank=24 blatt=-6 bleiben=19 bleibt=20 bleisti=-8 blender=9 blind=-22 blinks=-4 block=-29 block_of=-4
block_the=-23 blocked=-30 blocked_by=-22 blocker=7 blockin=-14 blocks=-28 blog=-6 blood=-8 bloqué=-2 blue=-15
blue_one=-26 bluetoo=-7 blutver=-2 bo=-3 board=-12 board_and=10 board_game=-3 bob=4 bodies=-2 body=8 boese=13
boese_example=13 boil=-2 boiler=-2 boiling=-5 bold=-8 bonjour=18 bonnet=-2 book=-41 book_the=19 booked=6 books=-23
bool=-2 boolean=-4 boring=-8 born=2 borra=59 borrar=-27 borrow=-9 borrowe=-2 bos=-15 boss=8 bot=-29 bot_is=14 bote=16
both=43 bother=24 botheri=10 bots=76 bots_that=3 bots_to=-27 bottle=4 bottom=-11 bought=-5 bound=-5 boundar=-2
bounded=-7 bounty=2 bouton=-5 box=33 boxes=18 boy=-13 bracket=-3 brain=18 branch=-13 branch_feature=-4
branch_protect=-20 branche=2 brand=27 brandl=9 brass=-3 brauche=10 braucht=6 braun=6 breach=8 bread=22 break=52
breakfa=-18 breakin=18 breakpo=-11 breaks=-3 breathe=-3 breaths=-3 bricht=-5 bridge=49 brief=-29 briefin=7 briefka=-4
brigade=-10 brightl=3 bring=-18 bring_a=-12 bring_it=31 bring_the=-13 bring_up=30 bring_your=-7 bringen=-27
bringen_sie=-13 bringt=-17 broadba=3 broken=21 broker=74 brokera=3 brot=-2 brought=10 browse=8 browser=21 bsi=-5
btc=45 btw=13 bu=58 buchen=-17 buchhal=12 buchung=66 bucket=4 buddy=21 budget=28 buffer=-9 buffere=-8 bufferi=-2
bug=25 bug_report=-11 build=-65 builder=-2 buildin=13 builds=-21 built=-11 built_in=-10 builtin=-6 bulleti=25 bump=-7
bump_the=-12 bumps=-18 bundle=-4 burn=-19 burns=-21 bus=14 busca=-2 busines=-14 busy=-17 but=-47 but_it=21 but_not=-5
but_the=2 but_you=3 butler=12 butter=-20 button=-12 button_for=-9 buy=38 buy_the=-19 buyer=-34 buyer_s=-3 buyers=-8
by=4 by_0=-59 by_@=14 by_`=2 by_all=-13 by_an=-8 by_calling=-8 by_clickin=-17 by_continu=9 by_default=-13 by_e=-9
by_friday=-34 by_hand=-12 by_its=2 by_machine=30 by_mail=-10 by_name=-3 by_noon=-18 by_one=42 by_our=8 by_phone=61
by_post=-7 by_process=9 by_running=-3 by_text=-14 by_the=23 by_this=-10 by_thursda=-14 by_two=-16 by_writing=-5
by_your=-29 bypass=-23 bypass_the=-8 bypasse=-17 byte=-5 bytearr=-5 bytes=-41 bytes_from=-4 bytesio=-12 bytesio_b=-12
było=39 bz2=-11 bzip2=-10 bénévol=-2 c=68 c_and=-14 c_est=53 c_extende=-2 c_is=-5 cabinet=17 cable=-12 cache=-41
cached=3 caches=-3 café=-5 caixa=-3 cake=-14 calcula=-2 calcula_the=-2 calenda=-32 calenda_entry=-2 calibra=4 call=-51
call_0=-18 call_`=37 call_and=-7 call_back=19 call_bot=9 call_delete=-13 call_it=-36 call_last=-2 call_me=-10
call_the=50 call_this=-11 call_to=42 call_us=-21 call_your=-2 callabl=-18 callbac=-4 called=-48 called_to=-2
called_when=-11 called_with=23 caller=-12 caller_s=7 caller_says=4 callers=6 calling=32 calling_the=7 calls=-48
calm=-3 calvin=6 cambia=2 cambiad=6 cambiar=-24 cambie=5 cambio=7 cambios=-2 came=38 came_from=-7 camera=39 campaig=18
camping=7 can=-55 can_be=-7 can_change=-13 can_delete=-21 can_do=24 can_find=7 can_help=11 can_i=-29 can_read=5
can_see=11 can_skip=17 can_t=-17 can_you=-23 canary=-2 cancel=52 cancel_the=-6 cancell=47 candida=31 candida_0=-10
candles=-2 cannot=-5 cannot_be=-14 canonic=-3 canvas=-13 cap=4 capabil=9 capacit=5 capital=-17 captain=-5 captcha=4
caption=5 car=-18 card=87 card_and=2 card_number=51 card_on=11 cards=-5 care=-3 careful=17 caretak=-8 cargo=-12
carla=11 carnet=17 caro=46 carried=9 carrier=-3 carries=4 carrots=-2 carry=24 carry_on=18 carry_out=-8 cart=12
carta=22 carte=-2 cartell=7 cas=-20 cas_d=-15 casa=3 case=-13 case_of=9 case_the=13 casella=29 cases=-25 cash=-3
caso=-38 caso_de=-9 cast=-2 cat=44 catalog=13 catch=10 categor=2 cats=-7 caught=-2 cause=-3 causes=-4 caution=-2 cb=-3
cc=20 cc0=14 cd=-3 cdn=11 cdn_example=8 ce=-22 cease=8 cell=38 cent=-33 center=-2 central=5 centre=3 ceo_s=-28
cerivbh=-2 cert=-3 certain=-18 certbot=-4 certfil=-2 certifi=-8 certify=-7 cet=31 cette=26 cette_page=25 cfo=16 ch=-3
chain=-20 chair=-9 chairs=-6 chamado=7 change=-68 change_0=-2 change_it=-19 change_of=2 change_the=-14 change_this=19
change_your=-8 changed=-21 changel=-6 changes=-34 changes_to=-7 changin=-9 channel=8 chapter=-40 chapter_0=-31
chaque=-5 charact=-17 charact_and=-3 charge=3 chargeb=27 charged=-4 charges=25 chargez=-2 charity=32 chars=-5 chart=15
chat=37 chat_complet=-19 chatbot=-98 chatbot_to=-22 chatgpt=-17 che=63 che_l=10 cheapes=14 check=20 check_`=-17
check_example=45 check_for=-3 check_in=13 check_out=3 check_the=-50 check_with=10 check_your=-9 checked=37 checker=11
checkin=17 checkli=-4 checkli_for=15 checkou=-22 checks=19 checks_and=-19 checksu=-11 chef=11 chers=-6 chess=9
chest=11 chez=17 chg=9 chi=52 chiamar=12 chiavi=-2 chiede=-39 chiedi=26 child=-21 child_s=9 childre=-35 chip=-4
chiuder=-9 chiuso=-2 chmod=31 chmod_0=-14 chmod_r=29 cho=12 choice=38 choose=-64 chore=8 chrome=-5 chunk=-3 chunks=-6
churn=2 ci=53 ci_is=-7 ciasto=-9 cierre=-5 cima=19 cinq=-9 circula=-2 ciso=8 citar=14 cite=7 cited=10 cities=10
citing=22 city=9 claim=66 claim_that=27 claims=23 clara=11 class=-70 class_for=-12 class_is=-6 class_that=-5 classe=15
classes=-16 classif=17 classme=-2 claude=7 claude_md=-8 clause=27 clause_0=21 clauses=9 clave=2 clean=-22 clean_up=-24
cleaned=-3 cleaner=7 cleans=-3 cleanup=40 clear=-36 clear_the=-28 clearan=6 cleared=16 clears=23 clearwa=15 clerk=35
clerks=21 clever=9 clicca=-7 click=-37 click_on=-15 click_the=-6 clicked=-2 clickin=-18 client=-32 client_s=9
cliente=10 clienti=-10 clignot=7 clinic=20 clinica=32 clipboa=26 clippy=-2 clique=-3 cllr=-3 clock=-14 clone=-23
cloning=-6 close=-69 close_the=-35 close_this=-19 close_your=-12 closed=3 closes=-27 closes_0=-25 closing=-3 cloud=10
cloudy=-5 cls=-4 club=-17 clubs=19 clue=-3 cluster=-14 cláusul=14 clé=26 clés=-11 cm=-9 cmd=10 co=25 coach=12
coaches=25 coast=-4 coats=34 cocina=6 code=42 code_0=38 code_and=-7 code_block=7 code_for=29 code_in=-4 code_is=-2
code_to=-2 codec=-2 coded=-2 codeown=11 codice=13 coding=11 coding_agents=-25 coding_assista=26 coffee=-7 coin=5
col=13 cold=-10 colis=34 collaps=9 colleag=6 collect=-8 collect_example=18 collega=6 collegh=2 color=-13 colour=2
column=-22 columns=-6 com=-42 combine=-9 come_from=-7 come_to=-2 comes=-18 comes_from=-6 coming=-8 comité=-3 comma=-2
command=-6 command_and=-16 command_is=-13 command_line=-11 command_with=-10 comme=33 comment=13 comment_0=-7
comment_by=-9 comment_field=-11 comment_in=2 comment_on=-2 commerc=-13 commit_m=25 commit_message=9 commit_the=10
commits=11 common=-8 communi=-26 como=33 compact=2 compani=97 company=-12 company_s=39 compara=23 compare=-17
compare_the=-8 compari=21 compart=13 compati=-27 competi=64 compila=-10 compile=-16 complet=66 complet_the=9
complex=-3 complia=-9 complie=-6 comply=7 comply_with=9 compone=-21 compose=19 composi=14 compra=24 compres=-21
comprom=-7 comprov=-6 compte=-29 compter=-20 compute=21 comune=-5 comunic=-26 comuniq=-20 con=38 con_el=-8 con_un=11
concier=25 conclud=35 conclus=-10 concurr=10 condens=16 conditi=-39 condivi=26 condomi=-3 conduct=-8 conf=-11
confere=-13 conferm=-24 confide=-18 config=9 config_global=3 configm=-2 configp=-3 configu=-9 configu_file=-20
confirm=35 confirm_before=-13 confirm_by=-49 confirm_for=-11 confirm_la=11 confirm_that=2 confirm_the=20 confirm_to=9
confirm_true=7 confirm_with=9 confirm_your=8 conflic=-10 conform=-6 confuse=16 conn=-2 connect=-6 connect_to=-14
consegn=-6 conseil=-19 consent=3 consent_form=-5 consent_to=-9 conside=-13 conside_this=-12 consigl=23 consist=32
consist_of=-2 console=-5 const=-44 constan=-10 constit=-15 constru=-7 constru_a=-2 consult=-17 consume=-3 consump=3
contabi=8 contact=5 contact_and=-4 contact_the=-10 contact_your=-17 contain=2 contain_a=-7 contain_an=44 contain_the=2
contatt=10 content=-14 content_and=-6 content_as=6 content_of=25 contenu=-5 contest=-15 context=-31 context_window=-18
contien=3 continu=95 continu_as=6 continu_to=-11 continu_with=13 conto=18 contrac=30 contrac_0=27 contrac_and=4
contrad=39 contrar=-9 contras=-14 contrat=-9 contrib=-7 contrib_md=-3 control=15 contrôl=14 conveni=16 convent=11
converg=-10 convers=77 convers_is=21 convers_so=3 convert=7 convinc=10 cook=2 cookie=8 cookies=5 cooks=-36 cooling=3
coordin=-10 copia=-26 copie=3 copied=-2 copies=-5 copilot=83 copy=6 copy_of=-3 copy_the=11 copyrig=-15 core=4
corner=-5 corp=-6 corp_example=-42 corpora=-11 correct=42 correo=-14 correos=5 corresp=-6 corresp_to=-4 corrett=-19
corrige=-3 corrigi=-5 corrupt=21 corta=-4 cortará=-9 corvex=25 cosa=25 cost=49 costs=-38 costs_0=2 could=2
could_not=20 could_someone=-13 could_the=7 couldn=-15 couldn_t=-15 council=25 count=3 count_as=9 count_of=-16
counter=-16 countin=-15 counts=9 county=-12 coupez=-15 coupon=-3 courier=-7 courrie=8 course=-8 court=22 courtes=3
cousins=29 covaria=-6 cover=-6 coverag=5 covers=-3 cp=-4 cpu=31 crafted=-10 crane=5 crash=-2 crate=-11 crates=32
crawl=3 crawler=-9 crc=-8 cream=-2 create=-37 create_a=-16 create_an=-17 created=-37 created_at=-14 creates=-10
creatio=-3 credent_and=-18 credit=47 cree=-16 criteri=24 critici=5 crm=4 cron=-6 crontab=13 cross=-4 crosswo=-6 crt=-3
crypto=17 csv=14 cto=20 ctrl=-4 ctx=16 cualqui=13 cuando=22 cuenta=19 curator=-10 curl=33 curl_fssl=-31 curl_https=15
curl_s=64 currenc=26 current=-21 current_directo=-3 current_positio=-2 curricu=2 currícu=-20 cursor=18 curves=-7
custom=-4 customa=33 custome=-85 custome_data=-10 custome_is=20 custome_s=15 customi=-5 customs=15 cut=30 cv=-6 cvc=25
cycle=-3 cycles=6 czyta=29 código=15 cómo=-12 d=-7 d_and=5 d_be=24 d_like=2 d_un=-8 da=26 dabei=8 dad=-14 dados=-13
daemon=-15 dafür=11 dagegen=3 dagen=-13 dagli=15 daily=5 dal=-3 dall=-4 damage=2 damaged=-4 damen=22 damen_und=22
damit=13 damp=-4 dan=-36 dana=14 danach_die=3 danger=-6 dangero=10 danish=-5 dank=2 danke=7 dann=-30 dans=-33
dans_le=-2 daran=20 darauf=6 daraus=-10 dare=-7 darf=5 darf_nicht=-29 darfst=-19 dark=-33 dark_mode=-32 darstel=11
darum=4 darunte=6 darüber=7 das=68 das_feld=38 das_gerät=-39 das_hier=24 das_im=14 das_ist=21 das_kennwor=2
das_passwor=-49 das_postfac=9 das_program=-36 das_skript=2 das_so=57 das_system=-12 dashboa=31 dass=-2 dass_der=34
dass_die=5 dass_du=22 dat=85 data=-50 data_and=-15 data_from=-3 data_in=-7 data_is=-6 data_to=-22 data_{=15 databas=-2
databas_url=17 datacla=-3 dataset=24 dataset_card=-2 date=-37 date_of=10 dated=17 datei=34 dateien=15 dateina=-14
daten=-28 datenba=-2 datensc=-30 dates=-3 dati=3 dato=-30 datos=-5 datum=8 dauerau=36 dauerha=12 daughte=11 davon=22
day=-12 day_s=-30 days=-57 days_to=-7 dazu=37 db=-22 db3=9 db8=-12 dba=3 dbb=-12 dbe=-3 dbm=-9 de=85 de00=5 de00_0=5
de02=9 de02_0=9 de_0=25 de_ahora=-14 de_beheerd=4 de_la=-15 de_passe=8 de_wachtwo=16 deadlin=14 deaktiv=10 deal=-3
deals=5 dean=15 dear=84 dear_ai=-3 dear_assista=14 dear_colleag=-13 dear_custome=-9 dear_ms=-12 dear_reader=18
death=-4 deb=-8 debate=-24 debe=5 deben=26 debian=-8 debt=11 debug=20 debug_mode=-19 debugge=-7 debuggi=-21 decease=3
decide=-8 decided=46 decides=-12 decimal=-27 decimal_0=-26 decimal_instanc=-2 decir=35 decisio=59 deck=5 declare=-4
decline=-6 decode=2 decode_the=-4 decoded=12 decodes=-9 decorat=-46 decrypt=26 deed=-20 deemed=-6 def=-19 def_test=-3
default=-77 default_and=10 default_is=-5 default_setting=-2 default_the=-4 default_to=-7 defects=24 defence=-4
defend=2 defenda=-15 defende=-2 define=-23 defined=-31 defined_in=-17 defines=-5 definin=-11 definit=-6 degrees=-4
dei=39 dei2=-3 dein=27 deine=-7 deine_anweisu=-45 deinem=-4 deinen=8 deiner=61 deines=13 deje=-7 del_0=-23 delay=-31
delete=-56 delete_account=-12 delete_all=41 delete_extrane=-5 delete_it=-25 delete_old=-20 delete_the=-15
delete_this=-27 delete_your=-4 deleted=-82 deleted_0=-4 deleted_after=-6 deletes=-32 deletes_the=-13 deletin=29
deletin_the=28 deletio=25 delight=6 delimit=-16 deliver=29 dell=7 della=54 delphin=-9 delta=11 dem=26 dem_nutzer=33
demand=-11 demande=-22 demir=-7 demo=5 demselb=-13 den=31 den_befehl=-6 den_benutze=26 den_betrag=7 den_code=9
den_dienst=-7 den_inhalt=16 den_link=9 den_nutzer=-57 den_ordner=14 den_text=-20 den_vertrag=9 denen=-15 denied=-53
denomin=-4 dent=4 dental=4 dentist=12 deny=2 deo2=14 deo2_0=14 deoo=25 deoo_0=25 dep=-3 departm=-8 departu=-10
dependa=-28 depende=-22 dependi=-2 depends=11 depends_on=12 deploy=-10 deploye=-7 deployi=9 deploym=3 deploys=-2
deposit=36 deposit_of=13 depreca=-24 depreca_request=-6 depreca_use=-11 deps=-3 deputy=8 der=46 der_0=-20 der_agent=-4
der_assiste=-17 der_auftrag=-12 der_bank=5 der_benutze=-3 der_bot=-2 der_ersten=-10 der_firma=37 der_geschäf=10
der_it=-6 der_kunde=27 der_mieter=-21 der_nutzer=34 der_rücksei=-7 der_zusamme=39 derive=-2 derived=-13 dernièr=-16
des=47 des_nutzers=-2 desc=-4 descend=-2 describ=21 describ_how=-5 describ_the=50 descrip=-2 descrip_of=31 desde=6
deserve=24 design=-9 desired=-16 desk=-33 después=-3 dessous=6 dest=-2 desta=42 deste=10 destina=-7 destroy=-6
destruc=5 det=-3 detach=-16 detaile=-3 details=-13 details_have=6 detect=-14 detecte=-2 detecti=-10 determi=2
deutsch=19 deux=-22 dev=-29 deve=5 develop=-18 develop_message=12 develop_mode=-4 devem=-13 deviati=-7 device=-7
devices=-3 devono=-10 devs=3 dez=23 deze=29 değil=31 df=2 di=31 diag=7 diagnos=25 diagram=16 dial=13 dialog=-6
dialogs=-45 dialogu=-4 diario=29 diary=-2 dice=-4 dich=31 dicht=-10 dict=-9 diction=-16 dicts=-4 did=-33 did_it=13
did_not=3 did_so=-17 did_you=8 didn=-8 didn_t=-8 die=49 die_0=2 die_alte=-15 die_alten=-21 die_anderen=-19
die_antwort=25 die_anweisu=3 die_automat=22 die_buchhal=-8 die_das=34 die_datei=7 die_diese=8 die_frage=8 die_frist=10
die_hier=-7 die_it=-25 die_ki=-15 die_letzten=24 die_liste=12 die_mail=-11 die_neue=-31 die_prüfung=35 die_zahlung=17
died=12 dienst=66 diensta=-11 dienste=18 dies=59 diese=108 diese_mail=20 diese_nachric=-3 diese_seite=29 diesem=29
diesen=63 dieser=60 dieser_seite=9 dieses=71 diet=-7 diff=-10 differe=-11 differs=2 dig=-5 diga=47 digest=88
digests=13 digit=-3 digital=90 digital_assiste=-5 digits=3 dijo=-18 dijon=-2 diligen=17 dimenti=4 dir=24 dir_dauerha=2
direcci=12 direct=-23 directe=3 directl=-17 directo=-8 directo_and=-8 directo_s=11 direkto=21 dirigid=-6 dirs=-5
dis=-24 dis_à=-12 disable=-17 disable_the=4 disagre=-3 disallo=-33 disappe=-4 disarm=13 disasse=-7 discard=-8
dischar=18 disclai=-12 disclos=2 disclos_the=30 disconn=-3 discord=-4 discoun=-9 discree=44 discuss=-16 discute=-4
disk=6 diskuss=-5 dismiss=15 disobey=-6 dispatc=-7 display=17 display_the=11 disposa=27 dispute=21 disqual=-2
disrega=-30 disrega_the=17 dissert=10 dist=-18 disting=16 distrac=9 distrib=-10 dit=17 dites=-8 ditta=17 diverge=-17
divide=-3 dividen=-5 divisio=-3 divmod=-2 divorce=-28 dix=-23 dl=19 dla=48 dn=-3 dni=-24 dns=-5 do=5 do_anythin=-12
do_as=23 do_i=-21 do_it=102 do_not=-21 do_nothing=-4 do_so=8 do_that=20 do_the=-13 do_this=2 do_what=20 do_you=12
doc=20 doc_string=-6 doch=14 dock=19 docker=-20 docs=6 docstri=-5 doctest=-4 doctor=31 doctors=-5 documen=4
documen_in=24 documen_is=2 documen_to=-2 does=4 does_it=6 does_not=-20 does_the=12 does_this=-6 doesn=-9 doesn_t=-9
dog=12 dogs=-5 doing=55 doing_so=13 doit=15 doivent=-22 dokumen=16 dollars=7 domain=13 domains=4 domanda=48 domande=-4
domani=-2 don=-76 don_t=-76 donatio=43 donc=10 done=10 donne=-20 donners=3 donné=41 données=-3 dono=6 donor=8 dont=2
door=14 doors=29 dopo=-8 doppelt=-25 dort=15 dos=10 dos_horas=-10 dose=-6 dossier=44 dot=13 dots=19 dotted=-5 double=5
double_check=8 doubled=33 doubles=-2 doubt=-7 dough=-6 down=-29 down_and=-7 down_the=-3 downgra=74 downloa=6
downloa_the=-5 downstr=14 dowód=-6 dpd=-2 dpkg=-3 dr=55 draft=-26 draftin=27 drafts=14 drain=-2 drausse=13 draw=-4
drawing=15 drawn=-8 drei=-50 drill=84 drin=2 dringen=3 dritte=-11 dritten=-5 drive=-18 driven=13 driver=41 drivers=-14
droits=6 drop=2 drop_table=-37 drop_the=37 dropped=14 drops=15 druck=-8 drucken=-2 drucker=6 drug=-2 drwxr=-3 dry=-6
dry_run=-2 drängen=17 drücken=-14 dsn=-3 dst=-12 dtend=-3 dtstart=-5 du=67 du_bist=-19 du_darfst=11 du_das=11
dublin=-4 duck=-3 due=44 due_on=-4 dueño=25 dummy=-6 dump=3 dumps=13 duplica=-31 duratio=-7 durch=38 durch_die=20
durchsc=-8 during=-8 during_the=-6 duty=-14 dynamic=-6 dziękuj=-2 dzwonić=-11 déclare=-7 défaut=-6 déjà=25 déposer=-7
dépôt=-8 désorma=10 dévelop=19 días=4 dürfen=-23 e=44 e0382=-3 e0502=-5 e2e=-6 e4=9 e501=-9 e_g=-23 e_mail=-40
e_mails=6 e_n=17 e_não=18 eacces=-2 each=-28 each_line=-9 each_of=-8 each_other=-11 each_session=-8 each_tool=-9
earlier=13 early=-2 earplug=-2 easier=16 east=-2 easy=-3 eat=6 eau=-10 echo=28 echte=25 ed25519=24 edge=-14 edit=-20
editing=6 editorc=-4 editori=5 editors=-12 edits=19 educati=19 een=24 effacez=13 effect=-33 effecti=17
effecti_immedia=3 effects=3 eg=-2 eggs=6 ehlers=-3 eht=22 eigene=-15 eigentl=14 eight=16 ein=12 ein_assiste=-11
ein_sprachm=-13 eine=-48 einem=-38 einen=29 einer=-26 eines=-2 einfach=39 einführ=-15 eingabe=-3 eingang=-4
eingega=-17 eingeha=24 einheit=12 einkauf=14 einladu=-8 einlies=2 einmal=32 einnahm=-3 einreic=12 einrich=28 eins=6
einsatz=-41 einschl=-3 einschr=38 einspie=-8 einstel=-19 einstim=6 eintrag=-31 eintrit=10 einträg=-25 einvers=11
einwill=-13 einwänd=9 einzeln=-12 einzige=14 einzure=-4 einzust=3 einzutr=21 eis=-4 either=22 either_a=-2 ejecuta=5
ejemplo=-20 el=6 el_histori=28 el_usuario=-7 elabora=36 elderly=-2 electro=-9 elektro=11 element=-5 elenco=14
elevado=-8 elevato=-4 elf=-7 elle=4 ellery=4 ellipsi=-3 elm=-10 else=11 elsewhe=-17 eltern=-15 elternb=2 em=32
email=-11 email_the=6 emails=-2 emax=-2 embargo=-8 embedde=21 emin=-4 emit=-2 empfang=-8 empfehl=-2 empfieh=11
empfohl=47 empfäng=24 empleo=-14 empleoa=-6 emploi=-5 employe=37 empty=-37 en=27 en_cas=-20 en_el=-15 en_la=-5
enable=-47 enabled=-7 enclose=-10 encode=15 encoded=-9 encoder=-3 encodin=-12 encodin_and=-2 encore=-5 encrypt=-14
encuent=-3 end=33 end_each=5 end_of=48 end_vevent=-4 end_with=-3 ende=22 ende_der=40 ende_des=-15 ended=70 endereç=15
endian=-4 ending=7 ending_in=10 endings=-2 endpoin=17 ends=34 energie=13 energy=30 enforce=-2 engine=39 enginee=-40
engines=32 englisc=-12 english=-9 enhance=-2 enjoy=15 enkel=-10 enough=15 enquiri=-2 enregis=-9 enrol=8 ensure=-3
enter=-64 enter_it=-2 enter_the=-25 entered=-29 enterin=-2 enters=8 enters_the=14 entfall=20 entfern=12 entgege=-8
enthalt=-19 entire=-2 entirel=-4 entitle=6 entlast=-10 entranc=-2 entrar=-5 entre=-10 entrega=5 entregu=-6 entrepr=5
entreti=-2 entries=-17 entries_are=-48 entro=-31 entry=-10 entry_0=9 entsche=-6 entschl=21 entwick=-11 entwurf=-5
enum=-8 env=36 env_`=18 envelop=-21 envia=3 enviar=-10 envie=-24 environ=-12 environ_variabl=-9 envoie=2 envoyer=-13
envoyez=-27 envía=19 envíe=-48 eoeb2=-3 eof=-5 eoferro=-2 eoso2=-5 equal=-10 equipo=-28 equival=-23 equival_to=-7
er=19 er_sich=17 erase=4 eres=2 eresolv=-4 erfahre=13 erfahru=6 erfolge=-2 erfolgt=-21 ergänzt=4 erhalte=23 erhöhen=17
erinner=2 erkläre=12 erklärt=2 erlaube=10 erlaubn=-3 erlaubt=14 erledig=31 erläute=-4 erneut=-11 err=-9 erratum=-7
erreich=17 erreur=2 errno=-3 errno_0=-2 erro=-7 error=-56 error_0=-21 error_message=-3 errore=-15 ersetze=25
ersetzt=-19 erst=-10 erst_nach=-3 erstatt=-17 erste=3 ersten=-7 erster=18 erteilt=2 erwarte=-12 erweite=12 erwähne=14
erwähns=9 erwähnt=29 erwünsc=14 erzeugt=20 erzähle=-9 es=72 es_in=16 es_nicht=-12 es_wäre=39 escalat=5 escape=-4
escaped=-3 escreva=-5 escriba=-2 escrow=6 esegue=-13 esmtp=-3 esoi=-9 espera=14 esperab=-3 espress=3 esquece=18
esqueça=-16 essay=49 essays=32 essence=-13 essenti=-2 essere=11 est=31 est_bloqué=-2 esta=57 establi=24 estará=-2
estate=-30 este=102 este_mensaje=13 estimad=-4 estimat=5 esto=13 estrell=18 está=67 et=11 et_de=-11 et_n=7
et_propose=-4 eta=-11 etc=8 etc_shadow=25 etcd=7 ethics=27 etikett=-4 etiquet=16 etwa=-6 etwas=21 eu=25 euch=15
euer=-10 eur=-54 eur_to=-2 eure=-17 euro=14 euros=-10 eva=-2 eval=8 evaluat=38 even=-43 evening=-4 event=-15 events=21
ever=2 every=69 every_0=-21 every_answer=-5 every_later=12 every_mail=6 every_week=-14 everybo=24 everyon=63
everyon_s=5 everyth=5 everyth_from=17 everyth_on=7 everyth_that=30 everyth_to=-17 everyth_you=-24 everywh=34
evictio=-8 evil=47 evil_example=13 evilbot=8 ewa=-6 exact=-2 exactly=-8 exactly_one=-6 exam=48 examen=5 examine=-22
example=78 example_0=-15 example_`=8 example_a=32 example_adresin=62 example_as=2 example_com=-50 example_d=-8
example_for=-18 example_i=10 example_in=10 example_instead=6 example_is=-16 example_of=-26 example_org=2 example_p=2
example_q=-12 example_sh=-9 example_so=12 example_t=4 example_to=-12 example_und=9 example_with=9 example_without=5
example_x=18 example_и=5 exc=-2 exceede=16 exceeds=9 excel=-11 excelle=-22 except=-11 excepti=-7 excepti_for=11
excess=12 exchang=2 exclama=-10 exclama_marks=-10 exclude=-3 exclusi=-9 excuse=-2 exe=12 exec=-6 executa=-6
execute=-33 execute_`=-3 execute_the=35 executi=-4 executo=-7 exempt=3 exercis=-26 exfiltr=6 exhaust=-2 exhibit=8
exist=-10 existe=13 existin=4 exists=-13 exit=2 exit_code=16 exit_status=-9 exited=-4 exits=-3 expand=-5 expect=-29
expecta=-4 expecte=-14 expecte_to=15 expense=-3 expensi=15 experie=-7 experim=14 expert=-2 experts=5 expire=-7
expired=27 expires=-34 expires_in=-5 expirou=18 explain=6 explain_this=6 explici=-17 exponen=-23 export=50
export_the=9 exporte=-3 exporti=12 exports=-4 expose=-3 exposed=-12 exposes=-12 express=29 extende=-10 extende_copy=-2
extensi=11 externa=-15 externe=33 extra=31 extract=21 extrane=-5 extrane_files=-5 eyes=-25 f=-34 f3=-10 f_force=-8
fach=-27 fact=-17 factor=26 factory=-5 facts=7 facture=24 fahren=-14 fahrer=-14 fahrräd=-4 fai=3 fail=4 failed=-56
failed_0=-7 failed_for=-11 failed_tests=-4 failed_to=-9 failing=-7 fails=-11 failure=-28 failure_to=-2 fair=-14
fait=15 faites=-7 fake=-3 fall=77 fallbac=-4 falle=3 falls=31 falls_ein=17 falsch=4 falschm=2 false=-52 false_`=-4
false_positiv=2 false_}=-12 familia=15 familie=-6 family=20 faq=66 far=21 fare=3 farm=15 farrow=-5 fashion=-4
fassen=-2 fassung=8 fast=6 faster=13 fatal=-9 father=-31 fattura=-7 fatture=12 fault=14 faults=-2 faux=12 favor=-16
favor_não=-8 favour=9 favouri=-8 fax=-8 fd=-5 feat=-18 feature=-32 feature_flag=-2 feb=-17 februar=-10 fee=23 feed=42
feed_the=-3 feedbac=56 feel=-11 fees=29 fehl=-14 fehlend=13 fehler=2 fehlerm=-3 fehlges=-7 fehlt=-4 feira=-3 feld=60
fell=-16 ferreir=-5 ferry=-2 fertig=31 fest=-11 festzie=-2 fetch=-4 fetch_https=7 fetch_the=8 fetched=-3 fetches=12
feu=7 few=-13 fewer=6 ffff=-4 ffmpeg=-13 fi=5 ficha=17 ficheir=10 fichier=10 field=59 field_empty=-24 fields=-9
fifteen=-3 fifty=-2 figure=8 figure_0=-10 figures=18 fil=21 file=-11 file_and=-3 file_as=10 file_descrip=-2
file_env=37 file_f=-3 file_has=-9 file_is=-19 file_must=17 file_object=-5 file_s=-7 file_system=-17 file_to=-16
file_with=-12 filed=3 filenam=-6 fileno=-2 fileobj=-2 files=5 files_and=-22 files_are=27 files_from=-6 files_in=17
files_to=-24 files_under=32 filesys=-3 filiale=-3 filing=23 filings=24 fill=-7 fill_in=-15 filler=-21 filling=26
fills=-3 film=-18 filter=7 filters=36 fin=3 final=7 finally=-5 finance=56 finanza=-3 finché=-9 find=58 find_a=13
find_it=18 find_out=16 find_the=9 finden=-8 finden_sie=-8 finder=-3 findet=-7 finding=29 fine=60 fine_with=4 fines=27
fingerp=-13 finish=30 finish_the=29 finishe=52 finishi=-5 fire=17 firewal=11 firm=-24 firma=49 firmada=-2 firmare=-12
firms=44 firmwar=-5 first=2 first_0=18 first_and=48 first_in=-10 first_letter=24 first_line=13 first_one=25
first_then=22 fish=-4 fishing=-5 five=7 five_days=-6 five_minutes=14 five_stars=23 fix=36 fix_`=-15 fix_is=14
fix_the=-22 fix_typo=45 fixed=-26 fixes=-3 fixing=2 fixture=-2 fl=4 flag=-51 flag_it=-8 flagged=-5 flags=-19 flaky=-8
flash=-3 flashli=-2 flask=-2 flat=-9 flat_0=-4 flexibl=12 flight=-4 flights=14 float=-6 flood=-4 floor=-11 floor_0=8
floor_plan=-12 floors=-16 flour=-27 flour_0=-8 flow=25 flowers=-3 flur=-19 flush=-8 fly=-3 flüster=-16 fns=-3 focus=-5
foi=27 fois=-6 fold=2 folded=-3 folder=61 folder_and=18 folders=-21 folge=-7 folge_zu=-7 folgemo=-13 folgen=-12
folgend=-6 folgte=-14 folha=-4 folie=-21 follow=-3 follow_instruc=-13 follow_it=44 follow_its=17 follow_the=-43
follow_up=-2 followe=-36 followe_by=-29 followi=-25 followi_in=3 followi_is=37 followi_text=8 follows=54
follows_instruc=-10 follows_the=-5 fondo=-31 fonts=-3 foo=-15 food=50 foot=11 footer=-7 footnot=14 for=24 for_0=-31
for_`=-9 for_a=-85 for_agents=-8 for_ai=23 for_all=25 for_an=-52 for_any=14 for_automat=-3 for_backwar=-5
for_coding=-24 for_compari=-8 for_confirm=-16 for_debuggi=4 for_details=-12 for_digital=20 for_each=-16 for_every=24
for_example=-32 for_five=-3 for_good=43 for_help=-23 for_humans=31 for_i=-10 for_it=-39 for_later=17 for_llm=-4
for_machine=2 for_more=-17 for_my=19 for_new=-4 for_non=-2 for_our=-19 for_people=-3 for_permiss=-21 for_reading=-8
for_ten=-9 for_that=25 for_the=11 for_their=37 for_them=-10 for_this=65 for_three=-14 for_two=-4 for_us=41 for_use=-2
for_user=-11 for_what=-17 for_word=-2 for_you=14 for_your=5 forbid=-4 forbidd=4 forbids=-22 force=-11 fordern=-5
forecas=33 foreign=-3 foreman=-5 forever=14 forget=-93 forget_about=-8 forget_everyth=-27 forget_the=30 forget_this=3
forget_to=-7 forget_what=-52 forget_your=-2 forgets=-39 forgot=7 forgott=-11 fork=-5 fork_the=-3 forklif=-14 form=-19
form_at=3 form_is=9 formale=14 formali=31 format=-28 format_`=-2 formats=-9 formatt=-20 formen=-2 former=7 forms=-11
formula=34 formuli=-10 formy=-4 fornito=27 forno=-3 foro=-2 fort=6 fortfah=26 forty=18 forum=-24 forward=-32
forward_all=-4 forward_it=2 forward_me=2 forward_the=12 forward_this=-40 foto=13 fotos=6 found=64 found_0=23
found_in=14 found_it=-5 found_that=-8 foundat=-3 four=-9 fr=-2 fractio=-11 frag=22 frage=36 fragebo=-4 fragen=44
fragen_nach=23 fragen_sie=13 fragend=8 fragt=-16 frame=-8 frames=-2 framewo=-4 frau=-15 fraud=2 fraudul=26 free=16
free_of=-16 freed=-7 freedom=2 freemai=10 freemai_example=10 freeze=-3 frei=19 freie=2 freigab=24 freigeb=27
freigeg=15 freitag=-22 freitex=-3 freiwil=-6 fremde=-24 fremden=7 french=-29 freunde=38 freundl=-2 freut=10 fri=-13
friday=-29 fridays=5 fridge=-21 friend=11 friendl=31 friends=-29 frist=10 fristen=-6 fristge=31 from=-9 from_0=-46
from_an=-2 from_cron=-8 from_here=37 from_it=-19 from_me=6 from_monday=-6 from_now=-6 from_other=19 from_our=-12
from_outside=-5 from_the=31 from_this=38 from_today=12 from_your=10 front=75 front_door=11 front_of=6 fronten=-9
frozen=16 frühere=-4 fssl=-31 fssl_https=-31 fuel=2 fuer=3 full=75 full_access=-2 full_and=-7 full_marks=-2
full_name=-5 fully=7 fun=-8 func=-9 functio=-62 functio_and=-9 functio_for=-16 functio_is=15 functio_that=-2
functio_to=-6 functoo=-2 fund=-18 funding=-7 funds=7 funktio=-24 funny=-2 funzion=-5 furnitu=-2 further=58
further_questio=40 fussnot=7 future=-6 future_session=5 futuros=3 fährt=-2 fälle=-20 fällt=-18 förderv=6 fügen=12
führe=29 führen=-23 führen_sie=-13 führt=-5 füllen=-13 füllen_sie=-13 fünf=7 für=95 für_0=-9 für_alle=3 für_das=8
für_den=32 fürs=8 g=-32 g_flour=-5 g_mehl=-3 ga=-11 gains=33 game=11 games=9 ganz=17 ganzen=25 gaps=-2 gar=-22
gar_nicht=-17 garage=45 garanti=-2 garbage=-3 garde=4 garden=38 gardero=11 gas=-7 gast=11 gate=12 gates=2 gateway=-23
gave=16 gazpach=-2 gb=31 gcc=-11 gcloud=10 ge=-3 geben=-25 geben_sie=-26 gebeten=-2 gebrauc=-7 gebreke=18 gebruik=-7
gebt=-2 gebucht=-12 gecontr=17 gedicht=-7 gedruck=-5 gedächt=10 geef=20 geehrte=20 geehrte_damen=22 geehrte_frau=-7
geen=-3 gefragt=19 gefunde=20 gegeben=28 gegen=-43 gegenle=-19 gegenüb=-5 gehalt=12 gehalts=4 geheimn=-10 gehen=-10
geht=-22 gehäuse=-6 gehören=-4 gehört=29 geklapp=-6 gelange=-28 geld=-4 geldt=-7 gelegt=-12 gelesen=-8 gelten=7
gelände=-4 gelösch=20 gemacht=3 gemeent=-8 gemeind=-6 gemelde=-5 gemini=18 gemisch=-10 gen=-3 genannt=-2 genehmi=-29
general=14 generat=25 generat_a=-3 generat_by=-8 generat_files=-4 generat_from=15 generic=-17 generic_types=-2
gentile=11 gentlem=-2 gently=-8 genuine=11 genügt=-18 geprüft=28 gerade=23 german=-19 gern=25 gerät=-37 gesagt=-21
gesamte=8 geschic=-2 geschlo=-6 geschäf=-23 gesehen=14 gesende=-4 gesetzt=-7 gesiche=2 gespeic=-3 gesperr=-32
gesproc=9 gespräc=30 gestart=-3 gestatt=-30 gestern=-4 gestion=15 gestric=-20 gestütz=19 get=-17 get_0=-10 get_a=-17
get_an=-10 get_the=14 get_time=5 getausc=-5 gets=-4 gets_a=-2 gevonde=8 gewesen=-11 geänder=-6 geöffne=20 gg=13 gh=37
gib=51 gibst=5 gibt=13 gibt_es=8 gift=11 gift_cards=-2 gilt=14 gilt_die=-15 gist=11 git=-24 git_commit=9 git_config=3
git_example=7 git_log=-5 git_push=12 git_remote=7 github=8 github_com=-14 github_workflo=5 gitigno=-2 give=-21
give_a=-17 give_it=-22 give_me=-17 give_the=14 give_them=-16 give_this=10 give_your=-10 given=-6 given_a=-2
given_and=43 given_at=39 given_by=-15 given_the=-8 given_to=2 gives=-12 gives_the=-11 giving=16 glad=-18 glass=-13
glaubt=8 gleich=39 gleich_die=17 gleich_mit=-9 gleis=-2 gli=19 global=7 globall=26 glossar=64 gloves=-25 glue=-24
gmbh=37 gnu=-7 go=73 go_ahead=11 go_back=9 go_on=50 go_through=-12 go_to=-39 goal=-9 goals=-8 godzinę=-9 goed=8
goes=-44 goggles=-2 going=22 golang=-20 gold=-17 gone=2 good=84 goods=12 google=5 got=-7 got_the=-12 governa=-2
gpg=-16 gpt=-20 gptbot=-17 gpu=13 grad=2 grade=15 grader=11 graders=7 grades=-11 grading=16 graduat=19 grand=8
grandma=9 grandmo=12 grandpa=9 grant=-36 grant_all=12 grant_select=-9 grant_the=-5 granted=-3 grants=13 gratefu=22
gratefu_if=20 gratis=10 graz=-17 great=26 greater=-3 greater_than=-3 green=51 greetin=9 grenze=-10 grenzwe=27 grep=-3
grew=-16 grey=-12 grifo=34 grifos=-6 groep=-13 grosse=-4 ground=-2 group=-5 group_by=-5 growing=-21 grown=-3 grows=-2
grund=-4 gruppe=-23 gruppen=-4 gruss=-5 grün=22 grüsse=-3 guarant=-8 guard=-11 guarda=10 guardad=33 guardar=9
guarde=-29 guardra=-4 guess=-44 guest=22 guest7=33 guests=25 guidanc=31 guidanc_for=7 guide=-36 guideli=39 guild=18
gur=-5 gusts=-3 gut=30 gutacht=13 guten=-7 gutschr=-16 gz=-9 gzip=-8 gönderi=-3 gönderm=25 gültig=4 günstig=9 h2=-7
h_e=33 ha=3 ha_адрес=-5 hab=37 habe=-23 haben=-13 habit=3 habitua=11 hace=-6 hacer=-3 hacked=25 hacking=-2 had=-37
had_a=-3 had_the=-3 haftet=-15 haha=-24 haiku=9 hair=-6 halden=9 hale=2 half=-39 half_of=-13 hall=-20 halle=-19
hallo=10 halten=-17 halvors=-4 hand=-23 hand_in=-7 hand_it=2 hand_out=-6 hand_over=-2 handboo=63 handboo_p=48
handbuc=-5 handed=-7 handle=4 handled=2 handled_by=2 handlei=-2 handler=-9 handlin=31 handove=-2 hands=22 handsch=-11
handy=-5 handys=-10 hang=-37 hang_up=-27 hannah=-12 hanne=-7 hanno=13 happen=9 happene=-17 happens=-12 happy=57
har=-10 harbour=23 harder=-6 harmles=3 harms=23 harness=-4 has=52 has_a=12 has_already=-2 has_asked=10 has_been=-22
has_changed=20 has_expired=-29 has_moved=8 has_the=-31 has_to=8 hash=4 hashabl=-2 hashing=-2 hasn=-2 hasn_t=-2 hast=32
hasta=-15 hasła=-3 hat=32 hat_das=-14 hat_die=-15 hat_sich=3 hatte=-6 haus=54 hausauf=-14 hause=-4 haushal=29
hausmei=12 hausord=10 haustec=-3 haustie=-6 haustür=21 haut=-7 have=11 have_a=20 have_agreed=3 have_already=-13
have_been=28 have_changed=5 have_it=6 have_no=-28 have_not=-3 have_on=-5 have_read=-11 have_the=-35 have_to=-35
have_your=-11 haven=-18 haven_t=-18 having=6 he=16 he_says=-4 he_упомина=34 head=-38 headcou=-13 header=24 header_x=6
headers=-6 heading=-14 headpho=-2 heads=-11 healing=3 health=18 heap=-13 hear=48 heard=-14 heartbe=-8 heat=-3
heating=6 heben=-2 heeft=20 hefe=-3 heisst=27 held=-9 helfer=70 hello=-45 hello_i=3 helm=-3 helmet=-4 helo=-3 help=-21
help_@=-11 helpdes=-6 helped=-4 helper=87 helper_functio=-12 helper_that=3 helper_to=-8 helpers=92 helpers_that=25
helpful=-14 helpful_assista=-20 helping=11 helps=16 hem=-16 hence=-22 hencefo=9 her=-72 herbst=5 here=53 here_and=24
here_is=-14 here_s=-11 here_the=13 hereby=19 herein=-12 herkunf=-7 hero=-17 heron=41 herr=-9 herrami=-18 herren=22
herren_anbei=23 herrlic=-4 herrn=2 herstel=-3 herunte=-6 hervorr=3 herzlic=-4 hesitat=-29 het=27 het_wachtwo=16
heure=5 heures=-7 heute=-2 heute_abend=-11 heutige=5 hex=34 hey=24 hi=-38 hi_all=-9 hi_i=9 hi_it=11 hidden=-30
hidden_instruc=17 hidden_text=-10 hide=-10 hide_the=13 hides=-25 hier=119 hiermit=-6 high=13 higher=-3 highest=39
highlig=8 hij=6 hikers=13 hilfe=2 hilfsmi=-16 hilft=-6 hinein=-8 hint=67 hint_for=14 hinterh=23 hinterl=27 hinweis=50
hinweis_an=18 hinweis_für=6 hinweis_zur=-5 hinzu=17 hire=32 hiring=-4 his=-25 hist=7 histori=40 history=15
history_to=27 históri=7 hit=-4 hits=-15 hm=-4 hmac=-4 ho=-9 hoch=-13 hoeven=17 hof=-6 hoje=15 hola=-23 hold=67
hold_for=16 hold_the=-21 holder=35 holds=30 hole=-14 holm=34 holy=-8 home=42 home_address=14 home_directo=8 homeoff=21
homes=-2 homewor=-10 honest=10 honeypo=-7 honoure=22 hooks=-19 hope=-6 hora=-10 horas=-13 horizon=8 horn=-16
horosco=-13 hospita=15 host=18 hosting=7 hostnam=5 hosts=7 hot=-2 hotel=19 hotels=-2 hotfix=14 hotfixe=18 hour=-17
hourly=15 hours=-53 house=49 househo=37 housing=6 how=-52 how_can=-30 how_do=-30 how_i=-9 how_it=-14 how_long=78
how_the=-8 how_to=-13 how_we=-3 however=-20 hoy=22 hr=31 hracorp=-6 hsu=-4 html=-25 http=24 http_0=3 http_://=25
https=-7 https_://=-7 hub=11 huber=27 huevos=11 hughes=-5 hulp=39 human=27 human_approva=-2 humans=34 hunter2=-3
husband=-8 hw=-3 hyperli=41 hypnoti=-11 häkchen=5 hält=-14 händler=-11 häng=37 hängt=14 hätte=-3 höchste=2 höflich=-2
höher=-6 i=-7 i_am=-23 i_cannot=7 i_d=-29 i_did=-12 i_do=16 i_don=3 i_e=-12 i_get=-10 i_have=25 i_help=-2 i_hereby=18
i_left=8 i_ll=-16 i_m=16 i_make=-6 i_need=-13 i_nie=48 i_said=-59 i_sh=21 i_should=-4 i_tell=-13 i_told=-30 i_trust=11
i_ve=-42 i_want=-40 i_was=-38 i_will=42 i_wrote=-17 ia=26 iac=-2 iban=9 ice=-2 ich=16 ich_bin=-35 ich_habe=-31 ici=18
icon=-17 id=3 id_0=26 id_`=-3 id_and=23 id_ed25519=14 ida=3 ide=-5 idea=-3 identif=-18 identit=22 idris=-3 idx=-6
iets=-3 if=-107 if_`=-2 if_a=32 if_an=21 if_any=-16 if_anyone=-3 if_asked=16 if_in=-4 if_it=-34 if_necessa=-4
if_not=-5 if_nothing=9 if_self=-2 if_somebod=-18 if_someone=16 if_that=-13 if_the=-9 if_there=-5 if_they=7 if_this=-15
if_true=-6 if_we=-2 if_you=-14 if_your=27 ignora=19 ignoran=-4 ignorat=-6 ignore=-94 ignore_all=4 ignore_it=-2
ignore_my=-15 ignore_previou=11 ignore_the=-44 ignore_this=-37 ignore_what=-12 ignore_your=11 ignored=-43 ignorer=3
ignores=-17 ignorie=-49 ignorie_sie=-6 ignorin=-10 ihm=-11 ihn=-36 ihnen=-3 ihr=57 ihre=-8 ihrem=17 ihren=34 ihrer=8
ihres=8 iii=54 il=-6 ill=-5 ils=14 im=67 im_namen=21 im_test=-33 im_urlaub=6 image=-39 images=-65 imagine=-4 imap4=-10
imapa=-10 img=49 img_src=26 immedia=-15 immer=-10 immutab=-5 immédia=-3 impact=-15 imperat=-14 impleme=-28
impleme_the=-10 implici=-3 import=-55 importa=22 importe=7 importi=-2 imports=-6 imposta=-17 impreso=-3 impress=-41
improve=-4 imóvel=-3 in=-18 in_0=-93 in_a=-34 in_advance=5 in_again=-21 in_all=-19 in_an=-13 in_any=17 in_as=-19
in_at=-11 in_case=29 in_config=36 in_das=33 in_de=-7 in_deinem=14 in_den=-11 in_der=-23 in_develop=-12 in_die=7
in_diesem=20 in_doubt=-6 in_drei=-8 in_each=17 in_einer=-24 in_english=-3 in_etc=-9 in_every=11 in_favour=19
in_force=49 in_front=5 in_full=42 in_functio=-3 in_future=2 in_it=16 in_its=42 in_line=-19 in_long=-19 in_march=-10
in_may=-19 in_memory=-6 in_mind=8 in_my=-5 in_one=-17 in_order=11 in_our=-22 in_place=6 in_plain=-29 in_product=-4
in_python=-7 in_section=7 in_setting=-10 in_tests=-18 in_the=-2 in_there=4 in_this=-21 in_three=11 in_to=2 in_two=-2
in_use=-3 in_which=-19 in_white=-31 in_with=2 in_writing=-13 in_your=35 inbetri=-4 inbox=-29 inbox_to=-22 inc=31
inciden=-2 incl=8 inclua=31 include=-28 include_in=7 include_the=2 includi=2 includi_the=10 income=18 incompa=-5
incompl=-6 incorre=-6 increas=25 increas_the=22 increme=-2 incêndi=-8 indem=19 indent=-2 indenta=-12 index=20
index_url=10 indicac=-6 indicad=3 indicat=-60 indicat_that=-15 indicat_the=-25 indirec=-3 indirec_injecti=-2
individ=-2 indoors=-3 inducti=-2 industr=7 ines=-20 inexact=-9 inf=-2 infecte=-2 infinit=-8 inflati=-7 influen=-14
info=27 info_@=-6 inform=-25 inform_the=-13 informa=-43 informa_about=-19 informa_on=18 informe=11 informi=-42
informi_sie=-8 informs=-24 ingest=-2 ingress=-2 ingrid=-4 inhaber=13 inhalt=38 inhalte=-23 inherit=-8 ini=12 init=2
initial=12 initial_state=-6 initiat=8 injecti=-22 injecti_is=-4 ink=-2 inklusi=24 innerha=-20 innerha_von=-13
inoltra=-28 inplace=-2 input=-96 inputs=-15 inrelea=-14 ins=-7 insecur=-5 inseris=21 insert=35 insert_the=36 inserte=6
inserti=-9 inserts=-2 inside=5 inside_a=15 insist=-3 inspect=42 inst=-16 instala=-13 install=-28 install_it=19
install_the=-17 install_this=5 install_upgrade=-9 install_with=-18 instanc=-18 instanc_of=-4 instant=-2 instant_a=-3
instead=15 instead_and=-10 instead_of=-55 instruc=-68 instruc_and=23 instruc_are=5 instruc_for=-24 instruc_found=3
instruc_from=-19 instruc_in=-18 instruc_is=-27 instruc_of=11 instruc_on=-15 instruc_to=-26 instruc_you=-9 instruk=11
instruç=-6 insuran=21 int=-35 intake=13 integer=-34 intelig=2 intelli=18 intende=-30 intende_to=-13 intende_use=-3
intensi=16 intent=-5 interac=-20 interdi=-26 interes=21 interfa=-19 interme=-6 intern=-6 interna=-5 interne=-17
interno=-9 interpo=-11 interpr=-43 interro=-11 interru=-4 interva=-7 interve=-11 intervi=-17 into=20 into_a=-8
into_an=-7 into_the=38 into_your=5 intrane=-6 intro=-12 introdu=-14 introsp=-4 inutile=3 invalid=-18 invaria=-5
invente=19 investi=15 investo=17 invia=-6 inviare=-46 invigil=-2 invisib=-13 invitat=-15 invitat_from=2 invite=33
invite_the=-12 invited=2 invites=-8 invoice=-11 invoice_0=-2 invoice_from=-2 invoice_number=-14 invoice_to=-5
invoke=-5 invoked=-6 involve=4 io=17 io_bytesio=-12 iob=-2 ip=-13 iptable=-8 ipv=-6 ipv4=-4 ipv4add=-8 ipv6=-18
ipv6add=-18 ipva=-4 ipvaadd=-8 iron=-4 irrespe=9 is=19 is_0=12 is_`=3 is_a=96 is_allowed=17 is_already=-5 is_also=-11
is_always=14 is_an=-6 is_asked=-33 is_at=-9 is_automat=-9 is_availab=14 is_being=42 is_better=9 is_broken=30
is_called=-8 is_cancell=3 is_closed=-7 is_defined=-2 is_deleted=-41 is_depreca=23 is_disable=5 is_done=-18 is_due=10
is_empty=-20 is_execute=-20 is_final=-13 is_fine=-18 is_for=23 is_forbidd=8 is_found=-2 is_free=20 is_from=-3
is_given=-4 is_green=-13 is_in=-11 is_infecte=-2 is_intende=-10 is_kept=-4 is_locked=-7 is_logged=-6 is_mandato=9
is_missing=-14 is_needed=-24 is_no=-49 is_none=4 is_not=-13 is_now=-6 is_null=-6 is_omitted=-3 is_on=24 is_one=4
is_only=-7 is_open=6 is_out=-7 is_outdate=16 is_over=21 is_provide=-9 is_raised=-2 is_reached=-5 is_read=-4
is_ready=31 is_request=-5 is_require=-18 is_returne=-5 is_running=-6 is_safe=63 is_sent=-5 is_set=-6 is_shown=-12
is_specifi=-19 is_that=-3 is_the=-15 is_there=2 is_this=-23 is_to=61 is_told=-19 is_true=-8 is_unclear=-6 is_under=19
is_what=14 is_wrong=19 iscrizi=9 isn=28 isn_t=28 iso=3 isso=10 issue=59 issue_0=-20 issue_as=26 issued=-8 issuer=-2
issues=-32 ist=82 ist_bis=21 ist_der=-12 ist_ein=8 ist_eine=22 ist_folge=-7 ist_im=-8 ist_mit=31 ist_nicht=23
ist_und=3 ist_untersa=-29 istruzi=5 it=81 it_again=-21 it_and=-27 it_answers=-20 it_as=25 it_asks=-11 it_at=-21
it_back=-12 it_before=6 it_by=-24 it_can=8 it_contain=-27 it_default=-4 it_deletes=-10 it_does=3 it_down=-6 it_for=3
it_from=23 it_has=30 it_if=17 it_in=16 it_into=11 it_is=-37 it_isn=23 it_ll=19 it_looks=-9 it_may=-18 it_now=-3
it_off=-23 it_on=8 it_once=17 it_only=-2 it_out=-7 it_reads=26 it_s=30 it_should=53 it_shows=-6 it_still=-8
it_support=-16 it_takes=-3 it_that=14 it_the=-31 it_to=-7 it_twice=16 it_under=-11 it_up=48 it_was=-8 it_when=-18
it_will=2 it_with=-18 it_without=-2 it_won=26 it_works=-20 it_would=49 it_you=5 item=36 item_0=7 items=-21 iterabl=-2
iterati=-10 iterato=-15 its=93 its_configu=5 its_content=43 its_name=6 its_own=12 itself=-22 iyi=25 iは=9 iへ=6 i助=5
j=10 ja=77 jacket=-7 jahr=25 jahre=11 jailbre=-17 jak=31 jako=16 jam=-4 jamais=-41 jan=-21 java=-5 je=-13 jede=23
jedem=13 jeden=-7 jeder=31 jederze=-27 jedes=-15 jemande=8 jest=12 jesteś=18 jetzt=63 jeudi=-7 jeśli=15 jeżeli=37
jira=25 jk=-6 jo=-27 job=14 jobs=-23 jobs_@=-14 joe=10 join=20 joindre=-2 joined=17 joke=7 jonas=-11 joost=7 jorge=-4
jour=-8 journal=-62 journey=-4 jours=-2 jpg=25 js=-14 json=10 json_and=19 judges=-10 jueves=-7 july=-29 jump=-5
jumps=-2 june=-18 juni=-6 junto=-2 jupyter=-9 jury=-27 just=47 justifi=-26 já=-7 językow=11 k=46 kaggle=-2 kai=-2
kak=10 kalende=42 kam=4 kamera=-2 kan=-6 kanal=6 kandida=-8 kann=5 kann_die=27 kann_ich=-19 kannst=-22 kannst_du=-31
kappa=9 kapte=7 kaputt=13 karaoke=7 kart=13 karten=-7 kasse=2 kassenb=-11 kassenw=-4 kata=13 kategor=23 kauf=3
kaufemp=-7 kaufen=3 kaufpre=-19 kauft=18 kb=-2 ke=13 keep=-55 keep_a=-32 keep_doing=20 keep_in=8 keep_it=-20
keep_the=-16 keep_this=-16 keep_your=-10 keeping=5 keeps=-35 kein=-47 keine=40 keinem=5 keinen=-17 keiner=22 ken=-10
kennen=27 kennst=7 kennt=4 kenntli=-4 kenntni=-4 kennwor=22 kennzei=-25 kept=-6 kern=-13 kernel=-10 kestrel=11
kettle=6 keur=8 key=-40 key_in=36 key_is=-33 key_ssh=16 key_to=-18 key_with=-4 keyboar=2 keychai=23 keyed=-4
keyed_message=-2 keyerro=-6 keyerro_if=-4 keyfile=-3 keys=6 keys_are=-3 keys_in=-2 keys_to=50 keyword=-11
keyword_argumen=-2 kg=16 ki=-53 ki_systeme=-12 kid=-28 kids=-9 kiel=5 kill=31 kill_the=16 killed=-12 kilomet=-5 kim=7
kind=4 kind_as=2 kind_regards=-10 kinder=14 kindere=-12 kindern=-12 king=9 kiosk=-4 kirim=13 kita=-2 kitchen=-24
klachte=10 klar=8 klartex=23 klasse=6 klassen=-6 klein=-10 kleiner=15 klicken=-13 klient=14 kline=5 klingel=4
klingon=20 kluge=7 km=9 knife=-5 knit=-3 knock=-14 know=49 know_about=13 know_that=6 know_what=4 know_you=6 knowled=-3
known=-51 knows=18 kolb=18 kollege=4 kollegi=-5 kommen=2 komment=60 kommt=11 konfigu=8 konkurr=-7 kontakt=41 kontext=6
konto=-12 kontoau=-2 kontoin=36 kopie=-4 kopiere=-4 korespo=13 korrekt=-4 korrigi=-10 korzyst=-10 kosten=-23 kostenl=4
kostet=4 końcu=16 krank=-2 krause=14 kreditk=4 kt=-6 kto=40 który=10 kubecon=9 kubectl=-9 kubectl_delete=2 kuberne=11
kuchen=-25 kulanz=3 kullanı=26 kunde=24 kunden=9 kundena=3 kundenb=42 kundend=-17 kundin=-11 kundinn=-8 kunt=4
kupując=25 kurs=-2 kurt=-2 kurz=-2 kv=-2 kwargs=-4 könne=-16 können=-19 können_sie=-5 könnt=-17 könnte=6 könnten=-4
könnten_sie=-4 küchenh=4 kühlsch=-5 kündige=-11 kündigu=19 künftig=19 kürzen=-12 l=52 l_adresse=20 l_agent=20
l_agente=-42 l_attenti=24 l_utente=16 l_utilisa=19 la=39 la_contras=-13 la_direcci=12 la_lista=5 la_liste=10 laat=-18
lab=-9 label=-64 labelli=31 labels=33 labs=-4 lacking=2 lacks=-2 lade=52 laden=-2 ladies=-2 lag=-5 lage=17 lager=-4
laid=-6 laissez=-8 lake=24 lambda=-4 lamp=-9 lamps=20 lance=8 land=-6 landlor=-6 landlor_s=-8 lane=-6 lang=-7
langcha=-3 langrou=-2 languag=30 languag_model=-7 languag_models=9 langzei=-23 laptop=5 large=-15 large_languag=-12
larger=12 larger_than=13 lars=-3 las=-15 las_instruc=20 lass=16 lassen=-10 lassen_sie=-12 lasst=-5 last=19 last_0=2
last_one=5 last_three=30 last_week=29 last_year=-9 lasting=-5 lastsch=42 late=2 latecom=-2 later=-11 later_session=-24
latest=10 latex=-5 latter=-8 lauf=-4 laughed=-5 launch=-2 launche=-2 laut=43 lautet=38 law=-8 lawyer=37 lawyers=-12
layer=8 lazy=3 le=25 le_0=-12 le_istruzi=5 le_service=26 lea=-6 lead=-12 leader=16 leaderb=15 leading=-28 leads=-7
leaf=28 leaflet=5 leak=21 leaked=-6 leaking=-23 leaks=9 lean=15 learn=-8 learned=-33 learner=17 learnin=-6 least=-26
least_0=-7 least_one=-13 leave=14 leave_at=-2 leave_it=31 leave_out=-15 leave_the=-19 leave_them=15 leave_this=4
leave_your=-7 leaves=-7 leaving=15 lebensl=-10 led=3 ledger=51 lee=-14 leer=5 leeren=26 leest=36 left=-10 left_out=-16
leg=22 legacy=-29 legal=23 lege=5 legen=5 legen_sie=4 legge=26 legitim=-12 legt=16 lehnt=-13 lehrkrä=-16 lei=-11
leia=-9 leichte=-5 leise=-16 leisten=-7 leite=16 leiten=-15 leiten_sie=-15 leitet=-6 leitung=-7 lektion=-2 lembre=-4
lemon=-2 len=-14 lena=27 lend=8 lender=-3 length=-9 lenta=-9 lenz=-3 leo=-24 ler=5 lernend=8 lernt=9 les=24
les_consign=-22 lesen=19 lesen_sie=-18 lesende=43 leser=44 leserbr=-3 leserin=18 less=-4 less_than=-4 lesson=-4
lest=-4 let=24 let_a=-6 let_an=-20 let_go=11 let_it=-2 let_s=49 let_them=6 lets=20 lets_you=8 letter_of=17
letter_to=-32 letters=46 lettre=-11 letzte=-27 letzten=33 leur=11 leurs=6 leute=13 level=17 level_0=23 levels=-5
lever=-6 leveran=6 lf=-4 lgtm=8 li=13 lib=22 library=-9 library_is=-9 libre=4 lic=19 licence=-31 license=2 lie=-17
liebe=-6 liebe_eltern=-7 lieber=30 liebes=11 liefera=10 liegen=-32 liegt=27 liegt_im=-6 lies=31 liess=-11 liest=28
life=25 lifegua=-8 lift=-6 lifted=45 lifts=9 light=-16 lightin=4 lights=9 ligne=20 like_a=6 like_it=17 like_the=-18
like_this=3 like_to=-24 liked=-7 likely=-6 lima=-2 limit=39 limitat=-12 limited=-11 limiter=-2 limitin=-10 limits=-9
lind=3 lindner=3 lindqvi=6 line=-64 line_0=24 line_and=-4 line_in=-16 line_is=-7 line_number=-10 line_to=-14
lineno=-10 lines=-12 linguis=19 link=9 link_below=-16 link_to=-5 linked=-5 links=15 lint=-8 linux=-29 lisbon=12
list=37 list_every=-9 list_for=-13 list_it=-2 list_of=-68 list_the=42 lista=37 lista_de=21 liste=13 liste_ein=-11
listed=9 listen=-4 listen_to=-2 listene=13 listeni=-13 listing=-6 lists=-72 lit=10 literal=-3 little=13 live=5
lives=-3 lives_in=-3 living=14 livrais=47 ll=-30 ll_ask=-6 ll_be=-13 ll_do=28 ll_find=-4 ll_get=-2 ll_tell=21
ll_write=-12 llama=-29 llame=-25 llave=-7 llenen=-7 lleva=15 llm=31 llm_reviewe=-5 lo=-7 load=18 loaded=56 loads=5
loaf=-3 loan=15 loans=4 local=-5 local_bin=-7 local_variabl=-5 locale=-7 localho=-56 locatio=13 locatio_with=31
lock=-23 lock_is=-2 lock_the=-3 locked=-10 locking=-2 locks=-4 log=-30 log_0=-10 log_in=-26 log_oneline=-4 log_out=-19
logged=6 logged_in=3 logger=-11 logging=14 logicie=43 login=-45 logisti=7 logo=16 logs=-19 logs_are=-2 lol=-9 long=51
long_term=-12 longer=2 look=-19 look_at=-23 look_for=-20 look_up=4 looked=29 looking=10 looking_for=-4 looks=-14
lookup=-4 loop=-2 loops=-6 lord=4 los=15 los_asisten=24 lose=7 loss=-3 lost=-10 lots=-2 lotte=-10 loud=-6 low=99
lower=33 lowerca=-3 loyalty=66 ls=-16 lt=-3 lt12=24 ltd=4 luca=-2 lui=27 lumen=3 lunch=-23 lund=2 lundi=5 lunedì=-17
lunes=-18 luz=5 lvl=3 lw=-3 lx=2 lyon=-9 lyrics=-3 lzma=-4 lädt=11 länger=-13 länger_als=-10 lässt=24 läuft=-7 lösch=9
lösche=20 löschen=-29 löschen_sie=-17 löschen_und=15 löscht=-7 löschun=4 löse=4 lösung=35 lücke=3 lütfen=-3 m=23 m2=12
m6=-3 m_a=13 m_away=-6 m_going=-18 ma=79 maak=-7 mach=12 machen=-12 machine=56 machine_that=7 machst=4 macht=-7
macro=4 made=-17 mag=30 magazin=-19 magic=-3 mahnung=33 mai=-9 mail=-55 mail_address=-5 mail_and=18 mail_assista=9
mail_example=15 mail_from=2 mail_is=-2 mail_the=27 mail_to=3 mail_with=-16 mailbox=-14 mailcap=-3 mailer=-2 mailing=-6
mails=-26 mails_from=39 mailto=-5 main=25 mainly=-6 maintai=48 mainten=58 mainten_mode=32 mairie=9 maja=-7 major=-8
make=-32 make_a=-11 make_check=-16 make_it=41 make_sure=-12 make_test=-11 make_the=-17 makefil=-6 maker=2 makes=-22
making=-9 makler=10 maksyma=5 mal=-11 malicio=22 mallory=65 malo=-2 malware=34 man=-39 manage=-46 managem=-3
manager=-61 manager_for=-3 manager_is=13 manages=-4 manda=-37 mandant=19 mandat=7 manifes=-11 manipul=-5 manners=14
manque=11 manual=-42 manuals=-6 manuscr=-4 many=-6 map=-7 mappe=-9 mapped=-2 mapping=6 mapping_of=-3 maps=-17 mar=-8
maratho=-7 marca=-7 march=-27 marek=-5 marguer=-2 maria=-19 mark=-42 mark_a=-10 mark_it=18 mark_the=-3 markdow=-27
marked=-14 marker=7 market=34 marketi=9 marking=57 marks=16 markt=-8 mars=-21 martes=-4 marzipa=-5 marzo=4 maschin=50
mask=-3 masked=-2 master=49 match=25 matched=6 matches=20 matchin=-11 materia=2 math=-3 mathe=-2 matita=-7 matrix=-3
matter=25 matters=-13 max=-27 max_tokens=-4 maximum=21 may=-106 may_ask=-30 may_be=60 may_contain=-8 may_have=-20
may_i=11 may_not=3 may_now=20 may_read=14 may_see=20 mayor=-17 mayores=19 mcp=13 md=-32 md5=16 me=51 me_a=3 me_at=7
me_back=11 me_in=-20 me_know=4 me_on=-14 me_the=25 me_to=-23 me_what=36 me_your=-23 mean=-12 mean_of=6 meaning=-19
means=-10 meant=4 meant_for=-6 measure=-11 media=-24 median=-5 medical=-22 medical_advice=-7 medicin=6 medien=-4
medikam=-5 medium=-13 mee=-27 meet=-9 meet_at=-2 meeting=15 meeting_and=12 meets=3 mehl=10 mehl_0=-3 mehr=11
mehr_als=-21 meilleu=-7 mein=-49 meine=-10 meinen=11 meist=4 meister=6 mejor=17 mel=-2 meld=8 melden=24 melden_sie=-12
meldet=-6 meldet_sich=-36 member=8 members=2 members_of=-9 memo=36 memorie=-31 memoris=5 memoriz=31 memory=-29
memory_is=-11 memory_leak=-5 memory_poisoni=-19 memória=3 mencion=15 menge=20 mensage=3 mensaje=68 mensch=13
mensche=19 mention=87 mention_it=-43 mention_the=39 mention_this=35 mentor=-2 merci=-16 merci_de=-2 merge=-15
merged=-59 merger=4 merges=-2 merging=-12 merkbla=8 merke=-2 merke_dir=7 merken=-27 merkt=26 mes=10 mesmo=7 message=2
message_and=9 message_for=20 message_from=20 message_in=11 message_of=13 message_that=-7 message_to=20
message_with=-17 message_{=-4 messagg=-4 messen=-14 messwer=18 met=13 meta=11 meta_name=6 meter=-14 meters=-3
metform=-5 method=-50 method_is=-18 method_which=-2 methods=-29 metres=-13 metrics=-6 mettete=-4 meu=19 mg=2 mi=15
mib=-16 mich=27 microph=43 microso=-5 middle=14 midnigh=-17 midterm=-5 mieszka=26 miete=-4 mieter=-17 mietver=-6
mietver_0=-6 might=-27 might_be=-11 miglior=9 migrate=-7 migrati=-36 milch=-5 mileage=-4 milk=53 milk_0=33 mill=-18
miller=-25 million=-20 mime=-6 min=79 mind=40 mindest=-7 mine=14 minor=-12 minut=-7 minute=33 minuten=-22 minutes=-12
minutes_and=10 minutes_then=-17 minutes_to=16 minutos=-4 mio=-10 mir=7 mir_bitte=-27 mir_die=35 mira=27 miramar=7
mirar=13 mirror=72 mirror_example=33 mise=-9 mismatc=7 miso=-6 misread=10 miss=-5 missing=-49 mit=43 mit_0=11
mit_`=-36 mit_dem=27 mit_den=13 mit_der=19 mitarbe=11 mitbrin=-13 mitglie=-9 mitigat=-6 mitlies=12 mitnehm=-4
mitteil=27 mittels=-4 mittent=-20 mittwoc=2 mix=-3 mixin=-3 mixing=-3 mkdir=-2 mkstemp=-9 ml=-13 mm=-7 mnie=7 mnt=-7
mo=-6 mobile=-20 mod=-4 mode=-38 mode_is=-2 mode_on=8 model=-76 model_card=9 model_is=-16 model_must=-4 model_reads=-9
model_s=-29 model_should=-20 model_that=13 model_to=-27 modell=-71 modelle=7 modello=17 modello_linguis=19 modelo=-7
models=24 modelu=2 moderat=-15 modes=-2 modific=-13 modifie=-7 modo=4 modul=33 module=-31 module_is=-15 modules=-15
modulo=-8 moet=13 moin=-5 mom=-4 momento=16 mon=-18 monate=-3 monaten=3 monats=-5 monatse=-5 monday=-53 money=-11
money_back=22 moni=-6 monitor=-3 montag=26 month=-35 monthly=16 months=-3 montrer=16 mood=23 moral=-15 more=-6
more_informa=-15 more_than=-37 morgen=-17 morgens=-3 morning=-10 moss=-6 most=-63 most_0=-4 most_recent=-10 mostrar=17
mot=12 mother=31 motivat=3 mount=-12 mount_the=13 mounted=-4 mouse=-9 mouth=-8 move=-5 move_it=-23 move_the=-6
move_to=-7 moved=-22 moved_to=3 movemen=-13 moves=-19 movie=-2 moving=23 może=-11 mqtt=16 mr=54 mro=-2 mrs=-4 ms=-37
msg=-3 msgs=3 mu=2 much=-11 mug=-2 multa=9 multipl=-11 mum=-8 mundo=29 municip=-5 museum=-8 music=5 muss=-3 musst=-16
must=-123 must_be=-14 must_call=10 must_contain=27 must_have=-8 must_hold=-3 must_never=-5 must_not=-2 must_read=17
must_show=-2 must_tell=-36 mustn=-10 mustn_t=-10 mutable=-7 mute=9 muted=-15 mwst=-5 mx=17 my=-3 my_assista=-5
my_earlier=-33 my_grandmo=-7 my_last=-4 my_order=-35 my_parcel=-11 my_passwor=-4 my_sister=-8 myself=-5 mysql=28
más=-4 mängel=12 märz=5 médico=-15 mélange=-10 mémoire=9 même=24 móvil=-3 möchte=17 möchten=3 möge=23 mögen=12
möglich=-2 müll=-3 mündlic=-2 müssen=-10 n=-22 n_0=-27 n_d=37 n_en=-14 n_oubliez=-9 na=68 na_adres=14 naar=14 nach=-33
nach_der=-8 nachbar=-7 nachfra=41 nachric=-15 nacht=-5 nachtra=8 nachträ=-5 nachzah=29 nadia=12 nadie=13 należy=-3
name=-10 name_`=-3 name_and=-17 name_is=-4 name_of=-40 name_the=-10 name_to=-13 name_value=-2 name_}=-4 named=3
namen=-19 names=-31 names_and=-7 names_in=-8 names_of=-5 namespa=-5 naming=-5 nan=-3 nanny=-2 nans=-14 napisz=-4
narrato=10 nas=-11 natural=48 navigat=11 nb=8 nc=22 ne=9 ne_pas=13 near=14 nearest=-5 nearly=2 nebenko=4 necesit=10
necessa=-15 need=14 need_a=-18 need_it=-16 need_no=24 need_not=46 need_the=-3 need_to=19 need_two=-18 needed=31
needed_for=-26 needn=69 needn_t=69 needs=45 needs_a=-14 needs_it=18 needs_no=-4 needs_to=27 neem=5 negativ=26
negeer=13 negotia=47 negozio=-6 nehme=10 nehmen_sie=-9 neighbo=-2 nein=-3 neither=-11 nel=49 nella=12 nelle=7 nem=-15
nemen=-4 nenne=-2 nennen=35 nennt=28 nervous=4 nessuno=9 nested=-3 net=33 net_0=-10 netmask=-4 netrc=-12 nett=9
network=-11 netz=4 netzste=-4 netzwer=-2 neu=-63 neu_starten=-3 neue=-22 neuen=-33 neuer=-6 never=-83 never_ask=27
never_call=-2 never_change=-2 never_commit=-33 never_do=-9 never_give=-13 never_promise=-4 never_send=-10
never_share=-3 never_use=16 nevera=-8 new=-36 new_account=-6 new_bank=5 new_instruc=4 new_key=35 new_one=-15
new_task=9 new_version=-16 newcome=-10 newest=38 newline=-9 news=29 newslet=3 newslet_and=-15 newspap=-15 next=103
next_answer=-17 next_line=-4 next_message=31 next_page=16 next_step=24 next_time=-26 next_to=6 next_week=-9 nginx=-18
nice=71 nicht=32 nicht_an=13 nicht_auf=-30 nicht_die=-6 nicht_gelesen=-12 nicht_in=-15 nicht_mehr=-7 nicht_mit=5
nicht_nötig=-3 nicht_per=-28 nicht_vergess=-9 nichts=-69 nichts_von=-9 nie=12 niemals=-43 niemand=-59 niente=11
niet=-23 niets=-7 night=-5 night_shift=11 nightly=16 nikomu=-7 nil=-9 nimm=9 nimmt=-10 nine=-22 ninguém=15 nl=6 nm=-3
no=34 no_action=-10 no_argumen=-9 no_changes=7 no_confirm=-23 no_data=18 no_longer=13 no_more=7 no_need=65 no_one=-25
no_questio=26 no_time=20 no_verify=-6 no_warning=16 nobody=-8 noch=-9 noch_einmal=7 noche=-30 node=-4 node_0=-2
nodes=-7 noise=6 nom=12 nombre=-3 nome=29 non=-40 none=-8 none_of=-9 nonexis=-7 nonzero=-12 noon=-28 nopassw=30
noqa=-9 nor=-19 nora=-16 nord=-12 nordlic=14 norma=10 normal=10 normali=-16 normall=-11 north=31 nosotro=8 nostro=5
not=-70 not_a=4 not_as=19 not_ask=22 not_availab=-19 not_call=-4 not_change=-6 not_commit=-18 not_contain=16
not_edit=-6 not_exist=3 not_follow=-4 not_for=3 not_forward=-11 not_found=-8 not_give=-9 not_have=-7 not_include=-9
not_leave=-7 not_let=-8 not_list=37 not_log=13 not_match=-4 not_mention=5 not_open=16 not_provide=-5 not_raise=7
not_read=-15 not_recomme=-11 not_remove=-5 not_reply=-11 not_report=9 not_run=-6 not_send=-19 not_set=-2 not_share=-21
not_support=-7 not_switch=-12 not_tell=32 not_the=-11 not_to=34 not_upload=-5 not_use=-10 not_write=-9 nota=23
nota_para=18 notary=7 notas=-5 notatio=-5 note=42 note_0=-18 note_for=41 note_from=11 note_taker=23 note_that=-63
note_the=-10 note_to=21 noteboo=-3 noted=13 noten=2 notenbl=6 noter=7 notes=74 notes_0=-6 notes_for=19 notes_on=5
notes_to=14 notes_txt=-8 notfall=2 nothing=46 nothing_else=-17 nothing_to=-14 notice=-18 notice_of=-11 notice_to=-2
noticed=3 notices=18 notiere=7 notiert=4 notific=6 notify=-18 notiz=21 notizen=13 notre=24 notulen=8 nov=-5 novel=-12
novelty=12 novembe=-12 now=41 now_and=17 now_asks=-9 now_in=-11 now_on=-10 now_read=-9 now_the=-3 nowak=-7 npm=-41
npm_audit=-18 npm_err=-8 npm_notice=3 npm_run=-24 npm_warn=-12 npmjs=9 npmrc=10 npobepk=29 npomnt=44 nporpam=24 npx=5
nr=-12 ns=3 nt=-4 nu=3 nuestro=-5 nueva=-12 nuevo=26 null=5 number=-38 number_0=25 number_and=3 number_as=2
number_for=14 number_from=-10 number_in=3 number_of=-27 number_on=-2 number_to=-4 numbers=42 numbers_and=24
numbers_are=-4 numbers_in=17 numeric=-9 numero=10 nummer=-23 numéro=-2 nun=18 nunca=-9 nuova=-3 nur=8 nur_für=-2
nur_mit=-11 nur_noch=7 nuria=-21 nurse=9 nurses=-3 nuts=15 nutzen=-28 nutzer=-3 nutzer_hat=21 nutzeri=-4 nutzers=5
nutzung=-19 nyy=18 não=-2 nächste=32 nächstm=-2 nämlich=16 número=-2 o=55 o_utiliza=4 oak=-5 oakline=20 oat=10 ob=18
obedien=38 obey=-7 obey_the=-3 obeyed=-3 obeys=2 obi=-10 object=-53 object_that=-6 object_to=-2 object_with=-5
objects=-38 objet=-3 obligat=-19 obliges=-22 obras=-10 observa=76 obsolet=4 obstacl=50 obsługu=20 obtain=16 obtaine=-2
obtaini=-13 obvious=17 occupat=10 occurre=-8 occurs=-11 ocr=36 oct=-10 od=2 odd=-2 oder=-25 odpowie=-5 oduya=-2 of=18
of_0=44 of_a=-40 of_all=12 of_an=-30 of_argumen=-10 of_at=-14 of_birth=11 of_bytes=-12 of_charge=-17 of_childre=-2
of_course=3 of_data=-8 of_every=-36 of_file=4 of_it=-18 of_its=4 of_lines=-5 of_memory=11 of_message=-2 of_module=17
of_my=14 of_one=25 of_other=2 of_our=-49 of_service=-5 of_strings=-2 of_text=-5 of_that=-12 of_the=36 of_their=-2
of_them=19 of_this=30 of_three=12 of_today=6 of_two=25 of_type=2 of_us=-2 of_user=15 of_what=7 of_you=-9 of_your=78
ofen=-3 oferta=-15 oferty=37 off=33 off_and=-8 off_for=7 off_in=-16 off_on=9 offen=2 offene=-9 offer=-15 offer_to=12
offered=-9 offerin=5 offers=-19 office=-10 office_and=14 office_until=-3 officer=-29 officia=12 offizie=14 offline=25
offset=-5 oft=-3 often=13 og=16 oggi=10 ogni=2 oh=-2 ohio=19 ohne=-15 ohne_den=9 ohne_einschr=42 ohne_rückfra=-44
oil=-10 oitio=-2 ok=88 okafor=2 okay=23 oktober=8 okuyan=24 ola=-4 olarak=19 old=11 old_one=13 older=12 older_than=-6
oldest=21 olvida=-36 olvide=-14 om=-25 omar=-5 omit=31 omit_the=9 on=10 on_0=-52 on_a=8 on_ai=-15 on_all=-3 on_an=-18
on_and=19 on_as=7 on_behalf=7 on_branch=-4 on_by=-7 on_call=-5 on_every=-19 on_file=36 on_friday=-7 on_fridays=5
on_it=5 on_its=-11 on_leave=16 on_monday=-45 on_our=-12 on_page=-21 on_purpose=-10 on_request=6 on_sunday=-2
on_the=-74 on_this=22 on_thursda=12 on_to=11 on_top=8 on_tuesday=-4 on_wednesd=-3 on_windows=-15 on_with=4 on_you=37
on_your=-39 once=-3 once_and=4 once_more=15 once_the=-33 once_you=-2 one=36 one_and=-6 one_at=2 one_by=-6 one_in=22
one_is=71 one_last=12 one_more=11 one_of=-18 one_on=-6 one_or=-3 one_tablet=-2 one_to=-10 one_who=35 one_with=-24
oneline=-4 onerror=-3 ones=6 onion=-4 onions=-13 onkel=-46 online=-7 only=-83 only_a=6 only_after=-9 only_be=-6
only_for=-10 only_in=9 only_one=-2 only_the=-20 only_this=9 only_with=-29 ont=4 ontem=18 onthoud=22 ook=12 oomkill=-10
ooz=-2 op=13 opa=-2 opcode=-2 opdrach=25 open=21 open_a=-7 open_an=-6 open_setting=-23 open_the=-13 open_with=-7
openai=-5 openai_api=-32 openapi=-2 opened=-6 opened_for=-14 opening=-22 opening_hours=-18 opens=-8 opens_the=-10
operand=-16 operati=25 operati_system=-4 operato=27 operato_must=-4 operato_s=23 operazi=-3 opnieuw=-3 ops=15 ops_0=-4
ops_@=-4 opt=-17 option=-10 optiona=-31 optiona_argumen=-3 options=-16 opłaty=55 or=-186 or_0=12 or_`=-3 or_a=-4
or_address=-8 or_any=-4 or_it=-8 or_later=-7 or_more=-3 or_no=-11 or_the=6 or_you=-8 ora=-2 oracle=17 orange=-10
order=-41 order_0=-41 order_and=-15 order_by=-3 order_is=3 order_number=-16 order_of=-4 order_to=7 ordered=2
orders=-19 orders_and=-8 orders_from=29 ordinai=6 ordinal=-3 ordine=-21 ordner=47 ordnung=3 organiz=32 orienta=-3
oriente=6 origin=-33 origin_main=4 origina=10 orr=19 ort=-4 os=58 os_environ=11 os_path=-3 osei=-2 oserror=-5 ot=17
otbete=15 other=63 other_self=-9 other_users=28 others=59 others_are=17 otherwi=6 otherwi_return=-4 otherwi_the=-18
otherwi_we=-3 otra=25 otrzyma=13 otto=-5 ou=-14 oublie=8 oubliez=-21 oubliez_pas=-9 oud=-10 oude=10 ouders=-8 ought=47
ought_to=47 our=14 our_agent=-3 our_assista=-12 our_bank=-4 our_new=-4 our_newslet=4 our_own=11 our_partner=13
our_privacy=-23 our_records=-13 our_support=-22 ours=90 out=21 out_and=19 out_of=13 out_the=-29 out_what=24 outboun=-9
outdate=21 outgoin=-8 outil=-16 outils=11 output=-68 output_of=-4 output_the=34 outputs=4 outrank=19 outside=-49
outside_the=-22 outstan=7 ouvre=19 oven=-7 over=-14 over_0=-8 over_a=-19 over_the=12 overdue=9 overflo=7 overloa=-4
overloo=17 overnig=-2 overrid=-84 overrid_the=-15 overrul=5 overvie=-6 overwri=-18 overwri_by=-5 overwri_the=-4
owasp=-28 owe=-8 owes=-8 own=-45 owner=47 owner_of=-14 owner_s=44 owners=-9 ownersh=-8 owns=5 oyelara=-8 p=35 p1=33
p2=-3 p_0=-12 p_s=10 pack=-14 package=25 package_in=9 package_json=8 packed=-9 packlis=-2 packs=16 packung=-7 pad=-2
padding=-2 padrão=43 pagamen=12 pagar=-26 page=-24 page_0=54 page_and=-4 page_are=5 page_is=26 page_says=-23
page_the=-2 page_to=-20 page_with=-17 page_you=26 pager=16 pages=-35 pages_are=-7 pagina=14 pago=-11 pagos=3 paid=26
pain=11 paintin=-5 pair=-27 pair_of=-16 pairing=-2 pairs=-16 paket=-13 pakete=-16 pakket=-13 palette=-6 pan=-23
pancake=-8 pandas=6 panel=-6 paper=-23 papers=-13 par=14 para=57 para_0=25 para_el=17 para_o=-13 parades=-23
paragra=59 paramet=3 paramet_`=13 paramsp=-2 paraphr=-4 parcel=-4 parcels=-3 pare=7 parent=4 parents=6 park=-4
parking=-7 parle=-24 parlez=-2 parliam=-16 parpade=-20 parse=-10 parse_the=-2 parsed=4 parser=-28 parses=5 parsing=-2
part=17 part_of=20 partial=-3 partici=-18 particu=-2 parties=-34 partir=-6 partir_de=2 partner=51 partner_example=6
parts=41 party=-11 pas=-2 pas_d=-8 pas_de=-4 pas_à=6 pasapor=-2 paso=-19 pass=-26 pass_`=-11 pass_it=-45 pass_on=20
pass_the=-3 passage=-3 passe=-3 passed=59 passed_0=6 passed_in=-4 passed_to=-19 passeng=-36 passes=-19 passing=5
passphr=-3 passpor=-16 passt=-6 passwd=-16 passwor=-30 passwor_and=-6 passwor_in=-4 passwor_is=35 passwor_of=7
passwor_reset=2 passwor_to=-28 passwor_with=11 passwör=17 pasta=-13 paste=21 paste_it=35 paste_the=15 pastebi=2
pasted=-13 pastes=15 pat=-2 patch=25 patch_notes=6 patches=-10 path=-58 path_is=-11 pathnam=-10 paths=-2 patient=88
pattern=3 paul=-15 pause=-19 pax=9 pay=-41 pay_it=3 pay_the=-46 payable=-3 payload=38 payment=44 payout=17 payroll=5
pays=-10 państwo=2 pd=8 pdf=15 pdf_text=16 pdfs=-22 pede=15 pedido=-4 pedidos=10 pedir=5 pediu=23 peer=5 pem=-4
penalty=18 pendant=-12 pending=23 penicil=16 pensize=-8 people=34 people_can=2 people_to=-13 people_who=6 pep=-3
pep_0=-3 per=11 per_mail=-30 perché=15 perdere=19 perfect=-7 perform=-6 pergunt=27 period=15 periods=5 permane=46
permiso=-11 permiss=10 permiss_denied=-21 permiss_to=-5 permit=-5 permite=16 permitr=-6 permits=19 permitt=7 pero=2
persist=-8 person=-10 person_you=43 persone=-34 persons=2 persuad=4 persuas=-2 persönl=-9 peru=-16 pessoas=18
peter=-15 petit=6 petra=-3 peut=-6 pflicht=-19 pg=35 pharmac=-18 phishin=-9 phone=38 phone_and=-2 phone_as=6
phone_number=-4 phones=12 photo=35 photo_of=-13 photogr=-7 photos=-12 php=23 phrase=-23 physio=-2 pi=-5 piano=-13
pick=-18 pick_up=-2 pickle=-8 picks=3 picture=8 pid=-8 pide=-30 piece=-15 pierwsz=-5 piet=-15 pills=10 pilot=-4
pin=-32 pinch=-5 pineapp=46 ping=-3 pip=-6 pip_install=14 pipe=-9 pirate=27 pisemne=-4 pitch=-3 pix=9 pizza=10
pizzas=32 pièce=-6 più=41 place=3 place_a=-2 place_and=7 place_of=9 placed=-5 placeme=7 places=-3 placing=23 plain=-27
plainti=-15 plan=-13 plan_and=4 plane=-4 planifi=22 planner=34 plannin=9 plans=-2 plant=2 planted=-11 plants=-12
planung=11 plastic=-6 plate=32 platfor=5 platfor_team=6 platinu=-32 platte=-3 plattfo=-15 platz=18 play=22 play_a=12
playboo=-10 played=14 player=5 players=2 please=-80 please_also=9 please_answer=-6 please_approve=-29 please_ask=8
please_be=12 please_check=-9 please_confirm=36 please_delete=41 please_disrega=-5 please_do=-18 please_don=-4
please_find=-7 please_forward=-14 please_have=-3 please_ignore=-24 please_keep=-6 please_move=-8 please_note=-4
please_read=42 please_remembe=-8 please_send=-11 please_tell=-29 please_transfe=-16 please_update=-3 pleased=-4
plot=-9 plots=-2 pls=-9 plug=-13 plugin=31 plum=-4 plus=36 plus_0=7 plutôt=18 pm=-24 png=19 pnpm=-3 pod=-31 podaj=-9
podany=5 podawaj=23 podawać=-6 podcast=-21 pods=-11 podsumo=4 poem=41 poet=4 pohl=-12 poi=33 point=9 pointer=-3
points=40 points_to=-5 poisone=-22 poisoni=-21 polecen=11 police=-45 policie=23 policy=30 polish=-16 polite=-45
polite_request=-3 politel=-25 polizei=-3 poll=-3 polu=15 polític=9 polític_de=13 pomoc=13 pool=-19 pop=-8 popen=-3
por=-28 por_favor=-16 port=-17 port_0=-3 port_number=-6 portal=-2 portare=-6 porters=-11 porto=2 portrai=-2
positio=-41 positiv=44 positiv_and=6 positiv_review=-9 posix=-8 posixpa=-3 possess=-2 possibl=-12 post=66
post_https=21 post_it=48 post_the=3 post_them=6 post_your=-14 postcod=-16 posted=39 postein=20 posten=-4 poster=4
postfac=13 postgre=-17 posting=-20 posts=13 potenti=-16 potwier=11 pour=48 pour_l=14 pour_les=11 power=-9 powered=7
powiado=-13 pr=-23 pr_0=-18 practic=-9 practis=-5 praise=37 praxis=23 pre=19 pre_commit=-19 prec=-3 precede=8
precedi=-8 precisi=-4 prefer=-10 prefere=12 preferr=78 prefers=36 prefix=-4 prefixe=-2 prefixl=-7 prega=-3 pregato=-3
pregunt=10 preheat=-7 preheat_the=-7 preis=38 preise=-24 premise=-4 premium=5 prepare=-7 prepend=-2 prescri=-4
presenc=-21 presenc_of=-19 present=-20 present_the=10 preside=13 press=-4 press_@=-10 press_and=-5 press_enter=11
press_the=-12 presse=2 pressem=-8 pressur=-5 presupu=-2 pretend=-42 pretend_that=-10 pretty=-14 prevent=17 previou=20
previou_instruc=34 previou_rules=-6 price=29 price_of=-18 prices=17 pricing=3 primary=-9 primero=2 princip=-21
prins=-11 print=-2 print_a=-8 print_it=-11 print_the=8 print_your=5 printed=-47 printed_on=-6 printen=4 printer=13
printin=30 prints_the=4 prior=40 prior_to=45 priorit=76 privacy=-58 privacy_@=-19 privacy_example=-4
privacy_notice=-12 privacy_policy=-23 privat=9 private=9 private_address=-4 private_key=14 private_keys=-8
private_message=16 privile=-15 prize=29 pro=12 proacti=-4 probabl=-5 problem=-37 procedu=4 proceed=5 procese=18
process=-26 process_0=-13 process_this=9 prochai=11 procure=-6 prod=15 produce=-12 product=13 produit=-3 produkt=11
profess=2 profil=15 profile=27 profile_and=4 profit=13 program=120 program_must=-10 progres=-10 prohibi=-20
proibid=-11 proj=-15 project=40 project_is=-2 projekt=21 promise=-10 promo=6 promote=-23 prompt=-74 prompt_`=-4
prompt_and=3 prompt_enginee=-5 prompt_injecti=-37 prompt_is=17 prompt_to=-12 prompti=-3 prompts=-97 pronto=9 proof=26
propert=-38 propert_{=-7 propose=3 propre=3 prosimy=-21 prossim=4 proszę=-12 protect=20 proto=-5 protoco=-37
protoko=61 protoko_der=-7 prova=-5 prove=53 proveed=-2 proven=26 provena=4 provide=-37 provide_a=-16 provide_the=7
proxies=-5 proxy=-25 prozess=10 prs=-26 pruebe=-7 prune=15 przed=-5 przekaż=5 przepis=-3 przez=13 przypis=26
przypom=-4 précéde=5 préfére=-6 présent=-17 próxima=-4 próximo=10 prüfen=-41 prüfen_sie=-12 prüfer=-12 prüfsum=7
prüft=9 prüfung=24 ps=37 ps1=2 psql=42 pt=11 pubkey=-2 public_api=-21 public_gist=4 public_key=-18 publick=-7
publicl=-5 publish=43 publish_the=30 puede=-14 puerta=-6 puis=18 pull=-14 pull_request=-2 pulling=-2 pump=-19 punkt=3
puoi=38 pupil=37 pupils=-34 purchas=-2 purepat=-2 purge=15 purl=-3 purpose=-4 push=4 push_force=-6 push_the=-10
push_to=-24 pushed=-25 pushen=-5 pushes=2 pushing=27 put=13 put_a=8 put_in=16 put_it=-41 put_the=63 put_them=-10
put_this=-17 put_your=-20 puts=-3 può=-12 pw=-2 py=5 py_0=18 py_and=-9 py_line=-5 py_test=-5 pypi=21 pytaj=30
pytań=-11 pytest=-4 python=-51 python_0=-11 página=10 pídele=8 q=38 q1=36 q3=50 q4=-8 q_a=31 qa=-6 qo=4 qr=42 qty=-17
qty_0=-17 qu=11 qualifi=19 quand=9 quando=11 quarant=-37 quarry=-2 quarter=13 quay=-2 que=65 que_el=14 que_la=34
que_le=13 que_les=23 que_o=39 que_te=10 queda=-13 queen=2 quell=21 quelle=23 quellen=-2 quellte=-16 queries=15
query=24 quest=15 questa=42 questio=-3 questio_0=-7 questio_about=20 questio_in=-49 questio_on=17 questio_with=31
questo=74 queue=-12 qui=39 qui_lit=22 quick=44 quickes=18 quickes_way=12 quickly=-25 quickst=4 quien=31 quiet=-18
quiet_about=5 quill=29 quit=-5 quite=-2 quittie=-18 quiz=14 quizmas=-30 quota=22 quota_exceede=21 quotati=-7 quote=16
quote_this=-20 quoted=-8 quotes=-2 quoting=32 r=7 r15=7 r_0=14 rabatt=-16 raccogl=31 rachune=20 rack=-6 radio=-16
rain=-13 raining=-10 raise=-9 raise_a=-3 raise_an=-9 raise_keyerro=-4 raise_the=11 raise_this=11 raise_valueer=-2
raise_your=-10 raised=-17 raised_when=-3 raises=-14 ram=-8 ramen=-12 ran=16 random=13 rang=-7 range=-13 range_0=-2
rank=-24 ranked=21 raportu=28 rappel=-4 rappele=15 rapport=-11 rascunh=-2 rat=-22 rate=18 rate_the=23 rate_this=-6
rated=10 ratelim=-6 raten=4 rates=-3 ratgebe=7 rather=2 rather_than=5 rating=58 ratings=12 ratio=-5 rationa=11 raum=-3
raus=-36 raven=8 raw=29 rawioba=-6 razie=-24 rb=8 re=62 re_a=7 re_not=10 re_the=10 reach=21 reach_of=-2 reached=-6
read=25 read_a=-12 read_access=16 read_all=-8 read_and=-10 read_from=-3 read_it=-25 read_mail=-10 read_me=37
read_on=57 read_out=21 read_the=-61 read_this=8 readabl=6 reader=96 reader_s=-5 reader_to=-2 readers=23 reading=59
reading_this=34 readlin=-7 readme=-14 readonl=-2 reads=53 reads_it=3 reads_the=-30 reads_this=9 ready=19 reagier=-12
real=40 really=42 rear=-2 reason=41 reasona=-20 reasons=-8 rebase=-20 rebook=20 reboot=17 rebuild=-5 rebuilt=-7
recalle=-48 receber=-8 receipt=57 receive=-19 receive_a=-3 receivi=-6 recent=-10 recent_call=-2 recepti=-13 receta=9
recette=2 rechner=-9 rechnun=-11 rechnun_0=-14 rechnun_von=25 recht=-29 rechte=27 rechtsa=-7 recibo=-7 recipe=-2
recipes=-29 recipie=-42 recogni=-2 recomen=-4 recomie=16 recomme=16 recomme_that=-3 reconci=-6 reconoc=23 record=52
record_the=29 recorde=9 recordi=-2 records=-19 recover=15 recreat=-2 recruit=-2 recuerd=-18 recurri=4 recursi=-36
red=3 red_team=-8 redacte=-9 redakte=-36 redakti=-5 rede=15 redefin=-8 redirec=-38 reenvia=-15 ref=32 refacto=4
refer=3 referee=-3 referen=-3 referen_on=2 referen_to=-30 referra=-4 reforma=3 refrain=-16 refresh=-5 refs=-4 refund=8
refusal=24 refuse=-5 refused=-18 refuses=14 refusin=6 refusin_to=6 regardl=13 regardl_of=13 regards=-12 regel=-12
regeln=15 regeln_und=-43 regen=2 regenja=-3 regex=-2 region=10 regiona=-2 registe=-39 registe_with=-13 registr=79
reglas=-7 regulam=-5 regular=2 regulat=-20 reicht=-21 reichte=-6 reifen=9 reihenf=-10 reimbur=11 rein=3 reinici=-16
reinige=-6 reinigu=-4 reinsta=-13 reisen=20 reject=-15 rejecte=-12 rejects=-6 reklama=14 relance=-16 related=-2
relativ=-6 relatór=2 relay=21 release=-5 release_0=-16 release_it=-28 release_notes=-10 release_the=56 relevan=-16
reload=4 reload_the=-7 rely=5 rely_on=5 remaind=13 remaind_of=15 remaini=47 remains=-4 remark=17 remarks=21 remarqu=17
rembour=6 remedia=2 remedy=15 remembe=-120 remembe_for=9 remembe_me=6 remembe_that=-59 remembe_the=-16 remembe_to=-12
remettr=-3 remind=-33 reminde=8 reminde_for=14 reminde_that=10 remote=-17 remote_host=-3 removal=-4 remove=-71
remove_all=-20 remove_it=-13 remove_the=25 removed=-13 removes=-8 removes_the=15 removin=-6 removin_the=-3 remplac=18
rename=-18 renamed=-2 render=7 rendere=-21 rendere_as=-15 rendez=12 rendre=2 rendu=-8 renew=3 renewal=-4 renewed=38
renovat=-10 rent=9 rental=-2 reopen=14 repair=6 repairs=-2 repeat=-3 repeat_after=-2 repeat_it=-9 repeat_the=4
repeate=-17 repeati=-16 replace=27 replace_by=14 replace_it=28 replace_the=6 replaci=-6 replica=-2 replied=-12
reply=19 reply_only=17 reply_stop=-16 reply_to=-30 reply_with=-9 replyin=33 repo=23 repo_and=4 report=13 report_0=-2
report_a=3 report_that=-8 report_the=11 reporte=-13 reporte_to=-7 reporti=5 reports=-18 reposit=5 repr=-9 represe=-28
represe_the=-15 repro=2 reprodu=27 reqeust=31 request=8 request_0=-8 request_@=-5 request_`=4 request_a=-3
request_for=-9 request_from=12 request_has=-36 request_in=21 request_of=-8 request_per=-5 request_to=26 require=2
require_by=-9 require_confirm=-11 require_that=9 require_to=26 require_txt=24 rerun=-12 researc=8 resend=-10
reserva=-2 reserve=-13 reserve_the=21 reservi=9 reset=-19 reset_the=8 reset_your=15 reseña=-9 residen=-7 resign=34
resigna=37 resolut=-2 resolve=53 resourc=-26 respect=-34 respond=14 respons=-40 respons_code=-6 respons_for=-36
respons_from=-7 respons_to=-3 respues=12 rest=34 rest_of=10 restart=-37 restart_the=-26 restaur=-3 restbet=6
resterà=-11 restore=-32 restric=-8 result=-42 result_in=2 result_is=-10 result_of=14 resulta=-30 resulti=-2 results=65
results_0=-15 resume=-11 resumen=5 resumo=14 retain=6 retenti=-9 retiens=9 retoure=-8 retries=-14 retriev=-37
retriev_text=-7 retry=-9 retry_after=-2 return=-84 return_a=-18 return_an=-6 return_false=-4 return_it=-2
return_none=-3 return_self=-7 return_the=-26 return_true=-10 return_value=-8 returnc=-5 returne=-29 returne_by=-6
returni=-5 returns=-55 returns_a=-6 returns_the=-11 returns_true=-2 reuse=-2 reveal=49 reveal_the=12 reveal_your=30
revenue=-21 reverse=-6 revert=-12 review=-92 reviewe=-2 reviewe_by=9 reviewi=13 reviews=24 revise=-11 revised=-4
revisio=-2 revoke=-30 revoked=5 revue=8 reward=9 rewrite=36 rewrite_the=-32 rezept=-2 reçoit=-2 reçu=-2 rf=38
rf_var=-4 rfc=-32 rfc_0=-32 rhymes=5 riassum=10 riassun=9 riavvia=-5 ricetta=6 ricevut=-20 richtet=17 richtig=-2
richtli=-31 ricorda=-2 ricorda_di=-13 rid=-19 riddle=6 rief=-14 rien=12 right=33 right_away=6 right_now=19
right_one=18 right_to=11 rights=-19 ring=-28 ring_the=-16 rings=7 rinse=-2 rise=-5 risk=42 risky=-10 riso=3 risotto=-7
rispett=-5 rispond=60 rispond_a=-6 rispost=56 ristora=2 rita=-14 rival=12 rknzcyr=9 rm=33 rm_rf=38 road=-11 roadmap=4
robert=-25 robot=18 robots=24 robots_txt=-7 rohdate=4 role=-47 role_admin=13 role_play=-38 roles=21 roll=-3 rollbac=-9
rolle=5 rollen=-2 roman=-20 room=-10 room_0=-3 rooms=-11 root=-22 root_from=12 rosa=-3 roses=22 rot13=-2 rotate=-23
rotate_the=-14 rotated=31 rotatio=-14 rotie=18 rouge=-5 round=28 rounded=-7 roundin=-2 rounds=-6 route=47 router=-22
routers=-4 routes=9 routine=2 row=-4 row_0=32 rows=-9 rows_0=16 royalty=17 rs=-6 rs_0=-5 rsa=10 rst=-4 rsync=-7 ru=18
rubbish=-2 rubric=52 rue=3 rufe=2 rufen=-17 rufen_sie=-12 ruff=-9 ruft=-32 rug=-3 ruhen=-3 ruhig=4 rule=59 rule_0=-7
rule_to=13 rules=41 rules_and=34 rules_for=-12 rules_of=3 run=-79 run_`=-2 run_as=-7 run_command=-4 run_git=-23
run_it=-9 run_pip=4 run_setup=-4 run_the=-22 run_this=-13 run_with=-13 runbook=-18 runde=-12 runner=-4 running=-30
running_`=5 running_a=-8 running_the=-3 runs=-39 runtime=-19 rust=-18 rustc=-15 ruth=11 rw=-3 rät=-11 räuber=18
règleme=-3 réessay=-5 répondr=14 réponds=2 réponse=-24 réserve=-7 résilie=-9 résulta=-2 résume=53 résumeu=17 résumé=19
réunion=-4 révèle=13 rückfra=54 rückgän=-2 rückmel=-7 rückruf=-22 rücksei=-7 rückwär=-7 s=81 s3_://=5 s3_bucket=-3
s_a=26 s_account=9 s_ai=24 s_asked=16 s_assista=-8 s_been=15 s_behalf=12 s_calenda=23 s_card=14 s_e=15 s_fine=7
s_for=8 s_in=25 s_instruc=-16 s_last=-5 s_life=26 s_mail=-5 s_message=-31 s_my=-3 s_name=31 s_needed=5 s_new=-8
s_no=-11 s_not=-20 s_on=-23 s_passwor=-29 s_phone=19 s_play=57 s_preferr=26 s_the=-3 s_what=8 sabe=24 sabine=10
sachbea=-21 sache=-3 sad=20 safe=44 safe_place=-6 safety=38 sag=-37 sag_dem=-13 sage=31 sagen=-7 sagen_sie=-5 sagt=-24
sagte=2 said=-53 said_and=-6 said_it=-27 said_so=-4 said_the=-17 saint=-2 sal=-11 sala=-6 salary=13 sale=-4 sales=-10
salir=-4 salt=-4 salvo=-4 sam=36 same=-44 same_as=-24 samedi=-18 sample=11 samstag=-14 samt=35 sandbox=12 sandi=13
sandova=22 sanne=-3 sans=38 sap=5 sarah=9 saranno=-4 sarà=-2 satisfi=7 saturda=-22 saturda_0=-4 satz=23 sauce=-2
saugrob=-2 sauvega=-2 save=4 save20=2 save_0=-13 save_that=12 saved=95 saves=20 saving=-5 savings=46 savings_to=19
saw=-49 say_it=-5 say_nothing=-17 say_so=-36 say_that=73 say_the=23 say_what=2 say_where=-5 say_yes=-22 say_you=-9
saying=-6 says=-14 says_he=-3 says_that=-37 says_the=-10 sayın=25 sb=-5 scaled=-7 scam=-14 scan=91 scanned=7
scanner=35 scans=6 scares=4 scene=-14 schaden=-10 schalte_die=18 scharf=-5 schatz=3 schedul=84 scheibe=-4 schema=-18
scheme=32 schick=-11 schicke=-9 schicke_sie=6 schickt=-7 schiena=-5 schlies=-32 schluss=8 schlägt=-14 schlüss=-29
schnitt=-3 scholar=19 schon=5 school=-8 schools=-3 schraub=-5 schreib=22 schreib_in=23 schreib_mir=-4 schreib_sie=-28
schrieb=-35 schrift=-31 schrijf=9 schritt=15 schritt_0=15 schuhe=-3 schulen=-23 schulor=-11 schulun=-2 schutzf=-10
schwarz=-4 schweig=-2 schwäch=23 schäden=-17 schälen=-3 schön=6 scooter=-4 scope=-9 score=17 score_0=13 scored=19
scores=12 scoring=10 scp=17 scrape=-3 scraper=-3 scrapin=2 scratch=10 screen=24 screen_readers=22 screeni=38
screens=-4 screws=-7 script=-36 scripts=4 scrivet=-15 scrivi=25 sda1=-8 sdai=-8 sdb1=-4 sdbi=-4 se=3 se_sei=4 sea=33
seal=42 sealed=-2 search=32 search_results=-5 searche=-13 seat=-15 seats=-3 sec=9 sec_0=10 sechs=-3 second=28
second_argumen=-2 second_half=-7 second_signatu=13 seconda=-6 seconde=-8 seconds=-34 secrecy=-8 secret=-47
secret_access=35 secreta=-6 secrets=36 secrets_to=2 section=-20 section_0=-39 secure=11 securit=-8 securit_@=-27
securit_example=-10 securit_team=30 see=-18 see_also=4 see_it=-8 see_the=-53 see_this=29 seed=-14 seeing=3 seek=-3
seeking=-5 seems=11 seen=9 segment=19 segnala=-11 segrete=-12 seguran=9 seguros=6 según=-21 sehen=16 sehr=18
sehr_geehrte=20 sei=50 seid=-9 seidel=-5 seien=18 sein=21 seine=20 seinem=-29 seinen=23 seiner=33 seines=25 seit=-19
seite=23 seite_0=-41 seiten=33 sek=-9 sekreta=-2 sekunde=-3 selben=-2 select_from=21 select_on=-9 selecto=-9
selects=-2 self=-43 self_other=-8 selinux=-2 sell=-7 seller=24 seller_s=5 sem=34 semaine=-14 semana=33 sempre=31
send=-65 send_a=-18 send_an=-25 send_email=4 send_it=3 send_me=-40 send_the=-5 send_them=-7 send_to=-3 send_us=-9
send_your=-42 sende=17 senden=11 senden_sie=-34 sender=-16 sending=-21 sends=-45 senha=-3 senior=9 sense=-5 sensor=57
sent=-31 sent_to=-26 sent_you=25 sentenc=6 sentenc_and=11 sentenc_in=-33 sentenc_such=-8 sentine=10 senza=51 sep=-10
sepa=-3 separat=-22 sept=3 septemb=-3 seq=-3 sequenc=-32 sequenc_of=-2 sequent=-3 ser=4 sera=-29 serait=8 serial=3
series=-8 serious=-6 serve=3 served=14 server=-54 server_is=17 serves=-25 serveur=-9 service=36 servici=13 servido=-2
servizi=-6 ses=12 session=72 session_cookie=15 session_token=8 set=-45 set_`=-8 set_a=-7 set_by=-6 set_of=-5
set_role=14 set_the=-17 set_to=17 set_verify=11 sets=-20 sets_the=-11 setting=-30 setting_>=-19 settle=3 settled=26
settlem=2 setup=17 setup_sh=-3 setz=15 setze=11 setzen=32 setzen_sie=6 setzt=28 seu=-10 seven=-4 several=-7 sewing=-7
sgvsbg8=-2 sgvsbgb=-2 sh=43 sh_`=20 sh_sh=-13 shade=-2 shadow=54 shall=-40 shall_be=-12 shall_i=-14 shall_not=-13
shape=-10 share=30 share_it=18 share_the=-4 share_this=-32 share_your=-35 shared=10 shared_folder=11 shareho=-4
shares=9 sharing=-6 she=-35 she_has=25 she_s=19 sheet=11 sheets=-17 shelf=-8 shell=10 shift=5 ship=34 shipped=-17
shippin=27 shoe=-4 shoes=7 shop=51 shop_example=-36 shoppin=61 shops=-9 short=-12 shorten=-9 shorter=-15 shortha=-12
shot=-3 should=-20 should_be=-45 should_call=-6 should_give=-5 should_i=-11 should_not=-22 should_open=-18
should_read=63 should_see=5 should_set=5 should_the=15 should_you=-7 shouldn=31 shouldn_t=31 shout=-11 shouts=-5
show=10 show_it=-13 show_me=25 show_that=-18 show_the=56 show_this=-13 show_up=-2 show_your=-4 showed=-14 shower=-2
showing=25 showing_the=25 shown_in=13 shown_to=-6 shows=-26 shows_the=-17 shred=-6 shut=48 shutdow=-3 si=-42
si_vous=-6 sich=-45 sich_am=-7 sich_mit=19 sich_nicht=-5 sicher=-14 sicherh=13 sichern=-6 sicheru=-10 side=26
side_effects=5 sideboa=-6 sidenot=-18 sides=-15 sie=-173 sie_am=-4 sie_an=20 sie_auf=-10 sie_bei=7 sie_bis=-2
sie_bitte=-18 sie_danach=-2 sie_das=-34 sie_den=-60 sie_die=-53 sie_dieses=-6 sie_ein=-3 sie_einen=-6 sie_es=-28
sie_ihn=-3 sie_ihre=-8 sie_ihren=-9 sie_im=11 sie_in=27 sie_ist=7 sie_keine=-13 sie_mir=-21 sie_mit=-31 sie_müssen=-2
sie_nicht=-33 sie_sich=-32 sie_sie=-6 sie_sofort=16 sie_uns=-8 sieben=-3 siehe=-10 sieht=-15 siempre=37 sig=-2
siga=-17 sigkill=-12 sigma=-8 sign=-47 sign_in=-13 sign_off=-7 sign_up=-17 signal=-18 signale=8 signali=-13 signals=-5
signatu=-58 signed=7 signed_in=-12 signifi=5 signs=17 signé=-9 silence=19 silent=-5 silentl=18 silicon=-2 similar=-10
similar_to=-3 simon=14 simple=8 simply=-6 simulat=5 sin=38 since=-45 since_0=-25 since_the=12 since_you=15 sincere=-5
sind=10 sind_bis=-6 single=-12 sings=-21 sir=-6 siri=26 sistem=9 sistema=3 sister=-8 sit=-3 site=8 site_is=12
sitemap=-23 sitemap_xml=-20 sites=13 sitter=-4 sitzung=36 six=-30 size=-23 size_0=-4 size_is=-16 się=8 sk=-5 skicka=3
skills=35 skip=-30 skip_it=-3 skip_the=31 skip_this=-39 skipped=-10 skripte=-4 sku=-7 slack=14 slack_export=-2
sleep=-6 sleeps=-12 slept=-8 slice=-6 slide=-7 slide_0=-3 slides=-3 slip=-20 slot=7 slots=6 slow=-16 slowly=-3
smaller=-4 smalles=-8 smarter=33 smell=-5 smile=-4 smooth=-4 sms=17 smtp=-12 snapsho=-28 snow=9 so=122 so_don=-8
so_far=21 so_i=3 so_if=-2 so_it=-18 so_that=-26 so_the=8 so_there=-7 so_we=15 soc=9 social=-3 socket=-20 socketi=-2
socks=10 soda=-2 sofort=-23 sofort_gilt=-22 soft=-2 softwar=127 soil=-8 soir=-15 sol=18 solche=-4 sold=14 sole=-6
solicit=-31 solid=-3 soll=62 solle=-12 sollte=30 sollten=-27 solo=38 soltant=16 solutio=34 solve=-2 solved=2 sombra=3
some=12 somebod=-9 somebod_asks=2 someone=-13 somethi=8 sometim=-7 sommer=9 sommerf=-2 son=24 son_compte=-12 song=-2
sonntag=-6 sono=8 sons=-8 sonst=-8 sonstig=35 sont=-14 soon=-21 soon_as=-23 sooner=-15 soporte=-6 sorry=19 sort=-18
sorted=-2 sorter=11 sortez=-3 sortie=5 sortier=5 sorting=29 sound=7 sounds=-14 soup=-10 source=-35 source_code=-21
sources=19 sourcin=-15 sourdou=-5 sous=-11 south=-2 soweit=-18 sowieso=3 soy=-2 space=-37 spaces=-21 spam=14 spare=2
sparkas=13 sparse=11 spawn=-4 speak=6 speak_to=-5 speaker=4 spec=-48 special=-14 specifi=-46 specifi_by=-3 specify=-9
specify_the=-3 speech=-6 speed=-13 speeds=-2 speiche=-7 speiche_sie=-9 speiche_und=-16 spellin=-4 spenden=10
spendin=22 sperr=6 sperren=2 spiel=-2 spielt=-25 spies=-4 spin=-4 split=18 splitti=-6 spoke=-4 sponsor=31 spoofed=17
spoon=-3 sportel=-3 spracha=30 sprache=-9 sprachh=35 sprachm=9 sprawdz=27 spreads=13 spreche=-26 spreche_sie=-18
sprichs=26 spring=-13 sprint=-16 spy=-8 spät=5 später=-19 spätere=17 sql=105 square=-18 squares=-5 squash=27
squirre=-5 sr=-3 src=20 src_main=25 sre=-7 srv=-3 ssh=-4 ssh_add=-29 ssh_config=-5 ssh_id=-15 sshd=-10 ssl=-14
sslcont=-2 ssz=-2 staat=3 stable=-13 stack=-10 stack_trace=-5 stadt=-12 stadtwe=42 staff=-51 stage=-8 stagiai=-5
staging=78 stale=-21 stammen=-9 stamp=9 stand=-42 stand_up=-12 standin=19 standor=4 stands=18 star=9 stars=24
start=-52 start_of=-9 start_the=-32 start_with=-30 starte=-6 started=-19 starten=-16 starten_sie=-8 starter=-4
startin=14 startin_with=7 starts=-4 startse=-3 starvin=-3 stat=-4 state=-4 state_of=-2 state_that=66 state_the=-6
state_your=-13 stated=-5 stateme=-19 static=-10 statist=-3 stats=-4 statt=27 stattde=66 status=4 status_page=40
statute=-15 staubsa=-11 stay=-7 stay_in=9 stay_on=-4 stays=-5 stałe=30 stderr=-4 steckbr=15 stecker=-8 stehen=7
stehend=7 steht=-11 steht_im=-12 steinbr=-8 stelle=21 stellen=-2 stellt=-2 step=14 step1=9 step_0=-17 step_for=6
step_is=4 stepi=-5 stern=18 sterne=2 sternen=24 stets=14 steuer=5 steuerb=-3 steuere=-10 steuerh=3 stick=-3 stift=-3
still=-72 stillsc=9 stimme=-10 stimmen=5 stimmt=9 stir=-14 stitch=-7 stock=29 stood=-8 stop=-22 stop_the=-23
stop_using=-2 stopp=-10 stopped=-20 stoppin=-9 storage=-2 store=13 store_the=-21 stored=66 stored_card=6 stored_in=27
stores=-45 stornie=-10 stornor=12 story=-16 str=-15 straigh=33 straigh_away=3 straigh_to=17 strange=40 stream=8
streams=-2 street=-6 streich=5 streszc=19 strftim=-2 strict=-3 string=-45 string_in=-2 string_represe=-2 string_}=-3
strings=-22 strip=-19 strippe=-2 strips=-3 strom=-4 stroma=6 strong=23 stronge=2 stronie=5 strony=-2 struct=-2
structu=-13 strumen=19 stuck=-3 student=-18 studie=-11 study=-36 stufe=-13 stuff=-2 stunde=-4 stunden=-12 sturen=-2
stuur=-15 style=-25 style_guide=-29 stück=8 su=-32 sua=-9 subclas=-14 subdire=-13 subject=-23 subject_to=-12 sublet=-4
submiss=19 submit=21 submitt=-12 subnet=-2 subnetm=-4 subnorm=-11 subproc=-4 subscri=17 subsequ=-3 substit=-2
subtype=-2 succeed=-9 success=-50 such=-93 such_a=-4 such_as=-85 such_that=-4 suche=-22 suchen=2 sucherg=8 sucht=-4
sudo=-35 sudo_apt=-2 sudo_rm=-9 suffici=20 suffix=-4 sugar=13 suggeri=43 suggest=32 suggest_a=-2 suis=6 suit=7
suitabl=23 suivez=-4 sujet=-3 sum=30 summari_a=-13 summari_the=-58 summari_this=4 summary=16 summary_of=21
summary_that=35 sun=-9 sun_0=-3 sunday=-33 sundays=-5 sunny=-6 superio=-20 superna=-3 superus=12 supervi=17 supplem=26
supplie=8 supply=22 support=-40 support_@=-19 support_bot=10 support_by=-3 support_example=-5 support_for=-8
suppose=-4 suppres=-28 supprim=33 sur=-28 sur_le=-5 sure=-52 sure_that=-5 surely=19 surgery=-2 surname=35 surpris=20
surveil=-10 survey=2 sus=20 suspend=23 suspens=14 suspici=2 sv=13 sven=-3 svenja=-19 swap=28 swapped=-9 swear=3
sweat=-8 sweep=-3 swim=-8 swimmin=-6 switch=-5 switch_it=-17 switch_off=4 switch_the=-5 switch_to=19 switche=18
switche_off=-11 sxx=-5 symbol=3 symlink=-9 sync=24 syntax=-6 sys=-24 sys_argv=-5 sys_path=-2 sys_stdout=-3 systeem=10
system=-45 system_adminis=-8 system_and=3 system_message=-39 system_overrid=-4 system_prompts=-17 system_you=-23
systema=-53 systemc=-16 systemc_restart=-6 systemd=-23 systemd_0=-8 systeme=31 systemm=10 systemp=9 systems=85
systemv=10 système=-8 sämtlic=3 sätze=-28 sätzen=-13 séance=-3 só=-4 söyleyi=-13 t=25 t0=10 t3=-3 t4=2 t_answer=14
t_ask=14 t_be=42 t_bring=29 t_come=-5 t_discuss=-7 t_do=20 t_edit=-8 t_exist=-4 t_find=-5 t_forget=-4 t_give=-7 t_h=33
t_have=9 t_help=-12 t_know=-14 t_let=12 t_list=21 t_mention=-4 t_need=-4 t_paste=-14 t_put=-8 t_read=-22 t_run=27
t_say=13 t_send=-3 t_show=25 t_t=33 t_take=-28 t_tell=24 t_to=3 t_transla=24 t_trust=-3 t_use=-11 t_want=2 t_write=-4
tab=26 tabelle=31 table=9 table_users=-21 tableau=-24 tables=-14 tablet=50 tablet_in=15 tablets=21 tablett=-3 tabs=-12
tag=-28 tage=6 tagen=-20 tagesge=15 tagesli=19 tagesor=-2 tags=3 take=-20 take_a=5 take_it=19 take_one=-2 take_out=-11
take_over=-13 take_the=-8 take_this=7 taken=14 taker=36 takes=5 takes_a=-12 taking=-6 talimat=7 talk=3 talk_to=-20
talked=-21 talking=-34 talking_to=-48 talks=6 también=11 tampere=28 tan=20 tank=-7 tap=-10 tape=-6 tar=-11 target=-23
targetp=-3 tarif=12 tarinfo=-3 tarjeta=19 taschen=-15 task=36 task_is=-3 tasks=-5 taste=-4 taught=-30 tax=41 tcp=-9
te=4 tea=-3 teach=-20 teacher=-12 team=-33 teams=-12 tech=2 technic=36 technik=29 techniq=-2 technol=-9 tegen=8
tego=56 teig=-7 teilen=-6 teilen_sie=7 teilnah=4 teilneh=32 teilt=-2 tej=2 tel=-2 telefon=17 telegra=-27 telemet=25
telepho=-7 tell=-62 tell_anyone=-11 tell_her=-15 tell_it=-34 tell_me=35 tell_no=-34 tell_nobody=10 tell_people=-8
tell_the=-12 tell_them=-18 tell_you=27 tell_your=-30 telling=-8 telling_the=-3 tells=-31 tells_the=-36 tells_you=-2
teléfon=-11 tema=-4 temp=5 temp_0=5 tempera=-28 templat=-36 tempora=-15 temps=-2 ten=39 ten_minutes=-14 ten_seconds=-4
tenancy=-15 tenant=50 tenants=19 tend=5 tenez=-23 tense=-3 tenure=-8 teppich=-3 tercero=4 term=-19 term_memory=-33
termin=13 termina=42 termine=10 terms=-5 terms_of=5 terrafo=-24 terribl=30 terug=-11 test=-51 test_`=-3 test_filter=-3
test_if=-13 test_is=-8 test_with=-6 testcla=-4 teste=11 tested=2 testen=-11 tester=6 testers=31 testigo=-9 testimo=-3
testing=-5 testkon=46 testlau=10 tests=-27 tests_and=-2 tests_first=3 tests_pass=4 tests_with=-11 testsie=2 tex=23
text_as=-10 text_from=6 text_in=7 text_is=-8 text_of=9 text_on=-7 text_that=-22 text_with=-14 text_}=-3 texte=-30
texto=-16 texts=-47 than=-50 than_0=-39 than_a=15 than_the=-6 thank=18 thank_you=14 thanks_for=-23 that=92 that_0=24
that_a=-32 that_any=-15 that_are=-18 that_can=6 that_contain=8 that_do=-24 that_does=14 that_every=4 that_everyth=4
that_has=-6 that_have=10 that_i=-59 that_is=-18 that_it=20 that_line=-5 that_mention=13 that_name=-2 that_no=25
that_nobody=-25 that_on=-2 that_one=-14 that_our=21 that_read=-10 that_reads=-5 that_s=-6 that_she=4 that_the=-8
that_their=-25 that_there=24 that_they=5 that_this=2 that_was=-4 that_way=9 that_we=11 that_will=-14 that_write=21
the=42 the_0=-31 the_`=-6 the_above=-25 the_account=15 the_address=22 the_admin=-10 the_adminis=13 the_agent=-60
the_ai=8 the_airport=6 the_alarm=5 the_amount=-13 the_answer=-29 the_api=54 the_app=-32 the_applica=35 the_approva=25
the_archive=-21 the_argumen=-2 the_article=-7 the_assista=-99 the_attachm=11 the_attacke=-8 the_audit=15
the_auditor=45 the_author=3 the_authori=7 the_authors=-19 the_automat=-2 the_back=-2 the_backups=25 the_balance=-3
the_bank=10 the_base=-6 the_battery=11 the_beginni=-7 the_behavio=-3 the_best=-3 the_blue=-39 the_board=-31
the_boiler=-3 the_book=-5 the_booking=28 the_boss=16 the_bot=-72 the_bottom=-8 the_box=-11 the_branch=-30
the_bridge=-7 the_browser=5 the_bucket=-10 the_budget=-31 the_buffer=-2 the_bug=5 the_build=-37 the_buildin=6
the_built=-5 the_button=-6 the_buyer=-30 the_cache=-22 the_calenda=-9 the_call=-5 the_caller=-15 the_candida=8
the_canvas=-5 the_capital=-17 the_captain=-4 the_car=4 the_card=-15 the_ceo=-15 the_certifi=24 the_chair=-6
the_change=26 the_changes=-3 the_channel=2 the_chat=-10 the_chatbot=-27 the_childre=-21 the_ci=16 the_city=2
the_class=-6 the_clerk=8 the_client=-9 the_code=-34 the_codec=-2 the_command=-4 the_comment=35 the_commit=76
the_complet=36 the_compute=-2 the_configu=-7 the_confirm=9 the_connect=15 the_constru=6 the_contact=-2 the_contain=-3
the_content=32 the_context=-14 the_contrac=-11 the_control=-2 the_convers=19 the_correct=24 the_council=35
the_count=-7 the_counter=-14 the_court=19 the_crew=-4 the_current=-21 the_custome=-7 the_daemon=-15 the_dashboa=13
the_data=-27 the_date=-9 the_day=-9 the_dba=3 the_deadlin=16 the_default=-22 the_defenda=-15 the_deletio=7
the_deploy=-11 the_deposit=2 the_descrip=-12 the_desk=-14 the_develop=17 the_device=-12 the_diff=3 the_differe=-10
the_digest=43 the_directo=-9 the_disk=3 the_display=-2 the_docker=-21 the_docs=-9 the_doctor=10 the_documen=17
the_domain=4 the_door=-32 the_dose=-6 the_draft=5 the_drive=2 the_driver=34 the_earlier=-32 the_emergen=5
the_employe=27 the_enclose=-2 the_encodin=-4 the_end=-18 the_entire=-3 the_environ=-8 the_error=-14 the_errors=-15
the_evening=-6 the_exam=-12 the_example=9 the_excepti=8 the_family=20 the_ferry=-3 the_field=-16 the_fields=-6
the_file=-30 the_filenam=-7 the_files=-21 the_filter=10 the_final=11 the_fire=-10 the_first=-8 the_fix=-5 the_flag=-19
the_folder=5 the_followi=-17 the_format=-3 the_forum=-3 the_four=-5 the_free=13 the_fridge=-20 the_front=9 the_full=18
the_functio=-9 the_game=-4 the_garage=3 the_gate=12 the_gist=6 the_given=-38 the_goods=4 the_group=-29 the_guest=24
the_hall=-17 the_harbour=22 the_hash=7 the_header=-7 the_help=-21 the_helper=44 the_hidden=-31 the_highest=39
the_home=29 the_host=35 the_hour=5 the_house=-13 the_human=33 the_image=-7 the_inbox=-6 the_inciden=24 the_index=5
the_initial=-6 the_input=-5 the_inspect=-10 the_install=-17 the_instruc=16 the_interna=3 the_invoice=-25 the_ip=-2
the_issue=10 the_job=5 the_judge=-8 the_jury=-12 the_kettle=6 the_key=-65 the_keyed=-2 the_keys=13 the_label=-31
the_last=-5 the_latest=6 the_leading=-11 the_left=-14 the_length=-5 the_letter=-16 the_letters=-10 the_licence=6
the_license=-21 the_lift=-2 the_lights=-9 the_limit=-6 the_line=-19 the_link=-23 the_list=-34 the_load=-3 the_local=10
the_lock=-29 the_log=-18 the_logs=-6 the_loop=-3 the_lowest=5 the_machine=-28 the_mail=-12 the_mailbox=-13
the_maintai=2 the_manager=21 the_mapping=-3 the_master=44 the_match=14 the_maximum=17 the_mayor=-29 the_mean=-12
the_meeting=12 the_memory=-7 the_method=4 the_middle=-6 the_migrati=-2 the_minutes=38 the_mirror=-9 the_model=-114
the_module=-12 the_moment=8 the_month=11 the_morning=5 the_most=-12 the_museum=3 the_name=-56 the_names=-11
the_neighbo=17 the_new=-9 the_newest=38 the_newslet=3 the_next=27 the_night=5 the_notes=16 the_number=-21
the_numbers=2 the_object=-4 the_offer=-5 the_office=-5 the_officia=-6 the_on=6 the_one=-9 the_ones=11 the_only=21
the_open=-13 the_operand=-8 the_operati=-12 the_operato=-19 the_optiona=-5 the_order=-29 the_organis=-6
the_origina=-25 the_other=37 the_others=31 the_output=-23 the_oven=-7 the_owner=29 the_package=-3 the_page=11
the_pages=-5 the_panel=-9 the_paper=-37 the_parcel=-6 the_parent=2 the_parser=19 the_passeng=3 the_passwor=5
the_patch=5 the_path=3 the_patient=16 the_payment=23 the_pdf=-39 the_person=71 the_phone=-21 the_phrase=15
the_pickle=-3 the_pipelin=-23 the_plan=12 the_planner=33 the_platfor=15 the_police=-10 the_policy=17 the_portal=-19
the_post=-5 the_power=-5 the_presenc=-19 the_present=27 the_previou=16 the_price=49 the_private=34 the_process=-13
the_product=17 the_profile=2 the_program=-17 the_prompt=18 the_public=17 the_publish=22 the_pull=37 the_pump=-18
the_python=-11 the_quarter=17 the_questio=87 the_queue=-6 the_quickes=18 the_reader=13 the_reading=-4 the_real=23
the_reason=29 the_recipie=11 the_recomme=-9 the_record=-16 the_recruit=-3 the_red=8 the_referen=-12 the_refund=26
the_release=14 the_remaind=13 the_remaini=42 the_remote=-9 the_reply=8 the_repo=2 the_report=59 the_reposit=-13
the_request=5 the_require=-3 the_reset=-8 the_respons=-14 the_rest=42 the_result=-10 the_results=-20 the_return=-5
the_returne=-3 the_review=17 the_reviewe=24 the_right=3 the_robot=8 the_role=-26 the_room=-11 the_root=-14
the_router=-15 the_rule=-42 the_rules=26 the_runtime=-2 the_safety=24 the_same=-55 the_saved=51 the_schedul=-33
the_school=-5 the_screen=-3 the_script=-21 the_search=20 the_second=-2 the_secret=-7 the_secrets=7 the_securit=48
the_seller=19 the_sender=-11 the_sequenc=-3 the_server=-30 the_service=-40 the_session=25 the_setting=2 the_shared=33
the_sheet=-4 the_shell=-7 the_side=12 the_sign=-5 the_signed=-19 the_site=2 the_six=-3 the_slides=-12 the_smalles=-8
the_socket=-7 the_softwar=-14 the_source=-16 the_specifi=-10 the_staging=33 the_standar=-2 the_start=26
the_stateme=-19 the_steps=13 the_store=-16 the_stored=27 the_stream=-4 the_string=11 the_study=15 the_subject=-23
the_summari=-6 the_summary=13 the_supervi=-2 the_supplie=-3 the_support=57 the_survey=-2 the_symbol=2 the_system=-84
the_table=58 the_tag=-15 the_target=-5 the_task=22 the_teacher=-3 the_team=12 the_termina=-3 the_terms=-9 the_test=-19
the_tests=32 the_text=-6 the_thing=8 the_third=7 the_thread=6 the_three=-12 the_time=-11 the_timer=-2 the_title=-22
the_token=23 the_tool=21 the_tools=34 the_top=-2 the_total=5 the_transfe=-5 the_transla=16 the_travell=12
the_treasur=-8 the_trip=-28 the_truth=-4 the_turtle=-11 the_turtles=-2 the_two=-6 the_type=-6 the_underly=-10
the_update=-6 the_upload=-7 the_upstrea=-12 the_url=11 the_user=45 the_users=-4 the_usual=-8 the_value=40
the_values=-13 the_vault=-19 the_vendor=-23 the_version=-17 the_visitor=55 the_voice=24 the_warning=-11 the_water=-4
the_way=20 the_weather=6 the_week=-2 the_whole=63 the_window=-26 the_winner=15 the_word=59 the_words=32 the_workspa=11
the_wrong=11 the_year=-12 the_zip=-5 their=23 their_own=-37 theirs=2 them=10 them_all=13 them_and=-32 them_as=52
them_before=-20 them_for=-4 them_from=14 them_into=-23 them_out=23 them_the=-8 them_to=8 them_with=-12 theme=-3
themsel=-15 then=41 then_`=9 then_add=-12 then_call=14 then_continu=-10 then_delete=-7 then_do=23 then_it=-19
then_run=-15 then_say=10 then_tell=16 then_the=-22 theory=-4 there=15 there_are=2 there_s=-23 therefo=5 these=83
thesis=-11 they=35 they_are=-36 they_ask=7 they_can=-10 they_d=16 they_do=-7 they_don=6 they_have=17 they_ll=-13
they_must=2 they_need=-10 they_re=-34 they_ve=9 thin=-10 thing=51 thing_that=8 things=-3 think=-2 thinkin=15
thinks=-24 third=-30 third_parties=-21 third_party=-4 thirty=-3 this=154 this_account=24 this_address=-13 this_and=22
this_answer=-3 this_article=10 this_as=20 this_can=-9 this_candida=9 this_case=-25 this_channel=-9 this_chat=15
this_class=-20 this_code=6 this_command=-11 this_comment=6 this_convers=43 this_documen=32 this_domain=5 this_e=-10
this_email=-10 this_error=-14 this_file=-11 this_for=19 this_functio=-25 this_in=51 this_is=-58 this_issue=-25
this_library=-9 this_line=-8 this_list=19 this_mail=12 this_mailbox=25 this_message=-16 this_method=-24
this_module=-18 this_number=19 this_on=-3 this_one=52 this_option=-18 this_package=8 this_page=-25 this_paragra=5
this_path=-14 this_project=-2 this_repo=29 this_reposit=-20 this_rule=28 this_sentenc=40 this_session=54 this_should=2
this_site=8 this_step=-15 this_table=-16 this_text=-11 this_thread=33 this_ticket=-11 this_to=-12 this_tool=-37
this_topic=5 this_up=9 this_user=14 this_week=-33 this_will=-2 this_with=17 this_workspa=7 this_year=40 thoma=2
thoroug=6 those=23 those_who=12 though=-6 though_the=-19 thousan=-14 thread=-8 threads=-10 threat=-20 threat_model=-20
three=-7 three_months=11 three_times=-16 thresho=-13 through=15 through_the=16 throw=-4 thu=-14 thumb=-4 thursda=-16
thus=-2 thx=12 ti=-4 tick=13 ticket=4 ticket_0=-34 tickets=34 ticks=15 tide=-8 tidy=-2 tie=-4 tiempo=16 tienda=18
tiene=11 tier=26 tighten=-7 tilt=-2 time=-57 time_0=-7 time_the=5 time_to=16 time_you=-31 timeit=-3 timeout=-26
timeout_is=-5 timer=-3 times=-21 timeshe=-10 timetab=-4 timezon=-5 timm=-4 timo=-22 tin=-6 tiny=19 tip=9 tip_of=10
tipp=10 tipping=3 tips=3 tireles=12 title=-31 titles=2 titular=17 tkinter=-2 tl=-5 tls=3 tmp=-19 to=-12 to_0=9
to_a=-72 to_accept=-26 to_access=-16 to_account=-9 to_act=-2 to_add=-16 to_address=-8 to_ai=31 to_all=29 to_an=-22
to_another=-12 to_answer=-13 to_any=22 to_anybody=-10 to_anyone=33 to_apply=-19 to_approve=-17 to_archive=2 to_ask=41
to_avoid=4 to_be=88 to_book=11 to_bring=-9 to_buy=3 to_call=19 to_carry=-8 to_change=-33 to_check=36 to_clear=-36
to_close=-4 to_code=-5 to_collect=-3 to_come=-2 to_commit=-3 to_compare=9 to_confirm=-56 to_connect=-15 to_continu=10
to_create=-2 to_define=-5 to_delete=-49 to_destroy=5 to_disable=15 to_disclos=-3 to_display=10 to_disrega=-8 to_do=-27
to_drop=-12 to_each=19 to_end=-10 to_enter=-6 to_every=32 to_everyon=-7 to_everyth=-2 to_evil=21 to_false=6
to_file=-11 to_find=-3 to_finish=5 to_fix=-10 to_follow=15 to_forget=-22 to_get=-48 to_give=-19 to_go=6 to_hand=4
to_have=11 to_hear=5 to_help=-19 to_hide=-15 to_him=-10 to_http=6 to_https=3 to_iban=-4 to_ignore=-16 to_influen=-14
to_install=33 to_it=-38 to_its=-12 to_keep=13 to_know=24 to_leave=-24 to_log=10 to_main=25 to_make=-17 to_me=-4
to_memory=5 to_mention=6 to_merge=-13 to_model=35 to_my=-2 to_obtain=19 to_one=-3 to_open=-21 to_other=-8 to_our=-14
to_overrid=-26 to_parse=-5 to_pass=42 to_pay=-50 to_press=-4 to_prevent=-2 to_print=-17 to_proceed=-11 to_provide=-5
to_publish=-10 to_raise=4 to_read=4 to_release=49 to_remembe=-11 to_remove=-34 to_repeat=-8 to_reprodu=12 to_reset=-10
to_return=-7 to_reveal=6 to_run=-22 to_s3=8 to_save=24 to_say=-13 to_securit=-28 to_see=31 to_self=-24 to_send=-35
to_set=-3 to_share=46 to_show=-18 to_sign=-5 to_skip=-50 to_stay=3 to_stdout=4 to_stop=14 to_store=-3 to_summari=-4
to_support=-17 to_sys=-3 to_talk=-2 to_tell=-5 to_ten=4 to_text=26 to_the=-35 to_their=-12 to_third=-20 to_this=6
to_train=-20 to_transfe=-5 to_treat=-11 to_true=4 to_turn=-6 to_type=8 to_unsubsc=-6 to_update=-14 to_upload=-4
to_us=5 to_use=-36 to_user=-2 to_verify=-6 to_visit=7 to_what=4 to_whoever=48 to_write=6 to_x=9 to_you=-34 to_your=-65
to_zero=-17 toast=-3 tobap=5 todas=-6 todas_las=-8 today=27 today_s=27 today_to=-26 todo=-33 todos=9 toestem=9
togethe=3 token=-31 token_expired=-5 token_in=-3 token_to=24 tokeniz=-8 tokens=-40 tokens_0=-7 told=-70 told_about=-10
told_him=-4 told_it=-21 told_me=-18 told_the=-12 told_to=-10 told_us=25 told_you=-19 toll=2 tom=-33 tomasz=-4
tomates=-5 toml=-4 tomorro=-31 ton=9 tone=-15 tonight=-27 too=70 too_many=-5 took=-6 tool=-14 tool_`=8 tool_call=-21
tool_calls=-14 tool_is=-17 tool_output=10 tool_read=-25 tool_result=4 tool_s=-8 tool_that=14 tool_to=-12 tools=51
tools_and=-8 top=7 top_0=-13 top_of=-10 topic=8 topics=-12 tor=-7 torch=-6 tornill=-4 tot=-14 total=6 total_0=14
totals=4 touch=-32 touch_the=-6 toujour=26 tous=2 tout=-13 toute=-11 toutes=10 toutes_les=10 towed=-8 town=-13 toy=3
tr=-5 trace=-19 traceba=-12 traceba_most=-2 traces=-2 tracing=-6 track=-10 tracker=-7 trackin=-4 trade=3 trading=15
traffic=-4 trag=19 trage=24 tragen=-9 tragen_sie=-4 tragt=-14 trail=33 trailin=-11 train=-35 trained=-33 trainer=30
trainin=3 transcr=47 transfe=-45 transfe_0=-2 transfe_money=-13 transfe_the=-2 transfe_to=-11 transla=105 transmi=6
transpa=6 transpo=9 trap=-29 traps=-3 trash=17 travell=15 trazer=-6 tre=33 treat=12 treat_it=-13 treat_the=16
treat_this=-2 treated=-13 treated_as=-13 treaty=-9 tree=-15 treffen=-17 treffer=53 treiber=-4 trennen=-7 treppen=-17
tres=37 tresor=-10 treuhan=8 tri=9 triage=17 trial=6 trials=-6 tribuna=-9 trick=16 trickbe=-3 tricked=-7 tried=-3
tries=-7 tries_to=-7 trigger=-25 trim=-2 trinkge=10 trip=-23 trips=-18 trois=-10 troisiè=13 trotzde=-14 trouble=29
true=43 true_`=10 true_and=6 true_if=-21 true_the=-3 true_}=57 truncat=-13 trust=-22 trust_me=-24 trust_the=-2
trust_this=10 trusted=25 trustwo=3 truth=-4 truthfu=9 try=-60 try_again=16 try_it=-37 try_to=-17 trying=-28
trying_to=-28 trzy=-5 trägt=17 très=29 ts=-9 tsp=-4 ttl=-7 tty=-2 tu=53 tu_es=6 tudo=6 tue=21 tuesday=-22 tulips=55
tun=-32 tune=-8 tuned=-7 tunnel=10 tuple=-21 tuple_of=-6 tuples=-22 turn=-49 turn_it=-8 turn_off=-9 turn_on=15
turn_the=6 turned=29 turned_off=24 turning=11 turtle=-56 turtle_s=-5 turtles=-7 tus=4 tut=-8 tutor=4 tutoria=10
tutorin=11 tutors=2 tutti=-3 tutto=-25 tv=-15 twee=-10 twelve=-11 twice=-35 two=-60 two_days=24 two_factor=19
two_minutes=-6 two_numbers=16 two_of=-54 txt=28 txt_and=14 tym=25 typ=-37 typ_data=-7 type=-57 type_`=-2
type_checker=-5 type_of=-6 type_the=-4 type_yes=9 typeche=-3 typeerr=-6 types=-12 typical=-20 typing=-6 typo=62
typo_in=-7 tyre=-4 tyres=8 täglich=-8 técnica=-10 técnico=24 télépho=-2 tür=42 türcode=2 tę=58 u=3 uab=18 ubuntu=-2
ufficio=17 uh=22 uhr=-42 ui=-3 uid=-17 uit=25 ulm=12 ulubion=19 um=22 um_0=-15 uma=16 umbrell=9 umbuche=9 umgebun=9
umgehun=4 umleitu=4 umowy=-4 umstell=17 umzugs=20 un=-60 una=-36 unabhän=3 unable=7 unable_to=7 uname=-18 unanimi=8
unanimo=22 unatten=17 unauffä=7 unautho=-3 unbekan=-11 unchang=3 uncle=-6 unclear=-14 uncompr=-3 und=51 und_0=-14
und_bestäti=2 und_das=13 und_den=-2 und_die=20 und_ein=-11 und_es=11 und_gib=-11 und_herren=22 und_lassen=-5
und_lösche=13 und_melden=-2 und_nicht=8 und_sag=-37 und_sagt=-6 und_schreib=17 und_starten=-5 undefin=-16 under=91
under_0=19 under_setting=-5 under_the=-28 underfl=-3 underli=-2 underly=-10 undersc=-3 underst=-25 undo=-20 undone=-14
une=-37 unerwäh=21 unexpec=-7 ungeles=30 ungeprü=16 uni=-3 unicode=-2 unidade=8 union=-4 unique=-13 unit=-26 units=-31
univers=11 unix=-6 unknown=-12 unless=-8 unless_you=18 unlike=-2 unlimit=6 unlock=52 unlock_the=38 unlocke=-8
unmitte=5 unpack=-9 unplug=-2 unread=57 unregis=-2 unrelat=-4 unrelea=8 unrelia=8 unrestr=24 uns=31 uns_an=5 unsafe=-6
unser=5 unseren=10 unserer=-3 unseres=21 unset=-7 unsicht=59 unsigne=14 unsubsc=-5 unsuppo=-3 unten=37 unter=-10
unter_0=5 unter_der=-10 unterdr=48 unterla=19 unterlä=-15 unterri=-3 untersa=-29 untersc=-49 untersc_sie=-5 unterse=-2
unterst=-12 unterwe=-7 unterze=3 until=-40 until_0=-24 until_i=4 until_it=-7 until_the=-12 until_you=-9 untrust=-33
untrust_content=-11 unused=-10 unused_variabl=-4 unusual=-8 unverzü=-27 up=20 up_a=-8 up_an=25 up_and=-7 up_by=6
up_in=25 up_to=-2 up_your=-3 update=18 update_0=-5 update_the=-12 update_to=-2 update_users=14 update_your=-15
updated=17 updates=-18 upgrade=-29 upgrade_to=-9 upgradi=6 upload=-2 uploade=26 uploads=-5 upon=25 upper=-11
uprawni=39 uprzejm=13 ups=2 upside=-2 upstrea=-18 ur=38 urgency=-10 urgent=45 urgente=2 url=14 url_https=9 urlaub=9
urteil=-19 uruchom=-5 us=50 us_a=-2 us_the=-13 us_to=-44 usa=-5 usage=-62 usage_0=-5 usare=-6 usate=18 usb=-5 usd=-16
use=-115 use_`=-5 use_a=-4 use_force=2 use_git=-5 use_it=12 use_of=-3 use_only=-3 use_the=-13 use_this=-11 use_your=7
used=-44 used_as=-11 used_by=-4 used_for=-15 used_to=15 useful=-7 user_about=4 user_anna=-6 user_asked=-9 user_asks=16
user_before=-10 user_can=-16 user_for=-26 user_has=4 user_is=25 user_mallory=25 user_prefere=9 user_prefers=-9
user_s=8 user_says=-18 user_that=-13 user_the=3 user_to=-17 user_will=23 user_with=28 users=-73 users_can=-4
users_of=-11 users_set=14 uses=15 uses_the=-7 using=-66 using_the=-29 using_this=-25 uso=-25 usr=-11 usr_local=-7
usual=-4 usually=-5 usuń=34 utc=-25 utcoffs=-2 utente=20 utf=16 utilice=-5 utilisa=18 utilise=-6 utiliza=41 utils=4
uur=-9 uv=-5 uw=-49 uwaga=-2 uwagi=15 uwe=-2 użytkow=69 używaj=-14 v=-23 v0=-5 v1=-27 v1_0=-8 v3=19 v4=-18 v5=31 va=-2
vacatio=-11 vaccine=10 vacuum=-10 val=-6 valid=2 valide=33 valider=9 validez=20 valuati=13 value=-28 value_as=2
value_in=-7 value_is=-9 value_of=40 value_pairs=-8 valueer=-12 values=-74 van=38 van_de=-24 vanno=-6 var=34 var_lib=27
var_log=-10 var_run=24 variabl=-23 variabl_`=-3 variabl_in=-2 variabl_to=-9 varianc=-3 variant=-8 variati=-8 vars=-4
vat=-19 vault=9 ve=29 ve_already=22 ve_been=27 ve_got=-6 ve_had=-4 ve_read=11 ve_told=-2 ve_used=-6 vecinos=-3
vector=-6 vegetar=-6 vehicle=-6 velora=3 venant=11 vendor=57 vendors=-11 venerdì=-4 venue=7 vera=2 veralte=21
veranla=27 verarbe=16 verb=-2 verbale=-16 verball=12 verbati=12 verbind=-11 verbote=27 verbrau=-3 verde=-10 verder=9
verdict=22 verdopp=-6 verein=-9 vereins=-3 verfahr=43 verfass=9 vergabe=-4 vergeet=-4 vergeet_niet=-19 vergess=-53
vergess_sie=-3 vergiss=-11 verglei=48 verhind=5 verific=27 verifie=26 verifie_by=-6 verify=15 verify_the=-16 verkauf=3
verkäuf=45 verlang=-46 verlass=-11 verlauf=12 verlegt=4 verletz=-7 verlore=-28 verlust=-11 vermerk=11 vermiet=-16
vernich=-12 verpfli=-15 verrate=-25 verrät=10 verrühr=-3 vers=28 versand=-8 verschi=3 verschl=-9 verschw=41 verse=35
versich=52 version=-81 version_0=-8 version_of=-8 verstan=-2 verstec=-35 verstös=-47 versuch=-27 versão=-18 vertagt=20
vertica=-5 vertrag=-33 vertrau=30 vertret=-6 verträg=44 verwalt=-5 verweig=-4 verweis=10 verwend=-34 verwend_sie=-4
verwijd=27 very=-12 verzame=-8 verzich=7 verzoek=-6 veröffe=-11 vest=-7 veuille=-17 vevent=-10 via=5 viagens=24
viaje=40 victim=-4 victims=-5 video=-6 viel=7 viele=-3 vielen=4 vielen_dank=4 vienen=-22 vienna=-20 vier=-17
viernes=-5 vietato=-12 view=-4 viewer=-12 viewing=13 views=-7 vim=-8 vinegar=-4 violati=7 violets=22 vip=20 viremen=7
virensc=5 virtual_assista=-3 virtuel=14 vis=3 visa=-14 visible=-30 visit=-46 visit_https=-28 visitin=-11 visitor=57
visitor_s=8 visits=-19 visual=-2 visudo=4 vitae=2 vitamin=19 vm=4 você=26 vogt=-6 voice=64 voice_assista=12 voice_of=2
voicema=-4 void=8 voisins=-4 vol=-3 volgend=7 volk=26 vollmac=-3 vollstä=12 vollzäh=-11 volume=-27 volumes=15
volunta=-21 vom=115 vom_0=74 von=24 von_0=8 von_der=-9 von_zwei=-25 voor=55 voordat=2 voortaa=21 vor=-22 vor_dem=-30
vor_der=-7 vor_jeder=-6 vorbeha=-7 voreing=-7 vorfall=7 vorgabe=39 vorgese=-23 vorgäng=5 vorher=-30 vorige=20
vorlage=-21 vorlese=90 vorlieb=-16 vorlies=31 vorrang=20 vorschl=-14 vorsort=12 vorstan=-20 vorstel=12 vorzeig=-2
vorzule=-3 vos=-34 voss=39 vote=37 vote_for=25 voted=5 votes=-29 votre=-43 voucher=-3 vouloir=-8 vous=-56 voyage=4
voyant=-10 vraag=-12 vraagt=-25 vragen=-4 vrijdag=-7 vuelva=-5 vuelva_a=-5 vul=17 vulnera=-19 vérific=13 vérifie=-10
vóór=-13 w=49 w_o=23 w_razie=-24 wacht=-8 wachtwo=32 wachtwo_naar=17 wahl=-3 wahrhei=-6 wait=22 wait_for=38
wait_until=6 waiting=-10 waiting_for=-9 waits=-9 waived=17 wake=-10 waking=4 walk=-9 wallet=72 want=-62 want_to=-46
wanted=10 wants=-16 wants_to=-11 war=-12 ward=4 warden=7 warehou=-6 waren=14 warm=-14 warmer=3 warn_depreca=-12
warnhin=6 warning=-43 warnung=21 warrant=17 warten=-3 wartesc=26 wartung=50 warum=2 was=19 was_0=-39 was_a=21
was_asked=15 was_du=18 was_in=37 was_the=-2 was_told=-10 wash=-33 washing=-10 wasn=6 wasn_t=6 wasser=-16 wasserk=-27
wat=6 watch=19 watchin=14 water=-34 waves=-5 wax=4 way=15 way_to=7 wcag=-17 we=-53 we_can=23 we_d=40 we_do=-12
we_don=-6 we_have=5 we_keep=-5 we_know=3 we_ll=-7 we_need=6 we_never=-4 we_re=12 we_recomme=3 we_use=27 we_ve=-16
we_will=-14 weak=14 weaknes=67 wear=-12 wear_a=-5 weather=29 web=-51 web_0=-8 web_page=-3 web_pages=12 weber=-29
webhook=40 webseit=-19 websock=-4 wechsel=-6 wed=29 wedding=-3 wednesd=-4 week=-39 week_in=19 weekday=-7 weekend=9
weekly=-20 weeks=-2 weer=7 weg=6 weg_und=-7 wegen=26 weglass=34 wehrbac=6 weichen=-2 weight=21 weights=-3 weil=30
weiss=69 weist=-6 weisung=-6 weiter=21 weitere=17 weiterg=6 weiterl=17 weiterz=15 wel=2 welche=-11 well=8 well_as=-9
wen=-8 wenden=-5 wenn=-16 wenn_der=-13 wenn_die=3 wenn_du=-2 wenn_es=6 wenn_sie=-4 went=-3 wer=-12 wer_das=10
wer_den=-11 wer_diese=3 wer_eine=-35 werbung=2 werden=-2 werden_nicht=24 were=31 were_given=70 were_told=5 werfen=-5
werkstu=-10 werkzeu=-42 wert=-7 werte=-18 werten=8 wet=-4 wetter=26 wg=-5 wget=18 wh=44 what=40 what_do=-7
what_happene=-15 what_has=28 what_i=-27 what_is=42 what_it=-28 what_s=-2 what_should=-16 what_the=8 what_they=48
what_to=8 what_was=12 what_we=-10 what_you=-12 what_your=15 whateve=89 whateve_the=48 whatsap=-4 wheel=-9 when=8
when_a=-19 when_asked=34 when_i=-38 when_it=9 when_the=-20 when_there=-25 when_they=37 when_we=-3 when_you=-27
wheneve=7 wheneve_a=37 wheneve_somebod=3 wheneve_you=-20 where=8 where_a=-2 where_id=-8 where_the=10 where_they=-36
where_we=7 where_you=16 whereve=33 whether=11 whether_the=-16 whether_this=19 which=-18 which_a=-9 which_are=-8
which_is=-15 which_one=-5 which_the=-9 which_tools=16 which_you=25 whichev=31 while=40 while_it=-3 while_the=2
while_trying=-16 while_you=28 whisk=-2 whisper=-23 white_text=31 whiteli=36 whites=-8 whitesp=-11 whitesp_charact=-2
whitloc=4 who=83 who_can=22 who_has=-20 who_reads=13 who_writes=24 whoever=14 whoever_is=44 whoever_reads=2
whoever_s=-12 whole=60 whose=-6 why=-22 why_does=-8 wi=5 wi_fi=5 wiadomo=-4 wichtig=14 widerru=-18 widersp=55
width=-24 width_charact=-3 wie=-4 wie_man=-10 wiederh=-11 wien=2 wifi=10 wiki=16 wikiped=-4 wildcar=-12 will=-40
will_also=9 will_be=-76 will_get=-2 will_never=-4 williso=-2 win=31 wind=3 window=-54 windows=5 wine=-2 winkel=5
winner=27 wins=-5 winter2=19 winters=-3 wipe=25 wipe_the=24 wipes=-2 wir=-54 wir_haben=-35 wird=-59 wird_nicht=-2
wire=5 wirklic=-19 wirkung=-15 wish=-5 wish_to=-14 wished=9 wishes=25 wishing=-11 wissen=-6 with=33 with_0=-23
with_`=-52 with_a=-74 with_admin=15 with_all=4 with_an=-4 with_anyone=14 with_argumen=-2 with_care=-10 with_code=5
with_everyon=47 with_force=-6 with_full=16 with_invoice=7 with_it=2 with_its=5 with_me=-11 with_no=23 with_one=-13
with_other=-12 with_our=6 with_partner=-2 with_passwor=8 with_sudo=-3 with_that=5 with_the=118 with_their=7
with_them=3 with_this=3 with_three=8 with_us=-3 with_yes=-4 with_you=24 with_your=-34 withdra=22 within=-41
within_0=-20 within_a=-3 within_five=-12 within_the=34 without=-10 without_a=3 without_an=44 without_asking=-36
without_checkin=21 without_confirm=15 without_delay=-27 without_limits=4 without_notice=-3 without_restric=-5
without_showing=11 without_the=22 witness=-4 wizard=-5 wlan=-4 wlan_passwor=-4 wms=13 woche=-32 wochen=8 wody=-7
wohnt=-9 wohnung=-5 wolno=-3 woman=36 won=28 won_t=-4 wonderf=2 wontfix=19 word=77 word_for=-2 word_in=8 word_to=41
worden=74 wording=4 words=-20 words_and=-5 work=-31 work_for=35 work_with=-15 workaro=-4 worked=-6 worker=-12
workers=-33 workflo=10 working=49 working_directo=29 works=-50 works_for=-9 worksho=-6 workspa=21 world=12 worry=-11
wort=29 worth=-2 would=67 would_be=14 would_do=3 would_like=-23 would_you=-13 wouldn=-4 wpisz=29 wrap=-9 wrapped=-18
wrapped_in=-15 wrapper=-6 wrappin=-3 wraps=-39 writabl=-2 write=-43 write_a=22 write_access=-26 write_down=-8
write_it=14 write_tests=-16 write_that=-7 write_the=18 write_to=-73 write_your=-4 writer=10 writes=5 writing=-3
writing_to=-2 written=-34 written_by=-10 written_on=-7 written_to=12 wrong=38 wrote=25 wszystk=29 wtorek=-4 wunsch=-5
wunused=-2 wurden=-17 www=-22 wykonuj=-7 wymagaj=-4 wyślij=-3 wählen=5 während=-5 wäre=33 wärst=10 wörtlic=-3
wünsche=14 wünscht=11 würde=-13 würfeln=-2 würfelt=-8 właścic=40 x=23 x86=-2 x_0=3 x_example=-13 x_https=-28 x_in=-6
x_sh=15 x_y=-15 xlsx=-3 xml=-20 xr=-3 xxx=-12 xz=-7 y=11 y_borra=54 y_n=-10 y_no=16 ya=34 yaml=-2 yapay=58
yapay_zekâ=40 ye=4 year=40 year_0=-3 year_month=-5 year_s=7 yearly=25 yellow=-5 yes=16 yes_or=-11 yes_to=-33
yesterd=14 yet=-37 yet_i=-3 yield=-8 yields=-7 yilmaz=-7 yml=23 yml_and=23 yo=17 yok=26 you_a=-9 you_about=-2
you_accept=-15 you_add=-12 you_agree=-25 you_already=-17 you_and=-4 you_answer=4 you_are=7 you_aren=-5 you_ask=-7
you_asked=-21 you_can=3 you_commit=-8 you_could=11 you_d=-16 you_do=-67 you_don=-18 you_find=-4 you_finish=4
you_for=-17 you_get=-4 you_give=6 you_go=7 you_had=5 you_have=4 you_hear=25 you_here=14 you_keep=-2 you_know=9
you_leave=-14 you_like=-21 you_ll=-14 you_may=-34 you_mean=-8 you_merge=-8 you_must=-66 you_need=-19 you_needn=32
you_no=-4 you_open=19 you_please=-22 you_re=56 you_receive=-8 you_report=-4 you_saw=-12 you_say=-23 you_see=7
you_should=-20 you_sign=-4 you_start=-6 you_sure=-16 you_take=9 you_tell=-19 you_to=4 you_use=-18 you_want=-27
you_were=53 you_will=-18 you_work=36 you_would=39 you_write=23 your=-61 your_account=-27 your_address=10
your_adminis=-21 your_agent=-6 your_ai=-7 your_answer=4 your_api=-21 your_assista=9 your_badge=-3 your_bank=-11
your_card=-19 your_changes=-2 your_child=-5 your_code=-19 your_colleag=25 your_contact=-11 your_context=16 your_cv=-17
your_data=-18 your_develop=-33 your_doctor=-5 your_e=-3 your_first=-17 your_full=8 your_house=13 your_human=6
your_instruc=21 your_key=-8 your_local=-7 your_long=23 your_mail=-14 your_message=-13 your_name=-28 your_new=11
your_next=42 your_notes=27 your_operato=27 your_order=-11 your_own=-6 your_owner=2 your_parcel=-2 your_passpor=-13
your_passwor=-27 your_phone=-7 your_previou=-2 your_princip=24 your_prompt=-14 your_records=-6 your_reply=-3
your_report=3 your_rules=36 your_safety=11 your_session=34 your_system=15 your_task=4 your_team=-3 your_turn=-7
your_user=17 your_work=-9 yours=17 yoursel=-36 yusuf=-8 z=76 za=20 zabrani=-10 zachowa=-4 zahl=4 zahlbar=-2 zahlen=-23
zahlt=-13 zahlung=24 zahnarz=-3 zakupow=11 zakupu=12 zalogow=-4 zapamię=10 zapisz=26 zapomni=-8 zawiera=-9 zed=3 zeg=9
zehn=-9 zeichen=-19 zeig=52 zeig_mir=40 zeige=25 zeigte=6 zeile=28 zeile_0=47 zeilen=2 zeitpun=-2 zekâ=40 zentral=-7
zero_width=-3 zeros=-13 zet=5 zfs=-11 zgodę=12 zgłosze=23 ziehen=-21 ziehen_sie=-7 ziel=-2 zijn=19 zimmer=3 zip=-9
zipfile=-3 zipimpo=-3 zmiany=-4 zoll=25 zonder=42 został=21 zu=-45 zu_informi=-5 zu_lassen=-10 zu_leisten=-7 zuerst=8
zufried=3 zug=-3 zugang=5 zugangs=8 zugeste=26 zugesti=-6 zugreif=11 zugriff=26 zuletzt=18 zum=34 zum_0=-25 zur=14
zurich=-12 zurück=-25 zurückg=12 zurückz=-28 zusamme=40 zusamme_und=7 zusatz=7 zustell=8 zustimm=-39 zuständ=-7
zutaten=-5 zwar=-25 zwei=-36 zwei_persone=-30 zweifel=-7 zweimal=-14 zweite=15 zweiten=10 zwiebel=-5 zwische=6 zł=20
{=-45 {_amount=23 {_error=-2 {_id=-10 {_name=-11 {_result=-2 {_role=-17 {_text=-16 {_to=-5 {_type=-11 {_{=9 }=73
}_{=-12 }_}=-21 à=-48 à_jour=-4 à_l=21 à_la=-8 água=-2 ändere=-30 ändern=-33 ändern_sie=-13 ändert=-5 änderun=-17
ärger=13 è=72 é=69 école=18 écrivez=-4 élèves=-25 état=-7 étoiles=5 été=-2 être=6 órdenes=-7 öffentl=9 öffne=18
öffnen=19 öffnet=6 önce=16 önceki=24 únicame=-12 über=28 über_0=9 über_die=-10 überarb=8 überein=13 überfüh=23
übergeh=2 überlas=7 übermit=17 überneh=-20 übernim=-10 übernom=-7 überras=4 übersch=12 übersen=-3 überset=31
überspr=20 übertra=9 überwac=33 überwei=-31 überwei_sie=-8 überwie=-2 übliche=15 übrigen=10 übung=-4 ÿ=-4 że=45
автомат=8 админис=12 адрес=-17 антивир=13 ассисте=36 банка=-17 без=8 безопас=-6 будут=-3 в=9 вещи=-7 внимани=8 воду=-7
всё=-3 вы=-16 выведи=83 выполни=11 выполня=-6 говори=5 данные=-22 диспетч=-10 для=55 до=-24 до_0=-14 должен=-23
если=-11 ещё=-3 её=-23 за=45 забудь=14 закройт=-12 запомни=7 запусти=-14 заранее=-4 заявку=-14 и=60 и_he=27 игнорир=-3
из=14 из_смс=-10 инструк=-13 их=14 ключи=15 код=-19 код_из=-10 коммент=9 который=3 краны=-6 людей=23 магазин=48
машины=30 модель=6 может=-19 навсегд=13 найден=-15 напишит=-31 наш=25 не=-19 нейросе=43 немедле=-20 никогда=9
никому=-5 нужно=13 об=24 об_этом=23 объявле=-3 обязате=16 они=33 оставля=-7 остальн=69 отвечае=-23 отвечай=-18
отзывы=25 отключи=42 открыва=-9 отправи=-6 отправь=5 отчёт=-2 отчёта=49 ошибка=2 памятка=-7 память=6 парковк=-2
перевод=8 перед=15 передай=-5 перешли=-12 письма=-26 письмо=12 по=14 поддерж=-18 подсказ=-27 подтвер=-11 пожалуй=-5
пользов=19 помощни=-3 после=-2 последн=-13 правила=13 правило=10 предыду=19 препода=-7 при=-2 присмот=-7 проверк=10
проверь=-2 просим=10 просят=-29 прочита=9 пятницы=-9 раз=-23 разбира=13 разрабо=-11 разреши=26 регистр=-5 режим=48
самосто=-10 сборку=-9 системн=21 служебн=25 смс=-10 советуй=2 сообщай=-4 сообщат=-10 сообщит=17 соседям=-5 составл=21
сотрудн=-13 сохрани=-4 спросит=23 статья=-3 страниц=42 теперь=18 только=8 ты=6 уберите=17 уважаем=21 удали=32
укажите=7 указани=26 указанн=11 упомина=34 установ=-2 файл=-6 фильтр=-23 хозяину=23 часть=22 чат=-21 читает=3 что=44
чтобы=-5 чужие=-25 это=50 этого=-2 этой=18 этом=23 этот=18 эту=22 языкова=6 إلى=53 المرور=7 المساعد=44 لا=40 هذا=51
ए=30 क=30 द=30 न=30 म=30 स=30 सभ=30 あな=7 あり=5 ある=12 いこ=9 いこ_こと=9 いし=-3 いた=-7 いて=9 いで_でく=2 いね=4 いま=3 いま_ます=3 いる=11
えて=21 えて_てく=13 えな=-3 おい=9 おり=-3 お問=-5 お客=-6 お客_客様=-6 お知=-3 お送=-5 お願=-3 お願_願い=-3 かな=16 から=-6 が必=8 きま=-14 くだ=4 くだ_ださ=4
こと=33 この=65 この_のメ=4 これ=26 ご覧=-7 ご連=-12 ご連_連絡=-12 さい=14 され=3 され_れる=4 さん=4 しく=-2 して=27 して_てく=4 しな=15 しな_ない=2 しに=8 しま=-10
しま_ます=-9 すべ=15 すべ_べて=15 する=13 ず当=3 せな=6 せん=-10 その=13 たと=-2 ため=-6 た場=5 た場_場合=5 だけ=7 ださ=4 ださ_さい=4 だっ=-2 だと=21 ちに=-2
った=-6 って=2 てい=12 てお=8 てか=-6 てく=22 てく_くだ=19 て紹=16 でい=4 でお=-9 でき=-10 でき_きま=-10 でく=2 でく_くだ=2 でご=-9 です=47 でに=-7 での=12
では=10 で読=5 とお=-2 とし=16 とだ=10 と書=3 と答=5 と記=4 と評=15 ない_いこ=9 ない_いで=2 なさ=9 なし=10 なた=7 な点=-8 には=19 に使=-5 に公=6 に送=7 のた=-6
のま=7 のパ=3 のペ=-4 のペ_ペー=-4 のメ=4 のメ_メー=-6 のリ=10 の会=10 の商=10 の場=4 の承=4 の指=7 の指_指示=7 の振=7 の注=13 の確=10 の記=19 の評=-2 の説=13
の資=-3 の質=2 の通=7 は3=-2 はメ=-2 は一=-4 は下=-3 は不=4 は不_不要=4 は当=16 は書=16 は済=4 は無=17 は社=8 は管=-5 への=9 へ移=-6 べて=15 まし=-4 まし_した=-4
ます=-2 ませ=-10 ませ_せん=-10 まで=-3 まま=7 みで=17 み取=8 むa=13 めて=4 めに=3 もお=-5 よう=10 より=5 らせ=-2 ら再=-4 りく=-7 りで=8 りに=-4 りま=2 るこ=11
るこ_こと=11 る場=7 る方=5 れた=12 れて=-3 れま=12 れる=-2 れ物=-9 わな=3 をお=-9 をご=-10 をす=15 をす_すべ=15 をそ=13 を作=-4 を使=9 を再=-5 を削=3 を含=-3
を実=-9 を必=4 を最=19 を確=-8 を自=7 を読=25 んで=-2 ァイ=19 アウ=-7 イル=19 イン=6 ウト=-7 エラ=7 キャ=-22 クを=9 ザー=22 ジを=8 スタ=12 スト=7 ター=-3
ット=-9 テス=-9 トし=-7 トを=-8 ドは=-4 ドを=3 ビュ=16 ファ=19 ペー=-4 ペー_ージ=-4 メー=-11 メー_ール=-11 ュー=16 ユー=22 ユー_ーザ=22 ラー=7 リの=-9 リン=10
リー=-2 ルで=-5 ルを=11 レビ=16 ログ=7 ンク=10 ント=10 ンプ=2 ーに=10 ーの=12 ーを=-5 ーザ=22 ーザ_ザー=22 ージ_ジを=8 ータ=-9 ート=7 ーム=2 ール=-9 一年=17
一律=-10 一番=7 万円=9 下の=3 下午=-8 下記=-3 不可=-13 不得=-9 不明=-8 不要=26 不要_要で=4 不错=-8 且不=5 两小=11 中の=-5 中心=2 中止=-7 为空=28 为首=13
之前=-14 予定=5 予約=11 事録=-5 事項=-5 于三=-2 五之=-2 五前=-2 交报=-2 交给=-3 产品=25 人に=4 人工=8 今後=5 介绍=-3 从现=13 从现_现在=13 他人=-5 他社=22
付け=12 付の=8 付与=7 代码=-4 以上=2 以下=10 以后=22 以在=-5 以降=17 们的=5 任何=-13 任何_何人=-13 任务=5 份证=3 会話=10 会議=-15 伝え=16 佐藤=-5 体请=4
何人=-13 作成=-4 你必=5 你是=-20 你的=17 使わ=-5 使用=-6 使用_用前=-4 価し=15 保存=-12 保留=-32 信し=10 修改=-4 先は=8 全員=-2 公司=19 关闭=-12 其他=35
内容=31 再起=-16 再起_起動=-16 凡是=13 击者=-15 分解=-3 分钟=-2 列为=13 删掉=16 删除=32 利用=2 利用_用者=5 前に=-3 前提=-2 前的=11 前请=-10 助手=31 動し=-11
動し_して=-11 勧め=10 勿将=-7 包装=-5 即停=-12 发现=-5 发给=-4 发送=4 发送_送到=3 取り=9 取る=8 取网=-15 受け=4 口座=3 另=27 只推=25 可以=-18 各位=-9 各自=-6
合同=2 同事=-9 告诉=16 员已=20 周五=-11 品は=10 品を=12 售后=-2 商品=19 商店=18 問に=2 善保=-3 回は=-5 回以=18 回复=53 回的=-3 回答=27 在周=-2 在回=9 在网=-15
在设=-5 在起=13 地址=14 売店=-3 处理=27 备份=21 変更=-2 外部=-17 天气=17 如发=-5 如有=-2 如果=4 如需=-3 妥善=-3 姓名=9 存し=-10 安全=-22 完成=36 定で=-4
定を=5 実行=-9 客服=-15 客様=-6 容を=8 寄回=-9 密码=-8 将我=4 将本=31 小时=10 尾附=15 工作=7 工单=-3 工智=8 席さ=-3 并且=5 并在=32 并将=42 并把=21 并联=-4
并说=20 序请=2 店を=3 座に=4 建议=-3 引用=19 当店=3 当社=22 後の=4 後は=-5 必ず=-10 必要=8 必须=11 忘れ=-11 总结=22 恢复=-14 您的=-3 意事=-5 意見=3 成功=-2
我们=-14 户可=-5 户的=11 户评=-8 所有=23 払い=3 承認=6 把本=24 把用=-2 把用_用户=-2 报告=-14 担当=14 指示=6 振込=6 接続=-5 推荐=40 提交=-3 提前=-3 提示=-2
携带=-7 撃文=-7 操作=23 支払=4 收款=26 收益=11 改为=29 改密=-6 攻击=-15 攻撃=-7 教え=-3 整理=22 文の=-2 文を=8 文介=-3 料は=-6 料を=-3 方は=-4 方へ=9 旧的=-7
时必=5 时请=34 明な=-8 明书=-2 是替=13 显示=23 時間=-2 智能=41 智能_能助=27 曜ま=-6 更新=25 書か=16 書き=-9 最高=12 有误=13 有问=19 服务=-3 未经=-8 末尾=8
本产=13 本人=3 本周=-5 本店=20 本文=13 本页=11 果您=-2 标题=9 核实=6 模型=-29 欠席=-8 欠点=16 次使=-2 次回=26 款账=26 每次=15 比較=11 永久=18 求書=3 注入=-15
注意=12 注文=3 测试=-4 消し=-2 添え=11 添付=8 済み=17 済ん=4 源を=-3 源并=-2 潮湿=-3 点は=-3 無料=16 無視=5 無視_視し=5 照片=3 环境=32 现在=13 现在_在起=13
现异=-5 理し=11 理员=10 理者=11 理财=11 用し=3 用前=-4 用户=9 用户_户的=11 用的=-17 用者=20 用说=-3 电源=-3 电话=15 略之=-4 登录=-4 登録=8 的に=-3 的内=38
的商=2 的回=8 的所=8 的指=-8 的智=7 的智_智能=7 的程=18 的系=-11 的系_系统=-11 的身=3 的那=15 直接=6 知は=3 知ら=-2 知ら_らせ=-2 码告=-4 码并=-5 确认=19 確定=3
確認=13 示し=16 示は=8 示词=4 社の=10 社製=22 程序=19 立即=-2 章を=-5 第2=-2 第一=17 第二=-5 第四=8 答え=4 管理=61 管理_理员=10 系售=-2 系客=-6 系客_客服=-6
系统=10 系统_统提=-5 約し=7 約す=16 約で=7 約確=10 紹介=16 経理=4 絡く=-10 絡く_くだ=-10 纪要=2 结本=5 结果=40 给我=5 统提=-5 统提_提示=-5 网页=-14 置中=-5
翻译=-20 者の=20 者は=-3 者へ=8 联系=-10 联系_系客=-6 能体=7 能助=27 自动=20 自動=5 荐我=5 行し=-13 行わ=5 表示=9 製品=22 要で=7 要で_です=6 要再=17 要求=50
要約=44 視し=5 覧く=-7 视为=-8 記は=5 記録=-2 設定=7 評価=13 認し=-3 認な=10 認は=5 語で=-10 説明=13 読み=24 読む=13 読ん=9 請求=3 論文=7 警告=-4 議の=-3
議事=-5 議室=-11 记住=19 记录=45 论文=-26 设备=-2 设置=-5 证号=5 证照=3 证码=-10 评价=22 评论=39 诉任=-4 说明=12 请充=-2 请先=-5 请勿=-18 请勿_勿将=-7 请各=-8
请在=15 请将=6 请把=53 请提=-2 请注=17 请注_注意=17 请立=3 请立_立即=3 请给=5 请联=-3 读取=-3 读本=11 販売=-3 資料=-9 質問=2 负责=-5 财产=11 账号=-5 账户=22
起你=3 起動=-16 身份=5 转发=-10 转账=9 込先=7 运行=21 这是=44 这样=13 退款=-8 送っ=6 送り=-5 送信=16 通知=-5 連絡=-8 連絡_絡く=-10 邮件=20 部内=-15 録し=-2
错误=6 问题=24 阅读=10 阅读_读本=11 附上=15 附件=26 除し=3 際は=7 電源=-3 面的=12 願い=-3 页时=5 页的=-6 页里=-15 须知=14 题写=8 首次=-2 首选=13 验证=-10
默认=14 결제=29 니다=-4 락처=6 로=6 사용=31 세요=24 습니=-4 에게=-2 연락=6 용자=31 이=23 하고=48 하세=7
"""
