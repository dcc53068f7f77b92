import type { Texts } from "../en";

export const faults: Texts["faults"] = {
  no_sender: {
    what: "A conta não tem remetente para este canal.",
    todo: "Peça um a quem opera a instalação ou envie por outro canal.",
  },
  media_unavailable: {
    what: "Um arquivo do modelo não existe ou não foi enviado.",
    todo: "Envie o arquivo de novo, corrija o modelo e repita o envio.",
  },
  missing_variable: {
    what: "O modelo tem uma variável para a qual esta pessoa não tem valor.",
    todo: "Preencha o atributo do contato ou informe a variável no envio.",
  },
  empty_content: {
    what: "Com as variáveis preenchidas, não sobrou nada para enviar.",
    todo: "Confira os valores das variáveis e repita o envio.",
  },
  content_too_long: {
    what: "Com as variáveis preenchidas, o texto ficou maior do que o canal aceita.",
    todo: "Encurte o modelo ou os valores das variáveis.",
  },
  landline: {
    what: "O número é de telefone fixo, que não recebe SMS nem RCS.",
    todo: "Use um celular desta pessoa ou ligue para ela com uma mensagem de voz.",
  },
  carrier_rejected: {
    what: "A operadora recusou a mensagem.",
    todo: "O código dela diz o motivo: confira o remetente e o conteúdo e, se não bastar, fale com a operadora.",
  },
  carrier_unreachable: {
    what: "Não foi possível falar com a operadora, mesmo após várias tentativas.",
    todo: "Envie de novo mais tarde; se continuar, quem opera a instalação deve verificar a conexão.",
  },
  undeliverable: {
    what: "A operadora não conseguiu entregar a mensagem.",
    todo: "O número pode não existir ou estar desligado: confira-o ou tente outro canal.",
  },
  expired: {
    what: "A mensagem não foi entregue a tempo.",
    todo: "O aparelho devia estar fora de alcance: envie de novo se ainda fizer sentido.",
  },
};
