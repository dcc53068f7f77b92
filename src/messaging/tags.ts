import { unprocessable } from "../platform/problem";

/** Returns the tags of a request. Throws 422 if a tag is repeated, with each repetition as a field. */
export function distinctTags(tags: readonly string[] = []): readonly string[] {
  const repeated = tags.flatMap((tag, index) => (tags.indexOf(tag) < index ? [index] : []));
  if (repeated.length === 0) return tags;
  throw unprocessable(
    "The tags are not distinct",
    repeated.map((index) => ({
      field: `tags[${index}]`,
      message: "occurs more than once; give each tag once",
    })),
  );
}
