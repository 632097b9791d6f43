import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { peekFile } from './peek-file'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-peek-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function peek(name: string, text: string) {
  writeFileSync(join(folder, name), text)
  return peekFile(join(folder, name), name, Buffer.byteLength(text))
}

const nested = (levels: number) => `{"id":"x","a":${'['.repeat(levels)}${']'.repeat(levels)}}`

describe('a first look at a file', () => {
  it('takes no document that nests deeper than those of any agent, for parsing it would take fifty times its size', async () => {
    expect((await peek('deep.json', nested(400_000))).document).toBe(null)
    expect((await peek('less.json', nested(900))).document).toMatchObject({ id: 'x' })
  })

  it('passes over a line that nests so deeply, and takes those around it', async () => {
    const { records } = await peek('log.jsonl', `{"a":1}\n${nested(2000)}\n{"b":"${'['.repeat(2000)}"}\n`)
    expect(records.map((record) => Object.keys(record))).toEqual([['a'], ['b']])
  })
})
