export interface Address {
  host: string;
  port: number;
}

/** Addresses that bind every interface, with the loopback address for clients. */
const EVERYWHERE: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };

const inUrl = (host: string) => EVERYWHERE[host] ?? (host.includes(":") ? `[${host}]` : host);

/** Returns the origin for clients on this machine, such as `http://127.0.0.1:4010`. */
export const originOf = ({ host, port }: Address): string => `http://${inUrl(host)}:${port}`;
