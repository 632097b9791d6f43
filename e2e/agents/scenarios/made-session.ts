import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expectSame, expectThat } from '../outcome.ts'
import { pathWith } from '../programs/install.ts'
import type { Kind } from '../programs/kind.ts'
import { RealAgent } from '../programs/real-agent.ts'
import { Reprise } from '../reprise.ts'
import { filesAfter, repliesOf, script } from '../scripted/script.ts'
import type { Told } from '../scripted/told.ts'

interface Listed {
  readonly agent: string
  readonly id: string
}

/** The session of the script, made by the real program; each scenario begins with the home as it was then. */
export class MadeSession {
  readonly agent: RealAgent
  readonly id: string
  /** What the model was told before each turn, and after the last one, its own last words added. */
  readonly #histories: readonly (readonly Told[])[]
  readonly #folder: string
  #scenarios = 0

  private constructor(agent: RealAgent, id: string, histories: readonly (readonly Told[])[], folder: string) {
    this.agent = agent
    this.id = id
    this.#histories = histories
    this.#folder = folder
  }

  static async make(kind: Kind, program: string, folder: string): Promise<MadeSession> {
    const agent = await RealAgent.make(kind, program, join(folder, 'home'))
    try {
      return await MadeSession.#madeBy(agent, folder)
    } catch (error) {
      agent.close()
      throw error
    }
  }

  static async #madeBy(agent: RealAgent, folder: string): Promise<MadeSession> {
    const histories: (readonly Told[])[] = []
    let id: string | null = null
    let whole: readonly Told[] = []
    for (const { prompt, final } of script) {
      const asked = await agent.turn(id, prompt)
      histories.push(withoutPrompt(asked[0], prompt))
      whole = [...(asked.at(-1) ?? []), { who: 'assistant', text: final }]
      id ??= await onlySession(agent, join(folder, 'own-first'))
    }
    expectSame(agent.model.asked.length, repliesOf(script.length), 'requests that reached the model')
    expectSame(agent.files(), sorted(filesAfter(script.length)), 'files that the agent left')
    agent.save()
    return new MadeSession(agent, id ?? '', [...histories, whole], folder)
  }

  get session(): string {
    return `${this.agent.kind.agent}:${this.id}`
  }

  /** What the model was told of the first turns while they were made. */
  history(turns: number): readonly Told[] {
    const history = this.#histories[turns]
    expectThat(history !== undefined, `there is no turn ${turns}`)
    return history
  }

  /** The home as the agent left it, and a Reprise that knows nothing yet. */
  begin(): Reprise {
    if (this.#scenarios > 0) this.agent.reset()
    return repriseOf(this.agent, join(this.#folder, `own-${++this.#scenarios}`))
  }

  end(): void {
    this.agent.close()
  }

  removeAll(): void {
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20 })
  }
}

/** A request must end with the prompt; what stands before is the history. */
export function withoutPrompt(request: readonly Told[] | undefined, prompt: string): readonly Told[] {
  expectSame(request?.at(-1), { who: 'user', text: prompt }, 'the last words that reached the model')
  return request?.slice(0, -1) ?? []
}

export function repriseOf(agent: RealAgent, own: string): Reprise {
  return new Reprise(agent.home, own, [], { PATH: pathWith(agent.program), SHELL: '/bin/sh' })
}

async function onlySession(agent: RealAgent, own: string): Promise<string> {
  const { sessions } = await repriseOf(agent, own).json<{ sessions: Listed[] }>(['list'])
  const found = sessions.map((listed) => listed.agent)
  expectSame(found, [agent.kind.agent], 'agents of the listed sessions')
  return sessions[0]?.id ?? ''
}

const sorted = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)))
