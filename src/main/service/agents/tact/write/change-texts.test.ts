import { zstdDecompressSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { isNative } from '../../../restore/plan-draft'
import { bytesOf, textOf } from '../../foreign-sqlite/write/stored-value'
import { removeHomes, sampleHome } from '../testing/sample-home'
import { changeTexts } from './change-texts'
import { parseState } from './session-state'
import { columnOf } from './state-rows'
import { write } from './write-part'

afterEach(removeHomes)

const session = '01a227dd-ce8e-75f3-b00c-fcc4c80c8f2c'

async function captured(): Promise<Uint8Array> {
  const home = await sampleHome('tact')
  const [step] = await write.capture(home.source, session, home.reading)
  if (step === undefined || !isNative(step) || step.content === null) throw new Error('nothing was captured')
  return step.content
}

function resumeStateOf(content: Uint8Array): string {
  const state = parseState(content)
  if (state.resumeState === null) throw new Error('there is no resume state')
  return zstdDecompressSync(
    bytesOf(columnOf(state.columns, state.resumeState, 'state_zstd')) ?? new Uint8Array()
  ).toString()
}

describe('changeTexts', () => {
  it('F1 reaches records, prompts, the preview and the resume state in its frame', async () => {
    const content = await captured()
    const { sessions, columns } = parseState(content)
    const preview = sessions === null ? '' : (textOf(columnOf(columns, sessions, 'preview')) ?? '')
    const [word = ''] = preview.split(/\W+/).toSorted((a, b) => b.length - a.length)
    expect(word.length).toBeGreaterThan(4)
    expect([Buffer.from(content).includes(word), resumeStateOf(content).includes(word)]).toEqual([true, true])
    const changed = await changeTexts(content, (text) => text.replaceAll(word, '[masked]'))
    expect([Buffer.from(changed).includes(word), resumeStateOf(changed).includes(word)]).toEqual([false, false])
    const [before, after] = [parseState(content), parseState(changed)]
    expect([after.session, after.events.length]).toEqual([before.session, before.events.length])
  })

  it('gives the same bytes where nothing changes', async () => {
    const content = await captured()
    expect(Buffer.from(await changeTexts(content, (text) => text))).toEqual(Buffer.from(content))
  })
})
