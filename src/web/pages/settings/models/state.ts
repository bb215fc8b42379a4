import { type Models, type Routes, ApiError } from "#client";
import { useEffect, useRef } from "preact/hooks";
import { api } from "../../../api/client.ts";
import { useAnswer } from "../../../ui/query.ts";
import { NO_EMBEDDER, NO_MODEL } from "../../../ui/model-words.tsx";
import { notify } from "../../../ui/toast.ts";
import { t } from "../../../language/text.ts";

export type RoleState = Models[ModelRole];
export type Line = RoleState["lines"][number];

type Choice = Routes["PUT /models"]["body"];

/** `variable` fixes the model in the environment. */
export const ROLES = {
  chat: {
    title: t("Chat"),
    what: t("chat"),
    does: t("Answers what you write."),
    without: NO_MODEL,
    variable: "LLAMA_CPP_URL",
  },
  memory: {
    title: t("Memory work"),
    what: t("memory work"),
    does: t("Reads what was said, notes it, and checks what was noted."),
    without: t("Needs a language model."),
    variable: "MEMORY_MODEL_URL",
  },
  embeddings: {
    title: t("Search by meaning"),
    what: t("search by meaning"),
    does: t("Finds memories that were said in other words."),
    without: NO_EMBEDDER,
    variable: "EMBEDDINGS_URL",
  },
};
export type ModelRole = keyof typeof ROLES;
const NAMES = Object.keys(ROLES) as ModelRole[];

export const rolesOf = (data: Models): [ModelRole, RoleState][] => NAMES.map((role) => [role, data[role]]);

export const isFixed = ({ source }: RoleState): boolean => source === "environment";

/** Polling intervals, milliseconds: during an exam, and otherwise. */
const EXAM_LOOK_MS = 2_000;
const LOOK_MS = 10_000;

/** The current models; polled, since servers come and go. */
export function useModels() {
  const models = useAnswer("GET /models");
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
