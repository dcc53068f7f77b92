// Generated from openapi/carriers/zenvia.yaml by `npm run generate`. Edits are lost.

export interface paths {
    "/channels/sms/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an SMS */
        post: operations["sendSms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/channels/rcs/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an RCS message */
        post: operations["sendRcs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/channels/voice/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a voice message */
        post: operations["sendVoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List subscriptions */
        get: operations["listSubscriptions"];
        put?: never;
        /**
         * Create a subscription
         * @description Creates a subscription. At most two can exist for the same event type and channel.
         */
        post: operations["createSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{subscriptionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                subscriptionId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a subscription */
        delete: operations["deleteSubscription"];
        options?: never;
        head?: never;
        /** Update a subscription */
        patch: operations["updateSubscription"];
        trace?: never;
    };
}
export interface webhooks {
    event: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive an event
         * @description Posted for each event. Zenvia waits five seconds for the response, and counts a response that takes longer than a second as a failure. It retries an event that did not get 200 after at least 30 seconds, up to 30 times. Too many failures make a subscription `DEGRADED` and then `INACTIVE`. Requests are not signed.
         */
        post: operations["receiveEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Addressed: {
            /** @description Recado's id of the message, which events repeat. */
            externalId: string;
            /** @description The sender, under its name in Zenvia's console. */
            from: string;
            /**
             * @description The recipient's number with its country code, digits only.
             * @example 5511987654321
             */
            to: string;
        };
        SmsMessage: components["schemas"]["Addressed"] & {
            contents: components["schemas"]["SmsText"][];
        };
        RcsMessage: components["schemas"]["Addressed"] & {
            contents: components["schemas"]["RcsContent"][];
        };
        VoiceMessage: components["schemas"]["Addressed"] & {
            contents: components["schemas"]["Call"][];
        };
        SmsText: {
            /** @constant */
            type: "text";
            text: string;
            /**
             * @description Encoding of the SMS. `MORE_CHARACTERS_PER_MESSAGE` stands for the 7-bit alphabet, `MORE_CHARACTER_SUPPORT` for UCS-2. Without it, Zenvia chooses by its own alphabet.
             * @enum {string}
             */
            encodingStrategy: "MORE_CHARACTERS_PER_MESSAGE" | "MORE_CHARACTER_SUPPORT";
        };
        Call: {
            /** @constant */
            type: "call";
            /** @description Audio files, played one after the other. */
            audio: {
                /** @constant */
                type: "file";
                /** @description URL from which Zenvia fetches the audio, MP3 or WAV, at most 5 MB. */
                fileUrl: string;
            }[];
        };
        RcsContent: components["schemas"]["RcsText"] | components["schemas"]["RcsReplyableText"] | components["schemas"]["RcsCard"] | components["schemas"]["RcsCarousel"];
        RcsText: {
            /** @constant */
            type: "text";
            text: string;
        };
        RcsReplyableText: {
            /** @constant */
            type: "replyable_text";
            text: string;
            quickReplyButtons: components["schemas"]["QuickReplyButtons"];
        };
        RcsCard: {
            /** @constant */
            type: "card";
            title?: string;
            /** @description Text below the title. */
            text?: string;
            media?: {
                /** @description URL from which Zenvia fetches the image or video. */
                url: string;
                /** @description Description of the media that screen readers speak. */
                caption?: string;
                /**
                 * @description Position of the media in the card, with its height if it is above the text.
                 * @enum {string}
                 */
                disposition: "ON_THE_LEFT" | "ON_THE_RIGHT" | "ON_THE_TOP_SHORT_HEIGHT" | "ON_THE_TOP_MEDIUM_HEIGHT" | "ON_THE_TOP_TALL_HEIGHT";
            };
            buttons?: components["schemas"]["CardButtons"];
            quickReplyButtons?: components["schemas"]["QuickReplyButtons"];
        };
        RcsCarousel: {
            /** @constant */
            type: "carousel";
            /** @enum {string} */
            cardWidth: "SMALL" | "MEDIUM";
            cards: {
                title?: string;
                text?: string;
                media?: {
                    url: string;
                    caption?: string;
                    /** @enum {string} */
                    disposition: "ON_THE_TOP_SHORT_HEIGHT" | "ON_THE_TOP_MEDIUM_HEIGHT" | "ON_THE_TOP_TALL_HEIGHT";
                };
                buttons?: components["schemas"]["CardButtons"];
            }[];
            quickReplyButtons?: components["schemas"]["QuickReplyButtons"];
        };
        /** @description Buttons under the message, until the person taps one of them. */
        QuickReplyButtons: components["schemas"]["Button"][];
        /** @description Buttons in a card, which stay. */
        CardButtons: components["schemas"]["Button"][];
        Button: components["schemas"]["ReplyButton"] | components["schemas"]["LinkButton"] | components["schemas"]["DialButton"] | components["schemas"]["ViewLocationButton"] | components["schemas"]["ShareLocationButton"] | components["schemas"]["CalendarEventButton"];
        Tappable: {
            /** @description Label of the button. */
            text: string;
            /** @description Data that is returned when the button is tapped. A `text` button returns it in a `MESSAGE`, any other button in a `MESSAGE_STATUS`. */
            payload: string;
        };
        ReplyButton: components["schemas"]["Tappable"] & {
            /** @constant */
            type: "text";
        };
        LinkButton: components["schemas"]["Tappable"] & {
            /** @constant */
            type: "link";
            url: string;
        };
        DialButton: components["schemas"]["Tappable"] & {
            /** @constant */
            type: "dial";
            /**
             * @description E.164.
             * @example +558006464777
             */
            phoneNumber: string;
        };
        ViewLocationButton: components["schemas"]["Tappable"] & {
            /** @constant */
            type: "view_location";
            /**
             * @description Degrees.
             * @example -23.557260
             */
            latitude: string;
            /**
             * @description Degrees.
             * @example -46.661030
             */
            longitude: string;
            /** @description Label beside the pin. */
            label?: string;
        };
        ShareLocationButton: components["schemas"]["Tappable"] & {
            /** @constant */
            type: "share_location";
        };
        CalendarEventButton: components["schemas"]["Tappable"] & {
            /** @constant */
            type: "calendar_event";
            /**
             * @description RFC 3339.
             * @example 2026-01-15T17:30:00-03:00
             */
            startTime: string;
            /**
             * @description RFC 3339.
             * @example 2026-01-15T18:30:00-03:00
             */
            endTime: string;
            title: string;
        };
        SentMessage: {
            /** @description Zenvia's id of the message, as in events. */
            id?: string;
        };
        NewSubscription: {
            eventType: components["schemas"]["EventType"];
            webhook: components["schemas"]["Webhook"];
            criteria: components["schemas"]["Criteria"];
            /**
             * @description Version of the event format.
             * @enum {string}
             */
            version: "v2";
        };
        SubscriptionUpdate: {
            webhook?: components["schemas"]["Webhook"];
            /** @enum {string} */
            status?: "ACTIVE" | "INACTIVE";
        };
        Subscription: {
            id?: string;
            /** @description Type of the events. Zenvia has more types than Recado subscribes to. */
            eventType?: string;
            webhook?: components["schemas"]["Webhook"];
            criteria?: {
                channel?: string;
                direction?: string;
            };
            /** @enum {string} */
            status?: "ACTIVE" | "DEGRADED" | "INACTIVE";
            version?: string;
        };
        /** @enum {string} */
        EventType: "MESSAGE" | "MESSAGE_STATUS";
        Webhook: {
            /** @description URL that events are posted to. */
            url: string;
        };
        Criteria: {
            /** @enum {string} */
            channel: "sms" | "rcs" | "voice";
            /**
             * @description Direction, only for `MESSAGE`.
             * @enum {string}
             */
            direction?: "IN" | "OUT" | "ALL";
        };
        Failure: {
            /** @example VALIDATION_ERROR */
            code?: string;
            message?: string;
            details?: {
                code?: string;
                /** @description The field. */
                path?: string;
                message?: string;
            }[];
        };
        /**
         * @example {
         *       "id": "3c6f0f6e-6d0d-4d5c-a1cb-2f2a4c1d7d11",
         *       "timestamp": "2026-01-31T12:00:01Z",
         *       "type": "MESSAGE_STATUS",
         *       "channel": "sms",
         *       "message": {
         *         "id": "8f3a",
         *         "externalId": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "direction": "OUT",
         *         "from": "27000",
         *         "to": "5511987654321"
         *       },
         *       "messageStatus": {
         *         "code": "DELIVERED",
         *         "timestamp": "2026-01-31T12:00:00Z"
         *       }
         *     }
         */
        Event: {
            /** @description Id of the event, the same in every attempt. */
            id?: string;
            timestamp?: string;
            /** @description Type of the event. Recado subscribes to `MESSAGE` and `MESSAGE_STATUS`; there are others. */
            type: string;
            channel?: string;
            /** @description Of `MESSAGE`: `IN` or `OUT`. */
            direction?: string;
            /** @description Id of the message, of `MESSAGE_STATUS` in older events without `message.id`. */
            messageId?: string;
            message?: components["schemas"]["EventMessage"];
            messageStatus?: components["schemas"]["MessageStatus"];
        };
        EventMessage: {
            id?: string;
            externalId?: string;
            /** @description Id of the message that this one replies to. */
            idRef?: string;
            from?: string;
            to?: string;
            direction?: string;
            channel?: string;
            contents?: components["schemas"]["InboundContent"][];
        };
        /** @description Content of an inbound message. Recado records `text`, `file` and `location`; there are other types. */
        InboundContent: {
            type?: string;
            text?: string;
            /** @description Payload of the tapped button, of a `text`. */
            payload?: string;
            fileUrl?: string;
            fileMimeType?: string;
            fileName?: string;
            fileCaption?: string;
            /** @description Status of a `file`. `REJECTED`: Zenvia has not stored it. */
            status?: string;
            latitude?: number;
            longitude?: number;
        };
        MessageStatus: {
            /** @description Status of the message. `SENT`, `DELIVERED`, `READ`, `NOT_DELIVERED`, `REJECTED`, `VERIFIED`, `CLICKED`, `DELETED`, and for calls `ACCEPTED`, `HANG_UP`, `TERMINATED` and `RECORDED`. */
            code?: string;
            timestamp?: string;
            channel?: string;
            description?: string;
            causes?: components["schemas"]["Cause"][];
            context?: {
                /** @description The tapped button, of `CLICKED`. */
                button?: {
                    type?: string;
                    payload?: string;
                };
            };
        };
        Cause: {
            /** @description Error code of the network or platform behind Zenvia. */
            channelErrorCode?: string;
            reason?: string;
            details?: string;
        };
    };
    responses: {
        /** @description The reason for the failure. 400 `VALIDATION_ERROR`, 401 `AUTHENTICATION_ERROR`, 404 `NOT_FOUND`, 409 `DUPLICATED`, and 500 `INTERNAL_ERROR`. Only the last is worth a retry. */
        Failure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    sendSms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SmsMessage"];
            };
        };
        responses: {
            /** @description The accepted message. Events report its status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentMessage"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    sendRcs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RcsMessage"];
            };
        };
        responses: {
            /** @description The accepted message. Events report its status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentMessage"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    sendVoice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VoiceMessage"];
            };
        };
        responses: {
            /** @description The accepted message. Events report its status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentMessage"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    listSubscriptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All subscriptions of the account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"][];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    createSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSubscription"];
            };
        };
        responses: {
            /** @description The subscription. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deleteSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    updateSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                subscriptionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionUpdate"];
            };
        };
        responses: {
            /** @description The subscription. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    receiveEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"];
            };
        };
        responses: {
            /** @description The event is stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
