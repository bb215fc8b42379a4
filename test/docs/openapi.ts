/** The part of OpenAPI that `/docs/json` uses. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

interface Operation {
  summary: string;
  security: { key: string[] }[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}

type Content = Record<string, { schema: Schema }>;

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  schema: Schema;
  required?: boolean;
  description?: string;
}

/** The part of JSON Schema that zod writes for our routes. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  default?: unknown;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  propertyNames?: Schema;
  additionalProperties?: Schema | false;
  required?: string[];
}

/** A route as its clients call it: the parts of its request as one object each, and its response. */
export interface Route {
  /** `GET /memory/facts/{id}` */
  name: string;
  summary: string;
  right: string | null;
  /** `path`, `query`, `header` and `body`, those that it takes. */
  request: Record<string, { schema: Schema; required: boolean }>;
  /** Null for none; a response that is no JSON reaches the caller unread. */
  response: Schema | "unread" | null;
  /** Of a success. */
  statuses: string[];
  /** Media types of the body and of the response. */
  takes: string[];
  gives: string[];
}

export function routesOf({ paths }: OpenApi): Route[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      summary: operation.summary,
      right: operation.security[0]?.key[0] ?? null,
      request: { ...parametersOf(operation), ...bodyOf(operation) },
      response: responseOf(operation),
      statuses: successesOf(operation).map(([status]) => status),
      takes: Object.keys(operation.requestBody?.content ?? {}),
      gives: successesOf(operation).flatMap(([, { content = {} }]) => Object.keys(content)),
    })),
  );
}

/** `/health` is down with 503, and says so in the same way. */
function successesOf({ responses }: Operation) {
  return Object.entries(responses).filter(([status]) => status !== "default");
}

function parametersOf({ parameters = [] }: Operation): Route["request"] {
  const groups = (["path", "query", "header"] as const).map((where) => {
    const some = parameters.filter((one) => one.in === where);
    const required = some.flatMap((one) => (one.required === true ? one.name : []));
    const properties = Object.fromEntries(
      some.map(({ name, schema, description }) => [
        name,
        description === undefined ? schema : { ...schema, description },
      ]),
    );
    return [
      where,
      { schema: { type: "object", properties, required }, required: required.length > 0 },
    ] as const;
  });
  return Object.fromEntries(groups.filter(([, { schema }]) => Object.keys(schema.properties).length > 0));
}

const JSON_TYPE = "application/json";

function bodyOf({ requestBody }: Operation): Route["request"] {
  if (requestBody === undefined) return {};
  const schema = requestBody.content[JSON_TYPE]?.schema ?? {};
  const mayBeNull = (schema.anyOf ?? []).some(({ type }) => type === "null");
  return { body: { schema, required: requestBody.required === true && !mayBeNull } };
}

/** Of each success that is JSON; they are alike in all routes that have several. */
function responseOf(operation: Operation): Route["response"] {
  const contents = successesOf(operation).map(([, { content = {} }]) => content);
  const [schema] = contents.flatMap((content) => content[JSON_TYPE]?.schema ?? []);
  if (schema?.type === "string") return "unread";
  if (schema !== undefined) return schema;
  return contents.some((content) => Object.keys(content).length > 0) ? "unread" : null;
}

/** The members of a union, those of unions in it as well; of anything else, itself. */
export function optionsOf(schema: Schema): Schema[] {
  return (schema.anyOf ?? schema.oneOf)?.flatMap(optionsOf) ?? [schema];
}

export const nameOf = (ref: string): string => ref.replace("#/components/schemas/", "");
