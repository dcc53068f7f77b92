const days = { mon: "Mon", tue: "Tue", wed: "Wed", thu: "Thu", fri: "Fri", sat: "Sat", sun: "Sun" };

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const spans = {
  seconds: (count: number) => counted(count, "second", "seconds"),
  minutes: (count: number) => counted(count, "minute", "minutes"),
  hours: (count: number) => counted(count, "hour", "hours"),
  days: (count: number) => counted(count, "day", "days"),
};

export const sendingRules = {
  intro:
    "Each purpose has a rule: when its messages are sent, and how many each number gets. A stricter rule also applies to messages that wait; a wider rule does not send them sooner.",
  changed: "Changed",
  readOnly: "Your key can read this rule, but not change it.",
  back: "All sending rules",
  notFound: "There is no rule for this purpose",
  title: (purpose: string) => `Sending rule: ${purpose}`,
  inShort: "In short",
  summary: {
    none: "No restriction",
    everyDay: "every day",
    window: (when: string, from: string, to: string) => `${when} ${from}–${to}`,
    zone: (zone: string) => `in the time zone ${zone}`,
    holidays: "not on holidays",
    closed: (count: number) => `not on ${counted(count, "more date", "more dates")}`,
    limit: (messages: string, count: number) => `at most ${messages} per number in ${spans.days(count)}`,
    interval: (span: string) => `at least ${span} apart`,
    consent: "only with consent",
    block: "blocked at other times",
  },
  days,
  dayNames: {
    ...{ mon: "Monday", tue: "Tuesday", wed: "Wednesday", thu: "Thursday", fri: "Friday" },
    ...{ sat: "Saturday", sun: "Sunday" },
  },
  spans,
  when: "When to send",
  limits: "Limits and consent",
  windows: "Windows",
  windowsHint:
    "Messages are sent in these windows only. Without windows, they are sent at any time. As an end, 00:00 is the end of the day.",
  window: (position: number) => `Window ${position}`,
  weekdays: "Days",
  from: "From",
  to: "To",
  addWindow: "Add a window",
  removeWindow: (position: number) => `Remove window ${position}`,
  place: "Time zone",
  places: { recipient: "The recipient’s", zone: "Always this one" },
  placeHint:
    "In Brazil, the area code decides. Elsewhere, the country decides if it has one time, otherwise the account’s time zone.",
  zoneName: "Name of the time zone",
  holidays: "Do not send on national holidays of Brazil and Good Friday",
  closedDates: "Other dates without sending",
  date: "Date",
  addDate: "Add date",
  removeDate: (date: string) => `Remove ${date}`,
  limit: "Maximum messages per number",
  limitHint: "Leave both empty for no limit. Messages beyond it are blocked.",
  messages: "Messages",
  perDays: "In days",
  interval: "Minimum time between two messages to a number",
  intervalHint: "Leave empty for none. A message that would follow sooner is blocked.",
  intervalValue: "Time",
  intervalUnit: "Unit",
  units: { seconds: "seconds", minutes: "minutes", hours: "hours", days: "days" },
  consent: "Send only to numbers that have given consent",
  outside: "Outside the windows",
  outsides: { wait: "Wait for the next window", block: "Block the message" },
  preset: "Use the limits of carriers in Brazil",
  save: "Save",
  saved: "Sending rule saved.",
  remove: "Remove all restrictions",
  removeSure: "Messages of this purpose are then sent at any time. Messages that wait keep their time.",
  removed: "The restrictions were removed.",
};

export type SendingRulesTexts = typeof sendingRules;
