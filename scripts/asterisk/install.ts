// Installs Debian's Asterisk for the tests into a separate folder. Debian 12 and 13 lack the package, so
// Asterisk and its libraries come from Debian 14.
import { existsSync } from "node:fs";
import { installCommand, installTree } from "../debian/tree";
import { asteriskRoot } from "./root";

const root = asteriskRoot();

installCommand("Asterisk", root, () => {
  if (existsSync(root)) return;
  installTree({
    root,
    suite: "forky",
    packages: ["asterisk"],
    // Perl, Python and systemd are not unpacked: only installation scripts of Asterisk and its libraries need
    // them, and `installTree` runs no scripts.
    excluded: /^(perl|libperl|python|systemd)/,
  });
});
