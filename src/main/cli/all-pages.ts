import type { InputOf, OutputOf } from '@shared/ipc/contract'
import { joinPages, type PagedOperation } from '@shared/ipc/join-pages'
import type { CommandContext } from './command'

/** The whole list of an operation that answers in pages. */
export async function allPages<N extends PagedOperation>(
  { call }: Pick<CommandContext, 'call'>,
  name: N,
  input: InputOf<N>
): Promise<OutputOf<N>> {
  const join = joinPages[name] as (before: OutputOf<N>, page: OutputOf<N>) => OutputOf<N>
  let all = await call(name, input)
  while (all.next !== null) all = join(all, await call(name, { ...input, offset: all.next }))
  return all
}
