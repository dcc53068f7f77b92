import { join } from "node:path";
import { treeOf } from "./tree";

/** Folder of each program's installation, and the path of the program in the folder. */
const FILES = {
  caddy: ["proxies", "usr/bin/caddy"],
  haproxy: ["proxies", "usr/sbin/haproxy"],
  nginx: ["proxies", "usr/sbin/nginx"],
  openssl: ["proxies", "usr/bin/openssl"],
  pgbouncer: ["pgbouncer", "usr/sbin/pgbouncer"],
  promtool: ["promtool", "usr/bin/promtool"],
} as const;

export type Proxy = "caddy" | "haproxy" | "nginx";

/** Returns the path of a program. `npm run proxies:install` installs the programs in `proxies`, and so on. */
export function program(name: keyof typeof FILES): string {
  const [tree, file] = FILES[name];
  return join(treeOf(tree), file);
}
