import { zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeResumeState, imagesOfPrompt } from './resume-state'

const history = [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] }]
const sound = {
  format_version: 2,
  instructions: 'You help.',
  skills_catalog_present: true,
  snapshot: {
    version: 1,
    model: 'gpt-6-luna',
    lineage_id: 'a',
    prompt_cache_key: 'a',
    workspace: '/home/dev',
    request_prefix: [{}, {}],
    canonical_context: {},
    history
  }
}
const pack = (value: unknown) => zstdCompressSync(Buffer.from(JSON.stringify(value)))
const codes = (bytes: Uint8Array) => decodeResumeState(bytes).findings.map((finding) => finding.code)

describe('decodeResumeState', () => {
  it('tact-15 reads a state with everything in it', () => {
    expect(decodeResumeState(pack(sound))).toEqual({
      model: 'gpt-6-luna',
      workspace: '/home/dev',
      lineage: 'a',
      history,
      prefix: [{}, {}],
      findings: []
    })
  })

  it.each([
    ['another format', { ...sound, format_version: 3 }, 'tact.state.format'],
    ['no instructions', { ...sound, instructions: null }, 'tact.state.instructions'],
    ['another snapshot', { ...sound, snapshot: { ...sound.snapshot, version: 2 } }, 'tact.state.version'],
    ['an old model', { ...sound, snapshot: { ...sound.snapshot, model: 'gpt-5.6-sol' } }, 'tact.state.model'],
    ['a blank id', { ...sound, snapshot: { ...sound.snapshot, lineage_id: ' ' } }, 'tact.state.ids'],
    ['half a prefix', { ...sound, snapshot: { ...sound.snapshot, request_prefix: [{}] } }, 'tact.state.prefix'],
    ['no history', { ...sound, snapshot: { ...sound.snapshot, history: [] } }, 'tact.state.history'],
    ['no object', 7, 'tact.state.json']
  ])('says that there is %s', (_name, value, code) => {
    expect(codes(pack(value))).toEqual([code])
  })

  it('tells bytes that are not zstd, cut off, and not JSON apart', () => {
    expect(codes(Buffer.from('plain'))).toEqual(['tact.state.zstd'])
    expect(codes(pack(sound).subarray(0, 60))).toEqual(['tact.state.truncated'])
    expect(codes(zstdCompressSync(Buffer.from('{')))).toEqual(['tact.state.json'])
  })

  it('never throws, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.json(), (bytes, json) => {
        expect(codes(bytes).length).toBeGreaterThan(0)
        expect(codes(zstdCompressSync(Buffer.from(json))).length).toBeGreaterThan(0)
      })
    )
  })
})

describe('imagesOfPrompt', () => {
  it('finds the images that stand beside the text of a prompt', () => {
    const image = { type: 'input_image', image_url: 'data:image/png;base64,AA==' }
    const message = (text: string, ...more: object[]) => ({
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text }, ...more]
    })
    const items = [message('other'), message('Look at this ', image), message('Look at this again')]
    const state = decodeResumeState(pack({ ...sound, snapshot: { ...sound.snapshot, history: items } }))
    expect(imagesOfPrompt(state, 'Look at this [Image #1]')).toEqual([image])
    expect(imagesOfPrompt(state, 'Another [Image #1]')).toEqual([])
  })
})
