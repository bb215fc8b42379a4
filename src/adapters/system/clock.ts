import { v7 } from "uuid";
import type { Clock, NewId } from "../../ports/clock.ts";

export const systemClock: Clock = { now: () => new Date().toISOString() };

export const newId: NewId = () => v7();
