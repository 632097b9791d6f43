import { describe, expect, it } from 'vitest'
import { LeakSearch } from '../../../../e2e/secrets/find-leaks'

const secret = 'q"amber\\fjord 密码'
const search = new LeakSearch([{ kind: 'password', text: secret, needles: [secret] }])

describe('LeakSearch, with which the tests of redaction look', () => {
  it.each([
    ['plain', `x${secret}y`],
    ['JSON', JSON.stringify({ a: secret })],
    ['JSON in JSON', JSON.stringify(JSON.stringify({ a: secret }))],
    ['a URL', `https://h/?p=${encodeURIComponent(secret)}`],
    ['base64', Buffer.from(`{"a":"${secret}"}`).toString('base64')],
    ['base64, shifted by one', Buffer.from(`.${secret}`).toString('base64')],
    ['base64, shifted by two', Buffer.from(`..${secret}`).toString('base64')],
    ['hex', Buffer.from(secret).toString('hex')]
  ])('finds a secret as %s', (_name, text) => {
    expect(search.find('here', text).length).toBeGreaterThan(0)
  })

  it('finds it in bytes of UTF-16, at even and odd places', () => {
    const bytes = Buffer.from(secret, 'utf16le')
    expect(search.find('here', bytes).length).toBeGreaterThan(0)
    expect(search.find('here', Buffer.concat([Buffer.from('x'), bytes])).length).toBeGreaterThan(0)
  })

  it('finds nothing where nothing is', () => {
    expect(search.find('here', 'amber and fjord, but apart')).toEqual([])
  })
})
