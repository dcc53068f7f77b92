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
        /** Get whether a module is loaded */
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
         * List every channel there is
         * @description Those of other applications as well.
         */
        get: operations["listChannels"];
        put?: never;
        /**
         * Call an endpoint
         * @description The channel exists when this is answered, and the call goes on by itself. Once somebody answers, the channel
         *     enters the application.
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
        /** Hang up */
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
                /** @description The playback. Ours are called as their channel is. */
                playbackId: components["parameters"]["PlaybackId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Play a sound to a channel
         * @description Sounds at a URL need the module `res_http_media_cache`.
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
                /** @description The playback. Ours are called as their channel is. */
                playbackId: components["parameters"]["PlaybackId"];
            };
            cookie?: never;
        };
        /**
         * Get a playback
         * @description It is gone as soon as it is finished.
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
         * Hear of an application's channels
         * @description A WebSocket; each text frame is an event. The application exists while somebody listens. Only the newest listener
         *     of an application hears anything; the one before is told `ApplicationReplaced`.
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
         * @description Ours is the application's name and the message's id.
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
             * @description `Running`, or why it does not.
             * @example Running
             */
            status: string;
        };
        Channel: {
            /** @description Of a `Local` channel's two ends, the other one's ends in `;2`. */
            id: string;
            /**
             * @description `Up` once it is answered, and until its end.
             * @example Down
             * @example Ringing
             * @example Up
             */
            state: string;
            dialplan?: {
                /** @description `Stasis` while it is in an application. */
                app_name?: string;
                /** @description Then the application's name, a comma, and its arguments. */
                app_data?: string;
            };
        };
        Playback: {
            id: string;
            /** @description `channel:` and the channel's id. */
            target_uri: string;
            /**
             * @description `failed` where the sound could not be had, and also where the person hung up.
             * @enum {string}
             */
            state: "queued" | "playing" | "continuing" | "done" | "failed";
        };
        /** @description Of all events, those that we go by. */
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
            /** @description Of `StasisStart`, what `appArgs` gave. */
            args?: string[];
            playback?: components["schemas"]["Playback"];
            /**
             * @description Of `Dial`; empty at first.
             * @example RINGING
             * @example ANSWER
             * @example BUSY
             * @example CONGESTION
             * @example NOANSWER
             * @example CHANUNAVAIL
             * @example CANCEL
             */
            dialstatus?: string;
            /** @description Of `ChannelDestroyed`, the cause by ITU-T Q.850, or 0 for none. */
            cause?: number;
        };
    };
    responses: {
        /** @description Why not, in `message` or `error`. */
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
        /** @description The playback. Ours are called as their channel is. */
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
            /** @description The server. */
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
            /** @description It is loaded. */
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
                 * @description Technology and what to call by it.
                 * @example PJSIP/+5511987654321@trunk
                 */
                endpoint: string;
                /** @description The application that the channel belongs to. */
                app: components["schemas"]["AppName"];
                /**
                 * @description Told to the application when the channel enters it; commas part arguments. We give the sound's URL,
                 *     percent-encoded.
                 * @example https%3A%2F%2Frecado.example%2Fmedia%2F6Zm4
                 */
                appArgs: string;
                /**
                 * @description The number that calls.
                 * @example +551140001000
                 */
                callerId: string;
                /** @description How long it rings, in seconds. */
                timeout: number;
                /** @description What the channel is to be called. At most 149 characters; a second one of the same id is refused. */
                channelId: components["schemas"]["ChannelId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is being called. */
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
            /** @description It is there. */
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
                /** @description Becomes the channel's cause: 16 for `normal`, 38 for `failure`. */
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
            /** @description It is being hung up. */
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
                /** @description `sound:` and the URL. */
                media: string;
            };
            header?: never;
            path: {
                /** @description The channel. */
                channelId: components["parameters"]["ChannelId"];
                /** @description The playback. Ours are called as their channel is. */
                playbackId: components["parameters"]["PlaybackId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is played as soon as it is fetched. */
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
                /** @description The playback. Ours are called as their channel is. */
                playbackId: components["parameters"]["PlaybackId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is queued or playing. */
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
