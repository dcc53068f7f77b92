import { joinCauses, type TraceCauses } from "../../platform/tracing/tracing";
import type { MessageState } from "./message";

type Traced = Pick<MessageState, "traceParent" | "campaignId">;

/**
 * Returns the spans that caused work on messages. A campaign's messages are linked, so that its trace does
 * not get a span for each of its messages.
 */
export const causesOf = (messages: readonly Traced[]): TraceCauses =>
  joinCauses(
    messages.flatMap(({ traceParent, campaignId }) => {
      if (traceParent === null) return [];
      return campaignId === null
        ? { parent: traceParent, links: [] }
        : { parent: null, links: [traceParent] };
    }),
  );
