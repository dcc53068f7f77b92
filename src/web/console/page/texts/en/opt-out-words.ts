export const optOutWords = {
  intro:
    "A person who replies with one of these words and nothing else opts out, opts in again or gets help. Case, accents and punctuation do not matter.",
  readOnly: "Your key can read these words, but not change them.",
  perLine: "One word per line.",
  optOut: "Words that opt out",
  optOutHint: "The person is added to the list “Recado” and gets no more messages.",
  optIn: "Words that opt in again",
  optInHint: "The person is removed from the list “Recado”.",
  help: "Words that ask for help",
  confirmation: "Confirmation of an opt-out",
  helpAnswer: "Answer to a help word",
  replyHint: "Leave empty to send none. A number gets it at most once in 24 hours.",
  noOptOut: "Without these words, people cannot opt out by a reply.",
  faultOf: (word: string, fault: string) => `“${word}”: ${fault}`,
  defaults: "Use the default words",
  save: "Save",
  saved: "Opt-out words saved.",
};

export type OptOutWordsTexts = typeof optOutWords;
