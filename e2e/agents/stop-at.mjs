// Loaded into the command before anything else: counts the changes that it makes to files, and kills the process at one of them.
// STOP_AT is its number; without it the count is written to STOP_COUNT at the end.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const at = Number(process.env['STOP_AT'] ?? 0)
const { writeFileSync } = fs
let count = 0

function step() {
  count += 1
  // Nothing may happen between the signal and its effect.
  if (count === at) {
    process.kill(process.pid, 'SIGKILL')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5_000)
  }
}

/** What else hangs on the function stays: `promisify` looks there for the shape of its answer. */
function counted(real) {
  const wrapped = function changed(...given) {
    step()
    return real.apply(this, given)
  }
  return Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(real))
}

// Each change has three forms, and which one is used is the program's own business.
for (const name of ['rename', 'link', 'unlink', 'mkdir', 'write', 'fsync']) {
  fs[name] = counted(fs[name])
  fs[`${name}Sync`] = counted(fs[`${name}Sync`])
  if (name in fs.promises) fs.promises[name] = counted(fs.promises[name])
}

const realOpen = fs.promises.open
let patched = false
fs.promises.open = async (...args) => {
  const handle = await realOpen(...args)
  if (!patched) {
    patched = true
    const shape = Object.getPrototypeOf(handle)
    for (const name of ['write', 'sync']) shape[name] = counted(shape[name])
  }
  return handle
}
syncBuiltinESMExports()

process.on('exit', () => {
  if (process.env['STOP_COUNT']) writeFileSync(process.env['STOP_COUNT'], String(count))
})
