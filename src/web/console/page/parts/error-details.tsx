import type { MessageError } from "../../../../client";
import { useTexts } from "../texts/language";
import { errorDetailsOf, faultOf, isCarrierText } from "./reasons";

/** Shows what an error's code does not say, such as the missing variables; nothing if it says all. */
export function ErrorDetails({ of }: { of: { code: string; message: string } }) {
  const details = errorDetailsOf(of, useTexts());
  if (details === null) return null;
  // An empty `lang` means an unknown language. Preact cannot remove `lang` from an element, so the key makes
  // Preact replace the element.
  return (
    <div key={details} class="hint" {...(isCarrierText(of) && { lang: "" })}>
      {details}
    </div>
  );
}

/** Explains a message's error and its remedy. For an unknown code, shows the service's text. */
export function ErrorExplanation({ of, class: own }: { of: MessageError; class?: string }) {
  const { t } = useTexts();
  const known = faultOf(of, t);
  return (
    <>
      <p class={own}>{known?.what ?? of.message}</p>
      {known && <p>{known.todo}</p>}
      {known && <ErrorDetails of={of} />}
      <ErrorCodes of={of} />
    </>
  );
}

/** Shows the service's code of a message's error, and the carrier's code if there is one. */
function ErrorCodes({ of: { code, carrier_code: carrierCode } }: { of: MessageError }) {
  return (
    <p class="hint">
      <code>{code}</code>
      {carrierCode !== null && (
        <>
          {" · "}
          <code>{carrierCode}</code>
        </>
      )}
    </p>
  );
}
