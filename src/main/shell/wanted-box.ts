import type { Wanted } from '@shared/domain/desktop'

/** Holds what was asked for outside of the window until its page takes it, which may be a page that is still loading. */
export class WantedBox {
  private wanted: Wanted | null = null

  put(wanted: Wanted): void {
    this.wanted = wanted
  }

  take(): Wanted | null {
    const { wanted } = this
    this.wanted = null
    return wanted
  }
}
