// Loaded into the command before anything else: counts the changes that it makes to files, and kills the process at one of them.
// STOP_AT is its number; without it the count is written to STOP_COUNT at the end.
import { promises, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const at = Number(process.env['STOP_AT'] ?? 0)
let count = 0

function step() {
  count += 1
  // Nothing may happen between the signal and its effect.
  if (count === at) {
    process.kill(process.pid, 'SIGKILL')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5_000)
  }
}

for (const name of ['rename', 'link', 'unlink', 'mkdir']) {
  const real = promises[name]
  promises[name] = (...args) => {
    step()
    return real(...args)
  }
}

const realOpen = promises.open
let patched = false
promises.open = async (...args) => {
  const handle = await realOpen(...args)
  if (!patched) {
    patched = true
    const shape = Object.getPrototypeOf(handle)
    for (const name of ['write', 'sync']) {
      const real = shape[name]
      shape[name] = function changed(...given) {
        step()
        return real.apply(this, given)
      }
    }
  }
  return handle
}
syncBuiltinESMExports()

process.on('exit', () => {
  if (process.env['STOP_COUNT']) writeFileSync(process.env['STOP_COUNT'], String(count))
})
