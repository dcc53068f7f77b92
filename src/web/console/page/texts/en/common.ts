export const state = {
  loading: "Loading…",
  away: "The service does not respond. Trying again…",
  notDone: "The service did not respond. Your input is still here: try again.",
  forbidden: "This key does not have the permission to read this.",
  mayNot: "This key does not have the permission to do this.",
  failed: (message: string) => `This did not work: ${message}`,
  seeFields: "Some fields are not valid; see the notes beside them.",
  again: "Try again",
  cancel: "Cancel",
  restored: "These are the changes that you had not saved.",
  discard: "Discard them",
  conflict: (when: string) =>
    `Another person saved a change in the meantime, at ${when}. Yours is still here.`,
  conflictMine: (value: string) => `Yours: ${value}`,
  conflictTheirs: (value: string) => `Theirs: ${value}`,
  loadTheirs: "Load the other version",
  saveMine: "Save mine over it",
  previous: "Previous",
  next: "Next",
};

export const absent = {
  page: "This page does not exist",
  hint: "The address may be wrong, or what it showed was deleted.",
  toOverview: "Go to the overview",
};

export const lessThan = (amount: string) => `less than ${amount}`;

export const filters = { any: "Any", apply: "Filter", clear: "Clear filters" };

export const rates = {
  delivered: "Delivered",
  deliveredHint: "Delivered or read, of the messages that went out and have an end",
  early: (ended: string, all: string) => `Too early: ${ended} of ${all} have an end`,
  notSentName: "Not sent",
  notSent: (count: string) => `Not sent: ${count}`,
  notSentHint: (errors: string, blocked: string) => `${errors} with an error, ${blocked} blocked`,
};

export const channel = { sms: "SMS", rcs: "RCS", voice: "Voice" };

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
};
