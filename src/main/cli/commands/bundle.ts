import { resolve } from 'node:path'
import type { BundleReport } from '@shared/domain/bundle'
import { byteSize } from '@shared/domain/byte-size'
import type { SessionRef } from '@shared/domain/session'
import { type Command, textOption } from '../command'
import { exit } from '../exit-code'
import { counted } from '../output/counted'
import type { Output } from '../output/output'
import { plainText } from '../output/plain-text'
import { sessionArgument } from '../session-argument'

export const bundle: Command = {
  name: 'bundle',
  takes:
    '<session>... [--out F] [--exact] [--children] [--outputs] [--checkpoints] [--files] [--memory] [--config] [--replace]',
  summary:
    'sessions of one place as one file for another machine, secrets masked; without --out it says what would be in it',
  options: {
    out: { type: 'string' },
    exact: { type: 'boolean' },
    children: { type: 'boolean' },
    outputs: { type: 'boolean' },
    checkpoints: { type: 'boolean' },
    files: { type: 'boolean' },
    memory: { type: 'boolean' },
    config: { type: 'boolean' },
    replace: { type: 'boolean' }
  },
  positionals: 500,
  async run(context) {
    const { call, json, out, cwd, positionals, values } = context
    const { source, id } = await sessionArgument(context, positionals[0])
    const more: SessionRef[] = []
    for (const each of positionals.slice(1)) more.push(refOf(await sessionArgument(context, each)))
    const wish = {
      session: { source, id },
      more,
      exact: values.exact === true,
      children: values.children === true,
      files: values.files === true,
      // `--files` is all that lies in files of its own.
      ...(values.files !== true && { outputs: values.outputs === true, checkpoints: values.checkpoints === true }),
      memory: values.memory === true,
      configuration: values.config === true
    }
    const path = textOption(values, 'out')
    if (path === undefined) {
      const report = await call('bundle.preview', wish)
      if (json) out.json(report)
      else writeReport(report, out, 'would')
      return exit.done
    }
    const made = await call('bundle.make', { ...wish, path: resolve(cwd, path), replace: values.replace === true })
    if (json) out.json(made)
    else {
      writeReport(made.report, out, 'does')
      out.line(`Written: ${plainText(made.path)}, ${made.bytes} bytes, SHA-256 ${made.sha256}`)
    }
    return exit.done
  }
}

const refOf = ({ source, id }: SessionRef) => ({ source, id })

/** What goes along only where an option of its name says so. */
const byOption: ReadonlySet<string> = new Set(['children', 'outputs', 'checkpoints', 'files', 'memory'])

function writeReport(report: BundleReport, out: Output, when: 'would' | 'does'): void {
  for (const title of report.titles) out.line(plainText(title))
  for (const { category, parts, bytes, chosen } of report.categories) {
    const asked = chosen || !byOption.has(category) ? '' : `; --${category} takes ${parts === 1 ? 'it' : 'them'} along`
    out.line(`  ${chosen ? '+' : '-'} ${category.padEnd(12)} ${counted(parts, 'file')}, ${byteSize(bytes)}${asked}`)
  }
  if (report.settings > 0) out.line(`  + configuration ${counted(report.settings, 'setting')}, masked`)
  const kinds = Object.entries(report.kinds)
    .map(([kind, count]) => `${count} × ${kind}`)
    .join(', ')
  const give = when === 'would' ? 'would give away' : 'gives away'
  if (report.exact)
    out.line(kinds === '' ? 'Byte for byte. No secret was found in it.' : `! Byte for byte: it ${give} ${kinds}.`)
  else out.line(kinds === '' ? 'No secret was found in it.' : `Masked: ${kinds}.`)
  for (const { what, because } of report.leftOut) out.line(`- left out: ${plainText(what)}: ${plainText(because)}`)
}
