import type { Texts } from "../en";

export const signIn: Texts["signIn"] = {
  title: "Entrar",
  hint: "Uma chave começa com st_. O serviço mostra a primeira quando é iniciado pela primeira vez. Crie outras em “Chaves de API” ou peça à equipe de operação.",
  wrong: "Esta chave é desconhecida, expirou ou foi revogada.",
  tooMany: "Muitas requisições ou tentativas sem sucesso. Tente de novo em alguns minutos.",
  failed: "O serviço não respondeu. Tente de novo.",
  ended:
    "Sua sessão terminou. Entre com a mesma chave para continuar. Os rascunhos desta aba foram mantidos.",
  malformed: "Uma chave tem st_ seguido de 64 dígitos hexadecimais.",
  otherKey: "Você entrou com outra chave",
  otherKeyHint: (account, key) =>
    `Outra aba entrou na conta ${account} com a chave ${key}. O navegador usa uma chave por vez. O que não foi salvo com a chave anterior fica nesta aba para quando essa chave entrar de novo, até você fechar esta aba ou sair nela.`,
  withOtherKey: "Continuar com esta chave",
};

export const menu: Texts["menu"] = {
  label: "Menu principal",
  overview: "Visão geral",
  messages: "Mensagens",
  contacts: "Contatos",
  lists: "Listas",
  consents: "Consentimentos",
  replies: "Caixa de entrada",
  canned: "Respostas rápidas",
  unread: (count: string) => `Conversas não lidas: ${count}`,
  campaigns: "Campanhas",
  send: "Enviar",
  templates: "Modelos",
  elsewhere: "Mais",
  phone: "Telefone de teste",
  docs: "Documentação",
  docsHref: "/docs/pt",
  signOut: "Sair",
  open: "Abrir o menu",
  close: "Fechar",
  withKey: (key: string) => `Chave: ${key}`,
  theme: "Tema",
  themes: { system: "Tema do sistema", light: "Claro", dark: "Escuro" },
  groups: {
    send: "Envio",
    people: "Pessoas",
    content: "Conteúdo",
    conversations: "Conversas",
    settings: "Configurações",
  },
  skip: "Ir para o conteúdo",
  language: "Idioma",
};

export const palette: Texts["palette"] = {
  title: "Buscar ou ir para",
  open: "Buscar",
  placeholder: "Página, ação, nome, número ou ID",
  results: "Resultados",
  searching: "Buscando…",
  none: "Nada encontrado.",
  shortcuts: "Atalhos do teclado",
  focusSearch: "Buscar na página",
  messagesOf: (number) => `Mensagens para ${number}`,
  conversationWith: (number) => `Conversa com ${number}`,
  kinds: {
    message: "Mensagem",
    contact: "Contato",
    campaign: "Campanha",
    template: "Modelo",
    list: "Lista",
    webhook: "Webhook",
  },
};
