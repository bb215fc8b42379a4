import { describe, expect, it } from "vitest";
import { readMailImport } from "../../../../src/services/imports/detect.ts";

const read = (text: string | Buffer, me: string | null = "mia@example.org") =>
  readMailImport(Buffer.from(text as string), { me });

const mail = (fields: Record<string, string>, body: string) =>
  `${Object.entries({
    From: "Mia Berg <mia@example.org>",
    Date: "Tue, 12 Mar 2024 18:22:10 +0100",
    Subject: "Re: The boat",
    ...fields,
  })
    .map(([name, value]) => `${name}: ${value}`)
    .join("\r\n")}\r\n\r\n${body.replaceAll("\n", "\r\n")}`;

const textOf = async (body: string, fields: Record<string, string> = {}) =>
  (await read(mail({ "Message-ID": "<a@x>", ...fields }, body))).conversations[0]?.turns[0]?.userMessage;

describe("a mail", () => {
  it.each<[string, string, string]>([
    [
      "a quote below",
      "Yes, on Friday.\n\nOn Mon, 11 Mar 2024 at 09:00, Jon\n<jon@example.org> wrote:\n\n> Shall we?\n>\n> Jon\n",
      "Yes, on Friday.",
    ],
    [
      "answers between quotes",
      "Le 11/03/2024 à 09:00, Jon a écrit :\n> When?\n\nFriday.\n\n> Where?\n\nAt the weir:\n- 9 o'clock\n",
      "Friday.\n\nAt the weir:\n- 9 o'clock",
    ],
    ["own words with a colon before a quote", "I mean this:\n> Shall we?\nYes.", "I mean this:\nYes."],
    [
      "a copied header",
      "Gern.\n\n________________________________\nVon: Jon <jon@example.org>\nGesendet: Montag, 11. März 2024 09:00\nAn: Mia Berg\nBetreff: AW: The boat\n\nSollen wir?",
      "Gern.",
    ],
    [
      "a form of the sender's own",
      "Here is all:\nName: Mia\nTown: Ulm\nMail: mia@example.org\n\nMia",
      "Here is all:\nName: Mia\nTown: Ulm\nMail: mia@example.org\n\nMia",
    ],
    ["a signature", "Yes.\n---\nSee the list.\n-- \nMia Berg\nUlm", "Yes.\n---\nSee the list."],
  ])("with %s keeps the sender's words alone", async (_kind, body, words) => {
    const fields = { "Content-Type": "text/plain; charset=utf-8" };
    expect(await textOf(body, fields)).toBe(words);
  });

  it("of HTML alone is read without block quotes", async () => {
    const html =
      '<p>Yes,<br>on <b>Friday</b>.</p><div class="gmail_quote">Jon:<blockquote>When?</blockquote></div>';
    expect(await textOf(html, { "Content-Type": "text/html; charset=utf-8" })).toBe("Yes,\non Friday.");
  });

  it("has its sender, date, subject, id and attachments; the user is known by name or address", async () => {
    const parts =
      '--b\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\nGr=FC=DFe\n--b\nContent-Type: application/pdf; name="plan.pdf"\nContent-Disposition: attachment; filename="plan.pdf"\n\nxx\n--b--\n';
    const text = mail(
      {
        From: "=?utf-8?Q?Mia_B=C3=B6rg?= <MIA@example.org>",
        "Message-ID": "<a@x>",
        "Content-Type": 'multipart/mixed; boundary="b"',
      },
      parts,
    );
    const [thread] = (await read(text, null)).conversations;
    expect(thread).toMatchObject({
      externalId: "mail:thread:a@x",
      title: "Re: The boat",
      turns: [
        {
          externalId: "mail:a@x",
          userMessage: "Grüße\n[file: plan.pdf]",
          speaker: "Mia Börg",
          occurredAt: "2024-03-12T17:22:10.000Z",
        },
      ],
    });
    for (const me of ["mia@example.org", "mia börg"])
      expect((await read(text, me)).conversations[0]?.turns[0]?.speaker).toBeNull();
  });

  it("that is none counts as unreadable", async () => {
    expect(await read("just words")).toMatchObject({ conversations: [], skipped: 1 });
  });
});

describe("an mbox", () => {
  const first = mail(
    { "Message-ID": "<1@x>", Subject: "The boat" },
    "It leaks.\n\n>From the stern.\n\nFrom here.\n",
  );
  const answer = mail(
    {
      "Message-ID": "<2@x>",
      "In-Reply-To": "<1@x>",
      From: "jon@example.org",
      Date: "Tue, 12 Mar 2024 20:00:00 +0100",
    },
    "Oh.\n",
  );
  const third = mail(
    { "Message-ID": "<3@x>", References: "<1@x> <2@x>", Date: "Tue, 12 Mar 2024 21:00:00 +0100" },
    "Yes.\n",
  );
  const other = mail(
    { "Message-ID": "<9@x>", Subject: "Tea", Date: "Mon, 1 Jan 2024 10:00:00 +0100" },
    "Tea?\n",
  );
  const mbox = [third, first, other, answer, first]
    .map((one) => `From - Tue Mar 12 18:22:10 2024\r\n${one}\r\n`)
    .join("");

  it("is read as threads, in the order of time, each mail once", async () => {
    const { conversations, skipped } = await read(mbox);
    expect(skipped).toBe(0);
    expect(conversations.map(({ externalId, title }) => [externalId, title])).toEqual([
      ["mail:thread:9@x", "Tea"],
      ["mail:thread:1@x", "The boat"],
    ]);
    expect(conversations[1]?.turns.map(({ speaker, userMessage }) => [speaker, userMessage])).toEqual([
      [null, "It leaks.\n\nFrom the stern.\n\nFrom here."],
      ["jon@example.org", "Oh."],
      [null, "Yes."],
    ]);
  });

  it("and the same mails as single files make the same threads", async () => {
    const idsIn = async (text: string) => {
      const { conversations } = await read(text);
      return conversations.flatMap(({ externalId, turns }) =>
        turns.map((turn) => [externalId, turn.externalId]),
      );
    };
    const single = (await Promise.all([other, first, answer, third].map(idsIn))).flat();
    expect(single).toEqual(await idsIn(mbox));
  });
});
