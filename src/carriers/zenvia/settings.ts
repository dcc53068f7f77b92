import type { SecretSpecs, SettingSpecs } from "../settings";

export const settings = {
  url: {
    type: "url",
    default: "https://api.zenvia.com/v2",
    description: "where Zenvia's API is, with its version",
  },
  subscribe: {
    type: "boolean",
    default: true,
    description: "whether `carriers add` and `carriers set` register the callbacks with Zenvia",
  },
} as const satisfies SettingSpecs;

export const secrets = {
  token: {
    description: "an API token from Zenvia's console; goes into the header X-API-TOKEN",
    // HTTP headers reliably carry only printable ASCII. A space in a token is a copying mistake.
    check: (value) => (/^[\x21-\x7e]{1,4096}$/.test(value) ? null : "must be printable ASCII without spaces"),
  },
} as const satisfies SecretSpecs;
