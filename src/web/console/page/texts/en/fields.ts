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

export interface FieldWords {
  label: string;
  /** Text that describes a valid value. An error code with a different text has its own key beside `else`. */
  rule: Words | ({ else: Words } & Partial<Record<ErrorCode, Words>>);
}

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
  name: {
    label: "Name",
    rule: { else: from1To(120), conflict: "This name is taken, or cannot be changed." },
  },
  phone: { label: "Number", rule: { else: PHONE, conflict: "Another contact has this number." } },
  description: {
    label: "Description",
    rule: upTo(limits.CreateWebhookRequest.description.maxLength),
  },
  columns: {
    label: "Columns",
    rule: `There may be up to ${limits.CreateImportRequest.columns.maxItems}, ${limits.ContactAttributes.maxProperties} of them variables.`,
  },
  "columns[]": { label: "Column", rule: CHOICE },
  "columns[].heading": { label: "Heading", rule: upTo(limits.ImportColumnInput.heading.maxLength) },
  "columns[].use": {
    label: "Use of the column",
    rule: "Only one column can have the number, and only one the name.",
  },
  "columns[].attribute": {
    label: "Variable of the column",
    rule: `A name has 1 to ${Variables.names.maxLength} letters without accents, digits, “_”, “.” and “-”, and appears once.`,
  },
  attributes: {
    label: "Variables",
    rule: `There may be up to ${limits.ContactAttributes.maxProperties}.`,
  },
  "attributes.*": {
    label: "Variable",
    rule: `A name has 1 to ${limits.ContactAttributes.names.maxLength} letters without accents, digits, “_”, “.” and “-”; a value up to ${limits.ContactAttributes.values.maxLength} characters.`,
  },
  channels: { label: "Channels", rule: "Only a suppression list has channels." },
  purposes: { label: "Purposes", rule: "Only a suppression list has purposes." },
  purpose: {
    label: "Purpose",
    rule: { else: CHOICE, unprocessable_entity: "A template has its own purpose." },
  },
  channel: { label: "Channel", rule: CHOICE },
  type: { label: "Kind", rule: CHOICE },
  status: { label: "Status", rule: CHOICE },
  id: { label: "Contact", rule: ID },
  list_id: {
    label: "List",
    rule: { else: ID, unprocessable_entity: "Messages cannot be sent to a suppression list." },
  },
  template_id: {
    label: "Template",
    rule: { else: ID, unprocessable_entity: "The sender’s carrier cannot send this content." },
  },
  campaign_id: { label: "Campaign", rule: ID },
  sender_id: {
    label: "Sender",
    rule: {
      else: ID,
      unprocessable_entity: "Choose a sender of this channel. For a list, choose a shorter period.",
    },
  },
  tags: { label: "Tags", rule: "There may be up to 10." },
  "tags[]": { label: "Tag", rule: TAG },
  tag: { label: "Tag", rule: { else: TAG, unprocessable_entity: NARROWER } },
  sort: { label: "Order", rule: { else: CHOICE, unprocessable_entity: "Search, or choose another order." } },
  error_code: { label: "Reason", rule: { else: CHOICE, unprocessable_entity: NARROWER } },
  attribute: {
    label: "Variable",
    rule: {
      else: "It must have a name, “=” and a value.",
      unprocessable_entity: "Search for a name or number as well.",
    },
  },
  block_reason: { label: "Block reason", rule: { else: CHOICE, unprocessable_entity: NARROWER } },
  send_at: { label: "Time", rule: "It must be in the future, at most 90 days ahead." },
  send_at_local: { label: "Time", rule: "It must be in the future, at most 90 days ahead." },
  validity_seconds: { label: "Valid for", rule: "60 seconds to 3 days." },
  batch_id: { label: "Send", rule: ID },
  scheduled_at: { label: "Time", rule: "It must be in the future." },
  content: {
    label: "Content",
    rule: `It is too large, or has more than ${Variables.maxProperties} variables.`,
  },
  "content.type": { label: "Format", rule: "The channel does not support it." },
  "content.text": {
    label: "Text",
    rule: {
      else: from1To(limits.TextContent.text.maxLength),
      unprocessable_entity:
        "It is longer than the channel or its carrier allows, or has a character without an equivalent in the SMS alphabet.",
    },
  },
  "content.file_id": { label: "Recording", rule: FILE },
  "content.encoding": { label: "Characters", rule: "Only an SMS can be limited to the SMS alphabet." },
  "content.orientation": {
    label: "Image position",
    rule: "The sender’s carrier does not support this.",
  },
  "content.card_width": { label: "Width of the cards", rule: CHOICE },
  "content.card": { label: "Card", rule: "It needs a title, a text or an image." },
  "content.cards": {
    label: "Cards",
    rule: `There must be ${limits.CarouselContent.cards.minItems} to ${limits.CarouselContent.cards.maxItems}.`,
  },
  "content.cards[]": { label: "Card", rule: "It needs a title, a text or an image." },
  "content.suggestions": {
    label: "Buttons",
    rule: `There may be up to ${limits.MessageSuggestions.maxItems}, and in an SMS none.`,
  },
  "card.title": { label: "Title", rule: from1To(Card.title.maxLength) },
  "card.description": { label: "Text of the card", rule: from1To(Card.description.maxLength) },
  "cards[].title": { label: "Title", rule: from1To(Card.title.maxLength) },
  "cards[].description": { label: "Text of the card", rule: from1To(Card.description.maxLength) },
  media: { label: "Image or video", rule: FILE },
  "media.file_id": { label: "Image or video", rule: FILE },
  "media.alt_text": {
    label: "Description of the image",
    rule: `It must have 1 to ${limits.CardMedia.alt_text.maxLength} characters and no variables.`,
  },
  "media.height": { label: "Image height", rule: "In a carousel, it must be short or medium." },
  suggestions: { label: "Buttons", rule: `A card may have up to ${Card.suggestions.maxItems}.` },
  "suggestions[]": { label: "Button", rule: "The sender’s carrier cannot show it." },
  "suggestions[].type": { label: "What the button does", rule: CHOICE },
  "suggestions[].text": { label: "Button text", rule: from1To(SuggestionText.maxLength) },
  "suggestions[].url": {
    label: "Website address (URL)",
    rule: `It must begin with http:// or https:// and have up to ${limits.OpenUrlSuggestion.url.maxLength} characters.`,
  },
  "suggestions[].phone": {
    label: "Number of the button",
    rule: "Enter the number with its area code, or the number of a service such as 0800 123 4567. Short numbers such as 190 are not possible.",
  },
  "suggestions[].latitude": { label: "Latitude", rule: "It must be from −90 to 90." },
  "suggestions[].longitude": { label: "Longitude", rule: "It must be from −180 to 180." },
  "suggestions[].label": {
    label: "Name of the place",
    rule: from1To(limits.ViewLocationSuggestion.label.maxLength),
  },
  "suggestions[].title": {
    label: "Title of the event",
    rule: from1To(limits.CreateCalendarEventSuggestion.title.maxLength),
  },
  "suggestions[].description": {
    label: "Description of the event",
    rule: {
      else: from1To(limits.CreateCalendarEventSuggestion.description.maxLength),
      unprocessable_entity: "The sender’s carrier cannot show it.",
    },
  },
  "suggestions[].start_at": { label: "Start", rule: "Enter a day and a time." },
  "suggestions[].end_at": { label: "End", rule: "It must be after the start." },
  "suggestions[].postback_data": {
    label: "Data sent to your system",
    rule: from1To(limits.PostbackData.maxLength),
  },
  follow_ups: {
    label: "Follow-ups",
    rule: `There may be up to ${limits.CreateTemplateRequest.follow_ups.maxItems}.`,
  },
  "follow_ups[]": { label: "Follow-up", rule: "Fill in every field." },
  "follow_ups[].on": { label: templates.when, rule: "Choose at least one." },
  "follow_ups[].after_seconds": {
    label: templates.after,
    rule: `It can be up to ${rule.after_seconds.maximum / 3600} hours. For a missing delivery, it must be at least ${MIN_NO_DELIVERY_SECONDS} seconds.`,
  },
  "follow_ups[].template_id": {
    label: templates.then,
    rule: `It must exist and must not lead back to an earlier template. At most ${MAX_DEPTH} follow-ups can be chained.`,
  },
  recipients: {
    label: "People",
    rule: {
      else: `There must be 1 to ${limits.SendMessagesRequest.recipients.maxItems}.`,
      payload_too_large: "There are too many people for content of this size: send it in parts.",
    },
  },
  "recipients[].to": { label: "Number", rule: PHONE },
  "recipients[].variables": { label: "Variables", rule: `There may be up to ${Variables.maxProperties}.` },
  "recipients[].variables.*": {
    label: "Variable",
    rule: `A name has 1 to ${Variables.names.maxLength} letters without accents, digits, “_”, “.” and “-”; a value up to ${Variables.values.maxLength} characters.`,
  },
  "recipients[].client_reference": {
    label: "Your reference",
    rule: from1To(limits.ClientReference.maxLength),
  },
  "Idempotency-Key": { label: "Repeated request", rule: "It was already sent with different content." },
  shortcut: {
    label: "Shortcut",
    rule: {
      else: `It must have 1 to ${limits.CannedResponseShortcut.maxLength} lowercase letters without accents, digits, “_” or “-”.`,
      conflict: "This shortcut is taken.",
    },
  },
  text: {
    label: "Text",
    rule: {
      else: from1To(limits.CannedResponseText.maxLength),
      unprocessable_entity: `It may have up to ${Variables.maxProperties} different variables.`,
    },
  },
  opt_out: { label: "Opt-out words", rule: WORDS },
  opt_in: { label: "Opt-in words", rule: WORDS },
  help: { label: "Help words", rule: WORDS },
  confirmation: { label: "Opt-out confirmation", rule: REPLY },
  help_answer: { label: "Help reply", rule: REPLY },
  preset: { label: "Preset", rule: CHOICE },
  windows: { label: "Windows", rule: `There may be up to ${limits.SendingWindows.maxItems}.` },
  "windows[].days": { label: "Days", rule: "Choose at least one." },
  "windows[].from": { label: "Start of the window", rule: "Enter a time." },
  "windows[].to": { label: "End of the window", rule: "It must be after the start." },
  time_zone: { label: "Time zone", rule: "It must be a name such as America/Sao_Paulo." },
  holidays: { label: "Holidays", rule: CHOICE },
  closed_dates: {
    label: "Closed dates",
    rule: `There may be up to ${limits.ClosedDates.maxItems}, each once.`,
  },
  max_per_recipient: { label: "Maximum messages per number", rule: MOST },
  "max_per_recipient.messages": { label: "Messages", rule: MOST },
  "max_per_recipient.days": { label: "Days", rule: MOST },
  min_interval_seconds: {
    label: "Minimum time between two messages to a number",
    rule: `It must be from 1 second to ${limits.RecipientInterval.maximum / 86_400} days.`,
  },
  require_consent: { label: "Consent", rule: CHOICE },
  outside: { label: "Outside the windows", rule: CHOICE },
  evidence: { label: "Evidence", rule: "Fill in at least one field." },
  "evidence.text": {
    label: "Text or note",
    rule: from1To(limits.ConsentEvidenceInput.text.maxLength),
  },
  "evidence.url": { label: "Page (URL)", rule: "It must begin with https:// or http://." },
  "evidence.ip": { label: "IP address", rule: "It must be an IPv4 or IPv6 address." },
  occurred_at: { label: "When", rule: "It must not be in the future." },
  source: { label: "Source", rule: CHOICE },
  read_up_to: { label: "Read up to", rule: "It must be a message of this conversation." },
  unread: { label: "Unread", rule: CHOICE },
  opted_out: { label: "Asked to opt out", rule: CHOICE },
  usage: { label: "Use of the file", rule: CHOICE },
  filename: { label: "File name", rule: from1To(limits.CreateUploadUrlRequest.filename.maxLength) },
  content_type: { label: "File type", rule: "It is not accepted here." },
  size_bytes: {
    label: "File size",
    rule: ({ size }) => (size === null ? "It is too large." : `It is too large: at most ${size}.`),
  },
  file_id: {
    label: "File",
    rule: { else: FILE, conflict: "It has not been uploaded yet." },
  },
  url: {
    label: "Address (URL)",
    rule: `It must begin with https://, point to a public address, and have up to ${limits.WebhookUrl.maxLength} characters.`,
  },
  event_types: { label: "Events", rule: "Choose at least one." },
  event_type: { label: "Event", rule: "The webhook is not subscribed to this event." },
  scopes: { label: "Permissions", rule: "Choose at least one." },
  expires_at: {
    label: "Expires",
    rule: {
      else: "It must be in the future.",
      forbidden: ({ instant }) =>
        `A key cannot create a key that outlives it${instant === null ? "" : `: ${instant} at the latest`}.`,
    },
  },
  search: { label: "Search", rule: SEARCH },
  from: { label: "From", rule: WINDOW },
  to: { label: "To", rule: WINDOW },
  created_from: { label: "From", rule: WINDOW },
  created_to: { label: "To", rule: WINDOW },
  received_from: { label: "From", rule: WINDOW },
  received_to: { label: "To", rule: WINDOW },
  since: { label: "From", rule: WINDOW },
  until: { label: "To", rule: WINDOW },
  include_delivered: { label: "Also send events that were delivered", rule: CHOICE },
  dialect: { label: "File format", rule: CHOICE },
  of: { label: "Export", rule: "It takes too long. Choose a shorter period." },
  recipient: { label: "To", rule: PHONE },
  sender: { label: "From", rule: PHONE },
  paired_message_id: { label: "Message", rule: ID },
  kind: { label: "Kind", rule: CHOICE },
  group_by: { label: "Grouping", rule: CHOICE },
  limit: { label: "Page", rule: NARROWER },
  offset: { label: "Page", rule: NARROWER },
  body: { label: "Request", rule: "It is incomplete or has characters that cannot be stored." },
  path: { label: "Address", rule: ID },
} as const satisfies Record<string, FieldWords>;

export const fields: Readonly<Record<keyof typeof known, FieldWords>> = known;
