import type { components } from "../../../generated/schema";
import type { OptOutWordsApi } from "../../../generated/server/opt-out-words.api";
import { automaticReplyProblem } from "../../messaging/automatic-reply";
import { wordProblems } from "../../messaging/opt-out-words";
import type { Platform } from "../../platform/platform";
import { type FieldProblem, notFound, unprocessable } from "../../platform/problem";
import { type AutomaticReplies, findAccount, setAutomaticReplies } from "../accounts/accounts.store";

type Contract = components["schemas"]["OptOutWords"];

const toContract = ({ words, optOutConfirmation, helpAnswer }: AutomaticReplies): Contract => ({
  opt_out: [...words.optOut],
  opt_in: [...words.optIn],
  help: [...words.help],
  confirmation: optOutConfirmation,
  help_answer: helpAnswer,
});

const fromContract = ({ opt_out, opt_in, help, confirmation, help_answer }: Contract): AutomaticReplies => ({
  words: { optOut: opt_out, optIn: opt_in, help },
  optOutConfirmation: confirmation,
  helpAnswer: help_answer,
});

function textProblems(field: string, text: string | null, stored: string | null): FieldProblem[] {
  const message = text === null ? null : automaticReplyProblem(text, stored);
  return message === null ? [] : [{ field, message }];
}

/** Throws 422 with a field problem for each word or text that cannot be used. */
function refuseUnfit(
  { words, optOutConfirmation, helpAnswer }: AutomaticReplies,
  stored: AutomaticReplies,
): void {
  const problems = [
    ...wordProblems(words, { optOut: "opt_out", optIn: "opt_in", help: "help" }),
    ...textProblems("confirmation", optOutConfirmation, stored.optOutConfirmation),
    ...textProblems("help_answer", helpAnswer, stored.helpAnswer),
  ];
  if (problems.length > 0) throw unprocessable("The opt-out words cannot be used", problems);
}

export function optOutWordsApi({ db }: Pick<Platform, "db">): OptOutWordsApi {
  async function repliesOf(accountId: string): Promise<AutomaticReplies> {
    const account = await findAccount(db, accountId);
    if (!account) throw notFound("The account");
    return account;
  }

  return {
    async getOptOutWords({ caller: { accountId } }) {
      return { status: 200, body: toContract(await repliesOf(accountId)) };
    },

    async updateOptOutWords({ body, caller: { accountId } }) {
      const replies = fromContract(body);
      refuseUnfit(replies, await repliesOf(accountId));
      await setAutomaticReplies(db, accountId, replies);
      return { status: 200, body: toContract(replies) };
    },
  };
}
