import type { ComponentChildren } from "preact";
import { searchOf } from "../parts/filter-values";
import { phoneText } from "../../../../messaging/phone-text";
import { When } from "../parts/when";
import { useQuery, useScopedQuery } from "../service/hooks";
import { useTexts } from "../texts/language";
import { matchesByNumber } from "./conversations";
import { useNames } from "./use-names";

const MAX_PEOPLE = 5;
/** Maximum number of matching inbound messages to load, before they are grouped by phone number. */
const MAX_REPLIES = 50;

interface Props {
  search: string;
  /** Phone numbers that the conversation list already shows, which are left out. */
  shown: ReadonlySet<string>;
  addressOf(number: string): string;
}

/** Lists contacts whose name matches the search, and numbers with an earlier message that matches it. */
export function OtherMatches({ search, shown, addressOf }: Props) {
  const { t } = useTexts();
  const text = searchOf(search);
  const people = useScopedQuery({
    scope: "contacts:read",
    key: `people ${text}`,
    none: [],
    load: async ({ contacts }) => (await contacts.list({ search: text, limit: MAX_PEOPLE })).data,
  });
  const replies = useQuery(`replies ${text}`, async (recado) =>
    matchesByNumber((await recado.inbound.listMessages({ search: text, limit: MAX_REPLIES })).data),
  );
  const others = (people.value ?? []).filter(({ phone }) => !shown.has(phone));
  const earlier = (replies.value ?? []).filter(({ number }) => !shown.has(number));
  const names = useNames(earlier.flatMap(({ contactId }) => contactId ?? []));
  return (
    <div class={people.isStale || replies.isStale ? "outdated" : undefined}>
      {others.length > 0 && (
        <Section title={t.menu.groups.people}>
          {others.map(({ id, name, phone }) => (
            <li key={id}>
              <a class="conversation" href={addressOf(phone)}>
                <strong class="truncate">{name ?? phoneText(phone)}</strong>
                {name !== null && <span class="hint phone">{phoneText(phone)}</span>}
              </a>
            </li>
          ))}
        </Section>
      )}
      {earlier.length > 0 && (
        <Section title={t.replies.earlier}>
          {earlier.map(({ number, contactId, latest }) => (
            <li key={number}>
              <a class="conversation" href={addressOf(number)}>
                <span class="flex items-baseline gap-2">
                  <strong class="min-w-0 grow truncate">
                    {names.get(contactId ?? "") ?? phoneText(number)}
                  </strong>
                  <span class="hint">
                    <When at={latest.received_at} />
                  </span>
                </span>
                <span class="preview">{latest.text}</span>
              </a>
            </li>
          ))}
        </Section>
      )}
    </div>
  );
}

function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <>
      <h3 class="px-4 pt-4 pb-1 text-quiet">{title}</h3>
      <ul class="conversations" aria-label={title}>
        {children}
      </ul>
    </>
  );
}
