import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  RouteOptions,
} from "fastify";
import type { z } from "zod";
import type { Right } from "../domain/model/rights.ts";
import type { RouteContext } from "./context.ts";

type Content = Record<string, { schema: z.ZodType }>;
type Responses = Record<number, z.ZodType | { description: string; content: Content }>;

type BodyOf<Response> = Response extends z.ZodType
  ? z.output<Response>
  : Response extends { content: infer Types extends Content }
    ? z.output<Types[keyof Types]["schema"]>
    : never;

/** The contract of a route, which the API's description and the types of `run` follow. */
interface Route<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Headers extends z.ZodType,
  Returns extends Responses,
> {
  /** A route without it is left out of the API's description. */
  summary?: string;
  params?: Params;
  querystring?: Query;
  body?: Body;
  headers?: Headers;
  /** Media types of a body other than JSON. */
  consumes?: string[];
  /** By status; `run` responds with the first, unless it sets another. */
  response?: Returns;
  options?: Pick<RouteOptions, "bodyLimit" | "exposeHeadRoute" | "logLevel" | "preHandler">;
  run: (
    request: FastifyRequest<{
      Params: z.output<Params>;
      Querystring: z.output<Query>;
      Body: z.output<Body>;
      Headers: z.output<Headers>;
    }>,
    reply: FastifyReply,
  ) => Promise<BodyOf<Returns[keyof Returns]> | FastifyReply>;
}

/** Declares a route by its method and path. */
type Declare = <
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Headers extends z.ZodType,
  Returns extends Responses,
>(
  at: `${HTTPMethods} /${string}`,
  route: Route<Params, Query, Body, Headers, Returns>,
) => void;

/** Routes by the right that their caller needs; `open` ones need no key. */
type Declares = Record<Right | "open", Declare>;

/** Routes as a plugin of the service. */
export const routes =
  (
    declare: (by: Declares, context: RouteContext, app: FastifyInstance) => void | Promise<void>,
  ): FastifyPluginAsync<RouteContext> =>
  async (app, context) => {
    const needing =
      (config: { right?: Right }): Declare =>
      (at, { run, options, ...schema }) => {
        const [method = "", url = ""] = at.split(" ");
        const [status = 200] = Object.keys(schema.response ?? {}).map(Number);
        app.route({
          ...options,
          method,
          url,
          config,
          schema: { ...schema, hide: schema.summary === undefined },
          handler: (request, reply) => run(request as never, reply.code(status)),
        });
      };
    const [read, write, admin] = (["read", "write", "admin"] as const).map((right) => needing({ right }));
    await declare({ read, write, admin, open: needing({}) } as Declares, context, app);
  };
