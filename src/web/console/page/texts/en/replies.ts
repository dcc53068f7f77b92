export const replies = {
  title: "Replies",
  search: "Number or words",
  ofCampaign: (id: string) => `Only answers to the campaign ${id}.`,
  empty: "No reply matches the filters.",
  none: "No replies yet. When a person replies to a message, the conversation appears here.",
  count: (count: string) => `${count} recent ones`,
  back: "All replies",
  notFound: "This is not a phone number",
  contact: "See the contact",
  answer: "Your answer",
  send: "Send",
};
