import type { Right } from "../domain/model/rights.ts";

const needing =
  (right: Right) =>
  <const Response extends object, Request extends object = object>(
    summary: string,
    response: Response,
    request?: Request,
  ) => ({ config: { right }, schema: { summary, response, ...(request as NoInfer<Request>) } });

/**
 * The contract of a user's route, by the right it needs: what it does, its responses by status, and what it takes (`params`,
 * `querystring`, `body`).
 */
export const needs = { read: needing("read"), write: needing("write"), admin: needing("admin") };
