// The layers of src/, and the order of folders within them and within scripts/. dependency-cruiser.mjs
// enforces the order, and `npm run architecture` draws the diagrams in src/README.md from the code.

/** Layers of src/ from the top down. A layer imports only from layers below it. */
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

/** Features from the top down. A feature imports only from features below it. */
export const FEATURES = [
  "retention",
  "privacy",
  "erasure",
  "follow-ups",
  "dispatch",
  "webhooks",
  "usage",
  "inbound",
  "conversations",
  "campaigns",
  "messages",
  "canned-responses",
  "opt-out-words",
  "sending-rules",
  "templates",
  "senders",
  "imports",
  "accounts",
  "contact-lists",
  "consents",
  "contacts",
  "files",
  "connections",
  "api-keys",
];

/** Pattern of files in `features/messages` that may import other features. These files create messages. */
export const MAKES_MESSAGES = "(messages\\.api|send[^/]*|draft|render[^/]*|preview[^/]*)";

/** Folder of src/ that belongs to no layer: the client runs outside the service, for example in browsers. */
export const STANDS_ALONE = "client";

/** Shared folders of the console's page, from the top down. All other folders of the page lie above them. */
export const CONSOLE_LAYERS = ["conversation", "parts", "service", "texts"];

/** Folders of `scripts/` from the top down. They may import from `src/`, but not the reverse. */
export const SCRIPTS = [
  "release",
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
  "debian",
  "advisories",
  "eslint-rules",
  "architecture",
  "contract-rules",
  "node-versions",
  "screenshots",
  "tools",
];

/** Files directly in `scripts/` that the folders of `scripts/` may import. */
export const SHARED_SCRIPTS = ["build", "console-bundle", "free-port"];
