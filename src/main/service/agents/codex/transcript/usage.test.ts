import { describe, expect, it } from 'vitest'
import { ResponseUsage } from './usage'

const record = (value: unknown) => ({ kind: 'record', from: 0, to: 1, value }) as const
const usage = (input: number) => ({
  input_tokens: input,
  cached_input_tokens: 1,
  output_tokens: 2,
  total_tokens: input + 2
})
const total = (sum: number, last: number) =>
  record({
    type: 'event_msg',
    payload: { type: 'token_count', info: { total_token_usage: usage(sum), last_token_usage: usage(last) } }
  })
const response = (id: string, input: number, thread = 'own') =>
  record({ type: 'token_usage_record', payload: { thread_id: thread, response_id: id, usage: usage(input) } })

describe('ResponseUsage', () => {
  it('C13 takes a running total that is written again for one response', () => {
    const counter = new ResponseUsage('own')
    for (const each of [total(10, 10), total(10, 10), total(25, 15)]) counter.add(each)
    expect(counter.total()).toEqual({ replies: 2, input: 25, output: 4, cached: 2 })
  })

  it('C13 takes the records of responses where there are some, and none of another thread', () => {
    const counter = new ResponseUsage('own')
    for (const each of [response('a', 10), total(10, 10), response('a', 10), response('b', 5, 'parent')])
      counter.add(each)
    expect(counter.total()).toEqual({ replies: 1, input: 10, output: 2, cached: 1 })
  })
})
