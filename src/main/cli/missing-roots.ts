import { agentNames } from '@shared/domain/agents'
import type { Source } from '@shared/domain/source'
import { fail } from '@shared/ipc/errors'
import type { CommandContext } from './command'

/** Places that the person named and that are not there. */
function missing(sources: readonly Source[]): readonly Source[] {
  return sources.filter(({ origin, state }) => origin === 'flag' && state === 'missing')
}

const named = ({ agent, root }: Source) => `${root} (${agentNames[agent]})`

/**
 * Where nothing was found: throws `source.missing` when a place of `--root` is not there, so that a mistyped path does not pass for an agent
 * without sessions. `asked` are the sources that could have held it; without them, all.
 */
export async function refuseMissingRoots({ call }: Pick<CommandContext, 'call'>, asked?: readonly Source[]) {
  const roots = missing(asked ?? (await call('sources.list', {})).sources)
  if (roots.length === 0) return refuseUnreadable(asked ?? (await call('sources.list', {})).sources)
  fail('source.missing', `There is nothing at ${roots.map(named).join(', ')}.`, {
    advice: 'Correct the path of --root, or connect the disk that it is on.',
    data: { roots: roots.map(({ root }) => root) }
  })
}

/** A place that could not be read at all must not pass for an empty one either. Throws `source.unreadable`. */
function refuseUnreadable(sources: readonly Source[]): void {
  const source = sources.find(({ origin, state }) => origin === 'flag' && state === 'unreadable')
  if (source === undefined) return
  const [first] = source.findings
  fail('source.unreadable', `${named(source)} cannot be read. ${first?.what ?? ''}`.trimEnd(), {
    advice: first?.can ?? '`reprise sources` says more.',
    data: { root: source.root }
  })
}

/** A line for each named place that is not there, and each place that nothing could be read of, beside what others hold. */
export async function missingRootLines({ call }: Pick<CommandContext, 'call'>): Promise<readonly string[]> {
  const { sources } = await call('sources.list', {})
  const unread = sources.filter(({ state }) => state === 'unreadable' || state === 'locked')
  return [
    ...missing(sources).map((source) => `Not there: ${named(source)}`),
    ...unread.map((source) => `Not read: ${named(source)}; \`reprise sources\` says why`)
  ]
}
