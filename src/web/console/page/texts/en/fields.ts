import { contacts } from "./contacts";
import { templates } from "./templates";
import { limits } from "../../../../../../generated/server/values";
import { MAX_DEPTH, MIN_NO_DELIVERY_SECONDS } from "../../../../../messaging/follow-up-rules";
import { MAX_PER_RECIPIENT } from "../../../../../messaging/sending-rules/limits";
import type { ErrorCode } from "../../../../../client";

/** Values in the service's message about an invalid field, formatted; null if the message has none. */
interface RuleValues {
  /** Size limit, such as `100 KiB`. */
  size: string | null;
  instant: string | null;
}

export type Words = string | ((values: RuleValues) => string);

/**
 * Label of a field, and text that describes a valid value. An error code with a different text has its own
 * key beside `else`.
 */
export type FieldWords = readonly [
  label: string,
  rule: Words | ({ else: Words } & Partial<Record<ErrorCode, Words>>),
];

const { Card, SuggestionText, Variables, FollowUpRuleInput: rule } = limits;
const upTo = (max: number) => `It can have up to ${max} characters.`;
const from1To = (max: number) => `It must have 1 to ${max} characters.`;
const PHONE = contacts.phoneInvalid;
const FILE = "It must be an uploaded file of a supported type.";
const CHOICE = "It must be one of the options.";
const TAG = "Use up to 64 letters without accents, digits, “_”, “.”, “:” and “-”, each tag once.";
const ID = "It does not exist.";
const WORDS = `Up to ${limits.OptOutWordList.maxItems} words of up to ${limits.OptOutWord.maxLength} characters, each with a letter or digit and listed only once. Case, accents and punctuation are ignored.`;
const REPLY = "It must fit into 10 SMS segments and have no variables.";
const MOST = `Enter whole numbers: 1 to ${MAX_PER_RECIPIENT.messages} messages in 1 to ${MAX_PER_RECIPIENT.days} days.`;
const NARROWER = "Choose fewer entries or a shorter period.";
const SEARCH = `It must have ${limits.MessageSearch.minLength} to ${limits.MessageSearch.maxLength} characters, not only accents. If the search took too long, choose a period as well.`;
const WINDOW = "The start must not be after the end. If it took too long, choose a shorter period.";

/** Texts of request fields by the end of their path. `[]` is any index, `*` is any name. */
const known = {
  name: ["Name", { else: from1To(120), conflict: "This name is taken, or cannot be changed." }],
  phone: ["Number", { else: PHONE, conflict: "Another contact has this number." }],
  description: ["Description", upTo(limits.CreateWebhookRequest.description.maxLength)],
  columns: [
    "Columns",
    `There may be up to ${limits.CreateImportRequest.columns.maxItems}, ${limits.ContactAttributes.maxProperties} of them variables.`,
  ],
  "columns[]": ["Column", CHOICE],
  "columns[].heading": ["Heading", upTo(limits.ImportColumnInput.heading.maxLength)],
  "columns[].use": ["Use of the column", "Only one column can have the number, and only one the name."],
  "columns[].attribute": [
    "Variable of the column",
    `A name has 1 to ${Variables.names.maxLength} letters without accents, digits, “_”, “.” and “-”, and appears once.`,
  ],
  attributes: ["Variables", `There may be up to ${limits.ContactAttributes.maxProperties}.`],
  "attributes.*": [
    "Variable",
    `A name has 1 to ${limits.ContactAttributes.names.maxLength} letters without accents, digits, “_”, “.” and “-”; a value up to ${limits.ContactAttributes.values.maxLength} characters.`,
  ],
  channels: ["Channels", "Only a suppression list has channels."],
  purposes: ["Purposes", "Only a suppression list has purposes."],
  purpose: ["Purpose", { else: CHOICE, unprocessable_entity: "A template has its own purpose." }],
  channel: ["Channel", CHOICE],
  type: ["Kind", CHOICE],
  status: ["Status", CHOICE],
  id: ["Contact", ID],
  list_id: ["List", { else: ID, unprocessable_entity: "Messages cannot be sent to a suppression list." }],
  template_id: [
    "Template",
    { else: ID, unprocessable_entity: "The sender’s carrier cannot send this content." },
  ],
  campaign_id: ["Campaign", ID],
  sender_id: [
    "Sender",
    {
      else: ID,
      unprocessable_entity: "Choose a sender of this channel. For a list, choose a shorter period.",
    },
  ],
  tags: ["Tags", "There may be up to 10."],
  "tags[]": ["Tag", TAG],
  tag: ["Tag", { else: TAG, unprocessable_entity: NARROWER }],
  sort: ["Order", { else: CHOICE, unprocessable_entity: "Search, or choose another order." }],
  error_code: ["Reason", { else: CHOICE, unprocessable_entity: NARROWER }],
  attribute: [
    "Variable",
    {
      else: "It must have a name, “=” and a value.",
      unprocessable_entity: "Search for a name or number as well.",
    },
  ],
  block_reason: ["Block reason", { else: CHOICE, unprocessable_entity: NARROWER }],
  send_at: ["Time", "It must be in the future, at most 90 days ahead."],
  send_at_local: ["Time", "It must be in the future, at most 90 days ahead."],
  validity_seconds: ["Valid for", "60 seconds to 3 days."],
  batch_id: ["Send", ID],
  scheduled_at: ["Time", "It must be in the future."],
  content: ["Content", `It is too large, or has more than ${Variables.maxProperties} variables.`],
  "content.type": ["Format", "The channel does not support it."],
  "content.text": [
    "Text",
    {
      else: from1To(limits.TextContent.text.maxLength),
      unprocessable_entity:
        "It is longer than the channel or its carrier allows, or has a character without an equivalent in the SMS alphabet.",
    },
  ],
  "content.file_id": ["Recording", FILE],
  "content.encoding": ["Characters", "Only an SMS can be limited to the SMS alphabet."],
  "content.orientation": ["Image position", "The sender’s carrier does not support this."],
  "content.card_width": ["Width of the cards", CHOICE],
  "content.card": ["Card", "It needs a title, a text or an image."],
  "content.cards": [
    "Cards",
    `There must be ${limits.CarouselContent.cards.minItems} to ${limits.CarouselContent.cards.maxItems}.`,
  ],
  "content.cards[]": ["Card", "It needs a title, a text or an image."],
  "content.suggestions": [
    "Buttons",
    `There may be up to ${limits.MessageSuggestions.maxItems}, and in an SMS none.`,
  ],
  "card.title": ["Title", from1To(Card.title.maxLength)],
  "card.description": ["Text of the card", from1To(Card.description.maxLength)],
  "cards[].title": ["Title", from1To(Card.title.maxLength)],
  "cards[].description": ["Text of the card", from1To(Card.description.maxLength)],
  media: ["Image or video", FILE],
  "media.file_id": ["Image or video", FILE],
  "media.alt_text": [
    "Description of the image",
    `It must have 1 to ${limits.CardMedia.alt_text.maxLength} characters and no variables.`,
  ],
  "media.height": ["Image height", "In a carousel, it must be short or medium."],
  suggestions: ["Buttons", `A card may have up to ${Card.suggestions.maxItems}.`],
  "suggestions[]": ["Button", "The sender’s carrier cannot show it."],
  "suggestions[].type": ["What the button does", CHOICE],
  "suggestions[].text": ["Button text", from1To(SuggestionText.maxLength)],
  "suggestions[].url": [
    "Website address (URL)",
    `It must begin with http:// or https:// and have up to ${limits.OpenUrlSuggestion.url.maxLength} characters.`,
  ],
  "suggestions[].phone": [
    "Number of the button",
    "Enter the number with its area code, or the number of a service such as 0800 123 4567. Short numbers such as 190 are not possible.",
  ],
  "suggestions[].latitude": ["Latitude", "It must be from −90 to 90."],
  "suggestions[].longitude": ["Longitude", "It must be from −180 to 180."],
  "suggestions[].label": ["Name of the place", from1To(limits.ViewLocationSuggestion.label.maxLength)],
  "suggestions[].title": [
    "Title of the event",
    from1To(limits.CreateCalendarEventSuggestion.title.maxLength),
  ],
  "suggestions[].description": [
    "Description of the event",
    {
      else: from1To(limits.CreateCalendarEventSuggestion.description.maxLength),
      unprocessable_entity: "The sender’s carrier cannot show it.",
    },
  ],
  "suggestions[].start_at": ["Start", "Enter a day and a time."],
  "suggestions[].end_at": ["End", "It must be after the start."],
  "suggestions[].postback_data": ["Data sent to your system", from1To(limits.PostbackData.maxLength)],
  follow_ups: ["Follow-ups", `There may be up to ${limits.CreateTemplateRequest.follow_ups.maxItems}.`],
  "follow_ups[]": ["Follow-up", "Fill in every field."],
  "follow_ups[].on": [templates.when, "Choose at least one."],
  "follow_ups[].after_seconds": [
    templates.after,
    `It can be up to ${rule.after_seconds.maximum / 3600} hours. For a missing delivery, it must be at least ${MIN_NO_DELIVERY_SECONDS} seconds.`,
  ],
  "follow_ups[].template_id": [
    templates.then,
    `It must exist and must not lead back to an earlier template. At most ${MAX_DEPTH} follow-ups can be chained.`,
  ],
  recipients: [
    "People",
    {
      else: `There must be 1 to ${limits.SendMessagesRequest.recipients.maxItems}.`,
      payload_too_large: "There are too many people for content of this size: send it in parts.",
    },
  ],
  "recipients[].to": ["Number", PHONE],
  "recipients[].variables": ["Variables", `There may be up to ${Variables.maxProperties}.`],
  "recipients[].variables.*": [
    "Variable",
    `A name has 1 to ${Variables.names.maxLength} letters without accents, digits, “_”, “.” and “-”; a value up to ${Variables.values.maxLength} characters.`,
  ],
  "recipients[].client_reference": ["Your reference", from1To(limits.ClientReference.maxLength)],
  "Idempotency-Key": ["Repeated request", "It was already sent with different content."],
  shortcut: [
    "Shortcut",
    {
      else: `It must have 1 to ${limits.CannedResponseShortcut.maxLength} lowercase letters without accents, digits, “_” or “-”.`,
      conflict: "This shortcut is taken.",
    },
  ],
  text: [
    "Text",
    {
      else: from1To(limits.CannedResponseText.maxLength),
      unprocessable_entity: `It may have up to ${Variables.maxProperties} different variables.`,
    },
  ],
  opt_out: ["Opt-out words", WORDS],
  opt_in: ["Opt-in words", WORDS],
  help: ["Help words", WORDS],
  confirmation: ["Opt-out confirmation", REPLY],
  help_answer: ["Help reply", REPLY],
  preset: ["Preset", CHOICE],
  windows: ["Windows", `There may be up to ${limits.SendingWindows.maxItems}.`],
  "windows[].days": ["Days", "Choose at least one."],
  "windows[].from": ["Start of the window", "Enter a time."],
  "windows[].to": ["End of the window", "It must be after the start."],
  time_zone: ["Time zone", "It must be a name such as America/Sao_Paulo."],
  holidays: ["Holidays", CHOICE],
  closed_dates: ["Closed dates", `There may be up to ${limits.ClosedDates.maxItems}, each once.`],
  max_per_recipient: ["Maximum messages per number", MOST],
  "max_per_recipient.messages": ["Messages", MOST],
  "max_per_recipient.days": ["Days", MOST],
  min_interval_seconds: [
    "Minimum time between two messages to a number",
    `It must be from 1 second to ${limits.RecipientInterval.maximum / 86_400} days.`,
  ],
  require_consent: ["Consent", CHOICE],
  outside: ["Outside the windows", CHOICE],
  evidence: ["Evidence", "Fill in at least one field."],
  "evidence.text": ["Text or note", from1To(limits.ConsentEvidenceInput.text.maxLength)],
  "evidence.url": ["Page (URL)", "It must begin with https:// or http://."],
  "evidence.ip": ["IP address", "It must be an IPv4 or IPv6 address."],
  occurred_at: ["When", "It must not be in the future."],
  source: ["Source", CHOICE],
  read_up_to: ["Read up to", "It must be a message of this conversation."],
  unread: ["Unread", CHOICE],
  opted_out: ["Asked to opt out", CHOICE],
  usage: ["Use of the file", CHOICE],
  filename: ["File name", from1To(limits.CreateUploadUrlRequest.filename.maxLength)],
  content_type: ["File type", "It is not accepted here."],
  size_bytes: [
    "File size",
    ({ size }) => (size === null ? "It is too large." : `It is too large: at most ${size}.`),
  ],
  file_id: ["File", { else: FILE, conflict: "It has not been uploaded yet." }],
  url: [
    "Address (URL)",
    `It must begin with https://, point to a public address, and have up to ${limits.WebhookUrl.maxLength} characters.`,
  ],
  event_types: ["Events", "Choose at least one."],
  event_type: ["Event", "The webhook is not subscribed to this event."],
  scopes: ["Permissions", "Choose at least one."],
  expires_at: [
    "Expires",
    {
      else: "It must be in the future.",
      forbidden: ({ instant }) =>
        `A key cannot create a key that outlives it${instant === null ? "" : `: ${instant} at the latest`}.`,
    },
  ],
  search: ["Search", SEARCH],
  from: ["From", WINDOW],
  to: ["To", WINDOW],
  created_from: ["From", WINDOW],
  created_to: ["To", WINDOW],
  received_from: ["From", WINDOW],
  received_to: ["To", WINDOW],
  since: ["From", WINDOW],
  until: ["To", WINDOW],
  include_delivered: ["Also send events that were delivered", CHOICE],
  dialect: ["File format", CHOICE],
  of: ["Export", "It takes too long. Choose a shorter period."],
  recipient: ["To", PHONE],
  sender: ["From", PHONE],
  paired_message_id: ["Message", ID],
  kind: ["Kind", CHOICE],
  group_by: ["Grouping", CHOICE],
  limit: ["Page", NARROWER],
  offset: ["Page", NARROWER],
  body: ["Request", "It is incomplete or has characters that cannot be stored."],
  path: ["Address", ID],
} as const satisfies Record<string, FieldWords>;

export const fields: Readonly<Record<keyof typeof known, FieldWords>> = known;
