import { InvalidArgumentError } from "commander";
import { portFrom } from "../contract/format-problem";

export interface Address {
  host: string;
  port: number;
}

/** Addresses that bind every interface, with the loopback address for clients. */
const EVERYWHERE: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };

const inUrl = (host: string) => EVERYWHERE[host] ?? (host.includes(":") ? `[${host}]` : host);

/** Returns the origin for clients on this machine, such as `http://127.0.0.1:4010`. */
export const originOf = ({ host, port }: Address): string => `http://${inUrl(host)}:${port}`;

export const DEFAULT_PORT = 4010;

/** Parses the port to listen on. An empty text, such as an empty variable, is the default port. */
export function port(text: string): number {
  try {
    return portFrom(text, DEFAULT_PORT);
  } catch {
    throw new InvalidArgumentError("It must be a number from 1 to 65535.");
  }
}
