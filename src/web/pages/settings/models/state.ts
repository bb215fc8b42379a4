import { useEffect, useRef } from "preact/hooks";
import type { Trust } from "../../../../ports/chat-model.ts";
import type { FoundServer, ServerReport } from "../../../../ports/model-servers.ts";
import type { ExamResult } from "../../../../services/exam/examine.ts";
import type { ConnectionSource, ModelRole } from "../../../../services/model/connections.ts";
import { api, ApiError } from "../../../api/client.ts";
import { askHealth } from "../../../api/health.ts";
import { useQuery } from "../../../ui/query.ts";
import { attempt, notify } from "../../../ui/toast.tsx";

export interface Line {
  ok: boolean;
  text: string;
}

export interface RoleState {
  source: ConnectionSource;
  /** Null where there is none, or the environment names several. */
  url: string | null;
  kind: "none" | "server";
  name: string;
  state: string;
  trust?: Trust;
  lines: Line[];
}

/** `GET /models`. */
export interface ModelsState {
  chat: RoleState;
  memory: RoleState;
  embeddings?: RoleState;
  found: FoundServer[];
  exam: {
    result: ExamResult | null;
    running: { asked: number; of: number } | null;
    decidedTrust: Trust | null;
  };
}

interface Address {
  url: string;
  model: string;
  apiKey?: string;
}

/** `PUT /models`; null leaves it to the search, and the trust to the exam. */
type Choice = Partial<Record<ModelRole, Address | null> & { trust: Trust | null }>;

/** `POST /models/try`. */
export type Tried = Pick<ServerReport, "state" | "model"> & {
  learned: ServerReport["learned"] | null;
  lines: Line[];
};

/** What every part of the page is given. */
export interface PartProps {
  data: ModelsState;
  changed: () => void;
}

export const VARIABLES: Record<ModelRole, string> = {
  chat: "LLAMA_CPP_URL",
  memory: "MEMORY_MODEL_URL",
  embeddings: "EMBEDDINGS_URL",
};

/** Roles that this service knows, as it lists them. */
export const rolesOf = (data: ModelsState): [ModelRole, RoleState][] =>
  (["chat", "memory", "embeddings"] as const).flatMap((role) => {
    const state = data[role];
    return state === undefined ? [] : [[role, state] as [ModelRole, RoleState]];
  });

export const isFixed = ({ source }: RoleState): boolean => source === "environment";

/** Between two looks, milliseconds: at an exam that runs, and else. */
const EXAM_LOOK_MS = 2_000;
const LOOK_MS = 10_000;

/** The models as they are now; asked for again and again, since servers come and go by themselves. */
export function useModels() {
  const models = useQuery((signal) => api<ModelsState>("/models", { signal }), []);
  const { data, loading, reload } = models;
  const isExamined = data !== null && data.exam.running !== null;
  useEffect(() => {
    if (loading) return;
    const timer = setTimeout(reload, isExamined ? EXAM_LOOK_MS : LOOK_MS);
    return () => clearTimeout(timer);
  }, [loading, isExamined, reload]);
  useExamEnd(data);
  return models;
}

/** Says how an exam ended that was seen running. */
function useExamEnd(data: ModelsState | null): void {
  const seen = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    if (data === null) return;
    const { running, result } = data.exam;
    const at = result?.at ?? null;
    if (running !== null) seen.current = at;
    else if (seen.current !== undefined) {
      notify(seen.current === at ? "The exam ended without marks: the model went away" : "The exam is over");
      seen.current = undefined;
    }
  }, [data]);
}

const LACKS_ADMIN =
  'Your key may look at the models, but not change them. Sign in with a key that has the right "admin".';

/** Runs it; a key that may not is told so in plain words. */
export async function asAdmin<Answer>(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiError && error.code === "forbidden")
      throw new Error(LACKS_ADMIN, { cause: error });
    throw error;
  }
}

export const choose = (body: Choice): Promise<ModelsState> =>
  asAdmin(api<ModelsState>("/models", { method: "PUT", body }));

/** Saves a choice and says so. */
export async function use(body: Choice, told: string, changed: () => void): Promise<void> {
  if (!(await attempt(() => choose(body)))) return;
  notify(told);
  changed();
  void askHealth();
}
