import type { ReadingTable, ToldFact } from "./reading-llama.ts";

/** A turn of a made-up life: what is said, when, what the model answers, and what it reads out of it. */
interface DemoTurn {
  at: string;
  says: string;
  reply: string;
  facts: ToldFact[];
  things?: { name: string; type: string }[];
}

const about = (
  subject: string,
  predicate: string,
  object: string,
  text: string,
  quote: string,
  more: Partial<ToldFact> = {},
): ToldFact => ({ subject, predicate, object, text, quote, objectKind: "entity", ...more });

/** Half a year of Mira, who restores pianos. For screenshots and for trying the pages by hand. */
export const DEMO_LIFE: DemoTurn[] = [
  {
    at: "2026-05-04T18:20:00Z",
    says: "I'm Mira, I restore old pianos in a workshop in Ghent.",
    reply: "Nice to meet you, Mira. Which piano is on your bench right now?",
    things: [{ name: "Ghent", type: "place" }],
    facts: [
      about("user", "NAME", "Mira", "The user is called Mira.", "I'm Mira", { objectKind: "value" }),
      about("user", "PROFESSION", "piano restorer", "The user restores old pianos.", "I restore old pianos", {
        objectKind: "value",
      }),
      about("user", "WORKS_IN", "Ghent", "The user's workshop is in Ghent.", "in a workshop in Ghent"),
    ],
  },
  {
    at: "2026-05-17T19:05:00Z",
    says: "My brother Jonas lives in Porto with his dog Bica.",
    reply: "Porto with a dog called Bica sounds lively.",
    things: [
      { name: "Jonas", type: "person" },
      { name: "Porto", type: "place" },
      { name: "Bica", type: "animal" },
    ],
    facts: [
      about("user", "BROTHER", "Jonas", "Jonas is the user's brother.", "My brother Jonas"),
      about("Jonas", "LIVES_IN", "Porto", "Jonas lives in Porto.", "Jonas lives in Porto"),
      about("Jonas", "HAS_PET", "Bica", "Jonas has a dog called Bica.", "with his dog Bica"),
    ],
  },
  {
    at: "2026-06-02T20:40:00Z",
    says: "I sing alto in the Scheldt Choir, we rehearse on Tuesdays. Lotte conducts it.",
    reply: "Tuesday it is, then. What are you rehearsing with Lotte?",
    things: [
      { name: "Scheldt Choir", type: "organization" },
      { name: "Lotte", type: "person" },
    ],
    facts: [
      about(
        "user",
        "MEMBER_OF",
        "Scheldt Choir",
        "The user sings alto in the Scheldt Choir.",
        "I sing alto in the Scheldt Choir",
      ),
      about(
        "Scheldt Choir",
        "REHEARSES_ON",
        "Tuesdays",
        "The Scheldt Choir rehearses on Tuesdays.",
        "we rehearse on Tuesdays",
        { objectKind: "value" },
      ),
      about("Lotte", "CONDUCTS", "Scheldt Choir", "Lotte conducts the Scheldt Choir.", "Lotte conducts it"),
    ],
  },
  {
    at: "2026-07-11T09:12:00Z",
    says: "Since the wasp sting in June I know that I'm allergic to wasps, so I carry an injector.",
    reply: "Good that you carry it. I'll keep that in mind for picnics.",
    facts: [
      about("user", "ALLERGIC_TO", "wasps", "The user is allergic to wasps.", "I'm allergic to wasps", {
        objectKind: "value",
      }),
      about("user", "CARRIES", "an injector", "The user carries an injector.", "I carry an injector", {
        objectKind: "value",
      }),
    ],
  },
  {
    at: "2026-09-20T17:30:00Z",
    says: "Jonas moved to Lisbon last week, he took a job at the aquarium there.",
    reply: "A big step for Jonas, and for Bica.",
    things: [
      { name: "Lisbon", type: "place" },
      { name: "Oceanário", type: "organization" },
    ],
    facts: [
      about("Jonas", "LIVES_IN", "Lisbon", "Jonas lives in Lisbon.", "Jonas moved to Lisbon last week", {
        change: "update",
        validAt: "2026-09-13",
      }),
      about(
        "Jonas",
        "WORKS_FOR",
        "aquarium",
        "Jonas works at the aquarium in Lisbon.",
        "he took a job at the aquarium there",
        { objectKind: "value" },
      ),
    ],
  },
  {
    at: "2026-10-08T21:00:00Z",
    says: "Lotte found me an 1896 Pleyel upright in Bruges, I want to have it ready by Easter.",
    reply: "An 1896 Pleyel by Easter: that is a fine winter project.",
    things: [
      { name: "Pleyel", type: "instrument" },
      { name: "Bruges", type: "place" },
    ],
    facts: [
      about(
        "user",
        "OWNS",
        "Pleyel",
        "The user has an 1896 Pleyel upright.",
        "Lotte found me an 1896 Pleyel upright in Bruges",
      ),
      about("Pleyel", "FROM", "Bruges", "The Pleyel was found in Bruges.", "1896 Pleyel upright in Bruges"),
      about(
        "user",
        "PLANS",
        "to have the Pleyel ready by Easter",
        "The user wants to have the Pleyel ready by Easter.",
        "I want to have it ready by Easter",
        { objectKind: "value" },
      ),
    ],
  },
];

/** What is asked when the pictures are taken. */
export const DEMO_QUESTION =
  "Jonas wants to visit us with the dog in spring. Where do they come from now, and what should I finish by then?";
export const DEMO_ANSWER =
  "They come from **Lisbon** now: Jonas moved there in September, and he has Bica with him [1].\n\nBy spring you wanted to have:\n\n- the 1896 **Pleyel** from Bruges ready, which you meant for Easter\n- nothing else that you told me of";
export const DEMO_THOUGHT =
  "They ask about Jonas and Bica. Porto was before; the move was in September. The plan with a date in spring is the Pleyel.";

export const DEMO_TABLE: ReadingTable = {
  reads: Object.fromEntries(
    DEMO_LIFE.map(({ says, facts, things = [] }) => [says, { facts, entities: things }]),
  ),
  rulings: [{ old: "Jonas lives in Porto.", new: "Jonas lives in Lisbon.", ruling: "update" }],
};
