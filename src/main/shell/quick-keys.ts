import { globalShortcut } from 'electron'

/** The keys that bring up the quick-resume window from anywhere. */
export class QuickKeys {
  private readonly press: () => void
  private keys = ''
  private registered = false

  constructor(press: () => void) {
    this.press = press
  }

  /** Keys that somebody else has, or that are none, are not registered, and that is told. */
  set(keys: string): { keys: string; registered: boolean } {
    if (keys === this.keys) return this.current
    if (this.registered) globalShortcut.unregister(this.keys)
    this.keys = keys
    try {
      this.registered = keys !== '' && globalShortcut.register(keys, this.press)
    } catch {
      // Electron throws for what is no name of keys.
      this.registered = false
    }
    return this.current
  }

  get current(): { keys: string; registered: boolean } {
    return { keys: this.keys, registered: this.registered }
  }
}
