import { formsWith, type SentenceForm } from "./form.ts";

const form = formsWith({
  day: "(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)s?",
  month: "(?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)",
  number: "\\d{1,3}",
});

const ENDED = { entity: "person", negative: true, change: "ending" } as const;
const WE = "(?:[Jj]e |[Jj]['’]|[Oo]n |[Nn]ous )";
const HAVE = "(?:ai |a |avons |[Jj]['’]ai |[Oo]n a |[Nn]ous avons )";

export const FRENCH_FORMS: readonly SentenceForm[] = [
  form(
    "PARTNER",
    "{whom} et moi,? (?:on (?:s['’]est (?:\\p{L}+ )?(?:séparée?s|quittée?s)|a rompu|n['’]est plus ensemble)|nous (?:nous sommes (?:séparée?s|quittée?s)|avons rompu)|c['’]est (?:fini|terminé))",
    0.8,
    ENDED,
  ),
  form("PARTNER", "(?:ai|avons) rompu avec {whom}(?= |[.,;!]|$)", 0.8, ENDED),
  form(
    "PARTNER",
    "(?:me suis séparée?|suis séparée?|ai divorcé) (?:de |d['’]){whom}(?=[.,;!]|$| en | depuis| il y)",
    0.8,
    ENDED,
  ),
  form("PARTNER", "{whom} m['’]a quittée?", 0.75, ENDED),
  form("PARTNER", "en couple avec (?<object>{name})", 0.8, { entity: "person" }),
  form("PARTNER", "(?:suis|est) (?:fiancée?|pacsée?) (?:avec|à) (?<object>{name})", 0.8, {
    entity: "person",
  }),
  form(
    "KNOWN_AS",
    "(?:[Tt]out le monde|[Mm]es amis|[Ll]es gens|[Oo]n) (?:(?<who>m|l)['’])appelle(?:nt)? (?<object>{name})",
    0.75,
  ),
  form("KNOWN_AS", "{who},? (?:surnommée?|dite?|alias) (?<object>{name})", 0.75),
  form(
    "LIVES_IN",
    `${WE}(?:ai |a |avons )?(?:déménagé|emménagé) (?:à|en|au|dans le) (?<object>{name})`,
    0.85,
    { entity: "place", change: "update" },
  ),
  form("LIVES_IN", "{who} vient d['’](?:emménager|arriver) (?:à|en|au) (?<object>{name})", 0.8, {
    entity: "place",
    change: "update",
  }),
  form("LIVES_IN", "[Oo]n (?:habite|vit) (?:à|en|au|près de) (?<object>{name})", 0.85, { entity: "place" }),
  form(
    "WORKS_AT",
    `(?:ai|a) commencé (?:un nouveau (?:travail|boulot|poste|job) |à travailler |à bosser )?(?:chez|à la|à l['’]|à|dans|pour) ?(?:la |l['’]|le )?(?<object>{name})`,
    0.75,
    { entity: "organisation", change: "update" },
  ),
  form(
    "WORKS_AT",
    "(?:ai|a) (?:quitté|lâché) (?:mon (?:poste|travail|boulot|job) )?chez (?<object>{name})",
    0.75,
    { entity: "organisation", negative: true, change: "ending" },
  ),
  form(
    "WORKS_AT",
    "(?:ai|a) (?:démissionné|été virée?|été licenciée?) (?:de|de chez|d['’]) ?(?:la |l['’])?(?<object>{name})",
    0.75,
    { entity: "organisation", negative: true, change: "ending" },
  ),
  form(
    "WORKS_AT",
    "(?:travaille|bosse) (?:de nuit |de jour |à mi-temps |comme [\\p{L} ]{3,25} |depuis [\\p{L}\\d ]{3,15} )?(?:à la|à l['’]|au|dans une|dans un|pour la|pour le) ?(?<object>(?:\\p{Ll}+ )?{name}|mairie|poste|préfecture|crèche|bibliothèque)",
    0.75,
    { entity: "organisation" },
  ),
  form(
    "WORKS_SHIFT",
    "(?:travaille|bosse|suis) (?:de |en |la )?(?<object>nuit|équipe de nuit|horaires décalés|mi-temps|temps partiel)",
    0.7,
  ),
  form(
    "WORKS_AT",
    "(?:professeure?|prof|enseignante?|infirmi(?:er|ère)|médecin|étudiante?|lycéen(?:ne)?|collégien(?:ne)?)(?: d['’e] ?\\p{L}+)? (?:au|à l['’]|à la) ?(?<object>(?:lycée|collège|école|hôpital|clinique|université|CHU) {name})",
    0.75,
    { entity: "organisation" },
  ),
  form(
    "AGE",
    "(?:ai eu|vais avoir|viens d['’]avoir|a eu|vient d['’]avoir|ai fêté mes|a fêté ses) (?<object>\\d{1,3}) ans",
    0.8,
    { change: "update" },
  ),
  form(
    "HAS_LICENSE",
    "n['’](?:ai|a) (?:pas|jamais eu|jamais passé) (?:le |de |mon )?(?<object>permis)",
    0.75,
    { negative: true },
  ),
  form(
    "PASSED",
    "(?:ai|a) (?:réussi|eu|obtenu|décroché) (?:mon|son|le|ma|sa|l['’]) ?(?<object>permis|bac|examen|concours|diplôme|brevet|master|licence)",
    0.7,
  ),
  form(
    "HABIT",
    "(?:[Tt]ous les|[Ll]es|[Cc]haque|[Ll]e) {day}(?: soirs?| matins?| après-midi)?,? (?:je vais|on va|j['’]ai|je fais|on fait|je joue|nous allons) (?:à la |à l['’]|au |aux |de la |de l['’]|du |de )?(?<object>[^.,;!?]{3,30}?){end}",
    0.7,
  ),
  form(
    "HOBBY",
    "(?:fais|fait|faisons) (?:de la |de l['’]|du |des )(?<object>(?!bruit|mal|peur|vélo à|courses)\\p{L}{3,}(?: \\p{L}+)?)(?= (?:le|les|tous|depuis|avec|dans|en|et|à)\\b|[.,;!)]|$)",
    0.7,
  ),
  form("HOBBY", "chante (?:dans une? )(?<object>chorale|chœur|choeur|groupe)", 0.7),
  form(
    "HAS_APPOINTMENT",
    "{who} (?:['’]?ai|a) (?:un )?rendez-vous (?:chez|avec|à) (?:le |la |l['’])?(?<object>[^.,;!?]{3,30}?)(?= (?:le|à|lundi|mardi|mercredi|jeudi|vendredi|demain|la)\\b|[.,;!]|$)",
    0.7,
  ),
  form(
    "HAS_APPOINTMENT",
    "[Jj]['’]ai (?:un )?rendez-vous (?:chez|avec|à) (?:le |la |l['’])?(?<object>[^.,;!?]{3,30}?)(?= (?:le|à|lundi|mardi|mercredi|jeudi|vendredi|demain|la)\\b|[.,;!]|$)",
    0.7,
  ),
  form(
    "PLANS",
    "(?:[Ee]n|[Aa]u mois d[e'’] ?|[Ll]e|[Ll]a semaine|[Cc]et|[Pp]our) [^.,;!?]{2,30}? (?:on part|je pars|nous partons|on va|je vais|on s['’]en va) (?:[\\p{L}\\d]+ ){0,3}?(?:en|à|au|aux) (?<object>{name})",
    0.7,
  ),
  form(
    "PLANS",
    "(?:on part|je pars|nous partons) (?:en vacances |en week-end )?(?:en|à|au|aux) (?<object>{name})(?= (?:en|au|le|la|cet|pour|pendant|du)\\b)",
    0.7,
  ),
  form(
    "CANCELLED",
    `(?:${HAVE.slice(3, -1)})(?:annulé|abandonné) (?:le|la|notre|mon|ma|l['’]) ?(?<object>[^.,;!?]{3,40}?){end}`,
    0.7,
  ),
  form(
    "CANCELLED",
    "(?:[Ll]e |[Ll]a |[Ll]['’]|[Nn]otre )(?<object>[^.,;!?]{3,40}?) (?:est|a été|sont) (?:annulée?s?|tombée? à l['’]eau)",
    0.7,
  ),
  form(
    "STUDIED",
    "(?:ai|a) (?:étudié|fait des études de|fait) (?:le |la |l['’])(?<object>droit|médecine|histoire|\\p{L}+ie|\\p{L}+ique|\\p{L}+tion)(?= |[.,;!]|$)",
    0.7,
  ),
  form(
    "HAD_HEALTH_EVENT",
    "{who} (?:['’]?ai|a) (?:fait|eu) (?:un |une )(?<object>AVC|infarctus|crise cardiaque|accident|fausse couche|burn-?out|embolie|pneumonie)",
    0.75,
  ),
  form(
    "HAD_HEALTH_EVENT",
    "[Jj]['’]ai (?:fait|eu) (?:un |une )(?<object>AVC|infarctus|crise cardiaque|accident|fausse couche|burn-?out|embolie|pneumonie)",
    0.75,
  ),
  form(
    "HAD_INJURY",
    "{who} (?:s['’]est|me suis) (?:cassée?|fracturée?|foulée?|tordue?) (?:la |le |l['’]|les )(?<object>\\p{L}+)",
    0.75,
  ),
  form(
    "TAKES_MEDICATION",
    "(?:prends|prend) (?:du |de la |de l['’]|un |une )?(?<object>\\p{Lu}\\p{L}{4,}|\\p{L}+(?:pril|statine|formine|prazole|xine|olol)|\\p{L}{4,} \\d+ ?mg)",
    0.7,
  ),
  form(
    "MARRIED_IN",
    "(?:nous sommes|on s['’]est|me suis) mariée?s? (?:en|le) (?<object>(?:\\d{1,2} )?(?:{month} )?\\d{4})",
    0.8,
  ),
  form(
    "HAS_CHILD",
    "{who} a (?:accouché|eu un bébé)(?: \\p{L}+)?,? (?:d['’]une? |une? )?(?:petite? )?(?:fille|garçon|bébé),? (?:qui s['’]appelle |nommée? )?(?<object>{name})",
    0.8,
    { entity: "person" },
  ),
  form("BREED", "{who}, une? (?<object>\\p{Ll}[\\p{L}-]+(?: \\p{Ll}[\\p{L}-]+)?)(?= de |[.,;!)]|$)", 0.65, {
    of: "animal",
  }),
  form(
    "BREED",
    "{who} est une? (?<object>(?!amour|peu|vrai)\\p{Ll}[\\p{L}-]+(?: \\p{Ll}[\\p{L}-]+)?)(?= de |[.,;!)]|$)",
    0.65,
    { of: "animal" },
  ),
  form(
    "PAYS_RENT",
    "(?:[Mm]on|[Ll]e|[Nn]otre) loyer (?:est de|est à|est|passe à|coûte) (?<object>\\d[\\d., ]*(?: ?(?:euros|€|francs))?)",
    0.7,
  ),
  form("BIRTHDAY", "{who} est née? le (?<object>\\d{1,2}(?:er)? {month}(?: \\d{4})?)", 0.8),
  form("MARRIED_IN", "mariée?s? depuis (?<object>\\d{4})", 0.75),
  form("LIVES_IN", "{who},? qui (?:étudie|travaille|vit|habite) à (?<object>{name})", 0.75, {
    entity: "place",
  }),
  form(
    "LIVES_AT",
    "(?:^|, |trouvé un |signé pour un |nouvel |un nouvel |petit )(?:appart|appartement|studio|logement|T[234]) (?:à|en|dans le) (?<object>{name})",
    0.7,
    { entity: "place", change: "update", bare: true },
  ),
  form(
    "LIVES_IN",
    "(?:[Àà] partir d[ue'’] ?|[Dd]epuis |[Dd]ès )[^,;!?]{2,25}? (?:on habite|j['’]habite|on vit|on est) à (?<object>{name})",
    0.75,
    { entity: "place", change: "update" },
  ),
  form("COACH", "(?<object>{name})(?: qui)? m['’]entraîne", 0.75, {
    entity: "person",
    change: "update",
    bare: true,
  }),
  form("KNOWN_AS", "\\((?<object>{name}) pour les (?:amis|intimes)\\)?", 0.75, { bare: true }),
  form(
    "MEMBER_OF",
    "(?:mon|ma|notre) (?:club|chorale|groupe|équipe|orchestre|chœur) (?:est|s['’]appelle) (?:le |la |l['’]|les )?(?<object>{name})",
    0.7,
    { entity: "organisation" },
  ),
  form("LIVES_IN", "(?<=, )(?:près de|à côté de|du côté de) (?<object>{name})", 0.7, { entity: "place" }),
];
