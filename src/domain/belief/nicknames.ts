import { words } from "../../language/text.ts";

/**
 * Short forms not covered by any rule, for given names in English, German, Spanish and French, folded: full names
 * first, then their nicknames. A pair only means that both names may belong to one person.
 */
const SHORT_FORMS = [
  "abigail: gail abbie nabby",
  "adelaide adeline adelina: addie della dell delia ada heidi lina",
  "agnes: nessie nessa inez aggie",
  "albert alberto adalbert: bert bertie al tito",
  "alejandro alexander alexandre alexandra alejandra: alex sandy sandra sascha sasha xander lex lexi ale jandro alec alick zander",
  "alfonso alphonse: poncho al fonso",
  "alfred alfredo frederick friedrich federico: fred freddy freddie fritz alf fredi kiko rick lico",
  "alice alicia: allie lisa elsie licha",
  "amalia amelia: mia millie molly mali emmy",
  "andrew andreas andres andre andrea: andy drew dre andi",
  "ann anna anne hannah ana annette: nan nancy nannie nina annie anni anouk anita hanna nettie ance",
  "antonio anthony antoine anton: tony toni toño tonio antje",
  "archibald: archie baldo",
  "arthur arturo: art artie turo",
  "augustus augustine agustin augusta: gus austin gust tina gussie",
  "barbara: babs barb babette bobbie barbie baerbel",
  "bartholomew bartolome: bart barth bat bartel",
  "beatrice beatriz beatrix: bea trixie trix betty bice",
  "benjamin: ben benny benni jamin benito",
  "bernard bernhard bernardo: bernie bernd barney nardo",
  "bridget brigitte: biddy bridie gitte gitta britta",
  "caroline carolina charlotte karoline: carrie lottie charlie lina caro lotte charly line lola carol",
  "catherine katherine kathleen katharina catalina caterine kathryn: kate katie kathy kit kitty kay cathy cat kat trina katja kathi cata cass kaethe rina",
  "cecilia cecile: celia sissy cissy cilla cile",
  "charles carlos karl carl: charlie chuck chas chip charly carlito kalle cary",
  "christian christopher christoph cristobal christophe: chris kit chrissie topher kris tobal christel stoffel",
  "christina christine cristina kristina: chris chrissy tina crissy kirsten stina nina christa",
  "clara clarissa clare: clair clary claire",
  "concepcion: concha conchita",
  "cornelius cornelia: con neil corny nelly nele niels corrie nellie",
  "cynthia: cindy thia",
  "daniel danielle daniela: dan danny dani nelle",
  "david: dave davy davey taffy",
  "deborah debra: deb debbie",
  "dolores delores: lola lolita dolly dee",
  "dominic dominik dominique domingo: dom nick nico mingo niko",
  "donald donato: don donnie",
  "dorothy dorothea dorothee theodora: dot dottie dolly dora dori thea dodo dee",
  "eberhard ebenezer: eb ebbie hardy",
  "edgar edward edmund edwin eduardo edouard eduard: ed eddie ned ted teddy eddy lalo edi ward",
  "eleanor helen elena ellen leonora helene helena honora: nell nellie ellie nora lena lenore leni elly lora norah",
  "elijah elias: eli lige",
  "elizabeth elisabeth isabel isabelle isabella: liz lizzie beth betty bess bessie betsy eliza liza lisa elsie elsa libby lib bella belle bel lise isa lisbeth liesel sissi bette ibby tetty els ilse elli",
  "emily emma emilia emil: em emmy millie emi emilio milo",
  "enrique henry heinrich henri hendrik: hank harry hal heinz quique kike hein heinz rico harri heiner henk",
  "ernest ernst ernesto: ernie erni neto",
  "esther hester: essie hetty ester etta hettie",
  "eugene eugenia eugen: gene genie eugenie",
  "eva eve evelyn: evie eva eve lyn",
  "ferdinand fernando fernand: ferdy nando nandl ferdi fred freddy",
  "florence florian: flo florrie flossie flori",
  "frances francis francisco franz francesca francois franziska: frank fran frankie fanny paco pancho franzi franci franny sissy cisco kiko quico frankie ziska curro",
  "gabriel gabriela gabrielle: gabe gaby gabi gabby ella brie",
  "genevieve: jenny gen viv jean eve",
  "george jorge georg georges georgina: georgie joerg schorsch gina koke",
  "gerald gerard gerhard gerardo geraldine: gerry jerry gerd gerdi lalo dina",
  "gertrude gertrud: trudy gertie trude gert",
  "gilbert gilberto wilbert: gil bert bertie wil",
  "gregory gregor gregorio: greg goyo goyito",
  "guadalupe: lupe lupita pita",
  "gustav gustavo gustave: gus tavo gusti",
  "harold harald: harry hal harri",
  "harriet henrietta henriette: hattie etta hetty harry ettie jette hettie henny",
  "hannelore leonore: lore hanne",
  "hubert humbert: hugh bert hub bertie",
  "ignacio ignatius ignaz: nacho iggy naz",
  "irene: rena rennie reni",
  "isaac: ike zac zeke",
  "jacob james jakob jacques jaime diego: jim jimmy jake jamie jem jay jacky jago jack",
  "jane jean janet joan johanna juana: jenny janie jan jessie jo nettie hanna joanie hanne",
  "jennifer: jen jenny jenna",
  "jessica: jess jessie",
  "joachim joaquin: jo achim jochen quino jockel",
  "john johannes johann juan jean jonathan: jack johnny jon hans hannes jan juanito jock ian nathan juancho jonny sean ivan jens",
  "joseph jose josef josephine josefina: joe joey jo pepe sepp josie fina pepito jupp josy fifi pepa jos beppo chepe",
  "joshua: josh jos",
  "judith: judy jody jude",
  "julia juliet juliana julian julie: jules jill julie gill juli jules",
  "kenneth: ken kenny kenji",
  "konrad conrad: con curt kurt conny rad",
  "laura lawrence lorenzo lorenz laurent lauren laurence: larry laurie lori lolly lars lenz enzo loren lon lorrie",
  "leonard leonhard leonardo leopold: leo len lenny leon nardo poldi hardy",
  "lewis louis ludwig luis louise louisa luise: lou louie lutz lulu lucho lois lou eliza wiggerl",
  "lillian lily liliana: lil lilly lili",
  "lucille lucy lucia lucinda: lu lulu cindy lucky lucie",
  "madeline magdalena madeleine: maddie lena maud maddy leni magda mady lina",
  "manuel manuela emanuel emmanuel: manny manolo lolo manu manolito",
  "marcus markus marcos marc marcel: mark marky marc",
  "margaret margarita margarete marguerite: peggy meg maggie madge greta gretchen margie marge daisy rita maisie peg mamie gretel grete margot meta gitta gritt",
  "maria mary marie marion miriam: molly polly mae mamie mia mimi may marusia mitzi mitzi manon mariechen mickey maritta minnie marita maruja",
  "martin martina martha: marty mart tina patty mattie mat tin",
  "matilda mathilde martha: tilly matty mattie maud tilda patty",
  "matthew matthias mateo matthieu mathias: matt matty thies teo matze mat mats thys hias",
  "maurice moritz mauricio: mo maury morris mori",
  "maximilian maxwell maxine: max maxi maxie",
  "melissa millicent: mel missy lissa millie",
  "mercedes: merche mercy sadie meche",
  "michael miguel michel michelle: mike mickey mick mikey micha michi mitch shelly micky misha migue",
  "mildred: millie midge milly",
  "montgomery lamont: monty",
  "nathan nathaniel: nate nat than natty",
  "nicholas nicolas nikolaus nicole: nick nicky nico klaus nicki cole colin claus nik niki nikki",
  "oliver olive olivia: ollie livia livvy noll olli",
  "pascal pascale: paco",
  "patrick patricio patricia: pat paddy trish patty tricia trisha patsy rick pato",
  "paul paula pauline pablo paulina: polly pauli lina",
  "penelope: penny nell",
  "peter pedro pierre petra: pete perico pierrot pit peti",
  "philip philipp felipe philippe: phil pip flip lipp pipe",
  "priscilla: cilla prissy",
  "rachel raquel: ray shelly rae",
  "rafael raphael rafaela: rafa raff raffi rafe",
  "ramon raymond raimund: ray moncho mundo",
  "raul rodolfo rudolf rudolph: rudi rolf dolph fito dolf rollo",
  "rebecca: becky becca reba beck",
  "regina: gina reggie ina",
  "reginald reynold reinhold: reggie reg ron rex holdi",
  "richard ricardo: rick dick rich ricky richie hick ritchie cardo",
  "robert roberto roberta rupert: bob bobby rob robin bert robbie beto robby rupp",
  "roderick rodrigo rodger roger: rod roddy rick hodge ruy",
  "roland orlando rolando: rolly rollo lando roly",
  "ronald: ron ronnie",
  "rosa rosalind rosemary rosamund rosalie rosario: rose rosie roz romy charo linda rosi",
  "rosina rosine: rosie sina",
  "salvador salvatore: sal chava",
  "samuel samantha: sam sammy",
  "sarah sara: sally sadie sal",
  "sebastian bastian: seb basti bastian sebi bastien chano",
  "sigmund siegfried sigismund: sigi sig siggi",
  "simon simone: si sim symon",
  "sofia sophia sophie: sophie fifi fia",
  "stephen stefan steven stephan esteban etienne stephanie stefanie: steve steph stevie steffi steff stef fanny",
  "susan susanne susanna susana suzanne: sue susie suzy sanne sukey susi nanne anna",
  "teresa theresa therese: tess terry tessa tracy resi tere tessie terrie",
  "theodore theodor teodoro: ted teddy theo doro",
  "thomas tomas: tom tommy maso tam",
  "timothy timoteo: tim timmy",
  "tobias: toby tobi bias",
  "ulrich ulrike: uli ulli rike ully",
  "ursula: uschi ulla sula",
  "valentine valentina valerie: val vallie tina",
  "veronica veronika veronique: vroni ronnie nika vero nica",
  "victor victoria viktor viktoria: vic vicky tori toria vito",
  "vincent vicente vinzenz: vince vinny chente vin",
  "virginia: ginny ginger virgie gina",
  "walter: walt wally wat",
  "wilhelmina wilhelmine: mina minnie willa wilma billie helmi minna",
  "william wilhelm guillermo guillaume: bill billy will willie liam memo guille willi helmut wil",
  "winifred winfried: winnie freddie fred",
  "wolfgang: wolf wolfi gangerl",
  "zachariah zachary zacharias: zach zac zak zeke",
];

/** Phonetic forms of recent names: one maintenance run compares each with hundreds of others. */
const HEARD = new Map<string, string>();
const HEARD_MAX = 10_000;

/** Phonetic form of each name to the lines that contain it. */
const LINES_OF = new Map<string, Set<number>>();
SHORT_FORMS.forEach((line, at) => {
  for (const name of words(line).map(sound)) {
    LINES_OF.set(name, (LINES_OF.get(name) ?? new Set<number>()).add(at));
  }
});

/** Pet-name endings; longest first. */
const PET_ENDING = /(?:chen|lein|cito|cita|ette|etta|ito|ita|sey|sie|sy|tje|ie|ey|ee|li|el|y|i|e|o|a|s)$/;
const STEM_MIN = 3;

/**
 * Whether two given names may belong to one person: a short form and its full name, two short forms, or two spellings.
 * Used to propose, never to decide: "Chris" may be either of two people at one table.
 */
export function mayBeNickname(a: string, b: string): boolean {
  const [one, other] = [words(a)[0] ?? "", words(b)[0] ?? ""];
  if (one.length < 2 || other.length < 2) return false;
  if (one === other || shareLine(one, other)) return true;
  return isShortOf(one, other) || isShortOf(other, one) || isSpelling(sound(one), sound(other));
}

function shareLine(a: string, b: string): boolean {
  const lines = LINES_OF.get(sound(b));
  return [...(LINES_OF.get(sound(a)) ?? [])].some((line) => lines?.has(line));
}

/** The beginning or, if long enough, any part of the full name, with or without a pet ending. */
function isShortOf(short: string, long: string): boolean {
  const [heard, whole] = [sound(short), sound(long)];
  if (whole.startsWith(heard)) return true;
  const stem = heard.replace(PET_ENDING, "");
  if (stem.length >= 2 && whole.startsWith(stem) && stem !== heard)
    return stem.length >= STEM_MIN || short.length <= 4;
  return stem.length >= STEM_MIN && whole.includes(stem);
}

function sound(name: string): string {
  const heard = HEARD.get(name) ?? spoken(name);
  if (HEARD.size >= HEARD_MAX) HEARD.clear();
  HEARD.set(name, heard);
  return heard;
}

/** Phonetic form: letters that sound alike merged, doubled ones made single. */
function spoken(name: string): string {
  return name
    .replace(/ph/g, "f")
    .replace(/th/g, "t")
    .replace(/ck|ch|c(?=[^eiy]|$)|q/g, "k")
    .replace(/c/g, "s")
    .replace(/y|ie|ey|ee/g, "i")
    .replace(/z/g, "s")
    .replace(/h/g, "")
    .replace(/(.)\1+/g, "$1");
}

/** Two spellings of one name: they sound the same except for a vowel or an ending. */
function isSpelling(a: string, b: string): boolean {
  const skeleton = (name: string): string => name.slice(0, 1) + name.slice(1).replace(/[aeiou]/g, "");
  return a.length >= 4 && b.length >= 4 && skeleton(a) === skeleton(b);
}

/** Lookup keys: names that may be short forms of each other mostly share one. Not sufficient to decide. */
export function nicknameKeys(name: string): string[] {
  const heard = sound(name);
  const lines = [...(LINES_OF.get(heard) ?? [])].map(String);
  const start = heard.slice(0, STEM_MIN);
  return heard.length < 2 ? lines : [...lines, start, start.slice(0, 2)];
}
