/** Sets the process's exit code to the command's result. Prints the error and sets 2 on a rejection. */
export function endWithCode(command: Promise<number>): void {
  command.then(
    (code) => (process.exitCode = code),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 2;
    },
  );
}
