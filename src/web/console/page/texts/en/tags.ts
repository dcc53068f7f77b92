export const tags = {
  name: "Tags",
  one: "Tag",
  hint: "Optional. Press Enter after each tag.",
  rule: "Letters without accents, digits, “_”, “.”, “:” and “-”, up to 64 characters. Up to 10 different tags.",
  remove: (tag: string) => `Remove the tag ${tag}`,
  usageHint: "A message counts for each of its tags. Days are in UTC.",
};
