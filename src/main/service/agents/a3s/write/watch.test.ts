import { describe, expect, it } from 'vitest'
import { fromPlain } from '../../../json/json-value'
import { fixtureJson } from '../test-fixtures'
import { type CommitEvent, CommitWatch, commitEventProblem, readCommitEvent, room } from './watch'

const { watchEvent } = fixtureJson<{ watchEvent: Record<string, unknown> }>('vectors-a3s.json')
const digest = `sha256:${'a'.repeat(64)}`
const commit = (number: number) => ({
  sessionId: `session-${number}`,
  snapshotDigest: digest,
  committedAtMs: BigInt(number)
})

function heardIds(watch: CommitWatch, publish: number): (string | number)[] {
  const subscription = watch.subscribe()
  for (let number = 1; number <= publish; number++) watch.publish(commit(number))
  const heard: (string | number)[] = []
  for (let next = subscription.poll(); next !== null; next = subscription.poll()) {
    heard.push(next.type === 'commit' ? next.event.sessionId : next.type === 'missed' ? next.count : 'closed')
  }
  return heard
}

describe('CommitWatch', () => {
  it('a3s-55 lets a slow subscriber lose the oldest beyond its room, and says how many', () => {
    const heard = heardIds(new CommitWatch(), 70)
    expect(heard.slice(0, 2)).toEqual([6, 'session-7'])
    expect(heard).toHaveLength(1 + room)
    expect(heard.at(-1)).toBe('session-70')
    expect(heardIds(new CommitWatch(), 64)).toHaveLength(64)
    expect(heardIds(new CommitWatch(), 65).slice(0, 2)).toEqual([1, 'session-2'])
  })

  it('a3s-55 counts for each subscriber by itself, also while new events push out what one was about to hear', () => {
    const watch = new CommitWatch()
    const [slow, quick] = [watch.subscribe(), watch.subscribe()]
    for (let number = 1; number <= 70; number++) {
      watch.publish(commit(number))
      expect(quick.poll()).toMatchObject({ type: 'commit', event: { sessionId: `session-${number}` } })
    }
    expect(slow.poll()).toEqual({ type: 'missed', count: 6 })
    watch.publish(commit(71))
    watch.publish(commit(72))
    expect(slow.poll()).toEqual({ type: 'missed', count: 2 })
    expect(slow.poll()).toMatchObject({ event: { sessionId: 'session-9' } })
  })

  it('a3s-30 tells only what comes after the subscription, wakes who waits, and ends with the store', async () => {
    const watch = new CommitWatch()
    watch.publish(commit(1))
    const subscription = watch.subscribe()
    expect(subscription.poll()).toBeNull()
    const waiting = subscription.next()
    watch.publish(commit(2))
    expect(await waiting).toMatchObject({ type: 'commit', event: { sessionId: 'session-2', committedAtMs: 2n } })
    watch.publish(commit(3))
    watch.close()
    expect(await subscription.next()).toMatchObject({ type: 'commit', event: { sessionId: 'session-3' } })
    expect(await subscription.next()).toEqual({ type: 'closed' })
    const late = new CommitWatch()
    const closed = late.subscribe().next()
    late.close()
    expect(await closed).toEqual({ type: 'closed' })
  })

  it('a3s-33 sends no event with an empty id or digest', () => {
    const watch = new CommitWatch()
    const subscription = watch.subscribe()
    expect(watch.publish({ ...commit(1), sessionId: ' ' })).toMatchObject({ ok: false, kind: 'commit-event-invalid' })
    expect(watch.publish({ ...commit(1), snapshotDigest: '' })).toMatchObject({ ok: false })
    expect(subscription.poll()).toBeNull()
  })
})

describe('readCommitEvent', () => {
  it('a3s-33 reads the crate’s event and refuses an empty id, an empty digest, another schema and an unknown field', () => {
    const read = readCommitEvent(fromPlain(watchEvent))
    expect(read).toEqual({ ok: true, value: { ...watchEvent, committedAtMs: 1795965405229n } })
    const changes = [{ sessionId: '' }, { snapshotDigest: ' ' }, { schema: 'x' }, { more: 1 }, { sessionId: null }]
    for (const change of changes) {
      expect(readCommitEvent(fromPlain({ ...watchEvent, ...change })), JSON.stringify(change)).toMatchObject({
        kind: 'commit-event-invalid'
      })
    }
    expect(commitEventProblem((read as { value: CommitEvent }).value)).toBeNull()
  })
})
