import fc from 'fast-check'

/** Names that are refused by themselves are a part of them only, or nothing would come to be looked at. */
const refused = ['..', '.', '', 'CON', 'nul.jsonl', 'a.', ' a ', 'a\\b', 'C:', 'line\nfeed', '\u0000']

const pieces = [
  'a',
  'A',
  'projects',
  'sessions',
  'caf\u00e9',
  'cafe\u0301',
  'x'.repeat(200),
  'x'.repeat(256),
  '\u65e5'.repeat(100),
  '\u202egnp.exe',
  '\ud800',
  '\u{1f680}',
  '\u2028',
  '-rf',
  '~',
  '__proto__',
  'constructor',
  '.git',
  'node_modules',
  'manifest.json',
  'parts',
  'v2.sqlite3',
  'opencode.db',
  'rollout-2026-11-29T10-00-00-x.jsonl',
  'rollout-2026-11-29T10-00-00-x.jsonl.zst',
  '1795955637453-x.jsonl.zst',
  'session-x.json',
  'id_YQ.json',
  'events.jsonl',
  '5d743016-5361-4489-91a8-75bda6be4941.jsonl',
  '-wal',
  '.jsonl',
  '.json'
]

/** A piece of a path that somebody may have meant badly. */
export function oddPiece(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...pieces) },
    { weight: 1, arbitrary: fc.constantFrom(...refused) },
    { weight: 2, arbitrary: fc.string({ maxLength: 12, unit: 'grapheme' }) }
  )
}

/** A path of such pieces. */
export function oddPath(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.array(oddPiece(), { minLength: 1, maxLength: 4 }).map((all) => all.join('/')),
    fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 }).map((all) => all.join('/')),
    fc.integer({ min: 1, max: 60 }).map((depth) => 'd/'.repeat(depth)),
    fc.integer({ min: 1, max: 45 }).map((depth) => `${`${'n'.repeat(99)}/`.repeat(depth)}f`)
  )
}

/** A name of one file as a system can have it. */
export function fileName(): fc.Arbitrary<string> {
  return oddPiece().map((piece) => {
    const plain = piece.toWellFormed().replace(/[/\0]/g, '_')
    return plain === '' || plain === '.' || plain === '..'
      ? 'x'
      : Buffer.from(plain).subarray(0, 240).toString('utf8').replaceAll('\ufffd', '_')
  })
}
