import { ChevronDown, X } from "lucide";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Dropdown } from "../../../design/dropdown";
import { Icon, IconButton } from "../../../design/icon";
import { useTexts } from "../texts/language";
import { handleSubmit, InputField } from "./form";
import { useQuery, useScope, useScopedQuery } from "../service/hooks";
import { FilterChoice, type Filtering, FilterSelect } from "./listing";
import { unlessMissing } from "./resource-page";
import { fromLocal, toLocal } from "./local-time";
import { isInstant, PERIODS } from "./period";

interface Props {
  label: string;
  /** Chosen value, as shown; empty for none. */
  shown: string;
  onRemove(): void;
  /** Form in which the user enters the value. */
  children: ComponentChildren;
}

/** Shows a filter whose value the user enters in a form. */
export function EnteredFilter({ label, shown, onRemove, children }: Props) {
  const { t } = useTexts();
  if (shown !== "") {
    return (
      <span class="filter on">
        <span>{label}:</span>
        <strong>{shown}</strong>
        <IconButton icon={X} label={t.filters.remove(label)} size="xs" iconSize={14} onClick={onRemove} />
      </span>
    );
  }
  const opener = (
    <>
      {label}
      <Icon of={ChevronDown} size={14} />
    </>
  );
  return (
    <Dropdown label={opener} class="filter cursor-pointer">
      <li>{children}</li>
    </Dropdown>
  );
}

interface FormProps {
  label: string;
  hint?: string;
  /** Attributes of the field, such as its type and its maximum length. */
  input: Partial<Omit<Parameters<typeof InputField>[0], "label" | "hint" | "value" | "onValue" | "fault">>;
  onEnter(text: string): void;
  /** Fields above the text field. */
  children?: ComponentChildren;
}

/** Shows the form of a filter with one text field, which is required by default. */
export function EntryForm({ label, hint, input, onEnter, children }: FormProps) {
  const { t } = useTexts();
  const [entered, setEntered] = useState("");
  return (
    <form class="block cursor-auto bg-transparent p-2" onSubmit={handleSubmit(() => onEnter(entered))}>
      {children}
      <InputField
        required
        {...input}
        label={label}
        hint={hint}
        autocomplete="off"
        value={entered}
        onValue={setEntered}
      />
      <button type="submit" class="btn btn-primary btn-sm">
        {t.filters.apply}
      </button>
    </form>
  );
}

/** Maximum number of campaigns or templates offered. The newest are offered. */
const MAX_OFFERED = 50;

interface Named {
  id: string;
  name: string;
}

interface NamedProps<Name extends string> {
  of: Filtering<Name>;
  /** Name of the filter in the query string. */
  name: Name;
  kind: "campaign" | "template";
}

/**
 * Filters by one of the newest campaigns or templates, or by an older one that is already chosen. Shows the
 * id of a deleted campaign or template.
 */
export function NamedFilter<Name extends string>({ of, name, kind }: NamedProps<Name>) {
  const { t } = useTexts();
  const chosen = of.filters[name];
  const found = useScopedQuery({
    scope: `${kind}s:read`,
    key: `${kind}s ${chosen}`,
    none: [],
    async load({ campaigns, templates }) {
      const page = { limit: MAX_OFFERED };
      const data: readonly Named[] =
        kind === "campaign" ? (await campaigns.list(page)).data : (await templates.list(page)).data;
      if (chosen === "" || data.some(({ id }) => id === chosen)) return data;
      const older: PromiseLike<Named> =
        kind === "campaign" ? campaigns.get({ campaign_id: chosen }) : templates.get({ template_id: chosen });
      return data.concat((await unlessMissing(older)) ?? []);
    },
  }).value;
  const names = (found ?? []).map(({ id, name: text }) => [id, text] as const);
  if (names.length === 0 && chosen === "") return null;
  const options: Readonly<Record<string, string>> = {
    ...(found === null ? { [chosen]: "…" } : {}),
    ...Object.fromEntries(names),
  };
  return <FilterSelect of={of} name={name} label={t.palette.kinds[kind]} options={options} />;
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

const OWN = "own";

interface PeriodProps {
  of: Filtering<"period" | "from" | "to">;
  label?: string;
}

/** Filters by a preset period, or by dates or instants that the user enters. */
export function PeriodFilter({ of, label }: PeriodProps) {
  const { t } = useTexts();
  const { period, from, to } = of.filters;
  const [isOwn, setOwn] = useState(false);
  const hasDates = from !== "" || to !== "";
  const showsDates = period === "" && (hasDates || isOwn);
  const choose = (value: string) => {
    setOwn(value === OWN);
    if (value !== OWN) of.apply({ period: value, from: "", to: "" });
    else if (period !== "") of.apply({ period: "" });
  };
  const names = Object.keys(PERIODS) as (keyof typeof PERIODS)[];
  const options = Object.fromEntries([
    ...names.map((name) => [name, t.messages.periods[name]]),
    [OWN, t.messages.periods.own],
  ]) as Record<string, string>;
  return (
    <>
      <FilterChoice
        label={label ?? t.messages.period}
        options={options}
        value={showsDates ? OWN : period}
        onChoose={choose}
      />
      {showsDates &&
        (["from", "to"] as const).map((name) => (
          <label key={name} class="inline-flex items-center gap-1.5 text-[0.8125rem]">
            {t.messages[name]}
            {isInstant(of.filters[name]) ? (
              <input
                type="datetime-local"
                value={toLocal(new Date(of.filters[name]))}
                onChange={({ currentTarget }) => of.apply({ [name]: fromLocal(currentTarget.value) ?? "" })}
              />
            ) : (
              <input
                type="date"
                value={of.filters[name]}
                onChange={({ currentTarget }) => of.apply({ [name]: currentTarget.value })}
              />
            )}
          </label>
        ))}
    </>
  );
}
