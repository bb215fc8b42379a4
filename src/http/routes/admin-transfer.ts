import { basename } from "node:path";
import { z } from "zod";
import { routes } from "../route.ts";
import { CLI } from "../../services/audit.ts";
import { type BackedUp, backUp } from "../../services/transfer/backup.ts";
import { withWholeFile } from "../../services/transfer/changes.ts";
import { workEvents } from "../../services/work-events.ts";
import { readHeader } from "../../services/transfer/read.ts";
import { clientSignal } from "../context.ts";
import { Id } from "../schemas.ts";
import { sendSse } from "../sse.ts";
import { restoredAct, sendMemory } from "./memory-transfer.ts";

const Flag = z.stringbool().default(false);
const Path = z.string().min(1).max(4096);

/** Moves memory on the service's machine, for the command line; requires the admin token. */
export const adminTransferRoutes = routes(({ open }, context) => {
  const { engine, inFlight, transfer } = context;
  open("GET /admin/users/:user/export", {
    params: z.object({ user: Id }),
    querystring: z.object({ vectors: Flag, tombstones: Flag }),
    async run({ params, query }, reply) {
      const { user } = params;
      await engine.audit({ actor: CLI, act: "export", userId: user });
      await engine.counters.flush();
      return sendMemory(context, reply, engine.store.forUser(user), {
        ...query,
        gzip: false,
      });
    },
  });

  open("POST /admin/restore", {
    body: z.strictObject({
      file: Path,
      user: Id.optional(),
      dryRun: z.boolean().default(false),
      trust: z.boolean().default(false),
    }),
    async run({ body }, reply) {
      const { file, user, dryRun, trust } = body;
      const options = { dryRun, trust, bytesMax: transfer.bytesMax, signal: clientSignal(context, reply) };
      const events = workEvents(async (tell) => {
        return withWholeFile(file, transfer.spoolFolder, options, async (whole) => {
          const to = user ?? (await readHeader(whole, options)).user;
          const taken = await engine.takeFile(to, whole, { ...options, onProgress: tell });
          if (!dryRun) await engine.audit({ actor: CLI, userId: to, ...restoredAct(taken) });
          return { user: to, ...taken };
        });
      });
      return sendSse(reply, inFlight.trackIterator(events));
    },
  });

  open("POST /admin/backup", {
    body: z.strictObject({
      user: Id.optional(),
      vectors: z.boolean().optional(),
      since: Path.optional(),
    }),
    async run({ body }, reply) {
      const signal = clientSignal(context, reply);
      const { user, ...options } = body;
      const events = workEvents(async (tell) => {
        await engine.counters.flush();
        const users = user === undefined ? await engine.store.system.users() : [user];
        const files: BackedUp[] = [];
        for (const one of users) {
          tell({ user: one, done: files.length, of: users.length });
          const backedUp = await backUp(engine.store, one, engine.clock.now(), transfer.backups, {
            ...options,
            signal,
          });
          const { file, records, bytes } = backedUp;
          const targets = [basename(file)];
          await engine.audit({
            actor: CLI,
            act: "backup",
            userId: one,
            targets,
            counts: { records, bytes },
          });
          files.push(backedUp);
        }
        return { files };
      });
      return sendSse(reply, inFlight.trackIterator(events));
    },
  });
});
