import { expectSame, expectThat } from './outcome.ts'
import type { Reprise } from './reprise.ts'

/** A secret among the words of a prompt, and what stands for it in a bundle that is not byte for byte. */
const secret = 'a8f5f167f44f4964e6c998dee827110c'
const sign = '‹masked: api key›'

export const secretPrompt = `Keep this for later API_KEY=${secret}`

/** The same value as a bundle takes it along. */
export function takenAlong<T>(value: T, exact: boolean): T {
  return exact ? value : (JSON.parse(JSON.stringify(value).replaceAll(secret, sign)) as T)
}

/** Once with secrets masked, which is the rule, and once byte for byte. */
export const modes = [
  { name: 'masked', exact: false },
  { name: 'exact', exact: true }
] as const

interface Inspected {
  readonly form: string
  readonly sessions: readonly { readonly id: string; readonly notPut: string | null }[]
  readonly bundle: { readonly mode: string; readonly masked: Readonly<Record<string, number>> } | null
}

interface Made {
  readonly report: { readonly exact: boolean; readonly kinds: Readonly<Record<string, number>> }
  readonly bytes: number
}

/** Writes the bundle on the first home and looks into it on the second; gives its size. The session holds `secretPrompt`. */
export async function bundle(from: Reprise, to: Reprise, session: string, file: string, exact: boolean) {
  const made = await from.json<Made>(['bundle', session, '--out', file, ...(exact ? ['--exact'] : [])])
  expectSame(made.report.exact, exact, 'whether the bundle is byte for byte')
  expectThat((made.report.kinds['api key'] ?? 0) > 0, 'the bundle says nothing of the secret')
  const found = await to.json<Inspected>(['import', file])
  expectSame([found.form, found.bundle?.mode], ['bundle', exact ? 'exact' : 'masked'], 'what the file is')
  const [one] = found.sessions
  expectSame([one?.id, one?.notPut], [session.slice(session.indexOf(':') + 1), null], 'the session in the bundle')
  expectSame((found.bundle?.masked['api key'] ?? 0) > 0, !exact, 'whether the bundle names what was masked')
  return made.bytes
}

interface Entry {
  readonly kind: string
  readonly text: string
  readonly tool?: {
    readonly name: string
    readonly status: string
    readonly arguments: unknown
    readonly result: unknown
  }
}

/** Everything of a session that people read; ids and times are the agent's own affair, and a fork also names its parent. */
export async function contentOf(reprise: Reprise, session: string): Promise<readonly unknown[]> {
  const { entries } = await reprise.json<{ entries: Entry[] }>(['show', session])
  return entries
    .filter(({ kind, text }) => kind !== 'notice' || !text.startsWith('Forked from @@'))
    .map(({ kind, text, tool }) => ({
      ...{ kind, text },
      tool: tool && { name: tool.name, status: tool.status, arguments: tool.arguments, result: tool.result }
    }))
}

interface Row {
  readonly agent: string
  readonly id: string
  readonly workspace: string | null
  readonly state: string
}

/** The session in the list of the second home; undefined where it is not or no more. */
export async function listed(reprise: Reprise, session: string): Promise<Row | undefined> {
  const { sessions } = await reprise.json<{ sessions: Row[] }>(['list'])
  return sessions.find(({ agent, id, state }) => `${agent}:${id}` === session && state === 'ok')
}

/** The new session is listed in the folder that was chosen, and has the same entries; gives how many. */
export async function expectSameEntries(
  from: { readonly reprise: Reprise; readonly session: string },
  to: { readonly reprise: Reprise; readonly session: string },
  workspace: string
): Promise<number> {
  expectThat(from.session !== to.session, `the import made no session of its own: ${to.session}`)
  const row = await listed(to.reprise, to.session)
  expectSame(row?.workspace, workspace, `the folder of ${to.session} in the list`)
  const wanted = await contentOf(from.reprise, from.session)
  expectThat(wanted.length > 0, 'there are no entries')
  expectSame(await contentOf(to.reprise, to.session), wanted, 'entries on the second home')
  return wanted.length
}

/** Takes the import back, also where the agent has gone on with the session since. Gives what the list still has of that id. */
async function withdrawn(reprise: Reprise, operation: string, session: string): Promise<Row | undefined> {
  await reprise.change(['undo', operation, '--plan'])
  return listed(reprise, session)
}

export async function takeBack(reprise: Reprise, operation: string, session: string): Promise<void> {
  const left = await withdrawn(reprise, operation, session)
  expectSame(left, undefined, 'the session that was taken back, in the list')
}

/** The same for an agent whose resume begins a further file of the same id: that one is the agent's own, and nobody has said anything in it. */
export async function takeBackResumed(reprise: Reprise, operation: string, session: string): Promise<void> {
  if ((await withdrawn(reprise, operation, session)) === undefined) return
  const { entries } = await reprise.json<{ entries: Entry[] }>(['show', session])
  const said = entries.filter(({ kind }) => kind !== 'notice').map(({ kind, text }) => ({ kind, text }))
  expectSame(said, [], 'what is left of the session that was taken back')
}
