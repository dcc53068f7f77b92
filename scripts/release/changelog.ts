/** Heading of the changes since the last release, as in Keep a Changelog. */
const UNRELEASED = /^## \[Unreleased\]$/m;

/** Replaces the heading of unreleased changes with the archive's version and the date of its sources. */
export const releasedChangelog = (text: string, version: string, at: Date): string =>
  text.replace(UNRELEASED, () => `## [${version}] - ${at.toISOString().slice(0, 10)}`);
