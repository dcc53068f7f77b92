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
         * Submit messages
         * @description Returns one result for each message, in any order, matched by `id`. A message without a result counts as unanswered. Recado may submit the same `id` again after a lost response. A program that remembers ids and repeats its results sends each message once. In that case, set `idempotent=true` on the connection: Recado then resubmits without limit, instead of once.
         *
         *     A status other than 200 applies to all messages of the request. 429, and 503 with `Retry-After`: they came too fast, and their sender pauses for that time, at most five minutes. 401, 403, 404, a redirect, and 503 without `Retry-After`: none was accepted, so the messages wait. 408: they are submitted again. Any other 4xx: none of them will ever be accepted. Any other 5xx, or a broken connection: the outcome is unknown.
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
         * Query the status of messages
         * @description Returns reports on messages whose delivery reports are overdue. Recado calls it at growing intervals if the connection has the setting `status_queries=true`. Turning it on does not include messages whose query was due before. Omit messages without a new status.
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
         * Get the health of the program
         * @description Returns whether the program can accept messages. Only `carriers test` calls it, with the connection's token.
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
         * Receive delivery reports
         * @description Stores delivery reports. A 2xx response means that all of them are stored. After any other response, post them again later: a repeated report changes nothing. Reports may come in any order, even before the response to the submission.
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
         * Receive replies
         * @description Stores messages and events from people. A 2xx response means that all of them are stored. A reply with a known `reference` is recorded only once. A reply to an address that is not a sender of this connection gets a 2xx response, is logged and is dropped. So is a reply whose `from` is not the phone number of a person, such as a short code.
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
            /** @description Messages from one sender. The connection's setting `batch` limits their number. */
            messages: components["schemas"]["Submission"][];
        };
        Submission: {
            /**
             * Format: uuid
             * @description Recado's id of the message, as in its API.
             * @example 01890a5d-ac96-774b-bcce-b302099a8057
             */
            id: string;
            /** @enum {string} */
            channel: "sms" | "rcs" | "voice";
            /**
             * @description Address of the sender: a short code, a number in E.164, or the id of an RCS agent.
             * @example 27000
             */
            from: string;
            /**
             * @description The recipient's number in E.164.
             * @example +5511987654321
             */
            to: string;
            content: components["schemas"]["Content"];
            /** @description Number of SMS segments, in GSM-7 or UCS-2; null on other channels. */
            segments?: number | null;
            /** @description Number of earlier attempts for this message. After a crash of Recado, the number can lack the interrupted attempts, and always lacks them if the connection is idempotent. */
            attempt: number;
            /**
             * @description For how many seconds from now the carrier may try to deliver the message; absent without a limit. Report a message that ends later as `expired`.
             * @example 600
             */
            validity_seconds?: number;
        };
        /** @description The content with its placeholders filled in, in the form of `Content` in Recado's API. It has a `file` instead of each `file_id`. */
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
            media?: components["schemas"]["Media"];
            suggestions?: components["schemas"]["Suggestions"];
        };
        Media: {
            file: components["schemas"]["File"];
            /** @enum {string} */
            height: "short" | "medium" | "tall";
            /** @description Description of the media for people who do not see it. Absent if there is none. */
            alt_text?: string;
        };
        Suggestions: components["schemas"]["Suggestion"][];
        Suggestion: {
            /** @enum {string} */
            type: "reply" | "open_url" | "dial" | "view_location" | "share_location" | "create_calendar_event";
            text: string;
            postback_data: string;
            /** @description URL, of `open_url`. */
            url?: string;
            /** @description Number in E.164, of `dial`. */
            phone?: string;
            /** @description Degrees, of `view_location`. */
            latitude?: number;
            /** @description Degrees, of `view_location`. */
            longitude?: number;
            /** @description Name of the place, of `view_location`. */
            label?: string;
            /** @description Title, of `create_calendar_event`. */
            title?: string;
            /** @description Description, of `create_calendar_event`. */
            description?: string;
            /**
             * Format: date-time
             * @description Start, of `create_calendar_event`.
             */
            start_at?: string;
            /**
             * Format: date-time
             * @description End, of `create_calendar_event`.
             */
            end_at?: string;
        };
        File: {
            /**
             * Format: uri
             * @description URL that serves the bytes without credentials, for at least a day.
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
            /** @description Id of the message, from the request. */
            id: string;
            /**
             * @description Result of the submission. `accepted`: the message will be sent. `refused`: it will never be accepted. `retry`: it cannot be accepted now; Recado submits it again later, as often as its limit of attempts allows. `throttled`: there are too many messages at once; this does not count as an attempt.
             * @enum {string}
             */
            outcome: "accepted" | "refused" | "retry" | "throttled";
            /** @description Id of the message in your reports, with `accepted`. If omitted, reports use its `id`. */
            reference?: string;
            /** @description Your carrier's error code, with the other outcomes. It is shown as `carrier_code`. */
            code?: string;
            /** @description Explanation for the sender of the message, with the other outcomes. */
            message?: string;
            /** @description True, with `refused`, if the number does not have this channel, such as a phone without RCS. A follow-up that waits for a delivery is then sent at once. */
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
            /** @description The `reference` from the response to the submission, or else the message's `id`. */
            reference: string;
            /** @enum {string} */
            status: "delivered" | "read" | "undelivered" | "expired";
            /**
             * Format: date-time
             * @description When it happened. If omitted, the time at which the report arrives.
             */
            occurred_at?: string;
            /** @description Your carrier's error code. It is shown as `carrier_code`. */
            code?: string;
            /** @description Explanation of the failure for the sender of the message. */
            message?: string;
            /** @description True if the number does not have this channel, as in the result of a submission. */
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
            /** @description Your carrier's id of the reply. Repeated replies with the same `reference` are recorded once. */
            reference?: string;
            /** @enum {string} */
            channel: "sms" | "rcs" | "voice";
            /**
             * @description The person's number in E.164.
             * @example +5511987654321
             */
            from: string;
            /**
             * @description Address of the sender that received the reply.
             * @example 27000
             */
            to: string;
            /** @description The `reference` of the message that it replies to, if your carrier gives it. */
            in_reply_to?: string;
            /**
             * @description Kind of reply. `text`: with `text`. `file`: with `file`. `location`: with `latitude` and `longitude`. `suggestion`: a tapped reply suggestion, with `text` and `postback_data`. For RCS also `action`, another tapped suggestion, and `typing`, `subscribe` and `unsubscribe`, without a text. These four are invalid on another channel: post an opt-out by SMS as the `text` that the person sent.
             * @enum {string}
             */
            type: "text" | "file" | "location" | "suggestion" | "action" | "typing" | "subscribe" | "unsubscribe";
            /** @description The text, or the label of the tapped suggestion. */
            text?: string;
            postback_data?: string;
            latitude?: number;
            longitude?: number;
            file?: {
                /** @example image/jpeg */
                content_type: string;
                filename?: string;
                /** @description The bytes, at most 10 MiB before encoding. */
                data: string;
            };
        };
        Health: {
            /** @description Name and version of your program. */
            name?: string;
        };
        Failure: {
            message?: string;
        };
    };
    responses: {
        /** @description Nothing was accepted. The service logs the message. */
        Failure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The request was not accepted now. Repeat it later. */
        Throttled: {
            headers: {
                /** @description Seconds to wait before the next attempt. Recado waits at most five minutes. */
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
            /** @description The result of each message. */
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
            /** @description The reports, for some or all of the messages. */
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
            /** @description The program is ready. The operator sees the body. */
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
            /** @description The reports are stored. */
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
            /** @description The replies are stored. */
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
