// Loaded into a service before anything else: stops the process (SIGSTOP) once, before a file gets a name that ends as STOP_BEFORE says (`rename`)
// or right after such a file was made (`write`). What a computer does when it loses its power is then one signal more.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const [, at, mark] = /^(write|rename) (.+)$/.exec(process.env['STOP_ONCE'] ?? '') ?? []
const name = process.env['STOP_BEFORE'] ?? ''
// A service that is started again finds the mark, and goes on.
let stopped = mark === undefined || fs.existsSync(mark)

/** @param {unknown} path */
function stop(path) {
  if (stopped || !String(path).endsWith(name)) return
  stopped = true
  fs.writeFileSync(mark, String(path))
  process.kill(process.pid, 'SIGSTOP')
}

if (at === 'rename') {
  // Whichever of its three forms is used.
  for (const [owner, form] of [
    [fs, 'rename'],
    [fs, 'renameSync'],
    [fs.promises, 'rename']
  ]) {
    const real = owner[form]
    owner[form] = (from, to, ...rest) => {
      stop(to)
      return real.call(owner, from, to, ...rest)
    }
  }
}
if (at === 'write') {
  const { open, openSync } = fs
  fs.openSync = (path, ...rest) => {
    const file = openSync(path, ...rest)
    stop(path)
    return file
  }
  fs.open = (path, ...rest) => {
    const done = rest.pop()
    open(path, ...rest, (error, file) => {
      stop(path)
      done(error, file)
    })
  }
  const realOpen = fs.promises.open
  fs.promises.open = async (path, ...rest) => {
    const handle = await realOpen(path, ...rest)
    stop(path)
    return handle
  }
}
syncBuiltinESMExports()
