/** Where each kind of memory has its page. */
export const MEMORY_PLACES = {
  fact: "facts",
  entity: "entities",
  episode: "episodes",
  community: "communities",
} as const;
