/** Returns RECADO_TEST_MESSAGES, a number of messages; `usual` if it is not set. */
export const messageCount = (usual: number): number => Number(process.env.RECADO_TEST_MESSAGES ?? usual);
