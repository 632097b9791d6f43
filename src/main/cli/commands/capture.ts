import { type Command, textOption } from '../command'
import { exit } from '../exit-code'
import { sessionArgument } from '../session-argument'

export const capture: Command = {
  name: 'capture',
  takes: '<session>',
  summary: 'keeps a session as it is now, to be put back later; the agent sees nothing of it',
  options: { label: { type: 'string' } },
  positionals: 1,
  async run(context) {
    const { call, json, out, positionals, values } = context
    const { source, id } = await sessionArgument(context, positionals[0])
    const answer = await call('capture.make', { session: { source, id }, label: textOption(values, 'label') ?? null })
    if (json) out.json(answer)
    else {
      out.line(`Kept as ${answer.checkpoint.id}.`)
      if (answer.checkpoint.restorable)
        out.line(`To put it back: reprise plan ${positionals[0]} ${answer.checkpoint.id}`)
    }
    return exit.done
  }
}
