import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { treeOf } from "../debian/tree";

export const proxiesRoot = (): string => treeOf("proxies");

const FILES = {
  caddy: "usr/bin/caddy",
  haproxy: "usr/sbin/haproxy",
  nginx: "usr/sbin/nginx",
  openssl: "usr/bin/openssl",
};

export type Proxy = Exclude<keyof typeof FILES, "openssl">;

export const program = (name: keyof typeof FILES): string => join(proxiesRoot(), FILES[name]);

/** Returns the environment in which the programs find their libraries. */
export function programEnvironment(): Record<string, string> {
  const folders = ["lib", "usr/lib"].map((folder) => join(proxiesRoot(), folder));
  const libraries = folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith("-linux-gnu"))
      .map((name) => join(folder, name)),
  );
  return { PATH: process.env.PATH ?? "", HOME: proxiesRoot(), LD_LIBRARY_PATH: libraries.join(":") };
}
