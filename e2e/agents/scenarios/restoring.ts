import { expectSame, expectThat } from '../outcome.ts'
import type { PlanAnswer, Reprise } from '../reprise.ts'
import type { Told } from '../scripted/told.ts'
import { changedFiles, filesOfHome, isRow } from './files-of-home.ts'
import { type MadeSession, withoutPrompt } from './made-session.ts'
import { readsAs } from './reads-as.ts'

/** A program on its home. */
type OnHome = Pick<MadeSession, 'agent'>

export interface Restored {
  readonly operation: string
  readonly created: string
  /** Files that stayed byte for byte, and rows of a database that did. */
  readonly untouched: number
}

/**
 * Carries a plan out and looks at every file of the home: only those of the plan may have changed. `answers` are for the questions of the
 * plan, by their ids; another question is a failure.
 */
export async function carriedOut(
  made: OnHome,
  reprise: Reprise,
  args: readonly string[],
  answers: Readonly<Record<string, string>> = {}
): Promise<Restored> {
  const { home } = made.agent
  const before = filesOfHome(home)
  const plan = await reprise.json<PlanAnswer>(args)
  expectSame(changedFiles(before, filesOfHome(home)), [], 'files that making a plan changed')
  const asked = plan.conflicts.filter(({ id }) => answers[id] === undefined).map(({ what }) => what)
  expectSame(asked, [], 'questions of the plan')
  const choices = plan.conflicts.flatMap(({ id }) => ['--choice', `${id}=${answers[id]}`])
  const apply = ['apply', plan.planId, '--digest', plan.digest, ...choices]
  const applied = await reprise.json<{ operationId: string; verified: boolean }>(apply)
  expectThat(applied.verified, `${args.join(' ')} was not verified`)
  const after = filesOfHome(home)
  const changed = changedFiles(before, after)
  compareWithPlan(changed, before, plan)
  const untouched = before.size - changed.filter((path) => before.has(path)).length
  return { operation: applied.operationId, created: plan.created?.id ?? '', untouched }
}

/** Files: exactly those of the plan. Rows: none without a step for them, and only new ones where that step makes a session. */
function compareWithPlan(changed: readonly string[], before: ReadonlyMap<string, string>, plan: PlanAnswer): void {
  const steps = plan.steps.filter(({ action }) => action !== 'keep')
  const planned = steps.filter(({ what }) => what !== 'rows').map(({ path }) => path)
  expectSame(
    changed.filter((path) => !isRow(path)),
    [...new Set(planned)].sort(),
    'files that changed'
  )
  const made = steps.some(({ what, action }) => what === 'rows' && action === 'create')
  const replaced = steps.some(({ what, action }) => what === 'rows' && action !== 'create')
  const rows = changed.filter(isRow)
  expectSame(rows.length > 0, made || replaced, 'whether rows changed')
  if (!replaced)
    expectSame(
      rows.filter((row) => before.has(row)),
      [],
      'rows of others that changed'
    )
}

interface Check {
  readonly answer: string
  readonly reasons: readonly { readonly code: string }[]
}

/** On a machine under load a program may be too slow to tell its version in time; then it is asked again. */
async function saysWorks(reprise: Reprise, session: string): Promise<void> {
  for (let asked = 1; ; asked++) {
    const { answer, reasons } = await reprise.json<Check>(['resume', session])
    if (answer === 'works') return
    const onlySlow = answer === 'unknown' && reasons.every(({ code }) => code === 'program.version')
    expectThat(onlySlow && asked < 6, `resume says ${answer}: ${JSON.stringify(reasons)}`)
  }
}

/** Resumes by the line that Reprise prints; what reaches the model must be this history, then the prompt. */
export async function resumesWith(
  made: OnHome,
  reprise: Reprise,
  id: string,
  history: readonly Told[],
  prompt: string
): Promise<void> {
  const session = `${made.agent.kind.agent}:${id}`
  await saysWorks(reprise, session)
  const printed = await reprise.run(['resume', session, '--print'])
  expectSame(printed.code, 0, 'exit code of resume --print')
  const line = printed.out.trim().split('\n').at(-1) ?? ''
  const [first] = await made.agent.goOn(line, prompt)
  expectSame(withoutPrompt(first, prompt), history, 'what reached the model')
}

/** The same with the history of the first turns as it was told while they were made; Reprise then shows them and the new turn. */
export async function resumes(
  made: MadeSession,
  reprise: Reprise,
  id: string,
  turns: number,
  prompt: string
): Promise<string> {
  const { kind } = made.agent
  const history = made.history(turns)
  await resumesWith(made, reprise, id, history, prompt)
  await readsAs(reprise, kind, `${kind.agent}:${id}`, turns, [prompt])
  return `${history.length} items of ${turns} turn${turns === 1 ? '' : 's'} reached the model, then the prompt`
}
