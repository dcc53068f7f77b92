import { join } from "node:path";
import { treeEnvironment, treeOf } from "../debian/tree";

export const proxiesRoot = (): string => treeOf("proxies");

const FILES = {
  caddy: "usr/bin/caddy",
  haproxy: "usr/sbin/haproxy",
  nginx: "usr/sbin/nginx",
  openssl: "usr/bin/openssl",
};

export type Proxy = Exclude<keyof typeof FILES, "openssl">;

export const program = (name: keyof typeof FILES): string => join(proxiesRoot(), FILES[name]);

export const programEnvironment = (): Record<string, string> => treeEnvironment(proxiesRoot());
