import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";
import { houseRules } from "./scripts/eslint-rules/rules.mjs";

const TYPED = ["src/**/*.{ts,tsx}", "test/**/*.ts", "scripts/**/*.ts"];
const CONSOLE = ["src/web/console/page/**/*.{ts,tsx}"];

const house = { rules: Object.fromEntries(houseRules.map(({ name, rule }) => [name, rule])) };

export default tseslint.config(
  { ignores: ["data/", "dist/", "coverage/", "generated/openapi.json", "generated/openapi.sdk.json"] },
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
      "@typescript-eslint/prefer-promise-reject-errors": ["error", { allowThrowingUnknown: true }],
      // Rows get their type by an assertion: knex infers `any` or wants it as an argument, from one method to the next.
      "@typescript-eslint/no-unnecessary-type-assertion": "off",
      // Ports and handlers are asynchronous by their interface, whether or not an implementation waits.
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Parts are closures, whose functions are handed on without their object.
      "@typescript-eslint/unbound-method": "off",
      eqeqeq: ["error", "always"],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
  {
    // Preact's hooks are React's by name and by their rule. Their dependencies are not checked: an effect that is to run
    // for one change alone, whatever else it reads, says so by leaving the rest out. Accessibility is axe's to judge.
    files: CONSOLE,
    plugins: { "react-hooks": reactHooks },
    rules: { "react-hooks/rules-of-hooks": "error" },
  },
  {
    // Answers of the service are read as what they are: JSON of any shape, which the test then expects something of.
    files: ["test/**/*.ts"],
    rules: {
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
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
