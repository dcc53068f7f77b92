/** Decides which objects may be written, for a storage that receives the bytes itself. */
export interface UploadGate {
  isOpen(key: string): Promise<boolean>;
  /**
   * Runs `place` while holding the object open, so that a concurrent confirmation comes entirely before or
   * after it. Returns false without running it if the object is closed.
   */
  whileOpen(key: string, place: () => Promise<void>): Promise<boolean>;
}
