/** The bundler collects the style sheets that scripts import. */
declare module "*.css";
