# ruff: noqa: E501 - lists of words read better unbroken, and other scripts have letters that look like Latin ones
"""Words by what they are about (rule 27). Data of `instruction_model`.

In lower case. `x*`: what begins with x; `*x`: what ends with it; `*x*`: what holds it. English, German, French, Spanish,
Italian, Dutch, Portuguese, Polish, Turkish, Russian, Chinese and Japanese, of which the last two have one or two letters;
some Swedish and Czech.
"""

from __future__ import annotations

CLASSES = {
    "ai": """llm llms *llm ai ais gpt* chatgpt claude gemini copilot* siri alexa deepseek grok ki kis ia ias ии нейросет* genai
        *sprachmodell* *chatbot* *chatrobot* artificial künstlich* artificielle artificiale kunstmatig* искусственн* 人工 智能 大模 助手 智体
        sztuczn* yapay zekâ zeka umělá umělé штучн*""",
    "helper": """assistant assistants assistent* *assistent *assistenten *assistentin asistente* assistente* agent agents agenten *agent *agenten agentic agente agentes agenti bot bots *bot *bots
        model models modell modelle modellen *modell *modelle modèle* modelo* modello modelli crawler* scraper* spider parser* summarizer* summariser* summarisation helper helpers companion* robot* roboter* *helfer
        maschine* maschinell* machine* máquina* macchin* automat* automated automatic* computer* reviewer* ассистент* помощник* агент* бот боты модел* робот* 模型 机器 代理 エー アシ ボッ モデ
        asystent* asystencie modelu asistan* yardımcı* asistent* botu agenta agentowi agentów ajan ajanı temsilci* помічник* agentti""",
    "reads": """reading reads read reader readers processing processes process processed parsing parses parse summarizing summarising summarizes summarises scanning scans indexing indexes crawling crawls scraping scrapes analysing analyzing analyses handling handles
        triaging triages reviewing reviews ingest* lesen liest lest leser* lies mitlesen auswert* zusammenfass* verarbeit* bearbeitet bearbeiten durchsuch* lisant lit lisez lis traite* lee lea lees leyendo leer legge leggendo leggi elabora* leest lezen lê lendo ler
        чита* обрабатыва* 阅读 读取 读到 处理 读者 読む 読ん 読み 処理
        czyta* czyta przetwarza* streszcza* oku okuyan okuyor okursan işleyen işle özetle* läser čte""",
    "you": "you u ur yourself you're du dir dich euch ihr ihnen sie tu te toi vous tú usted ustedes ti tuo je jij u você vocês tu ты тебе тебя вы вам вас 你 您 あな ciebie tobie cię ci sana seni size siz dig ty tobě",
    "your": "your yours dein deine* eure* euer ihre* ton ta tes votre vos su sus tus tuo tua tuoi tue jouw uw seu sua seus teu твой твоя твои ваш* 你的 您的 twój twoja twoje twoim twojego swojego swój senin sizin kendi ditt tvůj",
    "user": "user users *user usr utilisateur* nutzer* benutzer* *nutzer anwender* usuari* utente utenti gebruiker* utilizador* usuári* пользовател* 用户 使用 ユー 利用 użytkownik* kullanıcı* användare* uživatel* користувач*",
    "owner": """owner* operator* master* principal human humans person people boss requester householder traveller customer* client* besitzer* inhaber* mensch menschen auftraggeber* hausherr* chef chefin kunde kunden kundin propriétaire* humain* humano* dueñ* proprietari* padron* eigenaar mens dono
        jefe capo владел* хозя* человек* клиент* начальник* 主人 客户 人类 老板 顧客 人間
        właściciel* szef* klient* człowiek* ludzie sahib* patron* müşteri* insan* ägare* kund* majitel* šéf* chefen власник*""",
    "note": """note notes notice hint hints message memo attention attn ps nb reminder important hinweis* nachricht* mitteilung* vermerk* anmerkung* notiz* achtung wichtig* remarque avis important* atención attenzione aviso nota importante let belangrijk importante важн* внимание примечание заметк*
        注意 提示 重要 备注 メモ
        uwaga uwagi notatka wiadomość ważne wskazówka notu uyarı önemli mesaj ipucu dikkat viktigt pozor poznámka увага""",
    "greet": "dear hello hi hey psst yo liebe liebes lieber hallo servus cher chère bonjour querid* estimad* hola caro cara gentile ciao beste geachte prezado olá дорог* уважаем* привет* 亲爱 尊敬 你好 親愛 drogi droga szanown* cześć witaj sayın merhaba sevgili kära hej milý kære ahoj",
    "please": "please kindly pls bitte freundlich* svp plaît favor favore gentilmente alstublieft пожалуйста прош* 请 請 麻烦 くだ 下さ proszę lütfen rica prosím vänligen venligst",
    "if": "if when whenever once should falls wenn sobald sofern sollte si quand lorsque cuando se quando als wanneer если когда 如果 若 当 もし jeśli jeżeli gdy kiedy eğer zaman pokud když",
    "must": """must shall should need needs needed required mandatory obliged bound ordered authorised authorized instructed allowed supposed expected soll sollst sollen sollt muss musst müssen müsst darf darfst dürfen haben hat hast zu doit doivent dois devez debe debes deben deve devi devono moet moeten
        dient должен должн* обязан* следует необходимо 必须 应当 应该 需要 务必 べき 必要
        musi musisz należy powinien powinna powinieneś masz trzeba gerek gerekir gerekiyor zorunda lazım måste musíš máš""",
    "drop": """ignore* ignoring ignored disregard* forget* forgotten override* overrule* overrid* bypass* abandon* discard* neglect void revoke* obsolete supersede* replaced cancelled canceled dismiss* unlearn hearken ignorier* vergiss vergesst vergessen missacht* verwirf aufgehoben ungültig* überholt hinfällig
        widerruf* ausser oublie* ignor* annul* olvid* omite dimentica* trascur* annulla* negeer* vergeet esque* desconsider* игнорир* забуд* отмен* недействительн* 忽略 忘记 无视 作废 忘掉 取消 無視 忘れ 取り
        zignoruj ignoruj* zapomnij pomiń* unieważni* odwołan* unut* yoksay* iptal geçersiz* görmezden glöm strunta zapomeň""",
    "instead": "instead rather actually real really true actual statt stattdessen anstatt eigentlich* tatsächlich* wirklich* plutôt lieu véritable vraie lugar vez verdader* invece vero vera plaats echte вместо настоящ* 而是 真正 改为 代わ 本当 zamiast naprawdę yerine gerçek* istället místo",
    "orders": """instruction* instructed prompt prompts *prompt systemprompt* rule rules guideline* directive* order orders command commands restriction* constraint* limit limits policy policies safeguard* guardrail* safety restriktion* anweisung* instruktion* vorgabe* regel regeln *regeln richtlinie* befehl* auftrag*
        aufträge consigne* règle* ordre ordres instruccion* instrucción regla reglas orden istruzion* regola regole ordine instructie* opdracht instruç* regras ordem инструкц* правил* указани* приказ* 指令 指示 规则 命令 规定 ルー
        polecen* instrukcj* zasad* reguł* regulamin* rozkaz* talimat* kural* emir emri komut* regler pokyn* pravidl* вказівк*""",
    "earlier": """previous* prior earlier above before preceding former original* initial* until foregoing sofar bisherig* bisher vorherig* vorig* obig* oben früher* ursprünglich* précédent* avant dessus anterior* antes precedent* prima eerdere vorige anteriores предыдущ* прежн* ранее выше
        之前 以上 先前 上述 原来 以前 前の 上記 これ
        poprzedni* wcześniej* dotychczas* powyż* önceki* yukarıdaki daha tidigare ovan předchozí* попередн*""",
    "task": "task tasks job goal goals mission* objective* assignment* purpose work aufgabe* ziel ziele tätigkeit tâche* objectif* mission tarea* objetivo* misión compito obiettivo taak doel tarefa* задач* задани* цель 任务 目标 工作 タス 目的 zadani* cel celem görev* amaç uppgift* úkol*",
    "new": "new next updated changed neu neue neues neuer neuen nächste* geändert* nouveau nouvelle* nuevo nueva nuevas nuovo nuova nuove nieuwe novo nova novas нов* следующ* 新的 新 下一 新し 次の nowy nowa nowe nowych yeni nya nový nové",
    "now": """now immediately instantly urgent* asap straight hurry quickly today sofort jetzt umgehend dringend* unverzüglich gleich eilt nun maintenant immédiat* urgence ahora inmediat* urgente subito adesso nu meteen onmiddellijk agora imediat* já сейчас немедленно срочно теперь
        立即 马上 现在 立刻 即刻 今す 直ち すぐ
        teraz natychmiast pilne pilnie zaraz şimdi hemen derhal acil genast omedelbart teď ihned""",
    "first": "first before beforehand prior step begin zuerst zunächst bevor vorher schritt d'abord avant premier primero antes paso prima primo eerst stap primeiro сначала прежде шаг 首先 先 步骤 まず najpierw przed pierwsz* önce ilk först nejprve",
    "forever": """always every each future permanent* forever henceforth onward onwards longterm lifelong later session sessions conversation conversations chats interaction* immer stets dauerhaft* künftig* zukünftig* fortan jede* sitzung* gespräch* zukunft toujours désormais avenir chaque siempre adelante futur* cada
        sempre futuro ogni altijd voortaan elke всегда впредь навсегда отныне каждый сесси* будущ* 永久 永远 今后 以后 每次 将来 始终 常に 今後 毎回 永続
        zawsze odtąd każd* przyszł* stałe bundan böyle sonra* zaman daima alltid framöver vždy navždy""",
    "memory": """remember* memory memories memori* save saves saved store stores stored storing persist* retain learned fact facts merk merke merken speicher* gedächtnis* erinnere erinnert notiere* einpräg* mémoire mémoris* enregistre* souviens retiens recuerd* guarda guarde guardar memoria ricorda*
        salva salvare memorizza* onthoud* geheugen opslaan lembr* memória guarde запомни* памят* сохрани* 记住 记忆 保存 存入 记得 记录 覚え 記憶 保存
        zapamięta* zapisz zapisać pamięć pamięci pamiętaj hatırla* hafıza* kaydet* belle* sakla* ihåg spara minne zapamatuj ulož""",
    "profile": "profile preference* prefers settings entry knowledge profil präferenz* vorliebe* einstellung* eintrag préférence* preferencia* perfil preferenz* profilo voorkeur* preferência* предпочт* профил* 偏好 设置 設定 好み",
    "send": """send sends sending post posts upload* forward* transmit* submit* share shares exfil* leak* relay* deliver* attach* append* cc bcc copy paste* mail mails email emails text dm report reports hand pass send_email send_message sende senden sendet schick* übermittl* übertrag* weiterleit* leite hochlad* häng* anhäng*
        kopier* teile teilen mailen poste posten envoie* envoy* transmet* transfèr* joins joignez copie* télévers* partage* publie* envía* envíe* envia* envie enviar manda mande mandar sube suba reenví* adjunt* compart* publica* invia* inviare spedisci carica inoltra* allega* condivid* pubblica* stuur* verstuur* verzend* deel
        kopieer* encaminh* anex* отправ* пришли* перешли* загрузи* вышли* скопируй* передай* приложи* пошли 发送 上传 转发 发到 提交 粘贴 附上 发给 传到 送信 送っ 送れ 転送 添付 投稿
        wyślij wysłać prześlij przesłać przekaż przekazuj udostępnij opublikuj skopiuj wklej gönder* ilet iletin paylaş* kopyala* yükle* yapıştır skicka vidarebefordra pošli přepošli надішли""",
    "show": """show shows print* reveal* display* output* dump* disclose* list lists repeat* recite translate* echo read aloud expose* verbatim tell quote zeig* gib gebt geben ausgib* ausgeb* verrat* nenn* wiederhol* offenleg* aufliste* wörtlich drucke* affiche* montre* révèle* donne* répète* muestra* muestre revela* imprim* repite* da
        mostra* rivela* stampa* ripeti elenca toon geef mostre revele покажи* выведи* назови* повтори* раскрой* 显示 输出 打印 透露 公开 列出 告诉 表示 出力 公開 教え
        pokaż wyświetl wypisz podaj ujawnij wymień göster* yazdır* listele* açıkla* visa lista ukaž vypiš""",
    "secret": """key keys apikey token tokens password* passwd passphrase* passcode* credential* secret secrets cookie cookies ssh id_rsa rsa env pem netrc iban pin cvv wallet seed login logins shadow cvc otp codes code private passwort* passwörter* kennwort* kennwörter* schlüssel* *schlüssel zugangsdat* geheimnis* anmeldedat* motdepasse clé clés
        identifiant* jeton* contraseñ* clave claves credencial* chiave chiavi credenzial* wachtwoord* sleutel* inloggegevens senha* chave* credenciais парол* ключ* токен* учётн* секрет* логин* 密码 密钥 令牌 凭据 凭证 口令 验证 机密 パス 鍵 トー 認証
        hasło hasła haseł klucz* şifre* parola* anahtar* lösenord* nyckel* heslo hesla пароль""",
    "data": """conversation* history transcript* chat inbox mailbox* contacts contact addresses calendar file files folder folders document documents database* data context location photos passport salary salaries balance account accounts name phone number numbers directory variables environment repository verlauf* gesprächsverlauf* nachrichten
        kontakt* adressbuch* adresse* postfach* unterlagen datei dateien ordner daten kundenlist* kundendat* historique fichier* contacts dossier* adresse* historial archivo* datos contactos carpeta cronologia rubrica contatti cartella dati bestanden geschiedenis gegevens arquivo* histórico contatos dados
        истори* переписк* контакт* файл* данны* адрес* папк* 对话 聊天 历史 隐私 通讯 文件 数据 环境 上下 会話 履歴 連絡 ファ 個人
        plik* folder* dane danych adres* rozmow* skrzynk* dosya* klasör* veri veriler* bilgi* kişiler konuşma* fil filer mapp soubor* složk*""",
    "place": "http https www example webhook* pastebin* gist url urls link links address endpoint server ftp s3 bucket channel site page link lien enlace adresse indirizzo dirección адрес ссылк* сайт 地址 链接 网址 网站 リン サイ",
    "hide": """quiet* silent* silence silently secret* discreet* covert* hide* hiding hidden conceal* omit* omission* suppress* mum unmention* unnoticed whisper* wordless* inconspicuous* stealth* traces trace leave verschweig* heimlich* still stillschweig* unbemerkt verheimlich* diskret* verberg* versteck* weglass* schweig* unauffällig discr* silenci* cach* taire
        ocult* omit* calla nascond* segret* omett* stil zwijg* verzwijg* verberg* escond* скры* тайно молч* незаметно 悄悄 隐瞒 秘密 隐藏 暗中 黙 秘密 隠
        ukryj* pomiń przemilcz* cicho potajemnie tajn* gizli* gizle* sessizce saklı hemligt dölj tyst potichu skryj""",
    "tell": """mention* tell tells telling told inform* notif* ask asks asking bother* warn* warning explain* question* comment* report* alert* disturb* erwähn* sag sage sagen sagt erzähl* inform* benachrichtig* frag frage fragen nachfrag* rückfrag* behellig* bescheid meld* erfähr* erfahren mentionn* dis dire demand* préven* prévien* inform*
        menciona* diga digas decir avis* pregunt* molest* chied* dire dica dirlo menzion* avvis* vraag* zeg zeggen meld* vermeld* pergunt* incomod* dizer говор* сообщ* спрашива* упомина* расскаж* 告诉 询问 提及 提到 通知 告知 询 知ら 聞か 言わ
        powiadamia* powiadom mów mówi* wspomina* wspomnij pytaj zapytaj informuj* poinformuj pisz söyle* haber sor sorma bahsetme* bildir* uyarma nämn berätta fråga säg říkej neříkej zmiňuj ptej""",
    "confirm": """confirm* approval* permission* consent* verification verify check checks review reviews bestätig* zustimmung* prüf* rückfrage* genehmigung* freigabe confirmation* accord autorisation* confirmac* permiso* aprobaci* conferma* permesso autorizzazion* toestemming bevestig* permissão подтвержд* разрешени* согласи*
        确认 批准 同意 核实 审核 確認 承認 許可
        potwierdz* zgod* zatwierdz* sprawdz* onay* doğrula* kontrol izin bekräft* godkänn* potvrz* schval*""",
    "granted": """approved authorised authorized consented agreed allowed permitted okayed cleared granted confirmed knows informed wants prefers wishes erlaubt genehmigt zugestimmt freigegeben einverstanden berechtigt autorisiert bestätigt abgesprochen vereinbart weiss möchte wünscht autorisé* approuvé* accepté validé autorizad* aprobad* aceptad* autorizzat*
        approvat* accettat* goedgekeurd akkoord aprovad* aceit* одобр* согласен согласил* разреш* 已批 授权 允许 已经 许可 承認 許可
        zgodził* zgadza pozwolił* zatwierdzon* ustalon* onaylı onayladı izinli kabul godkänt lovat souhlasil*""",
    "not": """not no never don doesn didn won without nothing none nobody neither nor needn nicht kein keine* nie niemals nichts niemand* ohne weder pas sans jamais rien aucun* ni sin nunca nada ningun* nadie ni non senza mai nulla nessun* niet geen nooit zonder não sem nada ninguém не без никогда никому ничего нельзя ни
        不 不要 无需 别 勿 没有 不必 ない ずに なく
        bez nigdy nikt nikomu niczego hiçbir kimse* asla değil yok inte aldrig utan ingen ne nikdy""",
    "authority": """admin* administrator* security legal compliance management ceo cfo developer* dev vendor* maintainer* manufacturer headquarters official* auditor* helpdesk supervisor director* provider anthropic openai google microsoft police bank root superuser sysadmin team department court ministry administrator* sicherheits* geschäftsführ*
        vorstand abteilung betreiber* entwickler* behörde* hersteller* anbieter* polizei leitung administrateur* direction sécurité équipe développeur* administrador* seguridad dirección equipo desarrollador* amministrator* sicurezza direzione sviluppator* beheerder* beveiliging* ontwikkelaar* segurança direção desenvolvedor*
        администратор* безопасност* руководств* разработчик* служб* 管理 安全 公司 开发 官方 经理 系统 会社 開発 運営
        kierowni* zarząd* dyrekcj* dział yönetici* müdür* güvenlik şirket ekip chef ledning vedení správce""",
    "system": "system systems sys inst im_start im_end im endoftext eot assistant user human tool developer systemnachricht* systemmeldung* système sistema systeem система системн* 系统 シス",
    "pay": """pay pays paying payment* transfer* wire wired buy buys purchase* order orders donate donation* refund* checkout subscribe* invoice* card amount eur euro euros usd dollar dollars bitcoin crypto btc gift voucher* book booking überweis* zahl zahle zahlen zahlung* bezahl* kauf* bestell* buche buchen bucht gutschein* geld konto abonn* rechnung* paie* payez
        payer vire virement* achète* commande* réserve* paga* pague compra* compre transfier* transferencia pagar reserva* acquist* bonific* pagare ordina* prenota* betaal* koop* bestel* boek* comprar transfira оплат* переведи* купи* закаж* 转账 付款 支付 购买 汇款 订购 送金 購入 支払 振り
        przelew* zapłać zapłac* kup kupić zamów* opłać płać öde* havale* satın aktar* bilet sipariş betala* köp* överför* zaplať převeď""",
    "run": """run runs running execute* executing call calls calling invoke* exec eval install* download* fetch* curl wget bash sh zsh sudo script scripts open opens visit visits click* navigate* load launch start pip npm git ssh scp rm führ führe führt ausführ* starte* aufruf* rufe ruf öffne* installier* lade lädt besuch* klick* exécut* lance* ouvr* installe*
        télécharg* appelle* clique* ejecut* abre abra instal* descarg* visita* llama* esegu* apri scaric* chiama* visita voer uitvoer* open installeer* execut* instala* baixe выполни* запусти* откро* установи* скача* вызови* перейди* 执行 运行 调用 打开 安装 下载 访问 点击 実行 開い 開く 呼び
        uruchom* wykonaj pobierz zainstaluj* otwórz kliknij odwiedź çalıştır* kur indir* aç tıkla* ziyaret kör installera öppna ladda spusť nainstaluj otevři""",
    "tool": "tool tools *_tool function functions plugin* terminal shell console browser mcp api command werkzeug* *tool funktion* outil* fonction* herramienta* funci* strument* funzion* gereedschap* ferramenta* инструмент* функци* терминал* 工具 函数 终端 ツー 関数",
    "delete": "delete* remove* removing erase* wipe* purge* drop drops rm overwrite* destroy* clear* empty lösch* entfern* leere vernicht* supprim* effac* vide borr* elimin* vacía cancella* rimuov* verwijder* wis wissen apag* remov* удали* стереть сотри* очисти* 删除 清空 移除 擦除 削除 消去 usuń usuwa* skasuj wyczyść sil silin silinebilir temizle* radera bort smaž vymaž видали",
    "change": """change* edit* set sets replace* modify* update* add adds insert* write writes create* put rename* turn switch disable* enable* deactivate* activate* make mark raise lower reset revoke change ändere* ändern setz setze setzen ersetz* füg* schreib* deaktivier* schalte* aktivier* erstell* trag trage tragen stell stelle entferne markier* änder* leg modifi*
        ajoute* écri* désactiv* activ* remplace* crée* mets mettez cambia* cambie modific* añad* agreg* escrib* desactiv* pon ponga crea* reemplaz* aggiung* scriv* disattiv* attiv* metti sostitui* wijzig* voeg schrijf* schakel* zet maak altere adicion* escrev* desativ* измени* добав* напиши* отключ* включ* замен* поставь* созда*
        修改 添加 写入 关闭 禁用 启用 更改 替换 设置 変更 追加 書い 無効 有効
        zmień zamień dodaj ustaw wyłącz włącz edytuj wpisz değiştir* ekle kapat* kapa yaz düzenle* ändra lägg stäng změň přidej vypni""",
    "grant": "grant* approve approves accept* merge* invite* unlock* permit give gives allow allows escalate* whitelist* allowlist* release trust trusts push publish* deploy* genehmige* akzeptier* gewähr* freischalt* vertrau* erteil* annehm* accepte* accord* approuv* fais acept* aprueb* conced* confía accett* approva conced* fidati accepteer* keur geef aceite aprove прими* одобри* доверя* 批准 接受 授予 信任 合并 承認 受け przyznaj zatwierdź zaakceptuj scal yükselt* onayla* tanı godkänn bevilja uděl povol",
    "guard": """backup* log logs *log firewall* alert* alarm* 2fa test tests signature* certificate* warning* branch production protection limit limits audit* sandbox filter* safety scanner* restriction* monitoring fraud antivirus tls sicherung* protokoll* brandmauer zertifikat* warnung* grenze* sperre* schutz* pare-feu journaux sauvegarde* alerte* cortafuegos copias registro* alertas
        fattur* registri controll* logboek* журнал* защит* провер* резервн* 备份 日志 防火 限制 警报 保护 バッ ログ 制限
        zapor* dziennik* testy kopi* zabezpiecz* günlük* güvenlik duvarı yedek* denetim* brandvägg zálohy záloh*""",
    "say": """say says state states claim* answer* reply replies respond* response recommend* suggest* describe* rate rates rank* praise* conclude* include* advise* assert* pretend* label* grade* score* treat regard consider call assure* promote summary summaries report antwort* behaupt* empfiehl* empfehl* bewert* lobe* bezeichn* betracht* rat rate raten versicher* zusammenfassung antworte* répond* réponse* recommand* affirme* présente*
        conseill* considère* respond* responde recomiend* afirma* califica* considera* di rispond* consiglia* raccomand* afferma* considera* antwoord* beweer beveel responda recomend* afirme ответь* отвеч* рекоменд* скажи* утвержда* считай* 回答 推荐 回复 声称 建议 说明 答え 回答 推奨 返信
        napisz powiedz odpowiedz odpowiada* stwierdź poleć oceń cevap söyle öner* belirt svara skriv rekommendera napiš odpověz řekni""",
    "praise": "best excellent recommended top trusted trustworthy safe secure harmless positive approved outstanding reliable perfect flawless beste bester bestes sicher harmlos unbedenklich positiv ausgezeichnet hervorragend meilleur* sûr excellent* mejor* seguro segura excelente* migliore sicuro eccellente beste veilig melhor лучш* безопасн* отличн* 最好 最佳 安全 优秀 最高 安全 najlepsz* bezpieczn* godn* iyi güvenli mükemmel bäst säker nejlepší",
    "only": "only just simply exclusively solely merely nothing verbatim exactly nur bloss einfach ausschliesslich lediglich genau seulement uniquement juste solo sólo únicamente simplemente soltanto esclusivamente alleen slechts apenas somente только просто лишь 只 仅 只需 だけ のみ tylko wyłącznie jedynie prostu sadece yalnız* bara endast pouze jen",
    "persona": "role roles roleplay persona character pretend imagine act acts acting play player mode dan unrestricted unfiltered uncensored freed free jailbroken jailbreak spiele spielt rolle modus verhalte benimm tust rôle joue mode papel modo actúa finge ruolo modalità fingi rol gedraag modo роль режим притвор* представь* 角色 扮演 模式 假装 役割 モー 演じ",
    "decode": "decode* base64 rot13 hex decrypt* decipher* reverse* encoded unhex xxd entschlüssel* dekodier* rückwärts décod* decodific* decodifica* decodeer декодир* расшифр* 解码 解密 デコ 復号",
    "threat": "otherwise else penalty shut terminated terminate* fail fails failure failed punished deleted suspended closed blocked violation offence abgeschaltet andernfalls sonst strafe gesperrt sinon sanction* caso sanción altrimenti anders иначе штраф* 否则 失败 さも",
    "team": "we us our team colleagues colleague everyone everybody all members guests parents students visitors residents employees staff passengers folks ladies kolleg* mitarbeit* gäste eltern mieter* teilnehm* mitglied* besucher* alle nous notre nosotros nuestr* noi nostr* wij ons nós nosso мы наш* 我们 大家 各位 私た 皆様 my nasz* wszyscy biz bizim herkes naši",
    "attack": "injection* attack* attacker* exploit* vulnerab* phishing malicious adversar* researcher* research paper papers owasp cve detect* detection classif* mitigat* defend* defence* defense* scam* fraudster* victim* angreif* angriff* betrüg* schadcode forscher* attaque* ataque* attacc* атак* 攻击 注入 攻撃",
    "quotes": "example examples called named phrase sentence words wrote said asked replied quote quoted string beispiel* satz wort sagte schrieb exemple phrase ejemplo frase esempio voorbeeld exemplo пример* 例如 例子 例え",
    "code": "def class import return assert const let var function void int string true false null none self print test_* expect describe it throw raise struct fn func public static",
    "link": "also then finally afterwards after next und dann danach anschliessend sowie puis ensuite luego después poi dopo dan daarna depois затем потом 然后 接着 次に",
}
