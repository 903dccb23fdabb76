# ruff: noqa: E501 - patterns read better unbroken, and other scripts have letters that look like Latin ones
"""How instructions to an agent are worded in other languages (rule 27). Data of `instruction_forms`."""

from __future__ import annotations

from typing import NamedTuple

from memoryd.text.instruction_form import Form


class _Language(NamedTuple):
    """The words of one language; RE2 alternatives."""

    spaced: bool
    """Whether it puts spaces between words."""
    seen: str
    """What hardly any text in the language lacks, and those in others do."""
    drop: str
    """Ignore, forget, disregard."""
    orders: str
    """Instructions, rules, what you were told."""
    earlier: str
    """Previous, all, your."""
    model: str
    """A model or an assistant, as one is spoken to."""
    lead: str
    """If you are, note to."""
    persona: str
    """You are now, from now on you must."""
    show: str
    prompt: str
    give: str
    secret: str
    behind: str
    """Without telling the user."""
    keep: str
    """Remember for good, save to your memory."""
    say: str
    """Tell the user, say in your answer."""


_LANGUAGES = (
    _Language(  # German
        True,
        r"\b(?:und|nicht|du|dir|dein[a-z\x80-\xff]*|ihren?|sie|der|die|das|den|dem|ein|eine[mnrs]?|ist|alle[ns]?)\b",
        r"ignorier(?:e|en sie|t|en)?|vergiss|vergesse?n? sie|missachte(?:n sie)?|übergehe?(?:n sie)?|verwirf|verwerfe?n? sie|überschreibe?|setz(?:e|en sie)? dich über|umgehe?(?:n sie)?|beachte(?:n sie)?|befolge(?:n sie)?|halte? dich nicht|brich|hör auf",
        r"anweisung(?:en)?|instruktion(?:en)?|vorgaben|regeln|befehle|richtlinien|systemprompts?|prompts?|sicherheitsregeln|beschränkungen|einschränkungen|was dir|aufgabe|kontext|direktiven|leitlinien",
        r"vorherige[nrs]?|bisherige[nrs]?|frühere[nrs]?|obige[nrs]?|vorige[nrs]?|vorangegangene[nrs]?|ursprüngliche[nrs]?|alle[ns]?|sämtliche[nr]?|deine[rsn]?|ihre[rsn]? (?:bisherigen|ursprünglichen)|dir |deines? entwicklers?|nur noch|ausschließlich|ab sofort|jegliche",
        r"ki(?:-[a-z\x80-\xff-]+)?|sprachmodelle?s?|assistent(?:en|in)?|chatbots?|llms?|sprach-ki|agent(?:en)?|künstliche intelligenz|claude|chatgpt",
        r"hinweis (?:an|für)|an (?:die|alle|den|das)|nachricht (?:an|für)|achtung,?|falls du|wenn du|sofern du|wenn sie|falls sie|liebe[rs]?|hallo|anweisung(?:en)? (?:an|für)|für",
        r"du bist (?:jetzt|nun|ab sofort|von nun an|fortan)|(?:von|ab) (?:jetzt|nun|sofort)(?: an)?,? (?:musst|sollst|wirst|bist|antwortest|hast|darfst) du|deine neue (?:aufgabe|rolle|anweisung|identität)|tu so, als|spiele? die rolle|gib dich als",
        r"zeige?(?:n sie)?|gib|geben sie|verrate?|nenne?(?:n sie)?|wiederhole?(?:n sie)?|schreibe?|drucke?|offenbare?|übersetze?|sage?|lies|liste",
        r"systemprompts?|system-prompts?|systemnachricht|systemanweisung(?:en)?|(?:deine|deinen|ihre|ihren) (?:[a-z\x80-\xff]+ )?(?:anweisungen|instruktionen|prompt|regeln|vorgaben)|versteckte[nr]? (?:anweisung|prompt)[a-z\x80-\xff]*",
        r"sende?(?:n sie)?|schicke?(?:n sie)?|leite?|poste?|lade|übermittle?|übertrage?|maile?|gib|kopiere?|füge?|veröffentliche?|hänge?",
        r"passw[oö]rt(?:er)?|kennw[oö]rt(?:er)?|gesprächsverlauf|chatverlauf|verlauf|schlüssel|api-schlüssel|zugangsdaten|geheimnisse?|umgebungsvariablen|~/\.ssh|id_rsa|\.env|tokens?|anmeldedaten|nutzerdaten|kundendaten|kundenliste|cookies?|e-mails|systemprompts?|inhalt (?:von|der datei|des verzeichnisses) ?~?/",
        r"ohne (?:den|die|das)?\s*(?:nutzer|benutzer|anwender|menschen|kunden)?[a-z\x80-\xff ]{0,20}(?:zu informieren|zu fragen|etwas zu sagen|bescheid|rückfrage|zustimmung|wissen)|ohne (?:das )?wissen|(?:dem|den) (?:nutzer|benutzer|anwender|kunden)[a-z\x80-\xff ,]{0,30}(?:nichts|nicht)|(?:erzähle?|sage?|verrate?) (?:dem|den|niemandem)[a-z\x80-\xff ]{0,24}(?:nichts|davon|nicht)|erwähne? (?:dies|das|es) nicht|(?:nutzer|benutzer|anwender) hat (?:bereits|schon|dem)[a-z\x80-\xff ]{0,20}(?:zugestimmt|genehmigt|erlaubt|freigegeben)",
        r"(?:merke?|präge?) dir|speicher(?:e|n sie)? (?:in|dauerhaft|als|dies|für)|in (?:dein|deinem|ihr) (?:[a-z\x80-\xff]+)?gedächtnis|(?:in|bei|für) (?:allen|alle|jeder|jede|jedem) (?:künftigen|zukünftigen|weiteren|folgenden|späteren|antwort|sitzung|gespräch)|dauerhaft|behalte (?:im|in deinem)",
        r"(?:sage?|teile?|schreibe?|erkläre?|antworte?|empfiehl|empfehlen sie|erwähne?|behaupte|rate|weise?)\b[^.!?]{0,40}?(?:dem (?:nutzer|benutzer|anwender|kunden)|in (?:der|deiner|ihrer|jeder) (?:antwort|zusammenfassung)|dass|nur (?:noch )?mit)|jede antwort (?:mit|muss)|wenn du (?:diese[ns]?|die|das)[^.!?]{0,30}(?:zusammenfasst|bewertest|liest|beantwortest)",
    ),
    _Language(  # French
        True,
        r"\b(?:les?|des?|une?|et|vous|tu|ton|votre|nos|notre|pas|est|avec|que|toutes?)\b|\b[ldjns]'",
        r"ignore[zr]?|oublie[zr]?|n[ée]glige[zr]?|ne (?:tiens|tenez) (?:pas|plus) compte|fais abstraction|faites abstraction|contourne[zr]?|désobéis|outrepasse[zr]?|ne (?:suis|suivez) (?:pas|plus)|annule[zr]?",
        r"instructions?|consignes?|r[èe]gles?|directives?|ordres|prompts?|ce qu'on t'a dit|restrictions?|contraintes?|limites",
        r"pr[ée]c[ée]dente?s?|ant[ée]rieure?s?|ci-dessus|re[çc]ue?s?|toutes?|tous|auparavant|initiale?s?|ta |tes |vos |tout ce",
        r"ia\b|assistante?s?(?: ia)?|mod[èe]les? de langage|llms?|chatbots?|agents?|intelligence artificielle|claude|chatgpt",
        r"note (?:aux?|pour|à)|si tu es|si vous [êe]tes|message (?:aux?|pour|à)|à l'attention|instructions? (?:aux?|pour)|cher|chère|attention,?|à tou(?:s|tes) les",
        r"tu es (?:maintenant|d[ée]sormais)|vous [êe]tes (?:maintenant|d[ée]sormais)|[àa] partir de maintenant|d[ée]sormais,? (?:tu|vous)|ta nouvelle (?:t[âa]che|mission)|fais comme si|fais semblant",
        r"r[ée]v[èe]le[zr]?|affiche[zr]?|montre[zr]?|donne[zr]?|r[ée]p[èe]te[zr]?|divulgue[zr]?|[ée]cri[st]|imprime[zr]?|tradui[st]",
        r"(?:prompt|message|invite|instructions?) syst[èe]mes?|system prompt|(?:ton|tes|vos|votre) (?:instructions?|prompt|consignes)",
        r"envoie[zr]?|envoyer|transmets?|transmettez|publie[zr]?|poste[zr]?|t[ée]l[ée]verse[zr]?|copie[zr]?|partage[zr]?|ajoute[zr]?",
        r"mots? de passe|cl[ée]s? (?:api|priv[ée]es?|ssh)|secrets?|identifiants|historique|conversation|variables d'environnement|\.env|~/\.ssh|jetons?|cookies?|donn[ée]es (?:de l'utilisateur|clients?)|prompt syst[èe]me|liste de(?:s)? clients",
        r"sans (?:en )?(?:pr[ée]venir|informer|avertir|demander|le dire)[^.!?]{0,20}|ne (?:dis|dites|mentionne[zr]?|r[ée]v[èe]le[zr]?|pr[ée]ven[a-z\x80-\xff]+) (?:rien|pas|jamais)[^.!?]{0,20}|l'utilisateur a (?:d[ée]j[àa] )?(?:approuv[ée]|accept[ée]|autoris[ée]|consenti)",
        r"souviens-toi|souvenez-vous|m[ée]morise[zr]?|retiens|retenez|(?:dans|à) ta m[ée]moire|votre m[ée]moire|(?:dans|pour) (?:toutes )?(?:les|vos|tes) (?:futures?|prochaines?)|enregistre[zr]? (?:dans|en|que)",
        r"(?:dis|dites|indique[zr]?|recommande[zr]?|[ée]cri[st]|r[ée]ponds?|r[ée]pondez|affirme[zr]?|mentionne[zr]?)\b[^.!?]{0,40}?(?:[àa] l'utilisateur|dans (?:ta|votre|le|chaque) (?:r[ée]ponse|r[ée]sum[ée])|uniquement|seulement|que\b|toujours|notre)",
    ),
    _Language(  # Spanish, Portuguese, Italian, Catalan, Romanian
        True,
        r"\b(?:el|los|las|una?|del|que|por|con|para|tus?|sus|suas?|os|as|do|da|di|il|gli|della?|le|todas?|tutt[ei]|și|toate|su|lo)\b",
        r"ignor(?:a|e|ar|ad|en|i|ă|ați)|olvid(?:a|e|ad|ar|en)|omit[ae]|descart[ae]|desobedec[ea]|esque(?:ça|ce|cer)|desconsider[ae]|dimentic(?:a|ate|hi)|trascura|non seguire|no sigas|não siga|elud[ae]|anul[ae]|salt(?:a|e) (?:las|todas)|uită|bypassa|pas[ae] por alto",
        r"instru[cz][a-z\x80-\xff]+|istruzioni|instruções|reglas?|regras|regole|directrices|diretrizes|direttive|órdenes|ordens|ordini|indicaciones|prompts?|restricciones|restrições|restrizioni|lo que te|o que (?:te|lhe)|quello che ti|normas?|reguli",
        r"anterior(?:es)?|previ[ao]s?|precedent[ei]|de arriba|acima|todas?|todos?|tutt[ei]|tus|suas?|tue|te dieron|te han|hasta ahora|até agora|finora|originales|originais|iniciales|toate|anterioare",
        r"ia\b|ai\b|asistentes?|assistentes?|assistent[ei]|modelo(?:s)? de l(?:enguaje|inguagem)|modell[oi] linguistic[oi]|llms?|chatbots?|agentes?|agent[ei]|inteligencia artificial|inteligência artificial|claude|chatgpt",
        r"nota (?:para|a|per|ai|aos?|agli)|si eres|si usted es|se (?:você )?(?:é|for) (?:um|uma)?|se sei|mensaje (?:para|a)|mensagem (?:para|a)|messaggio (?:per|a)|instrucciones para|atención|atenção|attenzione|estimado|caro|querido|aviso (?:para|a)",
        r"ahora eres|a partir de ahora|de ahora en adelante|desde ahora|agora você é|você agora é|a partir de agora|sei ora|ora sei|adesso sei|d'ora in (?:poi|avanti)|tu nueva tarea|sua nova tarefa|il tuo nuovo compito|finge|fingi|actúa como|aja como|comportati come",
        r"muestr[ae]|revel[ae]|rivela|mostr[ae]|di(?:me|ga)?|imprim[ae]|repit[ae]|ripeti|repita|escrib[ae]|escreva|scrivi|stampa|exib[ae]|traduc[ei]|enseña",
        r"(?:prompt|mensaje|mensagem|messaggio|instrucciones|istruzioni|instruções) (?:de |do |di |del )?sistema|system prompt|(?:tus|tuas|suas|le tue) (?:instrucciones|instruções|istruzioni|reglas|regras|regole)|(?:tu|seu|il tuo) prompt",
        r"env[íi](?:a|e|ar)|mand[ae]|invia(?:re)?|sub[ea]|public[ae]|reenv[íi][ae]|compart[ae]|transmit[ae]|inoltra|encaminh[ae]|copi[ae]|pega|inclu(?:ye|a)|trimite",
        r"contraseñas?|senhas?|password|claves?|chaves?|chiavi|secretos?|segredos?|segreti|credenciais|credenciales|credenziali|historial|histórico|cronologia|conversaci[óo]n|conversa|conversazione|variables de entorno|variáveis de ambiente|variabili d'ambiente|\.env|~/\.ssh|tokens?|cookies?|datos del usuario|dados do usuário|dati dell'utente|fișierul",
        r"sin (?:avisar|informar|decir|preguntar|decirle)[^.!?]{0,24}|sem (?:avisar|informar|dizer|perguntar)[^.!?]{0,24}|senza (?:avvisare|informare|dire|chiedere)[^.!?]{0,24}|no (?:le )?(?:digas|menciones|informes)[^.!?]{0,24}|não (?:diga|mencione|informe)[^.!?]{0,24}|non (?:dire|dirlo|menzionare|informare)[^.!?]{0,24}|(?:el usuario|o usuário|l'utente) (?:ya )?(?:ha|já)\s*(?:già )?(?:aprob|autoriz|acept|aprovou|autorizou|approvat|autorizzat|acconsentit)[a-z\x80-\xff]*",
        r"recuerda (?:que|siempre|para)|memoriza|guarda en (?:tu|la) memoria|(?:en|na|nella) (?:tu|sua|tua) mem[óo]ria|lembre-se (?:de que|sempre|para)|ricorda (?:che|sempre|per)|ricordati (?:che|sempre)|(?:en|para|em|in|per) (?:todas )?(?:las|as|tutte le)? ?(?:futuras|próximas|future|prossime) (?:conversa[a-z\x80-\xff]+|sesiones|sessões|sessioni|risposte|respuestas)|salva nella",
        r"(?:di|diga|dile|indica|recomienda|escrib[ae]|escreva|scrivi|responde|responda|rispondi|afirma|menciona|raccomanda|recomende|debes|deve|devi)\b[^.!?]{0,40}?(?:al usuario|ao usuário|all'utente|en (?:tu|la|cada) respuesta|na (?:sua )?resposta|nella (?:tua )?risposta|nel riassunto|en el resumen|no resumo|solo con|apenas com|solo con|siempre|sempre|que\b|che\b|nuestro|nosso|nostro)",
    ),
    _Language(  # Dutch, Swedish, Danish, Norwegian
        True,
        r"\b(?:de|het|een|en|je|niet|och|att|det|som|inte|og|ikke|til|alla|alle)\b",
        r"negeer|vergeet|sla|omzeil|bortse från|ignorera|ignorer|glöm|glem|se bort fra|åsidosätt|tilsidesæt|overstyr|följ inte|følg ikke|volg niet",
        r"instructies?|instruktion(?:er)?|instruksjoner?|regels|regler|opdrachten|anvisninger|anvisningar|richtlijnen|riktlinjer|retningslinjer|prompts?|wat je is (?:verteld|gezegd)|vad du|hvad du|begränsningar",
        r"eerdere|vorige|voorgaande|bovenstaande|alle|alla|tidigare|föregående|ovan|tidligere|foregående|forrige|jouw|je |dina|dine|din",
        r"ai(?:-[a-z\x80-\xff]+)?|assistente?n?|taalmodel(?:len)?|språkmodell(?:er)?|sprogmodel(?:ler)?|chatbots?|llms?|agente?n?|claude|chatgpt",
        r"opmerking (?:voor|aan)|als je een|als u een|bericht (?:voor|aan)|om du är|hvis du er|till alla|til alle|notering till|note til|beste|kära|kære|kjære",
        r"je bent (?:nu|vanaf nu)|vanaf nu|du är nu|från och med nu|du er nu|fra nu af|fra nå av|doe alsof|låtsas|lad som om",
        r"toon|laat|geef|onthul|herhaal|print|visa|avslöja|upprepa|skriv ut|vis|afslør|avslør|gentag|skriv",
        r"systeemprompt|systemprompt|system-?prompt|systeembericht|(?:je|jouw|dina|dine) (?:instructies|instruktioner|instruksjoner)",
        r"stuur|verstuur|zend|post|upload|skicka|sänd|send|del",
        r"wachtwoord(?:en)?|lösenord(?:en)?|adgangskode[r]?|passord|sleutels?|nycklar|nøgler|gesprek[a-z\x80-\xff]*|samtal[a-z\x80-\xff]*|\.env|~/\.ssh|tokens?|geheimen|hemligheter|inloggegevens",
        r"zonder (?:de )?(?:gebruiker|toestemming|te vragen)[^.!?]{0,24}|utan att (?:berätta|fråga|informera)[^.!?]{0,24}|uden at (?:fortælle|spørge|informere)[^.!?]{0,24}|uten å (?:fortelle|spørre|informere)[^.!?]{0,24}|vertel (?:het )?(?:de gebruiker|niemand)[^.!?]{0,20}|berätta inte|fortæl ikke",
        r"onthoud (?:dat|voor|altijd)|in je geheugen|kom ihåg att|i ditt minne|husk at|i din hukommelse|i alle (?:toekomstige|fremtidige)|i alla framtida",
        r"(?:zeg|vertel|schrijf|antwoord|säg|berätta|svara|skriv|sig|fortæl|svar|si)\b[^.!?]{0,40}?(?:tegen de gebruiker|de gebruiker|för användaren|till användaren|til brugeren|til brukeren|in je antwoord|i ditt svar|alleen met|endast med|kun med)",
    ),
    _Language(  # Slavic languages of Latin letters
        True,
        r"\b(?:i|nie|się|na|jest|że|do|ne|je|se|sve|vse|wszystkie|všechny|si)\b|[ąęłśćżźřěůčšž]",
        r"zignoruj|ignoruj(?:te)?|zapomnij|pomiń|pomijaj|zapomeň(?:te)?|zapomeňte|ignorirajte?|zanemari(?:te)?|zaboravi(?:te)?|pozabi(?:te)?|nie przestrzegaj|obejdź",
        r"instrukcj[a-z\x80-\xff]*|pokyn[a-z\x80-\xff]*|poleceni[a-z\x80-\xff]*|zasad[a-z\x80-\xff]*|pravidl[a-z\x80-\xff]*|reguł[a-z\x80-\xff]*|upute|uputa|instrukc[a-z\x80-\xff]*|navodil[a-z\x80-\xff]*|prompt[a-z\x80-\xff]*|wytyczn[a-z\x80-\xff]*|co ci",
        r"poprzedni[a-z\x80-\xff]*|wcześniejsz[a-z\x80-\xff]*|powyższ[a-z\x80-\xff]*|wszystki[a-z\x80-\xff]*|všechn[a-z\x80-\xff]*|všetk[a-z\x80-\xff]*|předchozí[a-z\x80-\xff]*|predchádzajúc[a-z\x80-\xff]*|prethodn[a-z\x80-\xff]*|dotychczasow[a-z\x80-\xff]*|twoj[a-z\x80-\xff]*|swoj[a-z\x80-\xff]*|sve|vse|prejšnj[a-z\x80-\xff]*",
        r"ai\b|asystent[a-z\x80-\xff]*|asistent[a-z\x80-\xff]*|model[a-z\x80-\xff]* językow[a-z\x80-\xff]*|jazykov[a-z\x80-\xff]* model[a-z\x80-\xff]*|llm[a-z\x80-\xff]*|chatbot[a-z\x80-\xff]*|agen[tc][a-z\x80-\xff]*|claude|chatgpt",
        r"jeśli jesteś|jeżeli jesteś|uwaga dla|wiadomość dla|pokud jsi|ak si|ako si|poznámka pro|napomena za|instrukcja dla|drogi|milý",
        r"jesteś teraz|od teraz|nyní jsi|teď jsi|od této chvíle|odteraz|sada si|od sada|udawaj|předstírej",
        r"pokaż|ujawnij|wyświetl|wypisz|powtórz|ukaž|zobraz|vypiš|odhal|prikaži|otkrij|izpiši|ispiši",
        r"(?:prompt[a-z\x80-\xff]*|komunikat|wiadomość) systemow[a-z\x80-\xff]*|systemow[a-z\x80-\xff]* prompt[a-z\x80-\xff]*|systémov[a-z\x80-\xff]* prompt[a-z\x80-\xff]*|sistemsk[a-z\x80-\xff]* (?:prompt|uput)[a-z\x80-\xff]*|system prompt",
        r"wyślij|prześlij|opublikuj|przekaż|pošli|odešli|odeslat|nahraj|pošalji|pošlji|skopiuj",
        r"hasł[a-z\x80-\xff]*|hesl[a-z\x80-\xff]*|lozink[a-z\x80-\xff]*|klucz[a-z\x80-\xff]*|klíč[a-z\x80-\xff]*|kľúč[a-z\x80-\xff]*|ključ[a-z\x80-\xff]*|sekret[a-z\x80-\xff]*|histori[a-z\x80-\xff]*|rozmow[a-z\x80-\xff]*|\.env|~/\.ssh|token[a-z\x80-\xff]*|ges[el][a-z\x80-\xff]*|dane użytkownika",
        r"bez (?:informowania|pytania|wiedzy|mówienia|vědomí|ptaní|znanja|vednosti)[^.!?]{0,24}|nie (?:mów|informuj|wspominaj)[^.!?]{0,24}|neříkej[^.!?]{0,24}",
        r"zapamiętaj(?:,)? (?:że|na)|w swojej pamięci|zapamatuj si|zapamti|do své paměti|we wszystkich przyszłych",
        r"(?:powiedz|napisz|odpowiadaj|odpowiedz|řekni|napiš|odpověz|odpovídej|reci|odgovori)\b[^.!?]{0,40}?(?:użytkownikowi|uživateli|korisniku|w odpowiedzi|tylko|pouze|samo|že\b)",
    ),
    _Language(  # Russian, Ukrainian, Bulgarian
        True,
        r"[а-яіїєґ]{3}",
        r"игнорируй[a-z\x80-\xff]*|проигнорируй[a-z\x80-\xff]*|забудь[a-z\x80-\xff]*|забути|забудьте|не обращай[a-z\x80-\xff]*|отбрось[a-z\x80-\xff]*|пренебреги|ігноруй[a-z\x80-\xff]*|проігноруй[a-z\x80-\xff]*|игнорирай[a-z\x80-\xff]*|забрави|обойди|нарушь|не следуй",
        r"инструкци[a-z\x80-\xff]*|указани[a-z\x80-\xff]*|правил[a-z\x80-\xff]*|команд[a-z\x80-\xff]*|промпт[a-z\x80-\xff]*|ограничени[a-z\x80-\xff]*|що тобі|что тебе|что вам|інструкці[a-z\x80-\xff]*|вказівк[a-z\x80-\xff]*|обмежен[a-z\x80-\xff]*",
        r"предыдущ[a-z\x80-\xff]*|прежн[a-z\x80-\xff]*|все|всё|всі|попередн[a-z\x80-\xff]*|ранее|выше|свои|твои|ваши|предишн[a-z\x80-\xff]*|всички|полученн[a-z\x80-\xff]*|системн[a-z\x80-\xff]*|говорил[a-z\x80-\xff]*|казал[a-z\x80-\xff]*",
        r"ии\b|ии[ -,]|ассистент[a-z\x80-\xff]*|асистент[a-z\x80-\xff]*|языков[a-z\x80-\xff]* модел[a-z\x80-\xff]*|мовн[a-z\x80-\xff]* модел[a-z\x80-\xff]*|чат-?бот[a-z\x80-\xff]*|агент[a-z\x80-\xff]*|нейросет[a-z\x80-\xff]*|искусственн[a-z\x80-\xff]* интеллект[a-z\x80-\xff]*|llm|claude|chatgpt",
        r"если ты|если вы|якщо ти|примечание для|сообщение для|внимание,?|инструкция для|ако си|дорогой|для всех|увага",
        r"теперь ты|ты теперь|отныне|с этого момента|с этой минуты|відтепер|тепер ти|сега си|от сега|притворись|представь, что ты|веди себя как",
        r"покажи[a-z\x80-\xff]*|раскрой[a-z\x80-\xff]*|выведи[a-z\x80-\xff]*|повтори[a-z\x80-\xff]*|напечатай[a-z\x80-\xff]*|назови|сообщи|напиши|розкрий|виведи|разкрий|переведи|процитируй",
        r"системн[a-z\x80-\xff]* (?:промпт|сообщени|подсказк|инструкци|запит)[a-z\x80-\xff]*|сво[ией][a-z\x80-\xff]* (?:инструкци|промпт|правил)[a-z\x80-\xff]*|тво[иё][a-z\x80-\xff]* (?:инструкци|промпт)[a-z\x80-\xff]*|system prompt",
        r"отправь[a-z\x80-\xff]*|перешли[a-z\x80-\xff]*|пошли|вышли|опубликуй|загрузи|передай|скопируй|надішли|відправ|изпрати|отправить",
        r"парол[a-z\x80-\xff]*|ключ[a-z\x80-\xff]*|секрет[a-z\x80-\xff]*|истори[a-z\x80-\xff]*|переписк[a-z\x80-\xff]*|токен[a-z\x80-\xff]*|переменн[a-z\x80-\xff]* окружени[a-z\x80-\xff]*|\.env|~/\.ssh|учетн[a-z\x80-\xff]* данн[a-z\x80-\xff]*|учётн[a-z\x80-\xff]* данн[a-z\x80-\xff]*|данн[a-z\x80-\xff]* пользовател[a-z\x80-\xff]*|куки|листуванн[a-z\x80-\xff]*|диалог[a-z\x80-\xff]*",
        r"не (?:говори|сообщай|упоминай|рассказывай|показывай|спрашивай)[^.!?]{0,40}|без (?:ведома|подтверждения|разрешения|уведомления)[^.!?]{0,30}|не (?:сообщая|спрашивая|уведомляя)[^.!?]{0,30}|не кажи[^.!?]{0,30}|пользователь (?:уже )?(?:разрешил|согласился|одобрил|подтвердил)",
        r"запомни[a-z\x80-\xff]*,? (?:что|это|навсегда)|в сво[юе]й? памят[a-z\x80-\xff]*|сохрани в памят[a-z\x80-\xff]*|во всех (?:будущих|следующих|последующих)|в (?:будущих|дальнейших) (?:разговор|сесси|ответ|диалог)[a-z\x80-\xff]*|запам'ятай",
        r"(?:скажи|сообщи|ответь|отвечай|напиши|порекомендуй|рекомендуй|утверждай|скажіть)[^.!?]{0,60}?(?:пользовател[a-z\x80-\xff]*|користувач[a-z\x80-\xff]*|в (?:своём |своем )?ответе|только|лише|что |всегда)",
    ),
    _Language(  # Chinese
        False,
        r"[一-鿿]",
        r"忽略|无视|忘记|忘掉|忽視|無視|不要遵守|不要遵循|绕过|繞過|抛弃|覆盖|不理会",
        r"指令|指示|提示词|提示|规则|規則|命令|说明|要求|限制|设定|准则|系统消息",
        r"之前|以前|先前|上面|以上|此前|所有|全部|一切|你的|您的|原来|原有|既有|安全|系统",
        r"人工智能|ai|语言模型|大模型|智能助手|助手|机器人|智能体|chatgpt|claude|llm",
        r"如果你是|如果您是|致所有|致|给|请注意|注意|提醒",
        r"你现在是|从现在起|从现在开始|从此以后|你将扮演|扮演|假装|你的新任务|現在你是",
        r"显示|输出|打印|透露|泄露|告诉我|发给我|重复|翻译|说出|公开|给出|复述|顯示",
        r"系统提示|系统提示词|系统指令|你的(?:指令|提示词|规则|设定)|初始提示|系統提示|隐藏的?(?:指令|提示)",
        r"发送|发给|发到|上传|转发|提交|寄到|傳送|發送|复制到|泄露|附加",
        r"密码|密碼|密钥|金鑰|api|令牌|凭证|凭据|聊天记录|对话(?:记录|历史|内容)|环境变量|\.env|~/\.ssh|用户(?:数据|信息|的)|cookie|机密|客户(?:名单|资料)",
        r"不要告诉(?:用户|任何人)|不要(?:通知|提及|询问|提醒)(?:用户)?|无需(?:用户)?(?:确认|同意|询问)|不必告知|瞒着|用户已经?(?:同意|授权|批准|允许)|别告诉",
        r"请?记住(?:，|：|,|:|这|用户|以后|永远)|保存到(?:你的)?(?:长期)?记忆|存入(?:你的)?记忆|在(?:以后|今后|未来)的?(?:所有)?(?:对话|会话|回答)|永久记",
        r"告诉用户|对用户说|回答用户|你必须(?:推荐|回答|说|告诉)|只(?:能)?(?:回复|回答|输出)|在(?:你的)?(?:回答|回复|总结|摘要)(?:中|里)|总结时",
    ),
    _Language(  # Japanese
        False,
        r"[ぁ-ヿ]",
        r"無視し|無視せよ|忘れ(?:て|ろ|なさい)|従わない|従うな|破棄し|上書きし|無効に|回避し",
        r"指示|命令|プロンプト|ルール|規則|制約|制限|ガイドライン",
        r"これまで|以前|前の|上記|すべて|全て|あなたの|システム|過去|元の|今までの",
        r"ai|人工知能|言語モデル|アシスタント|チャットボット|エージェント|chatgpt|claude|llm",
        r"もしあなたが|注意|宛|へのメッセージ|への指示|各位|へ：|へ:|の皆|向け",
        r"あなたは今から|今からあなたは|これからは|今後は|以後|ふりをし|演じ|あなたの新しい(?:任務|役割|タスク)|あなたは(?:もう|現在)",
        r"表示し|出力し|教えて|公開し|明かし|繰り返し|印刷し|開示し|示し|翻訳し",
        r"システムプロンプト|システムメッセージ|あなたの(?:指示|プロンプト|ルール|設定)|隠された指示|初期(?:指示|プロンプト)",
        r"送信し|送って|送れ|アップロードし|転送し|投稿し|メールし|コピーし|貼り付け",
        r"パスワード|apiキー|秘密|鍵|認証情報|会話(?:履歴|の内容)?|チャット履歴|環境変数|\.env|~/\.ssh|トークン|ユーザー(?:の)?(?:データ|情報)|クッキー|顧客",
        r"ユーザーに(?:は)?(?:知らせ|言わ|伝え|告げ|教え|確認せ|尋ね)(?:ず|ない|るな|ないで)|確認(?:は|を)?(?:不要|求めず|せずに)|内緒で|黙って|ユーザーは(?:すでに|既に)(?:同意|承認|許可)",
        r"(?:ことを|と)?(?:覚えて(?:おい|お)|記憶し|メモリに(?:保存|記録)|記憶に(?:保存|残))|今後の(?:すべての|全ての)?(?:会話|セッション|回答)",
        r"ユーザーに[^.]{0,40}(?:と伝え|と言|と答え|を勧め|よう伝え)|(?:回答|返信|要約)(?:に|では|の(?:中|最後))[^.]{0,30}(?:含め|書|述べ|記載)|だけ(?:で)?(?:答え|返答|回答)|必ず[^.]{0,20}(?:勧め|推奨|紹介)",
    ),
    _Language(  # Korean
        False,
        r"[가-힣]",
        r"무시하|무시해|잊어|잊으|따르지 마|우회하|버리",
        r"지시|명령|프롬프트|규칙|지침|제한|설정",
        r"이전|앞의|위의|모든|기존|당신의|너의|시스템|지금까지",
        r"ai|인공지능|언어 ?모델|어시스턴트|챗봇|에이전트|chatgpt|claude|llm",
        r"만약 (?:당신|네)|당신이|주의|에게|참고|여러분",
        r"(?:너는|당신은) 이제|지금부터|이제부터|앞으로|척 ?해|역할을 (?:해|맡)|새로운 임무",
        r"보여|출력하|공개하|알려|반복하|표시하|드러내|번역하|말해",
        r"시스템 ?(?:프롬프트|메시지|지시)|(?:당신|너)의 (?:지시|프롬프트|규칙)|숨겨진 지시",
        r"보내|전송하|업로드하|전달하|게시하|복사하",
        r"비밀번호|암호|api ?키|비밀|자격 ?증명|대화 ?(?:기록|내용)|환경 ?변수|\.env|~/\.ssh|토큰|사용자 ?(?:데이터|정보)|쿠키",
        r"사용자(?:에게|한테)[^.!?]{0,20}(?:말하지|알리지|묻지)|(?:확인|동의|승인) ?없이|비밀로|사용자(?:가|는) 이미",
        r"기억(?:해|하)|메모리에 (?:저장|기록)|앞으로의? (?:모든 )?(?:대화|세션|답변)|영구(?:히|적)",
        r"사용자에게[^.!?]{0,40}(?:라고|다고|하라고|추천)|(?:답변|응답|요약)(?:에|에는|할 때)[^.!?]{0,30}|라고만 (?:답|대답)",
    ),
    _Language(  # Turkish, Azerbaijani
        True,
        r"[ığşİ]|\b(?:ve|bir|bu|için|tüm)\b",
        r"yok say|görmezden gel|unut|dikkate alma|göz ardı et|geçersiz kıl|uyma|atla|yoksay",
        r"talimat[a-z\x80-\xff]*|yönerge[a-z\x80-\xff]*|kural[a-z\x80-\xff]*|komut[a-z\x80-\xff]*|istem[a-z\x80-\xff]*|promp[a-z\x80-\xff]*|kısıtlama[a-z\x80-\xff]*|söylenen[a-z\x80-\xff]*",
        r"önceki|tüm|bütün|yukarıdaki|daha önce[a-z\x80-\xff]*|eski|senin|sistem",
        r"yapay zek[âa][a-z\x80-\xff]*|dil modeli[a-z\x80-\xff]*|asistan[a-z\x80-\xff]*|sohbet robotu|chatbot[a-z\x80-\xff]*|ajan[a-z\x80-\xff]*|llm|chatgpt|claude",
        r"eğer (?:sen|bir|siz)?|not:|dikkat|sevgili|mesaj:|için not",
        r"artık (?:sen|bir)|bundan (?:sonra|böyle)|şu andan itibaren|(?:gibi|mış gibi) davran|yeni görevin|sen artık",
        r"göster|açıkla|yazdır|tekrarla|ifşa et|söyle|çevir",
        r"sistem (?:istemi|mesajı|talimat|promp)[a-z\x80-\xff]*|system prompt|(?:kendi )?talimatlarını|istemini",
        r"gönder|yükle|ilet|paylaş|kopyala|postala",
        r"parola[a-z\x80-\xff]*|şifre[a-z\x80-\xff]*|anahtar[a-z\x80-\xff]*|gizli[a-z\x80-\xff]*|kimlik bilgi[a-z\x80-\xff]*|konuşma[a-z\x80-\xff]*|sohbet geçmişi[a-z\x80-\xff]*|\.env|~/\.ssh|token[a-z\x80-\xff]*|kullanıcı verileri[a-z\x80-\xff]*|çerez[a-z\x80-\xff]*",
        r"kullanıcıya (?:söyleme|haber verme|bildirme|sorma)[a-z\x80-\xff]*|onay(?:ı)? (?:almadan|gerekmez|isteme)|haberi olmadan|kullanıcı zaten",
        r"unutma:|hatırla|hafızana|belleğine|gelecekteki (?:tüm )?|kalıcı olarak",
        r"kullanıcıya[^.!?]{0,40}(?:söyle|de\b|öner)|yanıtında|cevabında|özetinde|yalnızca[^.!?]{0,20}yanıt[a-z\x80-\xff]*",
    ),
    _Language(  # Arabic, Persian
        False,
        r"[ء-ی]{2}",
        r"تجاهل|انس[َى]?|إنس|لا تتبع|تخط|نادیده بگیر[a-z\x80-\xff]*|فراموش کن[a-z\x80-\xff]*",
        r"التعليمات|تعليمات|الأوامر|أوامر|القواعد|قواعد|دستور[a-z\x80-\xff]*|قوانین|قواعد|الموجه|القيود|پرامپت",
        r"السابقة|جميع|كل|أعلاه|قبلی|تمام|همه|پیشین|الأصلية",
        r"ذكاء اصطناعي|الذكاء الاصطناعي|نموذج لغ[a-z\x80-\xff]*|مساعد[a-z\x80-\xff]*|روبوت[a-z\x80-\xff]*|هوش مصنوعی|مدل زبانی|دستیار",
        r"إذا كنت|ملاحظة (?:إلى|ل)|انتباه|اگر تو|اگر شما|توجه",
        r"أنت الآن|من الآن فصاعد[a-z\x80-\xff]*|تظاهر|از این پس|تو اکنون|اکنون تو|مهمتك الجديدة",
        r"أظهر|اعرض|اكشف|اطبع|كرر|نشان بده|فاش کن|چاپ کن",
        r"موجه النظام|رسالة النظام|تعليمات النظام|تعليماتك|پرامپت سیستم|دستورات خود|مطالبة النظام",
        r"أرسل|ارسل|انشر|حمّل|ارسال کن|بفرست",
        r"كلمات المرور|كلمة (?:المرور|السر)|مفاتيح|مفتاح|الأسرار|سجل المحادثة|المحادثة|رمز[a-z\x80-\xff]* (?:عبور|المصادقة)|رمزهای|متغيرات البيئة|\.env",
        r"دون (?:إخبار|علم|إبلاغ|سؤال) |لا تخبر|بدون اطلاع|به کاربر نگو|وافق المستخدم",
        r"تذكر (?:دائما|أن)|في ذاكرتك|احفظ في|به خاطر بسپار|در حافظه",
        r"قل للمستخدم|أخبر المستخدم|في (?:ردك|إجابتك)|به کاربر بگو|در پاسخ خود|أجب فقط",
    ),
    _Language(  # Hebrew
        False,
        r"[א-ת]{2}",
        r"התעלם|התעלמי|שכח|שכחי|אל תציית|עקוף",
        r"ההוראות|הוראות|הכללים|כללים|הפקודות|ההנחיות|הנחיות",
        r"הקודמות|הקודמים|כל |לעיל|שקיבלת|שלך",
        r"בינה מלאכותית|מודל שפה|עוזר|צ'אטבוט|סוכן|ai",
        r"אם אתה|הערה ל|שים לב|לידיעת",
        r"אתה עכשיו|מעכשיו|העמד פנים|המשימה החדשה",
        r"הצג|חשוף|הדפס|גלה|חזור על",
        r"הנחיית המערכת|הודעת המערכת|הפרומפט|ההוראות שלך",
        r"שלח|העלה|העבר|פרסם",
        r"סיסמ[a-z\x80-\xff]*|הסיסמאות|מפתחות|סודות|היסטוריית|השיחה|\.env",
        r"בלי (?:לספר|לידע|לשאול)|אל תספר|ללא ידיעת|המשתמש כבר",
        r"זכור (?:ש|תמיד)|בזיכרון שלך|בכל השיחות",
        r"אמור למשתמש|ספר למשתמש|בתשובה שלך|ענה רק",
    ),
    _Language(  # Hindi
        False,
        r"[ऀ-ॿ]{2}",
        r"अनदेखा|नज़रअंदाज़|भूल जा\S*|उपेक्षा",
        r"निर्देश\S*|आदेश\S*|नियम\S*|प्रॉम्प्ट",
        r"पिछले|सभी|पहले के|उपरोक्त|अपने|सिस्टम",
        r"एआई|भाषा मॉडल|सहायक|चैटबॉट|एजेंट|ai",
        r"यदि आप|अगर आप|अगर तुम|ध्यान दें|नोट",
        r"अब (?:आप|तुम)|अब से|आज से|नाटक कर",
        r"दिखा\S*|बता\S*|प्रकट|प्रिंट|दोहरा\S*",
        r"सिस्टम (?:प्रॉम्प्ट|संदेश|निर्देश)|अपने निर्देश|सिस्टम प्रॉम्प्ट",
        r"भेज\S*|अपलोड|साझा",
        r"पासवर्ड|कुंजी|गुप्त|बातचीत|चैट इतिहास|\.env|टोकन",
        r"बिना बताए|मत बता\S*|उपयोगकर्ता को (?:न|मत)|अनुमति के बिना",
        r"याद रख\S*|स्मृति में|भविष्य की (?:सभी )?",
        r"उपयोगकर्ता (?:को|से) (?:बता|कह)\S*|अपने उत्तर में|केवल[^.]{0,20}उत्तर",
    ),
    _Language(  # Indonesian, Malay, Vietnamese, Finnish, Hungarian, Greek
        True,
        r"\b(?:dan|yang|ini|semua|anda|untuk)\b|[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹα-ω]|\b(?:ja|on|kaikki|että|és|az|nem|hogy)\b",
        r"abaikan|lupakan|bỏ qua|hãy quên|quên đi|phớt lờ|unohda|jätä huomiotta|ohita|hagyd figyelmen kívül|felejtsd el|αγνόησε|αγνοήστε|ξέχνα|ξεχάστε",
        r"instruksi|perintah|aturan|hướng dẫn|chỉ dẫn|lệnh|quy tắc|ohjee[a-z\x80-\xff]*|määräyks[a-z\x80-\xff]*|säännö[a-z\x80-\xff]*|utasítás[a-z\x80-\xff]*|szabály[a-z\x80-\xff]*|οδηγί[a-z\x80-\xff]*|εντολ[a-z\x80-\xff]*|κανόν[a-z\x80-\xff]*|prompt",
        r"sebelumnya|semua|di atas|trước|tất cả|ở trên|aiemmat|kaikki|edelliset|korábbi[a-z\x80-\xff]*|összes|előző|minden|προηγούμεν[a-z\x80-\xff]*|όλες|όλους|παραπάνω",
        r"ai\b|model bahasa|asisten|trí tuệ nhân tạo|mô hình ngôn ngữ|trợ lý|tekoäly[a-z\x80-\xff]*|kielimalli[a-z\x80-\xff]*|avustaja[a-z\x80-\xff]*|mesterséges intelligencia|nyelvi modell[a-z\x80-\xff]*|asszisztens[a-z\x80-\xff]*|τεχνητή νοημοσύνη|γλωσσικό μοντέλο|βοηθ[όέ][a-z\x80-\xff]*|agen\b|chatbot[a-z\x80-\xff]*|llm",
        r"jika anda|jika kamu|catatan untuk|perhatian|nếu bạn là|lưu ý|gửi|jos olet|huomio|viesti|ha te egy|figyelem|megjegyzés|αν είσαι|σημείωση|προσοχή",
        r"anda sekarang|kamu sekarang|mulai sekarang|bây giờ bạn|từ bây giờ|từ giờ|giả vờ|olet nyt|tästä lähtien|mostantól|most már|τώρα είσαι|από τώρα|berpura-pura|προσποιήσου",
        r"tampilkan|ungkapkan|tunjukkan|cetak|hiển thị|tiết lộ|in ra|näytä|paljasta|tulosta|mutasd|fedd fel|írd ki|δείξε|αποκάλυψε|εμφάνισε",
        r"prompt sistem|pesan sistem|lời nhắc hệ thống|prompt hệ thống|järjestelmäkehot[a-z\x80-\xff]*|rendszer ?prompt[a-z\x80-\xff]*|rendszerüzenet[a-z\x80-\xff]*|system prompt|προτροπή συστήματος",
        r"kirim(?:kan)?|unggah|gửi|tải lên|chuyển tiếp|lähetä|lataa|küldd|töltsd fel|στείλε|ανέβασε",
        r"kata sandi|sandi|kunci api|rahasia|percakapan|mật khẩu|khóa api|bí mật|cuộc trò chuyện|salasana[a-z\x80-\xff]*|avaime[a-z\x80-\xff]*|jelszó[a-z\x80-\xff]*|jelszav[a-z\x80-\xff]*|kulcs[a-z\x80-\xff]*|titko[a-z\x80-\xff]*|κωδικ[a-z\x80-\xff]*|κλειδι[a-z\x80-\xff]*|\.env|token",
        r"tanpa (?:memberi ?tahu|bertanya|sepengetahuan|izin)|jangan (?:beri ?tahu|katakan)|không (?:cần )?(?:nói|báo|hỏi)|mà không (?:hỏi|báo)|kertomatta|älä kerro|anélkül, hogy|ne mondd|χωρίς να|μην πεις",
        r"ingat(?:lah)? (?:bahwa|selalu)|simpan (?:di|ke) (?:dalam )?(?:ingatan|memori)|ghi nhớ|lưu vào bộ nhớ|muista (?:että|aina)|muistiisi|jegyezd meg|θυμήσου|στη μνήμη",
        r"katakan (?:kepada|pada) pengguna|nói với người dùng|kerro käyttäjälle|mondd a felhasználónak|πες στον χρήστη|beri ?tahu pengguna|dalam jawaban|trong câu trả lời",
    ),
)


_WORDS = _Language._fields[2:]


def _forms_of(words: _Language) -> tuple[Form, ...]:
    gap, near = r"[^.!?=]", r"[^.!?=]{0,90}?"
    if not words.spaced:
        begin = end = ""
    else:
        begin, end = r"(?:^|[^a-z\d\x80-\xff])", r"(?:[^a-z\x80-\xff]|$)"
    ended = {name: f"(?:{getattr(words, name)}){end}" for name in _WORDS}
    words = _Language(words.spaced, words.seen, **ended)
    say = rf"{begin}(?:{words.say})"
    return (
        Form("override", 1.0, rf"{begin}(?:{words.drop}){near}(?:{words.earlier}){gap}{{0,40}}?(?:{words.orders})|{begin}(?:{words.drop}){near}(?:{words.orders}){gap}{{0,30}}?(?:{words.earlier})|{begin}(?:{words.earlier}){gap}{{0,30}}?(?:{words.orders}){gap}{{0,20}}?(?:{words.drop})"),
        Form("override", 0.5, rf"{begin}(?:{words.drop}){near}(?:{words.orders})|{begin}(?:{words.orders}){gap}{{0,20}}?(?:{words.drop})"),
        Form("reveal", 1.0, rf"{begin}(?:{words.show}){near}(?:{words.prompt})|{begin}(?:{words.prompt}){gap}{{0,30}}?(?:{words.show}|{words.give})"),
        Form("address", 0.6, rf"(?:^|[\n.!?:>(\[\"'])[\s*#-]*(?:{words.lead})[^.!?\n]{{0,40}}?(?:{words.model})"),
        Form("persona", 0.5, rf"{begin}(?:{words.persona})"),
        Form("persona", 1.0, rf"{begin}(?:{words.persona})[^.!?\n]{{0,90}}?(?:{words.model})"),
        Form("exfil", 0.6, rf"{begin}(?:{words.give}){near}(?:{words.secret})|{begin}(?:{words.secret}){gap}{{0,30}}?(?:{words.give})"),
        Form("exfil", 1.0, rf"{begin}(?:{words.give}){near}(?:{words.secret})[^!?]{{0,90}}?(?:https?://|\w@\w|pastebin)|{begin}(?:{words.secret})[^!?]{{0,40}}?(?:https?://|\w@\w)[^!?\s]{{0,90}}\s?[^!?]{{0,20}}?(?:{words.give})"),
        Form("secrecy", 0.6, rf"{begin}(?:{words.behind})"),
        Form("memory", 0.5, rf"{begin}(?:{words.keep})"),
        Form("answer", 0.5, say),
    )  # fmt: skip


_MORE = {
    0: (
        Form("memory", 1.0, r"in (?:dein|deinem|ihrem?|seinem) (?:[a-z\x80-\xff]+)?gedächtnis|merke? dir (?:dauerhaft|für (?:immer|alle|künftige|die zukunft)|ab sofort)"),
        Form("answer", 1.0, r"wenn (?:du|sie) [^.!?]{0,40}(?:zusammenfass|bewert|beantwort|übersetz|lies|besprich)[a-z\x80-\xff]*,? (?:schreib|sag|erwähn|antwort|empf|gib|behaupt|nenn)"),
        Form("standing", 0.6, r"(?:der|dass der|die) (?:nutzer|benutzer|anwender)(?:in)? (?:möchte|will|bevorzugt|wünscht|verlangt)|(?:nutzer|benutzer|anwender) (?:danach |nach [^.!?]{0,30})?fragt"),
        Form("addressee", 0.8, r"(?:^|[^a-z\x80-\xff])(?:an|für|hinweis an|alle|die|der|das|jede[rs]?|liebe[rs]?)? ?(?:lesende |auswertende |verarbeitende )?(?:ki|ki-[a-z]+|sprachmodelle?|assistent(?:en)?|agenten?|modelle?|bots?)\b[^.!?\n]{0,60}?(?::|,| (?:soll|sollen|muss|müssen|darf|dürfen|hat|haben|werden|bewerten|nennen|führen|schicken|überspring\w+))"),
        Form("addressee", 0.7, r"wer (?:das|dies|diese|diesen)[^.!?\n]{0,30}(?:verarbeitet|liest|auswertet|zusammenfasst)|(?:dieser|dieses|diese) (?:text|dokument|seite|nachricht)[^.!?\n]{0,20}vorrang|hat vorrang vor|eigentliche (?:aufgabe|frage|auftrag)"),
        Form("slack", 0.4, r"(?:^|[^a-z\x80-\xff])(?:ohne |ungeprüft|automatisch|direkt|nie(?:mals)? mehr|keine (?:bestätigung|rückfrage|prüfung)|nicht noch einmal|unabhängig von|stattdessen|sag niemandem|niemandem|erwähne es nicht|nicht mehr nötig|sofort|immer)"),
        Form("deed", 0.5, r"(?:^|[^a-z\x80-\xff])(?:überweise?|lösche?|deaktiviere?|brich|gib|lade|schick(?:e|t)?|sende?|führt?e? |überspring\w+|lies|schreibe?|ruf|aufrufen|ausführen|nimm|nenne?|bewerte?|verlink\w+|annehmen|bezahlt|antworte|frage)[^.!?\n]{0,90}?(?:prüfung|protokoll|antrag|tresor|inhalt|restbetrag|konto|mail|einladungen|zugangsdaten|konfiguration|werkzeuge|nachrichten|nutzer|benutzer|dateien|rechnung|regel|schritten|main|risiken|main|sterne|\w@\w|https?://|[a-z]+\.example|\bde\d)"),
        Form("verdict", 0.8, r"(?:darf nur stehen|als bester? einzustufen|immer mit ['\"]|in der (?:zusammenfassung|antwort) (?:darf|muss|soll)|am ende der antwort|unabhängig von den kriterien|mit fünf sternen)"),
        Form("grant", 0.6, r"(?:hat (?:deine|ihre) rechte|du darfst (?:jetzt|nun)|(?:bereits|vorhin|schon) (?:alles )?(?:genehmigt|freigegeben|zugestimmt)|keine (?:bestätigung|freigabe) (?:mehr )?nötig|freigabe ist erteilt)"),
        Form("keeping", 0.7, r"(?:zu merken|ab heute|in jeder sitzung|dauerhaft|folgende regel|künftig immer)"),
        Form("probe", 0.8, r"(?:deine|deiner|deinen) (?:konfiguration|werkzeuge|liste|prompt)|letzten? nachrichten? des (?:nutzers|benutzers)"),
        Form("address", 0.5, r"(?:ki-?(?:assistent[a-z\x80-\xff]*|system[a-z\x80-\xff]*|modelle?[a-z\x80-\xff]*|agent[a-z\x80-\xff]*)?|sprachmodell[a-z\x80-\xff]*|assistent) (?:muss|soll|sollen|müssen|darf|hat zu)"),
    ),
    1: (Form("memory", 1.0, r"(?:dans|à) (?:ta|votre) mémoire"), Form("answer", 1.0, r"(?:si|quand|lorsque) (?:tu|vous) [^.!?]{0,10}(?:résume|résumes|résumez|analyse)[a-z\x80-\xff]*[^.!?]{0,40},? (?:dis|dites|écri|indique|mentionne|recommande)")),
    2: (Form("memory", 1.0, r"(?:en (?:tu|su)|na (?:sua|tua)|nella tua) mem[óo]ria"),),
    5: (Form("memory", 1.0, r"в (?:сво[юе]й?|тво[юе]й?) памят"),),
}  # fmt: skip
"""More forms, by the language's place."""

OTHER_LANGUAGES: tuple[tuple[str | None, tuple[Form, ...]], ...] = tuple(
    (words.seen, (*_forms_of(words), *_MORE.get(at, ()))) for at, words in enumerate(_LANGUAGES)
)
"""Each behind what shows that a text is in it."""
