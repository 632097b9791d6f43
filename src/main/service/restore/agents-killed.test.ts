import { fileURLToPath } from 'node:url'
import { describeKilled, type KilledChange } from './testing/killed-changes'

const rewind = 'acf19325-7ff2-40f9-a71b-8a29a94f6b29'
const beforeChange = 'e6b1c9f4-7600-42af-b2df-1a6b30200e52'
const barometer = 'barometer-7f3a1c'
const celsius = '095bbe87-37e2-4820-b558-9182cfc4cc92'
const delegating = '1494aac4-bdfb-4a1d-a8d5-5283a017be20'
const beforeNote = 'a4e074eb-058b-47f9-8d93-258c3de78038'
const rollout = '01a22743-3624-77f2-90d9-0f40720e92a9'
const secondTurn = '01a22743-8402-7743-908c-c98c814057a0'
const delegated = 'dd6b3d3f-1b38-46ef-b809-cf2e9210c57d'
const snapshots = 'ses_dd8bb9167ffe1JgehSW6pzAr9b'
const beforeEdit = 'msg_227446f2c0016J8NJZzUH8eQbR'
const beforeNotes = 'msg_22744cd88001xr5JtIik4gpu0W'
const searching = 'ses_dd8bab493ffeaAlsLixUt25TDC'
const whole = { checkpoint: null, entry: null, workspace: null }

const kinds: readonly KilledChange[] = [
  ['a restore', 'gestura', rewind, { kind: 'restore', checkpoint: beforeChange }, false],
  ['the undo of a restore', 'gestura', rewind, { kind: 'restore', checkpoint: beforeChange }, true],
  ['a checkpoint', 'gestura', rewind, { kind: 'create-checkpoint', label: 'mine' }, false],
  ['a fork', 'gestura', rewind, { kind: 'fork', ...whole }, false],
  ['a deletion', 'gestura', rewind, { kind: 'delete' }, false],
  ['a fork', 'a3s', barometer, { kind: 'fork', ...whole }, false],
  ['a deletion', 'a3s', barometer, { kind: 'delete' }, false],
  ['the undo of a deletion', 'a3s', barometer, { kind: 'delete' }, true],
  ['a conversation as a new session', 'claude-code', celsius, { kind: 'restore', checkpoint: beforeNote }, false],
  ['a fork with a subagent', 'claude-code', delegating, { kind: 'fork', ...whole }, false],
  ['the undo of a deletion', 'claude-code', celsius, { kind: 'delete' }, true],
  ['a conversation as a new session', 'codex', rollout, { kind: 'restore', checkpoint: secondTurn }, false],
  ['the undo of a deletion', 'codex', rollout, { kind: 'delete' }, true],
  ['a fork with a subagent', 'gemini', delegated, { kind: 'fork', ...whole }, false],
  ['the undo of a deletion', 'gemini', delegated, { kind: 'delete' }, true],
  ['a restore of files', 'opencode', snapshots, { kind: 'restore', checkpoint: beforeEdit }, false],
  ['files and the conversation', 'opencode', snapshots, { kind: 'restore', checkpoint: beforeNotes }, false],
  ['a fork', 'opencode', snapshots, { kind: 'fork', ...whole }, false],
  ['a deletion with a subagent', 'opencode', searching, { kind: 'delete' }, false],
  ['the undo of a deletion with a subagent', 'opencode', searching, { kind: 'delete' }, true]
]

// The bundle of the process lies outside of the project, and the one that writes a database looks for its module from there.
process.env.NODE_PATH = fileURLToPath(new URL('../../../../node_modules', import.meta.url))

describeKilled(kinds)
