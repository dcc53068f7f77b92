// Installs promtool of Debian's Prometheus for the tests into a separate folder.
import { existsSync } from "node:fs";
import { installCommand, installTree } from "../debian/tree";
import { promtoolRoot } from "./root";

const root = promtoolRoot();

installCommand("promtool", root, () => {
  if (existsSync(root)) return;
  // Excludes the C library, which every machine has, and packages that only the Prometheus server needs.
  installTree({ root, suite: "bookworm", packages: ["prometheus"], excluded: /^(?!prometheus_)/ });
});
