import { describe, expect, it } from 'vitest'
import { maskBytes } from './mask-bytes'
import { maskJsonText } from './mask-json-text'

const hex = 'a8f5f167f44f4964e6c998dee827110c'
const sign = '‹masked: api key›'

describe('maskJsonText', () => {
  it('F1 masks inside strings and leaves every other character as it is spelled', () => {
    const text = `{ "id" : 1.50e3,"text":"export API_KEY=${hex}\\n\\u00e9", "n": 12345678901234567890 }\n`
    const { text: masked, kinds } = maskJsonText(text)
    expect(masked).toBe(`{ "id" : 1.50e3,"text":"export API_KEY=${sign}\\né", "n": 12345678901234567890 }\n`)
    expect(kinds).toEqual({ 'api key': 1 })
  })

  it('judges a value by the name beside it, also in lists and in pairs', () => {
    const text = JSON.stringify({
      env: { API_KEY: hex },
      args: ['--api-key', hex],
      list: [{ name: 'API_KEY', value: hex }]
    })
    const { text: masked } = maskJsonText(text)
    expect(masked).not.toContain(hex)
    expect(JSON.parse(masked)).toEqual({
      env: { API_KEY: sign },
      args: ['--api-key', sign],
      list: [{ name: 'API_KEY', value: sign }]
    })
  })

  it('finds a secret in a document inside a string', () => {
    const inner = JSON.stringify({ headers: { Authorization: `Bearer ${hex}` }, url: 'https://h/' })
    const { text } = maskJsonText(JSON.stringify({ arguments: inner }))
    expect(text).not.toContain(hex)
    expect(JSON.parse(JSON.parse(text).arguments).url).toBe('https://h/')
  })

  it('leaves what ties records together, and what a provider checks', () => {
    const line = `{"uuid":"${hex}","parent_id":"${hex}","signature":"${hex}${hex}","encrypted_content":"${hex}"}`
    expect(maskJsonText(line).text).toBe(line)
  })

  it('goes on behind a line that is torn inside a string', () => {
    const text = `{"text":"half\n{"text":"API_KEY=${hex}"}\n`
    expect(maskJsonText(text).text).toBe(`{"text":"half\n{"text":"API_KEY=${sign}"}\n`)
  })

  it('takes time that grows with the length alone', () => {
    const hostile = [
      `${'"'.repeat(400_000)}`,
      `"${'\\'.repeat(800_000)}`,
      `[${'"a",'.repeat(200_000)}`,
      '"'.padEnd(1_000_000, ' ')
    ]
    for (const text of hostile) {
      const began = performance.now()
      maskJsonText(text)
      expect(performance.now() - began).toBeLessThan(5000)
    }
  })
})

describe('maskBytes', () => {
  it('keeps bytes that are no UTF-8, and masks beside them', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"a":"'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from(`","API_KEY":"${hex}"}`)
    ])
    const masked = (await maskBytes('x.jsonl', bytes))?.bytes ?? new Uint8Array()
    expect(Buffer.from(masked).includes(Buffer.from([0xff, 0xfe]))).toBe(true)
    expect(Buffer.from(masked).includes(hex)).toBe(false)
    expect(Buffer.from(masked).includes(Buffer.from(sign))).toBe(true)
  })

  it('masks a large document in pieces as it would at once, and lets others go on in between', async () => {
    const lines = Array.from(
      { length: 3000 },
      (_, index) => `  "API_KEY":\n  "${index}${hex}",\n  "text": "${'plain words '.repeat(60)}",\n`
    )
    const bytes = Buffer.from(`{\n${lines.join('')}"end": 0}\n`)
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 0)
    const masked = await maskBytes('x.json', bytes)
    clearInterval(timer)
    expect(Buffer.from(masked?.bytes ?? []).toString()).toBe(maskJsonText(bytes.toString()).text)
    expect([masked?.kinds, turns > 0]).toEqual([{ 'api key': 3000 }, true])
  })

  it('says of other binary content that nobody can say what is in it', async () => {
    expect(await maskBytes('store.db', Buffer.from('SQLite format 3\0\x01\x02'))).toBeNull()
    expect((await maskBytes('shot.png', Buffer.from('89504e470d0a1a0a00', 'hex')))?.kinds).toEqual({})
  })
})
