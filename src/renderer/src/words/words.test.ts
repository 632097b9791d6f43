import { describe, expect, it } from 'vitest'
import { ageWord } from './age'
import { dayName, moment } from './calendar'
import { count, counted, duration, size } from './numbers'
import { folderWords, lastPart, shortPath } from './paths'

const now = new Date(2026, 10, 26, 15, 40).getTime()
const minutes = (n: number) => now - n * 60_000

describe('ageWord', () => {
  it('says now, then minutes, hours, days, weeks and years', () => {
    expect(
      [0, 0.9, 1, 59, 60, 23 * 60, 24 * 60, 13 * 1440, 14 * 1440, 364 * 1440, 800 * 1440].map((n) =>
        ageWord(minutes(n), now)
      )
    ).toEqual(['now', 'now', '1m', '59m', '1h', '23h', '1d', '13d', '2w', '52w', '2y'])
  })
  it('gives the date of a time to come, and allows for clocks that differ a little', () => {
    const ahead = [30_000, 90_000, 24 * 3_600_000, 60 * 24 * 3_600_000]
    expect(ahead.map((ms) => ageWord(now + ms, now))).toEqual(['now', '15:41', '27 Nov', '25 Jan 2027'])
  })
})

describe('dayName', () => {
  it('goes by the calendar, not by 24 hours', () => {
    expect(dayName(new Date(2026, 10, 26, 0, 1).getTime(), now)).toBe('Today')
    expect(dayName(new Date(2026, 10, 25, 23, 59).getTime(), now)).toBe('Yesterday')
    expect(dayName(new Date(2026, 10, 24, 9).getTime(), now)).toBe('Tuesday 24 November')
  })
  it('names the year where it is another one', () =>
    expect(dayName(new Date(2025, 0, 5).getTime(), now)).toBe('5 January 2025'))
})

describe('moment', () => {
  it('leaves the day out today and names it else', () => {
    expect(moment(new Date(2026, 10, 26, 9, 5).getTime(), now)).toBe('09:05')
    expect(moment(new Date(2026, 10, 24, 9, 5).getTime(), now)).toBe('24 Nov, 09:05')
    expect(moment(new Date(2024, 1, 1, 9, 5).getTime(), now)).toBe('1 Feb 2024, 09:05')
  })
})

describe('numbers', () => {
  it('are exact, with separators', () => expect(count(1234567)).toBe('1,234,567'))
  it('agree with their noun', () =>
    expect([counted(1, 'entry', 'entries'), counted(2, 'entry', 'entries')]).toEqual(['1 entry', '2 entries']))
  it('name sizes in thousands', () =>
    expect([999, 1000, 14_230, 999_960, 1_900_000_000].map(size)).toEqual([
      '999 B',
      '1 kB',
      '14.2 kB',
      '1 MB',
      '1.9 GB'
    ]))
  it('name durations', () =>
    expect([840, 6_200, 200_000, 120_000, 7_500_000].map(duration)).toEqual([
      '840 ms',
      '6.2 s',
      '3 min 20 s',
      '2 min',
      '2 h 5 min'
    ]))
})

describe('paths', () => {
  it('write the home folder as ~ on each system', () => {
    expect(['/home/dev/code', '/Users/mira', 'C:\\Users\\mira\\code', '/srv/home/x'].map(shortPath)).toEqual([
      '~/code',
      '~',
      '~\\code',
      '/srv/home/x'
    ])
  })
  it('have a folder, told by its last parts', () =>
    expect(['/home/x/.gestura/agent_sessions/1.json', '/srv/1.json', 'C:\\a\\b\\c\\d', 'x'].map(folderWords)).toEqual([
      '…/.gestura/agent_sessions',
      '/srv',
      '…/b/c',
      'x'
    ]))
  it('have a last part', () => expect(['/a/b/', 'C:\\a\\b', '/'].map(lastPart)).toEqual(['b', 'b', '/']))
})
