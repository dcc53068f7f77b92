// Generated from openapi/carriers/google-rcs.yaml by `npm run generate`. Edits are lost.

export interface paths {
    "/v1/phones/{phone}/agentMessages": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The person's number in E.164.
                 * @example +5511987654321
                 */
                phone: components["parameters"]["Phone"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message
         * @description Sends a message if the agent can reach the number. A phone that is off receives the message later. If the agent has used the id before, the message is sent only once.
         */
        post: operations["createAgentMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/phones/{phone}/agentMessages/{messageId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The person's number in E.164.
                 * @example +5511987654321
                 */
                phone: components["parameters"]["Phone"];
                /**
                 * @description The `messageId` with which the message was sent.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                messageId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a message
         * @description Revokes a message that is not delivered yet. A 200 response means that it will not be delivered, a 404 that it was delivered already.
         */
        delete: operations["revokeAgentMessage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users:batchGet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get reachable users
         * @description Returns which of the numbers can be reached. Recado uses it to test a connection, without numbers and without an agent. Any response that does not blame the token shows that Google accepted the token.
         */
        post: operations["batchGetUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get an access token
         * @description Returns a token for a request that the service account has signed (RFC 7523). It is valid for at most an hour.
         */
        post: operations["getAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    notification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a notification
         * @description Posted to the registered URL, and retried with growing pauses for seven days until the response is 200. The registration of a URL begins with a `Registration`.
         */
        post: operations["receiveNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AgentMessage: {
            contentMessage: components["schemas"]["AgentContentMessage"];
            messageTrafficType?: components["schemas"]["TrafficType"];
            /**
             * @description How long Google attempts the delivery, in seconds, at most 15 days. Then it revokes the message.
             * @example 172800s
             */
            ttl?: string;
        };
        /**
         * @description Purpose of the message. Google and the networks apply their rules by it.
         * @enum {string}
         */
        TrafficType: "AUTHENTICATION" | "TRANSACTION" | "PROMOTION" | "SERVICEREQUEST" | "ACKNOWLEDGEMENT";
        /** @description Either a text or a rich card. */
        AgentContentMessage: {
            text?: string;
            richCard?: components["schemas"]["RichCard"];
            suggestions?: components["schemas"]["Suggestion"][];
        };
        /** @description Either a card or a carousel. */
        RichCard: {
            standaloneCard?: components["schemas"]["StandaloneCard"];
            carouselCard?: components["schemas"]["CarouselCard"];
        };
        StandaloneCard: {
            /** @enum {string} */
            cardOrientation: "VERTICAL" | "HORIZONTAL";
            /**
             * @description Position of the image on a horizontal card.
             * @enum {string}
             */
            thumbnailImageAlignment?: "LEFT" | "RIGHT";
            cardContent: components["schemas"]["CardContent"];
        };
        CarouselCard: {
            /** @enum {string} */
            cardWidth: "SMALL" | "MEDIUM";
            cardContents: components["schemas"]["CardContent"][];
        };
        CardContent: {
            title?: string;
            description?: string;
            media?: components["schemas"]["Media"];
            suggestions?: components["schemas"]["Suggestion"][];
        };
        Media: {
            /**
             * @description Height of the media. It has no effect on a horizontal card.
             * @enum {string}
             */
            height: "SHORT" | "MEDIUM" | "TALL";
            /** @description Alt text of the media, for screen readers. */
            contentDescription?: string;
            contentInfo: {
                /**
                 * Format: uri
                 * @description URL of the file. Google follows no redirects.
                 */
                fileUrl: string;
                /**
                 * Format: uri
                 * @description URL of an image that is shown until the file is loaded, at most 100 kB.
                 */
                thumbnailUrl?: string;
            };
        };
        /** @description Either a reply or an action. */
        Suggestion: {
            reply?: components["schemas"]["SuggestedReply"];
            action?: components["schemas"]["SuggestedAction"];
        };
        SuggestedReply: {
            text: string;
            postbackData: string;
        };
        /** @description A button with one of the actions. */
        SuggestedAction: {
            text: string;
            postbackData: string;
            openUrlAction?: {
                /** Format: uri */
                url: string;
            };
            dialAction?: {
                phoneNumber: string;
            };
            viewLocationAction?: {
                latLong: components["schemas"]["LatLng"];
                label?: string;
            };
            shareLocationAction?: Record<string, never>;
            createCalendarEventAction?: {
                /** Format: date-time */
                startTime: string;
                /** Format: date-time */
                endTime: string;
                title: string;
                description?: string;
            };
        };
        LatLng: {
            latitude: number;
            longitude: number;
        };
        TakenMessage: {
            /** @example phones/+5511987654321/agentMessages/01890a5d-ac96-774b-bcce-b302099a8057 */
            name?: string;
            /** Format: date-time */
            sendTime?: string;
        };
        Failure: {
            error?: {
                /** @description HTTP status of the response. */
                code?: number;
                /** @description The canonical code, such as `NOT_FOUND`. */
                status?: string;
                message?: string;
                details?: {
                    "@type"?: string;
                    /** @description Of `google.rpc.ErrorInfo`. */
                    reason?: string;
                    /** @description Of `google.rpc.RetryInfo`, such as `3.5s`. */
                    retryDelay?: string;
                }[];
            };
        };
        AccessToken: {
            /** @example ya29.example */
            access_token: string;
            /**
             * @description Lifetime, in seconds.
             * @example 3599
             */
            expires_in: number;
            /** @example Bearer */
            token_type?: string;
        };
        TokenFailure: {
            /** @example invalid_grant */
            error?: string;
            error_description?: string;
        };
        Registration: {
            clientToken: string;
            secret: string;
        };
        Notification: {
            message: {
                /** @description A `NotificationData` as JSON, in base64. The signature covers only this field. */
                data: string;
            };
        };
        /** @description The content of a notification. Recado ignores kinds that are not listed here. */
        NotificationData: components["schemas"]["UserMessage"] | components["schemas"]["UserEvent"] | components["schemas"]["ServerEvent"];
        /** @description A message from a person, with one of the contents. */
        UserMessage: {
            senderPhoneNumber?: string;
            /** @description Id that the person's phone has chosen. */
            messageId?: string;
            /** Format: date-time */
            sendTime?: string;
            agentId?: string;
            text?: string;
            suggestionResponse?: {
                /** @enum {string} */
                type?: "REPLY" | "ACTION";
                text?: string;
                postbackData?: string;
            };
            location?: components["schemas"]["LatLng"];
            userFile?: {
                payload?: {
                    /** Format: uri */
                    fileUri?: string;
                    fileName?: string;
                    mimeType?: string;
                    fileSizeBytes?: number;
                };
            };
        };
        /** @description Another event on a person's phone. */
        UserEvent: {
            senderPhoneNumber?: string;
            /** @enum {string} */
            eventType?: "DELIVERED" | "READ" | "IS_TYPING" | "SUBSCRIBE" | "UNSUBSCRIBE";
            eventId?: string;
            /** @description Id of the message, of `DELIVERED` and `READ`. */
            messageId?: string;
            /** Format: date-time */
            sendTime?: string;
            agentId?: string;
        };
        /** @description An event at Google. */
        ServerEvent: {
            phoneNumber?: string;
            /** @enum {string} */
            eventType?: "TTL_EXPIRATION_REVOKED" | "TTL_EXPIRATION_REVOKE_FAILED";
            eventId?: string;
            messageId?: string;
            /** Format: date-time */
            sendTime?: string;
            agentId?: string;
        };
    };
    responses: {
        /** @description The reason for the failure, in the form of all Google APIs. */
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
        /**
         * @description The person's number in E.164.
         * @example +5511987654321
         */
        Phone: string;
        /**
         * @description The agent that sends the message.
         * @example padaria_7hq2x9fk_agent@rbm.goog
         */
        AgentId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createAgentMessage: {
        parameters: {
            query: {
                /**
                 * @description Id that the sender chooses for the message. Events refer to the message by it.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                messageId: string;
                /**
                 * @description The agent that sends the message.
                 * @example padaria_7hq2x9fk_agent@rbm.goog
                 */
                agentId: components["parameters"]["AgentId"];
            };
            header?: never;
            path: {
                /**
                 * @description The person's number in E.164.
                 * @example +5511987654321
                 */
                phone: components["parameters"]["Phone"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentMessage"];
            };
        };
        responses: {
            /** @description The accepted message. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TakenMessage"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    revokeAgentMessage: {
        parameters: {
            query: {
                /**
                 * @description The agent that sends the message.
                 * @example padaria_7hq2x9fk_agent@rbm.goog
                 */
                agentId: components["parameters"]["AgentId"];
            };
            header?: never;
            path: {
                /**
                 * @description The person's number in E.164.
                 * @example +5511987654321
                 */
                phone: components["parameters"]["Phone"];
                /**
                 * @description The `messageId` with which the message was sent.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message is revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    batchGetUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "users": []
                 *     }
                 */
                "application/json": {
                    users: string[];
                };
            };
        };
        responses: {
            /** @description Reachable numbers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        reachableUsers?: string[];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @enum {string} */
                    grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer";
                    /** @description A JWT signed with RS256. */
                    assertion: string;
                };
            };
        };
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessToken"];
                };
            };
            /** @description The reason for the failure. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenFailure"];
                };
            };
        };
    };
    receiveNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description Base64 of the HMAC-SHA512 of the decoded `message.data`, keyed with the webhook's client token. */
                "X-Goog-Signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Registration"] | components["schemas"]["Notification"];
            };
        };
        responses: {
            /** @description The notification is stored. The response to a registration is its `secret`, as text. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
}
