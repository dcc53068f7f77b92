import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import { limits } from "../../../../../generated/server/values";
import { EnteredFilter, EntryForm, FilterSelect, PeriodFilter, useFilters } from "../parts/filters";
import { phoneText } from "../../../../messaging/phone-text";
import { useTexts } from "../texts/language";
import type { Consent } from "../../../../client";
import { type Column, DataTable } from "../../../design/data-table";
import { SidePanel } from "../../../design/side-panel";
import { ListHead, Listing } from "../parts/listing";
import { addressOf, slice } from "../parts/pages";
import { useQuery, useScope, useScopedQuery } from "../service/hooks";
import { ConsentChip, ConsentFacts, Scope, Times, useSourceText } from "./facts";
import { FILTERS, toFilter } from "./filters";
import { ConsentDialog } from "./form";
import { useConsentTexts } from "./texts";

interface PhoneProps {
  label: string;
  /** Phone number as typed; empty for no filter. */
  value: string;
  onChange(value: string): void;
}

/** Filters by a phone number. The service accepts it in any usual format. */
function PhoneFilter({ label, value, onChange }: PhoneProps) {
  const { t } = useTexts();
  return (
    <EnteredFilter label={label} shown={phoneText(value)} onRemove={() => onChange("")}>
      <EntryForm
        label={label}
        hint={t.contacts.phoneHint}
        input={{ type: "tel", maxLength: limits.PhoneNumberInput.maxLength }}
        onEnter={(text) => onChange(text.trim())}
      />
    </EnteredFilter>
  );
}

const BASE_PATH = "/console/consents";

/**
 * Shows the account's consents. With the query parameter `new`, opens the form that records a consent for the
 * phone number in the filter.
 */
export function Consents() {
  const { t, format } = useTexts();
  const words = useConsentTexts();
  const { query, route } = useLocation();
  const mayWrite = useScope("consents:write");
  const filtering = useFilters(BASE_PATH, FILTERS);
  const { filters, page } = filtering;
  const [openId, setOpenId] = useState<string | undefined>();
  const contactId = filters.contact;
  const contact = useScopedQuery({
    scope: "contacts:read",
    key: contactId,
    none: null,
    load: async ({ contacts }) => (contactId === "" ? null : contacts.get({ contact_id: contactId })),
  });
  const filtered = contact.isStale ? null : contact.value;
  // If the key lacks the scope, the query succeeds with the value null.
  const isPending = contact.failure === null && (contact.isStale || contact.isLoading);
  const contactName = filtered ? (filtered.name ?? phoneText(filtered.phone)) : isPending ? "…" : contactId;
  const params = { ...toFilter(filters, new Date()), ...slice(page) };
  const result = useQuery(JSON.stringify([contactId, params]), (recado) =>
    contactId === ""
      ? recado.consents.list(params)
      : recado.consents.listContactConsents({ contact_id: contactId, ...slice(page) }),
  );
  const found = result.value;
  const opened = found?.data.find(({ id }) => id === openId);
  const formAddress = addressOf(BASE_PATH, { ...filters, page, new: 1 });
  const close = () => route(addressOf(BASE_PATH, { ...filters, page }), true);
  return (
    <>
      <ListHead
        title={t.menu.consents}
        intro={words.intro}
        action={mayWrite ? { label: words.record, to: formAddress } : null}
      />
      <div class="filter-bar" role="search">
        {contactId === "" ? (
          <>
            <PhoneFilter
              label={t.contacts.phone}
              value={filters.phone}
              onChange={(phone) => filtering.apply({ phone })}
            />
            <FilterSelect of={filtering} name="status" label={words.status} options={words.statuses} />
            <FilterSelect of={filtering} name="purpose" label={t.messages.purpose} options={t.purpose} />
            <FilterSelect of={filtering} name="channel" label={t.messages.channel} options={t.channel} />
            <PeriodFilter of={filtering} label={words.recorded} />
          </>
        ) : (
          <FilterSelect
            of={filtering}
            name="contact"
            label={words.contact}
            options={{ [contactId]: contactName }}
          />
        )}
        {filtering.isFiltered && (
          <a class="link px-1 text-[0.8125rem]" href={filtering.home}>
            {t.filters.clear}
          </a>
        )}
        {found !== null && (
          <p class="hint ms-auto" aria-live="polite">
            {words.count(found.pagination.total, format.number(found.pagination.total))}
          </p>
        )}
      </div>
      {contactId === "" && filters.phone !== "" && <p class="hint">{words.byNumber}</p>}
      <Listing
        result={result}
        of={filtering}
        noMatch={words.noMatch}
        none={words.none}
        nextSteps={[
          ...(mayWrite ? [{ href: formAddress, label: words.record }] : []),
          { href: words.guide, label: words.documentation },
        ]}
      >
        <Table consents={found?.data ?? []} openId={opened?.id} onOpen={setOpenId} />
      </Listing>
      {opened !== undefined && (
        <SidePanel
          key={opened.id}
          label={words.status}
          closeLabel={t.menu.close}
          onClose={() => setOpenId(undefined)}
        >
          <ConsentFacts of={opened} />
        </SidePanel>
      )}
      {mayWrite && query.new !== undefined && !contact.isLoading && (
        <ConsentDialog
          phone={filtered?.phone ?? filters.phone}
          onClose={close}
          onSaved={() => {
            close();
            result.refetch();
          }}
        />
      )}
    </>
  );
}

interface TableProps {
  consents: readonly Consent[];
  openId: string | undefined;
  onOpen(id: string): void;
}

function Table({ consents, openId, onOpen }: TableProps) {
  const { t } = useTexts();
  const words = useConsentTexts();
  const sourceText = useSourceText();
  const columns: readonly Column<Consent>[] = [
    {
      name: t.contacts.phone,
      isTitle: true,
      cell: ({ id, phone }) => (
        <button
          type="button"
          class="phone text-left font-semibold hover:underline"
          onClick={() => onOpen(id)}
        >
          {phone === null ? words.noNumber : phoneText(phone)}
        </button>
      ),
    },
    { name: words.status, onCard: "bare", cell: (consent) => <ConsentChip of={consent} /> },
    { name: words.about, onCard: "text", cell: (consent) => <Scope of={consent} /> },
    { name: words.source, onCard: "bare", cell: ({ source }) => sourceText(source) },
    {
      name: words.evidence,
      onCard: "hidden",
      cell: ({ evidence }) =>
        evidence && (
          <span class="block max-w-48 truncate">{evidence.text ?? evidence.url ?? evidence.ip}</span>
        ),
    },
    { name: t.messages.when, onCard: "bare", class: "when", cell: (consent) => <Times of={consent} /> },
  ];
  return (
    <DataTable
      label={t.menu.consents}
      columns={columns}
      rows={consents}
      idOf={({ id }) => id}
      onOpen={({ id }) => onOpen(id)}
      openId={openId}
    />
  );
}
