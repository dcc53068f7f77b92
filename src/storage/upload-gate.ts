/** Which objects may be written: asked by a storage that takes the bytes itself. */
export interface UploadGate {
  isOpen(key: string): Promise<boolean>;
  /**
   * Runs `place` while the object is held open, so that a confirmation at the same time comes either before it or
   * after it; answers false without running it when the object is closed.
   */
  whileOpen(key: string, place: () => Promise<void>): Promise<boolean>;
}
