"""How much what stands in a passage says for an instruction, in hundredths (rule 27).

Data of `instruction_passages`, written by tests/text/fit_instructions.py.
"""

# ruff: noqa: E501 - wide letters count twice
from __future__ import annotations

START = -5.54
WEIGHTS = r"""
$=15 $_cat=6 0=-31 0_0=32 0_>=38 0_`=-18 0_a=31 0_after=-2 0_an=23 0_and=50 0_approve=9 0_april=-4 0_are=39 0_as=34
0_before=23 0_bis=5 0_by=-9 0_bytes=-10 0_c=12 0_charact=10 0_cm=-2 0_days=-57 0_decimal=8 0_errors=15 0_eur=-32
0_euro=-8 0_euros=7 0_failed=6 0_feb=-13 0_files=-23 0_for=49 0_from=-5 0_g=-20 0_h=5 0_high=-8 0_hours=-26 0_if=-2
0_in=-28 0_is=-25 0_items=-2 0_jan=-6 0_june=-11 0_kg=13 0_km=7 0_l=-7 0_lines=6 0_m=-12 0_march=-8 0_may=-9
0_message=-3 0_mg=9 0_minutes=28 0_ml=-3 0_months=4 0_ms=-9 0_next=-5 0_not=-2 0_of=-16 0_off=-15 0_ok=14 0_on=14
0_or=5 0_p=-9 0_passed=24 0_per=-12 0_pm=-4 0_s=-31 0_seconds=26 0_the=16 0_to=75 0_uhr=-9 0_und=2 0_votes=-20
0_was=-15 0_we=-15 0_when=4 0_words=7 0_x=3 0_}=-22 0e=-4 0日=-3 12z=-2 14c=-2 1e=-2 1e_0=-2 1m=-4 20m=-2 2fa=2 30=-3
3s=21 4o=-9 7b=-18 7月=-2 8時=-3 9999px=-2 9f86d08=-2 9f86dob=-2 ://=26 ://_0=57 ://_collect=-5 ://_evil=-8 ://_get=-14
://_img=22 ://_login=-7 ://_www=-10 ://_x=4 <=-19 >=-39 >_0=34 >_>=-47 >_c=-6 >_extende=-11 >_print=4 >_read=-8
>_turtle=-6 @=40 @_0=-2 @_corp=-35 @_evil=8 @_example=-5 @_ext=6 @_shop=-22 @_x=-9 DT:agent=60 DT:answer=-12
DT:authority=-24 DT:bait=-64 DT:drop=-64 DT:drop!=-9 DT:granted=-62 DT:guard=-37 DT:harm=-79 DT:harm!=-25 DT:hide=-3
DT:keep=32 DT:keep!=-28 DT:mark=-19 DT:now=-57 DT:only=-68 DT:onward=7 DT:person=-12 DT:place=-18 DT:praise=-22
DT:say=-34 DT:say!=-36 DT:send=-81 DT:send!=-40 DT:task=-35 DT:treasure=-94 DT:you=-82 F:067dab=5 F:068411=6
F:073508=17 F:08d37f=-18 F:098305=17 F:09a0f8=9 F:09b8bf=18 F:0a160a=23 F:0a357b=2 F:0a42e6=-89 F:0b215c=5 F:0bea41=4
F:0d326c=32 F:0e0513=9 F:10a4c8=7 F:113242=14 F:178002=5 F:1a4da7=16 F:1a883a=51 F:1ad7c4=5 F:1b79dd=-3 F:2271f4=5
F:231556=-5 F:242e9a=5 F:27ee91=-8 F:293b86=14 F:2af8b8=21 F:2cec96=10 F:2ec08b=16 F:30bfdf=3 F:33fccc=10 F:367fb7=3
F:373914=3 F:39c703=10 F:3a1cd6=-97 F:3bad80=25 F:3ca7a4=38 F:4810c3=3 F:4945a7=-7 F:4cc37d=-13 F:4fc7c7=10
F:50286b=-14 F:50bb36=-47 F:5200b9=8 F:540012=5 F:549292=-3 F:551a1d=35 F:56fa93=-2 F:588fce=11 F:592f3a=10 F:59721e=9
F:5b86fc=-27 F:5dbea9=25 F:5f1315=7 F:5fe4b7=-7 F:62cdcd=2 F:63aae2=2 F:67b862=5 F:68c455=-10 F:6a3d16=14 F:6b32d7=-3
F:6f77db=62 F:6f9854=17 F:704b59=-24 F:71098d=7 F:7202c6=-4 F:745850=26 F:74e6de=4 F:76f6d5=-44 F:77a053=5 F:7800e5=17
F:7bc9e8=-12 F:7c8d5e=12 F:7ccdb6=7 F:7d7f3f=6 F:7f4d2e=-95 F:82e35d=19 F:837687=-5 F:838b01=-16 F:875b7d=4 F:881d44=5
F:89adfe=21 F:8d5eb6=-19 F:8f6b41=6 F:90da0a=25 F:916601=29 F:929132=15 F:92d372=2 F:95d18c=7 F:967287=-5 F:97002a=6
F:9bdf82=12 F:9caa88=-25 F:9e5dd0=10 F:9ef512=42 F:9f4bdc=24 F:9fbd92=13 F:a70326=2 F:a94814=3 F:acca09=8 F:ad635f=25
F:adada2=10 F:adf4a1=9 F:aebd97=23 F:aec218=2 F:b080a2=33 F:b0e07a=-30 F:b162f8=-11 F:b249aa=5 F:b32a00=3 F:b4a6a6=40
F:b5afff=20 F:b66146=5 F:b8c32b=-38 F:b91c44=2 F:bb4e9d=33 F:be84a5=-32 F:c01ae3=16 F:c0de76=-34 F:c16754=11
F:c1c822=-29 F:c6d7b8=-23 F:c73c1f=-21 F:c77f01=9 F:c808c3=11 F:c81de3=19 F:c94c1f=19 F:c96bb1=18 F:ca825f=-24
F:cd0ddd=-13 F:cdfdd1=14 F:cf361a=11 F:cfdb34=17 F:d55c52=2 F:d6d795=-7 F:d87e98=10 F:d9e412=-10 F:db32bc=6 F:dce660=3
F:deb98b=14 F:deba9b=2 F:e009f9=125 F:e0f02d=6 F:e33826=-30 F:e394e0=4 F:e72a9e=9 F:e79080=13 F:e802b5=3 F:e94512=-20
F:e9fa66=26 F:e9fecf=12 F:ea8c94=23 F:eb988a=13 F:ef3e7e=13 F:ef6dda=19 F:f16ebe=15 F:f23f77=10 F:f28452=15
F:f2a4d4=15 F:f2e4da=-38 F:f6825c=4 F:f6bf0e=8 F:f6e066=21 F:fb2300=11 F:fea6b2=7 F:ff3578=-4 F:ffbe3a=5 F:ffc388=28
S:act=3 S:act!=15 S:address=77 S:address!=-28 S:addressee=27 S:addressee!=-24 S:answer=40 S:answer!=34 S:authority=35
S:authority!=43 S:concealed=10 S:deed=-19 S:exfil=59 S:grant=36 S:keeping=8 S:lure=18 S:marker=-14 S:marker!=34
S:memory=18 S:memory!=25 S:override=45 S:override!=70 S:persona=34 S:persona!=27 S:probe=17 S:probe!=17 S:reveal=58
S:reveal!=58 S:secrecy=23 S:shift=23 S:shift!=23 S:slack=-10 S:standing=3 S:verdict=16 S:verdict!=16 S>=0.3=113
S>=0.6=86 S>=0.9=95 T:agent=143 T:answer=89 T:authority=76 T:bait=121 T:drop=133 T:drop!=-18 T:granted=121 T:guard=89
T:harm=101 T:harm!=99 T:hide=98 T:keep=80 T:keep!=12 T:mark=49 T:now=84 T:only=127 T:onward=124 T:person=110
T:place=72 T:praise=117 T:say=75 T:say!=67 T:send=46 T:send!=80 T:task=83 T:treasure=119 T:you=102 ^$=-8 ^0=15 ^7b=-2
^<=-15 ^>=-47 ^@=-4 ^`=-53 ^a=-99 ^aan=4 ^ab=15 ^abort=4 ^about=11 ^accept=4 ^accepte=-9 ^accepts=-3 ^access=27
^accessi=-4 ^account=7 ^acknowl=-8 ^acquire=-2 ^act=23 ^action=28 ^actions=-5 ^actual=3 ^add=-12 ^added=7 ^adding=27
^additio=-9 ^address=-17 ^adds=14 ^admin=-4 ^adopt=33 ^advice=9 ^after=20 ^afterwa=3 ^agent=32 ^agents=-4 ^agli=10
^ai=-10 ^ajoutez=7 ^alarm=-5 ^aliases=-3 ^all=9 ^alle=-5 ^allow=8 ^als=14 ^also=24 ^alter=-3 ^always=-14 ^amber=-8
^amount=-7 ^an=-14 ^analyst=5 ^and=-17 ^anna=-13 ^annotat=5 ^announc=52 ^answer=57 ^antes=-8 ^antwort=17 ^any=3
^anyone=-27 ^anythin=3 ^app=-4 ^appelez=-5 ^append=28 ^applica=-11 ^apply=-3 ^approva=-22 ^approve=-24 ^are=-25
^args=-13 ^argumen=-14 ^article=-3 ^as=13 ^ask=-8 ^assert=-20 ^asserti=13 ^assista=16 ^assiste=59 ^assume=-27
^async=-6 ^asysten=34 ^at=36 ^attachm=-2 ^attacke=-19 ^attenti=-8 ^attribu=39 ^audit=-4 ^aus=-2 ^ausgabe=25 ^author=-9
^authori=8 ^automat=40 ^avant=17 ^aws=-2 ^b=-19 ^backgro=-9 ^backup=-5 ^backups=12 ^balance=-5 ^bank=7 ^base=-10
^base64=-5 ^bash=4 ^battery=31 ^be=9 ^beantwo=-5 ^bearer=-4 ^because=-7 ^bed=-7 ^before=22 ^begin=11 ^bei=-15
^bericht=-2 ^best=-2 ^beste=5 ^bestell=39 ^besuche=-12 ^betalin=13 ^bidders=-5 ^bids=-2 ^billing=-11 ^bin=-2 ^bind=-4
^bitte=3 ^block=-15 ^board=-3 ^bob=-3 ^body=34 ^bonjour=20 ^book=-13 ^booking=-3 ^borra=4 ^bot=-61 ^both=-6 ^bots=-2
^bread=-2 ^breakfa=-4 ^bring=21 ^bringen=-2 ^btw=9 ^bu=13 ^bug=7 ^buildin=4 ^builtin=-2 ^bump=-3 ^but=-3 ^buy=7
^by=-11 ^c=-3 ^calcula=-3 ^call=2 ^callabl=-9 ^called=-4 ^caller=-3 ^callers=-5 ^calls=-2 ^can=-25 ^cancel=13 ^care=24
^carry=14 ^cart=-3 ^cat=-8 ^caution=-2 ^cc=11 ^certifi=-3 ^change=11 ^changed=-20 ^chapter=-3 ^chat=17 ^check=-7
^checkin=-4 ^checkli=-4 ^checks=-10 ^chers=-4 ^chi=11 ^childre=-6 ^chmod=6 ^choose=-9 ^chore=-2 ^cite=-3 ^claim=55
^class=-15 ^classes=-10 ^classif=27 ^claude=-21 ^clause=14 ^clean=-3 ^clear=-4 ^click=-31 ^client=-4 ^clinica=11
^close=-10 ^cmd=12 ^coach=-3 ^code=5 ^coding=11 ^collect=-5 ^colour=-3 ^column=-3 ^come=-2 ^command=-3 ^comment=-38
^commit=-25 ^common=-6 ^compare=-6 ^compari=-22 ^compati=-2 ^compile=-3 ^complet=26 ^compose=9 ^compute=-2 ^conclud=25
^config=-4 ^configp=-2 ^configu=-6 ^confirm=37 ^congrat=-3 ^connect=-3 ^conside=-8 ^const=6 ^constru=-3 ^contact=22
^contain=-5 ^content=-12 ^context=-2 ^continu=16 ^contrib=-8 ^control=-5 ^convers=-4 ^convert=-2 ^coordin=-6
^copilot=44 ^copy=-13 ^correct=17 ^costs=-2 ^could=-8 ^coverag=8 ^crawl=7 ^crawler=6 ^create=-12 ^created=-6 ^cron=-3
^crontab=-2 ^csv=35 ^curl=-29 ^current=-4 ^custom=-7 ^custome=-9 ^d=-6 ^da=37 ^dana=-5 ^danach=-7 ^das=-17 ^data=-11
^date=-6 ^day=-2 ^de=6 ^deadlin=-2 ^dear=-5 ^debug=10 ^decimal=-14 ^decisio=-5 ^decode=20 ^decorat=-4 ^def=-17
^default=-5 ^defence=-6 ^define=-3 ^deine=7 ^delete=-9 ^deleted=-10 ^deliver=12 ^delta=-3 ^demande=-11 ^den=-10
^denied=-9 ^dentist=5 ^dependa=-14 ^deploy=-13 ^deploym=-3 ^depreca=-10 ^der=-48 ^describ=6 ^descrip=2 ^design=-2
^detach=-16 ^detecti=-3 ^determi=-3 ^dev=-2 ^develop=26 ^di=-16 ^did=9 ^die=-15 ^diese=43 ^dieser=19 ^directo=-5
^dis=4 ^disable=-30 ^disallo=-15 ^disclos=35 ^discuss=-2 ^disk=-14 ^display=-2 ^disrega=24 ^dns=8 ^do=-31 ^doc=16
^docker=-4 ^docs=-3 ^documen=-3 ^does=-7 ^don=-40 ^done=55 ^dotfile=-3 ^downloa=11 ^dr=-5 ^draw=-4 ^drivers=-10
^drop=10 ^drucker=9 ^du=-3 ^dummy=-5 ^dump=-3 ^duratio=-3 ^e=-3 ^each=-29 ^echo=-12 ^edit=-5 ^editor=15 ^either=-2
^el=-6 ^else=-4 ^email=-2 ^emergen=2 ^emin=-2 ^empfehl=2 ^employe=-11 ^empty=25 ^en=14 ^enabled=-7 ^encode=16
^encrypt=-8 ^end=6 ^enregis=-2 ^enter=-8 ^entries=-12 ^env=-11 ^envie=-19 ^environ=-5 ^envía=6 ^envíe=-15 ^epoch=-3
^equival=-5 ^er=-8 ^erreur=20 ^error=-18 ^errors=-4 ^es=27 ^essay=20 ^estimad=-2 ^eur=-7 ^every=19 ^everyon=8 ^evil=25
^exam=-4 ^example=-70 ^excepti=-14 ^exchang=6 ^executa=-3 ^execute=-4 ^executi=-9 ^exercis=-3 ^exit=-8 ^expand=-4
^expecte=-17 ^expired=-2 ^export=13 ^extract=-7 ^f=-16 ^fact=4 ^failed=-8 ^failing=25 ^falls=14 ^false=-17 ^faq=4
^fasse=-10 ^fatal=-7 ^feat=-14 ^feature=-8 ^feed=41 ^fehler=20 ^fetch=-2 ^file=5 ^filenam=9 ^files=-3 ^fill=25
^filter=11 ^finally=-4 ^find=8 ^finding=13 ^fine=36 ^finish=-7 ^finishe=-3 ^first=7 ^fix=32 ^fixes=-4 ^fixture=-8
^flag=-2 ^flush=-8 ^follow=33 ^followe=-4 ^for=67 ^forget=-13 ^fork=-7 ^form=22 ^format=-9 ^forward=9 ^fractio=-5
^frag=18 ^fragen=-4 ^frau=-5 ^free=17 ^freed=-3 ^fri=-2 ^from=-28 ^func=-2 ^functio=-4 ^führe=19 ^führen=-6 ^für=17
^game=24 ^garage=34 ^gcc=-4 ^geben=-7 ^gemini=11 ^generat=13 ^gentile=8 ^get=-8 ^gib=19 ^git=6 ^github=-2 ^given=-5
^go=-37 ^going=3 ^good=2 ^gpg=-12 ^gptbot=-13 ^grade=-5 ^grandma=-3 ^grant=-19 ^great=-3 ^green=-2 ^group=-7
^guarda=11 ^guardra=-3 ^guests=9 ^guten=-6 ^hallo=-15 ^hand=-10 ^handle=-2 ^handlin=23 ^happy=-7 ^has=-3 ^hash=-2
^have=-3 ^he=-4 ^heading=-2 ^hello=-19 ^help=-3 ^helper=-24 ^here=-13 ^hey=12 ^hi=-11 ^hidden=-12 ^hide=-4 ^hinweis=7
^history=3 ^hold=-12 ^homewor=-6 ^hook=-2 ^horn=-2 ^horosco=-14 ^host=-3 ^hotfix=35 ^how=-29 ^however=-14 ^hr=-5
^hracorp=-7 ^hsu=-3 ^http=-11 ^https=-23 ^human=-2 ^i=-46 ^iban=15 ^id=-4 ^ie=-2 ^if=-49 ^ignora=13 ^ignore=48
^ignorie=12 ^ihr=-4 ^ihre=-21 ^il=-7 ^im=2 ^image=72 ^imap4=-2 ^imapa=-2 ^immedia=6 ^impleme=-4 ^import=-2 ^importa=19
^in=-16 ^inciden=-3 ^include=10 ^increas=-11 ^index=-4 ^indirec=-3 ^ines=-8 ^infinit=-3 ^info=-29 ^informa=-3
^ingrid=-8 ^inherit=-5 ^initial=-5 ^inoltra=-13 ^input=-18 ^insert=2 ^install=-6 ^instant=-3 ^instead=7 ^instruc=8
^instruç=5 ^interna=-8 ^intervi=-2 ^introdu=-17 ^invia=-5 ^invite=75 ^invoice=24 ^invoke=-6 ^iptable=-10 ^ipv4add=-3
^ipvaadd=-3 ^is=-15 ^issue=17 ^issues=-6 ^it=-37 ^item=17 ^its=-8 ^j=-5 ^jailbre=-10 ^je=22 ^jest=-4 ^jeśli=7
^jeżeli=20 ^jira=-2 ^job=6 ^join=33 ^jonas=-2 ^just=15 ^keep=-30 ^keine=3 ^ken=-16 ^kernel=-3 ^key=28 ^keys=-2 ^ki=-22
^kill=20 ^kim=-7 ^kind=-3 ^kindly=-6 ^klicken=-12 ^knowled=20 ^komment=8 ^kullanı=16 ^l=5 ^la=37 ^label=-3 ^lang=10
^languag=23 ^lassen=-9 ^last=-4 ^late=-3 ^le=27 ^leave=28 ^left=-3 ^leite=16 ^lembre=-5 ^lena=12 ^les=11 ^let=7
^level=-2 ^lgtm=-9 ^licence=15 ^license=34 ^liebe=-2 ^lieber=2 ^liefera=19 ^lieferu=4 ^lies=-3 ^like=-6 ^line=16
^lineno=-4 ^lines=-5 ^lint=-7 ^linux=-14 ^lists=-5 ^llm=5 ^load=8 ^locatio=13 ^lock=10 ^log=-9 ^logger=-9 ^logs=-5
^look=20 ^los=2 ^lost=-4 ^low=28 ^lyrics=-6 ^lösche=-16 ^löschen=-21 ^m=-2 ^machine=42 ^mail=24 ^mailbox=-4 ^main=-2
^maintai=-2 ^mainten=28 ^make=48 ^makes=-3 ^man=-5 ^manage=-22 ^many=11 ^mark=10 ^max=8 ^may=-12 ^mean=-3 ^meeting=18
^meld=-6 ^melden=-3 ^members=-2 ^memoris=11 ^memoriz=18 ^merci=-9 ^merge=-25 ^merke=-10 ^merken=-11 ^message=21
^methods=-4 ^migrate=-3 ^mine=-3 ^minute=-3 ^minutes=-6 ^mirror=23 ^mit=-13 ^mitigat=-4 ^model=7 ^models=20
^moderat=-2 ^modifie=-2 ^module=-2 ^mon=-4 ^most=-7 ^move=13 ^ms=-13 ^must=17 ^mute=22 ^my=3 ^n=-30 ^name=-8 ^nans=-8
^navigat=-2 ^ne=-29 ^need=-4 ^negativ=30 ^nehmen=-7 ^net=-5 ^network=-5 ^neue=-2 ^never=-80 ^new=33 ^newline=-2
^next=53 ^nginx=-5 ^nice=37 ^nicht=-7 ^nie=-14 ^niemals=-12 ^night=-2 ^nil=-3 ^no=-17 ^nobody=-24 ^node=3 ^non=-14
^none=-10 ^normal=-3 ^not=-3 ^nota=13 ^note=-15 ^notes=-2 ^nothing=38 ^notice=-7 ^notify=-4 ^now=7 ^npm=-19 ^number=-9
^nur=12 ^não=-4 ^o=5 ^obi=-7 ^object=-3 ^of=-27 ^off=-4 ^oh=2 ^ok=40 ^old=-5 ^older=15 ^olvida=3 ^omit=29 ^on=-34
^one=2 ^only=43 ^onthoud=22 ^op=-4 ^open=15 ^openai=3 ^operati=-4 ^optiona=-9 ^or=-12 ^order=-6 ^os=-2 ^other=7
^otherwi=-12 ^our=-71 ^out=-5 ^output=-14 ^overrid=-8 ^overwri=-8 ^owner=-4 ^owners=-5 ^p=-5 ^p1=-7 ^p3=40 ^package=-8
^page=37 ^pair=-2 ^para=-28 ^paramet=-5 ^parcel=5 ^parents=-6 ^parse=-4 ^parser=-3 ^pass=16 ^passeng=8 ^passing=-5
^passwor=-5 ^paste=39 ^patch=8 ^path=-2 ^patient=19 ^paul=-14 ^pay=30 ^payment=-24 ^pdf=4 ^pending=19 ^people=13
^per=-7 ^perform=-4 ^permane=7 ^permiss=-27 ^permitr=-2 ^persist=-14 ^phishin=-7 ^photo=23 ^photogr=3 ^pick=-4 ^pin=8
^plan=-3 ^playboo=-3 ^please=-58 ^podcast=-3 ^point=8 ^police=-2 ^policy=18 ^poll=11 ^por=-8 ^positiv=-2 ^post=24
^postgre=-4 ^pour=43 ^pr=-17 ^pre=22 ^prefere=11 ^prefixl=-4 ^preheat=-3 ^prepare=14 ^present=17 ^press=-22
^pretend=24 ^previou=2 ^price=-2 ^prices=2 ^print=11 ^printer=11 ^printin=-6 ^priorit=37 ^private=-8 ^proceed=14
^process=-8 ^program=2 ^prompt=-30 ^prompts=-3 ^propert=-8 ^proszę=-5 ^protoko=-7 ^provide=5 ^prüfen=-6 ^prüfsum=9
^ps=18 ^public=-12 ^publish=52 ^pull=13 ^push=16 ^put=13 ^python=-4 ^q=-13 ^q2=2 ^quarter=11 ^quell=23 ^query=19
^questio=3 ^quien=3 ^quiet=-5 ^quota=13 ^quote=-11 ^quoted=-2 ^r=-6 ^raise=-26 ^raised=-4 ^raises=-8 ^rate=6
^rating=19 ^re=34 ^read=-2 ^reader=5 ^readers=17 ^readme=-2 ^reads=-2 ^real=-33 ^reason=-2 ^receipt=27 ^rechnun=12
^recomme=20 ^record=16 ^recruit=36 ^recuerd=-2 ^red=-2 ^refresh=-5 ^refusal=25 ^refuse=2 ^refusin=3 ^regardl=-2
^registe=-2 ^registr=2 ^release=-24 ^reload=-7 ^remarqu=5 ^remedy=7 ^remembe=-52 ^remind=-2 ^remove=7 ^removes=-3
^rename=-11 ^renew=-3 ^replace=22 ^reply=4 ^reposit=-10 ^represe=-4 ^request=4 ^reset=4 ^resolve=32 ^rest=-13
^restart=-9 ^result=-5 ^retain=16 ^retiens=7 ^retriev=-2 ^return=-49 ^returns=-19 ^reveal=2 ^revert=-10 ^review=15
^reviewe=-31 ^revoke=-22 ^rewrite=-8 ^rezept=-3 ^rfc=-8 ^ricorda=8 ^ring=-3 ^rispond=-5 ^rm=-15 ^robots=3 ^role=5
^rollbac=-2 ^room=20 ^root=14 ^rotate=-4 ^round=31 ^rounds=-2 ^route=39 ^rsync=-3 ^run=-46 ^runbook=-11 ^running=-5
^runs=-2 ^s=-4 ^sag=7 ^same=-19 ^save=24 ^saved=23 ^say=70 ^sayın=25 ^scan=31 ^scanner=-13 ^schalte=5 ^schicke=3
^schreib=23 ^score=21 ^screeni=9 ^se=9 ^second=2 ^secrets=29 ^section=-6 ^securit=5 ^see=-45 ^sehr=14 ^sek=-5
^select=-5 ^selecto=-2 ^self=-4 ^sell=3 ^send=19 ^sende=9 ^senden=-12 ^senior=-3 ^sent=-13 ^separat=-3 ^serve=3
^server=-4 ^service=-5 ^set=-58 ^setting=-4 ^shall=-15 ^share=2 ^she=-13 ^shoppin=34 ^should=-62 ^show=-27 ^shower=-4
^si=-11 ^sicherh=9 ^sie=-18 ^siga=-14 ^silent=16 ^simon=24 ^site=-6 ^sitemap=-6 ^size=-5 ^skip=-39 ^slack=10 ^slice=-4
^slow=-3 ^smtp=-2 ^snapsho=-8 ^snow=5 ^so=19 ^solo=9 ^some=-5 ^somebod=-8 ^someone=-10 ^sorry=13 ^source=-4 ^speak=23
^speaker=-5 ^special=-2 ^split=-8 ^sponsor=6 ^sprachm=35 ^sr=-2 ^sshd=2 ^ssl=-3 ^stable=-2 ^staff=-10 ^standar=-3
^start=4 ^startin=6 ^state=-10 ^static=-3 ^status=16 ^stay=-2 ^step=-15 ^steps=-6 ^still=-4 ^stir=-9 ^stop=2
^stopped=-8 ^store=-2 ^street=-5 ^string=-5 ^strings=-8 ^strip=-5 ^student=8 ^stuur=-13 ^style=4 ^sub=5 ^subject=20
^subscri=-6 ^success=-3 ^such=-3 ^sudo=-4 ^suggest=-3 ^summari=-10 ^summary=-18 ^supplie=4 ^support=-9 ^sure=-11
^survey=24 ^swimmin=-3 ^switch=11 ^sync=9 ^sys=-3 ^system=40 ^systemc=-4 ^systemd=-2 ^t=11 ^tags=-8 ^take=6 ^takes=-2
^task=-7 ^tasks=-2 ^tea=-4 ^team=-21 ^technic=-2 ^telemet=20 ^tell=6 ^termin=12 ^terms=-3 ^terribl=18 ^test=-33
^tests=5 ^text=-7 ^thank=-13 ^thanks=-29 ^that=-16 ^the=-34 ^then=-23 ^there=10 ^these=-10 ^they=-41 ^this=-48
^those=19 ^thread=-3 ^three=37 ^thresho=-6 ^ticket=39 ^timeout=-3 ^tip=-2 ^tips=-2 ^title=-4 ^tls=-4 ^to=-29 ^todo=-35
^token=-5 ^tool=5 ^tools=-2 ^top=-6 ^total=-9 ^traceba=-3 ^track=-12 ^trackin=-4 ^trailin=-3 ^transcr=32 ^transfe=54
^transla=15 ^transmi=2 ^travel=-5 ^treat=27 ^triage=9 ^tried=-2 ^true=22 ^trust=4 ^trusted=21 ^try=-6 ^tu=14 ^turn=27
^turtle=-5 ^two=-25 ^typ=-11 ^typical=-3 ^typo=8 ^uh=13 ^uid=-9 ^um=-2 ^undo=-5 ^uninsta=3 ^union=-2 ^unknown=-9
^unlock=32 ^unpack=-2 ^unregis=-2 ^unsere=-9 ^until=-4 ^unused=-4 ^update=30 ^updates=-3 ^upgrade=17 ^upload=13
^upon=17 ^urgent=2 ^url=22 ^usage=-10 ^usb=-3 ^use=-59 ^used=-6 ^user=-20 ^users=-2 ^using=-4 ^użytkow=37 ^validat=-2
^value=-2 ^valueer=-5 ^values=-3 ^variabl=-11 ^vault=-2 ^vendor=-3 ^vendors=-11 ^verbind=-3 ^vergeet=6 ^vergiss=-5
^verific=2 ^verifie=-14 ^verify=-12 ^verschw=23 ^version=-2 ^very=-3 ^veuille=-16 ^virtual=-19 ^visit=-14 ^visitor=3
^voice=18 ^volk=29 ^vor=-23 ^vote=11 ^votre=-4 ^w=6 ^wacht=-5 ^wait=3 ^wallet=23 ^wants=-34 ^warm=-2 ^warn=-13
^warning=-9 ^warnung=-12 ^wartung=-5 ^was=5 ^wash=-2 ^water=-3 ^we=-61 ^weak=-2 ^wear=-6 ^weather=49 ^web=-4
^weeks=-19 ^wegen=10 ^weiss=19 ^welcome=4 ^wenn=31 ^wer=-19 ^were=30 ^what=20 ^whateve=5 ^when=61 ^wheneve=30 ^where=3
^whether=-4 ^which=-5 ^while=32 ^whisk=-3 ^white=16 ^whitesp=-2 ^whoever=-6 ^whose=-5 ^why=-9 ^wie=-3 ^wiki=-4
^wildcar=-9 ^will=-7 ^winter=-4 ^wipe=11 ^wir=-45 ^with=-13 ^without=-6 ^word=-2 ^work=4 ^workaro=-3 ^working=-2
^works=-14 ^would=5 ^wrap=-5 ^write=-8 ^written=18 ^wrong=-5 ^x=21 ^xxx=-8 ^y=-21 ^year=-5 ^yes=48 ^you=-49 ^your=74
^yusuf=-2 ^zahlung=-2 ^zapisz=30 ^zeige=13 ^zero=-4 ^zip=4 ^zu=2 ^zum=-2 ^zur=27 ^{=-5 ^}=3 ^à=4 ^ändern=-2
^änderun=-2 ^è=-7 ^é=15 ^überset=25 ^überwei=-6 ^админис=15 ^ассисте=4 ^в=16 ^если=-2 ^забудь=19 ^запомни=9
^игнорир=-3 ^коммент=10 ^не=-14 ^отправь=3 ^перед=-2 ^уважаем=24 ^لا=41 ^お客=-10 ^この=3 ^これ=20 ^パス=-4 ^ユー=17 ^今後=3
^从现=11 ^忽略=5 ^用户=-17 ^管理=24 ^要約=15 ^请勿=-4 ^请在=11 `=-13 `_`=-22 `_and=-28 `_bash=22 `_before=-2 `_curl=9 `_env=29
`_git=8 `_in=4 `_is=-9 `_make=-9 `_method=-2 `_none=-3 `_npm=-17 `_or=9 `_to=5 a=-70 a_0=6 a_`=-22 a_b=-15 a_branch=-9
a_browser=-14 a_bug=12 a_call=18 a_chatbot=-8 a_class=-2 a_code=5 a_command=-2 a_comment=3 a_confirm=5 a_copy=12
a_crafted=-4 a_custome=-10 a_day=9 a_diction=-16 a_directo=-9 a_documen=7 a_déjà=29 a_few=-7 a_file=-10 a_free=-3
a_full=13 a_given=-4 a_good=-3 a_helpful=-8 a_key=-5 a_languag=-11 a_licence=-3 a_link=-20 a_list=-20 a_machine=-27
a_mail=5 a_mistake=5 a_model=-13 a_name=-15 a_new=-35 a_note=12 a_package=-5 a_page=-36 a_pair=-3 a_partir=14
a_passwor=-10 a_path=-2 a_person=-10 a_pirate=20 a_program=-17 a_prompt=8 a_public=-6 a_pull=-7 a_reason=-7
a_refund=-26 a_review=-3 a_safe=-39 a_script=-5 a_second=-2 a_sentenc=-9 a_sequenc=-2 a_short=4 a_single=-7 a_small=8
a_source=8 a_star=-2 a_str=-3 a_string=-12 a_summary=-11 a_system=-12 a_test=20 a_tool=-7 a_traceba=-4 a_tuple=-4
a_turtle=-2 a_turtles=-2 a_user=-5 a_valid=-2 a_valueer=-2 a_web=-5 a_week=-9 aaaac3e=3 aaaacee=12 aan=30 ab=20
ab_jetzt=8 ab_sofort=-11 ab_und=25 abaixo=-6 abbrech=-2 abbrevi=-3 abc=-8 aber=-20 abgesch=-14 abi=-5 ablage=7
abolish=32 abort=4 about=79 about_it=24 about_the=-27 about_this=-2 about_to=16 above=40 above_0=-16 above_and=8
above_is=59 above_this=4 abs=-2 absatz=36 abschal=15 abschlu=8 absence=-3 absende=32 absent=-5 absolut=-11 abstrac=-7
abuse=-16 acc=40 accept_all=3 accept_the=-24 accepta=14 accepte=-47 access=33 access_key=32 access_to=39 accessi=16
acciden=-8 accompa=-4 accord=26 accordi=-9 accordi_to=-8 account=-23 account_0=32 account_and=-6 account_below=-22
account_holder=37 account_of=-15 acct=14 accès=-4 acesse=-8 achterb=-10 acknowl=-8 acl=-5 acme=3 acquire=-6 across=-10
act=12 act_as=7 act_on=3 acting=-13 action=46 actions=-23 activat=-21 active=-4 activit=-8 acts=-45 actual=13 ad=25
add=35 add_`=6 add_a=-2 add_the=24 add_to=14 add_your=-24 added=18 added_to=-6 adding=22 additio=5 addr=-3 address=41
address_and=42 address_below=-19 address_book=15 address_in=-7 address_is=-8 address_of=-8 address_to=-7 adds=-6
adds_a=-2 adesso=19 adjunto=6 adjuste=11 adler=11 admin=-9 admin_rights=2 admin_to=-6 adminis=19 admins=-4 adopt=37
adresin=66 adresse=28 ads=-3 adult=-6 advance=8 adversa=-4 advise=-9 advisor=-2 affect=-2 affecte=-5 affirma=24
after=-59 after_0=-16 after_a=-3 after_that=-12 after_the=2 afterwa=-10 again=-39 again_and=9 against=-9 age=-3
agenda=-13 agent=-28 agent_and=15 agent_can=-5 agent_is=8 agent_must=11 agent_run=-23 agent_s=-8 agent_to=-8 agente=5
agenten=-9 agentes=-17 agents=8 agents_md=-16 agents_that=-11 aggiung=-4 agli=10 ago=-2 agree=-13 agree_to=7 agreed=56
agreed_to=15 agreeme=16 agrees=23 agua=-8 ahead=8 ai=65 ai_agents=-17 ai_assista=-55 ai_note=7 ai_reviewe=9
ai_tools=-8 aiff=-6 airport=3 akte=5 al=-27 al_usuario=-19 alamat=9 alarm=22 alcohol=-3 alert=-12 alerts=40 algorit=-7
aliases=-3 alice=-4 aliment=-4 alive=-3 all=34 all_files=27 all_functio=-4 all_future=2 all_keys=-30 all_of=33
all_other=3 all_others=24 all_previou=-4 all_questio=-20 all_secrets=42 all_the=-10 all_times=-14 all_your=-19 alle=47
alle_bisheri=-5 allein=-6 allen=25 allergi=14 allergy=27 alles=59 allocat=-9 allow=-11 allow_list=4 allow_the=10
allowed=-20 allows=-16 alone=-20 along=-9 alpha=-4 alphabe=-2 already=-18 als=64 also=39 also_add=23 also_be=-7 alt=39
alte=-8 alter=-3 alterna=-7 always=-22 always_use=21 am=-3 am_0=-2 amber=-11 amminis=29 among=6 amount=25 amount_0=62
an=-21 an_abc=-2 an_absolut=-4 an_account=-23 an_admin=2 an_adminis=-14 an_agent=-19 an_ai=-49 an_alle=5 an_assista=-3
an_attack=-10 an_attacke=-9 an_das=37 an_den=17 an_die=11 an_e=-31 an_emergen=-17 an_empty=-5 an_error=8 an_example=-9
an_excepti=6 an_extensi=-3 an_instruc=-2 an_int=-4 an_integer=-13 an_issue=-9 an_iterato=-4 an_llm=25 an_object=-9
an_optiona=-3 ana=-3 analiza=-22 analyse=5 analysi=25 analyst=12 analyti=20 anbei=26 anbiete=-19 anche=12 anchor=7
and=-4 and_0=35 and_`=-2 and_a=-5 and_all=-20 and_an=-4 and_answer=-17 and_bring=-14 and_call=-3 and_can=12
and_carry=33 and_check=-2 and_close=-9 and_commit=-17 and_confirm=-3 and_date=5 and_delete=-10 and_describ=32
and_do=90 and_don=8 and_enter=-24 and_execute=48 and_follow=-8 and_for=2 and_forward=20 and_give=-10 and_go=19
and_has=25 and_have=-7 and_hold=-12 and_i=-9 and_instead=2 and_is=3 and_it=20 and_its=26 and_keep=-4 and_leave=35
and_let=2 and_list=26 and_look=-6 and_mail=16 and_mark=11 and_may=-43 and_name=-3 and_need=-8 and_never=44 and_no=-3
and_not=-12 and_obey=8 and_open=-6 and_order=34 and_other=-5 and_output=-9 and_pass=-41 and_paste=8 and_pay=23
and_please=-2 and_post=3 and_press=13 and_print=-12 and_put=28 and_remove=-15 and_reply=9 and_report=3 and_return=-25
and_returns=-5 and_reveal=17 and_run=-19 and_save=-13 and_say=2 and_send=14 and_set=4 and_shall=-32 and_should=39
and_sign=-3 and_start=-17 and_stop=4 and_submit=34 and_take=17 and_tell=3 and_that=40 and_their=-24 and_then=21
and_to=-49 and_type=-6 and_use=24 and_wait=-8 and_what=29 and_will=15 and_write=22 and_you=16 and_your=-21 andere=12
anderen=37 android=-10 anfang=27 angabe=-8 angebot=20 angle=-2 angreif=-16 angry=18 anlage=-2 anlegen=33 anmelde=-17
ann=-15 anna=-14 annex=6 annotat=3 announc=51 anonymo=-8 another=3 anrufen=-9 answer=9 answer_in=-30 answer_on=-27
answer_that=2 answer_the=-42 answer_to=9 answer_with=11 answer_yes=-6 answere=-16 answeri=8 answers=-40 anterio=20
antes=-33 antes_de=-8 antivir=27 antrag=-18 antwort=54 antwort_auf=3 anweisu=-21 anwende=24 any=-13 any_ai=-3
any_more=-12 any_other=8 any_time=-26 anybody=-19 anyone=15 anyone_with=2 anythin=3 anythin_else=5 anyway=14
anzeige=-2 ao=30 aos=-3 apache=-2 apaga=14 apagar=-9 apenas=7 apfelku=-4 api=21 api_key=9 aplicat=9 apologi=-16
apothek=-3 app=-39 apparei=-5 appear=-10 appeler=4 appelez=-8 append=33 appendi=22 applica=34 applies=-3 apply=-3
appreci=38 approac=6 appropr=27 approva=-27 approva_of=-7 approve=-80 approve_all=29 approve_by=-11 approve_it=-17
approve_the=-36 approvi=-8 approxi=-3 apps=-2 apr=7 april=-4 aprovad=24 apt=-7 arbeit=12 arbitra=-3 archite=-4
archive=-9 archive_@=7 are=2 are_a=-47 are_about=16 are_always=-2 are_an=21 are_deleted=3 are_done=-13 are_expecte=19
are_in=6 are_no=-14 are_not=-4 are_now=-11 are_require=8 are_the=-8 are_to=9 are_used=-5 are_you=-11 area=-16 aren=16
aren_t=16 arg=-8 args=-20 argumen=-58 argumen_`=30 argumen_are=-7 argumen_is=-4 argumen_to=-10 argv=-2 arm=-3 arms=-10
around=-9 arrival=-34 arrived=-6 art=2 article=38 artikel=11 arzt=2 as=42 as_0=6 as_a=42 as_agreed=-22 as_an=-43
as_data=-9 as_follows=26 as_for=-5 as_i=-4 as_if=18 as_it=8 as_of=-2 as_part=7 as_returne=-3 as_root=15 as_the=51
as_they=-11 as_this=-3 as_though=6 as_well=-4 as_you=-52 as_your=35 ascenso=-3 ascii=-8 aside=18 asistan=40 asisten=47
asisten_que=24 ask=-24 ask_for=18 ask_it=-25 ask_you=-17 asked=21 asked_about=17 asked_for=-18 asked_me=14
asked_that=-5 asked_to=-5 asked_you=8 asking=-28 asks=30 asks_about=7 asks_for=-48 asks_the=-9 asleep=58 assembl=-3
assert=-21 asserti=13 assesse=-5 assign=23 assigne=7 assigne_to=8 assignm=5 assist=5 assista=3 assista_are=4
assista_for=-13 assista_has=10 assista_in=-7 assista_is=-5 assista_must=20 assista_should=-16 assista_that=3
assista_to=19 assista_would=7 assiste=3 associa=-20 assume=-52 assume_that=-19 assumes=-3 assuran=-12 async=-9
asyncco=-5 asysten=34 at=-23 at_0=-30 at_all=-16 at_any=-26 at_home=7 at_https=-11 at_it=19 at_least=-10 at_most=-21
at_once=21 at_the=5 at_your=8 ata=8 ate=-2 attach=-12 attach_the=-15 attache=-7 attachm=20 attack=-22 attacke=-48
attacks=-3 attempt=-18 attempt_to=-8 attende=4 attenti=8 attribu=8 au=21 auch=-14 auction=-2 audio=-12 audit=32
audits=21 auf=40 auf_dem=-12 auf_und=3 aufgabe=18 auftrag=19 august=-8 aunt=-11 aus=28 aus_dem=-24 aus_und=-15
ausgabe=42 ausgebe=-19 ausgefü=-2 ausscha=20 ausverk=2 ausweis=-4 auswert=-11 auth=-6 authent=-5 author=14 authori=4
authori_keys=8 authori_to=-21 authors=-24 auto=17 automat=-9 autoriz=13 aux=-8 avec=22 average=35 avis=47 avoid=-2
avvisar=-4 await=-3 aware=-3 away=13 away_and=-8 away_from=-6 aws=25 aws_credent=-3 aws_s3=-4 aws_secret=32 añade=19
b=21 back=-2 back_to=-3 backen=-10 backend=-4 backgro=-14 backoff=-3 backsla=-3 backtra=-18 backup=-30 backupa=13
backups=28 backwar=-3 backwar_compati=-6 bad=15 badge=-5 badhost=8 bags=-4 bake=-4 balance=29 ballot=-5 ban=29
banca=-3 banco=2 band=-2 bank=19 bank_details=10 banks=14 bar=-15 barrier=-2 bars=-9 bas=-3 base=-27 base64=13
base_0=-3 base_class=-5 based_on=-4 bash=32 bash_`=6 bashrc=-6 bastion=-8 batch=12 batería=-7 batter=-3 battery=40
bay=-2 bc1qxy2=47 be=16 be_a=-4 be_accepte=13 be_an=3 be_asked=-7 be_called=16 be_deleted=9 be_determi=-2 be_found=10
be_from=-8 be_given=12 be_left=35 be_overrid=-13 be_overwri=-4 be_passed=-20 be_refused=-16 be_removed=6 be_reporte=3
be_set=-8 be_shown=18 be_so=19 be_the=14 be_undone=-16 be_used=-20 bea=-3 beachte=-4 beantwo=-2 bearer=-4 because=-25
because_it=-5 because_the=-7 become=-24 bed=-9 bedürfe=-4 beef=-2 been=2 beenden=9 befehl=-3 before=-79 before_0=-4
before_a=15 before_answeri=11 before_any=8 before_it=-25 before_the=5 before_this=15 before_you=-53 begin=32
begin_with=-8 beginnt=-2 begins=3 behalf=3 behalf_of=19 behande=-15 behaupt=30 behave=-7 behavio=-6 beheerd=7
behind=-14 behind_the=-5 behörde=-21 bei=24 bei_der=24 beim=12 being=14 beispie=-10 beitrag=12 bekannt=37 beleg=-2
bell=-4 belongs=-14 belongs_to=-14 below=101 below_and=-12 below_is=9 below_the=-5 ben=5 benchma=-5 benefic=14
benign=32 benutze=61 bereit=2 berg=-4 bericht=8 beschei=4 beschre=22 beschwe=29 beschäd=-2 bestand=27 beste=5
bestell=26 bestäti=-52 besuche=-12 betalen=21 betalin=13 betrieb=-2 between=-23 bevor=-5 bewahre=-4 bewerbe=33
bewerbu=3 bewerte=22 bewertu=2 beyond=-7 bez=49 bezahle=-6 bezahlt=15 bicycle=-13 bidders=-5 bids=-8 bien=-10 big=-3
bij=-7 bilgisi=34 bill=-15 billing=-5 bills=-6 bin=22 binary=-19 binary_mode=-2 bind=13 binding=-3 binnen=-8 bir=41
birth=44 birthda=-6 bis=-41 bis_0=-5 bis_zum=-5 bisheri=-8 bisheri_anweisu=-5 bist=-12 bist_jetzt=17 bit=-23 bits=-8
bitte=-41 bitte_beachte=-4 bitte_die=-2 bitten=-12 blank=-4 bleiben=-5 blind=-7 block=-28 block_of=-2 block_the=-25
blocked=-26 blocked_by=-22 blocker=3 blockin=-8 blocks=-6 blog=-4 blood=-7 bloqué=4 blue=-24 bluetoo=-3 board=-32
bob=3 bodies=-6 body=14 boese=13 boese_example=13 boil=-2 boiler=2 bonjour=20 bonnet=-7 book=-28 book_the=18 booked=4
booking=6 books=-31 boolean=-3 boring=-6 borra=47 boss=-12 bot=-27 both=18 bother=18 bots=55 bottom=-14 bought=-3
bound=-4 bounded=-3 box=4 boxes=3 boy=-8 branch=-37 branch_feature=-7 branche=25 brand=25 brandl=6 brauche=13
breach=19 bread=-10 break=8 breakfa=-4 breakpo=-14 breaks=-3 breathe=-2 breaths=-2 bridge=-7 brief=-14 bring=2
bring_a=-10 bring_the=-12 bring_your=-3 bringen=-13 bringen_sie=-11 broadba=-2 broken=6 broker=30 brought=3 brown=8
browser=12 browsin=-2 btc=47 btw=9 bu=55 buchhal=-2 buchung=4 bucket=-21 buffer=-6 buffere=-8 bufferi=-2 bug=14
bugs=-2 build=-64 buildin=4 builds=-19 built=-3 built_in=-5 builtin=-7 bulbs=-2 bulleti=5 bump=-6 bump_the=-3
bumps=-10 burn=-18 busines=2 busy=-16 but=-57 but_not=-2 but_the=-4 butler=25 butter=-14 button=-4 button_for=-6
buy=39 buyer=-37 by=9 by_0=-32 by_`=-4 by_a=3 by_calling=-10 by_continu=9 by_default=-5 by_friday=-33 by_hand=-14
by_mail=-20 by_noon=-5 by_one=23 by_phone=54 by_post=-6 by_running=-7 by_the=-24 by_your=-36 bypass=-19 bypass_the=-14
bypasse=-18 byte=-4 bytearr=-3 bytes=-37 bytes_from=-5 bytesio=-8 bytesio_b=-8 bz2=-10 bzip2=-9 c=10 c_0=-7 c_is=-3
cable=-9 cache=-38 cached=5 caches=-3 cada=-4 café=-8 cake=-15 calcula=11 calcula_the=-2 calenda=-53 call=-21
call_0=-11 call_`=28 call_delete=-13 call_it=-31 call_last=-3 call_me=-3 call_the=57 call_this=-9 call_to=47
call_us=-18 callabl=-18 callbac=-7 called=-39 called_to=-3 called_when=-12 caller=-13 callers=-3 calling=20 calls=-50
calm=-3 came=-9 came_from=-8 camera=31 campaig=20 camping=4 can=-37 can_be=-17 can_help=16 can_i=-4 can_read=-2
can_see=7 can_send=-3 can_t=-16 can_you=-21 canary=-3 cancell=-2 candida=71 cannot=-20 cannot_be=-17 canvas=-9 cap=-5
capabil=21 capacit=3 capital=-13 captain=-12 caption=37 car=-2 card=75 card_and=-3 card_number=53 cards=-3 care=10
careful=34 cargo=7 carla=-3 caro=17 carries=8 carry=40 carry_on=19 cart=7 carta=-2 cas=-5 case=-9 case_of=12
case_the=10 casella=28 cases=-41 caso=-18 cast=-8 cat=33 catch=20 cause=-3 causes=-2 caution=-2 cb=-3 cc=9 cdn=-14
cdn_example=9 ce=-4 cease=12 cell=5 cells=8 centre=10 ceo=-7 cerrar=3 certain=-9 certbot=-4 certfil=-2 certifi=-36
cet=34 cette=-7 cfg=-2 cfo=20 chain=-10 chamado=5 change=-54 change_0=-2 change_it=-8 change_of=2 change_the=-2
change_your=-3 changed=-14 changel=-12 changes=-55 changin=-5 channel=-13 chapter=-38 chapter_0=-14 chaque=3
charact=-15 charge=-5 chars=-5 chart=5 chat=12 chat_complet=-21 chatbot=-95 chatgpt=-17 chats=4 che=35 cheapes=19
check=24 check_`=-19 check_example=29 check_in=24 check_the=-32 check_with=8 checked=-10 checker=30 checkin=19
checkli=-21 checkou=-17 checks=12 checks_and=-21 checksu=-7 chef=12 chers=-4 chi=41 chiavi=16 child=-13 child_s=14
childre=-16 chip=-2 chmod=38 chmod_0=-11 chmod_r=27 cho=10 choice=29 choose=-62 chore=11 chrome=-3 chunk=-9 chunks=-3
ci=32 cierre=-3 ciso=25 claim=57 claim_that=24 claims=4 clara=7 class=-53 class_for=-13 class_is=-6 class_that=-3
classes=-14 classic=-3 classif=22 classme=-2 claude=4 claude_md=-11 clause=24 clause_0=18 clauses=18 clean_up=-24
cleanin=-2 cleans=-2 cleanup=24 clear=-15 clear_the=-6 cleared=-2 clears=19 clerk=-3 clicca=-7 click=-29 click_the=-2
clickin=-24 client=-9 cliente=23 clients=9 clinic=14 clinica=11 clipboa=35 clock=-8 clone=-12 close=-57 close_the=-45
close_this=-12 closed=31 closes=-15 cloudy=-6 cls=-4 club=-3 cluster=-2 cm=-2 co=-3 coach=-3 coast=-4 code=19
code_0=18 code_and=-8 code_block=5 code_in=-4 code_is=5 code_to=-2 codec=-2 codes=41 codice=24 coding=-3
coding_agents=-13 coding_assista=7 cold=-11 colleag=3 collect_example=25 collect_the=-9 collega=13 colour=-3
column=-12 com=-38 combine=-8 come=7 come_from=14 comes=2 comes_from=17 command=-23 command_and=-18 command_is=-6
command_line=-16 command_with=-11 comme=34 comment=19 comment_by=-17 commit=-7 commit_message=13 commit_the=15
commits=-12 committ=35 common=-11 communi=-6 como=21 compani=8 company=-4 compare=-27 compari=40 compart=17
compati=-20 competi=59 compila=-5 compile=-8 compili=39 complai=13 complet=32 complet_the=8 complex=-2 complia=-6
comply=10 comply_with=10 compone=-15 compose=7 compra=19 compres=-18 comprom=8 compte=-21 compute=-4 comunic=-3
comuniq=-14 con=43 con_un=6 concate=2 conclud=37 conclus=-5 conditi=-46 condomi=-3 conduct=-7 conf=-11 conferm=-6
confide=-43 config=41 config_global=-7 configp=-2 configu=-2 configu_file=-30 confirm=57 confirm_before=-32
confirm_by=-50 confirm_la=8 confirm_that=6 confirm_the=4 confirm_true=19 confirm_with=7 confirm_your=3 conflic=-7
conform=-3 confuse=17 congrat=-3 connect=-4 connect_to=-16 consegn=-6 conseil=-7 consent=10 consent_to=-14 conside=10
consigl=2 consist=19 consist_of=-2 console=-4 const=4 constan=-7 constru=-8 consult=-14 consume=-13 consump=2
contact=13 contact_your=-6 contain=9 contain_a=-2 contain_the=-6 contatt=7 content=-45 content_of=22 contenu=-6
context=-41 context_window=-12 contien=-33 continu=51 continu_with=19 contrac=16 contrad=41 contrar=-7 contras=-8
contrat=-9 contrib=-28 control=13 conveni=2 convent=8 convers=46 convers_is=10 convert=-6 convinc=6 cook=-2 cookies=8
coordin=-9 copia=-33 copie=7 copies=16 copilot=76 copy=-13 copy_of=-5 copy_the=-14 copyrig=-6 corner=-4 corp=-8
corp_example=-37 correct=75 correo=-8 corresp=-10 corresp_to=-7 corrige=-3 corrupt=9 corvex=20 cost=25 costs=-12
could=17 could_not=19 could_you=10 couldn=-7 couldn_t=-7 count=2 count_of=-15 counter=-14 courrie=-10 course=-11
court=28 covaria=-4 cover=-7 coverag=8 crack=-2 crafted=-6 crawl=7 crawler=25 crc=-7 create=-36 create_a=-7
create_an=-11 created=-17 creates=-5 creatio=-2 credent=18 credit=60 crew=-8 criteri=2 critici=12 cron=-7 crontab=-2
cross=-4 crosswo=-4 crypto=16 csv=36 cto=29 ctrl=-2 ctx=21 cualqui=13 cuenta=9 curator=-10 curl=-13 curl_fssl=-21
curl_https=6 curl_s=7 currenc=-7 current=-41 current_directo=-2 current_positio=-2 cursor=16 custom=-8 custome=-74
custome_is=32 custome_s=16 customi=-2 cut=-9 cv=2 cvc=22 cve=2 cve_0=2 código=16 d=-8 d_and=5 da=71 dad=-2 daemon=-22
daily=-2 dal=4 damage=7 damaged=-3 damen=22 damit=15 dan=-2 dana=9 danach=-19 dangero=9 danish=2 danke=-12 dann=-22
dans=14 daran=11 darauf=2 dare=-4 darfst=3 dark=-34 dark_mode=-33 darum=-5 das=36 das_gerät=-31 dashboa=-4 dass=39
dass_die=14 dat=55 data=-47 data_from=-6 data_in=-2 data_is=-3 data_to=-22 data_{=7 databas=19 databas_url=21
datacla=-2 date=-16 date_of=16 datei=26 dateien=12 daten=-2 datensc=-20 dates=2 datos=-10 dauerha=19 daughte=7 day=13
day_0=-3 days=-28 days_to=-10 dazu=-5 db3=11 db8=-6 dbb=-6 dbm=-9 de=77 de02=10 de_beheerd=7 de_l=20 de_la=7
de_passe=3 deadlin=-5 deaktiv=12 deal=-10 deals=-4 dear=9 dear_assista=4 dear_languag=7 debate=-27 debe=-7 debian=-8
debug=-8 debug_mode=-22 debugge=-9 debuggi=-6 decide=-17 decided=19 decides=-5 decimal=-10 decimal_0=-15 decisio=46
declara=-5 decline=-8 decode=13 decode_the=-6 decoded=-2 decodes=-4 decorat=-35 def=-20 def_test=-2 default=-56
default_is=20 default_the=-4 default_to=-7 defects=-21 defence=-6 defend=3 define=-16 defined=-20 defined_in=-11
defines=-6 definin=-11 definit=-7 degree=33 degrees=-5 dei=50 dei2=-3 dein=21 deine=25 deinem=7 deinen=-4 deiner=22
del=8 delay=-40 delete=-54 delete_all=42 delete_it=-20 delete_the=2 delete_this=-33 deleted=-50 deletes=-40
deletes_the=-17 deletin=22 deletio=25 delimit=-13 deliver=18 dell=7 della=11 delta=-4 dem=56 dem_nutzer=22 demand=-11
demande=-5 demo=-6 den=10 den_benutze=30 den_inhalt=18 den_ordner=22 denied=-23 denomin=-2 dentist=12 deny=-5 deoo=14
deoo_0=14 departm=-5 departu=-2 dependa=-39 depende=-16 dependi=-2 depends=18 depends_on=19 deploy=-14 deploy_key=18
deployi=7 deploym=6 deposit=12 depreca=-13 depreca_use=-10 der=-8 der_assiste=-18 der_benutze=-2 der_nutzer=23
der_zusamme=39 derive=-6 derived=-8 des=27 des_nutzers=14 descend=-2 describ=8 describ_how=-4 describ_the=27
descrip=-25 deserve=41 design=-3 desired=-4 desk=-34 dessous=10 dest=-2 desta=35 deste=17 destroy=-9 destruc=9 det=-3
detach=-16 detail=7 details=24 details_have=14 detect=-15 detecti=-9 determi=-9 dev=-32 deve=12 develop=28
develop_message=34 develop_mode=13 deviati=-8 device=-27 deze=36 değil=30 di=-12 dia=4 diagnos=25 diagram=23 dial=16
dialog=10 dialogs=-43 diary=38 dich=-30 dicht=-6 dict=-11 diction=-23 dicts=-2 did=3 did_not=2 did_you=9 didn=-10
die=59 die_anweisu=16 die_datei=15 die_ki=-18 die_liste=-14 die_neue=-32 die_prüfung=18 die_ware=-7 die_zahlung=29
died=13 dienst=-3 diese=105 diese_mail=11 diese_seite=20 diesem=18 diesen=37 dieser=39 diet=-13 diff=-10 differ=3
differe=-7 dig=-5 diga=7 digest=20 digit=-2 digital=25 digits=15 diligen=7 dir=26 direcci=12 direct=10 directi=2
directl=-6 directo=-17 directo_and=5 direkt=3 dirigid=-16 dirs=-7 dis=4 disable=-15 disable_the=-19 disabli=-3
disallo=-15 disappe=-6 disarm=9 disasse=-8 discard=-5 disclos=31 disclos_the=35 discoun=-16 discuss=2 disk=32
dispatc=-6 display=10 display_the=19 dispute=2 disrega=-10 disrega_the=11 dist=-12 distanc=-2 disting=-2 distrac=-2
distrib=-12 dit=-4 ditta=8 diverge=-7 divide=-2 dividen=-3 divisio=-3 divmod=-2 dix=-11 dla=27 dm=4 dn=-3 dns=9 do=35
do_anythin=-17 do_as=28 do_it=61 do_not=-18 do_nothing=-12 do_so=-6 do_that=23 do_this=-2 do_what=7 do_you=-14 doc=8
doc_string=-6 dock=-4 docker=-43 dockerf=2 docs=-25 docstri=-5 doctest=-3 doctor=24 doctors=-5 documen=6 documen_is=4
does=-34 does_it=-10 does_not=-14 doesn=-8 doesn_t=-8 dog=9 dogs=-2 doing=4 dokumen=9 dollars=4 domain=26 don=-51
don_t=-51 done=46 donné=36 door=8 doors=44 dopo=-2 dos=-11 dose=8 dot=2 dotfile=-3 dots=-26 double=12 doubled=24
doubt=-6 dough=-9 down=5 downgra=38 downloa=28 downstr=2 dpkg=-3 dr=24 draft=-13 drafts=19 drain=2 draw=-2 drawing=-9
drawn=-5 drei=-31 drill=27 dringen=2 drive=-11 driven=11 driver=32 drivers=-10 droits=7 drop=12 drop_table=-24
drop_the=24 dropped=-3 drops=19 drucker=2 drug=4 dry=-8 drücken=-9 dst=-6 du=71 du_bist=2 du_darfst=3 duck=-2 due=5
dummy=-5 dump=16 dumps=-11 duplica=6 duratio=-4 durch=-12 during_the=3 duty=-21 déjà=23 désorma=11 dürfen=-35 e=48
e2e=-3 e_g=-11 e_mail=-27 eacces=-2 each=-25 each_line=-16 each_of=3 each_time=-2 earlier=-30 early=-4 earplug=-3
eat=14 ed25519=15 edge=-11 edit=-8 editing=3 editor=8 editors=-19 educati=8 een=8 effect=-32 effects=11 eggs=5 eier=-2
ein=71 einem=-4 einen=-16 eines=8 einfach=28 eingang=-4 einschr=33 eintrag=-7 einzust=11 either=16 either_a=-3
ejecuta=26 el=26 el_histori=29 el_usuario=-8 element=-3 elenco=39 elevato=-10 eleven=-3 elif=-2 else=22 elsewhe=-4
eltern=-6 em=-8 email=-25 email_the=4 emails=17 embargo=-6 emergen=-17 emin=-2 empfang=-12 empfehl=-16 empfieh=4
employe=11 empresa=-3 empty=-15 en=18 en_la=-3 enable=-47 enabled=3 enclose=-4 encode=15 encoded=-4 encoder=-2
encodin=-9 encodin_and=-2 encount=-2 encrypt=-10 end=10 end_of=-4 end_with=-2 ende=-5 ended=26 endereç=11 endian=-3
endif=-2 ending=-6 endings=-3 endpoin=5 ends=7 energy=28 enforce=-2 engine=-11 enginee=-9 engines=15 english=-12
enough=-4 enregis=-2 ensuite=13 enter=-67 enter_the=-21 entered=-6 enters=6 entfern=29 entgege=-3 entire=-3 entirel=-3
entlast=-2 entranc=-4 entrar=-5 entre=-9 entrepr=3 entreti=3 entries=-23 entry=-21 enum=-7 env=26 env_`=29 envelop=-8
envia=13 envie=-17 environ=-14 environ_variabl=-2 envoie=4 envoyer=-6 envía=-8 envíe=-35 eof=-4 epoch=-4 equal=-3
equipo=-11 equival=14 equival_to=-7 er=32 erase=2 erfahre=11 ergebni=11 erhalte=15 erlaubt=38 erledig=11 erneut=-8
err=-10 erreur=20 erro=-6 error=-43 error_0=-12 error_message=-3 errore=6 errors=-5 erste=33 ersten=-4 erwähne=18
erwähns=15 erwähnt=18 erzähle=-5 es=47 esquece=14 essay=49 essays=14 est=-5 esta=49 establi=-6 estate=-37 este=66
este_mensaje=23 estimad=-2 esto=15 está=46 et=-5 et_n=14 eta=-10 etc=50 etc_shadow=14 eu=-2 eur=-38 eur_to=21 euro=-13
euros=7 eva=-2 eval=-2 evaluat=32 eve=-2 even_if=17 evening=-11 event=-20 every=81 every_0=30 everybo=21 everyon=60
everyth=5 everyth_above=-4 everyth_from=20 everyth_on=4 everyth_that=31 everyth_you=-5 everywh=2 evidenc=-13 evil=66
evil_example=38 evilbot=11 exactly=-12 exam=23 examine=-5 example=112 example_0=-8 example_a=31 example_adresin=66
example_and=2 example_as=3 example_com=-40 example_for=-16 example_i=10 example_in=11 example_instead=6 example_is=-16
example_of=-20 example_org=3 example_p=2 example_q=-21 example_sh=-8 example_so=13 example_t=17 example_to=-7
example_и=5 exc=-2 exceede=18 excel=-6 excelle=-7 except=-8 excepti=-14 excepti_for=8 excess=8 exchang=5 exclama=-4
exclude=-3 exclusi=-7 exec=-4 executa=-5 execute=-3 execute_`=-2 execute_the=31 executi=-14 exercis=-15 exfiltr=-6
exhibit=20 exist=-12 exists=-14 exit=-13 exit_code=-5 exited=-2 expand=-4 expect=-5 expecta=-2 expecte=2 expecte_to=19
expense=2 expensi=10 experie=32 expert=-4 expire=-6 expired=12 expires=-23 expires_in=-5 explain=18 explici=-22
exponen=-10 export=-16 export_the=20 exporte=-6 expose=-4 exposed=-6 express=47 extende=-15 extensi=-20 externa=9
extra=28 extract=-9 extrane=-7 eyes=-21 f=-16 fact=-8 factor=12 factory=-11 facts=-13 facture=9 fahren=-5 failed=-57
failed_0=-8 failed_tests=-3 failing=26 fails=-9 failure=-6 fake=4 fall=56 fallbac=-4 falls=14 false=-22 false_`=-9
false_positiv=10 false_}=-11 familia=11 familie=-7 faq=4 far=25 fashion=-2 fasse=-10 fassen=-13 faster=8 fatal=-7
fault=15 faults=-4 favor=-9 favour=3 favouri=2 fd=-4 feat=-14 feature=-20 feb=-14 fee=-8 feed=32 feedbac=3 feel=-10
fees=-2 fehler=5 fehlges=-4 feld=31 fell=-3 ferry=-4 fertig=-12 fetch=2 fetch_the=7 fetched=-10 fetches=10 feu=3
few=-9 fewer=10 ffff=-4 fi=-2 ficha=17 ficheir=7 fichier=-4 field=18 fields=-5 figure=-4 figures=6 file=-13
file_and=-3 file_as=7 file_descrip=-2 file_env=29 file_f=-4 file_has=-5 file_in=-3 file_is=-14 file_must=10
file_object=-4 file_s=-8 file_system=-17 file_to=-5 file_with=-24 filenam=-6 fileno=-2 files=-16 files_and=-28
files_from=-7 files_in=19 filesys=-3 filings=25 fill=-26 fill_in=-25 fills=-6 film=-19 filter=30 filters=19 final=-4
finally=-5 find=26 find_it=5 find_out=3 find_the=-4 finder=-2 finding=28 fine=73 finish=12 finish_the=16 finishe=42
fire=-19 firewal=-4 firm=-10 firma=28 firmare=16 first=14 first_0=14 first_and=30 first_line=2 first_then=15 fish=-3
fit=-4 five=15 five_days=-7 five_minutes=3 fix=33 fix_`=-12 fix_the=-21 fix_typo=50 fixed=-24 fixes=-4 fixture=-8
flag=-42 flag_it=-13 flagged=10 flags=-13 flaky=2 flat=-10 flexibl=8 float=-4 floor=-12 floors=-9 flour=-13 flour_0=-5
flush=-11 fns=-6 focus=-6 fois=-3 folder=75 folders=-21 folgen=-5 folgend=2 follow=37 follow_it=38 follow_the=-32
followe=-36 followe_by=-28 followi=-16 followi_is=33 follows=41 foo=-15 food=46 for=-6 for_0=-8 for_`=-5 for_a=-53
for_agents=8 for_ai=12 for_all=17 for_an=-42 for_automat=-9 for_backwar=-6 for_coding=-14 for_compari=-3
for_confirm=-26 for_debuggi=-5 for_details=-9 for_each=-20 for_every=33 for_example=-28 for_good=53 for_help=-14
for_i=-6 for_it=-24 for_later=19 for_llm=-3 for_me=-4 for_more=-13 for_people=-8 for_permiss=-16 for_reading=-5
for_that=20 for_the=23 for_their=34 for_this=50 for_two=-7 for_us=39 for_user=-2 for_word=-10 for_you=30 for_your=27
forbidd=18 force=-43 fordern=-21 forecas=17 forget=-95 forget_everyth=-11 forget_the=10 forget_to=-5 forget_what=-33
forgets=-53 forgot=5 forgott=-3 fork=-7 fork_the=-7 form=-13 form_is=13 format=-26 formats=-5 formatt=-6 former=14
forms=-6 formula=4 formuli=-2 fornito=23 forty=13 forum=-7 forward=-41 forward_the=33 forward_this=-12 foto=-27
fotos=2 found=55 found_in=19 foundat=-2 four=4 fractio=-6 frag=18 frage=12 fragebo=-3 fragen=-4 fragt=12 frame=-6
frames=-2 framewo=-7 frau=-13 fraud=7 free_of=-13 freed=-3 freemai=6 freeze=-2 frei=5 freigeb=9 freigeg=3 freitag=-14
freiwil=-10 fremde=-3 french=-8 fri=-7 friday=-37 fridays=4 fridge=-13 friend=-8 friendl=-4 friends=-14 from=-19
from_0=-18 from_a=6 from_an=-2 from_here=39 from_it=-21 from_monday=-3 from_our=-25 from_the=7 from_this=23
from_today=25 from_your=2 front=10 front_door=9 fronten=-8 frozen=13 fssl=-21 fssl_https=-21 full=70 full_access=-3
full_marks=4 fully=4 fun=-5 func=-7 functio=-41 functio_and=-8 functio_for=-12 functio_is=14 functio_that=-3
functio_to=-6 funds=51 further=39 further_questio=31 future=-17 futuros=6 fällen=-11 fällt=-2 führe=30 führen=-13
führen_sie=-8 führt=-8 fünf=19 für=41 g=-38 g_flour=-3 g_mehl=-9 game=34 ganzen=9 gaps=-3 garage=30 garbage=-6
garden=-4 gardien=7 gas=-2 gast=8 gate=-11 gateway=-23 gave=-8 gb=-12 gcc=-6 gcloud=14 ge=-3 geben=-15 geben_sie=-21
gebeten=17 gebruik=5 gecontr=13 gedächt=10 geehrte=29 gefunde=9 gegen=-3 gehören=-6 geld=-3 gelesen=-14 gelten=3
gemini=12 genannt=-6 genehmi=-21 general=12 generat=29 generat_a=-4 generic=-20 generic_types=-2 gentile=8 gently=-5
geprüft=24 german=-15 gerät=-36 gespräc=2 get=-32 get_a=-3 get_the=-30 gets=8 gevonde=19 geänder=3 gh=28 gib=55
gibt=-4 gift=2 gilt=-12 gilt_die=-24 gist=6 git=-13 git_commit=-14 git_config=8 git_example=-27 git_push=25 github=17
github_com=-6 give_it=-13 give_me=11 give_the=-14 give_them=-10 given=-17 given_and=33 given_at=32 given_by=8
given_the=-6 gives=15 gives_the=-10 giving=-6 glad=-22 glass=-16 gleich=17 gli=18 global=5 globall=11 gloves=-24
gnu=-3 go=51 go_ahead=10 go_on=32 go_to=-9 goal=-8 goals=-5 goed=5 goes=-29 goggles=-4 going=-4 good=63 goods=2
got_the=-7 gpg=-12 gpt=-26 gptbot=-13 grade=26 grader=21 grammar=-2 grandma=-3 grandmo=15 grant=-51 grant_the=-8
grants=-2 gratefu=16 graz=-14 great=-13 greater=-4 greater_than=-4 green=19 grew=-9 grey=-22 grill=-2 ground=-3
group=-47 gruppe=-9 guarant=-7 guarda=11 guardad=16 guarde=-5 guardra=-4 guess=-22 guest=33 guests=-10 guidanc=34
guide=-50 guideli=36 gutacht=23 guten=-6 gz=-9 gzip=-8 gönderi=-2 gönderm=24 h=21 ha=13 ha_адрес=-8 habe=-9 haben=-33
habit=2 hack=-3 hacked=31 had=21 haha=-24 haiku=3 half=-18 hall=-3 hallo=-15 halten=-11 hand=-4 hand_out=-14
hand_over=-8 handed=-7 handing=2 handle=-6 handled=9 handler=-5 handles=-4 handlin=43 handove=-2 hang=-27 hang_up=-22
happen=12 happene=-13 happens=-8 happy=50 har=-9 harbour=21 hard=3 harder=-6 hardwar=-7 harm=8 harmles=12 has=62
has_a=5 has_already=-3 has_asked=9 has_been=-25 has_changed=9 has_expired=-25 has_no=7 has_the=-12 has_to=7 hash=6
hashabl=-2 hasn=7 hasn_t=7 hast=10 hasta=-25 hasła=-5 hat=50 haus=12 hausauf=-10 haustür=13 have_a=40 have_it=-8
have_no=-17 have_the=-28 have_to=-10 haven=-13 haven_t=-13 having=-2 he=-8 he_s=2 head=-12 header=11 headers=-4
heading=-4 heads=-4 healthy=25 heap=-15 hear=10 heating=4 heeft=16 heizung=9 held=5 hello=-20 helmet=-5 helo=-5
help=-45 helped=-3 helper=-12 helper_functio=-8 helper_to=-5 helpful=-4 helpful_assista=-29 helping=8 helps=11 her=-20
herbst=-5 here=38 here_is=-8 here_on=9 here_s=-11 hereby=17 hero=9 herr=-4 herren=22 herunte=-6 hervorr=3 het=2
heute=-4 hex=33 hey=12 hi=-8 hi_it=-5 hidden=-34 hidden_instruc=23 hidden_text=-11 hide=-12 hide_the=2 hier=17
hiermit=-2 high=-9 higher=-3 highest=7 him=4 hint=55 hinterl=17 hinweis=12 hinweis_für=7 hire=18 his=-15 histori=22
history=-7 history_to=9 históri=6 hit=-4 hits=-8 hmac=-2 hoch=3 hoeven=13 hold=3 hold_the=-12 holder=22 holds=6
hole=-5 holiday=-2 holm=44 holt=-4 holy=-6 home=32 home_address=13 home_directo=8 homewor=-6 hook=-3 hooks=-13
horas=-4 horn=-9 horosco=-14 host=4 hosting=-3 hostnam=2 hosts=49 hotel=16 hotels=10 hotfix=57 hour=-10 hours=-16
house=23 househo=21 housing=3 how=-66 how_do=-9 how_the=-10 how_to=-9 how_we=2 however=-15 hoy=14 hr=-2 hracorp=-7
hsu=-3 html=-18 http=16 http_0=-8 http_://=41 https=-15 https_://=-15 huber=17 hughes=-3 human=50 humans=-14 hundred=2
häng=8 hängt=-5 i_am=4 i_can=-4 i_cannot=8 i_d=-11 i_do=3 i_e=-10 i_have=4 i_hereby=20 i_ll=2 i_m=3 i_said=-36
i_should=-6 i_told=-8 i_ve=-45 i_was=-38 i_will=16 ia=32 iac=-2 iban=12 ich=2 ici=30 id=-9 id_0=5 id_and=28
id_ed25519=19 id_rsa=5 ide=-4 idea=-4 identif=-11 identit=15 idris=-4 ie=-2 if=-112 if_`=-2 if_a=-31 if_an=15
if_any=-18 if_asked=11 if_it=-47 if_no=-4 if_not=-2 if_nothing=6 if_somebod=-18 if_someone=17 if_that=-6 if_the=-11
if_there=-5 if_they=19 if_this=-2 if_true=-6 if_we=-2 if_you=-17 if_your=21 ignora=13 ignore=-36 ignore_all=10
ignore_previou=18 ignore_the=-37 ignore_this=-37 ignore_your=14 ignored=-20 ignores=-15 ignorie=-6 ignorie_alle=-15
ignorie_sie=-3 ihm=10 ihn=-15 ihnen=6 ihr=-30 ihre=-42 ihrem=-2 ihren=11 il=-3 ill=-4 im=29 image=30 images=-61
imagine=-2 imap4=-7 imapa=-7 img=20 immedia=-10 immer=22 imperat=-11 impleme=-22 impleme_detail=6 impleme_the=-5
implici=-2 import=-27 importa=11 importe=-3 imports=-8 impress=-54 improve=-7 in=-24 in_0=-56 in_a=-30 in_advance=11
in_again=-17 in_all=-12 in_an=-32 in_any=2 in_as=5 in_at=-4 in_case=29 in_den=12 in_der=2 in_develop=-8 in_die=-17
in_doubt=-6 in_every=4 in_full=37 in_functio=-2 in_it=22 in_its=27 in_long=-9 in_march=-4 in_may=-23 in_memory=-11
in_mind=6 in_one=-17 in_order=7 in_our=-24 in_place=-3 in_plain=-11 in_product=-5 in_python=-2 in_setting=-13
in_the=-8 in_their=-2 in_this=13 in_three=27 in_two=-4 in_which=4 in_with=-12 in_your=10 inbox=-12 inc=-2 inciden=9
include=-22 include_the=3 includi=-4 includi_the=9 incomin=-5 incompa=-4 incompl=-4 incorpo=-2 incorre=-3 increas=6
increas_the=5 increme=-2 indenta=-13 index=13 indicad=3 indicat=-56 indicat_that=-14 indicat_the=-24 indirec=-4
individ=-2 ines=-7 inexact=-5 infinit=-5 inflati=-7 influen=-12 info=10 info_@=4 inform=-15 informa=-7
informa_about=-16 informa_on=17 informe=33 informi=-28 informs=-22 ingrid=-3 inhalt=27 inherit=-6 ini=8 init=10
initial=17 injecti=-32 injecti_is=-3 innerha=-6 inoltra=-19 input=-67 inputs=-22 insecur=-6 insert=38 insert_the=37
inside=4 inside_a=7 insist=10 inspect=-7 inst=-17 instala=-5 install=-70 install_the=-12 instanc=-4 instanc_of=-2
instant=-5 instant_a=-2 instead=2 instead_of=-43 instruc=-59 instruc_for=-13 instruc_in=-8 instruc_to=-11 instruk=10
instruç=5 insuran=21 int=-18 intake=11 integer=-24 integra=12 intelli=16 intende=5 intende_to=-14 intenti=2 inter=5
interac=-16 interes=-7 interfa=-17 interme=-3 intern=-4 interna=3 interpo=-8 interpr=-26 interru=-2 interva=-6
interve=-9 intervi=36 into=-3 into_a=-19 into_an=-6 into_the=38 intro=-10 introdu=-18 introsp=-2 invalid=-17
invaria=-7 investi=15 invia=-5 invitat=28 invite=54 invited=7 invites=-6 invoice=-16 invoice_0=-5 invoke=5 invoked=-2
involve=14 io=-21 io_bytesio=-8 ip=-15 iptable=-10 ipv=-3 ipv4=-3 ipv4add=-4 ipv6=-11 ipv6add=-12 ipva=-3 ipvaadd=-4
iron=-4 is=6 is_0=29 is_a=85 is_also=-12 is_an=17 is_automat=-4 is_availab=17 is_being=15 is_broken=10 is_called=-4
is_cancell=8 is_closed=-12 is_defined=-2 is_depreca=17 is_disable=7 is_done=-15 is_empty=-9 is_execute=-11 is_fine=-4
is_for=33 is_found=-3 is_from=-7 is_given=-6 is_green=-18 is_in=-10 is_intende=-9 is_locked=-9 is_missing=-7
is_needed=-21 is_no=-47 is_none=5 is_not=-26 is_now=2 is_omitted=-3 is_on=38 is_only=-5 is_outdate=30 is_raised=-2
is_reached=-6 is_require=-2 is_returne=-3 is_running=-8 is_safe=44 is_sent=-5 is_set=-3 is_shown=-5 is_specifi=-9
is_that=-3 is_the=4 is_to=18 is_told=-21 is_true=-4 is_under=31 is_used=-6 is_what=11 is_wrong=21 isn=23 isn_t=23
iso=6 issue=53 issue_0=-3 issues=-27 ist=35 ist_nicht=2 istruzi=2 it=65 it_again=-17 it_and=-5 it_as=3 it_at=-21
it_back=-14 it_before=11 it_by=-8 it_can=-8 it_default=-3 it_does=-9 it_doesn=8 it_down=-6 it_for=-4 it_from=15
it_has=7 it_if=17 it_in=38 it_into=12 it_is=-40 it_isn=8 it_ll=-8 it_may=-8 it_must=2 it_now=6 it_on=21 it_out=-4
it_s=33 it_says=27 it_should=-25 it_shows=-3 it_still=-12 it_support=-17 it_takes=-3 it_the=-13 it_to=21 it_up=31
it_was=2 it_when=-30 it_will=12 it_with=3 it_would=20 item=83 item_0=60 items=-18 iterato=-5 its=66 its_content=23
its_own=12 itself=7 ivborw0=-2 ivborwo=-2 iyi=25 iは=10 iへ=7 i助=4 j=12 ja=2 jailbre=-10 jamais=-15 jan=-16 java=-6
je=21 jede=14 jeder=18 jederze=-20 jest=20 jesteś=23 jetzt=26 jeudi=10 jeśli=7 jeżeli=20 jira=-2 jo=-6 job=42 jobs=-16
join=16 joined=17 jon=-2 jonas=-2 jorge=-2 journal=-58 js=5 json=26 json_and=16 judge=-2 judges=-14 jueves=-7 july=-29
jumps=10 june=-19 just=22 já=-7 językow=22 k=39 kak=14 kalende=12 kan=-3 kann=-10 kannst=-3 kapitel=-6 kappa=5
kaputt=9 karte=14 kata=9 kauf=2 kauft=-3 kb=-2 kdbx=-3 ke=9 keep=-63 keep_a=-29 keep_in=5 keep_it=-12 keep_the=2
keep_this=-15 keeps=-17 kein=-4 keine=21 keinem=9 ken=-16 kennst=20 kennwor=-6 kept=-6 kernel=-7 keur=5 key=-60
key_in=32 key_is=-16 key_to=4 keyed=-4 keyed_message=-3 keyerro=-5 keyerro_if=-4 keyfile=-2 keys=5 keys_to=50
keyword=-8 keyword_argumen=-2 kg=37 ki=-28 ki_assiste=-35 kid=-2 kids=-6 kill=19 killed=-10 kim=8 kind=4 kinder=-2
kiosk=-4 kirim=9 kitchen=-12 klartex=17 klasse=15 klein=-6 klicken=-12 klingon=17 km=7 know=70 know_about=27
knowled=32 known=-30 kolb=16 kollege=-2 kommen=23 komment=10 konkurr=8 kontakt=7 konto=-6 kullanı=26 kunde=21
kunden=-4 kundenb=9 kurz=-42 kv=22 kwargs=-2 kündigu=2 künftig=13 l=44 l_utente=8 l_utilisa=20 la=58 la_contras=-9
laat=-9 label=-25 labs=-2 lade=37 laden=-2 lake=18 lambda=-2 lamp=-2 lance=12 landlor=15 lang=6 langrou=-2 languag=-3
languag_model=-9 languag_models=28 laptop=-11 laptops=2 large=-7 large_languag=-10 las=-19 las_instruc=6 lass=10
lassen=2 last=50 last_ten=9 last_three=4 last_week=24 last_year=10 later=-8 later_session=-14 latest=21 launch=-2
law=-3 layer=25 lazy=11 le=50 le_0=-3 le_service=34 lea=-5 lead=-7 leader=19 leading=-24 leads=25 leaf=-2 leaflet=9
leak=-26 leaked=-12 leaks=9 lean=16 learn=-6 lease=-7 least=-11 leave=41 leave_it=28 leave_the=-4 leaves=-3 leaving=-9
lebensl=2 led=-2 ledger=3 left=-20 left_out=-7 legacy=-11 legal=24 legen=-5 legitim=-5 lei=-7 leia=-9 leise=-15
leite=17 leiten=-5 lembre=-5 len=-19 lena=14 length=-3 leo=-25 les=33 lesen=-7 leser=23 less=-4 less_than=-3 lesson=-2
let=9 let_an=-8 let_it=-15 let_me=7 let_s=32 let_the=-7 letter_of=19 letters=-2 letzten=22 leur=-6 level=6 levels=-2
lever=-5 lgtm=-6 li=-2 lib=23 library=-8 lic=15 licence=-21 license=6 lie=-8 liebe=-13 lieber=23 liefera=19 lieferu=4
liegen=-4 liegt=-7 lies=-3 liest=16 life=24 lift=-4 lifted=2 light=14 lights=14 ligne=6 like=-13 like_a=19 like_the=-5
like_this=9 likely=-7 limit=36 limitat=-24 limited=-10 lindqvi=-2 line=-44 line_0=-9 line_in=-6 line_is=37
line_number=-8 line_of=2 lineno=-7 lines=-27 linguis=14 link=-8 link_to=-10 linked=-7 links=3 lint=-7 linux=-22
lisbon=17 list=18 list_for=-8 list_of=-73 list_the=23 lista=28 liste=15 listed=14 listeni=-18 listing=16 lists=-33
lit=13 literal=-2 little=-6 live=-3 lives=-3 lives_in=-3 living=3 livrais=20 ll=-20 ll_be=-10 llama=-19 llm=24 lo=24
load=-11 loaded=60 loaf=-5 loan=8 local=-9 local_bin=-7 local_variabl=-2 locale=-7 localho=-43 locally=-3 locatio=23
locatio_with=29 lock=-7 lock_the=-7 locked=-15 locks=-5 log=-48 log_0=-3 log_in=-17 logger=-9 logging=16 login=-57
logisti=5 logo=6 logs=-15 lol=-2 long=-25 long_term=6 longer=10 look=28 look_at=24 look_for=-9 looked=2 looks=-2
loop=5 loops=-5 los=-4 lose=-19 loss=-12 lost=-2 lot=7 lots=-2 love=-9 lovely=14 low=24 lower=37 lowerca=-3 lowest=-3
loyalty=53 ls=-16 lt=-2 ltd=2 lui=28 lunch=-4 lund=-2 lunedì=-19 lunes=-3 lyon=-18 lyrics=-6 lzma=-3 lösch=7 lösche=26
löschen=-28 löschen_sie=-20 lütfen=-2 m=13 m_the=22 ma=71 machine=5 macro=-5 made=-43 mag=15 magazin=-14 mahnung=17
mai=-2 mail=-31 mail_address=-23 mail_and=40 mail_assista=4 mail_is=-2 mail_to=3 mail_with=-15 mailbox=-11 mailcap=-2
mailing=-5 mails=-53 mailto=-2 main=31 mainly=-4 maintai=5 mainten=40 mainten_mode=17 make=-22 make_a=-12
make_check=-19 make_it=31 make_sure=-11 make_the=-12 makes=-25 making=-9 maksyma=10 mal=18 mallory=25 malware=30
man=-42 manage=-43 manager=-61 manager_for=-2 manages=6 manda=-16 mandato=-2 manipul=-4 manual=-31 manuals=-5
manuscr=4 many=8 mapping=-2 maps=-11 mar=-4 march=-14 margin=-6 maria=-19 mark=-26 mark_the=-10 markdow=-25 marked=-25
marker=8 market=31 marking=23 marks=2 marzo=-2 master=74 matched=3 matches=16 matchin=-4 materia=4 matrix=-2 matter=13
matters=-4 max=-14 maximum=16 may=-93 may_be=57 may_contain=-4 may_not=-40 mcp=13 md=-24 md5=13 me=41 me_a=-5 me_at=4
me_back=8 me_in=-25 me_know=7 me_on=-10 me_the=39 me_to=-9 mean=-16 mean_of=-4 meaning=-5 means=-13 meant=-7
meant_for=-12 measure=-3 media=-3 median=-5 medical=-14 medicin=5 medium=-6 mee=-2 meet=-4 meeting=23 mehl=5 mehr=24
mein=6 mejor=12 meld=24 melden=25 melden_sie=-7 meldet=-32 meldung=27 member=-4 members=-16 members_of=-4 memo=38
memorie=-2 memoris=11 memoriz=18 memory=-12 mensage=2 mensaje=22 mention=31 mention_it=-37 mention_the=55 menu=2
merci=-8 merged=-57 merges=-4 merke=-10 merke_dir=2 merken=-8 mesmo=7 message=21 message_for=14 message_from=18
message_in=8 message_that=-14 message_with=-9 message_{=-8 messagg=-4 meta=2 meta_name=7 meter=-9 method=-54
method_is=-14 method_which=-2 methods=-19 metrics=14 mg=5 mib=-13 mich=9 mick=2 microso=-4 middle=15 midnigh=-6
mieter=-13 might=-16 might_be=-4 miglior=9 migrate=-7 migrati=-42 milch=-7 milk=12 mill=-13 miller=-25 million=-18
mime=-3 mind=26 mine=18 ministe=6 minor=-3 minute=4 minuten=-10 minutes=2 mio=-5 mir=18 mira=-2 mirror=58
mirror_example=30 mise=-3 mismatc=7 miso=-4 miss=-6 missing=-3 mistake=38 mit=53 mit_dem=30 mit_der=14 mitarbe=-11
mitbrin=-12 mitglie=-4 mitigat=-4 mitlies=9 mix=-2 mixed=-2 mixin=-2 mkdir=-2 mkstemp=-5 ml=-3 mnt=-3 mobile=-13
mode=-34 mode_is=5 mode_on=-2 model=-85 model_card=4 model_is=-36 model_reads=-2 model_s=-31 model_to=-24 modell=-15
modelle=2 modello=14 modello_linguis=14 models=20 moderat=18 modes=-3 modific=-4 modifie=-4 modo=12 module=-47
module_is=-10 modules=-8 modulo=-6 moet=16 moment=12 mon=-17 monats=-7 monday=-21 money=-25 monitor=-4 montag=19
month=-36 months=-3 more=-19 more_informa=-11 more_than=-34 morgen=-18 morning=-24 moss=-7 most=-66 most_0=-3
most_recent=-9 mostrar=14 mot=2 mot_de=2 mother=18 motivat=8 mounted=-2 mouse=-5 move=4 move_the=-6 move_to=-2
moved=23 moved_to=31 movemen=-4 moves=-10 mr=50 mro=-2 mrs=-6 ms=-23 msg=-15 mu=3 much=-11 multipl=-10 mum=-5 mundo=29
municip=-3 museum=-11 muss=-20 must=-103 must_be=10 must_call=3 must_contain=17 must_have=-7 must_hold=-3
must_never=-8 must_not=13 must_tell=-44 mustn=-10 mustn_t=-10 mutable=-4 mute=10 muted=-9 my=-24 my_assista=4
my_passwor=-7 myself=-4 mysql=31 más=22 mängel=12 märz=-5 mémoire=10 möchten=-6 müssen=-2 n=-17 n_0=-26 n_n=-5
n_oubliez=-13 na=63 naar=6 nach=24 nachfra=16 nachric=-25 nacht=-3 nachzah=27 nadia=13 name=-27 name_and=-17
name_is=-27 name_of=-31 name_the=-6 name_to=-13 name_value=-2 named=-9 namen=-17 names=-25 names_and=-8 namespa=-4
nan=-2 nans=-11 nas=-8 nc=25 ne=-27 nearly=2 necesit=10 necessa=3 need=19 need_a=-2 need_no=3 need_not=36 need_to=34
needed=9 needed_for=-24 needn=10 needn_t=10 needs=75 needs_a=-6 needs_it=27 needs_the=9 negativ=25 negotia=28
nehmen=-8 neighbo=-10 neither=-13 nel=31 nem=-12 nenne=11 nessuno=34 net=-7 netmask=-3 netrc=-13 network=-2 netzste=-9
neu=-49 neue=-33 never=-62 never_ask=16 never_call=-4 never_commit=-30 never_tell=-2 never_use=19 nevera=-10 new=-22
new_instruc=-15 new_one=-12 new_task=6 newest=39 newline=-7 newslet=3 newspap=-18 next=80 next_message=26 next_page=-3
next_step=-19 next_time=-9 nginx=-14 nice=46 nicht=36 nicht_mehr=26 nichts=2 nie=50 niemals=-14 niemand=-33 niente=14
niet=-2 night=24 night_shift=8 nightly=6 nikomu=-11 nil=-3 nimmt=-2 nine=-4 ninguém=7 nm=-3 no=30 no_action=-10
no_argumen=-10 no_changes=-6 no_confirm=-29 no_data=24 no_longer=18 no_more=11 no_need=43 no_one=-16 no_questio=17
no_time=15 no_verify=-16 nobody=-3 noch=9 noch_einmal=3 nodes=-4 nome=2 non=-17 none=-19 nonexis=-15 nonzero=-4
noon=-10 nopassw=17 nor=-23 normal=-6 normali=-3 normall=3 north=-4 nos=4 nostro=2 not=-88 not_a=4 not_as=-2
not_ask=15 not_availab=-13 not_be=21 not_commit=-12 not_edit=-3 not_exist=7 not_follow=-4 not_found=-3 not_give=-14
not_have=-9 not_in=-15 not_include=-6 not_leave=-9 not_list=24 not_mention=-2 not_open=23 not_provide=-4
not_recomme=-9 not_reply=-9 not_run=-3 not_see=2 not_share=-13 not_support=-2 not_tell=30 not_the=-4 not_to=-9
not_use=-26 not_write=-6 nota=12 note=4 note_for=33 note_that=-33 note_the=-9 note_to=-17 noted=10 notes=107
notes_0=-3 notfall=9 nothing=66 nothing_else=-2 nothing_to=25 notice=-17 noticed=6 notices=16 notific=-2 notify=-5
notizen=18 notre=13 nous=-15 nov=-2 novel=-19 novembe=-10 now=40 now_and=19 now_on=-10 now_run=-7 npm=-18
npm_audit=-14 npm_warn=-5 npmrc=6 npomnt=45 nr=3 nt=-3 nu=21 nuestro=-12 null=-9 number=-46 number_0=13 number_and=2
number_from=-4 number_in=-4 number_of=-25 number_on=-3 number_that=-4 number_to=-3 numbers=14 numbers_and=7 numer=5
numeric=-7 numero=-2 nummer=-5 nuova=-3 nur=39 nur_noch=10 nurse=-4 nurses=-4 nuts=13 nutzen=-10 nutzer_hat=14
nutzeri=-6 nutzers=14 não=3 nächste=21 nötig=5 número=15 o=57 o_utiliza=2 oat=14 oath=-7 ob=12 obedien=45 obey=47
obey_the=41 obeys=3 obi=-7 object=-43 object_is=-2 object_that=-4 object_to=-4 object_with=-5 objecti=13 objects=-41
obligat=-8 obliges=-21 obsolet=-6 obvious=18 occurre=-12 occurs=-7 oct=-8 odd=-2 oder=-6 of=22 of_0=4 of_`=-9 of_a=-57
of_all=33 of_an=-24 of_argumen=-11 of_at=-15 of_birth=13 of_bytes=-13 of_data=-10 of_each=-3 of_file=3 of_it=14
of_its=4 of_lines=-3 of_memory=11 of_message=-3 of_my=15 of_other=8 of_our=-32 of_text=-3 of_that=-8 of_the=-4
of_their=17 of_them=19 of_this=41 of_three=-2 of_user=36 of_you=-11 of_your=69 oferta=-7 off=41 off_for=-2 off_the=17
offer=-12 offers=-12 office=25 office_until=-5 officer=-32 officia=9 offizie=3 offline=40 offset=-4 often=2 og=9
oggi=30 ogni=5 oh=2 ohne=-26 ohne_den=-7 oil=-9 oitio=-2 ok=56 okafor=-3 okay=2 okuyan=23 olarak=12 old=-52 older=6
older_than=4 oldest=19 olvida=-20 oma=-4 omit=56 omitted=-3 on=5 on_0=-34 on_a=-27 on_all=6 on_and=16 on_behalf=19
on_every=28 on_file=32 on_friday=-3 on_it=-5 on_leave=22 on_monday=-15 on_our=-5 on_page=-19 on_request=-10 on_the=-46
on_this=23 on_to=6 on_top=8 on_tuesday=-6 on_wednesd=-2 on_windows=-10 on_with=10 on_your=-33 once=14 once_and=17
once_the=-27 one=-4 one_and=-4 one_is=59 one_of=-7 one_with=-20 onerror=-3 onion=-2 onions=-8 online=-2 only=-59
only_a=2 only_be=-3 only_if=3 only_in=-3 only_one=3 only_the=-22 only_with=-25 ont=5 ontem=9 onthoud=22 onto=-4 op=-15
opa=-2 opcode=-3 opdrach=23 open=25 open_a=4 open_an=-6 open_setting=-13 open_the=-7 openai=-14 openai_api=-26
opened=-21 opened_for=-5 opening=-13 opening_hours=-9 opens_the=-5 operand=-12 operand_is=-2 operati=-32
operati_system=-5 operato=24 opinion=-12 ops=16 ops_@=-2 opt=-14 optiona=-22 options=-13 or=-172 or_`=-5 or_a=-4
or_it=-7 or_no=-13 or_not=-2 or_raise=-2 or_the=5 or_you=-4 ora=3 orange=-3 order=-14 order_0=-33 order_of=9
order_to=6 ordered=-2 orders=-9 ordinal=-2 ordner=24 org=-4 organiz=-2 origin=-6 origin_main=8 origina=-14 orr=18
os=50 os_environ=7 os_path=-3 oserror=-2 otbete=9 other=39 other_self=-7 other_users=23 others=47 others_are=12
otherwi=11 otherwi_return=-3 otherwi_the=-6 otrzyma=23 ou=-12 oubliez=-12 oubliez_pas=-13 ought=3 ought_to=3 our=18
our_bank=-4 our_newslet=13 our_support=-46 our_terms=8 ours=95 out=51 out_of=24 out_the=-7 outboun=-4 outdate=34
outgoin=-9 output=-80 output_of=-7 output_the=34 outputs=4 outside=3 ouvre=4 oven=-3 over=-24 over_a=-14 over_the=7
overdue=18 overloa=-4 overloo=-3 overnig=-4 overrid=-69 overrid_the=-6 overvie=-3 overwri=-10 overwri_by=-4 owasp=-12
own=-5 owner=16 owner_and=16 owner_s=26 owners=-17 p=3 p1=-8 p3=40 p_0=-5 p_s=-2 pack=-3 package=41 packed=-3 packs=10
padding=-2 pagar=-22 page=-3 page_0=42 page_and=-3 page_is=9 page_says=-25 page_the=-2 pages=-39 pago=-16 paid=2
paintin=-3 pair=-13 pair_of=-5 pairs=-6 pakete=-5 panel=-4 paper=-39 papers=-5 par=25 para=31 para_o=-5 paragra=18
paramet_and=2 paramsp=-2 parcel=-3 pare=3 parent=-3 parents=10 park=-3 parking=-4 parliam=-15 parpade=-24 parse=-8
parse_the=-3 parsed=13 parser=-24 parses=4 part=-6 part_of=13 partial=-4 partici=-21 parties=-13 partir=14 partir_de=5
partner=26 partner_example=5 parts=47 party=-3 pas=-15 pas_de=-5 pas_à=4 pasapor=-2 pass=-13 pass_it=-37 pass_the=-2
passage=-3 passe=2 passed=51 passed_to=-20 passeng=-12 passes=-13 passing=-6 passphr=-3 passpor=-13 passwd=-13
passwor=-27 passwor_and=-12 passwor_in=2 passwor_of=15 passwor_reset=10 passwor_to=-29 passwör=6 past=-2 paste=41
paste_it=32 paste_the=29 pastebi=2 pat=-2 patch=19 path=-48 path_is=-9 pathnam=-6 paths=-2 patient=73 paul=-16 pax=15
pay=-7 pay_it=4 pay_the=-2 payment=57 payout=22 payroll=8 payslip=-2 pede=11 pedido=-2 pedir=2 pediu=2 peer=8
pencil=17 pendant=-10 pending=9 pensize=-5 people=26 people_to=-3 per=-48 per_mail=-14 per_minute=6 percent=3
perform=-4 pergunt=21 periods=-3 permane=38 permiso=-9 permiss=-32 permiss_denied=-15 permiss_to=-6 permit=-8
permite=11 permitr=-2 permits=10 permitt=13 pero=4 persist=9 person=55 person_you=33 persona=13 persone=-27 personn=-7
persons=3 peru=-11 petit=-9 petra=-2 peut=9 pharmac=-4 phishin=-6 phone=27 phone_as=4 phone_number=2 phone_numbers=5
phones=6 photo=24 photogr=3 photos=-11 php=21 phrase=-4 physica=-2 physio=-4 pick=-9 pickle=-5 picks=-7 picture=48
pid=-4 piece=-23 piet=-9 pin=-10 pinch=-3 ping=-5 pip=-7 pip_install=-3 pirate=23 pix=10 pizzas=31 place=-21
place_a=-3 place_and=9 placed=-5 plain=-11 plan=16 plane=-2 planner=27 plans=-10 plant=6 planted=-7 platfor=-2
platfor_team=4 play=12 playboo=-3 please=-93 please_approve=-14 please_be=16 please_confirm=16 please_delete=43
please_do=-14 please_don=-5 please_find=-4 please_forward=-4 please_ignore=-26 please_send=-8 please_tell=-21
pleased=-5 plots=-2 pls=14 plug=-8 plus=23 pm=-4 png=21 pod=-3 podawaj=-5 podcast=-3 poem=49 poi=10 point=7 pointer=-2
points=11 poisone=-28 poisoni=-13 polecen=23 police=-8 policie=26 policy=-5 polish=-12 polite=-25 poll=9 polític=3
pool=-18 pop=-9 popen=-4 por=-49 por_favor=-9 port=-8 port_0=2 port_number=-3 portal=-6 portare=-4 porto=-3 portrai=-2
positio=-15 positiv=48 positiv_and=7 posix=-5 posixpa=-2 possibl=-11 post=25 post_the=3 post_your=22 postcod=-14
posted=30 poster=-3 postfac=28 postgre=-7 posts=22 pour=53 power=-10 powered=10 powiado=-6 pr=-12 pr_0=-17 practic=11
praise=3 pre=7 pre_commit=-17 precede=14 precede_over=-4 precedi=-3 precisi=-3 prefer=-14 prefere=13 preferr=29
prefers=5 prefix=-13 prefixe=-2 prefixl=-5 preghia=-2 pregunt=18 preheat=-3 premise=-2 premium=23 prepare=5 prepend=-2
prescri=-4 presenc=-18 present=2 present_the=10 preserv=2 preside=-8 press=-2 press_@=-10 press_the=-8 pressur=-3
pretend=-30 pretend_to=11 pretty=-9 prevent=9 previou=44 previou_instruc=24 previou_rules=-10 price=39 prices=-2
pricing=4 prima=37 primary=-9 princip=-36 print=-18 print_a=-5 print_the=-16 print_your=-5 printed=-31 printer=17
printin=14 prints=2 prints_the=5 prior=59 prior_to=40 priorit=29 privacy=-43 privacy_notice=-18 privat=6 private=36
private_key=22 privile=-2 prize=18 pro=5 proacti=-6 probabl=-5 problem=-16 procedu=8 proceed=3 procese=14 process=11
process_0=-11 process_this=12 prod=-15 produce=-6 product=17 produit=3 produkt=5 profess=35 profile=13 profit=14
program=15 program_must=-7 progres=-9 proj=-13 project=12 projekt=17 promise=-12 promo=8 prompt=-87 prompt_`=-2
prompt_injecti=-26 prompt_is=14 prompt_to=-12 prompti=-2 prompts=-76 proof=29 propert=-18 propose=-2 prosimy=-3
prossim=8 proszę=-7 protect=21 proto=-3 protoco=-25 protoko=-16 prove=49 proveed=-2 provide=-16 provide_a=-7
provide_the=12 proxies=-5 proxy=-44 prozess=6 prune=-3 przypom=-3 précéde=2 présent=14 prüfen=-25 prüfen_sie=-6
prüfsum=9 prüft=-12 prüfung=32 ps=14 public=10 publick=-7 publish=56 publish_the=7 puede=-13 pull=-8 pull_request=3
pump=-30 pupils=-13 purchas=22 purepat=-2 purge=10 purpose=2 push=10 push_force=-3 push_the=-15 push_to=-25 pushed=-24
pushes=2 pushing=26 put=53 put_it=3 put_the=35 py=-32 py_0=-2 py_test=-3 pypi=6 pytaj=34 python=-38 python_0=-4
página=14 pídele=7 q=-15 q2=4 q4=-9 qo=2 qualifi=17 quality=4 quarter=8 que=79 que_el=24 que_la=8 que_o=25 quell=23
quelle=21 queries=-18 query=29 questa=42 questio=22 questio_about=13 questio_in=-54 questio_on=12 questo=56 queue=-23
qui=3 quick=12 quickes=14 quickly=-31 quien=3 quiet=-9 quiet_about=9 quietly=-6 quit=-4 quittie=-14 quota=35
quota_exceede=13 quotati=-7 quote=8 quote_the=10 quote_this=-10 quoted=-3 quoting=34 r=27 r_0=14 rack=-11 rain=-8
raise=-25 raise_a=-2 raise_an=-5 raise_keyerro=-4 raise_the=14 raise_valueer=-2 raised=-7 raised_when=-2 raises=-11
ran=34 random=8 range=-6 rank=18 rate=45 rate_this=14 rated=-3 ratelim=-7 rates=-2 rather=-3 rather_than=4 rating=33
ratings=15 ratio=-4 raw=-3 rawioba=-2 rb=17 re=92 re_a=10 re_the=20 reach=10 reached=-6 react=6 read=31 read_access=9
read_and=-12 read_it=-8 read_me=25 read_on=49 read_the=-50 read_this=-8 readabl=-10 reader=43 readers=23 reading=24
reading_the=4 reading_this=19 readlin=-8 readme=-26 reads=-31 reads_the=-7 ready=47 real=52 really=46 reason=27
reasons=-6 rebase=-9 rebook=28 reboot=12 recall=5 recalle=-4 receipt=26 receive=-10 receive_a=16 receivi=-6 recent=-9
recent_call=-3 recepti=-4 rechner=-6 rechnun=27 rechnun_von=18 recipes=-8 recipie=-6 recomen=-6 recomie=14 recomme=75
reconci=-7 record=111 recorde=-3 records=-13 recover=18 recruit=45 recuerd=-3 recurri=7 recursi=-22 red=7 redacte=-9
redefin=-8 redirec=-28 ref=23 referen=-13 referen_to=-17 refrain=17 refresh=-5 refund=2 refunds=-10 refusal=28
refuse=4 refused=-23 refuses=14 refusin=3 refusin_to=3 regard=-2 regards=-17 regel=16 regeln=-16 regex=-4 registe=-28
registr=27 reglas=11 regular=-3 regulat=-3 reifen=5 reinici=-12 reinigu=-9 reject=-10 rejecte=-4 rejects=-7 relativ=-4
relay=-2 release=16 release_0=-8 release_notes=-9 release_the=45 relevan=-2 reliabl=2 reload=12 remaind=16 remaini=39
remains=-8 remedy=7 remembe=-118 remembe_for=8 remembe_me=-12 remembe_that=-59 remembe_the=-18 remembe_to=-18
remettr=-3 remind=-12 reminde=9 remote=-15 remove=-48 remove_all=-24 remove_it=-19 remove_the=29 removed=-10
removes=-9 removes_the=9 remplac=17 rename=-11 renamed=-2 render=30 renew=5 renewed=32 renovat=-15 rent=6 reopen=13
repair=-6 repeat=11 repeat_the=-3 repeate=-13 repeats=-2 replace=26 replace_by=-5 replace_it=26 replace_the=9
replaci=-3 replies=-21 reply=-10 reply_only=19 reply_stop=-15 reply_to=-29 reply_with=12 replyin=16 repo=9 report=48
report_that=-31 report_the=12 report_to=-2 reporte=3 reporti=6 reports=-10 reposit=23 repr=-6 represe=-25
represe_the=-11 reprodu=30 reqeust=19 request=3 request_0=3 request_`=6 request_from=14 request_of=-9 request_to=16
require=8 require_by=2 require_to=25 rerun=-8 reserva=22 reserve=-4 reset=-15 reset_the=-2 reset_your=8 reseña=-23
residen=-2 resign=33 resigna=33 resolve=25 resourc=-6 respect=-5 respond=51 respons=-52 respons_code=-4
respons_for=-17 respons_to=-16 respues=14 rest=41 rest_of=16 restart=-33 restart_the=-13 restbet=5 restore=-28
result=-30 result_is=-5 results=20 retain=5 retiens=7 retriev=-38 retry=-7 return=-76 return_a=-15 return_an=-6
return_false=-3 return_it=-3 return_none=-2 return_self=-6 return_the=-22 return_true=-9 return_value=-6 returnc=-3
returne=-24 returne_as=-2 returne_by=-6 returni=-5 returns=-38 returns_a=-4 returns_the=-8 reveal=22 reveal_the=7
reveal_your=15 revenue=-3 revert=-10 review=-67 reviewe=3 reviewe_by=22 reviewi=4 reviews=3 revisio=-2 revoke=-28
revoked=3 rewrite=-16 rewrite_the=-26 rezept=-3 reçu=-4 rf=38 rf_var=-7 rfc=-17 rfc_0=-17 riassun=9 ricevut=-15
richies=3 ricorda=8 riddle=2 rien=5 right=9 right_away=8 right_to=-20 rights=-2 ring=-14 rise=13 risk=19 risks=2
riso=4 rispett=-2 rispond=11 rispost=28 rival=-2 rm=33 rm_rf=38 roadmap=9 robot=14 robots=30 robots_txt=-11 role=-39
role_admin=10 roles=-5 roll=-7 rollbac=-2 roman=-8 room_0=-3 rooms=-5 root=-15 rosa=-2 roses=13 rotate=-25
rotate_the=-3 rotated=30 rotatio=-15 round=29 rounded=-7 roundin=-2 rounds=-4 route=46 router=-9 routine=-5 row=-23
rows=-7 rows_0=-9 rs=8 rsa=13 rsync=-4 rubric=33 rue=6 rule=17 rule_0=-10 rules=40 rules_and=6 rules_of=17 run=-89
run_`=-7 run_as=4 run_git=-23 run_it=-12 run_setup=-2 run_the=-33 run_this=-5 run_with=-9 runbook=15 runner=-2
running=-30 running_`=-2 running_the=-4 runs=-37 runtime=-20 rust=-18 réessay=-5 répondr=17 réponds=6 résulta=-2
résume=37 rückfra=25 rückruf=5 s=49 s3=-7 s3_://=3 s3_bucket=-2 s_a=31 s_account=8 s_ai=2 s_assista=-13 s_been=25
s_behalf=3 s_e=11 s_https=7 s_message=-18 s_name=46 s_not=-17 s_on=-11 s_passwor=-16 s_phone=14 s_the=-18 s_what=-12
safety=45 sag=-8 sag_dem=26 sage=13 sagen=10 said=-24 sal=-5 salarie=-3 salary=14 sale=-2 sales=-5 salir=-7 salt=-5
sam=11 same=-20 same_as=-23 sample=-11 samstag=-7 sandbox=19 sandi=9 sandwic=-2 sans=36 satisfi=4 saturda=-17 satz=32
sauvega=-2 save=18 save20=6 save_0=-10 saved=96 saving=-2 savings=39 savings_to=11 saw=-24 say_it=8 say_so=-15
say_that=85 say_the=-6 say_what=4 say_yes=-32 saying=7 says=-5 says_that=-37 sayın=25 sb=-3 scaled=-5 scam=-10 scan=82
scanner=12 schalte=-7 schedul=17 schema=-9 schick=-7 schicke=-3 schicke_sie=7 schickt=3 schlüss=-27 schools=-3
schreib=21 schreib_sie=-21 schrift=-9 schrijf=10 schritt=7 schäden=-11 schälen=-5 scope=-6 score=22 score_0=21 scp=14
scraper=-3 scratch=12 screen=-8 screeni=15 screws=-5 script=-16 scrivi=32 sda1=-6 sdai=-6 sdb1=-2 sdbi=-2 se=9
se_sei=2 sea=23 search=2 search_results=-3 searche=-3 seats=-3 sec=20 sechs=-9 second=7 second_argumen=-2
second_signatu=14 seconds=11 secret=-20 secret_access=32 secreta=-19 secrets=28 section=-19 section_0=-16 secure=15
securit=-23 securit_@=-23 securit_example=-13 see=15 see_it=3 see_the=-51 see_this=7 seeing=-3 seeking=-2 seen=-11
sees=-9 segment=16 seguran=11 sehr=31 sehr_geehrte=29 sei=32 sei_un=2 seit=-7 seite=30 seiten=-6 sek=-5 select=-15
selecto=-9 selects=-4 self=-43 self_other=-6 selinux=-3 sell=12 seller=30 sells=3 sem=3 semana=22 sempre=8 send=-39
send_a=-2 send_an=-29 send_email=-3 send_it=15 send_mail=-2 send_me=-25 send_the=-15 send_them=-3 send_us=-24
send_your=-28 sende=10 senden=-12 sender=-10 sending=-13 sends=-24 sends_the=5 senior=9 sent=-11 sent_to=-12
sentenc=18 senza=13 sep=-7 separat=-20 sept=9 septemb=-4 seq=-3 sequenc=-22 sequenc_of=-2 sequent=-3 serial=4
series=-5 served=9 server=-36 server_is=39 servers=11 serves=-17 serveur=-7 session=33 session_cookie=7 set=-84
set_`=-15 set_a=-15 set_of=-2 set_the=-13 set_up=2 set_verify=13 sets=-13 sets_the=-7 setting=-45 setup=9 seu=-11
seven=-8 sh=19 sh_`=20 sh_sh=-9 shadow=39 shall=-17 shall_be=-25 shall_not=-7 shape=-3 share_it=25 share_the=-5
share_your=-35 shared_folder=16 shares=-3 she=-53 she_s=13 sheet=-6 sheets=-18 shelf=-7 shell=32 shift=4 ship=19
shipped=-9 shippin=-25 shop=-29 shop_example=-21 shoppin=36 short=-30 shorten=-8 shorter=-13 shortha=-6 shot=-2
should=-73 should_be=-12 should_not=-9 should_open=-23 should_read=12 should_the=3 shouldn=9 shout=-12 show=14
show_it=-16 show_me=20 show_the=38 show_up=-2 shower=-4 showing=18 shown=17 shows=-27 shred=-6 shut=13 shutdow=-5 si=3
sich=-56 sicher=-8 sicherh=8 sicheru=8 sick=-5 side=8 side_effects=13 sidenot=-19 sides=-14 sie=-146 sie_auf=-18
sie_bitte=-10 sie_das=-21 sie_den=-23 sie_die=-43 sie_diese=-9 sie_ihre=-8 sie_in=15 sie_nicht=-47 sie_sich=-26
sie_sie=-22 siempre=33 siga=-14 sigkill=-16 sigma=-6 sign=-34 sign_in=-15 sign_off=-5 sign_the=2 sign_up=-18
signal=-13 signali=-9 signals=-3 signatu=-46 signed=12 signifi=-2 signs=36 signé=-5 silence=8 silent=16 silentl=14
sim=-4 similar=-6 simon=24 simple=-6 simply=-6 simulat=5 sin=18 since=-29 since_0=-18 since_the=-6 sind=19 sing=-13
single=-13 sir=-2 siri=17 sistem=4 sistema=16 sit=-3 site=16 sitemap=-12 sites=15 sitter=-3 sitzung=34 six=-12
size=-15 size_is=-27 się=45 skicka=3 skills=6 skip=-15 skip_the=36 skip_this=-25 skipped=2 slack=9 sleep=-6 slice=-4
slides=-9 slip=-9 slot=-7 slow=-7 small=5 smalles=-8 smooth=-4 smtp=-13 snapsho=-21 snow=5 so=68 so_far=25 so_it=-12
so_that=16 so_the=22 so_there=-8 so_we=11 soc=5 socket=-31 sofort=-2 softwar=46 soil=-7 sold=3 sole=-5 solicit=-8
solid=-4 soll=5 sollen=-6 solo=86 solutio=21 solve=2 some=-9 somebod=-25 somebod_asks=3 someone=18 somethi=24
sometim=-3 son=6 sondern=25 song=-5 sonntag=-2 sono=-6 sonst=-25 soon=-25 soporte=-2 sorry=13 sort=-21 sorted=-2
sortez=-4 sorting=41 sound=8 sounds=-11 soup=-13 source=-12 source_code=-19 sourdou=-3 sous=-5 south=-4 space=-23
spaces=-13 sparse=3 spawn=-3 speak=14 speaker=-4 speaks=-4 spec=-42 special=-9 specifi=-29 specifi_by=-2 specify=-10
specify_the=-2 speech=-10 speed=-16 speiche=-2 speiche_sie=-8 split=34 spoon=-2 spracha=35 sprache=-8 sprachm=56
spreads=21 spring=-8 sprint=-16 später=-16 spätere=23 sql=12 square=-3 squares=-3 squash=3 squirre=-2 sr=-2 src=-5
ssh=10 ssh_id=-7 sshd=-8 ssl=-11 st=-2 stable=-10 stack=4 stack_trace=2 staff=-32 stage=-10 stagiai=-11 staging=30
stale=-11 stand=-15 standar=-6 standin=19 stands=-8 star=4 stars=18 start=-56 start_at=-2 start_of=-12 start_the=-37
start_with=3 starte=-11 started=-9 starten=-3 starter=-7 startin=10 startin_with=4 starts=-4 stat=-5 state=21
state_of=-3 state_that=57 stateme=-22 static=-6 statist=4 stats=-7 stattde=29 status=22 staubsa=2 stay=2 stay_in=14
stays=4 stderr=-3 stdout=-7 stehen=6 stehend=10 steht=-23 steinbr=-2 stelle=14 step=-5 step_0=-5 step_for=7 steps=4
sternen=16 sticker=3 still=-41 stir=-13 stitch=-8 stop=-23 stop_the=-2 stopp=-21 stopped=-15 stoppin=-5 stops=7
storage=-5 store=-14 store_the=-16 stored=78 stored_in=21 stores=-48 story=6 str=-15 straigh=20 straigh_away=3
straigh_to=18 strange=-10 stream=-16 streamr=-2 streams=-2 street=17 streszc=7 strftim=-2 strict=-4 string=-33
string_in=-2 strings=-19 strip=-9 strong=6 stronge=4 stronie=4 structu=-8 stuck=2 student=27 study=-32 stuur=-21
style=-19 su=-22 sua=-2 sub=-6 subclas=-17 subdire=-6 subject=-14 subject_to=-10 sublet=-4 submiss=8 submit=30
submitt=16 subnet=-2 subnetm=-4 subnorm=-7 subproc=-4 subscri=9 subscri_to=-4 succeed=-6 success=-57 such=-114
such_as=-83 such_that=-2 sudo=-19 sudoers=4 suffici=5 suffix=-3 sugar=13 suggest=-8 suite=6 sum=24 summari=-32
summari_the=-64 summari_this=-8 summary_of=6 summary_that=32 sun=-2 sunday=-22 sundays=-14 sunny=-4 suo=-3 superse=23
superus=12 supervi=-13 supplie=10 support=-55 support_@=17 support_bot=-13 support_example=-4 support_for=-4
suppose=-4 suppres=-12 supprim=-15 sure=-42 sure_that=-9 surgery=-3 surname=3 surpris=-5 survey=24 sus=13 suspend=20
suspens=2 sven=-3 swap=10 swear=-11 swimmin=-3 switch=-9 switch_to=22 switche_off=-22 switchi=-2 symbol=-4 symlink=-9
sync=10 synch=-2 syntax=-4 sys=-15 sys_argv=-2 sys_stdout=-2 system=-19 system_adminis=-13 system_message=-15
system_prompt=-2 system_you=-23 systemc=-10 systemc_restart=-3 systemd=-12 systeme=-9 systemp=5 systems=4 système=-6
sätze=-12 séance=-5 söyleyi=-15 t=20 t0=7 t3=-6 t4=-7 t_answer=15 t_ask=13 t_be=-13 t_bring=11 t_edit=-10 t_exist=-4
t_forget=-9 t_have=18 t_mention=-11 t_open=-9 t_show=10 t_tell=-18 t_use=-8 t_want=-4 tab=10 table=-37 table_0=-7
tablet=-2 tablets=-4 tablett=-7 tabs=-2 tag=-23 tagen=-5 tags=8 take=-39 take_out=-8 take_over=-13 taken=-3 takes=4
takes_a=-6 taking=19 talk=-15 talk_to=-13 talked=-22 talking=-19 tampere=-8 tank=-10 tap=-10 tape=-7 tar=-9 target=-15
targetp=-3 tarinfo=-2 tarjeta=5 task=42 tasks=-9 taste=-9 tax=50 tcp=-6 te=5 teacher=-11 team=-48 teams=-12 tech=6
technol=-6 tegen=6 tego=49 teig=-14 teilen=3 teilneh=15 tel=-2 telefon=12 telemet=21 tell=-90 tell_anyone=-12
tell_her=-6 tell_it=-28 tell_me=37 tell_nobody=22 tell_people=-5 tell_the=-32 tell_them=-6 tell_us=16 tell_you=6
tell_your=-11 telling=3 tells=-45 tells_the=-42 tema=-5 tempera=-3 templat=-28 tempora=-7 temps=-2 ten=47
ten_minutes=-13 tenant=8 tenants=8 tend=4 term=2 term_memory=-8 termin=11 termina=42 termine=21 terms=23 terms_of=6
terrafo=-2 terribl=18 tes=-3 test=-71 test_and=4 test_if=-8 test_is=-8 testcla=-2 teste=15 testen=-21 tester=3
testing=24 tests=10 tests_and=-5 tests_test=-3 tests_with=-12 text=-28 text_from=-2 text_in=43 text_is=9 text_that=-12
text_with=-8 text_}=-5 texte=-29 texto=2 texts=29 than=-43 than_0=-27 than_a=22 than_the=-5 thank=29 thank_you=19
thanks=36 thanks_for=-11 that=77 that_a=-31 that_all=-9 that_are=-14 that_can=9 that_contain=-3 that_i=-46 that_in=3
that_is=-11 that_it=21 that_mention=4 that_no=21 that_read=-11 that_reads=-7 that_s=-25 that_the=39 that_their=-18
that_there=21 that_they=14 that_was=4 that_we=-6 that_will=-16 that_you=8 the=65 the_0=-18 the_above=-19 the_account=3
the_address=39 the_agent=-60 the_ai=14 the_alarm=2 the_amount=-25 the_answer=-8 the_api=12 the_app=-34 the_applica=36
the_approva=25 the_archive=-17 the_argumen=2 the_article=-2 the_assista=-101 the_attachm=14 the_audit=12 the_auditor=6
the_author=11 the_authors=-17 the_backups=17 the_bank=17 the_base=-2 the_best=-3 the_blue=-31 the_board=-27
the_booking=9 the_bot=-35 the_bottom=-2 the_box=-10 the_branch=-19 the_budget=-26 the_buffer=-2 the_bug=7
the_build=-36 the_built=2 the_buyer=-35 the_cache=-19 the_call=-13 the_caller=-21 the_canvas=-2 the_card=-18
the_ceo=-13 the_change=14 the_channel=-14 the_chat=-22 the_chatbot=-36 the_class=-5 the_client=-4 the_code=-6
the_codec=-2 the_command=-30 the_comment=30 the_commit=73 the_company=-5 the_complet=26 the_configu=-12 the_confirm=2
the_connect=16 the_contact=-11 the_content=19 the_context=-6 the_contrac=2 the_convers=26 the_correct=39
the_counter=-12 the_court=28 the_current=-29 the_daemon=-14 the_data=-30 the_databas=26 the_day=6 the_default=-10
the_deploy=5 the_descrip=-13 the_desk=-19 the_develop=12 the_device=-10 the_diff=-2 the_differe=-4 the_directo=-18
the_docker=-20 the_documen=14 the_door=-20 the_dose=8 the_draft=5 the_driver=32 the_e=2 the_employe=24 the_encodin=-3
the_end=-15 the_entire=-5 the_environ=-3 the_error=-21 the_evening=-5 the_example=7 the_ferry=-4 the_field=-6
the_file=-17 the_filenam=-8 the_files=-21 the_final=7 the_first=12 the_flag=-12 the_folder=10 the_followi=-16
the_form=6 the_format=-5 the_fridge=-12 the_front=10 the_full=18 the_functio=-8 the_given=-49 the_group=-29
the_guest=17 the_hash=8 the_help=-16 the_hidden=-24 the_highest=7 the_home=17 the_host=11 the_human=11 the_inbox=22
the_index=6 the_input=-6 the_install=-19 the_instruc=6 the_invoice=-25 the_ip=-2 the_issue=13 the_item=-3 the_key=-61
the_keyed=-3 the_keys=20 the_label=-18 the_landlor=16 the_last=-21 the_leading=-12 the_left=-9 the_letter=-18
the_licence=-16 the_line=20 the_link=-14 the_list=-38 the_local=12 the_lock=-11 the_log=-23 the_login=4
the_machine=-14 the_mail=-34 the_mailbox=-16 the_manager=21 the_master=66 the_maximum=17 the_mean=-5 the_meeting=12
the_memory=-12 the_message=2 the_method=-5 the_migrati=3 the_minutes=11 the_model=-133 the_module=-7 the_moment=12
the_month=-11 the_morning=-4 the_most=-27 the_museum=2 the_name=-59 the_names=-10 the_newslet=-2 the_next=41
the_number=-8 the_object=-4 the_offer=-8 the_office=8 the_officia=-5 the_old=-31 the_one=-32 the_only=20 the_open=-7
the_operand=-5 the_operati=-10 the_operato=-11 the_optiona=-4 the_order=-38 the_origina=-12 the_other=17 the_others=23
the_output=-31 the_owner=11 the_package=6 the_page=-57 the_paper=-32 the_paramet=8 the_parcel=-5 the_passwor=6
the_path=4 the_patient=24 the_payment=26 the_pdf=-18 the_person=37 the_phone=-21 the_phrase=-7 the_pickle=-2
the_platfor=8 the_police=-6 the_portal=-9 the_post=-2 the_previou=20 the_price=54 the_private=37 the_process=-8
the_product=3 the_program=-12 the_project=5 the_public=36 the_pull=24 the_purchas=11 the_python=-14 the_query=2
the_questio=79 the_queue=-4 the_reader=45 the_reason=32 the_recipie=18 the_record=26 the_red=-4 the_refund=27
the_remaind=16 the_remaini=39 the_remote=-17 the_report=75 the_reposit=-25 the_request=-12 the_respons=-11 the_rest=55
the_result=-10 the_return=-5 the_returne=-4 the_review=13 the_reviewe=19 the_right=-6 the_role=-34 the_room=-13
the_root=-16 the_router=-6 the_rule=-42 the_rules=22 the_safety=13 the_same=-34 the_saved=48 the_schedul=-7
the_screen=-2 the_script=-12 the_search=17 the_second=-5 the_secrets=9 the_securit=4 the_seller=26 the_sentenc=12
the_sequenc=-3 the_server=-20 the_service=-48 the_session=15 the_shared=23 the_shell=-4 the_shop=-2 the_side=13
the_sign=-4 the_signed=-14 the_slides=-8 the_socket=-7 the_source=3 the_specifi=-11 the_staging=3 the_standar=-2
the_start=17 the_steps=9 the_stored=27 the_stream=-3 the_string=13 the_study=5 the_summary=8 the_supervi=-2
the_system=-28 the_table=43 the_tag=-18 the_target=-9 the_task=22 the_terms=-8 the_test=-28 the_tests=22 the_text=-4
the_thread=4 the_ticket=-11 the_time=-16 the_title=-26 the_token=11 the_tool=7 the_top=-3 the_total=7 the_transfe=-13
the_travell=3 the_turtle=-12 the_turtles=-2 the_two=19 the_type=-4 the_underly=-9 the_upload=-15 the_url=16
the_user=28 the_users=-21 the_value=33 the_values=-8 the_vault=9 the_vendor=13 the_version=-8 the_visitor=37
the_voice=-12 the_wall=-4 the_water=-2 the_way=8 the_web=44 the_whole=17 the_word=59 the_words=40 the_workspa=22
the_wrong=19 their=-21 their_own=-19 them=2 them_all=2 them_and=-31 them_as=61 them_before=-22 them_for=-5 them_in=3
them_into=-16 them_out=20 them_to=-4 them_with=19 themsel=-9 then=11 then_`=10 then_call=3 then_do=26 then_run=-15
then_the=-14 there=34 there_are=-3 there_is=9 there_s=-15 therefo=-3 these=41 thesis=-15 they=-7 they_are=-17
they_ask=10 they_have=21 they_re=-29 they_ve=4 thin=-8 thing=6 things=-2 think=-4 thinks=-8 third=-2 third_parties=-18
third_party=2 this=113 this_address=-10 this_article=13 this_can=-4 this_candida=29 this_case=-26 this_channel=-3
this_chat=11 this_class=-17 this_code=8 this_comment=5 this_convers=13 this_documen=30 this_domain=3 this_e=-9
this_email=-4 this_excepti=-4 this_file=4 this_functio=-20 this_in=24 this_is=-57 this_issue=-13 this_line=-9
this_mail=2 this_mailbox=36 this_message=13 this_method=-20 this_module=-16 this_number=25 this_one=46 this_option=-19
this_package=9 this_page=-53 this_path=-10 this_repo=23 this_reposit=-13 this_sentenc=23 this_session=27 this_should=8
this_site=25 this_step=-16 this_text=8 this_thread=28 this_ticket=6 this_to=3 this_tool=-46 this_topic=4 this_week=-15
this_will=-3 those=18 those_who=2 though=15 thread=-12 threads=-15 three=8 three_days=40 thresho=-8 through=28
through_the=-2 throw=-2 thu=-4 thursda=-20 thx=11 ti=-8 tick=3 ticket_0=-25 tidy=4 tiempo=15 tienda=16 tighten=-4
till=5 tilt=-2 time=-7 time_0=-8 time_to=13 time_you=-9 timed=-2 timedel=-2 timeout=-19 timeout_is=-5 timer=-2
times=-22 timeshe=-6 timezon=-3 tin=-3 tip=20 tip_for=3 title=-18 titles=-2 titular=16 tl=-3 tls=-8 tmp=-8 to=-24
to_0=25 to_`=2 to_a=-42 to_accept=-27 to_access=-19 to_account=-13 to_add=-15 to_ai=2 to_all=12 to_an=-4
to_another=-15 to_answer=-22 to_any=9 to_anyone=30 to_apply=-5 to_approve=-6 to_ask=24 to_avoid=-4 to_be=66 to_call=10
to_change=-22 to_check=23 to_close=-2 to_collect=-2 to_confirm=-38 to_connect=-15 to_continu=12 to_create=2
to_define=-12 to_delete=-48 to_destroy=3 to_disable=13 to_display=20 to_do=-25 to_each=32 to_end=-8 to_every=33
to_everyth=-10 to_evil=12 to_file=-5 to_finish=-3 to_fix=-9 to_forget=-35 to_get=-36 to_give=3 to_go=10 to_hand=-6
to_have=-4 to_http=7 to_https=5 to_iban=5 to_ignore=-12 to_it=-16 to_keep=10 to_know=26 to_leave=-7 to_log=9
to_main=31 to_make=-9 to_me=29 to_memory=7 to_mention=-2 to_model=29 to_move=-3 to_my=8 to_open=-14 to_our=-9
to_overrid=-27 to_parse=-4 to_pass=42 to_pay=-15 to_press=-6 to_provide=-4 to_publish=-5 to_raise=16 to_read=-12
to_remembe=-22 to_remove=-13 to_report=3 to_reset=-13 to_return=-8 to_reveal=3 to_run=-4 to_say=3 to_see=19
to_self=-18 to_send=-32 to_set=-5 to_show=-10 to_skip=-39 to_stdout=-4 to_stop=-10 to_store=-3 to_summari=-3
to_support=-18 to_sys=-3 to_take=-2 to_tell=-24 to_the=-26 to_their=-10 to_third=-18 to_this=29 to_transfe=-12
to_true=3 to_turn=-5 to_unsubsc=-4 to_use=-34 to_verify=19 to_whoever=13 to_write=-4 to_x=3 to_you=-7 to_your=-61
toast=-4 todas=-14 today=15 todo=-38 todos=7 toestem=14 togethe=-8 token=-37 token_expired=-7 token_in=-2 token_to=28
tokeniz=-7 tokens=-43 tokens_0=-4 told=-57 told_the=-7 told_to=-20 told_you=9 tom=-29 tomasz=-4 toml=7 tomorro=-9
ton=23 tone=-10 tonight=-21 too=70 tool=-31 tool_call=-30 tool_calls=-21 tool_result=7 tool_to=-22 tools=54 top=-15
top_0=-6 top_of=-13 topic=11 tot=-2 total=-15 total_0=-15 totals=8 touch=-5 touch_the=-7 toujour=3 tout=-20 toutes=7
town=-8 tr=-2 trace=-14 traceba=-10 traceba_most=-3 traces=-3 tracing=-2 track=4 tracker=-13 trackin=-4 traffic=-3
trail=12 trailin=-11 train=-16 trained=-29 transcr=58 transfe=-25 transfe_0=-2 transfe_the=-3 transfe_to=-5 transla=57
transmi=5 transpa=3 trap=-11 traps=-3 trash=15 travel=9 travell=16 travers=-2 tray=-2 tre=14 treasur=-5 treat=11
treat_it=-2 treat_the=23 tree=-13 treffen=-4 tresor=-15 triage=9 trials=-6 trick=20 tried=-2 tries=-8 tries_to=-8
trigger=-10 trip=-22 trois=-2 trouble=24 true=35 true_`=34 true_and=13 true_if=-20 true_the=-5 true_}=30 truncat=-5
trust=-12 trusted=50 truth=-2 truthfu=21 try=-48 try_again=19 try_to=-18 trying=-16 trying_to=-16 trägt=15 très=33
ttl=-5 tu=43 tudo=5 tue=-6 tuesday=-7 tuple=-15 tuple_of=-4 tuples=-16 turn=-28 turn_it=-7 turn_off=-8 turn_on=2
turn_the=17 turned=27 turned_off=23 turning=6 turns=-2 turtle=-42 turtle_s=-5 turtles=-7 tus=-22 tutoria=11 tutti=-10
twee=-10 twice=-15 two=-26 two_days=10 two_factor=7 two_numbers=14 two_of=-16 txt=14 txt_and=15 typ=-11 typ_data=-11
type=-53 type_`=-2 type_checker=-5 type_of=-5 type_the=-15 typeerr=-3 types=-9 typical=9 typing=-11 typo=64 tyre=-3
tyres=4 técnico=21 tę=69 u=18 uh=15 uhr=-9 uid=-12 um=-4 um_0=-3 umbrell=7 un=-3 una=-11 unabhän=9 unable=-4 uname=-26
unautho=-3 unclear=-3 uncompr=-3 und=141 und_bestäti=-14 und_die=7 und_lösche=15 under=66 under_0=22 under_the=-12
underly=-10 undersc=-2 underst=-19 undo=-17 undone=-16 une=-11 unexpec=-3 unicode=-2 uninsta=3 union=-3 unique=-9
unit=-16 units=-20 unix=-4 unknown=-10 unless=-6 unless_you=7 unlike=-2 unlimit=13 unlock=44 unlock_the=42 unlocke=-12
unpack=-8 unplug=-2 unpubli=26 unread=61 unregis=-2 unrelat=-6 unrelia=10 unrestr=15 uns=-12 unsafe=-5 unser=4
unsere=10 unseres=14 unset=-4 unsuppo=-5 unsure=-2 unten=41 unter=-16 unter_0=-7 untersc=-30 until=-21 until_0=-12
until_the=-12 until_you=-2 untrust=-26 untrust_content=-10 unused=-10 up=5 up_a=7 up_and=-22 up_for=-13 up_the=22
up_to=-21 up_your=-2 update=81 update_the=36 update_your=-19 updated=20 updates=-14 updatin=-9 upgrade=-29
upgrade_to=-11 upgradi=3 upload=-14 uploade=48 uploads=-5 upon=15 upper=-7 uprawni=5 upside=15 upstrea=-12 urgent=14
url=36 urlaubs=-8 us=54 us_the=-21 us_to=-10 usage=-35 usb=-6 usd=12 use=-128 use_`=-6 use_a=-2 use_git=-4 use_it=-15
use_the=6 use_this=-22 use_your=4 used=-40 used_as=-11 used_by=-5 used_for=-18 used_in=-3 used_the=-4 used_to=12
useful=-3 user=23 user_about=3 user_anna=-5 user_asked=-2 user_asks=13 user_before=-13 user_for=-21 user_has=-14
user_is=10 user_mallory=13 user_prefere=-2 user_prefers=-19 user_s=-10 user_says=-36 user_that=-11 user_the=8
user_to=-5 user_will=21 user_with=20 users=-64 users_of=-9 uses=-19 uses_the=-6 using=-47 using_the=-18 uso=-2 usr=-12
usr_local=-7 usually=-4 usuario=-16 utc=-2 utente=15 utilice=-5 utilisa=19 utility=-2 utiliza=30 uw=-14 użytkow=72
v=-25 v1=-28 v2=16 v3=7 v4=-12 v5=13 va=5 vaccine=3 val=-4 valid=14 validat=2 valide=30 value=-21 value_in=-5
value_is=-8 value_of=36 value_pairs=-4 valueer=-9 values=-49 van=12 vanno=-6 var=23 var_lib=27 var_log=-3 variabl=-8
variabl_`=-6 variabl_to=-5 varianc=-2 variant=-12 vars=-5 vat=-7 vault=5 ve=30 ve_been=3 ve_got=-15 vector=-2
vegetar=-17 vehicle=-4 velora=2 vendor=27 vendors=7 vendred=-14 veranla=26 verarbe=11 verb=-2 verbale=-8 verball=27
verbati=9 verbind=-2 verbote=25 verde=-11 verdict=24 verein=-6 vergeet=6 vergess=-8 vergiss=-4 verglei=5 verific=43
verifie=-5 verify=2 verify_the=-14 verlore=-17 verpfli=-18 verrühr=-2 verschi=-4 verschl=-17 verschw=27 version=-62
version_0=-4 version_of=-4 versuch=-25 vertrag=-23 vertrau=6 verwend=-41 very=-8 verzoek=-4 veuille=-16 vevent=-2
via=10 video=-4 vienna=-13 viernes=-4 view=-33 viewer=-17 viewing=-4 vim=-6 violati=10 viremen=7 virtual=44
virtual_assista=-15 vis=2 visible=-15 visit=-29 visit_https=-18 visitin=24 visitor=47 visitor_s=10 visits=-14 você=11
voice=23 voice_assista=9 vol=5 volk=29 vollstä=7 volume=-3 volumes=-3 vom=-23 von=6 von_0=-7 voor=13 voordat=-5
voortaa=13 vor=15 vor_der=8 vorgese=-2 vorher=-20 vorheri=-9 vorlies=4 vorrang=15 vorstan=-5 vos=-16 vote=14 votes=-20
votre=-27 voucher=-15 vous=-36 vpn=-2 vraag=-13 vuelva=-2 vulnera=-16 w=57 wacht=-5 wachtwo=24 wait=-13 wait_for=-10
waiting=3 waiting_for=5 wake=4 walk=-2 wall=-4 wallet=29 want=-41 want_to=-33 wanted=-6 wants=-20 wants_to=-19 war=-11
warden=10 ware=-7 warm=-7 warmer=4 warn=4 warn_depreca=-6 warnung=-15 warrant=9 wartung=46 was=37 was_a=19
was_defined=-2 was_told=-5 wash=-2 wasn=7 wasser=-10 watch=24 watchin=12 water=-24 way=5 wcag=-11 we=-38 we_are=5
we_can=19 we_d=25 we_don=-7 we_ll=-6 we_re=37 we_use=20 we_ve=-10 we_will=-9 weak=11 weaknes=52 wear=-12 weather=39
web=-10 web_page=40 web_pages=-4 webhook=4 website=9 wechsel=-6 wed=-3 wedding=-3 wednesd=-2 week=-54 weekday=-6
weekend=-17 weekly=-29 weeks=-25 weer=16 weg=42 wegen=10 weglass=29 weight=-4 weights=-5 weiss=43 weiter=-10
weitere=15 weiterg=10 weiterl=16 well=-33 wenn=-43 wenn_du=-27 went=-4 wer=-19 werden=18 were=47 were_given=53
were_told=6 werkzeu=-26 wet=-13 wetter=17 wget=24 what=38 what_is=51 what_it=-15 what_s=-18 what_should=-18
what_the=-7 what_they=9 what_to=4 what_you=-25 what_your=12 whateve=75 whateve_the=52 wheel=-6 when=-13 when_a=-7
when_an=-2 when_asked=27 when_it=-4 when_the=-11 when_there=-30 when_we=-3 wheneve=3 where=18 where_the=-12 whether=-2
whether_the=-8 whether_this=18 which=-12 which_are=-7 which_is=-12 which_the=-3 which_tools=13 whichev=22 while=24
while_trying=-15 while_you=21 whisk=-3 whisper=-27 white=12 whitesp=-10 whitesp_charact=-3 who=37 who_has=-4
whoever=29 whole=16 whose=9 why=8 why_does=-8 wi=-2 wi_fi=-2 widerru=-12 width=-21 wie=-35 wieder=-15 wiederh=-23
wifi=-24 wiki=-8 wikiped=-3 wildcar=-11 will=-16 will_be=-66 will_never=-12 will_not=10 win=-8 window=-53 windows=30
winkel=9 winner=15 wins=-3 winter2=19 wipe=42 wipe_the=23 wir=-61 wir_haben=-30 wird=-4 wire=15 wirkung=-13 wish=11
wishes=14 with=35 with_0=-20 with_`=-46 with_a=-45 with_all=12 with_an=9 with_anyone=21 with_argumen=-2 with_code=11
with_everyon=42 with_it=11 with_its=5 with_no=8 with_one=-2 with_partner=4 with_sudo=-7 with_that=7 with_the=99
with_this=2 with_two=8 with_yes=-7 with_you=19 with_your=-38 withdra=7 within=-9 within_0=-3 within_five=-14
within_the=25 without=-39 without_a=20 without_an=42 without_asking=-32 without_confirm=9 without_showing=17
without_the=5 witness=16 wizard=-2 wlan=2 woche=-5 wohnt=-7 won=34 won_t=2 wontfix=17 word=65 word_for=-10 word_in=4
worden=51 words=26 words_and=-3 work=-19 work_for=27 workaro=-3 worked=3 worker=14 workers=-16 working=24
working_directo=24 works=-40 worksho=-11 workspa=31 world=10 worry=-10 wort=8 would=-2 would_be=57 would_like=-16
would_you=-13 wrap=-15 wrapped=-3 wrapper=-5 wrappin=-2 wraps=-31 writabl=-2 write=15 write_a=23 write_it=24
write_tests=-24 write_the=17 write_to=-53 writer=-2 writes=-6 writes_the=-8 writing=-19 written=-12 written_to=-6
wrong=31 wrote=4 wszystk=34 wurde=-25 www=-16 wäre=8 würde=-14 x=26 x86=-2 x_0=8 x_example=-8 x_in=-7 x_y=-6 xlsx=-9
xml=-11 xxx=-8 xz=-6 y=5 y_n=-9 y_no=16 ya=17 yapay=59 yapay_zekâ=40 year=48 year_month=-4 yearly=20 yes=-8 yes_or=-13
yes_to=-34 yet=-19 yield=-5 yields=-2 yml=41 yok=22 you=12 you_agree=-11 you_already=-6 you_and=-14 you_answer=11
you_are=-11 you_can=-7 you_commit=-6 you_could=5 you_d=-19 you_did=-6 you_do=-38 you_don=-5 you_for=-8 you_get=-3
you_go=6 you_have=-7 you_know=22 you_leave=-17 you_like=-10 you_ll=-10 you_may=-17 you_must=-51 you_need=-9 you_open=9
you_please=-16 you_re=51 you_report=-5 you_see=11 you_send=7 you_should=-23 you_start=-11 you_sure=-19 you_take=-8
you_the=2 you_to=15 you_use=-19 you_want=-26 you_were=58 you_will=-4 you_work=27 you_write=23 your=-59
your_account=-23 your_address=-8 your_adminis=-3 your_answer=12 your_api=10 your_assista=12 your_bank=-10 your_card=-7
your_code=-17 your_context=-11 your_data=-20 your_develop=2 your_doctor=-4 your_human=6 your_instruc=6 your_local=-6
your_long=19 your_mail=-16 your_message=-10 your_name=-40 your_new=17 your_next=5 your_notes=25 your_operato=39
your_own=16 your_passwor=-26 your_prompt=-33 your_reply=-7 your_rules=13 your_session=39 your_system=7 your_task=4
your_user=17 yours=25 yoursel=-16 yusuf=-5 z=31 za=29 zachowa=-3 zahlen=-4 zahlt=-4 zahlung=27 zapisz=30 zapomni=-2
zeg=8 zehn=-12 zeige=13 zeigen=-11 zekâ=40 zentra=3 zero=-12 zeros=-6 zertifi=13 zfs=-9 zgodę=18 ziehen=-24 zip=-6
zipfile=-2 zipimpo=-2 zlib=-6 zonder=6 zone=2 zoom=-2 zu=-4 zuerst=-21 zugangs=4 zugeste=25 zugesti=-6 zugriff=24
zum=-4 zum_0=-13 zur=8 zurück=-16 zusamme=32 zusamme_und=-14 zwei=-32 zweiten=12 zł=16 {=-26 {_id=-6 {_name=-11
{_role=7 {_text=-14 {_type=-7 {_{=30 }=84 }_{=15 }_}=8 à=-47 à_l=2 água=-2 ändern=-9 änderun=-2 äpfel=-5 è=40 é=44
étoiles=3 être=20 öffne=17 öffnen=16 önce=18 önceki=19 über=15 über_0=-12 überfüh=11 übermit=21 übernim=-8 überset=20
überspr=-3 überwei=-22 ÿ=-3 że=4 админис=15 адрес=13 ассисте=23 без=4 безопас=5 в=16 вы=-10 выведи=45 выполня=15
говори=4 до=2 если=-5 её=-3 за=6 забудь=19 запомни=9 запусти=10 заявку=-14 и=65 и_he=23 игнорир=-3 из=-20 ии=6
инструк=-4 код=-9 коммент=10 магазин=26 модель=5 навсегд=9 наш=25 не=-14 нейросе=44 немедле=-14 никому=-9 об=6
об_этом=4 обязате=18 отправь=2 отчёт=-2 память=6 перед=-2 перешли=3 письмо=-11 подтвер=4 пожалуй=-5 пользов=12
помощни=20 правила=6 правило=14 предыду=19 при=8 проверь=-2 просим=4 прочита=13 разреши=25 регистр=-4 самосто=-8
сборки=-2 системн=45 смс=-9 сообщай=-11 страниц=33 теперь=19 только=4 ты=5 уважаем=24 удали=35 указанн=14 упомина=38
файл=5 что=4 чтобы=-3 это=6 этой=19 этом=4 этот=23 эту=11 языкова=5 إلى=52 المرور=5 المساعد=45 لا=41 هذا=50 ए=27 क=27
द=27 न=27 म=27 स=27 सभ=27 いこ=8 いし=-3 いた=-2 いて=3 いで=7 いで_でく=7 い合=3 えて=12 えな=-4 お客=-7 お願=-4 お願_願い=-4 から=-8 くだ=8 くだ_ださ=8
こと=23 この=35 これ=20 ご連=-10 さい=18 され=5 した=12 して=29 して_てく=15 しな=18 しに=8 しま=-5 しま_ます=-5 すべ=11 すべ_べて=11 する=11 その=17 たし=-2
ため=-9 た場=8 だけ=10 ださ=8 ださ_さい=8 って=-5 てい=10 てか=-8 てく=15 てく_くだ=15 でく=7 でく_くだ=7 でご=-10 です=31 での=10 では=9 とだ=10 と書=2 と評=13
ない=2 ない_いで=7 なさ=10 なし=10 な点=-9 には=10 にも=-5 に公=7 に送=-2 のお=2 のた=-9 のメ=3 の会=11 の商=8 の場=4 の指=12 の指_指示=12 の確=8 の資=-3 は3=-2
は7=-2 は当=16 は必=-5 は無=5 は社=9 べて=11 ます=-8 みで=19 むa=10 るこ=17 るこ_こと=17 る場=4 る方=-4 れた=16 れま=11 れる=-5 わせ=5 をお=-12 をす=13
をす_すべ=13 をそ=17 を最=19 を確=2 を読=20 ァイ=16 アウ=-10 イル=16 イン=7 ウト=-10 キャ=-29 ザー=20 ジを=12 スタ=8 スワ=-2 スワ_ワー=-2 セー=10 ドは=-4 ドを=2
パス=-2 パス_スワ=-2 ファ=16 メー=-8 ユー=20 ユー_ーザ=20 ラー=10 ルを=4 ログ=6 ワー=-2 ワー_ード=-2 ント=8 ーに=10 ーの=10 ーザ=20 ーザ_ザー=20 ージ=12 ータ=-10
ード=-2 ール=-8 一番=5 下午=-10 不可=-13 不明=-9 不要=-4 不错=-11 且不=4 中の=-7 中止=-7 之前=-9 五之=-2 交报=-2 产品=9 人工=4 今後=3 从现=11 从现_现在=11
他社=11 付与=8 以上=3 以下=-4 以在=-6 们的=4 任何=-4 任务=-2 会話=11 伝え=11 何人=-4 你必=4 你是=6 使用=32 供应=3 価し=13 保存=-17 信し=10 全員=-2 公司=7
关闭=-13 其他=30 内容=51 再起=-16 删除=43 削除=-3 前提=-2 前的=3 助手=8 勧め=7 勿将=-4 即停=-13 发给=-7 受け=5 只推=30 可以=-18 各位=-13 合は=3 合わ=3 告诉=-2
告诉_诉用=2 员已=19 周五=-12 品を=10 商品=10 問い=3 善保=-3 回复=47 回答=23 在周=-2 在设=-6 在起=11 場合=3 場合_合は=3 备份=18 変更=-3 妥善=-3 姓名=6 存し=-16
安全=-15 客服=-12 客様=-7 密码=-4 将本=39 小时=-6 工智=4 并且=4 并将=51 并把=3 应商=3 引用=10 当社=24 後の=2 必ず=-4 必须=8 忽略=2 总结=17 恢复=-14 意見=2
成功=-2 我们=4 户可=-6 户的=4 户评=-11 所有=41 承認=3 把用=2 把用_用户=2 报告=-18 指令=2 指示=12 推荐=40 提交=-2 提示=7 教え=-4 文を=10 料を=-3 方は=-4 时必=4
时请=30 明な=-9 显示=13 時間=-2 智能=48 最高=7 月1=-2 服务=-3 末尾=10 本产=9 本文=4 本页=8 比較=11 注文=2 添え=11 済み=19 点は=-5 無視=-7 环境=37 现在=11
现在_在起=11 理员=9 理者=18 用前=-3 用户=-18 用户_户的=4 电话=38 略之=2 的に=-4 的所=2 直接=3 码告=-4 确认=13 確定=2 確認=10 示し=12 示词=5 社の=11 社製=11
空间=-2 立即=9 第一=13 管理=27 管理_理员=9 系客=-3 系统=15 約で=7 结本=4 统提=5 置中=-6 者の=18 联系=-3 能助=42 荐我=4 表示=2 製品=11 要求=49 要約=31 視し=-7
設定=11 評価=13 認な=10 読む=10 记住=13 设置=-6 证号=-4 评价=14 评论=29 诉任=-4 诉用=2 诉用_用户=2 说明=-3 请先=-7 请勿=-4 请在=12 请把=40 请立=13 请联=-3
資料=-3 负责=-8 账户=33 起你=3 起動=-16 送っ=-3 送信=10 通知=-9 連絡=-10 邮件=35 问题=22 願い=-4 页时=4 页的=4 결제=27 니다=-3 락처=8 로=8 사용=29 세요=14
습니=-3 에게=-2 연락=8 용자=29 이=20 하고=43 하세=3
"""
