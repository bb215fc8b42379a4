import type { IntentWords } from "./words.ts";

/** "vergiss", "losch(e)" (marks are gone in `plain`), and how they are typed without umlauts. */
const DELETE = "(?:losch|loesch)(?:e|t)?|streich(?:e)?|entfern(?:e)?|tilg(?:e)?|verwirf|radier(?:e)?";
const TO_DELETE =
  "(?:vergessen|(?:losch|loesch)en|streichen|entfernen|tilgen|wegtun|rausnehmen|wegschmei(?:ß|ss)en)";
const NOT_KEEP =
  "nicht (?:mehr )?(?:(?:auf|ab|ein)?(?:behalten|speichern|merken|aufheben|aufbewahren|schreiben|notieren|zeichnen))";

export const de: IntentWords = {
  lead: "(?:(?:bitte|ok(?:ay)?|ach|also|hey|hallo|servus|und|aber|jetzt|nun|dann|ja|nein|so|doch|sorry|entschuldige|ubrigens|engram|gut|bitte schon)[,!.]? +)",
  and: "und|aber|dann|sondern",
  forget:
    "(?:vergiss|vergi(?:ß|s)|vergesst|vergessen sie|vergesse)(?! nicht| mal nicht| bitte nicht| ja nicht)|verlern(?:e)?|merk(?:e)? dir (?:bitte )?nicht",
  remove: `${DELETE}|wirf|schmei(?:ß|ss)|tu`,
  around: [
    `(?:(?:kannst|konntest|koenntest|wurdest|wuerdest|magst|kannste|konnteste) (?:du )?|du (?:kannst|sollst|darfst|musst) |ich (?:mochte|will|hatte gern),? (?:bitte )?dass du |ich bitte dich,? )(?:(?:bitte|mal|jetzt|doch|auch|gern|einfach) )*(?<object>.+?) (?:(?:bitte|wieder|gleich|ganz|komplett|auch|einfach|sofort|aus deinem gedachtnis) )*(?:zu )?(?:${TO_DELETE}|vergisst|(?:losch|loesch)st|${NOT_KEEP})`,
    "(?:behalt(?:e)?|speicher(?:e)?|bewahr(?:e)?|heb(?:e)?|merk(?:e)? dir|schreib(?:e)? dir|notier(?:e)?(?: dir)?|speichere)(?: (?:bitte|mir|dir|auch))* (?<object>.+?) (?:bitte )?nicht(?: (?:auf|mehr|ab|ein|langer|weiter|bitte))*",
    `(?<object>(?:die|den|das|der|alles|meine?n?|seine?n?|ihre?n?|was) .+?) (?:(?:brauchst du(?: dir)?|musst du(?: dir)?|sollst du(?: dir)?|bitte|wieder|gleich|ganz|komplett|sofort) )*(?:${TO_DELETE}|${NOT_KEEP})`,
  ],
  fronted: [
    `(?<object>(?:was|alles|das|den|die|der|dem|die sache|die geschichte)\\b[^.!?]{3,}?),? (?:(?:das|es|den|die|bitte|alles|auch|wieder|ruhig|gleich|kannst du|konntest du|darfst du) )*(?:vergiss|${DELETE}|vergessen|(?:losch|loesch)en|streichen)(?: (?:bitte|wieder|das|es|mal|alles|gleich|komplett|ganz|jetzt|sofort|auch|den|die))*`,
  ],
  pronoun: "(?:alles )?(?:das|dies|dieses|diese|den|die|es|alles davon|das alles|all das|das da)",
  justSaid:
    "(?:das,? )?was ich (?:dir )?(?:gerade|eben|soeben|grad|gradeben|vorhin|zuletzt|als letztes)(?: eben)? ?(?:gesagt|geschrieben|erzahlt|erwahnt)?(?: hab(?:e)?)?|(?:meine|die) letzte (?:nachricht|bemerkung|aussage)|das (?:letzte|von eben|von gerade|eben|gerade)|den letzten (?:satz|teil)|das was ich gesagt hab(?:e)?",
  told: "(?:das,? |alles,? |dass )?was ich(?: dir| ihnen)?(?: da| mal| je)?(?: alles| so)?(?: uber| von| zu| wegen)?|(?:das|alles|die sache|die geschichte|die info(?:rmation)?(?:en)?|der kram|den kram|das thema|das ganze)(?: alles)? (?:mit|uber|von|zu|wegen|rund um)|(?:alles|was) (?:du )?(?:uber|von|zu)|dass|das mit|uber|von",
  everything:
    "(?:wirklich |einfach )?(?:alles|(?:dein |das )?(?:ganze[sn]? )?(?:gedachtnis|speicher)|mich|wer ich bin|alles uber mich|alles,? was (?:du|ich)(?: dir)?(?: je(?:mals)?)?(?: uber mich)?(?: (?:weisst|wei(?:ß|ss)t|gesagt|erzahlt|gespeichert|gemerkt))?(?: habe?| hast)?|alle (?:meine |deine )?(?:daten|erinnerungen|fakten))",
  untrue:
    "(?:stimmt|stimmte|war|ist|sind|waren)(?: \\p{L}+)? (?:nicht|nie|falsch|erfunden|ein (?:scherz|witz|irrtum|missverstandnis))(?: wahr| richtig| so)?|verhort|verwechselt|vertan|geirrt|erfunden|gibt es nicht|gab es nie|hab(?:e)? (?:gar )?kein(?:e|en)?|nie gehabt|reingelegt|auf den arm",
  private:
    "(?:alte[nrs]? |neue[nrs]? )?(?:\\p{L}*(?:adresse|anschrift|nummer|telefon|handy|mail|passwort|kennwort|code|pin|geburtstag|geburtsdatum|gehalt|einkommen|lohn|diagnose|iban|konto|kontonummer|kennzeichen|nachnamen?|zugangsdaten|wlan|schlussel))(?:n|en|s)?",
  possessive: "(?:mein|dein|sein|ihr|unser|euer)(?:e|en|em|er|es|s)?|\\p{L}+s|vo[nm] \\p{L}+",
  closer:
    "(?:bitte|ganz|komplett|vollstandig|vollig|fur immer|endgultig|sofort|gleich|jetzt|wieder|auch|danke|dankschon|ok(?:ay)?|ja|aus deinem (?:gedachtnis|speicher|kopf)|aus dem (?:gedachtnis|speicher)|mal|einfach|doch|schnell|uberall|bitteschon|lieber|am besten|hier|erzahlt|gesagt|erwahnt|geschrieben|gegeben|hab|habe|hatte|dir|die ich dir gegeben hab(?:e)?|den ich dir gegeben hab(?:e)?|raus|weg)",
  whole:
    "(?:alles|alles davon|das ganze|das alles|komplett|ganz|vollstandig|samt allem|und (?:auch )?(?:den grund|warum)|den grund|die grunde|der grund)",
  reason:
    "weil|denn|damit|da (?:ich|er|sie|es|wir)|es (?:ist|war|geht)|das (?:ist|war|geht|muss|hat)|er (?:ist|hat|will)|sie (?:ist|hat|will)|wenn|bevor|sonst",
  clause:
    "\\b(?:ich|du|er|wir|ist|war|sind|waren|hat|haben|hab|habe|hatte|wird|will|kann|muss|soll|geht|gehort|sagt|meint|weisst|brauche?)\\b",
  idiom:
    "lass(?:en wir|t uns| uns| ma)?|egal|macht nichts|nicht so wichtig|ist nicht wichtig|reden wir|sprechen wir|was anderes|anderes thema|stattdessen|lieber|ich (?:mach|nehm|frag|versuch)|wir (?:machen|nehmen)|weiter|nachste frage|schon gut|schwamm druber",
  vague:
    "(?:sachen|dinge|etwas|was|zeug|gesprache|leute|fakten|rest|regeln|code|funktion|fehler|schritte?|fragen?|welt|vergangenheit|zeit)",
  hollow:
    "das die der den dem was sache sachen ding dinge geschichte thema gesagt erzahlt erwahnt geschrieben gegeben hab habe hatte bitte ganz komplett alles alte alten alter neue neuen uber von vom wegen mit mir dir mich dich auch wieder nur weisst mal grund ganze ganzen letzte letzten",
  remember: [
    "(?:merk(?:e)? dir|notier(?:e)?(?: dir)?|schreib(?:e)? dir auf|schreib(?:e)? auf|vergiss nicht|behalt(?:e)?(?: dir)?|speicher(?:e)?)(?: (?:bitte|mal|das|dies|folgendes|gut|doch|fur mich|mir))*[:,–—-]+ *(?:dass +)?(?<content>.{3,})",
    "(?:merk(?:e)? dir|vergiss (?:bitte |mir )?nicht|behalt(?:e)?)(?: (?:bitte|mal|gut|auch))*,? (?:dass|das|dab) (?<content>.{3,})",
    "(?:merk(?:e)? dir|vergiss nicht)(?: bitte| mal)? (?<content>(?:mein|unser)\\p{L}* .{3,})",
    "(?:kannst|konntest) du dir (?:bitte )?(?:merken|notieren|aufschreiben),? (?:dass )?(?<content>.{3,})",
  ],
  rememberLast:
    "(?:merk(?:e)? dir|notier(?:e)?(?: dir)?|speicher(?:e)?|behalt(?:e)?) (?:bitte )?(?:das|dies|es|was ich (?:gerade |eben )?gesagt hab(?:e)?)(?: bitte| gut)?(?: (?:fur spater|im kopf))?|vergiss (?:das|es) (?:bitte )?nicht|schreib(?:e)? (?:dir )?(?:das|es) (?:bitte )?auf|(?:kannst|konntest) du dir das (?:bitte )?(?:merken|notieren|aufschreiben)",
  offRecord:
    "(?:(?:das|dies|folgendes)(?: hier)?(?: ist| bleibt) +|jetzt +|ganz +|mal +|und +|aber +)*(?:off[ -]the[ -]record|nicht furs protokoll|nicht fur das protokoll|nicht fur die akten|au(?:ß|ss)erhalb des protokolls)|(?:das|dies)(?: hier)? (?:ist|gehort|kommt) nicht (?:fur|in) (?:deine|die) (?:notizen|akten?|aufzeichnungen|unterlagen)",
  doNotKeep:
    "(?:(?:ganz )?unter uns(?: gesagt)?[,:]? +)?(?:(?:bitte|und|aber|das|dies|es|den rest|folgendes|das hier|dies hier|was jetzt kommt|was ich (?:jetzt|gleich) sage?|bleibt unter uns,?)[, ]+)*(?:(?:schreib(?:st|e)?|notier(?:st|e)?|merk(?:st|e)?|behalt(?:st|e)?|behaltst|speicher(?:st|e)?|heb(?:st|e)?)(?: (?:du|dir|das|es|dies|bitte|mir|folgendes|jetzt|mal|davon))* nicht(?: (?:auf|mit|ab|ein|mehr|bitte))*|(?:sollst|darfst|musst) du (?:dir )?nicht (?:aufschreiben|merken|notieren|speichern|behalten|mitschreiben)|(?:bitte )?nicht (?:aufschreiben|merken|notieren|speichern|behalten|mitschreiben|aufheben|protokollieren)|(?:wird|werden) nicht (?:aufgeschrieben|notiert|gespeichert|gemerkt))",
  wasOffRecord:
    "(?:das|dies|was ich (?:eben |gerade )?gesagt hab(?:e)?|die letzte nachricht)(?: eben| gerade)? (?:war|ist|sollte|soll|bleibt)(?: eben| eigentlich| nur| naturlich| aber)* (?:off[ -]the[ -]record|unter uns(?: bleiben)?|nicht (?:furs|fur das) protokoll(?: gedacht| bestimmt)?|nicht zum (?:merken|aufschreiben|speichern))",
  fromNowOn:
    "(?:ab jetzt|ab sofort|von jetzt an|von nun an|ab hier|bis ich (?:was anderes|etwas anderes|es) sage|fur den rest (?:des|vom) (?:gesprachs?|chats?)|in diesem (?:gesprach|chat)|dieses (?:gesprach|chat)|alles (?:ab jetzt|was jetzt kommt|was ich ab jetzt sage))",
  back: "(?:(?:wir sind |ich bin |jetzt |ok |so )*(?:(?:jetzt )?wieder (?:on the record|furs protokoll|fur das protokoll|mitschreiben|merken|notieren|speichern|aufschreiben)|zuruck (?:on the record|zum protokoll)|(?:du (?:kannst|darfst) )(?:dir )?(?:jetzt |ab jetzt |nun )?wieder (?:alles |was |sachen )?(?:mitschreiben|merken|notieren|speichern|aufschreiben)|(?:ab jetzt |jetzt )?(?:merk dir|schreib|notier|speicher)(?:e)?(?: dir)? (?:ab jetzt |jetzt )?wieder (?:alles|mit|was|auf|alles auf)|ende off the record))",
  why: "(?:(?:aber |und |hm+ |moment |ok )*)(?:(?:warum|wieso|weshalb) (?:denkst|glaubst|meinst|sagst|behauptest|weisst|weißt|nimmst) (?:du )?(?:das|so was|sowas|dies|es)?(?: an| eigentlich| denn)?|(?:woher|wovon) (?:weisst|weißt|hast|kennst|willst|nimmst) (?:du )?(?:das|es|dies)?(?: eigentlich| denn| wissen| uberhaupt)*|wie kommst du (?:darauf|drauf|dazu|auf (?:so was|sowas|das|die idee))|wer hat (?:dir )?(?:das|dies)(?: dir)? (?:gesagt|erzahlt)|wer sagt das|worauf (?:stutzt|grundet|beruht|basiert) (?:du |sich )?(?:das|dies)?(?: dich)?|wann (?:hab(?:e)?|hatte) ich (?:dir )?(?:das|dies) (?:gesagt|erzahlt|erwahnt)|hab(?:e)? ich (?:dir )?das (?:gesagt|erzahlt)|was ist (?:deine|die) quelle(?: dafur)?|wie(?:so| kommt das)|warum|woher)",
  wrong:
    "(?:(?:nein|ne|nee|naja|hm+|halt|moment|doch|aber|sorry|also)[,.!]* *)*(?:(?:das|dies|es)(?: da)?(?: ja| doch| aber| so| leider| uberhaupt| gar| ganz| einfach)* (?:stimmt|stimmte)(?: ja| doch| aber| so| leider| uberhaupt| gar| uberhaupt| nun| einfach)* nicht(?: mehr)?|(?:das|dies|es) (?:ist|war)(?: ja| doch| aber| leider| vollig| total| komplett| ganz| einfach| gar| uberhaupt| so)* (?:falsch|nicht (?:richtig|wahr|korrekt|so|der fall)|unsinn|quatsch|ein (?:fehler|irrtum)|verkehrt|unwahr|veraltet)|stimmt(?: ja| doch| so| gar| uberhaupt)* nicht|falsch|nicht (?:wahr|richtig)|unwahr|du (?:irrst dich|liegst (?:da )?falsch|hast unrecht|tauschst dich)(?: da)?|da (?:irrst du dich|liegst du falsch|tauschst du dich))",
  undo: "(?:(?:oh|nein|halt|moment|ups|ok|sorry|ach|doch)[,.!]* *)*(?:bitte )*(?:mach(?:e)?(?: bitte)?(?: das| es| dies| die letzte anderung)?(?: bitte| wieder)*(?: ruckgangig| ungeschehen)|nimm(?: bitte)? (?:das|es)(?: bitte| wieder)? zuruck|(?:das |es )?(?:bitte )?(?:ruckgangig(?: machen)?|zurucknehmen)|hol(?:e)? (?:das|es) (?:bitte )?(?:wieder )?zuruck|(?:kannst|konntest) du (?:das|es) (?:bitte )?(?:wieder )?(?:ruckgangig machen|zurucknehmen|wiederherstellen)|stell(?:e)? (?:das|es) wieder her)",
  courtesy:
    "(?:bitte|danke(?: schon| dir| sehr)?|dankeschon|ok(?:ay)?|hallo|hi|servus|gut|sorry|ja|nein|ach|hm+|also|moment|entschuldigung|tschuss|gute nacht|ist erledigt|geht keinen was an|frech|ist erledigt und geht keinen was an)",
  yes: "(?:ja|jo|jep|jawohl|klar|sicher|ok(?:ay)?|genau|richtig|stimmt|mach(?: das| es)?(?: bitte)?|bitte|gerne?|auf jeden fall|naturlich|bestatigt|das meine ich|j)",
  no: "(?:nein|ne|nee|no|kein(?:e|en|es|s|er)?(?: davon| von beiden)?|abbrechen|stopp?|lass(?: es| das)?(?: bleiben)?|nicht|doch nicht|lieber nicht|nichts|keins von beiden|vergiss es|n)",
  all: "(?:beide[sn]?|alle(?:s|n)?(?: (?:drei|zwei|vier|funf|davon))?|jede[sn]?|das ganze|samtliche|alle beide)",
  ordinals: [
    "erste[nrs]?|eins|1\\.?",
    "zweite[nrs]?|zwei|2\\.?",
    "dritte[nrs]?|drei|3\\.?",
    "vierte[nrs]?|vier|4\\.?",
    "funfte[nrs]?|funf|5\\.?",
  ],
};
