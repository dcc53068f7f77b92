// Installs Debian's Caddy, HAProxy, nginx and OpenSSL for the tests into a separate folder.
import { existsSync } from "node:fs";
import { installCommand, installTree } from "../debian/tree";
import { proxiesRoot } from "./root";

const root = proxiesRoot();

installCommand("The set of proxies", root, () => {
  if (existsSync(root)) return;
  // Excludes the C library, which every machine has, and packages that only a system-wide installation needs.
  const excluded = /^(?!(caddy|haproxy|nginx|nginx-common|openssl|lib(?!c6|perl)[^_]*)_)/;
  installTree({ root, suite: "bookworm", packages: ["caddy", "haproxy", "nginx", "openssl"], excluded });
});
