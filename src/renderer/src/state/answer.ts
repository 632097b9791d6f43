import type { InputOf, OperationName, OutputOf } from '@shared/ipc/contract'
import type { Envelope } from '@shared/ipc/envelope'
import type { Failure } from '@shared/ipc/errors'
import { joinPages, type PagedOperation } from '@shared/ipc/join-pages'
import { useCallback, useEffect, useState } from 'react'
import { call } from './bridge'
import { useServiceStore } from './service-store'

export interface Answer<T> {
  /** The last good value for this input; it stays while a newer one is fetched and when that fails. */
  readonly value: T | undefined
  readonly error: Failure | undefined
  readonly loading: boolean
  reload(): void
}

interface Held<T> {
  readonly key: string
  readonly value: T | undefined
  readonly error: Failure | undefined
  readonly loading: boolean
}

/**
 * The answer to a query, fetched again when `input` or `revision` changes and after the service was started again. null as
 * input asks nothing. A request that was cut off by a restart leaves the last content in place.
 */
export function useAnswer<N extends OperationName>(
  name: N,
  input: InputOf<N> | null,
  revision: number | string = 0
): Answer<OutputOf<N>> {
  return useFetched(name, input, revision, call)
}

/** The same for a list that comes in pages: all of it. */
export function useWholeAnswer<N extends PagedOperation>(
  name: N,
  input: InputOf<N> | null,
  revision: number | string = 0
): Answer<OutputOf<N>> {
  return useFetched(name, input, revision, callAll)
}

async function callAll<N extends PagedOperation>(name: N, input: InputOf<N>): Promise<Envelope<OutputOf<N>>> {
  const join = joinPages[name] as (before: OutputOf<N>, page: OutputOf<N>) => OutputOf<N>
  let all = await call(name, input)
  while (all.ok && all.value.next !== null) {
    const page = await call(name, { ...input, offset: all.value.next })
    all = page.ok ? { ...page, value: join(all.value, page.value) } : page
  }
  return all
}

function useFetched<N extends OperationName>(
  name: N,
  input: InputOf<N> | null,
  revision: number | string,
  ask: (name: N, input: InputOf<N>) => Promise<Envelope<OutputOf<N>>>
): Answer<OutputOf<N>> {
  const key = input === null ? '' : `${name} ${JSON.stringify(input)}`
  const [held, setHeld] = useState<Held<OutputOf<N>>>(() => empty(key))
  const [again, setAgain] = useState(0)
  const generation = useServiceStore((state) => state.generation)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for `name` and `input`; the others only say when to ask again
  useEffect(() => {
    if (input === null) return
    let stale = false
    setHeld((last) => (last.key === key ? { ...last, loading: true } : { ...empty<OutputOf<N>>(key), loading: true }))
    void ask(name, input).then((envelope) => {
      if (stale) return
      setHeld((last) => {
        if (envelope.ok) return { key, value: envelope.value, error: undefined, loading: false }
        if (envelope.error.code === 'service.restarted') return { ...last, loading: false }
        return { key, value: last.value, error: envelope.error, loading: false }
      })
    })
    return () => {
      stale = true
    }
  }, [key, revision, again, generation])

  const reload = useCallback(() => setAgain((n) => n + 1), [])
  const current = held.key === key ? held : empty<OutputOf<N>>(key)
  return { value: current.value, error: current.error, loading: current.loading, reload }
}

const empty = <T>(key: string): Held<T> => ({ key, value: undefined, error: undefined, loading: key !== '' })
