/** Groups neighbouring items, keeping their order: each joins the last group if `fits` accepts the result. */
export function inGroups<T>(items: readonly T[], fits: (group: readonly T[]) => boolean): T[][] {
  const groups: T[][] = [];
  for (const item of items) {
    const group = groups.at(-1);
    if (group !== undefined && fits([...group, item])) group.push(item);
    else groups.push([item]);
  }
  return groups;
}
