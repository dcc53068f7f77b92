import type { Message } from "../../../../client";
import { ErrorDetails } from "../parts/error-details";
import { blockText } from "../parts/reasons";
import { useTexts } from "../texts/language";

/** Statuses with a red mark; messages with other statuses did not reach the recipient, which is amber. */
const RED: ReadonlySet<string> = new Set(["failed", "error"]);

type Faults = Readonly<Record<string, { what: string; todo: string }>>;

/** Explains why a message did not arrive, and the remedy. An unknown error code has the service's text. */
export function Fault({ of: { error, status, block_reason: blockReason } }: { of: Message }) {
  const { t } = useTexts();
  const box = RED.has(status) ? "card banner" : "card banner mild";
  if (error === null) {
    return blockReason !== null ? (
      <section class={box}>
        <h2>{t.messages.error}</h2>
        <p>{blockText(blockReason, t)}</p>
      </section>
    ) : null;
  }
  const { code, message, carrier_code: carrierCode } = error;
  const known = (t.faults as Faults)[code];
  return (
    <section class={box}>
      <h2>{t.messages.error}</h2>
      <p>{known?.what ?? message}</p>
      {known && <p>{known.todo}</p>}
      {known && <ErrorDetails of={{ code, message }} />}
      <p class="hint">
        <code>{code}</code>
        {carrierCode !== null && (
          <>
            {" · "}
            <code>{carrierCode}</code>
          </>
        )}
      </p>
    </section>
  );
}
