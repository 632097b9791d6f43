import { join } from 'node:path'
import { makeHomes } from '../../../../../scripts/samples/make-homes'
import { adapterOf } from '../registry'
import { describeConformance } from './describe-conformance'
import { documentKit } from './document-kit'

const adapter = adapterOf('a3s')
if (!adapter) throw new Error('a3s has no adapter')

const messagesOf = (document: Record<string, unknown>) => (document.session as { messages: unknown[] }).messages

describeConformance(
  documentKit({
    adapter,
    make: (home) => makeHomes({ out: home, agents: ['a3s'], sessions: 5 }).sessions.a3s,
    file: (home, id) =>
      join(home, '.a3s/code-web/sessions/v1/sessions', `id_${Buffer.from(id).toString('base64url')}.json`),
    addUnknown: (document) => {
      messagesOf(document).push({ role: 'assistant', content: [{ type: 'oracle', verdict: 'spoke' }] })
    },
    addText: (document, text) => {
      messagesOf(document).push({ role: 'assistant', content: [{ type: 'text', text }] })
    }
  })
)
