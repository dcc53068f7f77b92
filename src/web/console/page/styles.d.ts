/** Lets TypeScript accept imports of style sheets, which the bundler collects. */
declare module "*.css";
