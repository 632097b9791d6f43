/** Where a command writes. Nothing goes out before it succeeded or failed as a whole, so that JSON is never cut. */
export interface Output {
  /** Columns of the terminal; without end where the output goes elsewhere. */
  readonly width: number
  line(text?: string): void
  json(value: unknown): void
  /** Pieces of one JSON text, for what is too long for a single string. */
  pieces(texts: readonly string[]): void
}

/** Collects what a command says. */
export class CollectedOutput implements Output {
  readonly texts: string[] = []
  readonly width: number

  constructor(width: number = Number.POSITIVE_INFINITY) {
    this.width = width
  }

  line(text = ''): void {
    this.texts.push(`${text}\n`)
  }

  json(value: unknown): void {
    this.texts.push(`${JSON.stringify(value, null, 2)}\n`)
  }

  pieces(texts: readonly string[]): void {
    for (const text of texts) this.texts.push(text)
  }
}

/** Writes texts in order and waits until the other end took them; a reader that went away (`| head`) is no error. */
export async function writeAll(stream: NodeJS.WritableStream, texts: readonly string[]): Promise<void> {
  let gone = false
  stream.on('error', () => {
    gone = true
  })
  for (const text of texts) {
    if (gone) return
    await new Promise<void>((resolve) => stream.write(text, () => resolve()))
  }
}
