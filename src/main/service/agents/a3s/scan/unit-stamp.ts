/**
 * Fingerprint of a unit: stamps from `stat`, and what was learnt from elsewhere when it was read. The second part is kept inside
 * the fingerprint, so that a later scan that parses nothing still knows it.
 */
export interface UnitStamp {
  readonly files: string
  /** Session that names this one as the child of one of its subagent tasks. */
  readonly parent?: string | null
  /** State of the workflow checkpoints; null when none can belong to the session. */
  readonly workflows?: string | null
  /** Id inside a legacy file, which its name does not tell. */
  readonly id?: string | null
  /** A current file of that id hides the legacy one. */
  readonly hidden?: boolean
}

export function formatStamp({ files, parent, workflows, id, hidden }: UnitStamp): string {
  const extra = [
    ...(parent == null ? [] : [`parent=${encode(parent)}`]),
    ...(workflows == null ? [] : [`workflows=${workflows}`]),
    ...(id == null ? [] : [`id=${encode(id)}`]),
    ...(hidden ? ['hidden'] : [])
  ]
  return [files, ...extra].join('|')
}

export function parseStamp(fingerprint: string): Required<UnitStamp> {
  const [files = '', ...extra] = fingerprint.split('|')
  const value = (name: string) => extra.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? null
  const decoded = (text: string | null) => (text === null ? null : decodeURIComponent(text))
  return {
    files,
    parent: decoded(value('parent')),
    workflows: value('workflows'),
    id: decoded(value('id')),
    hidden: extra.includes('hidden')
  }
}

/** Half a surrogate pair cannot be encoded; it makes no difference for telling stamps apart. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
