import type { Recado } from "../../../../client";
import { contentOf } from "./conversion";
import type { TemplateDraft } from "./draft";
import { cardsOf } from "./shown";

/** Ids of the files and templates that a draft refers to. */
interface References {
  files: readonly string[];
  templates: readonly string[];
}

const distinct = (ids: readonly (string | undefined)[]): string[] => [
  ...new Set(ids.flatMap((id) => id || [])),
];

export function referencesOf(draft: TemplateDraft): References {
  const content = contentOf(draft);
  const files =
    content.type === "audio" ? [content.file_id] : cardsOf(content).map(({ media }) => media?.file_id);
  return { files: distinct(files), templates: distinct(draft.follow_ups.map((rule) => rule.template_id)) };
}

/** Returns the names of files and templates by id. Omits files and templates that cannot be read. */
export async function namesOf(
  { files, templates }: References,
  recado: Pick<Recado, "files" | "templates">,
): Promise<ReadonlyMap<string, string>> {
  const nameOf = async (id: string, read: Promise<string | null>): Promise<[string, string][]> => {
    const name = await read.catch(() => null);
    return name === null ? [] : [[id, name]];
  };
  const found = await Promise.all([
    ...files.map((file_id) =>
      nameOf(
        file_id,
        recado.files.get({ file_id }).then(({ filename }) => filename),
      ),
    ),
    ...templates.map((template_id) =>
      nameOf(
        template_id,
        recado.templates.get({ template_id }).then(({ name }) => name),
      ),
    ),
  ]);
  return new Map(found.flat());
}
