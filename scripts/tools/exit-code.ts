/** Sets the process's exit code to the command's code. Prints a rejection and sets 2. */
export function endWithCode(command: Promise<number>): void {
  command.then(
    (code) => (process.exitCode = code),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 2;
    },
  );
}
