import { crudeStem } from "../../domain/language.ts";

/**
 * What people call by a general word and a memory holds under a particular one: "the money" is what somebody owes,
 * "the address" a street. Folded; `said` in a wish, `held` in a fact's predicate, sentence or quote; what is only
 * `hinted` at counts when nothing holds it.
 */
const ASPECTS: readonly { said: string; held: string; hinted?: string }[] = [
  {
    said: "address addresses adresse anschrift direccion domicilio addr wohnadresse",
    held: "address adresse anschrift direccion domicilio street strasse gasse rue calle avenida lives_at",
  },
  {
    said: "money cash dough geld kohle argent fric sous thune dinero plata pasta guita lana debt debts loan schulden dette deuda",
    held: "money cash loan lent lend lends lending owe owes owed debt debts borrowed borrows geld schulden schuldet geliehen leiht verliehen argent prete preter dette dettes doit dinero plata presto preste prestado presta prestamo debe deuda deudas",
    hinted: "euro euros eur dollar dollars pound pounds pesos lucas francs kronen kroner costs price",
  },
  {
    said: "phone mobile cell telephone telefon telefonnummer handynummer handy nummer number numero portable telefono celular movil",
    held: "phone mobile cell telephone telefon telefonnummer handynummer handy portable telefono celular movil",
  },
  {
    said: "password passwords passcode passphrase passwort kennwort mdp contrasena contrasenas clave",
    held: "password passcode passphrase passwort kennwort mdp contrasena clave",
  },
  {
    said: "pin code codes digicode codigo turcode tuercode zugangscode",
    held: "pin code digicode codigo turcode tuercode zugangscode",
  },
  {
    said: "salary wage wages pay income gehalt lohn einkommen salaire paie sueldo salario ingresos",
    held: "salary wage wages earns income gehalt lohn verdient einkommen salaire gagne sueldo salario gana ingresos",
  },
  {
    said: "job work arbeit stelle beruf boulot travail emploi trabajo pega empleo chamba",
    held: "job works_at works_as employer arbeitet arbeit beruf travaille travail emploi trabaja trabajo empleo",
  },
  {
    said: "birthday geburtstag anniversaire cumpleanos cumple",
    held: "birthday born geburtstag geboren anniversaire ne nee cumpleanos nacio",
  },
];

const stemsOf = (list = ""): string[] =>
  list
    .split(" ")
    .filter((word) => word !== "")
    .map(crudeStem);

const BY_STEM = new Map<string, (typeof ASPECTS)[number][]>();
for (const aspect of ASPECTS) {
  for (const stem of stemsOf(aspect.said)) BY_STEM.set(stem, [...(BY_STEM.get(stem) ?? []), aspect]);
}

/** Words by which a turn may speak of what a word of a wish names, the word itself first. */
export function wordsFor(word: string): string[] {
  const aspects = BY_STEM.get(crudeStem(word)) ?? [];
  return [word, ...aspects.flatMap(({ held }) => held.split(" "))];
}

/** Stems under which a memory may hold what a word of a wish names; the word's own stem among the held ones. */
export function meant(word: string): { held: ReadonlySet<string>; hinted: ReadonlySet<string> } {
  const stem = crudeStem(word);
  const aspects = BY_STEM.get(stem) ?? [];
  return {
    held: new Set([stem, ...aspects.flatMap((aspect) => stemsOf(aspect.held))]),
    hinted: new Set(aspects.flatMap((aspect) => stemsOf(aspect.hinted))),
  };
}
