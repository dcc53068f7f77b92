import { html } from "./html";

/** Languages of the guides. The reference exists in English only. */
export const LANGUAGES = ["en", "pt"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Texts of the documentation's pages in English, apart from the guides. */
const en = {
  /** Value of the attributes `lang` and `hreflang`. */
  tag: "en",
  /** Name of the language in the language itself. */
  name: "English",
  /** Path of the documentation's first page in the language. */
  root: "/docs",
  title: "Recado documentation",
  lead: (summary: string) => summary,
  onThisPage: "On this page",
  search: "Search",
  searchHint: "Search (/)",
  menu: "Menu",
  skip: "Skip to the text",
  navigation: "Documentation",
  guides: "Guides",
  operate: "Operate",
  reference: "Reference",
  thisService: "This service",
  /** Names of other pages of the service, such as the console, by their English name. */
  elsewhere: {} as Readonly<Record<string, string>>,
  overview: "Overview",
  explorer: "Explorer",
  clients: "Clients",
  /** Returns the heading of a list of pages that exist in English only. */
  inEnglish: (heading: string) => heading,
  aboutReference: html`<a href="/docs/reference">Every operation</a>, with examples for curl and the
    <a href="/docs/clients">client</a>. The contract itself, for tools, is
    <a href="/openapi.json">openapi.json</a>, and for generators of
    <a href="/docs/guides/other-languages">clients in other languages</a>
    <a href="/openapi.sdk.json">openapi.sdk.json</a>; the <a href="/docs/explorer">explorer</a> sends requests
    from the browser with your key.`,
  aboutClients: {
    lead: "This service offers the client of its version of the contract.",
    typescript: "TypeScript and JavaScript",
    others: "Other languages",
    noPackage: html`This process runs from sources, which have no package.
      <code>npm run client:pack</code> makes one.`,
    install: "The package needs no registry and has no dependencies. Install it by its address:",
    /** Rest of the sentence that begins with the client package's file name. */
    contains: "contains its README and types.",
    aboutOthers: html`<a href="/openapi.sdk.json">openapi.sdk.json</a> is the contract for generators; the
      guide <a href="/docs/guides/other-languages">Clients in other languages</a> shows how to use it for
      Python, Go, Java and C#.`,
  },
  missingTitle: "Page not found",
  missing: html`<h1>Page not found</h1>
    <p class="lead">The address may be mistyped, or the page may have been renamed.</p>
    <p>
      The navigation of this page has all guides and the reference; <a href="/docs">the first page</a> says
      what each one covers.
    </p>`,
  /**
   * Captions of code blocks: `response`, `client` and `output`. All other captions are names, which are the
   * same in each language.
   */
  response: "Response",
  client: "Client",
  output: "Output",
  /** Accessible name of tables. */
  table: "Table",
  linkTo: (heading: string) => `Link to “${heading}”`,
  found: {
    title: "Search",
    titleOf: (query: string) => `Search: ${query}`,
    nothing: (query: string) => `No results for “${query}”.`,
    enter: "Enter a search above.",
    count: (results: number, query: string) =>
      `${results} ${results === 1 ? "result" : "results"} for “${query}”`,
    guide: "Guide",
  },
};

export type Words = typeof en;

const pt: Words = {
  tag: "pt-BR",
  name: "Português",
  root: "/docs/pt",
  title: "Documentação do Recado",
  lead: () => "Envie mensagens SMS, RCS e de voz e acompanhe a entrega.",
  onThisPage: "Nesta página",
  search: "Buscar",
  searchHint: "Buscar (/)",
  menu: "Menu",
  skip: "Ir para o texto",
  navigation: "Documentação",
  guides: "Guias",
  operate: "Operação",
  reference: "Referência",
  thisService: "Este serviço",
  elsewhere: { Console: "Console", Phone: "Telefone de teste" },
  overview: "Visão geral",
  explorer: "Explorador",
  clients: "Clientes",
  inEnglish: (heading) => `${heading} (em inglês)`,
  aboutReference: html`<a href="/docs/reference" hreflang="en">Todas as operações</a>, com exemplos para curl
    e para o <a href="/docs/pt/clients">cliente</a>. O contrato, para ferramentas, é
    <a href="/openapi.json">openapi.json</a>. Para geradores de
    <a href="/docs/pt/guides/other-languages">clientes em outras linguagens</a>, é
    <a href="/openapi.sdk.json">openapi.sdk.json</a>. O
    <a href="/docs/explorer" hreflang="en">explorador</a> envia requisições pelo navegador com a sua chave.`,
  aboutClients: {
    lead: "Este serviço oferece o cliente da sua versão do contrato.",
    typescript: "TypeScript e JavaScript",
    others: "Outras linguagens",
    noPackage: html`Este processo roda a partir do código-fonte, que não traz um pacote.
      <code>npm run client:pack</code> cria um.`,
    install: "O pacote não precisa de um registro do npm e não tem dependências. Instale pelo endereço:",
    contains: "contém o README e os tipos.",
    aboutOthers: html`<a href="/openapi.sdk.json">openapi.sdk.json</a> é o contrato para geradores. O guia
      <a href="/docs/pt/guides/other-languages">Clientes em outras linguagens</a> mostra como usá-lo em
      Python, Go, Java e C#.`,
  },
  missingTitle: "Página não encontrada",
  missing: html`<h1>Página não encontrada</h1>
    <p class="lead">O endereço pode ter um erro de digitação, ou a página pode ter mudado de nome.</p>
    <p>
      A navegação desta página tem todos os guias e a referência. A <a href="/docs/pt">primeira página</a> diz
      do que trata cada um.
    </p>`,
  response: "Resposta",
  client: "Cliente",
  output: "Saída",
  table: "Tabela",
  linkTo: (heading) => `Link para “${heading}”`,
  found: {
    title: "Busca",
    titleOf: (query) => `Busca: ${query}`,
    nothing: (query) => `Nenhum resultado para “${query}”.`,
    enter: "Escreva acima o que procura.",
    count: (results, query) => `${results} ${results === 1 ? "resultado" : "resultados"} para “${query}”`,
    guide: "Guia",
  },
};

export const WORDS: Readonly<Record<Language, Words>> = { en, pt };

export const otherLanguage = (language: Language): Language => (language === "en" ? "pt" : "en");
