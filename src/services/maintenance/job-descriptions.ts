/** What a person reads before they run a job. */
export interface JobDescription {
  title: string;
  does: string;
  /** It asks the language model; with the rule model it does less. */
  asksModel: boolean;
  /** It changes what is remembered; undoing its run takes that back. */
  changesMemory: boolean;
  /** It merges or takes away: it only tells what it would do, unless it is asked to do it. */
  dryRun: boolean;
}

const DESCRIPTIONS: Record<string, JobDescription> = {
  verify: {
    title: "Check what was heard",
    does: "Checks what was heard against its words and what is known, and decides what to believe. Looks for duplicates afterwards.",
    asksModel: true,
    changesMemory: true,
    dryRun: false,
  },
  deduplicate: {
    title: "Find duplicates",
    does: "Finds people and things that may be one. Merges the plain cases, asks you about the others.",
    asksModel: true,
    changesMemory: true,
    dryRun: true,
  },
  "consolidate-types": {
    title: "Tidy names of kinds",
    does: "Gives kinds of things and relations that mean the same one name.",
    asksModel: true,
    changesMemory: true,
    dryRun: true,
  },
  consolidate: {
    title: "Sum up old turns",
    does: "Sums up old turns of little weight. Their summary stands for them in recall; the turns stay.",
    asksModel: true,
    changesMemory: true,
    dryRun: true,
  },
  "adjust-confidence": {
    title: "Weigh facts anew",
    does: "Works out anew how sure each fact is, from its evidence, its age and doubts about it.",
    asksModel: false,
    changesMemory: true,
    dryRun: false,
  },
  "infer-relations": {
    title: "Find what follows",
    does: "Puts what follows from known relations into the review queue.",
    asksModel: false,
    changesMemory: true,
    dryRun: false,
  },
  prune: {
    title: "Put away what faded",
    does: "Puts away what has faded, after a copy of it into the backup folder.",
    asksModel: false,
    changesMemory: true,
    dryRun: true,
  },
  communities: {
    title: "Find topics",
    does: "Finds topics: things that are known and talked of together.",
    asksModel: true,
    changesMemory: true,
    dryRun: false,
  },
  summarise: {
    title: "Describe people and things",
    does: "Sums up what is believed about each person and thing.",
    asksModel: true,
    changesMemory: true,
    dryRun: false,
  },
  "re-embed": {
    title: "Make search vectors",
    does: "Makes search vectors that are missing or of another model.",
    asksModel: false,
    changesMemory: false,
    dryRun: false,
  },
  backup: {
    title: "Back up",
    does: "Writes your whole memory into the backup folder of the service.",
    asksModel: false,
    changesMemory: false,
    dryRun: false,
  },
  report: {
    title: "Daily report",
    does: "Makes the daily report of the last seven days that have none, and of today so far.",
    asksModel: false,
    changesMemory: false,
    dryRun: false,
  },
};

/** A job that is not described is one of a test. */
export function describeJob(name: string): JobDescription {
  return (
    DESCRIPTIONS[name] ?? { title: name, does: "", asksModel: false, changesMemory: false, dryRun: false }
  );
}
