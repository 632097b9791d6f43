import { resolve } from 'node:path'
import { type Command, textOption } from '../command'
import { exit } from '../exit-code'
import { plainPath } from '../output/plain-text'
import { UsageError } from '../usage-error'

/** `locate --from <recorded folder> --to <folder>`: where a folder that was moved or renamed is now. */
export const locate: Command = {
  name: 'locate',
  takes: '',
  summary: 'where a moved folder is now: --from <recorded folder> --to <folder>, or --forget',
  options: { from: { type: 'string' }, to: { type: 'string' }, forget: { type: 'boolean' } },
  positionals: 0,
  async run({ call, scan, json, out, values, cwd }) {
    const from = textOption(values, 'from')
    const to = textOption(values, 'to')
    const forgets = values.forget === true
    if ((to !== undefined || forgets) && from === undefined)
      throw new UsageError('Name the recorded folder with --from.')
    if (from !== undefined && (to !== undefined) === forgets) throw new UsageError('Give --to <folder> or --forget.')
    await scan()
    const { relocations } =
      from === undefined
        ? await call('settings.get', {})
        : await call('workspace.locate', { from, to: to === undefined ? null : resolve(cwd, to) })
    if (json) out.json({ relocations })
    else if (relocations.length === 0) out.line('No folder was moved.')
    else for (const each of relocations) out.line(plainPath(`${each.from} is now ${each.to}`))
    return exit.done
  }
}
