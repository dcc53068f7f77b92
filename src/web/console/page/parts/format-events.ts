interface Event {
  data?: { message_id?: string };
}

/** A body of events as people read it, or those events alone that tell of a message; what is no JSON stays as it is. */
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
