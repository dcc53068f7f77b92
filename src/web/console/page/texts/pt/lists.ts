import type { HeaderFault, RowFault } from "../../../../../messaging/contact-file/faults";
import type { Texts } from "../en";
import { type Sentences, sentenceOf } from "../sentences";

const ROW_FAULTS: Sentences<RowFault> = {
  garbled: () => "As aspas da linha estão incorretas.",
  illegible: () => "A linha tem caracteres que não puderam ser lidos: corrija cada \ufffd.",
  too_many_cells: ({ cells, columns }) =>
    `A linha tem ${cells} células, mas o arquivo tem ${columns} colunas.`,
  unnamed_column: ({ column }) => `A coluna ${column} não tem nome, mas a linha tem um valor nela.`,
  phone_empty: ({ column }) => `${column} está vazio.`,
  phone_without_digits: ({ column }) =>
    `${column} está em notação de planilha, que pode perder dígitos: formate a coluna como texto.`,
  phone_invalid: ({ column }) => `${column} não é um número de telefone válido.`,
  too_long: ({ column, max }) => `${column} tem mais de ${max} caracteres.`,
};

const HEADER_FAULTS: Sentences<HeaderFault> = {
  too_many_columns: ({ max }) => `O arquivo tem mais de ${max} colunas.`,
  too_many_attributes: ({ max }) => `O arquivo tem mais de ${max} colunas de variáveis.`,
  illegible: () =>
    "A primeira linha tem caracteres que não puderam ser lidos. Corrija os títulos das colunas e envie o arquivo de novo.",
  no_phone_column: () =>
    "Nenhuma coluna tem o número. Escolha “número” na coluna dos telefones, ou dê a ela o nome telefone ou celular na primeira linha.",
  two_phone_columns: ({ columns }) => `O arquivo tem duas colunas de números: ${columns.join(" e ")}.`,
  two_name_columns: ({ columns }) => `O arquivo tem duas colunas de nomes: ${columns.join(" e ")}.`,
  column_missing: ({ column }) => `O arquivo não tem a coluna “${column}”.`,
  column_twice: ({ column }) => `A coluna “${column}” aparece duas vezes.`,
};

export const lists: Texts["lists"] = {
  createFirst: "Criar a primeira lista",
  create: "Nova lista",
  submit: "Criar lista",
  kind: "Tipo",
  kinds: { default: "De envio", blacklist: "De bloqueio" },
  kindHints: {
    default: "As campanhas vão para os contatos desta lista.",
    blacklist:
      "Os contatos desta lista não recebem nada pelos canais escolhidos, para as finalidades escolhidas.",
  },
  blocksOn: "Canais bloqueados",
  blocksFor: "Finalidades bloqueadas",
  onlyFor: (purposes) => `só para: ${purposes}`,
  blocks: (channels) => `Bloqueia ${channels}`,
  optOuts: (channels) => `Descadastros (${channels})`,
  blocksNothing: "Não bloqueia nada",
  updated: "Alterada",
  count: (count, words) => (count === 1 ? "1 lista" : `${words} listas`),
  scheduled: (count, words) => (count === 1 ? "1 agendada" : `${words} agendadas`),
  atLeast: (count) => `ao menos ${count}`,
  suppressionNamed: (name) => `${name} (bloqueio)`,
  searchMenu: "Buscar lista",
  noneInMenu: "Nenhuma lista encontrada.",
  isSuppression: "Lista de bloqueio.",
  suppresses: (channels) => `Os contatos desta lista não recebem nada por ${channels}.`,
  suppressesNothing: "Ela não bloqueia nada. Edite a lista para escolher canais e finalidades.",
  nameTaken: "Outra lista tem este nome.",
  empty: "Nenhuma lista corresponde aos filtros.",
  none: "Você ainda não criou nenhuma lista. Uma lista reúne contatos: uma campanha vai para todos os contatos dela.",
  noMembers: "A lista está vazia. Adicione um número aqui ou importe um arquivo.",
  back: "Todas as listas",
  notFound: "Lista não encontrada",
  rename: "Renomear",
  keepsName: "Esta é a lista de descadastro. Ela não pode ser renomeada.",
  deleteList: "Excluir lista",
  deleted: (name) => `A lista ${name} foi excluída.`,
  removing: (name, count) =>
    `A lista ${name} será excluída. Os contatos dela (${count}) são mantidos. Esta ação não pode ser desfeita.`,
  usedBy: "Estas campanhas usam a lista e não poderão ser lançadas:",
  unknownUse: "A chave não pode ler campanhas: confira se alguma campanha usa esta lista.",
  unblocking: "Os contatos dela deixarão de ser bloqueados por ela.",
  members: "Contatos da lista",
  blockedMembers: "Contatos bloqueados",
  actions: "Ações",
  takeOut: (who) => `Remover ${who} da lista`,
  addNumber: "Adicionar um número",
  added: (who) => `${who} está na lista.`,
};

export const imports: Texts["imports"] = {
  title: "Importar de um arquivo",
  latest: "Importações",
  earlier: "Importações anteriores",
  choose: "Escolher um arquivo CSV ou Excel",
  drop: "ou solte-o aqui.",
  hint: "A primeira linha precisa ter os nomes das colunas. Uma coluna tem o número; o nome e as outras variáveis são opcionais.",
  bytes: (kib) => `${kib} KiB`,
  columns: "Colunas do arquivo",
  column: "Coluna",
  examples: "Primeiros valores",
  use: "Uso",
  uses: { phone: "número", name: "nome", attribute: "variável", ignore: "ignorar" },
  useOf: (column) => `Uso da coluna ${column}`,
  variableOf: (column) => `Variável da coluna ${column}`,
  variableTwice: (name) => `Duas colunas preenchem a variável “${name}”.`,
  variableInvalid: (name) =>
    `“${name}” não pode ser o nome de uma variável: ele tem de 1 a 64 letras sem acento, dígitos, “_”, “.” ou “-”.`,
  replacesVariables: "As variáveis do arquivo substituem todas as variáveis dos contatos que já existem.",
  sheet: "Planilha",
  cells: {
    day: (date) => date.toLocaleDateString("pt-BR", { timeZone: "UTC" }),
    decimal: (number) => number.toLocaleString("pt-BR", { maximumSignificantDigits: 15, useGrouping: false }),
  },
  workbook:
    "Não foi possível ler esta pasta de trabalho do Excel. No Excel, use “Salvar como” e o tipo “CSV UTF-8”, e escolha o arquivo salvo.",
  noHeadings:
    "A primeira linha parece ser um contato, que não será importado. Insira acima dela uma linha com os nomes das colunas.",
  firstRows: "Primeiras linhas e linhas recusadas",
  line: "Linha",
  willBeImported: "Será importada",
  overrides: (line) => `Repete a linha ${line} e a substitui`,
  noRows: "Nenhuma linha pode ser importada. Cada linha precisa de um número de telefone válido.",
  numbersIn: (column) => `Os números parecem estar na coluna ${column}.`,
  accepted: (count, words) => (count === 1 ? "1 pessoa será importada" : `${words} pessoas serão importadas`),
  rejected: (count, words) => (count === 1 ? "1 linha recusada" : `${words} linhas recusadas`),
  inspected: (figures) =>
    `No começo do arquivo: ${figures}. As demais linhas são verificadas durante a importação.`,
  rowFault: (fault) => sentenceOf(ROW_FAULTS, fault),
  headerFault: (fault) => sentenceOf(HEADER_FAULTS, fault),
  noTable:
    "Este arquivo não é uma tabela de contatos em texto. Salve-o como “CSV UTF-8” e escolha-o de novo.",
  emptyFile: "O arquivo está vazio.",
  emptySheet: "A planilha está vazia.",
  unreadable: "Não foi possível ler o arquivo. Escolha-o de novo.",
  start: (list) => `Importar para ${list}`,
  uploading: "Enviando o arquivo…",
  starting: "Iniciando a importação…",
  inProgress: "Já há uma importação em andamento nesta lista. Aguarde ela terminar.",
  tooLarge: "O arquivo é grande demais. Divida-o em vários.",
  statuses: {
    pending: "Aguardando",
    running: "Importando",
    completed: "Concluída",
    failed: "Falhou",
    canceled: "Cancelada",
  },
  completedPartly: "Concluída com recusas",
  progress: (done, of) => `Linhas: ${done} de ${of} ·`,
  counts: (created, updated, rejected) =>
    `Criados: ${created} · Atualizados: ${updated} · Recusados: ${rejected}`,
  errors: {
    file_unreadable: "O arquivo não é uma tabela de contatos legível.",
    file_gone: "O arquivo não existe mais.",
  },
  rejectedHeading: { line: "linha", reason: "motivo" },
  moreRejected: (count) => `Outras linhas recusadas que não estão guardadas: ${count}.`,
  seeLine: (line) => `Veja a linha ${line}.`,
  download: "Baixar linhas recusadas",
  cancel: "Cancelar a importação",
  canceling: "A importação vai parar. As linhas já importadas são mantidas.",
};
