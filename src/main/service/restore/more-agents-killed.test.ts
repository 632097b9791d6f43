import { describeKilled, type KilledChange } from './testing/killed-changes'

const qwenFiles = '4373fa43-9fb8-45ef-8874-da3138205c90'
const piBranched = '01a22751-ceae-751c-85d1-1912d6555b60'
const whole = { checkpoint: null, entry: null, workspace: null }

const kinds: readonly KilledChange[] = [
  ['a fork with copies of files', 'qwen-code', qwenFiles, { kind: 'fork', ...whole }, false],
  ['the undo of a deletion', 'qwen-code', qwenFiles, { kind: 'delete' }, true],
  ['a fork', 'pi', piBranched, { kind: 'fork', ...whole }, false]
]

describeKilled(kinds)
