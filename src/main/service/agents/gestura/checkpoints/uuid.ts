const digits = /^[0-9a-f]{32}$/
const hyphenated = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The one spelling of a UUID (lowercase, hyphenated) for all that the agent reads: 32 digits, braced, `urn:uuid:`, uppercase. */
export function canonicalUuid(text: string): string | null {
  const lower = text.toLowerCase()
  const bare = lower.startsWith('{') && lower.endsWith('}') ? lower.slice(1, -1) : lower.replace(/^urn:uuid:/, '')
  if (hyphenated.test(bare)) return bare
  if (bare !== lower || !digits.test(lower)) return null
  return `${bare.slice(0, 8)}-${bare.slice(8, 12)}-${bare.slice(12, 16)}-${bare.slice(16, 20)}-${bare.slice(20)}`
}
