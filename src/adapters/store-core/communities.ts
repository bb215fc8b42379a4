/** A turn that names more things than this is a list: it joins none of them. */
export const MENTIONED_MAX = 12;
