import { createHash } from 'node:crypto'
import { domainDigest, isDigest } from '../digest'

/** Plain values as decoded; fields that the shapes require are there. */
type Fields = Readonly<Record<string, unknown>>
type Count = number | bigint

const knowledgeSchemas = {
  schema: 'agentic.ontology.r0-knowledge-lease-binding.v1',
  searchSchema: 'a3s.use.okf-knowledge-search-request.v1',
  readSchema: 'a3s.use.okf-knowledge-read-request.v1',
  citationSchema: 'a3s.use.okf-knowledge-citation.v1'
} as const

/** Why a cognitive package binding is not valid, in the crate's words; null when it is (format 2.10). */
export function cognitiveBindingProblem(binding: Fields): string | null {
  const problem = cognitiveProblem(binding)
  return problem === null ? null : `invalid cognitive package binding: ${problem}`
}

function cognitiveProblem(binding: Fields): string | null {
  const knowledge = binding.knowledge as Fields
  if (binding.schema !== 'a3s.code.cognitive-package-session-binding.v1') return 'the schema is unsupported'
  if (!/^[a-z0-9_-]+\/[a-z0-9_-]+$/.test(binding.packageId as string)) {
    return 'package id must be a canonical publisher/name identity'
  }
  if (binding.packageVersion === '') return 'package version must not be empty'
  if (Number(binding.lifecycleGeneration as Count) === 0)
    return 'lifecycle generation must be an exact non-zero generation'
  if (!isDigest(binding.generationDigest)) return 'generation digest must be a canonical sha256 digest'
  if (!isDigest(binding.capabilitySnapshotDigest)) return 'capability snapshot digest must be a canonical sha256 digest'
  for (const [field, wanted] of Object.entries(knowledgeSchemas)) {
    if (knowledge[field] !== wanted) return `knowledge ${field} is unsupported`
  }
  if (!isDigest(knowledge.contentDigest)) return 'knowledge content digest must be a canonical sha256 digest'
  if (
    knowledge.lifecycleGeneration !== binding.lifecycleGeneration ||
    knowledge.generationDigest !== binding.generationDigest
  ) {
    return 'Knowledge surface does not bind the same generation'
  }
  if (!limitsFit(binding.limits as Fields)) return 'limits are outside the supported range'
  return binding.capabilitySnapshotDigest === capabilitySnapshotDigest(binding)
    ? null
    : 'capability snapshot digest does not bind this package, generation, and Knowledge surface'
}

function limitsFit(limits: Fields): boolean {
  const within = (value: unknown, most: number) => Number(value) >= 1 && Number(value) <= most
  return within(limits.maxResults, 4) && within(limits.maxDocumentBytes, 6144) && within(limits.maxTotalBytes, 6144)
}

/** `C` of format 2.10 over package, generation and Knowledge surface. */
export function capabilitySnapshotDigest(binding: Fields): string {
  const knowledge = binding.knowledge as Fields
  const texts = [binding.packageId, binding.packageVersion].map((text) => JSON.stringify(text))
  const rest = [binding.generationDigest, knowledge.surfaceId, knowledge.formatVersion, knowledge.contentDigest].map(
    (text) => JSON.stringify(text)
  )
  return ontologyDigest(
    'a3s.use.capability-snapshot.v1',
    `[${[...texts, String(binding.lifecycleGeneration), ...rest].join(',')}]`
  )
}

function ontologyDigest(domain: string, text: string): string {
  const hash = createHash('sha256').update('agentic-ontology-canonical-v1\0')
  for (const part of [domain, text]) {
    const length = Buffer.alloc(8)
    length.writeBigUInt64BE(BigInt(Buffer.byteLength(part)))
    hash.update(length).update(part, 'utf8')
  }
  return `sha256:${hash.digest('hex')}`
}

/** Why an immutable content adapter binding is not valid; null when it is (format 2.10). */
export function contentAdapterProblem(binding: Fields): string | null {
  const problem = adapterProblem(binding)
  return problem === null ? null : `invalid immutable content adapter binding: ${problem}`
}

function adapterProblem(binding: Fields): string | null {
  const schema = 'a3s.code.immutable-content-adapter-binding.v1'
  if (binding.schema !== schema) return 'the schema is unsupported'
  if (!isDigest(binding.authority_digest)) return 'authority_digest must be a canonical sha256 digest'
  if (Number(binding.maximum_bytes as Count) === 0) return 'maximum_bytes must be greater than zero'
  const text = `{"schema":"${schema}","authority_digest":"${binding.authority_digest}","maximum_bytes":${String(binding.maximum_bytes)}}`
  return binding.binding_digest === domainDigest(schema, text)
    ? null
    : 'binding_digest does not bind the authority and byte ceiling'
}

/** Why a run's capability binding is not valid; null when it is (format 2.10). */
export function capabilityBindingProblem(binding: Fields): string | null {
  const field = wrongCapabilityField(binding)
  return field === null ? null : `invalid Run capability binding field '${field[0]}': ${field[1]}`
}

function wrongCapabilityField(binding: Fields): readonly [string, string] | null {
  const unsupported = 'the schema is unsupported'
  const digest = 'a canonical sha256 digest is required'
  if (binding.schema !== 'a3s.code.run-capability-binding.v1') return ['schema', unsupported]
  if (binding.capabilitySetSchema !== 'a3s.code.capability-set.v1') return ['capabilitySetSchema', unsupported]
  if (!isDigest(binding.catalogDigest)) return ['catalogDigest', digest]
  if (binding.capabilityCeilingSchema !== 'a3s.code.capability-ceiling.v1')
    return ['capabilityCeilingSchema', unsupported]
  if (!isDigest(binding.capabilityCeilingDigest)) return ['capabilityCeilingDigest', digest]
  const use = (binding.useGeneration ?? null) as Fields | null
  return use === null ? null : wrongUseField(use)
}

/** A generation names either the registry it came from or the selection, by its schema. */
function wrongUseField(use: Fields): readonly [string, string] | null {
  const registry = use.schema === 'a3s.use.capability-snapshot-cursor.v1'
  if (!registry && use.schema !== 'a3s.use.selection-cursor.v1') {
    return ['useGeneration.schema', 'the schema is unsupported']
  }
  if (Number(use.generation as Count) === 0) return ['useGeneration.generation', 'the generation must be non-zero']
  const [wanted, other] = registry ? ['registryRevision', 'selectionId'] : ['selectionId', 'registryRevision']
  if ((use[wanted ?? ''] ?? null) === null) return [`useGeneration.${wanted}`, 'the field is required']
  return (use[other ?? ''] ?? null) === null
    ? null
    : [`useGeneration.${other}`, 'the field does not belong to this schema']
}

/** Why a durable source is not valid; null when it is (format 2.2). */
export function durableSourceProblem(source: Fields): string | null {
  const identity = source.identity as Fields
  if (Number(source.sequence as Count) === 0) return 'durable session source sequence must be one-based'
  if (identity.schema !== 'a3s.code.execution-identity.v1')
    return 'durable session source identity schema is unsupported'
  if (identity.domain !== 'a3s.code.session-fact-source.v1')
    return 'durable session source identity domain is unsupported'
  return isDigest(identity.digest) ? null : 'durable session source identity digest is invalid'
}
