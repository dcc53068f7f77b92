import type { ComponentChildren } from "preact";
import { CopyButton } from "../../../design/copy-button";
import { useQuery, useScope } from "../service/hooks";
import { useTexts } from "../texts/language";

interface FactProps {
  name: string;
  /** Whether the value is below its name. */
  isLong?: boolean;
  children: ComponentChildren;
}

/** Renders a name and a value in a `dl`, or nothing if the value is null. */
export function Fact({ name, isLong = false, children }: FactProps) {
  if (children === null) return null;
  return (
    <div class={isLong ? "long" : undefined}>
      <dt class="truncate" title={name}>
        {name}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

/**
 * Renders a name and a value, or nothing if the value is null. In most lists, the value is below the name.
 */
export function Pair({ name, children }: Pick<FactProps, "name" | "children">) {
  if (children === null) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Renders a fact, such as an id, with a button that copies it. Renders nothing for null. */
export function CopiedFact({ name, value }: { name: string; value: string | null }) {
  if (value === null) return null;
  return (
    <Fact name={name} isLong>
      <code class="text-[0.71875rem]">{value}</code> <Copy value={value} name={name} />
    </Fact>
  );
}

export function Copy({ value, name }: { value: string; name: string }) {
  const { t } = useTexts();
  return <CopyButton value={value} label={t.messages.copy(name)} copiedLabel={t.settings.copied} />;
}

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
