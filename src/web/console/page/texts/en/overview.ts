export const overview = {
  days: (count: number) => (count === 1 ? "Today" : `${count} days`),
  noPages: {
    uses: (uses: string) => `This key is for systems that use the API. Its permissions: ${uses}.`,
    hint: "The console has no page for them. To use the console, sign in with another key.",
  },
  stack: "Group by",
  stacks: { outcome: "Outcome", channel: "Channel" },
  optOuts: "On the opt-out list",
  optOutsHint: "Current total",
  chart: {
    day: { outcome: "Messages by day and outcome", channel: "Messages by day and channel" },
    hour: { outcome: "Messages by hour and outcome", channel: "Messages by hour and channel" },
  },
  hour: "Hour",
  table: "Show as table",
  day: "Day (UTC)",
  nothing: "No messages in this period.",
  purposes: "Messages by purpose",
  campaigns: "Recent campaigns",
  allCampaigns: "View all",
  attention: "Needs attention",
  noAttention: "Nothing needs your attention.",
  unchecked: {
    forbidden: (count: number, words: string, _max: string) =>
      count === 1
        ? "This key does not have permission to check 1 scheduled campaign."
        : `This key does not have permission to check ${words} scheduled campaigns.`,
    later: (count: number, words: string, max: string) =>
      `${count === 1 ? "1 scheduled campaign was" : `${words} scheduled campaigns were`} not checked: the check includes only the next ${max}.`,
    failed: (count: number, words: string, _max: string) =>
      count === 1
        ? "The check of 1 scheduled campaign failed."
        : `The check of ${words} scheduled campaigns failed.`,
  },
  moreAttention: (count: string) => `${count} more`,
  noRecipients: (instant: string) => `Launches on ${instant}, but no contact will receive a message.`,
  noRecipientsInSample: (instant: string) =>
    `Launches on ${instant}, but no contact in a sample of its list will receive a message.`,
  listDeleted: (instant: string) => `Launches on ${instant}, but its list was deleted.`,
  senderRemoved: (instant: string) => `Launches on ${instant}, but its sender was removed.`,
  notLaunchable: (instant: string) => `Launches on ${instant}, but its messages cannot be sent.`,
  failures: (failed: string, sent: string, share: string, isOneFailed: boolean, isOneSent: boolean) =>
    `${failed} of ${sent} ${isOneSent ? "message" : "messages"} ${isOneFailed ? "was" : "were"} not delivered (${share}).`,
  waiting: (span: string) => `Messages have been waiting for ${span}.`,
  advice: {
    failures: "Read the reasons of the failures before you send again.",
    noMessages: "Open the campaign to see why.",
    empty: "Create a campaign for a list with contacts.",
    blocked: "Open the campaign to see why no message was sent.",
    noRecipients: "Add people to the list, or cancel the schedule.",
    listDeleted: "Cancel the schedule, and create a campaign with another list.",
    senderRemoved: "Cancel the schedule, and create a campaign with another sender.",
    unconnected: "Ask your operator to set up the connection to the carrier.",
    queue: "Messages are retried automatically. If the queue does not move, ask your operator.",
  },
  points: (points: string) => `${points} p.p.`,
  compared: {
    day: (_days: number) => "Changes are compared with yesterday until this hour.",
    days: (days: number) => `Changes are compared with the ${days} days before, without today.`,
  },
  cutScale: (end: string) => `The scale ends at ${end}. Higher bars are cut and show their number.`,
  wholeScale: "The scale includes every bar.",
  showWhole: "Show the whole scale",
  showUsual: "Cut high bars",
  steps: {
    title: "First steps",
    hint: "You have not sent anything yet. These steps take a few minutes.",
    done: "Done",
    open: "To do",
    unknown: "This key does not have permission to see whether this is done",
    send: ["Send a first message", "In the sandbox, messages arrive at the sandbox phone and cost nothing."],
    contact: ["Create a contact", "Or create a list and import a table from Excel or CSV."],
    template: ["Create a template", "A text with variables, for campaigns and for your systems."],
    webhook: ["Connect a webhook", "Your systems are notified of deliveries and replies."],
    key: ["Create an API key", "One key for each system or person, with only the permissions it needs."],
  },
  sandboxCost: "Sandbox: nothing is charged",
  sendersReady: "All senders healthy",
  speed: (perSecond: string) => `${perSecond} per second`,
};
