/** Neighbouring items in groups, in their order: each joins the last group if `fits` says that they may stand together. */
export function inGroups<T>(items: readonly T[], fits: (group: readonly T[]) => boolean): T[][] {
  const groups: T[][] = [];
  for (const item of items) {
    const group = groups.at(-1);
    if (group !== undefined && fits([...group, item])) group.push(item);
    else groups.push([item]);
  }
  return groups;
}
