import {
  type Account,
  type Channel,
  type PreviewResult,
  type SendMessagesRequest,
  isRecadoError,
} from "../../../../client";
import { useTexts } from "../texts/language";
import { ConfirmButton } from "../parts/dialog-buttons";
import { phoneText } from "../parts/phone-text";
import { PlaceholderPrice } from "../parts/placeholder-price";
import { senderOf, useSenders } from "../parts/senders";
import { useAccount } from "../service/signed-in";
import { useMutation } from "../service/use-mutation";
import { isScheduled, onlySendable, summaryOf } from "./draft";
import type { intents } from "./intents";
import type { Sent } from "./memory";
import type { Entry } from "./recipients";
import { failureText } from "./failure-text";
import { StepTitle } from "./step-title";
import { FaultText } from "../parts/field";
import { Figures } from "../parts/figures";

const MAX_LISTED = 50;

interface Props {
  /** Serialized request, which identifies the current input. */
  draftKey: string;
  request: SendMessagesRequest;
  /** Channel of the messages; undefined while unknown. */
  channel: Channel | undefined;
  /** Prices of the account; undefined while unknown. */
  prices: Account["prices"] | undefined;
  previews: readonly PreviewResult[];
  entry: Entry;
  intents: ReturnType<typeof intents>;
  onSent(sent: Sent): void;
}

export function ReviewStep({ draftKey, request, channel, prices, previews, entry, intents, onSent }: Props) {
  const localization = useTexts();
  const { t, format } = localization;
  const { recado } = useAccount();
  const { sendable, price, segments, waiting, firstTime, excluded } = summaryOf(previews);
  const sender = senderOf(useSenders().value ?? [], channel ?? "", request.sender_id ?? "");
  const send = useMutation(
    () =>
      intents.perform(
        draftKey,
        () => onlySendable(request, previews),
        async ({ request: sent, key }): Promise<Sent> => {
          const { batch_id: batchId, data } = await recado.messages.send(sent, { idempotencyKey: key });
          return { key, batchId, results: data };
        },
      ),
    onSent,
  );
  const isOne = sendable === 1;
  const isLater = isScheduled(request);
  const isLost =
    intents.isOpen(draftKey) && send.failure !== null && !isRecadoError(send.failure, "rate_limited");
  return (
    <section class="card" aria-label={t.send.ready}>
      <StepTitle number={3}>{t.send.ready}</StepTitle>
      <Figures
        class="sm:grid-cols-4"
        of={[
          [t.menu.messages, format.number(sendable)],
          ...(segments > 0 ? [[t.messages.segments, format.number(segments)] as const] : []),
          [t.campaigns.cost, format.money(price)],
          ...(excluded.length > 0 ? [[t.send.excluded, format.number(excluded.length)] as const] : []),
        ]}
      />
      {sender?.carrier === "sandbox" && <p class="hint">{t.settings.senders.sandbox}.</p>}
      {firstTime !== null && !isLater && (
        <p class="hint">{t.send.waiting(format.number(waiting), waiting === 1, format.planned(firstTime))}</p>
      )}
      <PlaceholderPrice channel={channel} prices={prices} />
      {excluded.length > 0 && (
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
      )}
      <div class="choices">
        <ConfirmButton
          label={isLater ? t.campaigns.schedule.save : t.send.send}
          isFirst
          disabled={sendable === 0}
          action={isLost ? { ...send, failure: null } : send}
        >
          <h2>{(isLater ? t.send.time.confirm : t.send.confirm)(format.number(sendable), isOne)}</h2>
          <p>{(isLater ? t.send.time.confirmCost : t.send.confirmCost)(format.money(price))}</p>
          {excluded.length > 0 && (
            <p>{t.send.confirmExcluded(format.number(excluded.length), excluded.length === 1)}</p>
          )}
          <FaultText of={isLost ? t.send.lost : null} />
        </ConfirmButton>
      </div>
    </section>
  );
}
