/** Message content as spelled in the contract. Texts may contain `{{ name }}` placeholders. */

import type { components } from "../../generated/schema";

type Schemas = components["schemas"];

export type Content = SmsContent | VoiceContent | RcsText | RcsCard | RcsCarousel;

export interface SmsContent {
  type: "text";
  text: string;
  /** Absent means `auto`. */
  encoding?: Schemas["TextEncoding"];
}

export interface VoiceContent {
  type: "audio";
  file_id: string;
}

export interface RcsText {
  type: "text";
  text: string;
  suggestions?: Suggestion[];
}

export interface RcsCard {
  type: "card";
  orientation: Schemas["CardOrientation"];
  card: CardBody;
  suggestions?: Suggestion[];
}

export interface RcsCarousel {
  type: "carousel";
  card_width: Schemas["CardWidth"];
  cards: CardBody[];
  suggestions?: Suggestion[];
}

/** Body of a card. It has at least one of title, description and media. */
export interface CardBody {
  title?: string;
  description?: string;
  media?: CardMedia;
  suggestions?: Suggestion[];
}

export interface CardMedia {
  file_id: string;
  height: Schemas["CardMedia"]["height"];
  alt_text?: string;
}

/**
 * Fields of every suggestion. `text` is the label. The carrier returns `postback_data` when the recipient
 * taps the suggestion.
 */
interface Tappable {
  text: string;
  postback_data: string;
}

export interface Reply extends Tappable {
  type: "reply";
}

export interface OpenUrl extends Tappable {
  type: "open_url";
  url: string;
}

export interface Dial extends Tappable {
  type: "dial";
  phone: string;
}

export interface ViewLocation extends Tappable {
  type: "view_location";
  latitude: number;
  longitude: number;
  label?: string;
}

export interface ShareLocation extends Tappable {
  type: "share_location";
}

export interface CreateCalendarEvent extends Tappable {
  type: "create_calendar_event";
  title: string;
  description?: string;
  start_at: string;
  end_at: string;
}

export type Suggestion = Reply | OpenUrl | Dial | ViewLocation | ShareLocation | CreateCalendarEvent;
