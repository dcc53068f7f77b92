// Generated from openapi/ by `npm run generate`. Edits are lost.

/** What a file is, as told by its content type. */
export type FileKind = "audio" | "image" | "video" | "csv";

/**
 * A MIME type in lower case and without parameters.
 * @example image/jpeg
 */
export type FileContentType = string;

/** The limits of one kind of file. */
export interface FileKindConstraint {
  /** What a file is, as told by its content type. */
  kind: FileKind;
  /** The content types that belong to this kind. */
  content_types: FileContentType[];
  /**
   * The largest size in bytes.
   * @example 5242880
   */
  max_size_bytes: number;
}

/** What a file is for: `template_media` is shown or played by messages, `contact_import` is a table of contacts. */
export type FileUsage = "template_media" | "contact_import";

/** The kinds that one usage admits. */
export interface FileUsageConstraint {
  /** What a file is for: `template_media` is shown or played by messages, `contact_import` is a table of contacts. */
  usage: FileUsage;
  /** The kinds that may be uploaded for this usage. */
  kinds: FileKind[];
}

/** Which files the service takes. */
export interface FileConstraints {
  /** Every kind of file with its limits. */
  kinds: FileKindConstraint[];
  /** Every usage with the kinds that it admits. */
  usages: FileUsageConstraint[];
}

/** What went wrong, in a word that stays the same. Clients decide by it. */
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

/** One part of the request that has to be put right. */
export interface FieldProblem {
  /**
   * The path to the field, with dots and indexes, such as `recipients[3].to`; or the name of the
   * query parameter or header.
   * @example recipients[3].to
   */
  field: string;
  /**
   * What is wrong with it, for people.
   * @example is not a valid phone number
   */
  message: string;
}

/** The body of every answer that is not a success. */
export interface ErrorEnvelope {
  /** What went wrong. */
  error: {
    /** What went wrong, in a word that stays the same. Clients decide by it. */
    code: ErrorCode;
    /**
     * An explanation for logs and people. Its wording may change at any time.
     * @example The request does not fit the contract
     */
    message: string;
    /**
     * The id of this request, as in the `X-Request-Id` header. Name it when you ask the operator
     * for help.
     * @example 01a1f8d3-ea00-7c11-8d5f-60b2a9e4c738
     */
    request_id: string;
    /** The parts of the request that are to blame, where there are any. No more than the first hundred. */
    fields?: FieldProblem[];
  };
}

/**
 * A size in bytes.
 * @example 48213
 */
export type FileSize = number;

/** What is about to be uploaded. */
export interface CreateUploadUrlRequest {
  /** What a file is for: `template_media` is shown or played by messages, `contact_import` is a table of contacts. */
  usage: FileUsage;
  /** A MIME type in lower case and without parameters. */
  content_type: FileContentType;
  /** A size in bytes. */
  size_bytes: FileSize;
  /**
   * The file's name where it comes from, kept for people to recognize it by.
   * @example clientes-recife.csv
   */
  filename?: string;
}

/**
 * A UUIDv7. Ids of one resource sort in the order of creation.
 * @example 01a1e473-6838-7c55-a1b9-0d6e3f7a2c48
 */
export type Uuid = string;

/**
 * An instant in UTC, to the second.
 * @example 2026-11-20T12:00:05Z
 */
export type Timestamp = string;

/** Where to put the bytes, and until when. */
export interface UploadUrl {
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  file_id: Uuid;
  /**
   * PUT the bytes here, without an API key, with the `Content-Type` and `Content-Length` that were
   * declared. Both are part of the signature.
   * @example
   * https://recado.padariasol.com.br/storage/upload/01a1e8d7-81c0-7a3c-9d52-4b1e6f0a7c31?expires=1794908700&signature=5b0f7c1e9a3d
   */
  url: string;
  /** An instant in UTC, to the second. */
  expires_at: Timestamp;
}

/** `pending` until the bytes have arrived and were confirmed, then `uploaded`. */
export type FileStatus = ("pending" | "uploaded") | (string & {});

/** `pending` until the bytes have arrived and were confirmed, then `uploaded`. */
export type FileStatusInput = "pending" | "uploaded";

/**
 * An instant in UTC, to the second; null while it has not come about.
 * @example 2026-11-20T12:00:05Z
 */
export type NullableTimestamp = string | null;

/** A file that was announced, and uploaded or not yet. */
export interface StoredFile {
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  id: Uuid;
  /** What a file is for: `template_media` is shown or played by messages, `contact_import` is a table of contacts. */
  usage: FileUsage;
  /** What a file is, as told by its content type. */
  kind: FileKind;
  /** A MIME type in lower case and without parameters. */
  content_type: FileContentType;
  /** A size in bytes. */
  size_bytes: FileSize;
  /**
   * The name that was given with the upload, if any.
   * @example clientes-recife.csv
   */
  filename: string | null;
  /** `pending` until the bytes have arrived and were confirmed, then `uploaded`. */
  status: FileStatus;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /** An instant in UTC, to the second; null while it has not come about. */
  uploaded_at: NullableTimestamp;
}

/** Where this page stands in the whole list. */
export interface Pagination {
  /**
   * How many entries the whole list has under the same filters.
   * @example 137
   */
  total: number;
  /**
   * The page size that was applied.
   * @example 25
   */
  limit: number;
  /**
   * How many entries came before this page.
   * @example 50
   */
  offset: number;
  /** True when another page follows; ask for it with `offset` plus `limit`. */
  has_more: boolean;
}

/** A page of files. */
export interface FilePage {
  /** The entries of this page, newest first. */
  data: StoredFile[];
  /** Where this page stands in the whole list. */
  pagination: Pagination;
}

/** Where to get the bytes, and until when. */
export interface DownloadUrl {
  /**
   * GET it without an API key. Whoever has the URL can read the file.
   * @example
   * https://recado.padariasol.com.br/storage/download/01a1e8d7-81c0-7a3c-9d52-4b1e6f0a7c31?expires=1794908700&signature=5b0f7c1e9a3d
   */
  url: string;
  /** An instant in UTC, to the second; null while it has not come about. */
  expires_at: NullableTimestamp;
}

/** The way in which a message reaches its recipient. */
export type Channel = "sms" | "rcs" | "voice";

/**
 * A name for people to read. Spaces around it are removed; what is left has a length of 1 to 120.
 * @example Pedido saiu para entrega
 */
export type ResourceName = string;

/**
 * What the button says.
 * @example Reservar
 */
export type SuggestionText = string;

/**
 * What comes back to you when the button is tapped; the recipient does not see it.
 * @example reservar-{{ order }}
 */
export type PostbackData = string;

/** Answers the message with the text of the button. */
export interface ReplySuggestion {
  /** Always `reply`. */
  type: "reply";
  /** What the button says. */
  text: SuggestionText;
  /** What comes back to you when the button is tapped; the recipient does not see it. */
  postback_data: PostbackData;
}

/** Opens a web page. */
export interface OpenUrlSuggestion {
  /** Always `open_url`. */
  type: "open_url";
  /** What the button says. */
  text: SuggestionText;
  /** What comes back to you when the button is tapped; the recipient does not see it. */
  postback_data: PostbackData;
  /**
   * The address of the page, `http` or `https` once its placeholders are filled in.
   * @example https://padariasol.com.br/pedidos/{{ order }}
   */
  url: string;
}

/**
 * A telephone number as people in Brazil write it, or in E.164. It is brought to E.164 before use; one that
 * cannot be is answered with 422.
 * @example (11) 98765-4321
 * @example +5511987654321
 */
export type PhoneNumberInput = string;

/** Calls a number. */
export interface DialSuggestion {
  /** Always `dial`. */
  type: "dial";
  /** What the button says. */
  text: SuggestionText;
  /** What comes back to you when the button is tapped; the recipient does not see it. */
  postback_data: PostbackData;
  /** A telephone number as people in Brazil write it, or in E.164. It is brought to E.164 before use; one that cannot be is answered with 422. */
  phone: PhoneNumberInput;
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

/** Shows a place on the map. */
export interface ViewLocationSuggestion {
  /** Always `view_location`. */
  type: "view_location";
  /** What the button says. */
  text: SuggestionText;
  /** What comes back to you when the button is tapped; the recipient does not see it. */
  postback_data: PostbackData;
  /** Degrees north of the equator. */
  latitude: Latitude;
  /** Degrees east of Greenwich. */
  longitude: Longitude;
  /**
   * The name of the place.
   * @example Padaria Sol, Boa Vista
   */
  label?: string;
}

/** Asks for the place where the recipient is. */
export interface ShareLocationSuggestion {
  /** Always `share_location`. */
  type: "share_location";
  /** What the button says. */
  text: SuggestionText;
  /** What comes back to you when the button is tapped; the recipient does not see it. */
  postback_data: PostbackData;
}

/**
 * An RFC 3339 instant of at most 40 characters, in a year from 0000 to 9999, with any offset and any fraction
 * of a second. A leap second is accepted at the end of a UTC month and stands for the second after it.
 * Responses are in UTC and precise to the second.
 * @example 2026-11-20T09:00:05-03:00
 * @example 2026-11-20T12:00:05Z
 */
export type TimestampInput = string;

/** Puts an appointment into the calendar. */
export interface CreateCalendarEventSuggestion {
  /** Always `create_calendar_event`. */
  type: "create_calendar_event";
  /** What the button says. */
  text: SuggestionText;
  /** What comes back to you when the button is tapped; the recipient does not see it. */
  postback_data: PostbackData;
  /**
   * The name of the appointment.
   * @example Retirada do pedido {{ order }}
   */
  title: string;
  /**
   * More about the appointment.
   * @example Padaria Sol, balcão de encomendas
   */
  description?: string;
  /** An RFC 3339 instant of at most 40 characters, in a year from 0000 to 9999, with any offset and any fraction of a second. A leap second is accepted at the end of a UTC month and stands for the second after it. Responses are in UTC and precise to the second. */
  start_at: TimestampInput;
  /** An RFC 3339 instant of at most 40 characters, in a year from 0000 to 9999, with any offset and any fraction of a second. A leap second is accepted at the end of a UTC month and stands for the second after it. Responses are in UTC and precise to the second. */
  end_at: TimestampInput;
}

/** A button that the recipient may tap; `type` says what it does. */
export type Suggestion =
  | ReplySuggestion
  | OpenUrlSuggestion
  | DialSuggestion
  | ViewLocationSuggestion
  | ShareLocationSuggestion
  | CreateCalendarEventSuggestion;

/** Buttons below the message, for RCS. */
export type MessageSuggestions = Suggestion[];

/** Plain text, for SMS and RCS. Suggestions go with RCS only. */
export interface TextContent {
  /** Always `text`. */
  type: "text";
  /**
   * The text, placeholders included. As an SMS it must fit into 10 segments once the placeholders
   * are filled in.
   * @example Oi {{ first_name }}, seu pedido {{ order }} saiu para entrega. Padaria Sol
   */
  text: string;
  /** Buttons below the message, for RCS. */
  suggestions?: MessageSuggestions;
}

/** A recording, for voice. */
export interface AudioContent {
  /** Always `audio`. */
  type: "audio";
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  file_id: Uuid;
}

/** Whether the media stands above the text or beside it. */
export type CardOrientation = "vertical" | "horizontal";

/** An image or video on a card. */
export interface CardMedia {
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  file_id: Uuid;
  /** Height of the media. `tall` is not possible in a carousel. */
  height: "short" | "medium" | "tall";
}

/** A rich card. It needs at least a title, a description or media. */
export type Card =
  | {
      /**
       * The line in bold.
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
      /** Buttons that belong to the card. */
      suggestions?: Suggestion[];
    }
  | {
      /**
       * The line in bold.
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
      /** Buttons that belong to the card. */
      suggestions?: Suggestion[];
    }
  | {
      /**
       * The line in bold.
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
      /** Buttons that belong to the card. */
      suggestions?: Suggestion[];
    };

/** One rich card, for RCS. */
export interface CardContent {
  /** Always `card`. */
  type: "card";
  /** Whether the media stands above the text or beside it. */
  orientation: CardOrientation;
  /** A rich card. It needs at least a title, a description or media. */
  card: Card;
  /** Buttons below the message, for RCS. */
  suggestions?: MessageSuggestions;
}

/** The width of every card of a carousel. */
export type CardWidth = "small" | "medium";

/** Two to ten rich cards side by side, for RCS. */
export interface CarouselContent {
  /** Always `carousel`. */
  type: "carousel";
  /** The width of every card of a carousel. */
  card_width: CardWidth;
  /** The cards, from left to right. None of them may have media of height `tall`. */
  cards: (Card & {
    /** An image or video on a card. */
    media?: CardMedia & {
      /** Height of the media. `tall` is not possible in a carousel. */
      height: "short" | "medium";
    };
  })[];
  /** Buttons below the message, for RCS. */
  suggestions?: MessageSuggestions;
}

/** What a message says. `type` tells the forms apart: SMS takes `text` without suggestions; RCS takes `text`, `card` and `carousel`; voice takes `audio`. A form that the channel does not take is answered with 422. All texts, including URLs, labels and postback data, may hold placeholders such as `{{ first_name }}`; at most 100 different ones. */
export type Content = TextContent | AudioContent | CardContent | CarouselContent;

/**
 * The name of a placeholder, as written between the double braces. `name` and `nome` are the same variable,
 * and so are `phone` and `telefone`, each also with a capital first letter or in capitals. In all other names
 * case counts.
 * @example first_name
 */
export type VariableName = string;

/** What a follow-up rule waits for. `no_delivery`: neither `delivered` nor `read` was reported within `after_seconds`. The others: the message came to this status. */
export type FollowUpOutcome =
  "delivered" | "read" | "undelivered" | "failed" | "expired" | "error" | "no_delivery";

/** Sends the template `template_id` to the same recipient when a message has one of the outcomes in `on`. It fires once a message at most, with the same variables. Suppression is looked at again: a recipient who is suppressed by then gets a message with status `blocked`. The new message names the first in `parent_message_id` and belongs to the same campaign. `id` is given anew whenever the rules of the template are replaced. */
export interface FollowUpRule {
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  id: Uuid;
  /** The outcomes that fire the rule. The first of them to come about does. */
  on: FollowUpOutcome[];
  /**
   * How long after the outcome it sends, in seconds. For `no_delivery`, how long it waits for a
   * delivery.
   * @example 3600
   */
  after_seconds: number;
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  template_id: Uuid;
}

/** Content for one channel, saved under a name. */
export interface Template {
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  id: Uuid;
  /** A name for people to read. Spaces around it are removed; what is left has a length of 1 to 120. */
  name: ResourceName;
  /** The way in which a message reaches its recipient. */
  channel: Channel;
  /** What a message says. `type` tells the forms apart: SMS takes `text` without suggestions; RCS takes `text`, `card` and `carousel`; voice takes `audio`. A form that the channel does not take is answered with 422. All texts, including URLs, labels and postback data, may hold placeholders such as `{{ first_name }}`; at most 100 different ones. */
  content: Content;
  /** The variables of the content, each once, in the order in which they first appear and as they are spelled there. Two spellings of one variable, such as `name` and `nome`, are listed once. */
  variables: VariableName[];
  /** What is sent after messages of this template, in the order in which it was given. */
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
  /** Where this page stands in the whole list. */
  pagination: Pagination;
}

/** Sends the template `template_id` to the same recipient when a message has one of the outcomes in `on`. That template must exist and may be for another channel. The rules must not lead back to a template on the same path, nor to more than three follow-ups after the first message, also counting from templates whose rules lead here. What breaks this is answered with 422. */
export interface FollowUpRuleInput {
  /** The outcomes that fire the rule. The first of them to come about does. */
  on: FollowUpOutcome[];
  /**
   * How long after the outcome to send, in seconds; 0 when left out. For `no_delivery` it is how
   * long to wait for a delivery; below 10 the request is refused with 422.
   * @example 3600
   */
  after_seconds?: number;
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  template_id: Uuid;
}

/** A new template. */
export type CreateTemplateRequest =
  | {
      /** A name for people to read. Spaces around it are removed; what is left has a length of 1 to 120. */
      name: ResourceName;
      /** The way in which a message reaches its recipient. */
      channel: "sms";
      /** What a message says. `type` tells the forms apart: SMS takes `text` without suggestions; RCS takes `text`, `card` and `carousel`; voice takes `audio`. A form that the channel does not take is answered with 422. All texts, including URLs, labels and postback data, may hold placeholders such as `{{ first_name }}`; at most 100 different ones. */
      content: TextContent & {
        suggestions?: never;
      };
      /** What to send after messages of this template; nothing when left out. */
      follow_ups?: FollowUpRuleInput[];
    }
  | {
      /** A name for people to read. Spaces around it are removed; what is left has a length of 1 to 120. */
      name: ResourceName;
      /** The way in which a message reaches its recipient. */
      channel: "rcs";
      /** What a message says. `type` tells the forms apart: SMS takes `text` without suggestions; RCS takes `text`, `card` and `carousel`; voice takes `audio`. A form that the channel does not take is answered with 422. All texts, including URLs, labels and postback data, may hold placeholders such as `{{ first_name }}`; at most 100 different ones. */
      content: TextContent | CardContent | CarouselContent;
      /** What to send after messages of this template; nothing when left out. */
      follow_ups?: FollowUpRuleInput[];
    }
  | {
      /** A name for people to read. Spaces around it are removed; what is left has a length of 1 to 120. */
      name: ResourceName;
      /** The way in which a message reaches its recipient. */
      channel: "voice";
      /** What a message says. `type` tells the forms apart: SMS takes `text` without suggestions; RCS takes `text`, `card` and `carousel`; voice takes `audio`. A form that the channel does not take is answered with 422. All texts, including URLs, labels and postback data, may hold placeholders such as `{{ first_name }}`; at most 100 different ones. */
      content: AudioContent;
      /** What to send after messages of this template; nothing when left out. */
      follow_ups?: FollowUpRuleInput[];
    };

/** What to change of a template. Fields that are left out stay as they are; the channel is fixed. */
export interface UpdateTemplateRequest {
  /** A name for people to read. Spaces around it are removed; what is left has a length of 1 to 120. */
  name?: ResourceName;
  /** What a message says. `type` tells the forms apart: SMS takes `text` without suggestions; RCS takes `text`, `card` and `carousel`; voice takes `audio`. A form that the channel does not take is answered with 422. All texts, including URLs, labels and postback data, may hold placeholders such as `{{ first_name }}`; at most 100 different ones. */
  content?: Content;
  /** The follow-up rules that take the place of all it had; `[]` leaves it without any. */
  follow_ups?: FollowUpRuleInput[];
}

/**
 * A telephone number in E.164.
 * @example +5511987654321
 */
export type PhoneNumber = string;

/**
 * The contact's name; null where there is none, and in a request to take it away. Spaces around it are
 * removed; what is left has a length of 1 to 120.
 * @example Beatriz Nogueira
 */
export type ContactName = string | null;

/** What is known of the contact, by names of your choice. Templates read it for placeholders of the same name, before the contact's own `name` and `phone`, which are also known as `nome` and `telefone`. */
export interface ContactAttributes {
  [key: string]: string;
}

/** How a contact came into a list. `request`: by the API, or by hand in the console. `import`: by a file. `opt_out`: the person asked for no more messages. */
export type MembershipOrigin = "request" | "import" | "opt_out";

/** A contact's place in a list, on which a blacklist suppresses. */
export interface Membership {
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  list_id: Uuid;
  /** How a contact came into a list. `request`: by the API, or by hand in the console. `import`: by a file. `opt_out`: the person asked for no more messages. */
  origin: MembershipOrigin;
  /**
   * Since when, in UTC, to the second.
   * @example 2026-11-20T12:00:05Z
   */
  added_at: string;
}

/** Somebody who can be sent to, known by the telephone number. */
export interface Contact {
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  id: Uuid;
  /** A telephone number in E.164. */
  phone: PhoneNumber;
  /** The contact's name; null where there is none, and in a request to take it away. Spaces around it are removed; what is left has a length of 1 to 120. */
  name: ContactName;
  /** What is known of the contact, by names of your choice. Templates read it for placeholders of the same name, before the contact's own `name` and `phone`, which are also known as `nome` and `telefone`. */
  attributes: ContactAttributes;
  /** The lists that the contact is in, by their ids. */
  list_ids: Uuid[];
  /** The same lists in the same order, with how and since when the contact is in each. */
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
  /** Where this page stands in the whole list. */
  pagination: Pagination;
}

/** A contact by its number. Of a contact that is there already, fields that are left out stay as they are. */
export interface UpsertContactRequest {
  /** A telephone number as people in Brazil write it, or in E.164. It is brought to E.164 before use; one that cannot be is answered with 422. */
  phone: PhoneNumberInput;
  /** The contact's name; null where there is none, and in a request to take it away. Spaces around it are removed; what is left has a length of 1 to 120. */
  name?: ContactName;
  /** What is known of the contact, by names of your choice. Templates read it for placeholders of the same name, before the contact's own `name` and `phone`, which are also known as `nome` and `telefone`. */
  attributes?: ContactAttributes;
}

/** A variable, and how many of the examined contacts have a value for it. */
export interface ContactVariable {
  /** The name of a placeholder, as written between the double braces. `name` and `nome` are the same variable, and so are `phone` and `telefone`, each also with a capital first letter or in capitals. In all other names case counts. */
  name: VariableName;
  /**
   * Number of examined contacts that have a value for the variable.
   * @example 1290
   */
  contacts: number;
}

/** The variables that contacts give to placeholders, with how many contacts have each. `is_sample` is true when not all contacts were examined; the counts then hold for the `examined` contacts only. */
export interface ContactVariables {
  /**
   * Number of contacts in the account, or in the list that was asked for.
   * @example 1342
   */
  total: number;
  /**
   * Number of contacts that were examined, at most 10,000.
   * @example 1342
   */
  examined: number;
  /**
   * Whether only some of the contacts were examined. Use the counts as shares of `examined` then.
   * @example false
   */
  is_sample: boolean;
  /** The variables of the examined contacts, the most frequent ones first, at most 200. `phone` is among them wherever there are contacts. */
  variables: ContactVariable[];
}

/** What to change of a contact. Fields that are left out stay as they are. */
export interface UpdateContactRequest {
  /** A telephone number as people in Brazil write it, or in E.164. It is brought to E.164 before use; one that cannot be is answered with 422. */
  phone?: PhoneNumberInput;
  /** The contact's name; null where there is none, and in a request to take it away. Spaces around it are removed; what is left has a length of 1 to 120. */
  name?: ContactName;
  /** What is known of the contact, by names of your choice. Templates read it for placeholders of the same name, before the contact's own `name` and `phone`, which are also known as `nome` and `telefone`. */
  attributes?: ContactAttributes;
}

/** `default` for a list to send to, `blacklist` for one that suppresses its contacts. */
export type ContactListType = "default" | "blacklist";

/** The channels on which a `blacklist` suppresses its contacts, none if empty. Always empty on a `default` list. */
export type ContactListChannels = Channel[];

/** A named group of contacts, used to send to or to suppress. */
export interface ContactList {
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  id: Uuid;
  /** A name for people to read. Spaces around it are removed; what is left has a length of 1 to 120. */
  name: ResourceName;
  /** `default` for a list to send to, `blacklist` for one that suppresses its contacts. */
  type: ContactListType;
  /** The channels on which a `blacklist` suppresses its contacts, none if empty. Always empty on a `default` list. */
  channels: ContactListChannels;
  /**
   * How many contacts are in the list now.
   * @example 1210
   */
  contact_count: number;
  /** True for the blacklist `Recado`, which every account has from the start. It cannot be renamed or deleted. */
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
  /** Where this page stands in the whole list. */
  pagination: Pagination;
}

/** A new contact list. Without `channels` it has none. */
export type CreateContactListRequest =
  | {
      /** A name for people to read. Spaces around it are removed; what is left has a length of 1 to 120. */
      name: ResourceName;
      /** `default` for a list to send to, `blacklist` for one that suppresses its contacts. */
      type: "default";
      /** The channels on which a `blacklist` suppresses its contacts, none if empty. Always empty on a `default` list. */
      channels?: [];
    }
  | {
      /** A name for people to read. Spaces around it are removed; what is left has a length of 1 to 120. */
      name: ResourceName;
      /** `default` for a list to send to, `blacklist` for one that suppresses its contacts. */
      type: "blacklist";
      /** The channels on which a `blacklist` suppresses its contacts, none if empty. Always empty on a `default` list. */
      channels?: ContactListChannels;
    };

/** What to change of a contact list. Fields that are left out stay as they are; the type is fixed. */
export interface UpdateContactListRequest {
  /** A name for people to read. Spaces around it are removed; what is left has a length of 1 to 120. */
  name?: ResourceName;
  /** The channels on which a `blacklist` suppresses its contacts, none if empty. Always empty on a `default` list. */
  channels?: ContactListChannels;
}

/** What a column of an imported file holds: `phone` (the contact's number), `name` (the contact's name) or `attribute`. */
export type ImportColumnUse = ("phone" | "name" | "attribute") | (string & {});

/** A column that an import reads. */
export interface ImportColumn {
  /**
   * The file's heading of the column. Longer headings are cut to 64 characters.
   * @example Data de Nascimento
   */
  heading: string;
  /** What a column of an imported file holds: `phone` (the contact's number), `name` (the contact's name) or `attribute`. */
  use: ImportColumnUse;
  /** The name of the attribute that the column fills; null for the number and the name. */
  attribute: VariableName | null;
}

/** `pending` until it is begun, `running`, then one of three ends: `completed` (every row was taken or rejected), `failed` (`error` says why) or `canceled`. */
export type ImportStatus = ("pending" | "running" | "completed" | "failed" | "canceled") | (string & {});

/** Why an import failed: `file_unreadable` (it is no table of contacts), `file_gone` (the file is no longer there). Where its list was deleted, nobody can read the import. */
export type ImportErrorCode = ("file_unreadable" | "file_gone") | (string & {});

/** Why an import failed. Rows that were taken before stay as they are. */
export interface ImportError {
  /** Why an import failed: `file_unreadable` (it is no table of contacts), `file_gone` (the file is no longer there). Where its list was deleted, nobody can read the import. */
  code: ImportErrorCode;
  /**
   * An explanation for people.
   * @example The first row names no column of phone numbers, such as telefone or celular. The
   * columns may be separated by commas, semicolons or tabs.
   */
  message: string;
}

/** Contacts on their way from a file into a list. `started_at` is when the file was first read, `completed_at` when the import ended, however it ended. */
export interface Import {
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  id: Uuid;
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  list_id: Uuid;
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  file_id: Uuid;
  /** The columns that the import reads, in the order of the file; columns that are not listed are ignored. Null until the file has been looked through. */
  columns: ImportColumn[] | null;
  /** `pending` until it is begun, `running`, then one of three ends: `completed` (every row was taken or rejected), `failed` (`error` says why) or `canceled`. */
  status: ImportStatus;
  /**
   * How many rows the file has, without the row of names; null until the file has been looked
   * through.
   * @example 1500
   */
  rows_total: number | null;
  /**
   * How many rows are done with. It is the sum of `created`, `updated` and `rejected`.
   * @example 1500
   */
  rows_processed: number;
  /**
   * How many rows made a contact, or brought a deleted one back.
   * @example 1210
   */
  created: number;
  /**
   * How many rows met a contact that was there.
   * @example 287
   */
  updated: number;
  /**
   * How many rows could not be taken. Ask for the errors to see them.
   * @example 3
   */
  rejected: number;
  /** Why the import failed, where it did. */
  error: ImportError | null;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /** An instant in UTC, to the second; null while it has not come about. */
  started_at: NullableTimestamp;
  /** An instant in UTC, to the second; null while it has not come about. */
  completed_at: NullableTimestamp;
}

/** A page of imports. */
export interface ImportPage {
  /** The entries of this page, newest first. */
  data: Import[];
  /** Where this page stands in the whole list. */
  pagination: Pagination;
}

/** What a column of the file is used for. */
export interface ImportColumnInput {
  /**
   * The heading of the column in the first row of the file, without spaces around it, in the file's
   * own spelling. Where several columns have the heading, the first entry with it is about the
   * first of these columns, and so on.
   * @example Celular
   */
  heading: string;
  /**
   * What the column holds: `phone` (the contact's number), `name` (the contact's name),
   * `attribute`, or `ignore` (nothing is read from the column).
   * @example phone
   */
  use: "phone" | "name" | "attribute" | "ignore";
  /** The attribute that the column fills, only with the use `attribute`. Without it the attribute's name is made from the heading. */
  attribute?: VariableName;
}

/** The file to import from, and what its columns hold. */
export interface CreateImportRequest {
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  file_id: Uuid;
  /** What columns of the file hold. A column that is not named here is read by its heading, unless another column is named for the same use. */
  columns?: ImportColumnInput[];
}

/** Where to get the rejected rows, and until when. */
export interface ImportErrorsUrl {
  /**
   * GET it without an API key. Whoever has the URL can read the rows.
   * @example
   * https://recado.padariasol.com.br/storage/download/01a1f821-62e0-7a93-b5c4-8f0d6e1a2b79-rejected?expires=1795177800&signature=7be02f94d1a8
   */
  url: string;
  /** An instant in UTC, to the second. */
  expires_at: Timestamp;
}

/** Where a message stands. `pending`: waiting for its carrier. `blocked`: the recipient is suppressed on the channel; it is not sent. `error`: it could not be made ready for a carrier. `sent`: a carrier took it. `delivered`, `read`: what the carrier reported. `undelivered`: the carrier gave up. `failed`: no carrier took it. `expired`: its time ran out. */
export type MessageStatus =
  | ("pending" | "blocked" | "error" | "sent" | "delivered" | "read" | "undelivered" | "failed" | "expired")
  | (string & {});

/** Where a message stands. `pending`: waiting for its carrier. `blocked`: the recipient is suppressed on the channel; it is not sent. `error`: it could not be made ready for a carrier. `sent`: a carrier took it. `delivered`, `read`: what the carrier reported. `undelivered`: the carrier gave up. `failed`: no carrier took it. `expired`: its time ran out. */
export type MessageStatusInput =
  "pending" | "blocked" | "error" | "sent" | "delivered" | "read" | "undelivered" | "failed" | "expired";

/**
 * A UUIDv7, or null where there is nothing to refer to.
 * @example 01a1e473-6838-7c55-a1b9-0d6e3f7a2c48
 */
export type NullableUuid = string | null;

/**
 * A text whose placeholders are filled in.
 * @example Oi Beatriz, seu pedido 48213 saiu para entrega. Padaria Sol
 */
export type RenderedText = string;

/** A rendered button. Besides the first three it has the fields of its type, as in `Suggestion`. */
export interface RenderedSuggestion {
  /** What the button does. */
  type: "reply" | "open_url" | "dial" | "view_location" | "share_location" | "create_calendar_event";
  /** A text whose placeholders are filled in. */
  text: RenderedText;
  /** A text whose placeholders are filled in. */
  postback_data: RenderedText;
  /** A text whose placeholders are filled in. */
  url?: RenderedText;
  /** A telephone number as people in Brazil write it, or in E.164. It is brought to E.164 before use; one that cannot be is answered with 422. */
  phone?: PhoneNumberInput;
  /** Degrees north of the equator. */
  latitude?: Latitude;
  /** Degrees east of Greenwich. */
  longitude?: Longitude;
  /** A text whose placeholders are filled in. */
  label?: RenderedText;
  /** A text whose placeholders are filled in. */
  title?: RenderedText;
  /** A text whose placeholders are filled in. */
  description?: RenderedText;
  /** An RFC 3339 instant of at most 40 characters, in a year from 0000 to 9999, with any offset and any fraction of a second. A leap second is accepted at the end of a UTC month and stands for the second after it. Responses are in UTC and precise to the second. */
  start_at?: TimestampInput;
  /** An RFC 3339 instant of at most 40 characters, in a year from 0000 to 9999, with any offset and any fraction of a second. A leap second is accepted at the end of a UTC month and stands for the second after it. Responses are in UTC and precise to the second. */
  end_at?: TimestampInput;
}

/** The rendered buttons. */
export type RenderedSuggestions = RenderedSuggestion[];

/** Plain text, rendered. */
export interface RenderedTextContent {
  /** Always `text`. */
  type: "text";
  /** A text whose placeholders are filled in. */
  text: RenderedText;
  /** The rendered buttons. */
  suggestions?: RenderedSuggestions;
}

/** A rendered rich card. */
export interface RenderedCard {
  /** A text whose placeholders are filled in. */
  title?: RenderedText;
  /** A text whose placeholders are filled in. */
  description?: RenderedText;
  /** An image or video on a card. */
  media?: CardMedia;
  /** The rendered buttons. */
  suggestions?: RenderedSuggestions;
}

/** One rich card, rendered. */
export interface RenderedCardContent {
  /** Always `card`. */
  type: "card";
  /** Whether the media stands above the text or beside it. */
  orientation: CardOrientation;
  /** A rendered rich card. */
  card: RenderedCard;
  /** The rendered buttons. */
  suggestions?: RenderedSuggestions;
}

/** Rich cards side by side, rendered. */
export interface RenderedCarouselContent {
  /** Always `carousel`. */
  type: "carousel";
  /** The width of every card of a carousel. */
  card_width: CardWidth;
  /** The cards, from left to right. */
  cards: RenderedCard[];
  /** The rendered buttons. */
  suggestions?: RenderedSuggestions;
}

/** What a message says once its placeholders are filled in. It has the forms of `Content`, but values can make its texts longer than a template may be. */
export type RenderedContent =
  RenderedTextContent | AudioContent | RenderedCardContent | RenderedCarouselContent;

/**
 * An amount of money in millionths of a real, so that 1000000 is R$ 1,00.
 * @example 80000
 */
export type MicroUnits = number;

/** Why a message went wrong. At its creation: `no_sender` (the channel has none, or the campaign's sender was removed), `media_unavailable` (a file is absent or not uploaded), `missing_variable`, `empty_content`, `content_too_long`, `landline` (SMS or RCS to a fixed line), and `carrier_rejected` (of a follow-up or a scheduled campaign whose content its carrier cannot express). Later: `carrier_rejected`, `carrier_unreachable`, `undeliverable`, `expired`. */
export type MessageErrorCode =
  | (
      | "no_sender"
      | "media_unavailable"
      | "missing_variable"
      | "empty_content"
      | "content_too_long"
      | "landline"
      | "carrier_rejected"
      | "carrier_unreachable"
      | "undeliverable"
      | "expired"
    )
  | (string & {});

/** Why a message went wrong. */
export interface MessageError {
  /** Why a message went wrong. At its creation: `no_sender` (the channel has none, or the campaign's sender was removed), `media_unavailable` (a file is absent or not uploaded), `missing_variable`, `empty_content`, `content_too_long`, `landline` (SMS or RCS to a fixed line), and `carrier_rejected` (of a follow-up or a scheduled campaign whose content its carrier cannot express). Later: `carrier_rejected`, `carrier_unreachable`, `undeliverable`, `expired`. */
  code: MessageErrorCode;
  /**
   * An explanation for people.
   * @example The handset could not be reached.
   */
  message: string;
  /**
   * The carrier's own word or number for it, where it gave one.
   * @example EC_ABSENT_SUBSCRIBER
   */
  carrier_code: string | null;
}

/** One step in the life of a message. */
export interface MessageStatusChange {
  /** Where a message stands. `pending`: waiting for its carrier. `blocked`: the recipient is suppressed on the channel; it is not sent. `error`: it could not be made ready for a carrier. `sent`: a carrier took it. `delivered`, `read`: what the carrier reported. `undelivered`: the carrier gave up. `failed`: no carrier took it. `expired`: its time ran out. */
  status: MessageStatus;
  /** An instant in UTC, to the second. */
  occurred_at: Timestamp;
  /** Why, where the step was for the worse. */
  error: MessageError | null;
}

/** One delivery to one recipient. In a message that a follow-up rule has sent, `parent_message_id` names the message whose outcome fired the rule; in all others it is null. */
export interface Message {
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  id: Uuid;
  /** The way in which a message reaches its recipient. */
  channel: Channel;
  /** Where a message stands. `pending`: waiting for its carrier. `blocked`: the recipient is suppressed on the channel; it is not sent. `error`: it could not be made ready for a carrier. `sent`: a carrier took it. `delivered`, `read`: what the carrier reported. `undelivered`: the carrier gave up. `failed`: no carrier took it. `expired`: its time ran out. */
  status: MessageStatus;
  /** A telephone number in E.164. */
  to: PhoneNumber;
  /**
   * The address that it is sent from; null while none was chosen.
   * @example 27000
   */
  sender: string | null;
  /**
   * The sender that it goes out from, which may have been removed since; null where there was none.
   * @example 01a1e473-6838-7a1e-a5f2-6d0c8b9e4f37
   */
  sender_id: string | null;
  /** A UUIDv7, or null where there is nothing to refer to. */
  contact_id: NullableUuid;
  /** A UUIDv7, or null where there is nothing to refer to. */
  template_id: NullableUuid;
  /** A UUIDv7, or null where there is nothing to refer to. */
  campaign_id: NullableUuid;
  /** A UUIDv7, or null where there is nothing to refer to. */
  parent_message_id: NullableUuid;
  /** The rendered content; null where a value was missing, where it would be too long for the channel (`content_too_long`), and once it was erased with its contact. */
  content: RenderedContent | null;
  /**
   * How many SMS it takes; null on other channels, and where the content is null.
   * @example 1
   */
  segments: number | null;
  /** An amount of money in millionths of a real, so that 1000000 is R$ 1,00. */
  price: MicroUnits;
  /** Why it went wrong, where it did. */
  error: MessageError | null;
  /**
   * Your own name for it, if you gave one.
   * @example pedido-48213
   */
  client_reference: string | null;
  /**
   * The carrier connection that took it; null until one has.
   * @example zenvia
   */
  carrier: string | null;
  /**
   * What the carrier calls it, for questions to the carrier: the first of several where a long SMS
   * went out in parts. Null where the carrier gave none.
   * @example 7f1c2f4e-9a57-4f0e-8a0f-2d8e9d7c1b3a
   */
  carrier_reference: string | null;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /** An instant in UTC, to the second. */
  updated_at: Timestamp;
  /** Its steps, oldest first. Always empty in lists; read the message by its id to see them. */
  status_history: MessageStatusChange[];
}

/** A page of messages. */
export interface MessagePage {
  /** The entries of this page, newest first. */
  data: Message[];
  /** Where this page stands in the whole list. */
  pagination: Pagination;
}

/**
 * The sender that the messages go out from, by its id in `GET /senders`. Without it the channel's default
 * sender is used. A sender that the account does not have, or that belongs to another channel, is 422.
 * @example 01a1e473-6838-7a1e-a5f2-6d0c8b9e4f37
 */
export type SenderChoice = string;

/** Values for placeholders by their names. A value is put in as it stands; braces in it have no meaning. `name` and `nome` are one variable, as are `phone` and `telefone`; where both are given, each placeholder takes its own spelling. */
export interface Variables {
  [key: string]: string;
}

/**
 * Your own name for this message. It comes back in reads and events, and need not be unique.
 * @example pedido-48213
 */
export type ClientReference = string;

/** One recipient, with the values for this recipient alone. */
export interface Recipient {
  /** A telephone number as people in Brazil write it, or in E.164. It is brought to E.164 before use; one that cannot be is answered with 422. */
  to: PhoneNumberInput;
  /** Values for placeholders by their names. A value is put in as it stands; braces in it have no meaning. `name` and `nome` are one variable, as are `phone` and `telefone`; where both are given, each placeholder takes its own spelling. */
  variables?: Variables;
  /** Your own name for this message. It comes back in reads and events, and need not be unique. */
  client_reference?: ClientReference;
}

/** What to send and to whom. Give either `template_id`, or `channel` and `content` together; anything else is answered with 422. All recipients of a request share the channel. */
export type SendMessagesRequest =
  | {
      /** A UUIDv7. Ids of one resource sort in the order of creation. */
      template_id: Uuid;
      channel?: "cannot be combined with `template_id`";
      content?: "cannot be combined with `template_id`" & Content;
      /** The sender that the messages go out from, by its id in `GET /senders`. Without it the channel's default sender is used. A sender that the account does not have, or that belongs to another channel, is 422. */
      sender_id?: SenderChoice;
      /** Whom to send it to. A number that comes twice gets two messages. */
      recipients: Recipient[];
    }
  | {
      template_id?: "cannot be combined with `channel` and `content`";
      /** The way in which a message reaches its recipient. */
      channel: "sms";
      /** What a message says. `type` tells the forms apart: SMS takes `text` without suggestions; RCS takes `text`, `card` and `carousel`; voice takes `audio`. A form that the channel does not take is answered with 422. All texts, including URLs, labels and postback data, may hold placeholders such as `{{ first_name }}`; at most 100 different ones. */
      content: TextContent & {
        suggestions?: never;
      };
      /** The sender that the messages go out from, by its id in `GET /senders`. Without it the channel's default sender is used. A sender that the account does not have, or that belongs to another channel, is 422. */
      sender_id?: SenderChoice;
      /** Whom to send it to. A number that comes twice gets two messages. */
      recipients: Recipient[];
    }
  | {
      template_id?: "cannot be combined with `channel` and `content`";
      /** The way in which a message reaches its recipient. */
      channel: "rcs";
      /** What a message says. `type` tells the forms apart: SMS takes `text` without suggestions; RCS takes `text`, `card` and `carousel`; voice takes `audio`. A form that the channel does not take is answered with 422. All texts, including URLs, labels and postback data, may hold placeholders such as `{{ first_name }}`; at most 100 different ones. */
      content: TextContent | CardContent | CarouselContent;
      /** The sender that the messages go out from, by its id in `GET /senders`. Without it the channel's default sender is used. A sender that the account does not have, or that belongs to another channel, is 422. */
      sender_id?: SenderChoice;
      /** Whom to send it to. A number that comes twice gets two messages. */
      recipients: Recipient[];
    }
  | {
      template_id?: "cannot be combined with `channel` and `content`";
      /** The way in which a message reaches its recipient. */
      channel: "voice";
      /** What a message says. `type` tells the forms apart: SMS takes `text` without suggestions; RCS takes `text`, `card` and `carousel`; voice takes `audio`. A form that the channel does not take is answered with 422. All texts, including URLs, labels and postback data, may hold placeholders such as `{{ first_name }}`; at most 100 different ones. */
      content: AudioContent;
      /** The sender that the messages go out from, by its id in `GET /senders`. Without it the channel's default sender is used. A sender that the account does not have, or that belongs to another channel, is 422. */
      sender_id?: SenderChoice;
      /** Whom to send it to. A number that comes twice gets two messages. */
      recipients: Recipient[];
    };

/** The status with which a message begins. Only `pending` ones go on to a carrier. */
export type InitialMessageStatus = ("pending" | "blocked" | "error") | (string & {});

/** The message that was created for one recipient. */
export interface SendResult {
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  message_id: Uuid;
  /** A telephone number in E.164. */
  to: PhoneNumber;
  /** The status with which a message begins. Only `pending` ones go on to a carrier. */
  status: InitialMessageStatus;
  /** Why the status is `error`; null otherwise. */
  error: MessageError | null;
}

/** One result for each recipient. */
export interface SendMessagesResponse {
  /** The results, in the order of the recipients. */
  data: SendResult[];
}

/** What would be sent to one recipient. */
export interface PreviewResult {
  /** A telephone number in E.164. */
  to: PhoneNumber;
  /** The status with which a message begins. Only `pending` ones go on to a carrier. */
  status: InitialMessageStatus;
  /** Why the status would be `error`; null otherwise. */
  error: MessageError | null;
  /** The rendered content; null where a value is missing, or where it is too long for the channel (`content_too_long`). To a key without `contacts:read`, placeholders that take their value from a contact stay as they are, and encoding, segments and price are those of what is shown. */
  content: RenderedContent | null;
  /** How an SMS would be encoded; null on other channels, and where the content is null. */
  encoding: "gsm7" | "ucs2" | null;
  /**
   * How many SMS it would take; null on other channels, and where the content is null.
   * @example 1
   */
  segments: number | null;
  /** An amount of money in millionths of a real, so that 1000000 is R$ 1,00. */
  price: MicroUnits;
  /** The characters of an SMS that GSM-7 lacks, each once, in the order in which they first appear, no more than a thousand. A text without them can be encoded in GSM-7, which has room for more. Empty where there are none. */
  ucs2_characters: string[];
}

/** One preview for each recipient. */
export interface PreviewMessagesResponse {
  /** The previews, in the order of the recipients. */
  data: PreviewResult[];
}

/** Where to get the exported messages, and until when. */
export interface MessageExportUrl {
  /**
   * GET it without an API key. Whoever has the URL can read the messages.
   * @example
   * https://recado.padariasol.com.br/messages/01a1f0c2-5a00-7b31-8c4d-2e9f7a6b5c40/export?of=eyJmaWx0ZXIiOnsic3RhdHVzZXMiOlsiZmFpbGVkIl19fQ&expires=1795177800&signature=7be02f94d1a8
   */
  url: string;
  /** An instant in UTC, to the second. */
  expires_at: Timestamp;
}

/** What an event tells of. `message_update`: a message of yours got a new status. `inbound_message`: a person sent a message to one of your senders. `campaign_update`: a campaign got a new status. */
export type WebhookEventType = ("message_update" | "inbound_message" | "campaign_update") | (string & {});

/** What an event tells of. `message_update`: a message of yours got a new status. `inbound_message`: a person sent a message to one of your senders. `campaign_update`: a campaign got a new status. */
export type WebhookEventTypeInput = "message_update" | "inbound_message" | "campaign_update";

/** `pending` while attempts go on, `delivered` after a 2xx, `abandoned` after the fifth attempt without one. */
export type WebhookDeliveryStatus = ("pending" | "delivered" | "abandoned") | (string & {});

/** `pending` while attempts go on, `delivered` after a 2xx, `abandoned` after the fifth attempt without one. */
export type WebhookDeliveryStatusInput = "pending" | "delivered" | "abandoned";

/** One request to the endpoint. */
export interface WebhookAttempt {
  /** An instant in UTC, to the second. */
  attempted_at: Timestamp;
  /**
   * The HTTP status that came back; null when none did.
   * @example 204
   */
  response_status: number | null;
  /**
   * Why no answer came, such as a timeout; null when one did.
   * @example No answer within 10 seconds.
   */
  error: string | null;
  /**
   * How long it took, in milliseconds.
   * @example 87
   */
  duration_ms: number;
}

/** A batch of events of one type on its way to one endpoint. */
export interface WebhookDelivery {
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  id: Uuid;
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  webhook_id: Uuid;
  /** What an event tells of. `message_update`: a message of yours got a new status. `inbound_message`: a person sent a message to one of your senders. `campaign_update`: a campaign got a new status. */
  event_type: WebhookEventType;
  /** `pending` while attempts go on, `delivered` after a 2xx, `abandoned` after the fifth attempt without one. */
  status: WebhookDeliveryStatus;
  /** The events in the batch, by their ids, in the order in which they are sent. */
  event_ids: Uuid[];
  /** The attempts so far, oldest first; no more than the last hundred. */
  attempts: WebhookAttempt[];
  /** An instant in UTC, to the second; null while it has not come about. */
  next_attempt_at: NullableTimestamp;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
}

/** A page of deliveries to one endpoint. */
export interface WebhookDeliveryPage {
  /** The entries of this page, newest first. */
  data: WebhookDelivery[];
  /** Where this page stands in the whole list. */
  pagination: Pagination;
}

/** What an inbound message holds. `text`: words. `file`: a picture, a recording or another file. `location`: a place. `suggestion`: a reply suggestion of yours that was tapped. */
export type InboundContentType = "text" | "file" | "location" | "suggestion";

/** A file that a person sent. */
export interface InboundFile {
  /**
   * GET it without an API key. It stays the same, and whoever has it can read the file.
   * @example https://recado.padariasol.com.br/media/9d1f6b3e8a5c7042/comprovante.jpg
   */
  url: string;
  /**
   * The MIME type that the carrier gave, or `application/octet-stream` where it gave none.
   * @example image/jpeg
   */
  content_type: string;
  /**
   * The name that the carrier gave, if any.
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

/** A message that a person sent to one of your senders. `paired_message_id` is the message of yours that it answers, and `campaign_id` the campaign of that message. The carrier may say which message it is; else it is the newest one that was sent to this number from this sender in the 7 days before. `contact_id` is the contact with this number. Each of the three is null where there is none. Once the contact is deleted, `text`, `file`, `location` and `postback_data` are null. */
export interface InboundMessage {
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  id: Uuid;
  /** The way in which a message reaches its recipient. */
  channel: Channel;
  /** A telephone number in E.164. */
  sender: PhoneNumber;
  /**
   * The address of yours that it came in at.
   * @example padaria_sol_agent
   */
  recipient: string;
  /** What an inbound message holds. `text`: words. `file`: a picture, a recording or another file. `location`: a place. `suggestion`: a reply suggestion of yours that was tapped. */
  content_type: InboundContentType;
  /**
   * What the person wrote, or the text of the suggestion that was tapped; null for a `file` or a
   * `location`. What is longer than 10,000 characters is cut there.
   * @example Pode entregar depois das 18h?
   */
  text: string | null;
  /** The file; null unless `content_type` is `file`. */
  file: InboundFile | null;
  /** The place; null unless `content_type` is `location`. */
  location: InboundLocation | null;
  /**
   * What you gave with the suggestion that was tapped; null where nothing was tapped or it did not
   * come back.
   * @example reservar-48213
   */
  postback_data: string | null;
  /** A UUIDv7, or null where there is nothing to refer to. */
  contact_id: NullableUuid;
  /** A UUIDv7, or null where there is nothing to refer to. */
  paired_message_id: NullableUuid;
  /** A UUIDv7, or null where there is nothing to refer to. */
  campaign_id: NullableUuid;
  /** An instant in UTC, to the second. */
  received_at: Timestamp;
}

/** A page of inbound messages. */
export interface InboundMessagePage {
  /** The entries of this page, newest first. */
  data: InboundMessage[];
  /** Where this page stands in the whole list. */
  pagination: Pagination;
}

/** What the person did. `action`: tapped a suggestion that opens, dials or shows something. `typing`: began to write. `subscribe`, `unsubscribe`: asked in the messaging app for your messages, or for none. An `unsubscribe` event opts the person out as the reply `SAIR` does, and a `subscribe` event opts the person in again. */
export type InboundRcsEventType = ("action" | "typing" | "subscribe" | "unsubscribe") | (string & {});

/** What a person did in an RCS conversation. `paired_message_id` is the message of yours that it is about, and `campaign_id` the campaign of that message. The carrier may say which message it is; else it is the newest one that was sent to this number from this sender in the 7 days before. Either is null where there is none. */
export interface InboundRcsEvent {
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  id: Uuid;
  /** A telephone number in E.164. */
  sender: PhoneNumber;
  /** What the person did. `action`: tapped a suggestion that opens, dials or shows something. `typing`: began to write. `subscribe`, `unsubscribe`: asked in the messaging app for your messages, or for none. An `unsubscribe` event opts the person out as the reply `SAIR` does, and a `subscribe` event opts the person in again. */
  event_type: InboundRcsEventType;
  /**
   * The text of the suggestion that was tapped; null where nothing was tapped or the carrier did
   * not say.
   * @example Ver no mapa
   */
  action_label: string | null;
  /**
   * What you gave with the suggestion that was tapped; null where nothing was tapped or it did not
   * come back.
   * @example mapa-48213
   */
  postback_data: string | null;
  /** A UUIDv7, or null where there is nothing to refer to. */
  paired_message_id: NullableUuid;
  /** A UUIDv7, or null where there is nothing to refer to. */
  campaign_id: NullableUuid;
  /** An instant in UTC, to the second. */
  received_at: Timestamp;
}

/** A page of inbound RCS events. */
export interface InboundRcsEventPage {
  /** The entries of this page, newest first. */
  data: InboundRcsEvent[];
  /** Where this page stands in the whole list. */
  pagination: Pagination;
}

/** Where a campaign stands. `draft`: not launched. `scheduled`: it launches by itself at `scheduled_at`. `running`: its messages are being made, sent and followed. `completed`: each of its messages has come to its end. `error`: it stopped before that, or did not start as scheduled; `error.code` says why. */
export type CampaignStatus = ("draft" | "scheduled" | "running" | "completed" | "error") | (string & {});

/** Where a campaign stands. `draft`: not launched. `scheduled`: it launches by itself at `scheduled_at`. `running`: its messages are being made, sent and followed. `completed`: each of its messages has come to its end. `error`: it stopped before that, or did not start as scheduled; `error.code` says why. */
export type CampaignStatusInput = "draft" | "scheduled" | "running" | "completed" | "error";

/** Why a campaign is in `error`. `stopped`: somebody stopped it. `import_timeout`: an import on its list took too long at the scheduled time. `missed_schedule`: the scheduled time was long past before the service could launch it. `list_deleted`: its contact list is gone. `sender_removed`: the operator removed the sender that it names before the scheduled time. */
export type CampaignErrorCode =
  ("stopped" | "import_timeout" | "missed_schedule" | "list_deleted" | "sender_removed") | (string & {});

/** Why a campaign is in `error`. */
export interface CampaignError {
  /** Why a campaign is in `error`. `stopped`: somebody stopped it. `import_timeout`: an import on its list took too long at the scheduled time. `missed_schedule`: the scheduled time was long past before the service could launch it. `list_deleted`: its contact list is gone. `sender_removed`: the operator removed the sender that it names before the scheduled time. */
  code: CampaignErrorCode;
  /**
   * An explanation for people.
   * @example it was stopped by request
   */
  message: string;
}

/**
 * A number of messages.
 * @example 1210
 */
export type MessageCount = number;

/** How many messages the campaign has made, and how many of them are in each status now. `total` grows while a run that has just started is still making them. Messages that follow-up rules sent do not count. */
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
}

/** One template for every contact of one list. An instant is null until it has come about: `scheduled_at` is when it is to launch by itself, `started_at` when its latest run began, `completed_at` when it was completed, `failed_at` when it last went to `error`. */
export interface Campaign {
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  id: Uuid;
  /** A name for people to read. Spaces around it are removed; what is left has a length of 1 to 120. */
  name: ResourceName;
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  template_id: Uuid;
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  list_id: Uuid;
  /**
   * The sender that the campaign was created with; null where its messages go out from the
   * channel's default sender.
   * @example 01a1e473-6838-7a1e-a5f2-6d0c8b9e4f37
   */
  sender_id: string | null;
  /** The way in which a message reaches its recipient. */
  channel: Channel;
  /** Where a campaign stands. `draft`: not launched. `scheduled`: it launches by itself at `scheduled_at`. `running`: its messages are being made, sent and followed. `completed`: each of its messages has come to its end. `error`: it stopped before that, or did not start as scheduled; `error.code` says why. */
  status: CampaignStatus;
  /** Why its status is `error`; null in any other status. */
  error: CampaignError | null;
  /** How many messages the campaign has made, and how many of them are in each status now. `total` grows while a run that has just started is still making them. Messages that follow-up rules sent do not count. */
  progress: CampaignProgress;
  /**
   * How many messages there will be, as far as the list tells now: while a run is still making
   * them, and `progress.total` grows. Null at any other time.
   * @example 4589
   */
  expected_total: number | null;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /** An instant in UTC, to the second. */
  updated_at: Timestamp;
  /** An instant in UTC, to the second; null while it has not come about. */
  scheduled_at: NullableTimestamp;
  /** An instant in UTC, to the second; null while it has not come about. */
  started_at: NullableTimestamp;
  /** An instant in UTC, to the second; null while it has not come about. */
  completed_at: NullableTimestamp;
  /** An instant in UTC, to the second; null while it has not come about. */
  failed_at: NullableTimestamp;
}

/** A page of campaigns. */
export interface CampaignPage {
  /** The entries of this page, newest first. */
  data: Campaign[];
  /** Where this page stands in the whole list. */
  pagination: Pagination;
}

/** A new campaign. */
export interface CreateCampaignRequest {
  /** A name for people to read. Spaces around it are removed; what is left has a length of 1 to 120. */
  name: ResourceName;
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  template_id: Uuid;
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  list_id: Uuid;
  /** The sender that the messages go out from, by its id in `GET /senders`. Without it the channel's default sender is used. A sender that the account does not have, or that belongs to another channel, is 422. */
  sender_id?: SenderChoice;
}

/** What to change of a campaign. Only its name can change. */
export interface UpdateCampaignRequest {
  /** A name for people to read. Spaces around it are removed; what is left has a length of 1 to 120. */
  name?: ResourceName;
}

/** When a campaign is to launch by itself. */
export interface ScheduleCampaignRequest {
  /** An RFC 3339 instant of at most 40 characters, in a year from 0000 to 9999, with any offset and any fraction of a second. A leap second is accepted at the end of a UTC month and stands for the second after it. Responses are in UTC and precise to the second. */
  scheduled_at: TimestampInput;
}

/** A day of UTC: an RFC 3339 date such as `2026-01-31`, or an instant, which stands for the day that it is in. */
export type DayInput = string;

/** The sums for one key. A row has exactly one of `day`, `hour`, `channel`, `campaign_id` and `template_id`: the one that `group_by` asked for. `campaign_id` null stands for messages outside campaigns, `template_id` null for those whose content was in the request. */
export interface UsageRow {
  /**
   * A day of UTC.
   * @example 2026-11-20
   */
  day?: string;
  /**
   * The beginning of an hour of UTC.
   * @example 2026-11-20T14:00:00Z
   */
  hour?: string;
  /** The way in which a message reaches its recipient. */
  channel?: Channel;
  /** A UUIDv7, or null where there is nothing to refer to. */
  campaign_id?: NullableUuid;
  /** A UUIDv7, or null where there is nothing to refer to. */
  template_id?: NullableUuid;
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
  /** An amount of money in millionths of a real, so that 1000000 is R$ 1,00. */
  price: MicroUnits;
}

/** Messages and their cost, summed up. */
export interface UsageReport {
  /** One row for each key that has messages, in the order of the keys. */
  data: UsageRow[];
}

/**
 * Where events are posted. Only `https` and only public addresses, unless the operator of this installation
 * allows others; what is not allowed is answered with 422.
 * @example https://painel.padariasol.com.br/recado/eventos
 */
export type WebhookUrl = string;

/** The types of events that the endpoint hears of; of others it hears nothing. A new endpoint that names none hears of `message_update` alone. */
export type WebhookEventTypes = WebhookEventType[];

/** The types of events that the endpoint hears of; of others it hears nothing. A new endpoint that names none hears of `message_update` alone. */
export type WebhookEventTypesInput = WebhookEventTypeInput[];

/** Whether events are delivered to an endpoint. */
export type WebhookStatus = ("enabled" | "disabled") | (string & {});

/** Whether events are delivered to an endpoint. */
export type WebhookStatusInput = "enabled" | "disabled";

/** How an endpoint has answered. A delivery counts once, by its latest attempt, from the first attempt on: a failing endpoint shows at once, while its deliveries are still retried. Counts are kept by quarters of an hour, so that they cover up to 15 minutes more than 24 hours. Test events count, too. */
export interface WebhookHealth {
  /**
   * Deliveries whose latest attempt was made in the last 24 hours and got a 2xx.
   * @example 2096
   */
  delivered: number;
  /**
   * Deliveries whose latest attempt was made in the last 24 hours and got no 2xx. Some are still
   * retried, and count as `delivered` as soon as an attempt gets one.
   * @example 28
   */
  failed: number;
  /** The latest attempt, whenever it was made. Null before the first one, and after the endpoint got another `url` or was enabled. */
  last_attempt: WebhookAttempt | null;
  /**
   * When the first attempt failed after the latest one that got a 2xx. Null where no attempt has
   * failed since, and after the endpoint got another `url` or was enabled. Five days after it the
   * endpoint is disabled, unless a delivery gets through.
   * @example 2026-11-20T12:00:05Z
   */
  failing_since: string | null;
}

/** An endpoint of yours that events are posted to. */
export interface Webhook {
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  id: Uuid;
  /** Where events are posted. Only `https` and only public addresses, unless the operator of this installation allows others; what is not allowed is answered with 422. */
  url: WebhookUrl;
  /**
   * What the endpoint is for, in your words.
   * @example Painel de entregas
   */
  description: string | null;
  /** The types of events that the endpoint hears of; of others it hears nothing. A new endpoint that names none hears of `message_update` alone. */
  event_types: WebhookEventTypes;
  /** Whether events are delivered to an endpoint. */
  status: WebhookStatus;
  /** Why it is disabled: `manual` (you did it), `gone` (it answered 410), `failing` (nothing got through for five days). Null while it is enabled. */
  disabled_reason: "manual" | "gone" | "failing" | null;
  /** How an endpoint has answered. A delivery counts once, by its latest attempt, from the first attempt on: a failing endpoint shows at once, while its deliveries are still retried. Counts are kept by quarters of an hour, so that they cover up to 15 minutes more than 24 hours. Test events count, too. */
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
  /** Where this page stands in the whole list. */
  pagination: Pagination;
}

/** A new endpoint. */
export interface CreateWebhookRequest {
  /** Where events are posted. Only `https` and only public addresses, unless the operator of this installation allows others; what is not allowed is answered with 422. */
  url: WebhookUrl;
  /**
   * What the endpoint is for, in your words.
   * @example Painel de entregas
   */
  description?: string | null;
  /** The types of events that the endpoint hears of; of others it hears nothing. A new endpoint that names none hears of `message_update` alone. */
  event_types?: WebhookEventTypesInput;
}

/** An endpoint together with its signing secret, which is shown this once. */
export interface WebhookWithSecret {
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  id: Uuid;
  /** Where events are posted. Only `https` and only public addresses, unless the operator of this installation allows others; what is not allowed is answered with 422. */
  url: WebhookUrl;
  /**
   * What the endpoint is for, in your words.
   * @example Painel de entregas
   */
  description: string | null;
  /** The types of events that the endpoint hears of; of others it hears nothing. A new endpoint that names none hears of `message_update` alone. */
  event_types: WebhookEventTypes;
  /** Whether events are delivered to an endpoint. */
  status: WebhookStatus;
  /** Why it is disabled: `manual` (you did it), `gone` (it answered 410), `failing` (nothing got through for five days). Null while it is enabled. */
  disabled_reason: "manual" | "gone" | "failing" | null;
  /** How an endpoint has answered. A delivery counts once, by its latest attempt, from the first attempt on: a failing endpoint shows at once, while its deliveries are still retried. Counts are kept by quarters of an hour, so that they cover up to 15 minutes more than 24 hours. Test events count, too. */
  health: WebhookHealth;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /** An instant in UTC, to the second. */
  updated_at: Timestamp;
  /**
   * Signs the requests to this endpoint. The key of the HMAC is what the part behind `whsec_`
   * decodes to from base64.
   * @example whsec_9wXoLkq3vB1mT7yR5uZc0aEJ8hNfPd2sGiVx6QbYt4I=
   */
  secret: string;
}

/** What to change of an endpoint. Fields that are left out stay as they are. */
export interface UpdateWebhookRequest {
  /** Where events are posted. Only `https` and only public addresses, unless the operator of this installation allows others; what is not allowed is answered with 422. */
  url?: WebhookUrl;
  /**
   * What the endpoint is for, in your words; null takes it away.
   * @example Painel de entregas
   */
  description?: string | null;
  /** The types of events that the endpoint hears of; of others it hears nothing. A new endpoint that names none hears of `message_update` alone. */
  event_types?: WebhookEventTypes;
  /** Whether events are delivered to an endpoint. */
  status?: WebhookStatus;
}

/** Which event to send: one of the types that the endpoint hears of, another is answered with 422. Left out, it is the first in the endpoint's `event_types`. */
export interface TestWebhookRequest {
  /** What an event tells of. `message_update`: a message of yours got a new status. `inbound_message`: a person sent a message to one of your senders. `campaign_update`: a campaign got a new status. */
  event_type?: WebhookEventType;
}

/** A delivery together with what its requests carry. */
export interface WebhookDeliveryWithPayload {
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  id: Uuid;
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  webhook_id: Uuid;
  /** What an event tells of. `message_update`: a message of yours got a new status. `inbound_message`: a person sent a message to one of your senders. `campaign_update`: a campaign got a new status. */
  event_type: WebhookEventType;
  /** `pending` while attempts go on, `delivered` after a 2xx, `abandoned` after the fifth attempt without one. */
  status: WebhookDeliveryStatus;
  /** The events in the batch, by their ids, in the order in which they are sent. */
  event_ids: Uuid[];
  /** The attempts so far, oldest first; no more than the last hundred. */
  attempts: WebhookAttempt[];
  /** An instant in UTC, to the second; null while it has not come about. */
  next_attempt_at: NullableTimestamp;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /**
   * The body of its requests, byte for byte as it is signed: a JSON array of the events. What a
   * person said is taken out of it when the contact is deleted. Null to a key without
   * `messages:read`.
   * @example
   * [{"id":"01a1f8d3-edd0-7c93-b5a7-2e8f6d4c1a09","type":"message_update","created_at":"2026-11-20T12:00:01Z","data":{}}]
   */
  payload: string | null;
}

/** What a key may do. Each operation asks for one of these. */
export type ApiKeyScope =
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
  | "senders:read";

/** What the key may do. */
export type ApiKeyScopes = ApiKeyScope[];

/** A key of this account, without the secret itself. */
export interface ApiKey {
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  id: Uuid;
  /** A name for people to read. Spaces around it are removed; what is left has a length of 1 to 120. */
  name: ResourceName;
  /**
   * The beginning of the key, to recognize it by.
   * @example st_7c1f04ab
   */
  prefix: string;
  /** What the key may do. */
  scopes: ApiKeyScopes;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /** An instant in UTC, to the second; null while it has not come about. */
  last_used_at: NullableTimestamp;
  /** An instant in UTC, to the second; null while it has not come about. */
  expires_at: NullableTimestamp;
  /** An instant in UTC, to the second; null while it has not come about. */
  revoked_at: NullableTimestamp;
}

/** A page of API keys. */
export interface ApiKeyPage {
  /** The entries of this page, newest first. */
  data: ApiKey[];
  /** Where this page stands in the whole list. */
  pagination: Pagination;
}

/** A new key. */
export interface CreateApiKeyRequest {
  /** A name for people to read. Spaces around it are removed; what is left has a length of 1 to 120. */
  name: ResourceName;
  /** What the key may do. */
  scopes: ApiKeyScopes;
  /** An RFC 3339 instant of at most 40 characters, in a year from 0000 to 9999, with any offset and any fraction of a second. A leap second is accepted at the end of a UTC month and stands for the second after it. Responses are in UTC and precise to the second. */
  expires_at?: TimestampInput;
}

/** A new key together with its secret, which is shown this once. */
export interface ApiKeyWithSecret {
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  id: Uuid;
  /** A name for people to read. Spaces around it are removed; what is left has a length of 1 to 120. */
  name: ResourceName;
  /**
   * The beginning of the key, to recognize it by.
   * @example st_7c1f04ab
   */
  prefix: string;
  /** What the key may do. */
  scopes: ApiKeyScopes;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /** Nobody has used it yet. */
  last_used_at: null;
  /** An instant in UTC, to the second; null while it has not come about. */
  expires_at: NullableTimestamp;
  /** Nobody has revoked it yet. */
  revoked_at: null;
  /**
   * The key itself, to be sent with each request. It cannot be read again.
   * @example st_7c1f04ab93d8e65217b0fca4d1389e7260bb5a4f08e3c917d62fa1540c8b7e39
   */
  key: string;
}

/** How the sender stands with its carrier. `ready`: nothing is in the way. `retrying`: the carrier could not take some of the messages that wait, and they are tried again. `unconnected`: the operator has no connection of this name, and its messages fail. */
export type SenderState = "ready" | "retrying" | "unconnected";

/** An address that messages are sent from, on one channel by one carrier. */
export interface Sender {
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  id: Uuid;
  /** The way in which a message reaches its recipient. */
  channel: Channel;
  /**
   * A short code or number for SMS, an agent id for RCS, a number for voice.
   * @example 27000
   */
  address: string;
  /**
   * The carrier connection that takes its messages, `sandbox` among them.
   * @example zenvia
   */
  carrier: string;
  /** True for the sender that the channel uses when nothing else is said. */
  is_default: boolean;
  /**
   * How many messages a second are handed to the carrier at most.
   * @example 50
   */
  max_per_second: number;
  /** How the sender stands with its carrier. `ready`: nothing is in the way. `retrying`: the carrier could not take some of the messages that wait, and they are tried again. `unconnected`: the operator has no connection of this name, and its messages fail. */
  state: SenderState;
  /**
   * Since when the longest of the sender's messages waits that the carrier has not taken yet, in
   * UTC, to the second; null while none waits. Those of stopped campaigns do not count.
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
  /** Where this page stands in the whole list. */
  pagination: Pagination;
}

/** What changed. */
export interface MessageUpdateData {
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  message_id: Uuid;
  /** Where a message stands. `pending`: waiting for its carrier. `blocked`: the recipient is suppressed on the channel; it is not sent. `error`: it could not be made ready for a carrier. `sent`: a carrier took it. `delivered`, `read`: what the carrier reported. `undelivered`: the carrier gave up. `failed`: no carrier took it. `expired`: its time ran out. */
  status: MessageStatus;
  /** The status before; null on the first event of a message. */
  previous_status: MessageStatus | null;
  /**
   * Counts the changes of one message from 1. Events may come out of order; the highest number is
   * the latest.
   * @example 3
   */
  sequence: number;
  /** The way in which a message reaches its recipient. */
  channel: Channel;
  /** A telephone number in E.164. */
  to: PhoneNumber;
  /** A UUIDv7, or null where there is nothing to refer to. */
  template_id: NullableUuid;
  /** A UUIDv7, or null where there is nothing to refer to. */
  campaign_id: NullableUuid;
  /**
   * Your own name for the message, if you gave one.
   * @example pedido-48213
   */
  client_reference: string | null;
  /** Why, where the change was for the worse. */
  error: MessageError | null;
  /** An amount of money in millionths of a real, so that 1000000 is R$ 1,00. */
  price: MicroUnits;
  /** An instant in UTC, to the second. */
  occurred_at: Timestamp;
}

/** A message got a new status. Its first status counts as one. */
export interface MessageUpdateEvent {
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  id: Uuid;
  /** Always `message_update`. */
  type: "message_update";
  /** True on events that were asked for by a test and whose data is made up; absent on all others. */
  test?: true;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /** What changed. */
  data: MessageUpdateData;
}

/** The events of one request. */
export type MessageUpdateEvents = MessageUpdateEvent[];

/** A person sent a message to one of your senders. */
export interface InboundMessageEvent {
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  id: Uuid;
  /** Always `inbound_message`. */
  type: "inbound_message";
  /** True on events that were asked for by a test and whose data is made up; absent on all others. */
  test?: true;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /** A message that a person sent to one of your senders. `paired_message_id` is the message of yours that it answers, and `campaign_id` the campaign of that message. The carrier may say which message it is; else it is the newest one that was sent to this number from this sender in the 7 days before. `contact_id` is the contact with this number. Each of the three is null where there is none. Once the contact is deleted, `text`, `file`, `location` and `postback_data` are null. */
  data: InboundMessage;
}

/** The events of one request. */
export type InboundMessageEvents = InboundMessageEvent[];

/** What changed, and where the campaign's messages stood at that moment. */
export interface CampaignUpdateData {
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  campaign_id: Uuid;
  /** Where a campaign stands. `draft`: not launched. `scheduled`: it launches by itself at `scheduled_at`. `running`: its messages are being made, sent and followed. `completed`: each of its messages has come to its end. `error`: it stopped before that, or did not start as scheduled; `error.code` says why. */
  status: CampaignStatus;
  /** The status before; null on the first event of a campaign. */
  previous_status: CampaignStatus | null;
  /** How many messages the campaign has made, and how many of them are in each status now. `total` grows while a run that has just started is still making them. Messages that follow-up rules sent do not count. */
  progress: CampaignProgress;
  /** Why its status is `error`; null in any other status. */
  error: CampaignError | null;
  /** An instant in UTC, to the second. */
  occurred_at: Timestamp;
}

/** A campaign got a new status. Its first status counts as one. */
export interface CampaignUpdateEvent {
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  id: Uuid;
  /** Always `campaign_update`. */
  type: "campaign_update";
  /** True on events that were asked for by a test and whose data is made up; absent on all others. */
  test?: true;
  /** An instant in UTC, to the second. */
  created_at: Timestamp;
  /** What changed, and where the campaign's messages stood at that moment. */
  data: CampaignUpdateData;
}

/** The events of one request. */
export type CampaignUpdateEvents = CampaignUpdateEvent[];

/** Parameters of `files.list`. */
export interface ListFilesParams {
  /** Only files of this kind. */
  kind?: FileKind;
  /** `pending` until the bytes have arrived and were confirmed, then `uploaded`. */
  status?: FileStatusInput;
  /**
   * How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is
   * refused with 400, which says what limit would do.
   * @default 25
   */
  limit?: number;
  /**
   * How many entries to skip.
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
  /** Only these channels. Repeat the parameter for several. */
  channel?: Channel[];
  /** Only templates whose name contains this text. Case and accents do not count. */
  search?: string;
  /**
   * How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is
   * refused with 400, which says what limit would do.
   * @default 25
   */
  limit?: number;
  /**
   * How many entries to skip.
   * @default 0
   */
  offset?: number;
}

/** Parameters of `templates.get`. */
export interface GetTemplateParams {
  /** The id of the template. */
  template_id: Uuid;
}

/** What to change of a template. Fields that are left out stay as they are; the channel is fixed. */
export interface UpdateTemplateParams {
  /** The id of the template. */
  template_id: Uuid;
  /** A name for people to read. Spaces around it are removed; what is left has a length of 1 to 120. */
  name?: ResourceName;
  /** What a message says. `type` tells the forms apart: SMS takes `text` without suggestions; RCS takes `text`, `card` and `carousel`; voice takes `audio`. A form that the channel does not take is answered with 422. All texts, including URLs, labels and postback data, may hold placeholders such as `{{ first_name }}`; at most 100 different ones. */
  content?: Content;
  /** The follow-up rules that take the place of all it had; `[]` leaves it without any. */
  follow_ups?: FollowUpRuleInput[];
}

/** Parameters of `templates.delete`. */
export interface DeleteTemplateParams {
  /** The id of the template. */
  template_id: Uuid;
}

/** Parameters of `contacts.list`. */
export interface ListContactsParams {
  /** Only contacts whose name or number in E.164 contains this text. Case and accents do not count. A search that takes longer than 5 seconds is refused with 400 and names this field: look for more of the name or number. */
  search?: string;
  /** Only the contact with this number, however it is written; `+` in a URL is `%2B`. One that is not a valid phone number is answered with 400. */
  phone?: string;
  /**
   * How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is
   * refused with 400, which says what limit would do.
   * @default 25
   */
  limit?: number;
  /**
   * How many entries to skip.
   * @default 0
   */
  offset?: number;
}

/** Parameters of `contacts.getVariables`. */
export interface GetContactVariablesParams {
  /** Only the contacts of this list. A list that the account does not have is answered with 404. */
  list_id?: Uuid;
}

/** Parameters of `contacts.get`. */
export interface GetContactParams {
  /** The id of the contact. */
  contact_id: Uuid;
}

/** What to change of a contact. Fields that are left out stay as they are. */
export interface UpdateContactParams {
  /** The id of the contact. */
  contact_id: Uuid;
  /** A telephone number as people in Brazil write it, or in E.164. It is brought to E.164 before use; one that cannot be is answered with 422. */
  phone?: PhoneNumberInput;
  /** The contact's name; null where there is none, and in a request to take it away. Spaces around it are removed; what is left has a length of 1 to 120. */
  name?: ContactName;
  /** What is known of the contact, by names of your choice. Templates read it for placeholders of the same name, before the contact's own `name` and `phone`, which are also known as `nome` and `telefone`. */
  attributes?: ContactAttributes;
}

/** Parameters of `contacts.delete`. */
export interface DeleteContactParams {
  /** The id of the contact. */
  contact_id: Uuid;
}

/** Parameters of `contactLists.list`. */
export interface ListContactListsParams {
  /** Only lists of this type. */
  type?: ContactListType;
  /** Only lists whose name contains this text. Case and accents do not count. */
  search?: string;
  /**
   * How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is
   * refused with 400, which says what limit would do.
   * @default 25
   */
  limit?: number;
  /**
   * How many entries to skip.
   * @default 0
   */
  offset?: number;
}

/** Parameters of `contactLists.get`. */
export interface GetContactListParams {
  /** The id of the contact list. */
  list_id: Uuid;
}

/** What to change of a contact list. Fields that are left out stay as they are; the type is fixed. */
export interface UpdateContactListParams {
  /** The id of the contact list. */
  list_id: Uuid;
  /** A name for people to read. Spaces around it are removed; what is left has a length of 1 to 120. */
  name?: ResourceName;
  /** The channels on which a `blacklist` suppresses its contacts, none if empty. Always empty on a `default` list. */
  channels?: ContactListChannels;
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
  /** Only contacts whose name or number in E.164 contains this text. Case and accents do not count. A search that takes longer than 5 seconds is refused with 400 and names this field: look for more of the name or number. */
  search?: string;
  /**
   * How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is
   * refused with 400, which says what limit would do.
   * @default 25
   */
  limit?: number;
  /**
   * How many entries to skip.
   * @default 0
   */
  offset?: number;
}

/** A contact by its number. Of a contact that is there already, fields that are left out stay as they are. */
export interface UpsertMemberParams {
  /** The id of the contact list. */
  list_id: Uuid;
  /** A telephone number as people in Brazil write it, or in E.164. It is brought to E.164 before use; one that cannot be is answered with 422. */
  phone: PhoneNumberInput;
  /** The contact's name; null where there is none, and in a request to take it away. Spaces around it are removed; what is left has a length of 1 to 120. */
  name?: ContactName;
  /** What is known of the contact, by names of your choice. Templates read it for placeholders of the same name, before the contact's own `name` and `phone`, which are also known as `nome` and `telefone`. */
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
   * How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is
   * refused with 400, which says what limit would do.
   * @default 25
   */
  limit?: number;
  /**
   * How many entries to skip.
   * @default 0
   */
  offset?: number;
}

/** The file to import from, and what its columns hold. */
export interface CreateImportParams {
  /** The id of the contact list. */
  list_id: Uuid;
  /** A UUIDv7. Ids of one resource sort in the order of creation. */
  file_id: Uuid;
  /** What columns of the file hold. A column that is not named here is read by its heading, unless another column is named for the same use. */
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
  /** Only these channels. Repeat the parameter for several. */
  channel?: Channel[];
  /** Only messages with one of these statuses. Repeat the parameter for several. */
  status?: MessageStatusInput[];
  /** Only what uses one of these templates. Repeat the parameter for several. */
  template_id?: Uuid[];
  /** Only messages of one of these campaigns. Repeat the parameter for several. */
  campaign_id?: Uuid[];
  /** Only messages that go out from one of these senders, removed ones included. Repeat the parameter for several. In an account with millions of messages, combine it with another filter: a list that takes longer than 5 seconds is refused with 400. */
  sender_id?: Uuid[];
  /** Only messages to one of these numbers, however they are written; `+` in a URL is `%2B`. One that is not a valid phone number is answered with 400. Repeat the parameter for several. */
  recipient?: string[];
  /** Only messages whose recipient's number or filled-in text contains this text. Case and accents do not count. Every message that passes the other filters is looked at: a search that takes longer than 5 seconds is refused with 400 and names this field. Narrow it with `from` and `to`, `recipient`, `status`, `template_id` or `campaign_id`. */
  search?: string;
  /** Only what was created at this instant or later. */
  from?: TimestampInput;
  /** Only what was created at this instant or earlier. It must not lie before `from`. */
  to?: TimestampInput;
  /**
   * How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is
   * refused with 400, which says what limit would do.
   * @default 25
   */
  limit?: number;
  /**
   * How many entries to skip.
   * @default 0
   */
  offset?: number;
}

/** Parameters of `messages.export`. */
export interface ExportMessagesParams {
  /** Only these channels. Repeat the parameter for several. */
  channel?: Channel[];
  /** Only messages with one of these statuses. Repeat the parameter for several. */
  status?: MessageStatusInput[];
  /** Only what uses one of these templates. Repeat the parameter for several. */
  template_id?: Uuid[];
  /** Only messages of one of these campaigns. Repeat the parameter for several. */
  campaign_id?: Uuid[];
  /** Only messages that go out from one of these senders, removed ones included. Repeat the parameter for several. In an account with millions of messages, combine it with another filter: a list that takes longer than 5 seconds is refused with 400. */
  sender_id?: Uuid[];
  /** Only messages to one of these numbers, however they are written; `+` in a URL is `%2B`. One that is not a valid phone number is answered with 400. Repeat the parameter for several. */
  recipient?: string[];
  /** Only messages whose recipient's number or filled-in text contains this text. Case and accents do not count. Every message that passes the other filters is looked at: a search that takes longer than 5 seconds is refused with 400 and names this field. Narrow it with `from` and `to`, `recipient`, `status`, `template_id` or `campaign_id`. */
  search?: string;
  /** Only what was created at this instant or later. */
  from?: TimestampInput;
  /** Only what was created at this instant or earlier. It must not lie before `from`. */
  to?: TimestampInput;
}

/** Parameters of `messages.get`. */
export interface GetMessageParams {
  /** The id of the message. */
  message_id: Uuid;
}

/** Parameters of `webhooks.listDeliveriesOfMessage`. */
export interface ListWebhookDeliveriesOfMessageParams {
  /** The id of the message. */
  message_id: Uuid;
  /**
   * How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is
   * refused with 400, which says what limit would do.
   * @default 25
   */
  limit?: number;
  /**
   * How many entries to skip.
   * @default 0
   */
  offset?: number;
}

/** Parameters of `inbound.listMessages`. */
export interface ListInboundMessagesParams {
  /** Only what came from one of these numbers, however they are written; `+` in a URL is `%2B`. One that is not a valid phone number is answered with 400. Repeat the parameter for several. */
  sender?: string[];
  /** Only what answers one of these messages of yours. Repeat the parameter for several. */
  paired_message_id?: Uuid[];
  /** Only what answers messages of one of these campaigns. Repeat the parameter for several. */
  campaign_id?: Uuid[];
  /** Only messages with one of these kinds of content. Repeat the parameter for several. */
  content_type?: InboundContentType[];
  /** Only messages whose text contains this text. Case and accents do not count. A search that takes longer than 5 seconds is refused with 400 and names this field: narrow it with `from` and `to`, `sender`, `paired_message_id` or `campaign_id`. */
  search?: string;
  /** Only what was received at this instant or later. */
  from?: TimestampInput;
  /** Only what was received at this instant or earlier. It must not lie before `from`. */
  to?: TimestampInput;
  /**
   * How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is
   * refused with 400, which says what limit would do.
   * @default 25
   */
  limit?: number;
  /**
   * How many entries to skip.
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
  /** Only what came from one of these numbers, however they are written; `+` in a URL is `%2B`. One that is not a valid phone number is answered with 400. Repeat the parameter for several. */
  sender?: string[];
  /** Only what answers one of these messages of yours. Repeat the parameter for several. */
  paired_message_id?: Uuid[];
  /** Only what answers messages of one of these campaigns. Repeat the parameter for several. */
  campaign_id?: Uuid[];
  /** Only events whose action label contains this text. Case and accents do not count. A search that takes longer than 5 seconds is refused with 400 and names this field: narrow it with `from` and `to`, `sender`, `paired_message_id` or `campaign_id`. */
  search?: string;
  /** Only what was received at this instant or later. */
  from?: TimestampInput;
  /** Only what was received at this instant or earlier. It must not lie before `from`. */
  to?: TimestampInput;
  /**
   * How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is
   * refused with 400, which says what limit would do.
   * @default 25
   */
  limit?: number;
  /**
   * How many entries to skip.
   * @default 0
   */
  offset?: number;
}

/** Parameters of `inbound.getRcsEvent`. */
export interface GetInboundRcsEventParams {
  /** The id of the inbound RCS event. */
  inbound_rcs_event_id: Uuid;
}

/** Parameters of `campaigns.list`. */
export interface ListCampaignsParams {
  /** Only these channels. Repeat the parameter for several. */
  channel?: Channel[];
  /** Only campaigns with one of these statuses. Repeat the parameter for several. */
  status?: CampaignStatusInput[];
  /** Only what uses one of these templates. Repeat the parameter for several. */
  template_id?: Uuid[];
  /** Only campaigns that are sent to one of these contact lists. Repeat the parameter for several. */
  list_id?: Uuid[];
  /** Only campaigns whose name contains this text. Case and accents do not count. */
  search?: string;
  /** Only campaigns that were created at this instant or later. */
  created_from?: TimestampInput;
  /** Only campaigns that were created at this instant or earlier. It must not lie before `created_from`. */
  created_to?: TimestampInput;
  /**
   * How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is
   * refused with 400, which says what limit would do.
   * @default 25
   */
  limit?: number;
  /**
   * How many entries to skip.
   * @default 0
   */
  offset?: number;
}

/** Parameters of `campaigns.get`. */
export interface GetCampaignParams {
  /** The id of the campaign. */
  campaign_id: Uuid;
}

/** What to change of a campaign. Only its name can change. */
export interface UpdateCampaignParams {
  /** The id of the campaign. */
  campaign_id: Uuid;
  /** A name for people to read. Spaces around it are removed; what is left has a length of 1 to 120. */
  name?: ResourceName;
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

/** When a campaign is to launch by itself. */
export interface ScheduleCampaignParams {
  /** The id of the campaign. */
  campaign_id: Uuid;
  /** An RFC 3339 instant of at most 40 characters, in a year from 0000 to 9999, with any offset and any fraction of a second. A leap second is accepted at the end of a UTC month and stands for the second after it. Responses are in UTC and precise to the second. */
  scheduled_at: TimestampInput;
}

/** Parameters of `campaigns.cancelSchedule`. */
export interface CancelScheduleParams {
  /** The id of the campaign. */
  campaign_id: Uuid;
}

/** Parameters of `usage.get`. */
export interface GetUsageParams {
  /** Only messages of this day or later. By hour an instant stands for the hour of UTC that it is in. */
  from?: DayInput;
  /** Only messages of this day or earlier. It must not be before `from`. By hour an instant stands for the hour of UTC that it is in. */
  to?: DayInput;
  /**
   * What each row stands for.
   * @default day
   */
  group_by?: "day" | "channel" | "campaign" | "template" | "hour";
  /** Only these channels. Repeat the parameter for several. */
  channel?: Channel[];
}

/** Parameters of `webhooks.list`. */
export interface ListWebhooksParams {
  /**
   * How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is
   * refused with 400, which says what limit would do.
   * @default 25
   */
  limit?: number;
  /**
   * How many entries to skip.
   * @default 0
   */
  offset?: number;
}

/** Parameters of `webhooks.get`. */
export interface GetWebhookParams {
  /** The id of the endpoint. */
  webhook_id: Uuid;
}

/** What to change of an endpoint. Fields that are left out stay as they are. */
export interface UpdateWebhookParams {
  /** The id of the endpoint. */
  webhook_id: Uuid;
  /** Where events are posted. Only `https` and only public addresses, unless the operator of this installation allows others; what is not allowed is answered with 422. */
  url?: WebhookUrl;
  /**
   * What the endpoint is for, in your words; null takes it away.
   * @example Painel de entregas
   */
  description?: string | null;
  /** The types of events that the endpoint hears of; of others it hears nothing. A new endpoint that names none hears of `message_update` alone. */
  event_types?: WebhookEventTypesInput;
  /** Whether events are delivered to an endpoint. */
  status?: WebhookStatusInput;
}

/** Parameters of `webhooks.delete`. */
export interface DeleteWebhookParams {
  /** The id of the endpoint. */
  webhook_id: Uuid;
}

/** Parameters of `webhooks.rotateSecret`. */
export interface RotateWebhookSecretParams {
  /** The id of the endpoint. */
  webhook_id: Uuid;
}

/** Which event to send: one of the types that the endpoint hears of, another is answered with 422. Left out, it is the first in the endpoint's `event_types`. */
export interface TestWebhookParams {
  /** The id of the endpoint. */
  webhook_id: Uuid;
  /** What an event tells of. `message_update`: a message of yours got a new status. `inbound_message`: a person sent a message to one of your senders. `campaign_update`: a campaign got a new status. */
  event_type?: WebhookEventTypeInput;
}

/** Parameters of `webhooks.listDeliveries`. */
export interface ListWebhookDeliveriesParams {
  /** The id of the endpoint. */
  webhook_id: Uuid;
  /** Only deliveries with one of these statuses. Repeat the parameter for several. */
  status?: WebhookDeliveryStatusInput[];
  /** Only deliveries of events of one of these types. Repeat the parameter for several. */
  event_type?: WebhookEventTypeInput[];
  /**
   * How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is
   * refused with 400, which says what limit would do.
   * @default 25
   */
  limit?: number;
  /**
   * How many entries to skip.
   * @default 0
   */
  offset?: number;
}

/** Parameters of `webhooks.getDelivery`. */
export interface GetWebhookDeliveryParams {
  /** The id of the endpoint. */
  webhook_id: Uuid;
  /** The id of the delivery. */
  delivery_id: Uuid;
}

/** Parameters of `webhooks.retryDelivery`. */
export interface RetryWebhookDeliveryParams {
  /** The id of the endpoint. */
  webhook_id: Uuid;
  /** The id of the delivery. */
  delivery_id: Uuid;
}

/** Parameters of `apiKeys.list`. */
export interface ListApiKeysParams {
  /**
   * How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is
   * refused with 400, which says what limit would do.
   * @default 25
   */
  limit?: number;
  /**
   * How many entries to skip.
   * @default 0
   */
  offset?: number;
}

/** Parameters of `apiKeys.revoke`. */
export interface RevokeApiKeyParams {
  /** The id of the key, not the key itself. */
  key_id: Uuid;
}

/** Parameters of `senders.list`. */
export interface ListSendersParams {
  /**
   * How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is
   * refused with 400, which says what limit would do.
   * @default 25
   */
  limit?: number;
  /**
   * How many entries to skip.
   * @default 0
   */
  offset?: number;
}

/** An event that the service posts. */
export type WebhookEvent = MessageUpdateEvent | InboundMessageEvent | CampaignUpdateEvent;
