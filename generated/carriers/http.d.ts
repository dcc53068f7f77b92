// Generated from openapi/carriers/http.yaml by `npm run generate`. Edits are lost.

export interface paths {
    "/submissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take messages over
         * @description One result for each message, in any order, told apart by `id`. A message without a result counts as not
         *     answered. The same `id` may come again where an earlier answer was lost: a program that remembers ids and answers
         *     the same again sends each message once; say so with the connection's setting `idempotent=true`, and Recado
         *     repeats without limit instead of once.
         *
         *     Answers other than 200 speak for all messages of the request: 429, and 503 with `Retry-After`, that they came too
         *     fast; 401, 403 and 404 that the connection is set up wrongly, so that they wait; any other 4xx that none of them
         *     will ever be taken; 5xx and a connection that breaks that nobody knows.
         */
        post: operations["submitMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status-queries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tell what became of messages
         * @description Asked about messages whose reports are overdue, at growing intervals, when the connection's setting
         *     `status_queries` is `true`. Answer what you know; a message that you know nothing new of is left out.
         */
        post: operations["queryStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell whether you could take messages
         * @description `carriers test` asks this, with the connection's token; nothing else does.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report what became of messages
         * @description 2xx says that all of them are stored. On anything else, post them again after a while: the same report twice
         *     changes nothing. Reports may come in any order, and before the submission is answered.
         *
         *     A body has at most 2 MiB and no `Content-Encoding`.
         */
        post: operations["reportDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/replies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pass on what persons send
         * @description 2xx says that all of it is stored. A reply with a `reference` that came before is recorded once. What comes in at
         *     an address that no sender of this connection has is answered 2xx and dropped, with a line in the log.
         *
         *     A body has at most 16 MiB and no `Content-Encoding`.
         */
        post: operations["receiveReplies"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        SubmissionRequest: {
            /** @description Messages of one sender, at most as many as the connection's setting `batch`. */
            messages: components["schemas"]["Submission"][];
        };
        Submission: {
            /**
             * Format: uuid
             * @description Recado's id of the message, as its API shows it.
             * @example 01890a5d-ac96-774b-bcce-b302099a8057
             */
            id: string;
            /** @enum {string} */
            channel: "sms" | "rcs" | "voice";
            /**
             * @description The sender's address: a short code, a number in E.164, or an RCS agent's id.
             * @example 27000
             */
            from: string;
            /**
             * @description The recipient's number in E.164.
             * @example +5511987654321
             */
            to: string;
            content: components["schemas"]["Content"];
            /** @description Parts that an SMS was counted as, GSM-7 or UCS-2; null on other channels. */
            segments?: number | null;
            /** @description How often this message was tried before. */
            attempt: number;
        };
        /**
         * @description What to send, in the form that Recado's API documents under `Content`, with every placeholder filled in. Where that
         *     names a `file_id`, here stands a `file`.
         */
        Content: components["schemas"]["TextContent"] | components["schemas"]["AudioContent"] | components["schemas"]["CardContent"] | components["schemas"]["CarouselContent"];
        TextContent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text";
            text: string;
            suggestions?: components["schemas"]["Suggestions"];
        };
        AudioContent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "audio";
            file: components["schemas"]["File"];
        };
        CardContent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "card";
            /** @enum {string} */
            orientation: "vertical" | "horizontal";
            card: components["schemas"]["Card"];
            suggestions?: components["schemas"]["Suggestions"];
        };
        CarouselContent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "carousel";
            /** @enum {string} */
            card_width: "small" | "medium";
            cards: components["schemas"]["Card"][];
            suggestions?: components["schemas"]["Suggestions"];
        };
        Card: {
            title?: string;
            description?: string;
            media?: {
                file: components["schemas"]["File"];
                /** @enum {string} */
                height: "short" | "medium" | "tall";
            };
            suggestions?: components["schemas"]["Suggestions"];
        };
        Suggestions: components["schemas"]["Suggestion"][];
        Suggestion: {
            /** @enum {string} */
            type: "reply" | "open_url" | "dial" | "view_location" | "share_location" | "create_calendar_event";
            text: string;
            postback_data: string;
            /** @description Of `open_url`. */
            url?: string;
            /** @description Of `dial`: E.164. */
            phone?: string;
            /** @description Of `view_location`. */
            latitude?: number;
            /** @description Of `view_location`. */
            longitude?: number;
            /** @description Of `view_location`. */
            label?: string;
            /** @description Of `create_calendar_event`. */
            title?: string;
            /** @description Of `create_calendar_event`. */
            description?: string;
            /**
             * Format: date-time
             * @description Of `create_calendar_event`.
             */
            start_at?: string;
            /**
             * Format: date-time
             * @description Of `create_calendar_event`.
             */
            end_at?: string;
        };
        File: {
            /**
             * Format: uri
             * @description Answers the bytes without credentials, for a day at least.
             */
            url: string;
            /** @example image/png */
            content_type: string;
            size_bytes: number;
        };
        SubmissionResponse: {
            results: components["schemas"]["SubmissionResult"][];
        };
        SubmissionResult: {
            /** @description The message's id as it was given. */
            id: string;
            /**
             * @description `accepted`: it is on its way. `refused`: it will never be taken. `retry`: not now, try it again later, as often
             *     as Recado tries at all. `throttled`: too many at once; it does not count as a try.
             * @enum {string}
             */
            outcome: "accepted" | "refused" | "retry" | "throttled";
            /** @description With `accepted`: what your reports will call it. Left out, they call it by its `id`. */
            reference?: string;
            /** @description With the others; your carrier's own code, shown as `carrier_code`. */
            code?: string;
            /** @description With the others; why, in words for the one who sent it. */
            message?: string;
            /**
             * @description With `refused`: the number does not have this channel at all, as a telephone without RCS. A follow-up that
             *     waits for no delivery then goes out at once.
             */
            lacks_channel?: boolean;
        };
        StatusQueryRequest: {
            messages: {
                /**
                 * Format: uuid
                 * @description Recado's id of the message.
                 */
                id: string;
                /** Format: date-time */
                submitted_at: string;
            }[];
        };
        ReportRequest: {
            reports: components["schemas"]["Report"][];
        };
        /**
         * @example {
         *       "reference": "A-1029",
         *       "status": "delivered",
         *       "occurred_at": "2026-01-31T12:00:00Z"
         *     }
         */
        Report: {
            /** @description What the submission was answered with, or, without that, the message's `id`. */
            reference: string;
            /** @enum {string} */
            status: "delivered" | "read" | "undelivered" | "expired";
            /**
             * Format: date-time
             * @description When it happened; the time at which it comes in where it is left out.
             */
            occurred_at?: string;
            /** @description Your carrier's own code of a failure, shown as `carrier_code`. */
            code?: string;
            /** @description Why it failed, in words for the one who sent it. */
            message?: string;
            /** @description As of a submission's result. */
            lacks_channel?: boolean;
        };
        ReplyRequest: {
            replies: components["schemas"]["Reply"][];
        };
        /**
         * @example {
         *       "reference": "MO-77",
         *       "channel": "sms",
         *       "from": "+5511987654321",
         *       "to": "27000",
         *       "type": "text",
         *       "text": "Oi"
         *     }
         */
        Reply: {
            /** @description Your carrier's own id of it. What comes again under the same is recorded once. */
            reference?: string;
            /** @enum {string} */
            channel: "sms" | "rcs" | "voice";
            /**
             * @description The person's number in E.164.
             * @example +5511987654321
             */
            from: string;
            /**
             * @description The sender's address that it came in at.
             * @example 27000
             */
            to: string;
            /** @description What reports call the message that it answers, where your carrier says so. */
            in_reply_to?: string;
            /**
             * @description `text` with `text`; `file` with `file`; `location` with `latitude` and `longitude`; `suggestion`, a reply that
             *     was tapped, with `text` and `postback_data`; and of RCS, without a text: `action`, another suggestion that was
             *     tapped, `typing`, `subscribe`, `unsubscribe`.
             * @enum {string}
             */
            type: "text" | "file" | "location" | "suggestion" | "action" | "typing" | "subscribe" | "unsubscribe";
            /** @description The text or the label of what was tapped. */
            text?: string;
            postback_data?: string;
            latitude?: number;
            longitude?: number;
            file?: {
                /** @example image/jpeg */
                content_type: string;
                filename?: string;
                /** @description At most 10 MiB before encoding. */
                data: string;
            };
        };
        Health: {
            /** @description Your program and its version. */
            name?: string;
        };
        Failure: {
            message?: string;
        };
    };
    responses: {
        /** @description None of it was taken, and why. The message is logged. */
        Failure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description Not now. */
        Throttled: {
            headers: {
                /** @description Seconds until it may be tried again. */
                "Retry-After"?: number;
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
    submitMessages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmissionRequest"];
            };
        };
        responses: {
            /** @description What became of each message. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionResponse"];
                };
            };
            401: components["responses"]["Failure"];
            429: components["responses"]["Throttled"];
            503: components["responses"]["Throttled"];
            default: components["responses"]["Failure"];
        };
    };
    queryStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StatusQueryRequest"];
            };
        };
        responses: {
            /** @description What is known of some of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportRequest"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ready. What the body holds is shown to the operator. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    reportDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportRequest"];
            };
        };
        responses: {
            /** @description Stored. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Failure"];
            401: components["responses"]["Failure"];
            413: components["responses"]["Failure"];
            415: components["responses"]["Failure"];
            503: components["responses"]["Throttled"];
        };
    };
    receiveReplies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplyRequest"];
            };
        };
        responses: {
            /** @description Stored. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Failure"];
            401: components["responses"]["Failure"];
            413: components["responses"]["Failure"];
            415: components["responses"]["Failure"];
            503: components["responses"]["Throttled"];
        };
    };
}
