/** Returns a text in Pascal case, with one capital per word: `ApiKeys` for "API keys". */
export const pascalCase = (text: string): string =>
  text.toLowerCase().replace(/(?:^|[^a-z0-9]+)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
