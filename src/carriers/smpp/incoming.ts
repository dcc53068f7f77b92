import { setTimeout as pause } from "node:timers/promises";
import type {
  AddressedInbound,
  DeliveryReport,
  DeliveryReportSink,
  InboundSink,
  ReferenceReport,
} from "../carrier";
import type { CarrierDeps } from "../kind";
import { SECOND } from "../../platform/time";
import { fromAddress, isNumber } from "./addresses";
import { WriteBatcher } from "../../platform/concurrency/write-batcher";
import type { MessageIds } from "./message-ids";
import { numberOf, octetsOf, type Pdu, textOf } from "./pdu";
import { readReceipt } from "./receipt";
import { LongReplies } from "./replies";
import { concatenationOf, decodeText, plausible, splitHeader } from "./text";

// Bits and values of esm_class. Source: SMPP 3.4, 5.2.12.
const HAS_HEADER = 0x40;
const MESSAGE_TYPE = 0x3c;
const REPLY = 0x00;
const RECEIPT = 0x04;
const INTERMEDIATE = 0x20;

/**
 * Time in milliseconds that a receipt waits if only the recipient's number decided whether its id is decimal
 * or hexadecimal (`doubtful`). A submit response in this time may show the base.
 */
const DOUBT = SECOND;

/** Maximum time in milliseconds that a receipt waits until its message's submission is stored. */
const TOGETHER = SECOND / 2;

const MAX_AT_ONCE = 500;

const inBatches = <T>(sink: (items: readonly T[]) => Promise<void>, concurrency: number, max = MAX_AT_ONCE) =>
  new WriteBatcher<T>({
    max,
    concurrency,
    mayBeOneItems: () => false,
    async write(items) {
      await sink(items);
      return items.map(() => undefined);
    },
  });

/** Handles deliveries: receipts go to the report sink, replies to the inbound sink. */
export class Incoming {
  private readonly reports: WriteBatcher<ReferenceReport>;
  private readonly ownReports: WriteBatcher<DeliveryReport>;
  private readonly replies: WriteBatcher<AddressedInbound>;
  private readonly longReplies: LongReplies;

  constructor(
    private readonly ids: MessageIds,
    private readonly gsmDataCoding: number,
    private readonly deps: Pick<CarrierDeps, "clock" | "log">,
    reports: DeliveryReportSink,
    inbound: InboundSink,
    /** Handler of the carrier with the former settings; it passes on its incomplete replies. */
    before: Incoming | null = null,
  ) {
    const { log } = deps;
    this.reports = inBatches<ReferenceReport>(reports, 1);
    // Each batch waits until the submissions of its messages are stored. Batches run concurrently, so that
    // none of them waits for the submissions of another.
    this.ownReports = inBatches<DeliveryReport>(reports, Infinity);
    // Write one reply at a time. The carrier repeats all replies of a failed batch, and replies have no id
    // that shows which of them are stored.
    this.replies = inBatches<AddressedInbound>(inbound, 1, 1);
    this.longReplies =
      before?.longReplies ??
      new LongReplies(
        (reply) => this.storeReply(reply),
        (missing) => log.warn({ missing }, "a long reply is missing parts"),
        (error) => log.error({ err: error }, "failed to store a long reply"),
      );
  }

  /** Resolves when the delivery may be acknowledged: stored or ignored. */
  async take(pdu: Pdu): Promise<void> {
    const kind = (numberOf(pdu, "esm_class") ?? 0) & MESSAGE_TYPE;
    // The TLV marks a receipt even if esm_class does not. Persons cannot set the TLV.
    if (kind === RECEIPT || octetsOf(pdu, "receipted_message_id").length > 0) await this.takeReceipt(pdu);
    else if (kind === REPLY) await this.takeReply(pdu);
    else if (kind !== INTERMEDIATE) {
      this.deps.log.debug({ esmClass: kind }, "the carrier delivered neither a receipt nor a reply");
    }
  }

  flush(): Promise<void> {
    return this.longReplies.flush();
  }

  private async takeReceipt(pdu: Pdu): Promise<void> {
    const { body } = contentOf(pdu);
    const coding = numberOf(pdu, "data_coding") ?? 0;
    const networkErrorCode = octetsOf(pdu, "network_error_code");
    const receipt = readReceipt({
      // The fields of a receipt are ASCII, which is a subset of Latin-1.
      text: (coding === 8 ? decodeText(body, coding, this.gsmDataCoding) : null) ?? body.toString("latin1"),
      receiptedMessageId: untilNul(octetsOf(pdu, "receipted_message_id")) || null,
      messageState: numberOf(pdu, "message_state"),
      networkErrorCode: networkErrorCode.length > 0 ? networkErrorCode : null,
    });
    if (receipt === null) {
      this.deps.log.warn("the carrier delivered an unreadable receipt");
      return;
    }
    const { status, error } = receipt;
    if (status === null) return;
    const numbers = [textOf(pdu, "source_addr"), textOf(pdu, "destination_addr")];
    let id = this.ids.ofReceipt(receipt.id, numbers);
    if (id.doubtful) {
      await pause(DOUBT);
      id = this.ids.ofReceipt(receipt.id, numbers);
    }
    const { reference, otherwise } = id;
    const report = { status, error, occurredAt: this.deps.clock.now() };
    const message = this.ids.messageOf(reference);
    if (!message?.whole) {
      return this.reports.add({ ...report, reference, ...(otherwise === null ? {} : { otherwise }) });
    }
    // The submission of a known message may still be running. `ownReports` waits until the submission is
    // stored.
    const { accountId, messageId } = message;
    const stored = this.ownReports.add({ ...report, accountId, messageId });
    return within(TOGETHER, stored, () => this.reports.add({ ...report, reference }));
  }

  private async takeReply(pdu: Pdu): Promise<void> {
    const { header, body } = contentOf(pdu);
    const from = fromAddress(numberOf(pdu, "source_addr_ton"), textOf(pdu, "source_addr"));
    const to = fromAddress(numberOf(pdu, "dest_addr_ton"), textOf(pdu, "destination_addr"));
    const text = decodeText(body, numberOf(pdu, "data_coding") ?? 0, this.gsmDataCoding);
    if (text === null || !isNumber(from)) {
      const reason = text === null ? "undecodable text" : "sender is not a phone number";
      this.deps.log.info({ reason }, "ignored an inbound message");
      return;
    }
    const [reference, total, number] = SAR.map((field) => numberOf(pdu, field));
    const part = concatenationOf(header) ?? plausible(reference, total, number);
    if (part) await this.longReplies.take({ ...part, from, to, text });
    else await this.storeReply({ from, to, text });
  }

  private storeReply({ from, to, text }: { from: string; to: string; text: string }): Promise<void> {
    const content = { type: "text", text } as const;
    return this.replies.add({
      kind: "message",
      channel: "sms",
      from,
      to,
      content,
      // SMPP names neither the answered message nor an id of the reply.
      inReplyTo: null,
      reference: null,
    });
  }
}

const SAR = ["sar_msg_ref_num", "sar_total_segments", "sar_segment_seqnum"] as const;

function contentOf(pdu: Pdu): { header: Buffer; body: Buffer } {
  const short = octetsOf(pdu, "short_message");
  const octets = short.length > 0 ? short : octetsOf(pdu, "message_payload");
  const hasHeader = ((numberOf(pdu, "esm_class") ?? 0) & HAS_HEADER) !== 0;
  return hasHeader ? splitHeader(octets) : { header: Buffer.alloc(0), body: octets };
}

/** Returns the text up to the first NUL. Some carriers omit the NUL. */
function untilNul(octets: Buffer): string {
  const end = octets.indexOf(0);
  return octets.subarray(0, end === -1 ? undefined : end).toString("latin1");
}

/** Waits for `work`, and calls `instead` after `ms`. Settles with the first of the two results. */
async function within(ms: number, work: Promise<void>, instead: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve, reject) => {
    timer = setTimeout(() => void instead().then(resolve, reject), ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
