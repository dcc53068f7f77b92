import { AMBIGUOUS_OUTCOME } from "../../messaging/ambiguous-outcome";
import type { BlockReason } from "../../messaging/block-reason";
import { type ExpiryCause, readExpiry } from "../../messaging/expiry";
import type { Purpose } from "../../messaging/purpose";
import type { MessageError, MessageErrorCode, MessageStatus } from "./message";

// The words of the CSV in Portuguese, as in the console. A test compares them.

export const STATUSES: Readonly<Record<MessageStatus, string>> = {
  pending: "Pendente",
  blocked: "Bloqueada",
  error: "Erro",
  sent: "Enviada",
  delivered: "Entregue",
  read: "Lida",
  undelivered: "Não entregue",
  failed: "Falhou",
  expired: "Expirada",
  canceled: "Cancelada",
};

export const PURPOSES: Readonly<Record<Purpose, string>> = {
  otp: "Código de uso único",
  transactional: "Transacional",
  marketing: "Marketing",
};

export const BLOCK_REASONS: Readonly<Record<BlockReason, string>> = {
  suppressed: "Número bloqueado ou descadastrado",
  frequency: "Limite de mensagens por número",
  no_consent: "Sem consentimento",
  outside_window: "Fora do horário permitido",
};

export const ERROR_MESSAGES: Readonly<Record<MessageErrorCode, string>> = {
  no_sender: "A conta não tem remetente para este canal, ou o remetente foi removido.",
  media_unavailable: "Falta um arquivo do modelo, ou ele nunca foi enviado.",
  missing_variable: "O modelo tem uma variável para a qual esta pessoa não tem valor.",
  empty_content: "Com as variáveis preenchidas, não sobrou nada para enviar.",
  content_too_long: "Com as variáveis preenchidas, o texto ficou maior do que o canal aceita.",
  not_encodable:
    "Com as variáveis preenchidas, o texto tem caracteres sem equivalente no alfabeto do SMS, como emojis.",
  landline: "O número é de telefone fixo, que não recebe SMS nem RCS.",
  carrier_rejected: "A operadora recusou a mensagem ou não consegue enviar o conteúdo dela.",
  carrier_unreachable: "Não foi possível falar com a operadora, mesmo após várias tentativas.",
  undeliverable: "A operadora não conseguiu entregar a mensagem.",
  expired: "A mensagem não foi enviada ou entregue a tempo.",
};

export const EXPIRIES: Readonly<Record<ExpiryCause, string>> = {
  not_delivered: "A operadora não entregou a mensagem dentro da validade.",
  not_submitted: "A validade da mensagem terminou antes do envio.",
  submission_timeout: "Não foi possível enviar a mensagem à operadora a tempo.",
  revoked:
    "A mensagem não foi entregue até a hora da mensagem de acompanhamento. Por isso, foi cancelada na operadora.",
  campaign_deleted: "A campanha foi excluída antes do envio da mensagem.",
  ended_by_operator: "A equipe de operação encerrou as mensagens que aguardavam o envio.",
};

export const UNKNOWN_OUTCOME = "Não se sabe se a operadora recebeu a mensagem.";

/** Codes of errors with a message that says more than the code, such as the carrier's text. */
const DETAILED: ReadonlySet<MessageErrorCode> = new Set([
  "missing_variable",
  "content_too_long",
  "not_encodable",
  "carrier_rejected",
  "carrier_unreachable",
  "undeliverable",
  "expired",
]);

/**
 * Returns the sentence for an error. Codes in `DETAILED` also get the original message in parentheses, unless
 * the message has its own translation.
 */
export function errorText({ code, message }: Pick<MessageError, "code" | "message">): string {
  const cause = code === "expired" ? readExpiry(message) : null;
  if (cause !== null) return EXPIRIES[cause];
  if (message === AMBIGUOUS_OUTCOME) return UNKNOWN_OUTCOME;
  return DETAILED.has(code) ? `${ERROR_MESSAGES[code]} (${message})` : ERROR_MESSAGES[code];
}
