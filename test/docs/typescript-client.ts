import { nameOf, optionsOf, routesOf, type OpenApi, type Route, type Schema } from "./openapi.ts";

/** `clients/typescript/src/schema.ts`: the named schemas, and each route with its request and its response. */
export function typescriptTypes(document: OpenApi): string {
  const named = Object.entries(document.components.schemas).map(([name, schema]) =>
    schema.properties === undefined
      ? `export type ${name} = ${typeOf(schema, "")};\n`
      : `export interface ${name} ${typeOf(schema, "")}\n`,
  );
  const routes = routesOf(document).map((route) => `  /** ${route.summary} */\n${routeType(route)}`);
  return `${HEAD}\n${named.join("\n")}\n/** Every route, by method and path. */\nexport interface Routes {\n${routes.join("")}}\n`;
}

const HEAD = "// Written by `npm run docs:api` from the description of the API.\n";

/** Callers may give undefined for what they leave out. */
const OPTIONAL = /(\S)\?: (?!unknown;)([^;{]+);/g;

function routeType({ name, request, response }: Route): string {
  const parts = Object.entries(request).map(
    ([part, { schema, required }]) =>
      `    ${part}${required ? "" : "?"}: ${typeOf(schema, "    ").replaceAll(OPTIONAL, "$1?: $2 | undefined;")};\n`,
  );
  return `  "${name}": {\n${parts.join("")}    response: ${responseType(response)};\n  };\n`;
}

function responseType(response: Route["response"]): string {
  if (response === "unread") return "Response";
  return response === null ? "null" : typeOf(response, "    ");
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  const options = optionsOf(schema);
  if (options.length > 1) return [...new Set(options.map((one) => typeOf(one, indent)))].join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  const types = [schema.type ?? "unknown"].flat();
  return types.map((type) => plainType(type, schema, indent)).join(" | ");
}

function plainType(type: string, schema: Schema, indent: string): string {
  if (type === "array") return `Array<${typeOf(schema.items ?? {}, indent)}>`;
  if (type === "object") return objectType(schema, indent);
  return type === "integer" ? "number" : type;
}

function objectType(schema: Schema, indent: string): string {
  const { properties, propertyNames, additionalProperties: rest, required = [] } = schema;
  if (properties === undefined) {
    const record = `Record<${typeOf(propertyNames ?? { type: "string" }, indent)}, ${typeOf(rest || {}, indent)}>`;
    return propertyNames?.enum !== undefined && required.length === 0 ? `Partial<${record}>` : record;
  }
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, field]) => {
    const about = field.description === undefined ? "" : `${inner}/** ${field.description} */\n`;
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    return `${about}${inner}${key}${required.includes(name) ? "" : "?"}: ${typeOf(field, inner)};\n`;
  });
  const open = rest ? `${inner}[more: string]: unknown;\n` : "";
  return `{\n${fields.join("")}${open}${indent}}`;
}
