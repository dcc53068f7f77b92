import type { PreviewResult, SendMessagesRequest } from "../../../../client";
import { isRecadoError } from "../../../../client";
import { useTexts } from "../texts/language";
import { ConfirmButton } from "../parts/confirm-button";
import { useAccount } from "../service/signed-in";
import { useMutation } from "../service/use-mutation";
import { onlyGoing, summaryOf } from "./draft";
import type { intents } from "./intents";
import type { Sent } from "./memory";
import type { Entry } from "./recipients";
import { failureText } from "./failure-text";

/** Those who get nothing that are told one by one. */
const MAX_LISTED = 50;

interface Props {
  /** Stands for what the form says. */
  wanted: string;
  request: SendMessagesRequest;
  previews: readonly PreviewResult[];
  entry: Entry;
  intents: ReturnType<typeof intents>;
  onSent(sent: Sent): void;
}

/** What sending comes to, who gets nothing and why, and the button that does it. */
export function ReviewStep({ wanted, request, previews, entry, intents, onSent }: Props) {
  const said = useTexts();
  const { t, format } = said;
  const { recado } = useAccount();
  const { going, price, segments, staying } = summaryOf(previews);
  const send = useMutation(
    async () => {
      const intent = intents.of(wanted, () => onlyGoing(request, previews));
      try {
        const { data } = await recado.messages.send(intent.request, { idempotencyKey: intent.key });
        intents.settle(wanted);
        return { key: intent.key, results: data };
      } catch (failure) {
        // A refusal is an outcome; where there was none, the messages may be out.
        if (isRecadoError(failure) && failure.status < 500) intents.settle(wanted);
        throw failure;
      }
    },
    (sent: Sent) => onSent(sent),
  );
  const isOne = going === 1;
  const isLost = intents.isOpen(wanted) && send.failure !== null;
  return (
    <section class="card" aria-label={t.send.ready}>
      <h2>{t.send.ready}</h2>
      <dl class="figures">
        <div>
          <dt>{t.send.goes}</dt>
          <dd>{format.number(going)}</dd>
        </div>
        {segments > 0 && (
          <div>
            <dt>{t.messages.segments}</dt>
            <dd>{format.number(segments)}</dd>
          </div>
        )}
        <div>
          <dt>{t.send.cost}</dt>
          <dd>{format.money(price)}</dd>
        </div>
        {staying.length > 0 && (
          <div>
            <dt>{t.send.stays}</dt>
            <dd>{format.number(staying.length)}</dd>
          </div>
        )}
      </dl>
      {staying.length > 0 && (
        <details open={staying.length <= 5}>
          <summary>{t.send.whoStays}</summary>
          <ul class="rows">
            {staying.slice(0, MAX_LISTED).map(({ index, to, reason, message }) => (
              <li key={index}>
                <span class="phone">{to}</span>{" "}
                <span class="hint">{t.send.line(entry.people[index]?.line ?? 0)}</span>
                <br />
                {failureText(reason, message, said)}
              </li>
            ))}
          </ul>
          {staying.length > MAX_LISTED && (
            <p>{t.send.moreFaults(format.number(staying.length - MAX_LISTED))}</p>
          )}
        </details>
      )}
      <div class="choices">
        <ConfirmButton
          label={t.send.send}
          isFirst
          disabled={going === 0}
          action={isLost ? { ...send, failure: null } : send}
        >
          <h2>{t.send.confirm(format.number(going), isOne)}</h2>
          <p>{t.send.confirmCost(format.money(price))}</p>
          {staying.length > 0 && (
            <p>{t.send.confirmStays(format.number(staying.length), staying.length === 1)}</p>
          )}
          {isLost && (
            <p role="alert" class="refusal">
              {t.send.lost}
            </p>
          )}
        </ConfirmButton>
      </div>
    </section>
  );
}
