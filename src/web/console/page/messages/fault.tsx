import type { Message } from "../../../../client";
import { ErrorDetails } from "../parts/error-details";
import { useTexts } from "../texts/language";

type Faults = Readonly<Record<string, { what: string; todo: string }>>;

/** Explains a message's error and its remedy. Shows the service's text for an unknown error code. */
export function Fault({
  of: { code, message, carrier_code: carrierCode },
}: {
  of: NonNullable<Message["error"]>;
}) {
  const { t } = useTexts();
  const known = (t.faults as Faults)[code];
  return (
    <section class="card refusal">
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
