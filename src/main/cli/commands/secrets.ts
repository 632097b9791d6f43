import type { SecretPlace } from '@shared/domain/secret'
import type { Command } from '../command'
import { exit } from '../exit-code'
import { plainText } from '../output/plain-text'
import { sessionArgument } from '../session-argument'

const fields = { text: 'text', arguments: 'arguments', result: 'result' } as const

export const secrets: Command = {
  name: 'secrets',
  takes: '<session>',
  summary: 'what looks like a secret in the text of a session: kinds, counts and places, never the secret',
  options: {},
  positionals: 1,
  async run(context) {
    const { call, json, out, positionals } = context
    const { source, id, state } = await sessionArgument(context, positionals[0])
    const report = await call('secrets.report', { session: { source, id } })
    if (json) {
      const places = report.places.map(({ cursor: _cursor, mask: _mask, ...place }) => place)
      out.json({ ...report, places })
      return exit.done
    }
    const { kinds, total, entries, places } = report
    if (state === 'gone') out.line('The agent has lost this session: only what is left of it was looked at.')
    if (total === 0) {
      out.line(`No secrets were found in ${entries} entries.`)
      return exit.done
    }
    out.line(`${kinds.length} ${kinds.length === 1 ? 'kind' : 'kinds'}, ${total} ${total === 1 ? 'place' : 'places'}`)
    for (const { kind, places: count, different, certain } of kinds) {
      out.line(`  ${kind}: ${count} (${different} different, ${certain} certain)`)
    }
    out.line()
    for (const place of places) out.line(placeLine(place))
    if (places.length < total) out.line(`and ${total - places.length} more`)
    return exit.done
  }
}

function placeLine({ entry, field, kind, rule, confidence }: SecretPlace): string {
  return plainText(`${entry}  ${fields[field]}  ${kind}  ${confidence} (${rule})`)
}
