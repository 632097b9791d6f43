/** Where injected text begins; everything from there on is not the person's. */
const injectedFrom = [
  'Planner-optimized request:',
  'Hook-modified planning task:',
  'Planning hook guidance:',
  'Automatic subagent context:',
  '<user-prompt-hook-context>'
]
/** What stands before the person's own words; the last of them counts. */
const ownWordsAfter = [
  'Latest user message:',
  '最新用户消息：',
  '最新用户消息:',
  'User task:',
  '用户任务：',
  '用户任务:'
]
/** Most prompts hold none of all that, and are looked at only once. */
const anyMarker =
  /[Rr]eview|Planner-optimized|Hook-modified|Planning hook|Automatic subagent|<user-prompt-hook|user message:|用户|User task:|^\s*\[Context|^\s*Execute step|^\s*Goal: /
const steering = [
  /^\[Context Summary:/,
  /^Execute step \d+/,
  /^Goal: [\s\S]*\n\s*Execute the following plan step by step:/
]

/**
 * The person's own words in a prompt that a host composed; empty for a text that only steers the model. Old sessions keep
 * such prompts without a display text (format 2.5).
 */
export function productUserText(text: string): { readonly text: string; readonly wireOnly: boolean } {
  if (!anyMarker.test(text)) return { text, wireOnly: false }
  if (steering.some((pattern) => pattern.test(text.trimStart()))) return { text: '', wireOnly: true }
  const own = afterMarker(withoutInjected(withoutReviewFindings(text)))
  return { text: own, wireOnly: false }
}

/** A leading fenced block of review findings is put there by the runtime. */
function withoutReviewFindings(text: string): string {
  const fence = /^\s*```[^\n]*review[^\n]*\n[\s\S]*?\n```[ \t]*\n+/i.exec(text)
  return fence === null ? text : text.slice(fence[0].length)
}

function withoutInjected(text: string): string {
  let end = text.length
  for (const marker of injectedFrom) {
    const at = lineStart(text, marker)
    if (at > 0 && at < end) end = at
  }
  return end === text.length ? text : text.slice(0, end).trimEnd()
}

function afterMarker(text: string): string {
  for (const marker of ownWordsAfter) {
    const at = lineStart(text, marker, 'last')
    const own = at < 0 ? '' : text.slice(at + marker.length).trim()
    if (own !== '') return own
  }
  return text
}

/** Place of a marker at the start of a line; -1 when there is none. */
function lineStart(text: string, marker: string, which: 'first' | 'last' = 'first'): number {
  if (which === 'first') {
    if (text.startsWith(marker)) return 0
    const at = text.indexOf(`\n${marker}`)
    return at < 0 ? -1 : at + 1
  }
  const at = text.lastIndexOf(`\n${marker}`)
  if (at >= 0) return at + 1
  return text.startsWith(marker) ? 0 : -1
}
