import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";
import { projectRules } from "./scripts/eslint-rules/rules.mjs";

const TYPED = ["src/**/*.{ts,tsx}", "test/**/*.ts", "scripts/**/*.ts"];
const CONSOLE = ["src/web/console/page/**/*.{ts,tsx}", "src/web/design/*.tsx"];

const recado = { rules: Object.fromEntries(projectRules.map(({ name, rule }) => [name, rule])) };

export default tseslint.config(
  { ignores: ["data/", "dist/", "coverage/", "generated/openapi.json", "generated/openapi.sdk.json"] },
  {
    // Exceptions are entries here, where they are visible, and not comments in files.
    linterOptions: { noInlineConfig: true },
    languageOptions: { parser: tseslint.parser },
    plugins: { recado },
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
      // Rows are typed by an assertion. Knex infers `any` for some methods, and others require the assertion.
      "@typescript-eslint/no-unnecessary-type-assertion": "off",
      // Ports and handlers are asynchronous by their interface, even if an implementation does not wait.
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Objects are made of closures, so their functions may be passed on without the object.
      "@typescript-eslint/unbound-method": "off",
      eqeqeq: ["error", "always"],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
  {
    // Preact's hooks follow React's rules. Their dependencies are not checked: an effect that must run only
    // for one change lists only that dependency. axe checks accessibility.
    files: CONSOLE,
    plugins: { "react-hooks": reactHooks },
    rules: { "react-hooks/rules-of-hooks": "error" },
  },
  {
    // `require` loads OpenTelemetry only if traces are exported. An import would always load it.
    files: ["src/app/compose.ts"],
    rules: { "@typescript-eslint/no-require-imports": "off" },
  },
  {
    // Tests read responses of the service as untyped JSON and then assert on them.
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
    // Types that must not compile are marked with @ts-expect-error and a reason.
    files: ["test/types/**/*.ts"],
    rules: {
      "@typescript-eslint/ban-ts-comment": ["error", { "ts-expect-error": "allow-with-description" }],
    },
  },
  projectRules.map(({ name, files, ignores = [] }) => ({
    name: `recado/${name}`,
    files,
    ignores,
    rules: { [`recado/${name}`]: "error" },
  })),
);
