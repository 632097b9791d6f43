import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { placesOf as claudePlaces } from '../agents/claude-code/places'
import { findSession as findClaude } from '../agents/claude-code/sessions/find-session'
import { sampleHome as claudeHome } from '../agents/claude-code/testing/sample-home'
import { findRollout } from '../agents/codex/files/find-rollout'
import { sampleHome as codexHome, removeHomes as removeCodex } from '../agents/codex/testing/samples'
import { findSession as findGemini } from '../agents/gemini/files/find-session'
import { placesOf as geminiPlaces } from '../agents/gemini/places'
import { sampleHome as geminiHome, removeHomes as removeGemini } from '../agents/gemini/testing/samples'
import { type ChangingHome, changingHome } from './testing/changing-home'
import type { RealAgent } from './testing/real-agent'

afterAll(removeCodex)
afterAll(removeGemini)

interface Log {
  readonly agent: RealAgent
  readonly home: () => string
  readonly session: string
  readonly pathOf: (place: ChangingHome, session: string) => string | undefined
}

const logs: readonly Log[] = [
  {
    agent: 'claude-code',
    home: () => claudeHome('claude-code'),
    session: '095bbe87-37e2-4820-b558-9182cfc4cc92',
    pathOf: ({ source }, session) => findClaude(claudePlaces(source), session)?.path
  },
  {
    agent: 'codex',
    home: codexHome,
    session: '01a22743-3624-77f2-90d9-0f40720e92a9',
    pathOf: ({ source }, session) => findRollout(source.root, session)?.path
  },
  {
    agent: 'gemini',
    home: geminiHome,
    session: '353f7d23-db03-4d17-a7d7-d204e5206800',
    pathOf: ({ source }, session) => findGemini(geminiPlaces(source), session)?.path
  }
]

/** As other programs and broken writes leave a log; each is read as a record all the same. */
const damages: Readonly<Record<string, (text: string) => string>> = {
  'a bare control character': (text) => text.replace(/(?<="(?:text|content)":")(?=\w)/, '\u0001'),
  'a line feed in a text': (text) => text.replace(/(?<="(?:text|content)":")(?=\w)/, 'a\n'),
  'a byte order mark': (text) => `\ufeff${text}`
}

const cases = logs.flatMap((log) => Object.entries(damages).map(([name, damage]) => ({ ...log, name, damage })))

describe('a new session of a log with damaged lines', () => {
  it.each(cases)('C4 $agent: $name', async ({ agent, home, session, pathOf, damage }) => {
    const place = await changingHome(agent, home())
    const path = pathOf(place, session) ?? ''
    const damaged = damage(readFileSync(path, 'utf8'))
    expect(damaged).not.toBe(readFileSync(path, 'utf8'))
    writeFileSync(path, damaged)
    const plan = await place.plan(session, { kind: 'fork', checkpoint: null, entry: null, workspace: null })
    const { created } = await place.apply(plan)
    const made = readFileSync(pathOf(place, created?.id ?? '') ?? '', 'utf8')
    // The agent itself reads nothing but lines of plain JSON.
    for (const line of made.trimEnd().split('\n')) expect(() => JSON.parse(line)).not.toThrow()
    expect(readFileSync(path, 'utf8')).toBe(damaged)
  })
})
