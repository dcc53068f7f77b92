import type { Channel } from "../../../../client";
import { useQuery } from "../service/use-query";
import type { Draft } from "./draft";

/**
 * Returns the channel of the draft: its own for a text, otherwise the template's. Returns undefined without a
 * template, or while the template is loading.
 */
export function useChannel({ kind, templateId, channel }: Draft): Channel | undefined {
  const id = kind === "template" ? templateId : "";
  const template = useQuery(`template ${id}`, async (recado, signal) =>
    id === "" ? null : await recado.templates.get({ template_id: id }, { signal }),
  );
  if (kind === "text") return channel;
  return template.isStale ? undefined : template.value?.channel;
}
