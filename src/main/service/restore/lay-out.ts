import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import type { SourceLocation } from '../agents/adapter'
import type { RecordedSource } from '../operations/operation-record'
import type { EngineParts } from './engine-parts'
import { type KeptPoint, stepsOfPoint } from './kept-points'
import { ensureOwnFolder, ownFileMode, writeAll } from './own-files'
import { isNative, type StepDraft } from './plan-draft'

/**
 * Writes what a kept point holds of the session itself into `folder`, a new one of our own, so that the agent's adapter reads it there as it
 * reads a source. Sealed content stays sealed. Throws `checkpoint.invalid` when a part is missing or damaged.
 */
export async function layOut(
  parts: EngineParts,
  point: KeptPoint,
  folder: string,
  signal: AbortSignal,
  what: 'conversation' | 'all' = 'conversation'
): Promise<SourceLocation> {
  // Checkpoints of the agent and the files that it changed are not the conversation, and may be many times as large.
  const isShown = (part: { readonly what: string }) => what === 'all' || !['checkpoint', 'file'].includes(part.what)
  const shown = { ...point, parts: point.parts.filter(isShown) }
  return layOutSteps(parts, { ...point, steps: await stepsOfPoint(parts, shown) }, folder, signal)
}

/** Steps that would write a session into a source, and that source. `id` names them. */
export interface LaidOutSteps {
  readonly id: string
  readonly source: RecordedSource
  readonly steps: readonly StepDraft[]
}

/** The same with what steps would write. */
export async function layOutSteps(
  parts: EngineParts,
  laid: LaidOutSteps,
  folder: string,
  signal: AbortSignal
): Promise<SourceLocation> {
  const source = placedIn(folder, laid)
  await ensureOwnFolder(parts.gateway, source.root)
  for (const step of laid.steps) {
    signal.throwIfAborted()
    await layOutStep(parts, source, moved(step, laid, source), signal)
  }
  return source
}

/** The source of then, with every place of it in `folder`. What kept paths say is followed inside of it alone. */
function placedIn(folder: string, { id, source }: Pick<LaidOutSteps, 'id' | 'source'>): SourceLocation {
  const root = join(folder, 'root')
  const places = Object.entries(source.extra ?? {}).map(([name, path], index): [string, string] => {
    const inside = below(source.root, path)
    return [name, inside === null ? join(folder, `place-${index}`) : join(root, inside)]
  })
  const { agent, origin } = source
  // Another id each time: what a reader has open of a folder that is gone is nothing to answer from.
  return { id: `${source.id}/${id}/${basename(folder)}`, agent, root, origin, extra: Object.fromEntries(places) }
}

/** The step at its place in the copy; null for a path that no place of the source holds. */
function moved(step: StepDraft, { source }: Pick<LaidOutSteps, 'source'>, copy: SourceLocation): StepDraft | null {
  const places = Object.entries(source.extra ?? {}).map(
    ([name, path]) => [path, copy.extra?.[name] ?? copy.root] as const
  )
  for (const [then, now] of [[source.root, copy.root] as const, ...places]) {
    const inside = below(then, step.path)
    if (inside !== null) return { ...step, path: join(now, inside), approvedRoot: now }
  }
  return null
}

/** `path` as seen from `folder`; null when it does not lie in there. */
function below(folder: string, path: string): string | null {
  const inside = relative(folder, path)
  return inside === '..' || /^\.\.[/\\]/.test(inside) || isAbsolute(inside) ? null : inside
}

async function layOutStep(
  { about, gateway }: EngineParts,
  source: SourceLocation,
  step: StepDraft | null,
  signal: AbortSignal
): Promise<void> {
  if (step === null || step.content === null) return
  const layOutNative = about.adapterOf(source.agent)?.write?.layOut
  if (isNative(step) && layOutNative) {
    const { key, scratch, now } = about.readingOf(source, signal)
    return layOutNative(step, { gateway, source, key, scratch, signal, now: () => now() })
  }
  await ensureOwnFolder(gateway, dirname(step.path))
  const file = await gateway.create(step.path, ownFileMode)
  try {
    await writeAll(file, step.content)
  } finally {
    await file.close()
  }
}
