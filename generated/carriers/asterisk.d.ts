// Generated from openapi/carriers/asterisk.yaml by `npm run generate`. Edits are lost.

export interface paths {
    "/asterisk/info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the server's version */
        get: operations["getInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/asterisk/modules/{moduleName}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A module's file name.
                 * @example res_http_media_cache.so
                 */
                moduleName: string;
            };
            cookie?: never;
        };
        /** Get a module */
        get: operations["getModule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List channels
         * @description Returns the channels of all applications.
         */
        get: operations["listChannels"];
        put?: never;
        /**
         * Originate a call
         * @description Creates a channel and starts a call. The response does not wait for the call. When the person answers, the channel enters the application.
         */
        post: operations["originate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/channels/{channelId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The channel. */
                channelId: components["parameters"]["ChannelId"];
            };
            cookie?: never;
        };
        /** Get a channel */
        get: operations["getChannel"];
        put?: never;
        post?: never;
        /** Hang up a channel */
        delete: operations["hangUp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/channels/{channelId}/play/{playbackId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The channel. */
                channelId: components["parameters"]["ChannelId"];
                /** @description The playback. Recado gives it the id of its channel. */
                playbackId: components["parameters"]["PlaybackId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Play a sound to a channel
         * @description Queues a sound for the channel. A sound at a URL needs the module `res_http_media_cache`.
         */
        post: operations["play"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/playbacks/{playbackId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The playback. Recado gives it the id of its channel. */
                playbackId: components["parameters"]["PlaybackId"];
            };
            cookie?: never;
        };
        /**
         * Get a playback
         * @description Returns a playback that is queued or playing. A finished playback no longer exists.
         */
        get: operations["getPlayback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listen to events
         * @description Opens a WebSocket whose text frames are events of the application's channels. The application exists while a client listens. Only the newest client of an application receives events; the one before receives `ApplicationReplaced`.
         */
        get: operations["listen"];
        put?: never;
        post?: never;
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
        /**
         * @description The connection's setting `app`.
         * @example recado
         */
        AppName: string;
        /**
         * @description For channels of Recado, the application's name and the message's id.
         * @example recado-01890a5d-ac96-774b-bcce-b302099a8057
         */
        ChannelId: string;
        Failure: {
            message?: string;
            error?: string;
        };
        AsteriskInfo: {
            system?: {
                /** @example 22.10.1 */
                version?: string;
            };
        };
        Module: {
            /** @example res_http_media_cache.so */
            name: string;
            /**
             * @description `Running`, or why it does not run.
             * @example Running
             */
            status: string;
        };
        Channel: {
            /** @description Id of the channel. Of the two ends of a `Local` channel, the second id ends in `;2`. */
            id: string;
            /**
             * @description State of the channel. `Up` from the answer until the end of the call.
             * @example Down
             * @example Ringing
             * @example Up
             */
            state: string;
            dialplan?: {
                /** @description `Stasis` while the channel is in an application. */
                app_name?: string;
                /** @description Name of that application, a comma, and its arguments. */
                app_data?: string;
            };
        };
        Playback: {
            id: string;
            /** @description `channel:` followed by the channel's id. */
            target_uri: string;
            /**
             * @description State of the playback. It is `failed` if the sound could not be fetched, and also if the person hung up.
             * @enum {string}
             */
            state: "queued" | "playing" | "continuing" | "done" | "failed";
        };
        /** @description An event that Recado reads. There are others. */
        Event: {
            /**
             * @example StasisStart
             * @example PlaybackStarted
             * @example PlaybackFinished
             * @example ChannelHangupRequest
             * @example Dial
             * @example ChannelDestroyed
             * @example ApplicationReplaced
             */
            type: string;
            application?: string;
            channel?: components["schemas"]["Channel"];
            /** @description The channel that a `Dial` calls. */
            peer?: components["schemas"]["Channel"];
            /** @description Arguments from `appArgs`, of `StasisStart`. */
            args?: string[];
            playback?: components["schemas"]["Playback"];
            /**
             * @description Status of `Dial`; empty at first.
             * @example RINGING
             * @example ANSWER
             * @example BUSY
             * @example CONGESTION
             * @example NOANSWER
             * @example CHANUNAVAIL
             * @example CANCEL
             */
            dialstatus?: string;
            /** @description Cause of `ChannelDestroyed` by ITU-T Q.850; 0 if there is none. */
            cause?: number;
        };
    };
    responses: {
        /** @description The reason for the failure, in `message` or `error`. */
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
        /** @description The channel. */
        ChannelId: components["schemas"]["ChannelId"];
        /** @description The playback. Recado gives it the id of its channel. */
        PlaybackId: components["schemas"]["ChannelId"];
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getInfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version of the server. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AsteriskInfo"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    getModule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A module's file name.
                 * @example res_http_media_cache.so
                 */
                moduleName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The module is loaded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Module"];
                };
            };
            404: components["responses"]["Failure"];
            default: components["responses"]["Failure"];
        };
    };
    listChannels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The channels. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Channel"][];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    originate: {
        parameters: {
            query: {
                /**
                 * @description Technology, and the address to call with it.
                 * @example PJSIP/+5511987654321@trunk
                 */
                endpoint: string;
                /** @description The application that gets the channel. */
                app: components["schemas"]["AppName"];
                /**
                 * @description Arguments for the application when the channel enters it, separated by commas. Recado gives the percent-encoded URL of the sound.
                 * @example https%3A%2F%2Frecado.example%2Fmedia%2F6Zm4
                 */
                appArgs: string;
                /**
                 * @description Caller's number.
                 * @example +551140001000
                 */
                callerId: string;
                /** @description Maximum ringing time, in seconds. */
                timeout: number;
                /** @description Id of the new channel, at most 149 characters. Asterisk rejects an id that is in use. */
                channelId: components["schemas"]["ChannelId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new channel, which is being called. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Channel"];
                };
            };
            400: components["responses"]["Failure"];
            409: components["responses"]["Failure"];
            500: components["responses"]["Failure"];
            default: components["responses"]["Failure"];
        };
    };
    getChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The channel. */
                channelId: components["parameters"]["ChannelId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The channel. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Channel"];
                };
            };
            404: components["responses"]["Failure"];
            default: components["responses"]["Failure"];
        };
    };
    hangUp: {
        parameters: {
            query: {
                /** @description Becomes the channel's cause, 16 for `normal` and 38 for `failure`. */
                reason: "normal" | "failure";
            };
            header?: never;
            path: {
                /** @description The channel. */
                channelId: components["parameters"]["ChannelId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The channel is hung up. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["Failure"];
            404: components["responses"]["Failure"];
            default: components["responses"]["Failure"];
        };
    };
    play: {
        parameters: {
            query: {
                /** @description `sound:` followed by the URL. */
                media: string;
            };
            header?: never;
            path: {
                /** @description The channel. */
                channelId: components["parameters"]["ChannelId"];
                /** @description The playback. Recado gives it the id of its channel. */
                playbackId: components["parameters"]["PlaybackId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sound is queued, and played once it is fetched. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Playback"];
                };
            };
            404: components["responses"]["Failure"];
            409: components["responses"]["Failure"];
            412: components["responses"]["Failure"];
            default: components["responses"]["Failure"];
        };
    };
    getPlayback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The playback. Recado gives it the id of its channel. */
                playbackId: components["parameters"]["PlaybackId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The playback. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Playback"];
                };
            };
            404: components["responses"]["Failure"];
            default: components["responses"]["Failure"];
        };
    };
    listen: {
        parameters: {
            query: {
                /** @description The application. */
                app: components["schemas"]["AppName"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events follow. */
            101: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
}
