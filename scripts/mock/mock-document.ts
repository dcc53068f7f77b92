/** Part of a bundled contract that the mock changes. */
export interface Contract {
  servers?: readonly { url: string }[];
  paths: Record<string, unknown>;
}

/** Moves the base path of `servers` into each path, because Prism ignores the base path. */
export function mockDocument(contract: Contract): Contract {
  const base = basePath(contract.servers?.[0]?.url ?? "/");
  const paths = Object.entries(contract.paths).map(([path, item]) => [base + path, item] as const);
  return { ...contract, servers: [{ url: "/" }], paths: Object.fromEntries(paths) };
}

/** Returns the path of a server URL, which may be relative: "/v3" of `https://messages.example.com/v3/`. */
export const basePath = (url: string): string => new URL(url, "http://here").pathname.replace(/\/$/, "");
