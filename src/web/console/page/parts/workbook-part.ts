import { later } from "./later";

/**
 * Parser of workbooks. The parser loads while the page is idle, because the service no longer has this
 * version's file after an upgrade.
 */
export const workbookPart = later(() => import("./workbook"));
