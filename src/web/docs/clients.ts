import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { codeBlock } from "./code";
import { html } from "./html";
import { type Language, otherLanguage, type Words, WORDS } from "./language";
import type { Content, Page } from "./layout";

/** Path of the English page about clients, and start of the path of the client's download. */
export const CLIENTS = "/docs/clients";

const pathOf = (language: Language) => `${WORDS[language].root}/clients`;

export interface ClientPackage {
  /** File name, such as `recado-3.0.0.tgz`. */
  name: string;
  content: Buffer;
}

/** Reads the client's npm package, which the build creates; null if none, as when running from sources. */
export function readClientPackage(folder = join(__dirname, "clients")): ClientPackage | null {
  const name = existsSync(folder) ? readdirSync(folder).find((file) => file.endsWith(".tgz")) : undefined;
  return name === undefined ? null : { name, content: readFileSync(join(folder, name)) };
}

/** Returns the page about API clients. `address` is the service's base URL; null if unknown. */
export const clientsPage = (
  found: ClientPackage | null,
  address: string | null,
  language: Language = "en",
): Page => ({
  path: pathOf(language),
  translation: pathOf(otherLanguage(language)),
  language,
  title: `${WORDS[language].clients} · Recado`,
  content: () => contentOf(found, address, WORDS[language]),
});

function contentOf(found: ClientPackage | null, address: string | null, words: Words): Content {
  const url = `${address ?? "https://messages.example.com"}${CLIENTS}/${found?.name ?? ""}`;
  const { lead, typescript, others, noPackage, install, contains, aboutOthers } = words.aboutClients;
  return {
    headings: [
      { level: 2, id: "typescript", text: typescript },
      { level: 2, id: "other-languages", text: others },
    ],
    body: html`<h1>${words.clients}</h1>
      <p class="lead">${lead}</p>
      <h2 id="typescript">${typescript}</h2>
      ${
        found === null
          ? html`<p>${noPackage}</p>`
          : html`<p>${install}</p>
              ${codeBlock({ language: "sh", text: `npm install ${url}\n` })}
              <p><a href="${CLIENTS}/${found.name}">${found.name}</a> ${contains}</p>`
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
      <h2 id="other-languages">${others}</h2>
      <p>${aboutOthers}</p>`,
  };
}
