export const replies = {
  title: "Replies",
  search: "Number or text",
  ofCampaign: (id: string) => `Only replies to the campaign ${id}.`,
  empty: "No reply matches the filters.",
  none: "No replies yet. When a person replies to a message, the conversation appears here.",
  count: (count: string) => `${count} recent replies`,
  back: "All replies",
  notFound: "This is not a phone number",
  contact: "View contact",
  reply: "Your reply",
  send: "Send",
};
