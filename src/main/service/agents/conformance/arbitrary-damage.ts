import fc from 'fast-check'

/** JSON with the names that the three formats use, so that the property reaches past the first check of a reader. */
export function likelyJson(): fc.Arbitrary<string> {
  const names = [
    'id',
    'session',
    'schema_version',
    'state',
    'messages',
    'content',
    'role',
    'type',
    'payload',
    'source',
    'text',
    'tool_calls',
    'run_records',
    'events',
    'event',
    'snapshot',
    'config',
    'workspace',
    'created_at',
    'last_active',
    'title',
    'sequence',
    'recorded_at_unix_ms',
    'call_id',
    'tool',
    'arguments',
    'result',
    'timestamp'
  ]
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.constantFrom<unknown>(
        null,
        true,
        0,
        -1,
        1.5,
        1e21,
        '',
        'user',
        'assistant',
        'tool',
        'text',
        'agent',
        'tact',
        'tool.call',
        'tool.result',
        '2026-11-29T12:00:00Z',
        [],
        {}
      ),
      fc.string(),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 6 })
    )
  }))
  return fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 10 }).map((json) => JSON.stringify(json))
}

/** Changes bytes in some way. */
export type Damage = (bytes: Buffer) => Buffer

/** Cuts, flips, doubles, removes or inserts bytes at any place. */
export function damage(): fc.Arbitrary<Damage> {
  const place = fc.double({ min: 0, max: 1, noNaN: true })
  const at = (bytes: Buffer, where: number) => Math.floor(where * bytes.length)
  const cut = place.map(
    (where): Damage =>
      (bytes) =>
        bytes.subarray(0, at(bytes, where))
  )
  const flip = fc.tuple(place, fc.integer({ min: 1, max: 255 })).map(
    ([where, bits]): Damage =>
      (bytes) => {
        const flipped = Buffer.from(bytes)
        const index = Math.min(at(bytes, where), bytes.length - 1)
        if (index >= 0) flipped[index] = (flipped[index] ?? 0) ^ bits
        return flipped
      }
  )
  const insert = fc.tuple(place, fc.uint8Array({ minLength: 1, maxLength: 40 })).map(
    ([where, more]): Damage =>
      (bytes) => {
        const index = at(bytes, where)
        return Buffer.concat([bytes.subarray(0, index), more, bytes.subarray(index)])
      }
  )
  const remove = fc.tuple(place, fc.integer({ min: 1, max: 400 })).map(
    ([where, count]): Damage =>
      (bytes) => {
        const index = at(bytes, where)
        return Buffer.concat([bytes.subarray(0, index), bytes.subarray(index + count)])
      }
  )
  const double = fc.tuple(place, place).map(
    ([from, to]): Damage =>
      (bytes) => {
        const piece = bytes.subarray(at(bytes, Math.min(from, to)), at(bytes, Math.max(from, to)))
        return Buffer.concat([bytes, piece])
      }
  )
  return fc.oneof(cut, flip, insert, remove, double)
}
