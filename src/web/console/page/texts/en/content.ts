export const content = {
  phone: "Phone preview",
  names: "Variables",
  own: { name: "name", phone: "phone" },
  counts: "Who has each variable",
  countsOf: "Count contacts of",
  allContacts: "The whole account",
  contactsWithout: (count: string, all: string, isOne: boolean) =>
    `missing for ${count} of ${all} ${isOne ? "contact" : "contacts"}`,
  shareWithout: (share: string, all: string) =>
    `missing for about ${share}, from a sample of ${all} contacts`,
  shareWith: (share: string, all: string) => `about ${share}, from a sample of ${all} contacts`,
  placeholders: "Type {{ to insert a variable.",
  invalidPlaceholder: (written: string, proposed: string | null) =>
    `${written} is not a variable: a name has at most 64 letters without accents, digits, “_”, “.” and “-”.${proposed === null ? "" : ` Write ${proposed}.`}`,
  sms: (count: string, isOne: boolean, units: string) =>
    `${count} SMS ${isOne ? "segment" : "segments"}, ${units} characters.`,
  smsWithoutValues: (count: string, isOne: boolean, units: string) =>
    `At least ${count} SMS ${isOne ? "segment" : "segments"}: ${units} characters without the variable values.`,
  odd: "Outside the SMS alphabet:",
  oddCost: "With these characters, an SMS holds 70 characters instead of 160.",
  gsm7: "Only characters of the SMS alphabet",
  gsm7Hint:
    "Other characters are replaced when the message is sent: letters lose accents, quotes become straight.",
  wouldBe: (sent: string, written: string, isWithoutValues = false) =>
    `With only characters of the SMS alphabet: ${sent} instead of ${written} segments${isWithoutValues ? ", without the variable values" : ""}.`,
  instead: (sent: string, written: string, isWithoutValues = false) =>
    `${sent} instead of ${written} segments${isWithoutValues ? ", without the variable values" : ""}.`,
  noCounterpart: (characters: string) => `The SMS alphabet cannot replace: ${characters}`,
  does: {
    reply: "Replies",
    open_url: "Opens a page",
    dial: "Calls",
    view_location: "Shows a location",
    share_location: "Shares the location",
    create_calendar_event: "Adds to the calendar",
  },
  fileUnavailable: "The file cannot be shown.",
  fileHidden: "This key does not have permission to read files.",
  gaps: "The highlighted variables have no value.",
  currentTemplate: "The template is shown in its current version.",
  currentValues:
    "The values of the other variables are not stored. The contact's current values are shown where they are known.",
  unavailable: "The text is not available.",
  findTemplate: "Find a template",
  findHint: "At least three letters of its name",
  noTemplates: "No template found.",
  noTemplatesYet: "There are no templates yet.",
  choose: "Choose…",
  chooseOther: "The chosen template no longer exists. Choose another one.",
};
