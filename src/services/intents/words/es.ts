import type { IntentWords } from "./words.ts";

const DELETE =
  "borra(?:d|me|r|s)?|borre|borres|elimina(?:d|r)?|elimine|elimines|quita(?:d|r)?|quite|quites|suprime|suprimir|tacha|tira|desecha|saca";
const NOT_KEEP =
  "no (?:me |te |lo |la |los |las )*(?:guardes|conserves|recuerdes|almacenes|memorices|retengas|anotes|apuntes|registres|quedes con|guarde|recuerde)";

export const es: IntentWords = {
  lead: "(?:(?:por favor|porfa(?:vor)?|porfis|ok|vale|me|oye|hola|y|pero|ahora|entonces|tambien|ya|si|no|bueno|ah|engram|perdon|disculpa|ademas|mejor)[,!.]? +|(?:me |te )?(?:puedes|podrias|podes|puede|podria|quieres|quisieras)(?: tu)? +(?:(?:por favor|porfa|ya) +)*|(?:quiero|necesito|quisiera|me gustaria|prefiero|te pido) que (?:te )?|(?:te )?pido que (?:te )?|haz(?:me)? el favor de )",
  and: "y|e|pero|entonces",
  forget: `(?<!no te )(?<!no )(?:olvida(?:te|d|r|rte|s|lo de)?|olvides|olvide|olvidate|olvidarse)(?: ya)?(?: de(?= (?:lo|la|el|los|las|que|mi|su|eso|esto|todo)\\b))?|${NOT_KEEP}`,
  remove: DELETE,
  around: [],
  fronted: [
    `(?<object>(?:lo|todo lo|la historia|el tema|el asunto|eso|aquello|la cosa)(?: que| de| con)\\b[^.!?]{3,}?),? (?:(?:por favor|porfa|ya|tambien|mejor|puedes) )*(?:olvidalo|olvidala|olvidate(?: de eso)?|borralo|borrala|eliminalo|eliminala|quitalo|bórralo|olvidarlo|borrarlo|eliminarlo|no lo guardes|no lo recuerdes)(?: (?:por favor|porfa|ya|todo|tambien))*`,
  ],
  pronoun: "(?:todo )?(?:eso|esto|aquello|lo ultimo|ello)(?: ultimo)?",
  justSaid:
    "(?:todo )?lo que (?:te )?(?:acabo de (?:decir|contar|escribir|mencionar)(?:te)?|dije recien|recien (?:te )?(?:dije|conte))|lo ultimo(?: que (?:te )?(?:dije|conte|escribi))?|(?:mi|el) ultimo mensaje|lo que (?:te )?(?:dije|conte)(?: (?:recien|antes|ahora))?",
  told: "(?:todo )?lo (?:que )?(?:yo )?(?:te |le )?(?:he |habia )?(?:dije|conte|dicho|contado|mencione|escribi|di|confie|comente|hable)(?: (?:de|del|sobre|acerca de|acerca del|con|respecto a|respecto al))?|(?:todo )?lo (?:de|del|que paso con|con|sobre)|(?:el tema|el asunto|la historia|la cosa|la parte|las cosas|la info(?:rmacion)?|los datos)(?: de| del| con| sobre)?|todo (?:lo )?(?:que sabes |que tienes )?(?:de|del|sobre|acerca de)|que|de|del|sobre",
  everything:
    "(?:absolutamente )?(?:todo|toda (?:tu|la) memoria|todos (?:mis|tus|los) (?:recuerdos|datos)|mi|de mi|quien soy|todo (?:lo que sabes )?(?:sobre|de) mi|todo lo que (?:te )?(?:he dicho|dije|conte|he contado)|todo lo que sabes(?: (?:de|sobre) mi)?)",
  untrue:
    "no (?:es|era|fue) (?:cierto|verdad|asi)|(?:es|era) (?:mentira|falso|broma)|entendi mal|me equivoque|me confundi|nunca (?:dijo|tuve|fue|paso|hubo)|no (?:tengo|tenia) (?:ni )?idea|lo invente|tampoco iba|tomando el pelo|no hubo|no existe",
  private:
    "(?:antigua |vieja |nueva )?(?:direccion(?:es)?|telefono|numeros?|celular|movil|correo|e-?mail|contrasenas?|claves?|codigos?|pin|cumpleanos|fecha de nacimiento|sueldo|salario|ingresos|diagnostico|iban|cuenta|patente|matricula|apellido|credenciales|wifi)",
  possessive: "(?:mi|mis|tu|tus|su|sus|nuestr[oa]s?)|(?:el |la |los |las )(?=\\p{L}+ de)",
  closer:
    "(?:por favor|porfa(?:vor)?|porfis|completamente|del todo|por completo|para siempre|ahora mismo|ya|ahora|tambien|gracias|vale|ok|de tu memoria|de la memoria|en tu memoria|en ninguna parte|que te (?:di|dije|pase|conte)|de una vez|mejor|enseguida)",
  whole:
    "(?:todo|todo eso|entero|completo|por completo|del todo|el motivo|la razon|y por que|lo demas|y lo demas)",
  reason:
    "porque|pues|ya que|para que|eso (?:ya|no|es|esta)|es que|no (?:quiero|es|era|tenia|tengo|me)|si (?:te|no)|antes de que|no sea que|ya (?:esta|paso)",
  clause:
    "\\b(?:yo|tu|el (?:no|se|me)|ella|ellos|es|era|esta|estaba|fue|son|tiene|tenia|tengo|quiero|quiere|hay|puede|dice|dijo|va|voy|ha|he|han|ya|queda|quede|soy)\\b",
  idiom:
    "hablemos|vamos a|pasemos|da igual|no importa|no pasa nada|dejalo|mejor (?:hablemos|dime|vamos)|otra cosa|otro tema|otra pregunta|sigamos|voy a|cambiemos|que tal si",
  vague:
    "(?:cosas|algo|nada|gente|resto|reglas|codigo|funcion|error(?:es)?|pasos?|preguntas?|pasado|mundo|tiempo)",
  hollow:
    "lo que te de del la el los las cosa cosas tema asunto historia parte dije conte dicho contado mencione escribi di confie comente hable pase guarde todo toda todos porfa favor completamente antiguo antigua viejo vieja nuevo nueva sobre acerca respecto mi tu ya eso esto tambien razon motivo demas memoria info informacion datos",
  remember: [
    "(?:recuerda|acuerdate|anota|apunta|guarda|memoriza|no (?:te )?olvides|ten en cuenta|toma nota)(?: (?:esto|eso|bien|por favor|porfa|lo siguiente|para despues|de esto))*[:,–—-]+ *(?:que )?(?<content>.{3,})",
    "(?:recuerda|acuerdate de|acuerdate|anota|apunta|memoriza|no (?:te )?olvides(?: de)?|toma nota de)(?: (?:bien|por favor|porfa))* que (?<content>.{3,})",
    "(?:recuerda|acuerdate de|no (?:te )?olvides(?: de)?) (?<content>(?:mi|mis|nuestr[oa]s?|de que) .{3,})",
  ],
  rememberLast:
    "(?:recuerda|anota|apunta|guarda|memoriza|acuerdate de|no (?:te )?olvides(?: de)?) ?(?:eso|esto|lo que (?:te )?(?:acabo de decir(?:te)?|dije))(?: (?:por favor|porfa|para despues|en tu memoria))*|(?:anota|apunta|guarda|recuerda)lo|no lo olvides",
  offRecord:
    "(?:(?:esto|lo que sigue)(?: es| va| queda)? +|y +|pero +|solo +)*(?:off[ -]the[ -]record|extraoficial(?:mente)?|fuera de (?:registro|acta|grabacion)|en off)|(?:esto|eso) no (?:es|va) (?:para|en|a) (?:tus|las) (?:notas|fichas|archivos)",
  doNotKeep:
    "(?:(?:esto )?(?:que quede |queda |es )?entre (?:nosotros|nosotras|tu y yo|vos y yo)[, ]*(?:y )?)?(?:(?:y|pero|por favor|porfa|esto|eso|esto ultimo|mejor|ojo)[, ]+)*(?:no (?:me |te )?(?:lo |la |los )?(?:anotes|guardes|apuntes|registres|escribas|recuerdes|memorices|grabes|almacenes|conserves)(?: (?:esto|eso|nada(?: de esto)?|lo que (?:voy a decir(?:te)?|sigue|viene|te voy a (?:decir|contar))|en ninguna parte|por favor|porfa))*|sin (?:anotar|guardar|registrar|apuntar)(?:lo| nada)?)",
  wasOffRecord:
    "(?:eso|esto|lo que (?:te )?(?:acabo de decir(?:te)?|dije)|mi ultimo mensaje)(?: ultimo)? (?:era|fue|es|queda|tenia que quedar|debia quedar) (?:off[ -]the[ -]record|entre nosotros|entre nosotras|extraoficial|fuera de (?:registro|acta))",
  fromNowOn:
    "(?:a partir de ahora|desde ahora|de ahora en adelante|hasta (?:nuevo aviso|que te (?:diga|avise)|que (?:yo )?diga)|por el resto de (?:la|esta) (?:conversacion|charla)|(?:en )?esta (?:conversacion|charla)|todo lo que diga)",
  back: "(?:(?:ya |ahora |ok |vale |listo |estamos )*(?:de vuelta (?:on the record|al registro)|(?:ya )?puedes (?:volver a )?(?:anotar|guardar|recordar|registrar)(?: de nuevo| otra vez| todo)*|vuelve a (?:anotar|guardar|recordar|registrar)(?: todo)?|fin del off|on the record(?: otra vez| de nuevo)?))",
  why: "(?:(?:pero |y |hm+ |espera |ok )*)(?:(?:por que|porque) (?:piensas|crees|dices|asumes|afirmas|pensas|decis)(?: tu)?(?: eso| esto| asi)?|(?:como|de donde) (?:lo |la )?(?:sabes|sacas|sacaste|supiste|conoces)(?: tu)?(?: eso| esto| lo)?|de donde (?:sale|salio|viene) eso|quien (?:te )?(?:lo )?(?:dijo|conto)(?: eso| esto)?|quien dice eso|que te hace (?:pensar|creer|decir) (?:eso|esto)|en que te basas(?: para (?:eso|decir eso))?|cuando (?:te )?(?:lo )?(?:dije|conte)(?: eso| esto| yo eso)?|(?:yo )?te dije eso|cual es tu fuente|como asi|por que)",
  wrong:
    "(?:(?:no|nop|hm+|espera|perdon|pero|oye)[,.!]* *)*(?:(?:eso|esto)(?: ya)? (?:no (?:es|era|esta)(?: nada)? (?:cierto|verdad|correcto|asi|bien)|es (?:falso|incorrecto|mentira|un error)|esta (?:mal|equivocado|errado))(?: del todo)?|no es (?:cierto|verdad|correcto|asi)(?: eso)?|es (?:falso|incorrecto|mentira)|esta mal|falso|incorrecto|mentira|te equivocas|estas equivocad[oa]|te confundes|te equivocaste)",
  undo: "(?:(?:oh|no|espera|ups|ok|perdon|ay|ah)[,.!]* *)*(?:por favor |porfa |puedes )*(?:deshaz(?:lo| eso| esto| lo ultimo)?|deshacer(?:lo)?(?: eso)?|revierte(?:lo)?(?: eso| esto)?|revertir(?:lo)?(?: eso)?|anula(?:lo)?(?: eso| esto)?|vuelve atras|restaura(?:lo)?(?: eso)?|recupera(?:lo)? ?eso)",
  courtesy:
    "(?:por favor|porfa(?:vor)?|gracias|muchas gracias|ok|vale|hola|bueno|perdon|si|no|ah|oh|hm+|espera|listo|adios|buenas noches|eso ya esta)",
  yes: "(?:si|sip|claro|ok|vale|dale|exacto|correcto|eso(?: mismo)?|hazlo|adelante|por supuesto|confirmo|confirmado|s)",
  no: "(?:no|ningun[oa]?(?: de (?:los dos|ellos|ellas))?|cancela|para|dejalo|deja(?:lo)? asi|mejor no|nada|ninguna de las dos|n)",
  all: "(?:l[oa]s dos|amb[oa]s|tod[oa]s?(?: (?:l[oa]s (?:dos|tres|cuatro|cinco)|eso))?|cada un[oa])",
  ordinals: [
    "primer[oa]?|1[oa]?|un[oa]",
    "segund[oa]|2[oa]?|dos",
    "tercer[oa]?|3[oa]?|tres",
    "cuart[oa]|4[oa]?|cuatro",
    "quint[oa]|5[oa]?|cinco",
  ],
};
