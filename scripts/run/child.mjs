import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { pinnedNode, root } from '../setup/places.mjs'

/** The environment in which the project's own tools are found first. */
export function projectEnvironment(more = {}) {
  const path = [join(root, 'node_modules', '.bin'), process.env['PATH']].join(delimiter)
  return { ...process.env, PATH: path, REPRISE_NODE: pinnedNode(), ...more }
}

/** Runs a command with this process's own input and output. Answers its exit code; ends with us. */
export function runChild(command, args, { env = projectEnvironment(), cwd = root, onLine } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ['inherit', onLine ? 'pipe' : 'inherit', 'inherit'] })
    const pass = (signal) => child.kill(signal)
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, pass)
    if (onLine) readLines(child.stdout, onLine)
    child.on('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`)
      resolve(127)
    })
    child.on('close', (code) => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, pass)
      resolve(code ?? 1)
    })
  })
}

function readLines(stream, onLine) {
  let rest = ''
  stream.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    lines.forEach(onLine)
  })
  stream.on('end', () => rest && onLine(rest))
}

/** Runs one of our scripts, or a package's, on the pinned Node. */
export const runNode = (script, args = [], options = {}) =>
  runChild(pinnedNode(), [join(root, script), ...args], options)
