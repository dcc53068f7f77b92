/** Texts that the campaign's statuses and verdicts share. */
const verdictStatuses = {
  draft: "Draft",
  scheduled: "Scheduled",
  running: "Running",
  completed: "Completed",
};

export const campaigns = {
  createFirst: "Create the first campaign",
  none: "No campaign matches the filters.",
  noneYet: "There are no campaigns yet. A campaign sends a template to everyone on a list.",
  count: (count: string, total: string, isOne: boolean) =>
    `${count} of ${total} ${isOne ? "campaign" : "campaigns"}`,
  create: "New campaign",
  progress: "Progress",
  done: (done: string, total: string, _isOne: boolean) => `${done} of ${total} processed`,
  firstAt: (time: string) => `Earliest sending time: ${time}`,
  waiting: (count: string) => `${count} waiting for sending hours`,
  preparing: (made: string, expected: string, isOne: boolean) =>
    `Preparing… ${made} of ${expected} ${isOne ? "contact" : "contacts"}`,
  statuses: { ...verdictStatuses, error: "Stopped or interrupted" },
  verdicts: {
    ...verdictStatuses,
    preparing: "Preparing",
    waiting: "Waiting for sending hours",
    settling: "Sent, awaiting delivery reports",
    failures: "Completed with failures",
    blocked: "Completed, all blocked or canceled",
    empty: "Completed, empty list",
    stopped: "Stopped",
    interrupted: "Interrupted",
  },
  back: "All campaigns",
  notFound: "Campaign not found",
  chooseTemplate: "Choose a template",
  chooseList: "Choose a list",
  noTemplates: "Every campaign uses a template, but there are no templates yet.",
  noLists: "Every campaign goes to a recipient list, but there are no recipient lists yet.",
  /** Sentence after `noTemplates` in an account that has no contact lists either. */
  norLists: "Every campaign also goes to a recipient list, but there are no recipient lists yet.",
  onlyNewest: "Only the newest thousand are listed here.",
  nameHint: "Recipients do not see it.",
  sentAs: (channel: string, purpose: string) =>
    `The template is for ${channel}, with the purpose ${purpose}.`,
  mayNotChoose: "To create a campaign, the key needs permission to read templates and contacts.",
  save: "Create campaign",
  saveHint: "The campaign is created as a draft. Nothing is sent until you launch or schedule it.",
  copyOf: " (copy)",
  facts: "About the campaign",
  scheduledFor: "Launches at",
  started: "Last launched",
  deleted: "deleted",
  messages: "View messages",
  check: {
    title: "Before the launch",
    again: "Check again",
    people: "Contacts on the list",
    willReceive: "Will receive a message",
    blocked: "Blocked",
    faulty: "With a problem",
    priceHint: "Without follow-ups.",
    about: (value: string) => `about ${value}`,
    sampled: (checked: string, people: string) =>
      `These figures are estimates from a sample of ${checked} of the ${people} contacts on the list.`,
    duration: "Minimum duration",
    waiting: "Wait for sending hours",
    waitingHint: (first: string, last: string) =>
      first === last
        ? `Starts on ${first}, by the sending rule.`
        : `Starts between ${first} and ${last}, by the sending rule.`,
    speed: (perSecond: string, sender: string) => `${sender} sends up to ${perSecond} per second.`,
    noSender: "There is no sender for this channel: nothing can be sent.",
    segments: (segments: string) => `The longest message takes ${segments} SMS segments.`,
    example: (to: string) => `Preview for ${to}`,
    first: "First contact",
    empty: "The list is empty.",
    noRecipients: "No contact will receive a message.",
    noRecipientsAt: (instant: string) =>
      `This campaign launches on ${instant}, but no contact will receive a message.`,
    noRecipientsInSample: (checked: string) =>
      `None of the ${checked} contacts in the sample will receive a message.`,
    noRecipientsInSampleAt: (instant: string, checked: string) =>
      `This campaign launches on ${instant}, but none of the ${checked} contacts in the sample will receive a message.`,
    noRecipientsWhy: (people: string, blocked: string, faulty: string) =>
      `Contacts on the list: ${people}. Blocked: ${blocked}. With a problem: ${faulty}.`,
    listDeleted:
      "The list of this campaign was deleted, so the campaign can be neither launched nor scheduled. Create a campaign for another list.",
    listDeletedScheduled:
      "The list of this campaign was deleted, so the scheduled launch will fail. Cancel the schedule, and create a campaign for another list.",
    senderRemoved:
      "The sender of this campaign was removed, so the campaign cannot be launched. Create a campaign with another sender.",
    mayNot: "To check recipients and cost, the key needs permission to read contacts and to send messages.",
  },
  schedule: {
    planned: "Scheduled launch",
    at: "Launch at",
    save: "Schedule",
    change: "Change schedule",
    cancel: "Cancel schedule",
    cancelSure: "The campaign becomes a draft and will not launch automatically. You can schedule it again.",
    saved: (instant: string) => `Launches automatically on ${instant}.`,
    missing: "Enter a day and a time.",
    anyway: "Schedule anyway",
    noRecipients:
      "With the current list and template, no contact will receive a message. Schedule the campaign anyway?",
    noRecipientsInSample:
      "With the current list and template, no contact in the sample will receive a message. Schedule the campaign anyway?",
  },
  launch: {
    label: "Launch now",
    resume: "Resume",
    sure: (name: string) =>
      `“${name}” will be sent now to the contacts on the list, except suppressed ones. Sent messages cannot be recalled.`,
    resumeSure:
      "Waiting messages are sent, also to contacts added to the list since the launch. No contact receives the message twice.",
    anyway: "Launch anyway",
    noRecipients:
      "With the current list and template, no contact will receive a message. Launch the campaign anyway?",
    noRecipientsInSample:
      "With the current list and template, no contact in the sample will receive a message. Launch the campaign anyway?",
    waiting: (count: string, isOne: boolean, first: string) =>
      `By the sending rule, ${count} ${isOne ? "message waits" : "messages wait"} for a permitted time. ${isOne ? "It is" : "They are"} sent from ${first}.`,
    known: (count: string, isOne: boolean, price: string) =>
      `${count} ${isOne ? "message" : "messages"}, ${price}.`,
  },
  stop: {
    label: "Stop",
    sure: "Within seconds, no more messages are submitted to carriers. Messages already submitted can still arrive. You can resume the campaign later.",
  },
  remove: {
    sure: (name: string) => `“${name}” will be permanently deleted. Messages that it has sent are kept.`,
  },
  why: {
    stopped: "The campaign was stopped.",
    import_timeout: "An import into its list did not finish in time for the scheduled launch.",
    missed_schedule: "The service was down at the scheduled time and came back too late.",
    list_deleted: "Its list was deleted.",
    sender_removed: "Its sender was removed.",
  },
  outcomes: "Outcomes",
  cost: "Cost",
  withFollowUps: "Including follow-ups.",
  plusFollowUps: (count: string, isOne: boolean) => `+ ${count} ${isOne ? "follow-up" : "follow-ups"}`,
  failures: "Messages not delivered, by reason",
  failuresOf: (counted: string, all: string) => `Based on the latest ${counted} of ${all} failures.`,
  carrierCode: "Carrier code",
  whenScheduled: "scheduled",
  whenStarted: "last launched",
  whenCreated: "created",
  failed: (count: string, isOne: boolean) => `${count} ${isOne ? "failure" : "failures"}`,
  renameTitle: "Edit campaign",
  renamed: "Campaign saved.",
  read: "Read",
  replied: "Replied",
  optedOut: "Opted out",
  ofDelivered: (share: string) => `${share} of delivered`,
  ofPeople: (people: string, isOne: boolean) => `of ${people} ${isOne ? "contact" : "contacts"}`,
  choosePreview: "Choose a template to see the message.",
  report: {
    link: "Report",
    back: "Back to the campaign",
    title: (name: string) => `Report: ${name}`,
    print: "Print",
    csv: "Download summary (CSV)",
    messages: "Export messages",
    file: "report",
    byChannel: "Outcome by channel",
    undelivered: "Not delivered",
    shares:
      "Share of messages with a final outcome. Blocked and canceled messages and errors do not count. Reads are a share of delivered messages.",
    times: "Times",
    first: "First message created",
    last: "Last message created",
    as: "Figures as of",
    purged: "Old messages have been deleted. The outcomes above still count them; the tables below do not.",
    csvName: "Figure",
    csvShare: "Share",
    channelRow: (channel: string) => `Messages by ${channel}, with follow-ups`,
    deliveredShare: (share: string) =>
      `${share} delivered, of the messages with a final outcome. Blocked and canceled messages and errors do not count.`,
    reasonRow: (reason: string) => `Failure, with follow-ups: ${reason}`,
    blockedRow: (reason: string) => `Blocked, with follow-ups: ${reason}`,
  },
  blockedWhy: "Suppressed, or against a sending rule",
  noReason: "No reason given",
};
