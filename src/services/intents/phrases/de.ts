import type { Phrases } from "./phrases.ts";

const memories = (count: number): string => (count === 1 ? "1 Erinnerung" : `${count} Erinnerungen`);

export const de: Phrases = {
  locale: "de-DE",
  forgotten: (count, turns) =>
    count === 0
      ? `Vergessen: was dazu gesagt wurde, in ${turns === 1 ? "1 Nachricht" : `${turns} Nachrichten`}.`
      : `Vergessen: ${memories(count)} dazu, aus ${turns === 1 ? "1 Nachricht" : `${turns} Nachrichten`}.`,
  notFound:
    "Ich finde nichts in meinem Gedächtnis, das gemeint sein könnte, und habe nichts vergessen. Mit welchen Worten hast du es erzählt?",
  nothingBefore: "Davor ist nichts, das ich vergessen könnte.",
  askWhich:
    "Damit könnte mehreres gemeint sein, deshalb habe ich noch nichts getan. Was davon soll ich vergessen?",
  askSure: "Soll ich das vergessen?",
  askEverything:
    "Alles, was ich von dir weiß, wäre für immer weg, in allen Gesprächen. Soll ich wirklich alles vergessen?",
  askElsewhere: (turns) =>
    `Davon ist noch in ${turns === 1 ? "1 anderen Nachricht" : `${turns} anderen Nachrichten`} die Rede. Soll ich das auch vergessen?`,
  howToAnswer: (choices) => (choices === 1 ? "(ja oder nein)" : "(eine Nummer, „alle“ oder „keine“)"),
  allOfIt: (count) => `alles davon (${memories(count)})`,
  turnsOf: (count) => (count === 1 ? "1 Nachricht" : `${count} Nachrichten`),
  everythingForgotten: "Vergessen: alles.",
  keptAll: "Gut, alles bleibt, wie es war.",
  remembered: "Das merke ich mir.",
  notRemembered:
    "Für diese Nachricht ist das Gedächtnis aus, deshalb kann ich es nicht behalten. Sag es noch einmal mit Gedächtnis.",
  offRecordNow: "Das bleibt unter uns: Ich behalte nichts davon.",
  offRecordFromNowOn:
    "Ab jetzt bleibt alles unter uns: Ich behalte nichts aus diesem Gespräch, bis du sagst „wieder mitschreiben“.",
  onRecordAgain: "Ab hier behalte ich wieder, was du mir erzählst.",
  because: "Das habe ich gesagt, weil:",
  saidBy: (who, name, day) =>
    `${who === "user" ? "du" : who === "assistant" ? "das sagte ich dir" : name}, ${day}`,
  status: {
    verified: "geprüft",
    staged: "noch nicht geprüft",
    disputed: "zweifelhaft",
    superseded: "nicht mehr so",
    corrected: "berichtigt",
    retracted: "zurückgenommen",
    archived: "abgelegt",
  },
  entered: "von dir eingetragen",
  disputed: "Danke. Ich habe es als falsch vermerkt, bis du mir sagst, was stimmt.",
  askWrong: "Was davon stimmt nicht?",
  undone: "Erledigt: Es ist wieder wie vorher.",
  cannotUndo: "Was vergessen ist, lässt sich nicht zurückholen: Ich habe keine Kopie davon behalten.",
  changedSince: "Es wurde seither noch einmal geändert, deshalb kann ich es nicht einfach rückgängig machen.",
  askUndo:
    "Rückgängig machen könnte ich nur, was ich deinen letzten Worten entnommen habe. Soll ich das vergessen?",
};
