import { useLocation } from "preact-iso";
import { useTexts } from "../texts/language";
import { failureText } from "../parts/reasons";
import { Heading } from "../parts/resource-page";
import { addressOf, Pages, PAGE_SIZE } from "../parts/pages";
import { useAccount, useQuery, useScope } from "../service/hooks";
import { SendForm } from "./form";
import { unconfirmedSendsOf, acceptedSendsOf, type AcceptedSend } from "./stored-sends";
import { useState } from "preact/hooks";
import type { Message, MessageStatus, Recado, SendResult } from "../../../../client";
import { DataTable } from "../../../design/data-table";
import { phoneText } from "../../../../messaging/phone-text";
import { State } from "../parts/state";
import { CancelBatch } from "../parts/cancel-batch";
import { Scheduled, Status } from "../parts/status";

const BASE_PATH = "/console/send";
const POLL_MS = 3_000;
/**
 * Polling interval in milliseconds for a send of more than `MANY` messages, which needs several requests per
 * poll.
 */
const MANY_POLL_MS = 15_000;
const MANY = 100;

export function SendPage() {
  const { t } = useTexts();
  const { account } = useAccount();
  const { query, route } = useLocation();
  const accepted = acceptedSendsOf(account.id);
  const sent = query.sent === undefined ? undefined : accepted.get(query.sent);
  if (sent) return <Outcome key={sent.key} sent={sent} />;
  return (
    <>
      <Heading name={t.send.title} />
      <SendForm
        unconfirmed={unconfirmedSendsOf(account.id, () => Date.now())}
        onSent={(done) => {
          accepted.set(done.key, done);
          route(addressOf(BASE_PATH, { sent: done.key }));
        }}
      />
    </>
  );
}

function Outcome({ sent }: { sent: AcceptedSend }) {
  const { t, format } = useTexts();
  const canRead = useScope("messages:read");
  const [page, setPage] = useState(1);
  const { results } = sent;
  const result = useQuery(
    sent.key,
    async (recado) => (canRead ? latestOf(recado, sent) : new Map<string, Message>()),
    { everyMs: !canRead ? null : results.length > MANY ? MANY_POLL_MS : POLL_MS },
  );
  const latest = result.value ?? new Map<string, Message>();
  const counts = new Map<MessageStatus, number>();
  for (const { message_id, status } of results) {
    const now = latest.get(message_id)?.status ?? status;
    counts.set(now, (counts.get(now) ?? 0) + 1);
  }
  const accepted = results.filter(({ status }) => status === "pending").length;
  const isSandbox = [...latest.values()].some(({ carrier }) => carrier === "sandbox");
  const shown = results.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return (
    <>
      <Heading name={t.send.sent(format.number(accepted), accepted === 1)} takesFocus />
      <p class="tally mb-4 flex flex-wrap gap-x-5 gap-y-1" aria-live="polite">
        {[...counts].map(([status, count]) => (
          <span key={status}>
            <Status status={status} /> <strong>{format.number(count)}</strong>
          </span>
        ))}
      </p>
      {isSandbox && <p class="hint mb-4">{t.settings.senders.sandbox}.</p>}
      <State result={result} />
      {(counts.get("pending") ?? 0) > 0 && <CancelBatch batchId={sent.batchId} onDone={result.refetch} />}
      <Recipients results={shown} latest={latest} />
      <Pages
        page={page}
        of={{ data: shown, pagination: { has_more: page * PAGE_SIZE < results.length } }}
        onPage={setPage}
      />
      <div class="choices">
        <a class="btn btn-primary" href={BASE_PATH}>
          {t.send.another}
        </a>
        {canRead && (
          <a class="btn" href="/console/messages">
            {t.messages.back}
          </a>
        )}
      </div>
    </>
  );
}

interface RecipientsProps {
  /** Results that the service returned for this send, one per recipient. */
  results: readonly SendResult[];
  /** Messages by id, as the latest poll returned them. */
  latest: ReadonlyMap<string, Message>;
}

/** Lists the recipients of a send with the status and the price of each message. */
function Recipients({ results, latest }: RecipientsProps) {
  const localization = useTexts();
  const { t, format } = localization;
  const { route } = useLocation();
  const canRead = useScope("messages:read");
  return (
    <DataTable<SendResult>
      label={t.send.outcome}
      rows={results}
      idOf={({ message_id }) => message_id}
      {...(canRead
        ? { onOpen: ({ message_id }: SendResult) => route(`/console/messages/${message_id}`) }
        : {})}
      columns={[
        {
          name: t.messages.recipient,
          isTitle: true,
          cell({ message_id, to }) {
            const number = to === null ? t.conversation.numberErased : phoneText(to);
            return canRead ? (
              <a href={`/console/messages/${message_id}`} class="phone font-[550] hover:underline">
                {number}
              </a>
            ) : (
              <span class="phone">{number}</span>
            );
          },
        },
        {
          name: t.messages.status,
          cell(first) {
            const now = latest.get(first.message_id) ?? first;
            const { error, block_reason: blockReason } = now;
            const reason = error?.code ?? blockReason;
            return (
              <div class="min-w-0">
                <Status status={now.status} />
                <Scheduled of={now} />
                {reason !== null && (
                  <p class="hint">{failureText(reason, error?.message ?? null, localization)}</p>
                )}
              </div>
            );
          },
        },
        {
          name: t.messages.price,
          isNumber: true,
          cell({ message_id }) {
            const now = latest.get(message_id);
            return now && (now.carrier === null ? "—" : format.unitPrice(now.price));
          },
        },
      ]}
    />
  );
}

/** Returns the current messages of an accepted send by their id. */
async function latestOf(recado: Recado, { batchId }: AcceptedSend) {
  const found = new Map<string, Message>();
  for await (const message of recado.messages.list({ batch_id: batchId })) {
    found.set(message.id, message);
  }
  return found;
}
