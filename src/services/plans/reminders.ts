import { dayBounds, localDate, localTime } from "../../domain/model/local-day.ts";
import { HOUR_MS, plusMs, type Instant, withinDay } from "../../domain/model/time.ts";
import type { UserSettings } from "../../domain/model/user.ts";
import { clip } from "../../language/text.ts";
import type { MemoryStore, UserStore } from "../../ports/memory-store.ts";
import type { Needs } from "../kernel.ts";
import { isQuiet } from "../maintenance/quiet-hours.ts";
import { changeNote, dropNote } from "../notes.ts";
import { comingUp, type ComingUp } from "./coming-up.ts";

interface ReminderDeps extends Needs<"store" | "clock" | "newId" | "notifier"> {
  onError: (error: unknown) => void;
}

/** Reminds users who want it of what is due, through the notifier and once a day in chat. */
export type Reminders = ReturnType<typeof createReminders>;

/**
 * A due time belongs to the process that first writes it to the store: each reminder is sent once, over restarts and
 * by any number of processes. A process that dies while sending loses its reminder rather than sending it twice.
 */
interface Reminded {
  /** Of today and later: the day and the fact's id. */
  sent: string[];
  /** The day of the last line in a chat. */
  chatDay: string | null;
}

const NONE: Reminded = { sent: [], chatDay: null };
const PREFIX = "reminded/";
/** What has a day but no time is due in the morning, local time. */
const MORNING_MS = 8 * HOUR_MS;
/** What has a time is due this long before. */
const AHEAD_MS = HOUR_MS;
/** Plans named in one line of a chat. */
const CHAT_PLANS_MAX = 5;
const TEXT_MAX = 200;

export function createReminders({ store, clock, newId, notifier, onError }: ReminderDeps) {
  const { system } = store;
  let looking: Promise<void> = Promise.resolve();

  /** Those that no process has sent. */
  const claim = async (userId: string, due: readonly ComingUp[], timeZone: string): Promise<ComingUp[]> => {
    const today = localDate(clock.now(), timeZone);
    let fresh: ComingUp[] = [];
    await changeNote<Reminded>(system, PREFIX + userId, (known) => {
      const { sent, chatDay } = known ?? NONE;
      fresh = due.filter((one) => !sent.includes(keyOf(one, timeZone)));
      if (fresh.length === 0) return undefined;
      const kept = sent.filter((key) => key >= today);
      return { sent: [...kept, ...fresh.map((one) => keyOf(one, timeZone))], chatDay };
    });
    return fresh;
  };

  const release = (userId: string, unsent: readonly ComingUp[], timeZone: string): Promise<unknown> => {
    const keys = unsent.map((one) => keyOf(one, timeZone));
    return changeNote<Reminded>(system, PREFIX + userId, (known) =>
      known === null ? undefined : { ...known, sent: known.sent.filter((key) => !keys.includes(key)) },
    );
  };

  const remind = async (user: UserStore, isOnly: boolean): Promise<void> => {
    const settings = await user.settings();
    const { timeZone } = settings;
    const now = clock.now();
    if (!settings.reminders || isQuiet(settings, now)) return;
    const due = (await comingUp(user, { now, days: 1 })).filter((one) => isDue(one, now, timeZone));
    const fresh = await claim(user.userId, due, timeZone);
    if (fresh.length === 0) return;
    const plans = fresh.map(({ fact, when }) => ({ factId: fact.id, when: when?.at ?? null }));
    try {
      await notifier.send({
        id: newId(),
        kind: "reminder",
        subject: `Engram: ${fresh.length} due${isOnly ? "" : ` for ${user.userId}`}`,
        // Notices have the same recipients for all users: words are for a single user alone.
        text: isOnly ? fresh.map((one) => `- ${lineOf(one, timeZone)}\n`).join("") : "See Coming up.\n",
        data: { userId: user.userId, plans },
      });
    } catch (error) {
      await release(user.userId, fresh, timeZone);
      throw error;
    }
  };

  const lookAtAll = async (): Promise<void> => {
    if (notifier.channels.length === 0) return;
    const users = await system.users();
    for (const userId of users) await remind(store.forUser(userId), users.length === 1).catch(onError);
  };

  return {
    /** Sends what has become due since the last look; never rejects. */
    look: (): Promise<void> => (looking = looking.then(lookAtAll).catch(onError)),
    /** Resolves when no reminder is being sent. */
    settled: (): Promise<void> => looking,
    /** A line for the recall block of a user's first turn of a day; null on others, or if nothing is due that day. */
    async line(user: UserStore, { reminders, timeZone }: UserSettings): Promise<string | null> {
      if (!reminders) return null;
      const now = clock.now();
      const today = localDate(now, timeZone);
      let isFirst = false;
      await changeNote<Reminded>(system, PREFIX + user.userId, (known) => {
        isFirst = known?.chatDay !== today;
        return isFirst ? { ...(known ?? NONE), chatDay: today } : undefined;
      });
      const due = isFirst ? (await comingUp(user, { now, days: 0 })).filter(hasDay) : [];
      if (due.length === 0) return null;
      const texts = due.slice(0, CHAT_PLANS_MAX).map((one) => lineOf(one, timeZone));
      return `Due today, to be mentioned if it fits: ${texts.join("; ")}`;
    },
  };
}

/** Removes the note of a user who forgot everything. */
export async function dropReminders(system: MemoryStore["system"], userId: string): Promise<void> {
  await dropNote(system, PREFIX + userId);
}

/** A plan that was moved is a new one, and a birthday is one every year. */
function keyOf({ fact, when }: ComingUp, timeZone: string): string {
  return `${localDate(when === null ? fact.createdAt : withinDay(when), timeZone)} ${fact.id}`;
}

/** A month or a year has no day to be reminded on. */
function hasDay({ when }: ComingUp): boolean {
  return when?.precision === "day" || when?.precision === "minute";
}

function isDue(one: ComingUp, now: Instant, timeZone: string): boolean {
  if (one.when === null || !hasDay(one)) return false;
  if (one.when.precision === "minute") return plusMs(one.when.at, -AHEAD_MS) <= now;
  return plusMs(dayBounds(localDate(withinDay(one.when), timeZone), timeZone).from, MORNING_MS) <= now;
}

function lineOf({ fact: { text, status }, when }: ComingUp, timeZone: string): string {
  const at = when?.precision === "minute" ? `${localTime(when.at, timeZone)} ` : "";
  return `${at}${clip(text, TEXT_MAX)}${status === "verified" ? "" : ` (${status})`}`;
}
