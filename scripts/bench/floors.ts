// Runs in a process of its own, so that it starts as cold as the service does: `node floors.ts NAME PATH...` prints milliseconds.
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'

function jsonFilesOf(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** What a floor went through. */
type Work = Pick<Floor, 'bytes' | 'units'>

/** Keeps the engine from leaving a parse out because nobody looks at it. */
let seen = 0
function look(value: unknown): void {
  if (value !== null) seen += 1
}

interface Floor {
  readonly milliseconds: number
  /** Processor time, in ms. */
  readonly processor: number
  readonly bytes: number
  readonly units: number
}

/** Reading and `JSON.parse` of every document below the folders. */
function parseFiles(roots: readonly string[]): Work {
  let bytes = 0
  let units = 0
  for (const path of roots.flatMap(jsonFilesOf)) {
    const text = readFileSync(path, 'utf8')
    look(JSON.parse(text))
    bytes += text.length
    units += 1
  }
  return { bytes, units }
}

/** Reading and `JSON.parse` of every record of a database. */
function parseRows([path = '']: readonly string[]): Work {
  const database = new Sqlite(path, { readonly: true })
  let bytes = 0
  let units = 0
  for (const record of database.prepare('select record_json from events order by event_id').pluck().iterate()) {
    const text = (record as Buffer).toString('utf8')
    look(JSON.parse(text))
    bytes += text.length
    units += 1
  }
  database.close()
  return { bytes, units }
}

/** `stat` of every file below the folders, the listing included. */
function statFiles(roots: readonly string[]): Work {
  let bytes = 0
  let units = 0
  for (const path of roots.flatMap((root) => (root.endsWith('.sqlite3') ? [root] : jsonFilesOf(root)))) {
    bytes += statSync(path).size
    units += 1
  }
  return { bytes, units }
}

/** Reading and `JSON.parse` of one file. */
function parseFile([path = '']: readonly string[]): Work {
  const text = readFileSync(path, 'utf8')
  look(JSON.parse(text))
  return { bytes: text.length, units: 1 }
}

/** Reading the last megabyte of a file, and parsing a megabyte of records: what a first screen at least needs. */
function parseTail([path = '']: readonly string[]): Work {
  const file = openSync(path, 'r')
  const { size } = fstatSync(file)
  const tail = Buffer.alloc(Math.min(1_000_000, size))
  readSync(file, tail, 0, tail.length, size - tail.length)
  closeSync(file)
  const record = JSON.stringify({
    schema_version: 2,
    source: 'agent',
    type: 'assistant.message',
    payload: { text: 'word '.repeat(120) }
  })
  const records = Math.ceil(tail.length / record.length)
  for (let index = 0; index < records; index += 1) look(JSON.parse(record))
  return { bytes: tail.length, units: records }
}

const floors = { parseFiles, parseRows, statFiles, parseFile, parseTail }
export type FloorName = keyof typeof floors

const [name, ...paths] = process.argv.slice(2)
const floor = floors[name as FloorName]
const started = performance.now()
const before = process.cpuUsage()
const { bytes, units } = floor(paths)
const milliseconds = performance.now() - started
const used = process.cpuUsage(before)
const processor = (used.user + used.system) / 1000
process.stdout.write(JSON.stringify({ milliseconds, processor, bytes, units, seen }))
