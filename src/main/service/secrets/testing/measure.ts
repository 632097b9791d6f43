import { findSecrets } from '../find-secrets'
import { type LookAlikeText, lookAlikes, plantedTexts } from './corpus'
import type { PlantedText } from './planted-places'

export interface Measured {
  /** Planted secrets, and those of which every character is masked. */
  readonly planted: number
  readonly found: number
  readonly missed: readonly { readonly place: string; readonly text: string; readonly shown: string }[]
  readonly lookAlikes: number
  /** What was masked and is no secret, in both parts of the corpus. */
  readonly wrong: readonly {
    readonly kind: string
    readonly text: string
    readonly masked: string
    readonly rule: string
  }[]
  /** Between 0 and 1. */
  readonly recall: number
  readonly precision: number
  /** Characters of planted texts that were masked besides the secrets. */
  readonly tooMuch: number
}

/** Where the secrets of a text stand: all of them, also where one stands twice. JSON and addresses spell some signs otherwise. */
function placesOf({ text, secrets }: PlantedText): { start: number; end: number; secret: string }[] {
  return secrets.flatMap((secret) => {
    const spelled = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)].find((one) =>
      text.includes(one)
    )
    if (spelled === undefined) throw new Error(`a secret is not in its text: ${text}`)
    const start = text.indexOf(spelled)
    return [{ start, end: start + spelled.length, secret }]
  })
}

type Ranges = readonly { readonly start: number; readonly end: number }[]

const isCovered = (ranges: Ranges, start: number, end: number) => {
  let at = start
  for (const range of ranges) if (range.start <= at && range.end > at) at = range.end
  return at >= end
}

/** Runs the rules over planted secrets and over texts that only look like it. */
export function measure(seed: number, planted: number, alike: number): Measured {
  const missed: { place: string; text: string; shown: string }[] = []
  const wrong: { kind: string; text: string; masked: string; rule: string }[] = []
  let [all, right, tooMuch] = [0, 0, 0]
  for (const one of plantedTexts(seed, planted)) {
    const found = findSecrets(one.text)
    const places = placesOf(one)
    all += places.length
    for (const { start, end, secret } of places) {
      if (!isCovered(found, start, end)) missed.push({ place: one.place, text: one.text, shown: secret })
    }
    for (const { start, end, rule } of found) {
      const inside = places.filter((place) => place.start < end && place.end > start)
      if (inside.length === 0) wrong.push({ kind: one.place, text: one.text, masked: one.text.slice(start, end), rule })
      else right += 1
      tooMuch +=
        end - start - inside.reduce((sum, place) => sum + Math.min(end, place.end) - Math.max(start, place.start), 0)
    }
  }
  const texts: readonly LookAlikeText[] = lookAlikes(seed + 1, alike)
  for (const { kind, text } of texts) {
    for (const { start, end, rule } of findSecrets(text))
      wrong.push({ kind, text, masked: text.slice(start, end), rule })
  }
  return {
    ...{ planted: all, found: all - missed.length, missed, lookAlikes: texts.length, wrong, tooMuch },
    recall: (all - missed.length) / all,
    precision: right / (right + wrong.length)
  }
}
