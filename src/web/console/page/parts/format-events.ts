interface Event {
  data?: { message_id?: string };
}

/**
 * Indents the JSON array of events in a webhook body. With `messageId`, keeps only the message's events.
 * Returns invalid JSON unchanged.
 */
export function formatEvents(body: string, messageId?: string): string {
  try {
    const events = JSON.parse(body) as Event[];
    const shown =
      messageId === undefined ? events : events.filter(({ data }) => data?.message_id === messageId);
    return JSON.stringify(shown, null, 2);
  } catch {
    return body;
  }
}
