import { describe, expect, it } from 'vitest'
import { elementSpans, valueSpan } from './element-spans'

const text = '{"x": {"list": [0]}, "state": {"list": [ {"a": "],}"}, 1.0 ,[2,[3]] ]}, "end": 1}'

describe('elementSpans', () => {
  it('gives each element in its own spelling', () => {
    const spans = elementSpans(text, ['state', 'list'])
    expect(spans.map((span) => text.slice(span.from, span.to))).toEqual(['{"a": "],}"}', '1.0', '[2,[3]]'])
  })

  it('is empty where there is no array', () => {
    expect(elementSpans(text, ['state', 'none'])).toEqual([])
    expect(elementSpans(text, ['end'])).toEqual([])
    expect(elementSpans('{"a": []}', ['a'])).toEqual([])
  })

  it('takes the last of repeated keys', () => {
    const twice = '{"a": [1], "a": [2, 3]}'
    expect(elementSpans(twice, ['a']).map((span) => twice.slice(span.from, span.to))).toEqual(['2', '3'])
  })
})

describe('valueSpan', () => {
  it('finds a value behind keys', () => {
    const span = valueSpan(text, ['x', 'list'])
    expect(span && text.slice(span.from, span.to)).toBe('[0]')
    expect(valueSpan(text, ['x', 'y'])).toBeNull()
  })
})
