import { nameOf, optionsOf, routesOf, type OpenApi, type Route, type Schema } from "./openapi.ts";

/** `clients/python/engram_client/schema.py`: a class for each object, and how each route is called. */
export function pythonTypes(document: OpenApi): string {
  const classes: string[] = [];
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    const type = typeOf(schema, name, classes);
    if (type !== name) classes.push(`${name} = ${type}\n`);
  }
  const calls = routesOf(document).map((route) => callOf(route, classes));
  return `${[HEAD, ...classes, PROTOCOL + calls.join("\n")].join("\n\n")}\n${OPEN}`;
}

const HEAD = `"""Written by \`npm run docs:api\` from the description of the API."""

from __future__ import annotations

from http.client import HTTPResponse
from typing import Any, Literal, NotRequired, Protocol, TypedDict, overload
`;

const PROTOCOL = `class Engram(Protocol):
    """Every route, by method and path: \`engram("GET /memory/facts/{id}", path={"id": id})\`."""

`;

const OPEN = `    def open(
        self,
        route: str,
        *,
        path: Any = None,
        query: Any = None,
        header: Any = None,
        body: Any = None,
        accept: str | None = None,
        content_type: str | None = None,
    ) -> HTTPResponse:
        """The response unread: for streams of events and files."""
        ...
`;

function callOf(route: Route, classes: string[]): string {
  const parts = Object.entries(route.request).map(([part, { schema, required }]) => {
    const type = typeOf(schema, `${classNameOf(route.name)}${pascal(part)}`, classes);
    return `, ${part}: ${type}${required || type === "Any" ? "" : " | None"}${required ? "" : " = None"}`;
  });
  const { response } = route;
  const returns =
    response === "unread"
      ? "HTTPResponse"
      : response === null
        ? "None"
        : typeOf(response, `${classNameOf(route.name)}Response`, classes);
  const named = parts.length > 0 ? `, *${parts.join("")}` : "";
  return `    @overload
    def __call__(self, route: Literal[${JSON.stringify(route.name)}]${named}) -> ${returns}:
        ${JSON.stringify(route.summary).replace(/^"|"$/g, '"""')}
        ...
`;
}

/** `GET /memory/facts/{id}` is `GetMemoryFactsById`. */
function classNameOf(route: string): string {
  return route
    .replaceAll("{", "by-")
    .split(/[^A-Za-z0-9]+/)
    .map(pascal)
    .join("");
}

function pascal(word: string): string {
  return word === word.toUpperCase()
    ? word.slice(0, 1) + word.slice(1).toLowerCase()
    : word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** The type of a value; objects become a class of this name, which is added to the others. */
function typeOf(schema: Schema, name: string, classes: string[]): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  const options = optionsOf(schema);
  if (options.length > 1) {
    const objects = options.filter(({ properties }) => properties !== undefined);
    const types = options.map((one) => {
      const at = objects.length > 1 ? objects.indexOf(one) + 1 : 0;
      return typeOf(one, `${name}${at > 0 ? at : ""}`, classes);
    });
    return [...new Set(types)].join(" | ");
  }
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (values !== undefined) return `Literal[${values.map(literal).join(", ")}]`;
  const types = [schema.type ?? "any"].flat();
  return types.map((type) => plainType(type, schema, name, classes)).join(" | ");
}

const PLAIN: Record<string, string> = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  null: "None",
};

function plainType(type: string, schema: Schema, name: string, classes: string[]): string {
  if (type === "array") return `list[${typeOf(schema.items ?? {}, `${name}Item`, classes)}]`;
  if (type !== "object") return PLAIN[type] ?? "Any";
  const { properties, additionalProperties: rest, required = [] } = schema;
  if (properties === undefined) return `dict[str, ${typeOf(rest || {}, `${name}Value`, classes)}]`;
  // What may hold more than is known here is no TypedDict.
  if (rest) return "dict[str, Any]";
  const fields = Object.entries(properties).map(([key, field]) => {
    const fieldType = typeOf(field, `${name}${pascal(key)}`, classes);
    return [
      key,
      required.includes(key) ? fieldType : `NotRequired[${fieldType}]`,
      field.description,
    ] as const;
  });
  classes.push(fields.every(([key]) => isName(key)) ? classOf(name, fields) : callOfClass(name, fields));
  return name;
}

type Fields = (readonly [key: string, type: string, about: string | undefined])[];

function classOf(name: string, fields: Fields): string {
  const lines = fields.map(
    ([key, type, about]) => `${about === undefined ? "" : `    # ${about}\n`}    ${key}: ${type}\n`,
  );
  return `class ${name}(TypedDict):\n${lines.length === 0 ? "    pass\n" : lines.join("")}`;
}

/** For fields that are no names in Python, such as `from`. */
function callOfClass(name: string, fields: Fields): string {
  const lines = fields.map(([key, type]) => `        "${key}": ${JSON.stringify(type)},\n`);
  return `${name} = TypedDict(\n    "${name}",\n    {\n${lines.join("")}    },\n)\n`;
}

const KEYWORDS = new Set(
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(
    " ",
  ),
);

function isName(key: string): boolean {
  return /^[A-Za-z_]\w*$/.test(key) && !KEYWORDS.has(key);
}

function literal(value: unknown): string {
  return typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value);
}
