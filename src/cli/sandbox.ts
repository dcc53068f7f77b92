import { type Command, Option } from "commander";
import pino from "pino";
import { consentEffects, inboundEffects, messageEffects } from "../app/effects";
import { listAccounts } from "../features/accounts/accounts.store";
import { suppressionKeyOf } from "../features/consents/number-hash";
import { localWakeups } from "../queue/wakeups";
import { type SimulatorDeps, simulateReply, simulateTap } from "../web/sandbox/simulator";
import { createMetrics } from "../platform/metrics";
import { findMessage } from "../features/messages/messages.store";
import { MAX_SUGGESTIONS } from "../messaging/content";
import { isId } from "../platform/ids";
import { runs } from "./command";
import { CommandError, UsageError } from "./errors";
import { namedAccount, phoneOption, wholeNumber } from "./options";
import type { Output } from "./output";
import type { Session, CommandContext } from "./session";

type Deps = Pick<Session, "db" | "clock" | "ids" | "config" | "secrets">;

/** Returns the simulator's dependencies. Wake-ups stay local, because the service polls for the new jobs. */
const depsOf = async ({ db, clock, ids, config, secrets }: Deps): Promise<SimulatorDeps> => ({
  config,
  db,
  clock,
  ids,
  log: pino({ level: "silent" }),
  metrics: createMetrics(),
  wakeups: localWakeups(),
  suppressionKey: await suppressionKeyOf({ db, secrets: await secrets() }),
  messageEffects: messageEffects(ids),
  inboundEffects: inboundEffects(ids),
  consentEffects: consentEffects(ids),
});

interface ReplyOptions {
  account: string;
  from: string;
  channel: "sms" | "rcs";
  text: string;
  to?: string;
}

async function sandboxReply(deps: Deps, options: ReplyOptions): Promise<Output> {
  const { channel, from, text, to = null } = options;
  const { id } = await namedAccount(deps.db, options.account);
  await simulateReply(await depsOf(deps), id, { channel, from, to, text });
  return { json: { channel, from, to, text }, text: `${from} replied by ${channel}: ${text}` };
}

export async function sandboxTap(
  deps: Deps,
  options: { message: string; suggestion: number },
): Promise<Output> {
  const { message: messageId, suggestion } = options;
  if (!isId(messageId)) throw new UsageError(`"${messageId}" is not the id of a message`);
  for (const { id } of await listAccounts(deps.db)) {
    if ((await findMessage(deps.db, id, messageId)) === null) continue;
    await simulateTap(await depsOf(deps), id, messageId, suggestion - 1);
    return {
      json: { message_id: messageId, suggestion },
      text: `suggestion ${suggestion} of message ${messageId} was tapped`,
    };
  }
  throw new CommandError(`There is no message ${messageId}`);
}

export function sandboxCommands(program: Command, context: CommandContext): void {
  const sandbox = program.command("sandbox").description("simulate people who reply to the sandbox");
  const reply = sandbox
    .command("reply")
    .description("send a reply from a number")
    .requiredOption("--account <name>", "account whose sender receives the reply")
    .requiredOption("--from <number>", "the number that replies", phoneOption)
    .addOption(
      new Option("--channel <channel>", "channel of the reply").choices(["sms", "rcs"]).makeOptionMandatory(),
    )
    .requiredOption("--text <text>", "text of the reply, such as SAIR or VOLTAR")
    .option("--to <address>", "address of the sender; the default sender's if omitted");
  runs<[], ReplyOptions>(reply, context, (session, _, options) => sandboxReply(session, options));
  const tap = sandbox
    .command("tap")
    .description("tap a suggestion of an RCS message")
    .requiredOption("--message <id>", "the message")
    .requiredOption(
      "--suggestion <n>",
      "position of the suggestion, from 1; suggestions of cards precede the message's",
      wholeNumber(1, MAX_SUGGESTIONS),
    );
  runs<[], { message: string; suggestion: number }>(tap, context, (session, _, options) =>
    sandboxTap(session, options),
  );
}
