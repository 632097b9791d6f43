import { describeKilled, type KilledChange } from './testing/killed-changes'

const qwenFiles = '4373fa43-9fb8-45ef-8874-da3138205c90'
const piBranched = '01a22751-ceae-751c-85d1-1912d6555b60'
const copilotTwo = 'df3e8bee-209c-4802-9235-f68e591ac72f'
const droidTwo = '1979bb16-819d-4543-9128-6af448e2f80d'
const clineThree = '1795955502709_bjvp1'
const whole = { checkpoint: null, entry: null, workspace: null }

const kinds: readonly KilledChange[] = [
  ['a fork with copies of files', 'qwen-code', qwenFiles, { kind: 'fork', ...whole }, false],
  ['a fork', 'pi', piBranched, { kind: 'fork', ...whole }, false],
  ['the undo of a deletion', 'copilot-cli', copilotTwo, { kind: 'delete' }, true],
  ['a fork', 'droid', droidTwo, { kind: 'fork', ...whole }, false],
  ['a fork', 'cline', clineThree, { kind: 'fork', ...whole }, false]
]

describeKilled(kinds)
