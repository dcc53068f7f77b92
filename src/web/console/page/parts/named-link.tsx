import { useScope } from "../service/signed-in";
import { useQuery } from "../service/use-query";

/** Links to a campaign or template by its name, or by its id if the name cannot be read. */
export function NamedLink({ kind, id }: { kind: "campaign" | "template"; id: string }) {
  const mayRead = useScope(`${kind}s:read`);
  const { value, isLoading, failure } = useQuery(`${kind} ${id} ${mayRead}`, async (recado) => {
    if (!mayRead) return null;
    const found =
      kind === "campaign"
        ? await recado.campaigns.get({ campaign_id: id })
        : await recado.templates.get({ template_id: id });
    return found.name;
  });
  if (isLoading && value === null && failure === null) return <>…</>;
  return <a href={`/console/${kind}s/${id}`}>{value ?? id}</a>;
}
