import { later } from "./later";

/**
 * Script that parses workbooks. The page loads it early, because an upgrade of the service removes the file.
 */
export const workbookPart = later(() => import("./workbook"));
