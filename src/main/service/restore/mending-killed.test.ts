import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeKilled, type KilledChange } from './testing/killed-changes'

const celsius = '095bbe87-37e2-4820-b558-9182cfc4cc92'
const barometer = 'barometer-7f3a1c'
const clineTask = '1795955502709_bjvp1'
const mend = { kind: 'repair', fixes: null } as const

function tearTranscript(home: string): void {
  const path = join(home, '.claude/projects/-home-dev-weather', `${celsius}.jsonl`)
  writeFileSync(path, `\0\0\0\n${readFileSync(path, 'utf8')}{"type":"torn`)
}

/** What a longer document left behind the end of the one that was written over it. */
const leaveRest = (home: string) =>
  appendFileSync(join(home, '.cline/data/sessions', clineTask, `${clineTask}.messages.json`), '"left": 1}')

const tearLog = (home: string) => appendFileSync(join(home, 'store/v1/wal/session-store.ndjson'), '{"schema":')

const kinds: readonly KilledChange[] = [
  ['a mending', 'claude-code', celsius, mend, false, { damage: tearTranscript }],
  ['the undo of a mending', 'claude-code', celsius, mend, true, { damage: tearTranscript }],
  ['a mending of a document', 'cline', clineTask, mend, false, { damage: leaveRest }],
  ['the undo of a mending of a document', 'cline', clineTask, mend, true, { damage: leaveRest }],
  ['a mending of the log', 'a3s', barometer, mend, false, { damage: tearLog, log: 'compared' }],
  ['the undo of a mending of the log', 'a3s', barometer, mend, true, { damage: tearLog, log: 'compared' }]
]

describeKilled(kinds)
