import { story } from "../stage";

export const usage = [
  story("the usage by each grouping", async (stage) => {
    const from = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    for (const group_by of ["day", "channel", "campaign", "template", "hour"] as const) {
      await stage.provoke("getUsage", 200, { query: { group_by, from } }, `reads the usage by ${group_by}`);
    }
  }),
];
