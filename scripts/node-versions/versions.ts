export interface NodeVersion {
  node: string;
  npm: string;
}

interface SupportedNode extends NodeVersion {
  sqliteDriver: string;
}

export const NEWEST: SupportedNode = { node: "26.10.0", npm: "11.19.1", sqliteDriver: "better-sqlite3" };

/** The oldest Node that `engines` allows, the newest of each later LTS line, and the newest of all. */
export const SUPPORTED: readonly SupportedNode[] = [
  { node: "20.19.0", npm: "10.8.2", sqliteDriver: "better-sqlite3-12" },
  { node: "22.23.3", npm: "10.9.9", sqliteDriver: "better-sqlite3" },
  { node: "24.21.0", npm: "11.19.0", sqliteDriver: "better-sqlite3" },
  NEWEST,
];

/** Node versions that run the release archive: the oldest in its `engines`, and all later lines. */
export const OF_ARCHIVE: readonly string[] = [
  "22.14.0",
  ...SUPPORTED.map(({ node }) => node).filter((node) => !/^2[02]\./.test(node)),
];

export const TOO_OLD: NodeVersion = { node: "18.20.8", npm: "10.8.2" };
