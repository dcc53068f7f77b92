import { useState } from "preact/hooks";
import type { Message, MessageStatus, Recado } from "../../../../client";
import { useTexts } from "../texts/language";
import { Heading } from "../parts/heading";
import { Pages, PAGE_SIZE } from "../parts/pages";
import { State } from "../parts/state";
import { Status } from "../parts/status";
import { Table } from "../parts/table";
import { useAccount, useScope } from "../service/signed-in";
import { useQuery } from "../service/use-query";
import type { Sent } from "./memory";
import { failureText } from "./failure-text";

const POLL_MS = 3_000;
/** Polling interval for more than `MANY` messages. It is longer, because each poll needs several requests. */
const MANY_POLL_MS = 15_000;
const MANY = 100;
/** Maximum time between the first and last created message of a send, in milliseconds. */
const WITHIN = 60_000;

export function Outcome({ sent }: { sent: Sent }) {
  const localization = useTexts();
  const { t, format } = localization;
  const { recado } = useAccount();
  const canRead = useScope("messages:read");
  const [page, setPage] = useState(1);
  const { results } = sent;
  const result = useQuery(
    sent.key,
    async (signal) => (canRead ? latestOf(recado, sent, signal) : new Map<string, Message>()),
    { everyMs: !canRead ? null : results.length > MANY ? MANY_POLL_MS : POLL_MS },
  );
  const statusOf = (id: string, first: MessageStatus) => result.value?.get(id)?.status ?? first;
  const counts = new Map<MessageStatus, number>();
  for (const { message_id, status } of results) {
    const now = statusOf(message_id, status);
    counts.set(now, (counts.get(now) ?? 0) + 1);
  }
  const shown = results.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return (
    <>
      <Heading name={t.send.sent(format.number(results.length), results.length === 1)} takesFocus />
      <p class="tally" aria-live="polite">
        {[...counts].map(([status, count]) => (
          <span key={status}>
            <Status status={status} /> {format.number(count)}
          </span>
        ))}
      </p>
      <State result={result} />
      <Table
        label={t.send.outcome}
        columns={[t.messages.recipient, t.messages.status, { name: t.messages.price, isNumber: true }]}
      >
        {shown.map(({ message_id, to, status, error }) => {
          const now = result.value?.get(message_id);
          const fault = now?.error ?? error;
          return (
            <tr key={message_id}>
              <td class="phone">{canRead ? <a href={`/console/messages/${message_id}`}>{to}</a> : to}</td>
              <td>
                <Status status={now?.status ?? status} />
                {fault && <p class="hint">{failureText(fault.code, fault.message, localization)}</p>}
              </td>
              <td class="number">{now && format.unitPrice(now.price)}</td>
            </tr>
          );
        })}
      </Table>
      <Pages
        page={page}
        of={{ data: shown, pagination: { has_more: page * PAGE_SIZE < results.length } }}
        onPage={setPage}
      />
      <div class="choices">
        <a href="/console/send">{t.send.another}</a>
      </div>
    </>
  );
}

/** Returns a send's messages by id. Lists the minute after the first message, in which all were created. */
async function latestOf(recado: Recado, { results }: Sent, signal: AbortSignal) {
  const ids = new Set(results.map(({ message_id }) => message_id));
  const [first] = ids;
  const found = new Map<string, Message>();
  if (first === undefined) return found;
  const one = await recado.messages.get({ message_id: first }, { signal });
  found.set(one.id, one);
  if (ids.size === 1) return found;
  const from = one.created_at;
  const to = new Date(Date.parse(from) + WITHIN).toISOString();
  for await (const message of recado.messages.list({ from, to }, { signal })) {
    if (ids.has(message.id)) found.set(message.id, message);
    if (found.size === ids.size) break;
  }
  return found;
}
