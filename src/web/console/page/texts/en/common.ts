export const state = {
  loading: "Loading…",
  away: "The service does not answer. Trying again…",
  notDone: "The service did not answer. What you have entered is still here: try again.",
  forbidden: "This key may not read this.",
  mayNot: "This key may not do this.",
  failed: (message: string) => `That did not work: ${message}`,
  seeFields: "Some fields cannot be used as they are; see beside them.",
  again: "Try again",
  cancel: "Cancel",
  previous: "Previous",
  next: "Next",
};

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
