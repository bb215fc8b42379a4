/** What the suite needs beside npm packages, and does not find. */
export interface Missing {
  what: string;
  why: string;
}

const NODE_MAJOR_MIN = 24;

export function missing(): Missing[] {
  const major = Number(process.versions.node.split(".")[0]);
  return major >= NODE_MAJOR_MIN
    ? []
    : [{ what: "the service", why: `Node ${NODE_MAJOR_MIN} is needed, this is ${process.versions.node}` }];
}
