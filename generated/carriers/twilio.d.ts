// Generated from openapi/carriers/twilio.yaml by `npm run generate`. Edits are lost.

export interface paths {
    "/2010-04-01/Accounts/{AccountSid}.json": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's id. */
                AccountSid: components["parameters"]["AccountSid"];
            };
            cookie?: never;
        };
        /** Get the account */
        get: operations["fetchAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/2010-04-01/Accounts/{AccountSid}/Messages.json": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's id. */
                AccountSid: components["parameters"]["AccountSid"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message
         * @description Queued for sending when it is answered 201. Twilio knows no key that would make a repeated request one message.
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
                /** @description The account's id. */
                AccountSid: components["parameters"]["AccountSid"];
                /** @description The message's id. */
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
                /** @description The account's id. */
                AccountSid: components["parameters"]["AccountSid"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Place a call
         * @description Queued until the account's calls per second allow it.
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
                /** @description The account's id. */
                AccountSid: components["parameters"]["AccountSid"];
                /** @description The call's id. */
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
         * @description Posted to the message's `StatusCallback` whenever its status changes. Any 2xx takes it.
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
         * @description Posted to the call's `StatusCallback` when it is over. Any 2xx takes it.
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
         * @description Posted to the URL that is set for a number when a message comes in there.
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
        Account: {
            /**
             * @description `active`, `suspended` or `closed`.
             * @example active
             */
            status?: string;
            /**
             * @description `Trial` or `Full`.
             * @example Full
             */
            type?: string;
        };
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
            /** @description The text. Split into segments by Twilio, in GSM-7 or UCS-2. */
            Body: string;
            /** @description Whether characters that GSM-7 lacks are replaced by similar ones. */
            SmartEncoded: boolean;
            /**
             * Format: uri
             * @description Where changes of status are posted to. The host name must not hold an underscore. What follows a `#` says how
             *     often and after which failures Twilio tries again.
             * @example https://recado.example/carriers/twilio/status#rc=5&rp=all
             */
            StatusCallback: string;
        };
        Message: {
            /** @example SM00000000000000000000000000000001 */
            sid?: string | null;
            status?: components["schemas"]["MessageStatus"];
            /**
             * @description With a status of failure.
             * @example 30003
             */
            error_code?: number | null;
            /**
             * @description RFC 2822.
             * @example Sat, 31 Jan 2026 12:00:00 +0000
             */
            date_updated?: string | null;
        };
        /**
         * @description `delivered`, `undelivered`, `failed`, `canceled` and `read` are final, but for `read` after `delivered`.
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
             * @description A number of the account or a verified one.
             * @example +15005550006
             */
            From: string;
            /**
             * @description What happens once the call is answered.
             * @example <Response><Play>https://recado.example/a.mp3</Play></Response>
             */
            Twiml: string;
            /**
             * Format: uri
             * @description As of a message. Posted to once, when the call has ended, where no events are named.
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
         * @description `completed` (it was answered), `busy`, `no-answer`, `failed` and `canceled` are final.
         * @example completed
         */
        CallStatus: string;
        MessageStatusCallback: {
            MessageSid: string;
            MessageStatus: components["schemas"]["MessageStatus"];
            /**
             * @description With a status of failure.
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
            /** @description With a failure that Twilio has a code for. */
            ErrorCode?: string;
            /**
             * @description How the network answered.
             * @example 486
             */
            SipResponseCode?: string;
        };
        IncomingMessage: {
            MessageSid: string;
            /** @description The person's number in E.164. */
            From: string;
            /** @description The number or short code that it came in at. */
            To: string;
            /** @description The text. */
            Body?: string;
            /** @description How many files there are: `MediaUrl0`, `MediaUrl1` and so on. */
            NumMedia?: string;
            /** @description Answered for the account's credentials alone. */
            MediaUrl0?: string;
            /** @example image/jpeg */
            MediaContentType0?: string;
            /**
             * @description With a message that Twilio has taken for a wish about further messages: `STOP`, `START` or `HELP`. After
             *     `STOP` it refuses messages from this number to that person.
             * @example STOP
             */
            OptOutType?: string;
        };
        Failure: {
            /**
             * @description As Twilio's dictionary of errors and warnings has it.
             * @example 21211
             */
            code?: number;
            /** @description May hold phone numbers. */
            message?: string;
            /** @description The status of the answer. */
            status?: number;
        };
    };
    responses: {
        /** @description Not done, and why. */
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
        /** @description The account's id. */
        AccountSid: string;
        /** @description The message's id. */
        MessageSid: string;
        /** @description The call's id. */
        CallSid: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    fetchAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's id. */
                AccountSid: components["parameters"]["AccountSid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account that the credentials belong to. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
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
                /** @description The account's id. */
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
            /** @description Queued. */
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
                /** @description The account's id. */
                AccountSid: components["parameters"]["AccountSid"];
                /** @description The message's id. */
                Sid: components["parameters"]["MessageSid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message as it stands. */
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
                /** @description The account's id. */
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
            /** @description Queued. */
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
                /** @description The account's id. */
                AccountSid: components["parameters"]["AccountSid"];
                /** @description The call's id. */
                Sid: components["parameters"]["CallSid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call as it stands. */
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
            /** @description Stored. */
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
            /** @description Stored. */
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
            /** @description Stored, and nothing is to be written back. */
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
