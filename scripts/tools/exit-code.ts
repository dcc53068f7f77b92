/** Ends the process with the command's exit code. A rejection is printed and ends it with 2. */
export function endWithCode(command: Promise<number>): void {
  command.then(
    (code) => (process.exitCode = code),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 2;
    },
  );
}
