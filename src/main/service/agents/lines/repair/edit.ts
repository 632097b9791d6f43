/** Bytes of a file that would be others. `from` equal to `to` puts something in. */
export interface Edit {
  readonly from: number
  readonly to: number
  readonly bytes: Buffer
  /** What kind of damage it mends. */
  readonly kind: string
}
