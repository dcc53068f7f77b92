export const state = {
  loading: "Loading…",
  away: "The service is not responding. Retrying…",
  notDone: "The service did not respond. Your input is kept. Try again.",
  forbidden: "This key does not have permission to read this.",
  forbiddenTitle: "No permission",
  lacksScope: (scope: string) =>
    `This key does not have the permission “${scope}”. Ask the manager of the account's keys for a key with it.`,
  rateLimited: (span: string) => `Request limit reached; retrying in ${span}.`,
  failed: (message: string) => `This did not work: ${message}`,
  seeFields: (isOne: boolean): string =>
    isOne
      ? "One field is invalid. See the message next to it."
      : "Some fields are invalid. See the message next to each.",
  again: "Try again",
  undo: "Undo",
  cancel: "Cancel",
  restored: "Your unsaved changes were restored.",
  discard: "Discard",
  conflict: (when: string | null) =>
    `Another change was saved${when === null ? "" : ` on ${when}`}. Your changes are still here.`,
  conflictOwn: (value: string) => `Your version: ${value}`,
  conflictOther: (value: string) => `Other version: ${value}`,
  loadOther: "Load other version",
  saveMine: "Overwrite with my version",
  previous: "Previous",
  next: "Next",
  pageEmpty: "This page is empty now.",
  firstPage: "Show the first page",
  partMissing: "This part of the console could not be loaded. The page reloads when the service responds.",
  reload: "Reload the page",
};

export const common = {
  name: "Name",
  save: "Save",
  edit: "Edit",
  delete: "Delete",
  remove: "Remove",
  duplicate: "Duplicate",
  saved: "Saved.",
  findByName: "Find by name",
  /** For nouns that are feminine in Portuguese, such as lists and responses. */
  none: "None",
  outcome: "Outcome",
  timeZone: (zone: string) => `Time zone: ${zone}`,
  pastTime: "This time is in the past.",
};

export const notFound = {
  page: "Page not found",
  hint: "The address may be wrong, or the item was deleted.",
  toOverview: "Go to the overview",
};

export const lessThan = (amount: string) => `less than ${amount}`;

export const prices = {
  some: "May include placeholder prices",
  provisional: "Placeholder price",
  placeholder: "This price is a placeholder: your operator has not set a price for this channel yet.",
};

export const elapsed = { ago: (span: string) => `${span} ago`, now: "just now" };

export const filters = {
  any: "Any",
  apply: "Filter",
  clear: "Clear filters",
  remove: (label: string) => `Remove filter: ${label}`,
  tooShort: "At least 3 letters or digits.",
  all: "Filters",
  more: "More filters",
  fewer: "Fewer filters",
};

export const options = { more: "More options" };

export const validity = {
  name: "Valid for",
  hint: "A message that is not delivered within this time expires.",
  none: "Up to the limits of the service and the carrier",
  ofTemplate: "As in the template",
};

export const rates = {
  delivered: "Delivered",
  deliveredHint:
    "Share of messages with a final outcome. Blocked and canceled messages and errors do not count.",
  deliveredOfFinal: (arrived: string, ended: string, isOne: boolean) =>
    `${arrived} of ${ended} ${isOne ? "message" : "messages"} with a final outcome. Blocked and canceled messages and errors do not count.`,
  early: (ended: string, all: string, isOne: boolean) =>
    `Too early: ${ended} of ${all} ${isOne ? "has" : "have"} a final outcome`,
  notSentName: "Not sent",
  notSent: (count: string) => `Not sent: ${count}`,
  failedBefore: (errors: string) => `${errors} failed before sending`,
  blocked: (count: string, _isOne: boolean) => `${count} blocked`,
};

export const channel = { sms: "SMS", rcs: "RCS", voice: "Voice" };

export const purpose = { otp: "One-time code", transactional: "Transactional", marketing: "Marketing" };

export const status = {
  pending: "Pending",
  blocked: "Blocked",
  error: "Error",
  sent: "Sent",
  delivered: "Delivered",
  read: "Read",
  undelivered: "Undelivered",
  failed: "Failed",
  expired: "Expired",
  canceled: "Canceled",
};
