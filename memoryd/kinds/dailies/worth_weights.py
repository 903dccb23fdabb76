"""How much what a sentence shows says for its being worth keeping, in hundredths.

Data of `worth`, written by tests/kinds/dailies/fit_worth.py.
"""

from __future__ import annotations

LEAST = 48
LEAST_ALONE = 48
WORTH = r"""
!=-7 !$=-29 !_!=78 0=8 0$=-13 0_0=-23 0_:=-18 0_?=14 0_a=-24 0_an=12 0_and=-24 0_at=11 0_b=-20 0_c=-19 0_days=-4
0_euro=21 0_for=25 0_gb=7 0_grad=17 0_hat=21 0_im=6 0_in=-4 0_is=-14 0_ist=-10 0_k=17 0_m=34 0_mb=-59 0_min=22
0_minutes=-5 0_morning=-6 0_ms=-9 0_noch=-28 0_novembe=5 0_on=12 0_or=46 0_rd=6 0_s=-21 0_seconds=7 0_sekunde=9 0_st=5
0_th=-13 0_to=-33 0_uhr=6 0_und=36 :=63 :$=-36 :_0=-35 :_das=13 :_der=6 :_die=34 :_qqqq=-26 :_the=12 :_we=-13
:_we're=7 :_wir=8 ;=-43 ?=-24 ?$=-13 ?_?=-7 ^0=-40 ^a=-45 ^ab=7 ^after=43 ^aha=-13 ^all=29 ^alles=-7 ^als=-34
^always=25 ^anythin=7 ^auch=-13 ^auf=27 ^before=-7 ^bei=-5 ^beim=15 ^bin=7 ^bis=8 ^bitte=-16 ^boah=-10 ^both=6
^can=-27 ^can_you=-40 ^commit=15 ^could=-12 ^could_you=-23 ^custome=11 ^dann=19 ^das=-14 ^das_ist=-19 ^den=-17 ^der=17
^did=-17 ^die=47 ^do_you=11 ^don't=4 ^du=-28 ^ein=-28 ^ein_paar=-5 ^erinner=7 ^erinner_mich=7 ^erledig=4 ^es=40
^es_gibt=17 ^es_war=-10 ^every=-8 ^everyth=-16 ^falls=-9 ^feature=28 ^final=5 ^fixed=18 ^for=18 ^for_the=-11 ^found=9
^frau=14 ^from=13 ^from_now=12 ^früher=-34 ^für=24 ^für_die=15 ^good=-5 ^got=-6 ^gute=-18 ^guten=-28 ^hab=-51 ^hat=-24
^he=-11 ^here=-16 ^here's=-18 ^here_is=-16 ^hier=-26 ^how=-30 ^how's=-4 ^i=28 ^i'd=6 ^i'd_rather=17 ^i'll=12 ^i'm=23
^i've=6 ^i've_got=28 ^i_don't=32 ^i_hate=9 ^i_have=14 ^i_like=29 ^i_prefer=64 ^i_read=-27 ^i_told=17 ^i_want=-23
^i_was=-13 ^i_went=36 ^ich=8 ^ich_bin=-8 ^ich_hab=12 ^ich_habe=30 ^ich_lese=9 ^ich_mag=14 ^ich_muss=-15 ^ich_würde=27
^if=-40 ^im=-9 ^im_norden=-7 ^imagine=-17 ^immer=-13 ^in=-14 ^in_der=10 ^in_the=4 ^irgendw=-13 ^is=-41 ^is_there=-7
^ist=-19 ^ist_das=-4 ^it=18 ^it's=15 ^it_was=-5 ^jedenfa=-20 ^jemand=6 ^jetzt=-40 ^jonas=23 ^kann=-8 ^kann_ich=-8
^kannst=31 ^kannst_du=-5 ^kein=-73 ^keine=-9 ^lass=-9 ^lass_uns=-6 ^lena=11 ^let=-17 ^let's=-13 ^let_me=-17 ^listen=7
^mach=-7 ^machen=-8 ^make=42 ^mal=-19 ^man=-17 ^maybe=-28 ^meine=33 ^migrati=-19 ^mir=37 ^muss=15 ^my=20 ^nach=32
^nach_dem=28 ^need=-34 ^next=17 ^nice=-7 ^nicht=-9 ^no=-82 ^noch=-19 ^not=-47 ^not_sure=-9 ^nothing=10 ^now=-23
^nur=-23 ^nächste=17 ^ohne=-21 ^one=-8 ^only=10 ^our=15 ^please=21 ^pls=38 ^prod=9 ^put=11 ^q=46 ^q_qqqqqqq=45 ^qq=-20
^qq_qqqqqqq=-32 ^qqq_qq=-17 ^qqq_qqqq=23 ^qqq_qqqqq=28 ^qqq_qqqqqqq=-8 ^qqqq=-32 ^qqqq_qq=-7 ^qqqq_qqqq=26
^qqqq_qqqqq=-9 ^qqqq_qqqqqq=-12 ^qqqq_qqqqqqq=-32 ^qqqqq=54 ^qqqqqq=-4 ^qqqqqqq=-5 ^quick=-25 ^remind=33 ^remind_me=33
^root=13 ^sag=16 ^sales=-4 ^sales_in=-4 ^schauen=-5 ^servus=-8 ^she=13 ^should=63 ^should_i=29 ^soll=35 ^soll_ich=-23
^some=-15 ^someone=-10 ^sonst=-6 ^steht=6 ^stell=-16 ^stell_dir=-16 ^still=11 ^thanks=-9 ^that=5 ^that's=-22 ^the=33
^the_weather=-8 ^then=-21 ^there's=-5 ^they=-42 ^this=-5 ^todo=6 ^todo_:=5 ^two=-45 ^unser=34 ^ursache=19 ^viele=-34
^vielen=-19 ^viellei=-14 ^von=17 ^vor=17 ^war=-15 ^warum=-21 ^was=-11 ^was_wäre=-6 ^we=19 ^we'll=15 ^we're=59
^we've=17 ^we_could=-12 ^we_decided=50 ^we_have=24 ^weiss=-18 ^wenn=5 ^wenn_du=24 ^wer=-34 ^what=12 ^what's=-25
^what's_the=-25 ^what_does=-4 ^when=42 ^when_you=21 ^where=-4 ^which=-12 ^who=-24 ^why=-20 ^wie=-14 ^will=10 ^wir=31
^wir_bleiben=9 ^wir_haben=18 ^would=-14 ^write=-45 ^you=31 a=-77 a_0=-8 a_bit=-25 a_day=-7 a_little=-4 a_new=9 ab=34
ab$=17 ab_jetzt=9 ab_sofort=14 abend=-32 aber=-32 abfrage=-12 abgelau=13 abgespr=-41 abgespr$=-41 abgesti=4 about=-11
about_the=-11 above=37 absagen=10 access=10 accordi=-42 account=41 achterb=9 add=21 admin=5 after=40 afterno=31
again=-17 again$=-30 against=12 agm=7 agreed=-12 aha=-13 ahead=22 ahnung=-10 aktenze=8 alarm=12 all=41 all_the=-14
alle=-24 allergi=28 alles=-48 already=-7 als=26 als_im=-18 als_nächste=-45 also=27 alte=27 alten=6 alterna=-20
always=14 always$=28 am_0=60 am_schreib=-8 an=14 an$=-13 an_hour=-18 and=-51 and_0=-12 and_i=-10 and_i'm=10 and_my=-23
and_no=-13 and_nobody=-8 and_not=-19 and_on=-7 and_once=-15 and_the=-29 and_then=-30 and_we=-36 andere=-12 anderen=12
anfang=-18 anforde=17 angebot=36 ankündi=25 anmeldu=16 anrufen=20 anrufen$=14 ans=-5 ansible=46 ansprec=39 answer=-26
answers=11 antrag=-7 antwort=22 antwort$=16 any=31 anybody=-21 anymore=16 anyone=50 anythin=8 anythin_under=4
anyway=-36 anyway$=-26 anywher=-13 api=23 app=12 apply=14 april=42 april$=25 arbeit=-9 arbeite=20 arbeits=16
archive=47 are=-43 are_some=-5 arm=8 artikel=-22 as=29 as_0=-45 as_a=22 as_you=16 ask=7 asked=-27 asking=27 assigne=-5
at=62 at_0=41 at_a=22 at_all=-21 at_least=9 at_my=-15 auch_nicht=24 auf=14 auf_0=49 auf_dem=-24 auf_den=6 auf_der=19
auf_die=-24 auf_englisc=26 aufs=5 august=13 aus=5 aus$=31 aus_dem=18 ausnahm=-37 ausschl=15 auth=16 auto=-7 automat=-5
autumn=9 autumn$=9 b=-22 b$=-5 baby=23 back=-49 back_to=15 backoff=9 backup=-6 bad=24 bakery=19 band=32 barn=-9
based=41 bauen=-8 be=57 because=28 because_of=-22 because_the=39 been=-47 before=6 before_0=9 before_the=8 behind=18
behind_the=18 behoben=-44 bei=70 bei_0=8 bei_der=-14 bei_mir=15 bei_uns=20 beides=44 beim=47 bekomme=40 bekommt=29
belongs=7 bergen=22 bergen$=22 bericht=6 beschei=-8 beschlo=17 beschlo_dass=-19 beschlu=-49 besorge=9 besproc=11
besser=-22 best=-31 bestell=11 bestell$=12 besten=-16 bestäti=10 betrieb=13 better=-9 bevor=36 bin_ich=20 bis=39
bis_ende=11 bis_montag=14 bis_zum=27 bit=-16 bitte=54 bitte$=16 bitte_immer=45 bitte_keine=17 bitte_nie=31 bleiben=32
bleiben_bei=30 bleibt=-9 blue=39 boah=-10 board=14 boat=21 bob=-30 boiler=11 book=6 book_the=16 booked=-23 books=14
both$=-11 bottle=50 bottom=35 bought=23 branch=23 branche=31 branche$=10 brauch=-39 brauche=13 brauchs=6 break=20
broker=4 bräucht=-13 btw=10 btw$=9 budget=4 build=-31 bullet=16 bullet_points=13 bus=-20 but=-54 buy=18 buying=-34
by=24 by_the=-33 by_wednesd=15 büro=-18 büro$=-24 c=10 c_0=-24 cache=18 caddy=21 cake=35 calenda=12 call=35
call_the=25 called=-11 came=-24 came_in=-22 can't=29 can't_stand=-14 can_you=-40 capped=13 car=-38 car$=-19 cards=9
carry=-25 case=5 cash=14 cat=-43 cats=23 cause=27 cert=19 certifi=8 change=-8 changed=-58 changel=-12 chapter=-4
charts=7 chase=8 cheaper=21 check=-5 check_the=10 checked=-8 checkou=-5 chef=-11 choir=23 chose=20 chosen=19 clear=6
client=32 close=-54 close_the=-35 closed=-26 cluster=18 coach=-49 code=-52 coffee=4 cold=8 colleag=-26 collect=-5
colour=18 come=-30 comes=7 comment=24 commit=17 commits=8 commits$=12 company=11 company$=13 compare=52 compari=-15
complai=-12 config=-14 confirm=-29 connect=9 conside=-9 contain=8 context=-14 contrac=-8 could=-43 could_tell=-4
could_you=-23 cover=12 cron=-13 csv=-18 cue.action_items0.0=-27 cue.action_items1.2=19 cue.action_items1.5=16
cue.action_items1.6=5 cue.action_items1.8=17 cue.action_items2.0=6 cue.action_items2.5=15 cue.action_items3.0=19
cue.decisions1.4=27 cue.decisions1.5=9 cue.decisions1.6=69 cue.decisions1.7=-17 cue.decisions1.8=-9
cue.decisions1.9=-46 cue.decisions2.0=39 cue.decisions2.2=29 cue.decisions2.4=29 cue.decisions2.5=-47
cue.decisions3.0=4 cue.preferences1.3=-36 cue.preferences1.5=4 cue.preferences1.6=38 cue.preferences1.7=-24
cue.preferences1.8=30 cue.preferences1.9=-14 cue.preferences2.0=46 cue.preferences2.2=23 cue.preferences2.5=-11
current=11 cursor=25 custome=-26 d=-6 da=-22 dafür=-13 daily=-20 damals=-31 danach=-26 dank=-36 danke=-16 dann=-22
dann_die=-16 daran=7 dark=6 das$=-13 das_ganze=-12 das_hier=-6 das_ist=-64 das_mit=12 das_wetter=-28 dass=53 date=-5
datei=-17 dateien=-18 dauerha=18 dauert=-6 davon=19 day=-31 day$=-5 days$=-12 dazu=4 db=15 de=12 dead=15 debug=14
decided=31 decided_to=52 deep=-13 default=31 degrees=35 delete=20 deliver=11 dem=33 den=58 den_alten=5 denn=-11
dentist=9 depende=20 depends=-12 depends_on=-12 deploy=-23 deposit=-36 der=-20 der_0=-15 der_regel=-32 der_schlüss=5
der_server=12 des=15 design=9 desk$=-15 deswege=24 details=-6 details_that=-6 detecto=14 deutsch=-28 dev=7 develop=6
did=-64 did_you=-11 didn't=-40 die=18 die_0=-4 die_logs=30 die_tests=-22 dienst=20 diensta=46 diese=42 diesel=-8
dieser=-38 dieses=9 dieses_jahr=20 differe=-6 diffs=18 dir=-27 dir_vor=-16 directo=-15 direkt=8 diskuss=-13 dns=-6
do=55 do$=11 do_that=26 do_the=33 do_you=-6 doch=75 docs=-11 dog=47 doing=14 don't_want=-17 done=19 done$=-5 donners=5
door=14 doppelt=14 down=19 dr=29 draft=-72 dran=-4 drauf=13 draus=-11 drei=-9 drive=15 drop=-7 drops=-6 drucker=12
dry=6 du=50 du_bitte=-29 du_die=14 du_mir=43 dump=17 durch=-8 durch$=-13 durchge=11 durchwa=11 during=7 e=11 each=5
eben=-11 effecti=-44 egal=22 eh=-20 eher=-12 ehrlich=-18 eigentl=-51 ein=-120 ein_paar=-5 eine=22 eine_lange=-6
einem=-17 einen=-15 einfach=-33 einmal_am=-8 eins=23 einspru=7 eintrag=-20 either=-5 electri=20 else=-32 emojis=37
emojis_in=19 empty=4 end=23 end_of=20 ende=23 endlich=-7 energie=-41 englisc=37 english=13 entschi=-50 entschi$=-5
entschi_:=-44 entwurf=-24 env=-14 er=38 erhöht=7 erinner=25 erinner_mich=7 erledig=17 erledig$=8 erneuer=19 erreich=16
error=-5 ersetzt=7 erst=-38 ersten=-5 erstmal=-5 es=-57 es_etwas=-7 es_gibt=17 es_war=-5 espress=12 etwas=-20
etwas_schlech=-7 euro=22 euros=7 even=-22 event=39 ever=9 ever$=4 every=16 everybo=-15 everyth=-46 everyth$=-17
excepti=5 exclama=13 explain=-11 exponen=9 export=-14 f=28 fahren=-15 fahrrad=-6 failed=-5 fallen=-54 falls=-4
falsch=12 familie=-18 far=-9 far_with=-6 fasst=16 fast=-8 feature=45 februar=-6 fee=-26 feed=-34 fehlerm=-10 fehlt=16
fehlt_noch=10 fence=43 fenster=-19 fertig=13 fertig$=19 file=7 file$=-11 files=-32 files$=-23 film=-18 filter=-29
final=6 finanza=14 find=-13 findet=-39 fine=-20 fire=-21 firewal=-40 firmwar=12 first=-9 five=-15 fix=26 fixed=4
fixture=15 flat=9 fliegt=12 flight=-18 floor=21 for=-9 for_a=-10 for_anythin=4 for_me=34 for_that=-30 for_the=28
forget=-15 forget$=-4 form=15 fotos=22 found=-18 four=-7 frag=7 frage=-25 fragen=-19 fragt=5 fragt$=5 frau=55 free=40
freezer=-17 frei=35 frei$=34 freigeg=-16 freigeg$=-17 freitag=9 friday=7 friday$=8 from=35 from_0=6 from_now=15
from_the=-9 früh=5 früh_0=10 früher=-45 frühjah=-7 frühjah_und=-7 functio=-15 funktio=-41 further=-27 fünf=36 für=93
für_das=-4 für_die=68 für_mich=12 fürs=23 ganz=-9 ganze=-15 ganze_zweimal=-8 ganzen=-27 garage=31 gateway=20 gb=7
geburts=5 geeinig=20 gefixt=-10 gefragt=-15 gefunde=5 gefällt=-15 gegen=32 gehen=26 geht=-6 gehört=16 gelesen=-22
gelesen_und=-8 gelösch=8 gemacht=-20 gemeind=8 gemergt=16 gemergt$=16 general=-28 generat=17 generel=-16 gerade=-42
gern=8 gesagt=-7 geschri=7 geschäf=-34 gesetzt=-10 gestern=-44 gestern_0=-44 get=51 gets=-5 gezogen=11 geölt=20
gibt=20 gibts=7 gilt=-9 ging=-20 ginge=-12 give=-33 give_me=-19 gleich=-25 go=95 go_to=15 go_with=37 god=6 goes=22
goes_to=16 going=-12 going_to=8 gone=-17 good=-50 got=-16 gotta=5 grad=-24 gramm=-30 grandpa=-37 graphql=20 great=-6
green=85 green$=18 grey=-29 grossar=-11 grpc=37 grundsä=24 grösse=-8 guess=-16 gut$=-18 gute=-18 guten=-28 guy=-41
h=13 hab=-25 habe=4 habe_das=6 habe_den=20 habe_ich=19 haben=-7 haben$=-5 haben_beschlo=5 haben_uns=6 haben_wir=23
had=-62 had_a=-12 haha=-36 haha$=-33 halbe=-6 half=-35 hall=6 halt=-12 hand=-28 has=78 has_0=-9 has_been=9 has_the=6
has_to=-16 hasse=44 hast=-11 hat=22 hat$=-18 hat_0=27 hat_der=-23 hat_die=-18 hat_nur=9 hat_sich=19 hate=17 hate_it=11
hatten=-51 hatten_wir=-22 haus=-18 have=-6 have_the=7 have_to=47 have_two=22 haven't=-10 having=19 he=-14 he's=9
head=11 header=15 hearing=8 hebamme=10 hectare=-17 heisst=53 heizung=8 held=14 helm=23 help=-4 her=42 herbst=8
here=-24 here$=8 here's=-18 here_?=-29 here_is=5 herr=11 herrn=16 hetzner=13 heut=31 heute=-40 heute_0=-40 hier=-39
hilft=-13 him=-38 hin=24 hinter=13 his=-15 history=4 hold=-40 holds=-12 home=-11 home$=-13 honestl=-8 hotel=6
hotfix=10 hour=-31 hours=6 hours$=-20 house=32 how=-73 how's=-4 how_do=-12 hund=22 hält=-9 hängt=-14 hätten=-34 i=23
i'd=18 i'd_rather=17 i'll=-12 i'll_take=-7 i'm=5 i've=9 i've_got=29 i_can=38 i_get=-12 i_had=-8 i_hate=17 i_have=35
i_like=29 i_need=-4 i_prefer=64 i_read=-26 i_still=17 i_told=8 i_want=-44 i_was=-35 i_went=36 i_work=-8 ich=-29
ich's=6 ich_die=24 ich_hab=14 ich_habe=18 ich_immer=5 ich_lese=-19 ich_mag=14 ich_muss=-6 ich_nicht=-19 ich_noch=27
ich_nur=5 ich_schaue=-15 ich_sehe=-6 ich_so=-17 ich_will=13 ich_würde=25 id=27 idea=-28 if=-57 if_the=-12 if_we=-26
ihm=27 ihn=-5 ihnen=-21 ihr=-9 ihre=23 im=-28 im_frühjah=-7 im_monat=20 im_norden=-7 im_zug=-8 image=11 imagine=15
immer=8 immer_auf=26 immer_mit=33 immer_noch=7 importe=15 imports=5 in=64 in.action_items=73 in.decisions=88
in.facts=14 in.preferences=58 in_0=-28 in_a=-23 in_all=32 in_anythin=-13 in_der=-26 in_die=18 in_it=-8 in_over=-6
in_this=40 include=6 index=14 ines=51 ingest=21 ins=-7 inspect=-29 install=-24 instead=25 instead_of=26 integer=17
interes=-12 intern=4 interna=4 into_the=14 invoice=-13 irgendw=-37 is=18 is.answers=71 is.asked=-7 is.asks=-71
is.form=23 is.named=66 is.number=72 is.quotes=-21 is.supposed=-114 is.unsure=-59 is_0=9 is_a=-8 is_called=8 is_in=33
is_it=-44 is_off=-6 is_on=27 is_out=9 is_the=20 is_there=-7 isn't=7 ist=5 ist$=31 ist_0=19 ist_am=6 ist_bis=-11
ist_das=-28 ist_der=-5 ist_die=16 ist_im=14 ist_in=4 ist_jetzt=-5 ist_mir=-36 it=-15 it$=-29 it's=46 it_:=18 it_?=21
it_does=23 it_in=21 it_is=39 it_on=7 it_that=-5 it_was=33 it_when=11 its=-4 ja=-83 ja_immer=-44 jahr=-25 jahr$=-31
jahre=-48 january=-8 je=-15 jedenfa=-20 jeder=-29 jedes=12 jenkins=-26 jetzt=26 jetzt_auf=11 jetzt_doch=37 jetzt_in=7
jira=5 job=-10 jonas=22 json=61 judge=8 july=4 juni=29 juniper=22 just=13 k=44 kaffee=-11 kafka=40 kafka$=20 kam=8
kann=-33 kann_ich=5 kannst=-6 kannst_du=-13 kapitel=11 kaputte=8 karte=19 kaufen=-25 keep=36 keep_the=12 keeping=12
keeping_the=12 kein=19 keine=14 keine_ahnung=-10 keinen=18 keiner=-38 kennst=-15 key=-26 keys=16 kids=24 kiel=27
kiln=22 kind=33 kit=18 kitchen=-6 kleine=-23 kleinen=8 klingt=-6 km=7 know=-15 know$=9 kollege=-11 kommen=17
komment=14 kommt=53 komplet=5 konfigu=-19 konnte=-7 konnte_mir=-7 kostet=-6 kowalsk=-31 kriegt=7 kunde=8 kurz=-38
kurz_die=-12 kurze=14 kw=60 kw_0=47 könnte=-20 könnten=-18 könnten_wir=-17 küche=18 kümmert=27 kündige=37 künftig=-28
l=-6 lab=-26 lag=4 lager=5 lang=-23 lange_woche=-6 lapsang=19 lapsang_souchon=19 lass_uns=-4 lasse=-26 lassen$=-4
last=-10 late=-11 laufen=44 laufen$=-9 laut=11 leak=-48 lease=-27 least=9 leave=-8 leben=-13 led=37 leerzei=13 left=41
legacy=-6 lena=15 lese=-31 let=-24 let's=23 let's_not=-4 let_me=-15 letter=19 letters=-35 letzte=11 letzten=-18
leute=7 level=12 library=33 licence=20 lieber=4 lief=-5 lief_es=-7 liegt=18 liest=-33 lights=14 like=40 like_0=-11
like_me=-5 like_my=5 lindqvi=9 line=7 linear=-37 links=25 liste=-27 listen=8 little=-6 little_lower=-4 live=22
living=-6 load=8 log=8 log$=-28 login=5 logo=-16 logs=26 lohnt=-16 lol=-20 lol$=-16 long=-21 longer=11 look=-19
look_at=-24 look_odd=-5 looked=6 looking=-6 looks=-32 lot$=5 love=-27 lower=-4 lower_than=-4 läuft=42 löschen=16 m=29
m.assistant0=-71 m.assistant1=-48 m.assistant2=-39 m.assistant3=-43 m.person0=56 m.person1=79 m.person2=53
m.person3=79 m.person4=-67 ma=16 mach=-29 machen=-22 machen_wir=6 machst=10 macht=17 macht_die=13 made=22 mag=40
mail=25 mails=7 main=36 main$=23 make=54 mal=-50 mal$=-5 man=-39 manager=49 mann=-35 many=8 march=-37 marks=6 max=-28
may=-13 may$=12 maybe=-18 mb=-59 me$=35 me_look=-10 me_to=-29 mean=4 means=-7 meeting=-40 meeting$=-5 mehr=14
mehr$=-30 mein=-11 meine=-30 meine_frau=7 meinst=-12 memory=-31 merge=5 merged=5 message=-14 messen=6 mi=14 mich=-18
mich$=-20 mich_bitte=-19 middle=-7 mieten=-9 mietver=21 might=-20 miles=-6 milk=8 min=25 mind=-38 mindest=11 mine=11
mine$=11 minuten=-12 mir=18 mir$=-7 mir_bitte=17 mir_das=-23 mir_die=-22 mir_immer=17 mir_sagen=-7 missing=16 mit=35
mit$=-30 mit_0=10 mit_dem=-25 mit_den=6 mittags=-21 mittwoc=45 mm=9 mode=11 moment=-11 monat=14 monat$=20 monday=24
mondays=-31 monolit=16 montag=-12 mood=-12 more=-15 more_at=-15 morgen=17 morgen_früh=10 morgens=5 morning_0=-19
mostly=-25 move=-12 move_to=-16 moved=5 moves=11 moves_to=11 moving=-34 mr=-13 mrs=5 ms$=-12 mum=10 museum=24
music=-31 musik=12 muss=51 muss_ich=19 muss_noch=38 must=57 märz=10 möchte=-27 möglich=-8 müssen=12 müsste=21
müssten=-7 n.0=-100 n.1=-77 n.2=4 n.3=59 n.4=62 n.5=62 n.6=-11 nach=22 nach$=-15 nach_dem=-6 nachmit=29 nachrei=5
nachric=12 nachts=-33 name=-7 name_is=8 named=5 names=15 nas=-8 nats=14 ne=-33 ned=58 need=-24 need_a=-42 need_to=24
needs_to=27 nehmen=16 nem=-5 nen=-17 nett=-14 neu=16 neue=22 neuen=15 never=27 new=19 news=38 newslet=35 next=43
next_week=-13 nginx=16 nginx$=36 nice=-64 nicht=-15 nicht_in=4 nicht_mehr=40 nichts=-24 nie=-5 nie_mit=6 nie_wieder=14
niemals=11 niemand=-6 niemand_konnte=-7 night=12 nightly=12 nimm=26 nix=12 nix$=-9 no=70 no.cue=-234 no_more=-14
nobody=-13 nobody'=-11 nobody_could=-6 noch=62 noch$=24 noch_auf=-46 noch_aus=16 noch_das=6 noch_den=54 noch_die=37
noch_ein=-26 noch_etwas=-12 noch_nicht=5 nochmal=-22 nodes=11 noon=-14 norden=-7 norden_lief=-7 north_were=-4 not=-7
not$=-13 not_0=8 not_sure=-9 notar=7 note=53 nothing=-89 notice=22 notiert=24 novembe=10 novembe$=5 now=-6 now$=26
now_on=15 npm=-17 number=20 numbers=50 nummer=21 nur=9 nur_mit=9 nur_noch=8 nurse=25 nursery=-12 nächste=-5
nächste_woche=13 oak=7 ob=-40 ob_die=-10 october=17 odd=-13 odd_to=-5 of=-43 of_a=-11 of_my=4 of_the=9 of_them=6
off=14 off$=15 off_the=-41 offen=6 offenen=11 offer=23 office=-15 office$=6 ohne=19 ok=-26 ok$=-6 old=-32 oma=14 on=30
on$=-23 on_0=18 on_a=-11 on_friday=-9 on_it=28 on_monday=23 on_mondays=-31 on_saturda=16 on_the=-23 on_thursda=25
on_tuesday=8 once_more=-15 one$=13 one_thing=-13 one_with=-20 ones=-11 only=-20 only$=-29 opa=8 open=-17 openapi=17
ops=7 or=92 order=17 orders=19 orm=-33 oslo=24 oslo$=24 other=-19 other$=-4 other_one=-13 otherwi=-23 otherwi$=-25
our=69 out=17 out$=-10 over=26 over_0=-25 over_the=-17 owe=27 p.alone=75 p.first=5 p.last=-76 p.within=-4 paar=5
paar_tabelle=-5 package=16 page=16 page$=7 paint=-11 paint_the=-10 papa=32 papier=-35 paragra=-19 paragra$=-6
paramet=5 paramet$=5 parser=-11 party=21 pass=17 pass$=56 passier=-6 passpor=-11 passt=-11 passwor=-5 path=-18
patient=-19 pay=18 payment=8 pdf=9 people=-19 per=16 period=20 petra=10 pfingst=4 phone=21 physio=-9 pinned=-40
place=-11 place$=-12 plain=9 plan=-27 plannin=-17 platz=13 please=54 pls=95 plus=22 pm=7 podcast=-12 point=-18
point$=-13 points=17 pool=6 port=-13 port_0=-5 porto=29 post=-24 postgre$=12 pr=-13 pr$=-22 practic=-12
predicate.are=-13 predicate.bought=23 predicate.does_not_wan=-75 predicate.failed=-5 predicate.fixed=-13
predicate.gehört=9 predicate.gibt=14 predicate.goes_to=16 predicate.haben=-32 predicate.has=-63 predicate.hat=17
predicate.hates=12 predicate.have=-21 predicate.heisst=45 predicate.is=49 predicate.is_in=28 predicate.is_on=19
predicate.ist=69 predicate.ist_in=16 predicate.likes=22 predicate.lives_in=10 predicate.läuft=15 predicate.must=7
predicate.prefers=36 predicate.read=-35 predicate.rolled=7 predicate.runs=6 predicate.sind=-12 predicate.steht=10
predicate.use=-17 predicate.wants=9 predicate.war=-22 predicate.was=7 predicate.will=-39 predicate.wird=8
predicate.works=-23 predicate.wurde=-47 prefer=31 prefer_tea=26 prefer_the=19 price=11 print=38 printer=-25 pro=9
problem=-18 prod=62 product=12 projekt=11 promise=-6 proofre=6 propose=-7 protoko=-21 proxy=9 pull=-21 pump=-10
punkt=-10 punkt$=13 push=19 put=24 put_the=6 py=17 python=-18 q=28 q_0=-34 q_qqq=13 q_qqqq=-13 q_qqqqqq=12
q_qqqqqqq=42 qq=-4 qq_qq=-49 qq_qqq=32 qq_qqqq=-32 qq_qqqqq=-35 qq_qqqqqqq=-59 qqq=-57 qqq$=63 qqq_qq=78 qqq_qqq=30
qqq_qqqq=-42 qqq_qqqqq=9 qqq_qqqqqq=-58 qqq_qqqqqqq=19 qqqq=-54 qqqq$=11 qqqq_q=-21 qqqq_qq=-57 qqqq_qqq=21
qqqq_qqqq=-20 qqqq_qqqqq=40 qqqq_qqqqqq=-33 qqqq_qqqqqqq=-46 qqqqq=28 qqqqq$=-53 qqqqq_q=29 qqqqq_qqq=25
qqqqq_qqqq=-20 qqqqq_qqqqqq=34 qqqqq_qqqqqqq=18 qqqqq_so=-6 qqqqqq=14 qqqqqq$=58 qqqqqq_qq=-48 qqqqqq_qqq=28
qqqqqq_qqqq=-29 qqqqqq_qqqqq=7 qqqqqq_qqqqqq=30 qqqqqq_qqqqqqq=-52 qqqqqqq=30 qqqqqqq$=-71 qqqqqqq_in=-6
qqqqqqq_qq=-16 qqqqqqq_qqq=-5 qqqqqqq_qqqq=-43 qqqqqqq_qqqqqq=32 qqqqqqq_qqqqqqq=9 quartal=40 questio=-9 queue=29
quick=-30 quit=-10 radio=-30 ran=-41 rate=-5 rather=-16 raus=67 rd=6 rd$=7 re=-16 read=-68 read_it=-21 read_the=-24
reading=18 readme=-32 reads=-15 really=-8 rebase=14 rechnun=10 recipe=10 record=14 red=5 reden=-5 reden$=-10 redis$=9
referen=27 regel=-32 rehears=-29 reicht=-54 rein=-34 relay=-9 release=11 remembe=-28 remind=13 remind_me=13 reminde=-6
remove=-20 removed=36 renew=15 renew_the=8 replace=12 replica=31 repo=25 reserve=14 resolve=7 rest=79 rest$=33
restart=36 retenti=14 retry=33 return=13 returns=-7 reviewe=-35 reviews=8 rezepte=-29 right=-22 ring=8 rolled=7 roof=6
room=15 root_cause=16 rotate=-5 roughly=39 round=8 rows=-18 ruf=11 rule=-25 run=-14 run_the=-27 runners=9 running=20
runs=36 rust=26 ruth=-22 ruth$=-49 rückmel=-20 s=43 s$=4 sagen=36 sagen_warum=-7 said=-25 sales=-8 sales_in=-4
salience.0=-7 salience.1=-22 salience.2=-18 salience.3=-15 salience.4=70 salience.5=-14 salience.6=22 samstag=25
sat=-12 saturda=9 saturda$=23 sauna=-9 scanner=34 schau=-7 schaue=-15 schauen=-7 schedul=28 schema=-14 schick=34
schicke=34 schicke$=15 schlech=-7 schlech_als=-7 schlüss=12 schnell=-23 schon=-62 schon$=-12 school=-18 schreib=-13
schreib$=-38 schreib_mir=-10 schrift=-41 schritt=-4 schwarz=22 schwest=9 search=7 season=11 season$=8 seat=28 seats=85
sechs=17 second=31 seconds$=7 see=-32 see_the=-7 sehe=-7 sehen=-11 sehen_seltsam=-5 sehr=-25 sein=-26 seit=39
sekunde=9 selbst=23 self=37 seltsam=-5 seltsam_aus=-5 send=-15 sentenc=6 septemb=7 septemb$=5 server=4 service=23
servus=-8 session=32 set=24 settled=18 settled_on=10 setzen=-9 seven=6 shall=-11 shall_i=-13 shared=22 she=44 she's=8
sheet=11 shift=-22 shop=19 short=-11 short_version=18 shorter=11 should=52 should_i=27 show=-13 side=17 sie=-34
sie_mir=32 sieht=-10 sign=16 signed=17 since_the=30 sister=34 sit=-32 site=-20 sitz=-10 sitzt=5 six=40 size=14 skip=45
slides=31 slot=6 slow=29 small=41 smoke=8 so=-35 so$=-67 so_far=-9 so_the=10 sofort=13 sohn=5 soll=37 soll_ich=-31
sollte=-52 sollten=-25 some=-66 some_tables=-5 somebod=16 somethi=-68 somewhe=-16 sommerf=28 sooner=-33 sorry=-30
souchon=19 souchon$=19 sowas=18 spaces=29 spare=-8 speiche=25 spring=14 spring$=12 spring_and=-4 sprint=8 später=-30
sql=8 sqlite=29 sqs=10 squash=43 srv=8 st=9 stage=46 staging=17 stall=5 stall$=15 stand=-16 standar=-46 started=6
state=-12 station=8 statt=15 statt_0=5 status=-8 stay=-28 stays=-40 stehen=54 steht=40 steht_auf=8 steht_jetzt=-8
stell=-14 stell_dir=-16 stelle=-8 stets=-4 steuerb=13 still=46 stock=10 stop=-5 store=8 stored=8 story=7 straigh=13
streami=16 street=-37 streich=22 stuff=-10 style=6 stück=-33 summari=-10 summer=22 sunday=20 sunday$=4 sundays=-17
supplie=9 suppose=-10 sure=-9 surgery=-24 switche=-13 system=6 tabelle=19 tabelle_sehen=-5 table=18 table$=13
tables=15 tables_in=-5 tabs=29 tag=-39 tag$=-5 tage=24 take=18 take_it=5 take_the=48 takes=31 talk=-9 talk_about=-15
talked=10 tante=4 tausche=7 tea=26 tea$=16 team=-14 team$=7 teams=-15 telefon=-11 tell=10 tell_me=-6 tell_the=15
templat=-4 tempora=15 ten=-6 termina=-11 termine=7 terrafo=-22 tests=44 tests$=-17 text=9 th=-13 th$=7 th_of=-10
than=-10 than_in=-4 thanks=-31 thanks$=-9 thanks_for=-17 that=-69 that$=-48 that's=-29 that's_a=7 that's_the=-10
that_came=-23 that_for=-19 that_i=12 that_look=-5 that_one=-6 that_the=-14 that_was=-4 thats=15 the=58 the_0=20
the_api=25 the_blue=15 the_car=-38 the_choir=-9 the_config=-14 the_contrac=-8 the_details=-6 the_end=14 the_invoice=10
the_kids=35 the_last=-4 the_lease=5 the_list=6 the_memory=6 the_new=17 the_office=-49 the_one=11 the_only=30
the_other=-18 the_parser=-28 the_same=5 the_second=47 the_short=18 the_spring=-5 the_team=28 the_thing=32 the_three=-7
the_train=-26 the_two=5 the_van=67 the_weather=-28 the_weekend=12 the_whole=-15 their=-13 them=29 them$=5 thema=17
then=-52 then$=15 theoret=-6 there=-51 there_are=9 there_was=-6 thermos=10 they=-54 they're=17 thing=-39
thing_twice=-15 things=-6 think=5 thinkin=-11 third=10 this=-16 this_morning=-19 this_repo=10 this_week=10
this_year=23 those=-16 though=-41 though$=-31 thought=-22 three=30 through=17 through_the=15 thursda=38 thursda$=13
tidal=22 tiles=-9 till=22 time$=6 timeout=-10 times=-38 to=12 to_0=16 to_be=20 to_call=32 to_do=25 to_keep=-43 to_me=8
to_move=-16 to_renew=8 to_set=8 to_the=-10 today=-36 today_0=-36 todo_:=5 told=8 tomaten=-20 tonight=-6 tonight_0=-6
too=9 top=36 tops=22 touch=14 trag=14 train=-26 train_and=-15 trainer=7 trains=5 travel=-12 trinke=19 trip=-50
trust=-8 try=-12 trägt=-10 ttl=29 tuesday=35 turn=-6 tut=-7 twice=-21 twice_on=-15 two=14 two$=18 type=-25 tür=-34
u=38 uhr=6 um=37 um$=7 um_0=16 um_die=22 umstell=9 uncle=-51 und=-32 und_0=9 und_den=-4 und_der=-5 und_die=4
und_einmal=-19 und_ich=-52 und_nicht=20 und_niemand=-7 und_wir=17 under=24 under_0=17 unit=20 unless=-36 uns=28
unser=45 unsere=6 unter=11 untersc=5 untersc$=5 unterwe=-6 until=38 up=-10 up$=-30 up_the=17 updated=19 upload=-17
upstrea=-9 urlaub=-19 ursache=24 use=-19 use_the=-5 used=-62 usually=-23 utc=-9 uv=36 v=-46 v_0=-38 vacuum=-7
valkey=12 values=49 van=68 variant=8 vat=15 vater=-5 vegetar=-8 vendor=27 verein=5 vereins=-5 vergiss=8 verglei=-10
verkauf=-50 verläng=19 verläng$=8 vermiet=8 version=49 version$=18 version_0=16 versteh=-30 vertrag=-14 verwend=18
verzich=11 viel=-11 viele=-34 vielen=-31 viellei=-22 vier=15 vinyl=29 voice=15 volume=-8 vom=47 von=21 von_0=8
von_der=21 vor=-29 vor_0=15 vor_der=-11 vorher=25 vorm=5 vormitt=16 vorne=-7 vorschl=-22 vorstel=-26 w=11 wahl=-31
wahrsch=-10 want=-69 want_to=-63 war=-54 war_ein=19 war_eine=-5 ward=15 waren=6 warning=-17 wartesc=7 wartet=6
warum=-15 warum$=-7 was=-44 was_in=-12 was_the=20 was_wäre=-7 wasn't=-7 water=-7 way=-36 we$=-52 we'd=-42 we'll=31
we're=131 we're_doing=40 we're_going=26 we've=43 we_agreed=-26 we_are=-47 we_could=-17 we_decided=39 we_had=-22
we_have=41 we_need=-25 we_settled=9 we_use=-31 weather=-28 wednesd=36 wednesd$=15 week=-19 week$=-4 weekend=36
weekend_and=-6 weekly=35 weg$=-28 wegen=-21 wegen_der=-34 weil=-9 weiss=-21 weisst=-16 weisst_du=-14 weiter=-6
welche=-14 well=25 wenn_die=-9 wenn_du=23 wenn_ich=12 wenn_wir=-33 went=16 wer=-21 werden=19 werden$=7 were=5
were_a=-4 werktag=6 werte=-7 wetter=-25 what=-61 what's=-25 what's_the=-25 what_does=-4 whateve=-7 when=42 when_i=-9
when_you=28 wheneve=11 where=-17 whether=-57 which=-17 while=17 white=-19 who=-13 whole=-20 whole_thing=-15 wie=-74
wieder=-25 wifi=20 will=29 will_be=17 window=17 wine=-17 wir=22 wir$=-7 wir's=-8 wir_bleiben=31 wir_das=14 wir_die=-24
wir_haben=20 wir_mal=-12 wir_mit=16 wir_nehmen=19 wir_sind=30 wir_uns=-14 wird=63 wirklic=-22 with=14 with_a=-11
with_all=-6 within=-37 without=96 without_a=23 wlan=-22 woche=13 wochen=18 wochene=-4 wohl=18 wohne=12 wollen=-32
wollte=7 wonder=-18 word=-16 words=12 work=-39 work$=-20 worker=24 works=-21 works$=-7 would=-5 would_be=-5
would_you=44 write=-14 written=10 wrong=12 wurde=-52 wär=-18 wäre=14 wäre_wenn=-7 würde=17 würden=5 würdest=-14
yaml=24 year=11 year$=31 years=-18 yes=44 yesterd=-37 yesterd_0=-37 yet=-8 you=47 you'd=6 you're=-6 you_explain=-11
you_know=18 you_like=18 you_want=22 z=-6 zahlung=6 zehn=-8 zeile=-15 zeilen=-28 zeit=-34 zeitung=-7 zertifi=30
zimmer=27 zu=5 zu_nehmen=20 zug=8 zug_gelesen=-8 zugesag=15 zugesti=-42 zugesti$=-7 zum=64 zum_0=16 zur=23 zurück=-12
zurück$=14 zurückg=9 zurückg$=7 zusamme=13 zwar=-20 zwei_wochen=26 zweimal=-16 zweimal_im=-8 zweite=7 zweiten=34
zwische=-13 zwölf=8 über=21 über_0=9 über_den=19 über_die=-23 überall=-12 überhau=-18 überset=-17 überzeu=-23
übrigen=21
"""
DECISIONS = r"""
=-67 !$=-34 !_!=10 0=6 0$=-40 0_0=33 0_:=27 0_and=-16 0_b=4 0_c=6 0_days=-8 0_euro=7 0_for=39 0_from=7 0_gb=-27
0_hat=-9 0_hours=-7 0_im=13 0_in=-5 0_is=18 0_ist=28 0_k=-13 0_km=-11 0_m=25 0_minutes=-16 0_ms=-23 0_or=33 0_rd=14
0_s=16 0_seconds=-10 0_sekunde=-9 0_st=19 0_th=-16 0_to=-10 0_uhr=-27 0_und=-16 :=72 :_0=7 :_das=-17 :_der=-24
:_die=16 :_the=-6 :_we're=19 :_wir=-8 ;=5 ?=10 ?$=11 ^0=44 ^ab=-22 ^after=56 ^after_the=13 ^always=-18 ^as=15 ^auf=-28
^bei=-31 ^bis=-15 ^bitte=5 ^can=-47 ^can_you=-22 ^commit=-12 ^could=-26 ^could_you=-10 ^dann=84 ^dem=-29 ^den=25
^der=34 ^do=13 ^don't=-32 ^erinner=-15 ^erinner_mich=-15 ^erledig=4 ^es=30 ^es_gibt=19 ^feature=19 ^final=36 ^fixed=-4
^for=-33 ^for_the=-7 ^found=19 ^frau=-33 ^from_now=-9 ^für=-10 ^für_die=23 ^hab=18 ^i=-34 ^i'd=-19 ^i'd_rather=-14
^i'll=-22 ^i'm=-41 ^i've=34 ^i've_got=-22 ^i_don't=-15 ^i_hate=-10 ^i_have=27 ^i_like=-32 ^i_prefer=-49 ^i_want=-12
^i_went=12 ^ich=-83 ^ich_bin=-14 ^ich_hab=-13 ^ich_habe=27 ^ich_mag=-7 ^ich_muss=-12 ^im=25 ^in=20 ^in_der=6 ^it=-26
^it's=14 ^jedenfa=-6 ^jemand=-12 ^jonas=-21 ^kannst=-24 ^kannst_du=-16 ^keine=-11 ^könntes=-9 ^lass=5 ^lena=-26
^let's=65 ^listen=-14 ^make=31 ^mein=-12 ^meine=-18 ^mir=51 ^muss=-6 ^my=-47 ^nach=42 ^nach_dem=5 ^never=-9 ^next=-20
^no=-28 ^noch=-14 ^nothing=-25 ^nächste=-23 ^one=-10 ^only=-31 ^our=-49 ^please=-21 ^pls=-19 ^prod=-21 ^q=11 ^qqq=4
^qqq_qqqqq=-49 ^qqqqq=18 ^qqqqqqq=-29 ^remind=-17 ^remind_me=-17 ^root=6 ^schick=-7 ^schreib=-14 ^should=18 ^soll=37
^someone=-20 ^still=-22 ^the=-17 ^then=30 ^todo=-45 ^todo_:=-35 ^unser=-18 ^ursache=-19 ^vor=-9 ^was=-11 ^we=73
^we'll=72 ^we're=74 ^we've=36 ^we_decided=34 ^we_have=-11 ^wenn=-18 ^wenn_du=-5 ^wer=-30 ^what=-21 ^when=-35
^when_you=-15 ^wie=36 ^will=-26 ^wir=67 ^wir_bleiben=30 ^wir_haben=13 ^you=30 a=-77 a_0=-14 ab=87 ab$=-8 ab_jetzt=32
ab_sofort=-26 abend=-5 abgelau=-23 abgesti=21 about=-49 about_the=-12 above=8 absagen=-15 account=-44 achterb=-11
add=-19 added=-9 after=-16 after_the=15 afterno=25 again$=-4 agm=11 agreed=100 ahead=20 aktenze=-11 alarm=-23 all=38
alle=41 allergi=-24 alles=-6 already=-11 als=-11 also=18 alte=29 alten=-30 always=-85 always$=-32 am=-49 an=-16
an$=-18 an_die=37 and=22 and_i=30 and_i'm=-5 and_no=-7 and_the=-8 anderen=-21 anforde=-6 angebot=42 ankündi=-13
anmeldu=-14 another=-13 anrufen=-15 anrufen$=-9 ansible=25 ansprec=-34 answer=-7 answers=-15 antrag=40 antwort=-14
any=18 anymore=-11 anyone=-27 anythin=-49 api=-26 app=27 apply=-25 april=-23 april$=-17 arbeite=-15 archive=14 are=-20
arm=5 as=9 as_you=16 ask=-17 asked=28 at=-5 at_0=34 at_a=-9 at_least=-18 at_the=5 auch=-14 auch_nicht=-22 audit=11
auf=18 auf_0=42 auf_dem=-29 auf_den=45 auf_der=7 auf_die=15 auf_englisc=-27 august=-13 aus=-52 aus$=-23 aus_dem=7
ausschl=-25 auth=28 autumn=7 autumn$=7 b=29 baby=15 back=28 back_to=10 backoff=30 backup=-25 bad=-12 band=50 based=33
basemen=-26 batteri=-34 be=19 because=-31 because_of=-32 because_the=-8 been=7 before=-19 before_0=8 before_the=-34
before_you=-5 behind=-19 behind_the=-19 bei=-16 bei_0=7 bei_der=-14 bei_mir=8 bei_uns=-51 beim=-37 bekommt=42
belongs=-22 bergen=-10 bergen$=-10 beschlo=111 beschlo$=54 besorge=-10 besten=-11 bestäti=11 betrieb=37 between=35
bevor=-34 bin=-48 bin_ich=-11 bis=-66 bis_ende=14 bis_zum=-13 bitte=-92 bitte$=-16 bitte_die=-10 bitte_immer=-14
bitte_keine=-10 bitte_nie=27 bleiben=45 bleiben_bei=28 board=12 boat=-20 book=-16 book_the=-12 books=-16 both=24
bottom=-6 bought=9 box=-28 branch=22 branche=-7 brauche=-29 brauchs=-6 braucht=-23 bring=-14 broker=-11 brother=8
btw=-14 btw$=-12 budget=24 bullet=-19 bullet_points=-11 bump=-12 but=14 by=-70 by_the=10 c=28 cache=35 caddy=21
calenda=-10 calenda$=-9 call=24 call_the=-13 called=-6 came=-23 can=-6 can't=-22 can_you=-22 capped=30 cards=15
case=-16 cats=-34 cert=-9 certifi=-22 change=4 changel=-10 chapter=-6 charts=-14 chase=-9 check=-29 checkou=-7
choir=-7 chose=60 ci=16 clear=-4 client=-6 close=24 closed=-14 club=-5 cluster=-7 code=-35 coffee=-13 colour=17
come=-16 comes=-42 comment=-20 commit=-39 commit_message=-18 commits=-8 commits$=-7 committ=12 company=-7 connect=-18
could=-26 could_you=-10 council=11 cron=21 custome=-33 cut=24 da=11 dabei=17 dann=31 daran=-10 das=68 das_ist=7
das_mit=7 dass=-22 dass_ich=-19 data=-4 dateien=-6 dauerha=41 davon=-46 day=-12 days=-9 days$=-17 db=9 de=25
decided=50 decided_to=39 default=4 degrees=-14 delete=7 deliver=-7 dem=20 den=55 dentist=-22 depende=-13
der_schlüss=-14 des=-4 detecto=-9 deutsch=-20 dev=6 develop=-7 die=38 die_0=-5 dienst=-8 diensta=27 diese=-31
diese_woche=-25 diesem=-15 dieses=39 dieses_jahr=39 diffs=-7 dir=12 do=11 do$=-10 do_the=20 doch=75 does=-8 dog=-11
doing=34 don't=-89 don't_want=-7 done=43 donners=27 doppelp=-21 doppelt=26 down=-10 dr=-19 draft=-10 dran=-19 drauf=9
drin=13 dringen=-8 drive=-14 drop=17 droppin=33 drucker=12 dry=5 drüber=26 du=-94 du_die=-19 du_mir=-17 dump=13
durch=15 durch$=-7 durchge=37 durchwa=-7 e=-32 each=-11 edge=-15 eigentl=-9 ein=-18 eine=29 einem=-18 einen=-25
einer=-34 einfach=16 einladu=-12 einmal=-10 eins=27 electri=7 else=-19 email=4 emojis=-31 emojis_in=-16 end=52
end_of=17 ende=5 endlich=-9 endpoin=-17 englisc=-41 english=-9 entfern=24 entschi=122 entschi$=40 er=6 ergebni=29
erhöht=-11 erinner=-27 erinner_mich=-15 erledig=8 erledig$=-10 erneuer=-17 erreich=-16 erst=-21 es=71 es_gibt=19
ever=-23 ever$=-13 every=-61 everyth=33 excepti=-4 exclama=-9 exponen=30 export=-26 fahren=-13 falls=-12 fasst=-22
favour=-5 feature=38 februar=43 fehlt=-31 fehlt_noch=-22 fertig=5 fertig$=12 festgel=24 festgel$=24 file=-26 files=-10
final=65 finanza=-16 find=-8 fine=16 finishe=7 first=-6 first$=-16 fix=8 fixed=19 fixture=37 flaky=7 flaky_test=7
flat=24 floor=6 for=22 for_anythin=-11 for_me=-4 for_the=-8 fotos=-9 found=10 four=9 frag=-4 frau=-47 free=-13
freezer=-22 frei=18 frei$=9 freigeg=12 freigeg$=14 freitag=-33 friday=-6 friday$=-25 from=43 from_0=-14 from_now=28
from_the=-14 früh=-13 früh_0=-12 functio=-7 fällt=-18 für=-11 für_den=-41 für_die=22 für_mich=-14 fürs=19 gar=-12
garage=19 gateway=-9 gb=-27 geburts=-17 geeinig=37 gefunde=11 gegen=24 geht=15 gehört=-64 gelösch=16 gemacht=-8
gemeind=4 gemergt=6 gemergt$=6 generat=-12 generel=-13 gern=-5 get=-62 getausc=30 gets=29 gezogen=10 geölt=12 gibt=29
gibts=-17 gilt=-37 gilt_:=-26 give=24 go_to=16 go_with=48 god=-16 goes=62 goes_to=44 going=33 going_with=23 got=-57
gotta=-12 grad=17 graphql=17 green=23 group=38 grundst=-14 grundsä=-30 gut=-27 h=-29 hab=79 hab_ich=59 habe=-7
habe_den=34 haben=23 haben_uns=18 had=27 halbe=-8 half=28 hall=-11 hand=-15 has=-63 has_the=-21 has_to=-41 hasse=27
hat=-9 hat_0=-42 hat_nur=-20 hate=-14 hate_it=-9 haus=-10 have=-15 have_to=-34 haven't=-41 he=-6 head=-12 header=-8
hearing=-14 hebamme=-7 heisst=-41 helm=27 her=15 here=-27 herr=-13 herrn=-8 hetzner=28 heut=-11 heute=29 heute_0=29
hier=-25 hin=8 hinter=-22 his=-30 hours=-29 hours$=-11 house=4 hund=11 hängt=-20 i'd=-32 i'd_rather=-14 i'll=-6
i've=-14 i've_got=-22 i_don't=-18 i_hate=-14 i_have=12 i_like=-32 i_need=-8 i_prefer=-49 i_want=-18 i_went=12
ich_bin=-16 ich_die=39 ich_hab=-15 ich_habe=5 ich_mag=-10 ich_muss=22 ich_nicht=-20 ich_noch=-7 ich_will=-25 id=-21
if=-27 ihm=-12 ihn=17 ihr=-15 im=-12 im_monat=-8 image=25 immer=-92 immer$=-16 immer_auf=-7 immer_mit=-27
immer_noch=-16 imperat=-9 importe=-29 in=-52 in_0=42 in_anythin=-18 in_den=-13 in_der=-19 in_die=35 in_my=-10
in_the=-15 in_this=-28 index=-33 ines=-32 ingest=-10 ins=15 instead=44 instead_of=35 intern=-12 interna=-6 inventu=16
invoice=-9 is=-19 is.answers=134 is.asked=-27 is.asks=24 is.form=-31 is.number=-20 is.quotes=37 is.supposed=5
is.unsure=15 is_0=-64 is_a=4 is_at=-15 is_called=-8 is_in=39 is_off=30 is_on=-6 is_the=-10 isn't=-26 ist=-16 ist$=20
ist_0=16 ist_am=18 ist_die=-26 ist_in=19 ist_jetzt=-8 ist_noch=9 ist_seit=5 it=47 it$=-23 it's=-31 it_:=6 it_in=13
it_is=52 it_was=37 it_when=-9 ja=12 jahr=95 january=4 jeden=-22 jedenfa=-12 jeder=-18 jedes=-18 jemand=-45 jetzt=103
jetzt_auf=36 jetzt_doch=23 jetzt_in=-29 job=-4 jonas=-21 judge=36 july=-26 just=17 kaffee=-5 kafka=12 kafka$=8
kalende=-9 kann=-24 kannst=-24 kannst_du=-16 kapitel=-12 karte=-8 keep=16 keep_the=-8 keeping=20 kein=23 keine=-54
keinen=-30 keiner=-13 keller=-18 key=-18 keys=-11 kids=-9 kiln=28 kind=-15 kinder=27 km=-17 know=-35 know$=-16
kollege=-13 kommen=25 komment=-18 kommt=28 komplet=27 kostet=13 kriegt=5 kunde=23 kunden=-11 kurz=21 kw=10 kw_0=34
könntes=-13 könntes_du=-13 küche=5 kümmert=-30 künftig=58 lab=-15 lager=-16 lange=-19 lapsang=-10 lapsang_souchon=-10
lass=75 lass_uns=15 lassen=5 last=-27 laufen=-24 lease=-10 least=-18 leave=12 led=12 left=-25 lena=-29 let=-16
let's=72 let_me=-6 letter=-14 letzte=-7 letzten=-17 leute=-24 level=38 library=-27 licence=13 lieber=-16 liebste=-7
liefert=-10 liegen=-10 liegt=-49 lights=-7 like=-25 like_my=-8 lindqvi=-5 line=-35 lines=-14 links=-22 list=6
liste=-20 listen=-16 live_in=8 log=-44 login=-5 logs=-19 lol=-15 lol$=-15 longer=6 look=-22 läuft=-40 läuft_auf=-18
m=9 m.assistant0=-16 m.assistant1=15 m.assistant2=95 m.assistant3=8 m.person1=-6 m.person2=-20 m.person3=-52
m.person4=-34 mach=10 machen=77 machen$=-8 machen_wir=23 machst=-6 macht=-17 made=50 mag=-24 mail=-58 mails=-13
main=-35 main$=-18 make=27 mal=-57 man=-11 manager=-30 marks=-9 max=-6 may=7 me=-114 me$=-33 me_to=-20 meeting=45
mehr=67 mehr$=-38 mein=-17 meine=-31 meine_frau=7 meinen=-12 meiner=-9 merge=-7 merged=25 message=-21 messen=-9 mi=-11
mich=-30 mich_bitte=-10 mietver=-7 migrati=-6 milk=-23 mind=33 mindest=-13 mine=-10 mine$=-10 minuten=-22 minutes=-26
mir_bitte=-9 mir_immer=-6 missing=-30 mit=46 mit_0=-20 mit_dem=51 mit_den=48 mit_der=60 mitglie=9 mittwoc=18 mm=13
mode=28 monday=30 monday$=-21 mondays=16 monolit=20 month=-17 month$=-14 more=-18 morgen=-36 morgen_früh=-12
morgens=-6 morning=21 morning$=-14 move=62 moved=-5 moves=47 moves_to=47 mr=11 mrs=-13 ms=-43 museum=-21 muss=-75
muss_bis=-9 muss_ich=-15 must=-21 my=-100 märz=25 müssen=-54 müssen_wir=-20 müsste=-29 n.0=79 n.1=-26 n.2=-39 n.3=-28
n.4=-17 n.5=5 n.6=17 nach=31 nachrei=-10 name=22 name_is=8 named=-5 names=-29 nats=13 ned=28 need=-79 need_to=-59
needs=-70 needs_to=-35 nehmen=82 nehmen_wir=22 nein=22 nem=-9 nen=-36 neu=18 neue=-71 neuen=-35 neun=16 never=-89
new=13 news=23 newslet=29 next=-17 nginx=67 nginx$=28 nicht=6 nicht$=-47 nicht_in=-8 nicht_mehr=78 nichts=-36 nie=-72
nie_mit=-23 nie_wieder=-14 niemals=-26 night=12 nightly=5 nimm=18 nix=-33 no=12 nobody=-32 noch=-123 noch$=-16
noch_aus=-16 noch_das=18 noch_den=-33 noch_die=-12 noch_nicht=-26 nochmal=-16 north=-6 not=-23 not_0=-5 not_the=-8
note=-19 notes=-10 nothing=-32 novembe=-20 novembe$=-30 now=22 now$=-17 now_on=28 number=-39 numbers=-10 nur=-46
nur_mit=-30 nur_noch=102 nurse=-25 nächste=6 oak=10 ob=-12 october=-6 oder=123 of=-23 of_the=8 of_them=-17 off=16
off$=-24 off_the=18 offen=-29 offer=69 office=-24 ohne=-32 old=-29 oma=15 on=-6 on$=21 on_my=-15 on_saturda=-4
on_the=-44 on_thursda=-13 on_tuesday=10 once=14 one=-21 one$=20 one_thing=-25 only=-81 only$=23 open=-34 openapi=-12
ops=30 option=42 or=149 order=-6 orders=-34 oslo=-7 oslo$=-7 other=12 otherwi=-18 our=-57 out=-29 out_of=12 over=30
owe=-13 p.alone=-61 p.first=16 p.within=40 package=5 page$=-5 paint=17 papa=24 paramet=-13 paramet$=-13 parser=-24
party=18 pass$=-12 passt=10 passwor=-34 patient=-11 pay=-26 payment=-12 pays=12 per=11 period=9 petra=-7 pfingst=9
phone=-23 physio=13 picked=32 plain=28 plan=-58 please=-45 please$=-6 pls=-40 plus=28 pm=9 point=12 points=26 pool=-20
port=-30 port_0=-8 porto=-29 post=12 postgre=55 postgre$=15 pr=-28 praxis=-19 prefer=-54 prefer_tea=-20 prefer_the=-14
print=6 printer=-20 pro=6 prod=-34 product=-13 prof=-11 projekt=17 promise=-18 protoko=13 push=-10 put=15 put_the=-10
py=-20 python=28 python_0=44 q=-17 qq=25 qq_qqq=35 qq_qqqq=-17 qq_qqqqq=14 qqq$=24 qqq_qq=14 qqq_qqq=5 qqq_qqqq=-13
qqq_qqqqq=15 qqq_qqqqqq=5 qqq_qqqqqqq=-23 qqqq=7 qqqq_qqq=-4 qqqq_qqqq=19 qqqq_qqqqq=11 qqqq_qqqqqqq=12 qqqqq=34
qqqqq$=-25 qqqqq_q=-17 qqqqq_qq=-31 qqqqq_qqq=-58 qqqqq_qqqq=15 qqqqq_qqqqqq=7 qqqqq_qqqqqqq=25 qqqqqq=-21 qqqqqq$=-13
qqqqqq_qqq=12 qqqqqq_qqqq=29 qqqqqq_qqqqqq=13 qqqqqq_qqqqqqq=13 qqqqqqq=42 qqqqqqq$=35 qqqqqqq_qq=8 qqqqqqq_qqq=21
qqqqqqq_qqqq=14 qqqqqqq_qqqqq=-8 qqqqqqq_qqqqqq=-59 quartal=-7 questio=-21 queue=21 quick=18 rather=20 raus=39
raus$=23 rd=14 read=-11 reading=6 really=-21 rebase=-5 recipe=-7 red=-21 redis=22 redis$=11 referen=-18 registe=-18
release=-6 remind=-22 remind_me=-22 removed=34 renew=-5 renew_the=8 replace=-22 replica=-8 repo=-6 repo$=-8 report=-6
reports=-25 resolve=52 rest=60 rest$=34 restart=-34 retenti=-10 retro=39 retry=12 return=-11 ring=15 rolled=26 roof=20
room=-15 root=6 root_cause=6 rot=-16 rotate=-9 round=20 router=-17 ruf=-6 run=-34 runners=20 running=15 runs=-37
rust=10 s=9 s_0=-33 sagen=5 same=-19 samstag=32 saturda=-4 scanner=7 schedul=-18 schick=-12 schicke=-23 schicke$=-14
schlüss=-22 schon=-12 schreib=-26 schreib$=20 schritt=-19 schwest=-8 season=21 season$=26 seat=-18 seats=-57 sechs=-27
second=19 seconds=-10 seconds$=4 see=-5 sein=8 seit=-41 sekunde=-9 send=-29 sentenc=-8 septemb=45 septemb$=22
server=31 service=-17 session=58 set=36 settled=90 settled_on=50 seven=-14 shall=-17 shared=-41 she=-41 she's=-17
shift=-9 shop=-4 short=-8 short_version=-11 sich=36 side=43 sie=-47 sie_mir=-8 sign=-15 signed=17 since=-26 sister=-9
site=8 sits=-8 sitzt=-5 six=-12 size=16 skip=-19 slides=-24 slot=7 small=-17 smoke=-16 so=7 so_keep=-9 sofort=-26
sohn=-17 soll=53 sollte=-17 some=-6 somebod=-36 someone=-39 sommerf=4 sonntag=9 sonst=-46 souchon=-10 souchon$=-10
spaces=4 speiche=-27 spring=-6 spring$=-11 sprint=30 spätest=-13 sql=-25 sqlite=41 squash=-14 srv=5 st=7 stage=-19
staging=-41 stall=-12 stall$=-12 stand=33 startin=40 starts=-8 statt=101 statt_0=-21 stays=42 stehen=13 steht=-8
steht_auf=-21 steuerb=-8 still=-63 stock=-9 stored=-25 street=25 streich=4 stunden=25 subject=-8 summari=-6 summer=7
sunday=-22 support=29 surgery=7 swap=-14 switche=36 system=19 tabelle=-22 table=55 tabs=-12 tag=-5 tage=-9 take=-10
take_the=30 takes=-28 talked=23 tante=-12 tausche=-18 tea=-23 tea$=-20 team$=-20 tell=-19 tell_the=-16 tempora=7
termin=-24 termine=-10 test_in=-13 tests=-57 tests_laufen=-25 th=-16 th$=-20 than=5 that=-7 that's=-11 that_the=34
the=69 the_0=96 the_api=-19 the_blue=4 the_end=55 the_first=9 the_invoice=-28 the_kids=24 the_lease=-10 the_logs=-9
the_morning=-22 the_old=-19 the_one=6 the_only=11 the_other=-13 the_second=51 the_short=-11 the_team=16 the_two=10
the_van=28 their=-5 them=-33 thema=22 then=31 then$=20 there=-5 there's=-17 there_are=-8 thermos=51 these=-14 they=-12
third=-10 this=6 this_repo=-13 this_week=-5 this_year=7 three=50 through=-10 thursda=14 thursda$=-19 ticket=-13
time$=16 timeout=-23 to_0=62 to_a=-12 to_be=-50 to_call=-11 to_do=-22 to_renew=8 to_the=-26 to_use=12 today=26
today_0=26 todo=-45 todo_:=-35 told=16 tomorro=-71 tomorro_0=-71 tonight=-21 too=28 tops=-15 touch=-5 trag=-22
transla=-15 trial=36 trinke=-9 turns=5 two=-33 u=18 uhr=-27 um$=26 um_0=-6 um_die=-33 umgeste=-11 und=7 und_0=-10
und_der=20 und_die=30 und_ich=20 und_nicht=14 und_wir=-40 under=-6 under_0=-19 unit=13 uns=-10 uns_nicht=-18 unser=-26
unsere=13 unter=-46 untersc$=12 until=-23 up=26 up$=13 up_the=-14 updated=-17 urlaub=13 ursache=-25 use=43 use_the=-14
utc=9 uv=-11 v=-7 valkey=29 values=-15 van=23 variant=51 vat=-16 vegetar=-11 verein=24 vergess=-33 vergiss=-15
verläng=77 vermiet=-24 version=18 version$=-11 version_0=13 vertrag=17 verwend=-36 verzich=19 vier=20 vinyl=28 vom=-33
von=22 von_0=-14 von_der=-7 vor=-49 vor_der=-12 vorher=7 vormitt=-14 vorstan=22 voted=72 vpn=-6 w=12 want=-11
want_the=-6 ward=-12 wartet=-15 was=-17 way=-21 we=100 we'll=93 we're=135 we're_doing=32 we're_going=17 we've=35
we_decided=34 we_go=6 we_have=-24 we_settled=38 wechsel=4 wednesd=-24 wednesd$=-13 week=46 week$=14 weekend=-17
weekly=26 weeks=-22 weg=69 wegen=20 weil=-26 well=-25 wenn=-37 wenn_du=-7 went=22 wer=-48 werden=-41 werden$=-14
what=-38 when=-56 when_i=-8 when_you=-26 while=7 who=-21 why=-21 wie=80 wieder=-16 wieder$=20 will=17 will_be=67
window=-23 wir=126 wir_bleiben=40 wir_das=-20 wir_haben=-18 wir_mit=21 wir_nehmen=38 wird=127 with=50 with_a=-20
without=-45 without_a=-19 wlan=9 woche=-42 wochen=9 wochene=-6 wohne=-7 won't=18 words=-17 work=-22 worker=-31
works=-11 would_you=-7 write=-28 written=-37 wrong=-14 wurde=13 yaml=-19 year=42 year$=56 yes=-5 yesterd=-36
yesterd_0=-36 yet=-7 you=-14 you_know=-19 zahlen=-27 zahlung=-27 zertifi=-61 ziehen=15 zimmer=-8 zimmer_0=-12 zu=-5
zum=-28 zum_0=11 zur=30 zurückg=-9 zusamme=-15 zuständ=-29 zwar=13 zwei=13 zweimal=16 zweite=41 zweiten=-11
zwische=-21 zwölf=-18 über=-7 über_0=11 über_den=-26 überwei=-9 übrigen=-10
"""
PREFERENCES = r"""
=-107 !=5 !$=10 !_!=-25 0=-62 0$=-38 0_0=-66 0_:=35 0_and=-14 0_b=-11 0_c=-4 0_days=-6 0_grad=16 0_hat=-6 0_hours=-6
0_in=12 0_ist=-4 0_km=20 0_m=-15 0_ms=-5 0_novembe=-4 0_on=-10 0_s=-11 0_seconds=-5 0_sekunde=-6 0_st=-4 0_th=-17
0_to=35 0_uhr=59 0_und=-16 :=-51 :_0=17 :_das=-9 :_der=-24 :_die=-14 :_the=-24 :_we're=-13 :_wir=8 ?=-55 ?$=-53 ^0=-13
^ab=51 ^after=-30 ^after_the=-15 ^always=48 ^auf=18 ^before=-7 ^bei=97 ^can=14 ^can_you=-7 ^commit=20 ^could=-6
^could_you=-6 ^dann=-27 ^das=-55 ^den=-20 ^der=-68 ^die=-77 ^do=14 ^don't=39 ^erinner=-21 ^erinner_mich=-21 ^es=-23
^es_gibt=-13 ^feature=8 ^final=-11 ^fixed=-5 ^for=36 ^for_the=22 ^found=-11 ^frau=-9 ^from=27 ^from_now=31 ^für=20
^für_die=-14 ^hab=-17 ^i=-11 ^i'd=53 ^i'd_rather=27 ^i'll=-19 ^i'm=-52 ^i've=-33 ^i've_got=-22 ^i_don't=36 ^i_hate=25
^i_have=-13 ^i_like=50 ^i_prefer=73 ^i_want=5 ^i_went=-9 ^ich=26 ^ich_bin=-41 ^ich_hab=-11 ^ich_habe=-16 ^ich_mag=32
^ich_muss=-11 ^in=53 ^in_der=4 ^it=13 ^it's=-6 ^jemand=-6 ^jonas=-7 ^kannst=-13 ^kannst_du=-12 ^keine=59 ^lass=-5
^lena=-17 ^let's=-37 ^listen=18 ^mach=9 ^make=-6 ^mein=-5 ^meine=-50 ^migrati=13 ^my=-55 ^nach=-22 ^need=-5 ^never=24
^next=-11 ^no=61 ^nothing=50 ^nächste=-11 ^one=5 ^only=46 ^our=-48 ^please=31 ^pls=25 ^prod=-8 ^q=-18 ^qqq=13
^qqq_qqqqq=40 ^qqqq=-8 ^qqqqq=-10 ^qqqqqqq=-9 ^remind=-9 ^remind_me=-9 ^schick=9 ^schreib=38 ^should=28 ^someone=-10
^still=-9 ^the=-89 ^then=-7 ^todo=-9 ^todo_:=-7 ^unser=-43 ^ursache=-6 ^vor=14 ^we=-32 ^we'll=-19 ^we're=-47 ^we've=-6
^we_decided=-13 ^we_have=-16 ^wenn=19 ^what=12 ^when=41 ^when_you=29 ^wie=-6 ^will=-7 ^wir=-33 ^wir_bleiben=-17
^wir_haben=-19 ^you=5 a=-23 a_0=-5 ab$=8 ab_jetzt=-17 ab_sofort=42 abend=-13 aber=-12 abgelau=-4 about=23 about_the=20
access=-7 account=-23 achterb=8 add=-11 added=-6 after=65 after_the=10 again$=-4 agreed=-20 ahead=-18 aktenze=-5
alarm=-14 all=35 alle=-9 allergi=-28 alles=7 als=62 also=-6 alte=-7 alten=-27 always=145 always$=38 am=-33 am_0=-28
an$=36 an_die=-6 and=-44 and_i=-7 and_no=-6 and_the=4 anforde=-6 angebot=7 ankündi=17 annual=5 anrufen=-13
anrufen$=-11 ansible=-16 ansprec=-6 answer=17 answers=6 antwort=49 antwort$=4 any=23 anymore=-25 anyone=21 anythin=68
anythin_under=11 api=-14 app=-10 apply=19 april=-24 april$=-12 arbeite=-52 archive=-18 are=-6 arm=-4 as=36 ask=10
asked=-22 asking=13 at_0=4 at_least=23 auch=12 auch_nicht=13 audit=-5 auf=26 auf_0=-28 auf_dem=-10 auf_der=-14
auf_die=-19 auf_englisc=45 august=-8 aus=-27 aus$=7 aus_dem=-9 ausschl=72 auth=-14 autumn=-16 autumn$=-16 back=-31
back_to=-14 backoff=-5 backup=8 bad=-14 bakery=-17 band=-8 based=-21 batteri=-17 be=-9 because=-16 because_of=-4
because_the=-10 before=30 before_0=37 before_the=-17 before_you=14 behind=-11 behind_the=-11 bei=32 bei_0=-11
bei_der=-15 bei_mir=23 bei_uns=77 bekommt=-13 bergen=-14 bergen$=-14 beschlo=-22 beschlo$=-14 besorge=-5 betrieb=-11
between=-10 bevor=15 bin=-26 bin_ich=9 bis=-56 bis_ende=-6 bis_montag=-4 bitte=130 bitte$=22 bitte_die=-34
bitte_immer=30 bitte_keine=15 bitte_nie=-16 black=13 bleiben=-9 bleiben_bei=-24 bleibt=-7 blue=-13 board=-9 boat=-5
book=-12 book_the=-12 booked=-11 books=-12 bought=-23 box=-7 branche=49 brauche=17 brauchs=-5 bring=-15 broker=37
brother=-14 btw=8 btw$=8 budget=-4 bullet=50 bullet_points=15 bump=-10 but=-15 by_the=-13 c=-25 cache=-11 caddy=-23
calenda$=5 call=-16 call_the=-6 called=-22 can=-9 can't=13 can_you=-7 cards=-9 case=27 cash=22 cats=18 cause=-8
change=-9 changel=15 chapter=-21 charts=9 chase=-9 checkou=-17 chose=-10 ci=-16 clear=5 client=33 code=40 coffee=9
come=-22 comment=46 commit=74 commit_message=35 commits=17 commits$=14 committ=-5 company=-25 company$=-21 could=-6
could_you=-6 council=-6 cover=-13 cron=-4 custome=-19 d=-17 da=-31 dabei=11 dann=18 daran=-10 das=-78 das_ist=27
das_mit=-7 dass=9 dass_die=-6 dass_ich=-5 data=-6 dateien=34 davon=-5 days=-7 db=-18 de=-13 decided=-23 decided_to=-18
deep=5 default=12 degrees=-12 deliver=11 dem=-80 den=-76 dentist=-11 deploy=7 der=-55 der_schlüss=-11 des=8
deswege=-11 detecto=-19 deutsch=14 dev=-7 develop=-10 die=-105 dienst=4 diensta=-13 diese=22 diese_woche=-8 diesem=23
dieses=-9 dieses_jahr=-9 diffs=21 do=-5 do$=-9 do_the=-11 doch=-30 docs=9 does=-18 doesn't=-17 dog=-17 doing=-9
don't=80 don't_want=16 done=-26 donners=-6 dont=-4 doppelp=43 dr=-34 dran=-4 drauf=-5 drei=-19 drin=-32 drive=-16
drop=-7 droppin=-9 drucker=-9 dry=-5 drüber=-4 du=68 du_die=11 durch=-19 durch$=-8 durchge=-7 durchwa=-9 e=35 each=52
eigentl=-9 ein=27 ein$=5 eine=-18 einen=5 einer=-41 einfach=-11 einladu=14 einmal=18 electri=-10 else=-6 email=-15
emojis=30 emojis_in=12 end=-24 end_of=-9 endlich=-4 endpoin=-8 englisc=62 english=37 entschi=-22 entschi$=-15 er=-15
ergebni=-4 erinner=-22 erinner_mich=-21 erledig=-12 erledig$=-10 erneuer=-6 erreich=6 erst=27 es=-24 es_gibt=-13
euro=-7 ever=26 ever$=10 every=22 everybo=-14 everyth=13 excepti=21 exclama=17 exponen=-5 export=-20 fahren=-11
favour=20 feature=-5 februar=-12 fehlt=-10 fence=-5 file=15 files=14 final=-20 finanza=11 find=7 fine=-12 finishe=17
firmwar=-5 first=44 first$=4 fixed=-12 fixture=-4 flaky=-7 flaky_test=-7 floor=-14 for_anythin=27 forget=-10 form=18
fotos=19 found=-15 four=-22 frag=7 frau=-33 free=-6 freezer=-4 frei=-4 freigeg=8 freitag=-11 friday=-32 friday$=-7
from=-28 from_0=-6 from_now=20 from_the=-19 früh=-7 functio=36 fällt=-4 fünf=12 für_den=-14 für_die=-50 für_mich=24
fürs=-38 ganz=5 gar=-16 garage=-11 geeinig=-11 gefunde=-8 gegen=-23 gehen=8 geht=-7 gehört=5 gemacht=-8 gemeind=14
gemergt=26 gemergt$=26 generat=11 generel=47 get=14 gets=25 gezogen=-16 gibt=-18 gibts=-10 gilt=77 gilt_:=51 give=21
go=70 go_with=-33 goes_to=11 going=-16 going_with=-10 got=-27 gotta=-16 grad=13 graphql=-9 green=-26 group=-4
grundst=-12 grundsä=81 gut=-13 h=-5 hab=-42 hab_ich=-13 habe=-18 habe_den=-6 habe_ich=-9 haben=-43 haben_uns=-7
haben_wir=-10 had=-10 halbe=-8 half=-19 hall=-9 has=-59 has_the=-8 has_to=-17 hasse=7 hat=-56 hat_0=-8 hat_nur=-7
hate=29 hate_it=7 have=-46 have_to=-17 haven't=-11 having=-4 he=-17 head=6 header=-16 hearing=-10 hebamme=-10
heisst=-63 her=-17 herbst=-17 here=32 herr=-11 heut=-19 hier=57 hin=-10 his=-5 hours=31 hours$=6 house=7 hund=-22
hängt=-11 i=68 i'd=30 i'd_rather=27 i'll=-21 i'm=-22 i've=-13 i've_got=-23 i_don't=42 i_hate=29 i_have=-21 i_like=50
i_need=-12 i_prefer=73 i_still=-5 i_want=27 i_went=-9 ich=57 ich_bin=-31 ich_die=-10 ich_hab=-9 ich_habe=-17
ich_mag=37 ich_muss=-13 ich_nicht=12 ich_noch=-10 ich_will=31 id=-8 ihm=-24 ihn=-5 ihr=-28 im_monat=-9 immer=161
immer$=33 immer_auf=16 immer_mit=48 imperat=31 importe=-6 in=56 in_0=-13 in_all=19 in_anythin=23 in_den=20 in_der=33
in_die=20 in_my=9 in_the=-6 in_this=46 index=-6 ines=6 ingest=36 instead=-10 instead_of=-17 into=4 inventu=-8
invoice=-12 is=-87 is.answers=-54 is.asked=-9 is.asks=-52 is.form=-37 is.named=-66 is.number=-45 is.quotes=5
is.unsure=-5 is_0=11 is_a=-8 is_at=-5 is_called=-15 is_in=-15 is_off=-4 is_on=-7 is_the=-10 isn't=-11 ist=-63 ist$=11
ist_0=-6 ist_die=-9 ist_in=-9 it=11 it$=11 it's=18 it_:=-11 it_in=-10 it_is=-20 it_was=-24 it_when=7 ja=26 jahr=-35
january=-10 jeden=-9 jeder=20 jedes=41 jetzt=-61 jetzt_doch=-12 jira=5 job=5 jonas=-7 juni=-6 k=-5 kaffee=17 kafka=-10
kafka$=-5 kalende=12 kann=5 kannst=-13 kannst_du=-12 karte=-14 kaufen=-5 keep=80 keep_the=47 keeping=-6 kein=6
keine=111 keinen=9 keys=-8 kids=14 kiln=-17 kind=20 kinder=-11 kleinen=-23 km=31 km$=20 know=14 kollege=-8 kommen=8
komment=24 kommt=-27 komplet=-4 kowalsk=-10 kunden=25 kurz=29 kw=-5 kw_0=-4 könntes=-4 könntes_du=-4 künftig=-6 lab=15
lager=-8 lange=21 lapsang=57 lapsang_souchon=57 lass=-11 lass_uns=-18 lassen=11 last=-20 laufen=57 least=23 leave=-17
led=-10 leerzei=22 left=-36 lena=-23 let=-45 let's=-44 let_me=-30 letter=-11 letzte=28 letzten=-11 leute=-7
library=-26 licence=-5 lieber=83 liebste=42 liefert=-7 liegen=-17 liegt=-32 lights=34 like=65 like_my=12 lindqvi=-6
line=42 lines=47 links=-9 list=-12 liste=-15 listen=21 live=-54 live_in=-43 lives=-31 log=32 logs=15 long=11 longer=15
look=-6 läuft=-15 läuft_auf=-12 m=-15 m.assistant0=-12 m.assistant1=-70 m.assistant2=-86 m.assistant3=-8 m.person0=27
m.person1=34 m.person2=55 m.person3=8 m.person4=37 mach=5 machen=-21 macht=5 made=-14 mag=59 mai=-10 mail=31 mails=13
main=30 main$=21 make=8 mal=19 man=-13 manager=23 march=-7 marks=17 max=20 may=23 may$=-22 me=57 me$=23 me_to=-12
meeting=16 mehr=-36 mehr$=22 meine=12 meine_frau=7 meinen=9 meiner=8 merge=16 message=44 mi=4 mich=32 mietver=-9
migrati=15 min=8 mind=-10 mindest=7 mine=-13 mine$=-13 minuten=17 minutes=26 mir=86 mir_bitte=-4 mir_immer=22
missing=-7 mit=34 mit_0=30 mit_dem=-15 mit_den=-28 mit_der=-17 mitglie=-12 mittwoc=-23 mm=15 monat=-11 monat$=-10
monday=-16 monday$=-10 mondays=-10 monolit=-7 montag=-16 month=6 month$=-7 more=49 morgen=-38 morning=18 morning$=-9
move=-9 moved=-12 moving=-5 mr=-26 ms=-6 museum=-8 muss=-110 muss_ich=-18 muss_noch=-10 my=75 märz=-10 müssen=-10
müssen_wir=-5 müsste=-13 n.1=5 n.4=-10 n.5=-7 nach=17 nach_dem=-4 named=-9 names=50 nats=-4 ned=5 need=-32 need_to=-32
needs=-28 needs_to=-8 nehm=5 nehmen=-53 nehmen$=-11 nehmen_wir=-7 nein=22 nen=-10 neu=8 neue=-14 neuen=-6 neun=-17
never=190 new=-24 news=9 next=-27 nginx=-43 nginx$=-28 nicht=91 nicht$=24 nicht_in=11 nicht_mehr=-34 nichts=61 nie=134
nie_mit=20 nie_wieder=24 niemals=73 night=-7 nightly=-6 nimm=12 nix=15 no=87 nobody=32 noch=-107 noch_aus=-13
noch_den=-9 noch_die=-7 noch_nicht=-11 nochmal=-5 north=-4 not=95 not_0=35 not_the=-20 note=-8 notes=23 nothing=71
notice=-7 novembe=-7 novembe$=-5 now_on=20 number=19 numbers=-11 nummer=7 nur=70 nur_mit=21 nur_noch=6 nächste=-25
nächste_woche=-9 october=-6 oder=-28 of=-23 of_the=-42 of_them=-12 off=14 off$=17 off_the=-6 offer=-4 office=-18
ohne=90 old=5 oma=-11 on=-7 on$=-6 on_0=-9 on_monday=-7 on_my=11 on_saturda=-22 on_the=-46 on_thursda=-5 on_tuesday=18
once=8 one=-30 only=119 only$=-9 open=17 openapi=-6 ops=-17 option=-10 or=-19 oslo=-23 oslo$=-23 other=-12 otherwi=25
out=23 over=35 owe=-9 p.alone=26 p.first=30 p.last=-20 p.within=-50 package=-7 page=26 page$=38 paint=-6 papa=-20
paramet=22 paramet$=22 parser=-14 party=10 pass=-17 pass$=-15 passt=-8 patient=5 pay=-12 payment=-6 pays=16 pdf=32
per=21 period=-13 petra=-17 pfingst=-7 phone=18 physio=-17 picked=-5 plain=-10 plan=5 please=60 please$=25 pls=9 pm=19
point=20 points=13 pool=-8 port=-11 port_0=-4 porto=-19 post=32 postgre=-28 postgre$=-10 pr=27 praxis=20 prefer=81
prefer_tea=18 prefer_the=27 print=15 pro=-8 prod=-38 product=12 prof=-9 program=4 projekt=-18 promise=-14 protoko=21
push=28 put=11 put_the=20 python=13 q=-11 qq=-38 qq_qqq=-24 qq_qqqq=-7 qq_qqqqq=-20 qq_qqqqqq=10 qq_qqqqqqq=-15 qqq=6
qqq$=9 qqq_qq=-6 qqq_qqq=-20 qqq_qqqq=-18 qqq_qqqqq=10 qqq_qqqqqq=-23 qqq_qqqqqqq=-6 qqqq=-28 qqqq_qqq=-21
qqqq_qqqq=-13 qqqq_qqqqq=-11 qqqq_qqqqqqq=18 qqqqq=-36 qqqqq$=-11 qqqqq_q=-11 qqqqq_qq=-11 qqqqq_qqq=27 qqqqq_qqqqq=10
qqqqq_qqqqqq=6 qqqqq_qqqqqqq=11 qqqqqq$=7 qqqqqq_qqq=-35 qqqqqq_qqqq=-13 qqqqqq_qqqqqq=8 qqqqqq_qqqqqqq=31 qqqqqqq=14
qqqqqqq$=-23 qqqqqqq_qq=-17 qqqqqqq_qqq=6 qqqqqqq_qqqq=23 qqqqqqq_qqqqq=-21 quartal=-5 queue=-12 ran=-6 rather=16
raus=-15 read=15 reading=16 really=21 rebase=17 rechnun=-15 recipe=15 red=26 redis=-9 referen=18 registe=-4 rehears=6
release=33 remind=-16 remind_me=-16 removed=-9 renew=-23 renew_the=-5 replace=-5 replica=-14 repo=52 repo$=12
report=-12 reports=45 rest=-12 rest$=-10 restart=41 retro=-4 retry=-20 return=-13 review=15 reviews=13 ring=-11
room=-18 root=-7 root_cause=-7 rot=54 round=-14 router=-4 ruf=-33 run=34 runs=-7 rust=-15 s=-44 s$=-7 s_0=-4 sagen=-14
samstag=-12 saturda=-22 schedul=14 schick=11 schicke=-27 schicke$=-21 schlüss=-20 schreib=55 schreib$=-9 schritt=22
schwest=-18 season=22 season$=25 seats=15 sechs=-5 second=-22 seconds=-5 seconds$=-4 see=-10 sein=-21 seit=-39
sekunde=-6 selbst=13 self=-11 send=30 sentenc=9 server=-13 service=-22 session=-32 set=-6 settled=-17 settled_on=-13
shared=22 she=38 she's=4 shift=-6 shop=-9 short=26 short_version=21 should=22 sich=-19 side=-5 sie=27 sign=18
signed=-30 since=-9 sister=-20 sits=-10 sitzt=-12 six=-14 size=-11 skip=39 slides=16 small=-13 smoke=-6 so=-7
so_keep=38 sofort=42 sohn=-6 soll=-17 sollte=-10 some=-6 somebod=-12 someone=-11 sonntag=-5 sonst=46 souchon=57
souchon$=57 speiche=-7 spring=8 sql=33 sqlite=-25 squash=17 srv=-26 st=-9 stage=17 staging=-13 stall=37 stall$=37
stand=18 startin=-18 starts=-6 statt=-17 stays=-16 stehen=8 steht=-19 steuerb=-20 still=-37 stock=-11 streich=4
stunden=-9 subject=18 summari=10 summer=-14 sunday=-13 support=-5 surgery=-10 swap=-5 switche=-6 tabelle=22 table=-7
tabs=37 take=-14 take_the=-9 takes=-10 talked=-7 tante=-5 tausche=-10 tea=36 tea$=18 team=-22 team$=6 tempora=-13
termin=-21 termine=22 test=-27 test_in=-7 tests=44 tests_laufen=8 th=-17 th$=-10 than=46 that's=39 that_the=-5
the=-125 the_0=-25 the_api=-5 the_blue=-11 the_end=-20 the_invoice=-5 the_logs=16 the_morning=11 the_new=-14
the_old=-19 the_one=-21 the_only=-14 the_other=-6 the_second=-21 the_short=21 the_team=-4 the_van=-6 their=-4 them=30
thema=22 then=-16 then$=-8 there=-17 there's=7 there_are=-7 these=49 they're=-9 thing=-12 third=17 this=50
this_repo=21 this_week=-17 this_year=-6 three=-13 through_the=6 thursda=-11 ticket=8 tidal=-24 time=22 time$=15
timeout=-8 to=-73 to_0=25 to_a=7 to_be=24 to_call=-7 to_do=-15 to_me=10 to_renew=-5 to_the=-14 to_use=-8 today=-5
today_0=-5 todo=-9 todo_:=-7 told=-24 tomorro=-5 tomorro_0=-5 too=-36 tops$=10 touch=35 trainer=-8 trains=13 transla=6
trial=-9 trinke=37 tuesday=9 two=-50 u=-6 uhr=59 uhr$=12 um=-31 um$=-6 um_0=-14 um_die=-11 umgeste=-5 und_nicht=9
und_wir=-12 under=50 under_0=35 unit=-9 uns=21 unser=-46 unsere=-11 unter=43 untersc=-7 untersc$=-5 until=7 up=-32
up$=-12 up_the=-6 update=-17 updated=-9 urlaub=-15 ursache=13 us=-15 use=16 use_the=22 utc=41 uv=-9 v=-5 values=8
van=-8 variant=-9 vat=18 vegetar=-9 vergess=-21 vergiss=-7 verläng=-20 verläng$=-7 version$=21 verwend=41 verzich=-7
vier=-12 vinyl=-7 von=-47 von_der=-7 vor=26 vor_0=24 vor_der=8 vormitt=23 want=55 want_the=6 war=-10 ward=-11
wartet=-8 was=-38 water=17 we=-35 we'll=-34 we're=-31 we're_doing=-17 we're_going=-15 we've=-8 we_decided=-13 we_go=-7
we_have=-20 we_settled=-12 wechsel=-10 wednesd$=6 week=-29 week$=-12 weekend=-15 weekly=-11 weeks=-15 weg=-10
wegen=-12 weil=-11 well=18 wenn=67 wenn_du=18 went=-15 wer=15 werden=25 werden$=27 werktag=16 what=39 when=80
when_i=-10 when_you=34 which=-6 while=50 why=10 wie=-12 wieder=25 wieder$=10 will=-5 will_be=-19 window=46 wir=-66
wir_bleiben=-27 wir_das=17 wir_haben=-20 wir_mit=-7 wir_nehmen=-26 wird=-28 with=-12 with_the=23 without=60 wlan=-8
woche=-11 woche$=5 wochen=-5 wohne=-43 words=47 work=-45 worker=-16 works=-14 would=-11 would_you=-7 write=22
written=19 wurde=-14 year=-33 year$=-34 yes=8 yesterd=-5 yesterd_0=-5 yet=-9 you=63 you_know=16 your=29 zahlen=13
zahlung=10 zertifi=-8 zimmer=-9 zu=-27 zugesag=-16 zum_0=-7 zur=-27 zurückg=-6 zusamme=10 zuständ=-6 zwar=30 zwei=-14
zweite=-10 zweiten=-13 zwölf=-6 über=-19 über_0=13 über_den=-8 überwei=5 übrigen=-4
"""
ACTION_ITEMS = r"""
=-285 !=53 !$=68 !_!=57 0=-22 0$=-48 0_0=13 0_:=-26 0_and=-28 0_b=-5 0_c=-6 0_days=-4 0_euro=-10 0_for=-12 0_from=-4
0_gb=-10 0_grad=-6 0_hours=6 0_im=-10 0_in=-21 0_is=-4 0_k=-14 0_km=-7 0_min=-15 0_ms=-7 0_novembe=25 0_on=21 0_or=-20
0_seconds=-9 0_th=14 0_uhr=-15 0_und=-22 :=27 :_0=-33 :_das=-5 :_die=-38 :_the=-12 :_we're=-14 :_wir=-12 ;=6 ?=64
?$=61 ^0=-6 ^ab=-10 ^after=-29 ^after_the=-7 ^always=-15 ^auf=16 ^before=7 ^bei=-28 ^bis=30 ^bitte=19 ^can=29
^can_you=27 ^commit=-7 ^could=34 ^could_you=29 ^dann=-27 ^das=-15 ^dem=22 ^den=13 ^der=-23 ^die=-55 ^do=-21 ^don't=9
^erinner=38 ^erinner_mich=38 ^es=5 ^es_gibt=-6 ^feature=-11 ^final=-19 ^fixed=-8 ^for=-27 ^for_the=-13 ^found=-8
^frau=17 ^from=-8 ^from_now=-7 ^für=-12 ^für_die=8 ^hab=-16 ^i=12 ^i'd=-24 ^i'd_rather=-13 ^i'll=64 ^i've=-5
^i've_got=22 ^i_don't=-11 ^i_hate=-7 ^i_have=-10 ^i_like=-19 ^i_prefer=-28 ^i_want=13 ^i_went=-19 ^ich=-6 ^ich_bin=-14
^ich_hab=19 ^ich_habe=-16 ^ich_mag=-12 ^ich_muss=22 ^im=-28 ^in=-28 ^in_der=-11 ^it=11 ^jedenfa=25 ^jemand=34
^jonas=26 ^kannst=35 ^kannst_du=32 ^keine=-16 ^könntes=24 ^lass=18 ^lena=21 ^let's=-7 ^mach=-5 ^make=-6 ^mein=-30
^meine=-25 ^migrati=-8 ^mir=-18 ^muss=13 ^my=-17 ^nach=-19 ^nach_dem=-10 ^need=20 ^never=-16 ^next=39 ^no=-20 ^noch=20
^nothing=-11 ^nächste=20 ^one=-5 ^only=8 ^our=-41 ^please=20 ^pls=28 ^prod=21 ^q=13 ^qqq=-7 ^qqq_qqqqq=28 ^qqqq=-30
^qqqqq=7 ^qqqqqqq=34 ^remind=27 ^remind_me=27 ^root=-6 ^schick=-8 ^schreib=-10 ^should=-31 ^soll=-20 ^someone=54
^still=34 ^the=-54 ^todo=84 ^todo_:=53 ^unser=-24 ^ursache=-6 ^von=-6 ^vor=24 ^we=-27 ^we'll=-19 ^we're=-41 ^we've=-17
^we_decided=-19 ^wenn=-13 ^wenn_du=-7 ^wer=28 ^what=8 ^when=-9 ^when_you=-9 ^will=40 ^wir=-56 ^wir_bleiben=-8
^wir_haben=-14 ^you=-17 a=30 a_0=-20 ab=-29 ab$=16 ab_jetzt=-13 ab_sofort=-12 abend=12 aber=8 abgelau=12 abgesti=-7
about=44 about_the=27 absagen=21 access=9 account=-37 add=45 added=-13 after=-18 after_the=-10 afterno=-17 again=33
again$=28 agm=6 agreed=-39 aktenze=12 alarm=48 all=-44 alle=-34 allergi=-15 alles=-10 already=21 als=-51 also=-18
alte=-14 alten=24 always=-75 always$=-12 am=57 am_0=35 an=35 an$=20 an_die=-10 and=-58 and_i=28 and_i'm=7 and_no=-12
and_the=-23 anderen=-23 anforde=13 anmeldu=14 another=-6 anrufen=50 anrufen$=46 ansprec=-10 answers=-8 antrag=-9
antwort=-33 any=-9 anymore=-5 anythin=-51 anythin_under=-5 api=17 app=-6 apply=26 april=-16 april$=11 arbeite=-13
archive=-10 are=-61 arm=19 as=-62 as_you=-18 ask=6 asking=-12 at=12 at_0=19 at_a=-11 auch=-22 auch_nicht=-11 audit=-20
auf=-30 auf_den=-14 auf_die=18 auf_englisc=-10 august=7 aus=28 aus_dem=15 ausschl=-12 auth=-28 autumn=-14 autumn$=-14
b=10 baby=28 back=15 backup=27 bad=8 band=-11 based=-4 basemen=-13 batteri=58 be=27 because=-5 because_of=-13 been=7
before=56 before_0=-9 before_the=44 before_you=-19 bei=-44 bei_0=-13 bei_der=19 bei_mir=-8 bei_uns=-22 beim=61
bekommt=-12 belongs=-18 bergen=-5 bergen$=-5 beschlo=-25 beschlo$=-13 besorge=37 besten=8 bestäti=-7 betrieb=-12
between=-14 bevor=64 bin=-35 bin_ich=-9 bis=141 bis_ende=-22 bis_montag=15 bis_zum=23 bitte=33 bitte_die=36
bitte_immer=-32 bitte_keine=-14 bitte_nie=-17 bleiben=-13 bleiben_bei=-6 bleibt=-5 blue=-26 board=16 boiler=-5 book=19
book_the=12 booked=11 books=45 both=-16 bottom=-13 bought=-9 box=64 branche=-27 brauche=26 brauchs=-15 braucht=18
bring=41 broker=-8 brother=-10 btw=-9 budget=-16 bullet=-9 bullet_points=-6 bump=43 but=-13 buy=40 by=86 by_the=-41
c=-25 cache=-17 caddy=-6 calenda=-9 call=-12 call_the=29 called=-16 came=-4 can=8 can't=-27 can_you=27 capped=-6
case=-4 cash=-10 cats=-5 cause=-10 cert=-5 certifi=7 change=6 changel=4 chapter=43 chase=35 check=34 checkou=17
choir=19 chose=-29 ci=-25 clear=-13 client=-13 close=11 club=-13 cluster=7 code=-15 coffee=13 colour=-8 come=-7
comes=7 comment=-8 commit=-28 commit_message=-8 commits=-13 commits$=-6 committ=-22 company$=9 connect=19 could=34
could_you=29 council=6 custome=-8 cut=-12 d=38 da=33 dabei=-10 dann=-22 daran=33 das=-7 das_ist=4 das_mit=5 dass=46
dass_die=-10 dass_ich=22 data=36 dateien=-15 davon=-13 days=-18 db=14 de=-5 decided=-49 decided_to=-37 degrees=-9
delete=9 deliver=6 dem=12 den=70 depende=-11 deploy=16 der_schlüss=-25 des=-14 deswege=-18 detecto=24 deutsch=-10
die=82 dienst=-7 diensta=-32 diese_woche=11 diesem=-7 dieses=-12 dieses_jahr=-12 diffs=-8 do=13 do$=29 doch=-22
docs=27 does=-18 dog=37 doing=-13 don't=-27 don't_want=-9 donners=10 dont=9 doppelt=-10 down=39 dr=-34 draft=7 dran=40
drei=-13 drin=-6 dringen=13 drop=-11 droppin=-8 dry=49 drüber=-15 du=29 du_mir=-5 dump=-26 durch=-14 durchge=-7
durchwa=-5 e=-6 each=-9 edge=23 ein$=6 eine=-8 einem=-8 einen=40 einer=17 einladu=8 einmal=-5 eins=-20 electri=6
else=-6 email=-21 emojis=-5 end_of=7 ende=-12 endlich=17 endpoin=49 englisc=-17 english=-11 entfern=-5 entschi=-46
entschi$=-10 ergebni=12 erinner=60 erinner_mich=38 erledig=18 erledig$=20 erneuer=25 erreich=-10 es=-29 es_gibt=-6
euro=-11 ever=-29 ever$=-8 every=-33 everybo=-15 everyth=-19 excepti=-8 export=64 f=-6 fahren=9 falls=9 fasst=-4
favour=-9 feature=-19 februar=-9 fehlt=42 fence=5 fertig$=-5 file=6 files=-18 final=-25 finanza=-9 find=36 finishe=-8
firma=-7 firmwar=16 first=-25 fix=23 fixed=-12 fixture=-6 flaky=28 flaky_test=28 floor=-25 for=29 for_anythin=-8
for_me=-12 forget=21 form=25 fotos=13 found=-10 four=-6 frau=14 free=14 freeze=-8 freezer=9 frei=-26 frei$=-22
freigeg=-10 freitag=11 friday=58 friday$=31 from=-82 from_0=-10 from_now=-13 früh=44 früh_0=15 functio=-4 fällt=-5
fängt=-10 fünf=-9 für=31 für_den=30 für_die=12 für_mich=-10 fürs=-19 ganz=-4 gar=-5 gateway=-10 gb=-10 geburts=-5
geeinig=-5 gegen=-23 gehen=-21 geht=4 gehört=-21 gemacht=14 gemeind=-11 gemergt=-8 gemergt$=-8 generat=9 generel=-5
gestern=19 gestern_0=19 get=79 gets=-20 gezogen=-8 gibt=-24 gibts=36 gilt=-19 gilt_:=-16 give=-37 go=-36 go_with=-13
god=16 goes=-42 goes_to=-42 going=-11 going_with=-4 got=55 gotta=53 grad=-27 green=-20 group=-22 grundst=-13
grundsä=-24 gut=46 h=5 hab=-25 hab_ich=-31 habe=-21 habe_den=-7 habe_ich=12 haben=-36 haben_wir=-8 half=-8 hall=10
has=33 has_to=69 hasse=-8 hat=-29 hat_0=-17 hat_nur=-5 hate=-8 haus=25 have=30 have_to=68 haven't=84 having=14 he=6
head=-11 header=13 hearing=-13 heisst=-43 held=-11 helm=-11 herbst=-6 here=12 herr=-7 herrn=-16 heut=32 hier=-9 hin=-7
hinter=-18 his=-6 house=-9 hund=23 hängt=-5 i=-19 i'd=41 i'd_rather=-13 i'll=97 i'm=-20 i've=17 i've_got=26
i_don't=-14 i_hate=-8 i_have=67 i_like=-19 i_need=22 i_prefer=-28 i_still=-11 i_went=-19 ich=9 ich_bin=-16 ich_die=-11
ich_hab=17 ich_habe=-25 ich_mag=-13 ich_muss=-14 ich_noch=25 ich_will=-5 id=13 if=17 ihm=6 ihn=-12 im=-10 im_monat=-9
image=-12 immer=-65 immer$=-11 immer_auf=-8 immer_mit=-12 immer_noch=28 imperat=-7 importe=17 in=-52 in_0=7 in_den=-21
in_der=-11 in_die=-16 in_my=7 in_the=18 in_this=-18 index=-10 ingest=-11 instead=-19 instead_of=-10 interna=-6
inventu=34 is=-64 is.answers=-25 is.asked=16 is.asks=45 is.form=-17 is.named=21 is.number=-32 is.quotes=-38
is.supposed=10 is.unsure=-5 is_0=-17 is_a=-19 is_at=16 is_in=24 is_off=-11 is_on=-31 is_the=-20 ist=-48 ist$=32
ist_0=-14 ist_am=-12 ist_die=20 ist_in=-8 ist_jetzt=-23 ist_noch=11 ist_seit=5 it$=21 it's=33 it_:=-6 it_in=-7
it_was=-14 ja=-10 jahr=-28 january=-6 jeden=-11 jedenfa=10 jeder=-9 jedes=-13 jemand=91 jetzt=-46 jetzt_auf=-15
jetzt_doch=-12 jetzt_in=-8 job=-5 jonas=26 july=16 june=-8 juni=-14 just=-35 k=-34 kaffee=-7 kafka=-9 kafka$=-5
kalende=-6 kann=-5 kannst=35 kannst_du=32 kaufen=20 keep=-14 keep_the=-13 keeping=-6 kein=-34 keine=-96 keinen=-13
keiner=-8 key=15 keys=-13 kids=-31 kiel=6 kiln=-15 kind=-11 kinder=-11 km=-13 km$=-4 know=-18 know$=-15 kollege=10
kommen=-21 komment=-7 kommt=-14 komplet=-9 kostet=-12 kunde=-10 kunden=-9 kurz=-15 kw=13 kw_0=18 könntes=25
könntes_du=25 küche=-15 kümmert=20 künftig=-18 lange=-17 lapsang=-5 lapsang_souchon=-5 lass=-29 lass_uns=22 last=-4
laufen=-8 lease=-13 leave=16 led=-9 leerzei=-4 left=-19 lena=20 let=39 let's=-26 let_me=49 letter=14 letzte=-12
letzten=7 leute=-9 level=-14 library=51 lieber=-21 liebste=-21 liefert=-4 liegen=-5 liegt=10 lights=-11 like=-4
like_my=-9 lindqvi=11 line=-9 lines=-5 links=-19 list=28 liste=42 listen=-4 live=17 live_in=-12 log=15 login=28
logs=-22 long=-7 longer=-6 look=19 looking=29 läuft=-41 m.assistant0=-7 m.assistant1=-72 m.assistant2=-38
m.assistant3=20 m.person1=34 m.person2=36 m.person3=18 mach=-10 machen=-11 machen$=12 machen_wir=-18 machst=-4
made=-17 mag=-18 mai=-7 mail=-33 mails=-7 main=-11 main$=-9 make=-18 mal=58 man=-26 manager=-16 march=-18 max=4
may=-12 may$=11 me=43 me$=9 me_to=32 meeting=-24 mehr=-41 mehr$=-6 mein=-41 meine=-42 meine_frau=-12 meinen=-6
meiner=-15 merge=-14 merged=-14 message=-10 messen=22 mich=50 mich_bitte=-11 mietver=-26 migrati=-18 milk=-6 min=-16
mind=-13 mindest=-5 mine=9 mine$=9 minuten=-4 minutes=-12 mir=-32 mir_bitte=7 missing=10 mit=-78 mit_0=-4 mit_dem=-7
mit_den=-5 mit_der=-16 mitglie=-8 mittwoc=-18 mm=-5 mode=-10 monat=-5 monday$=-6 mondays=-7 monolit=-7 montag=24
month=30 month$=34 morgen=72 morgen_früh=15 morning=-11 morning$=9 move=-17 moved=-24 moves=-40 moves_to=-40 moving=-6
mr=-15 museum=24 muss=182 muss_bis=20 muss_ich=44 muss_noch=-14 must=62 my=-12 märz=12 müssen=77 müssen_wir=32
müsste=52 n.0=-53 n.1=18 n.2=31 n.3=30 n.4=5 n.5=-41 nach=-17 nachrei=6 name_is=-8 names=-11 nats=-15 ne=-21 ned=-20
need=90 need_to=82 needs=150 needs_to=25 nehm=-7 nehmen=-50 nehmen$=-6 nehmen_wir=-13 nein=-9 neu=18 neue=-14 neuen=38
never=-69 new=36 news=9 newslet=-13 next=41 nginx=-9 nginx$=-7 nicht=-43 nicht$=-6 nicht_in=-7 nicht_mehr=-26
nichts=-17 nie=-67 nie_mit=-4 nie_wieder=-12 niemals=-35 night=-4 nightly=4 nimm=-12 no=-61 noch=247 noch_aus=55
noch_das=-8 noch_den=23 noch_die=24 noch_nicht=59 nochmal=41 north=10 not=-45 not_0=-6 not_the=-16 note=6 nothing=-13
notice=-7 novembe=12 novembe$=17 now=-49 now$=-33 now_on=-13 number=-20 numbers=21 nummer=-14 nur=-101 nur_noch=-52
nurse=-5 nächste=40 nächste_woche=23 oak=-8 ob=45 oder=-37 of=-31 of_the=10 of_them=-7 off=-21 off$=-14 offen=33
offer=-20 office=11 ohne=-38 old=58 oma=-24 on=20 on$=-5 on_monday=-15 on_my=18 on_saturda=39 on_the=77 on_thursda=25
on_tuesday=8 once=-7 one=-10 one$=-14 one_thing=16 only=-58 only$=-7 open=48 openapi=23 ops=-4 option=-8 or=-105
order=16 orders=-7 oslo=-8 oslo$=-8 other=-9 otherwi=-7 our=-48 ours=-12 out=-19 out_of=-10 over=-29 owe=39 p.alone=10
p.first=-13 p.last=55 p.within=-57 package=-12 page=6 page$=-10 papa=-6 paramet=-4 paramet$=-4 party=-14 pass=-21
pass$=-4 passt=-14 passwor=17 patient=-33 pay=38 payment=9 pays=-16 pdf=-12 per=-24 period=-8 petra=-12 pfingst=-9
phone=-16 physio=4 picked=-6 plain=-10 plan=4 please=34 please$=4 pls=68 plus=-8 pm=-10 point=8 points=-9 pool=15
port=-12 port_0=-8 porto=-27 post=-27 postgre=-15 postgre$=-4 pr=-6 praxis=-5 prefer=-33 prefer_tea=-6 prefer_the=-12
price=10 print=-15 pro=-7 prod=9 product=-7 produkt=-6 program=-17 projekt=8 promise=29 protoko=-19 push=-15 put=20
put_the=-16 py=22 python=-11 python_0=-9 q=30 qq=8 qq_qqq=-22 qq_qqqq=20 qq_qqqqq=25 qq_qqqqqq=12 qqq$=-15 qqq_qqq=14
qqq_qqqq=22 qqq_qqqqq=-8 qqq_qqqqqq=15 qqq_qqqqqqq=12 qqqq=21 qqqq_qqq=30 qqqq_qqqq=-14 qqqq_qqqqq=6 qqqq_qqqqqqq=-33
qqqqq$=37 qqqqq_q=31 qqqqq_qq=41 qqqqq_qqq=49 qqqqq_qqqq=-12 qqqqq_qqqqq=13 qqqqq_qqqqqq=-8 qqqqq_qqqqqqq=6 qqqqqq=14
qqqqqq$=27 qqqqqq_qqq=5 qqqqqq_qqqq=-8 qqqqqq_qqqqqq=-13 qqqqqq_qqqqqqq=-14 qqqqqqq=-13 qqqqqqq$=-28 qqqqqqq_qq=-8
qqqqqqq_qqq=-18 qqqqqqq_qqqq=10 qqqqqqq_qqqqq=20 qqqqqqq_qqqqqq=19 questio=13 queue=-6 quick=-9 ran=12 rather=-23
raus=-4 raus$=-41 rd$=7 read=-10 reading=-11 really=4 rebase=-12 recipe=-5 red=-8 redis=-16 redis$=-5 referen=-6
registe=28 rehears=-8 remind=37 remind_me=37 removed=-8 renew=34 renew_the=5 replace=19 replica=-11 repo=-22 repo$=-5
report=44 reports=-8 resolve=-25 rest=-36 rest$=-16 restart=-13 retro=-20 retry=27 return=37 review=8 reviews=-4
ring=41 rolled=-18 roof=-25 room=4 root=-9 root_cause=-9 rot=-14 rotate=22 round=9 router=-5 ruf=36 run=5 runners=-18
running=8 runs=-32 rust=-16 s=43 s$=33 s_0=34 sagen=4 same=31 samstag=13 saturda=39 scanner=-18 schedul=-4 schicke=61
schicke$=44 schon=-9 schreib=-10 schreib$=9 schritt=13 schwarz=-5 season=-6 season$=-18 seat=-5 seats=19 sechs=-6
second=-25 seconds=-9 seconds$=-7 see=-5 sein=7 seit=-10 selbst=-9 self=15 sentenc=-6 septemb=-26 septemb$=-6
server=-13 service=-15 session=-7 set=-48 settled=-27 settled_on=-13 seven=18 shall=18 she=-11 she's=8 shift=7
shop=-14 short=-16 short_version=-10 sich=5 side=-23 sie=-15 sie_mir=13 signed=27 since=13 sind=-13 sister=-9
sitzt=-24 six=-15 size=6 skip=-21 slides=10 small=-19 smoke=29 so=-29 so_keep=-9 sofort=-12 sohn=-5 soll=29 sollte=40
some=13 somebod=87 someone=49 sommerf=-5 sonntag=14 sonst=22 souchon=-5 souchon$=-5 spaces=-4 speiche=21 spring=22
spring$=29 sprint=4 spätest=38 sql=-10 sqlite=-6 squash=-11 srv=-10 stage=-14 stall=-12 stall$=-12 stand=-14
startin=-10 statt=-46 statt_0=-5 stays=-9 stehen=-6 steht=27 steht_auf=-12 steuerb=37 still=113 stored=-11 street=-19
streich=9 stunden=6 subject=-7 summari=-5 summer=5 sunday=49 support=-7 surgery=-9 swap=9 switche=-10 tabelle=-6
table=-27 tabs=-8 tage=-13 take=30 take_the=-8 takes=5 talked=-7 tante=26 tausche=48 tea=-8 tea$=-6 team=-21 team$=-15
tell=23 tell_the=23 tempora=24 termin=34 test=41 test_in=37 tests=-6 tests_laufen=-6 text=9 th=14 th$=13 than=-29
that=-13 that's=5 that_the=-6 the=83 the_0=-16 the_api=21 the_blue=-22 the_first=-12 the_kids=-20 the_lease=-13
the_morning=-10 the_new=-9 the_old=33 the_one=-20 the_only=-9 the_second=-9 the_short=-10 the_team=-15 the_two=9
the_van=-20 their=4 them=-19 thema=-8 then$=-13 there=-6 there's=13 these=-26 they=13 they're=6 thing=11 third=-7
this=-4 this_week=34 this_year=-23 three=-25 through=-8 thursda=35 thursda$=8 ticket=56 tidal=-18 time=-12 time$=-4
timeout=42 to=104 to_0=-44 to_a=-7 to_be=50 to_call=22 to_do=32 to_me=15 to_renew=5 to_use=-6 today=24 today_0=24
todo=84 todo_:=53 told=35 tomorro=109 tomorro_0=109 tonight=52 too=46 tops=-8 tops$=-6 touch=-21 trag=27 trainer=16
trial=-13 trinke=-10 ttl=8 tuesday=19 turns=-10 u=6 uhr=-15 uhr$=-10 um=38 um$=-7 um_0=14 um_die=47 und=-66
und_die=-29 und_ich=-46 und_nicht=-14 under=-35 under_0=-7 unit=13 uns=-15 uns_nicht=25 unser=-27 unsere=-8 unter=-33
untersc=29 untersc$=16 until=-23 up$=8 up_the=20 update=20 updated=43 urlaub=30 ursache=-21 us=21 use=-46 use_the=-7
utc=-17 uv=-7 v=-8 valkey=-9 values=-10 van=-28 variant=-11 vat=-4 verein=-8 vergess=50 vergiss=32 verläng=-21
version=16 version$=-10 vertrag=-28 vier=-9 vinyl=-18 vom=7 von=15 von_0=-4 von_der=-13 vor=64 vor_0=-7 vor_der=30
vorher=20 vormitt=-13 vorstan=-10 voted=-26 vpn=-6 w=-23 want=-20 want_the=16 war=-24 ward=-7 wartet=39 was=-79
water=15 way=-35 we=-43 we'll=-59 we're=-65 we're_doing=-11 we're_going=-9 we've=-22 we_decided=-19 we_go=-8 we_have=6
we_settled=-9 wechsel=-6 wednesd=32 wednesd$=7 week=17 weekend=40 weekly=6 weeks=17 weg=-17 wegen=18 weil=-12 well=-13
wenn=-22 wenn_du=-19 went=-24 wer=37 werden=60 werden$=14 werktag=-9 what=-12 when=-47 when_you=-25 which=-17 while=-5
who=-15 why=10 wie=-29 wieder$=-14 will=52 will_be=-32 window=-10 wir=-49 wir_bleiben=-8 wir_das=-20 wir_haben=-20
wir_nehmen=-13 wird=-37 with=-44 with_the=-22 without=-20 without_a=-13 wlan=-4 woche=45 wochene=10 wohne=-6 won't=-8
work=-17 worker=61 would=38 would_you=31 written=46 wrong=9 wurde=-25 year=-11 year$=-14 yes=-15 yesterd=-11
yesterd_0=-11 yet=38 you=-38 you_know=-8 your=16 zahlung=-7 zertifi=21 ziehen=-6 zu=87 zugesag=39 zum=61 zum_0=-16
zur=40 zurückg$=-12 zuständ=-8 zwar=-4 zwei=-28 zweimal=-4 zweite=-9 zweiten=-6 zwische=-5 über=-34 über_0=-9
über_den=-7 überwei=-14 übrigen=-10
"""
FACTS = r"""
=-182 !=-39 !$=-31 !_!=-25 0=44 0$=75 0_0=7 0_:=-32 0_and=43 0_b=12 0_c=-5 0_days=20 0_for=-25 0_from=-21 0_gb=21
0_grad=-13 0_hat=20 0_in=20 0_is=-29 0_ist=-34 0_k=25 0_km=-6 0_m=-16 0_min=23 0_minutes=15 0_ms=23 0_novembe=-13
0_on=5 0_or=-22 0_rd=-14 0_s=-12 0_seconds=24 0_st=-9 0_th=4 0_to=-17 0_uhr=-19 0_und=28 :=-64 :_0=18 :_der=59
:_die=19 :_the=38 :_we're=-9 :_wir=7 ;=-18 ?=-73 ?$=-72 ^0=-16 ^ab=-15 ^always=-20 ^as=-23 ^auf=7 ^bei=-37 ^bis=-27
^bitte=-32 ^can=-5 ^commit=5 ^could=-12 ^could_you=-11 ^dann=-28 ^das=60 ^den=-15 ^der=32 ^die=89 ^don't=-28
^erinner=-15 ^erinner_mich=-15 ^erledig=-11 ^es=-22 ^es_gibt=-5 ^feature=-20 ^final=-19 ^fixed=29 ^for=15 ^for_the=-6
^found=-8 ^frau=29 ^from=-17 ^from_now=-13 ^für_die=-18 ^hab=20 ^i=40 ^i'd=-19 ^i'd_rather=-13 ^i'll=-28 ^i'm=95
^i've=11 ^i've_got=30 ^i_don't=-26 ^i_hate=-21 ^i_like=-27 ^i_prefer=-28 ^i_want=-13 ^i_went=30 ^ich=48 ^ich_bin=62
^ich_hab=6 ^ich_habe=10 ^ich_mag=-30 ^ich_muss=-21 ^im=8 ^in=-38 ^in_der=5 ^it's=-7 ^jedenfa=-10 ^jemand=-22
^kannst=-5 ^keine=-41 ^könntes=-6 ^lass=-10 ^lena=32 ^let's=-37 ^listen=-4 ^mach=-8 ^make=-21 ^mein=32 ^meine=78
^migrati=-20 ^mir=-22 ^muss=-8 ^my=113 ^nach=-13 ^need=-18 ^never=-12 ^next=-19 ^no=-39 ^noch=-12 ^nothing=-9
^nächste=19 ^one=5 ^only=-19 ^our=109 ^please=-33 ^pls=-34 ^prod=10 ^q=-8 ^qqq_qqqqq=-14 ^qqqq=32 ^qqqqq=-8
^qqqqqqq=-6 ^remind=-10 ^remind_me=-10 ^root=-5 ^schreib=-15 ^should=-8 ^soll=-7 ^someone=-18 ^still=-9 ^the=112
^then=-13 ^todo=-42 ^todo_:=-22 ^unser=64 ^ursache=35 ^vor=-17 ^we=-29 ^we'll=-45 ^we're=-13 ^we've=-16
^we_decided=-18 ^we_have=22 ^when=-8 ^when_you=-17 ^wie=-20 ^will=-5 ^wir=-15 ^wir_bleiben=-16 ^you=-29 a=66 a_0=18
ab=-72 ab$=-17 ab_jetzt=-22 ab_sofort=6 abend=-9 aber=-8 abgelau=13 abgesti=-11 about=-15 about_the=-36 above=-4
absagen=-5 access=-16 account=103 achterb=-13 add=-7 added=28 admin=8 after=-26 after_the=-15 afterno=-6 again=-19
again$=-4 agm=-24 agreed=-50 ahead=-9 aktenze=6 alarm=-4 all=-34 alle=7 allergi=81 alles=9 already=-15 als=-26
alte=-10 alten=38 always=-34 always$=-7 am=23 am_0=-14 an=-21 an$=-30 an_die=-19 and=50 and_i=-21 and_i'm=-9 and_no=28
and_the=9 anderen=71 angebot=-45 ankündi=-8 anmeldu=-6 annual=-10 another=23 anrufen=-26 anrufen$=-23 ansible=-4
ansprec=50 answer=-13 antrag=-24 antwort=-9 antwort$=-4 any=-23 anymore=38 anyone=20 anythin=5 anythin_under=-9 api=25
app=-24 apply=-23 april=61 april$=23 arbeite=71 archive=22 are=59 arm=-26 as=-16 as_you=18 ask=-13 asked=18 asking=-8
at=20 at_0=-40 at_a=17 at_least=-6 at_the=-5 auch_nicht=22 audit=19 auf=-19 auf_0=-16 auf_dem=34 auf_den=-44
auf_der=14 auf_die=-24 auf_englisc=-12 august=16 aus=30 aus$=23 aus_dem=-21 ausschl=-23 auth=9 autumn=26 autumn$=26
b=-34 baby=-32 back=-14 back_to=-12 backoff=-30 backup=-6 bad=19 bakery=25 band=-22 based=-13 basemen=47 batteri=17
be=-31 because=64 because_of=44 because_the=29 been=-21 before=-85 before_0=-25 before_the=-14 behind=25 behind_the=25
bei=8 bei_0=24 bei_der=-5 bei_mir=-24 bei_uns=-14 beim=-17 belongs=45 bergen=30 bergen$=30 beschlo=-62 beschlo$=-26
besorge=-14 bestäti=-5 betrieb=-11 between=-10 bevor=-33 bin=99 bin_ich=5 bis=-39 bis_ende=23 bis_montag=-23
bis_zum=-16 bitte=-97 bitte$=-13 bitte_die=17 black=-9 bleiben=-33 bleiben_bei=-17 bleibt=6 blue=21 board=-16 boat=21
boiler=8 book=-11 booked=-6 books=-12 both=-12 bottom=5 bought=21 box=-30 branch=-20 branche=-29 brauche=-18
brauchs=40 braucht=9 bring=-10 broker=-13 brother=14 btw=9 budget=-13 bullet=-23 bullet_points=-7 bump=-14 but=5
buy=-29 by=10 by_the=42 c=23 caddy=5 calenda=18 calenda$=6 call=-7 call_the=-15 called=46 came=6 can=-10 can't=48
capped=-36 cash=-10 cats=19 cause=10 cert=8 certifi=16 change=-5 changel=-12 charts=-6 chase=-11 chose=-26 ci=20
clear=20 client=-16 close=-35 closed=17 club=21 cluster=-4 code=11 coffee=-6 colour=-19 come=66 comes=34 comment=-16
commit=-25 commit_message=-17 commits=-8 commits$=-8 committ=17 company=39 company$=15 connect=12 contain=-13
could=-12 could_you=-11 council=-14 cover=19 cron=-21 custome=52 cut=-14 d=-18 da=-14 dabei=-14 dann=-45 daran=-11
das_ist=-39 das_mit=-11 dass=-13 dass_die=15 dass_ich=-13 data=-27 dateien=-10 dauerha=-34 davon=56 days=27 days$=26
decided=12 decided_to=8 default=-20 degrees=28 delete=-14 deliver=-8 dem=30 den=-66 dentist=31 depende=11 deploy=-22
der=41 der_schlüss=37 des=20 deswege=26 detecto=14 deutsch=8 dev=13 develop=15 die=-37 die_0=7 dienst=19 diensta=21
diese=10 diese_woche=19 diesem=-6 dieses=-21 dieses_jahr=-21 diffs=-15 dir=-15 do=-23 do$=-6 doch=-21 docs=-24 does=38
doesn't=12 dog=-7 doing=-23 don't=-5 don't_want=-15 done=-15 donners=-25 dont=-10 doppelp=-16 down=-22 dr=81 dran=-12
drauf=-6 drei=59 drin=25 dringen=-11 drive=23 drop=-7 droppin=-12 dry=-27 drüber=-8 du=-11 dump=10 durch$=6
durchge=-22 durchwa=22 e=6 each=-24 edge=-12 eigentl=22 ein=-7 ein$=-11 eine=-25 einem=12 einen=-17 einer=51
einladu=-8 einmal=-5 eins=-5 electri=-9 else=33 email=6 emojis=-22 emojis_in=-13 end=-38 end_of=-26 ende=15
englisc=-10 english=-13 entfern=-28 entschi=-69 entschi$=-24 er=28 ergebni=-19 erhöht=11 erinner=-23 erinner_mich=-15
erledig=-31 erledig$=-4 erneuer=16 erreich=8 ersetzt=-18 erst=-12 es=-41 es_gibt=-5 euro=11 ever=8 every=74 everybo=35
everyth=-17 excepti=-15 exclama=-13 exponen=-30 export=-15 f=12 fahren=18 falls=24 fasst=27 favour=-10 feature=-9
februar=-13 fehlt_noch=11 fertig=-15 fertig$=-10 festgel=-27 festgel$=-27 file=8 files=10 final=-35 finanza=8 find=-23
fine=-6 finishe=-12 firmwar=-7 first=-49 first$=6 fix=-38 fixture=-33 flaky=-36 flaky_test=-36 flat=-25 floor=43
for=-63 for_anythin=-9 for_me=22 for_the=-7 forget=-11 form=-25 fotos=-16 found=18 four=10 frag=-8 frau=58 free=12
freeze=9 freezer=13 frei=7 frei$=9 freigeg=-20 freigeg$=-19 freitag=25 friday=-33 friday$=-7 from=27 from_0=19
from_now=-41 from_the=17 früh=-25 früh_0=-13 functio=-32 fällt=36 fängt=11 für=-33 für_den=20 für_mich=-8 fürs=26
ganz=-9 gar=40 garage=-5 gateway=12 gb=21 geburts=24 geeinig=-15 gefunde=7 gegen=11 gehört=90 gelösch=-15 gemeind=-4
gemergt=-15 gemergt$=-15 generat=-6 generel=-31 gern=7 gestern=-10 gestern_0=-10 get=-26 getausc=-18 gets=-27
gezogen=9 geölt=-10 gibts=-7 gilt=-31 gilt_:=-15 give=-9 go=-61 go_with=-19 god=-9 goes=-31 goes_to=-15 going=-28
going_with=-25 got=22 gotta=-20 grad=14 graphql=-11 green=7 group=-12 grundst=53 grundsä=-33 h=33 hab=-14 hab_ich=-18
habe=33 habe_den=-26 habe_ich=-6 haben=14 haben_uns=-21 had=-17 halbe=14 hall=7 hand=14 has=61 has_the=31 has_to=-28
hasse=-17 hat=56 hat_0=50 hat_nur=26 hate=-25 hate_it=-5 haus=-5 have=17 have_to=-53 haven't=-37 having=-15 he=7
head=20 header=18 hearing=53 hebamme=9 heisst=124 held=13 helm=-17 her=6 herbst=16 here=-13 herr=31 herrn=23
hetzner=-25 heut=-5 heute=-29 heute_0=-29 hier=-23 hinter=29 his=49 hours=12 hours$=10 house=-14 hängt=29 i=-63
i'd=-45 i'd_rather=-13 i'll=-63 i'm=33 i've=15 i've_got=25 i_don't=-31 i_hate=-25 i_have=-27 i_like=-27 i_prefer=-28
i_still=-5 i_want=-26 i_went=30 ich=-57 ich_bin=53 ich_die=-34 ich_hab=5 ich_habe=30 ich_immer=-5 ich_mag=-32
ich_muss=6 ich_nicht=-10 ich_noch=-19 ich_will=-22 id=18 ihm=27 ihn=-5 ihr=46 im=15 im_monat=19 image=-19 immer=-43
immer$=-6 immer_auf=-17 immer_mit=-21 immer_noch=-9 imperat=-12 importe=25 in=58 in_0=-40 in_all=-12 in_anythin=-6
in_den=15 in_der=12 in_die=-14 in_my=-12 in_the=10 in_this=-18 index=35 ines=22 ingest=7 ins=-12 instead=-22
instead_of=-13 intern=27 interna=18 into=5 inventu=-31 invoice=19 is=115 is.answers=-116 is.asked=18 is.asks=-74
is.form=39 is.named=36 is.number=64 is.quotes=-15 is.supposed=-11 is.unsure=-14 is_0=12 is_a=5 is_at=17 is_called=24
is_in=-40 is_on=31 is_the=41 isn't=28 ist=95 ist$=-49 ist_0=-13 ist_am=-6 ist_die=12 ist_in=-10 ist_jetzt=28
ist_noch=-16 ist_seit=-15 it=-39 it$=7 it's=10 it_:=16 it_in=6 it_is=-25 it_when=-5 ja=-24 jahr=-31 january=11
jeden=34 jedenfa=22 jeder=6 jedes=-9 jemand=-47 jetzt=-53 jetzt_auf=-25 jetzt_doch=-6 jetzt_in=37 jira=-6 job=6
judge=-40 july=13 june=6 juni=18 just=11 k=26 kaffee=-10 kam=-6 kann=19 kannst=-5 kapitel=21 karte=21 kaufen=-9
keep=-59 keep_the=-12 keeping=-14 keine=-17 keinen=47 keiner=15 keller=15 key=5 keys=35 kids=24 kiel=-5 kiln=18 kind=6
kleinen=13 km=-16 km$=-21 know=43 know$=41 kollege=10 kommen=-11 komment=-7 kommt=20 komplet=-16 kowalsk=7 kriegt=-16
kunde=-12 kunden=-5 kurz=-31 kw=-14 kw_0=-41 könntes=-6 könntes_du=-6 küche=6 künftig=-47 lager=20 lange=21
lapsang=-52 lapsang_souchon=-52 lass=-27 lass_uns=-11 lassen=10 last=51 laufen=-5 lease=15 least=-6 leave=-8 led=7
leerzei=-26 left=58 lena=44 let=31 let's=-32 let_me=-18 letter=8 letzte=11 letzten=14 leute=32 level=-9 library=10
licence=-8 lieber=-54 liebste=-18 liefert=20 liegen=26 liegt=59 lights=-7 like=-47 like_my=-10 lindqvi=15 lines=-38
links=57 list=-28 liste=-17 listen=-5 live=59 live_in=48 lives=12 log=11 login=-15 logs=23 lol=10 lol$=10 long=-7
look=9 looking=-27 läuft=60 läuft_auf=18 m.assistant0=41 m.assistant1=82 m.assistant2=-29 m.assistant3=-26
m.person0=-22 m.person1=-44 m.person2=-48 m.person3=46 m.person4=-13 mach=-17 machen=-49 machen$=-8 machen_wir=-15
machst=8 macht=20 made=-11 mag=-36 mai=29 mail=63 main$=-4 make=-24 mal=-15 man=65 manager=36 march=20 marks=-13
max=-16 may=-18 may$=-6 me$=-13 me_to=-10 meeting=-38 mehr=-14 mehr$=24 mein=58 meine=45 meinen=-6 meiner=11 merge=-4
merged=-6 message=-22 messen=-10 mich=-68 mich_bitte=9 mietver=44 migrati=-13 milk=18 min=4 mindest=10 mine=8 mine$=8
minuten=7 minutes=12 mir=-75 mir_bitte=-4 mir_immer=-18 missing=25 mit=-34 mit_0=-4 mit_dem=-20 mit_den=-11
mit_der=-35 mitglie=18 mittwoc=15 mm=-19 mode=-17 monat=12 monat$=11 monday=-32 monday$=20 mondays=9 monolit=-8
montag=-25 month=-16 month$=-10 more=-26 morgen=-10 morgen_früh=-13 morning=-18 morning$=11 move=-41 moved=41
moves=-11 moves_to=-11 moving=11 mr=38 mrs=23 ms=36 museum=15 muss=-52 muss_bis=-22 muss_ich=-38 muss_noch=6 must=-37
my=15 märz=-21 müssen=-18 müssen_wir=-6 müsste=-7 n.0=-42 n.1=42 n.2=30 n.5=4 n.6=-47 nach=-26 nach_dem=-5 nachrei=-4
name=-34 name_is=-8 named=5 names=-10 ne=15 ned=-8 need_to=-9 needs=-67 needs_to=-10 nehmen=8 nehmen$=12
nehmen_wir=-11 nein=-32 nen=52 neu=-6 neue=86 neuen=14 never=-40 new=-5 news=-31 newslet=-20 next=11 nginx=-35
nginx$=-10 nicht=-67 nicht$=50 nicht_mehr=-32 nie=-44 nie_mit=9 nie_wieder=-15 night=-11 nimm=-15 nix=20 no=-45
nobody=20 noch=-100 noch$=15 noch_aus=-22 noch_das=-7 noch_den=10 noch_die=-25 noch_nicht=-12 nochmal=-8 not=-17
not_0=-33 not_the=30 note=27 notes=-12 nothing=-32 notice=9 novembe=15 novembe$=16 now=21 now$=53 now_on=-41 number=22
nummer=-6 nur=75 nur_mit=6 nur_noch=-15 nurse=37 nächste=-15 nächste_woche=-17 oak=-5 ob=-17 october=18 oder=-54 of=57
of_the=26 of_them=24 off=-18 off$=16 off_the=-18 offen=-17 offer=-52 office=24 ohne=-36 old=-34 oma=37 on=-8 on$=-23
on_0=13 on_monday=24 on_my=-12 on_saturda=-17 on_the=19 on_thursda=-23 on_tuesday=-27 once=-18 one=58 one$=-12 only=15
only$=-16 open=-29 openapi=-5 ops=-10 option=-18 or=-45 order=-24 orders=34 oslo=35 oslo$=35 other=13 otherwi=-7
our=74 ours=17 out=26 out_of=-6 over=-55 owe=-8 p.alone=50 p.first=-33 p.last=-50 p.within=21 package=18 page=-26
page$=-18 paint=-17 papa=9 paramet=-10 paramet$=-10 parser=49 party=-16 pass=28 pass$=30 passt=8 passwor=11 patient=40
pay=14 pdf=-35 per=-13 period=4 petra=34 pfingst=21 phone=14 picked=-21 plain=-9 plan=44 please=-72 please$=-21
pls=-43 plus=-23 pm=-13 point=-33 points=-41 pool=31 port=48 port_0=12 porto=83 post=-25 postgre=-25 postgre$=-8
praxis=5 prefer=-29 prefer_tea=-5 prefer_the=-8 price=-14 printer=6 pro=6 prod=63 prof=29 program=22 protoko=-19
push=-11 put=-33 py=8 python=-43 python_0=-36 q=-9 qq_qqqq=-6 qq_qqqqq=-15 qq_qqqqqq=-15 qq_qqqqqqq=13 qqq$=-12
qqq_qq=-6 qqq_qqq=-8 qqq_qqqqq=-11 qqq_qqqqqq=-11 qqq_qqqqqqq=21 qqqq_qqq=-14 qqqq_qqqq=5 qqqqq=13 qqqqq$=-8
qqqqq_q=-7 qqqqq_qq=-8 qqqqq_qqq=-7 qqqqq_qqqq=-14 qqqqq_qqqqq=-18 qqqqq_qqqqqq=8 qqqqq_qqqqqqq=-25 qqqqqq=6
qqqqqq$=-20 qqqqqq_qqq=22 qqqqqq_qqqq=-8 qqqqqq_qqqqqq=-9 qqqqqq_qqqqqqq=-35 qqqqqqq=-50 qqqqqqq$=12 qqqqqqq_qq=9
qqqqqqq_qqq=-5 qqqqqqq_qqqq=-28 qqqqqqq_qqqqq=8 qqqqqqq_qqqqqq=53 quartal=6 questio=10 queue=-7 quick=-6 ran=10
rather=-19 raus$=20 rd=-14 rd$=-5 reading=-16 really=-9 rebase=-5 rechnun=13 recipe=-7 red=-8 redis$=-6 referen=5
rehears=5 release=-29 remind=-11 remind_me=-11 removed=-12 renew_the=-8 replace=7 replica=29 repo=-27 repo$=-8
report=-17 reports=-15 resolve=-14 rest=-22 rest$=-12 restart=19 retenti=10 retro=-15 retry=-16 return=-14 review=-28
reviews=-14 ring=-32 rolled=-6 room=27 rot=-22 rotate=-15 round=-12 router=23 ruf=9 running=-28 runs=69 rust=39 s=-20
s$=-7 s_0=4 samstag=-10 saturda=-17 schick=-7 schicke=-18 schicke$=-12 schlüss=35 schon=12 schreib=-33 schreib$=-5
schritt=-15 schwarz=-6 schwest=18 season=-34 season$=-32 seat=13 seats=30 sechs=38 second=26 seconds=24 see=11 sein=-8
seit=72 selbst=-8 send=-11 sentenc=-6 septemb=-16 septemb$=-17 server=-6 service=40 session=-19 settled=-57
settled_on=-40 seven=9 shared=9 she=26 she's=15 shift=7 shop=6 short=-18 should=-14 sich=-7 side=-21 sie=33 sign=-13
since=14 sind=28 sister=33 site=-10 sits=15 sitzt=34 six=38 size=-17 skip=-7 slides=-11 small=48 smoke=-6 so=14
so_keep=-18 sofort=6 sohn=27 soll=-52 sollte=-9 some=-6 somebod=-51 someone=-19 sonntag=-17 sonst=-12 souchon=-52
souchon$=-52 spaces=-5 speiche=12 spring=-23 spring$=-19 sprint=-29 spätest=-27 sql=-8 sqlite=-12 squash=-7 srv=21
st=20 stage=14 staging=46 stall=-13 stall$=-13 stand=-39 starts=10 statt=-67 statt_0=13 stays=-9 stehen=-16 steht=11
steht_auf=42 steuerb=-4 still=-28 stock=18 stored=43 street=-7 streich=-12 stunden=-27 summari=-8 sunday=-12
support=-12 surgery=10 swap=6 switche=-11 system=-33 tabelle=-5 table=-19 tabs=-22 tage=15 take=-19 take_the=-26
takes=31 talked=-8 tante=-5 tausche=-11 tea=-31 tea$=-5 team=33 team$=18 tell=-10 termine=-19 test=-21 test_in=-15
tests=15 tests_laufen=17 text=-14 th=4 than=-25 that=51 that's=-36 that_the=-19 the=-33 the_0=-73 the_api=5
the_blue=15 the_end=-46 the_first=-13 the_invoice=32 the_lease=15 the_morning=9 the_new=17 the_one=32 the_only=17
the_other=15 the_second=-20 the_team=9 the_two=-13 the_van=-8 their=5 them=20 thema=-23 then=5 there=21 there_are=8
thermos=-47 these=11 they=15 they're=17 thing=7 third=-7 this=-60 this_repo=-9 this_week=-19 this_year=25 three=-17
through=-4 through_the=-17 thursda=-50 thursda$=-7 ticket=-53 tidal=56 time=-27 time$=-27 to=-77 to_0=-40 to_a=10
to_be=-35 to_call=-10 to_do=-6 to_me=-27 to_renew=-8 to_the=35 to_use=-6 today=-19 today_0=-19 todo=-42 todo_:=-22
told=-14 tomorro=-35 tomorro_0=-35 tonight=-25 too=-26 tops=19 tops$=-10 touch=-11 trag=-6 trainer=-13 trains=-13
transla=18 trial=-12 trinke=-22 ttl=-13 tuesday=-25 turns=10 two=66 u=-18 uhr=-19 um=-7 um$=-10 um_0=9 um_die=-8
umgeste=20 und=37 und_der=-30 und_die=-9 und_ich=51 und_nicht=-10 und_wir=53 under=-17 under_0=-6 unit=-9 uns=6
uns_nicht=-4 unser=73 unsere=16 unter=42 untersc=-38 untersc$=-32 until=27 up=-12 up_the=-16 update=-12 updated=-16
urlaub=-15 ursache=25 use=-20 utc=-15 uv=32 v=27 valkey=-20 values=19 van=12 variant=-26 vegetar=15 verein=-13
vergess=16 vergiss=-7 verläng=-34 verläng$=-6 vermiet=16 version=-26 version_0=-13 vertrag=11 verwend=-8 verzich=-9
vier=10 vinyl=-4 vom=47 von_0=12 von_der=22 vor=-55 vor_0=-22 vor_der=-11 vorher=-18 vorstan=-16 voted=-31 vpn=6 w=11
want=-48 want_the=-7 war=16 ward=35 wartet=-11 was=99 water=-17 way=30 we=-58 we'll=-19 we're=-77 we're_doing=-12
we're_going=-4 we've=-6 we_decided=-18 we_go=13 we_have=18 we_settled=-34 wechsel=13 wednesd$=-7 week=-37 week$=-12
weekly=-9 weeks=19 weg=-27 wegen=-25 weil=55 well=26 wenn=-44 wenn_du=-9 went=26 wer=-19 werden=-40 werden$=-37
when_i=17 which=24 while=-34 who=50 wie=-28 will=-53 window=-14 wir=-75 wir_bleiben=-21 wir_das=24 wir_haben=43
wir_mit=-13 wird=-83 with=-20 with_a=9 without=-4 without_a=29 woche=-7 woche$=-7 wochen=-16 wochene=-5 wohne=51
won't=4 words=-16 work=90 worker=14 works=18 would=-25 would_you=-18 write=-17 written=-10 wurde=22 yaml=19 year=-10
year$=-18 yes=12 yesterd=55 yesterd_0=55 yet=-16 you=-26 you_know=10 your=-27 zahlen=15 zahlung=23 zertifi=37
ziehen=-6 zimmer=11 zimmer_0=12 zu=-67 zu_nehmen=-10 zugesag=-13 zum=-24 zum_0=34 zur=-49 zurückg=8 zurückg$=17
zusamme=-7 zuständ=45 zwar=-30 zwei=20 zweimal=-15 zweite=-19 zweiten=30 zwische=26 zwölf=27 über=53 über_0=-15
über_den=39 überwei=15 übrigen=26
"""
