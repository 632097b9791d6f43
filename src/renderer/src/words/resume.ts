import type { ResumeCheck, ResumeReason } from '@shared/domain/resume'

/** The answer of a pre-flight in a few words, and the reason that decides it. */
export function answerWords({ answer, version, reasons }: ResumeCheck, agent: string): string {
  const installed = version === null ? agent : `${agent} ${version}`
  if (answer === 'works') return `Works with ${installed}`
  const why = decidingReason(reasons, answer)
  return `${answer === 'doesNot' ? 'Does not work' : 'Not certain'}${why ? `: ${why.text}` : ''}`
}

/** The first reason with the bearing that the answer comes from. */
export function decidingReason(
  reasons: readonly ResumeReason[],
  answer: ResumeCheck['answer']
): ResumeReason | undefined {
  const bearing = answer === 'doesNot' ? 'stops' : answer === 'unknown' ? 'unsure' : 'note'
  return reasons.find((reason) => reason.bearing === bearing)
}

export const answerTitles: Readonly<Record<ResumeCheck['answer'], string>> = {
  works: 'This session can be resumed',
  doesNot: 'This session cannot be resumed',
  unknown: 'Whether this session can be resumed is not certain'
}
