export const replies = {
  title: "Replies",
  search: "Number or words",
  ofCampaign: (id: string) => `Only answers to the campaign ${id}.`,
  empty: "Nobody has written.",
  count: (count: string) => `${count} of the replies looked at`,
  back: "All replies",
  contact: "The contact",
  answer: "Your answer",
  send: "Send",
};
