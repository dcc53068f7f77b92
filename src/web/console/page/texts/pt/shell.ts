import type { Texts } from "../en";

export const signIn: Texts["signIn"] = {
  title: "Entrar",
  key: "Chave de API",
  hint: "Uma chave começa com st_. O serviço mostra a primeira quando é iniciado pela primeira vez. Crie outras em “Chaves de API” ou peça à equipe de operação.",
  submit: "Entrar",
  wrong: "Esta chave é desconhecida, expirou ou foi revogada.",
  tooMany: "Muitas tentativas sem sucesso. Aguarde cinco minutos.",
  failed: "O serviço não respondeu. Tente de novo.",
  malformed: "Uma chave tem st_ seguido de 64 dígitos hexadecimais.",
};

export const menu: Texts["menu"] = {
  label: "Menu principal",
  overview: "Visão geral",
  messages: "Mensagens",
  contacts: "Contatos",
  lists: "Listas",
  replies: "Respostas",
  canned: "Respostas rápidas",
  unread: (count: string) => `Conversas não lidas: ${count}`,
  campaigns: "Campanhas",
  settings: "Configurações",
  send: "Enviar",
  templates: "Modelos",
  elsewhere: "Mais",
  phone: "Telefone de teste",
  docs: "Documentação",
  signOut: "Sair",
  open: "Abrir o menu",
  close: "Fechar",
  withKey: (key: string) => `chave ${key}`,
  theme: "Tema",
  themes: { system: "Tema do sistema", light: "Claro", dark: "Escuro" },
  groups: {
    ...{ send: "Envio", people: "Pessoas", content: "Conteúdo" },
    ...{ conversations: "Conversas", settings: "Configurações" },
  },
  skip: "Ir para o conteúdo",
  language: "Idioma",
};
