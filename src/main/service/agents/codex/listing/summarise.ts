import { cutText, withoutHalf } from '../../../catalog/cut-text'
import type { ListedSession } from '../../adapter'
import type { RolloutFile } from '../files/rollout-files'
import type { ThreadRow } from '../index/thread-row'
import type { Sketch } from './read-sketch'

const longestTitle = 200
const longestPromptText = 4000

/** A session as the list shows it. A title set by the person comes first, then what was asked first (cases: C12). */
export function summarise(
  file: RolloutFile,
  sketch: Sketch,
  row: ThreadRow | undefined,
  name: string | undefined
): ListedSession {
  const { meta } = sketch
  const id = meta?.id ?? file.id ?? file.unit
  const prompts = sketch.own
  const first = sketch.firstOwn?.text ?? sketch.task ?? row?.title ?? row?.firstPrompt ?? null
  const title =
    row?.name ?? name ?? sketch.name ?? first ?? (meta?.nickname ? `Subagent ${meta.nickname}` : 'No prompt yet')
  const parent = parentOf(sketch, row)
  const model = sketch.model ?? row?.model
  const effort = sketch.effort ?? row?.effort
  const version = meta?.version ?? row?.version
  const preview = prompts.at(-1)?.text
  return {
    id,
    title: titleOf(title),
    workspace: meta?.cwd ?? row?.cwd ?? null,
    startedAt: meta?.startedAt ?? row?.startedAt ?? null,
    updatedAt: sketch.updatedAt ?? row?.updatedAt ?? null,
    entries: null,
    resumable: resumable(file, sketch),
    findings: null,
    state: sketch.records === 0 ? 'unreadable' : sketch.unreadable ? 'partial' : 'ok',
    layout: layoutOf(file, sketch),
    ...parent,
    ...directoriesOf(sketch),
    ...(meta?.repository ? { repository: meta.repository } : {}),
    ...(model ? { model } : {}),
    ...(effort ? { effort } : {}),
    ...settingsOf(sketch),
    ...(version ? { agentVersion: version } : {}),
    ...(preview ? { preview: titleOf(preview) } : {}),
    ...(sketch.isWhole && sketch.turns > 0 ? { ownCheckpoints: sketch.turns } : {}),
    ...(prompts.length > 0
      ? {
          promptText: withoutHalf(
            prompts
              .map(({ text }) => text)
              .join('\n')
              .slice(0, longestPromptText)
          ),
          prompts: prompts.map(({ at, text }) => ({ at, text }))
        }
      : {})
  }
}

/** First line that says something, without line breaks and cut. */
export function titleOf(text: string): string {
  const line = text.split('\n').find((part) => part.trim() !== '')
  return cutText((line ?? 'No prompt yet').trim(), longestTitle)
}

/** All of them, where a turn ran elsewhere than the session began. */
function directoriesOf({ meta, cwds }: Sketch): Pick<ListedSession, 'directories'> {
  const all = [...new Set([...(meta?.cwd ? [meta.cwd] : []), ...cwds])]
  return all.length > 1 ? { directories: all } : {}
}

function parentOf({ meta }: Sketch, row: ThreadRow | undefined): Pick<ListedSession, 'parent' | 'parentKind'> {
  if (meta?.subagent || row?.subagent) {
    const parent = meta?.parent ?? row?.parent
    return parent ? { parent, parentKind: 'subagent' } : { parentKind: 'subagent' }
  }
  const origin = meta?.forkedFrom ?? (meta?.base && meta.base.thread !== meta.id ? meta.base.thread : null)
  return origin ? { parent: origin, parentKind: 'fork' } : {}
}

/** An archived one has to be taken out of the archive first; whether the base of a fork is whole is known when it is opened. */
function resumable({ archived }: RolloutFile, { meta, records }: Sketch): boolean | null {
  if (archived || records === 0) return false
  return meta === null || meta.base !== null || meta.subagent ? null : true
}

function layoutOf({ archived, packed }: RolloutFile, { meta }: Sketch): string {
  const mode = meta?.paginated ? 'paginated' : 'legacy'
  return [mode, packed ? 'compressed' : '', archived ? 'archived' : ''].filter((part) => part !== '').join(', ')
}

function settingsOf({ approval, sandbox }: Sketch): Pick<ListedSession, 'settings'> {
  if (approval === null && sandbox === null) return {}
  return { settings: { ...(approval && { approval }), ...(sandbox && { sandbox }) } }
}
