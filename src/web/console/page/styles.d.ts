/** Styles are put together with the scripts that import them. */
declare module "*.css";
