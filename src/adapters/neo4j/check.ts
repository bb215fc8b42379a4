import { type Connection, LONG_MS } from "./connection.ts";

/** Problems of one kind that are listed individually; facts checked per statement. */
const REPORTED_MAX = 100;
const FACTS_AT_ONCE = 2_000;

/** Checks the graph's consistency: ids only, never text. The server maintains its own indexes. */
export async function checkGraph(connection: Connection): Promise<string[]> {
  const problems = [
    ...(await brokenIndexes(connection)),
    ...(await miscounted(connection)),
    ...(await brokenFacts(connection)),
  ];
  return problems.slice(0, REPORTED_MAX);
}

async function brokenIndexes(connection: Connection): Promise<string[]> {
  const rows = await connection.command<{ name: string; state: string }>(
    "SHOW INDEXES YIELD name, state WHERE state <> 'ONLINE' RETURN name, state",
  );
  return rows.map(({ name, state }) => `index ${name}: ${state.toLowerCase()}`);
}

async function miscounted(connection: Connection): Promise<string[]> {
  const rows = await connection.run(
    "read",
    (tx) => tx.run<{ id: string }>("system/check-conversations", { limit: REPORTED_MAX }),
    LONG_MS,
  );
  return rows.map(({ id }) => `conversation ${id}: its count of episodes is wrong`);
}

type EvidenceRow = [
  episodeId: string,
  userId: string,
  start: number,
  end: number,
  quote: string,
  text: string | null,
];

interface FactRow {
  id: string;
  user_id: string;
  subject_id: string;
  object_id: string | null;
  subjects: number;
  objects: number;
  evidence: EvidenceRow[];
}

async function brokenFacts(connection: Connection): Promise<string[]> {
  const problems: string[] = [];
  let after = "";
  while (problems.length < REPORTED_MAX) {
    const rows = await connection.run(
      "read",
      (tx) => tx.run<FactRow>("system/check-evidence", { after, limit: FACTS_AT_ONCE }),
      LONG_MS,
    );
    problems.push(...rows.flatMap(problemsOf));
    const last = rows.at(-1);
    if (last === undefined || rows.length < FACTS_AT_ONCE) break;
    after = last.id;
  }
  return problems;
}

function problemsOf(fact: FactRow): string[] {
  const problems: string[] = [];
  if (fact.subjects !== 1 || fact.objects !== (fact.object_id === null ? 0 : 1))
    problems.push(`fact ${fact.id}: an entity it joins is missing`);
  for (const [episodeId, userId, start, end, quote, text] of fact.evidence) {
    if (userId !== fact.user_id) problems.push(`fact ${fact.id}: its evidence is of another user`);
    if ((text ?? "").slice(start, end) !== quote)
      problems.push(`evidence of fact ${fact.id}: its quote is not what episode ${episodeId} says there`);
  }
  return problems;
}
