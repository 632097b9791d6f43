import { agentNames } from '@shared/domain/agents'
import type { SessionSummary } from '@shared/domain/session'
import { argumentWords, entryHeading, entryTime, stepWords } from './entry-words'
import type { ExportedEntry, ExportedImage } from './exported-entries'
import { shownText } from './shown-text'

/** Nothing is loaded and nothing runs, whatever the text of a session says. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

const style = `:root{color-scheme:light dark;--line:#d5d8dd;--soft:#5d6570;--back:#fff;--text:#14171b;--mark:#1f55b5}
@media(prefers-color-scheme:dark){:root{--line:#353a42;--soft:#9aa3af;--back:#16181c;--text:#e6e9ee;--mark:#8ab4f8}}
body{margin:0 auto;max-width:860px;padding:32px 20px;background:var(--back);color:var(--text);font:15px/1.55 system-ui,sans-serif}
h1{font-size:22px;margin:0 0 4px}header p{margin:0;color:var(--soft)}
article{border-top:1px solid var(--line);padding:14px 0}h2{font-size:13px;margin:0 0 6px;color:var(--soft);font-weight:600}
.user h2{color:var(--mark)}time{font-weight:400;margin-left:8px}
pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}.code{font:13px/1.5 ui-monospace,monospace}
details{margin-top:8px}summary{cursor:pointer;color:var(--soft);font-size:13px}img{max-width:100%;margin-top:8px}`

/** A page that stands alone, piece by piece: no script, no address that is loaded, every text escaped. */
export async function* asHtml(session: SessionSummary, entries: AsyncIterable<ExportedEntry>): AsyncGenerator<string> {
  yield `<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">\n`
  yield `<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">\n`
  yield `<title>${escaped(session.title)}</title>\n<style>${style}</style></head><body>\n`
  yield `<header><h1>${escaped(session.title)}</h1><p>${escaped(about(session))}</p></header>\n<main>\n`
  for await (const one of entries) yield entryHtml(one)
  yield '</main></body></html>\n'
}

function about({ agent, id, workspace, updatedAt }: SessionSummary): string {
  const at = updatedAt === null ? null : entryTime({ at: updatedAt })
  return [agentNames[agent], id, workspace, at].filter((word) => word !== null && word !== '').join(' · ')
}

function entryHtml({ entry, images }: ExportedEntry): string {
  const time = entryTime(entry)
  const heading = `<h2>${escaped(entryHeading(entry))}${time === '' ? '' : `<time>${time}</time>`}</h2>`
  const text = [entry.text, stepWords(entry)].filter((each) => each !== '').join('\n')
  const body = text === '' ? '' : `<pre>${escaped(text)}</pre>`
  const call =
    entry.tool === undefined
      ? ''
      : folded('Arguments', argumentWords(entry.tool.arguments)) + folded('Result', entry.tool.result)
  return `<article class="${entry.kind}">${heading}${body}${call}${images.map(imageHtml).join('')}</article>\n`
}

function folded(title: string, text: string): string {
  return text === '' ? '' : `<details><summary>${title}</summary><pre class="code">${escaped(text)}</pre></details>`
}

function imageHtml({ mediaType, bytes, base64 }: ExportedImage): string {
  if (base64 === null) return `<p>${escaped(`An image (${mediaType}, ${bytes} bytes) that is not in this file.`)}</p>`
  return `<img alt="" src="data:${escaped(mediaType)};base64,${base64}">`
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as HTML shows it; what no page may hold becomes the sign for it. */
export function escaped(text: string): string {
  return shownText(text).replace(/[&<>"']/g, (sign) => signs[sign] ?? sign)
}
