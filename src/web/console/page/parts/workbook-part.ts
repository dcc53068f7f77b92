import { later } from "./later";

/**
 * Parser of workbooks. It loads while the page is idle: after an upgrade the service no longer has this
 * version's file.
 */
export const workbookPart = later(() => import("./workbook"));
