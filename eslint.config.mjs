import tseslint from "typescript-eslint";
import { houseRules } from "./scripts/house-rules/rules.mjs";

const TYPED = ["src/**/*.ts", "test/**/*.ts", "scripts/**/*.ts"];

const house = { rules: Object.fromEntries(houseRules.map(({ name, rule }) => [name, rule])) };

export default tseslint.config(
  { ignores: ["data/", "dist/", "coverage/", "generated/openapi.json"] },
  {
    // An exception is an entry here, where it is seen, and not a comment.
    linterOptions: { noInlineConfig: true },
    languageOptions: { parser: tseslint.parser },
    plugins: { house },
  },
  {
    files: ["**/*.mjs"],
    extends: [tseslint.configs.recommended],
  },
  {
    files: TYPED,
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/ban-ts-comment": ["error", { "ts-expect-error": true }],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      eqeqeq: ["error", "always"],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
  {
    // What must not compile is said with @ts-expect-error, and why.
    files: ["test/types/**/*.ts"],
    rules: {
      "@typescript-eslint/ban-ts-comment": ["error", { "ts-expect-error": "allow-with-description" }],
    },
  },
  houseRules.map(({ name, files, ignores = [] }) => ({
    name: `house/${name}`,
    files,
    ignores,
    rules: { [`house/${name}`]: "error" },
  })),
);
