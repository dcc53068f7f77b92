import { useLocation } from "preact-iso";
import { useEffect } from "preact/hooks";
import type { InboundMessage, InboundMessagePage } from "../../../../client";
import { searchOf } from "../contacts/rules";
import { useTexts } from "../language";
import { addressOf, pageIn, Pages } from "../parts/pages";
import { State } from "../parts/state";
import { useAccount } from "../signed-in";
import { type Answer, useAnswer } from "../use-answer";
import type { Texts } from "../texts/en";
import { conversationsOf } from "./conversations";
import { useNames } from "./use-names";

const HERE = "/console/replies";
/** Replies that are looked at for a page of conversations. */
const LOOKED_AT = 100;
const LIVE = 3_000;

export function Replies() {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const { query, route } = useLocation();
  const { search = "", campaign_id = "" } = query;
  const page = pageIn(query);
  const filters = {
    ...(search === "" ? {} : { search }),
    ...(campaign_id === "" ? {} : { campaign_id: [campaign_id] }),
  };
  const params = { ...filters, limit: LOOKED_AT, offset: (page - 1) * LOOKED_AT };
  const answer = useAnswer(JSON.stringify(params), (signal) =>
    recado.inbound.listMessages(params, { signal }),
  );
  useNewest(filters, page === 1 ? answer : null);
  const found = answer.value;
  const conversations = conversationsOf(found?.data ?? []);
  const names = useNames(conversations.flatMap(({ contactId }) => contactId ?? []));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const typed = (new FormData(event.currentTarget as HTMLFormElement).get("search") as string).trim();
    const digits = searchOf(typed);
    // A number is a conversation by itself; words are looked for in what people wrote.
    if (/^\d{8,}$/.test(digits)) route(`${HERE}/${encodeURIComponent(typed)}`);
    else route(addressOf(HERE, { search: typed, campaign_id }));
  };
  return (
    <>
      <h1>{t.replies.title}</h1>
      <form key={`${search} ${campaign_id}`} class="filters" role="search" onSubmit={submit}>
        <label>
          {t.replies.search}
          <input name="search" type="search" minLength={3} maxLength={120} defaultValue={search} />
        </label>
        <button type="submit" class="first">
          {t.messages.apply}
        </button>
        {(search !== "" || campaign_id !== "") && <a href={HERE}>{t.messages.clear}</a>}
      </form>
      {campaign_id !== "" && <p class="hint">{t.replies.ofCampaign(campaign_id)}</p>}
      <State answer={answer} />
      {found !== null && conversations.length === 0 && <p>{t.replies.empty}</p>}
      {conversations.length > 0 && (
        <ul class="rows conversations" aria-label={t.replies.title}>
          {conversations.map(({ number, contactId, latest, count }) => {
            const name = contactId === null ? undefined : names.get(contactId);
            return (
              <li key={number}>
                <a href={`${HERE}/${encodeURIComponent(number)}`}>
                  <strong>{name ?? number}</strong>
                  {name !== undefined && <span class="hint phone"> {number}</span>}
                </a>
                <time class="hint" dateTime={latest.received_at}>
                  {format.instant(latest.received_at)}
                </time>
                <span class="line">{inALine(latest, t)}</span>
                <span class="hint by">
                  {(t.channel as Record<string, string>)[latest.channel] ?? latest.channel}
                  {count > 1 && ` · ${t.replies.count(format.number(count))}`}
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {found !== null && (
        <Pages
          page={page}
          count={found.data.length}
          hasMore={found.pagination.has_more}
          size={LOOKED_AT}
          onPage={(to) => route(addressOf(HERE, { search, campaign_id, page: to }))}
        />
      )}
    </>
  );
}

/**
 * Asks for the list again once there is more. A look at what came since its newest costs the same however many there are;
 * the list itself is counted each time.
 */
function useNewest(filters: object, answer: Answer<InboundMessagePage> | null): void {
  const { recado } = useAccount();
  const newest = answer?.value?.data[0];
  const since = newest === undefined ? {} : { from: newest.received_at };
  const look = useAnswer(
    JSON.stringify([filters, since, answer === null]),
    async (signal) =>
      answer?.value
        ? ((await recado.inbound.listMessages({ ...filters, ...since, limit: 1 }, { signal })).data[0]?.id ??
          null)
        : null,
    { everyMs: answer === null ? null : LIVE },
  );
  useEffect(() => {
    if (look.value !== null && look.value !== newest?.id) answer?.again();
  }, [look.value]);
}

/** What a person said, in a line. */
function inALine({ text, file, location }: InboundMessage, { talk: t }: Texts): string {
  if (file !== null) return file.filename ?? t.file(file.content_type);
  if (location !== null) return t.location(`${location.latitude}, ${location.longitude}`);
  return text ?? t.erased;
}
