import type { Finding } from '@shared/domain/finding'
import { describe, expect, it } from 'vitest'
import { bySeverity, concerning } from './concerns'

const finding = (what: string, where?: string, severity: Finding['severity'] = 'notice'): Finding => ({
  ...{ code: 'test', severity, what },
  ...(where === undefined ? {} : { where })
})
const session = { source: 's', id: 'abc-1' }

describe('concerning', () => {
  it('takes what names the session or the whole source, and nothing about other sessions', () => {
    const all = [
      finding('general'),
      finding('root', '/home'),
      finding('mine', '/home/abc-1.json'),
      finding('other', '/x')
    ]
    expect(concerning(session, '/home', all, []).map(({ what }) => what)).toEqual(['general', 'root', 'mine'])
  })

  it('takes what is mended from any session, wherever it lies', () => {
    const all = [
      { ...finding('one bad file'), code: 'gestura.checkpoint.refused', where: '/home/x.json' },
      { ...finding('a closed store'), code: 'a3s.log.wal-line-unreadable', where: '/home/wal' },
      { ...finding('a payload'), code: 'gestura.checkpoint.payload', where: '/home/y.json' }
    ]
    expect(concerning(session, '/home', all, []).map(({ what }) => what)).toEqual(['one bad file', 'a closed store'])
  })

  it('says nothing twice', () => {
    expect(concerning(session, '/home', [finding('general')], [finding('general')])).toEqual([])
  })
})

describe('bySeverity', () => {
  it('puts problems first and leaves out what is empty', () => {
    const groups = bySeverity([finding('a', undefined, 'info'), finding('b', undefined, 'problem')])
    expect(groups.map(({ severity }) => severity)).toEqual(['problem', 'info'])
  })
})
