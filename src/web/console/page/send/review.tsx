import { useState } from "preact/hooks";
import {
  type Account,
  type Channel,
  type PreviewResult,
  type Sender,
  type SendMessagesRequest,
  isRecadoError,
} from "../../../../client";
import { useTexts } from "../texts/language";
import { failureText } from "../parts/reasons";
import { ConfirmButton } from "../parts/dialog-buttons";
import { phoneText } from "../../../../messaging/phone-text";
import { PlaceholderPrice } from "../parts/placeholder-price";
import { senderOf } from "../parts/senders";
import { useMutation } from "../service/hooks";
import { isScheduled, onlySendable, summaryOf } from "./draft";
import type { unconfirmedSends } from "./unconfirmed-sends";
import type { AcceptedSend } from "./stored-sends";
import type { Entry } from "./recipients";
import { StepTitle } from "./step-title";
import { FaultText } from "../parts/form";
import { Figures } from "../parts/figures";

const MAX_LISTED = 50;

interface Props {
  /** Hash of the request, by which a started send is stored. */
  draftKey: string;
  request: SendMessagesRequest;
  /** Channel of the messages; undefined while loading. */
  channel: Channel | undefined;
  /** Prices of the account; undefined while loading. */
  prices: Account["prices"] | undefined;
  senders: readonly Sender[];
  previews: readonly PreviewResult[];
  entry: Entry;
  unconfirmed: ReturnType<typeof unconfirmedSends>;
  onSent(sent: AcceptedSend): void;
  /** Called if the user retries a send with an idempotency key that is too old; nothing is sent then. */
  onTooOld(): void;
}

export function ReviewStep({
  draftKey,
  request,
  channel,
  prices,
  senders,
  previews,
  entry,
  unconfirmed,
  onSent,
  onTooOld,
}: Props) {
  const { t, format } = useTexts();
  const summary = summaryOf(previews, request);
  const sender = senderOf(senders, channel ?? "", request.sender_id ?? "");
  const [isAsking, setAsking] = useState(false);
  const earlier = unconfirmed.find(draftKey);
  const send = useMutation(
    async (recado): Promise<AcceptedSend | null> => {
      // The page may have offered the retry before the idempotency key became too old.
      if (earlier !== undefined && unconfirmed.find(draftKey) === undefined) return null;
      return unconfirmed.perform(
        draftKey,
        () => onlySendable(request, previews),
        async ({ request: sent, key }) => {
          // Without retries by the client, `perform` sees the failure of every request.
          const once = { idempotencyKey: key, maxRetries: 0 };
          const { batch_id: batchId, data } = await recado.messages.send(sent, once);
          return { key, batchId, results: data };
        },
      );
    },
    (sent) => (sent === null ? onTooOld() : onSent(sent)),
  );
  // A retry repeats the request of the first attempt, so the current preview does not count.
  const count = earlier?.request.recipients.length ?? summary.sendable;
  const isLater = isScheduled(request);
  const isLost = earlier !== undefined && !send.busy && !isRecadoError(send.failure, "rate_limited");
  return (
    <section class="card" aria-label={t.send.ready}>
      <StepTitle number={3}>{t.send.ready}</StepTitle>
      {isLost ? (
        <>
          <Figures of={[[t.menu.messages, format.number(count)]]} />
          <FaultText of={isAsking ? null : t.send.lost} />
        </>
      ) : (
        <>
          <ReviewFigures summary={summary} isSandbox={sender?.carrier === "sandbox"} />
          <PlaceholderPrice channel={channel} prices={prices} />
          {summary.excluded.length > 0 && <ExcludedList excluded={summary.excluded} entry={entry} />}
        </>
      )}
      <div class="choices">
        <ConfirmButton
          label={isLater ? t.campaigns.schedule.save : t.menu.send}
          isFirst
          disabled={count === 0}
          onOpen={setAsking}
          action={isLost ? { ...send, failure: null } : send}
        >
          <h2>{(isLater ? t.send.time.confirm : t.send.confirm)(format.number(count), count === 1)}</h2>
          {isLost ? <FaultText of={t.send.lost} /> : <SendConfirmation summary={summary} isLater={isLater} />}
        </ConfirmButton>
      </div>
    </section>
  );
}

type Summary = ReturnType<typeof summaryOf>;

/** Shows how many messages are sent, what they cost, and how many of them wait. */
function ReviewFigures({ summary, isSandbox }: { summary: Summary; isSandbox: boolean }) {
  const { t, format } = useTexts();
  const { sendable, price, segments, waiting, firstWaiting, excluded } = summary;
  return (
    <>
      <Figures
        class="sm:grid-cols-4"
        of={[
          [t.menu.messages, format.number(sendable)],
          ...(segments > 0 ? [[t.messages.segments, format.number(segments)] as const] : []),
          [t.campaigns.cost, format.money(price)],
          ...(excluded.length > 0 ? [[t.rates.notSentName, format.number(excluded.length)] as const] : []),
        ]}
      />
      {isSandbox && <p class="hint">{t.settings.senders.sandbox}.</p>}
      {firstWaiting !== null && (
        <p class="hint">
          {t.send.waiting(format.number(waiting), waiting === 1, format.planned(firstWaiting))}
        </p>
      )}
    </>
  );
}

/** Lists the recipients who get no message, with the line of each in the input and the reason. */
function ExcludedList({ excluded, entry }: Pick<Summary, "excluded"> & Pick<Props, "entry">) {
  const localization = useTexts();
  const { t, format } = localization;
  return (
    <details open={excluded.length <= 5}>
      <summary>{t.send.excludedTitle}</summary>
      <ul class="rows">
        {excluded.slice(0, MAX_LISTED).map(({ index, to, reason, message }) => (
          <li key={index}>
            <span class="phone">{phoneText(to)}</span>{" "}
            <span class="hint">{t.send.line(entry.people[index]?.line ?? 0)}</span>
            <br />
            {failureText(reason, message, localization)}
          </li>
        ))}
      </ul>
      {excluded.length > MAX_LISTED && (
        <p>{t.contacts.andMore(format.number(excluded.length - MAX_LISTED))}</p>
      )}
    </details>
  );
}

/** Says in the confirmation dialog when the messages are sent, what they cost, and who is left out. */
function SendConfirmation({ summary, isLater }: { summary: Summary; isLater: boolean }) {
  const { t, format } = useTexts();
  const { price, firstTime, excluded } = summary;
  return (
    <>
      {isLater && firstTime !== null && <p>{t.campaigns.firstAt(format.planned(firstTime))}</p>}
      <p>{(isLater ? t.send.time.confirmCost : t.send.confirmCost)(format.money(price))}</p>
      {excluded.length > 0 && (
        <p>{t.send.confirmExcluded(format.number(excluded.length), excluded.length === 1)}</p>
      )}
    </>
  );
}
