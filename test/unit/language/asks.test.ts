import { expect, test } from "vitest";
import { onlyAsks } from "../../../src/language/asks.ts";

test.each([
  "Where does Ruth live?",
  "whats my moms name",
  "what's mom's name",
  "Wo wohn ich",
  "Was war mein letzter Blutdruck",
  "como se llama mi hermana",
  "où j'habite",
  "Donde vivo",
])("only asks: %s", (text) => expect(onlyAsks(text)).toBe(true));

test.each([
  "Was at the dentist today, Dr. Okafor pulled a tooth.",
  "Was in Lisbon with Ines. Was sick on the plane.",
  "Como pescado los viernes.",
  "How to bleed the radiators: open the valve by a quarter turn.",
  "Where is Ruth? She lives in Bonn.",
])("tells something: %s", (text) => expect(onlyAsks(text)).toBe(false));
