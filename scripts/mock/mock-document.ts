/** As much of a bundled contract as the mock changes. */
export interface Contract {
  servers?: readonly { url: string }[];
  paths: Record<string, unknown>;
}

/**
 * The contract as Prism mocks it: Prism takes paths without the base path of `servers`, so that a client would need
 * another base address for the mock than for the service. Here the base path is a part of each path.
 */
export function mockDocument(contract: Contract): Contract {
  const base = basePath(contract.servers?.[0]?.url ?? "/");
  const paths = Object.entries(contract.paths).map(([path, item]) => [base + path, item] as const);
  return { ...contract, servers: [{ url: "/" }], paths: Object.fromEntries(paths) };
}

/** The path of a server's address, which may be relative: "/v3" of `https://messages.example.com/v3/`. */
export const basePath = (url: string): string => new URL(url, "http://here").pathname.replace(/\/$/, "");
