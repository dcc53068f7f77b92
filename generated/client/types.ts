// Generated from openapi/ by `npm run generate`. Edits are lost.

/** The kind of a file, derived from its content type. */
export type FileKind = "audio" | "image" | "video" | "csv";

/**
 * A MIME type in lower case, without parameters.
 * @example image/jpeg
 */
export type FileContentType = string;

/** The limits of one kind of file. */
export interface FileKindConstraint {
  /** The kind of a file, derived from its content type. */
  kind: FileKind;
  /** Content types of this kind. */
  content_types: FileContentType[];
  /**
   * Maximum size, in bytes.
   * @example 5242880
   */
  max_size_bytes: number;
}

/** Purpose of a file. `template_media`: media in messages. `contact_import`: a CSV file of contacts. */
export type FileUsage = "template_media" | "contact_import";

/** The kinds of file that a usage accepts. */
export interface FileUsageConstraint {
  /** Purpose of a file. `template_media`: media in messages. `contact_import`: a CSV file of contacts. */
  usage: FileUsage;
  /** Kinds that may be uploaded for this usage. */
  kinds: FileKind[];
}

/** Limits on uploaded files. */
export interface FileConstraints {
  /** Every kind of file with its limits. */
  kinds: FileKindConstraint[];
  /** Every usage with the kinds that it accepts. */
  usages: FileUsageConstraint[];
}

/** The kind of error. Codes are stable, so clients can branch on them. */
export type ErrorCode =
  | (
      | "validation_failed"
      | "unauthorized"
      | "forbidden"
      | "not_found"
      | "method_not_allowed"
      | "conflict"
      | "invalid_state"
      | "import_in_progress"
      | "precondition_failed"
      | "payload_too_large"
      | "unsupported_media_type"
      | "unprocessable_entity"
      | "rate_limited"
      | "internal_error"
      | "service_unavailable"
    )
  | (string & {});

/** A part of the request to correct. */
export interface FieldProblem {
  /**
   * Path of the field, with dots and indexes, such as `recipients[3].to`; or the name of a query
   * parameter or header.
   * @example recipients[3].to
   */
  field: string;
  /**
   * An explanation for people.
   * @example is not a valid phone number
   */
  message: string;
}

/** The body of every response that is not a success. */
export interface ErrorEnvelope {
  /** The error. */
  error: {
    /** The kind of error. Codes are stable, so clients can branch on them. */
    code: ErrorCode;
    /**
     * An explanation for logs and people. Its wording may change at any time.
     * @example The request does not fit the contract
     */
    message: string;
    /**
     * Id of this request, as in the header `X-Request-Id`. Give it to the operator when you ask
     * for help.
     * @example 01a1f8d3-ea00-7c11-8d5f-60b2a9e4c738
     */
    request_id: string;
    /** The parts of the request to correct, if there are any. Only the first 100 are listed. */
    fields?: FieldProblem[];
  };
}

/** The file to upload. */
export interface CreateUploadUrlRequest {
  /** Purpose of a file. `template_media`: media in messages. `contact_import`: a CSV file of contacts. */
  usage: FileUsage;
  /** A MIME type in lower case, without parameters. */
  content_type: FileContentType;
  /**
   * The file's size in bytes. Each kind of file has its own maximum; more is `413`.
   * @example 48213
   */
  size_bytes: number;
  /**
   * The file's original name, for people to recognize it.
   * @example clientes-recife.csv
   */
  filename?: string;
}

/**
 * A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation.
 * @example 01a1e473-6838-7c55-a1b9-0d6e3f7a2c48
 */
export type Uuid = string;

/**
 * An instant in UTC, to the second.
 * @example 2026-11-20T12:00:05Z
 */
export type Timestamp = string;

/** A URL for the upload, and when it expires. */
export interface UploadUrl {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  file_id: Uuid;
  /**
   * PUT the bytes to this URL without an API key, with the declared `Content-Type` and
   * `Content-Length`. The URL's signature covers both.
   * @example
   * https://recado.padariasol.com.br/storage/upload/01a1e8d7-81c0-7a3c-9d52-4b1e6f0a7c31?expires=1794908700&signature=5b0f7c1e9a3d
   */
  url: string;
  /** An instant in UTC, to the second. */
  expires_at: Timestamp;
}

/** Status of a file: `pending` until its upload is confirmed, then `uploaded`. */
export type FileStatus = ("pending" | "uploaded") | (string & {});

/** Status of a file: `pending` until its upload is confirmed, then `uploaded`. */
export type FileStatusInput = "pending" | "uploaded";

/**
 * A size in bytes.
 * @example 48213
 */
export type FileSize = number;

/**
 * An instant in UTC, to the second; null if it has not occurred.
 * @example 2026-11-20T12:00:05Z
 */
export type NullableTimestamp = string | null;

/** A file, whether its upload is pending or confirmed. */
export interface StoredFile {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  id: Uuid;
  /** Purpose of a file. `template_media`: media in messages. `contact_import`: a CSV file of contacts. */
  usage: FileUsage;
  /** The kind of a file, derived from its content type. */
  kind: FileKind;
  /** A MIME type in lower case, without parameters. */
  content_type: FileContentType;
  /** A size in bytes. */
  size_bytes: FileSize;
  /**
   * The file's original name; null if none was given.
   * @example clientes-recife.csv
   */
  filename: string | null;
  /** Status of a file: `pending` until its upload is confirmed, then `uploaded`. */
  status: FileStatus;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /** An instant in UTC, to the second; null if it has not occurred. */
  uploaded_at: NullableTimestamp;
}

/** Position of the page in the whole list. */
export interface Pagination {
  /**
   * Number of entries in the whole list under the given filters.
   * @example 137
   */
  total: number;
  /**
   * Maximum number of entries in the page.
   * @example 25
   */
  limit: number;
  /**
   * Number of entries before this page.
   * @example 50
   */
  offset: number;
  /** True if another page follows, at `offset` plus `limit`. */
  has_more: boolean;
}

/** A page of files. */
export interface FilePage {
  /** The entries of this page, newest first. */
  data: StoredFile[];
  /** Position of the page in the whole list. */
  pagination: Pagination;
}

/** A URL of the file's bytes, and when it expires. */
export interface DownloadUrl {
  /**
   * Send a GET without an API key. Anyone with the URL can read the file.
   * @example
   * https://recado.padariasol.com.br/storage/download/01a1e8d7-81c0-7a3c-9d52-4b1e6f0a7c31?expires=1794908700&signature=5b0f7c1e9a3d
   */
  url: string;
  /** An instant in UTC, to the second; null if it has not occurred. */
  expires_at: NullableTimestamp;
}

/** The channel of a message. */
export type Channel = "sms" | "rcs" | "voice";

/** What a message is for: a one-time password (`otp`), something that the recipient needs to know about an order, an account or an appointment (`transactional`), or an offer (`marketing`). At each sender, `otp` goes before `transactional`, and `transactional` before `marketing`. */
export type Purpose = "otp" | "transactional" | "marketing";

/** An order of a list: by creation or by name, ascending, or descending after a leading `-`. Names are compared without case, accents and compatibility forms of characters, by code points. A contact without a name counts as one with an empty name. */
export type ListOrder = "created_at" | "-created_at" | "name" | "-name";

/**
 * A name for people. After surrounding spaces are removed, its length is 1 to 120.
 * @example Pedido saiu para entrega
 */
export type ResourceName = string;

/**
 * How an SMS is encoded. `auto`: as written, in GSM-7 if the alphabet has all characters, else in UCS-2.
 * `gsm7`: always in GSM-7, which fits more than twice as many characters into a segment. The text with its
 * placeholders filled in is transliterated before it is counted, charged and sent. Characters of GSM-7 stay,
 * such as `é`, `à` and `ñ`. Other letters lose their accents, and quotes, dashes, ellipses and spaces get
 * their plain forms. A character without a counterpart that keeps its meaning, such as an emoji, `²` or `≠`,
 * returns 422 in `text`; in a variable's value, it gives the message the error `not_encodable`. The same
 * applies to a text that would need more segments in GSM-7 than as written, such as many ellipses: it returns
 * 422 if it has no placeholders, and else gives the message the error. Absent means `auto`; only SMS accepts
 * `gsm7`.
 * @example gsm7
 */
export type TextEncoding = "auto" | "gsm7";

/**
 * Text of the button.
 * @example Reservar
 */
export type SuggestionText = string;

/**
 * Data that is returned to you when the button is tapped. The recipient does not see it.
 * @example reservar-{{ order }}
 */
export type PostbackData = string;

/** A button that replies with its text. */
export interface ReplySuggestion {
  /** Always `reply`. */
  type: "reply";
  /** Text of the button. */
  text: SuggestionText;
  /** Data that is returned to you when the button is tapped. The recipient does not see it. */
  postback_data: PostbackData;
}

/** A button that opens a web page. */
export interface OpenUrlSuggestion {
  /** Always `open_url`. */
  type: "open_url";
  /** Text of the button. */
  text: SuggestionText;
  /** Data that is returned to you when the button is tapped. The recipient does not see it. */
  postback_data: PostbackData;
  /**
   * URL of the page. After its placeholders are filled in, it must be an `http` or `https` URL; a
   * message whose values make no such URL becomes an `error` with `missing_variable`.
   * @example https://padariasol.com.br/pedidos/{{ order }}
   */
  url: string;
}

/** A button that calls a phone number. */
export interface DialSuggestion {
  /** Always `dial`. */
  type: "dial";
  /** Text of the button. */
  text: SuggestionText;
  /** Data that is returned to you when the button is tapped. The recipient does not see it. */
  postback_data: PostbackData;
  /**
   * The number that the button calls, as it is written in Brazil, or in E.164. The service converts
   * it to E.164. It may also belong to a service, such as `0800 123 4567` or `4004-1234`, which
   * become `+558001234567` and `+5540041234`. Short numbers such as `190` return 422, because
   * carriers accept E.164 only.
   * @example 0800 123 4567
   * @example +5511987654321
   */
  phone: string;
}

/**
 * Degrees north of the equator.
 * @example -8.0539
 */
export type Latitude = number;

/**
 * Degrees east of Greenwich.
 * @example -34.8811
 */
export type Longitude = number;

/** A button that shows a place on a map. */
export interface ViewLocationSuggestion {
  /** Always `view_location`. */
  type: "view_location";
  /** Text of the button. */
  text: SuggestionText;
  /** Data that is returned to you when the button is tapped. The recipient does not see it. */
  postback_data: PostbackData;
  /** Degrees north of the equator. */
  latitude: Latitude;
  /** Degrees east of Greenwich. */
  longitude: Longitude;
  /**
   * Name of the place.
   * @example Padaria Sol, Boa Vista
   */
  label?: string;
}

/** A button that asks for the recipient's location. */
export interface ShareLocationSuggestion {
  /** Always `share_location`. */
  type: "share_location";
  /** Text of the button. */
  text: SuggestionText;
  /** Data that is returned to you when the button is tapped. The recipient does not see it. */
  postback_data: PostbackData;
}

/**
 * An RFC 3339 instant of at most 100 characters, in a year from 0000 to 9999, with any offset and any
 * fraction of a second. A leap second is accepted at the end of a UTC month and stands for the second after
 * it. Responses are in UTC, to the second.
 * @example 2026-11-20T09:00:05-03:00
 * @example 2026-11-20T12:00:05Z
 */
export type TimestampInput = string;

/** A button that adds an event to the recipient's calendar. `end_at` must be after `start_at`, otherwise the response is 422. */
export interface CreateCalendarEventSuggestion {
  /** Always `create_calendar_event`. */
  type: "create_calendar_event";
  /** Text of the button. */
  text: SuggestionText;
  /** Data that is returned to you when the button is tapped. The recipient does not see it. */
  postback_data: PostbackData;
  /**
   * Title of the calendar event.
   * @example Retirada do pedido {{ order }}
   */
  title: string;
  /**
   * Description of the calendar event.
   * @example Padaria Sol, balcão de encomendas
   */
  description?: string;
  /** An RFC 3339 instant of at most 100 characters, in a year from 0000 to 9999, with any offset and any fraction of a second. A leap second is accepted at the end of a UTC month and stands for the second after it. Responses are in UTC, to the second. */
  start_at: TimestampInput;
  /** An RFC 3339 instant of at most 100 characters, in a year from 0000 to 9999, with any offset and any fraction of a second. A leap second is accepted at the end of a UTC month and stands for the second after it. Responses are in UTC, to the second. */
  end_at: TimestampInput;
}

/** A button that the recipient may tap. `type` names its action. */
export type Suggestion =
  | ReplySuggestion
  | OpenUrlSuggestion
  | DialSuggestion
  | ViewLocationSuggestion
  | ShareLocationSuggestion
  | CreateCalendarEventSuggestion;

/** Buttons below the message, for RCS. */
export type MessageSuggestions = Suggestion[];

/** A text, for SMS and RCS. Only RCS accepts suggestions. */
export interface TextContent {
  /** Always `text`. */
  type: "text";
  /**
   * The text with its placeholders. With the placeholders filled in, an SMS may have at most 10
   * segments. A text that has more segments even with empty values returns 422.
   * @example Oi {{ first_name }}, seu pedido {{ order }} saiu para entrega. Padaria Sol
   */
  text: string;
  /** How an SMS is encoded. `auto`: as written, in GSM-7 if the alphabet has all characters, else in UCS-2. `gsm7`: always in GSM-7, which fits more than twice as many characters into a segment. The text with its placeholders filled in is transliterated before it is counted, charged and sent. Characters of GSM-7 stay, such as `é`, `à` and `ñ`. Other letters lose their accents, and quotes, dashes, ellipses and spaces get their plain forms. A character without a counterpart that keeps its meaning, such as an emoji, `²` or `≠`, returns 422 in `text`; in a variable's value, it gives the message the error `not_encodable`. The same applies to a text that would need more segments in GSM-7 than as written, such as many ellipses: it returns 422 if it has no placeholders, and else gives the message the error. Absent means `auto`; only SMS accepts `gsm7`. */
  encoding?: TextEncoding;
  /** Buttons below the message, for RCS. */
  suggestions?: MessageSuggestions;
}

/** An audio file, for voice. */
export interface AudioContent {
  /** Always `audio`. */
  type: "audio";
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  file_id: Uuid;
}

/** Position of the media. `vertical`: above the text. `horizontal`: beside it. */
export type CardOrientation = "vertical" | "horizontal";

/** An image or video on a card. */
export interface CardMedia {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  file_id: Uuid;
  /** Height of the media. `tall` is not allowed in a carousel. */
  height: "short" | "medium" | "tall";
  /**
   * Description of the media for people who do not see it, which screen readers speak. It is the
   * same for all recipients; placeholders return 422.
   * @example Três pães de fermentação natural sobre uma mesa de madeira
   */
  alt_text?: string;
}

/** A rich card. It needs a title, a description or media. */
export type Card =
  | {
      /**
       * The title, in bold.
       * @example Pão de fermentação natural
       */
      title: string;
      /**
       * The text below the title.
       * @example Saindo do forno às 17h. Reserve o seu, {{ first_name }}!
       */
      description?: string;
      /** An image or video on a card. */
      media?: CardMedia;
      /** Buttons of the card. */
      suggestions?: Suggestion[];
    }
  | {
      /**
       * The title, in bold.
       * @example Pão de fermentação natural
       */
      title?: string;
      /**
       * The text below the title.
       * @example Saindo do forno às 17h. Reserve o seu, {{ first_name }}!
       */
      description: string;
      /** An image or video on a card. */
      media?: CardMedia;
      /** Buttons of the card. */
      suggestions?: Suggestion[];
    }
  | {
      /**
       * The title, in bold.
       * @example Pão de fermentação natural
       */
      title?: string;
      /**
       * The text below the title.
       * @example Saindo do forno às 17h. Reserve o seu, {{ first_name }}!
       */
      description?: string;
      /** An image or video on a card. */
      media: CardMedia;
      /** Buttons of the card. */
      suggestions?: Suggestion[];
    };

/** A rich card, for RCS. */
export interface CardContent {
  /** Always `card`. */
  type: "card";
  /** Position of the media. `vertical`: above the text. `horizontal`: beside it. */
  orientation: CardOrientation;
  /** A rich card. It needs a title, a description or media. */
  card: Card;
  /** Buttons below the message, for RCS. */
  suggestions?: MessageSuggestions;
}

/** Width of all cards of a carousel. */
export type CardWidth = "small" | "medium";

/** Two to ten rich cards side by side, for RCS. */
export interface CarouselContent {
  /** Always `carousel`. */
  type: "carousel";
  /** Width of all cards of a carousel. */
  card_width: CardWidth;
  /** The cards, from left to right. Media of height `tall` is not allowed. */
  cards: (Card & {
    /** An image or video on a card. */
    media?: CardMedia & {
      /** Height of the media. `tall` is not allowed in a carousel. */
      height: "short" | "medium";
    };
  })[];
  /** Buttons below the message, for RCS. */
  suggestions?: MessageSuggestions;
}

/** The content of a message; `type` names its form. SMS accepts `text` without suggestions, RCS accepts `text`, `card` and `carousel`, and voice accepts `audio`; another form returns 422. All texts, including URLs, labels and postback data, may have placeholders such as `{{ first_name }}`, at most 100 different ones. Only `alt_text` has none. A placeholder with an invalid name, such as `{{ código }}`, returns 422. RCS content of more than 250,000 bytes as JSON returns 422. */
export type Content = TextContent | AudioContent | CardContent | CarouselContent;

/**
 * The name of a variable, as in a placeholder between double braces. `name` and `nome` are the same variable,
 * and so are `phone` and `telefone`, each also with a capital first letter or in capitals. All other names
 * are case-sensitive.
 * @example first_name
 */
export type VariableName = string;

/**
 * `validity_seconds` of the messages that are made from the template; null for the limits of the service and
 * of the carrier. A send may give another value.
 * @example 600
 */
export type NullableValiditySeconds = number | null;

/** An outcome of a message that fires a follow-up rule. `no_delivery`: neither `delivered` nor `read` was reported within `after_seconds`. The other outcomes: the message reached this status. */
export type FollowUpOutcome =
  "delivered" | "read" | "undelivered" | "failed" | "expired" | "error" | "no_delivery";

/** Sends the template `template_id` to the same recipient after a message has one of the outcomes in `on`, with the same variables. A rule fires at most once for a message. A recipient who is suppressed by then gets a message with the status `blocked`. The new message has the campaign, the tags and the `client_reference` of the first message, which it names in `parent_message_id`. A rule has a new `id` whenever the template's rules are replaced. */
export interface FollowUpRule {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  id: Uuid;
  /** The outcomes that fire the rule. The first one to occur fires it. */
  on: FollowUpOutcome[];
  /**
   * Seconds from the outcome to the follow-up. For `no_delivery`, the seconds to wait for a
   * delivery.
   * @example 3600
   */
  after_seconds: number;
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  template_id: Uuid;
}

/** Content for one channel, saved under a name. */
export interface Template {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  id: Uuid;
  /** A name for people. After surrounding spaces are removed, its length is 1 to 120. */
  name: ResourceName;
  /** The channel of a message. */
  channel: Channel;
  /** What a message is for: a one-time password (`otp`), something that the recipient needs to know about an order, an account or an appointment (`transactional`), or an offer (`marketing`). At each sender, `otp` goes before `transactional`, and `transactional` before `marketing`. */
  purpose: Purpose;
  /** The content of a message; `type` names its form. SMS accepts `text` without suggestions, RCS accepts `text`, `card` and `carousel`, and voice accepts `audio`; another form returns 422. All texts, including URLs, labels and postback data, may have placeholders such as `{{ first_name }}`, at most 100 different ones. Only `alt_text` has none. A placeholder with an invalid name, such as `{{ código }}`, returns 422. RCS content of more than 250,000 bytes as JSON returns 422. */
  content: Content;
  /** The variables of the content, each once, in the order and spelling of their first occurrence. Two spellings of one variable, such as `name` and `nome`, are listed once. */
  variables: VariableName[];
  /** `validity_seconds` of the messages that are made from the template; null for the limits of the service and of the carrier. A send may give another value. */
  validity_seconds: NullableValiditySeconds;
  /** The follow-up rules, in the order in which they were given. */
  follow_ups: FollowUpRule[];
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /** An instant in UTC, to the second. */
  updated_at: Timestamp;
}

/** A page of templates. */
export interface TemplatePage {
  /** The entries of this page, newest first. */
  data: Template[];
  /** Position of the page in the whole list. */
  pagination: Pagination;
}

/** Sends the template `template_id` to the same recipient after a message has one of the outcomes in `on`. The template must exist and may be for another channel. Rules must not lead back to a template on the same path. A path may have no more than three follow-ups after the first message, counted from the templates whose rules lead to this one. A rule that breaks these conditions returns 422. */
export interface FollowUpRuleInput {
  /** The outcomes that fire the rule. The first one to occur fires it. */
  on: FollowUpOutcome[];
  /**
   * Seconds from the outcome to the follow-up; 0 if omitted. For `no_delivery`, the seconds to wait
   * for a delivery; less than 10 returns 422.
   * @example 3600
   */
  after_seconds?: number;
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  template_id: Uuid;
}

/** A new template. Without `purpose`, it is `transactional`. */
export type CreateTemplateRequest =
  | {
      /** A name for people. After surrounding spaces are removed, its length is 1 to 120. */
      name: ResourceName;
      /** The channel of a message. */
      channel: "sms";
      /** What a message is for: a one-time password (`otp`), something that the recipient needs to know about an order, an account or an appointment (`transactional`), or an offer (`marketing`). At each sender, `otp` goes before `transactional`, and `transactional` before `marketing`. */
      purpose?: Purpose;
      /** The content of a message; `type` names its form. SMS accepts `text` without suggestions, RCS accepts `text`, `card` and `carousel`, and voice accepts `audio`; another form returns 422. All texts, including URLs, labels and postback data, may have placeholders such as `{{ first_name }}`, at most 100 different ones. Only `alt_text` has none. A placeholder with an invalid name, such as `{{ código }}`, returns 422. RCS content of more than 250,000 bytes as JSON returns 422. */
      content: TextContent & {
        suggestions?: never;
      };
      /** `validity_seconds` of the messages that are made from the template; null for the limits of the service and of the carrier. A send may give another value. */
      validity_seconds?: NullableValiditySeconds;
      /** The follow-up rules; none if omitted. */
      follow_ups?: FollowUpRuleInput[];
    }
  | {
      /** A name for people. After surrounding spaces are removed, its length is 1 to 120. */
      name: ResourceName;
      /** The channel of a message. */
      channel: "rcs";
      /** What a message is for: a one-time password (`otp`), something that the recipient needs to know about an order, an account or an appointment (`transactional`), or an offer (`marketing`). At each sender, `otp` goes before `transactional`, and `transactional` before `marketing`. */
      purpose?: Purpose;
      /** The content of a message; `type` names its form. SMS accepts `text` without suggestions, RCS accepts `text`, `card` and `carousel`, and voice accepts `audio`; another form returns 422. All texts, including URLs, labels and postback data, may have placeholders such as `{{ first_name }}`, at most 100 different ones. Only `alt_text` has none. A placeholder with an invalid name, such as `{{ código }}`, returns 422. RCS content of more than 250,000 bytes as JSON returns 422. */
      content: TextContent | CardContent | CarouselContent;
      /** `validity_seconds` of the messages that are made from the template; null for the limits of the service and of the carrier. A send may give another value. */
      validity_seconds?: NullableValiditySeconds;
      /** The follow-up rules; none if omitted. */
      follow_ups?: FollowUpRuleInput[];
    }
  | {
      /** A name for people. After surrounding spaces are removed, its length is 1 to 120. */
      name: ResourceName;
      /** The channel of a message. */
      channel: "voice";
      /** What a message is for: a one-time password (`otp`), something that the recipient needs to know about an order, an account or an appointment (`transactional`), or an offer (`marketing`). At each sender, `otp` goes before `transactional`, and `transactional` before `marketing`. */
      purpose?: Purpose;
      /** The content of a message; `type` names its form. SMS accepts `text` without suggestions, RCS accepts `text`, `card` and `carousel`, and voice accepts `audio`; another form returns 422. All texts, including URLs, labels and postback data, may have placeholders such as `{{ first_name }}`, at most 100 different ones. Only `alt_text` has none. A placeholder with an invalid name, such as `{{ código }}`, returns 422. RCS content of more than 250,000 bytes as JSON returns 422. */
      content: AudioContent;
      /** `validity_seconds` of the messages that are made from the template; null for the limits of the service and of the carrier. A send may give another value. */
      validity_seconds?: NullableValiditySeconds;
      /** The follow-up rules; none if omitted. */
      follow_ups?: FollowUpRuleInput[];
    };

/** Changes of a template. Omitted fields keep their values; the channel cannot be changed. */
export interface UpdateTemplateRequest {
  /** A name for people. After surrounding spaces are removed, its length is 1 to 120. */
  name?: ResourceName;
  /** What a message is for: a one-time password (`otp`), something that the recipient needs to know about an order, an account or an appointment (`transactional`), or an offer (`marketing`). At each sender, `otp` goes before `transactional`, and `transactional` before `marketing`. */
  purpose?: Purpose;
  /** The content of a message; `type` names its form. SMS accepts `text` without suggestions, RCS accepts `text`, `card` and `carousel`, and voice accepts `audio`; another form returns 422. All texts, including URLs, labels and postback data, may have placeholders such as `{{ first_name }}`, at most 100 different ones. Only `alt_text` has none. A placeholder with an invalid name, such as `{{ código }}`, returns 422. RCS content of more than 250,000 bytes as JSON returns 422. */
  content?: Content;
  /** `validity_seconds` of the messages that are made from the template; null for the limits of the service and of the carrier. A send may give another value. */
  validity_seconds?: NullableValiditySeconds;
  /** The follow-up rules, which replace all existing rules; `[]` removes them. */
  follow_ups?: FollowUpRuleInput[];
}

/**
 * A phone number in E.164.
 * @example +5511987654321
 */
export type PhoneNumber = string;

/**
 * The contact's name; null if it has none. Null in a request removes the name. After surrounding spaces are
 * removed, its length is 1 to 120.
 * @example Beatriz Nogueira
 */
export type ContactName = string | null;

/** Data about the contact, under names of your choice. A placeholder reads the attribute of its name, and else the contact's own name for `name` or `nome` and its number for `phone` or `telefone`. */
export interface ContactAttributes {
  [key: string]: string;
}

/** How a contact was added to a list. `request`: by the API or in the console. `import`: by an import. `opt_out`: the person opted out. */
export type MembershipOrigin = "request" | "import" | "opt_out";

/** A contact's membership in a list. On a blacklist, the contact is suppressed. */
export interface Membership {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  list_id: Uuid;
  /** How a contact was added to a list. `request`: by the API or in the console. `import`: by an import. `opt_out`: the person opted out. */
  origin: MembershipOrigin;
  /**
   * When the contact was added, in UTC, to the second.
   * @example 2026-11-20T12:00:05Z
   */
  added_at: string;
}

/** A person to send to, identified by the phone number. */
export interface Contact {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  id: Uuid;
  /** A phone number in E.164. */
  phone: PhoneNumber;
  /** The contact's name; null if it has none. Null in a request removes the name. After surrounding spaces are removed, its length is 1 to 120. */
  name: ContactName;
  /** Data about the contact, under names of your choice. A placeholder reads the attribute of its name, and else the contact's own name for `name` or `nome` and its number for `phone` or `telefone`. */
  attributes: ContactAttributes;
  /** Ids of the lists that the contact is on. */
  list_ids: Uuid[];
  /** How and since when the contact is on each list, in the order of `list_ids`. */
  memberships: Membership[];
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /** An instant in UTC, to the second. */
  updated_at: Timestamp;
}

/** A page of contacts. */
export interface ContactPage {
  /** The entries of this page, newest first. */
  data: Contact[];
  /** Position of the page in the whole list. */
  pagination: Pagination;
}

/**
 * A phone number as it is written in Brazil, or in E.164. The service converts it to E.164; an invalid number
 * returns 422.
 * @example (11) 98765-4321
 * @example +5511987654321
 */
export type PhoneNumberInput = string;

/** A contact, identified by its number. On an existing contact, omitted fields keep their values. */
export interface UpsertContactRequest {
  /** A phone number as it is written in Brazil, or in E.164. The service converts it to E.164; an invalid number returns 422. */
  phone: PhoneNumberInput;
  /** The contact's name; null if it has none. Null in a request removes the name. After surrounding spaces are removed, its length is 1 to 120. */
  name?: ContactName;
  /** Data about the contact, under names of your choice. A placeholder reads the attribute of its name, and else the contact's own name for `name` or `nome` and its number for `phone` or `telefone`. */
  attributes?: ContactAttributes;
}

/** A variable, and the number of examined contacts that have a value for it. */
export interface ContactVariable {
  /** The name of a variable, as in a placeholder between double braces. `name` and `nome` are the same variable, and so are `phone` and `telefone`, each also with a capital first letter or in capitals. All other names are case-sensitive. */
  name: VariableName;
  /**
   * Number of examined contacts with a value for the variable.
   * @example 1290
   */
  contacts: number;
}

/** The variables that contacts provide for placeholders, each with the number of contacts that have it. If `is_sample` is true, not all contacts were examined, and the counts are those of the `examined` contacts. */
export interface ContactVariables {
  /**
   * Number of contacts in the account, or on the given list.
   * @example 1342
   */
  total: number;
  /**
   * Number of contacts that were examined, at most 10,000.
   * @example 1342
   */
  examined: number;
  /**
   * Whether only some of the contacts were examined. If true, use the counts as shares of
   * `examined`.
   * @example false
   */
  is_sample: boolean;
  /** The variables of the examined contacts, at most 200, most frequent first. `phone` is always among them if there are contacts. */
  variables: ContactVariable[];
}

/** Changes of a contact. Omitted fields keep their values. */
export interface UpdateContactRequest {
  /** A phone number as it is written in Brazil, or in E.164. The service converts it to E.164; an invalid number returns 422. */
  phone?: PhoneNumberInput;
  /** The contact's name; null if it has none. Null in a request removes the name. After surrounding spaces are removed, its length is 1 to 120. */
  name?: ContactName;
  /** Data about the contact, under names of your choice. A placeholder reads the attribute of its name, and else the contact's own name for `name` or `nome` and its number for `phone` or `telefone`. */
  attributes?: ContactAttributes;
}

/**
 * A phone number in E.164; null after its erasure.
 * @example +5511987654321
 */
export type NullablePhoneNumber = string | null;

/** The purposes that the consent is about; all purposes by default. */
export type ConsentPurposes = Purpose[];

/** The channels that the consent is about; all channels by default. */
export type ConsentChannels = Channel[];

/** `granted`: the person agreed to messages. `revoked`: the person wants no messages. */
export type ConsentStatus = "granted" | "revoked";

/** Where a consent comes from. `api`: a request with a key. `import`: an import into the provisioned contact list, or a record that you brought from another system. `keyword`: a reply. `rcs`: an RCS event. `console`: a person who is signed in to the console. A request with a key can also give `import` or `console`; `keyword` and `rcs` return 422. */
export type ConsentSource = ("api" | "import" | "keyword" | "rcs" | "console") | (string & {});

/** Where a consent comes from. `api`: a request with a key. `import`: an import into the provisioned contact list, or a record that you brought from another system. `keyword`: a reply. `rcs`: an RCS event. `console`: a person who is signed in to the console. A request with a key can also give `import` or `console`; `keyword` and `rcs` return 422. */
export type ConsentSourceInput = "api" | "import" | "keyword" | "rcs" | "console";

/** What proves the consent, for example the text that the person agreed to; null if nothing was given, and after the deletion of the contact or the erasure of the number. */
export type ConsentEvidence = {
  /**
   * The text that the person agreed to, or a note about the request.
   * @example Quero receber ofertas por SMS.
   */
  text: string | null;
  /**
   * The page where the person agreed.
   * @example https://padariasol.com.br/clube
   */
  url: string | null;
  /**
   * The IP address of the person's device.
   * @example 203.0.113.7
   */
  ip: string | null;
} | null;

/**
 * A UUIDv7 in lower case; null if there is nothing to refer to.
 * @example 01a1e473-6838-7c55-a1b9-0d6e3f7a2c48
 */
export type NullableUuid = string | null;

/** A record of the consent ledger. For a number, purpose and channel, the record with the newest `occurred_at` holds; of records with the same instant, the one that was created last. Records never change, except that the deletion of a contact and the erasure of a number set `phone` and `evidence` to null. Without them, a `revoked` still holds, and a `granted` does not; later records are compared only with what still holds. */
export interface Consent {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  id: Uuid;
  /** A phone number in E.164; null after its erasure. */
  phone: NullablePhoneNumber;
  /** The purposes that the consent is about; all purposes by default. */
  purposes: ConsentPurposes;
  /** The channels that the consent is about; all channels by default. */
  channels: ConsentChannels;
  /** `granted`: the person agreed to messages. `revoked`: the person wants no messages. */
  status: ConsentStatus;
  /** Where a consent comes from. `api`: a request with a key. `import`: an import into the provisioned contact list, or a record that you brought from another system. `keyword`: a reply. `rcs`: an RCS event. `console`: a person who is signed in to the console. A request with a key can also give `import` or `console`; `keyword` and `rcs` return 422. */
  source: ConsentSource;
  /** What proves the consent, for example the text that the person agreed to; null if nothing was given, and after the deletion of the contact or the erasure of the number. */
  evidence: ConsentEvidence;
  /** A UUIDv7 in lower case; null if there is nothing to refer to. */
  inbound_message_id: NullableUuid;
  /** A UUIDv7 in lower case; null if there is nothing to refer to. */
  inbound_rcs_event_id: NullableUuid;
  /** An instant in UTC, to the second. */
  occurred_at: Timestamp;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
}

/** A page of consents. */
export interface ConsentPage {
  /** The entries of this page, newest first. */
  data: Consent[];
  /** Position of the page in the whole list. */
  pagination: Pagination;
}

/** What proves the consent. At least one of the fields. */
export interface ConsentEvidenceInput {
  /**
   * The text that the person agreed to, or a note about the request.
   * @example Quero receber ofertas por SMS.
   */
  text?: string;
  /**
   * The page where the person agreed. It must begin with `https://` or `http://`.
   * @example https://padariasol.com.br/clube
   */
  url?: string;
  /**
   * The IP address of the person's device, IPv4 or IPv6.
   * @example 203.0.113.7
   */
  ip?: string;
}

/** What a person agreed to, or revoked. */
export interface CreateConsentRequest {
  /** A phone number as it is written in Brazil, or in E.164. The service converts it to E.164; an invalid number returns 422. */
  phone: PhoneNumberInput;
  /** `granted`: the person agreed to messages. `revoked`: the person wants no messages. */
  status: ConsentStatus;
  /** The purposes that the consent is about; all purposes by default. */
  purposes?: ConsentPurposes;
  /** The channels that the consent is about; all channels by default. */
  channels?: ConsentChannels;
  /** Where a consent comes from. `api`: a request with a key. `import`: an import into the provisioned contact list, or a record that you brought from another system. `keyword`: a reply. `rcs`: an RCS event. `console`: a person who is signed in to the console. A request with a key can also give `import` or `console`; `keyword` and `rcs` return 422. */
  source?: "api" | "import" | "console";
  /** What proves the consent. At least one of the fields. */
  evidence?: ConsentEvidenceInput;
  /** An RFC 3339 instant of at most 100 characters, in a year from 0000 to 9999, with any offset and any fraction of a second. A leap second is accepted at the end of a UTC month and stands for the second after it. Responses are in UTC, to the second. */
  occurred_at?: TimestampInput;
}

/** What a list is for. `default`: to send to. `blacklist`: to suppress its contacts. */
export type ContactListType = "default" | "blacklist";

/** The channels on which a `blacklist` suppresses its contacts; an empty list suppresses nothing. Always empty on a `default` list. */
export type ContactListChannels = Channel[];

/** The purposes for which a `blacklist` suppresses its contacts on its channels; an empty list suppresses nothing. Always empty on a `default` list. */
export type ContactListPurposes = Purpose[];

/** A named group of contacts, to send to or to suppress. */
export interface ContactList {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  id: Uuid;
  /** A name for people. After surrounding spaces are removed, its length is 1 to 120. */
  name: ResourceName;
  /** What a list is for. `default`: to send to. `blacklist`: to suppress its contacts. */
  type: ContactListType;
  /** The channels on which a `blacklist` suppresses its contacts; an empty list suppresses nothing. Always empty on a `default` list. */
  channels: ContactListChannels;
  /** The purposes for which a `blacklist` suppresses its contacts on its channels; an empty list suppresses nothing. Always empty on a `default` list. */
  purposes: ContactListPurposes;
  /**
   * Number of contacts on the list.
   * @example 1210
   */
  contact_count: number;
  /** True for the blacklist `Recado`, which every account has. It cannot be renamed or deleted. */
  is_provisioned: boolean;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /** An instant in UTC, to the second. */
  updated_at: Timestamp;
}

/** A page of contact lists. */
export interface ContactListPage {
  /** The entries of this page, newest first. */
  data: ContactList[];
  /** Position of the page in the whole list. */
  pagination: Pagination;
}

/** A new contact list. Without `channels`, it has none. Without `purposes`, a `blacklist` has all three. */
export type CreateContactListRequest =
  | {
      /** A name for people. After surrounding spaces are removed, its length is 1 to 120. */
      name: ResourceName;
      /** What a list is for. `default`: to send to. `blacklist`: to suppress its contacts. */
      type: "default";
      /** The channels on which a `blacklist` suppresses its contacts; an empty list suppresses nothing. Always empty on a `default` list. */
      channels?: [];
      /** The purposes for which a `blacklist` suppresses its contacts on its channels; an empty list suppresses nothing. Always empty on a `default` list. */
      purposes?: [];
    }
  | {
      /** A name for people. After surrounding spaces are removed, its length is 1 to 120. */
      name: ResourceName;
      /** What a list is for. `default`: to send to. `blacklist`: to suppress its contacts. */
      type: "blacklist";
      /** The channels on which a `blacklist` suppresses its contacts; an empty list suppresses nothing. Always empty on a `default` list. */
      channels?: ContactListChannels;
      /** The purposes for which a `blacklist` suppresses its contacts on its channels; an empty list suppresses nothing. Always empty on a `default` list. */
      purposes?: ContactListPurposes;
    };

/** Changes of a contact list. Omitted fields keep their values; the type cannot be changed. */
export interface UpdateContactListRequest {
  /** A name for people. After surrounding spaces are removed, its length is 1 to 120. */
  name?: ResourceName;
  /** The channels on which a `blacklist` suppresses its contacts; an empty list suppresses nothing. Always empty on a `default` list. */
  channels?: ContactListChannels;
  /** The purposes for which a `blacklist` suppresses its contacts on its channels; an empty list suppresses nothing. Always empty on a `default` list. */
  purposes?: ContactListPurposes;
}

/** What a column of an imported file holds. `phone`: the contact's number. `name`: the contact's name. `attribute`: an attribute. */
export type ImportColumnUse = ("phone" | "name" | "attribute") | (string & {});

/** A column that an import reads. */
export interface ImportColumn {
  /**
   * Heading of the column, cut to 64 characters.
   * @example Data de Nascimento
   */
  heading: string;
  /** What a column of an imported file holds. `phone`: the contact's number. `name`: the contact's name. `attribute`: an attribute. */
  use: ImportColumnUse;
  /** The attribute that the column fills; null for the number and the name. */
  attribute: VariableName | null;
}

/** Status of an import. `pending`: waiting. `running`: reading the file. `completed`: every row was imported or rejected. `failed`: `error` says why. `canceled`: a request canceled it. */
export type ImportStatus = ("pending" | "running" | "completed" | "failed" | "canceled") | (string & {});

/** Why an import failed. `file_unreadable`: the file is not a CSV file of contacts. `file_gone`: the file no longer exists. An import into a deleted list can no longer be read. */
export type ImportErrorCode = ("file_unreadable" | "file_gone") | (string & {});

/** Why an import failed. Rows that were already imported are kept. */
export interface ImportError {
  /** Why an import failed. `file_unreadable`: the file is not a CSV file of contacts. `file_gone`: the file no longer exists. An import into a deleted list can no longer be read. */
  code: ImportErrorCode;
  /**
   * An explanation for people.
   * @example The first row names no column of phone numbers, such as telefone or celular. The
   * columns may be separated by commas, semicolons or tabs.
   */
  message: string;
}

/** A bulk load of contacts from a file into a list. `started_at` is when the service began to read the file, `completed_at` when the import ended, with any result. */
export interface Import {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  id: Uuid;
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  list_id: Uuid;
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  file_id: Uuid;
  /** The columns that the import reads, in the order of the file; other columns are ignored. Null until the file has been inspected. */
  columns: ImportColumn[] | null;
  /** Status of an import. `pending`: waiting. `running`: reading the file. `completed`: every row was imported or rejected. `failed`: `error` says why. `canceled`: a request canceled it. */
  status: ImportStatus;
  /**
   * Number of rows in the file, without the headings; null until the file has been inspected.
   * @example 1500
   */
  rows_total: number | null;
  /**
   * Number of processed rows: the sum of `created`, `updated` and `rejected`.
   * @example 1500
   */
  rows_processed: number;
  /**
   * Number of rows that created or restored a contact.
   * @example 1210
   */
  created: number;
  /**
   * Number of rows that updated an existing contact.
   * @example 287
   */
  updated: number;
  /**
   * Number of rejected rows. `getImportErrors` returns them.
   * @example 3
   */
  rejected: number;
  /** Why the import failed; null otherwise. */
  error: ImportError | null;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /** An instant in UTC, to the second; null if it has not occurred. */
  started_at: NullableTimestamp;
  /** An instant in UTC, to the second; null if it has not occurred. */
  completed_at: NullableTimestamp;
}

/** A page of imports. */
export interface ImportPage {
  /** The entries of this page, newest first. */
  data: Import[];
  /** Position of the page in the whole list. */
  pagination: Pagination;
}

/** The use of a column of the file. */
export interface ImportColumnInput {
  /**
   * Heading of the column in the first row of the file, with the same spelling, without surrounding
   * spaces. If several columns have this heading, the first entry is about the first of these
   * columns, and so on. The first columns of a table of rejected rows, such as `line` and `reason`,
   * count only if too few other columns have this heading.
   * @example Celular
   */
  heading: string;
  /**
   * What the column holds. `phone`: the contact's number. `name`: the contact's name. `attribute`:
   * an attribute. `ignore`: the column is not read.
   * @example phone
   */
  use: "phone" | "name" | "attribute" | "ignore";
  /** The attribute that the column fills, only with the use `attribute`. If omitted, its name is made from the heading. */
  attribute?: VariableName;
}

/** The file to import, and optionally what its columns hold. */
export interface CreateImportRequest {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  file_id: Uuid;
  /** What columns of the file hold. Other columns are read by their headings, unless another column is named for the same use. */
  columns?: ImportColumnInput[];
}

/** A URL of the rejected rows, and when it expires. */
export interface ImportErrorsUrl {
  /**
   * Send a GET without an API key. Anyone with the URL can read the rows.
   * @example
   * https://recado.padariasol.com.br/storage/download/01a1f821-62e0-7a93-b5c4-8f0d6e1a2b79-rejected?expires=1795177800&signature=7be02f94d1a8
   */
  url: string;
  /** An instant in UTC, to the second. */
  expires_at: Timestamp;
}

/** Status of a message. `pending`: waiting for submission to a carrier. `blocked`: it is not sent, because the number is suppressed or the sending rule does not allow it; `block_reason` says why. `error`: it cannot be submitted; `error.code` says why. `sent`: a carrier accepted it. `delivered`, `read`: the carrier reported this. `undelivered`: the carrier could not deliver it. `failed`: the carrier rejected it, all attempts failed, or it is not known whether a carrier has it. `expired`: it was not submitted or delivered in time, or the operator ended it before its submission. `canceled`: a request canceled it before its submission. */
export type MessageStatus =
  | (
      | "pending"
      | "blocked"
      | "error"
      | "sent"
      | "delivered"
      | "read"
      | "undelivered"
      | "failed"
      | "expired"
      | "canceled"
    )
  | (string & {});

/** Status of a message. `pending`: waiting for submission to a carrier. `blocked`: it is not sent, because the number is suppressed or the sending rule does not allow it; `block_reason` says why. `error`: it cannot be submitted; `error.code` says why. `sent`: a carrier accepted it. `delivered`, `read`: the carrier reported this. `undelivered`: the carrier could not deliver it. `failed`: the carrier rejected it, all attempts failed, or it is not known whether a carrier has it. `expired`: it was not submitted or delivered in time, or the operator ended it before its submission. `canceled`: a request canceled it before its submission. */
export type MessageStatusInput =
  | "pending"
  | "blocked"
  | "error"
  | "sent"
  | "delivered"
  | "read"
  | "undelivered"
  | "failed"
  | "expired"
  | "canceled";

/**
 * A label of your own, such as an order's process or a team. Upper and lower case differ.
 * @example pedidos
 */
export type Tag = string;

/** Why a message was not delivered. When it is created: `no_sender` (the channel has no sender, or the campaign's sender was removed), `media_unavailable` (a file does not exist or is not `uploaded`), `missing_variable` (a placeholder has no value, or its value makes no URL of an `open_url` suggestion), `empty_content`, `content_too_long`, `not_encodable` (a value has a character that the `encoding` of the text lacks), `landline` (an SMS or RCS message to a fixed line), and `carrier_rejected` (the carrier cannot send the content with the recipient's values, or the content of a follow-up or a scheduled campaign). Later: `carrier_rejected`, `carrier_unreachable`, `undeliverable`, `expired`, and `no_sender` (the operator removed the carrier connection of the sender). */
export type MessageErrorCode =
  | (
      | "no_sender"
      | "media_unavailable"
      | "missing_variable"
      | "empty_content"
      | "content_too_long"
      | "not_encodable"
      | "landline"
      | "carrier_rejected"
      | "carrier_unreachable"
      | "undeliverable"
      | "expired"
    )
  | (string & {});

/** Why a message was not delivered. When it is created: `no_sender` (the channel has no sender, or the campaign's sender was removed), `media_unavailable` (a file does not exist or is not `uploaded`), `missing_variable` (a placeholder has no value, or its value makes no URL of an `open_url` suggestion), `empty_content`, `content_too_long`, `not_encodable` (a value has a character that the `encoding` of the text lacks), `landline` (an SMS or RCS message to a fixed line), and `carrier_rejected` (the carrier cannot send the content with the recipient's values, or the content of a follow-up or a scheduled campaign). Later: `carrier_rejected`, `carrier_unreachable`, `undeliverable`, `expired`, and `no_sender` (the operator removed the carrier connection of the sender). */
export type MessageErrorCodeInput =
  | "no_sender"
  | "media_unavailable"
  | "missing_variable"
  | "empty_content"
  | "content_too_long"
  | "not_encodable"
  | "landline"
  | "carrier_rejected"
  | "carrier_unreachable"
  | "undeliverable"
  | "expired";

/** Why a message is `blocked`. `suppressed`: a blacklist or an opt-out suppresses the number. `frequency`: the number has received as many messages of this purpose as the sending rule allows, or the last one too recently. `no_consent`: the sending rule requires a consent that the number has not given. `outside_window`: the sending rule does not allow this time. */
export type BlockReason = ("suppressed" | "frequency" | "no_consent" | "outside_window") | (string & {});

/** Why a message is `blocked`. `suppressed`: a blacklist or an opt-out suppresses the number. `frequency`: the number has received as many messages of this purpose as the sending rule allows, or the last one too recently. `no_consent`: the sending rule requires a consent that the number has not given. `outside_window`: the sending rule does not allow this time. */
export type BlockReasonInput = "suppressed" | "frequency" | "no_consent" | "outside_window";

/**
 * The time that the message is scheduled for, in UTC, to the second; it is not submitted earlier. Null if it
 * is submitted as soon as possible.
 * @example 2026-12-01T12:00:00Z
 */
export type NotBefore = string | null;

/**
 * A text with its placeholders filled in.
 * @example Oi Beatriz, seu pedido 48213 saiu para entrega. Padaria Sol
 */
export type RenderedText = string;

/** A rendered button. In addition to the required fields, it has the fields of its type, as in `Suggestion`. */
export interface RenderedSuggestion {
  /** The action of the button. */
  type: "reply" | "open_url" | "dial" | "view_location" | "share_location" | "create_calendar_event";
  /** A text with its placeholders filled in. */
  text: RenderedText;
  /** A text with its placeholders filled in. */
  postback_data: RenderedText;
  /** A text with its placeholders filled in. */
  url?: RenderedText;
  /**
   * The number that the button calls, in E.164.
   * @example +5511987654321
   */
  phone?: string;
  /** Degrees north of the equator. */
  latitude?: Latitude;
  /** Degrees east of Greenwich. */
  longitude?: Longitude;
  /** A text with its placeholders filled in. */
  label?: RenderedText;
  /** A text with its placeholders filled in. */
  title?: RenderedText;
  /** A text with its placeholders filled in. */
  description?: RenderedText;
  /** An RFC 3339 instant of at most 100 characters, in a year from 0000 to 9999, with any offset and any fraction of a second. A leap second is accepted at the end of a UTC month and stands for the second after it. Responses are in UTC, to the second. */
  start_at?: TimestampInput;
  /** An RFC 3339 instant of at most 100 characters, in a year from 0000 to 9999, with any offset and any fraction of a second. A leap second is accepted at the end of a UTC month and stands for the second after it. Responses are in UTC, to the second. */
  end_at?: TimestampInput;
}

/** The rendered buttons. */
export type RenderedSuggestions = RenderedSuggestion[];

/** A rendered text. With the encoding `gsm7`, `text` is the transliterated text that is sent. */
export interface RenderedTextContent {
  /** Always `text`. */
  type: "text";
  /** A text with its placeholders filled in. */
  text: RenderedText;
  /** How an SMS is encoded. `auto`: as written, in GSM-7 if the alphabet has all characters, else in UCS-2. `gsm7`: always in GSM-7, which fits more than twice as many characters into a segment. The text with its placeholders filled in is transliterated before it is counted, charged and sent. Characters of GSM-7 stay, such as `é`, `à` and `ñ`. Other letters lose their accents, and quotes, dashes, ellipses and spaces get their plain forms. A character without a counterpart that keeps its meaning, such as an emoji, `²` or `≠`, returns 422 in `text`; in a variable's value, it gives the message the error `not_encodable`. The same applies to a text that would need more segments in GSM-7 than as written, such as many ellipses: it returns 422 if it has no placeholders, and else gives the message the error. Absent means `auto`; only SMS accepts `gsm7`. */
  encoding?: TextEncoding;
  /** The rendered buttons. */
  suggestions?: RenderedSuggestions;
}

/** A rendered rich card. */
export interface RenderedCard {
  /** A text with its placeholders filled in. */
  title?: RenderedText;
  /** A text with its placeholders filled in. */
  description?: RenderedText;
  /** An image or video on a card. */
  media?: CardMedia;
  /** The rendered buttons. */
  suggestions?: RenderedSuggestions;
}

/** A rendered rich card, for RCS. */
export interface RenderedCardContent {
  /** Always `card`. */
  type: "card";
  /** Position of the media. `vertical`: above the text. `horizontal`: beside it. */
  orientation: CardOrientation;
  /** A rendered rich card. */
  card: RenderedCard;
  /** The rendered buttons. */
  suggestions?: RenderedSuggestions;
}

/** Two to ten rendered rich cards side by side, for RCS. */
export interface RenderedCarouselContent {
  /** Always `carousel`. */
  type: "carousel";
  /** Width of all cards of a carousel. */
  card_width: CardWidth;
  /** The cards, from left to right. */
  cards: RenderedCard[];
  /** The rendered buttons. */
  suggestions?: RenderedSuggestions;
}

/** The content of a message with its placeholders filled in. It has the forms of `Content`, but values can make its texts longer than in a template. */
export type RenderedContent =
  RenderedTextContent | AudioContent | RenderedCardContent | RenderedCarouselContent;

/**
 * An amount of money, in millionths of a real: 1000000 is R$ 1,00.
 * @example 80000
 */
export type MicroUnits = number;

/** Why a message was not delivered. */
export interface MessageError {
  /** Why a message was not delivered. When it is created: `no_sender` (the channel has no sender, or the campaign's sender was removed), `media_unavailable` (a file does not exist or is not `uploaded`), `missing_variable` (a placeholder has no value, or its value makes no URL of an `open_url` suggestion), `empty_content`, `content_too_long`, `not_encodable` (a value has a character that the `encoding` of the text lacks), `landline` (an SMS or RCS message to a fixed line), and `carrier_rejected` (the carrier cannot send the content with the recipient's values, or the content of a follow-up or a scheduled campaign). Later: `carrier_rejected`, `carrier_unreachable`, `undeliverable`, `expired`, and `no_sender` (the operator removed the carrier connection of the sender). */
  code: MessageErrorCode;
  /**
   * An explanation for people.
   * @example The handset could not be reached.
   */
  message: string;
  /**
   * The carrier's own error code; null if it gave none.
   * @example EC_ABSENT_SUBSCRIBER
   */
  carrier_code: string | null;
}

/** The labels, in the given order; empty if there are none. */
export type Tags = Tag[];

/** A status change of a message. */
export interface MessageStatusChange {
  /** Status of a message. `pending`: waiting for submission to a carrier. `blocked`: it is not sent, because the number is suppressed or the sending rule does not allow it; `block_reason` says why. `error`: it cannot be submitted; `error.code` says why. `sent`: a carrier accepted it. `delivered`, `read`: the carrier reported this. `undelivered`: the carrier could not deliver it. `failed`: the carrier rejected it, all attempts failed, or it is not known whether a carrier has it. `expired`: it was not submitted or delivered in time, or the operator ended it before its submission. `canceled`: a request canceled it before its submission. */
  status: MessageStatus;
  /** An instant in UTC, to the second. */
  occurred_at: Timestamp;
  /** Why the message was not delivered; null if there is no error. */
  error: MessageError | null;
}

/** A message to one recipient. `parent_message_id` is the message whose outcome fired the follow-up rule that sent this one; null if no rule sent it. */
export interface Message {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  id: Uuid;
  /** The channel of a message. */
  channel: Channel;
  /** What a message is for: a one-time password (`otp`), something that the recipient needs to know about an order, an account or an appointment (`transactional`), or an offer (`marketing`). At each sender, `otp` goes before `transactional`, and `transactional` before `marketing`. */
  purpose: Purpose;
  /** Status of a message. `pending`: waiting for submission to a carrier. `blocked`: it is not sent, because the number is suppressed or the sending rule does not allow it; `block_reason` says why. `error`: it cannot be submitted; `error.code` says why. `sent`: a carrier accepted it. `delivered`, `read`: the carrier reported this. `undelivered`: the carrier could not deliver it. `failed`: the carrier rejected it, all attempts failed, or it is not known whether a carrier has it. `expired`: it was not submitted or delivered in time, or the operator ended it before its submission. `canceled`: a request canceled it before its submission. */
  status: MessageStatus;
  /** A phone number in E.164; null after its erasure. */
  to: NullablePhoneNumber;
  /**
   * The address that the message is sent from; null if there was no sender.
   * @example 27000
   */
  sender: string | null;
  /**
   * Id of the sender, which may have been removed since; null if there was no sender.
   * @example 01a1e473-6838-7a1e-a5f2-6d0c8b9e4f37
   */
  sender_id: string | null;
  /** A UUIDv7 in lower case; null if there is nothing to refer to. */
  contact_id: NullableUuid;
  /** A UUIDv7 in lower case; null if there is nothing to refer to. */
  template_id: NullableUuid;
  /** A UUIDv7 in lower case; null if there is nothing to refer to. */
  campaign_id: NullableUuid;
  /** A UUIDv7 in lower case; null if there is nothing to refer to. */
  parent_message_id: NullableUuid;
  /**
   * Id that all messages of one send share, as in the response of the send; null for messages of
   * campaigns and of follow-up rules.
   * @example 01a1f8d3-ea00-7c8f-a3d2-5b6e9f014c78
   */
  batch_id: string | null;
  /** The time that the message is scheduled for, in UTC, to the second; it is not submitted earlier. Null if it is submitted as soon as possible. */
  not_before: NotBefore;
  /** The rendered content; null if a value was missing, if it would be too long for the channel (`content_too_long`), if it cannot be encoded (`not_encodable`), and after it was erased: with its contact or number, or after the days that the operator sets for contents. */
  content: RenderedContent | null;
  /**
   * Number of SMS segments; null on other channels, and if there was no content to count.
   * @example 1
   */
  segments: number | null;
  /** An amount of money, in millionths of a real: 1000000 is R$ 1,00. */
  price: MicroUnits;
  /** Why the message was not delivered; null if there is no error. */
  error: MessageError | null;
  /** Why the status is `blocked`; null for every other status. */
  block_reason: BlockReason | null;
  /**
   * Your own reference for the message; null if you gave none. A follow-up has the reference of the
   * message that it follows.
   * @example pedido-48213
   */
  client_reference: string | null;
  /** The labels, in the given order; empty if there are none. */
  tags: Tags;
  /**
   * The carrier connection that accepted the message; null until then.
   * @example zenvia
   */
  carrier: string | null;
  /**
   * The carrier's id of the message, for questions to the carrier. For a long SMS in several parts,
   * the id of the first part. Null if the carrier gave none.
   * @example 7f1c2f4e-9a57-4f0e-8a0f-2d8e9d7c1b3a
   */
  carrier_reference: string | null;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /** An instant in UTC, to the second. */
  updated_at: Timestamp;
  /** Status changes, oldest first. Always empty in lists; read a single message for them. */
  status_history: MessageStatusChange[];
}

/** A page of messages. */
export interface MessagePage {
  /** The entries of this page, newest first. */
  data: Message[];
  /** Position of the page in the whole list. */
  pagination: Pagination;
}

/**
 * Id of the sender of the messages, as in `GET /senders`. Without it, the channel's default sender is used. A
 * sender that the account does not have, or of another channel, returns 422.
 * @example 01a1e473-6838-7a1e-a5f2-6d0c8b9e4f37
 */
export type SenderChoice = string;

/**
 * A date and time without an offset, which stands for this time at each recipient's place. A time that the
 * place skips, as at the start of daylight saving time, is moved forward by the length of the gap. Of a time
 * that occurs twice, the first one counts.
 * @example 2026-12-01T09:00:00
 */
export type LocalTimeInput = string;

/**
 * For how many seconds after its creation, or after the time that it is scheduled for, a message may be
 * submitted, and for how long the carrier may try to deliver it, if the carrier accepts a limit. Afterwards
 * the message is `expired`. Without it, the limits of the service and of the carrier apply.
 * @example 600
 */
export type ValiditySeconds = number;

/** Labels of the messages, which lists and usage can be filtered and grouped by. The order is kept. A tag that occurs twice returns 422 and names it, such as `tags[1]`. Do not use personal data as a tag. */
export type TagChoice = Tag[];

/** Values for placeholders, by name. A value is inserted unchanged; braces in it have no meaning. `name` and `nome` are one variable, as are `phone` and `telefone`; if both spellings are given, each placeholder takes the value with the same spelling. */
export interface Variables {
  [key: string]: string;
}

/**
 * Your own reference for this message, returned in reads and events. It need not be unique.
 * @example pedido-48213
 */
export type ClientReference = string;

/** A recipient with its own values for placeholders. */
export interface Recipient {
  /** A phone number as it is written in Brazil, or in E.164. The service converts it to E.164; an invalid number returns 422. */
  to: PhoneNumberInput;
  /** Values for placeholders, by name. A value is inserted unchanged; braces in it have no meaning. `name` and `nome` are one variable, as are `phone` and `telefone`; if both spellings are given, each placeholder takes the value with the same spelling. */
  variables?: Variables;
  /** Your own reference for this message, returned in reads and events. It need not be unique. */
  client_reference?: ClientReference;
}

/** The content and the recipients of a send. Give either `template_id`, or `channel` and `content`; any other combination returns 422. `purpose` is that of the template; with `channel` and `content` it may be given, and is `transactional` without it. The channel applies to all recipients. `send_at` or `send_at_local`, not both, schedule the send for a later time, at most 90 days ahead. */
export type SendMessagesRequest =
  | {
      /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
      template_id: Uuid;
      channel?: "cannot be combined with `template_id`";
      purpose?: "cannot be combined with `template_id`";
      content?: "cannot be combined with `template_id`" & Content;
      /** Id of the sender of the messages, as in `GET /senders`. Without it, the channel's default sender is used. A sender that the account does not have, or of another channel, returns 422. */
      sender_id?: SenderChoice;
      /** An RFC 3339 instant of at most 100 characters, in a year from 0000 to 9999, with any offset and any fraction of a second. A leap second is accepted at the end of a UTC month and stands for the second after it. Responses are in UTC, to the second. */
      send_at?: TimestampInput;
      /** A date and time without an offset, which stands for this time at each recipient's place. A time that the place skips, as at the start of daylight saving time, is moved forward by the length of the gap. Of a time that occurs twice, the first one counts. */
      send_at_local?: LocalTimeInput;
      /** For how many seconds after its creation, or after the time that it is scheduled for, a message may be submitted, and for how long the carrier may try to deliver it, if the carrier accepts a limit. Afterwards the message is `expired`. Without it, the limits of the service and of the carrier apply. */
      validity_seconds?: ValiditySeconds;
      /** Labels of the messages, which lists and usage can be filtered and grouped by. The order is kept. A tag that occurs twice returns 422 and names it, such as `tags[1]`. Do not use personal data as a tag. */
      tags?: TagChoice;
      /** The recipients. A number that occurs twice gets two messages, if the sending rule allows both. */
      recipients: Recipient[];
    }
  | {
      template_id?: "cannot be combined with `channel` and `content`";
      /** The channel of a message. */
      channel: "sms";
      /** What a message is for: a one-time password (`otp`), something that the recipient needs to know about an order, an account or an appointment (`transactional`), or an offer (`marketing`). At each sender, `otp` goes before `transactional`, and `transactional` before `marketing`. */
      purpose?: Purpose;
      /** The content of a message; `type` names its form. SMS accepts `text` without suggestions, RCS accepts `text`, `card` and `carousel`, and voice accepts `audio`; another form returns 422. All texts, including URLs, labels and postback data, may have placeholders such as `{{ first_name }}`, at most 100 different ones. Only `alt_text` has none. A placeholder with an invalid name, such as `{{ código }}`, returns 422. RCS content of more than 250,000 bytes as JSON returns 422. */
      content: TextContent & {
        suggestions?: never;
      };
      /** Id of the sender of the messages, as in `GET /senders`. Without it, the channel's default sender is used. A sender that the account does not have, or of another channel, returns 422. */
      sender_id?: SenderChoice;
      /** An RFC 3339 instant of at most 100 characters, in a year from 0000 to 9999, with any offset and any fraction of a second. A leap second is accepted at the end of a UTC month and stands for the second after it. Responses are in UTC, to the second. */
      send_at?: TimestampInput;
      /** A date and time without an offset, which stands for this time at each recipient's place. A time that the place skips, as at the start of daylight saving time, is moved forward by the length of the gap. Of a time that occurs twice, the first one counts. */
      send_at_local?: LocalTimeInput;
      /** For how many seconds after its creation, or after the time that it is scheduled for, a message may be submitted, and for how long the carrier may try to deliver it, if the carrier accepts a limit. Afterwards the message is `expired`. Without it, the limits of the service and of the carrier apply. */
      validity_seconds?: ValiditySeconds;
      /** Labels of the messages, which lists and usage can be filtered and grouped by. The order is kept. A tag that occurs twice returns 422 and names it, such as `tags[1]`. Do not use personal data as a tag. */
      tags?: TagChoice;
      /** The recipients. A number that occurs twice gets two messages, if the sending rule allows both. */
      recipients: Recipient[];
    }
  | {
      template_id?: "cannot be combined with `channel` and `content`";
      /** The channel of a message. */
      channel: "rcs";
      /** What a message is for: a one-time password (`otp`), something that the recipient needs to know about an order, an account or an appointment (`transactional`), or an offer (`marketing`). At each sender, `otp` goes before `transactional`, and `transactional` before `marketing`. */
      purpose?: Purpose;
      /** The content of a message; `type` names its form. SMS accepts `text` without suggestions, RCS accepts `text`, `card` and `carousel`, and voice accepts `audio`; another form returns 422. All texts, including URLs, labels and postback data, may have placeholders such as `{{ first_name }}`, at most 100 different ones. Only `alt_text` has none. A placeholder with an invalid name, such as `{{ código }}`, returns 422. RCS content of more than 250,000 bytes as JSON returns 422. */
      content: TextContent | CardContent | CarouselContent;
      /** Id of the sender of the messages, as in `GET /senders`. Without it, the channel's default sender is used. A sender that the account does not have, or of another channel, returns 422. */
      sender_id?: SenderChoice;
      /** An RFC 3339 instant of at most 100 characters, in a year from 0000 to 9999, with any offset and any fraction of a second. A leap second is accepted at the end of a UTC month and stands for the second after it. Responses are in UTC, to the second. */
      send_at?: TimestampInput;
      /** A date and time without an offset, which stands for this time at each recipient's place. A time that the place skips, as at the start of daylight saving time, is moved forward by the length of the gap. Of a time that occurs twice, the first one counts. */
      send_at_local?: LocalTimeInput;
      /** For how many seconds after its creation, or after the time that it is scheduled for, a message may be submitted, and for how long the carrier may try to deliver it, if the carrier accepts a limit. Afterwards the message is `expired`. Without it, the limits of the service and of the carrier apply. */
      validity_seconds?: ValiditySeconds;
      /** Labels of the messages, which lists and usage can be filtered and grouped by. The order is kept. A tag that occurs twice returns 422 and names it, such as `tags[1]`. Do not use personal data as a tag. */
      tags?: TagChoice;
      /** The recipients. A number that occurs twice gets two messages, if the sending rule allows both. */
      recipients: Recipient[];
    }
  | {
      template_id?: "cannot be combined with `channel` and `content`";
      /** The channel of a message. */
      channel: "voice";
      /** What a message is for: a one-time password (`otp`), something that the recipient needs to know about an order, an account or an appointment (`transactional`), or an offer (`marketing`). At each sender, `otp` goes before `transactional`, and `transactional` before `marketing`. */
      purpose?: Purpose;
      /** The content of a message; `type` names its form. SMS accepts `text` without suggestions, RCS accepts `text`, `card` and `carousel`, and voice accepts `audio`; another form returns 422. All texts, including URLs, labels and postback data, may have placeholders such as `{{ first_name }}`, at most 100 different ones. Only `alt_text` has none. A placeholder with an invalid name, such as `{{ código }}`, returns 422. RCS content of more than 250,000 bytes as JSON returns 422. */
      content: AudioContent;
      /** Id of the sender of the messages, as in `GET /senders`. Without it, the channel's default sender is used. A sender that the account does not have, or of another channel, returns 422. */
      sender_id?: SenderChoice;
      /** An RFC 3339 instant of at most 100 characters, in a year from 0000 to 9999, with any offset and any fraction of a second. A leap second is accepted at the end of a UTC month and stands for the second after it. Responses are in UTC, to the second. */
      send_at?: TimestampInput;
      /** A date and time without an offset, which stands for this time at each recipient's place. A time that the place skips, as at the start of daylight saving time, is moved forward by the length of the gap. Of a time that occurs twice, the first one counts. */
      send_at_local?: LocalTimeInput;
      /** For how many seconds after its creation, or after the time that it is scheduled for, a message may be submitted, and for how long the carrier may try to deliver it, if the carrier accepts a limit. Afterwards the message is `expired`. Without it, the limits of the service and of the carrier apply. */
      validity_seconds?: ValiditySeconds;
      /** Labels of the messages, which lists and usage can be filtered and grouped by. The order is kept. A tag that occurs twice returns 422 and names it, such as `tags[1]`. Do not use personal data as a tag. */
      tags?: TagChoice;
      /** The recipients. A number that occurs twice gets two messages, if the sending rule allows both. */
      recipients: Recipient[];
    };

/** First status of a message. Only `pending` messages are submitted to a carrier. */
export type InitialMessageStatus = ("pending" | "blocked" | "error") | (string & {});

/** The message that was created for one recipient. */
export interface SendResult {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  message_id: Uuid;
  /** A phone number in E.164; null after its erasure. */
  to: NullablePhoneNumber;
  /** First status of a message. Only `pending` messages are submitted to a carrier. */
  status: InitialMessageStatus;
  /** Why the status is `error`; null otherwise. */
  error: MessageError | null;
  /** Why the status is `blocked`; null for every other status. */
  block_reason: BlockReason | null;
  /** The time that the message is scheduled for, in UTC, to the second; it is not submitted earlier. Null if it is submitted as soon as possible. */
  not_before: NotBefore;
}

/** The batch of a send, with one result for each recipient. */
export interface SendMessagesResponse {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  batch_id: Uuid;
  /** The results, in the order of the recipients. */
  data: SendResult[];
}

/** Preview of the message to one recipient. */
export interface PreviewResult {
  /** A phone number in E.164. */
  to: PhoneNumber;
  /** First status of a message. Only `pending` messages are submitted to a carrier. */
  status: InitialMessageStatus;
  /** Why the status would be `error`; null otherwise. */
  error: MessageError | null;
  /** Why the status is `blocked`; null for every other status. */
  block_reason: BlockReason | null;
  /** The rendered content; null if a value is missing, if it is too long for the channel (`content_too_long`) or if it cannot be encoded (`not_encodable`). For a key without `contacts:read`, placeholders that take their value from a contact stay unfilled, and encoding, segments and price are those of the content shown. */
  content: RenderedContent | null;
  /** Encoding of an SMS; null on other channels, and if the content is null. */
  encoding: "gsm7" | "ucs2" | null;
  /**
   * Number of SMS segments; null on other channels, and if the content is null.
   * @example 1
   */
  segments: number | null;
  /**
   * Number of SMS segments before the transliteration that `encoding: gsm7` asks for, which is
   * never less than `segments`; equal to `segments` without it. Null on other channels, and if the
   * content is null.
   * @example 2
   */
  segments_as_written: number | null;
  /** An amount of money, in millionths of a real: 1000000 is R$ 1,00. */
  price: MicroUnits;
  /** The characters of an SMS that GSM-7 lacks, each once, in the order of their first occurrence; only the first 1,000. Without them, the SMS could be encoded in GSM-7, which fits more text into a segment. Empty if there are none. */
  ucs2_characters: string[];
  /** The time that the message is scheduled for, in UTC, to the second; it is not submitted earlier. Null if it is submitted as soon as possible. */
  not_before: NotBefore;
}

/** One preview for each recipient. */
export interface PreviewMessagesResponse {
  /** The previews, in the order of the recipients. */
  data: PreviewResult[];
}

/** A URL of the exported messages, and when it expires. */
export interface MessageExportUrl {
  /**
   * Send a GET without an API key. Anyone with the URL can read the messages.
   * @example
   * https://recado.padariasol.com.br/messages/01a1f0c2-5a00-7b31-8c4d-2e9f7a6b5c40/export?of=eyJmaWx0ZXIiOnsic3RhdHVzZXMiOlsiZmFpbGVkIl19fQ&expires=1795177800&signature=7be02f94d1a8
   */
  url: string;
  /** An instant in UTC, to the second. */
  expires_at: Timestamp;
}

/** The new time of a message. */
export interface UpdateMessageRequest {
  /** An RFC 3339 instant of at most 100 characters, in a year from 0000 to 9999, with any offset and any fraction of a second. A leap second is accepted at the end of a UTC month and stands for the second after it. Responses are in UTC, to the second. */
  send_at: TimestampInput;
}

/** The messages of one send, by whether they are canceled. */
export interface CanceledBatch {
  /**
   * Number of messages that are canceled, by this request or earlier.
   * @example 997
   */
  canceled: number;
  /**
   * Number of messages of the send that are not canceled, such as messages that are already sent.
   * @example 3
   */
  not_canceled: number;
}

/** Type of an event. `message_update`: a message has a new status. `inbound_message`: a person sent a message to one of your senders. `campaign_update`: a campaign has a new status. `inbound_rcs_event`: a person did something else in an RCS conversation. `consent_update`: a consent was recorded. */
export type WebhookEventType =
  | ("message_update" | "inbound_message" | "campaign_update" | "inbound_rcs_event" | "consent_update")
  | (string & {});

/** Type of an event. `message_update`: a message has a new status. `inbound_message`: a person sent a message to one of your senders. `campaign_update`: a campaign has a new status. `inbound_rcs_event`: a person did something else in an RCS conversation. `consent_update`: a consent was recorded. */
export type WebhookEventTypeInput =
  "message_update" | "inbound_message" | "campaign_update" | "inbound_rcs_event" | "consent_update";

/** Status of a delivery. `pending`: further attempts follow. `delivered`: the endpoint responded 2xx. `abandoned`: five attempts failed, or the operator ended the delivery. */
export type WebhookDeliveryStatus = ("pending" | "delivered" | "abandoned") | (string & {});

/** Status of a delivery. `pending`: further attempts follow. `delivered`: the endpoint responded 2xx. `abandoned`: five attempts failed, or the operator ended the delivery. */
export type WebhookDeliveryStatusInput = "pending" | "delivered" | "abandoned";

/** A request to the endpoint. */
export interface WebhookAttempt {
  /** An instant in UTC, to the second. */
  attempted_at: Timestamp;
  /**
   * HTTP status of the response; null if there was none.
   * @example 204
   */
  response_status: number | null;
  /**
   * Why there was no response, such as a timeout; null if there was one.
   * @example No response within 10 seconds.
   */
  error: string | null;
  /**
   * Duration of the request, in milliseconds.
   * @example 87
   */
  duration_ms: number;
}

/** A request with events of one type to one endpoint, and its attempts. */
export interface WebhookDelivery {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  id: Uuid;
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  webhook_id: Uuid;
  /** Type of an event. `message_update`: a message has a new status. `inbound_message`: a person sent a message to one of your senders. `campaign_update`: a campaign has a new status. `inbound_rcs_event`: a person did something else in an RCS conversation. `consent_update`: a consent was recorded. */
  event_type: WebhookEventType;
  /** Status of a delivery. `pending`: further attempts follow. `delivered`: the endpoint responded 2xx. `abandoned`: five attempts failed, or the operator ended the delivery. */
  status: WebhookDeliveryStatus;
  /** Ids of the events, in the order in which they are sent. */
  event_ids: Uuid[];
  /** The last 100 attempts, oldest first. */
  attempts: WebhookAttempt[];
  /** An instant in UTC, to the second; null if it has not occurred. */
  next_attempt_at: NullableTimestamp;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
}

/** A page of webhook deliveries. */
export interface WebhookDeliveryPage {
  /** The entries of this page, newest first. */
  data: WebhookDelivery[];
  /** Position of the page in the whole list. */
  pagination: Pagination;
}

/** The content of an inbound message. `text`: a text. `file`: a picture, a recording or another file. `location`: a place. `suggestion`: a tapped reply suggestion. */
export type InboundContentType = "text" | "file" | "location" | "suggestion";

/** A file that a person sent. */
export interface InboundFile {
  /**
   * Send a GET without an API key. The URL is stable, and anyone with it can read the file.
   * @example https://recado.padariasol.com.br/media/9d1f6b3e8a5c7042/comprovante.jpg
   */
  url: string;
  /**
   * The MIME type that the carrier gave, or `application/octet-stream` if it gave no valid one.
   * @example image/jpeg
   */
  content_type: string;
  /**
   * The name that the carrier gave; null if it gave none.
   * @example comprovante.jpg
   */
  filename: string | null;
}

/** A place that a person sent. */
export interface InboundLocation {
  /** Degrees north of the equator. */
  latitude: Latitude;
  /** Degrees east of Greenwich. */
  longitude: Longitude;
}

/** A message that a person sent to one of your senders. `paired_message_id` is your message that it replies to, and `campaign_id` the campaign of that message. The carrier may name your message; otherwise it is the one that this sender submitted last to this number in the 7 days before. `contact_id` is the contact that had this number when the message arrived, or that its opt-out created; it may be deleted since. Each of the three is null if there is none. After the deletion of the contact, the erasure of the number or the days that the operator sets for contents, `text`, `file`, `location` and `postback_data` are null. */
export interface InboundMessage {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  id: Uuid;
  /** The channel of a message. */
  channel: Channel;
  /** A phone number in E.164; null after its erasure. */
  sender: NullablePhoneNumber;
  /**
   * Your address that received the message.
   * @example padaria_sol_agent
   */
  recipient: string;
  /** The content of an inbound message. `text`: a text. `file`: a picture, a recording or another file. `location`: a place. `suggestion`: a tapped reply suggestion. */
  content_type: InboundContentType;
  /**
   * The person's text, or the text of the tapped suggestion; null for a `file` or a `location`. A
   * longer text is cut to 10,000 characters.
   * @example Pode entregar depois das 18h?
   */
  text: string | null;
  /** The file, if `content_type` is `file`; null otherwise. */
  file: InboundFile | null;
  /** The place, if `content_type` is `location`; null otherwise. */
  location: InboundLocation | null;
  /**
   * Your postback data of the tapped suggestion; null if nothing was tapped or the carrier did not
   * return it.
   * @example reservar-48213
   */
  postback_data: string | null;
  /** A UUIDv7 in lower case; null if there is nothing to refer to. */
  contact_id: NullableUuid;
  /** A UUIDv7 in lower case; null if there is nothing to refer to. */
  paired_message_id: NullableUuid;
  /** A UUIDv7 in lower case; null if there is nothing to refer to. */
  campaign_id: NullableUuid;
  /** An instant in UTC, to the second. */
  received_at: Timestamp;
}

/** A page of inbound messages. */
export interface InboundMessagePage {
  /** The entries of this page, newest first. */
  data: InboundMessage[];
  /** Position of the page in the whole list. */
  pagination: Pagination;
}

/** The action of the person. `action`: tapped a suggestion that is not a reply. `typing`: began to write. `subscribe`, `unsubscribe`: asked in the messaging app to receive your messages, or to receive none. An `unsubscribe` event opts the person out as the reply `SAIR` does, and a `subscribe` event opts the person in again. */
export type InboundRcsEventType = ("action" | "typing" | "subscribe" | "unsubscribe") | (string & {});

/** The action of the person. `action`: tapped a suggestion that is not a reply. `typing`: began to write. `subscribe`, `unsubscribe`: asked in the messaging app to receive your messages, or to receive none. An `unsubscribe` event opts the person out as the reply `SAIR` does, and a `subscribe` event opts the person in again. */
export type InboundRcsEventTypeInput = "action" | "typing" | "subscribe" | "unsubscribe";

/** An action of a person in an RCS conversation. `paired_message_id` is your message that it is about, and `campaign_id` the campaign of that message. The carrier may name your message; otherwise it is the one that this sender submitted last to this number in the 7 days before. Both are null if there is none. After the deletion of the contact, the erasure of the number or the days that the operator sets for contents, `action_label` and `postback_data` are null. */
export interface InboundRcsEvent {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  id: Uuid;
  /** A phone number in E.164; null after its erasure. */
  sender: NullablePhoneNumber;
  /** The action of the person. `action`: tapped a suggestion that is not a reply. `typing`: began to write. `subscribe`, `unsubscribe`: asked in the messaging app to receive your messages, or to receive none. An `unsubscribe` event opts the person out as the reply `SAIR` does, and a `subscribe` event opts the person in again. */
  event_type: InboundRcsEventType;
  /**
   * Text of the tapped suggestion; null if nothing was tapped or the carrier did not give it.
   * @example Ver no mapa
   */
  action_label: string | null;
  /**
   * Your postback data of the tapped suggestion; null if nothing was tapped or the carrier did not
   * return it.
   * @example mapa-48213
   */
  postback_data: string | null;
  /** A UUIDv7 in lower case; null if there is nothing to refer to. */
  paired_message_id: NullableUuid;
  /** A UUIDv7 in lower case; null if there is nothing to refer to. */
  campaign_id: NullableUuid;
  /** An instant in UTC, to the second. */
  received_at: Timestamp;
}

/** A page of inbound RCS events. */
export interface InboundRcsEventPage {
  /** The entries of this page, newest first. */
  data: InboundRcsEvent[];
  /** Position of the page in the whole list. */
  pagination: Pagination;
}

/** Status of a conversation. `open`: somebody still has to deal with it. `done`: nobody has to. The next inbound message opens it again. */
export type ConversationStatus = "open" | "done";

/** Everything that one phone number has written to the account. `contact_id` and `contact_name` are those of the contact that has the number now; both are null if there is none, and the name is null for a key without `contacts:read`. `channel`, `content_type`, `preview`, `campaign_id`, `last_message_id` and `last_received_at` describe the newest inbound message. */
export interface Conversation {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  id: Uuid;
  /** A phone number in E.164. */
  phone: PhoneNumber;
  /** A UUIDv7 in lower case; null if there is nothing to refer to. */
  contact_id: NullableUuid;
  /** The contact's name; null if it has none. Null in a request removes the name. After surrounding spaces are removed, its length is 1 to 120. */
  contact_name: ContactName;
  /** Status of a conversation. `open`: somebody still has to deal with it. `done`: nobody has to. The next inbound message opens it again. */
  status: ConversationStatus;
  /**
   * Whether `unread_count` is more than 0.
   * @example true
   */
  unread: boolean;
  /**
   * Number of inbound messages that arrived after `read_up_to`.
   * @example 2
   */
  unread_count: number;
  /** A UUIDv7 in lower case; null if there is nothing to refer to. */
  read_up_to: NullableUuid;
  /**
   * Whether the person's latest opt-out or opt-in was an opt-out. It does not change when you add
   * the contact to a blacklist or remove it from one.
   * @example false
   */
  opted_out: boolean;
  /**
   * Number of stored inbound messages from the number.
   * @example 3
   */
  message_count: number;
  /** The channel of a message. */
  channel: Channel;
  /** The content of an inbound message. `text`: a text. `file`: a picture, a recording or another file. `location`: a place. `suggestion`: a tapped reply suggestion. */
  content_type: InboundContentType;
  /**
   * The first 160 characters of the newest message; null if it has no text, or its content was
   * erased: with its contact or number, or after the days that the operator sets for contents.
   * @example Obrigada! Pode deixar na portaria.
   */
  preview: string | null;
  /** A UUIDv7 in lower case; null if there is nothing to refer to. */
  campaign_id: NullableUuid;
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  last_message_id: Uuid;
  /** An instant in UTC, to the second. */
  last_received_at: Timestamp;
}

/** A page of conversations. */
export interface ConversationPage {
  /** The entries of this page, the one with the newest inbound message first. */
  data: Conversation[];
  /** Position of the page in the whole list. */
  pagination: Pagination;
}

/** Changes of a conversation. Omitted fields keep their values. */
export interface UpdateConversationRequest {
  /** Status of a conversation. `open`: somebody still has to deal with it. `done`: nobody has to. The next inbound message opens it again. */
  status?: ConversationStatus;
  /**
   * The newest inbound message of the conversation that is read; later messages are unread. Null
   * marks all messages as unread.
   * @example 01a1f8d9-dd70-7c28-b3f1-6a9d0e5c8b47
   */
  read_up_to?: string | null;
}

/**
 * A short code that an editor replaces by the text, unique in the account; null if there is none. It has 1 to
 * 32 small letters from a to z, digits, `_` and `-`.
 * @example horario
 */
export type CannedResponseShortcut = string | null;

/**
 * The text, which may have placeholders such as `{{ first_name }}`, at most 100 different ones. A placeholder
 * with an invalid name, such as `{{ código }}`, returns 422. In a reply, the text is the `text` of the
 * content.
 * @example Oi {{ first_name }}, abrimos todos os dias, das 7h às 19h. Padaria Sol
 */
export type CannedResponseText = string;

/** A text for replies, saved under a name. */
export interface CannedResponse {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  id: Uuid;
  /** A name for people. After surrounding spaces are removed, its length is 1 to 120. */
  name: ResourceName;
  /** A short code that an editor replaces by the text, unique in the account; null if there is none. It has 1 to 32 small letters from a to z, digits, `_` and `-`. */
  shortcut: CannedResponseShortcut;
  /** The text, which may have placeholders such as `{{ first_name }}`, at most 100 different ones. A placeholder with an invalid name, such as `{{ código }}`, returns 422. In a reply, the text is the `text` of the content. */
  text: CannedResponseText;
  /** The variables of the text, each once, in the order and spelling of their first occurrence. Two spellings of one variable, such as `name` and `nome`, are listed once. */
  variables: VariableName[];
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /** An instant in UTC, to the second. */
  updated_at: Timestamp;
}

/** A page of canned responses. */
export interface CannedResponsePage {
  /** The entries of this page, sorted by name. */
  data: CannedResponse[];
  /** Position of the page in the whole list. */
  pagination: Pagination;
}

/** A new canned response. */
export interface CreateCannedResponseRequest {
  /** A name for people. After surrounding spaces are removed, its length is 1 to 120. */
  name: ResourceName;
  /** A short code that an editor replaces by the text, unique in the account; null if there is none. It has 1 to 32 small letters from a to z, digits, `_` and `-`. */
  shortcut?: CannedResponseShortcut;
  /** The text, which may have placeholders such as `{{ first_name }}`, at most 100 different ones. A placeholder with an invalid name, such as `{{ código }}`, returns 422. In a reply, the text is the `text` of the content. */
  text: CannedResponseText;
}

/** Changes of a canned response. Omitted fields keep their values. */
export interface UpdateCannedResponseRequest {
  /** A name for people. After surrounding spaces are removed, its length is 1 to 120. */
  name?: ResourceName;
  /** A short code that an editor replaces by the text, unique in the account; null if there is none. It has 1 to 32 small letters from a to z, digits, `_` and `-`. */
  shortcut?: CannedResponseShortcut;
  /** The text, which may have placeholders such as `{{ first_name }}`, at most 100 different ones. A placeholder with an invalid name, such as `{{ código }}`, returns 422. In a reply, the text is the `text` of the content. */
  text?: CannedResponseText;
}

/** Status of a campaign. `draft`: not launched. `scheduled`: it launches by itself at `scheduled_at`. `running`: its messages are created, sent and tracked. `completed`: every message is final, or its delivery report is no longer expected. `error`: it stopped before completion or did not start as scheduled; `error.code` says why. */
export type CampaignStatus = ("draft" | "scheduled" | "running" | "completed" | "error") | (string & {});

/** Status of a campaign. `draft`: not launched. `scheduled`: it launches by itself at `scheduled_at`. `running`: its messages are created, sent and tracked. `completed`: every message is final, or its delivery report is no longer expected. `error`: it stopped before completion or did not start as scheduled; `error.code` says why. */
export type CampaignStatusInput = "draft" | "scheduled" | "running" | "completed" | "error";

/** Why a campaign is in `error`. `stopped`: a request or the operator stopped it. `import_timeout`: at the scheduled time, an import on its list did not end in time. `missed_schedule`: the service was down at the scheduled time and came back too late, or the operator ended the launch. `list_deleted`: its contact list was deleted. `sender_removed`: the operator removed its sender before the scheduled time. */
export type CampaignErrorCode =
  ("stopped" | "import_timeout" | "missed_schedule" | "list_deleted" | "sender_removed") | (string & {});

/** Why a campaign is in `error`. */
export interface CampaignError {
  /** Why a campaign is in `error`. `stopped`: a request or the operator stopped it. `import_timeout`: at the scheduled time, an import on its list did not end in time. `missed_schedule`: the service was down at the scheduled time and came back too late, or the operator ended the launch. `list_deleted`: its contact list was deleted. `sender_removed`: the operator removed its sender before the scheduled time. */
  code: CampaignErrorCode;
  /**
   * An explanation for people.
   * @example the campaign was stopped by a request
   */
  message: string;
}

/**
 * A number of messages.
 * @example 1210
 */
export type MessageCount = number;

/**
 * Number of the pending messages that wait for a later time, such as the next opening of their sending rule.
 * @example 310
 */
export type WaitingCount = number;

/** Number of messages that the campaign has created, in total and by current status. `total` grows while a run is creating messages. Messages of follow-up rules are not included. */
export interface CampaignProgress {
  /** A number of messages. */
  total: MessageCount;
  /** A number of messages. */
  pending: MessageCount;
  /** A number of messages. */
  blocked: MessageCount;
  /** A number of messages. */
  error: MessageCount;
  /** A number of messages. */
  sent: MessageCount;
  /** A number of messages. */
  delivered: MessageCount;
  /** A number of messages. */
  read: MessageCount;
  /** A number of messages. */
  undelivered: MessageCount;
  /** A number of messages. */
  failed: MessageCount;
  /** A number of messages. */
  expired: MessageCount;
  /** A number of messages. */
  canceled: MessageCount;
  /** Number of the pending messages that wait for a later time, such as the next opening of their sending rule. */
  waiting: WaitingCount;
}

/** One template, sent to every contact of one list. `scheduled_at` is the launch time that was last scheduled; it stays after that launch, or after its failure, and becomes null if the schedule is canceled. `started_at` is the start of the latest run, `completed_at` the completion, and `failed_at` when it last became `error`. Each is null until then. `purpose` is that of the template: at the latest launch, or at this moment if the campaign was never launched. */
export interface Campaign {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  id: Uuid;
  /** A name for people. After surrounding spaces are removed, its length is 1 to 120. */
  name: ResourceName;
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  template_id: Uuid;
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  list_id: Uuid;
  /**
   * The sender that the campaign was created with; null if its messages are sent from the channel's
   * default sender.
   * @example 01a1e473-6838-7a1e-a5f2-6d0c8b9e4f37
   */
  sender_id: string | null;
  /** The labels, in the given order; empty if there are none. */
  tags: Tags;
  /** The channel of a message. */
  channel: Channel;
  /** What a message is for: a one-time password (`otp`), something that the recipient needs to know about an order, an account or an appointment (`transactional`), or an offer (`marketing`). At each sender, `otp` goes before `transactional`, and `transactional` before `marketing`. */
  purpose: Purpose;
  /** Status of a campaign. `draft`: not launched. `scheduled`: it launches by itself at `scheduled_at`. `running`: its messages are created, sent and tracked. `completed`: every message is final, or its delivery report is no longer expected. `error`: it stopped before completion or did not start as scheduled; `error.code` says why. */
  status: CampaignStatus;
  /** Why the status is `error`; null in any other status. */
  error: CampaignError | null;
  /** Number of messages that the campaign has created, in total and by current status. `total` grows while a run is creating messages. Messages of follow-up rules are not included. */
  progress: CampaignProgress;
  /**
   * Expected number of messages while a run is creating them and `progress.total` grows; null at
   * any other time. It is the current size of the list, or `progress.total` if that is larger.
   * @example 4589
   */
  expected_total: number | null;
  /**
   * Number of contacts with an inbound message that has this `campaign_id`. A contact counts once,
   * however often it replies, and also if it replies to a follow-up.
   * @example 87
   */
  replied: number;
  /**
   * Number of contacts that the account's opt-out list suppresses because of a reply or an RCS
   * event `unsubscribe` with this `campaign_id`. A contact counts once, also after it opts in
   * again. A contact that was already suppressed does not count.
   * @example 6
   */
  opted_out: number;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /** An instant in UTC, to the second. */
  updated_at: Timestamp;
  /** An instant in UTC, to the second; null if it has not occurred. */
  scheduled_at: NullableTimestamp;
  /** An instant in UTC, to the second; null if it has not occurred. */
  started_at: NullableTimestamp;
  /** An instant in UTC, to the second; null if it has not occurred. */
  completed_at: NullableTimestamp;
  /** An instant in UTC, to the second; null if it has not occurred. */
  failed_at: NullableTimestamp;
}

/** A page of campaigns. */
export interface CampaignPage {
  /** The entries of this page, newest first. */
  data: Campaign[];
  /** Position of the page in the whole list. */
  pagination: Pagination;
}

/** A new campaign. */
export interface CreateCampaignRequest {
  /** A name for people. After surrounding spaces are removed, its length is 1 to 120. */
  name: ResourceName;
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  template_id: Uuid;
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  list_id: Uuid;
  /** Id of the sender of the messages, as in `GET /senders`. Without it, the channel's default sender is used. A sender that the account does not have, or of another channel, returns 422. */
  sender_id?: SenderChoice;
  /** Labels of the messages, which lists and usage can be filtered and grouped by. The order is kept. A tag that occurs twice returns 422 and names it, such as `tags[1]`. Do not use personal data as a tag. */
  tags?: TagChoice;
}

/** Changes of a campaign. Its name and, until it runs, its tags can be changed. */
export interface UpdateCampaignRequest {
  /** A name for people. After surrounding spaces are removed, its length is 1 to 120. */
  name?: ResourceName;
  /** Labels of the messages, which lists and usage can be filtered and grouped by. The order is kept. A tag that occurs twice returns 422 and names it, such as `tags[1]`. Do not use personal data as a tag. */
  tags?: TagChoice;
}

/** When the service launches the campaign. */
export interface ScheduleCampaignRequest {
  /** An RFC 3339 instant of at most 100 characters, in a year from 0000 to 9999, with any offset and any fraction of a second. A leap second is accepted at the end of a UTC month and stands for the second after it. Responses are in UTC, to the second. */
  scheduled_at: TimestampInput;
}

/** A day in UTC, as an RFC 3339 date such as `2026-01-31`, or an instant, which stands for its day in UTC. */
export type DayInput = string;

/** Number of messages and their price for one key. A row has exactly one of `day`, `hour`, `channel`, `purpose`, `campaign_id`, `template_id` and `tag`, according to `group_by`. A null `campaign_id` stands for messages without a campaign, a null `template_id` for messages with inline content. Messages without a tag have no row by tag. */
export interface UsageRow {
  /**
   * A day in UTC.
   * @example 2026-11-20
   */
  day?: string;
  /**
   * The start of an hour in UTC.
   * @example 2026-11-20T14:00:00Z
   */
  hour?: string;
  /** The channel of a message. */
  channel?: Channel;
  /** What a message is for: a one-time password (`otp`), something that the recipient needs to know about an order, an account or an appointment (`transactional`), or an offer (`marketing`). At each sender, `otp` goes before `transactional`, and `transactional` before `marketing`. */
  purpose?: Purpose;
  /** A UUIDv7 in lower case; null if there is nothing to refer to. */
  campaign_id?: NullableUuid;
  /** A UUIDv7 in lower case; null if there is nothing to refer to. */
  template_id?: NullableUuid;
  /** A label of your own, such as an order's process or a team. Upper and lower case differ. */
  tag?: Tag;
  /** A number of messages. */
  total: MessageCount;
  /** A number of messages. */
  pending: MessageCount;
  /** A number of messages. */
  blocked: MessageCount;
  /** A number of messages. */
  error: MessageCount;
  /** A number of messages. */
  sent: MessageCount;
  /** A number of messages. */
  delivered: MessageCount;
  /** A number of messages. */
  read: MessageCount;
  /** A number of messages. */
  undelivered: MessageCount;
  /** A number of messages. */
  failed: MessageCount;
  /** A number of messages. */
  expired: MessageCount;
  /** A number of messages. */
  canceled: MessageCount;
  /** An amount of money, in millionths of a real: 1000000 is R$ 1,00. */
  price: MicroUnits;
}

/** Number of messages and their price, by key. */
export interface UsageReport {
  /** One row for each key with messages, in the order of the keys. */
  data: UsageRow[];
}

/**
 * The URL that events are posted to. It must use `https` and a public address, unless the operator allows
 * others; another URL returns 422.
 * @example https://painel.padariasol.com.br/recado/eventos
 */
export type WebhookUrl = string;

/** The event types that the endpoint is subscribed to. A new endpoint without `event_types` is subscribed to `message_update`. */
export type WebhookEventTypes = WebhookEventType[];

/** The event types that the endpoint is subscribed to. A new endpoint without `event_types` is subscribed to `message_update`. */
export type WebhookEventTypesInput = WebhookEventTypeInput[];

/** Status of an endpoint. Only an `enabled` endpoint gets events. */
export type WebhookStatus = ("enabled" | "disabled") | (string & {});

/** Status of an endpoint. Only an `enabled` endpoint gets events. */
export type WebhookStatusInput = "enabled" | "disabled";

/** Results of the deliveries to an endpoint. A delivery counts once, by its latest attempt. A failing endpoint is visible from the first failed attempt, before its deliveries are abandoned. Counts are kept by quarters of an hour, so they cover up to 15 minutes more than 24 hours. Test events are included. The success rate is `delivered` divided by the sum of `delivered` and `failed`. */
export interface WebhookHealth {
  /**
   * Deliveries whose latest attempt was made in the last 24 hours and got a 2xx response.
   * @example 2096
   */
  delivered: number;
  /**
   * Deliveries whose latest attempt was made in the last 24 hours and got no 2xx response. Some of
   * them are still retried, and count as `delivered` after a successful attempt.
   * @example 28
   */
  failed: number;
  /** The latest attempt at any time; null before the first attempt, and after the endpoint gets another `url` or is enabled. */
  last_attempt: WebhookAttempt | null;
  /**
   * When an attempt first failed after the latest success; null if none has failed since, and after
   * the endpoint gets another `url` or is enabled. The endpoint is disabled once a delivery is
   * abandoned at least five days later, unless a delivery succeeds first.
   * @example 2026-11-20T12:00:05Z
   */
  failing_since: string | null;
}

/** An endpoint of yours that events are posted to. */
export interface Webhook {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  id: Uuid;
  /** The URL that events are posted to. It must use `https` and a public address, unless the operator allows others; another URL returns 422. */
  url: WebhookUrl;
  /**
   * Purpose of the endpoint, in your words; null if none was given.
   * @example Painel de entregas
   */
  description: string | null;
  /** The event types that the endpoint is subscribed to. A new endpoint without `event_types` is subscribed to `message_update`. */
  event_types: WebhookEventTypes;
  /** Status of an endpoint. Only an `enabled` endpoint gets events. */
  status: WebhookStatus;
  /** Why the endpoint is disabled. `manual`: a request disabled it. `gone`: it responded 410. `failing`: every delivery failed for five days. Null while it is enabled. */
  disabled_reason: "manual" | "gone" | "failing" | null;
  /** Results of the deliveries to an endpoint. A delivery counts once, by its latest attempt. A failing endpoint is visible from the first failed attempt, before its deliveries are abandoned. Counts are kept by quarters of an hour, so they cover up to 15 minutes more than 24 hours. Test events are included. The success rate is `delivered` divided by the sum of `delivered` and `failed`. */
  health: WebhookHealth;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /** An instant in UTC, to the second. */
  updated_at: Timestamp;
}

/** A page of webhook endpoints. */
export interface WebhookPage {
  /** The entries of this page, newest first. */
  data: Webhook[];
  /** Position of the page in the whole list. */
  pagination: Pagination;
}

/** A new webhook endpoint. */
export interface CreateWebhookRequest {
  /** The URL that events are posted to. It must use `https` and a public address, unless the operator allows others; another URL returns 422. */
  url: WebhookUrl;
  /**
   * Purpose of the endpoint, in your words.
   * @example Painel de entregas
   */
  description?: string | null;
  /** The event types that the endpoint is subscribed to. A new endpoint without `event_types` is subscribed to `message_update`. */
  event_types?: WebhookEventTypesInput;
}

/** A webhook endpoint with its signing secret, which no later response shows. */
export interface WebhookWithSecret {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  id: Uuid;
  /** The URL that events are posted to. It must use `https` and a public address, unless the operator allows others; another URL returns 422. */
  url: WebhookUrl;
  /**
   * Purpose of the endpoint, in your words; null if none was given.
   * @example Painel de entregas
   */
  description: string | null;
  /** The event types that the endpoint is subscribed to. A new endpoint without `event_types` is subscribed to `message_update`. */
  event_types: WebhookEventTypes;
  /** Status of an endpoint. Only an `enabled` endpoint gets events. */
  status: WebhookStatus;
  /** Why the endpoint is disabled. `manual`: a request disabled it. `gone`: it responded 410. `failing`: every delivery failed for five days. Null while it is enabled. */
  disabled_reason: "manual" | "gone" | "failing" | null;
  /** Results of the deliveries to an endpoint. A delivery counts once, by its latest attempt. A failing endpoint is visible from the first failed attempt, before its deliveries are abandoned. Counts are kept by quarters of an hour, so they cover up to 15 minutes more than 24 hours. Test events are included. The success rate is `delivered` divided by the sum of `delivered` and `failed`. */
  health: WebhookHealth;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /** An instant in UTC, to the second. */
  updated_at: Timestamp;
  /**
   * The secret that signs requests to this endpoint. The HMAC key is the part after `whsec_`,
   * decoded from base64.
   * @example whsec_9wXoLkq3vB1mT7yR5uZc0aEJ8hNfPd2sGiVx6QbYt4I=
   */
  secret: string;
}

/** Changes of a webhook endpoint. Omitted fields keep their values. */
export interface UpdateWebhookRequest {
  /** The URL that events are posted to. It must use `https` and a public address, unless the operator allows others; another URL returns 422. */
  url?: WebhookUrl;
  /**
   * Purpose of the endpoint, in your words; null removes it.
   * @example Painel de entregas
   */
  description?: string | null;
  /** The event types that the endpoint is subscribed to. A new endpoint without `event_types` is subscribed to `message_update`. */
  event_types?: WebhookEventTypes;
  /** Status of an endpoint. Only an `enabled` endpoint gets events. */
  status?: WebhookStatus;
}

/** The event type to send, which must be one of the endpoint's `event_types`; another type returns 422. If omitted, the first of them. */
export interface TestWebhookRequest {
  /** Type of an event. `message_update`: a message has a new status. `inbound_message`: a person sent a message to one of your senders. `campaign_update`: a campaign has a new status. `inbound_rcs_event`: a person did something else in an RCS conversation. `consent_update`: a consent was recorded. */
  event_type?: WebhookEventType;
}

/** The deliveries to send again. */
export interface ReplayWebhookRequest {
  /** An RFC 3339 instant of at most 100 characters, in a year from 0000 to 9999, with any offset and any fraction of a second. A leap second is accepted at the end of a UTC month and stands for the second after it. Responses are in UTC, to the second. */
  since: TimestampInput;
  /** An RFC 3339 instant of at most 100 characters, in a year from 0000 to 9999, with any offset and any fraction of a second. A leap second is accepted at the end of a UTC month and stands for the second after it. Responses are in UTC, to the second. */
  until?: TimestampInput;
  /**
   * Whether to send deliveries with the status `delivered` too, for a receiver that has lost
   * events. Only deliveries whose latest attempt began by `until` are sent.
   * @default false
   * @example false
   */
  include_delivered?: boolean;
}

/** The part of a replay that one request queued. */
export interface WebhookReplay {
  /**
   * Number of deliveries that the request queued again.
   * @example 128
   */
  queued: number;
  /**
   * Creation time of the last delivery that the request examined; null if it examined all of them.
   * Send the request again with this as `since` to continue.
   * @example 2026-11-20T12:00:05Z
   */
  next_since: string | null;
}

/** A webhook delivery with the body of its requests. */
export interface WebhookDeliveryWithPayload {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  id: Uuid;
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  webhook_id: Uuid;
  /** Type of an event. `message_update`: a message has a new status. `inbound_message`: a person sent a message to one of your senders. `campaign_update`: a campaign has a new status. `inbound_rcs_event`: a person did something else in an RCS conversation. `consent_update`: a consent was recorded. */
  event_type: WebhookEventType;
  /** Status of a delivery. `pending`: further attempts follow. `delivered`: the endpoint responded 2xx. `abandoned`: five attempts failed, or the operator ended the delivery. */
  status: WebhookDeliveryStatus;
  /** Ids of the events, in the order in which they are sent. */
  event_ids: Uuid[];
  /** The last 100 attempts, oldest first. */
  attempts: WebhookAttempt[];
  /** An instant in UTC, to the second; null if it has not occurred. */
  next_attempt_at: NullableTimestamp;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /**
   * The body of the requests, byte for byte as it is signed: a JSON array of the events. After the
   * deletion of a contact, it no longer has the contact's content. Null for a key without
   * `messages:read`.
   * @example
   * [{"id":"01a1f8d3-edd0-7c93-b5a7-2e8f6d4c1a09","type":"message_update","created_at":"2026-11-20T12:00:01Z","data":{}}]
   */
  payload: string | null;
}

/** A permission of a key. Each operation requires one scope. A key with `webhooks:write` can send all events of the account, including the content of replies, to any address. Grant this scope only to a key whose holder may read messages. */
export type ApiKeyScope =
  | (
      | "files:read"
      | "files:write"
      | "templates:read"
      | "templates:write"
      | "contacts:read"
      | "contacts:write"
      | "messages:read"
      | "messages:send"
      | "campaigns:read"
      | "campaigns:write"
      | "campaigns:launch"
      | "webhooks:read"
      | "webhooks:write"
      | "keys:read"
      | "keys:write"
      | "senders:read"
      | "privacy:read"
      | "privacy:write"
      | "rules:read"
      | "rules:write"
      | "consents:read"
      | "consents:write"
    )
  | (string & {});

/** A permission of a key. Each operation requires one scope. A key with `webhooks:write` can send all events of the account, including the content of replies, to any address. Grant this scope only to a key whose holder may read messages. */
export type ApiKeyScopeInput =
  | "files:read"
  | "files:write"
  | "templates:read"
  | "templates:write"
  | "contacts:read"
  | "contacts:write"
  | "messages:read"
  | "messages:send"
  | "campaigns:read"
  | "campaigns:write"
  | "campaigns:launch"
  | "webhooks:read"
  | "webhooks:write"
  | "keys:read"
  | "keys:write"
  | "senders:read"
  | "privacy:read"
  | "privacy:write"
  | "rules:read"
  | "rules:write"
  | "consents:read"
  | "consents:write";

/** Scopes of the key. */
export type ApiKeyScopes = ApiKeyScope[];

/** Scopes of the key. */
export type ApiKeyScopesInput = ApiKeyScopeInput[];

/** An API key of the account, without the key itself. */
export interface ApiKey {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  id: Uuid;
  /** A name for people. After surrounding spaces are removed, its length is 1 to 120. */
  name: ResourceName;
  /**
   * First characters of the key, to recognize it.
   * @example st_7c1f04ab
   */
  prefix: string;
  /** Scopes of the key. */
  scopes: ApiKeyScopes;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /** An instant in UTC, to the second; null if it has not occurred. */
  last_used_at: NullableTimestamp;
  /** An instant in UTC, to the second; null if it has not occurred. */
  expires_at: NullableTimestamp;
  /** An instant in UTC, to the second; null if it has not occurred. */
  revoked_at: NullableTimestamp;
}

/** A page of API keys. */
export interface ApiKeyPage {
  /** The entries of this page, newest first. */
  data: ApiKey[];
  /** Position of the page in the whole list. */
  pagination: Pagination;
}

/** A new key. */
export interface CreateApiKeyRequest {
  /** A name for people. After surrounding spaces are removed, its length is 1 to 120. */
  name: ResourceName;
  /** Scopes of the key. */
  scopes: ApiKeyScopesInput;
  /** An RFC 3339 instant of at most 100 characters, in a year from 0000 to 9999, with any offset and any fraction of a second. A leap second is accepted at the end of a UTC month and stands for the second after it. Responses are in UTC, to the second. */
  expires_at?: TimestampInput;
}

/** A new API key with the key itself, which no later response shows. */
export interface ApiKeyWithSecret {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  id: Uuid;
  /** A name for people. After surrounding spaces are removed, its length is 1 to 120. */
  name: ResourceName;
  /**
   * First characters of the key, to recognize it.
   * @example st_7c1f04ab
   */
  prefix: string;
  /** Scopes of the key. */
  scopes: ApiKeyScopes;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /** Always null: the key has not been used yet. */
  last_used_at: null;
  /** An instant in UTC, to the second; null if it has not occurred. */
  expires_at: NullableTimestamp;
  /** Always null: the key has not been revoked. */
  revoked_at: null;
  /**
   * The key itself, to send with each request. It cannot be read again.
   * @example st_7c1f04ab93d8e65217b0fca4d1389e7260bb5a4f08e3c917d62fa1540c8b7e39
   */
  key: string;
}

/** State of the sender at its carrier. `ready`: no problem is known. `retrying`: the carrier did not accept some of the waiting messages, and they are being retried. `unconnected`: the operator has no carrier connection of this name, so messages from this sender fail. A hold by the operator, such as a pause of the carrier connection, does not change the state: new messages wait, and `waiting_since` shows since when. */
export type SenderState = "ready" | "retrying" | "unconnected";

/** An address that messages are sent from, on one channel, through one carrier. */
export interface Sender {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  id: Uuid;
  /** The channel of a message. */
  channel: Channel;
  /**
   * A short code or number for SMS, an agent id for RCS, a number for voice.
   * @example 27000
   */
  address: string;
  /**
   * The carrier connection that accepts its messages, `sandbox` included.
   * @example zenvia
   */
  carrier: string;
  /** True for the sender that the channel uses if no other is chosen. */
  is_default: boolean;
  /**
   * Maximum number of messages per second that are submitted to the carrier.
   * @example 50
   */
  max_per_second: number;
  /** State of the sender at its carrier. `ready`: no problem is known. `retrying`: the carrier did not accept some of the waiting messages, and they are being retried. `unconnected`: the operator has no carrier connection of this name, so messages from this sender fail. A hold by the operator, such as a pause of the carrier connection, does not change the state: new messages wait, and `waiting_since` shows since when. */
  state: SenderState;
  /**
   * Start of the longest wait for submission among the messages of the sender, in UTC, to the
   * second: the message's `not_before`, or else its creation time. Null if none waits. Messages of
   * stopped campaigns and messages for a later time do not count.
   * @example 2026-11-20T12:00:05Z
   */
  waiting_since: string | null;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
}

/** A page of senders. */
export interface SenderPage {
  /** The entries of this page, newest first. */
  data: Sender[];
  /** Position of the page in the whole list. */
  pagination: Pagination;
}

/**
 * A word or a short text with at least one letter or digit. A reply has the word if nothing else is in it.
 * Case, accents and punctuation are ignored.
 * @example SAIR
 */
export type OptOutWord = string;

/** Words of one kind. A word may be in one list only. */
export type OptOutWordList = OptOutWord[];

/**
 * Text of an automatic reply, which is sent as an SMS or an RCS message; null sends none. It may have at most
 * 10 segments as an SMS, and no placeholders.
 * @example Pronto. Voce nao recebe mais mensagens da Padaria Sol.
 */
export type AutomaticReplyText = string | null;

/** The words that people reply with to opt out, to opt in again or to ask for help, and the automatic replies: `confirmation` to an opt-out, `help_answer` to a help word. */
export interface OptOutWords {
  /** Words of one kind. A word may be in one list only. */
  opt_out: OptOutWordList;
  /** Words of one kind. A word may be in one list only. */
  opt_in: OptOutWordList;
  /** Words of one kind. A word may be in one list only. */
  help: OptOutWordList;
  /** Text of an automatic reply, which is sent as an SMS or an RCS message; null sends none. It may have at most 10 segments as an SMS, and no placeholders. */
  confirmation: AutomaticReplyText;
  /** Text of an automatic reply, which is sent as an SMS or an RCS message; null sends none. It may have at most 10 segments as an SMS, and no placeholders. */
  help_answer: AutomaticReplyText;
}

/** The words and automatic replies that replace the present ones. With an empty list, no text has this effect. Opt-outs that a carrier detects still count. If the operator has switched opt-outs off for the account, no word has an effect. */
export interface UpdateOptOutWordsRequest {
  /** Words of one kind. A word may be in one list only. */
  opt_out: OptOutWordList;
  /** Words of one kind. A word may be in one list only. */
  opt_in: OptOutWordList;
  /** Words of one kind. A word may be in one list only. */
  help: OptOutWordList;
  /** Text of an automatic reply, which is sent as an SMS or an RCS message; null sends none. It may have at most 10 segments as an SMS, and no placeholders. */
  confirmation: AutomaticReplyText;
  /** Text of an automatic reply, which is sent as an SMS or an RCS message; null sends none. It may have at most 10 segments as an SMS, and no placeholders. */
  help_answer: AutomaticReplyText;
}

/** A time of day on some weekdays. `from` belongs to the window, `to` does not. A window over midnight is two windows, one to `24:00` and one from `00:00`. */
export interface SendingWindow {
  /** The weekdays, in any order. */
  days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
  /**
   * The first minute of the window, as local time.
   * @example 08:00
   */
  from: string;
  /**
   * The minute at which the window closes, after `from`, as local time; `24:00` is the end of the
   * day.
   * @example 18:00
   */
  to: string;
}

/** The windows in which messages are submitted, at most 20; empty for any time. */
export type SendingWindows = SendingWindow[];

/**
 * Where the local times of the rule apply: at `recipient`, or in the time zone of this IANA name. The place
 * of a number in Brazil follows from its area code. Numbers of Portugal and Spain count as the mainland's,
 * except fixed lines of the Azores and the Canary Islands. The place of other numbers is their country if
 * that has one time at that instant; otherwise the time zone of the account counts.
 * @example recipient
 */
export type SendingTimeZone = string;

/** Holidays on which all windows are closed. `br`: the nine national holidays of Brazil and Good Friday. Null for none. */
export type SendingHolidays = "br" | null;

/** Further days on which all windows are closed, at most 100, sorted in responses. */
export type ClosedDates = string[];

/** How many messages of the purpose a number gets within a number of days, each of 24 hours; null without a limit. Messages beyond it are `blocked`. Messages on all channels and from all senders count from their submission, unless the carrier rejects them. Automatic replies count as `transactional`. */
export type RecipientLimit = {
  /**
   * The most messages to a number within the days.
   * @example 7
   */
  messages: number;
  /**
   * The days that are counted, each of 24 hours, up to the submission.
   * @example 7
   */
  days: number;
} | null;

/**
 * The least seconds between two submissions of the purpose to a number; null without a limit. A message that
 * would follow sooner is `blocked`. A submission that the carrier rejects does not count.
 * @example 3600
 */
export type RecipientInterval = number | null;

/** Whether a message of the purpose is `blocked` unless a `granted` consent of the number for the purpose and the channel holds. */
export type ConsentRequirement = boolean;

/** What happens to a message outside the windows. `wait`: it stays `pending`, and `not_before` is the next opening. `block`: it is `blocked`. */
export type OutsideWindow = "wait" | "block";

/** When messages of a purpose may be submitted, and how many to one number. Without windows, at any time. A message that has no time in a window is `blocked`, like one with `outside` set to `block`. */
export interface SendingRule {
  /** What a message is for: a one-time password (`otp`), something that the recipient needs to know about an order, an account or an appointment (`transactional`), or an offer (`marketing`). At each sender, `otp` goes before `transactional`, and `transactional` before `marketing`. */
  purpose: Purpose;
  /** The windows in which messages are submitted, at most 20; empty for any time. */
  windows: SendingWindows;
  /** Where the local times of the rule apply: at `recipient`, or in the time zone of this IANA name. The place of a number in Brazil follows from its area code. Numbers of Portugal and Spain count as the mainland's, except fixed lines of the Azores and the Canary Islands. The place of other numbers is their country if that has one time at that instant; otherwise the time zone of the account counts. */
  time_zone: SendingTimeZone;
  /** Holidays on which all windows are closed. `br`: the nine national holidays of Brazil and Good Friday. Null for none. */
  holidays: SendingHolidays;
  /** Further days on which all windows are closed, at most 100, sorted in responses. */
  closed_dates: ClosedDates;
  /** How many messages of the purpose a number gets within a number of days, each of 24 hours; null without a limit. Messages beyond it are `blocked`. Messages on all channels and from all senders count from their submission, unless the carrier rejects them. Automatic replies count as `transactional`. */
  max_per_recipient: RecipientLimit;
  /** The least seconds between two submissions of the purpose to a number; null without a limit. A message that would follow sooner is `blocked`. A submission that the carrier rejects does not count. */
  min_interval_seconds: RecipientInterval;
  /** Whether a message of the purpose is `blocked` unless a `granted` consent of the number for the purpose and the channel holds. */
  require_consent: ConsentRequirement;
  /** What happens to a message outside the windows. `wait`: it stays `pending`, and `not_before` is the next opening. `block`: it is `blocked`. */
  outside: OutsideWindow;
  /** Time of the last change; null if the account has no rule for the purpose, which restricts nothing. */
  updated_at: Timestamp | null;
}

/** The rules of the account. */
export interface SendingRuleList {
  /** One rule for each purpose, in the order of their priority. */
  data: SendingRule[];
}

/** The rule that replaces the present one. A field that is not given restricts nothing. Either the fields or `preset`. */
export type UpdateSendingRuleRequest =
  | {
      /** Fills in all fields. `br-marketing`: Monday to Friday 08:00 to 18:00 and Saturday 09:00 to 13:00 at the recipient's place, not on national holidays of Brazil, at most 7 messages to a number in 7 days, otherwise `wait`. Carriers and aggregators in Brazil ask for these limits. */
      preset: "br-marketing";
      windows?: "cannot be combined with `preset`" & SendingWindows;
      time_zone?: "cannot be combined with `preset`";
      holidays?: "cannot be combined with `preset`";
      closed_dates?: "cannot be combined with `preset`" & ClosedDates;
      max_per_recipient?: "cannot be combined with `preset`" & RecipientLimit;
      min_interval_seconds?: "cannot be combined with `preset`";
      require_consent?: "cannot be combined with `preset`";
      outside?: "cannot be combined with `preset`";
    }
  | {
      preset?: never;
      /** The windows in which messages are submitted, at most 20; empty for any time. */
      windows?: SendingWindows;
      /** Where the local times of the rule apply: at `recipient`, or in the time zone of this IANA name. The place of a number in Brazil follows from its area code. Numbers of Portugal and Spain count as the mainland's, except fixed lines of the Azores and the Canary Islands. The place of other numbers is their country if that has one time at that instant; otherwise the time zone of the account counts. */
      time_zone?: SendingTimeZone;
      /** Holidays on which all windows are closed. `br`: the nine national holidays of Brazil and Good Friday. Null for none. */
      holidays?: SendingHolidays;
      /** Further days on which all windows are closed, at most 100, sorted in responses. */
      closed_dates?: ClosedDates;
      /** How many messages of the purpose a number gets within a number of days, each of 24 hours; null without a limit. Messages beyond it are `blocked`. Messages on all channels and from all senders count from their submission, unless the carrier rejects them. Automatic replies count as `transactional`. */
      max_per_recipient?: RecipientLimit;
      /** The least seconds between two submissions of the purpose to a number; null without a limit. A message that would follow sooner is `blocked`. A submission that the carrier rejects does not count. */
      min_interval_seconds?: RecipientInterval;
      /** Whether a message of the purpose is `blocked` unless a `granted` consent of the number for the purpose and the channel holds. */
      require_consent?: ConsentRequirement;
      /** What happens to a message outside the windows. `wait`: it stays `pending`, and `not_before` is the next opening. `block`: it is `blocked`. */
      outside?: OutsideWindow;
    };

/** Prices of messages by channel. A message costs its price when a carrier accepts it, so messages that are `blocked`, `error` or `failed` are free. */
export interface AccountPrices {
  /** Currency of the prices, as in ISO 4217. */
  currency: "BRL";
  /** What an amount counts: `micro` is a millionth of the currency. */
  unit: "micro";
  /**
   * Price of one segment of an SMS.
   * @example 75000
   */
  sms: number;
  /**
   * Price of one RCS message.
   * @example 120000
   */
  rcs: number;
  /**
   * Price of one voice message.
   * @example 150000
   */
  voice: number;
  /** Channels without a price of the operator. Their price is a placeholder of the service and no real tariff. */
  placeholders: Channel[];
}

/** Limits of the account's requests. */
export interface AccountLimits {
  /**
   * Maximum number of requests per minute of all keys together, as in `RateLimit-Limit`.
   * @example 600
   */
  requests_per_minute: number;
  /**
   * Maximum number of unanswered requests at a time, for each process of the service. Further
   * requests wait up to 10 seconds for their turn, and then get 429.
   * @example 64
   */
  concurrent_requests: number;
  /**
   * Maximum size of a request body in bytes.
   * @example 2097152
   */
  body_bytes: number;
  /**
   * Maximum number of recipients of a send or a preview.
   * @example 1000
   */
  recipients_per_request: number;
  /** Maximum size of an uploaded file in bytes, by kind. */
  upload_bytes: {
    /** A size in bytes. */
    audio: FileSize;
    /** A size in bytes. */
    image: FileSize;
    /** A size in bytes. */
    video: FileSize;
    /** A size in bytes. */
    csv: FileSize;
  };
  /**
   * Maximum number of webhook endpoints.
   * @example 10
   */
  webhooks: number;
}

/** The account that a key belongs to. */
export interface Account {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  id: Uuid;
  /** A name for people. After surrounding spaces are removed, its length is 1 to 120. */
  name: ResourceName;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /** Prices of messages by channel. A message costs its price when a carrier accepts it, so messages that are `blocked`, `error` or `failed` are free. */
  prices: AccountPrices;
  /** Limits of the account's requests. */
  limits: AccountLimits;
  /**
   * IANA name of the time zone for `send_at_local`, where the recipient's number names none. The
   * operator sets it.
   * @example America/Sao_Paulo
   */
  time_zone: string;
  /**
   * Id of the blacklist that every account has. It holds the contacts that have opted out.
   * @example 01a1e473-6838-7b10-8a4d-2f6c1e9b7d35
   */
  provisioned_list_id: string;
}

/** `export`: writes a file with everything that is stored under the number. `erasure`: removes it, and the number. */
export type PrivacyRequestKind = "export" | "erasure";

/** Status of a privacy request. `pending`: waiting. `running`: begun; an erasure also waits for messages in flight and running imports. `completed`: everything was exported or erased. `failed`: an export would exceed 4 GiB or 65,535 files, or an erasure of its number was requested before it was completed. */
export type PrivacyRequestStatus = ("pending" | "running" | "completed" | "failed") | (string & {});

/** Number of exported or erased records by kind. The counts of a running erasure grow until its end; an export has its counts at its end. If the service was interrupted during an erasure, its counts may be too low, although every record was erased. */
export interface PrivacyRequestCounts {
  /**
   * Contacts with the number.
   * @example 1
   */
  contacts: number;
  /**
   * Messages to the number.
   * @example 12
   */
  messages: number;
  /**
   * Inbound messages from the number.
   * @example 3
   */
  inbound_messages: number;
  /**
   * RCS events from the number.
   * @example 2
   */
  inbound_rcs_events: number;
  /**
   * Records of consents. An export counts those of the number. An erasure counts those that lose
   * their number and evidence, also under former numbers of the contact.
   * @example 2
   */
  consents: number;
  /**
   * Webhook deliveries whose events name the number.
   * @example 14
   */
  webhook_deliveries: number;
  /**
   * Rejected rows of imports that contain the number. An export also counts the rows of uploaded
   * tables that contain it.
   * @example 0
   */
  imports: number;
  /**
   * Stored responses under idempotency keys that contain the number. An export also counts those
   * whose key contains it.
   * @example 1
   */
  idempotency_keys: number;
  /**
   * Files that the person sent. An erasure also counts uploaded tables of contacts that contain the
   * number.
   * @example 1
   */
  files: number;
}

/** An export or an erasure of everything that is stored under a phone number. It does not show the number, so that it can stay as proof. */
export interface PrivacyRequest {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  id: Uuid;
  /** `export`: writes a file with everything that is stored under the number. `erasure`: removes it, and the number. */
  kind: PrivacyRequestKind;
  /** Status of a privacy request. `pending`: waiting. `running`: begun; an erasure also waits for messages in flight and running imports. `completed`: everything was exported or erased. `failed`: an export would exceed 4 GiB or 65,535 files, or an erasure of its number was requested before it was completed. */
  status: PrivacyRequestStatus;
  /** Number of exported or erased records by kind. The counts of a running erasure grow until its end; an export has its counts at its end. If the service was interrupted during an erasure, its counts may be too low, although every record was erased. */
  counts: PrivacyRequestCounts;
  /**
   * Send a GET without an API key to download the ZIP file. The URL works until `expires_at`. If
   * the service has temporary credentials for its file storage, the URL may end with these
   * credentials; request the privacy request again for a new URL. Null before the export is
   * completed, after `expires_at`, and for an erasure.
   * @example
   * https://recado.padariasol.com.br/storage/01a1f0c2-5a00-7b31-8c4d-2e9f7a6b5c40/01a1f92c-0f40-7c6b-9a31-4e8d2b7f5a60?expires=1795263300&signature=9c41d7e0b2aa
   */
  download_url: string | null;
  /**
   * When the file of an export is deleted, in UTC. Null before the export is completed, and for an
   * erasure.
   * @example 2026-11-21T12:15:00Z
   */
  expires_at: string | null;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /**
   * When the request was completed or failed, in UTC; null before that.
   * @example 2026-11-20T12:15:00Z
   */
  completed_at: string | null;
}

/** A page of privacy requests. */
export interface PrivacyRequestPage {
  /** The entries of this page, newest first. */
  data: PrivacyRequest[];
  /** Position of the page in the whole list. */
  pagination: Pagination;
}

/** A request for the data that is stored under a phone number. */
export interface CreatePrivacyRequest {
  /** A phone number as it is written in Brazil, or in E.164. The service converts it to E.164; an invalid number returns 422. */
  phone: PhoneNumberInput;
  /** `export`: writes a file with everything that is stored under the number. `erasure`: removes it, and the number. */
  kind: PrivacyRequestKind;
}

/** The new status of a message. */
export interface MessageUpdateData {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  message_id: Uuid;
  /** Status of a message. `pending`: waiting for submission to a carrier. `blocked`: it is not sent, because the number is suppressed or the sending rule does not allow it; `block_reason` says why. `error`: it cannot be submitted; `error.code` says why. `sent`: a carrier accepted it. `delivered`, `read`: the carrier reported this. `undelivered`: the carrier could not deliver it. `failed`: the carrier rejected it, all attempts failed, or it is not known whether a carrier has it. `expired`: it was not submitted or delivered in time, or the operator ended it before its submission. `canceled`: a request canceled it before its submission. */
  status: MessageStatus;
  /** The status before; null in the first event of a message. */
  previous_status: MessageStatus | null;
  /**
   * Number of the change, counted from 1 for each message. Events may arrive out of order; the
   * highest number is the latest change.
   * @example 3
   */
  sequence: number;
  /** The channel of a message. */
  channel: Channel;
  /** What a message is for: a one-time password (`otp`), something that the recipient needs to know about an order, an account or an appointment (`transactional`), or an offer (`marketing`). At each sender, `otp` goes before `transactional`, and `transactional` before `marketing`. */
  purpose: Purpose;
  /** A phone number in E.164; null after its erasure. */
  to: NullablePhoneNumber;
  /**
   * Id of the sender, which may have been removed since; null if there was no sender.
   * @example 01a1e473-6838-7a1e-a5f2-6d0c8b9e4f37
   */
  sender_id: string | null;
  /** A UUIDv7 in lower case; null if there is nothing to refer to. */
  contact_id: NullableUuid;
  /** A UUIDv7 in lower case; null if there is nothing to refer to. */
  template_id: NullableUuid;
  /** A UUIDv7 in lower case; null if there is nothing to refer to. */
  campaign_id: NullableUuid;
  /** A UUIDv7 in lower case; null if there is nothing to refer to. */
  parent_message_id: NullableUuid;
  /** A UUIDv7 in lower case; null if there is nothing to refer to. */
  batch_id: NullableUuid;
  /** The time that the message is scheduled for, in UTC, to the second; it is not submitted earlier. Null if it is submitted as soon as possible. */
  not_before: NotBefore;
  /**
   * Number of SMS segments; null on other channels, and if there was no content to count.
   * @example 1
   */
  segments: number | null;
  /**
   * Your own reference for the message; null if you gave none. A follow-up has the reference of the
   * message that it follows.
   * @example pedido-48213
   */
  client_reference: string | null;
  /** The labels, in the given order; empty if there are none. */
  tags: Tags;
  /** Why the message was not delivered; null if there is no error. */
  error: MessageError | null;
  /** Why the status is `blocked`; null for every other status. */
  block_reason: BlockReason | null;
  /** An amount of money, in millionths of a real: 1000000 is R$ 1,00. */
  price: MicroUnits;
  /** An instant in UTC, to the second. */
  occurred_at: Timestamp;
}

/** A message has a new status, including the first one. */
export interface MessageUpdateEvent {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  id: Uuid;
  /** Always `message_update`. */
  type: "message_update";
  /** True for test events, whose data is made up; absent from all other events. */
  test?: true;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /** The new status of a message. */
  data: MessageUpdateData;
}

/** The events of one request. */
export type MessageUpdateEvents = MessageUpdateEvent[];

/** A person has sent a message to one of your senders. */
export interface InboundMessageEvent {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  id: Uuid;
  /** Always `inbound_message`. */
  type: "inbound_message";
  /** True for test events, whose data is made up; absent from all other events. */
  test?: true;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /** A message that a person sent to one of your senders. `paired_message_id` is your message that it replies to, and `campaign_id` the campaign of that message. The carrier may name your message; otherwise it is the one that this sender submitted last to this number in the 7 days before. `contact_id` is the contact that had this number when the message arrived, or that its opt-out created; it may be deleted since. Each of the three is null if there is none. After the deletion of the contact, the erasure of the number or the days that the operator sets for contents, `text`, `file`, `location` and `postback_data` are null. */
  data: InboundMessage;
}

/** The events of one request. */
export type InboundMessageEvents = InboundMessageEvent[];

/** The new status of a campaign, with the counts of its messages at that moment. */
export interface CampaignUpdateData {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  campaign_id: Uuid;
  /** Status of a campaign. `draft`: not launched. `scheduled`: it launches by itself at `scheduled_at`. `running`: its messages are created, sent and tracked. `completed`: every message is final, or its delivery report is no longer expected. `error`: it stopped before completion or did not start as scheduled; `error.code` says why. */
  status: CampaignStatus;
  /** The status before; null in the first event of a campaign. */
  previous_status: CampaignStatus | null;
  /** Number of messages that the campaign has created, in total and by current status. `total` grows while a run is creating messages. Messages of follow-up rules are not included. */
  progress: CampaignProgress;
  /** Why the status is `error`; null in any other status. */
  error: CampaignError | null;
  /** An instant in UTC, to the second. */
  occurred_at: Timestamp;
}

/** A campaign has a new status, including the first one. */
export interface CampaignUpdateEvent {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  id: Uuid;
  /** Always `campaign_update`. */
  type: "campaign_update";
  /** True for test events, whose data is made up; absent from all other events. */
  test?: true;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /** The new status of a campaign, with the counts of its messages at that moment. */
  data: CampaignUpdateData;
}

/** The events of one request. */
export type CampaignUpdateEvents = CampaignUpdateEvent[];

/** A person did something in an RCS conversation other than sending a message. */
export interface InboundRcsEventEvent {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  id: Uuid;
  /** Always `inbound_rcs_event`. */
  type: "inbound_rcs_event";
  /** True for test events, whose data is made up; absent from all other events. */
  test?: true;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /** An action of a person in an RCS conversation. `paired_message_id` is your message that it is about, and `campaign_id` the campaign of that message. The carrier may name your message; otherwise it is the one that this sender submitted last to this number in the 7 days before. Both are null if there is none. After the deletion of the contact, the erasure of the number or the days that the operator sets for contents, `action_label` and `postback_data` are null. */
  data: InboundRcsEvent;
}

/** The events of one request. */
export type InboundRcsEventEvents = InboundRcsEventEvent[];

/** A consent was recorded. */
export interface ConsentUpdateEvent {
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  id: Uuid;
  /** Always `consent_update`. */
  type: "consent_update";
  /** True for test events, whose data is made up; absent from all other events. */
  test?: true;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /** A record of the consent ledger. For a number, purpose and channel, the record with the newest `occurred_at` holds; of records with the same instant, the one that was created last. Records never change, except that the deletion of a contact and the erasure of a number set `phone` and `evidence` to null. Without them, a `revoked` still holds, and a `granted` does not; later records are compared only with what still holds. */
  data: Consent;
}

/** The events of one request. */
export type ConsentUpdateEvents = ConsentUpdateEvent[];

/** Parameters of `files.list`. */
export interface ListFilesParams {
  /** Only files of this kind. */
  kind?: FileKind;
  /** Status of a file: `pending` until its upload is confirmed, then `uploaded`. */
  status?: FileStatusInput;
  /**
   * Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text
   * returns 422, with a `limit` that is small enough.
   * @default 25
   */
  limit?: number;
  /**
   * Number of entries to skip.
   * @default 0
   */
  offset?: number;
}

/** Parameters of `files.get`. */
export interface GetFileParams {
  /** The id of the file. */
  file_id: Uuid;
}

/** Parameters of `files.delete`. */
export interface DeleteFileParams {
  /** The id of the file. */
  file_id: Uuid;
}

/** Parameters of `files.confirm`. */
export interface ConfirmFileParams {
  /** The id of the file. */
  file_id: Uuid;
}

/** Parameters of `files.getDownloadUrl`. */
export interface GetFileDownloadUrlParams {
  /** The id of the file. */
  file_id: Uuid;
}

/** Parameters of `templates.list`. */
export interface ListTemplatesParams {
  /** Only these channels. Repeat the parameter for several values. */
  channel?: Channel[];
  /** Only these purposes. Repeat the parameter for several values. */
  purpose?: Purpose[];
  /** Only templates whose name contains this text, ignoring case and accents. */
  search?: string;
  /**
   * The order of the entries.
   * @default -created_at
   */
  sort?: ListOrder;
  /**
   * Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text
   * returns 422, with a `limit` that is small enough.
   * @default 25
   */
  limit?: number;
  /**
   * Number of entries to skip.
   * @default 0
   */
  offset?: number;
}

/** Parameters of `templates.get`. */
export interface GetTemplateParams {
  /** The id of the template. */
  template_id: Uuid;
}

/** Changes of a template. Omitted fields keep their values; the channel cannot be changed. */
export interface UpdateTemplateParams {
  /** The id of the template. */
  template_id: Uuid;
  /** A name for people. After surrounding spaces are removed, its length is 1 to 120. */
  name?: ResourceName;
  /** What a message is for: a one-time password (`otp`), something that the recipient needs to know about an order, an account or an appointment (`transactional`), or an offer (`marketing`). At each sender, `otp` goes before `transactional`, and `transactional` before `marketing`. */
  purpose?: Purpose;
  /** The content of a message; `type` names its form. SMS accepts `text` without suggestions, RCS accepts `text`, `card` and `carousel`, and voice accepts `audio`; another form returns 422. All texts, including URLs, labels and postback data, may have placeholders such as `{{ first_name }}`, at most 100 different ones. Only `alt_text` has none. A placeholder with an invalid name, such as `{{ código }}`, returns 422. RCS content of more than 250,000 bytes as JSON returns 422. */
  content?: Content;
  /** `validity_seconds` of the messages that are made from the template; null for the limits of the service and of the carrier. A send may give another value. */
  validity_seconds?: NullableValiditySeconds;
  /** The follow-up rules, which replace all existing rules; `[]` removes them. */
  follow_ups?: FollowUpRuleInput[];
}

/** Parameters of `templates.delete`. */
export interface DeleteTemplateParams {
  /** The id of the template. */
  template_id: Uuid;
}

/** Parameters of `contacts.list`. */
export interface ListContactsParams {
  /** Only contacts whose name or number in E.164 contains this text, ignoring case and accents. A search with more than 200,000 matches returns 422 and names this field: search for a longer part of the name or number. The maximum is 20,000 for a list of more than 5,000 members, for an order by `sort` and together with `attribute`. */
  search?: string;
  /** Only the contact with this number, in any accepted spelling. In a URL, write `+` as `%2B`. An invalid number returns 400. */
  phone?: string;
  /** Only contacts with this attribute, as `name=value`: `city=Recife`. The value is compared exactly, with case and accents. Repeat the parameter for contacts that have all of these attributes. A list that would examine more than 100,000 contacts for this filter returns 422: combine it with `search`. */
  attribute?: string[];
  /** Only the contacts with these ids. Repeat the parameter for several values. Ids without a contact are ignored. */
  id?: Uuid[];
  /**
   * The order of the entries.
   * @default -created_at
   */
  sort?: ListOrder;
  /**
   * Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text
   * returns 422, with a `limit` that is small enough.
   * @default 25
   */
  limit?: number;
  /**
   * Number of entries to skip.
   * @default 0
   */
  offset?: number;
}

/** Parameters of `contacts.getVariables`. */
export interface GetContactVariablesParams {
  /** Only the contacts of this list. A list that does not exist returns 404. */
  list_id?: Uuid;
}

/** Parameters of `contacts.get`. */
export interface GetContactParams {
  /** The id of the contact. */
  contact_id: Uuid;
}

/** Changes of a contact. Omitted fields keep their values. */
export interface UpdateContactParams {
  /** The id of the contact. */
  contact_id: Uuid;
  /** A phone number as it is written in Brazil, or in E.164. The service converts it to E.164; an invalid number returns 422. */
  phone?: PhoneNumberInput;
  /** The contact's name; null if it has none. Null in a request removes the name. After surrounding spaces are removed, its length is 1 to 120. */
  name?: ContactName;
  /** Data about the contact, under names of your choice. A placeholder reads the attribute of its name, and else the contact's own name for `name` or `nome` and its number for `phone` or `telefone`. */
  attributes?: ContactAttributes;
}

/** Parameters of `contacts.delete`. */
export interface DeleteContactParams {
  /** The id of the contact. */
  contact_id: Uuid;
}

/** Parameters of `consents.listContactConsents`. */
export interface ListContactConsentsParams {
  /** The id of the contact. */
  contact_id: Uuid;
  /**
   * Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text
   * returns 422, with a `limit` that is small enough.
   * @default 25
   */
  limit?: number;
  /**
   * Number of entries to skip.
   * @default 0
   */
  offset?: number;
}

/** Parameters of `consents.list`. */
export interface ListConsentsParams {
  /** Only consents of these numbers, in any accepted spelling. In a URL, write `+` as `%2B`. An invalid number returns 400. Repeat the parameter for several values. */
  phone?: string[];
  /** Only these purposes. Repeat the parameter for several values. */
  purpose?: Purpose[];
  /** Only consents with these statuses. Repeat the parameter for several values. */
  status?: ConsentStatus[];
  /** Only these channels. Repeat the parameter for several values. */
  channel?: Channel[];
  /** Only consents that were recorded at this instant or later. */
  from?: TimestampInput;
  /** Only consents that were recorded at this instant or earlier. Must not be before `from`. */
  to?: TimestampInput;
  /**
   * Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text
   * returns 422, with a `limit` that is small enough.
   * @default 25
   */
  limit?: number;
  /**
   * Number of entries to skip.
   * @default 0
   */
  offset?: number;
}

/** Parameters of `consents.get`. */
export interface GetConsentParams {
  /** The id of the consent. */
  consent_id: Uuid;
}

/** Parameters of `contactLists.list`. */
export interface ListContactListsParams {
  /** Only lists of this type. */
  type?: ContactListType;
  /** Only lists whose name contains this text, ignoring case and accents. */
  search?: string;
  /**
   * The order of the entries.
   * @default -created_at
   */
  sort?: ListOrder;
  /**
   * Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text
   * returns 422, with a `limit` that is small enough.
   * @default 25
   */
  limit?: number;
  /**
   * Number of entries to skip.
   * @default 0
   */
  offset?: number;
}

/** Parameters of `contactLists.get`. */
export interface GetContactListParams {
  /** The id of the contact list. */
  list_id: Uuid;
}

/** Changes of a contact list. Omitted fields keep their values; the type cannot be changed. */
export interface UpdateContactListParams {
  /** The id of the contact list. */
  list_id: Uuid;
  /** A name for people. After surrounding spaces are removed, its length is 1 to 120. */
  name?: ResourceName;
  /** The channels on which a `blacklist` suppresses its contacts; an empty list suppresses nothing. Always empty on a `default` list. */
  channels?: ContactListChannels;
  /** The purposes for which a `blacklist` suppresses its contacts on its channels; an empty list suppresses nothing. Always empty on a `default` list. */
  purposes?: ContactListPurposes;
}

/** Parameters of `contactLists.delete`. */
export interface DeleteContactListParams {
  /** The id of the contact list. */
  list_id: Uuid;
}

/** Parameters of `contactLists.listMembers`. */
export interface ListMembersParams {
  /** The id of the contact list. */
  list_id: Uuid;
  /** Only contacts whose name or number in E.164 contains this text, ignoring case and accents. A search with more than 200,000 matches returns 422 and names this field: search for a longer part of the name or number. The maximum is 20,000 for a list of more than 5,000 members, for an order by `sort` and together with `attribute`. */
  search?: string;
  /** Only contacts with this attribute, as `name=value`: `city=Recife`. The value is compared exactly, with case and accents. Repeat the parameter for contacts that have all of these attributes. A list that would examine more than 100,000 contacts for this filter returns 422: combine it with `search`. */
  attribute?: string[];
  /**
   * The order of the entries.
   * @default -created_at
   */
  sort?: ListOrder;
  /**
   * Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text
   * returns 422, with a `limit` that is small enough.
   * @default 25
   */
  limit?: number;
  /**
   * Number of entries to skip.
   * @default 0
   */
  offset?: number;
}

/** A contact, identified by its number. On an existing contact, omitted fields keep their values. */
export interface UpsertMemberParams {
  /** The id of the contact list. */
  list_id: Uuid;
  /** A phone number as it is written in Brazil, or in E.164. The service converts it to E.164; an invalid number returns 422. */
  phone: PhoneNumberInput;
  /** The contact's name; null if it has none. Null in a request removes the name. After surrounding spaces are removed, its length is 1 to 120. */
  name?: ContactName;
  /** Data about the contact, under names of your choice. A placeholder reads the attribute of its name, and else the contact's own name for `name` or `nome` and its number for `phone` or `telefone`. */
  attributes?: ContactAttributes;
}

/** Parameters of `contactLists.addMember`. */
export interface AddMemberParams {
  /** The id of the contact list. */
  list_id: Uuid;
  /** The id of the contact. */
  contact_id: Uuid;
}

/** Parameters of `contactLists.removeMember`. */
export interface RemoveMemberParams {
  /** The id of the contact list. */
  list_id: Uuid;
  /** The id of the contact. */
  contact_id: Uuid;
}

/** Parameters of `imports.list`. */
export interface ListImportsParams {
  /** The id of the contact list. */
  list_id: Uuid;
  /**
   * Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text
   * returns 422, with a `limit` that is small enough.
   * @default 25
   */
  limit?: number;
  /**
   * Number of entries to skip.
   * @default 0
   */
  offset?: number;
}

/** The file to import, and optionally what its columns hold. */
export interface CreateImportParams {
  /** The id of the contact list. */
  list_id: Uuid;
  /** A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation. */
  file_id: Uuid;
  /** What columns of the file hold. Other columns are read by their headings, unless another column is named for the same use. */
  columns?: ImportColumnInput[];
}

/** Parameters of `imports.get`. */
export interface GetImportParams {
  /** The id of the contact list. */
  list_id: Uuid;
  /** The id of the import. */
  import_id: Uuid;
}

/** Parameters of `imports.cancel`. */
export interface CancelImportParams {
  /** The id of the contact list. */
  list_id: Uuid;
  /** The id of the import. */
  import_id: Uuid;
}

/** Parameters of `imports.getErrors`. */
export interface GetImportErrorsParams {
  /** The id of the contact list. */
  list_id: Uuid;
  /** The id of the import. */
  import_id: Uuid;
}

/** Parameters of `messages.list`. */
export interface ListMessagesParams {
  /** Only these channels. Repeat the parameter for several values. */
  channel?: Channel[];
  /** Only messages for these purposes. Repeat the parameter for several values. A list that would examine more than 100,000 messages for this filter returns 422: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit. */
  purpose?: Purpose[];
  /** Only messages with these statuses. Repeat the parameter for several values. */
  status?: MessageStatusInput[];
  /** Only messages or campaigns with these templates. Repeat the parameter for several values. */
  template_id?: Uuid[];
  /** Only messages of these campaigns. Repeat the parameter for several values. */
  campaign_id?: Uuid[];
  /** Only messages from these senders, including removed ones. Repeat the parameter for several values. A list that would examine more than 100,000 messages for this filter returns 422: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit. */
  sender_id?: Uuid[];
  /** Only messages of this send, named by the `batch_id` in its response. */
  batch_id?: Uuid;
  /** Only messages with at least one of these tags. Repeat the parameter for several tags. A list that would examine more than 100,000 messages for several tags, or for a tag beside another filter, returns 422: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit. */
  tag?: Tag[];
  /** Only messages with these reasons for not being delivered. Repeat the parameter for several values. A list that would examine more than 100,000 messages without delivery for this filter returns 422: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit. */
  error_code?: MessageErrorCodeInput[];
  /** Only messages that were blocked for these reasons. Repeat the parameter for several values. A list that would examine more than 100,000 blocked messages for this filter returns 422: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit. */
  block_reason?: BlockReasonInput[];
  /** Only messages to these numbers, in any accepted spelling. In a URL, write `+` as `%2B`. An invalid number returns 400. Repeat the parameter for several values. */
  recipient?: string[];
  /** Only messages whose recipient's number or rendered text contains this text, ignoring case and accents. A list that would examine more than 100,000 messages for this filter returns 422 and names this field: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit. */
  search?: string;
  /** Only messages that were created at this instant or later. */
  from?: TimestampInput;
  /** Only messages that were created at this instant or earlier. Must not be before `from`. */
  to?: TimestampInput;
  /**
   * Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text
   * returns 422, with a `limit` that is small enough.
   * @default 25
   */
  limit?: number;
  /**
   * Number of entries to skip.
   * @default 0
   */
  offset?: number;
}

/** Parameters of `messages.export`. */
export interface ExportMessagesParams {
  /** Only these channels. Repeat the parameter for several values. */
  channel?: Channel[];
  /** Only messages for these purposes. Repeat the parameter for several values. A list that would examine more than 100,000 messages for this filter returns 422: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit. */
  purpose?: Purpose[];
  /** Only messages with these statuses. Repeat the parameter for several values. */
  status?: MessageStatusInput[];
  /** Only messages or campaigns with these templates. Repeat the parameter for several values. */
  template_id?: Uuid[];
  /** Only messages of these campaigns. Repeat the parameter for several values. */
  campaign_id?: Uuid[];
  /** Only messages from these senders, including removed ones. Repeat the parameter for several values. A list that would examine more than 100,000 messages for this filter returns 422: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit. */
  sender_id?: Uuid[];
  /** Only messages of this send, named by the `batch_id` in its response. */
  batch_id?: Uuid;
  /** Only messages with at least one of these tags. Repeat the parameter for several tags. A list that would examine more than 100,000 messages for several tags, or for a tag beside another filter, returns 422: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit. */
  tag?: Tag[];
  /** Only messages with these reasons for not being delivered. Repeat the parameter for several values. A list that would examine more than 100,000 messages without delivery for this filter returns 422: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit. */
  error_code?: MessageErrorCodeInput[];
  /** Only messages that were blocked for these reasons. Repeat the parameter for several values. A list that would examine more than 100,000 blocked messages for this filter returns 422: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit. */
  block_reason?: BlockReasonInput[];
  /** Only messages to these numbers, in any accepted spelling. In a URL, write `+` as `%2B`. An invalid number returns 400. Repeat the parameter for several values. */
  recipient?: string[];
  /** Only messages whose recipient's number or rendered text contains this text, ignoring case and accents. A list that would examine more than 100,000 messages for this filter returns 422 and names this field: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit. */
  search?: string;
  /** Only messages that were created at this instant or later. */
  from?: TimestampInput;
  /** Only messages that were created at this instant or earlier. Must not be before `from`. */
  to?: TimestampInput;
  /**
   * Format of the CSV. `standard`: commas, and columns named after the fields. `excel_pt`: for a
   * double click in an Excel in Portuguese.
   * @default standard
   */
  dialect?: "standard" | "excel_pt";
}

/** Parameters of `messages.get`. */
export interface GetMessageParams {
  /** The id of the message. */
  message_id: Uuid;
}

/** The new time of a message. */
export interface UpdateMessageParams {
  /** The id of the message. */
  message_id: Uuid;
  /** An RFC 3339 instant of at most 100 characters, in a year from 0000 to 9999, with any offset and any fraction of a second. A leap second is accepted at the end of a UTC month and stands for the second after it. Responses are in UTC, to the second. */
  send_at: TimestampInput;
}

/** Parameters of `messages.cancel`. */
export interface CancelMessageParams {
  /** The id of the message. */
  message_id: Uuid;
}

/** Parameters of `messages.cancelBatch`. */
export interface CancelMessageBatchParams {
  /** The id of a send, as in its response. */
  batch_id: Uuid;
}

/** Parameters of `webhooks.listDeliveriesOfMessage`. */
export interface ListWebhookDeliveriesOfMessageParams {
  /** The id of the message. */
  message_id: Uuid;
  /**
   * Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text
   * returns 422, with a `limit` that is small enough.
   * @default 25
   */
  limit?: number;
  /**
   * Number of entries to skip.
   * @default 0
   */
  offset?: number;
}

/** Parameters of `inbound.listMessages`. */
export interface ListInboundMessagesParams {
  /** Only messages or events from these numbers, in any accepted spelling. In a URL, write `+` as `%2B`. An invalid number returns 400. Repeat the parameter for several values. */
  sender?: string[];
  /** Only replies to these messages of yours. Repeat the parameter for several values. */
  paired_message_id?: Uuid[];
  /** Only replies to messages of these campaigns. Repeat the parameter for several values. */
  campaign_id?: Uuid[];
  /** Only messages with these content types. Repeat the parameter for several values. */
  content_type?: InboundContentType[];
  /** Only messages whose text contains this text, ignoring case and accents. A search that takes longer than 5 seconds returns 422 and names this field: narrow it with `from` and `to`, `sender`, `paired_message_id` or `campaign_id`. */
  search?: string;
  /** Only messages or events that were received at this instant or later. */
  from?: TimestampInput;
  /** Only messages or events that were received at this instant or earlier. Must not be before `from`. */
  to?: TimestampInput;
  /**
   * Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text
   * returns 422, with a `limit` that is small enough.
   * @default 25
   */
  limit?: number;
  /**
   * Number of entries to skip.
   * @default 0
   */
  offset?: number;
}

/** Parameters of `inbound.getMessage`. */
export interface GetInboundMessageParams {
  /** The id of the inbound message. */
  inbound_message_id: Uuid;
}

/** Parameters of `inbound.listRcsEvents`. */
export interface ListInboundRcsEventsParams {
  /** Only messages or events from these numbers, in any accepted spelling. In a URL, write `+` as `%2B`. An invalid number returns 400. Repeat the parameter for several values. */
  sender?: string[];
  /** Only replies to these messages of yours. Repeat the parameter for several values. */
  paired_message_id?: Uuid[];
  /** Only replies to messages of these campaigns. Repeat the parameter for several values. */
  campaign_id?: Uuid[];
  /** Only events of these types. Repeat the parameter for several values. */
  event_type?: InboundRcsEventTypeInput[];
  /** Only events whose action label contains this text, ignoring case and accents. A search that takes longer than 5 seconds returns 422 and names this field: narrow it with `from` and `to`, `sender`, `paired_message_id` or `campaign_id`. */
  search?: string;
  /** Only messages or events that were received at this instant or later. */
  from?: TimestampInput;
  /** Only messages or events that were received at this instant or earlier. Must not be before `from`. */
  to?: TimestampInput;
  /**
   * Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text
   * returns 422, with a `limit` that is small enough.
   * @default 25
   */
  limit?: number;
  /**
   * Number of entries to skip.
   * @default 0
   */
  offset?: number;
}

/** Parameters of `inbound.getRcsEvent`. */
export interface GetInboundRcsEventParams {
  /** The id of the inbound RCS event. */
  inbound_rcs_event_id: Uuid;
}

/** Parameters of `conversations.list`. */
export interface ListConversationsParams {
  /** Only conversations with these statuses. Repeat the parameter for several values. */
  status?: ConversationStatus[];
  /** Only conversations with unread messages, or only those without. */
  unread?: boolean;
  /** Only conversations whose person's latest opt-out or opt-in was an opt-out, or only the others. */
  opted_out?: boolean;
  /** Only the conversation with this number, in any accepted spelling. In a URL, write `+` as `%2B`. An invalid number returns 400. */
  phone?: string;
  /** Only conversations whose newest message replies to one of these campaigns. Repeat the parameter for several values. */
  campaign_id?: Uuid[];
  /** Only conversations whose number, `preview` or `contact_name` contains this text, ignoring case and accents. A key without `contacts:read` searches no names. A search that takes longer than 5 seconds returns 422 and names this field: narrow it with `status`, `unread` or `campaign_id`. */
  search?: string;
  /**
   * Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text
   * returns 422, with a `limit` that is small enough.
   * @default 25
   */
  limit?: number;
  /**
   * Number of entries to skip.
   * @default 0
   */
  offset?: number;
}

/** Parameters of `conversations.get`. */
export interface GetConversationParams {
  /** The id of the conversation. */
  conversation_id: Uuid;
}

/** Changes of a conversation. Omitted fields keep their values. */
export interface UpdateConversationParams {
  /** The id of the conversation. */
  conversation_id: Uuid;
  /** Status of a conversation. `open`: somebody still has to deal with it. `done`: nobody has to. The next inbound message opens it again. */
  status?: ConversationStatus;
  /**
   * The newest inbound message of the conversation that is read; later messages are unread. Null
   * marks all messages as unread.
   * @example 01a1f8d9-dd70-7c28-b3f1-6a9d0e5c8b47
   */
  read_up_to?: string | null;
}

/** Parameters of `cannedResponses.list`. */
export interface ListCannedResponsesParams {
  /**
   * Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text
   * returns 422, with a `limit` that is small enough.
   * @default 25
   */
  limit?: number;
  /**
   * Number of entries to skip.
   * @default 0
   */
  offset?: number;
}

/** Parameters of `cannedResponses.get`. */
export interface GetCannedResponseParams {
  /** The id of the canned response. */
  canned_response_id: Uuid;
}

/** Changes of a canned response. Omitted fields keep their values. */
export interface UpdateCannedResponseParams {
  /** The id of the canned response. */
  canned_response_id: Uuid;
  /** A name for people. After surrounding spaces are removed, its length is 1 to 120. */
  name?: ResourceName;
  /** A short code that an editor replaces by the text, unique in the account; null if there is none. It has 1 to 32 small letters from a to z, digits, `_` and `-`. */
  shortcut?: CannedResponseShortcut;
  /** The text, which may have placeholders such as `{{ first_name }}`, at most 100 different ones. A placeholder with an invalid name, such as `{{ código }}`, returns 422. In a reply, the text is the `text` of the content. */
  text?: CannedResponseText;
}

/** Parameters of `cannedResponses.delete`. */
export interface DeleteCannedResponseParams {
  /** The id of the canned response. */
  canned_response_id: Uuid;
}

/** Parameters of `campaigns.list`. */
export interface ListCampaignsParams {
  /** Only these channels. Repeat the parameter for several values. */
  channel?: Channel[];
  /** Only these purposes. Repeat the parameter for several values. */
  purpose?: Purpose[];
  /** Only campaigns with these statuses. Repeat the parameter for several values. */
  status?: CampaignStatusInput[];
  /** Only messages or campaigns with these templates. Repeat the parameter for several values. */
  template_id?: Uuid[];
  /** Only campaigns to these contact lists. Repeat the parameter for several values. */
  list_id?: Uuid[];
  /** Only campaigns whose name contains this text, ignoring case and accents. */
  search?: string;
  /** Only campaigns that were created at this instant or later. */
  created_from?: TimestampInput;
  /** Only campaigns that were created at this instant or earlier. Must not be before `created_from`. */
  created_to?: TimestampInput;
  /**
   * The order of the entries.
   * @default -created_at
   */
  sort?: ListOrder;
  /**
   * Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text
   * returns 422, with a `limit` that is small enough.
   * @default 25
   */
  limit?: number;
  /**
   * Number of entries to skip.
   * @default 0
   */
  offset?: number;
}

/** Parameters of `campaigns.get`. */
export interface GetCampaignParams {
  /** The id of the campaign. */
  campaign_id: Uuid;
}

/** Changes of a campaign. Its name and, until it runs, its tags can be changed. */
export interface UpdateCampaignParams {
  /** The id of the campaign. */
  campaign_id: Uuid;
  /** A name for people. After surrounding spaces are removed, its length is 1 to 120. */
  name?: ResourceName;
  /** Labels of the messages, which lists and usage can be filtered and grouped by. The order is kept. A tag that occurs twice returns 422 and names it, such as `tags[1]`. Do not use personal data as a tag. */
  tags?: TagChoice;
}

/** Parameters of `campaigns.delete`. */
export interface DeleteCampaignParams {
  /** The id of the campaign. */
  campaign_id: Uuid;
}

/** Parameters of `campaigns.launch`. */
export interface LaunchCampaignParams {
  /** The id of the campaign. */
  campaign_id: Uuid;
}

/** Parameters of `campaigns.stop`. */
export interface StopCampaignParams {
  /** The id of the campaign. */
  campaign_id: Uuid;
}

/** When the service launches the campaign. */
export interface ScheduleCampaignParams {
  /** The id of the campaign. */
  campaign_id: Uuid;
  /** An RFC 3339 instant of at most 100 characters, in a year from 0000 to 9999, with any offset and any fraction of a second. A leap second is accepted at the end of a UTC month and stands for the second after it. Responses are in UTC, to the second. */
  scheduled_at: TimestampInput;
}

/** Parameters of `campaigns.cancelSchedule`. */
export interface CancelScheduleParams {
  /** The id of the campaign. */
  campaign_id: Uuid;
}

/** Parameters of `usage.get`. */
export interface GetUsageParams {
  /** Only messages of this day or later. By hour, an instant stands for its hour in UTC. */
  from?: DayInput;
  /** Only messages of this day or earlier. Must not be before `from`. By hour, an instant stands for its hour in UTC. */
  to?: DayInput;
  /**
   * The key of each row.
   * @default day
   */
  group_by?: "day" | "channel" | "campaign" | "template" | "hour" | "purpose" | "tag";
  /** Only these channels. Repeat the parameter for several values. */
  channel?: Channel[];
}

/** Parameters of `webhooks.list`. */
export interface ListWebhooksParams {
  /**
   * Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text
   * returns 422, with a `limit` that is small enough.
   * @default 25
   */
  limit?: number;
  /**
   * Number of entries to skip.
   * @default 0
   */
  offset?: number;
}

/** Parameters of `webhooks.get`. */
export interface GetWebhookParams {
  /** The id of the webhook endpoint. */
  webhook_id: Uuid;
}

/** Changes of a webhook endpoint. Omitted fields keep their values. */
export interface UpdateWebhookParams {
  /** The id of the webhook endpoint. */
  webhook_id: Uuid;
  /** The URL that events are posted to. It must use `https` and a public address, unless the operator allows others; another URL returns 422. */
  url?: WebhookUrl;
  /**
   * Purpose of the endpoint, in your words; null removes it.
   * @example Painel de entregas
   */
  description?: string | null;
  /** The event types that the endpoint is subscribed to. A new endpoint without `event_types` is subscribed to `message_update`. */
  event_types?: WebhookEventTypesInput;
  /** Status of an endpoint. Only an `enabled` endpoint gets events. */
  status?: WebhookStatusInput;
}

/** Parameters of `webhooks.delete`. */
export interface DeleteWebhookParams {
  /** The id of the webhook endpoint. */
  webhook_id: Uuid;
}

/** Parameters of `webhooks.rotateSecret`. */
export interface RotateWebhookSecretParams {
  /** The id of the webhook endpoint. */
  webhook_id: Uuid;
}

/** The event type to send, which must be one of the endpoint's `event_types`; another type returns 422. If omitted, the first of them. */
export interface TestWebhookParams {
  /** The id of the webhook endpoint. */
  webhook_id: Uuid;
  /** Type of an event. `message_update`: a message has a new status. `inbound_message`: a person sent a message to one of your senders. `campaign_update`: a campaign has a new status. `inbound_rcs_event`: a person did something else in an RCS conversation. `consent_update`: a consent was recorded. */
  event_type?: WebhookEventTypeInput;
}

/** The deliveries to send again. */
export interface ReplayWebhookParams {
  /** The id of the webhook endpoint. */
  webhook_id: Uuid;
  /** An RFC 3339 instant of at most 100 characters, in a year from 0000 to 9999, with any offset and any fraction of a second. A leap second is accepted at the end of a UTC month and stands for the second after it. Responses are in UTC, to the second. */
  since: TimestampInput;
  /** An RFC 3339 instant of at most 100 characters, in a year from 0000 to 9999, with any offset and any fraction of a second. A leap second is accepted at the end of a UTC month and stands for the second after it. Responses are in UTC, to the second. */
  until?: TimestampInput;
  /**
   * Whether to send deliveries with the status `delivered` too, for a receiver that has lost
   * events. Only deliveries whose latest attempt began by `until` are sent.
   * @default false
   * @example false
   */
  include_delivered?: boolean;
}

/** Parameters of `webhooks.listDeliveries`. */
export interface ListWebhookDeliveriesParams {
  /** The id of the webhook endpoint. */
  webhook_id: Uuid;
  /** Only deliveries with these statuses. Repeat the parameter for several values. */
  status?: WebhookDeliveryStatusInput[];
  /** Only deliveries of these event types. Repeat the parameter for several values. */
  event_type?: WebhookEventTypeInput[];
  /**
   * Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text
   * returns 422, with a `limit` that is small enough.
   * @default 25
   */
  limit?: number;
  /**
   * Number of entries to skip.
   * @default 0
   */
  offset?: number;
}

/** Parameters of `webhooks.getDelivery`. */
export interface GetWebhookDeliveryParams {
  /** The id of the webhook endpoint. */
  webhook_id: Uuid;
  /** The id of the delivery. */
  delivery_id: Uuid;
}

/** Parameters of `webhooks.retryDelivery`. */
export interface RetryWebhookDeliveryParams {
  /** The id of the webhook endpoint. */
  webhook_id: Uuid;
  /** The id of the delivery. */
  delivery_id: Uuid;
}

/** Parameters of `apiKeys.list`. */
export interface ListApiKeysParams {
  /**
   * Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text
   * returns 422, with a `limit` that is small enough.
   * @default 25
   */
  limit?: number;
  /**
   * Number of entries to skip.
   * @default 0
   */
  offset?: number;
}

/** Parameters of `apiKeys.revoke`. */
export interface RevokeApiKeyParams {
  /** The id of the API key, not the key itself. */
  key_id: Uuid;
}

/** Parameters of `senders.list`. */
export interface ListSendersParams {
  /**
   * Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text
   * returns 422, with a `limit` that is small enough.
   * @default 25
   */
  limit?: number;
  /**
   * Number of entries to skip.
   * @default 0
   */
  offset?: number;
}

/** Parameters of `sendingRules.get`. */
export interface GetSendingRuleParams {
  /** The purpose that the rule is for. */
  purpose: Purpose;
}

/** The rule that replaces the present one. A field that is not given restricts nothing. Either the fields or `preset`. */
export type UpdateSendingRuleParams =
  | {
      /** The purpose that the rule is for. */
      purpose: Purpose;
      /** Fills in all fields. `br-marketing`: Monday to Friday 08:00 to 18:00 and Saturday 09:00 to 13:00 at the recipient's place, not on national holidays of Brazil, at most 7 messages to a number in 7 days, otherwise `wait`. Carriers and aggregators in Brazil ask for these limits. */
      preset: "br-marketing";
      windows?: "cannot be combined with `preset`" & SendingWindows;
      time_zone?: "cannot be combined with `preset`";
      holidays?: "cannot be combined with `preset`";
      closed_dates?: "cannot be combined with `preset`" & ClosedDates;
      max_per_recipient?: "cannot be combined with `preset`" & RecipientLimit;
      min_interval_seconds?: "cannot be combined with `preset`";
      require_consent?: "cannot be combined with `preset`";
      outside?: "cannot be combined with `preset`";
    }
  | {
      /** The purpose that the rule is for. */
      purpose: Purpose;
      preset?: never;
      /** The windows in which messages are submitted, at most 20; empty for any time. */
      windows?: SendingWindows;
      /** Where the local times of the rule apply: at `recipient`, or in the time zone of this IANA name. The place of a number in Brazil follows from its area code. Numbers of Portugal and Spain count as the mainland's, except fixed lines of the Azores and the Canary Islands. The place of other numbers is their country if that has one time at that instant; otherwise the time zone of the account counts. */
      time_zone?: SendingTimeZone;
      /** Holidays on which all windows are closed. `br`: the nine national holidays of Brazil and Good Friday. Null for none. */
      holidays?: SendingHolidays;
      /** Further days on which all windows are closed, at most 100, sorted in responses. */
      closed_dates?: ClosedDates;
      /** How many messages of the purpose a number gets within a number of days, each of 24 hours; null without a limit. Messages beyond it are `blocked`. Messages on all channels and from all senders count from their submission, unless the carrier rejects them. Automatic replies count as `transactional`. */
      max_per_recipient?: RecipientLimit;
      /** The least seconds between two submissions of the purpose to a number; null without a limit. A message that would follow sooner is `blocked`. A submission that the carrier rejects does not count. */
      min_interval_seconds?: RecipientInterval;
      /** Whether a message of the purpose is `blocked` unless a `granted` consent of the number for the purpose and the channel holds. */
      require_consent?: ConsentRequirement;
      /** What happens to a message outside the windows. `wait`: it stays `pending`, and `not_before` is the next opening. `block`: it is `blocked`. */
      outside?: OutsideWindow;
    };

/** Parameters of `sendingRules.delete`. */
export interface DeleteSendingRuleParams {
  /** The purpose that the rule is for. */
  purpose: Purpose;
}

/** Parameters of `privacy.listRequests`. */
export interface ListPrivacyRequestsParams {
  /**
   * Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text
   * returns 422, with a `limit` that is small enough.
   * @default 25
   */
  limit?: number;
  /**
   * Number of entries to skip.
   * @default 0
   */
  offset?: number;
}

/** Parameters of `privacy.getRequest`. */
export interface GetPrivacyRequestParams {
  /** The id of the privacy request. */
  privacy_request_id: Uuid;
}

/** An event that the service posts. */
export type WebhookEvent =
  MessageUpdateEvent | InboundMessageEvent | CampaignUpdateEvent | InboundRcsEventEvent | ConsentUpdateEvent;
