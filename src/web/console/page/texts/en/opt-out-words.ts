export const optOutWords = {
  intro:
    "A person who replies with one of these words and nothing else opts out, opts in again or gets help. Case, accents and punctuation do not matter.",
  readOnly: "Your key can read these words, but not change them.",
  words: "Words",
  replies: "Automatic replies",
  perLine: "One word per line.",
  optOut: "Opt-out words",
  optOutHint:
    "The person is added to the opt-out list (“Recado”) and gets no messages on the channels that it blocks.",
  optIn: "Opt-in words",
  optInHint: "The person is removed from the opt-out list (“Recado”).",
  help: "Help words",
  confirmation: "Opt-out confirmation",
  helpAnswer: "Help reply",
  replyHint:
    "Leave empty to send no reply. A number gets each at most once in 24 hours, charged as a message.",
  noOptOut: "Without these words, only opt-outs that the carrier detects count.",
  faultOf: (word: string, fault: string) => `“${word}”: ${fault}`,
  defaults: "Use the default words",
  saved: "Opt-out words saved.",
};

export type OptOutWordsTexts = typeof optOutWords;
