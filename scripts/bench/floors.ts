// Runs in a process of its own, so that it starts as cold as the service does: `node floors.ts NAME PATH...` prints milliseconds.
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'

function filesOf(root: string, ending: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name))
}

const jsonFilesOf = (root: string) => filesOf(root, '.json')

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

/** Reading and `JSON.parse` of every line of every file of JSON lines below the folders. */
function parseLines(roots: readonly string[]): Work {
  let bytes = 0
  let units = 0
  for (const path of roots.flatMap((root) => filesOf(root, '.jsonl'))) {
    const text = readFileSync(path, 'utf8')
    for (const line of text.split('\n')) if (line !== '') look(JSON.parse(line))
    bytes += text.length
    units += 1
  }
  return { bytes, units }
}

/** Reading the last megabyte of a file of JSON lines and parsing the lines that are whole in it. */
function parseLastLines([path = '']: readonly string[]): Work {
  const tail = lastMegabyte(path)
  const lines = tail.toString('utf8').split('\n').slice(1, -1)
  for (const line of lines) look(JSON.parse(line))
  return { bytes: tail.length, units: lines.length }
}

function lastMegabyte(path: string): Buffer {
  const file = openSync(path, 'r')
  const { size } = fstatSync(file)
  const tail = Buffer.alloc(Math.min(1_000_000, size))
  readSync(file, tail, 0, tail.length, size - tail.length)
  closeSync(file)
  return tail
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

/** `stat` of every file of JSON lines below the folders, the listing included. */
function statLines(roots: readonly string[]): Work {
  const paths = roots.flatMap((root) => filesOf(root, '.jsonl'))
  return { bytes: paths.reduce((sum, path) => sum + statSync(path).size, 0), units: paths.length }
}

/** Reading and `JSON.parse` of one file. */
function parseFile([path = '']: readonly string[]): Work {
  const text = readFileSync(path, 'utf8')
  look(JSON.parse(text))
  return { bytes: text.length, units: 1 }
}

/** Reading the last megabyte of a file, and parsing a megabyte of records: what a first screen at least needs. */
function parseTail([path = '']: readonly string[]): Work {
  const tail = lastMegabyte(path)
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

const floors = { parseFiles, parseLines, parseRows, statFiles, statLines, parseFile, parseTail, parseLastLines }
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
