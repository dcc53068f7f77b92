import type { ComponentChildren } from "preact";
import type { Message } from "../../../../client";
import { useTexts } from "../texts/language";
import { State } from "../parts/state";
import { Status } from "../parts/status";
import { useAccount } from "../service/signed-in";
import { type QueryResult, useQuery } from "../service/use-query";
import { contentSummary } from "./content-summary";

const POLL_MS = 10_000;
const MAX_ITEMS = 100;
/** Maximum delay of a follow-up after its message, in days. */
const MAX_DELAY_DAYS = 14;

const daysAfter = (timestamp: string, days: number) =>
  new Date(Date.parse(timestamp) + days * 86_400_000).toISOString();

export function FollowUps({ of: { id, created_at: created }, to }: { of: Message; to: string }) {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const result = useQuery(
    `follow-ups ${id}`,
    async (signal) => {
      const window = { from: created, to: daysAfter(created, MAX_DELAY_DAYS) };
      const { data } = await recado.messages.list(
        { recipient: [to], ...window, limit: MAX_ITEMS },
        { signal },
      );
      return data.filter((message) => message.parent_message_id === id);
    },
    { everyMs: POLL_MS },
  );
  return (
    <Related title={t.messages.followUps} result={result} empty={t.messages.noFollowUps}>
      {(result.value ?? []).map((message) => (
        <li key={message.id}>
          <a href={`/console/messages/${message.id}`}>{format.instant(message.created_at)}</a>{" "}
          {(t.channel as Record<string, string>)[message.channel] ?? message.channel}{" "}
          <Status status={message.status} />
          <p class="line hint">{contentSummary(message.content, t)}</p>
        </li>
      ))}
    </Related>
  );
}

export function Replies({ to: id }: { to: string }) {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const result = useQuery(
    `replies ${id}`,
    async (signal) => {
      const params = { paired_message_id: [id], limit: MAX_ITEMS };
      return (await recado.inbound.listMessages(params, { signal })).data;
    },
    { everyMs: POLL_MS },
  );
  return (
    <Related title={t.messages.replies} result={result} empty={t.messages.noReplies}>
      {(result.value ?? []).map((reply) => (
        <li key={reply.id}>
          <time dateTime={reply.received_at}>{format.instant(reply.received_at)}</time>
          <p class="reply">{reply.text ?? t.messages.noText}</p>
        </li>
      ))}
    </Related>
  );
}

interface RelatedProps {
  title: string;
  result: QueryResult<readonly unknown[]>;
  empty: string;
  children: ComponentChildren;
}

function Related({ title, result, empty, children }: RelatedProps) {
  const isEmpty = result.value?.length === 0;
  return (
    <section class="card">
      <h2>{title}</h2>
      <State result={result} />
      {isEmpty && <p class="hint">{empty}</p>}
      {result.value !== null && !isEmpty && <ul class="rows">{children}</ul>}
    </section>
  );
}
