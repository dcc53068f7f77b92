// The layers of src/, and the order within them and within scripts/: the one place where it is written down. Lint holds
// it (dependency-cruiser.mjs), and the picture in src/README.md is drawn from the code that keeps to it.

/** From the top down: each imports only from those below it. */
export const LAYERS = [
  { name: "cli", holds: "the operator's commands" },
  { name: "app", holds: "puts the parts together: configuration, adapters, roles, the life of a process" },
  {
    name: "web",
    holds: "what is served beside the API: pages (`console/`, `docs/`, `sandbox/`) and carriers' callbacks",
  },
  {
    name: "http",
    holds: "what every request passes: key, rate limit, contract, envelope; it knows no resource",
  },
  { name: "features", holds: "one folder a feature: its handlers, its SQL, its background work, its rules" },
  { name: "queue", holds: "background jobs, with leases, wake-ups and periodic jobs" },
  { name: "carriers", holds: "the port to carriers, and a folder for each adapter" },
  { name: "storage", holds: "the port to stored files, and a folder for each adapter" },
  {
    name: "messaging",
    holds: "the field's rules without I/O: channels, contents, segments, phone numbers, statuses",
  },
  { name: "platform", holds: "database, clock, ids, log, metrics, secrets: knows nothing of messaging" },
];

/** Within `features/`, from the top down, in the same way. */
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

/** Files of `features/messages` that make messages, and may know what these are made of; all others keep them. */
export const MAKES_MESSAGES = "(messages\\.api|send[^/]*|draft|render[^/]*|preview[^/]*)";

/** Runs by itself in browsers and elsewhere, and is no layer. */
export const STANDS_ALONE = "client";

/** Folders of the console's page, from the top down, in the same way. All its others are areas, which lie above these. */
export const CONSOLE_LAYERS = ["conversation", "parts", "service", "texts"];

/** Folders of `scripts/`, from the top down, in the same way. All of them may import from `src/`, which imports none. */
export const SCRIPTS = [
  "sdks",
  "contract-check",
  "bench",
  "contract-coverage",
  "contract-diff",
  "mock",
  "preview",
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
  "pictures",
  "tools",
];

/** Files beside the folders of `scripts/` that the folders may import. All other files there are commands. */
export const SHARED_SCRIPTS = ["build", "console-bundle", "free-port"];
