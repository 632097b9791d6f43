import type { Failure } from '@shared/ipc/errors'

const writing: ReadonlySet<string> = new Set(['bundle.make', 'export.make'])

/** Places that the person chose in a dialog: the page may have a file written there and nowhere else. */
export class SavePlaces {
  private readonly chosen = new Set<string>()

  add(path: string): void {
    this.chosen.add(path)
  }

  /** Why an operation of the page is refused; null where it is not. */
  refusal(name: string, input: unknown): Failure | null {
    if (!writing.has(name)) return null
    const path = (input as { readonly path?: unknown } | null)?.path
    if (typeof path === 'string' && this.chosen.has(path)) return null
    return { code: 'forbidden', message: 'A file is only written where the person chose its place.' }
  }
}
