/** Whether the service offers the sandbox phone, as the page's HTML says. */
export const HAS_PHONE = document.getElementById("console")?.dataset.handset !== undefined;
