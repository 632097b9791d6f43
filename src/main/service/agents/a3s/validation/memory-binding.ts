type Fields = Readonly<Record<string, unknown>>

const bigram = 'a3s.memory.lexical.word-cjk-bigram.v1'
const word = 'a3s.memory.lexical.word.v1'
const context = 'a3s.code.memory.context.'

/** Allowed combinations by schema version: retrieval profile, context profile, and whether the semantic part is there (format 2.10). */
const combinations = new Map<number, readonly [string, string, boolean]>([
  [5, [bigram, `${context}session-run-invocation-sequence-sha256.v2`, true]],
  [4, [bigram, `${context}session-run-invocation-sequence-sha256.v2`, false]],
  [3, [bigram, `${context}session-run-sequence-sha256.v1`, false]],
  [2, [bigram, `${context}host-id.v0`, false]],
  [1, [word, `${context}host-id.v0`, false]]
])

/** Why a durable memory binding is not valid, in the crate's words; null when it is (format 2.10). */
export function memoryBindingProblem(binding: Fields): string | null {
  const wrong = wrongField(binding)
  return wrong === null ? null : `invalid durableMemoryBinding.${wrong[0]}: ${wrong[1]}`
}

function wrongField(binding: Fields): readonly [string, string] | null {
  const version = Number(binding.schemaVersion)
  const allowed = combinations.get(version)
  if (allowed === undefined) {
    const expected = 'expected 5 or 4, legacy 3, legacy 2, or legacy 1'
    return ['schemaVersion', `unsupported schema version ${version}; ${expected}`]
  }
  for (const [name, value] of Object.entries(binding.namespace as Fields)) {
    if (typeof value === 'string' && value.trim() === '') return [`namespace.${name}`, 'must not be blank']
  }
  if (binding.mode !== 'active_recall') return ['mode', 'unsupported mode']
  const recall = (binding.recallPolicy ?? null) as Fields | null
  if (recall !== null && !recallFits(recall)) return ['recallPolicy', 'a limit is outside the supported range']
  const [retrieval, contextProfile, semantic] = allowed
  if ((binding.retrievalProfile ?? word) !== retrieval) return ['retrievalProfile', 'does not fit the schema version']
  if ((binding.contextIdProfile ?? `${context}host-id.v0`) !== contextProfile) {
    return ['contextIdProfile', 'does not fit the schema version']
  }
  const hasSemantic = (binding.semanticRecall ?? null) !== null
  return hasSemantic === semantic ? null : ['semanticRecall', 'does not fit the schema version']
}

function recallFits(policy: Fields): boolean {
  const [results, score, lookups] = [policy.maxResults, policy.minLexicalScore, policy.maxRelatedLookups].map(Number)
  const within = (value: number | undefined, low: number, high: number) =>
    value !== undefined && value >= low && value <= high
  return within(results, 1, 100) && within(score, 0, 1) && within(lookups, 0, 100)
}
