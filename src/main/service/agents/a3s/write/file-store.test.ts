import { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type JsonObject, type JsonValue, jsonObject } from '../../../json/json-value'
import { snapshotDigest } from '../digest'
import { fileKey, fragmentKinds, sessionFile, sessionsFolder } from '../store/layout'
import { loadSnapshot } from '../store/load-session'
import { storeCopy, temporaryFolder } from '../test-fixtures'
import { editMember, listIn, withMember, without } from './document-edits'
import {
  editSession,
  kindOf,
  logOf,
  nameOf,
  number,
  openStore,
  sampleSnapshot,
  sessionOf,
  unwrap,
  withName
} from './testing/made-store'

const bare = (id: string, name = 'Sample') => sessionOf(sampleSnapshot(id, name))
const durable = () => unwrap(loadSnapshot(storeCopy('weather'), 'goal-v2', null))?.snapshot as JsonObject

describe('FileSessionStore: round trips', () => {
  it('a3s-1 a3s-8 saves and loads a bare session with everything in it; an overwrite shows the new text and time', async () => {
    const store = await openStore()
    const session = bare('session-1')
    unwrap(await store.save(session))
    expect(unwrap(store.load('session-1'))).toEqual(session)
    const messages = [...listIn(session, 'messages'), ...listIn(session, 'messages').slice(0, 1)]
    const later = withMember(withMember(session, 'messages', messages), 'updated_at', number('1900000000'))
    unwrap(await store.save(later))
    const loaded = unwrap(store.load('session-1')) as JsonObject
    expect(listIn(loaded, 'messages')).toHaveLength(messages.length)
    expect(loaded.get('updated_at')).toEqual(number('1900000000'))
    expect(listIn(loaded, 'tool_names')).toEqual(listIn(session, 'tool_names'))
    expect(logOf(store.root)).toEqual([])
  })

  it('a3s-2 writes an aggregate as one envelope, with nothing else in the root and no temporary file', async () => {
    const store = await openStore()
    const snapshot = sampleSnapshot('session-1')
    expect(unwrap(await store.saveSnapshot(snapshot))).toBe(snapshotDigest(snapshot))
    const file = JSON.parse(readFileSync(sessionFile(store.root, 'session-1'), 'utf8'))
    expect([file.schema_version, file.session.id]).toEqual([1, 'session-1'])
    expect(readdirSync(store.root)).toEqual(['v1'])
    expect(readdirSync(join(store.root, 'v1')).sort()).toEqual(['sessions', 'wal'])
    expect(readdirSync(sessionsFolder(store.root))).toEqual([`${fileKey('session-1')}.json`])
    expect(unwrap(store.loadSnapshot('session-1'))).toEqual(snapshot)
    expect(file.subagent_tasks[0].source_anchors.length).toBeGreaterThan(0)
    expect(unwrap(store.load('session-1'))).toEqual(sessionOf(snapshot))
  })

  it('a3s-4 keeps every kind of fragment without a session, also under an id with slashes', async () => {
    const store = await openStore()
    const snapshot = sampleSnapshot('x')
    for (const id of ['plain', 'tenant/session']) {
      for (const kind of fragmentKinds) {
        const value = fragmentOf(snapshot, kind)
        unwrap(await store.saveFragment(kind, id, value))
        expect(unwrap(store.loadFragment(kind, id)), kind).toEqual(value)
      }
      expect(unwrap(store.loadSnapshot(id))).toBeNull()
    }
    expect(existsSync(join(store.root, 'v1', 'sessions'))).toBe(false)
    unwrap(await store.delete('tenant/session'))
    for (const kind of fragmentKinds) {
      expect(unwrap(store.loadFragment(kind, 'tenant/session')), kind).toBeNull()
      expect(unwrap(store.loadFragment(kind, 'plain')), kind).not.toBeNull()
    }
  })

  it('a3s-5 a3s-49 keeps policies, queue configuration and the skill restriction flag', async () => {
    const store = await openStore()
    const policies = {
      confirmation_policy: jsonObject([
        ['enabled', true],
        ['default_timeout_ms', number('30000')],
        ['timeout_action', 'Reject'],
        ['yolo_lanes', ['Query']]
      ]),
      permission_policy: jsonObject([['deny', ['Bash(rm -rf:*)']]]),
      queue_config: jsonObject([['queryMaxConcurrency', number('9')]]),
      enforce_active_skill_tool_restrictions: true
    }
    const config = Object.entries(policies).reduce<JsonObject>(
      (value, [key, policy]) => withMember(value, key, policy),
      sessionOf(sampleSnapshot('p')).get('config') as JsonObject
    )
    const snapshot = editSession(sampleSnapshot('p'), (session) => withMember(session, 'config', config))
    unwrap(await store.saveSnapshot(snapshot))
    expect(sessionOf(unwrap(store.loadSnapshot('p')) as JsonObject).get('config')).toEqual(config)
  })

  it('a3s-6 keeps the model, and never writes its key', async () => {
    const store = await openStore()
    const model = jsonObject([
      ['provider', 'example'],
      ['model', 'model-x'],
      ['api_key', 'sk-very-secret'],
      ['base_url', null]
    ])
    const snapshot = editSession(sampleSnapshot('k'), (session) => withMember(session, 'llm_config', model))
    unwrap(await store.saveSnapshot(snapshot))
    unwrap(await store.save(withMember(bare('k2'), 'llm_config', model)))
    for (const id of ['k', 'k2']) {
      expect(unwrap(store.load(id))?.get('llm_config')).toEqual(without(model, 'api_key'))
      expect(readFileSync(sessionFile(store.root, id), 'utf8')).not.toContain('sk-very-secret')
    }
  })

  it('a3s-7 says of an absent id that there is none, before a save and after a delete', async () => {
    const store = await openStore()
    expect([unwrap(store.load('a')), unwrap(store.exists('a')), store.list()]).toEqual([null, false, []])
    for (const id of ['b', 'a', 'c']) unwrap(await store.saveSnapshot(sampleSnapshot(id)))
    expect([unwrap(store.exists('a')), store.list()]).toEqual([true, ['a', 'b', 'c']])
    unwrap(await store.delete('a'))
    unwrap(await store.delete('a'))
    expect([unwrap(store.loadSnapshot('a')), unwrap(store.exists('a')), store.list()]).toEqual([
      null,
      false,
      ['b', 'c']
    ])
  })

  it('a3s-20 takes five saves at once, from one handle and from five', async () => {
    const root = temporaryFolder()
    const stores = await Promise.all([1, 2, 3, 4, 5].map(() => openStore(root)))
    const one = await openStore(root)
    const snapshots = [1, 2, 3, 4, 5].map((count) => sampleSnapshot('same', `Name ${count}`))
    await Promise.all(snapshots.map(async (snapshot) => unwrap(await one.saveSnapshot(snapshot))))
    await Promise.all(
      stores.map(async (store, at) => unwrap(await store.saveSnapshot(sampleSnapshot('same', `Name ${at + 1}`))))
    )
    expect(nameOf(unwrap((await openStore(root)).loadSnapshot('same')))).toMatch(/^Name [1-5]$/)
    expect(logOf(root)).toHaveLength(20)
  })
})

describe('FileSessionStore: ids and paths', () => {
  it('a3s-9 keeps ids that look like paths inside the store', async () => {
    const store = await openStore()
    for (const id of ['../../../etc/passwd', '..\\..\\x', 'a/b\\c', '会话']) {
      unwrap(await store.saveSnapshot(sampleSnapshot(id)))
      expect(unwrap(store.loadSnapshot(id)), id).not.toBeNull()
      expect(readdirSync(sessionsFolder(store.root))).toContain(`${fileKey(id)}.json`)
    }
    expect(readdirSync(store.root)).toEqual(['v1'])
  })

  it('a3s-10 keeps apart what collided in the old naming', async () => {
    const store = await openStore()
    for (const id of ['team/alpha', 'team_alpha', 'team\\alpha']) unwrap(await store.save(bare(id, id)))
    expect(store.list()).toEqual(['team/alpha', 'team\\alpha', 'team_alpha'])
    unwrap(await store.delete('team_alpha'))
    expect(store.list()).toEqual(['team/alpha', 'team\\alpha'])
    expect(unwrap(store.load('team/alpha'))?.get('id')).toBe('team/alpha')
  })

  it('a3s-11 never gives a legacy file of another id', async () => {
    const store = await openStore(storeCopy('legacy'))
    expect(kindOf(store.load('team_alpha'))).toBe('id-mismatch')
    expect(unwrap(store.exists('team_alpha'))).toBe(false)
    expect(unwrap(store.load('team/alpha'))).not.toBeNull()
    expect(kindOf(await store.save(bare('team_alpha')))).toBe('id-mismatch')
  })

  it('a3s-12 writes nothing where the folder of sessions leads out of the store', async () => {
    const store = await openStore()
    const outside = temporaryFolder()
    symlinkSync(outside, sessionsFolder(store.root))
    for (const save of [() => store.saveSnapshot(sampleSnapshot('s')), () => store.save(bare('s'))]) {
      expect(kindOf(await save())).toBe('link-leaves-store')
    }
    expect(kindOf(await store.delete('s'))).toBe('link-leaves-store')
    expect(readdirSync(outside)).toEqual([])
  })

  it('refuses an id that is too long for a file name, and one that the log refuses, before anything is written', async () => {
    const store = await openStore()
    const tries = { 'name-too-long': 'x'.repeat(200), 'wal-entry-invalid': 'a\nb' }
    for (const [kind, id] of Object.entries(tries)) {
      expect(kindOf(await store.saveSnapshot(sampleSnapshot(id)))).toBe(kind)
      expect(kindOf(await store.save(bare(id)))).toBe(kind)
      expect(kindOf(await store.saveFragment('traces', id, []))).toBe(kind)
    }
    expect(readdirSync(join(store.root, 'v1'))).toEqual(['wal'])
    expect(logOf(store.root)).toEqual([])
    const longest = 'x'.repeat(160)
    unwrap(await store.saveSnapshot(sampleSnapshot(longest)))
    expect(store.list()).toEqual([longest])
  })
})

describe('FileSessionStore: migration and versions', () => {
  it('a3s-14 makes one generation of a legacy session; afterwards it alone decides', async () => {
    const store = await openStore(storeCopy('legacy'))
    const before = unwrap(store.loadSnapshot('legacy-notes')) as JsonObject
    expect(listIn(before, 'trace_events').length).toBeGreaterThan(0)
    expect(unwrap(await store.migrateLegacy('legacy-notes'))).toBe(true)
    expect(snapshotDigest(unwrap(store.loadSnapshot('legacy-notes')) as JsonObject)).toBe(snapshotDigest(before))
    expect(unwrap(await store.migrateLegacy('legacy-notes'))).toBe(false)
    const emptied = withMember(withMember(before, 'trace_events', []), 'artifacts', [])
    unwrap(await store.saveSnapshot(emptied))
    const after = unwrap(store.loadSnapshot('legacy-notes')) as JsonObject
    expect([listIn(after, 'trace_events'), listIn(after, 'artifacts')]).toEqual([[], []])
    expect(existsSync(join(store.root, 'legacy-notes.json'))).toBe(true)
    expect(existsSync(join(store.root, 'traces', 'legacy-notes.json'))).toBe(true)
  })

  it('a3s-14 puts parts into the generation once there is one', async () => {
    const store = await openStore()
    const snapshot = sampleSnapshot('parts')
    unwrap(await store.saveSnapshot(snapshot))
    for (const kind of fragmentKinds) unwrap(await store.saveFragment(kind, 'parts', emptyOf(kind)))
    const after = unwrap(store.loadSnapshot('parts')) as JsonObject
    for (const field of ['artifacts', 'retained_artifact_uris', 'trace_events', 'run_records', 'subagent_tasks']) {
      expect(listIn(after, field), field).toEqual([])
    }
    expect(readdirSync(join(store.root, 'v1')).sort()).toEqual(['sessions', 'wal'])
    unwrap(await store.save(bare('parts', 'Renamed')))
    expect(nameOf(unwrap(store.loadSnapshot('parts')))).toBe('Renamed')
    expect(logOf(store.root)).toHaveLength(14)
  })

  it('a3s-15 a3s-50 refuses versions that do not fit, on save and on load', async () => {
    const store = await openStore()
    for (const version of ['0', '2', '3']) {
      const snapshot = withMember(sampleSnapshot('v'), 'schema_version', number(version))
      expect(await store.saveSnapshot(snapshot)).toMatchObject({ ok: false, kind: 'schema-version' })
    }
    expect(store.list()).toEqual([])
    const corrupt = await openStore(storeCopy('corrupt'))
    for (const id of ['version-0', 'version-2', 'version-3'])
      expect(kindOf(corrupt.loadSnapshot(id))).toBe('schema-version')
  })

  it('a3s-46 a3s-47 keeps a session with a durable source, and never takes it as a bare one', async () => {
    const store = await openStore()
    const snapshot = durable()
    expect(unwrap(await store.saveSnapshot(snapshot))).toBe(snapshotDigest(snapshot))
    expect(unwrap(store.loadSnapshot('goal-v2'))).toEqual(snapshot)
    expect(await store.save(sessionOf(snapshot))).toMatchObject({
      kind: 'durable-source-needs-envelope',
      error: 'durable session data requires the versioned snapshot API'
    })
    expect(await store.save(without(sessionOf(snapshot), 'durable_source'))).toMatchObject({
      kind: 'schema-version',
      error: 'unsupported session snapshot schema version 2; expected 1'
    })
    expect(kindOf(store.forkForSession('goal-v2', 'other', '/w'))).toBe('fork-durable-source')
    expect(unwrap(store.loadSnapshot('goal-v2'))).toEqual(snapshot)
  })

  it.skipIf(process.platform === 'win32')('a3s-45 tightens an old root, and writes for the owner alone', async () => {
    const root = storeCopy('wal-empty')
    expect(mode(root)).toBe(0o755)
    const store = await openStore(root)
    unwrap(await store.saveSnapshot(sampleSnapshot('m')))
    const found = [root, join(root, 'v1', 'wal'), sessionsFolder(root), sessionFile(root, 'm')].map(mode)
    expect(found).toEqual([0o700, 0o700, 0o700, 0o600])
  })
})

describe('FileSessionStore: what is written', () => {
  it('keeps unknown fields, key order and number text, and digests what the crate would make of it', async () => {
    const store = await openStore()
    const odd = editSession(withMember(sampleSnapshot('odd'), 'from_the_future', number('1.50e3')), (session) =>
      editMember(withMember(session, 'total_cost', number('0')), 'config', (config) =>
        withMember(config, 'later', ['kept', number('18446744073709551616')])
      )
    )
    const digest = unwrap(await store.saveSnapshot(odd))
    const text = readFileSync(sessionFile(store.root, 'odd'), 'utf8')
    expect(text).toContain('"from_the_future": 1.50e3')
    expect(text).toContain('18446744073709551616')
    expect(unwrap(store.loadSnapshot('odd'))).toEqual(odd)
    expect(digest).toBe(snapshotDigest(without(odd, 'from_the_future')))
  })

  it('refuses what the crate could not read, and leaves no trace of it', async () => {
    const store = await openStore()
    for (const beyond of [number('1e400'), deep(130), 'half \ud83d']) {
      expect(kindOf(await store.saveSnapshot(withMember(sampleSnapshot('u'), 'later', beyond)))).toBe('not-json')
    }
    const unknown = withMember(sampleSnapshot('u'), 'artifacts', null)
    expect(kindOf(await store.saveSnapshot(unknown))).toBe('envelope-unreadable')
    expect(kindOf(await store.save(without(bare('u'), 'tool_names')))).toBe('bare-unreadable')
    expect(kindOf(await store.saveFragment('runs', 'u', [null]))).toBe('fragment-unreadable')
    expect([store.list(), logOf(store.root)]).toEqual([[], []])
  })

  it('a3s-28 forks as the crate does, and writes nothing by itself', async () => {
    const store = await openStore(storeCopy('weather'))
    const fork = unwrap(store.forkForSession('barometer-7f3a1c', 'barometer-fork-1', '/w')) as JsonObject
    const expected = unwrap(store.loadSnapshot('barometer-fork-1')) as JsonObject
    const workspace = (sessionOf(expected).get('config') as JsonObject).get('workspace') as string
    const same = unwrap(store.forkForSession('barometer-7f3a1c', 'barometer-fork-1', workspace)) as JsonObject
    expect(snapshotDigest(same)).toBe(snapshotDigest(expected))
    expect((sessionOf(fork).get('config') as JsonObject).get('workspace')).toBe('/w')
    expect(kindOf(store.forkForSession('barometer-7f3a1c', ' \t', '/w'))).toBe('fork-blank-id')
    expect(kindOf(store.forkForSession('barometer-7f3a1c', 'x'.repeat(257), '/w'))).toBe('invariant-broken')
    expect(unwrap(store.forkForSession('nobody', 'x', '/w'))).toBeNull()
    expect(logOf(store.root)).toHaveLength(126)
    expect(withName(fork, 'x').members.map(({ key }) => key)).toEqual(expected.members.map(({ key }) => key))
  })
})

function fragmentOf(snapshot: JsonObject, kind: (typeof fragmentKinds)[number]): JsonValue {
  const fields = {
    traces: 'trace_events',
    runs: 'run_records',
    verification: 'verification_reports',
    subagent_tasks: 'subagent_tasks'
  }
  if (kind !== 'artifacts') return listIn(snapshot, fields[kind])
  return jsonObject([
    ['artifacts', listIn(snapshot, 'artifacts')],
    ['retained_uris', listIn(snapshot, 'retained_artifact_uris')]
  ])
}

function emptyOf(kind: (typeof fragmentKinds)[number]): JsonValue {
  return kind === 'artifacts' ? jsonObject([['artifacts', []]]) : []
}

const mode = (path: string) => statSync(path).mode & 0o777

function deep(levels: number): JsonValue {
  return levels === 0 ? [] : [deep(levels - 1)]
}
