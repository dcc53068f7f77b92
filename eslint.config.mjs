import parser from "@typescript-eslint/parser";
import { projectRules } from "./scripts/eslint-rules/rules.mjs";

const recado = { rules: Object.fromEntries(projectRules.map(({ name, rule }) => [name, rule])) };

// The project's own rules. Oxlint has the general rules, with and without types (.oxlintrc.json).
export default [
  { ignores: ["data/", "dist/", "coverage/", "generated/openapi.json", "generated/openapi.sdk.json"] },
  {
    // Exceptions are entries here, where they are visible, and not comments in files.
    linterOptions: { noInlineConfig: true },
    languageOptions: { parser },
    plugins: { recado },
  },
  ...projectRules.map(({ name, files, ignores = [] }) => ({
    name: `recado/${name}`,
    files,
    ignores,
    rules: { [`recado/${name}`]: "error" },
  })),
];
