import { createRandom } from '../../../../../scripts/samples/random'
import { lookAlikeIds } from './look-alike-ids'
import { lookAlikeTexts } from './look-alike-texts'
import { plantedKinds } from './planted-kinds'
import { type PlantedText, structuredPlaces } from './planted-places'
import { plantedShapes } from './planted-shapes'

export interface LookAlikeText {
  readonly kind: string
  readonly text: string
}

/** Texts with planted secrets: every kind in several places, and every shape several times. The same seed gives the same texts. */
export function plantedTexts(seed: number, atLeast: number): PlantedText[] {
  const random = createRandom(seed)
  const places = Object.entries(structuredPlaces)
  const shapes = Object.entries(plantedShapes)
  const texts: PlantedText[] = []
  for (let round = 0; texts.length < atLeast; round += 1) {
    for (const [index, make] of plantedKinds.entries()) {
      const planted = make(random)
      // Every kind meets every place after as many rounds as there are places.
      const [place, write] = places[(index * 7 + round) % places.length] ?? ['', () => '']
      texts.push({ place: `${planted.kind}, ${place}`, text: write(planted, random), secrets: [planted.secret] })
    }
    for (const [place, make] of shapes) texts.push({ place, ...make(random) })
  }
  return texts
}

/** Texts that look as if they held secrets and hold none, of each kind as many. */
export function lookAlikes(seed: number, count: number): LookAlikeText[] {
  const random = createRandom(seed)
  const kinds = Object.entries({ ...lookAlikeIds, ...lookAlikeTexts })
  return Array.from({ length: count }, (_, index) => {
    const [kind, make] = kinds[index % kinds.length] ?? ['', () => '']
    return { kind, text: make(random) }
  })
}
