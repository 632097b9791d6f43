import type { Finding } from '@shared/domain/finding'

/**
 * Findings about a sealed session without any word or id from inside: findings are kept in our database, and what is sealed must
 * not end up there (design: "Secrets").
 */
export function withoutSealedWords(findings: readonly Finding[]): readonly Finding[] {
  return findings.map((finding) => ({
    ...finding,
    what: finding.what.replace(/"(?:[^"\\]|\\.)*"|`[^`]*`/g, '…'),
    ...(finding.where !== undefined && { where: placeOf(finding.where) })
  }))
}

/** The file alone: what follows names fields and ids. */
function placeOf(where: string): string {
  const end = where.indexOf('.json: ')
  return end < 0 ? where : where.slice(0, end + '.json'.length)
}
