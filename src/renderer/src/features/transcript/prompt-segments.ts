export type PromptSegment =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'block'; readonly text: string; readonly language: string | undefined }

/**
 * Cuts what a person typed into text, inline code and fenced blocks. It is not read as markdown: people paste logs, lists and
 * code, and every character of a prompt counts.
 */
export function promptSegments(prompt: string): PromptSegment[] {
  const segments: PromptSegment[] = []
  const fence = /^```([\w+-]*)[^\n]*\n([\s\S]*?)^```[ \t]*$/gm
  let at = 0
  for (const match of prompt.matchAll(fence)) {
    segments.push(...inline(prompt.slice(at, match.index).replace(/\n$/, '')))
    segments.push({ kind: 'block', text: (match[2] ?? '').replace(/\n$/, ''), language: match[1] || undefined })
    at = match.index + match[0].length
    if (prompt[at] === '\n') at++
  }
  segments.push(...inline(prompt.slice(at)))
  return segments
}

function inline(text: string): PromptSegment[] {
  return text
    .split(/(`[^`\n]+`)/)
    .filter(Boolean)
    .map((part) =>
      /^`[^`\n]+`$/.test(part) ? { kind: 'code', text: part.slice(1, -1) } : { kind: 'text', text: part }
    )
}
