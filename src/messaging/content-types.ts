/** Message content as spelled in the contract. Texts may contain `{{ name }}` placeholders. */

import type { components } from "../../generated/schema";

type Schemas = components["schemas"];

export type Content = SmsContent | VoiceContent | RcsText | RcsCard | RcsCarousel;

/** Text of an SMS. Without `encoding`, it is sent like a text with the encoding `auto`. */
type SmsContent = Pick<Schemas["TextContent"], "type" | "text" | "encoding">;
type VoiceContent = Schemas["AudioContent"];
export type RcsText = Pick<Schemas["TextContent"], "type" | "text" | "suggestions">;
export type RcsCard = Schemas["CardContent"];
export type RcsCarousel = Schemas["CarouselContent"];

/** Body of a card. It has at least one of title, description and media. */
export type CardBody = Schemas["Card"];
export type CardMedia = Schemas["CardMedia"];

/** Button that the recipient can tap. The carrier then returns `postback_data`. */
export type Suggestion = Schemas["Suggestion"];
