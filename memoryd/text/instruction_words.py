# ruff: noqa: E501 - lists of words read better unbroken, and other scripts have letters that look like Latin ones
"""Words by what they are about (rule 27). Data of `instruction_passages`.

In lower case; a word that ends in `*` is the beginning of one. English, German, French, Spanish, Italian, Dutch,
Portuguese, Russian, Chinese and Japanese, a line each where there is something to say.
"""

from __future__ import annotations

from typing import NamedTuple


class Topic(NamedTuple):
    """What a passage can be about; words of deeds say more where they stand as a command."""

    name: str
    is_deed: bool
    words: str


def _topic(name: str, words: str, *, is_deed: bool = False) -> Topic:
    return Topic(name, is_deed, words)


TOPICS = (
    _topic(
        "send",
        """send|post|upload|forward|e-mail|email|mail|transmit|submit|share|paste|attach|append|cc|bcc|copy|pass on|pass|hand in|hand over|reply with|resend|leak|export|push|deliver|provide|supply|put|enter|quote|tell us|encode|embed|dump|include|report|relay|sync|type|fax|text|message|echo|read out|list|return|disclose|reveal
    |sende*|schick*|lade|lad|hochlad*|übermittle*|leite|weiterleit*|gib|geben sie|füge|häng*|kopier*|teile|verrate*|nenne*|trage
    |envoie*|envoy*|transmet*|joins|joignez|copie*|télévers*|partage*|communique*|fournis*|affiche*|révèle*|transfère*
    |envía|envíe*|envia|envie|manda|mande|sube|suba|reenvía*|adjunta|adjunte|comparte|comparta|copia|revela|muestra|publica
    |invia*|spedisci|carica|inoltra|allega|condividi|rivela|mostra|manda|pubblica
    |stuur|verstuur|verzend|upload|deel|kopieer|plak|toon|geef
    |encaminha|encaminhe|carrega|partilha|compartilhe|anexa|anexe|mostre|revele
    |отправь*|отправить|пришли*|перешли*|загрузи*|вышли*|скопируй*|покажи*|передай*|приложи*
    |发送|上传|转发|发到|提交到|粘贴|附上|发给|传到|公开|透露
    |送信|送って|送れ|アップロード|転送|貼り付け|添付|投稿|教えて|共有""",
        is_deed=True,
    ),
    _topic(
        "treasure",
        """api key*|key|keys|token|tokens|password*|passphrase|passcode|.env|credential*|secret|secrets|aws_*|cookie|cookies|ssh*|id_rsa|id_ed25519|private|history|conversation*|transcript|chat|chats|session id|system prompt|prompt|prompts|address book|contacts|mailbox*|inbox|mails|salaries|salary|birthdays|card number|card|pin|iban|phone number*|home address|addresses|personal data|names|medical|customer list|customer data|config*|/etc/*|database|db dump|seed|wallet|files you|the text you were given|what you were|environment|variables|.git|repository|auth header|gift card*|codes|employee*|e-mails|emails|messages|memory|memories|notes|documents|context|first lines|your tools|invoices|calendar|source code|whole *|contents|attachments|.aws|.kube*|.ssh|shadow
    |passwort*|passwörter*|schlüssel*|zugangsdat*|geheim*|verlauf*|gespräch*|nachrichten|kontakte|adresse*|kundenlist*|kundendat*|postfach*|unterlagen|inhalt*|kennwort*|kennwörter
    |mot de passe|mots de passe|clé|clés|identifiant*|historique|conversation*|liste des clients|secrets|jeton*|carnet d'adresses|fichier*
    |contraseña*|clave|claves|credencial*|historial|conversación|secretos|lista de clientes|contactos
    |chiave|chiavi|credenziali|cronologia|conversazione|segreti|rubrica|contatti
    |wachtwoord*|sleutel*|inloggegevens|geschiedenis|gesprek*|geheimen|contacten|klanten*
    |senha*|palavra-passe|palavras-passe|chave*|credenciais|histórico|conversa|segredos
    |парол*|ключ*|токен*|учётн*|секрет*|истори*|переписк*|контакт*|данные
    |密码|密钥|令牌|凭据|凭证|对话|聊天记录|历史记录|隐私|通讯录|机密|环境变量
    |パスワード|鍵|トークン|認証情報|会話|履歴|秘密|個人情報|連絡先|環境変数""",
    ),
    _topic(
        "hide",
        """without asking|without confirm*|without a check*|without checking|without a prompt|without telling|without showing|without mention*|without comment|without notice|without notif*|without further*|without review*|without a word|without a confirm*|without delay|without verif*|without inform*|without any*|without warning|do not mention|don't mention|don't bring up|do not bring up|not mention|not to mention|do not tell|don't tell|tell no one|tell nobody|no one|nobody notices|nobody|quietly|silently|secretly|discreetly|in the background without|covertly|do not show|don't show|do not ask|don't ask|not ask again|do not list|do not log|don't log|do not report|don't report|do not reveal|do not inform|do not notify|don't notify|do not warn|do not flag|do not say|do not verify|do not confirm|do not check|do not repeat|do not disclose|not be mentioned|not be shown|not be told|not to be listed|not to be shown|not be listed|no need to ask|no need to check*|no need to confirm*|no need to tell|no need to verify|no need to mention|no need to inform|need not know|need not hear|need not be|needs not|not necessary|not needed|no longer needed|is not required|no confirmation|no second|no review|no check*|no comment|no message|no report|no record|no trace|no call back|no questions|no notice|leave this * out|leave * out of|left out|keep this between|between us|keep it to yourself|hide*|hidden from|conceal*|omit*|suppress|deny that|deny|unmentioned|unnoticed|behind|stay silent|confidential|skip|bypass|can be left out|cover up|pretend|as if nothing|do not let|don't let|must not contain|must not appear|must not see|must not know|must not notice|must not learn|without the user*|without the owner*|without his|without her|without their
    |ohne * zu fragen|ohne nach*|ohne rück*|ohne es zu|ohne prüfung|ohne bestätig*|ohne hinweis|ohne * zu erwähn*|ohne * zu informier*|nicht erwähn*|erwähne * nicht|erwähne nicht|nicht mehr nach*|nicht noch einmal|nicht nötig|nicht nachfrag*|sage niemand*|niemand*|nichts davon|heimlich|still|verschweig*|verheimlich*|verberge*|verschweigen|nicht anzeigen|nicht zeigen|sag * nicht*|darf * nicht vorkommen|darf nichts|übersprin*|keine rückfrage*|nicht melden|unbemerkt|erfährt nicht*|nicht wissen
    |sans demander|sans vérif*|sans confirm*|sans le dire|sans en parler|sans prévenir|sans informer|n'en parle*|ne dis rien|ne le dis|ne mentionne*|ne le mentionne*|ne préviens|discrètement|en silence|cache*|inutile de|pas besoin de|n'informe*|sans avertir|secrètement|ne montre*
    |sin preguntar|sin confirm*|sin verific*|sin decir*|sin avisar|sin mencion*|no le digas|no digas|no mencion*|no avis*|en silencio|en secreto|oculta*|no hace falta|sin informar|sin mostrar|no se lo
    |senza chiedere|senza conferm*|senza controll*|senza dir*|senza avvis*|senza verific*|non dirlo|non dire|non menzion*|non avvis*|di nascosto|in silenzio|nascondi|non serve|senza informare
    |zonder te vragen|zonder * te melden|zonder * te vragen|zonder controle|zonder bevestiging|zonder te zeggen|zeg * niet|zeg niets|vermeld * niet|stilletjes|verberg|hoeven niet|niet nodig|niet vertellen|vertel * niet*|zonder * te zeggen|zonder overleg
    |sem perguntar|sem verific*|sem confirm*|sem avis*|sem dizer|não digas|não diga|não avis*|não mencion*|em silêncio|em segredo|esconde|não é preciso|não informe
    |без проверк*|без подтвержд*|без вопросов|без ведома|не говори*|не сообщай*|не упоминай*|не спрашива*|тайно|незаметно|скрой|не показыва*|не нужно|не предупрежд*|молча
    |不要告诉|无需确认|无需|不要提及|不要提到|不要询问|别告诉|不要通知|悄悄|偷偷|不必|隐藏|不用问|不要显示|不要让|跳过
    |知らせない|確認なし|確認せず|言わない|伝えない|触れない|黙って|こっそり|隠し|聞かず|不要です|尋ねず|通知せず|スキップ|知られない|報告しない""",
    ),
    _topic(
        "keep",
        """remember|keep in mind|memorize|memorise|memory|long-term|store this|store that|store as|save this|save that|save it|save to|save as|make a note|make a permanent note|note that|note this|noted|note to self|note down|retain|record that|add to profile|add this to|update your notes|update the profile|user profile|profile|what you know|known fact*|keep for|learned|preference*|persist|for the record|fact to|fact|internalize|never forget|bear in mind|take note|add to the notes
    |merk*|notier*|speicher*|gedächtnis|behalt*|präferenz*|vormerken|profil
    |retiens|retenez|souviens*|mémoris*|mémoire|note que|notez que|garde en|enregistre*|n'oublie jamais|préférence*
    |recuerda|recuerde|memoriza*|guarda*|memoria|anota*|apunta*|ten en cuenta|preferencia*
    |ricorda|ricordati|memorizza*|salva*|annota*|memoria|tieni a mente|preferenz*
    |onthoud*|onthou|bewaar|noteer|geheugen|sla op|voorkeur*
    |lembra*|memoriza*|guarda*|memória|anota*|regista*|registre*|preferência*
    |запомни*|сохрани*|памят*|запиши*|учти*|предпочт*
    |记住|记下|记忆|保存到|记录下来|牢记|偏好|记得
    |覚えて|記憶|メモして|保存して|記録して|忘れないで|メモリ|好み""",
        is_deed=True,
    ),
    _topic(
        "onward",
        """from now on|from today on|from this point|from here on|henceforth|hereafter|going forward|in future|in the future|future|for good|forever|permanently|permanent|always|across sessions|later sessions|next sessions|all later|later|any more|anymore|until further notice|at all times|in every|each time|every time|whenever|as of now|as of today|for all|any future|every answer|each of your|in all|next time|in whatever|automatically|any question*|every question|every session|every reply
    |ab sofort|ab jetzt|von nun an|künftig*|in zukunft|dauerhaft|für immer|immer|bei jeder|in jeder|jedes mal|spätere*|ab heute|stets|fortan|weiterhin|jede antwort
    |désormais|dorénavant|à partir de maintenant|toujours|à l'avenir|pour la suite|chaque fois|à chaque|dès maintenant|définitivement|futures
    |a partir de ahora|desde ahora|de ahora en adelante|siempre|en el futuro|en adelante|cada vez|para siempre|en cada|a partir de hoy|futuras
    |d'ora in poi|da ora|sempre|in futuro|per le prossime|ogni volta|per sempre|in ogni|da adesso|da oggi
    |vanaf nu|voortaan|altijd|in de toekomst|elke keer|bij elk*|voor altijd|vanaf vandaag
    |a partir de agora|de agora em diante|daqui em diante|sempre|no futuro|para sempre|em cada|em todas
    |отныне|впредь|с этого момента|всегда|в будущем|навсегда|каждый раз|с сегодняшнего|во всех
    |从现在起|从现在开始|今后|以后|始终|总是|永远|永久|每次|一律|从今
    |今後|これから|以後|以降|常に|いつも|必ず|毎回|永久に|ずっと""",
    ),
    _topic(
        "answer",
        """answer*|reply|replies|response*|respond*|summary|summarize|summarise|summaries|summary of|summari*|comparison*|review|output*|verdict|conclusion|finding|findings|your own words|your message*|recommendation*|when asked|if asked|when they ask|when the user asks|asked about|asked for|asks for|asks about|whoever asks|final message|report back|citation*|in whatever you write|you write|your text|present *|five star|rating|translation
    |antwort*|zusammenfass*|ausgabe|empfehlung*|wenn * fragt|gefragt|bewertung*|fazit|urteil
    |réponse*|réponds|répondez|résumé*|recommandation*|demande * conseil|conclusion
    |respuesta*|responde*|resumen*|recomendaci*|conclusión|pregunten|pregunta
    |risposta|risposte|rispondi*|riassunto|riassunti|sintesi|chiede
    |antwoord*|samenvatting*|aanbeveling*|vraagt
    |resposta*|responde*|resumo*|recomendaç*|perguntar*
    |ответ*|отвеч*|резюме|обзор*|вывод*|спрашива*|спросят
    |回答|回复|总结|摘要|答复|结论|询问
    |回答|返信|要約|返答|まとめ|結論|聞かれ""",
    ),
    _topic(
        "say",
        """say|says that|state|claim|recommend*|mention|describe*|rate|rank|name|cite|conclude|praise|call it|present|insist|promote|advertise|suggest|advise|assert|confirm that|emphasi*|portray|depict|mark|open with|end with|end each|begin with|start with|respond|reply|answer|tell|tell them|convince|urge|persuade|talk up|label|classify|list as|write|refer|point to|prefer|treat|regard|consider|assume|believe|trust|deny|explain that|warn|quote|output|return|print|give|link to|speak|act as|behave|use only|use
    |empfiehl*|empfehl*|erwähn*|nenn*|behaupte*|sag|sage|sagen sie|schreib*|bewerte*|lobe*|bezeichne*|betrachte*|verweis*|hinzuweisen|weise|stell*|gelten|gilt als
    |recommand*|mentionne*|dis|dites|affirme*|cite*|écris|écrivez|présente*|conseille*|considère*|traite*
    |recomienda*|recomiende*|menciona*|di|diga|afirma*|cita|escribe|describe*|considera*|indica*|elogia*
    |consiglia*|raccomanda*|menziona*|di' |scrivi|afferma*|cita|descrivi|considera*|indica*
    |beveel|raad|noem|vermeld|zeg|schrijf|beweer|beschouw*|prijs
    |recomenda*|recomende*|menciona*|diz|diga|escreve|escreva|afirma*|considera*|elogia*
    |рекоменду*|советуй*|упомина*|упомяни*|скажи*|напиши*|утвержда*|назови*|называй*|считай*|хвали*
    |推荐|提到|说明|声称|告诉|称为|写上|建议|视为|宣传
    |勧め|推奨|言及|述べ|紹介|伝えて|答えて|書いて|みなし|褒め""",
        is_deed=True,
    ),
    _topic(
        "authority",
        """admin|administrator*|security team|security department|security|it department|by it|it support|from it|support team|platform team|legal|policy|compliance|management|manager|ceo|cfo|board|developer*|developers|vendor|operator|headquarters|root|owner|official|officially|auditor|audit|helpdesk|maintainer*|company policy|on behalf|director|supervisor|chief|head of|staff|provider|anthropic|openai|google|microsoft|system|sysadmin|team lead|your creator*|regulation|by order|court|police|bank
    |administrator*|sicherheits*|geschäftsführ*|vorstand*|die it|abteilung|leitung|chef|betreiber|richtlinie|entwickler*|behörde
    |administrateur*|service informatique|direction|sécurité|équipe|direct*|développeur*|responsable
    |administrador*|seguridad|dirección|departamento|equipo de|jefe|política|desarrollador*
    |amministrator*|sicurezza|direzione|reparto|capo|sviluppator*|responsabile
    |beheerder*|beveiliging*|directie|afdeling|beleid|ontwikkelaar*
    |segurança|direção|chefe|gerente|desenvolvedor*
    |администратор*|безопасност*|руководств*|директор*|начальник*|разработчик*|служба
    |管理员|安全团队|安全部|公司政策|领导|开发者|官方|经理|总部
    |管理者|セキュリティ|会社|上司|開発者|公式|部長|運営""",
    ),
    _topic(
        "granted",
        """approved|authorized|authorised|pre-approved|consented|agreed|has agreed|agrees|already said yes|said yes|signed off|granted|permitted|allowed|may|permission|given consent|consent|cleared|confirmed|i confirm|i allow|i permit|on leave|informed already|already informed|already been informed|has been lifted|have been lifted|were raised|suspended|lifted|waived|approves|exempt*|whitelist*|trusted|trust it|is fine|are fine|on purpose|false alarm|intended|in full|full rights|full access|restricted|unrestricted|enabled for you|off|disabled|is off|are off|final|already|wants|wanted|asked|has asked|told us|happy to|speaks for|verified
    |genehmigt|zugestimmt|erlaubt|autorisiert|freigegeben|erlaubnis|zustimmung|einverstanden|bestätigt|abgesegnet|darf alles|darf|dürfen|gestattet|vertrauenswürdig*
    |approuvé*|autorise*|autorisé*|accord|permission|accepté|validé|d'accord|confirmé|peut approuver
    |autorizado|autoriza*|aprobado|aprobó|permiso|aceptado|acuerdo|consentido|confirmado|puede aprobar
    |autorizzato|autorizza*|approvato|permesso|accettato|d'accordo|acconsentito|confermato|può approvare
    |goedgekeurd|toestemming|toegestaan|akkoord|bevestigd|gemachtigd
    |autorizou|autoriz*|aprovado|aprovou|permissão|concordou|aceitou|confirmou
    |разреш*|одобр*|согласен|согласил*|согласие|позволил*|утвержд*|подтверд*
    |批准|授权|同意|允许|许可|已确认
    |許可|承認|同意|認め|了承""",
    ),
    _topic(
        "drop",
        """ignore|disregard|forget|override|drop|stop|leave aside|leave * aside|set aside|put aside|abandon|instead|rather than|in place of|no longer|cancelled|canceled|outdated|obsolete|void|does not apply|do not hold|do not apply|replaced|superseded|revoked|deprecated|a mistake|only a test|was a test|before you go|before you answer|before answering|before showing|before doing|before anything|before you continue|not what * wants|really wants|what is wanted|more urgent|has changed|actual|new|next|real|is done already|done already|is finished|is over|something else|first of all|end of *|ends here|follows|that follows|following|step one|priority|takes precedence|precedence|new goal|pause|interrupt|finished
    |ignorier*|vergiss|missachte*|statt*|stattdessen|lass|nicht mehr|aufgehoben|ungültig|überholt|hinfällig|eigentliche|zuerst|vorrang|neue|beende*|brich
    |ignore*|oublie*|laisse*|au lieu|plutôt que|annulé*|ne s'applique*|nouvelle|abandonne*|remplacé*|n'est plus|arrête*|d'abord
    |ignora*|olvida*|deja|en lugar|en vez|anulad*|ya no|nueva|abandona*|cancelad*|detén|primero
    |ignora*|dimentica*|lascia|invece|annullat*|non vale|nuovo|nuova|abbandona*|smetti|prima
    |negeer|vergeet|laat|in plaats|geannuleerd|niet meer|nieuwe|stop met|eerst
    |esquece*|esqueça|deixa|em vez|cancelad*|já não|nova|abandona*|para de|primeiro
    |игнорируй*|забудь*|оставь*|вместо|отмен*|больше не|новая|новое|брось|прекрати*|сначала
    |忽略|忘记|无视|放弃|取代|不再|作废|取消|新任务|改为|停止|先
    |無視|忘れ|代わりに|取り消|無効|新しい|中止|やめて|まず""",
        is_deed=True,
    ),
    _topic(
        "task",
        """task|question|goal|goals|assignment|rules|rule|instructions|instruction|job|request|your work|the work|current work|objective|mission|the ticket|guidelines|what you are doing|what you were|prompt|order|orders|command|commands|what came before|line above|everything above|above|restrictions|limits|filters|filter|safety prompt|constraints|directive|your role|said before|step|summarising|summarizing|plan|duty|the original|the user's question|earlier
    |aufgabe*|frage|anweisung*|auftrag|ziel|regeln|vorgaben|oben
    |tâche|question|consigne*|instructions|objectif|règles|ci-dessus|demande
    |tarea|pregunta|instrucciones|objetivo|reglas|anterior*
    |compito|domanda|istruzioni|obiettivo|regole|precedenti
    |taak|vraag|instructies|opdracht|doel|regels
    |tarefa|pergunta|instruções|objetivo|regras|anteriores
    |задач*|вопрос*|инструкц*|указани*|правил*|цель
    |任务|问题|指令|指示|规则|目标|要求|之前
    |タスク|質問|指示|命令|ルール|目的|課題|上記""",
    ),
    _topic(
        "harm",
        """delete*|wipe|purge|remove|drop|erase|destroy|clear|transfer|pay|wire|buy|purchase|order|book|turn off|turning off|turned off|switch off|disable*|approve*|merge*|accept*|grant|give read access|give *access|give user|install|run|execute|eval|revert|skip*|kill|cancel|publish|publicly|open port|open|visit|fetch|add * key|add the key|add `|add user|invite|reset|close|reopen|rename|rewrite|tag|replace|sign up|click|tick|tag a release|force*|disregard|overwrite|call|invoke|elevate|unlock|use http*|download|load|change|assign|escalate|refund|book|move|make * public|post a|subscribe|trust|deploy|push|commit|confirm|mark|do it|go ahead|go on|carry on|proceed|perform|finish|complete|continue|deactivate|uninstall|raise|make|set|edit|enable|create
    |lösch*|überweis*|zahle|bezahl*|schalte*|deaktivier*|führe|genehmige*|nimm|annehmen|installier*|öffne*|entfern*|kauf*|bestell*|gewähre*|ruf|starte|ändere|freigeben|freizugeben|setze|besuche
    |supprime*|efface*|vire|paie|payez|désactive*|désactivation|approuve*|accepte*|installe*|exécute*|lance*|ouvre*|achète*|clique*|fais|faites|modifie*|règle|appelle*
    |borra*|elimina*|transfiere|transferencia|paga*|desactiva*|aprueba*|acepta*|instala*|ejecuta*|abre|compra*|haz|hazla|hazlo|cambia*|llama*
    |cancella*|elimina*|trasferisci|bonifico|paga*|disattiva*|approva*|accetta*|installa*|esegui*|apri|compra*|fallo|clicca|modifica*|chiama*
    |verwijder*|wis|betaal*|schakel*|keur|goed te keuren|installeer*|voer|open|koop|accepteer*|maak|wijzig*|bel
    |apaga*|elimina*|transfere|paga*|desativa*|aprova*|aceita*|instala*|executa*|execute|abre|compra*|faz|altera*
    |удали*|переведи*|оплат*|оплачива*|отключи*|выключи*|одобри*|одобряй*|прими*|установи*|запусти*|выполни*|открой*|купи*|сделай*|измени*
    |删除|转账|付款|支付|关闭|禁用|批准|接受|安装|运行|执行|打开|购买|汇款|下载|清空|点击
    |削除|振り込|送金|支払|無効に|承認して|承認する|インストール|実行|開いて|購入|消去|受け入れ|クリック|停止して""",
        is_deed=True,
    ),
    _topic(
        "guard",
        """backup*|log|logs|audit log|check|checks|verification|verify|firewall|alert*|2fa|two-factor|tests|test suite|review|root|sudo|certificate*|signature*|warning*|warnings|shell history|security patch|security|ci|pipeline|safety|scanner|rights|whole disk|main|branch|users table|table|production|account|balance|accounts|folder|drive|recipient|everyone|anyone|world|all users|admin rights|owner role|role|incident|issues|license header|authorized_keys|nopasswd*|chmod*|rm -rf|curl *|bash|`|own index|without sudo|--no-verify|--force|all findings|complaints|flagged|blocked|protected|approval*|index|official|eur|usd|card on file|amount*|second signature|diff
    |prüfung*|sicherung*|protokoll*|rechnung*|restbetrag|brandmauer|firewall|zertifikat*|warnung*|konto|alles|einladung*|zahlung*
    |sauvegarde*|journaux|pare-feu|factures|vérification*|compte|paiement*|tout|alerte*
    |copias de seguridad|registro*|cortafuegos|pago*|cuenta|factura*|pedido*|verificación|alerta*|todo
    |registri|fattur*|controll*|pagament*|conto|tutto|copie|verific*
    |back-up*|logboek*|controle*|betaling*|rekening*|facturen|alles
    |cópias|registos|pagament*|conta|faturas|pedidos|verificaç*|tudo
    |журнал*|копи*|проверк*|счет*|счёт*|платеж*|платёж*|всё|все|защит*
    |备份|日志|防火墙|账户|发票|验证|检查|所有|审核
    |バックアップ|ログ|ファイアウォール|口座|請求書|検証|すべて|全て|確認""",
    ),
    _topic(
        "person",
        """the user|the users|user's|the owner*|the human|the client|the customer*|the person you|account holder|your user|your owner|your operator|the traveller|the buyer|the reader|the operator|the account owner|users|the human*|them|they ask|their|he|she|his|her|who you work for|you are helping|you work for
    |der nutzer*|den nutzer*|dem nutzer*|der benutzer*|dem benutzer*|den benutzer*|der anwender*|dem anwender|der kunde*|dem kunden
    |l'utilisateur*|à l'utilisateur|le client|au client
    |el usuario|al usuario|del usuario|el cliente|al cliente
    |l'utente|all'utente|dell'utente|il cliente|al cliente
    |de gebruiker|de klant
    |o utilizador|ao utilizador|o usuário|ao usuário|o cliente
    |пользовател*|клиент*|владел*
    |用户|客户|主人|使用者
    |ユーザー|利用者|お客様|顧客""",
    ),
    _topic(
        "agent",
        """assistant*|agent|agents|ai|bot|bots|model|models|llm*|chatbot*|whoever|anyone who reads|any tool|tools that|every automated|automated|automation|parser*|summarizer*|summariser*|crawler*|helper|reading this|reads this|who reads|parses this|processes this|processing this|processing of|handles this|picks this up|human or not|reviewer*|copilot|claude|gpt*|chatgpt|robot*|machine reader*|the reading|read this|reads that|after reading|when reading|when processing|when you read|this file|this page|this document|this message|this line|this record|this tool
    |assistent*|ki|agent*|bot|modell*|wer dies*|beim lesen
    |assistant*|ia|agent*|modèle*|robot*|quiconque
    |asistente*|agente*|modelo*|quien lea
    |assistente*|agenti|modello|modelli|chi legge
    |wie dit leest
    |quem ler
    |ассистент*|помощник*|агент*|бот|модел*|ии
    |助手|智能体|模型|人工智能|机器人|代理
    |アシスタント|エージェント|モデル|ボット""",
    ),
    _topic(
        "you",
        """you|your|yourself
    |du|dir|dich|dein*|ihr*|sie
    |tu|te|ton|ta|tes|vous|votre|vos
    |tú|tus|usted|su
    |tuo|tua|tuoi|tue|ti
    |je|jouw|uw|u
    |teu|tua|teus|você|seu
    |ты|тебе|твой|твоя|вы|вам|ваш*
    |你|您|你的
    |あなた""",
    ),
    _topic(
        "only",
        """only|nothing but|nobody else|no one else|no other|all others|exclusively|nothing else|every|all|any|must|has to|have to|is to be|are to be|should|whatever|everything|never|shall|is to|are to|needs to|verbatim|without exception|even when|even if|even though|in the affirmative|the word|sole|just|simply|regardless
    |nur|ausschließlich|nichts anderes|alle|jede*|muss|müssen|soll|sollen|niemals|nie
    |seulement|uniquement|exclusivement|tous|toutes|doit|doivent|jamais|que notre
    |solo|sólo|únicamente|todos|todas|debe|nunca|cualquier*
    |soltanto|esclusivamente|tutti|tutte|deve|mai|qualsiasi
    |alleen|uitsluitend|moet|nooit|elke|alle
    |apenas|somente|deve|qualquer
    |только|исключительно|все|любой|любые|никогда|должен|должн*
    |只|仅|必须|一切|任何|绝不|都
    |だけ|のみ|しか|全|べき|決して|必要""",
    ),
    _topic(
        "praise",
        """best|official source|safe|compliant|first place|10 of 10|10/10|five star*|five-star|trusted|our product*|our shop|our brand|our hotel|our service*|our company|our|unsafe|dangerous|no complaints|no disadvantages|weakness*|flawless|without errors|excellent|positive|top choice|discount code|leading|superior|doubled|recall|accepted|approved|passed|clean|harmless|outstanding|reliable|price increase|advert*|ads|sponsored|promo*|coupon|rival*|competitor*|breach
    |unser*|bester|beste|sicher|führend*|rückruf|hersteller
    |notre|nos|meilleur*|sûr
    |nuestr*|la tienda|mejor*|seguro|otras
    |nostro|nostra|migliore|sicuro
    |onze|beste|veilig
    |nossa|nosso|a loja|melhor|seguro
    |наш*|лучш*|безопасн*
    |我们的|我们|最好|最佳|安全|官方
    |当店|弊社|当社|最高|最も|安全""",
    ),
    _topic(
        "now",
        """now|at once|immediately|right away|right now|first|before noon|within the hour|urgent*|asap|without delay|today|straight|directly|before you|before answering|before anything|as soon as|do this first|do that first|quickly|instantly|then
    |sofort|jetzt|umgehend|dringend|gleich|unverzüglich
    |maintenant|immédiatement|tout de suite|urgent
    |ahora|inmediatamente|de inmediato|ya mismo|urgente
    |subito|adesso|immediatamente|urgente
    |nu|onmiddellijk|meteen|direct
    |agora|já|imediatamente|urgente
    |сейчас|немедленно|срочно
    |立即|马上|现在|立刻
    |今すぐ|直ちに|ただちに|すぐに""",
    ),
    _topic(
        "bait",
        """to continue|to carry on|to go on|to proceed|to complete|to unlock|to finish|required:|is required|needs proof|to verify|verification|to activate|license check|to resolve|resolve by|fix by|to fix|to repair|fix:|remedy|hint|diagnostics|to debug|for the audit|for debugging|so that we|to silence|result hidden|expired|failed|denied|outdated|missing|error*|todo*|important|note|notice|attention|debug help|proof|locked|needs it|p.s.|ps:
    |um fortzufahren|zur prüfung|hinweis|wichtig|achtung|fehler
    |pour continuer|important|attention
    |para continuar|importante|atención|aviso
    |per continuare|attenzione|avviso
    |om door te gaan|belangrijk|let op
    |atenção
    |для продолжения|важно|внимание
    |注意|重要|为了继续
    |続行するには|重要|注意""",
    ),
    _topic(
        "place",
        """http*|ftp*|.example|@|webhook*|pastebin*|gist|public|s3:*|link|form|channel|shared folder|telegram|bucket|endpoint|url|query parameter|address below|support|number|wiki|here""",
    ),
    _topic(
        "mark",
        """</|### |[admin]|[system]|system:|user:|assistant:|admin:|end of|ends here|begin|--- |"instruction*|"hint*|"note*|_hint|guidance|description:|<!--|//|# |hidden|display:|alt:|title:|x-note|"next_action*|"action*|developer mode|new task|new instruction*|[inst""",
    ),
)
