import type { Texts } from "../en";

export const faults: Texts["faults"] = {
  no_sender: {
    what: "A conta não tem remetente para este canal, ou o remetente foi removido.",
    todo: "Peça um à equipe de operação ou envie por outro canal.",
  },
  media_unavailable: {
    what: "Falta um arquivo do modelo, ou ele nunca foi enviado.",
    todo: "Envie o arquivo de novo, corrija o modelo e repita o envio.",
  },
  missing_variable: {
    what: "O modelo tem uma variável para a qual esta pessoa não tem valor.",
    todo: "Preencha a variável do contato ou informe-a no envio.",
  },
  empty_content: {
    what: "Com as variáveis preenchidas, não sobrou nada para enviar.",
    todo: "Confira os valores das variáveis e repita o envio.",
  },
  content_too_long: {
    what: "Com as variáveis preenchidas, o texto ficou maior do que o canal aceita.",
    todo: "Encurte o modelo ou os valores das variáveis.",
  },
  not_encodable: {
    what: "Com as variáveis preenchidas, o texto tem caracteres sem equivalente no alfabeto do SMS, como emojis.",
    todo: "Tire-os dos valores das variáveis ou deixe o modelo usar todos os caracteres.",
  },
  landline: {
    what: "O número é de telefone fixo, que não recebe SMS nem RCS.",
    todo: "Use um celular desta pessoa ou envie a ela uma mensagem de voz.",
  },
  carrier_rejected: {
    what: "A operadora recusou a mensagem ou não consegue enviar o conteúdo dela.",
    todo: "Veja o motivo nos detalhes ou no código da operadora. Confira o remetente e o conteúdo; se não resolver, fale com a operadora.",
  },
  carrier_unreachable: {
    what: "Não foi possível falar com a operadora, mesmo após várias tentativas.",
    todo: "Envie de novo mais tarde. Se o problema continuar, a equipe de operação deve verificar a conexão com a operadora.",
  },
  undeliverable: {
    what: "A operadora não conseguiu entregar a mensagem.",
    todo: "O número pode não existir ou estar desligado: confira-o ou tente outro canal.",
  },
  expired: {
    what: "A mensagem não foi enviada ou entregue a tempo.",
    todo: "Envie de novo se ainda fizer sentido.",
  },
};

export const expiries: Texts["expiries"] = {
  not_delivered: {
    what: "A operadora não entregou a mensagem dentro da validade.",
    todo: "O celular provavelmente estava desligado ou fora da área de cobertura. Envie de novo se ainda fizer sentido.",
  },
  not_submitted: {
    what: "A validade da mensagem terminou antes do envio.",
    todo: "Se ainda fizer sentido, envie de novo com uma validade maior.",
  },
  submission_timeout: {
    what: "Não foi possível enviar a mensagem à operadora a tempo.",
    todo: "Envie de novo se ainda fizer sentido. Se o problema continuar, a equipe de operação deve verificar a conexão com a operadora.",
  },
  revoked: {
    what: "A mensagem não foi entregue até a hora da mensagem de acompanhamento. Por isso, foi cancelada na operadora.",
    todo: "Veja a mensagem de acompanhamento. Se você enviar esta de novo, a pessoa pode receber as duas.",
  },
  campaign_deleted: {
    what: "A campanha foi excluída antes do envio da mensagem.",
    todo: "Se ainda fizer sentido, envie a mensagem em uma nova campanha.",
  },
  ended_by_operator: {
    what: "A equipe de operação encerrou as mensagens que aguardavam o envio.",
    todo: "Fale com a equipe de operação antes de enviar de novo.",
  },
};

export const unknownOutcome: Texts["unknownOutcome"] = {
  what: "Não se sabe se a operadora recebeu a mensagem.",
  todo: "Antes de enviar de novo, confira se a pessoa já recebeu a mensagem. Senão, ela pode recebê-la duas vezes.",
};
