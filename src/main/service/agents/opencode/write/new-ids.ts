import { createHash } from 'node:crypto'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const sixBytes = 2n ** 48n - 1n

/**
 * Ids as opencode makes them: a prefix, twelve hex digits of the time in ms with a counter behind it, and fourteen letters. Those of messages and
 * parts grow with time, those of sessions shrink. The letters come from a digest of what the session is made for, so that the same plan made twice
 * within moments has the same ids.
 */
export class NewIds {
  private counter = 0
  private readonly at: number
  private readonly madeFor: string

  constructor(at: number, madeFor: readonly string[]) {
    this.at = at
    this.madeFor = madeFor.join('\0')
  }

  session(): string {
    return this.make('ses', true)
  }

  message(): string {
    return this.make('msg', false)
  }

  part(): string {
    return this.make('prt', false)
  }

  private make(prefix: string, shrinks: boolean): string {
    this.counter += 1
    const count = BigInt(this.at) * 0x1000n + BigInt(this.counter)
    const time = ((shrinks ? ~count : count) & sixBytes).toString(16).padStart(12, '0')
    const digest = createHash('sha256').update(`${this.madeFor}\0${this.counter}`).digest()
    const tail = [...digest.subarray(0, 14)].map((byte) => letters.charAt(byte % letters.length)).join('')
    return `${prefix}_${time}${tail}`
  }
}
