import type { OutputOf } from '@shared/ipc/contract'
import { type Command, textOption } from '../command'
import { exit } from '../exit-code'
import { withHint } from '../find-hint'
import { age } from '../output/age'
import type { Output } from '../output/output'
import { plainText } from '../output/plain-text'
import { table } from '../output/table'
import { UsageError } from '../usage-error'

export const vault: Command = {
  name: 'vault',
  takes: '[show | check | label <copy> [--label L] | prune]',
  summary: 'the copies that Reprise keeps; check reads all of them, a labelled one stays, prune lets go of old ones',
  options: { label: { type: 'string' } },
  positionals: 2,
  async run({ call, json, out, positionals, values, now }) {
    const [what = 'show', id] = positionals
    if (what === 'label') {
      if (id === undefined) throw new UsageError('Name the copy; `reprise vault` shows them.')
      const label = textOption(values, 'label') ?? null
      await withHint(call('vault.label', { id, label }), 'List them with `reprise vault`.')
      if (json) out.json({ id, label })
      else out.line(label === null ? `${id} has no label any more.` : `${id} stays until you take its label away.`)
    } else if (what === 'prune') {
      const gone = await call('vault.prune', {})
      if (json) out.json(gone)
      else out.line(`${gone.removed} ${gone.removed === 1 ? 'copy' : 'copies'} went, ${gone.bytes} bytes are free.`)
    } else if (what === 'show') {
      const answer = await call('vault.show', {})
      if (json) out.json(answer)
      else writeVault(answer, out, now())
    } else if (what === 'check') {
      const answer = await call('vault.show', { read: true })
      if (json) out.json(answer)
      else if (answer.broken + answer.damaged.length === 0)
        out.line(answer.total.copies === 1 ? '1 copy is whole.' : `${answer.total.copies} copies are whole.`)
      else writeBroken(answer, out, now())
      return answer.broken + answer.damaged.length === 0 ? exit.done : exit.failed
    } else throw new UsageError(`There is no "vault ${what}"; it takes show, check, label <copy> or prune.`)
    return exit.done
  }
}

/** Which copies cannot be brought back whole, and what can be done about it. */
function writeBroken({ copies, broken, damaged }: OutputOf<'vault.show'>, out: Output, now: number): void {
  for (const id of damaged) {
    out.line(`${id} cannot be read; content that no other copy names stays, since it may be of this one.`)
  }
  if (broken === 0) return
  out.line(`${broken} ${broken === 1 ? 'copy' : 'copies'} cannot be brought back whole:`)
  for (const { id, kind, title, madeAt, missing } of copies.filter((copy) => copy.missing > 0)) {
    const parts = `${missing} ${missing === 1 ? 'part' : 'parts'} gone or damaged`
    out.line(`  ${age(madeAt, now)} old, ${kind}, ${parts}: ${plainText(title)} (${id})`)
  }
  out.line(
    'Put the files of vault/blobs back from a backup of yours, if there is one; `reprise doctor` says where that is. The other copies are not affected.'
  )
  out.line('A session that is still there can be kept anew: reprise capture <session>.')
}

function writeVault(answer: OutputOf<'vault.show'>, out: Output, now: number): void {
  const { bytes, limits, copies, pruned, total } = answer
  out.line(`${bytes} bytes of ${limits.maxBytes}; copies are kept for ${limits.maxDays} days.`)
  const heads = [
    { title: 'age', most: 10, right: true },
    { title: 'kind', most: 8 },
    { title: 'title', most: 50, least: 20 },
    { title: 'label', most: 30 },
    { title: 'bytes', most: 16, right: true },
    { title: 'stays because', most: 60 },
    { title: 'id', most: 60 }
  ]
  const rows = copies.map((copy) => [
    age(copy.madeAt, now),
    copy.kind,
    copy.title,
    copy.label ?? '',
    String(copy.bytes),
    copy.kept ?? '',
    copy.id
  ])
  if (rows.length > 0) for (const line of table(heads, rows, out.width)) out.line(line)
  if (copies.length < total.copies) out.line(`and ${total.copies - copies.length} older ones`)
  writeBroken(answer, out, now)
  if (pruned.length === 0) return
  out.line()
  out.line(`${total.pruned} went to keep the vault small:`)
  for (const { id, kind, title, madeAt, because } of pruned.slice(0, 20)) {
    out.line(
      `  ${age(madeAt, now)} old, ${kind}, ${because === 'age' ? 'past its days' : 'for room'}: ${plainText(title)} (${id})`
    )
  }
}
