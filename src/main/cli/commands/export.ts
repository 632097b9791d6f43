import { resolve } from 'node:path'
import { ExportFormat } from '@shared/domain/bundle'
import { type Command, textOption } from '../command'
import { exit } from '../exit-code'
import { counted } from '../output/counted'
import { plainText } from '../output/plain-text'
import { sessionArgument } from '../session-argument'
import { UsageError } from '../usage-error'

export const exportSession: Command = {
  name: 'export',
  takes: '<session> --format md|json|html --out F [--images] [--checkpoint C] [--replace]',
  summary: 'the transcript as Markdown, JSON or one HTML page without a script, secrets masked',
  options: {
    format: { type: 'string' },
    out: { type: 'string' },
    images: { type: 'boolean' },
    checkpoint: { type: 'string' },
    replace: { type: 'boolean' }
  },
  positionals: 1,
  async run(context) {
    const { call, json, out, cwd, positionals, values } = context
    const format = ExportFormat.safeParse(textOption(values, 'format'))
    const path = textOption(values, 'out')
    if (!format.success) throw new UsageError('Give --format as md, json or html.')
    if (path === undefined) throw new UsageError('Name the file with --out.')
    const { source, id } = await sessionArgument(context, positionals[0])
    const checkpoint = textOption(values, 'checkpoint')
    const made = await call('export.make', {
      session: { source, id, ...(checkpoint !== undefined && { checkpoint }) },
      format: format.data,
      images: values.images === true,
      path: resolve(cwd, path),
      replace: values.replace === true
    })
    if (json) out.json(made)
    else {
      const masked = made.masked === 0 ? 'no secret was found' : `${counted(made.masked, 'place')} masked`
      out.line(
        `Written: ${plainText(made.path)}, ${counted(made.entries, 'entry', 'entries')}, ${counted(made.bytes, 'byte')}; ${masked}.`
      )
    }
    return exit.done
  }
}
