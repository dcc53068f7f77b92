// Fetches Debian's Asterisk for the tests, into a tree of its own. Debian 12 and 13 are without the package; its next
// release has it, whose libraries come along.
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
    // Needed by the packages' own scripts only, which are not run.
    leftOut: /^(perl|libperl|python|systemd)/,
  });
});
