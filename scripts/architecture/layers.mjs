// The layers of src/, and the order of folders within them and within scripts/. dependency-cruiser.mjs
// enforces the order, and `npm run architecture` draws the diagrams in src/README.md from the code.

/** From the top down: each layer imports only from layers below it. */
export const LAYERS = [
  { name: "cli", holds: "the operator's commands" },
  {
    name: "app",
    holds: "puts the parts together: configuration, adapters, roles, start and stop of a process",
  },
  {
    name: "web",
    holds:
      "everything served beside the API: pages (`console/`, `docs/`, `sandbox/`) and carriers' callbacks",
  },
  {
    name: "http",
    holds: "the stages of every request: key, rate limit, contract, envelope; it knows no resource",
  },
  { name: "features", holds: "one folder a feature: its handlers, its SQL, its background work, its rules" },
  { name: "queue", holds: "background jobs, with leases, wake-ups and periodic jobs" },
  { name: "carriers", holds: "the port to carriers, and a folder for each adapter" },
  { name: "storage", holds: "the port to stored files, and a folder for each adapter" },
  {
    name: "messaging",
    holds: "rules of messaging without I/O: channels, contents, segments, phone numbers, statuses",
  },
  { name: "platform", holds: "database, clock, ids, log, metrics, secrets: knows nothing of messaging" },
];

/** Order within `features/`, from the top down. */
export const FEATURES = [
  "retention",
  "erasure",
  "follow-ups",
  "dispatch",
  "webhooks",
  "usage",
  "inbound",
  "campaigns",
  "messages",
  "templates",
  "senders",
  "imports",
  "accounts",
  "contact-lists",
  "contacts",
  "files",
  "connections",
  "api-keys",
];

/**
 * Files of `features/messages` that create messages and may import other features. All other files store
 * messages.
 */
export const MAKES_MESSAGES = "(messages\\.api|send[^/]*|draft|render[^/]*|preview[^/]*)";

/** Runs by itself in browsers and elsewhere, so it is no layer. */
export const STANDS_ALONE = "client";

/**
 * Order of the shared folders of the console's page, from the top down. All other folders are areas, above
 * them.
 */
export const CONSOLE_LAYERS = ["conversation", "parts", "service", "texts"];

/**
 * Order within `scripts/`, from the top down. All these folders may import from `src/`; `src/` imports from
 * none of them.
 */
export const SCRIPTS = [
  "sdks",
  "contract-check",
  "bench",
  "contract-coverage",
  "contract-diff",
  "mock",
  "preview",
  "new-resource",
  "generation",
  "sdk-bundle",
  "client",
  "contract",
  "asterisk",
  "mono",
  "debian",
  "advisories",
  "eslint-rules",
  "architecture",
  "contract-rules",
  "node-versions",
  "screenshots",
  "tools",
];

/** Files beside the folders of `scripts/` that the folders may import. All other files there are commands. */
export const SHARED_SCRIPTS = ["build", "console-bundle", "free-port"];
