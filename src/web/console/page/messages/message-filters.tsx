import {
  EnteredFilter,
  EntryForm,
  FilterBar,
  type Filtering,
  FilterSelect,
  NamedFilter,
  PeriodFilter,
} from "../parts/filters";
import { MAX_TAG_LENGTH, TAG_PATTERN } from "../parts/tags";
import { useTexts, wordFor } from "../texts/language";
import { enums } from "../../../../../generated/server/values";
import { ARRIVED, FAILURES, NOT_SENT } from "../parts/outcomes";
import { phoneText } from "../../../../messaging/phone-text";
import { useSenders } from "../parts/senders";
import type { FILTERS } from "./filters";

interface TagProps {
  /** Tag to filter by; empty for none. */
  value: string;
  onChange(value: string): void;
}

function TagFilter({ value, onChange }: TagProps) {
  const { t } = useTexts();
  const input = { pattern: TAG_PATTERN, maxLength: MAX_TAG_LENGTH, title: t.tags.rule };
  return (
    <EnteredFilter label={t.tags.one} shown={value} onRemove={() => onChange("")}>
      <EntryForm label={t.tags.one} input={input} onEnter={onChange} />
    </EnteredFilter>
  );
}

interface Props {
  of: Filtering<(typeof FILTERS)[number]>;
}

export function MessageFilters({ of }: Props) {
  const { t } = useTexts();
  const { filters } = of;
  const reasons = Object.fromEntries(
    Object.keys(t.faults).map((code) => [code, wordFor(t.send.reasons, code)]),
  );
  const blockReasons = Object.fromEntries(enums.BlockReason.map((code) => [code, t.send.reasons[code]]));
  const statuses = {
    [FAILURES.join(",")]: t.messages.anyFailure,
    [ARRIVED.join(",")]: t.messages.arrived,
    [NOT_SENT.join(",")]: t.messages.notSent,
    ...t.status,
  };
  return (
    <FilterBar
      of={of}
      label={t.messages.search}
      more={
        <>
          <FilterSelect of={of} name="purpose" label={t.messages.purpose} options={t.purpose} />
          <FilterSelect of={of} name="block" label={t.messages.blockReason} options={blockReasons} />
          <NamedFilter of={of} name="campaign" kind="campaign" />
          <NamedFilter of={of} name="template" kind="template" />
          <SenderFilter of={of} />
          <TagFilter value={filters.tag} onChange={(tag) => of.apply({ tag })} />
        </>
      }
    >
      <FilterSelect of={of} name="status" label={t.messages.status} options={statuses} />
      <FilterSelect of={of} name="reason" label={t.messages.reason} options={reasons} />
      <FilterSelect of={of} name="channel" label={t.messages.channel} options={t.channel} />
      <PeriodFilter of={of} />
      {filters.batch !== "" && (
        <FilterSelect
          of={of}
          name="batch"
          label={t.messages.batch}
          options={{ [filters.batch]: t.messages.oneBatch }}
        />
      )}
    </FilterBar>
  );
}

/** Filters by sender. Hidden if there are fewer than two senders and none is chosen. */
function SenderFilter({ of }: Props) {
  const { t } = useTexts();
  const senders = useSenders().value ?? [];
  const options = Object.fromEntries(
    senders.map(({ id, address, channel }) => [id, `${phoneText(address)} (${wordFor(t.channel, channel)})`]),
  ) as Record<string, string>;
  if (senders.length < 2 && of.filters.sender === "") return null;
  return <FilterSelect of={of} name="sender" label={t.messages.sender} options={options} />;
}
