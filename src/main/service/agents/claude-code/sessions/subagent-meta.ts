import { readFileSync, statSync } from 'node:fs'
import { type Fields, fieldsOf } from '../../json-fields/fields'

/** Path of what Claude Code notes of a subagent beside its transcript. */
export function metaPath(transcript: string): string {
  return transcript.replace(/\.jsonl$/, '.meta.json')
}

/** Its members; none where it is missing, too large or no JSON. */
export function readMeta(transcript: string): Fields {
  try {
    const path = metaPath(transcript)
    const stat = statSync(path)
    return stat.isFile() && stat.size < 1_000_000 ? fieldsOf(JSON.parse(readFileSync(path, 'utf8'))) : {}
  } catch {
    return {}
  }
}
