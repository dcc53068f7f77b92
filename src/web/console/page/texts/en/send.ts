export const send = {
  title: "Send messages",
  recipients: "Recipients",
  numbers: "Numbers",
  numbersHint:
    "One per line. To personalize, paste a table with column names in the first row: phone;first_name;order",
  file: "Choose or drop a table",
  fileHint: "CSV or Excel; its columns fill the variables.",
  fileTooLarge: (max: string) =>
    `The file is larger than ${max}. For more people, import a list and create a campaign.`,
  people: (count: string, isOne: boolean) => `${count} ${isOne ? "person" : "people"}.`,
  columns: (names: string) => `Columns: ${names}.`,
  faults: (count: string, isOne: boolean) => `${count} ${isOne ? "entry needs" : "entries need"} attention`,
  malformed: (line: number, value: string) =>
    value === ""
      ? `Line ${line}: the number is missing.`
      : `Line ${line}: “${value}” is not a phone number. Skipped.`,
  duplicate: (line: number, value: string, first: number) =>
    `Line ${line}: ${value} is already on line ${first}. It receives one message.`,
  heading: (value: string) =>
    `The heading “${value}” appears more than once. Only the first of these columns is used.`,
  otherNumbers: (column: string, used: string) =>
    `The column “${column}” also has phone numbers. The messages go to the numbers in the column “${used}”.`,
  illegible: (line: number) =>
    `Line ${line}: there are characters that cannot be read. Skipped: correct each \ufffd.`,
  illegibleHeadings:
    "The headings have characters that cannot be read, so no line is used: correct each \ufffd.",
  long: (line: number, name: string) => `Line ${line}: the value of ${name} is too long and is skipped.`,
  kinds: { text: "Free text", template: "Saved template" },
  text: "Text",
  sender: (address: string, carrier: string) =>
    `Will be sent from ${address} through the connection ${carrier}.`,
  defaultSender: (address: string | null) => (address === null ? "Default" : `Default (${address})`),
  noSender: "No sender is set up for this channel.",
  preview: "What each person receives",
  nothingYet: "Enter numbers and a message to see a preview.",
  tooMany: (max: string) => `At most ${max} people at once. For more, create a campaign.`,
  personOf: (one: string, all: string) => `${one} of ${all}`,
  segments: (count: string, isOne: boolean) => `${count} ${isOne ? "segment" : "segments"}`,
  ready: "Before sending",
  incomplete: "Recipients, cost and who is left out appear here once there are numbers and a message.",
  waiting: (count: string, isOne: boolean, when: string) =>
    `The sending rule delays ${count} ${isOne ? "message until" : "messages, the first until"} ${when}.`,
  excludedTitle: "Who receives nothing, and why",
  line: (line: number) => `line ${line}`,
  confirm: (count: string, isOne: boolean) => `Send ${count} ${isOne ? "message" : "messages"} now?`,
  confirmCost: (cost: string) => `It costs ${cost} and cannot be undone.`,
  confirmExcluded: (count: string, isOne: boolean) =>
    `${count} ${isOne ? "person is" : "people are"} left out, for the reasons above.`,
  lost: "It is unknown whether the messages were sent. Send again: each message is sent only once.",
  unknown: "It is unknown whether an earlier send succeeded. Check the messages before you send again:",
  sent: (count: string, isOne: boolean) => `${count} ${isOne ? "message" : "messages"} accepted`,
  outcome: "Outcome of each message",
  another: "Send another message",
  time: {
    kinds: { now: "Now", at: "Date and time", local: "Recipients’ local time" },
    zone: (zone: string) => `In your time zone, ${zone}.`,
    local: "At this time in each recipient’s time zone, which the area code or the country determines.",
    confirm: (count: string, isOne: boolean) => `Schedule ${count} ${isOne ? "message" : "messages"}?`,
    confirmCost: (cost: string) => `It costs ${cost} once sent. You can cancel it until then.`,
  },
  reasons: {
    suppressed: "Number suppressed or opted out",
    frequency: "Limit of messages per number",
    no_consent: "No consent",
    outside_window: "Outside the permitted times",
    no_sender: "No sender for the channel",
    media_unavailable: "A file is missing",
    missing_variable: "A value is missing",
    empty_content: "The text is empty",
    content_too_long: "Too long",
    not_encodable: "Characters outside the SMS alphabet",
    landline: "Landlines cannot receive this message",
    carrier_rejected: "Rejected by the carrier",
    carrier_unreachable: "The carrier could not be reached",
    undeliverable: "Could not be delivered",
    expired: "Not sent or delivered in time",
  },
};
