import { describe, expect, it } from 'vitest'
import { isAllowedRequest } from './allowed-request'
import { externalLink } from './external-link'
import { pageAddress } from './page-address'
import { pageFile } from './page-file'

const built = pageAddress(undefined)
const development = pageAddress('http://localhost:5173/')

describe('pageAddress', () => {
  it('knows its own pages, whatever their path', () => {
    expect(built.isOurs(built.start)).toBe(true)
    expect(built.isOurs('app://reprise/other.html?x#y')).toBe(true)
    expect(development.isOurs('http://localhost:5173/src/main.tsx')).toBe(true)
  })

  it.each(['app://other/index.html', 'file:///index.html', 'http://localhost:5173/', 'about:blank', '', 'app:'])(
    'does not take %j for a page of ours',
    (url) => expect(built.isOurs(url)).toBe(false)
  )

  it('tells ports apart', () => {
    expect(development.isOurs('http://localhost:5174/')).toBe(false)
  })
})

describe('isAllowedRequest', () => {
  it.each(['app://reprise/a.js', 'data:image/png;base64,', 'blob:app://reprise/1', 'devtools://devtools/x'])(
    'allows %s',
    (url) => expect(isAllowedRequest(url, built)).toBe(true)
  )

  it.each(['https://a.example', 'http://127.0.0.1/', 'ws://localhost:5173/', 'file:///etc/passwd', 'ftp://a', ''])(
    'refuses %j',
    (url) => expect(isAllowedRequest(url, built)).toBe(false)
  )

  it('allows the development server and its socket in development alone', () => {
    expect(isAllowedRequest('http://localhost:5173/x', development)).toBe(true)
    expect(isAllowedRequest('ws://localhost:5173/', development)).toBe(true)
    expect(isAllowedRequest('https://localhost:5173/x', development)).toBe(false)
  })
})

describe('externalLink', () => {
  it('answers the address in its normal form', () => {
    expect(externalLink('HTTPS://A.example/b c')).toBe('https://a.example/b%20c')
  })

  it.each([
    'http://a.example',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user@a.example',
    'https://:word@a.example',
    'app://reprise/index.html',
    'a.example',
    '',
    `https://a.example/${'x'.repeat(2000)}`
  ])('refuses %s', (url) => expect(externalLink(url)).toBeUndefined())
})

describe('pageFile', () => {
  it('names a file below the folder, with its type', () => {
    expect(pageFile('/app/out/renderer', 'app://reprise/assets/a.js?v=1')).toEqual({
      path: '/app/out/renderer/assets/a.js',
      type: 'text/javascript; charset=utf-8'
    })
  })

  it.each([
    'app://reprise/../../secret.js',
    'app://reprise/%2e%2e/%2e%2e/secret.js',
    'app://reprise/..%2f..%2fsecret.js',
    'app://reprise/',
    'app://reprise/notes.txt'
  ])('serves nothing for %s', (url) => {
    const found = pageFile('/app/out/renderer', url)
    expect(found === undefined || found.path.startsWith('/app/out/renderer/')).toBe(true)
    if (!url.includes('secret')) expect(found).toBeUndefined()
  })
})
