import { createHash } from 'node:crypto'
import { AgentId } from '@shared/domain/agents'
import { BundleManifest, type BundlePart, manifestName, PartCategory } from '@shared/domain/bundle'
import { StepSubject } from '@shared/domain/plan'
import fc from 'fast-check'
import { damage } from '../../agents/conformance/arbitrary-damage'
import { structuralDamage } from '../../agents/conformance/arbitrary-structure'
import { oddPath, oddPiece } from './arbitrary-names'
import { rawZip } from './raw-zip'
import { zipContents } from './zip-contents'

/** A bundle taken apart. */
export interface OpenBundle {
  readonly manifest: BundleManifest
  readonly contents: ReadonlyMap<string, Buffer>
}

export async function readBundle(path: string): Promise<OpenBundle> {
  const contents = new Map(await zipContents(path))
  const manifest = BundleManifest.parse(JSON.parse(String(contents.get(manifestName))))
  contents.delete(manifestName)
  return { manifest, contents }
}

export function zipBundle({ manifest, contents }: OpenBundle, text = JSON.stringify(manifest)): Buffer {
  return rawZip([{ name: manifestName, content: text }, ...[...contents].map(([name, content]) => ({ name, content }))])
}

/** Something that is wrong with a bundle. */
type Change = (bundle: OpenBundle) => OpenBundle

/** Bundles that Reprise made of real sessions, with something else in their manifest, their parts, or what lies between them. */
export function anyBundle(bundles: readonly OpenBundle[]): fc.Arbitrary<Buffer> {
  return fc
    .record({
      from: fc.constantFrom(...bundles),
      changes: fc.array(
        fc.oneof(
          { weight: 4, arbitrary: partChange() },
          { weight: 4, arbitrary: contentChange() },
          { weight: 2, arbitrary: manifestChange() },
          { weight: 2, arbitrary: betweenParts(bundles) }
        ),
        { minLength: 1, maxLength: 3 }
      ),
      text: manifestText()
    })
    .map(({ from, changes, text }) => {
      const changed = changes.reduce((bundle, change) => change(bundle), from)
      return zipBundle(changed, text(JSON.stringify(changed.manifest)))
    })
}

/** Mostly as it is; else with wrong things in it, cut, or not JSON as it should be. */
function manifestText(): fc.Arbitrary<(text: string) => string> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant((text: string) => text) },
    { weight: 3, arbitrary: structuralDamage().map((change) => (text: string) => String(change(Buffer.from(text)))) },
    { weight: 1, arbitrary: damage().map((change) => (text: string) => String(change(Buffer.from(text)))) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(
          '{"__proto__":{"polluted":1},',
          '{"format":"x",',
          '{"version":1e999,',
          '{"sessions":[],',
          '\ufeff{'
        )
        .map((begin) => (text: string) => text.replace('{', begin))
    }
  )
}

const where = () => fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })

/** Changes what the manifest says of one part. */
function partChange(): fc.Arbitrary<Change> {
  const number = fc.constantFrom(0, -1, 1.5, 0o777, 0o7777, 1e308, 2 ** 53)
  const texts = fc.oneof(oddPath(), oddPiece())
  const change = fc.oneof<fc.Arbitrary<Partial<BundlePart>>[]>(
    texts.map((path) => ({ path })),
    texts.map((id) => ({ id })),
    oddPiece().map((place) => ({ place })),
    fc.constantFrom(...StepSubject.options).map((what) => ({ what })),
    fc.constantFrom(...PartCategory.options).map((category) => ({ category })),
    fc.option(number, { freq: 3 }).map((mode) => ({ mode })),
    number.map((masked) => ({ masked })),
    fc.dictionary(oddPiece(), texts, { maxKeys: 4 }).map((target) => ({ target })),
    fc.constant({ content: { bytes: 0, sha256: createHash('sha256').digest('hex') } })
  )
  return fc.record({ at: where(), change, target: fc.tuple(where(), texts) }).map(
    ({ at, change: changed, target }) =>
      (bundle) =>
        onPart(bundle, at, (part) => [{ ...withTarget(part, target), ...changed }])
  )
}

/** A state that only the agent's own protocol writes says how to in its target: one of these is another text. */
function withTarget(part: BundlePart, [at, text]: readonly [number, string]): BundlePart {
  const names = Object.keys(part.target ?? {})
  const name = names[Math.floor(at * 2 * names.length)]
  return name === undefined ? part : { ...part, target: { ...part.target, [name]: text } }
}

/** Changes the bytes of one part; mostly the manifest says so, or nothing behind its hashes would be reached. */
function contentChange(): fc.Arbitrary<Change> {
  const change = fc.array(fc.oneof(structuralDamage(), damage()), { minLength: 1, maxLength: 2 })
  return fc
    .record({ at: where(), change, told: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)) })
    .map(({ at, change: changes, told }) => (bundle) => {
      const part = partAt(bundle, at)
      const sound = part && bundle.contents.get(part.name)
      if (part === undefined || sound === undefined) return bundle
      const bytes = changes.reduce<Buffer>((all, each) => Buffer.from(each(all)), sound)
      const contents = new Map(bundle.contents).set(part.name, bytes)
      return told
        ? onPart({ ...bundle, contents }, at, (one) => [{ ...one, content: said(bytes) }])
        : { ...bundle, contents }
    })
}

/** Changes what the manifest says of the whole, or of a session. */
function manifestChange(): fc.Arbitrary<Change> {
  const text = fc.oneof(oddPath(), fc.constantFrom('/home/dev', 'C:\\Users\\dev', '/', ''))
  const whole = fc.oneof<fc.Arbitrary<Partial<BundleManifest>>[]>(
    fc.constantFrom(...AgentId.options).map((agent) => ({ agent })),
    fc.constantFrom(1, 2, 0, 1e9).map((version) => ({ version })),
    text.map((madeBy) => ({ madeBy })),
    fc
      .record({ home: text, platform: text, workspaces: fc.array(text, { maxLength: 3 }) })
      .map((pathHints) => ({ pathHints })),
    fc
      .dictionary(oddPiece(), fc.nat(), { maxKeys: 3 })
      .map((kinds) => ({ masking: { mode: 'masked' as const, kinds } })),
    fc.array(fc.record({ what: text, because: text }), { maxLength: 3 }).map((leftOut) => ({ leftOut }))
  )
  type Session = BundleManifest['sessions'][number]
  const session = fc.oneof<fc.Arbitrary<Partial<Session>>[]>(
    text.map((id) => ({ id })),
    text.map((title) => ({ title })),
    fc.option(text).map((workspace) => ({ workspace })),
    fc.constantFrom(null, -1, 1e15, 8.64e15 + 1, 1e308).map((startedAt) => ({ startedAt, updatedAt: startedAt })),
    fc.constantFrom(null, -1, 0, 2 ** 53).map((entries) => ({ entries })),
    fc.record({ id: text, kind: fc.constantFrom('fork' as const, 'subagent' as const) }).map((parent) => ({ parent }))
  )
  return fc.oneof(
    whole.map((changed) => (bundle: OpenBundle) => ({ ...bundle, manifest: { ...bundle.manifest, ...changed } })),
    fc.tuple(where(), session).map(([at, changed]) => (bundle: OpenBundle) => {
      const { sessions } = bundle.manifest
      const index = Math.floor(at * sessions.length)
      const some = sessions.map((one, number) => (number === index ? { ...one, ...changed } : one))
      return { ...bundle, manifest: { ...bundle.manifest, sessions: some } }
    }),
    fc.constant((bundle: OpenBundle) => ({
      ...bundle,
      manifest: { ...bundle.manifest, sessions: bundle.manifest.sessions.toReversed() }
    }))
  )
}

/** Drops, doubles, exchanges and renames parts, and brings in those of other bundles. */
function betweenParts(bundles: readonly OpenBundle[]): fc.Arbitrary<Change> {
  return fc.oneof(
    where().map((at) => (bundle: OpenBundle) => onPart(bundle, at, () => [])),
    where().map((at) => (bundle: OpenBundle) => {
      const part = partAt(bundle, at)
      const contents = new Map(bundle.contents)
      contents.delete(part?.name ?? '')
      return onPart({ ...bundle, contents }, at, () => [])
    }),
    fc.tuple(where(), oddPath()).map(([at, path]) => (bundle: OpenBundle) => {
      const part = partAt(bundle, at)
      const bytes = bundle.contents.get(part?.name ?? '')
      if (part === undefined || bytes === undefined) return bundle
      const twin = {
        ...part,
        name: `parts/twin/${part.name}`,
        path: path.startsWith('a') ? `${part.path}/${path}` : path
      }
      return onPart({ ...bundle, contents: new Map(bundle.contents).set(twin.name, bytes) }, at, (one) => [one, twin])
    }),
    where().map((at) => (bundle: OpenBundle) => onPart(bundle, at, (part) => [part, part])),
    fc.tuple(where(), where()).map(([at, other]) => (bundle: OpenBundle) => {
      const [a, b] = [partAt(bundle, at), partAt(bundle, other)]
      if (a === undefined || b === undefined) return bundle
      return onPart(bundle, at, (part) => [{ ...part, path: b.path, ...(b.target && { target: b.target }) }])
    }),
    fc.tuple(fc.constantFrom(...bundles), where(), where()).map(([from, at, other]) => (bundle: OpenBundle) => {
      const part = partAt(from, other)
      const bytes = from.contents.get(part?.name ?? '')
      if (part === undefined || bytes === undefined) return bundle
      const guest = { ...part, name: `parts/guest/${part.name}` }
      return onPart({ ...bundle, contents: new Map(bundle.contents).set(guest.name, bytes) }, at, (one) => [one, guest])
    }),
    fc.tuple(where(), oddPath()).map(([at, name]) => (bundle: OpenBundle) => {
      const part = partAt(bundle, at)
      const bytes = bundle.contents.get(part?.name ?? '')
      if (part === undefined || bytes === undefined) return bundle
      const contents = new Map([...bundle.contents].filter(([own]) => own !== part.name)).set(name, bytes)
      return onPart({ ...bundle, contents }, at, (one) => [{ ...one, name }])
    })
  )
}

function partAt({ manifest }: OpenBundle, at: number): BundlePart | undefined {
  const parts = manifest.sessions.flatMap((session) => session.parts)
  return parts[Math.floor(at * parts.length)]
}

function onPart(bundle: OpenBundle, at: number, change: (part: BundlePart) => BundlePart[]): OpenBundle {
  const chosen = partAt(bundle, at)
  const sessions = bundle.manifest.sessions.map((session) => ({
    ...session,
    parts: session.parts.flatMap((part) => (part === chosen ? change(part) : [part]))
  }))
  return { ...bundle, manifest: { ...bundle.manifest, sessions } }
}

function said(bytes: Buffer): BundlePart['content'] {
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}
