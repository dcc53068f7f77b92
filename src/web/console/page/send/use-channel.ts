import type { Channel } from "../../../../client";
import { useQuery } from "../service/use-query";
import type { Draft } from "./draft";

/** Returns the draft's channel or its template's; undefined without a template, or while it is loading. */
export function useChannel({ kind, templateId, channel }: Draft): Channel | undefined {
  const id = kind === "template" ? templateId : "";
  const template = useQuery(`template ${id}`, async (recado) =>
    id === "" ? null : await recado.templates.get({ template_id: id }),
  );
  if (kind === "text") return channel;
  return template.isStale ? undefined : template.value?.channel;
}
