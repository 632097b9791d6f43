import { describe, expect, it } from 'vitest'
import { maskTranscriptText } from '../../../redaction/mask-transcript-text'
import { encodedEnd, encodeHeader, encodeRow, type RowFormat } from './row-format'
import { stateText } from './state-text'
import type { StoredValue } from './stored-value'

const format: RowFormat<'note'> = {
  ...{ name: 'notes', version: 1, agent: 'opencode' },
  tables: [{ name: 'note', mark: 0x4e, owner: 'session', key: 'id', optional: true }]
}
const columns = { note: ['body', 'id', 'session'] }
const text = (value: string): StoredValue => ({ type: 'text', value: Buffer.from(value) })

function shown(body: StoredValue): string {
  const row = encodeRow(format, 'note', [body, text('n1'), text('s1')])
  return stateText(format, Buffer.concat([encodeHeader(format, { session: 's1', columns }), row, encodedEnd]))
}

describe('stateText', () => {
  it('shows a row by its key, and the size of what is no text', () => {
    expect(shown(text('short'))).toBe('note n1\n  body: short\n')
    expect(shown({ type: 'blob', value: Buffer.alloc(7) })).toBe('note n1\n  body: 7 bytes\n')
    expect(shown({ type: 'null' })).toBe('note n1\n')
  })

  it.each(['\n', '\r\n'])('F1 leaves a private key of several lines one that the mask knows', (end) => {
    const body = ['MIIEpAIBAAKCAQEAx7Jm2nXv', 'Qk9mZ2hqa2xxd2VydHl1aW9w', 'YXNkZmdoamtsenhjdmJubTEy']
    const key = ['-----BEGIN RSA PRIVATE KEY-----', ...body, '-----END RSA PRIVATE KEY-----'].join(end)
    const masked = maskTranscriptText(shown(text(`use this\n${key}\nfor it`))).text
    for (const line of body) expect(masked).not.toContain(line)
    expect(masked).toContain('for it')
  })
})
