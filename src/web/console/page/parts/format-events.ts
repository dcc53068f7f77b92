interface Event {
  data?: { message_id?: string };
}

/** Indents a webhook body, optionally with one message's events only. Returns invalid JSON unchanged. */
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
