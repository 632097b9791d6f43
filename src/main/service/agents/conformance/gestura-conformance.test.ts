import { join } from 'node:path'
import { makeHomes } from '../../../../../scripts/samples/make-homes'
import { adapterOf } from '../registry'
import { describeConformance } from './describe-conformance'
import { documentKit } from './document-kit'

const adapter = adapterOf('gestura')
if (!adapter) throw new Error('gestura has no adapter')

interface Message {
  role: string
  content: string
}
const messagesOf = (document: Record<string, unknown>) => (document.state as { messages: Message[] }).messages

describeConformance(
  documentKit({
    adapter,
    make: (home) => makeHomes({ out: home, agents: ['gestura'], sessions: 5 }).sessions.gestura,
    file: (home, id) => join(home, '.gestura', 'agent_sessions', `${id}.json`),
    addUnknown: (document) => {
      messagesOf(document).push({ role: 'oracle', content: 'spoke', ...{ timestamp: '2026-11-29T14:00:00Z' } })
    },
    addText: (document, text) => {
      messagesOf(document).push({
        role: 'assistant',
        content: text,
        ...{ timestamp: '2026-11-29T14:00:00Z', source: 'system' }
      })
    }
  })
)
