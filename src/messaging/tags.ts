import { unprocessable } from "../platform/problem";

/** Returns the tags of a request. Throws 422 with the field of each repeated tag, such as `tags[2]`. */
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
