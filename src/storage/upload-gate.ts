/** Decides which objects accept uploads, for a storage that receives the bytes itself. */
export interface UploadGate {
  isOpen(key: string): Promise<boolean>;
  /**
   * Runs `place` while a concurrent confirmation of the object waits. Returns false without running `place`
   * if the object is closed.
   */
  whileOpen(key: string, place: () => Promise<void>): Promise<boolean>;
}
