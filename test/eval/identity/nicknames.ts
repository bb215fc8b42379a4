import { mayBeNickname } from "../../../src/domain/belief/nicknames.ts";
import { dataFiles, readLines } from "../files.ts";
import { share, type Measure } from "../stats/measure.ts";
import { resultOf, type Suite } from "../suite.ts";

interface NamePair {
  a: string;
  b: string;
  /** 1: one is a short form of the other. */
  label: 0 | 1;
}

interface JudgedPair {
  id: string;
  isNickname: boolean;
  said: boolean;
}

/** Pairs of given names; the false ones begin with the same letter. */
export const nicknames: Suite = {
  about: "pairs of given names: may they be one person's?",
  extracts: false,
  async run({ data }) {
    const files = dataFiles(data, /^nicknames.*\.jsonl$/);
    const pairs = files.flatMap((file) => readLines<NamePair>(file));
    const items = pairs.map(({ a, b, label }): JudgedPair => ({
      id: `${a}/${b}`,
      isNickname: label === 1,
      said: mayBeNickname(a, b),
    }));
    return resultOf(items, MEASURES);
  },
};

const MEASURES: Measure<JudgedPair>[] = [
  share("precision", "more", ({ isNickname, said }) => (said ? [Number(isNickname), 1] : null)),
  share("recall", "more", ({ isNickname, said }) => (isNickname ? [Number(said), 1] : null)),
  // 2 tp / (2 tp + fp + fn): each pair that was said or is true counts once per side.
  share("f1", "more", ({ isNickname, said }) =>
    isNickname || said ? [2 * Number(isNickname && said), Number(isNickname) + Number(said)] : null,
  ),
];
