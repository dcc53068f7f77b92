import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { codeBlock } from "./code";
import { html } from "./html";
import type { Content, Page } from "./layout";

export const CLIENTS = "/docs/clients";

/** npm package of the TypeScript client. */
export interface ClientPackage {
  /** File name, such as `recado-3.0.0.tgz`. */
  name: string;
  content: Buffer;
}

/** Reads the package from the build. Returns null if the process runs from sources, which have none. */
export function readClientPackage(folder = join(__dirname, "clients")): ClientPackage | null {
  const name = existsSync(folder) ? readdirSync(folder).find((file) => file.endsWith(".tgz")) : undefined;
  return name === undefined ? null : { name, content: readFileSync(join(folder, name)) };
}

/** Returns the page about clients. `address` is the service's base URL; null if unknown. */
export const clientsPage = (found: ClientPackage | null, address: string | null): Page => ({
  path: CLIENTS,
  title: "Clients · Recado",
  content: () => contentOf(found, address),
});

function contentOf(found: ClientPackage | null, address: string | null): Content {
  const url = `${address ?? "https://messages.example.com"}${CLIENTS}/${found?.name ?? ""}`;
  return {
    headings: [
      { level: 2, id: "typescript", text: "TypeScript and JavaScript" },
      { level: 2, id: "other-languages", text: "Other languages" },
    ],
    body: html`<h1>Clients</h1>
      <p class="lead">This service offers the client of its version of the contract.</p>
      <h2 id="typescript">TypeScript and JavaScript</h2>
      ${
        found === null
          ? html`<p>
              This process runs from sources, which have no package. <code>npm run client:pack</code> makes
              one.
            </p>`
          : html`<p>The package needs no registry and has no dependencies. Install it by its address:</p>
              ${codeBlock({ language: "sh", text: `npm install ${url}\n` })}
              <p><a href="${CLIENTS}/${found.name}">${found.name}</a> contains its README and types.</p>`
      }
      ${codeBlock({
        language: "ts",
        text: [
          `import { createRecado } from "recado/client";`,
          "",
          `const recado = createRecado({ baseUrl: "${address ?? "https://messages.example.com"}/v3", apiKey: process.env.KEY ?? "" });`,
          "",
        ].join("\n"),
      })}
      <h2 id="other-languages">Other languages</h2>
      <p>
        <a href="/openapi.sdk.json">openapi.sdk.json</a> is the contract for generators; the guide
        <a href="/docs/guides/other-languages">Clients in other languages</a> shows how to use it for Python,
        Go, Java and C#.
      </p>`,
  };
}
