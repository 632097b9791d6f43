import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { A3sChecker, soundSession } from './a3s-checker.ts'
import { attempt, expectSame, expectThat, type Outcome } from './outcome.ts'
import { applyArgs, type PlanAnswer, Reprise } from './reprise.ts'
import { stoppedApplies } from './stopped-applies.ts'

const fixtures = join(import.meta.dirname, '..', 'fixtures', 'core', 'a3s')
const id = 'barometer-7f3a1c'
const session = `a3s:${id}`
const key = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'

interface Place {
  readonly store: string
  readonly crate: A3sChecker
  readonly reprise: Reprise
}

/** A copy of a store that the real crate wrote, opened once by the crate, and Reprise on it. */
function placeOf(folder: string, name: string, program: string, fixture: string, flags: readonly string[] = []): Place {
  const home = join(folder, name)
  const store = join(home, 'store')
  mkdirSync(home, { recursive: true })
  cpSync(join(fixtures, fixture), store, { recursive: true })
  const reprise = new Reprise(home, join(home, 'own'), ['--root', `a3s=${store}`, ...flags])
  return { store, crate: new A3sChecker(program), reprise }
}

const ordinary = 'weather/.a3s/tui/sessions'

async function restored({ store, crate, reprise }: Place): Promise<string> {
  const before = soundSession(crate.open(store), id)
  const kept = await reprise.capture(session)
  const later = crate.goOn(store, id, 'One turn too many')
  expectThat(later.digest !== before.digest, 'the crate did not go on')
  await reprise.change(['plan', session, kept])
  const back = soundSession(crate.open(store), id)
  expectSame(back, before, 'the restored generation')
  const next = crate.goOn(store, id, 'Another way')
  expectSame(next.texts.slice(0, -2), before.texts, 'what the crate goes on from')
  soundSession(crate.open(store), id)
  return `${before.messages} messages, digest ${back.digest.slice(7, 19)}`
}

async function undone({ store, crate, reprise }: Place): Promise<string> {
  const kept = await reprise.capture(session)
  const later = crate.goOn(store, id, 'A turn that is wanted after all')
  const operation = await reprise.change(['plan', session, kept])
  await reprise.undo(operation)
  const back = soundSession(crate.open(store), id)
  expectSame(back.digest, later.digest, 'the digest after the undo')
  crate.goOn(store, id, 'and on')
  return `digest ${back.digest.slice(7, 19)} again`
}

async function forked({ store, crate, reprise }: Place): Promise<string> {
  const source = soundSession(crate.open(store), id)
  await reprise.change(['fork', session])
  const added = crate.open(store).sessions.filter((each) => each.texts.join() === source.texts.join() && each.id !== id)
  const fork = added.map((each) => soundSession(crate.open(store), each.id)).find((each) => each.id.length > 0)
  expectThat(fork !== undefined, 'the crate lists no fork')
  expectSame(fork.messages, source.messages, 'messages of the fork')
  crate.goOn(store, fork.id, 'on the fork only')
  expectSame(soundSession(crate.open(store), id).digest, source.digest, 'the source stays')
  return `${fork.id}, ${fork.messages} messages`
}

async function lost({ store, crate, reprise }: Place): Promise<string> {
  const before = soundSession(crate.open(store), id)
  const kept = await reprise.capture(session)
  await reprise.change(['delete', session])
  expectThat(!crate.open(store).sessions.some((each) => each.id === id), 'the crate still lists it')
  await reprise.change(['plan', session, kept])
  expectSame(soundSession(crate.open(store), id).digest, before.digest, 'the session that was deleted')
  return 'deleted, then put back from the vault'
}

async function sealed(folder: string, program: string): Promise<string> {
  const home = join(folder, 'sealed')
  mkdirSync(home, { recursive: true })
  const keyFile = join(home, 'key.hex')
  writeFileSync(keyFile, key, { mode: 0o600 })
  const place = placeOf(folder, 'sealed', program, 'stores/sealed', ['--key-file', `a3s=${keyFile}`])
  const crate = place.crate.with('--key', key)
  const before = crate.goOn(place.store, 'sealed-one', 'A first turn')
  const kept = await place.reprise.capture('a3s:sealed-one')
  crate.goOn(place.store, 'sealed-one', 'One too many')
  await place.reprise.change(['plan', 'a3s:sealed-one', kept])
  const back = soundSession(crate.open(place.store), 'sealed-one')
  expectSame(back.digest, before.digest, 'the sealed generation')
  expectThat('error' in place.crate.call<object>('open', place.store), 'the crate opens it without the key')
  return 'opens with the key only'
}

async function waits({ store, crate, reprise }: Place): Promise<string> {
  const kept = await reprise.capture(session)
  crate.goOn(store, id, 'x')
  const plan = await reprise.json<PlanAnswer>(['plan', session, kept])
  await crate.hold(store, 2_500)
  const began = Date.now()
  const ended = await reprise.run([...applyArgs(plan, true), '--json'])
  const waited = Date.now() - began
  if (ended.code === 0) {
    expectThat(waited > 1_000, `it did not wait for the lock: ${waited} ms`)
    soundSession(crate.open(store), id)
    return `waited ${waited} ms for the crate's lock, then wrote`
  }
  expectThat(ended.code === 3 || ended.code === 1, `ended with ${ended.code}`)
  expectThat(/lock/i.test(ended.out), `does not name the lock: ${ended.out}`)
  return `refused after ${waited} ms: the crate held its lock`
}

async function leased({ store, crate, reprise }: Place): Promise<string> {
  const kept = await reprise.capture(session)
  crate.goOn(store, id, 'x')
  crate.call('lease', store, 'desk-9:77')
  const plan = await reprise.json<PlanAnswer>(['plan', session, kept])
  const asked = plan.conflicts.find(({ what }) => what.includes('desk-9:77'))
  expectThat(asked !== undefined, 'the plan does not name the holder')
  const before = soundSession(crate.open(store), id).digest
  const refused = await reprise.run([...applyArgs(plan, false), '--json'])
  expectSame(refused.code, 3, 'exit code without consent')
  expectSame(soundSession(crate.open(store), id).digest, before, 'nothing written without consent')
  const again = await reprise.json<PlanAnswer>(['plan', session, kept])
  await reprise.json(applyArgs(again, true))
  const facts = crate.open(store)
  expectThat((facts.lease?.epoch ?? 0) === 2, `the epoch is ${facts.lease?.epoch}`)
  soundSession(facts, id)
  // The holder has the name of the machine in it, which belongs in no table.
  expectThat(facts.lease?.holderId.startsWith('reprise-') === true, `the holder is ${facts.lease?.holderId}`)
  return 'refused without consent; with it epoch 2 of Reprise'
}

async function killed(place: Place, folder: string): Promise<string> {
  const { store, crate, reprise } = place
  const before = soundSession(crate.open(store), id).digest
  const kept = await reprise.capture(session)
  const later = crate.goOn(store, id, 'x').digest
  const ends = { before: 0, after: 0 }
  const stops = await stoppedApplies({ reprise, session, kept, home: join(folder, 'killed'), points: 12 }, (what) => {
    // The crate recovers what a killed write left, before and after Reprise has.
    const { digest } = soundOrOpen(crate, store)
    expectThat(digest === before || digest === later, `${what}: neither generation`)
    ends[digest === before ? 'after' : 'before'] += 1
  })
  return `${stops} kills; the crate opened every one, old ${ends.before}, new ${ends.after}`
}

async function cut({ store, crate, reprise }: Place): Promise<string> {
  const before = soundSession(crate.open(store), id)
  const { entries } = await reprise.json<{ entries: { id: string; kind: string }[] }>(['show', session])
  const ends: number[] = []
  // Within a turn, where calls and their results have to stay together, and at a prompt.
  for (const kind of ['tool', 'assistant', 'user']) {
    const entry = entries.filter((each) => each.kind === kind).at(kind === 'assistant' ? -2 : -1)?.id ?? ''
    const operation = await reprise.change(['plan', session, '--to-entry', entry])
    const after = soundSession(crate.open(store), id)
    expectThat(after.messages < before.messages, `${entry}: ${after.messages} messages`)
    crate.goOn(store, id, `after ${kind}`)
    ends.push(after.messages)
    await reprise.json(['undo', operation, '--plan'])
    rmSync(store, { recursive: true, force: true, maxRetries: 20 })
    cpSync(join(fixtures, ordinary), store, { recursive: true })
  }
  return `${before.messages} messages become ${ends.join(', ')}`
}

async function migrated(folder: string, program: string): Promise<string> {
  const { store, crate, reprise } = placeOf(folder, 'migrated', program, 'stores/legacy')
  // A session of the older layout has no line in the log yet.
  const before = crate.open(store).sessions.find((each) => each.id === 'legacy-notes')
  await reprise.change(['migrate', 'a3s:legacy-notes'])
  const after = soundSession(crate.open(store), 'legacy-notes')
  expectSame(after, before, 'the migrated session')
  crate.goOn(store, 'legacy-notes', 'on')
  return `digest ${after.digest.slice(7, 19)} before and after`
}

/** After a kill the log may end with an intent; the crate's own open recovers it. */
function soundOrOpen(crate: A3sChecker, store: string) {
  const facts = crate.open(store).sessions.find((each) => each.id === id)
  expectThat(facts !== undefined && facts.refused === null, `the crate does not accept ${id}`)
  return facts
}

export async function a3sScenarios(program: string, folder: string): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const one = async (what: string, name: string, run: (place: Place) => Promise<string>) => {
    const place = placeOf(folder, name, program, ordinary)
    outcomes.push(await attempt('a3s', what, () => run(place)))
  }
  await one('a restored generation is opened, validated and continued', 'restored', restored)
  await one('an undo gives the later generation back', 'undone', undone)
  await one('a fork is a session of its own and goes on', 'forked', forked)
  await one('a conversation that was ended after an entry goes on from there', 'cut', cut)
  outcomes.push(await attempt('a3s', 'a migrated session has the same digest', () => migrated(folder, program)))
  await one('a deleted session comes back from the vault', 'lost', lost)
  outcomes.push(await attempt('a3s', 'a sealed store stays sealed', () => sealed(folder, program)))
  await one('after a killed write the store opens and recovers', 'killed', (place) => killed(place, folder))
  await one('the file lock is waited for', 'waits', waits)
  await one('the writer lease of another is never taken without consent', 'leased', leased)
  if (outcomes.every(({ state }) => state === 'passed'))
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  return outcomes
}
