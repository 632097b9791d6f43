import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical-json'
import { diskGateway } from './gateway'
import { PlanStore } from './plan-store'

let own: string

beforeEach(() => {
  own = mkdtempSync(join(tmpdir(), 'reprise-plans-'))
})

afterEach(() => rmSync(own, { recursive: true, force: true }))

describe('PlanStore', () => {
  it('lets the content of a plan go after an hour and the rest a day later', async () => {
    let now = Date.now()
    const store = new PlanStore(diskGateway, own, () => now)
    const id = store.newId()
    await store.contentOf(id).put(Buffer.from('content'))
    const folder = join(own, 'plans', id)
    now += 59 * 60_000
    await store.prune()
    expect(readdirSync(folder)).toEqual(['content'])
    now += 5 * 60_000
    await store.prune()
    expect(readdirSync(folder)).toEqual([])
    now += 25 * 3_600_000
    await store.prune()
    expect(existsSync(folder)).toBe(false)
  })
})

describe('canonicalJson', () => {
  it('is the same text for the same value, whatever the order of keys', () => {
    expect(canonicalJson({ b: [1, { y: null, x: 'é"' }], a: undefined, c: true })).toBe(
      '{"b":[1,{"x":"é\\"","y":null}],"c":true}'
    )
    expect(canonicalJson({ a: 1, b: 2 })).toBe(canonicalJson({ b: 2, a: 1 }))
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]))
  })
})
