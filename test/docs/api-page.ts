import { nameOf, optionsOf, routesOf, type OpenApi, type Route, type Schema } from "./openapi.ts";

/** `docs/api.md`: each route with its right, its fields and its response, and each named schema. */
export function apiPage(document: OpenApi, concepts: string): string {
  const routes = routesOf(document).toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  const groups = Map.groupBy(routes, ({ name }) => name.split("/")[1] ?? "");
  const sections = [...groups].map(
    ([group, some]) => `## /${group}\n\n${some.map((route) => routeText(route, concepts)).join("\n")}`,
  );
  const schemas = Object.entries(document.components.schemas)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => schemaText(name, schema));
  return [HEAD, ...sections, "## Schemas\n", ...schemas].join("\n");
}

const HEAD = `# REST API

<!-- Written by \`npm run docs:api\` from the description of the API. -->

Every route with its right, its fields and its response. How they behave, with examples: [concepts.md](concepts.md). Your own Engram
serves the same list: open <http://127.0.0.1:3000/docs> (the machine-readable form is at \`/docs/json\`). Clients with these types:
[TypeScript](../clients/typescript/README.md), [Python](../clients/python/README.md). Any route may respond with a
[Problem](#problem) instead, those of \`/v1\` with an [OpenAiError](#openaierror).
`;

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Routes of one path stand together. */
function placeOf({ name }: Route): string {
  const [method = "", path = ""] = name.split(" ");
  return `${path} ${METHODS.indexOf(method)}`;
}

function routeText(route: Route, concepts: string): string {
  const { name, summary, right, request, takes } = route;
  const heading = `### \`${name}\``;
  const isExplained = concepts.includes(`${heading}\n`);
  const anchor = heading
    .slice(4)
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replaceAll(" ", "-");
  const body = takes.filter((type) => type !== JSON_TYPE).map(code);
  const rows = Object.entries(request).flatMap(([part, { schema }]) =>
    fieldRows(schema, "", DEPTHS.request, part),
  );
  return [
    `${heading}\n`,
    `${summary}. Right: ${right === null ? "none" : code(right)}.${isExplained ? ` [Examples](concepts.md#${anchor}).` : ""}\n`,
    ...(body.length > 0 ? [`The body is ${body.join(" or ")}.\n`] : []),
    ...(rows.length > 0 ? ["| name | in | type | meaning |", "|---|---|---|---|", ...rows, ""] : []),
    ...responseLines(route),
  ].join("\n");
}

const JSON_TYPE = "application/json";

function responseLines({ response, statuses, gives }: Route): string[] {
  const status = [...new Set(statuses)].map(code).join(" or ");
  if (response === null) return [`Returns ${status} without a body.\n`];
  const others = [...new Set(gives)].filter((type) => type !== JSON_TYPE || response === "unread").map(code);
  if (response === "unread") return [`Returns ${status}: ${others.join(" or ")}.\n`];
  const also = others.length > 0 ? `; or ${others.join(" or ")}` : "";
  const rows = response.$ref === undefined ? fieldRows(response, "", DEPTHS.response, null) : [];
  if (rows.length === 0) return [`Returns ${status}: ${typeOf(response)}${also}.\n`];
  return [`Returns ${status}${also}:\n`, ...TABLE, ...rows, ""];
}

const TABLE = ["| name | type | meaning |", "|---|---|---|"];

function schemaText(name: string, schema: Schema): string {
  const about = schema.description === undefined ? "" : `${schema.description}.\n`;
  const variants = optionsOf(schema).filter(({ properties }) => properties);
  const tables = variants.map((one) =>
    [...TABLE, ...fieldRows(one, "", DEPTHS.response, null), ""].join("\n"),
  );
  return [`### ${name}\n`, ...(about === "" ? [] : [about]), tables.join("\nor\n\n")].join("\n");
}

/** `quietHours.from` is told of a request, `recipe.profile.recency` is not. */
const DEPTHS = { request: 1, response: 3 };

/** Fields of an object, those of objects in it as well. `where`: the part of the request that they belong to. */
function fieldRows(schema: Schema, prefix: string, depth: number, where: string | null): string[] {
  const objects = optionsOf(schema).filter(({ properties }) => properties);
  const [only] = objects;
  if (only === undefined || objects.length > 1 || depth < 0) return [];
  return Object.entries(only.properties ?? {}).flatMap(([key, field]) => {
    const name = `${prefix}${key}`;
    const items = optionsOf(field).find((one) => one.items)?.items;
    const inner =
      items === undefined || where !== null
        ? fieldRows(field, `${name}.`, depth - 1, where)
        : fieldRows(items, `${name}[].`, depth - 1, where);
    return [row(name, field, only.required?.includes(key) === true, where), ...inner];
  });
}

function row(name: string, schema: Schema, isRequired: boolean, where: string | null): string {
  const type = [
    typeOf(schema),
    ...(schema.default === undefined ? [] : [`default ${code(schema.default)}`]),
    ...(where !== null && where !== "path" && isRequired ? ["required"] : []),
    ...(where === null && !isRequired ? ["may be absent"] : []),
  ].join("; ");
  const cells = [code(name), ...(where === null ? [] : [where]), type, schema.description ?? ""];
  return `| ${cells.map((text) => text.replaceAll("|", String.raw`\|`)).join(" | ")} |`;
}

const FORMATS: Record<string, string> = { "date-time": "instant", date: "day", time: "time of day" };

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return `[${nameOf(schema.$ref)}](#${nameOf(schema.$ref).toLowerCase()})`;
  const options = optionsOf(schema);
  if (options.length > 1) return [...new Set(options.map(typeOf))].join(" or ");
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(code).join(", ");
  return [schema.type ?? "any"]
    .flat()
    .map((type) => plainType(type, schema))
    .join(" or ");
}

function plainType(type: string, schema: Schema): string {
  const { format = "", items, properties, additionalProperties: values } = schema;
  if (type === "array") return `list${range(schema.minItems, schema.maxItems)} of ${typeOf(items ?? {})}`;
  if (type === "string")
    return FORMATS[format] ?? `string${range(undefined, schema.maxLength, " characters")}`;
  if (type === "object" && properties === undefined && values) return `${typeOf(values)} by name`;
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
