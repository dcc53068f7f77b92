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
         * @description Taken when the number can be reached by this agent; a telephone that is off gets the message later. A message under
         *     an id that the agent has used before goes out once.
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
                 * @description The id that the message was sent under.
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
         * Take a message back
         * @description 200 says that it will not be delivered; 404, that it already was.
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
         * Tell which numbers can be reached
         * @description Asked with no number and no agent when a connection is tested: any answer that does not blame the token shows that
         *     it was accepted.
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
         * @description A service account signs what it asks for (RFC 7523), and gets a token for an hour at most.
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
         * Tell what happened
         * @description Posted to the URL that is registered, and repeated with growing pauses for seven days until it is answered 200. When
         *     the URL is registered, a `Registration` comes first.
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
             * @description How long it is tried, in seconds; then it is taken back. At most 15 days.
             * @example 172800s
             */
            ttl?: string;
        };
        /**
         * @description What the message is for, by which Google and the networks apply their rules.
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
             * @description Where the picture of a horizontal card stands.
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
             * @description Of no effect on a horizontal card.
             * @enum {string}
             */
            height: "SHORT" | "MEDIUM" | "TALL";
            contentInfo: {
                /**
                 * Format: uri
                 * @description Fetched by Google, which follows no redirect.
                 */
                fileUrl: string;
                /**
                 * Format: uri
                 * @description Shown until the file is there; an image of at most 100 kB.
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
        /** @description One of the actions, and its button. */
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
                /** @description The HTTP status once more. */
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
             * @description In seconds.
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
                /** @description A `NotificationData` as JSON in base64. Only this is signed. */
                data: string;
            };
        };
        /** @description What happened. Of kinds that are not listed nothing is read. */
        NotificationData: components["schemas"]["UserMessage"] | components["schemas"]["UserEvent"] | components["schemas"]["ServerEvent"];
        /** @description A message from a person, with one of the contents. */
        UserMessage: {
            senderPhoneNumber?: string;
            /** @description Given by the person's telephone. */
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
        /** @description Something else that happened on a person's telephone. */
        UserEvent: {
            senderPhoneNumber?: string;
            /** @enum {string} */
            eventType?: "DELIVERED" | "READ" | "IS_TYPING" | "SUBSCRIBE" | "UNSUBSCRIBE";
            eventId?: string;
            /** @description Of the first two. */
            messageId?: string;
            /** Format: date-time */
            sendTime?: string;
            agentId?: string;
        };
        /** @description Something that happened at Google. */
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
        /** @description Why not, as all of Google's interfaces tell it. */
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
         * @description The agent that speaks.
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
                 * @description The sender's own id of the message, which events name it by.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                messageId: string;
                /**
                 * @description The agent that speaks.
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
            /** @description Taken. */
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
                 * @description The agent that speaks.
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
                 * @description The id that the message was sent under.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Taken back. */
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
            /** @description Those that can be reached. */
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
            /** @description Why there is none. */
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
            /** @description Stored; to a registration, its `secret` as text. */
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
