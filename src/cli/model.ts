import type { Engram, Models } from "#client";
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "../adapters/system/clock.ts";
import { modelServers, promptsOf } from "../composition/adapters.ts";
import { readConfig } from "../composition/config.ts";
import { TRUST_LEVELS } from "../ports/chat-model.ts";
import { examine, type ExamResult } from "../services/exam/examine.ts";
import { EXAM_AREAS } from "../services/exam/marks.ts";
import { parseArguments, UsageError } from "./arguments.ts";
import { JSON_OPTION, print } from "./print.ts";
import { apiOf, reachService } from "./service.ts";

const OPTIONS = {
  for: { type: "string", default: "chat" },
  model: { type: "string" },
  url: { type: "string" },
  "api-key": { type: "string" },
  key: { type: "string" },
  ...JSON_OPTION,
} as const;

type Values = ReturnType<typeof parseArguments<typeof OPTIONS>>["values"];

type Role = Pick<Models["chat"], "source" | "url" | "name" | "state" | "trust" | "lines">;

/** `engram model`: shows the models in use; choose, test, examine, trust. */
export async function modelCommand(args: string[]): Promise<void> {
  const { values, positionals } = parseArguments(args, 2, OPTIONS);
  const [action = "list", subject] = positionals;
  const run = ACTIONS[action];
  if (run === undefined || (subject !== undefined && !WITH_SUBJECT.has(action))) throw new UsageError();
  await run(values, subject);
}

/** Actions that take an argument. */
const WITH_SUBJECT = new Set(["use", "test", "trust"]);

const ACTIONS: Record<string, (values: Values, subject: string | undefined) => Promise<void>> = {
  list: (values) => withService(values, async (api) => show(values, await api("GET /models"))),
  use: (values, url) =>
    withService(values, async (api) => {
      if (url === undefined) throw new UsageError();
      show(values, await api("PUT /models", { body: { [values.for]: addressOf(values, url) } }));
    }),
  reset: (values) =>
    withService(values, async (api) =>
      show(values, await api("PUT /models", { body: { [values.for]: null } })),
    ),
  test: (values, url) =>
    withService(values, async (api) => {
      if (url === undefined) throw new UsageError();
      const tried = await api("POST /models/try", { body: addressOf(values, url) });
      print(values.json, tried, [`${url}: ${tried.state}, model ${tried.model}`, ...linesOf(tried)]);
      if (tried.state === "down") process.exitCode = 1;
    }),
  trust: (values, level) =>
    withService(values, async (api) => {
      const trust = TRUST_LEVELS.find((one) => one === level) ?? null;
      if (trust === null && level !== "exam") throw new UsageError();
      show(values, await api("PUT /models", { body: { trust } }));
    }),
  exam: (values) => (values.url === undefined ? examineUsed(values) : examineAt(values, values.url)),
};

async function withService(values: Values, work: (api: Engram) => Promise<void>): Promise<void> {
  await using service = await reachService();
  await work(apiOf(service, values.key));
}

function addressOf(values: Values, url: string) {
  const { model, "api-key": apiKey } = values;
  return { url, ...(model === undefined ? {} : { model }), ...(apiKey === undefined ? {} : { apiKey }) };
}

const POLL_MS = 1_000;

/** The model that the service uses for memory. */
function examineUsed(values: Values): Promise<void> {
  return withService(values, async (api) => {
    await api("POST /models/exam");
    for (;;) {
      await sleep(POLL_MS);
      const { exam } = await api("GET /models");
      if (exam.running === null) return tell(values, exam.result);
      progress(exam.running);
    }
  });
}

/** A server started for this command, without a service. */
async function examineAt(values: Values, url: string): Promise<void> {
  const { model = "", "api-key": apiKey } = values;
  const examinee = modelServers(readConfig(process.env)).connect({ url, model, apiKey });
  try {
    await examinee.health();
    const deps = { model: examinee, prompts: promptsOf(), clock: systemClock, gate: null };
    const end = new AbortController();
    process.once("SIGINT", () => end.abort(new Error("stopped")));
    tell(values, await examine(deps, end.signal, (asked, of) => progress({ asked, of })));
  } finally {
    await examinee.close();
  }
}

function progress({ asked, of }: { asked: number; of: number }): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${asked} of ${of} questions`);
}

function tell(values: Values, result: ExamResult | null): void {
  if (process.stderr.isTTY) process.stderr.write("\n");
  if (result === null) throw new UsageError("the exam did not end; is the model still there?");
  print(values.json, result, [
    `${result.model}: ${result.trust}, in ${result.seconds} s`,
    ...EXAM_AREAS.map((area) => `  ${area.padEnd(12)} ${result.marks[area].toFixed(2)}`),
    ...result.reasons.map((reason) => `  not trusted further: ${reason}`),
    ...(result.missed.length > 0 ? [`  not answered well: ${result.missed.join(", ")}`] : []),
    "",
    "For docs/models.md:",
    `| ${[result.model, ...EXAM_AREAS.map((area) => result.marks[area].toFixed(2)), result.trust, `${result.seconds} s`].join(" | ")} |`,
  ]);
}

function show(values: Values, models: Models): void {
  const { chat, memory, found, exam } = models;
  const used = (role: string, { source, url, name, state, trust }: Role): string =>
    `${role}: ${name} ${url === null ? "" : `at ${url} `}(${state}; ${source}${trust === undefined ? "" : `; trusted: ${trust}`})`;
  print(values.json, models, [
    used("chat", chat),
    ...linesOf(chat),
    used("memory", memory),
    ...(exam.result === null ? [] : [`  examined ${exam.result.at.slice(0, 10)}: ${exam.result.trust}`]),
    ...found.map(({ url, models: served }) => `found ${url}: ${served.map(({ name }) => name).join(", ")}`),
  ]);
}

function linesOf({ lines }: Pick<Role, "lines">): string[] {
  return lines.map(({ ok, text }) => `  ${ok ? "ok  " : "FAIL"}  ${text}`);
}
