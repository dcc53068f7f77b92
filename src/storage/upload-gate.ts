/** Decides which objects accept uploads, for a storage that receives the bytes itself. */
export interface UploadGate {
  isOpen(key: string): Promise<boolean>;
  /** Runs `place` while confirmations of the object wait. Returns false instead if the object is closed. */
  whileOpen(key: string, place: () => Promise<void>): Promise<boolean>;
}
