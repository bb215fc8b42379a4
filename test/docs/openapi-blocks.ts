/** What OpenAPI says of the parameters of each route, as tables between comments in docs/api.md. */

import type { OpenApi, Operation, Parameter, Schema } from "./openapi.ts";

interface Said {
  required?: boolean | undefined;
  description?: string | undefined;
}

const CLOSE = "<!-- /openapi -->";
const BLOCK = /^<!-- openapi (\w+ \S+) -->\n[\s\S]*?^<!-- \/openapi -->$/gm;
const HEAD = ["| name | in | type | meaning |", "|---|---|---|---|"];
const FORMATS: Record<string, string> = { "date-time": "instant", date: "day", time: "time of day" };
/** `quietHours.from` is told, `recipe.profile.recency` is not. */
const DEPTH_MAX = 1;

/** The page with each block as OpenAPI has it. A route without a block gets one under its heading. */
export function filled(markdown: string, document: OpenApi): string {
  const tables = tablesOf(document);
  return withMissing(markdown, [...tables.keys()]).replace(BLOCK, (_, route: string) => {
    const table = tables.get(route);
    if (table === undefined)
      throw new Error(`docs/api.md has a block for ${route}, of which OpenAPI says nothing`);
    return [open(route), ...table, CLOSE].join("\n");
  });
}

const open = (route: string): string => `<!-- openapi ${route} -->`;

function withMissing(markdown: string, routes: string[]): string {
  const missing = routes.filter((route) => !markdown.includes(open(route)));
  const added = (line: string): string[] =>
    missing
      .filter((route) => line.startsWith("#") && line.includes(`\`${route}\``))
      .flatMap((route) => ["", open(route), CLOSE]);
  return markdown
    .split("\n")
    .flatMap((line) => [line, ...added(line)])
    .join("\n");
}

/** Lines by route; a route without parameters has none. */
function tablesOf({ paths }: OpenApi): Map<string, string[]> {
  const tables = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): [string, string[]] => [
      `${method.toUpperCase()} ${path}`,
      linesOf(operation),
    ]),
  );
  return new Map(tables.filter(([, lines]) => lines.length > 0));
}

function linesOf({ parameters = [], requestBody, responses }: Operation): string[] {
  const body = requestBody?.content["application/json"]?.schema;
  const rows = [
    ...parameters.filter(isTold).map((one) => row(one.name, one.in, one.schema, one)),
    ...(body === undefined ? [] : fieldRows(body, "", 0)),
  ];
  const answers = Object.entries(responses)
    .filter(([status]) => status !== "200" && status !== "default")
    .map(([status, { description }]) => `\`${status}\` ${description}`);
  return [
    ...(rows.length > 0 ? [...HEAD, ...rows] : []),
    ...(answers.length > 0 ? ["", `Answers besides 200: ${answers.join("; ")}.`] : []),
  ];
}

/** The `{id}` of an address says all of itself. */
function isTold({ in: where, description }: Parameter): boolean {
  return where !== "path" || description !== undefined;
}

function fieldRows(schema: Schema, prefix: string, depth: number): string[] {
  const objects = (schema.anyOf ?? schema.oneOf ?? [schema]).filter(({ properties }) => properties);
  const [only] = objects;
  if (only === undefined || objects.length > 1 || depth > DEPTH_MAX) return [];
  return Object.entries(only.properties ?? {}).flatMap(([key, field]) => {
    const required = only.required?.includes(key) === true;
    const name = `${prefix}${key}`;
    return [
      row(name, "body", field, { required, description: field.description }),
      ...fieldRows(field, `${name}.`, depth + 1),
    ];
  });
}

function row(name: string, where: string, schema: Schema, { required, description = "" }: Said): string {
  const type = [
    typeOf(schema),
    ...(schema.default === undefined ? [] : [`default ${code(schema.default)}`]),
    ...(required && where !== "path" ? ["required"] : []),
  ].join("; ");
  return `| ${[`\`${name}\``, where, type, description].map(cell).join(" | ")} |`;
}

function typeOf(schema: Schema): string {
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return [...new Set(options.map(typeOf))].join(" or ");
  if (schema.enum !== undefined) return schema.enum.map(code).join(", ");
  const { format = "", items } = schema;
  const type = [schema.type ?? "any"].flat().join(" or ");
  if (type === "array") return `list${range(schema.minItems, schema.maxItems)} of ${typeOf(items ?? {})}`;
  if (type === "string")
    return FORMATS[format] ?? `string${range(undefined, schema.maxLength, " characters")}`;
  const above = schema.exclusiveMinimum === undefined ? "" : ` above ${schema.exclusiveMinimum}`;
  return `${type}${above}${range(schema.minimum, schema.maximum)}`;
}

function range(min: number | undefined, max: number | undefined, unit = ""): string {
  const [least, most] = [min, max].map((one) => one?.toLocaleString("en"));
  if (most === undefined) return least === undefined ? "" : ` (at least ${least}${unit})`;
  return least === undefined ? ` (at most ${most}${unit})` : ` (${least} to ${most}${unit})`;
}

function code(value: unknown): string {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

function cell(text: string): string {
  return text.replaceAll("|", String.raw`\|`);
}
