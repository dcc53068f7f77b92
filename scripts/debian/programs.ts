import { join } from "node:path";
import { treeOf } from "./tree";

/** Programs below the folders of their installations. */
const FILES = {
  caddy: ["proxies", "usr/bin/caddy"],
  haproxy: ["proxies", "usr/sbin/haproxy"],
  nginx: ["proxies", "usr/sbin/nginx"],
  openssl: ["proxies", "usr/bin/openssl"],
  pgbouncer: ["pgbouncer", "usr/sbin/pgbouncer"],
  promtool: ["promtool", "usr/bin/promtool"],
} as const;

export type Proxy = "caddy" | "haproxy" | "nginx";

/** Returns the path of a program that `npm run <tree>:install` has installed. */
export function program(name: keyof typeof FILES): string {
  const [tree, file] = FILES[name];
  return join(treeOf(tree), file);
}
