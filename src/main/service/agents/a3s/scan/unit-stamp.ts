/**
 * Fingerprint of a unit: stamps from `stat`, and what was learnt from elsewhere when it was read. The second part is kept inside
 * the fingerprint, so that a later scan that parses nothing still knows it.
 */
export interface UnitStamp {
  readonly files: string
  /** Session that names this one as the child of one of its subagent tasks. */
  readonly parent: string | null
  /** State of the workflow checkpoints; null when none can belong to the session. */
  readonly workflows: string | null
}

export function formatStamp({ files, parent, workflows }: UnitStamp): string {
  const extra = [
    ...(parent === null ? [] : [`parent=${encodeURIComponent(parent.toWellFormed())}`]),
    ...(workflows === null ? [] : [`workflows=${workflows}`])
  ]
  return [files, ...extra].join('|')
}

export function parseStamp(fingerprint: string): UnitStamp {
  const [files = '', ...extra] = fingerprint.split('|')
  const value = (name: string) => extra.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? null
  const parent = value('parent')
  return { files, parent: parent === null ? null : decodeURIComponent(parent), workflows: value('workflows') }
}
