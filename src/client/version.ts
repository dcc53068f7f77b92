import { version } from "../../package.json";

interface Runtime {
  navigator?: { userAgent?: string };
  process?: { versions?: { node?: string } };
}

/** What requests are sent as, for the service's logs: this package and the runtime that it is in. */
export function userAgent({ navigator, process }: Runtime = globalThis as Runtime): string {
  const node = process?.versions?.node;
  const runtime = node ? `Node.js/${node}` : (navigator?.userAgent ?? "");
  return `recado-client/${version} ${runtime}`.trim();
}
