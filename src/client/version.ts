import { version } from "../../package.json";

interface Runtime {
  navigator?: { userAgent?: string };
  process?: { versions?: { node?: string } };
}

/** Returns the `User-Agent` of requests: the package version and the runtime. */
export function userAgent({ navigator, process }: Runtime = globalThis as Runtime): string {
  const node = process?.versions?.node;
  const runtime = node ? `Node.js/${node}` : (navigator?.userAgent ?? "");
  return `recado-client/${version} ${runtime}`.trim();
}
