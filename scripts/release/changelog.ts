/** Heading of the changes since the last release, as in Keep a Changelog. */
const UNRELEASED = /^## \[Unreleased\]$/m;

/** Returns the changelog of an archive, which names its version and the day of its sources. */
export const releasedChangelog = (text: string, version: string, at: Date): string =>
  text.replace(UNRELEASED, () => `## [${version}] - ${at.toISOString().slice(0, 10)}`);
