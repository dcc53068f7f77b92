// Installs `promtool`, which tests the alert rules, from Debian's package `prometheus` into a separate
// folder.
import { existsSync } from "node:fs";
import { installCommand, installTree } from "../debian/tree";
import { promtoolRoot } from "./root";

const root = promtoolRoot();

installCommand("promtool", root, () => {
  if (existsSync(root)) return;
  // Excludes all dependencies: every machine has the C library, and only the Prometheus server needs the
  // other packages.
  installTree({ root, suite: "bookworm", packages: ["prometheus"], excluded: /^(?!prometheus_)/ });
});
