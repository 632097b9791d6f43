import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { adapter } from '../gemini/adapter'
import { expected } from '../gemini/testing/samples'
import { describeConformance } from './describe-conformance'
import { lineKit } from './line-kit'

const fixtures = new URL('../../../../../e2e/fixtures/agents/gemini/', import.meta.url)
const sessions = expected.filter(({ parent }) => parent === undefined).slice(0, 4)
// A name holds the first eight digits of an id. With no more than those, also an empty file says whose it is.
const short = (id: string) => id.slice(0, 8)

let number = 0
const message = (type: string, content: string) => {
  number += 1
  return { id: `made-${number}`, timestamp: '2026-11-29T15:00:00.000Z', type, content }
}

describeConformance(
  lineKit({
    adapter,
    make: (home) => {
      for (const { id, path } of sessions) {
        mkdirSync(dirname(join(home, path)), { recursive: true })
        writeFileSync(join(home, path), readFileSync(new URL(path, fixtures), 'utf8').replaceAll(id, short(id)))
      }
      return sessions.map(({ id }) => short(id))
    },
    file: (home, id) => join(home, sessions.find((session) => short(session.id) === id)?.path ?? ''),
    saying: (text) => message('gemini', text),
    unknown: () => message('oracle', 'spoke')
  })
)
