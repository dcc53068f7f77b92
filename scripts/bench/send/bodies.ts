import { CITIES, numberOf, SUPPRESSED_EACH } from "../seed";

export interface BodyPlan {
  /** Recipients of one request. */
  recipients: number;
  /** Different bodies; requests go round them. */
  count: number;
  /** Seeded contacts. */
  contacts: number;
}

/** A contact knows its city; the name always comes with the request. */
const TEXT =
  "Olá {{ name }}, seu pedido já saiu para {{ city }} e chega até amanhã. Responda SAIR para não receber mais.";

/**
 * Recipient `index` of all. Every other one is a contact, and each tenth contact is suppressed: 5 % of all. Whoever is
 * no contact brings both variables along.
 */
function recipient(index: number, contacts: number) {
  const half = index >> 1;
  if (index % 2 === 0) return { to: numberOf(11, half % contacts), variables: { name: `Cliente ${index}` } };
  const city = CITIES[half % CITIES.length] ?? "";
  return { to: numberOf(21, half), variables: { name: `Cliente ${index}`, city } };
}

/** The bodies of requests, ready to be sent. */
export function sendBodies({ recipients, count, contacts }: BodyPlan): string[] {
  return Array.from({ length: count }, (_, request) =>
    JSON.stringify({
      channel: "sms",
      content: { type: "text", text: TEXT },
      recipients: Array.from({ length: recipients }, (_, index) =>
        recipient(request * recipients + index, contacts),
      ),
    }),
  );
}

/** How many of the recipients of `requests` requests are suppressed. */
export function suppressedIn({ recipients, count, contacts }: BodyPlan, requests: number): number {
  let suppressed = 0;
  for (let request = 0; request < requests; request += 1) {
    const first = (request % count) * recipients;
    for (let index = first; index < first + recipients; index += 1) {
      if (index % 2 === 0 && ((index >> 1) % contacts) % SUPPRESSED_EACH === 0) suppressed += 1;
    }
  }
  return suppressed;
}
