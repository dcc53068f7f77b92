// Installs Debian's PgBouncer for the tests into a separate folder.
import { existsSync } from "node:fs";
import { installCommand, installTree } from "../debian/tree";
import { pgbouncerRoot } from "./root";

const root = pgbouncerRoot();

installCommand("PgBouncer", root, () => {
  if (existsSync(root)) return;
  // Excludes the C library, which every machine has, and packages that only a system-wide installation needs.
  const excluded = /^(?!(pgbouncer|lib(?!c6|perl)[^_]*)_)/;
  installTree({ root, suite: "bookworm", packages: ["pgbouncer"], excluded });
});
