// Installs one of Debian's programs for the tests into a separate folder: `install.ts <tree>`. Most trees
// leave out packages that every machine has, such as the C library, and packages that only a system-wide
// installation needs. Asterisk's tree has the C library of Debian 14, which is newer than the machine's.
import { addJsonNet } from "./mono";
import { install, type Tree } from "./tree";

const TREES: Readonly<Record<string, Tree>> = {
  // Debian 12 and 13 lack Asterisk, so Asterisk and its libraries come from Debian 14. Only installation
  // scripts, which do not run, need Perl, Python and systemd.
  asterisk: {
    title: "Asterisk",
    suite: "forky",
    packages: ["asterisk"],
    excluded: /^(perl|libperl|python|systemd)/,
  },
  mono: {
    title: "Mono",
    packages: [
      "mono-mcs",
      "libmono-system-net-http4.0-cil",
      "libmono-system-componentmodel-dataannotations4.0-cil",
      "libmono-system-runtime-serialization4.0-cil",
      "libmono-system-web4.0-cil",
    ],
    excluded: /^(?!mono-|libmono-)/,
    finish: addJsonNet,
  },
  pgbouncer: {
    title: "PgBouncer",
    packages: ["pgbouncer"],
    excluded: /^(?!(pgbouncer|lib(?!c6|perl)[^_]*)_)/,
  },
  promtool: { title: "promtool", packages: ["prometheus"], excluded: /^(?!prometheus_)/ },
  proxies: {
    title: "The set of proxies",
    packages: ["caddy", "haproxy", "nginx", "openssl"],
    excluded: /^(?!(caddy|haproxy|nginx|nginx-common|openssl|lib(?!c6|perl)[^_]*)_)/,
  },
};

const [name = ""] = process.argv.slice(2);
const tree = TREES[name];
if (tree === undefined) throw new Error(`the tree must be one of ${Object.keys(TREES).join(", ")}`);
install(name, tree);
