import { CITIES, numberOf, SUPPRESSED_EACH } from "./seed";

/** Size of a case that sends requests with recipients. */
export interface RequestCase {
  recipients: number;
  /** Requests of a turn, and of a quick turn. */
  requests: number;
  quick: number;
  /** Number of different bodies. */
  bodies: number;
}

export interface BodyPlan {
  /** Recipients of one request. */
  recipients: number;
  /** Different bodies; requests repeat them in turn. */
  count: number;
  /** Seeded contacts. */
  contacts: number;
}

/** Text of the messages. The city of a contact is stored; the name is always in the request. */
const TEXT =
  "Olá {{ name }}, seu pedido já saiu para {{ city }} e chega até amanhã. Responda SAIR para não receber mais.";

/**
 * Returns recipient `index`. Every other recipient is a contact, and each tenth contact is suppressed: 5 % of
 * all. A recipient who is not a contact comes with both variables.
 */
function recipient(index: number, contacts: number) {
  const half = index >> 1;
  if (index % 2 === 0) return { to: numberOf(11, half % contacts), variables: { name: `Cliente ${index}` } };
  const city = CITIES[half % CITIES.length] ?? "";
  return { to: numberOf(21, half), variables: { name: `Cliente ${index}`, city } };
}

/** Returns the JSON bodies of the requests. */
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

/** Returns the number of suppressed recipients in `requests` requests. */
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

/** Returns the body of a send to one recipient, like that of a one-time password. */
export const passwordBody = (index: number): string =>
  JSON.stringify({
    channel: "sms",
    content: { type: "text", text: `Seu código de acesso é ${100_000 + index}. Não o informe a ninguém.` },
    recipients: [{ to: numberOf(21, index) }],
  });

/** Maximum size of a request's body, in bytes, for servers that replace the service. */
export const BODY_LIMIT = 2 * 1024 * 1024;

/** Returns the response body of a send to `recipients` recipients. All have the same id and number. */
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
