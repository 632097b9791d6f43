import { agentNames } from '@shared/domain/agents'
import type { ImportedSession, Inspection } from '@shared/domain/import'
import type { Output } from './output'
import { plainLine, plainPath, plainText } from './plain-text'

const forms: Readonly<Record<Inspection['form'], string>> = {
  bundle: 'A bundle',
  zip: 'A zip',
  folder: 'A folder',
  file: 'A file'
}

/** What an import holds, as people read it. */
export function writeInspection(found: Inspection, out: Output): void {
  out.line(`${plainText(found.name)}: ${forms[found.form].toLowerCase()}, ${found.files} files, ${found.bytes} bytes`)
  if (found.bundle !== null) writeBundle(found.bundle, out)
  for (const session of found.sessions) writeSession(session, out)
  if (found.total > found.sessions.length) out.line(`… and ${found.total - found.sessions.length} more sessions`)
  for (const { was, here } of found.paths)
    out.line(`  ${plainText(was)} -> ${here === null ? 'not known here' : plainText(here)}`)
  if (found.unrecognised.count > 0) out.line(`${found.unrecognised.count} files are of no format that is known.`)
  for (const note of found.notes) out.line(`· ${plainText(note)}`)
}

function writeBundle({ version, madeBy, mode, masked, parts }: NonNullable<Inspection['bundle']>, out: Output): void {
  out.line(`Bundle format ${version}, made by ${plainText(madeBy)}: ${parts} parts, all with the right checksum.`)
  const kinds = kindWords(masked)
  if (mode === 'exact') out.line('It is byte for byte what the agent had.')
  else out.line(kinds === '' ? 'The sender masked nothing, for nothing was found.' : `The sender masked ${kinds}.`)
}

function writeSession(session: ImportedSession, out: Output): void {
  const { agent, id, title, workspace, entries, checkpoints, children, bytes } = session
  out.line(`${agentNames[agent]}: ${plainLine(title, 100)}`)
  const counts = [
    entries === null ? null : `${entries} entries`,
    checkpoints > 0 ? `${checkpoints} checkpoints` : null,
    children > 0 ? `${children} subagents` : null,
    `${bytes} bytes`
  ]
  out.line(`  ${plainText(id)} · ${counts.filter((each) => each !== null).join(', ')}`)
  if (workspace !== null) out.line(`  works in ${plainPath(workspace)}`)
  if (session.state !== 'ok') out.line(`  ! ${session.state}`)
  if (session.unknown) out.line(`  ${session.unknown} records of unknown kinds are kept raw`)
  if (session.unreadable) out.line(`  ! ${session.unreadable} records cannot be read`)
  for (const { what } of session.findings.slice(0, 5)) out.line(`  ! ${plainText(what)}`)
  const secrets = kindWords(session.secrets)
  if (secrets !== '') out.line(`  ! it holds ${secrets}`)
  if (session.known !== null)
    out.line(`  · known here already${session.known.same ? ', with the same content' : ', with other content'}`)
  if (session.notKept !== null) out.line(`  ! cannot be kept: ${plainText(session.notKept)}`)
  if (session.notPut !== null) out.line(`  · ${plainText(session.notPut)}`)
}

function kindWords(kinds: Readonly<Record<string, number>>): string {
  return Object.entries(kinds)
    .map(([kind, count]) => `${count} × ${kind}`)
    .join(', ')
}
