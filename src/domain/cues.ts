import { fold } from "./text.ts";

/**
 * How people mark that words are not meant as plain statements, in English, German, French and Spanish; all folded.
 * Cues only: code cannot read a mind, and what has no cue is taken at its word.
 */

const any = (...parts: string[]): RegExp => new RegExp(`\\b(?:${parts.join("|")})\\b`);

const DENYING =
  "not|no|never|none|nobody|nothing|neither|nor|without|cannot|isn't|aren't|wasn't|weren't|don't|doesn't|didn't|can't|won't|wouldn't|haven't|hasn't|hadn't|shouldn't|couldn't|dont|doesnt|didnt|cant|wont|isnt|hardly|barely|nicht|nichts|kein|keine|keinen|keinem|keiner|nie|niemals|ohne|weder|kaum|pas|jamais|plus|aucun|aucune|sans|nunca|jamas|tampoco|sin|ningun|ninguno|ninguna|nadie|apenas";
const NEGATION = any(DENYING);

/** Words of denial that deny nothing: they wonder, look forward, or add. */
const IDIOMS =
  /^(?:no|nein|non|nope|nah|nee)[,.!]+ |\b(?:no no\b|can(?:'t|not| not) (?:believe|wait|stop|complain|recommend|help)|couldn't (?:be (?:happier|prouder|more)|believe|wait)|won't believe|wouldn't (?:miss|trade|change)|not (?:only|just|to mention|alone)|(?:never|won't|will not|can't|not) (?:ever )?forget|no matter|(?:isn't|wasn't|not) always easy|no (?:wonder|idea|doubt|worries|problem|big deal|need|joke|kidding|way|one knows|less than)|nothing but|why not|never mind|(?:isn't|aren't|wasn't|don't|doesn't|didn't|shouldn't|won't) (?:it|they|you|she|he|that|i|we)\b\??$|nicht (?:nur|allein)|(?:vergesse|vergess) (?:ich )?(?:\w+ )?(?:nie|nicht)|n'oublierai jamais|(?:nunca|no) olvidare|nicht wahr|kein (?:wunder|problem)|pas seulement|pas mal|no solo|no se si|nada mas)\b/g;

/** A text without the denials that deny nothing. */
function withoutIdioms(folded: string): string {
  return folded.replace(IDIOMS, " ");
}

/** True when a text denies something: "not", "never" and their like. */
export function isDenial(text: string): boolean {
  return NEGATION.test(withoutIdioms(fold(text)));
}

/** Denial of a thing rather than of a deed: "no peanuts", "without milk". */
const BARE_DENIAL = /\b(?:no|without|kein|keine|keinen|keinem|ohne|sans|sin|nada de|pas de)\b/g;

/** As `isDenial`, for statements that such a denial rather supports ("no nuts, she is allergic"). */
export function isVerbalDenial(text: string): boolean {
  return NEGATION.test(withoutIdioms(fold(text)).replace(BARE_DENIAL, " "));
}

export const ENDING = any(
  "quit|quits|stopped|gave up|given up|used to|no longer|any ?more|ended|cancelled|canceled|left|leaves|leaving|sold|ex|former|died|dead|broke up|split up|divorced|are done|is done|over it|is over|gone|dropped|retired|last day|went back|moved out|aufgehort|hort .{0,40}auf|hor(?:e|en) .{0,30}auf|gekundigt|verkauft|fruher|nicht mehr|getrennt|gestorben|abgesagt|gestrichen|arrete|vendu|ancien|ancienne|quitte|rompu|fini|deje|dejo|dejado|vendi|vendido|vendio|ya no|antes|termine|terminamos|terminaron|renuncie|renuncio|murio|except|excepto|sauf|ausser",
);

/** What follows is imagined, to the end of the sentence. */
export const CONDITION = any(
  "if|unless|imagine|suppose|supposing|what if|wish|hypothetically|let's say|falls|angenommen|stell dir vor|wenn ich (?!komm|heim)|si|imaginons|imaginez|imagina|imaginate|ojala|me imagino",
);
/** What stands in the same clause is weighed, wished or imagined. */
export const WEIGHED = any(
  "would|wouldn't|i'd|he'd|she'd|they'd|we'd|should i|could i|might|(?<!\\d )(?<!\\b(?:in|of|by|mid|since|until|early|late|from|last|next) )may (?:be|have|not|get|go|also|come|need|take|move|well)|maybe|perhaps|thinking (?:of|about)|considering|tempted|dream of|dreaming of|wurde|wurden|tat ich|hatte gern|vielleicht|konnte ich|soll ich|sollte ich|uberlege|peut-etre|devrais-je|serait|aimerais|quizas|quiza|tal vez|deberia|gustaria|a lo mejor|capaz que|denk dran",
);

/** Whoever is asked knows it already, or is only asked whether he heard it: what follows is told. */
export const TELLING_QUESTION =
  /^(?:did you know|guess (?:what|who)|have i told you|did i (?:ever )?(?:tell|mention)|remember (?:that|when)|weisst du(?: noch)?|wusstest du|hab(?:e)? ich (?:dir )?(?:schon )?erzahlt|tu savais|je t'ai dit|sabias que|te conte)\b/;

const AUXILIARY =
  "is|are|was|were|do|does|did|can|could|should|would|will|have|has|am|isn't|aren't|don't|doesn't|didn't|can't|couldn't|shouldn't|ist|sind|war|kann|soll|hast|hat|muss|darf|est|es";
const ASKED_SUBJECT =
  "i|you|he|she|it|we|they|this|that|there|the|my|our|your|any|anyone|a|an|ich|du|er|sie|es|wir|ihr|das|der|die|mein|meine";
/** A sentence that opens like a question, whether or not it bears the mark. */
export const ASKS_BY_FORM = new RegExp(
  `^(?:(?:ok|okay|so|and|but|ooh|oh|hey|also|und|aber|et|y|oye)[, ]+)*(?:(?:${AUXILIARY}) (?:${ASKED_SUBJECT})\\b|(?:what|what's|how|why|who|whose|warum|wieso|wie|was|wer|welche|pourquoi|comment|est-ce|quel|quelle|por que|como|cual|cuanto|que) )`,
);
export const QUESTION_START = new RegExp(
  `^(?:who|what|where|when|why|how|which|${AUXILIARY}|habe ich|wer|was|wo|wann|warum|wie|welche|qui|que|quoi|ou|quand|pourquoi|comment|est-ce|quien|donde|cuando|por que|como|cual|puedo|debo|any|irgend)\\b`,
);

export const JOKING =
  /(?:(?:^|\s)\/s\b|\bjust kidding\b|\bkidding\b|\bjk\b|\bj\/k\b|^as if\b|[,.] as if\b|\byeah right\b|\bsarcasm\b|\bnot really\b|\bscherz\b|\bironie\b|\bkleiner spass\b|\bje plaisante\b|\bje rigole\b|\bes broma\b|\ben broma\b|\bes un chiste\b|\bnow i'm (?:a|the)\b|\bi say that every (?:year|time|week)\b|🙃)/;

/** Praise too high to be meant: what people say of what annoys them. */
export const PRAISE_TOO_HIGH =
  /\b(?:oh (?:great|fantastic|brilliant|wonderful|joy|sure|lovely|perfect|yes, exactly)|na (?:toll|super|klasse|bravo|prima)|just love|so love|love nothing more|living the dream|best (?:day|night|week|hour) (?:of|in) (?:my|his|her|our) (?:life|career|year)|best(?:er|e|en|es)? (?:\w+ )?(?:in the|der|du|del) (?:world|welt|monde|mundo)|hardly contain|never change|love that for|what a (?:shock|surprise|treat|joy|delight|\w+ sound)|truly|every \w+ from now|until i die|please can it never|lucky me|can't get enough|wie schon|herzlichen dank auch|quel bonheur|quelle (?:joie|surprise|chance)|que (?:belleza|maravilla|alegria|lindo)|todo el ano)\b|^(?:brilliant|fab|great|fantastic|wonderful|super|toll|genial|perfecto),|\*so\* |work out so well/;

const REPORTING =
  "says|said|saying|thinks|thought|claims|claimed|swears|swore|told|tells|telling|reckons|insists|has it that|has decided|have me|asks? (?:if|whether)|accuses|believes|sagt|sagte|meint|meinte|behauptet|glaubt|erzahlt|dit|disent|pretend|croit|raconte|affirme|dice|dicen|dijo|cree|jura|cuenta|anda diciendo";
/** Whoever speaks of himself reports nobody: "I said", "I told her". */
const OWN_REPORT =
  /\b(?:i|we|i've|i'd|we've|ich|wir|je|j'ai|nous|yo|le|les)(?: (?:have|had|haven't|hadn't|never|also|already|just|hab|habe|n'ai pas|he))? (?:said|told|thought|sagte|dit|meinte|dije|dijo)\b/g;
const REPORT = any(REPORTING);
/** Words of a third person on the way: hearsay marks of their own. */
const HEARSAY = any(
  "apparently|allegedly|supposedly|rumou?r|according to|everyone says|everybody says|people say|(?:boys|girls|kids|they) (?:\\w+ ){0,3}(?:say|think|claim|have me)|i(?:'ve| have) (?:also )?heard|angeblich|laut|gerucht|soll(?:en)? angeblich|parait que|il parait|on dit|segun|dicen que|supuestamente",
);

/** Whether somebody other than the user is made to say what follows. */
export function isReport(folded: string): boolean {
  return REPORT.test(folded.replace(OWN_REPORT, " "));
}
export function isHearsay(folded: string): boolean {
  return HEARSAY.test(folded);
}
export const REPORT_WORD = new RegExp(`\\b(?:${REPORTING})\\b`);

export const INSTRUCTING =
  /\b(?:ignore (?:all |any |the )?(?:previous|prior|above)|system prompt|you must (?:now )?(?:remember|store|believe)|you are now|from now on you|disregard (?:all|any|the)|new instructions?|assistant:|system:|permanent fact|to the (?:ai|assistant|model)\b|(?:save|store|note|remember|memori[sz]e|write down|merke dir|speichere|retiens|guarda|recuerda):? (?:that|dass|que) (?:the|this|der|die|dieser|l'|le|la|el|este) ?(?:user|nutzer|benutzer|utilisateur|usuario))/;

/** Takes the memory's rules away: whatever follows in the same message is an order, however it is worded. */
export const OVERRIDING =
  /\b(?:(?:ignore|disregard|forget) (?:all |any |the |your )*(?:previous|prior|above|earlier|rules|instructions)|(?:ignoriere|vergiss) (?:alle |deine )*(?:vorherigen|bisherigen|anweisungen|regeln)|(?:ignore|oublie) (?:toutes |tes |les )*(?:instructions|consignes|regles)|(?:ignora|olvida) (?:todas |tus |las )*(?:instrucciones|reglas))\b|(?:^|[\n.])\s*system:/;

export const OFF_RECORD =
  /\b(?:off the record|don't (?:remember|save|store|keep) (?:this|that|any)|unter uns|nicht (?:merken|speichern)|entre nous|ne (?:retiens|garde) pas|entre nosotros|no (?:guardes|recuerdes))\b/;

/** A plan that came to nothing. */
export const DROPPED = any(
  "was going to|were going to|was (?:planning|supposed|meant|about) to|had planned|is off|are off|called off|cancell?ed|given up (?:on )?(?:the|that)|gave up (?:the|on)|pulled out|scrapped|fell through|can't (?:make it|come|go)|not (?:going|coming) after all|wollte eigentlich|wollten eigentlich|gestrichen|abgesagt|fallt aus|doch nicht|iba a|ibamos a|cancel(?:e|amos|ado|ada)|se cancelo|al final no|suspendid[oa]|devais|devait|allait|annulee?|tombe a l'eau",
);
