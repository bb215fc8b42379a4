import type { IntentWords } from "./words.ts";

const DELETE =
  "efface(?:z|r)?|supprime(?:z|r)?|enleve(?:z|r)?|retire(?:z|r)?|vire(?:z)?|raye(?:z)?|jette(?:z)?|detruis|elimine(?:z|r)?";
const NOT_KEEP =
  "(?:n[e']? ?)?(?:garde|conserve|retiens|enregistre|memorise|stocke|note|sauvegarde)(?:z|r)? (?:pas|plus)|(?:ne )?pas (?:garder|conserver|retenir|enregistrer|memoriser|stocker|noter|sauvegarder)";

export const fr: IntentWords = {
  lead: "(?:(?:s'?il te plait|s'?il vous plait|stp|svp|ok|d'accord|oh|ah|hey|bonjour|salut|et|mais|maintenant|alors|puis|aussi|oui|non|bon|bref|engram|desole[e]?|au fait)[,!.]? +|(?:tu |vous )?(?:peux|pourrais|pouvez|pourriez|veux|voudrais|dois)(?:-| )?(?:tu|vous)? +(?:(?:s'?il te plait|stp|aussi|bien|maintenant|juste) +)*|(?:je (?:veux|voudrais|souhaite|prefere) que (?:tu|vous) +)|j'aimerais que (?:tu|vous) +|merci d'|merci de +)",
  and: "et|mais|puis|alors",
  forget: `(?<!n')(?<!ne )(?:oublie(?:z|r|s)?|desapprends)(?! (?:pas|jamais)\\b)|${NOT_KEEP}`,
  remove: DELETE,
  around: [
    `(?:l'|le |la |les )?(?<object>(?:tout ce que|ce que|mon|ma|mes|son|sa|ses|l'|le|la|les) ?.+?),? (?:a (?:oublier|effacer|supprimer))`,
  ],
  fronted: [
    `(?<object>(?:ce que|tout ce que|tout ce qui|l'histoire|le truc|la chose|les trucs|l'affaire|ce qui|le passage)\\b[^.!?]{3,}?),? (?:(?:tu peux|peux-tu|stp|s'?il te plait|merci de) )*(?:oublie|efface|supprime|enleve|retire|l'oublier|l'effacer|le supprimer|vire)(?:r|z)?(?:-| )(?:le|la|les|ca|cela|tout)?(?: (?:stp|s'?il te plait|completement|aussi|maintenant))*`,
  ],
  pronoun:
    "(?:tout )?(?:ca|cela|ceci|ce dernier point|-?(?:le|la|les)|tout ca|tout cela)(?: dernier| derniere)?",
  justSaid:
    "(?:tout )?ce que je viens (?:juste )?de (?:te |vous )?(?:dire|raconter|ecrire|mentionner)|(?:mon|le) dernier (?:message|point|truc)|la derniere (?:chose|phrase)(?: que j'ai (?:dite|ecrite))?|ce que j'ai dit(?: juste avant| a l'instant)?|ce que je t'ai dit(?: a l'instant)?",
  told: "(?:tout )?ce que (?:je |j'|nous |on )(?:t'|te |vous |l')?(?:ai|avais|avons|a)? ?(?:deja |jamais )?(?:dit|raconte|confie|mentionne|ecrit|donne|partage|parle)e?s?(?: (?:sur|de|d'|du|des|a propos d[eu']s?|concernant|au sujet d[eu']s?|pour))?|(?:tout|l'histoire|le truc|la chose|les trucs|les choses|l'affaire|les infos?|le passage|la partie|le sujet)(?: ce qui (?:concerne|touche(?: a)?))? ?(?:sur|de|d'|du|des|avec|a propos d[eu']s?|concernant|au sujet d[eu']s?)?|tout ce que (?:tu|vous) (?:sais|as|avez|savez)(?: note| retenu| garde)? (?:sur|de|d')|que|ce qui concerne",
  everything:
    "(?:absolument )?(?:tout|toute (?:ta |la )?memoire|tous? (?:mes|tes|les) (?:souvenirs|donnees)|toutes (?:mes|tes|les) donnees|moi|qui je suis|tout (?:ce que (?:tu|vous) (?:sais|savez) )?sur moi|tout ce que je (?:t'ai|vous ai) (?:dit|raconte)|tout ce que tu sais(?: (?:sur|de) moi)?)",
  untrue:
    "(?:c'est|c'etait|est|etait) (?:faux|inexact|une (?:blague|erreur))|pas (?:vrai|exact)|n'a(?:i|s|vait)? (?:jamais|pas)|me suis trompee?|mal (?:compris|entendu)|invente|confondue?|il n'y a (?:jamais|pas)|s'est moque",
  private:
    "(?:ancienne? |nouvelle |nouveau )?(?:adresses?|telephone|numeros?|portable|e-?mails?|courriel|mots? de passe|mdp|codes?|pin|digicode|anniversaire|date de naissance|salaire|revenus?|diagnostic|iban|compte|rib|plaque|nom de famille|identifiants?|wifi)",
  possessive: "(?:mon|ma|mes|son|sa|ses|notre|nos|leurs?)|(?:l'|le |la |les )(?=\\p{L}+ d)",
  closer:
    "(?:s'?il te plait|s'?il vous plait|stp|svp|completement|entierement|totalement|definitivement|pour toujours|tout de suite|maintenant|aussi|merci|d'accord|ok|de ta memoire|de tes notes|de la memoire|dans ta memoire|nulle part|que je t'ai (?:donnee?|dite?|envoyee?)s?|vite|plutot|hein|quelque part)",
  whole:
    "(?:tout|tout ca|tout cela|l'ensemble|la totalite|en entier|entierement|completement|le tout|et le reste|la raison|et pourquoi|le motif)",
  reason:
    "parce que?|car|puisque?|pour que?|vu que?|c'est|c'etait|ce n'est|il (?:est|a|ne)|elle (?:est|a|ne)|ca (?:ne|n'est|n'etait)|si (?:tu|vous)|avant que?|sinon",
  clause:
    "\\b(?:je|j'|tu|il|elle|nous|on|ils|elles|est|etait|sont|ai|as|avait|ont|va|veut|peut|dois|doit|faut|dit|c'est|c'etait)\\b",
  idiom:
    "parlons|passons|on (?:parle|passe|va)|laisse tomber|peu importe|pas grave|tant pis|ce n'est pas (?:grave|important)|c'est pas (?:grave|important)|plutot|autre chose|autre question|je vais|on verra|changeons",
  vague:
    "(?:choses|trucs|quelque chose|rien|gens|reste|regles|code|fonction|erreurs?|etapes?|questions?|passe|monde|temps)",
  hollow:
    "truc trucs chose choses histoire affaire sujet passage partie dit raconte confie mentionne ecrit donne partage parle tout toute toutes tous stp svp plait completement ancien ancienne vieux vieille nouveau nouvelle propos concernant sur moi toi aussi info infos raison reste memoire",
  remember: [
    "(?:souviens-toi|souviens toi|rappelle-toi|rappelle toi|retiens|memorise|note(?: bien)?|n'?oublie pas|enregistre|garde en memoire)(?: (?:bien|ceci|cela|ca|stp|s'?il te plait))*[:,–—-]+ *(?:que |qu')?(?<content>.{3,})",
    "(?:souviens-toi|souviens toi|rappelle-toi|rappelle toi|retiens|memorise|note(?: bien)?|n'?oublie pas|garde en memoire)(?: (?:bien|stp|s'?il te plait))* (?:que |qu'|de |d')(?<content>.{3,})",
    "(?:souviens-toi|souviens toi|n'?oublie pas|retiens) (?<content>(?:mon|ma|mes|notre) .{3,})",
  ],
  rememberLast:
    "(?:retiens|memorise|note|enregistre|garde|souviens-toi d[e']|souviens toi d[e']|rappelle-toi|n'?oublie pas)[ -]?(?:bien )?(?:ca|cela|ceci|-le|ce que je viens de (?:te )?dire)(?: en memoire| stp)?",
  offRecord:
    "(?:(?:ceci |cela |ca |c'est |ce qui suit )+(?:est )?|et +|mais +|juste +)*(?:off[ -]the[ -]record|hors micro|en off|a ne pas (?:noter|retenir|enregistrer|garder))|(?:ce n'est|c'est|ceci n'est) pas pour (?:tes|les) (?:notes|dossiers|archives)",
  doNotKeep:
    "(?:(?:ca reste )?entre nous[, ]*(?:et )?)?(?:(?:et|mais|stp|s'?il te plait|surtout|je prefere que tu|il ne faut pas que tu)[, ]+)*(?:(?:ne |n')(?:le |la |l'|les |en )?(?:note|garde|retiens|enregistre|memorise|ecris|conserve|stocke|sauvegarde)(?:z)? (?:pas|rien)(?: (?:ca|cela|ceci|ce qui suit|ce que je vais (?:te )?dire|nulle part))*|(?:le |l')?(?:note|garde|retiens|enregistre|memorise|ecris)(?:z)?(?:-le)? pas (?:ca|cela|ceci|ce qui suit)|(?:a )?ne pas (?:le |l')?(?:noter|garder|retenir|enregistrer|memoriser|ecrire)(?: (?:ca|cela|ceci))?|pas de (?:note|trace)s?)",
  wasOffRecord:
    "(?:ca|cela|c'|ce que je viens de dire|ce que j'ai dit|mon dernier message)(?: (?:message|point))? ?(?:etait|est|devait rester|doit rester|reste) (?:off[ -]the[ -]record|entre nous|hors micro|en off|confidentiel)",
  fromNowOn:
    "(?:a partir de maintenant|desormais|dorenavant|a partir d'ici|jusqu'a ce que je (?:te )?(?:le )?dise|pour le reste de (?:la|cette) (?:conversation|discussion)|(?:dans )?cette (?:conversation|discussion)|tout ce que je (?:dis|vais dire))",
  back: "(?:(?:on est |maintenant |ok |c'est bon[, ]*)*(?:(?:de )?retour (?:on the record|au normal)|tu peux (?:a nouveau|de nouveau|recommencer a|maintenant) ?(?:noter|retenir|enregistrer|memoriser|tout noter)(?: a nouveau| de nouveau)?|(?:recommence|reprends) (?:a |les )?(?:noter|retenir|enregistrer|memoriser|notes)|fin du off|on the record))",
  why: "(?:(?:mais |et |hm+ |attends |ok )*)(?:pourquoi (?:est-ce que )?(?:tu |vous )?(?:penses?|crois|dis|affirmes?|pensez|croyez|dites)(?:-(?:tu|vous))? ?(?:ca|cela|ceci)?|comment (?:est-ce que )?(?:tu |vous )?(?:(?:le |l')?(?:sais|savez|connais))(?:-(?:tu|vous))? ?(?:ca|cela)?|(?:tu (?:le )?sais|tu tiens|tu sors|tu as) (?:ca|cela) (?:d'ou|comment)|d'ou (?:est-ce que )?(?:tu |vous )?(?:le |l')?(?:sais|tiens|sors|tires|vient|sort|tenez|as)(?:-(?:tu|vous))? ?(?:ca|cela)?|qui (?:t'|te |vous )?(?:a|l'a)? ?(?:dit|raconte) (?:ca|cela)|qui dit ca|qu'est-ce qui te fait (?:dire|croire|penser) (?:ca|cela)|sur quoi (?:est-ce que )?(?:tu )?(?:te bases|c'est base|te fondes)(?:-tu)?|quand (?:est-ce que )?(?:je|t'ai|ai)[ -]?(?:je )?(?:t'ai )?dit (?:ca|cela)|quelle est ta source|comment ca|pourquoi|d'ou)",
  wrong:
    "(?:(?:non|ben|hm+|attends|desole[e]?|mais)[,.!]* *)*(?:c'?est(?: completement| totalement| tout simplement| tout a fait)? (?:faux|inexact|incorrect|une erreur|errone|n'importe quoi)|c'etait faux|(?:ce n'est|c'?est|ce n'etait)(?: vraiment| tout simplement)? pas (?:du tout |tout a fait )?(?:vrai|ca|correct|exact|juste|le cas)|(?:cela|ca) n'est pas (?:vrai|correct|exact|juste)|c'?est pas (?:vrai|ca|correct|exact|juste)(?: du tout)?|faux|pas vrai|incorrect|inexact|tu (?:te trompes|as tort|fais erreur))",
  undo: "(?:(?:oh|non|attends|oups|ok|desole[e]?|ah)[,.!]* *)*(?:tu peux |peux-tu |stp |s'?il te plait )*(?:annule(?:r)?(?: (?:ca|cela|la derniere (?:action|modification)))?|defais (?:ca|cela)|defaire (?:ca|cela)|reviens en arriere|retablis (?:ca|cela)|restaure (?:ca|cela)|remets (?:ca|cela))",
  courtesy:
    "(?:s'?il te plait|s'?il vous plait|stp|svp|merci(?: beaucoup| bien)?|ok|d'accord|bonjour|salut|bon|desole[e]?|oui|non|ah|oh|hm+|attends|bonne nuit|au revoir)",
  yes: "(?:oui|ouais|ok|d'accord|bien sur|vas-y|vas y|exact(?:ement)?|c'est ca|parfait|confirme|fais-le|fais le|o)",
  no: "(?:non|aucun(?:e)?(?: des deux)?|ni l'un ni l'autre|annule|arrete|laisse(?: tomber)?|surtout pas|pas ca|rien|garde(?:-le|-les| tout)?|n)",
  all: "(?:les deux|toutes?(?: les (?:deux|trois|quatre|cinq))?|tous(?: les (?:deux|trois|quatre|cinq))?|tout(?: ca)?|chacun(?:e)?|l'ensemble)",
  ordinals: [
    "premiere?s?|1ere?|1er|une?",
    "deuxieme|seconde?|2e(?:me)?|deux",
    "troisieme|3e(?:me)?|trois",
    "quatrieme|4e(?:me)?|quatre",
    "cinquieme|5e(?:me)?|cinq",
  ],
};
