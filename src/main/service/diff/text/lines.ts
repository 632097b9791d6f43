/** A text as lines, without copying it: line ends are not part of a line. */
export class Lines {
  readonly text: string
  readonly count: number
  /** Whether the last line has no end. */
  readonly isOpen: boolean
  private readonly starts: Int32Array

  constructor(text: string) {
    this.text = text
    const starts: number[] = []
    for (let at = 0; at < text.length; ) {
      starts.push(at)
      const end = text.indexOf('\n', at)
      at = end < 0 ? text.length : end + 1
    }
    this.starts = Int32Array.from(starts)
    this.count = starts.length
    this.isOpen = text !== '' && !text.endsWith('\n')
  }

  line(at: number): string {
    const end = at + 1 < this.count ? (this.starts[at + 1] as number) - 1 : this.text.length - (this.isOpen ? 0 : 1)
    return this.text.slice(this.starts[at] as number, end)
  }
}
