import type { Models, Routes } from "#client";
import { useEffect, useRef } from "preact/hooks";
import { ApiError } from "#client";
import { api } from "../../../api/client.ts";
import { askHealth } from "../../../api/health.ts";
import { useQuery } from "../../../ui/query.ts";
import { attempt, notify } from "../../../ui/toast.tsx";
import { t } from "../../../language/text.ts";

export type RoleState = Models[ModelRole];
export type Line = RoleState["lines"][number];
export type ModelRole = "chat" | "memory" | "embeddings";

type Choice = Routes["PUT /models"]["body"];

/** Props of every part of the page. */
export interface PartProps {
  data: Models;
  changed: () => void;
}

export const VARIABLES: Record<ModelRole, string> = {
  chat: "LLAMA_CPP_URL",
  memory: "MEMORY_MODEL_URL",
  embeddings: "EMBEDDINGS_URL",
};

export const rolesOf = (data: Models): [ModelRole, RoleState][] =>
  (["chat", "memory", "embeddings"] as const).map((role) => [role, data[role]]);

export const isFixed = ({ source }: RoleState): boolean => source === "environment";

/** Polling intervals, milliseconds: during an exam, and otherwise. */
const EXAM_LOOK_MS = 2_000;
const LOOK_MS = 10_000;

/** The current models; polled, since servers come and go. */
export function useModels() {
  const models = useQuery((signal) => api("GET /models", { signal }), []);
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

/** Reports the result of an exam seen running. */
function useExamEnd(data: Models | null): void {
  const seen = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    if (data === null) return;
    const { running, result } = data.exam;
    const at = result?.at ?? null;
    if (running !== null) seen.current = at;
    else if (seen.current !== undefined) {
      notify(
        seen.current === at ? t("The exam ended without marks: the model went away") : t("The exam is over"),
      );
      seen.current = undefined;
    }
  }, [data]);
}

const LACKS_ADMIN = t(
  'Your key may look at the models, but not change them. Sign in with a key that has the right "admin".',
);

/** Runs it; a key without the right gets a plain message. */
export async function asAdmin<Answer>(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiError && error.code === "forbidden")
      throw new Error(LACKS_ADMIN, { cause: error });
    throw error;
  }
}

export const choose = (body: Choice): Promise<Models> => asAdmin(api("PUT /models", { body }));

/** Saves a choice and shows a confirmation. */
export async function use(body: Choice, told: string, changed: () => void): Promise<void> {
  if (!(await attempt(() => choose(body)))) return;
  notify(told);
  changed();
  void askHealth();
}
