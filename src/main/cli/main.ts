import { homedir } from 'node:os'
import { ExpectedFailure, type Failure } from '@shared/ipc/errors'
import { version } from '../../../package.json'
import { adapters } from '../service/agents/registry'
import { systemFailure } from '../service/dispatch/system-failure'
import { ownFolderPath } from '../service/own-folder-path'
import { inlineReaders } from '../service/readers/inline-readers'
import { createService } from '../service/service'
import { placesOfProcess } from '../service/sources/find-sources'
import { type CommandLine, parseCommandLine } from './command-line'
import { type ExitCode, exit, exitCodeOf } from './exit-code'
import { helpText } from './help'
import { CollectedOutput, writeAll } from './output/output'
import { plainText } from './output/plain-text'
import { ownTrouble } from './own-trouble'
import { runCommand } from './run-command'
import { UsageError } from './usage-error'

/** The `reprise` command: what the arguments ask for, on this process's streams. Returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const json = args.includes('--json')
  try {
    const line = parseCommandLine(args, process.cwd())
    if (line.ask === 'version') return say(`${version}\n`)
    if (line.ask === 'help') return say(helpText(line.command))
    return await withService(line)
  } catch (error) {
    return await tellFailure(error, json)
  }
}

async function say(text: string): Promise<ExitCode> {
  await writeAll(process.stdout, [text])
  return exit.done
}

async function withService(line: Extract<CommandLine, { ask: 'run' }>): Promise<number> {
  const look = placesOfProcess(line.roots)
  const interrupt = new AbortController()
  process.once('SIGINT', () => interrupt.abort())
  const service = await createService({
    home: ownFolderPath(process.env, process.platform, look.home || homedir()),
    adapters,
    look,
    keys: line.keys,
    readers: inlineReaders,
    logName: 'command-line'
  })
  const out = new CollectedOutput(process.stdout.columns)
  const trouble = ownTrouble(service.parts)
  try {
    if (trouble !== null) await writeAll(process.stderr, [trouble])
    const code = await runCommand(line, service, out, interrupt.signal, look.cwd)
    await writeAll(process.stdout, out.texts)
    return code
  } finally {
    await service.close()
  }
}

/** With `--json` the failure is an object on stdout; for people it is a sentence on stderr. */
async function tellFailure(error: unknown, json: boolean): Promise<ExitCode> {
  const failure = failureOf(error)
  const code = error instanceof UsageError ? exit.usage : exitCodeOf(failure.code)
  if (json) await writeAll(process.stdout, [`${JSON.stringify({ error: failure }, null, 2)}\n`])
  else {
    const option = failure.code === 'session.sealed' ? 'Name that file with --key-file <agent>=<path>.' : undefined
    const texts = [failure.message, failure.advice, option].filter((text) => text !== undefined)
    await writeAll(process.stderr, [`reprise: ${texts.map(plainText).join('\n  ')}\n`])
  }
  return code
}

function failureOf(error: unknown): Failure {
  if (error instanceof ExpectedFailure) return error.failure
  if (error instanceof UsageError) return { code: 'bad.input', message: error.message, advice: 'See `reprise help`.' }
  const refused = systemFailure(error)
  if (refused) return refused
  // The message of a bug may quote what was being read, so only its kind is told.
  const kind = error instanceof Error ? error.name : typeof error
  return { code: 'internal', message: `Something went wrong in Reprise (${kind}).` }
}
