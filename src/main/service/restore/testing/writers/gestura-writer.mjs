// A program that writes a session as gestura does: loads the whole file, adds a turn, writes the whole file in place.
// Arguments: path of the session. Works until its input ends. Prints a line of JSON for each turn, when it is written.
import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const [path] = process.argv.slice(2)
const sha256 = (text) => createHash('sha256').update(text).digest('hex')
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`)
let over = false
process.stdin.on('end', () => {
  over = true
})
process.stdin.resume()
/** Mostly one turn after the other, now and then a rest in which somebody else has the time for a whole change. */
const rest = () => pause(Math.random() < 0.12 ? 500 + Math.random() * 2_000 : 5 + Math.random() * 60)

for (let turn = 1; !over; turn++) {
  const text = readFileSync(path, 'utf8')
  let session
  try {
    session = JSON.parse(text)
  } catch {
    // Nobody but this program writes the file in pieces, so it must never find one that is cut off.
    say({ torn: text.length })
    break
  }
  session.state.messages.push({ ...session.state.messages.at(-1), content: `turn ${turn} of ${process.pid}` })
  const next = JSON.stringify(session, null, 2)
  const file = openSync(path, 'r+')
  ftruncateSync(file, 0)
  writeSync(file, next)
  fsyncSync(file)
  closeSync(file)
  say({ turn, saw: sha256(text), wrote: sha256(next) })
  await rest()
}
