/** Words in an account's spelling by which a person opts out, opts in again or asks for help. */
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
