import type { Command } from '../command'
import { exit } from '../exit-code'
import { plainText } from '../output/plain-text'

const marks = { ok: 'ok     ', notice: 'notice ', problem: 'problem' } as const

export const doctor: Command = {
  name: 'doctor',
  takes: '',
  summary: 'whether Reprise and every source are well',
  options: {},
  positionals: 0,
  async run({ call, scan, json, out }) {
    await scan()
    const answer = await call('doctor', {})
    if (json) {
      out.json(answer)
      return exit.done
    }
    for (const { name, state, detail, advice } of answer.checks) {
      out.line(`${marks[state]}  ${plainText(name)}: ${plainText(detail)}`)
      if (advice) out.line(`         ${plainText(advice)}`)
    }
    return exit.done
  }
}
