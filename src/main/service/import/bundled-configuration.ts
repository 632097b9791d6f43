import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BundleManifest } from '@shared/domain/bundle'
import type { ConfigDocument, ConfigEntry } from '@shared/domain/config'
import { findSecretShapes } from '../redaction/find-secret-shapes'
import { nameMask, valueMask } from '../redaction/judge-value'
import { maskFinding, mostEntries, truncated } from '../redaction/mask-config'
import { maskText } from '../redaction/mask-text'
import type { HeldImport } from './imports'

/** Documents of one bundle that are shown; an agent has a handful. */
const mostDocuments = 100
const mostFindings = 100
const longestName = 300

/** What was shown once of a manifest: an answer comes in pages. */
const shownOf = new WeakMap<BundleManifest, Promise<readonly ConfigDocument[]>>()

/**
 * The configuration that the manifest of a bundle holds. It was masked where the bundle was made; since a manifest may come from anybody, what looks
 * like a secret by its name or its value is masked once more.
 */
export async function bundledConfiguration({ inputs }: HeldImport, input: number): Promise<readonly ConfigDocument[]> {
  const manifest = inputs[input]?.opened.manifest ?? null
  if (manifest === null) return []
  const shown = shownOf.get(manifest) ?? shownDocuments(manifest)
  shownOf.set(manifest, shown)
  return shown
}

/** No more values in all than one document of an agent may have. */
async function shownDocuments({ configuration }: BundleManifest): Promise<readonly ConfigDocument[]> {
  const documents: ConfigDocument[] = []
  let left = mostEntries
  for (const { name, present, entries, findings } of configuration.slice(0, mostDocuments)) {
    const taken = entries.slice(0, left)
    left -= taken.length
    const cut = taken.length < entries.length ? [truncated] : []
    documents.push({
      name: shownName(name),
      // Where it lay says nothing here.
      path: null,
      present,
      entries: await shownEntries(taken),
      findings: [...findings.slice(0, mostFindings).map(maskFinding), ...cut]
    })
  }
  return documents
}

/** Other requests are answered in between. */
async function shownEntries(entries: readonly ConfigEntry[]): Promise<ConfigEntry[]> {
  const shown: ConfigEntry[] = []
  for (const [at, entry] of entries.entries()) {
    if (at % 50 === 49) await nextTurn()
    shown.push(shownEntry(entry))
  }
  return shown
}

function shownEntry({ key, value, masked }: ConfigEntry): ConfigEntry {
  const name = findSecretShapes(key).length > 0 ? '<masked key>' : shownName(key)
  if (masked !== undefined) return { key: name, masked: { ...masked, kind: shownName(masked.kind) } }
  const mask = nameMask(value, lastStep(key)) ?? (typeof value === 'string' ? valueMask(value) : null)
  return mask === null ? { key: name, value: value ?? null } : { key: name, masked: mask }
}

/** The name that a value stands under, without the numbers of list items. */
function lastStep(key: string): string {
  return key.replace(/(?:\[\d+\])+$/, '').replace(/^.*\./s, '')
}

function shownName(name: string): string {
  return maskText(name.length > longestName ? `${name.slice(0, longestName)}…` : name)
}
