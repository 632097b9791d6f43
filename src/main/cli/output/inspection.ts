import { agentNames } from '@shared/domain/agents'
import { byteSize } from '@shared/domain/byte-size'
import type { ConfigDocument } from '@shared/domain/config'
import type { BundleFacts, ImportedSession, Inspection } from '@shared/domain/import'
import { configLines } from './config-lines'
import { counted } from './counted'
import { dayWord } from './day-word'
import type { Output } from './output'
import { plainLine, plainPath, plainText } from './plain-text'

const forms: Readonly<Record<Inspection['form'], string>> = {
  bundle: 'A bundle',
  zip: 'A zip',
  folder: 'A folder',
  file: 'A file',
  several: 'Several'
}

/** The configuration of a bundle; `input` is its place among the inputs. */
export interface BundledConfig {
  readonly input: number
  readonly documents: readonly ConfigDocument[]
}

/** What an import holds, as people read it. */
export function writeInspection(found: Inspection, configuration: readonly BundledConfig[], out: Output): void {
  for (const [index, input] of found.inputs.entries()) {
    out.line(`${plainText(input.name)}: ${inputWords(input)}`)
    if (input.bundle !== null) writeBundle(input.bundle, out)
    for (const session of found.sessions.filter((one) => one.input === index)) writeSession(session, out)
    for (const { documents } of configuration.filter((one) => one.input === index)) writeConfiguration(documents, out)
  }
  const more = found.total - found.sessions.length
  if (more > 0) out.line(`… and ${counted(more, 'more session')}`)
  for (const { name, message, advice } of found.refused) {
    out.line(
      `! ${plainText(name)} is not taken: ${plainText(message)}${advice === undefined ? '' : ` ${plainText(advice)}`}`
    )
  }
  for (const { was, here } of found.paths)
    out.line(`  ${plainText(was)} -> ${here === null ? 'not known here' : plainText(here)}`)
  const { count } = found.unrecognised
  if (count > 0) out.line(`${count === 1 ? '1 file is' : `${count} files are`} of no format that is known.`)
  for (const note of found.notes) out.line(`· ${plainText(note)}`)
}

function inputWords({ form, files, bytes }: Inspection['inputs'][number]): string {
  const count = form === 'file' ? [] : [counted(files, 'file')]
  return [forms[form].toLowerCase(), ...count, byteSize(bytes)].join(', ')
}

function writeBundle({ version, madeBy, mode, masked, parts, settings }: BundleFacts, out: Output): void {
  const right = parts === 1 ? '1 part, with the right checksum' : `${parts} parts, all with the right checksum`
  out.line(`Bundle format ${version}, made by ${plainText(madeBy)}: ${right}.`)
  const kinds = kindWords(masked)
  if (mode === 'exact') out.line('It is byte for byte what the agent had.')
  else out.line(kinds === '' ? 'The sender masked nothing, for nothing was found.' : `The sender masked ${kinds}.`)
  if (settings > 0) out.line(`${counted(settings, 'setting')} of the agent came along to read, masked.`)
}

function writeConfiguration(documents: readonly ConfigDocument[], out: Output): void {
  out.line('Configuration that came along, to read:')
  for (const line of documents.flatMap(configLines)) out.line(`  ${line}`)
}

function writeSession(session: ImportedSession, out: Output): void {
  const { agent, id, title, workspace, entries, checkpoints, children, bytes, memory } = session
  out.line(`${agentNames[agent]}: ${plainLine(title, 100)}`)
  const counts = [
    entries === null ? null : counted(entries, 'entry', 'entries'),
    checkpoints > 0 ? counted(checkpoints, 'checkpoint') : null,
    children > 0 ? counted(children, 'subagent') : null,
    memory.files > 0 ? counted(memory.files, 'note of its project', 'notes of its project') : null,
    byteSize(bytes)
  ]
  out.line(`  ${plainText(id)} · ${counts.filter((each) => each !== null).join(', ')}`)
  if (workspace !== null) out.line(`  works in ${plainPath(workspace)}`)
  if (session.state !== 'ok') out.line(`  ! ${session.state}`)
  if (session.unknown) {
    out.line(`  ${counted(session.unknown, 'record of an unknown kind is', 'records of unknown kinds are')} kept raw`)
  }
  if (session.unreadable) {
    out.line(`  ! ${counted(session.unreadable, 'record cannot be read', 'records cannot be read')}`)
  }
  for (const { what } of session.findings.slice(0, 5)) out.line(`  ! ${plainText(what)}`)
  const secrets = kindWords(session.secrets)
  if (secrets !== '') out.line(`  ! it holds ${secrets}`)
  if (session.known !== null)
    out.line(`  · known here already${session.known.same ? ', with the same content' : ', with other content'}`)
  if (session.keptBefore !== null) {
    out.line(`  · already kept on ${dayWord(session.keptBefore.at)}, as ${session.keptBefore.checkpoint}`)
  }
  if (session.notKept !== null) out.line(`  ! cannot be kept: ${plainText(session.notKept)}`)
  if (session.notPut !== null) out.line(`  · ${plainText(session.notPut)}`)
}

function kindWords(kinds: Readonly<Record<string, number>>): string {
  return Object.entries(kinds)
    .map(([kind, count]) => `${count} × ${kind}`)
    .join(', ')
}
