import { describe, expect, it } from 'vitest'
import { findSecretShapes } from './find-secret-shapes'
import { maskText } from './mask-text'
import { prefixShapes } from './secret-shapes'

const megabyte = 1_000_000

describe('findSecretShapes', () => {
  it.each(prefixShapes.flatMap((rule) => rule.prefixes.map((prefix) => [rule.name, prefix, rule] as const)))(
    'finds %s by %s, at its place, and not inside a longer word',
    (_name, prefix, rule) => {
      const body = { word: 'aB3_', dotted: 'aB3.', base64: 'aB3+', alnum: 'aB34', upper: 'AB34', hex: 'ab34' }[
        rule.body
      ].repeat(30)
      const text = `set ${prefix}${body} now`
      const [shape] = findSecretShapes(text)
      expect(text.slice(shape?.start, shape?.end)).toBe(`${prefix}${body}`)
    }
  )

  it.each([
    ['https://user:pw@host/x', 'url-userinfo'],
    ['see http://proxy/http://a:b@c/', 'url-userinfo'],
    ['postgres://app:p/w@db/app', 'url-userinfo'],
    ['https://host/x?lang=de&api_key=1', 'url-parameter'],
    ['https://host/x#access_token=abc', 'url-parameter'],
    ['Authorization: Bearer abcd', 'authorization'],
    ['-H "X-Api-Key: abc"', 'assignment'],
    ['{"password": "a b"}', 'assignment'],
    ['tool --token abc', 'assignment'],
    ['Server=x;Pwd=hunter2;', 'assignment'],
    ['123456789:AAF-abcdefghijklmnopqrstuvwxyz_012345', 'telegram'],
    ['https://hooks.slack.com/services/T0/B0/xyz', 'webhook'],
    ['abQmTzXeRfWkLpVnDsHyGcJuKiOtAvNr', 'entropy'],
    ['-----BEGIN RSA PRIVATE KEY-----\nabc', 'pem']
  ])('finds the secret of %s', (text, rule) => {
    expect(findSecretShapes(text).map((shape) => shape.rule)).toContain(rule)
  })

  it.each([
    'claude-sonnet-4-20250514',
    'gpt-6.1-sol',
    '/home/dev/My Projects/café.app_v2',
    '01a227dd-ce8e-75f3-b00c-fcc4c80c8f2c',
    'https://api.example.test/v1',
    'https://[::1]:8080/x',
    'http://127.0.0.1:11434',
    'task-management for the tide tables',
    'Bash(cargo:*)',
    '2026-11-29T12:36:51.000Z',
    'The basic settings have max_tokens: 4096',
    'Ctrl+Alt+Space',
    'getUserAuthenticationProviderName',
    'internationalisation'
  ])('finds nothing in %s', (text) => {
    expect(findSecretShapes(text)).toEqual([])
  })

  it.each([
    ['one letter', 'a'.repeat(megabyte)],
    ['beginnings', 'sk-'.repeat(megabyte / 3)],
    ['assignments', 'token='.repeat(megabyte / 6)],
    ['names', `${'a'.repeat(63)}=`.repeat(megabyte / 64)],
    ['flags', '--token '.repeat(megabyte / 8)],
    ['dashes', '-a'.repeat(megabyte / 2)],
    ['addresses', 'a://b'.repeat(megabyte / 5)],
    ['addresses with names', 'a://b@c?token=d '.repeat(megabyte / 16)],
    ['queries', `http://h/?${'a=b&'.repeat(megabyte / 4)}`],
    ['tokens', 'eyJ.'.repeat(megabyte / 4)],
    ['keys without an end', '-----BEGIN PRIVATE KEY'.repeat(megabyte / 22)],
    ['schemes', 'bearer  '.repeat(megabyte / 8)],
    ['digits', '0123456789:'.repeat(megabyte / 11)],
    ['base64', 'aB3/'.repeat(megabyte / 4)],
    ['colons', ':'.repeat(megabyte)],
    ['quotes', '"\':'.repeat(megabyte / 3)],
    ['blanks', ' '.repeat(megabyte)]
  ])('needs little time for a million characters of %s', (_name, text) => {
    const started = performance.now()
    findSecretShapes(text)
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})

describe('maskText', () => {
  it('replaces what looks like a secret and keeps the rest', () => {
    expect(maskText('call https://u:pw@host/x with ghp_0123456789abcdefghij, please')).toBe(
      'call https://<masked url with credentials> with <masked token>, please'
    )
    expect(maskText('nothing here')).toBe('nothing here')
  })
})
