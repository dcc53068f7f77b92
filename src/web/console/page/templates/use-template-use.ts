import { useScopedQuery } from "../service/hooks";

const DAY_MS = 86_400_000;
/** Number of days, including today, for which a template's use is counted. */
const USE_DAYS = 30;

/** Counts the messages of the last `USE_DAYS` days by template; null without a response or the scope. */
export const useTemplateUse = (now: number): ReadonlyMap<string, number> | null =>
  useScopedQuery({
    scope: "messages:read",
    key: "template use",
    none: null,
    async load({ usage }) {
      const from = new Date(now - (USE_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
      const { data } = await usage.get({ group_by: "template", from });
      return new Map(data.map(({ template_id: id, total }) => [id ?? "", total]));
    },
  }).value;
