import { agentNames } from '@shared/domain/agents'
import {
  type BundleChoices,
  type BundledSession,
  type BundleManifest,
  type BundlePart,
  type BundleReport,
  bundleFormat,
  type PartCategory,
  versionFor
} from '@shared/domain/bundle'
import type { ConfigDocument } from '@shared/domain/config'
import { fail } from '@shared/ipc/errors'
import { sameNameKey } from '../import/unpack/safe-name'
import { sha256Of } from '../restore/file-facts'
import { isNative, type StepDraft } from '../restore/plan-draft'
import { takeWithin } from '../transcripts/answer-size'
import type { Gathered, GatheredSession } from './gather-sessions'
import { maskStep } from './mask-step'
import { addKinds, countOf, type KindCounts, maskWords, nothingMasked } from './mask-words'
import { categoryOf, isChosen } from './part-category'
import { isPlainPath, placeOf } from './places'

/** A bundle in memory: what its manifest says, and its parts in their order. */
export interface ComposedBundle {
  readonly manifest: BundleManifest
  readonly contents: ReadonlyMap<string, Uint8Array>
  readonly report: BundleReport
}

export interface ComposeWish {
  readonly gathered: Gathered
  readonly choices: BundleChoices
  /** Masked where it was read. */
  readonly configuration: readonly ConfigDocument[]
  readonly madeBy: string
  readonly home: string
  readonly platform: string
  readonly signal: AbortSignal
  readonly progress: (done: number, total: number) => void
}

interface TakenPart {
  readonly part: BundlePart
  readonly bytes: Uint8Array
  readonly kinds: KindCounts
}

/** Puts a bundle together. The same session and choices give the same manifest and contents. Throws `refused` where no conversation can be taken. */
export async function composeBundle(wish: ComposeWish): Promise<ComposedBundle> {
  const { gathered, choices } = wish
  const leftOut = [...gathered.leftOut]
  const sessions: BundledSession[] = []
  const taken: TakenPart[] = []
  const names = new Set<string>()
  const total = gathered.sessions.reduce((sum, { steps, notes }) => sum + steps.length + notes.length, 0)
  let done = 0
  for (const [index, session] of gathered.sessions.entries()) {
    const own: TakenPart[] = []
    for (const { step, category } of stepsOf(session)) {
      wish.signal.throwIfAborted()
      wish.progress(done++, total)
      const part = await takePart(wish, step, category, index)
      if ('because' in part) leftOut.push(part)
      else if ('part' in part && names.has(sameNameKey(part.part.name))) leftOut.push(sameName(step))
      else if ('part' in part) own.push(part)
      if ('part' in part) names.add(sameNameKey(part.part.name))
    }
    if (index < gathered.asked && !session.shares && !own.some(({ part }) => part.category === 'conversation'))
      refuseWithout(session, leftOut)
    sessions.push(
      sessionOf(
        session,
        own.map(({ part }) => part)
      )
    )
    taken.push(...own)
  }
  const kinds = taken.reduce<KindCounts>((sum, part) => addKinds(sum, part.kinds), nothingMasked)
  const { agent } = gathered.source.location
  const manifest: BundleManifest = {
    format: bundleFormat,
    version: versionFor(sessions),
    madeBy: wish.madeBy,
    agent,
    sessions,
    asked: gathered.asked,
    masking: { mode: choices.exact ? 'exact' : 'masked', kinds: sorted(kinds) },
    pathHints: { home: wish.home, platform: wish.platform, workspaces: workspacesOf(sessions) },
    choices,
    configuration: [...wish.configuration],
    leftOut
  }
  const contents = new Map(taken.map(({ part, bytes }) => [part.name, bytes]))
  return { manifest, contents, report: reportOf(wish, manifest, taken) }
}

/** Everything that could go along with a session, each as what it is to the person. */
function stepsOf({ steps, notes }: GatheredSession): { step: StepDraft; category: PartCategory }[] {
  return [
    ...steps.map((step) => ({ step, category: categoryOf(step) })),
    ...notes.map((step) => ({ step, category: 'memory' as const }))
  ]
}

/** Nobody unpacks two entries that are one file on some systems. */
function sameName({ path }: StepDraft) {
  return { what: path, because: 'on some systems its name is that of another file beside it' }
}

/** The part; `because` where it has to be left out; nothing where the choices leave it out or it is known to be absent. */
async function takePart(
  { gathered, choices, signal }: ComposeWish,
  step: StepDraft,
  category: PartCategory,
  index: number
): Promise<TakenPart | { readonly what: string; readonly because: string } | Record<never, never>> {
  const { content } = step
  if (content === null || !isChosen(category, choices)) return {}
  const { location, adapter } = gathered.source
  const placed = placeOf(location, step.path)
  if (placed === null || !isPlainPath(placed.path))
    return { what: step.path, because: 'its name cannot be told on other systems' }
  const masked = await maskStep(adapter, step, content, signal)
  if (masked === null && !choices.exact) {
    return {
      what: step.path,
      because: 'nobody can say which secrets are in it; only a bundle that is exact takes it along'
    }
  }
  const bytes = choices.exact || masked === null ? content : masked.bytes
  const kinds = masked?.kinds ?? nothingMasked
  const original = { bytes: content.length, sha256: sha256Of(content) }
  const part: BundlePart = {
    id: step.id,
    name: `parts/${index}/${placed.place}/${placed.path}${isNative(step) ? '.state' : ''}`,
    ...placed,
    what: step.what,
    category,
    ...(isNative(step) ? { mode: null, target: { ...step.target } } : { mode: step.mode & 0o777 }),
    content: bytes === content ? original : { bytes: bytes.length, sha256: sha256Of(bytes) },
    original,
    masked: choices.exact ? 0 : countOf(kinds)
  }
  return { part, bytes, kinds }
}

function refuseWithout({ about, steps }: GatheredSession, leftOut: BundleManifest['leftOut']): never {
  const own = new Set(steps.map(({ path }) => path))
  const why = leftOut.find(({ what }) => own.has(what))?.because ?? 'there is none'
  return fail('refused', `The conversation of ${about.id} cannot be taken: ${why}.`, {
    advice: 'Make a bundle that is exact, if the one who gets it may see everything in it.'
  })
}

function sessionOf({ about }: GatheredSession, parts: BundlePart[]): BundledSession {
  return { ...about, title: maskWords(about.title).text, parts }
}

function workspacesOf(sessions: readonly BundledSession[]): string[] {
  return [...new Set(sessions.flatMap(({ workspace }) => workspace ?? []))].sort()
}

function sorted(kinds: KindCounts): Record<string, number> {
  return Object.fromEntries(Object.entries(kinds).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function reportOf(
  { gathered, choices }: ComposeWish,
  manifest: BundleManifest,
  taken: readonly TakenPart[]
): BundleReport {
  const sums = new Map<PartCategory, { parts: number; bytes: number }>()
  for (const { step, category } of gathered.sessions.flatMap(stepsOf)) {
    if (step.content === null) continue
    const { parts, bytes } = sums.get(category) ?? { parts: 0, bytes: 0 }
    sums.set(category, { parts: parts + 1, bytes: bytes + step.content.length })
  }
  return {
    agent: manifest.agent,
    title: manifest.sessions[0]?.title ?? agentNames[manifest.agent],
    titles: manifest.sessions.slice(0, manifest.asked).map(({ title }) => title),
    parts: takeWithin(
      taken.map(({ part, kinds }) => ({
        path: part.path,
        category: part.category,
        bytes: part.content.bytes,
        masked: part.masked,
        kinds: { ...kinds }
      })),
      400_000
    ).taken,
    categories: [...sums].map(([category, sum]) => ({ category, ...sum, chosen: isChosen(category, choices) })),
    settings: manifest.configuration.reduce((sum, { entries }) => sum + entries.length, 0),
    bytes: taken.reduce((sum, { bytes }) => sum + bytes.length, 0),
    kinds: manifest.masking.kinds,
    exact: choices.exact,
    leftOut: takeWithin(manifest.leftOut, 200_000).taken
  }
}
