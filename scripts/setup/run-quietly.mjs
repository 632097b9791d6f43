import { spawn } from 'node:child_process'

/**
 * Runs a command without showing what it prints. Answers its exit code and its output, so that the caller can show
 * the end of it where it fails. `signal` ends it early.
 */
export function runQuietly(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && /^(npm|npx)$/.test(command),
      ...options
    })
    let output = ''
    const keep = (chunk) => {
      output = (output + chunk).slice(-200_000)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** The last lines of an output, indented, for an error text. */
export function lastLines(output, count = 12) {
  return output
    .trimEnd()
    .split('\n')
    .slice(-count)
    .map((line) => `    ${line}`)
    .join('\n')
}
