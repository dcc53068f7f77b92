import type { Sizes } from "./run";
import { CITIES, numberOf, SUPPRESSED_EACH } from "./seed";

export interface RequestCase {
  recipients: number;
  requests: Sizes<number>;
  bodies: number;
}

export interface BodyPlan {
  recipients: number;
  /** Number of different request bodies, used in rotation. */
  count: number;
  contacts: number;
}

/** Text with two variables. Requests give `name`, and `city` only for recipients without a contact. */
const TEXT =
  "Olá {{ name }}, seu pedido já saiu para {{ city }} e chega até amanhã. Responda SAIR para não receber mais.";

/**
 * Returns a recipient. An even index gives a contact; an odd index gives a number without a contact, with all
 * variables.
 */
function recipient(index: number, contacts: number) {
  const half = index >> 1;
  if (index % 2 === 0) return { to: numberOf(11, half % contacts), variables: { name: `Cliente ${index}` } };
  const city = CITIES[half % CITIES.length] ?? "";
  return { to: numberOf(21, half), variables: { name: `Cliente ${index}`, city } };
}

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

export const passwordBody = (index: number): string =>
  JSON.stringify({
    channel: "sms",
    content: { type: "text", text: `Seu código de acesso é ${100_000 + index}. Não o informe a ninguém.` },
    recipients: [{ to: numberOf(21, index) }],
  });

/** Maximum size of a request body in bytes, for the servers of the baselines. */
export const BODY_LIMIT = 2 * 1024 * 1024;

export function constantResponse(recipients: number) {
  return {
    data: Array.from({ length: recipients }, () => ({
      message_id: "01930000-0000-7000-8000-000000000000",
      to: "+5511910000000",
      status: "pending" as const,
      error: null,
    })),
  };
}
