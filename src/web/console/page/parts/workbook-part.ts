import { later } from "./later";

/** Parser of workbooks. It loads while the page is idle, so that it still works after an upgrade. */
export const workbookPart = later(() => import("./workbook"));
