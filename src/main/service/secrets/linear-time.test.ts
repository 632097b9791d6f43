import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findIn, findSecrets } from './find-secrets'
import { libraryRules } from './library-rules'
import { tokenRules } from './rules/token-rules'
import { Scan } from './scan'

/** Pieces that keep one rule or another going, over and over. */
const pieces = [
  ...'a 0 = : " \\ \' ` | > < ( $ - / @ . , ; \n \t'.split(' '),
  ...[
    ' ',
    '  ',
    '\\"',
    '\\n',
    'a1B',
    '👋',
    'ä',
    'name=',
    'token="',
    "token='",
    'token: ',
    'password:',
    'password: ',
    'password ',
    'password  '
  ],
  ...[
    'password is ',
    'x.password.',
    'a_password_',
    '"password": "a',
    '\\"token\\":\\"',
    '://',
    '://a:',
    '://a:b@',
    '://a@',
    '?token=',
    '&sig=a1'
  ],
  ...[
    'eyJ',
    'eyJ.',
    'eyJhbGciOiJub25lIn0.',
    'Bearer ',
    'Bearer a1',
    'Basic YTpi',
    'token ',
    'Cookie: a=b; ',
    'cookie=',
    'a=b;'
  ],
  ...[
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----\nAAAA',
    '-----END PRIVATE KEY-----',
    'AAAA-----END PRIVATE KEY-----',
    '-----BEGIN ',
    '\nProc-Type: 4\n'
  ],
  ...[
    '|token',
    '|token|',
    '| token | a1',
    '<password>',
    '<password>a1</',
    '--password ',
    '--token "',
    '--user a:',
    '-u ',
    'curl -u a:b ',
    'sshpass -p ',
    'mysql -pabcde '
  ],
  ...[
    'machine login password ',
    'name: token value: ',
    '"name":"token","value":"',
    'value:',
    'is ',
    'x-',
    'hooks.slack.com/services/',
    'sha256:',
    '***',
    '$2b$'
  ],
  ...tokenRules.flatMap(({ prefixes }) => prefixes)
]

/** What the patterns of the library begin with, and characters that they go on with. */
const libraryPieces =
  'a A1 - _ . = sk- sk-ant- sk-proj- ghp_a ghp_ github_pat_a_ glpat-a xoxb-1- xoxb-a- https://hooks.slack.com/services/T1/B1/ aws_secret_access_key= AKIA SG. shpat_ sk_live_ gsk_ hf_ lin_api_ ntn_ secret_ ops_eyJ hvs. s.a vcp_ dapi dckr_pat_ figd_ glsa_a_ tskey-auth-a- T3BlbkFJ eyJ'.split(
    ' '
  )

const megabyte = 1024 * 1024
const repeated = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

function stepsFor(text: string): number {
  const scan = new Scan(text)
  findIn(scan)
  return scan.steps
}

describe('the work of the rules', () => {
  it.each(pieces.map((piece) => [JSON.stringify(piece), piece]))(
    'doubles at most with the text, of %s over and over',
    (_name, piece) => {
      const [half, whole] = [stepsFor(repeated(piece, 8192)), stepsFor(repeated(piece, 16_384))]
      expect(whole / half).toBeLessThan(2.5)
    }
  )

  it('F1 is bounded for a megabyte of the worst of them', () => {
    const steps = (piece: string, length: number) => stepsFor(repeated(piece, length)) / length
    const [worst = ''] = [...pieces].sort((a, b) => steps(b, 4096) - steps(a, 4096))
    // Looking back and ahead is bounded by how long a name is and how much of a value is judged.
    expect(steps(worst, megabyte)).toBeLessThan(400)
  }, 60_000)

  it('grows with the text for any mixture of them', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 }), (parts) => {
        const piece = parts.join('')
        expect(stepsFor(repeated(piece, 32_768)) / stepsFor(repeated(piece, 16_384))).toBeLessThan(2.6)
      }),
      { numRuns: 60 }
    )
  }, 60_000)

  it.each(libraryRules.map(({ rule, run }) => [rule, run] as const))(
    'of %s does not grow with the square',
    (_rule, run) => {
      // Its patterns cannot be counted. Of a quarter of a megabyte a square would be minutes; what is usual is a millisecond.
      for (const piece of libraryPieces) {
        const before = process.cpuUsage()
        run(repeated(piece, megabyte / 4))
        expect(process.cpuUsage(before).user, piece).toBeLessThan(5_000_000)
      }
    }
  )

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        const found = findSecrets(text)
        for (const [index, { start, end }] of found.entries()) {
          expect(end).toBeGreaterThan(start)
          expect(start).toBeGreaterThanOrEqual(found[index - 1]?.end ?? 0)
          expect(end).toBeLessThanOrEqual(text.length)
        }
      }),
      { numRuns: 500 }
    )
  })
})
