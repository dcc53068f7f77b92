import type { Consent } from "../../../../client";
import { Pair } from "../parts/fact";
import { useTexts } from "../texts/language";
import { Scope, useSourceText } from "./facts";
import { useConsentTexts } from "./texts";

interface Props {
  revoked: Consent;
  granted: Consent;
  /** Address of the page that lists the person's consents. */
  href: string;
}

/** Shows when a person opted out, and when and how the person consented again. */
export function GrantedAgain({ revoked, granted, href }: Props) {
  const { format } = useTexts();
  const words = useConsentTexts();
  const sourceText = useSourceText();
  return (
    <Pair name={words.grantedAgain}>
      <a class="link" href={href}>
        {words.revokedThenGranted(
          format.minute(revoked.occurred_at),
          format.minute(granted.occurred_at),
          sourceText(granted.source),
        )}
      </a>
      <span class="hint block">
        <Scope of={granted} />
      </span>
    </Pair>
  );
}
