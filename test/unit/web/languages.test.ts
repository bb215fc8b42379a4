import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import {
  parseSync,
  Visitor,
  type Expression,
  type JSXAttribute,
  type JSXElement,
  type Node,
} from "oxc-parser";
import { expect, test } from "vitest";
import { JOBS } from "../../../src/services/jobs/registry.ts";

const WEB = join(import.meta.dirname, "../../../src/web");
const catalogues = globSync("language/*.json", { cwd: WEB }).map((file) => ({
  code: basename(file, ".json"),
  texts: JSON.parse(readFileSync(join(WEB, file), "utf8")) as Record<string, string>,
}));
const keys = Object.keys(catalogues.find(({ code }) => code === "de")?.texts ?? {});

const SHOWN_ATTRIBUTES = new Set(
  "title placeholder aria-label aria-valuetext alt label caption empty action told any says begin done".split(
    " ",
  ),
);
/** What these hold is typed or called as it is. */
const AS_IT_IS = new Set(["code", "kbd", "pre"]);
const NAMES = new Set(["Engram", "Markdown", "JSON"]);

interface Uses {
  /** First arguments of `t` and `rich`. */
  keys: string[];
  /** Texts that are shown, and are in no catalogue. */
  bare: string[];
}

function usesOf(file: string): Uses {
  const source = readFileSync(join(WEB, file), "utf8");
  const uses: Uses = { keys: [], bare: [] };
  const show = (node: Node, text: string): void => {
    if (!/\p{L}{2}/u.test(text) || /^https?:/.test(text) || NAMES.has(text.trim())) return;
    uses.bare.push(`${file}:${source.slice(0, node.start).split("\n").length}: ${text.trim()}`);
  };
  const showAll = (node: Expression | JSXAttribute["value"]): void => {
    if (node?.type === "Literal" && typeof node.value === "string") show(node, node.value);
    else if (node?.type === "TemplateLiteral")
      show(node, node.quasis.map(({ value }) => value.raw).join(" "));
    else if (node?.type === "LogicalExpression") showAll(node.right);
    else if (node?.type === "ConditionalExpression") [node.consequent, node.alternate].forEach(showAll);
    else if (node?.type === "JSXExpressionContainer" && node.expression.type !== "JSXEmptyExpression")
      showAll(node.expression);
  };
  const showChildren = (children: JSXElement["children"]): void => {
    for (const child of children)
      if (child.type === "JSXText") show(child, child.value);
      else if (child.type === "JSXExpressionContainer") showAll(child);
  };
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      const name = callee.type === "Identifier" ? callee.name : "";
      if (name === "notify" && first && first.type !== "SpreadElement") showAll(first);
      if (name !== "t" && name !== "rich") return;
      uses.keys.push(first?.type === "Literal" ? String(first.value) : `${file}: no literal`);
    },
    JSXAttribute({ name, value }) {
      if (SHOWN_ATTRIBUTES.has(String(name.name))) showAll(value);
    },
    JSXElement({ openingElement: { name }, children }) {
      if (name.type !== "JSXIdentifier" || !AS_IT_IS.has(name.name)) showChildren(children);
    },
    JSXFragment({ children }) {
      showChildren(children);
    },
  }).visit(parseSync(file, source).program);
  return uses;
}

const uses = globSync("**/*.{ts,tsx}", { cwd: WEB, exclude: ["language/**"] }).map(usesOf);

test("each text of the pages, and of the jobs they list, is in the catalogues, and nothing else is", () => {
  const ofJobs = JOBS.flatMap(({ title, does }) => [title, does]);
  expect([...new Set([...uses.flatMap((one) => one.keys), ...ofJobs])].sort()).toEqual([...keys].sort());
});

test("the pages show no text that is in no catalogue", () => {
  expect(uses.flatMap(({ bare }) => bare)).toEqual([]);
});

/** What a translation keeps: its values, whether it counts, and the spaces at its ends. */
const formOf = (text: string) => ({
  values: [...new Set(text.match(/\{\w+\}/g))].sort(),
  counts: text.includes(" | "),
  ends: [text.startsWith(" "), text.endsWith(" ")],
  isEmpty: text.trim() === "",
});

test.each(catalogues)("$code has every text, in order and in its form", ({ texts }) => {
  expect(Object.keys(texts)).toEqual(keys.toSorted());
  for (const [english, text] of Object.entries(texts)) expect(formOf(text), english).toEqual(formOf(english));
});

test("French calls the reader vous", () => {
  const { texts = {} } = catalogues.find(({ code }) => code === "fr") ?? {};
  expect(Object.values(texts).filter((text) => /\b(ton|ta|toi|Choisis)\b/i.test(text))).toEqual([]);
});
