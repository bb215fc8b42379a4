import { scriptedModel } from "../service/scripted-model.ts";

/** For suites that store what was said and search it: nothing is asked of a model. */
export const noModel = () => scriptedModel({ reply: () => "", extract: () => ({ turns: [] }) });
