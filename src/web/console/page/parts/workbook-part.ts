import { later } from "./later";

/** Reader of workbooks, which is large. It loads while the page is idle, so that an upgrade cannot remove it. */
export const workbookPart = later(() => import("./workbook"));
