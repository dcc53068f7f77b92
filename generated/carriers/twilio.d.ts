// Generated from openapi/carriers/twilio.yaml by `npm run generate`. Edits are lost.

export interface paths {
    "/2010-04-01/Accounts/{AccountSid}/Messages.json": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                AccountSid: components["parameters"]["AccountSid"];
            };
            cookie?: never;
        };
        /**
         * List messages
         * @description Returns the newest messages of the account. Recado verifies the credentials with it.
         */
        get: operations["listMessages"];
        put?: never;
        /**
         * Send a message
         * @description Queues a message. Twilio has no idempotency key, so a repeated request sends a second message.
         */
        post: operations["createMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/2010-04-01/Accounts/{AccountSid}/Messages/{Sid}.json": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                AccountSid: components["parameters"]["AccountSid"];
                /** @description Id of the message. */
                Sid: components["parameters"]["MessageSid"];
            };
            cookie?: never;
        };
        /** Get a message */
        get: operations["fetchMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/2010-04-01/Accounts/{AccountSid}/Calls.json": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                AccountSid: components["parameters"]["AccountSid"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a call
         * @description Queues a call until the account's limit of calls per second allows it.
         */
        post: operations["createCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/2010-04-01/Accounts/{AccountSid}/Calls/{Sid}.json": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                AccountSid: components["parameters"]["AccountSid"];
                /** @description Id of the call. */
                Sid: components["parameters"]["CallSid"];
            };
            cookie?: never;
        };
        /** Get a call */
        get: operations["fetchCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    messageStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive the status of a message
         * @description Posted to the message's `StatusCallback` after each change of its status. Any 2xx response acknowledges it.
         */
        post: operations["receiveMessageStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    callStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive the status of a call
         * @description Posted to the call's `StatusCallback` after the call has ended. Any 2xx response acknowledges it.
         */
        post: operations["receiveCallStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    incomingMessage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a message
         * @description Posted to the URL that is configured for a number, for each message to that number.
         */
        post: operations["receiveMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        NewMessage: {
            /**
             * @description The recipient's number in E.164.
             * @example +5511987654321
             */
            To: string;
            /**
             * @description A number or short code of the account.
             * @example +15005550006
             */
            From: string;
            /** @description The text. Twilio splits it into segments, in GSM-7 or UCS-2. */
            Body: string;
            /** @description Whether Twilio replaces characters outside GSM-7 with similar ones. */
            SmartEncoded: boolean;
            /**
             * Format: uri
             * @description The URL for status changes. Its host name must not have an underscore. The part after `#` sets how often, and after which failures, Twilio retries.
             * @example https://recado.example/carriers/twilio/status#rc=5&rp=all
             */
            StatusCallback: string;
            /**
             * @description For how many seconds the message may stay in Twilio's queue; 36,000 if absent.
             * @example 600
             */
            ValidityPeriod?: number;
        };
        Message: {
            /** @example SM00000000000000000000000000000001 */
            sid?: string | null;
            status?: components["schemas"]["MessageStatus"];
            /**
             * @description Error code, with a status of failure.
             * @example 30003
             */
            error_code?: number | null;
            /**
             * @description RFC 2822.
             * @example Sat, 31 Jan 2026 12:00:00 +0000
             */
            date_updated?: string | null;
        };
        MessageList: {
            messages?: components["schemas"]["Message"][];
        };
        /**
         * @description Status of a message. `delivered`, `undelivered`, `failed`, `canceled` and `read` are final, except that `read` may follow `delivered`.
         * @example queued
         */
        MessageStatus: string;
        NewCall: {
            /**
             * @description The recipient's number in E.164.
             * @example +5511987654321
             */
            To: string;
            /**
             * @description A number of the account, or a verified number.
             * @example +15005550006
             */
            From: string;
            /**
             * @description Instructions for the call once it is answered.
             * @example <Response><Play>https://recado.example/a.mp3</Play></Response>
             */
            Twiml: string;
            /**
             * Format: uri
             * @description The URL for the status, as for a message. Without a list of events, Twilio posts to it once, after the call has ended.
             */
            StatusCallback: string;
        };
        Call: {
            /** @example CA00000000000000000000000000000001 */
            sid?: string | null;
            status?: components["schemas"]["CallStatus"];
            /**
             * @description RFC 2822.
             * @example Sat, 31 Jan 2026 12:00:00 +0000
             */
            end_time?: string | null;
        };
        /**
         * @description Status of a call. `completed` (it was answered), `busy`, `no-answer`, `failed` and `canceled` are final.
         * @example completed
         */
        CallStatus: string;
        MessageStatusCallback: {
            MessageSid: string;
            MessageStatus: components["schemas"]["MessageStatus"];
            /**
             * @description Error code, with a status of failure.
             * @example 30003
             */
            ErrorCode?: string;
        };
        CallStatusCallback: {
            CallSid: string;
            CallStatus: components["schemas"]["CallStatus"];
            /**
             * @description RFC 2822.
             * @example Sat, 31 Jan 2026 12:00:00 +0000
             */
            Timestamp?: string;
            /** @description Error code, with a failure for which Twilio has one. */
            ErrorCode?: string;
            /**
             * @description SIP status of the network.
             * @example 486
             */
            SipResponseCode?: string;
        };
        IncomingMessage: {
            MessageSid: string;
            /** @description The person's number in E.164. */
            From: string;
            /** @description The number or short code that received the message. */
            To: string;
            /** @description The text. */
            Body?: string;
            /** @description Number of files, which are in `MediaUrl0`, `MediaUrl1` and so on. */
            NumMedia?: string;
            /** @description URL of a file. It needs the credentials of the account. */
            MediaUrl0?: string;
            /** @example image/jpeg */
            MediaContentType0?: string;
            /**
             * @description Present if Twilio recognized a request about further messages: `STOP`, `START` or `HELP`. After `STOP`, Twilio rejects messages from this number to that person.
             * @example STOP
             */
            OptOutType?: string;
        };
        Failure: {
            /**
             * @description Error code, from Twilio's dictionary of errors and warnings.
             * @example 21211
             */
            code?: number;
            /** @description An explanation, which may have phone numbers. */
            message?: string;
            /** @description HTTP status of the response. */
            status?: number;
        };
    };
    responses: {
        /** @description The reason for the failure. */
        Failure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
    };
    parameters: {
        /** @description Id of the account. */
        AccountSid: string;
        /** @description Id of the message. */
        MessageSid: string;
        /** @description Id of the call. */
        CallSid: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listMessages: {
        parameters: {
            query?: {
                /** @description Maximum number of returned messages. */
                PageSize?: number;
            };
            header?: never;
            path: {
                /** @description Id of the account. */
                AccountSid: components["parameters"]["AccountSid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Messages of the account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageList"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    createMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                AccountSid: components["parameters"]["AccountSid"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["NewMessage"];
            };
        };
        responses: {
            /** @description The queued message. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    fetchMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                AccountSid: components["parameters"]["AccountSid"];
                /** @description Id of the message. */
                Sid: components["parameters"]["MessageSid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message with its current status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    createCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                AccountSid: components["parameters"]["AccountSid"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["NewCall"];
            };
        };
        responses: {
            /** @description The queued call. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Call"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    fetchCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                AccountSid: components["parameters"]["AccountSid"];
                /** @description Id of the call. */
                Sid: components["parameters"]["CallSid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call with its current status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Call"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    receiveMessageStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["MessageStatusCallback"];
            };
        };
        responses: {
            /** @description The status is stored. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveCallStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["CallStatusCallback"];
            };
        };
        responses: {
            /** @description The status is stored. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveMessage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["IncomingMessage"];
            };
        };
        responses: {
            /** @description The message is stored. The empty document sends no reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/xml": string;
                };
            };
        };
    };
}
