import { createCipheriv } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { SourceLocation } from '../../adapter'
import { readingFor, scanAll } from '../../conformance/browse'
import { adapter } from '../adapter'
import { sessionFile } from '../store/layout'
import { sealedKey, storeCopy } from '../test-fixtures'
import { withoutSealedWords } from './sealed-findings'

function seal(text: string): Buffer {
  const nonce = Buffer.alloc(12, 5)
  const cipher = createCipheriv('aes-256-gcm', sealedKey, nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.from('A3SE\x01', 'latin1'), nonce, body, cipher.getAuthTag()])
}

describe('withoutSealedWords', () => {
  it('a3s-42 keeps words and ids of a sealed session out of what a scan and a count report', async () => {
    const root = storeCopy('sealed')
    const path = sessionFile(root, 'sealed-one')
    const document = JSON.parse(readFileSync(sessionFile(root, 'plain-before-key'), 'utf8'))
    document.session.id = 'words-inside-one'
    document.session.state = 'words-inside-two'
    document.session.config.tool_presentation_profile = { 'words-inside-three': 1 }
    document.subagent_tasks = [{ parent_session_id: 'words-inside-four' }]
    writeFileSync(path, seal(JSON.stringify(document)))
    const source: SourceLocation = { id: 'a3s-test', agent: 'a3s', root, origin: 'flag' }
    const reading = { ...readingFor(), key: sealedKey }
    const steps = await scanAll(adapter, source, reading)
    const session = await adapter.open(source, 'sealed-one', reading)
    const account = await session.account(reading.signal, () => undefined)
    expect(account.findings.map(({ code }) => code)).toContain('a3s.session.form')
    expect(account.findings.map(({ code }) => code)).toContain('a3s.session.key-collision')
    for (const kept of [steps, session.findings, account]) expect(JSON.stringify(kept)).not.toContain('words-inside')
  })

  it('leaves the sentence and the file', () => {
    const finding = {
      code: 'c',
      severity: 'notice',
      what: 'The run "a \\"b" has `c`.',
      where: '/s/id_x.json: runs[0] a'
    } as const
    expect(withoutSealedWords([finding])).toEqual([{ ...finding, what: 'The run … has ….', where: '/s/id_x.json' }])
  })
})
