import type { Channel, Content, Purpose, SendMessagesRequest } from "../../../../client";

/** Message to send as a test: a saved template, or a content that may not be saved yet. */
export type TestSource = { templateId: string } | { channel: Channel; purpose: Purpose; content: Content };

/**
 * Returns the request that sends a test message to one number; null without a number. Omits empty values, so
 * that the service uses the values of the number's contact.
 */
export function testRequest(
  source: TestSource,
  number: string,
  values: Readonly<Record<string, string>>,
  senderId: string | null,
): SendMessagesRequest | null {
  const to = number.trim();
  if (to === "") return null;
  const variables = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
  const recipient = Object.keys(variables).length === 0 ? { to } : { to, variables };
  const from = senderId === null ? {} : { sender_id: senderId };
  const what =
    "templateId" in source
      ? { template_id: source.templateId }
      : { channel: source.channel, purpose: source.purpose, content: source.content };
  return { ...what, ...from, recipients: [recipient] } as SendMessagesRequest;
}
