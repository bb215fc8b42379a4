import type { z } from "zod";
import { invalidFields, type EngramError, type FieldError } from "../errors.ts";

type Issue = z.core.$ZodIssue;

/** Validation issues as one error that names each field; `root` is the name of the value as a whole. */
export function refused(issues: readonly Issue[], root: string): EngramError {
  return invalidFields(issues.flatMap((issue) => fieldsOf(issue, [], root)));
}

/** zod's message for a union without a custom one. */
const UNEXPLAINED = "Invalid input";

function fieldsOf(issue: Issue, before: readonly PropertyKey[], root: string): FieldError[] {
  const path = [...before, ...issue.path];
  const field = path.map(String).join(".");
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({
      field: [...path, key].map(String).join("."),
      message: "is not known",
    }));
  const isUnexplained = issue.code === "invalid_union" && issue.message === UNEXPLAINED;
  const branch = isUnexplained ? branchMeant(issue.errors) : undefined;
  if (branch !== undefined) return branch.flatMap((inner) => fieldsOf(inner, path, root));
  return [{ field: field === "" ? root : field, message: issue.message }];
}

/** The only branch of a union that accepts this type: its issues are more specific than "invalid". */
function branchMeant(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const meant = branches.filter((issues) => !issues.some(isOtherType));
  return meant.length === 1 ? meant[0] : undefined;
}

function isOtherType({ code, path }: Issue): boolean {
  return code === "invalid_type" && path.length === 0;
}
