import { later } from "./later";

/**
 * Script that parses workbooks. The page loads the script early, because an upgrade of the service removes
 * the script's file.
 */
export const workbookPart = later(() => import("./workbook"));
