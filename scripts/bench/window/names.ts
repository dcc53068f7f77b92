/** The connection of the kind `http`, and what its program shows when it reports. */
export const CONNECTION = "program";
export const CALLBACK_TOKEN = "inwards";
export const REPORTS_PATH = `/carriers/${CONNECTION}/reports`;
