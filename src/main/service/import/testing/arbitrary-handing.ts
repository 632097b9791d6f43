import fc from 'fast-check'
import type { Damage } from '../../agents/conformance/arbitrary-damage'
import { fileDamage } from '../../agents/conformance/arbitrary-file-damage'
import type { AgentFile } from './agent-files'
import { fileName } from './arbitrary-names'
import type { Handed } from './fuzz-desk'
import { rawZip } from './raw-zip'

/** What a person hands over of an agent's files: one, a folder of some, or a zip of these. Some are damaged or called otherwise. */
export interface Handing {
  readonly how: 'file' | 'folder' | 'zip'
  readonly files: readonly Handed[]
}

export function anyHanding(files: readonly AgentFile[]): fc.Arbitrary<Handing> {
  const one = fc.record({
    from: fc.constantFrom(...files),
    name: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, fileName()),
    wrong: fc.oneof(
      { weight: 1, arbitrary: fc.constant<readonly Damage[]>([]) },
      { weight: 4, arbitrary: fileDamage() }
    )
  })
  return fc
    .record({
      how: fc.constantFrom('file' as const, 'file' as const, 'folder' as const, 'zip' as const),
      chosen: fc.array(one, { minLength: 1, maxLength: 4 })
    })
    .map(({ how, chosen }) => {
      const handed = chosen.map(({ from, name, wrong }): Handed => {
        const bytes = wrong.reduce<Buffer>((all, each) => Buffer.from(each(all)), from.bytes)
        const own = from.name.split('/').at(-1) ?? from.name
        return { name: how === 'file' ? (name ?? own) : name === null ? from.name : renamed(from.name, name), bytes }
      })
      return { how, files: how === 'file' ? handed.slice(0, 1) : unique(handed) }
    })
}

function renamed(path: string, name: string): string {
  return [...path.split('/').slice(0, -1), name].join('/')
}

/** No name twice, and none that is a folder of another. */
function unique(files: readonly Handed[]): readonly Handed[] {
  const taken: Handed[] = []
  for (const file of files) {
    const clashes = taken.some(
      ({ name }) => name === file.name || name.startsWith(`${file.name}/`) || file.name.startsWith(`${name}/`)
    )
    if (!clashes) taken.push(file)
  }
  return taken
}

export function zipOfHanded(files: readonly Handed[]): Buffer {
  return rawZip(files.map(({ name, bytes }) => ({ name, content: bytes })))
}
