import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/places.mjs'
import { tableOf, totalOf } from './tallies.mjs'

const page = join(root, 'docs', 'crash-safety.md')
const [begin, end] = ['<!-- table of npm run crashtest -->', '<!-- end of the table -->']

/** Puts the table of this run into docs/crash-safety.md, with how and when it was made. */
export function writeTable(tallies, { minutes, sample }) {
  const text = readFileSync(page, 'utf8')
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${page} has no place for the table.`)
  const day = new Date().toISOString().slice(0, 10)
  const how = `${sample ? 'A sample' : 'All points'}, ${day}, ${process.platform}, ${minutes} minutes. ${totalOf(tallies)}.`
  const table = `${begin}\n\n${how}\n\n${tableOf(tallies)}\n\n`
  writeFileSync(page, text.slice(0, from) + table + text.slice(to))
}
