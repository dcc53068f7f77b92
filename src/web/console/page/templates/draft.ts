import type { CardMedia, Channel, FollowUpOutcome, Purpose, RenderedContent } from "../../../../client";
import type { Encoding } from "../parts/encoding";

export const FORMS = {
  sms: ["text"],
  rcs: ["text", "card", "carousel"],
  voice: ["audio"],
} as const satisfies Record<Channel, readonly RenderedContent["type"][]>;

export const SUGGESTIONS = [
  "reply",
  "open_url",
  "dial",
  "view_location",
  "share_location",
  "create_calendar_event",
] as const;
type SuggestionType = (typeof SUGGESTIONS)[number];

/** Suggestion as entered. Keeps the fields of every type, in case the user changes the type back. */
export interface SuggestionDraft {
  type: SuggestionType;
  text: string;
  /** Postback data that a tap returns; if empty, the template uses `text`. */
  postback_data: string;
  url: string;
  phone: string;
  latitude: string;
  longitude: string;
  label: string;
  title: string;
  description: string;
  /** Start of a calendar event in RFC 3339 format; empty while the input is incomplete. */
  start_at: string;
  end_at: string;
}

export interface CardDraft {
  title: string;
  description: string;
  media: CardMedia | null;
  suggestions: SuggestionDraft[];
}

/** Content as entered. Keeps the fields of every form, in case the user changes the form back. */
export interface ContentDraft {
  form: RenderedContent["type"];
  text: string;
  /** Encoding of an SMS; unused on any other channel. */
  encoding: Encoding;
  suggestions: SuggestionDraft[];
  orientation: "vertical" | "horizontal";
  card_width: "small" | "medium";
  /** Cards of a carousel. A content with a single card uses only the first entry. */
  cards: CardDraft[];
  file_id: string;
}

export interface RuleDraft {
  on: FollowUpOutcome[];
  after_seconds: number;
  template_id: string;
}

export interface TemplateDraft {
  name: string;
  channel: Channel;
  purpose: Purpose;
  content: ContentDraft;
  /** Validity of the messages in seconds; null for the limits of the service and the carrier. */
  validity_seconds: number | null;
  follow_ups: RuleDraft[];
}

export const emptySuggestion = (): SuggestionDraft => ({
  type: "reply",
  text: "",
  postback_data: "",
  url: "",
  phone: "",
  latitude: "",
  longitude: "",
  label: "",
  title: "",
  description: "",
  start_at: "",
  end_at: "",
});

export const emptyCard = (): CardDraft => ({ title: "", description: "", media: null, suggestions: [] });

export const EMPTY_CONTENT: ContentDraft = {
  form: "text",
  text: "",
  encoding: "auto",
  suggestions: [],
  orientation: "vertical",
  card_width: "medium",
  cards: [emptyCard(), emptyCard()],
  file_id: "",
};

export const emptyTemplate = (): TemplateDraft => ({
  name: "",
  channel: "sms",
  purpose: "transactional",
  content: EMPTY_CONTENT,
  validity_seconds: null,
  follow_ups: [],
});

/** Returns the draft with another channel, and with a form of content that the channel supports. */
export function onChannel(draft: TemplateDraft, channel: Channel): TemplateDraft {
  const forms: readonly ContentDraft["form"][] = FORMS[channel];
  const form = forms.includes(draft.content.form) ? draft.content.form : (forms[0] ?? "text");
  return { ...draft, channel, content: { ...draft.content, form } };
}

// The following functions return a copy of a list with one entry changed, removed or moved.
export const changed = <T>(list: readonly T[], index: number, changes: Partial<T>): T[] =>
  list.map((one, at) => (at === index ? { ...one, ...changes } : one));
export const without = <T>(list: readonly T[], index: number): T[] => list.filter((_, at) => at !== index);
export function moved<T>(list: readonly T[], index: number, steps: number): T[] {
  const rest = without(list, index);
  return [...rest.slice(0, index + steps), ...list.slice(index, index + 1), ...rest.slice(index + steps)];
}
