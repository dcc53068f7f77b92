/** Whether the service offers the sandbox phone. */
export const HAS_PHONE = document.getElementById("console")?.dataset.handset !== undefined;
