import { describe, expect, it } from 'vitest'
import { maskJson } from './mask-json'
import { maskTranscriptText } from './mask-transcript-text'

const hex = 'a8f5f167f44f4964e6c998dee827110c'

describe('maskTranscriptText', () => {
  it('F1 replaces the secret and leaves the rest as it is', () => {
    expect(maskTranscriptText(`export DB_PASSWORD=hunter2\nexport REGION=eu-1\n`).text).toBe(
      'export DB_PASSWORD=‹masked: password›\nexport REGION=eu-1\n'
    )
    expect(maskTranscriptText(`curl -H "Authorization: Bearer ${hex}" https://h/`).text).toBe(
      'curl -H "Authorization: Bearer ‹masked: authorization›" https://h/'
    )
    expect(maskTranscriptText('postgres://app:tr0ub4dor@db:5432/app').text).toBe(
      'postgres://app:‹masked: password in an address›@db:5432/app'
    )
  })

  it('gives the same secret the same id, and another one another', () => {
    const [one, two, three] = [hex, hex, `${hex}0`].map((key) => maskTranscriptText(`API_KEY=${key}`, 'named').text)
    expect(one).toMatch(/^API_KEY=‹masked: api key ·[0-9a-f]{8}›$/)
    expect(two).toBe(one)
    expect(three).not.toBe(one)
  })

  it('says where the secrets were', () => {
    const text = `API_KEY=${hex}`
    const { found } = maskTranscriptText(text)
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual([hex])
  })
})

describe('maskJson', () => {
  it('masks by the name beside a value, in lists of arguments and in pairs of name and value', () => {
    const { value, found } = maskJson({
      env: { API_KEY: hex, REGION: 'eu' },
      args: ['--api-key', hex, '--port', '80'],
      list: [{ name: 'DB_PASSWORD', value: 'hunter2' }],
      headers: { Cookie: `theme=dark; sid=${hex}` },
      text: `API_KEY=${hex}`
    })
    expect(value).toEqual({
      env: { API_KEY: '‹masked: api key›', REGION: 'eu' },
      args: ['--api-key', '‹masked: api key›', '--port', '80'],
      list: [{ name: 'DB_PASSWORD', value: '‹masked: password›' }],
      headers: { Cookie: 'theme=dark; sid=‹masked: cookie›' },
      text: 'API_KEY=‹masked: api key›'
    })
    expect(found.map(({ text }) => text)).toEqual([hex, hex, 'hunter2', hex, hex])
  })

  it('keeps what holds no secret as it is', () => {
    const value = { command: 'ls -la', nested: [{ a: 1 }] }
    expect(maskJson(value).value).toBe(value)
  })
})
