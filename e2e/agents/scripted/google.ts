import { randomUUID } from 'node:crypto'
import { eventText, type Json, listOf, type Protocol, usagePerReply } from './protocol.ts'
import { calling, type Reply, saidByModel, saidByUser, type Told } from './told.ts'

const { input, output } = usagePerReply
const usageMetadata = {
  promptTokenCount: input,
  candidatesTokenCount: output,
  totalTokenCount: input + output,
  cachedContentTokenCount: 0,
  thoughtsTokenCount: 0
}

function toldBy(role: unknown, part: Json): Told[] {
  const call = part['functionCall'] as Json | undefined
  if (call) return [calling(call['name'], call['args'])]
  const response = part['functionResponse'] as Json | undefined
  if (response) return [{ who: 'result', text: JSON.stringify(response['response']) }]
  if (part['thought'] === true || typeof part['text'] !== 'string') return []
  return role === 'model' ? saidByModel(part['text']) : saidByUser(part['text'])
}

function partsOf({ text, calls }: Reply): Json[] {
  const made = calls.map(({ id, name, input: args }, place) => ({
    functionCall: { id, name, args },
    // The first call of a reply carries the signature that the program has to give back.
    ...(place === 0 && { thoughtSignature: Buffer.from(`signature of ${id}`).toString('base64') })
  }))
  return text === '' ? made : [{ text }, ...made]
}

function chunkOf(parts: readonly Json[], ends: boolean): Json {
  const candidate = { content: { role: 'model', parts }, index: 0, ...(ends && { finishReason: 'STOP' }) }
  return { candidates: [candidate], usageMetadata, modelVersion: 'scripted', responseId: randomUUID() }
}

/** Google generateContent, which Gemini CLI speaks. */
export const google: Protocol = {
  asks: /:(streamGenerateContent|generateContent)(\?|$)/,
  isConversation: (body) => listOf(body['tools']).some((each) => listOf(each['functionDeclarations']).length > 0),
  told(body) {
    const seen = new Set<unknown>()
    // With each resume Gemini CLI tells the results of earlier calls once more.
    const isNew = (part: Json) => {
      const id = (part['functionResponse'] as Json | undefined)?.['id']
      return id === undefined || (!seen.has(id) && seen.add(id))
    }
    return listOf(body['contents']).flatMap(({ role, parts }) =>
      listOf(parts)
        .filter(isNew)
        .flatMap((part) => toldBy(role, part))
    )
  },
  streams: (_, path) => path.includes(':streamGenerateContent'),
  document: (reply) => chunkOf(partsOf(reply), true),
  events(reply) {
    const parts = partsOf(reply)
    return eventText(
      parts.map((part, place) => chunkOf([part], place === parts.length - 1)),
      false
    )
  }
}
