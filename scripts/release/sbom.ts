import { createHash } from "node:crypto";
import type { LockedPackage } from "../tools/locked-packages";

interface Project {
  name: string;
  version: string;
  description: string;
}

/** An SPDX identifier, in contrast to an expression such as `MIT OR Apache-2.0`. */
const SPDX_ID = /^[\w.+-]+$/;
/** npm's word for a package without a public licence. It is no SPDX identifier. */
const UNLICENSED = "UNLICENSED";

function licenceOf(license: string) {
  if (license === UNLICENSED) return { license: { name: license } };
  return SPDX_ID.test(license) ? { license: { id: license } } : { expression: license };
}

const purlOf = ({ name, version }: Pick<LockedPackage, "name" | "version">) =>
  `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;

const hashOf = (integrity: string) => {
  const [algorithm = "", digest = ""] = integrity.split("-");
  return {
    alg: algorithm.toUpperCase().replace(/^SHA/, "SHA-"),
    content: Buffer.from(digest, "base64").toString("hex"),
  };
};

function componentOf(one: LockedPackage) {
  const { path, name, version, license, integrity } = one;
  return {
    "bom-ref": path,
    type: "library",
    name,
    version,
    purl: purlOf(one),
    ...(integrity === null ? {} : { hashes: [hashOf(integrity)] }),
    ...(license === null ? {} : { licenses: [licenceOf(license)] }),
  };
}

/** Returns a UUID that is derived from a text. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
}

/** Returns the bill of materials in CycloneDX 1.5: https://cyclonedx.org/docs/1.5/json/ */
export function sbomOf(project: Project, packages: readonly LockedPackage[], madeAt: Date) {
  const { name, version, description } = project;
  const components = packages.map(componentOf);
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([name, version, components]))}`,
    version: 1,
    metadata: {
      timestamp: madeAt.toISOString(),
      component: { "bom-ref": name, type: "application", name, version, description, purl: purlOf(project) },
    },
    components,
  };
}
