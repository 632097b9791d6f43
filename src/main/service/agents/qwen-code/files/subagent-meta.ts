import { readFileSync } from 'node:fs'
import { statOf } from '../../file-store/names-in'
import { type Fields, fieldsOf } from '../../json-fields/fields'

const largestMeta = 1024 * 1024

/** Where what is known of a subagent stands beside its transcript. */
export function metaPath(path: string): string {
  return path.replace(/\.jsonl$/, '.meta.json')
}

export function readMeta(path: string): Fields {
  const meta = metaPath(path)
  const stat = statOf(meta)
  if (!stat?.isFile() || stat.size > largestMeta) return {}
  try {
    return fieldsOf(JSON.parse(readFileSync(meta, 'utf8')))
  } catch {
    return {}
  }
}
