/** Words of an account by their effect, as the account spells them. */
export interface OptOutWords {
  readonly optOut: readonly string[];
  readonly optIn: readonly string[];
  readonly help: readonly string[];
}

export const DEFAULT_WORDS: OptOutWords = {
  optOut: ["SAIR", "PARE", "PARAR", "CANCELAR", "STOP", "DESCADASTRAR", "REMOVER"],
  optIn: ["VOLTAR", "START", "COMECAR"],
  help: ["AJUDA"],
};
